// The two divergences behind a direction, for what is computed or proved for one at a time.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/error.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

/// remove and add where the larger of both is asked for, otherwise the one that is.
/// Kind:      exact
[[nodiscard]] inline std::vector<Direction> directions_of(Direction asked) {
  if (asked == Direction::both) return {Direction::remove, Direction::add};
  return {asked};
}

/// What proves one end of the larger divergence: of a lower end the first proof that is found, of an upper end one for
/// each direction. prove(direction) is an optional.
/// Kind:      a proposal: the checker proves it again; nothing where the end has no proof
template <typename Prove>
[[nodiscard]] auto prove_end(const std::vector<Direction>& directions, bool upper, const Prove& prove) {
  std::vector<typename decltype(prove(Direction::remove))::value_type> all;
  for (const Direction direction : directions) {
    auto found = prove(direction);
    if (found) all.push_back(*std::move(found));
    if (found.has_value() != upper) break;
  }
  const bool proved = !all.empty() && (!upper || all.size() == directions.size());
  return proved ? std::optional(std::move(all)) : std::nullopt;
}

/// Refuses both, for what speaks of one divergence.
/// Domain:    remove or add; otherwise throws InputError
inline void check_one_direction(std::string_view where, Direction asked) {
  if (asked == Direction::both) throw InputError(where, "direction", "both", "remove or add");
}

}  // namespace hallmark
