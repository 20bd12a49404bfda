#include "bounds/batch/poisson_transform.hpp"

#include <algorithm>
#include <vector>

#include "exact/normal.hpp"
#include "exact/proposal.hpp"

namespace hallmark::poisson_gaussian {
namespace {

// The parameters in balls, and what is computed from them everywhere.
struct Balls {
  Balls(const BatchStep& step, slong bits)
      : sigma(step.sigma.ball(bits)), rate(step.rate.ball(bits)), log_rest(log1p(-rate)), pi(Ball::pi(bits)) {}

  // L(y + ik) = Log(1 - q + q e^u), analytic for |k| < pi sigma.
  [[nodiscard]] ComplexBall log_ratio(const Rational& y, const Rational& k) const {
    const slong bits = sigma.bits();
    const ComplexBall u((Ball(y, bits) - 1 / (2 * sigma)) / sigma, Ball(k, bits) / sigma);
    return log1p(expm1(u) * rate);
  }

  // L(y) on the real line.
  [[nodiscard]] Ball log_ratio(const Rational& y) const {
    return log1p(expm1((Ball(y, sigma.bits()) - 1 / (2 * sigma)) / sigma) * rate);
  }

  // Whether k < angle sigma is proved.
  [[nodiscard]] bool below(const Rational& k, const Ball& angle) const {
    return less(Ball(k, sigma.bits()), angle * sigma) == Truth::yes;
  }

