#pragma once

#include <optional>

#include "shuffle/response_sum.hpp"

namespace hallmark::check {

// Divergences as rationals, by the sum of the positive parts of all outputs; nullopt unless e^eps0 (or gamma, lambda)
// and e^eps are known to be rational and the case is small: at most some hundred users and short numbers.

/// The clones pair and, for k-ary randomized response, the strong pair without its exposed bit.
/// Domain:   n >= 1, 0 <= eps
[[nodiscard]] std::optional<Rational> clones_delta_exact(Count n, const Number& eps0, const Number& eps);
[[nodiscard]] std::optional<Rational> krr_pair_delta_exact(Count n, const Number& gamma, Count k, const Number& eps);

/// The weak view of shuffled k-ary randomized response (PROOFS.md 6.2).
[[nodiscard]] std::optional<Rational> krr_weak_delta_exact(Count n, const Number& gamma, Count k, const Number& eps);

/// The pair of four categories (PROOFS.md 6.3), of at most 40 users.
/// Domain:   1 <= n, 0 < p <= 1/3, 0 < q <= 1, 0 <= eps
[[nodiscard]] std::optional<Rational> four_categories_delta_exact(Count n, const Number& p, const Number& q,
                                                                  const Number& eps);

/// Shuffled binary randomized response, random allocation of it, its composition.
[[nodiscard]] std::optional<Rational> responses_delta_exact(const Responses& responses, const Number& eps0,
                                                            const Number& eps);

/// The decomposition formula of `steps` steps at the rate lambda (PROOFS.md 2.1), at most 1.
[[nodiscard]] std::optional<Rational> decomposition_exact(Count steps, const Number& lambda, bool remove,
                                                          const Number& eps0, const Number& eps);

/// The decomposition at any = 1 - (1-lambda)^steps, of whatever type: H_w of the scheme is H_threshold of Poisson
/// sampling over share.
template <class Real>
struct Decomposition {
  Real threshold, share;

  Decomposition(bool remove, const Real& one, const Real& never, const Real& w)
      : threshold(remove ? Real(one + (one - never) * (w - one)) : Real(one / (never + (one - never) / w))),
        share(remove ? Real(one - never) : Real((one - never) / (one - never + w * never))) {}
};

}  // namespace hallmark::check
