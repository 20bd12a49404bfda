// Batches of a fixed size with Gaussian noise, under replace-one: two ends of every profile.
#pragma once

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/enclosed.hpp"

namespace hallmark::fixed_batch {

/// `steps` batches, each a uniformly random subset of a share of the records, N(0, sigma^2) on the sum of vectors of
/// length at most 1, the queries chosen adaptively.
struct Mechanism {
  Number sigma;  // rational: half of it must be a Number
  Number share;
  slong steps;
};

/// Which sequences the lower end takes: those fixed beforehand, or also adaptive ones (adaptive_tests).
enum class Queries { fixed, adaptive };

/// The supremum of H_{e^eps} over datasets of n records, batches of n share of them, that differ in one, both
/// directions.
/// Kind:      encloses, as a bracket that does not close: both ends have the digits asked for
/// Units:     eps in nats, a probability; replace-one
/// Domain:    0 < sigma rational, 0 < share < 1, 1 <= steps <= 10^15, |eps| <= 10^6; otherwise throws InputError
/// Rigor:     upper: the coupling. A uniform subset of the others with one of them, y, marked; with probability q the
///            marked place holds the record, x or x', so that a step is (1-q) N(y) + q N(x) against (1-q) N(y) + q N(x');
///            its profile is at most q H_a(N(2/sigma) || N(0)), a = 1 + (w-1)/q, for w >= 1, and 1 - w + w times that at
///            1/w below: the pair with exactly this profile (Pair::coupled) dominates every step for all w, so its powers
///            dominate. lower: all others are y = -1 in j steps and y = 1 in the others, x = 1, x' = -1: the step is
///            remove (add) of poisson-gaussian at sigma/2; every j is a dataset and a sequence of queries. With one step
///            both ends are one number.
/// Source:    lemma fixed-batch-gaussian.coupling; [BBG18] Theorem 2 for the profile
/// Cost:      two inversions of poisson_gaussian, and a few convex laws for other j; adaptive: as adaptive_tests
[[nodiscard]] Enclosed delta(const Mechanism& mechanism, const Number& eps, slong digits, const Budget& budget = {},
                             Queries queries = Queries::fixed);
/// inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses, as delta
/// Domain:    as delta; 0 < delta <= 1
/// Source:    as delta
[[nodiscard]] Enclosed epsilon(const Mechanism& mechanism, const Number& delta, slong digits, const Budget& budget = {},
                               Queries queries = Queries::fixed);
/// inf {sigma > 0 : delta(eps) <= delta}; the sigma of the mechanism is not used.
/// Kind:      encloses, as delta: the lower end is twice the sigma of poisson-gaussian
/// Domain:    as delta; eps >= 0, 0 < delta < 1
/// Source:    as delta
[[nodiscard]] Enclosed sigma(const Mechanism& mechanism, const Number& eps, const Number& delta, slong digits,
                             const Budget& budget = {});

/// The Poisson batches of the lower end, j = steps: sigma/2, one record.
/// Kind:      exact
/// Domain:    sigma rational
/// Source:    as delta
[[nodiscard]] poisson_gaussian::Mechanism lower_mechanism(const Mechanism& mechanism);
/// The pair of the upper end.
/// Kind:      exact
/// Source:    as delta
[[nodiscard]] poisson_gaussian::Mechanism upper_mechanism(const Mechanism& mechanism);

}  // namespace hallmark::fixed_batch