  Ball sigma;
  Ball rate;
  Ball log_rest;  // ln(1 - q)
  Ball pi;
};

// The smaller of two bounds, as far as that is decided.
Ball smaller(const Ball& a, const Ball& b) { return less(b, a) == Truth::yes || !a.is_finite() ? b : a; }

// 1 / (e^(2 pi d/h) - 1), infinite unless d > 0.
Ball strip(const Balls& b, const Rational& d, const Rational& h) {
  if (d.sign() <= 0 || h.sign() <= 0) return Ball::anything(b.sigma.bits());
  return 1 / expm1(2 * b.pi * Ball(d / h, b.sigma.bits()));
}

// Bound of |e^(L_angle)|^s / l^s at every y and every angle of size at most `top` < pi: 1 for s >= 0, cos(top/2)^s
// below.
Ball spread(const Rational& s, const Ball& top) {
  const slong bits = top.bits();
  if (s.sign() >= 0) return {1, bits};
  return exp(log(cos(top / 2)) * Ball(s, bits));
}

// int phi |e^(L_angle)|^s for angles up to `top`, from a bound of K(s); the smaller of the two bounds.
Ball edge(const Balls& b, const Rational& s, const Ball& top, const Ball& norm) {
  const Ball scaled = abs_upper_end(norm * spread(s, top));
  if (s.sign() >= 0 || less_equal(top, b.pi / 2) != Truth::yes) return scaled;
  return smaller(scaled, abs_upper_end(exp(b.log_rest * Ball(s, top.bits()))));
}

// Bound of h sum of phi(y) |e^(L_angle)|^s over the nodes outside [first, last], 0 <= angle < pi; infinite where the
// window is too small for it.
Ball left_out(const Balls& b, const Rational& s, const Line& line, const Ball& angle) {
  const slong bits = b.sigma.bits();
  const Rational y1 = line.step * line.first;
  const Rational y0 = line.step * line.last;
  if (y1.sign() > 0 || y0.sign() < 0) return Ball::anything(bits);
  const Ball exponent(s, bits);
  const Ball first(y1, bits);
  const Ball last(y0, bits);
  const Ball low = b.log_ratio(y1);
  const Ball high = b.log_ratio(y0);
  if (s.sign() >= 0) {
    const Ball tilt = exponent / b.sigma;
    if (less_equal(tilt, last) != Truth::yes) return Ball::anything(bits);
    return exp(exponent * low) * normal_cdf(first) +
           exp(exponent * high - tilt * last + tilt * tilt / 2) * normal_cdf(tilt - last);
  }
  const Ball wider = spread(s, angle);
  const bool acute = less_equal(angle, b.pi / 2) == Truth::yes;
  const Ball least = acute ? exp(exponent * b.log_rest) : Ball::anything(bits);
  const Ball right = smaller(least, exp(exponent * high) * wider) * normal_cdf(-last);
  const Ball left = least * normal_cdf(first);
  const Ball ratio = exp(low);
  const Ball tilt = -exponent * (ratio - exp(b.log_rest)) / ratio / b.sigma;
  if (less_equal(tilt, -first) != Truth::yes) return right + left;
  return right + smaller(left, exp(exponent * low + tilt * first + tilt * tilt / 2) * normal_cdf(first + tilt) * wider);
}

}  // namespace

Ball transform_bound(const BatchStep& step, const Rational& s, const Rational& t, const Line& line, slong bits,
                     const std::optional<Ball>& norm, const Budget& budget) {
  const Balls b(step, bits);
  const Rational top = line.height + line.reach;
  const Ball limit = t.sign() == 0 ? b.pi : b.pi / 2;
  if (line.height.sign() < 0 || t.sign() < 0 || !b.below(top, limit)) return Ball::anything(bits);
  const Ball exponent(s, bits);
  const Ball frequency(t, bits);
  Ball sum(0, bits);
  for (slong j = line.first; j <= line.last; ++j) {
    if (budget.expired()) return Ball::anything(bits);
    const Rational y = line.step * j;
    if (line.height.sign() == 0) {
      sum += exp(exponent * b.log_ratio(y) - Ball(y * y / 2, bits));
      continue;
    }
    const ComplexBall log_ratio = b.log_ratio(y, line.height);
    sum += exp(exponent * log_ratio.real() - frequency * log_ratio.imaginary() - Ball(y * y / 2, bits));
  }
  const Ball angle = Ball(line.height, bits) / b.sigma;
  const Ball widest = Ball(top, bits) / b.sigma;
  sum = sum * Ball(line.step, bits) / sqrt(2 * b.pi) + left_out(b, s, line, angle);
  const Ball error = 2 * exp(Ball(line.reach * line.reach / 2, bits)) * strip(b, line.reach, line.step);
  if (!norm) {
    if (t.sign() != 0 || line.height.sign() != 0) return Ball::anything(bits);
    const Ball share = error * spread(s, widest);  // K <= sum + share K
    Ball best = Ball::anything(bits);
    if (less(share, Ball(1, bits)) == Truth::yes) best = abs_upper_end(sum / (1 - share));
    if (s.sign() >= 0 || less_equal(widest, b.pi / 2) != Truth::yes) return best;
    return smaller(best, abs_upper_end(sum + error * exp(b.log_rest * exponent)));
  }
  const Ball scale = exp(Ball(line.height * line.height / 2, bits));
  return abs_upper_end(scale * (sum + error * edge(b, s, widest, *norm)));
}

TurningPlan Line::plan(slong values, double ln_error) const {
  const double above = roughly(Ball(height, 64));
  return turning_plan(values, ln_error - above * above / 2 - 1);
}

Transform::Transform(const BatchStep& step, const Rational& s, const Rational& dt, const Line& line, const Ball& norm,
                     slong bits, const TurningPlan& plan, const Budget& budget)
    : dt_(dt),
      bits_(bits),
      plan_(plan),
      error_(Ball::anything(bits)),
      logs_(static_cast<std::size_t>(std::max(line.last - line.first + 1, slong{0})), ComplexBall(bits)),
      weights_(logs_),
      turns_(logs_) {
  const Balls b(step, bits);
  const Rational top = line.height + line.reach;
  if (line.height.sign() > 0 && b.below(top, b.pi)) {
    const Ball angle = Ball(line.height, bits) / b.sigma;
    error_ = abs_upper_end(abs_upper_end(norm) * strip(b, line.height, line.step) +
                           exp(Ball(top * top / 2, bits)) * edge(b, s, Ball(top, bits) / b.sigma, norm) *
                               strip(b, line.reach, line.step) +
                           exp(Ball(line.height * line.height / 2, bits)) * left_out(b, s, line, angle));
  }
  const Ball scale = Ball(line.step, bits) / sqrt(2 * b.pi);
  for (std::size_t i = 0; i < logs_.size(); ++i) {
    if (budget.expired()) {
      error_ = Ball::anything(bits);
      break;
    }
    const Rational y = line.step * (line.first + static_cast<slong>(i));
    logs_[i] = b.log_ratio(y, line.height);
    const ComplexBall& log_ratio = logs_[i];
    // -(y + ik)^2/2 = (k^2 - y^2)/2 - iky
    const ComplexBall gauss(Ball((line.height * line.height - y * y) / 2, bits), Ball(-line.height * y, bits));
    weights_[i] = exp(log_ratio * Ball(s, bits) + gauss) * scale;
    turns_[i] = turn(log_ratio);
  }
}

Transform::Transform(const Rational& dt, slong bits, const TurningPlan& plan, const Ball& error,
                     std::vector<ComplexBall> logs, std::vector<ComplexBall> weights)
    : dt_(dt), bits_(bits), plan_(plan), error_(error), logs_(std::move(logs)), weights_(std::move(weights)) {
  for (const ComplexBall& log_ratio : logs_) turns_.push_back(turn(log_ratio));
}

// e^(i dt L)
ComplexBall Transform::turn(const ComplexBall& log_ratio) const {
  const Ball delta_t(dt_, bits_);
  return exp(ComplexBall(-log_ratio.imaginary() * delta_t, log_ratio.real() * delta_t));
}

std::vector<ComplexBall> Transform::evaluate(slong first, slong count) const {
  Ball t(0, bits_);
  std::optional<slong> at;
  ComplexBall angle(bits_);
  const auto start = [&](std::size_t i, slong k) {
    if (k != at) t = Ball(dt_ * k, bits_);
    at = k;
    return exp(angle.set_product(logs_[i], t).mul_i()) * weights_[i];
  };
  std::vector<ComplexBall> values = turning_values(turns_, start, first, count, bits_, plan_);
  for (ComplexBall& value : values) value.widen(error_);
  return values;
}

namespace {

class ZeroOutTransform final : public StepTransform {
 public:
  ZeroOutTransform(const BatchStep& step, bool add) : step_(step), add_(add) {}

