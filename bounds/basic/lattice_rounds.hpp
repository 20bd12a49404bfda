// Many rounds of a pair whose log ratios stand at equal distances: the sum of the rounds' log ratios, point by point.
#pragma once

#include <optional>
#include <vector>

#include "bounds/basic/threshold.hpp"
#include "exact/budget.hpp"

namespace hallmark::basic {

/// One round: under P the log ratio ln(dP/dQ) is first + i step with probability p[i].
struct LatticePair {
  Ball first;
  Ball step;  // positive
  std::vector<Ball> p;
  Ball infinite;  // the P-mass where Q is 0
  Ball missing;   // at least the P-mass of all that stands nowhere else
};

/// delta(eps) = P(J) - w Q(J) + the infinite mass, J the points of the sum of all rounds above eps.
/// Kind:      encloses
/// Units:     eps in nats, at least 0; one direction, H(P||Q)
/// Domain:    a step above 0, masses that add up to at most 1, rounds (points - 1) + 1 <= 10^5 points
/// Rigor:     the masses of the sum are the coefficients of a power of a polynomial, enclosed by integers rounded down
///            and up, or of many rounds of two points by binomial coefficients; dQ = e^-L dP. Every event gives a lower end
///            and the points above eps give the number itself, so where balls do not tell which points these are, the points
///            in doubt add between nothing and their P-mass. What is missing adds between nothing and rounds times its P-mass.
/// Source:    the definition of the divergence; [KHH21] Theorem 5
/// Cost:      O(points log points log rounds) once, then O(1) a threshold
class LatticeRounds {
 public:
  /// Nothing when there are too many points or the budget ends.
  [[nodiscard]] static std::optional<LatticeRounds> build(const LatticePair& one, slong rounds, slong bits,
                                                          const Budget& budget);
  [[nodiscard]] Sample at(const Threshold& threshold) const;

 private:
  LatticeRounds(Ball first, Ball step, Ball missing)
      : first_(std::move(first)), step_(std::move(step)), missing_(std::move(missing)) {}

  Ball first_;  // of all rounds
  Ball step_;
  Ball missing_;
  std::vector<Ball> p_above_;  // the P-mass of point i and all above it, with the infinite mass
  std::vector<Ball> q_above_;  // their Q-mass; from the first point on that may lie above 0
};

}  // namespace hallmark::basic
