// Poisson sampling with Gaussian noise of which each record takes part in at most so many steps.
#pragma once

#include "bounds/allocation/spectral.hpp"
#include "bounds/registry.hpp"

namespace hallmark::allocation {

/// Each step draws the record with probability `rate`; of more than `cap` drawn steps a uniformly random subset of `cap`
/// stays. So J ~ Bin(steps, rate), and min(J, cap) steps, drawn uniformly, hold the record.
struct CappedPoisson {
  Number sigma;
  Number rate;
  slong steps;
  slong cap;
  Direction direction;
};

/// delta(eps) where the record takes part in one step at most.
///
/// With b = (1-rate)^steps the ratio is R = b + (1-b) S, S the ratio of one selected step. So remove is
/// (1-b) D(ln(1 + (w-1)/(1-b))), D the delta of one selected step, and add is (1 - wb) D(ln(1 + (w-1)/(1 - wb))) where
/// wb < 1, else 0.
///
/// Kind:      encloses
/// Units:     eps in nats, at least 0; zero-out; one direction
/// Domain:    0 < sigma, 0 < rate < 1, 1 <= steps <= 10^15, cap = 1
/// Rigor:     D falls, so that it lies between its values on either side of the irrational threshold
/// Source:    [FS25] Corollary 4.7 of the later version; its first version has it as Corollary 4.5
/// Cost:      as spectral_delta
[[nodiscard]] Ball capped_once_delta(const CappedPoisson& scheme, const Number& eps, slong bits, const Budget& budget,
                                     KeptTables* kept = nullptr);

/// delta of one selected step at eps, times scale, is delta of the scheme: both thresholds of a rational eps nearby; nothing
/// where delta is 0, or it is not known whether it is.
/// Kind:      encloses
/// Domain:    as capped_once_delta
struct OnceThreshold {
  Rational below;  // eps is at least this, and at most `above`
  Rational above;
  Ball scale;
};
[[nodiscard]] std::optional<OnceThreshold> once_threshold(const CappedPoisson& scheme, const Number& eps, slong bits);

/// delta(eps), and inf {eps >= 0 : delta(eps) <= delta}, for any cap. Between 1 and the steps Poisson sampling without a cap
/// is the upper end; the lower one is that of other schemes less what the laws differ by: without a cap by Pr[J > cap], with
/// a cap of 1 by Pr[J >= 2], in add e^eps times as much.
/// Kind:      encloses
/// Units:     as capped_once_delta
/// Domain:    as capped_once_delta, any cap >= 1, rate 1 too; otherwise throws InputError
/// Rigor:     above by proofs-check/PROOFS.md section 20.8; |H_w(P||Q) - H_w(P'||Q)| is at most the total variation of P
///            and P', |H_w(Q||P) - H_w(Q||P')| w times it
/// Source:    [FS25] Corollary 4.7 of the later version for the scheme
/// Cost:      that of both schemes
[[nodiscard]] Answer capped_delta(const CappedPoisson& scheme, const Number& eps, const Request& request);
[[nodiscard]] Answer capped_epsilon(const CappedPoisson& scheme, const Number& delta, const Request& request);

}  // namespace hallmark::allocation
