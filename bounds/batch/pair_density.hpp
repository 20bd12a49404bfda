// The density of one side of a pair of batches over that of the noise alone.
#pragma once

#include <vector>

#include "bounds/batch/poisson_transform.hpp"

namespace hallmark::poisson_gaussian {

/// A(y) = sum_j Bin(records, q)(j) e^(jy/sigma - j^2/(2 sigma^2)): the density of the output x = sigma y over that of
/// N(0, sigma^2) where each of `records` records adds 1 with probability q.
class PairDensity {
 public:
  PairDensity(const BatchStep& step, slong records, slong bits);

  /// ln A, where all terms turn by angles below pi.
  /// Kind:      encloses
  /// Domain:    any y; a complex one at a height below pi sigma/records
  /// Source:    the definition
  /// Rigor:     1 + sum b_j (e^(..) - 1): the masses add up to 1
  [[nodiscard]] Ball log_at(const Ball& y) const;
  [[nodiscard]] ComplexBall log_at(const ComplexBall& y) const;
  /// (ln A)', which lies between 0 and records/sigma.
  /// Kind:      encloses
  /// Source:    the definition
  [[nodiscard]] Ball slope_at(const Ball& y) const;
  /// ln (1-q)^records.
  [[nodiscard]] Ball log_constant() const { return log_rest_ * records(); }
  [[nodiscard]] slong records() const { return static_cast<slong>(mass_.size()); }
  /// Bin(records, q)(j), 1 <= j.
  [[nodiscard]] const Ball& mass(slong j) const { return mass_[static_cast<std::size_t>(j - 1)]; }

 private:
  Ball log_rest_;  // ln(1 - q)
  Ball spread_;    // 1/sigma
  std::vector<Ball> mass_;
};

}  // namespace hallmark::poisson_gaussian
