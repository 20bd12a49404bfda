// Bounds on random allocation through Poisson sampling: decomposition, truncated posterior, recursion.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "bounds/allocation/allocation.hpp"
#include "exact/least.hpp"

namespace hallmark::allocation {

/// Encloses the delta at eps of Poisson sampling at the rate given, same noise and number of steps.
using PoissonDelta = std::function<Bracket(const Rational& rate, const Rational& eps, Direction direction)>;

struct PoissonBoundParameters {
  Number sigma;
  slong steps;
  Number eps;           // nats, at least 0
  Direction direction;  // remove or add
  slong selected = 1;   // of truncated_poisson_upper alone
};

/// The bound of one choice of a rate.
struct ChosenBound {
  UpperEnd delta;
  std::string choices;
};

/// delta_Poisson(eps') / lambda' (remove), delta_Poisson(eps'') / lambda'' (add) at the rate lambda: with
/// a = 1 - (1-lambda)^t, remove: e^eps' = 1 + a (e^eps - 1), lambda' = a; add: e^-eps'' = 1 - a (1 - e^-eps),
/// lambda'' = a / (a + e^eps (1-a)).
///
/// Kind:      upper bound on delta(eps) of one selected step, in the direction given
/// Units:     eps in nats; zero-out
/// Domain:    0 < sigma, 1 <= steps, 0 < lambda <= 1, 0 <= eps, one direction; otherwise throws InputError
/// Rigor:     the Poisson profile falls with eps, so its ends are taken at rationals around eps', eps''
/// Source:    [FS25] Theorem 4.6 of the later version; Theorem 4.1 of the first version is right for remove only
/// Cost:      two Poisson deltas
[[nodiscard]] ChosenBound decomposition_upper(const PoissonBoundParameters& parameters, const Rational& lambda,
                                              const PoissonDelta& poisson);

/// A bound of Pr_Q[min_i M_i < 1 - g], M_i = 1 + sum_{j <= i} (X_j - 1) / t.
/// Kind:      upper bound
/// Domain:    0 < sigma, 1 <= steps, 0 <= g < 1
/// Rigor:     the smaller of exp(-t g^2 / (2 e^(1/sigma^2))) (one-sided Bernstein: X >= 0, E X^2 = e^(1/sigma^2)) and
///            e^(theta t (1-g)) L(theta)^t at a theta found by search (exact Chernoff), both maximal inequalities for
///            the martingale M
/// Source:    ours; replaces the Azuma inequality of [FS25] Theorem 4.1 of the later version
/// Cost:      about 60 values of L
[[nodiscard]] Ball low_posterior_upper(const Number& sigma, slong steps, const Rational& g, slong bits,
                                       const Budget& budget);

/// delta_Poisson(eps) at rate eta = 1/(t (1-g)) plus the probability of a low posterior, at the g of the least sum
/// found: remove (1-g) Pr_Q[B], add Pr_Q[B], B = {min M_i < 1 - g}. Of several selected steps t is the length of the shorter
/// blocks with one in each, and B that this happens in some block.
///
/// Kind:      upper bound on delta(eps), in the direction given
/// Units:     eps in nats; zero-out
/// Domain:    as decomposition_upper
/// Rigor:     the posterior that the next step is the user's is at most eta outside B, in every block. Every g bounds;
///            g = 1 - 1/t is rate 1, without a remainder
/// Source:    [FS25] Theorem 4.1 and Lemma 4.3 of the later version (Theorem 3.2 of the first) with our tail bounds; several
///            selected steps: Corollary 3.12 of the first version, with blocks of any lengths
/// Cost:      about 15 Poisson deltas
[[nodiscard]] ChosenBound truncated_poisson_upper(const PoissonBoundParameters& parameters, const PoissonDelta& poisson,
                                                  const Budget& budget = {});

/// delta_Poisson(eps) at rate eta = e^(2g)/t plus delta_add(g) e^g / (e^g - 1) (add), delta_add(g) / (e^(2g) - e^g)
/// (remove), at the g of the least sum found; delta_add by the smaller of direct-add and laplace-add.
///
/// Kind:      upper bound on delta(eps) of one selected step, in the direction given
/// Units:     eps in nats; zero-out
/// Domain:    as decomposition_upper
/// Rigor:     (1 - e^g M_i)_+ is a submartingale under Q, stopped at the first M_i < e^(-2g)
/// Source:    [FS25] Theorem 4.2 of the later version
/// Cost:      about 15 Poisson deltas
[[nodiscard]] ChosenBound recursive_upper(const PoissonBoundParameters& parameters, const PoissonDelta& poisson,
                                          const Budget& budget = {});

/// Encloses inf {eps >= 0 : delta at eps <= delta} of Poisson sampling at the rate given, same noise and number of
/// steps.
using PoissonEpsilon = std::function<Bracket(const Rational& rate, const Rational& delta, Direction direction)>;

struct PoissonEpsilonParameters {
  Number sigma;
  slong steps;
  Number delta;         // a probability, positive
  Direction direction;  // remove or add
  slong selected = 1;   // of truncated_poisson_epsilon_upper alone
};

/// The epsilon of one choice; nothing where the choices found give no finite one.
struct ChosenEpsilon {
  UpperEnd epsilon;
  std::string choices;
};

/// inf {eps >= 0 : decomposition_upper(eps) <= delta} at the rate lambda.
///
/// Kind:      upper bound on epsilon of one selected step, in the direction given
/// Units:     nats; zero-out
/// Domain:    as decomposition_upper; 0 < delta <= 1
/// Rigor:     remove: delta_Poisson(eps') <= delta lambda' is eps' >= epsilon_Poisson(delta lambda'). Add: lambda'' =
///            1 - (1-a) e^eps'', so the condition is epsilon_Poisson(delta (1 - (1-a) e^x)) <= x at x = eps''; its
///            least x is found by iteration and both ends are proved there
/// Source:    as decomposition_upper
/// Cost:      2 (remove) or about 6 (add) Poisson epsilons
[[nodiscard]] std::optional<ChosenEpsilon> decomposition_epsilon_upper(const PoissonEpsilonParameters& parameters,
                                                                       const Rational& lambda, slong digits,
                                                                       const PoissonEpsilon& poisson,
                                                                       const Budget& budget = {});

/// epsilon_Poisson(delta - r) at the rate of truncated_poisson_upper (recursive_upper), r its remainder, at the g of
/// the least epsilon found.
///
/// Kind:      upper bound on epsilon of one selected step, in the direction given
/// Units:     nats; zero-out
/// Domain:    as decomposition_epsilon_upper
/// Rigor:     every g bounds
/// Source:    as truncated_poisson_upper, recursive_upper
/// Cost:      3 Poisson epsilons and some hundred values of L
[[nodiscard]] std::optional<ChosenEpsilon> truncated_poisson_epsilon_upper(const PoissonEpsilonParameters& parameters,
                                                                           const PoissonEpsilon& poisson,
                                                                           const Budget& budget = {});
[[nodiscard]] std::optional<ChosenEpsilon> recursive_epsilon_upper(const PoissonEpsilonParameters& parameters,
                                                                   const PoissonEpsilon& poisson,
                                                                   const Budget& budget = {});

}  // namespace hallmark::allocation
