#pragma once

#include <functional>

#include "laws/convex_law.hpp"
#include "laws/finite_base.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// One direction of one round, cut into cells.
using Base = std::function<Cells(const BaseSpec&)>;

/// The same as a law of the ratio on the points of a grid.
using LawBase = std::function<ConvexLaw(const Ratios&, const ConvexSpec&)>;

/// How several rounds are composed: on a grid of log ratios, by laws on grids of ratios, or outcome by outcome.
enum class Several { grid, laws, outcomes };

/// How a witness has several rounds composed.
struct Rounds {
  Several by = Several::grid;
  Count unit = 0;              ///< ratios are integers times 2^-unit
  std::vector<Ratios> ratios;  ///< of laws: one line an operation

  /// H_w of the product of `count` rounds, w = e^eps, from the side that is asked for; the other end is trivial.
  /// Rigor:    PROOFS.md section 7, by convex laws section 13; of outcomes both ends
  [[nodiscard]] Value delta(const Base& base, Count count, const Number& eps, Side side, const Effort& effort) const;
  /// The same from the law of one round, for the method laws.
  [[nodiscard]] Value product(const LawBase& base, Count count, const Number& eps, Side side,
                              const Effort& effort) const;
};

/// One round of a mechanism: its delta as a sum, and its cells where several are composed.
struct Round {
  std::function<Value(const Quantity&, const Number& eps, const Effort&)> sum;
  std::function<Cells(const Quantity&, const BaseSpec&)> cells;
};

/// How a witness has one round, or several, evaluated.
struct Method {
  Hints hints;
  std::optional<Rounds> rounds;  ///< none: one round, by its sum

  [[nodiscard]] Value delta(const Round& round, const Quantity& quantity, const Number& eps, Side side,
                            const Effort& effort) const;
  /// The profile that it gives; `delta` says which round each side takes, and `sum` at which eps that of one round is one.
  [[nodiscard]] Profile profile(decltype(Profile::delta) delta, EpsRange sum) const;
};

/// Reads the method, `single` of one round and of more `grid` or, where there are `laws`, one of all, and its lines.
[[nodiscard]] Method read_method(Reader& reader, const Quantity& quantity, std::string_view single, bool laws);

/// One round of each of several pairs, and how often it is run, as finely as is asked.
using PairsOf = std::function<std::vector<GridRounds>(const BaseSpec&)>;
/// The same of the product of several pairs on a grid, and of a rest.
[[nodiscard]] Value grid_delta(const PairsOf& pairs, Count count, const Number& eps, Side side, const Effort& effort,
                               const Rest& rest = {});
/// The same of the product of several pairs, outcome by outcome; both ends.
[[nodiscard]] Value outcomes_delta(const PairsOf& pairs, Count count, const Number& eps, const Effort& effort);

/// Reads the lines of a method: none of outcomes, else `grid` and, of laws, `unit` and the lines `ratios` for so many rounds.
[[nodiscard]] Rounds read_rounds(Reader& reader, Several method, Count count, Hints& hints);

/// Reads `unit`, and so many lines `ratios`.
[[nodiscard]] Count read_unit(Reader& reader);
[[nodiscard]] std::vector<Ratios> read_ratios(Reader& reader, std::size_t lines);

}  // namespace hallmark::check
