#include "numbers/trapezoid.hpp"

#include <cmath>

namespace hallmark::check {

namespace {

Interval square_half(const Interval& x) { return x * x / Interval(Integer(2), x.precision()); }

}  // namespace

NormalTrapezoid::NormalTrapezoid(const Interval& s, long accuracy, mpfr_prec_t precision)
    : precision_(precision), strip_(precision), step_(precision), relative_error_(precision) {
  // Doubles propose strip, step and window; error() is computed from what they became.
  const double nats = 0.6932 * static_cast<double>(accuracy);
  const double narrow = 1.57 / mpfr_get_d(s.hi(), MPFR_RNDU);
  const double y = std::min(narrow, std::sqrt(2 * nats));
  strip_ = Interval::exactly(y, precision_);
  const Interval half_pi = Interval::pi(precision_) / Interval(Integer(2), precision_);
  if (!(y > 0) || !proved(less_equal(strip_ * s, half_pi))) throw std::logic_error("trapezoid: strip too wide");
  step_ = Interval::exactly(6.283 * y / (y * y / 2 + nats), precision_);
  const double count = std::ceil((std::sqrt(2 * nats) + 0.5) / mpfr_get_d(step_.lo(), MPFR_RNDD));
  if (!(count < 1e12)) throw TooMuchWork();
  half_count_ = static_cast<std::uint64_t>(count);
  const Interval one(Integer(1), precision_);
  const Interval two(Integer(2), precision_);
  const Interval aliases = two * exp(square_half(strip_)) / expm1(two * Interval::pi(precision_) * strip_ / step_);
  const Interval end = Interval(Integer(half_count_), precision_) * step_;
  relative_error_ = aliases + erfc(end / sqrt(two));
}

Interval NormalTrapezoid::weight(std::uint64_t k) const {
  const Interval x = Interval(Integer(k), precision_) * step_;
  return step_ * exp(-square_half(x)) / sqrt(Interval(Integer(2), precision_) * Interval::pi(precision_));
}

Interval NormalTrapezoid::sum(const std::function<Interval(const Interval&)>& g, Budget& budget) const {
  const auto limbs = static_cast<std::uint64_t>(precision_) / 64 + 1;
  budget.charge(2 * half_count_ + 1, 2000 + 50 * limbs * limbs);
  Interval total = weight(0) * g(Interval(precision_));
  for (std::uint64_t k = 1; k <= half_count_; ++k) {
    const Interval x = Interval(Integer(k), precision_) * step_;
    total = total + weight(k) * (g(x) + g(-x));
  }
  return total;
}

Interval NormalTrapezoid::error(const Interval& bound) const {
  const Interval e = (bound * relative_error_).upper();
  return from_ends(-e, e);
}

}  // namespace hallmark::check
