// Local randomizers by name: what shuffling their reports is asked of.
#pragma once

#include <optional>
#include <vector>

#include "bounds/blanket/blanket.hpp"
#include "exact/bracket.hpp"

namespace hallmark::blanket {

/// A randomizer, the eps from which one report's divergence is 0, if there is one, and for a delta an eps at which it is
/// no more than that: shuffling is a post-processing of reports, so delta(eps) of the shuffled ones is not larger. `alone`, where
/// it is known: the largest divergence of one report, which is that of the inputs 0 and 1. `wide`: U has no bounds, and `alone` is known.
struct Randomizer {
  std::function<Problem(const Number& eps, double reach)> problem;
  std::optional<Number> most;
  std::function<Rational(const Number& delta)> enough;
  std::function<Ball(const Number& eps, slong bits)> alone = {};
  std::function<Inversion(const Number& delta, slong digits, const Budget& budget)> epsilon_alone = {};
  bool wide = false;
};

/// x + Laplace noise of scale 1/eps0, of Gaussian noise of deviation sigma, x in [0, 1].
/// Kind:      encloses what it says: no pair of inputs in [0, 1] has a larger blanket bound than (0, 1)
/// Domain:    0 < eps0, 0 < sigma; otherwise throws InputError
/// Rigor:     for any set S of reports let T be the half-line (-infinity, t) of as much blanket: R_0(T) >= R_x(S), R_1(T)
///            <= R_x'(S), for every symmetric log-concave noise (PROOFS.md, section on blankets)
/// Source:    ours; [BBGN19] Lemma 5.3 for the bound
[[nodiscard]] Randomizer laplace(const Number& eps0);
[[nodiscard]] Randomizer gaussian(const Number& sigma);

/// k-ary randomized response: a uniform category with probability gamma, else the truth.
/// Kind:      encloses what it says: by symmetry there is one pair
/// Domain:    2 <= k, 0 < gamma < 1
/// Source:    [KHH21] equations (3.1) to (3.4)
[[nodiscard]] Randomizer krr(slong k, const Number& gamma);

/// Hadamard response: K the least power of two above k, C_x the outputs y with H_(x y) = 1, H the Hadamard matrix of
/// Sylvester, x = 1..k; each of the K/2 outputs of C_x has e^eps0 times the probability of each other one.
/// Kind:      encloses what it says: by symmetry there is one pair
/// Domain:    2 <= k <= 10^15, 0 < eps0
/// Source:    [ASZ19] Section 4
[[nodiscard]] Randomizer hadamard(slong k, const Number& eps0);

/// The subset mechanism: an output is a set of `size` of the k categories; sets that hold x have e^eps0 times the
/// probability of the others.
/// Kind:      encloses what it says: by symmetry there is one pair
/// Domain:    1 <= size < k <= 10^15, 0 < eps0; otherwise throws InputError
/// Source:    [YB18] Section III
[[nodiscard]] Randomizer subset(slong k, slong size, const Number& eps0);

/// Any finite randomizer: a row of probabilities an input.
/// Kind:      encloses: all pairs of inputs above, by one law above all of them; a few datasets below
/// Domain:    2 to 64 rows of equally many rationals >= 0 that add up to 1; enough: a delta of at least what one input
///            gives where another never does; otherwise throws InputError
/// Rigor:     where all others hold x', an output that x' never gives shows x: no eps helps against that
/// Source:    [BBGN19] Lemma 5.3
[[nodiscard]] Randomizer table(const std::vector<std::vector<Rational>>& rows);

}  // namespace hallmark::blanket
