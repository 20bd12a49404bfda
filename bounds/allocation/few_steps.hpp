// Several selected steps of a few: a quadrature over what the steps differ by.
#pragma once

#include <vector>

#include "bounds/allocation/allocation.hpp"
#include "bounds/allocation/convex_profile.hpp"
#include "exact/bracket.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// Nodes of more steps are too many.
inline constexpr slong most_few_steps = 6;

/// A trapezoid rule in steps - 1 coordinates: the nodes h m, |m| <= last in each, and how far the strip of its error
/// bound reaches. Any choice encloses.
struct FewStepsRule {
  Rational step;
  Rational reach;
  slong last = 0;
};

/// A rule that leaves an error of about e^ln_error; nothing where its nodes are too many.
/// Kind:      a proposal
/// Domain:    1 <= selected < steps
[[nodiscard]] std::optional<FewStepsRule> few_steps_rule(const Scheme& scheme, double ln_error,
                                                         double most_nodes = 400'000);

/// delta(eps) of one epoch and one direction.
///
/// The sum of all outputs is independent of their differences d, and the ratio is a power of it times a function of d:
/// R = H(d) e^(tau s - tau^2/2), s standard normal, tau = selected/(sigma sqrt(steps)), H the mean over all choices T of
/// e^(l_T.d/sigma - l^2/(2 sigma^2)). So delta is the mean over d, a normal vector of steps - 1 coordinates, of a closed
/// form: H D(eps - ln H), D the delta of one Gaussian step of sigma 1/tau (remove), D(eps + ln H) (add).
///
/// Kind:      encloses
/// Domain:    1 <= selected < steps, direction remove or add, any real eps
/// Rigor:     the integrand is analytic in a strip in each coordinate, where its modulus is bounded: PROOFS.md 20.5
/// Source:    ours
/// Cost:      two error functions a node
[[nodiscard]] Ball few_steps_delta(const ProfileParameters& parameters, const Ball& eps, const FewStepsRule& rule,
                                   slong bits, const Budget& budget);

/// Bits that leave so many digits.
/// Kind:      a proposal
[[nodiscard]] constexpr slong bits_of_few_steps(slong digits) { return digits * 10 / 3 + 8; }

/// The same to about so many bits of its size.
/// Kind:      encloses
/// Source:    as above
[[nodiscard]] Ball few_steps_delta(const ProfileParameters& parameters, const Number& eps, slong bits,
                                   const Budget& budget);

/// inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses
/// Domain:    as few_steps_delta; 0 < delta <= 1
/// Rigor:     delta falls with eps; two values of it on either side of a guess
/// Source:    as few_steps_delta
[[nodiscard]] Inversion few_steps_epsilon(const ProfileParameters& parameters, const Number& delta, slong digits,
                                          const Budget& budget);

}  // namespace hallmark::allocation
