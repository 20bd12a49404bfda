// Upper ends for several selected steps, direction remove: one product of independent factors above the ratio.
#pragma once

#include <optional>

#include "bounds/allocation/step_ratio.hpp"
#include "exact/budget.hpp"
#include "exact/lattice_law.hpp"

namespace hallmark::allocation {

/// ln(e^-V I_0(V)), I_0 the modified Bessel function.
/// Kind:      encloses
/// Domain:    V >= 0
[[nodiscard]] Ball log_peak(const Rational& v, slong bits);

/// What a product bound is made of. With pi = lambda X / (1 - lambda + lambda X), v = pi (1 - pi), V the sum of v over
/// the steps of an epoch: ln(e^-V I_0(V)) <= alpha - beta V for low <= V <= high.
struct ProductChoice {
  Rational lambda;
  Rational low;
  Rational high;
  Rational alpha;
  Rational beta;
  Rational theta_low;   // of Chernoff's bound on {V < low}
  Rational theta_high;  // on {V > high}
};

/// An upper bound of delta of all epochs: factor E(Y_1 ... Y_n - e^eps / factor)_+ + missed, n the steps of all epochs.
struct ProductBound {
  LatticeLaw law;   // its upper side is above the law of Y_1 ... Y_n
  Rational factor;  // at least (e^alpha / b)^epochs, b = C(t, k) lambda^k (1 - lambda)^(t - k)
  Rational missed;  // at least the probability with the record that V leaves [low, high] in some epoch
};

/// The choice for a lambda, so that V leaves [low, high] with a probability of about `missed` at either end.
/// Kind:      a proposal; alpha and beta are on the right side of what they bound
/// Domain:    as check_selection, selected < steps, 0 < lambda < 1, 0 < missed
[[nodiscard]] ProductChoice product_choice(const StepRatio& step, const Selection& selection, const Rational& lambda,
                                           double missed);

/// The bound of a choice, on a lattice of steps h = 2^-scale of ln Y, Y = (1 - lambda + lambda X) e^(-beta v).
/// Kind:      upper bound; nothing when the budget ends
/// Units:     adjacency zero-out, direction remove
/// Domain:    as product_choice; 0 <= beta <= 1, low < high
/// Rigor:     The ratio R_k = e_k(X_1, ..., X_t)/C(t, k) is at most L g(V)/b, where L is the product of all 1 - lambda +
///            lambda X_i and g(V) = e^-V I_0(V): b R_k/L is the probability that t independent trials of chances pi_i
///            have k successes, at most the integral of the modulus of their characteristic function. ln g is convex:
///            the chord bounds it. What the chord does not reach is counted at its probability with the record.
///            Y rises with X as beta <= 1: cells of X are cells of Y. Under (1 - lambda) Q + lambda P a cell has the mean
///            of pi lambda p/m; e^(-beta pi (1 - pi)) is convex in pi, so that E_Q[Y; cell] is at most its chord's value
///            there times m.
/// Source:    our proof
/// Cost:      two erfc a cell, log2(steps epochs) squarings of integer polynomials
[[nodiscard]] std::optional<ProductBound> product_bound(const StepRatio& step, const Selection& selection,
                                                        const ProductChoice& choice, slong scale,
                                                        const LatticeEffort& effort, const Budget& budget = {});

/// What the bound says at one eps.
/// Kind:      upper bound
/// Units:     eps in nats, any real
/// Source:    our proof
[[nodiscard]] Rational delta_of(const ProductBound& bound, const Number& eps);

/// delta(eps) from above by the best of some choices; nothing where there is none.
/// Kind:      upper bound
/// Units:     eps in nats, any real; adjacency zero-out, direction remove
/// Domain:    as product_choice; `guess` is where delta is looked for
/// Rigor:     product_bound
/// Source:    our proof
/// Cost:      some coarse laws, a fine one
[[nodiscard]] std::optional<Rational> product_delta_upper(const StepRatio& step, const Selection& selection,
                                                          const Number& eps, double guess, const Budget& budget = {});

/// An eps at which delta(eps) <= delta is proved by the best of some choices; nothing where there is none.
/// Kind:      upper bound of the least eps with delta(eps) <= delta
/// Units:     nats; adjacency zero-out, direction remove
/// Domain:    as product_choice, 0 < delta
/// Rigor:     product_bound; delta falls with eps
/// Source:    our proof
/// Cost:      as product_delta_upper
[[nodiscard]] std::optional<Rational> product_epsilon_upper(const StepRatio& step, const Selection& selection,
                                                            const Rational& delta, const Budget& budget = {});

/// The choice and the coarsest of some lattices that prove delta(eps) <= delta; nothing where none does.
/// Kind:      a proposal: whoever makes the bound again proves it
/// Units:     eps in nats, any real; adjacency zero-out, direction remove
/// Domain:    as product_choice, 0 < delta
/// Cost:      as product_delta_upper
struct ProductProof {
  ProductChoice choice;
  slong scale;
};
[[nodiscard]] std::optional<ProductProof> product_proof(const StepRatio& step, const Selection& selection,
                                                        const Number& eps, const Rational& delta,
                                                        const Budget& budget = {});

}  // namespace hallmark::allocation
