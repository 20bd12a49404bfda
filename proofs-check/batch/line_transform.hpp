#pragma once

#include <memory>
#include <optional>

#include "batch/poisson_transform.hpp"

namespace hallmark::check {

/// The two laws of one step: sum_j Bin(up, q)(j) N(j, sigma^2) against sum_j Bin(down, q)(j) N(-j, sigma^2), q = rate; or
/// the pair of the coupling of fixed batches (PROOFS.md 15.3).
struct StepPair {
  Number sigma;
  Number rate;
  std::uint64_t up = 1;
  std::uint64_t down = 0;
  bool coupled = false;
};

/// M(z) = E e^(zL) of one step, L = ln(P/Q) under P: what an inversion asks.
/// Domain:   0 < rate < 1 (proved by the caller); rules as read_inversion accepts them
/// Rigor:    a rule whose conditions are not proved gives an infinite bound, never a wrong one
class LineTransform {
 public:
  LineTransform() = default;
  LineTransform(const LineTransform&) = delete;
  LineTransform& operator=(const LineTransform&) = delete;
  virtual ~LineTransform() = default;

  /// An upper bound of M(a), as a point; the height of the rule is not used.
  [[nodiscard]] virtual Interval bound(const Rational& a, const Rule& rule) const = 0;
  /// An upper bound of |M(a + it')| for every t' >= t >= 0, from one of M(a).
  [[nodiscard]] virtual Interval bound_beyond(const Rational& a, const Rational& t, const Rule& rule,
                                              const Interval& norm) const = 0;
  /// M(a + i k dt), k = 0 .. count - 1, from a bound of M(a); dt > 0.
  [[nodiscard]] virtual std::vector<Box> values(const Rational& a, const Rational& dt, std::uint64_t count,
                                                const Rule& rule, const Interval& norm) const = 0;
};

/// The largest L, minus the least L, of one step; none: L has no such limit.
[[nodiscard]] std::optional<Interval> largest_ratio(const StepPair& pair, mpfr_prec_t precision);
[[nodiscard]] std::optional<Interval> least_ratio(const StepPair& pair, mpfr_prec_t precision);

/// The transform of the pair: PROOFS.md 12.1 for zero-out, 15.4 for other mixtures, 15.5 for the coupling.
[[nodiscard]] std::unique_ptr<LineTransform> line_transform(const StepPair& pair, mpfr_prec_t precision,
                                                            Budget& budget);

}  // namespace hallmark::check
