#include "hallmark/words.hpp"

#include <algorithm>
#include <iterator>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// In the order of the enumerations.
constexpr std::string_view bounds_words[] = {"pair", "mechanism", "formula"};
constexpr std::string_view kind_words[] = {"exact", "upper", "lower", "bracket"};
constexpr std::string_view status_words[] = {"proved", "conditional", "literature", "disputed", "statistical"};
constexpr std::string_view direction_words[] = {"remove", "add", "both"};
constexpr std::string_view adjacency_words[] = {"replace-one", "add-remove", "zero-out", "substitution"};
constexpr std::string_view outcome_words[] = {"certified", "refuted", "undecided"};
constexpr std::string_view relation_words[] = {"<=", "<", ">=", ">", "in", "~"};

template <typename Enum, std::size_t count>
std::string_view word(const std::string_view (&words)[count], Enum value) {
  const auto at = static_cast<std::size_t>(value);
  require(at < count, "a word of a closed list");
  return words[at];
}

}  // namespace

std::string_view to_string(Bounds bounds) { return word(bounds_words, bounds); }
std::string_view to_string(Kind kind) { return word(kind_words, kind); }
std::string_view to_string(Status status) { return word(status_words, status); }
std::string_view to_string(Direction direction) { return word(direction_words, direction); }
std::string_view to_string(Adjacency adjacency) { return word(adjacency_words, adjacency); }
std::string_view to_string(Relation relation) { return word(relation_words, relation); }
std::string_view to_string(Outcome outcome) { return word(outcome_words, outcome); }

std::optional<Relation> read_relation(std::string_view text) {
  const auto at = std::find(std::begin(relation_words), std::end(relation_words), text);
  if (at == std::end(relation_words)) return std::nullopt;
  return static_cast<Relation>(at - std::begin(relation_words));
}

}  // namespace hallmark
