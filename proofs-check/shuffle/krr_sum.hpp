#pragma once

#include <optional>

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// Choices on which only the width depends; tests choose badly, so that every remainder counts.
struct WeakTuning {
  std::optional<Window> shown;            ///< the users who show one of the two categories that matter
  std::optional<Window> replaced;         ///< the users whose answer is a uniform category
  std::optional<unsigned long> fraction;  ///< bits of the rows and of the weights
  std::optional<unsigned long> threshold_bits;
};

/// H_w of the weak view of shuffled k-ary randomized response (FORMAT.md section 4) at w = e^eps.
/// Kind:     encloses
/// Domain:   n >= 1, 0 < gamma < 1, k >= 2, eps >= 0 and w < 1 + k (1-gamma)/gamma (proved by the caller)
/// Rigor:    PROOFS.md section 8
/// Cost:     the product of two windows, of lengths about sqrt(n gamma/k (bits + scale)) and sqrt(n gamma (bits +
///           scale)), times 4
[[nodiscard]] Interval krr_weak_delta(std::uint64_t n, const Number& gamma, std::uint64_t k, const Number& eps,
                                      Effort effort, Budget& budget, const WeakTuning& tuning = {});

/// H_w(J0||J1) of the strong pair and H_w of the weak view, exactly; nullopt unless e^eps and gamma are rational and
/// the case is small.
[[nodiscard]] std::optional<Rational> krr_pair_delta_exact(std::uint64_t n, const Number& gamma, std::uint64_t k,
                                                           const Number& eps, Budget& budget);
[[nodiscard]] std::optional<Rational> krr_weak_delta_exact(std::uint64_t n, const Number& gamma, std::uint64_t k,
                                                           const Number& eps, Budget& budget);

}  // namespace hallmark::check
