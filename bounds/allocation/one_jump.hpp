// Random allocation between closed forms of one step: wide for much noise, close where a single step decides.
#pragma once

#include "bounds/allocation/convex_profile.hpp"
#include "exact/bracket.hpp"

namespace hallmark::allocation {

/// delta at eps between two closed forms.
///
/// remove: G(eps + epochs selected ln steps) <= delta <= G(eps), G the profile of selected epochs Gaussian mechanisms;
/// add, selected = epochs = 1, s = 1/sigma: (1-u) Phi(s/2 - (eps - ln u)/s)^t <= delta <= Phi(s/2 + (ln t - eps)/s)^t,
/// the best of u = 1/2, 2^-6, 2^-40; for other numbers only delta <= G(eps).
/// Kind:      encloses
/// Units:     eps in nats; adjacency zero-out; direction remove or add
/// Domain:    as profile_law
/// Rigor:     the ratio R is the mean of N <= steps^(selected epochs) products X of ratios, one for every choice of
///            steps, each with the law of the Gaussian mechanisms. A mean is below one of them in convex order:
///            delta <= G, both directions. remove: (sum x_i - c)_+ >= sum (x_i - c)_+ for x_i, c >= 0, so E(R - w)_+
///            >= E(X - N w)_+ = G(eps + ln N), G nonincreasing. add: (1 - w S/t)_+ is at most 1, 0 unless every X_i <
///            t/w, and at least 1 - u where every X_i <= u/w; Pr[X < x] = Phi((ln x)/s + s/2), independent steps.
/// Source:    ours; [FS25] for the scheme
/// Cost:      a few erfc evaluations
struct OneJump {
  Ball lower;
  Ball upper;
};
[[nodiscard]] OneJump one_jump_delta(const ProfileParameters& parameters, const Ball& eps, slong bits);

/// mu^2/2 + mu sqrt(2 ln(1/delta)), mu = sqrt(epochs selected)/sigma: at least the eps of that delta.
/// Kind:      upper bound
/// Units:     nats; adjacency zero-out; direction remove or add
/// Domain:    0 < delta <= 1
/// Rigor:     delta(eps) <= G(eps) <= Phi(mu/2 - eps/mu), as one_jump_delta; Phi(-t) <= e^(-t^2/2) for t >= 0
/// Source:    as one_jump_delta
/// Cost:      O(1)
[[nodiscard]] Rational one_jump_epsilon_upper(const ProfileParameters& parameters, const Number& delta);

/// inf {eps >= 0 : delta(eps) <= delta} between the same.
/// Kind:      encloses
/// Units:     as one_jump_delta
/// Domain:    0 < delta <= 1
/// Rigor:     both bounds are nonincreasing in eps; the ends were evaluated, or the upper one is one_jump_epsilon_upper
/// Source:    as one_jump_delta
/// Cost:      about 150 evaluations of one_jump_delta
[[nodiscard]] Bracket one_jump_epsilon(const ProfileParameters& parameters, const Number& delta);

}  // namespace hallmark::allocation
