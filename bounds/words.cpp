#include "hallmark/words.hpp"

#include <utility>

#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr std::pair<Relation, std::string_view> relation_names[] = {
    {Relation::less_equal, "<="}, {Relation::less, "<"}, {Relation::greater_equal, ">="},
    {Relation::greater, ">"},     {Relation::in, "in"},  {Relation::about, "~"},
};

}  // namespace

std::string_view to_string(Bounds bounds) {
  switch (bounds) {
    case Bounds::pair:
      return "pair";
    case Bounds::mechanism:
      return "mechanism";
    case Bounds::formula:
      return "formula";
  }
  require(false, "whose number it is");
  return {};
}

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::exact:
      return "exact";
    case Kind::upper:
      return "upper";
    case Kind::lower:
      return "lower";
    case Kind::bracket:
      return "bracket";
  }
  require(false, "a kind");
  return {};
}

std::string_view to_string(Status status) {
  switch (status) {
    case Status::proved:
      return "proved";
    case Status::conditional:
      return "conditional";
    case Status::literature:
      return "literature";
    case Status::disputed:
      return "disputed";
    case Status::statistical:
      return "statistical";
  }
  require(false, "a status");
  return {};
}

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::remove:
      return "remove";
    case Direction::add:
      return "add";
    case Direction::both:
      return "both";
  }
  require(false, "a direction");
  return {};
}

std::string_view to_string(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::replace_one:
      return "replace-one";
    case Adjacency::add_remove:
      return "add-remove";
    case Adjacency::zero_out:
      return "zero-out";
    case Adjacency::substitution:
      return "substitution";
  }
  require(false, "an adjacency");
  return {};
}

std::string_view to_string(Relation relation) {
  for (const auto& [r, name] : relation_names) {
    if (r == relation) return name;
  }
  require(false, "a relation");
  return {};
}

std::optional<Relation> read_relation(std::string_view text) {
  for (const auto& [r, name] : relation_names) {
    if (name == text) return r;
  }
  return std::nullopt;
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::certified:
      return "certified";
    case Outcome::refuted:
      return "refuted";
    case Outcome::undecided:
      return "undecided";
  }
  require(false, "an outcome");
  return {};
}

}  // namespace hallmark
