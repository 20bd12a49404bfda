// What doubles propose to the inversions: sizes, ln L, guesses. Proposals only: no enclosure rests on them.
#pragma once

#include <utility>
#include <vector>

#include "bounds/allocation/rotated_laplace.hpp"
#include "bounds/allocation/spectral.hpp"

namespace hallmark::allocation {

/// ln L on the positive axis.
class LogLaplace {
 public:
  explicit LogLaplace(double s);
  [[nodiscard]] double operator()(double theta) const;
  /// ln L(theta) + theta: what is left of it beside the mean, without cancellation for small theta.
  [[nodiscard]] double excess(double theta) const;
  /// b x + t ln L(b)
  [[nodiscard]] double exponent(double b, double x, double t) const;
  /// f^2/(2 s^2) + ln L(x cos f + y sin f) + x; infinite where x cos f + y sin f <= 0.
  [[nodiscard]] double turned(double x, double y, double f) const;
  /// Its least value over 0 <= f < pi/2, and the angle; x may be negative.
  [[nodiscard]] std::pair<double, double> rotated(double x, double y) const;

 private:
  // An angle with what is asked of it.
  struct Turn {
    explicit Turn(double angle);
    double f, cosine, sine, half;  // half: sin(f/2)
  };
  [[nodiscard]] double turned(double x, double y, const Turn& turn) const;
  [[nodiscard]] double interpolated(const std::vector<double>& table, double theta) const;
  double s_;
  std::vector<double> logarithm_, excess_;
};

/// The bits of L beyond which a contour is not worth its time: the x-nodes of one L grow with the bits too, so that
/// convex laws are there far sooner. Where sigma is large and steps are few, L on every contour is that small though
/// delta is not.
/// Kind:      a proposal
/// Domain:    bits >= 1, log_delta <= 0
[[nodiscard]] double affordable_bits(slong bits, double log_delta);

/// The table of one s, kept for the next question.
/// Kind:      a proposal
/// Domain:    s > 0
[[nodiscard]] const LogLaplace& log_laplace(double s);

/// What the proposals need of one question.
struct Scales {
  double s, t, c, deviation;
  bool remove;

  Scales(const SpectralParameters& x, const Number& eps);
  [[nodiscard]] bool usable() const;
  /// ln of E(S - c)_+ (remove) or E(c - S)_+ (add), from ln delta.
  [[nodiscard]] double log_value(double log_delta) const;
  /// About ln delta, often a little above.
  [[nodiscard]] double guess() const;
};

/// L at a real theta in balls, inside [0, 1].
/// Kind:      encloses
/// Domain:    theta > 0
/// Source:    as RotatedLaplace
[[nodiscard]] Ball real_laplace(const RotatedLaplace& laplace, const Ball& theta);

}  // namespace hallmark::allocation
