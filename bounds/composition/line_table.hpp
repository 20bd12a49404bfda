// Inversion of the transform of a composition: one table of its values on a line, any number of thresholds.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "bounds/composition/line_transform.hpp"
#include "bounds/poisson_summation.hpp"
#include "exact/bracket.hpp"

namespace hallmark::composition {

/// One phase on a line.
struct LineFactor {
  std::shared_ptr<const LineTransform> transform;
  ulong rounds;
};

/// delta(x) = infinite mass + D(x), D(x) = E (1 - e^(x - L))_+ over the finite log ratios L of all rounds.
/// Kind:      encloses
/// Units:     eps in nats, any real; one direction
/// Domain:    factors of independent rounds
/// Rigor:     as LaplaceTable of bounds/batch/poisson_laplace.hpp with M the product of the rounds' transforms, for any
///            positive measure in place of a law: with p = M(0), q = M(-1), D(x) = p - q e^x + E (e^(x-L) - 1)_+ to the
///            left, so that the closed part of the aliases is p r0/(1-r0) - q e^x r1/(1-r1). Some factor decays, or the
///            bound of what lies beyond the nodes is wide. Outcomes left out add between nothing and their P-mass.
/// Source:    proofs-check/PROOFS.md section 12.2 and 14
/// Cost:      the values of every factor, then O(nodes) a threshold
class LineTable {
 public:
  /// Nothing when the budget ends.
  [[nodiscard]] static std::optional<LineTable> build(const std::vector<LineFactor>& factors, const Path& path,
                                                      const Budget& budget);

  /// The table of the same rounds and those of one more factor; nothing when the budget ends.
  [[nodiscard]] std::optional<LineTable> with(const LineFactor& factor, const Budget& budget) const;

  [[nodiscard]] Ball delta(const Ball& eps) const;
  /// With the derivative of the sum behind it: for searches.
  [[nodiscard]] Sample sample(const Ball& eps) const;
  [[nodiscard]] const Path& path() const { return path_; }

 private:
  explicit LineTable(const Path& path);
  // The rounds of one factor more; false when the budget ends.
  bool multiply(const LineFactor& factor, const Budget& budget);
  void find_fine();
  [[nodiscard]] Ball series(const Ball& eps, bool derivative) const {
    return poisson_summation::series({path_.a, path_.dt}, values_, fine_, eps, derivative);
  }

  Path path_;
  std::vector<ComplexBall> values_;   // M(z_k)/(z_k (z_k + 1))
  std::optional<TurnedSeries> fine_;  // the same
  Ball finite_;                       // the P-mass of finite log ratios in every round
  Ball missing_;
  Ball period_;
  Ball p_;
  Ball q_;
  Ball tail_;
  Ball right_;
  Ball left_;
};

}  // namespace hallmark::composition
