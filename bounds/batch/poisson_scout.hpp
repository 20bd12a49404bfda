// Proposals for the Laplace inversion, in binary64: nothing here is part of a proof.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "bounds/batch/poisson_transform.hpp"
#include "bounds/batch/step_model.hpp"

namespace hallmark::poisson_gaussian {

/// Everything the inversion of one direction chooses. Any choice gives a valid enclosure; a bad one a wide one.
struct ScoutedContour {
  Rational lam;     // real part of the path
  Rational dt;      // step along it: the period of the aliases is 2 pi / dt
  slong nodes = 0;  // terms kept: k = 0 .. nodes - 1
  Rational right;   // order of the moment that bounds the aliases on the right, above lam
  Rational left;    // the same on the left: of order -(1 + left)
  Line transform;   // for the values of K
  Line norm;        // for K at the real point of the path
  Line tail;        // for |K| beyond the last node
  Line right_line;
  Line left_line;
  slong bits = 64;        // of the values
  slong bound_bits = 64;  // of the bounds
  TurningPlan plan;       // of the values
  double work = 0;        // nodes of the path times nodes of the transform
};

/// A moment for a Chernoff bound: E e^(order L), its line, its bits.
struct Moment {
  Rational order;
  Line line;
  slong bits;
};

/// A floating-point model of one direction: L is the log ratio of one step under its first law, delta(eps) = E (1 -
/// e^(eps - L_1 - ... - L_T))_+.
class Scout {
 public:
  /// `quick`: of heights and paths only those near the best so far are tried.
  Scout(std::unique_ptr<StepModel> model, double steps, bool quick = false);
  /// Where this ends, nothing finite is proposed any more.
  void stop_at(const Budget& budget) { budget_ = budget; }

  /// T ln E e^(a L), any real a.
  [[nodiscard]] double cumulant(double a);
  /// ln delta(eps) by the saddle point.
  [[nodiscard]] double ln_delta(double eps);
  /// The eps where that is ln_target; 0 if it is below there already.
  [[nodiscard]] double epsilon(double ln_target);
  /// -d ln delta / d eps.
  [[nodiscard]] double slope(double eps);
  /// The moment that bounds delta(eps) best; nothing where none was found.
  [[nodiscard]] std::optional<Moment> moment(double eps);
  /// A path for delta(eps) of about e^ln_delta to a relative width of about e^ln_tolerance; nothing where none was
  /// found.
  [[nodiscard]] std::optional<ScoutedContour> contour(double eps, double ln_delta, double ln_tolerance);

  /// A line on which the bound of |M(a + it)| is within about e^ln_error of its least, and one for the values.
  [[nodiscard]] std::optional<Line> bound_line(double a, double t, double height, double ln_error);
  [[nodiscard]] std::optional<Line> transform_line(double a, double ln_error);

 private:
  struct Path {
    double lam, period, end, height, right, left;
  };
  struct Saddle {
    double ln_delta, slope;
  };
  struct Found {
    double ln_target, eps;
  };
  [[nodiscard]] Saddle at_saddle(double eps);
  [[nodiscard]] double find_epsilon(double ln_target);
  [[nodiscard]] std::optional<ScoutedContour> find_contour(double eps, double ln_delta, double ln_tolerance);
  [[nodiscard]] double saddle(double eps);
  [[nodiscard]] double objective(double ln_lam, double eps);
  [[nodiscard]] double period(double eps, double lam, double ln_error, double& right, double& left);
  [[nodiscard]] double path_end(double eps, double lam, double ln_error, std::span<const TurnedLine> lines, double near,
                                double& height) const;

  std::unique_ptr<StepModel> model_;
  double steps_;
  bool is_quick_;
  double largest_;  // L_1 + ... + L_T at most
  double least_;    // minus that at least
  Budget budget_;
  std::optional<Found> found_;                          // the last epsilon
  std::optional<std::array<double, 3>> contour_asked_;  // of the last path
  std::optional<ScoutedContour> contour_;
};

}  // namespace hallmark::poisson_gaussian
