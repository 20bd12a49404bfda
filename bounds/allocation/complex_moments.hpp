// Negative moments of random allocation's ratio at complex orders: the Mellin transform of one epoch.
#pragma once

#include <optional>
#include <vector>

#include "bounds/allocation/small_theta.hpp"
#include "exact/budget.hpp"
#include "exact/complex_ball.hpp"
#include "exact/number.hpp"

namespace hallmark::allocation {

/// M(r) = E (S/t)^-r at r = rho + i k step, k = 0, ..., nodes - 1; S = X_1 + ... + X_t, X = exp(s Z - s^2/2), s =
/// 1/sigma.
///
/// Kind:      encloses, within about 2^-bits M(rho)
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 1/2 <= rho, 0 < step, 1 <= nodes; nothing where the budget ends or no
///            proof is found
/// Rigor:     M(r) = t^r e^(i r b) / Gamma(r) integral e^(r w) L(e^(w+ib))^t dw for every ray arg theta = b, |b| < pi,
///            on which L decays; rays near arg r lose few digits. J(a) = integral e^(rho w) |L(e^(w+ia))|^t dw <=
///            A(a) J(0), A(a) = e^(t f^2/(2 s^2)) cos(|a|-f)^-rho for any 0 <= f <= pi with | |a|-f | < pi/2, because
///            |L(theta)| <= e^(f^2/(2 s^2)) L(Re(theta e^(-if))); J(0) = Gamma(rho) t^-rho M(rho). So the trapezoid
///            rule of step h in w errs by at most Gamma(rho) M(rho)/|Gamma(r)| sum over both edges b + d, b - d' of
///            e^(-y edge) A(edge)/(e^(2 pi d/h) - 1). Nodes left of the first kept: SmallTheta. Nodes right of the last kept: e^(t f^2/(2 s^2)) g, g(w) = e^(rho w) L(e^w cos(b-f))^t
///            is log-concave (Prekopa), so it falls at least geometrically at the rate between the last node and one
///            before
/// Source:    the inversion is ours; [FS25] for the scheme
/// Cost:      one to four rays of 300 to 3000 values of L, and as many exponentials for each node
class ComplexMoments {
 public:
  struct Plan {
    Rational rho;
    Rational step;
    slong nodes;
    slong bits;
  };
  [[nodiscard]] static std::optional<ComplexMoments> build(const Number& sigma, slong steps, const Plan& plan,
                                                           const Budget& budget);

  [[nodiscard]] const ComplexBall& operator[](slong k) const { return values_[static_cast<std::size_t>(k)]; }
  /// M(rho).
  [[nodiscard]] const Ball& real() const { return real_; }
  /// An upper bound of ln |M(rho + iy)| for all y in [from, to]; without `to`, for all y >= from.
  /// Rigor:     |M| <= Gamma(rho) M(rho) A(a) e^(-y a)/|Gamma(rho + iy)| for 0 <= a < pi; e^(pi y/2) |Gamma(rho + iy)|
  ///            does not fall with y for rho >= 1/2: the derivative of -ln|Gamma| is sum_n y/((n+rho)^2+y^2), at most
  ///            its value pi/2 tanh(pi y) at rho = 1/2
  [[nodiscard]] Ball log_size(const Rational& from, const std::optional<Rational>& to) const;

 private:
  ComplexMoments(const Number& sigma, slong steps, const Plan& plan);
  struct Ray;
  [[nodiscard]] std::optional<Ray> choose_ray(slong first, slong last) const;
  [[nodiscard]] std::optional<std::vector<ComplexBall>> powers_on(const Ray& ray, const Budget& budget) const;
  [[nodiscard]] std::optional<Ball> right_of(const Ray& ray) const;
  [[nodiscard]] bool compute_ray(const Ray& ray, slong first, slong last, const Budget& budget);
  [[nodiscard]] Ball log_turn(const Rational& angle, const Rational& f) const;

  Number sigma_;
  slong steps_;
  Plan plan_;
  slong work_;
  double s_, t_, rho_;  // for proposals
  Ball real_;
  SmallTheta left_;
  std::vector<ComplexBall> values_;
};

/// ln |Gamma(x + iy)|, and the f that makes t f^2/(2 s^2) - rho ln cos(angle - f) least, with that value.
/// Kind:      a proposal, by doubles
/// Domain:    x > 0; s, t, rho > 0, |angle| < pi
[[nodiscard]] double rough_log_gamma(double x, double y);
struct RoughTurn {
  double f, log_factor;
};
[[nodiscard]] RoughTurn rough_turn(double s, double t, double rho, double angle);

}  // namespace hallmark::allocation
