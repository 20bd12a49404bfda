#pragma once

#include <functional>
#include <optional>

#include "numbers/budget.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// How hard to try: relative precision `bits`, for a value of about 2^-scale (scale >= 0). A hint: it changes the
/// width, never the truth.
struct Effort {
  unsigned bits = 64;
  unsigned long scale = 0;
  Integer grid = 0;  ///< cells per unit of log ratio, where there is a grid
};

/// A binomial coefficient and the tail above it, in units of 2^-fraction: b = C(c,k)/2^c, s = Pr[Bin(c,1/2) > k].
struct HalfRow {
  Integer b_lo, b_hi, s_lo, s_hi;
};

/// Kind:     encloses
/// Domain:   c/2 <= k <= c (k >= (c+1)/2 if c is odd)
/// Rigor:    walks j upward from the middle with u_j = C(c,j)/C(c,mid) rounded both ways; the row is symmetric, so
///           the sum of the upper half gives 2^c/C(c,mid); what is left after the last j is at most u_j
///           rho/(1-rho), rho = (c-j)/(j+1) < 1, since the ratios fall.
/// Cost:     O(sqrt(c fraction)) terms `negligible`: the walk ends at terms of at most that many bits, in units of
///           2^-(fraction+64). Must exceed log2 of 1/(1-rho), or it does not end before the row: rounding up keeps
///           a term from falling below that.
[[nodiscard]] HalfRow half_row(std::uint64_t c, std::uint64_t k, unsigned long fraction, Budget& budget,
                               std::size_t negligible = 40);

/// The numbers of clones that are summed; the rest is remainder.
struct Window {
  std::uint64_t lo;
  std::uint64_t hi;
};

/// Choices on which only the width depends. The defaults make the enclosure narrow; tests choose badly, so that every
/// remainder counts.
struct ClonesTuning {
  std::optional<Window> window;
  std::optional<unsigned long> fraction;  ///< bits of the rows and of the weights
  std::optional<unsigned long> tau_bits;  ///< bits of the dyadic threshold, at least 1
  std::size_t row_negligible = 40;
};

/// A pair of laws of two counters: C ~ Bin(n-1, p) coins, each of them counted on either side, and one user more, who
/// is counted on the first side with probability a under P0 and 1-a under P1. P0 - w P1 is positive where the first
/// counter exceeds tau of the total.
struct CoinPair {
  /// 1/p - 1, > 0.
  std::function<Interval(mpfr_prec_t)> odds_against;
  /// At some w: a - w(1-a), tau in [1/2, 1), and 2a - 1; w - 1 comes first.
  struct Threshold {
    Interval alpha, tau, share;
  };
  std::function<Threshold(const Interval& w_minus_1)> threshold;
};

/// a = E/(E+1), p = 1/E, E = e^eps0.
[[nodiscard]] CoinPair clones_pair(const Number& eps0);

/// The strong view of k-ary randomized response without its exposed bit: a = 1, p = 2 gamma/k.
[[nodiscard]] CoinPair krr_pair(const Number& gamma, std::uint64_t k);

/// The hockey-stick divergence of a coin pair of n users at w = e^eps, as a sum over the number of coins going up.
/// Kind:     encloses
/// Domain:   n >= 1, eps >= 0, alpha > 0 (proved by the caller)
/// Rigor:    PROOFS.md section 1
/// Cost:     about 2 sqrt(1.4 (n-1) p (bits + scale)) terms of bits + scale + log n bits
[[nodiscard]] Interval coin_delta(std::uint64_t n, const CoinPair& pair, const Number& eps, Effort effort,
                                  Budget& budget, const ClonesTuning& tuning = {});

/// The same of the clones pair.
/// Domain:   n >= 1, 0 < eps0, 0 <= eps < eps0 (proved by the caller)
[[nodiscard]] Interval clones_delta(std::uint64_t n, const Number& eps0, const Number& eps, Effort effort,
                                    Budget& budget, const ClonesTuning& tuning = {});

}  // namespace hallmark::check
