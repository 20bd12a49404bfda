#include "bounds/search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "bounds/guide.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

using Words = std::vector<std::string>;

// Words that say nothing of a quantity, because questions of all kinds have them.
constexpr std::string_view empty_words =
    " a an and answer are as at be bound bounds by can do does dp differential differentially for from have how i in into is it large many "
    "me much my need of on one or our privacy private should small than that the their there this to under until upper use used "
    "using want we what when which who will with you your ";

constexpr std::string_view endings[] = {"izations", "ization", "ations", "ation", "itions", "ition",
                                        "ings",     "ing",     "ates",   "ate",   "ers",    "er",
                                        "ed",       "es",      "ions",   "ion",   "s",      "e"};

std::string stem(std::string word) {
  constexpr std::size_t shortest = 4;
  for (const std::string_view ending : endings) {
    if (!word.ends_with(ending) || word.size() < shortest + ending.size()) continue;
    word.resize(word.size() - ending.size());
    break;
  }
  return word;
}

// Letters and digits; what stands between them parts two words.
Words words_of(std::string_view text) {
  Words words(1);
  for (const char c : text) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      words.back() += static_cast<char>(upper ? c - 'A' + 'a' : c);
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

Words stems_of(std::string_view text) {
  Words words = words_of(text);
  for (std::string& word : words) word = stem(std::move(word));
  return words;
}

std::vector<Words> phrases_of(std::string_view text) {
  std::vector<Words> phrases;
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    if (Words words = stems_of(text.substr(0, end)); !words.empty()) phrases.push_back(std::move(words));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return phrases;
}

bool is_empty_word(const std::string& word) {
  return empty_words.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

bool holds(const Words& text, const Words& phrase) {
  return std::search(text.begin(), text.end(), phrase.begin(), phrase.end()) != text.end();
}

// Where a word may stand, as a set of stems.
class Field {
 public:
  Field() = default;
  explicit Field(std::string_view text) {
    for (std::string& word : stems_of(text)) stems_.insert(std::move(word));
  }
  // The word itself, or, where it is long enough, the beginning of one.
  [[nodiscard]] bool has(const std::string& word) const {
    constexpr std::size_t shortest_beginning = 4;
    const auto at = stems_.lower_bound(word);
    return at != stems_.end() && (*at == word || (word.size() >= shortest_beginning && at->starts_with(word)));
  }
  [[nodiscard]] const std::set<std::string>& stems() const { return stems_; }

 private:
  std::set<std::string> stems_;
};

// Which words mean an entry: those of its method where it has one; those of what is asked where the method is a target
// (sigma.tpr), or where the family has an epsilon and the entry is another reading of it (tpr, advantage).
enum class MeantBy { anything, method, asked };

bool is_curve(std::string_view symbol) { return symbol == "epsilon" || symbol == "delta"; }

// Of each family with an epsilon or a delta, by its stem: the parameters that these have.
const std::map<std::string_view, std::set<std::string_view>>& parameters_of_curves() {
  static const std::map<std::string_view, std::set<std::string_view>> all = [] {
    std::map<std::string_view, std::set<std::string_view>> found;
    for (const Entry& e : registry()) {
      if (!is_curve(symbol_of(e.id))) continue;
      auto& names = found[family_of(e.id).stem];
      for (const Parameter& p : e.parameters) names.insert(p.name);
    }
    return found;
  }();
  return all;
}

MeantBy meant_by(const Entry& e, std::string_view stem, bool has_method) {
  const std::string_view symbol = symbol_of(e.id);
  const auto curves = parameters_of_curves().find(stem);
  const bool has_curve = curves != parameters_of_curves().end();
  const bool target = has_curve && curves->second.contains(symbol);
  if (has_method) return target ? MeantBy::asked : MeantBy::method;
  if (target || is_curve(symbol) || symbol == "renyi") return MeantBy::anything;
  return has_curve ? MeantBy::asked : MeantBy::anything;
}

// What is known of an entry in words.
struct Described {
  const Entry* entry;
  std::string_view family;
  slong place;  // of its family in the table
  bool is_method;
  MeantBy meant_by;
  Field stem, family_words, asked, method, title, summary, rest;
  std::vector<Words> phrases;
};

Described describe_entry(const Entry& e) {
  const Family family = family_of(e.id);
  const auto first = std::min(e.id.find('.'), e.id.size());
  const auto second = std::min(e.id.find('.', first + 1), e.id.size());
  const std::string_view asked = e.id.substr(0, second);
  const std::string_view method = e.id.substr(second);
  const std::string asked_words = words_asked(asked);
  const std::string method_words = words_asked(method);
  std::string rest(e.theorem);
  for (const Parameter& p : e.parameters) rest += fmt::format(" {}", p.name);
  slong place = 0;
  for (const Family& f : families()) {
    if (f.stem == family.stem) break;
    ++place;
  }
  Described d{&e,
              family.stem,
              place,
              second < e.id.size(),
              meant_by(e, family.stem, second < e.id.size()),
              Field(family.stem),
              Field(family.words),
              Field(fmt::format("{} {}", asked_words, asked.substr(first))),
              Field(fmt::format("{} {}", method_words, method)),
              Field(family.title),
              Field(e.summary),
              Field(rest),
              phrases_of(fmt::format("{},{},{}", family.words, asked_words, method_words))};
  return d;
}

const std::vector<Described>& described() {
  static const std::vector<Described> all = [] {
    std::vector<Described> entries;
    for (const Entry& e : registry()) entries.push_back(describe_entry(e));
    return entries;
  }();
  return all;
}

// In how many families a word stands: rare words say more.
double weight_of(const std::string& word) {
  static const std::map<std::string, std::set<std::string_view>> families_with = [] {
    std::map<std::string, std::set<std::string_view>> all;
    for (const Described& d : described()) {
      for (const Field* field : {&d.stem, &d.family_words, &d.asked, &d.method, &d.title, &d.summary, &d.rest}) {
        for (const std::string& known : field->stems()) all[known].insert(d.family);
      }
    }
    return all;
  }();
  const auto at = families_with.find(word);
  const double count = at == families_with.end() ? 1 : static_cast<double>(at->second.size());
  return steady::log(1 + static_cast<double>(families().size()) / count);
}

// Words that stand together as in one of the entry's names; of three or more ("how many users") they are the question.
double phrase_score(const Described& d, const Words& all, const Words& said) {
  double best = 0;
  for (const Words& phrase : d.phrases) {
    if (!holds(all, phrase)) continue;
    constexpr std::size_t question = 3;
    double score = phrase.size() >= question ? 3 : 0;
    for (const std::string& word : std::set<std::string>(phrase.begin(), phrase.end())) {
      if (std::find(said.begin(), said.end(), word) != said.end()) score += 2 * weight_of(word);
    }
    best = std::max(best, score);
  }
  return best;
}

// What a word of a question says for an entry. The numbers were chosen on tests/usage/phrases.csv.
SearchIndex::Said said_for(const Described& d, const std::string& word) {
  double value = 0;
  if (d.rest.has(word)) value = 1;
  if (d.title.has(word) || d.summary.has(word)) value = 2;
  const bool of_family = d.stem.has(word) || d.family_words.has(word);
  if (of_family) value = 3;
  const bool of_asked = d.asked.has(word);
  const bool of_method = !of_asked && d.method.has(word) && !of_family;
  if (of_asked || of_method) value += 1.5;
  return {value, d.meant_by == MeantBy::asked ? of_asked : of_method};
}

constexpr double whole_stem_points = 2;
constexpr double not_meant_points = -2;
constexpr double least_points = 0.001;

// What an entry has whatever the question.
double points_before(const Described& d) {
  double score = d.is_method ? 0 : 1;
  if (d.entry->id.find(".epsilon") != std::string_view::npos) score += 1.5;
  if (d.entry->id.find(".delta") != std::string_view::npos) score += 0.5;
  if (d.entry->status != Status::proved) score -= 4;
  return score - 0.01 * static_cast<double>(d.place);
}

// How well an entry fits; 0: not at all.
double fit(const Described& d, const Words& all, const Words& said) {
  double score = 0;
  bool meant = d.meant_by == MeantBy::anything;
  for (const std::string& word : said) {
    const SearchIndex::Said one = said_for(d, word);
    score += one.points * weight_of(word);
    meant = meant || one.means_it;
  }
  if (score == 0) return 0;
  score += phrase_score(d, all, said) + points_before(d);
  const bool whole_stem = std::all_of(d.stem.stems().begin(), d.stem.stems().end(), [&](const std::string& word) {
    return std::find(all.begin(), all.end(), word) != all.end();
  });
  if (whole_stem) score += whole_stem_points;
  if (!meant) score += not_meant_points;
  return std::max(least_points, score);
}

std::vector<const Entry*> ranked(const Words& all, const Words& said) {
  std::vector<std::pair<double, const Entry*>> fitting;
  for (const Described& d : described()) {
    if (const double score = fit(d, all, said); score > 0) fitting.emplace_back(score, d.entry);
  }
  std::stable_sort(fitting.begin(), fitting.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<const Entry*> entries;
  for (const auto& [score, entry] : fitting) entries.push_back(entry);
  return entries;
}

// Each word as the nearest one that some entry has.
Words corrected(const Words& said) {
  std::set<std::string_view> known;
  for (const Described& d : described()) {
    for (const Field* field : {&d.stem, &d.family_words, &d.asked, &d.method, &d.title, &d.summary}) {
      known.insert(field->stems().begin(), field->stems().end());
    }
  }
  const std::vector<std::string_view> words(known.begin(), known.end());
  Words near;
  for (const std::string& word : said) {
    constexpr std::size_t most = 16;
    if (near.size() == most) break;
    if (const auto nearest = nearest_word(word, words); !nearest.empty()) near.emplace_back(nearest);
  }
  return near;
}

}  // namespace

Findings search_registry(std::string_view question) {
  constexpr std::size_t longest = 2000;
  const std::string_view text = question.substr(0, longest);
  const Words all = stems_of(text);
  Words said;
  for (const std::string& word : words_of(text)) {
    if (!is_empty_word(word)) said.push_back(stem(word));
  }
  if (said.empty()) said = all;
  Findings found{ranked(all, said)};
  if (found.entries.empty()) {
    constexpr std::size_t shown = 3;
    const Words near = corrected(said);
    found = {ranked(near, near), true};
    if (found.entries.size() > shown) found.entries.resize(shown);
  }
  for (const Advice& advice : advice_rows()) {
    const auto phrases = phrases_of(advice.phrases);
    if (std::none_of(phrases.begin(), phrases.end(), [&](const Words& p) { return holds(all, p); })) continue;
    std::vector<const Entry*> first;
    for (const std::string_view id : words_of_text(advice.ids)) first.push_back(&entry(id));
    for (const Entry* e : found.near ? std::vector<const Entry*>{} : found.entries) {
      if (std::find(first.begin(), first.end(), e) == first.end()) first.push_back(e);
    }
    found = {std::move(first), false, std::string(advice.remark)};
    break;
  }
  return found;
}

SearchIndex search_index() {
  SearchIndex index{.empty_words = empty_words,
                    .endings = {std::begin(endings), std::end(endings)},
                    .whole_stem = whole_stem_points,
                    .not_meant = not_meant_points,
                    .least = least_points,
                    .unknown_weight = weight_of("")};
  for (const Described& d : described()) {
    const std::size_t place = index.entries.size();
    index.entries.push_back(
        {d.entry, points_before(d), d.meant_by != MeantBy::anything, {d.stem.stems().begin(), d.stem.stems().end()}});
    for (const Field* field : {&d.stem, &d.family_words, &d.asked, &d.method, &d.title, &d.summary, &d.rest}) {
      for (const std::string& word : field->stems()) {
        auto& known = index.words[word];
        known.weight = weight_of(word);
        known.entries[place] = said_for(d, word);
      }
    }
    for (const Words& phrase : d.phrases) {
      Words said;
      for (const std::string& word : phrase) {
        if (!is_empty_word(word)) said.push_back(word);
      }
      auto& posting = index.phrases[fmt::format("{}", fmt::join(phrase, " "))];
      posting.points = std::max(posting.points, phrase_score(d, phrase, said));
      if (posting.entries.empty() || posting.entries.back() != place) posting.entries.push_back(place);
    }
  }
  for (const Advice& advice : advice_rows()) {
    std::vector<std::string> phrases;
    for (const Words& phrase : phrases_of(advice.phrases)) phrases.push_back(fmt::format("{}", fmt::join(phrase, " ")));
    index.advice.push_back({std::move(phrases), &advice});
  }
  return index;
}

}  // namespace hallmark
