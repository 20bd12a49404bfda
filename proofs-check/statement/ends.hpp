#pragma once

#include <span>
#include <tuple>

#include "statement/decide.hpp"

namespace hallmark::check {

/// What a witness gives for each end of a claim in directions: one direction proves a lower end, an upper end takes
/// all that the statement is about.
template <class Piece>
struct EndWitnesses {
  Direction lower_direction = Direction::remove;
  std::optional<Piece> lower = {}, upper_remove = {}, upper_add = {};

  /// The bound that a function of (remove?, piece) gives from one side; the other end is trivial.
  template <class Function>
  [[nodiscard]] Value bound(Side side, const Function& function) const {
    const bool stated = side == Side::lower ? lower.has_value() : upper_remove.has_value() || upper_add.has_value();
    if (!stated) throw Rejected{"witness", "an end: must have a line of its own"};
    if (side == Side::lower) return one_sided(side, function(lower_direction == Direction::remove, *lower));
    Interval largest(64);
    if (upper_remove) largest = max(largest, function(true, *upper_remove));
    if (upper_add) largest = max(largest, function(false, *upper_add));
    return one_sided(side, largest);
  }
};

/// Reads `NAME-lower DIRECTION ...`, `NAME-upper remove ...`, `NAME-upper add ...`, as many as the relation and the
/// direction of the statement call for; `read(reader, words)` takes the words after the direction and what lines it
/// wants after them. Where both directions are `one_number`, whichever the statement names, an upper end takes remove
/// alone.
template <class Piece, class Read>
EndWitnesses<Piece> read_ends(Reader& reader, const Quantity& quantity, Relation relation, const std::string& name,
                              const Read& read, bool one_number) {
  EndWitnesses<Piece> ends;
  const auto piece = [&](const std::string& end, bool remove, bool add) {
    const std::vector<std::string_view> words = reader.words(name + end);
    const std::string expected = "`" + name + end + "` and a direction";
    const auto direction = reader.to_one_of<Direction>(words.front(), {"remove", "add"}, expected);
    if (direction == Direction::add ? !add : !remove) reader.fail(expected);
    return std::pair{direction, read(reader, std::span(words).subspan(1))};
  };
  if (has_lower_end(relation)) {
    std::tie(ends.lower_direction, ends.lower) = piece("-lower", true, true);
    if (!one_number) check_lower_direction(quantity, ends.lower_direction, name + "-lower");
  }
  if (!has_upper_end(relation)) return ends;
  const bool by_remove = one_number || quantity.direction != Direction::add;
  const bool by_add = !one_number && quantity.direction != Direction::remove;
  if (by_remove) ends.upper_remove = piece("-upper", true, false).second;
  if (by_add) ends.upper_add = piece("-upper", false, true).second;
  return ends;
}

}  // namespace hallmark::check
