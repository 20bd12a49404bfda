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

/// How a witness has several rounds composed: on a grid of log ratios, or by convex laws on grids of ratios.
struct Rounds {
  Count unit = 0;              ///< ratios are integers times 2^-unit
  std::vector<Ratios> ratios;  ///< one line an operation; empty: on a grid

  /// H_w of the product of `count` rounds, w = e^eps, from the side that is asked for; the other end is trivial.
  /// Rigor:    PROOFS.md section 7, by convex laws section 13
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

/// How several rounds are composed: on a grid of log ratios, or by laws on grids of ratios.
enum class Several { grid, laws };

/// How a witness has one round, or several, evaluated.
struct Method {
  Hints hints;
  std::optional<Rounds> rounds;  ///< none: one round, by its sum

  [[nodiscard]] Value delta(const Round& round, const Quantity& quantity, const Number& eps, Side side,
                            const Effort& effort) const;
  /// The profile that it gives; `delta` says which round each side takes, and `sum` at which eps that of one round is one.
  [[nodiscard]] Profile profile(decltype(Profile::delta) delta, EpsRange sum) const;
};

/// Reads the method, `single` of one round and of more `grid` or, where there are `laws`, one of both, and its lines.
[[nodiscard]] Method read_method(Reader& reader, const Quantity& quantity, std::string_view single, bool laws);

/// The same of the product of several pairs on a grid, and of a rest.
[[nodiscard]] Value grid_delta(const std::function<std::vector<GridRounds>(const BaseSpec&)>& pairs, Count count,
                               const Number& eps, Side side, const Effort& effort, const Rest& rest = {});

/// Reads `grid` and, for the method laws, `unit` and the lines `ratios` for so many rounds.
[[nodiscard]] Rounds read_rounds(Reader& reader, Several method, Count count, Hints& hints);

/// Reads `unit`, and so many lines `ratios`.
[[nodiscard]] Count read_unit(Reader& reader);
[[nodiscard]] std::vector<Ratios> read_ratios(Reader& reader, std::size_t lines);

}  // namespace hallmark::check
