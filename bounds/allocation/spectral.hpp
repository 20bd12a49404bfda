// The privacy profile of 1-out-of-t random allocation with Gaussian noise, by inversion of a Laplace transform.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/bracket.hpp"
#include "exact/budget.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::allocation {

/// One epoch of 1-out-of-`steps` allocation; S = X_1 + ... + X_steps, X = exp(s Z - s^2/2), s = 1/sigma.
struct SpectralParameters {
  Number sigma;
  slong steps;
  Direction direction;  // remove or add
};

/// A transform's values at the nodes of one contour: remove: delta = E(S - t e^eps)_+ / t; add: delta = E(1 - e^eps
/// S/t)_+ = (e^eps/t) E(t e^-eps - S)_+.
class ProfileTable {
 public:
  virtual ~ProfileTable() = default;
  /// delta at eps.
  /// Kind:      encloses
  /// Source:    that of the table
  [[nodiscard]] virtual Ball delta(const Number& eps) const = 0;
};

/// The tables made so far for one pair and direction: thresholds asked for one after another share them.
struct KeptTables {
  std::vector<std::unique_ptr<ProfileTable>> all;
  /// delta at eps from a table that gives that many relative bits there.
  /// Kind:      encloses; nothing where there is no such table
  /// Source:    that of the table
  [[nodiscard]] std::optional<Ball> delta(const Number& eps, slong bits) const;
};

/// delta at eps to about `bits` relative bits; nothing where neither contour converges.
/// Kind:      encloses
/// Domain:    0 < sigma, 1 <= steps <= 10^15, direction not both
/// Rigor:     VerticalLine or Hyperbola, whichever takes fewer nodes; the plan is adapted to the size of delta by trial
/// Source:    [FS25] random allocation as defined there; the inversion is ours
/// Cost:      13 to 4000 values of L; nothing but a sum over them where a kept table will do
[[nodiscard]] std::optional<Ball> spectral_delta(const SpectralParameters& parameters, const Number& eps, slong bits,
                                                 const Budget& budget, KeptTables* kept = nullptr);

/// inf {eps >= 0 : delta(eps) <= delta}; nothing where the method does not converge.
/// Kind:      encloses: delta(lo) > delta >= delta(hi) is proved
/// Domain:    0 < delta < 1
/// Rigor:     the profile of a pair is nonincreasing in eps
/// Source:    as spectral_delta
/// Cost:      one to four tables
[[nodiscard]] std::optional<Inversion> spectral_epsilon(const SpectralParameters& parameters, const Number& delta,
                                                        slong digits, const Budget& budget);

}  // namespace hallmark::allocation
