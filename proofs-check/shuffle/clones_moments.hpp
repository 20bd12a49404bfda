#pragma once

#include <optional>
#include <vector>

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// Choices on which only the width depends; tests choose badly, so that every remainder counts.
struct MomentTuning {
  std::optional<std::uint64_t> series_from = {};  ///< smallest number of clones left to the series
  std::optional<Window> window = {};              ///< the numbers of clones that are summed
  std::optional<std::size_t> terms = {};          ///< of the series, at least 2
  int slice = 64;  ///< with `terms`: 1 to 64, the share of the series' remainder in 64ths
};

/// ln E_Q[(dP/dQ)^alpha] of the clones pair of n users, one round, at several real orders: (alpha-1) times the Renyi
/// divergence. Few clones: the double sum over clones and first counter. Many: the expansion of the likelihood ratio in
/// even powers of (difference of the counters)/(their sum), every coefficient positive, on moments of that share over
/// the number of clones; all orders share them.
/// Kind:     encloses
/// Domain:   n >= 1, 10^-30 <= eps0, every order > 1, orders nondecreasing
/// Rigor:    PROOFS.md section 8.1
/// Cost:     about sqrt(n/E bits) times the terms of the expansion
[[nodiscard]] std::vector<Interval> clones_log_moments(std::uint64_t n, const Number& eps0,
                                                       const std::vector<Number>& orders, unsigned bits, Budget& budget,
                                                       const MomentTuning& tuning = {});

}  // namespace hallmark::check
