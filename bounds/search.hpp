// Search: the quantities that people mean by their words, best first.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/guide.hpp"
#include "bounds/registry.hpp"

namespace hallmark {

struct Findings {
  std::vector<const Entry*> entries;  // best first
  bool near = false;                  // nothing has the words: these have words like them
  std::string remark = {};            // what there is to say of the words, such as that a mechanism is not here
};

/// The entries that a question in words may mean.
/// Kind:      a proposal
/// Domain:    any text; nothing where no word of it is like a word of the registry
[[nodiscard]] Findings search_registry(std::string_view question);

/// What a search is made of, for one that runs elsewhere: a word that is typed has the most points of the stems that it is or begins.
struct SearchIndex {
  struct Indexed {
    const Entry* entry;
    double points;  // whatever the question
    bool needs_meaning;
    std::vector<std::string> stem;  // that say its family, all of them for whole_stem points
  };
  struct Said {
    double points = 0;      // times the weight of the word
    bool means_it = false;  // an entry that needs one such word has not_meant points without
  };
  struct Word {
    double weight = 0;
    std::map<std::size_t, Said> entries = {};
  };
  struct Phrase {
    double points = 0;  // of the best phrase that is said
    std::vector<std::size_t> entries = {};
  };
  struct Remark {
    std::vector<std::string> phrases;
    const Advice* advice;
  };
  std::string_view empty_words = {};
  std::vector<std::string_view> endings = {};  // that a stem has not, where it keeps four letters
  double whole_stem = 0;
  double not_meant = 0;
  double least = 0;
  double unknown_weight = 0;  // of a word that is the beginning of others alone
  std::vector<Indexed> entries = {};
  std::map<std::string, Word> words = {};
  std::map<std::string, Phrase> phrases = {};  // stems with blanks between them
  std::vector<Remark> advice = {};
};

/// The index that search_registry ranks by.
/// Kind:      a proposal
/// Domain:    no parameters
[[nodiscard]] SearchIndex search_index();

}  // namespace hallmark
