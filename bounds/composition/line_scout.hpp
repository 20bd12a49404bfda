// Where the contour of a composition stands, in binary64: nothing here is part of a proof.
#pragma once

#include <optional>
#include <vector>

#include "bounds/composition/line_table.hpp"

namespace hallmark::composition {

/// A floating-point model of one direction of a composition.
class LineScout {
 public:
  /// Where the budget ends, nothing finite is proposed any more.
  LineScout(const std::vector<LineFactor>& factors, const Budget& budget) : factors_(factors), budget_(budget) {}

  /// ln D(eps) by the saddle point, and the eps where that is ln_target.
  [[nodiscard]] double ln_delta(double eps) const;
  [[nodiscard]] double epsilon(double ln_target) const;
  /// -d ln D / d eps.
  [[nodiscard]] double slope(double eps) const { return saddle(eps); }
  /// A path for D(eps) of about e^ln_delta to a relative width of about e^ln_tolerance; nothing where none was found.
  [[nodiscard]] std::optional<Path> path(double eps, double ln_delta, double ln_tolerance) const;

 private:
  [[nodiscard]] double cumulant(double a) const;
  [[nodiscard]] double cumulant_at(double a, double t) const;
  [[nodiscard]] double objective(double ln_a, double eps) const;
  [[nodiscard]] double saddle(double eps) const;
  [[nodiscard]] std::vector<double> candidates(double eps) const;

  const std::vector<LineFactor>& factors_;
  const Budget& budget_;
};

}  // namespace hallmark::composition
