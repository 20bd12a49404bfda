// The distribution of the likelihood ratio of one step under both laws.
#pragma once

#include "bounds/batch/pair_density.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::poisson_gaussian {

/// The masses of {L < l} and {L >= l} of one step in one direction.
class PairTails {
 public:
  /// Domain:    0 < rate < 1, one direction
  PairTails(const Mechanism& mechanism, Direction direction, slong bits);
  /// The mixture `up` against the mirror image of `down`.
  /// Domain:    0 < sigma
  PairTails(const Number& sigma, const ShiftMixture& up, const ShiftMixture& down, slong bits);

  /// Kind:      encloses
  /// Rigor:     of mixtures L increases in y: a Newton step from a proposal is enclosed by two signs; the coupling's ratio
  ///            r = 1 - q + qX is solved for X, and L is symmetric: {L < -l} under P is {L > l} under Q. The atom at 0
  ///            belongs to {L >= 0}.
  /// Source:    PROOFS.md 15.1 to 15.3
  /// Cost:      a few logarithms of densities, or one
  [[nodiscard]] RatioTail at(const Ball& log_ratio) const;
  /// Where the ratio lies, in binary64: a proposal.
  [[nodiscard]] RatioSketch sketch() const;

 private:
  [[nodiscard]] RatioTail of_mixture(const Ball& log_ratio) const;
  [[nodiscard]] RatioTail of_coupling(const Ball& log_ratio) const;
  [[nodiscard]] double rough_log_ratio(double y) const;
  [[nodiscard]] double rough_place(double log_ratio) const;
  [[nodiscard]] std::optional<Ball> place(const Ball& log_ratio) const;

  // The positive shifts over sigma, in binary64.
  struct RoughShift {
    double weight, shift;
  };
  using RoughSide = std::vector<RoughShift>;
  [[nodiscard]] static RoughSide rough_records(slong records, double rate, double sigma);
  [[nodiscard]] static RoughSide rough_mixture(const ShiftMixture& mixture, double sigma);
  [[nodiscard]] static double rough_density(double y, const RoughSide& side);

  bool coupled_;
  slong bits_;
  Ball rate_;
  Ball spread_;  // 1/sigma
  double rough_rate_;
  double rough_sigma_;
  RoughSide rough_above_;
  RoughSide rough_below_;
  PairDensity above_;
  PairDensity below_;
};

}  // namespace hallmark::poisson_gaussian
