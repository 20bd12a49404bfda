// The powers of one law of a likelihood ratio, with the grid of each product: the witness of them.
#pragma once

#include <optional>
#include <vector>

#include "exact/convex_law.hpp"
#include "exact/rational.hpp"

namespace hallmark::composition {

struct PowerGrids {
  RatioLaw law;                               // of all rounds
  std::vector<std::vector<Rational>> ratios;  // in units of 2^-ratio_unit: of one round, then of every product
};

/// Left-to-right binary powering of one round.
/// Kind:      encloses; nothing when the budget ends
/// Domain:    1 <= rounds
/// Source:    exact/convex_law.hpp
/// Cost:      at most 2 log2(rounds) products
[[nodiscard]] std::optional<PowerGrids> power_grids(const RatioLaw& one_round, std::vector<Rational> ratios,
                                                    slong rounds, const Resolution& resolution, const Budget& budget);
/// The same with the law's own positions for the first grid.
/// Kind:      as power_grids
/// Domain:    as power_grids
/// Source:    as power_grids
[[nodiscard]] std::optional<PowerGrids> power_grids(const RatioLaw& one_round, slong rounds,
                                                    const Resolution& resolution, const Budget& budget);

}  // namespace hallmark::composition
