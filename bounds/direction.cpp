#include "bounds/direction.hpp"

#include "exact/error.hpp"

namespace hallmark {

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

}  // namespace hallmark
