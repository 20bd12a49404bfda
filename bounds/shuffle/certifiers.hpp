// What the shuffle model's families know of their certificates.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark {

/// A delta of one round by sums; of several on a grid or by convex laws, as fine as the claim asks for.
extern const Certifier rounds_certifier;
/// The epsilon of such a delta.
extern const Certifier rounds_epsilon_certifier;
/// krr.epsilon.strong-pair, whose delta becomes 0 nowhere that the checker knows: evaluated at an eps below 10^4.
extern const Certifier pair_epsilon_certifier;
/// clones.eps0 and clones.n, the checker evaluates clones.delta there.
extern const Certifier local_eps0_certifier;
extern const Certifier population_certifier;
/// Closed forms of pure eps0-local randomizers: the checker knows none with delta0 > 0.
extern const Certifier pure_formula_certifier;
/// multinomial.delta: where there is no fourth category the checker sums over few users, in short rationals.
extern const Certifier four_categories_certifier;
/// Advanced composition: the epsilon of one round between two numbers.
extern const Certifier advanced_composition_certifier;

}  // namespace hallmark
