// Very many epochs: the log of the ratio is close to its mean, so that two Renyi divergences of orders near 1 bound it.
#pragma once

#include "bounds/allocation/convex_profile.hpp"
#include "exact/bracket.hpp"

namespace hallmark::allocation {

/// inf {eps >= 0 : delta(eps) <= delta} between two conversions of Renyi divergences of orders 1 + h, 1 + 2h.
///
/// R_a the divergence of order a of one epoch, M(a) = e^((a-1) epochs R_a). Upper: epochs R_a - (ln delta + ln a)/(a-1)
/// + ln(1 - 1/a), or one_jump_epsilon_upper where that is less. Lower: ln(1 - delta/p) + epochs R_(1+h) + (ln theta)/h,
/// p = (1-theta)^2 M(1+h)^2 / M(1+2h) > delta.
///
/// Kind:      encloses, to about the width of a normal law
/// Units:     eps in nats; adjacency zero-out; direction remove or add
/// Domain:    as profile_law; 0 < delta <= 1
/// Rigor:     upper: the conversion of renyi_conversion.hpp. Lower: under the first law of the direction e^(hL), L the
///            log of the ratio, has the moments M(1+h) and M(1+2h), so Pr[e^(hL) >= theta M(1+h)] >= p (Paley,
///            Zygmund): with l = epochs R_(1+h) + (ln theta)/h, delta(eps) = E(1 - e^(eps - L))_+ >= p (1 - e^(eps -
///            l)). h and theta are proposals.
/// Source:    ours; [FS25] for the scheme
/// Cost:      about ten Renyi divergences of real order
[[nodiscard]] Bracket many_epochs_epsilon(const ProfileParameters& parameters, const Number& delta,
                                          const Budget& budget = {});

/// delta at eps from below, by the same events.
/// Kind:      lower bound
/// Domain:    as profile_law; any eps
/// Source:    as many_epochs_epsilon
[[nodiscard]] Ball many_epochs_delta_lower(const ProfileParameters& parameters, const Number& eps,
                                           const Budget& budget = {});

/// From how many epochs on this is worth its time.
inline constexpr slong many_epochs = 1000;

}  // namespace hallmark::allocation
