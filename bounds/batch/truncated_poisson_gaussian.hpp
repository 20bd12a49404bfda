// Poisson batches cut to a largest size, with Gaussian noise: one pair that dominates a step.
#pragma once

#include <optional>

#include "bounds/arguments.hpp"
#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::truncated_poisson {

/// `steps` batches: each of `records` records is drawn with probability `rate`, of more than `largest` drawn ones a
/// uniformly random subset of that size stays, and N(0, sigma^2) is added to the sum of vectors of length at most 1.
struct Mechanism {
  Number sigma;
  Number rate;
  slong steps;
  slong records;
  slong largest;
  bool replaced;  // replace-one; else zero-out, where the record stays and its vector is 0
};

/// The mechanism of a row's arguments, at that noise.
/// Kind:      exact
/// Domain:    arguments of truncated-poisson-gaussian.*
/// Source:    the definition
[[nodiscard]] Mechanism mechanism(const Arguments& arguments, const Number& sigma);

/// How often a step is cut, and how probable a place in a batch that is cut is.
struct Cut {
  Ball often;  // tau = Pr[Bin(n-1, q) >= B]
  Ball place;  // q' = B Pr[Bin(n, q) > B] / (n tau); of no meaning where tau is 0
};
/// Kind:      encloses; trivially when the budget ends
/// Domain:    as phase
/// Rigor:     with m of the other records drawn, m >= B, the record has a place with probability q B/(m+1); the mean over
///            m given m >= B is (B/n) Pr[Bin(n, q) > B]/tau, as C(n-1, m) n/(m+1) = C(n, m+1)
/// Source:    lemma truncated-poisson-gaussian.rate
[[nodiscard]] Cut cut(const Mechanism& mechanism, slong bits, const Budget& budget = {});

inline constexpr slong coin_bits = 512;  // of the coin: relative, whatever the digits

/// An upper bound of delta for every sigma and every eps >= 0, one direction or both.
/// Kind:      upper bound; not finite when the budget ends
/// Domain:    as phase
/// Rigor:     the laws of either pair agree but for a part of mass q, q', so that a step's total variation is at most
///            a = (1 - tau) q + tau q' whatever sigma is, and that of the steps 1 - (1 - a)^steps
/// Source:    the coupling of the two sides
[[nodiscard]] Ball told_by_taking_part(const Mechanism& mechanism, const Budget& budget = {});

/// From which side the rate of the cut steps is rounded to 200 bits.
enum class Rounded { up, down };

/// Steps of the pair that dominates one: a coin that everybody sees chooses the pair of Poisson batches with probability
/// 1 - tau and the coupling's pair at share q' with tau.
/// Kind:      upper bound of the mechanism; rounded down it is below the formula, rounded up above; nothing when the
///            budget ends
/// Domain:    0 < sigma, 0 < rate <= 1, 1 <= steps, 1 <= records, 1 <= largest; otherwise throws InputError
/// Rigor:     Let m be how many of the others are drawn. Given m < B nothing is cut, and the step is Poisson batches at
///            rate q. Given m >= B the batch is a uniform B-subset C of the others with one of them, y, marked, whose
///            place the record takes with probability q B/(m+1); (C, y) is independent of m, so that averaged over m the
///            step is (1-q') N(y) + q' N(x) against (1-q') N(y) + q' N(x'), |x|, |x'|, |y| <= 1, x' = 0 under zero-out:
///            below the coupling's pair at share q' for every w (PROOFS.md 15.3). By joint convexity the profile of a step
///            is at most the mean of the two, that of the coin's pair, for all w >= 0; so its powers dominate. The
///            coupling's profile q' H_a(N(2/sigma) || N(0)), a = 1 + (w-1)/q', does not fall in q', being a perspective
///            of a nonincreasing function.
/// Source:    ours; PROOFS.md 15.6. The scheme is that of arXiv 2508.15089, of which the abstract alone was read
[[nodiscard]] std::optional<composition::Phase> phase(const Mechanism& mechanism, Rounded rounded,
                                                      const Budget& budget = {});

}  // namespace hallmark::truncated_poisson
