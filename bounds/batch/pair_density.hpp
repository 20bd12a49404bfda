// The density of one side of a pair of batches over that of the noise alone.
#pragma once

#include <vector>

#include "bounds/batch/poisson_transform.hpp"

namespace hallmark::poisson_gaussian {

/// How far a step moves the sum on one side of a pair: by shifts[j] with the probability weights[j].
struct ShiftMixture {
  std::vector<Rational> weights{1};  // of the sum 1
  std::vector<Rational> shifts{0};   // at least 0, rising

  bool operator==(const ShiftMixture&) const = default;
};

/// A(y) = sum_j p_j e^(s_j y/sigma - s_j^2/(2 sigma^2)): the density of the output x = sigma y over that of N(0, sigma^2)
/// where s_j is added with probability p_j. Each of `records` records adds 1 with probability q: s_j = j, p_j =
/// Bin(records, q)(j).
class PairDensity {
 public:
  PairDensity(const BatchStep& step, slong records, slong bits);
  PairDensity(const Number& sigma, const ShiftMixture& mixture, slong bits);

  /// ln A, where all terms turn by angles below pi.
  /// Kind:      encloses
  /// Rigor:     1 + sum p_j expm1(...), so that what is near 1 loses nothing. The terms lie in a sector below pi, the sum
  ///            with them: the principal logarithm is that of A, continued from the real axis.
  /// Source:    the definition
  [[nodiscard]] Ball log_at(const Ball& y) const;
  [[nodiscard]] ComplexBall log_at(const ComplexBall& y) const;
  /// d ln A/dy.
  /// Kind:      encloses
  /// Source:    the definition
  [[nodiscard]] Ball slope_at(const Ball& y) const;
  /// The weight of no shift and its logarithm, of records (1-q)^records; the logarithm is not finite where that is 0.
  [[nodiscard]] const Ball& rest() const { return rest_; }
  [[nodiscard]] const Ball& log_constant() const { return log_rest_; }
  /// How many positive shifts there are; with their weights, the sum of `part` of each shift in units of sigma.
  [[nodiscard]] slong positive_shifts() const { return static_cast<slong>(terms_.size()); }
  template <class Part>
  [[nodiscard]] Ball mean(const Part& part) const {
    Ball sum = rest_ * part(Ball(0, rest_.bits()));
    for (const Term& t : terms_) sum += t.mass * part(t.shift);
    return sum;
  }

 private:
  struct Term {
    Ball mass;
    Ball shift;  // over sigma
  };

  Ball log_rest_;
  Ball rest_;
  std::vector<Term> terms_;
};

}  // namespace hallmark::poisson_gaussian
