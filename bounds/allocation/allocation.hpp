// Random allocation with Gaussian noise: `selected` steps out of `steps`, drawn uniformly, see the user's data.
#pragma once

#include <vector>

#include "exact/bracket.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::allocation {

inline constexpr slong max_steps = 1'000'000'000'000'000;

/// The scheme: Q^t is the run without the user (N(0, sigma^2) in every step), A_{t,k} shifts a uniformly drawn k-subset
/// of the steps by 1. With X_i = exp(Z_i / sigma - 1 / (2 sigma^2)) the ratio dA/dQ is f = e_k(X_1..X_t) / C(t, k).
struct Scheme {
  Number sigma;        // standard deviation of the noise over the sensitivity
  slong steps;         // t
  slong selected = 1;  // k
};

/// Throws InputError unless 0 < sigma and 1 <= selected <= steps <= 10^15.
void check_domain(std::string_view where, const Scheme& scheme);

/// M_0, ..., M_n of the Gaussian ratio: M_p = E_Q[X^p] = exp(p (p-1) / (2 sigma^2)).
/// Kind:      encloses
/// Domain:    0 < sigma, 0 <= n; otherwise throws InputError
/// Source:    moments of the lognormal law
/// Cost:      n exponentials
[[nodiscard]] std::vector<Ball> gaussian_moments(const Number& sigma, slong n, slong bits);

/// The lengths of the blocks whose independent 1-out-of-m schemes dominate the k-out-of-t scheme in both directions:
/// `longer` blocks of `length` + 1 steps and the others of `length` steps, together `selected` blocks.
///
/// Kind:      exact
/// Domain:    as Scheme
/// Rigor:     a uniformly random partition of the steps into such blocks with one pick in each is a uniform k-subset,
///            so f_k is the conditional expectation of the product of the blocks' ratios: Jensen
/// Source:    [FS25] Lemma 3.11 of the first version, Lemma 3.2 of the later one, which assume that k divides t
/// Example:   blocks({.sigma = 1, .steps = 11, .selected = 4}).longer
///            -> 3
struct Blocks {
  slong length;
  slong longer;
  slong selected;
};
[[nodiscard]] Blocks blocks(const Scheme& scheme);

}  // namespace hallmark::allocation
