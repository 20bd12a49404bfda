// Where a record that rarely takes part has its epsilon, in binary64: nothing here is part of a proof.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "bounds/composition/quadrature_transform.hpp"

namespace hallmark::poisson_gaussian {

using composition::RoughPoint;

/// A step of Poisson batches with Gaussian noise, and of how many, in one direction.
struct RoughSteps {
  double rate;
  double sigma;
  double steps;
  bool add;
};

/// The u = ln(P/Q) of one step at whose cut it decides alone, for thresholds up to `end` (remove), from `end` on (add);
/// nothing where binary64 has no room for it.
/// Kind:      a proposal
[[nodiscard]] std::optional<double> deciding_cut(const RoughSteps& s, double end);

/// The law of ln(P/Q) of one step under P up to a cut, or as far as binary64 reaches: sums of e^(z x) p over the points are good for |Im
/// z| <= largest_turn; none where that would take more than 200,000 points.
/// Kind:      a proposal
[[nodiscard]] std::vector<RoughPoint> rough_points(const RoughSteps& s, double cut, double largest_turn);

/// delta of those steps as delta_by_cut finds it: large outcomes in closed form, the others on a line.
/// Kind:      a proposal
/// Domain:    steps * rate of moderate size, steps <= 10^9
/// Cost:      below a millisecond, on long lines at most 10^7 products
class RoughCut {
 public:
  /// Good for thresholds on that side of `end`, about e^ln_size in size near `at`; nothing where no line was found.
  [[nodiscard]] static std::optional<RoughCut> build(const RoughSteps& s, double end, double at, double ln_size);

  /// delta and its derivative.
  struct Value {
    double value;
    double slope;
  };
  [[nodiscard]] Value at(double eps) const;

 private:
  explicit RoughCut(const RoughSteps& s) : steps_(s) {}
  [[nodiscard]] double ln_transform(const std::vector<RoughPoint>& points, double a) const;
  [[nodiscard]] bool find_line(const std::vector<RoughPoint>& points, double at, double ln_error);
  [[nodiscard]] bool find_values(const std::vector<RoughPoint>& points, double at, double ln_error,
                                 std::size_t longest);

  RoughSteps steps_;
  double with_ = 0;  // the masses above the cut
  double without_ = 0;
  double a_ = 0;
  double period_ = 0;
  double p_ = 1;  // the masses below it, of all steps
  double q_ = 1;
  std::vector<std::complex<double>> values_;  // at the nodes
};

}  // namespace hallmark::poisson_gaussian
