// Transforms of a round whose law is summed by rules of quadrature: a finite sum, and how far off it may be.
#pragma once

#include <functional>
#include <vector>

#include "bounds/composition/line_transform.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// M(z) = sum of p e^(zx) + what is within `error` of 0, for Re z and |Im z| as asked for.
struct QuadratureSum {
  std::vector<Ball> x;
  std::vector<Ball> p;
  Ball error;
  Ball squared_error;  // the same for the integrand times (x - centre)^2
};

/// A point of a law, x, and its mass.
struct RoughPoint {
  double x;
  double p;
};

/// What a sum stands for: Re z = a, |Im z| <= turn; about how far off it may be.
struct QuadratureWanted {
  Rational a;
  Rational turn;
  double ln_error;
};

/// A round whose law a family sums by rules.
/// Kind:      what every function encloses, or proposes, is said in LineTransform
/// Rigor:     that of `sum_for`
/// Cost:      a path: its nodes times those of the rules
class QuadratureTransform : public LineTransform {
 public:
  [[nodiscard]] double cumulant(double a) const override;
  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override;
  /// As LineTransform::at_most.
  /// Kind:      upper bound
  /// Rigor:     that of `sum_for`
  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override;

 protected:
  static constexpr double bound_accuracy = -22;  // ln of the relative error of bounds
  static constexpr slong bound_bits = 96;        // of bounds: sums of positive numbers

  /// The sum of the law.
  /// Kind:      encloses
  /// Rigor:     that of the family
  [[nodiscard]] virtual QuadratureSum sum_for(const QuadratureWanted& wanted, double centre, slong bits) const = 0;

  /// e^(i angle).
  /// Kind:      encloses
  [[nodiscard]] static ComplexBall turned(const Ball& angle);
  /// A point of the law in doubles.
  /// Takes a sum, or points, for what the law is about.
  /// Kind:      a proposal
  void propose(const QuadratureSum& sum);
  void propose(std::vector<RoughPoint> points) { rough_ = std::move(points); }
  [[nodiscard]] const std::vector<RoughPoint>& rough() const { return rough_; }

 private:
  std::vector<RoughPoint> rough_;
};

/// A Poisson-sampled round: M(z) = E_Q l^(1+z) (remove), E_Q l^-z (add), l = 1 - q + q e^u, u the log ratio of the pair.
/// Kind:      what every function encloses, or proposes, is said in LineTransform
/// Domain:    0 < rate < 1
/// Rigor:     Gauss-Legendre rules on pieces c + H [-1, 1] of u, s the exponent: within the ellipse of rho, Re u lies within A
///            = H (rho + 1/rho)/2 of c and |Im u| <= B = H (rho - 1/rho)/2 <= 3/2; there q e^(c-A) cos B + 1 - q <= Re l <= |l|
///            <= l(c+A), and |arg l| is at most its tangent at c + A + iB, as the argument grows with both
/// Source:    ours; proofs-check/PROOFS.md section 14.10
class SampledQuadrature : public QuadratureTransform {
 protected:
  SampledQuadrature(const Number& rate, bool add);

  /// Part of the law of u, with a density under Q that is analytic near it.
  struct Piece {
    std::function<Ball(const Ball& u, const Ball& weight)> mass;       // half density(u) weight
    std::function<double(double across, double height)> ln_size;       // about ln of the next
    std::function<Ball(const Ball& across, const Ball& height)> size;  // at least half |density|, A and B away
  };
  using PieceMaker = std::function<Piece(const Ball& middle, const Ball& half)>;
  /// Adds rules to a sum, for middle + half [-1, 1]: one, or where that would be long one for each of several parts, which
  /// `make` describes; ln_error is about how far off they may be.
  /// Kind:      encloses
  /// Rigor:     that of the class; the parts' ends are those of equal parts of the whole, in the real numbers that the balls
  ///            enclose
  void add_pieces(QuadratureSum& sum, const PieceMaker& make, const Ball& middle, const Ball& half, double ln_error,
                  const QuadratureWanted& wanted, double centre) const;
  /// Adds a point of the law of u.
  /// Kind:      encloses
  void add_point(QuadratureSum& sum, const Ball& u, const Ball& q_mass) const;

  /// Re s of E_Q l^s.
  /// Kind:      exact
  [[nodiscard]] double exponent(double a) const { return add_ ? -a : 1 + a; }
  [[nodiscard]] Ball exponent(const Rational& a, slong bits) const { return {add_ ? -a : 1 + a, bits}; }
  /// ln l(u) of a real u.
  /// Kind:      encloses; in doubles a proposal
  [[nodiscard]] double ln_l(double u) const;
  [[nodiscard]] Ball ln_l(const Ball& u) const;
  [[nodiscard]] bool is_add() const { return add_; }
  [[nodiscard]] Ball rate(slong bits) const { return rate_.ball(bits); }
  [[nodiscard]] double about_rate() const { return about_rate_; }

 private:
  Number rate_;
  bool add_;
  double about_rate_;
};

}  // namespace hallmark::composition
