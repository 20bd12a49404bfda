// Search: the quantities that people mean by their words, best first.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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

}  // namespace hallmark
