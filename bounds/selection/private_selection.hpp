// Private selection: a mechanism is run a random number of times, and the best outcome is released.
#pragma once

#include <variant>
#include <vector>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::private_selection {

// The law of the number of runs K.
/// Pr[K = k] proportional to (1-gamma)^k Gamma(k+eta)/(Gamma(eta) k!), k >= 1; eta = 1 geometric, eta = 0 logarithmic.
struct NegativeBinomial {
  Number eta;
  Number gamma;
};
/// Poisson of that mean, also where it is given that K >= 1.
struct Poisson {
  Number mean;
};
/// Bin(n, p).
struct BinomialRuns {
  slong n;
  Number p;
};
struct Fixed {
  slong n;
};
using Runs = std::variant<NegativeBinomial, Poisson, BinomialRuns, Fixed>;

/// The least epsilon of the selection over all eps0-private mechanisms and all orders of their outcomes.
///   negative binomial: eps0 + (eta+1) ln((gamma + (1-gamma) a)/(gamma + (1-gamma) b)), a = E/(1+E), b = 1/(1+E), E =
///   e^eps0;
///   Poisson: eps0 + mean tanh(eps0/2); binomial: eps0 + (n-1) ln((1-p + p a)/(1-p + p b)); fixed: n eps0.
/// Kind:      encloses; attained in the limit by randomized response with a continuous tie-breaker
/// Units:     nats; both directions
/// Domain:    eps0 > 0, 0 < gamma <= 1, eta > -1, mean > 0, 0 < p <= 1, n >= 1; otherwise throws InputError
/// Source:    PROOFS.md section 18.3; [PS22] the laws of K
/// Cost:      O(1)
/// Example:   epsilon(Number("ln(2)"), NegativeBinomial{.eta = 1, .gamma = Number("1/4")}, 64).to_string(10)
///            -> [1.504077397 +/- 2.24e-10]
[[nodiscard]] Ball epsilon(const Number& eps0, const Runs& runs, slong bits);

/// So often the mechanism may be run: the weight of that number of runs, which need not add up to 1.
struct Weight {
  slong runs;
  Rational weight;
};

/// The same for any law of K on finitely many numbers: eps0 + the largest ln(f'(1 - u/E)/f'(1 - u)), 0 < u <= E/(1+E),
/// where f(x) = E x^K.
/// Kind:      encloses
/// Units:     nats; both directions
/// Shape:     runs >= 0, each once, weights >= 0, one of them positive at runs >= 1
/// Domain:    eps0 > 0; otherwise throws InputError
/// Rigor:     cells of u: f' does not fall, so that its values at the ends of a cell bound the ratio there, and so does
///            the value in the middle with the largest slope; the largest bound of all cells counts
/// Source:    PROOFS.md section 18.3
/// Cost:      some hundred evaluations of a polynomial
[[nodiscard]] Bracket epsilon_of_table(const Number& eps0, const std::vector<Weight>& law, slong digits,
                                       const Budget& budget);

}  // namespace hallmark::private_selection