  [[nodiscard]] Ball bound(const Rational& a, const Line& line, slong bits, const Budget& budget) const override {
    return transform_bound(step_, exponent(a), 0, line, bits, std::nullopt, budget);
  }
  [[nodiscard]] Ball bound_beyond(const Rational& a, const Rational& t, const Line& line, slong bits, const Ball& norm,
                                  const Budget& budget) const override {
    return transform_bound(step_, exponent(a), t, line, bits, norm, budget);
  }
  [[nodiscard]] LineValues values(const Rational& a, const Rational& dt, const Line& line, const Ball& norm, slong bits,
                                  const TurningPlan& plan, const Budget& budget) const override {
    const auto k = std::make_shared<const Transform>(step_, exponent(a), dt, line, norm, bits, plan, budget);
    if (!add_) return [k](slong first, slong count) { return k->evaluate(first, count); };
    return [k](slong first, slong count) {  // M(z) = K(-a - it)
      std::vector<ComplexBall> all = k->evaluate(first, count);
      for (ComplexBall& value : all) value = conj(value);
      return all;
    };
  }
  [[nodiscard]] std::optional<Ball> largest(slong bits) const override { return add_ ? limit(bits) : std::nullopt; }
  [[nodiscard]] std::optional<Ball> least(slong bits) const override { return add_ ? std::nullopt : limit(bits); }

 private:
  // s of K(s) = M(a)
  [[nodiscard]] Rational exponent(const Rational& a) const { return add_ ? -a : 1 + a; }
  [[nodiscard]] std::optional<Ball> limit(slong bits) const { return -log1p(-step_.rate.ball(bits)); }

  BatchStep step_;
  bool add_;
};

}  // namespace

std::unique_ptr<StepTransform> zero_out_transform(const BatchStep& step, bool add) {
  return std::make_unique<ZeroOutTransform>(step, add);
}

}  // namespace hallmark::poisson_gaussian
