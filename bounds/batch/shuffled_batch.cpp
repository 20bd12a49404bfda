#include "bounds/batch/shuffled_batch.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "bounds/batch/gaussian.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::shuffled_batch {
namespace {

constexpr slong max_steps = 1'000'000'000'000'000;

void check(std::string_view where, const DeltaParameters& p) {
  if (p.sigma.sign() <= 0) throw InputError(where, "sigma", p.sigma.to_string(), "positive");
  if (p.eps.sign() < 0) throw InputError(where, "eps", p.eps.to_string(), "at least 0");
  if (p.steps < 1 || p.steps > max_steps) {
    throw InputError(where, "steps", Rational(p.steps).to_string(), "an integer from 1 to 10^15");
  }
}

Ball density(const Ball& x) {
  const Ball pi = Ball::pi(x.bits());
  return exp(-x * x / 2) / sqrt(2 * pi);
}

// f in the scale of the noise: mu = 1/s, threshold x = C/s. The events are told apart by one sign: with e = eps for
// `some_at_least` and e = -eps for `all_below`, thresholds are written mu x = 3/2 mu^2 + e + y. At y = 0 the single
// coordinate that differs is told apart best; the other T - 1 coordinates push y above 0.
class Curve {
 public:
  Curve(const DeltaParameters& p, Event event, slong bits)
      : steps_(p.steps), event_(event), mu_(1 / p.sigma.ball(bits)), eps_(p.eps.ball(bits)), bits_(bits) {
    signed_eps_ = event == Event::some_at_least ? eps_ : -eps_;
    exponential_minus_1_ = exponential_minus_1(p.eps, bits);
  }

  [[nodiscard]] slong bits() const { return bits_; }
  [[nodiscard]] Ball ball(const Rational& y) const { return {y, bits_}; }
  [[nodiscard]] Ball threshold(const Ball& y) const { return 3 * mu_ / 2 + (signed_eps_ + y) / mu_; }
  [[nodiscard]] Ball offset(const Ball& x) const { return mu_ * (x - 3 * mu_ / 2) - signed_eps_; }

  // The tails of the differing coordinate: near - far is its part of f.
  struct Tails {
    Ball near;
    Ball far;
    Ball common;  // their densities at the threshold: e^(+-y) apart
  };
  [[nodiscard]] Tails tails(const Ball& y) const {
    // some_at_least: Phi((2-C)/s) and e^eps Phi((1-C)/s); all_below: Phi((C-1)/s) and e^eps Phi((C-2)/s).
    const bool some = event_ == Event::some_at_least;
    const Ball e = some ? eps_ + y : eps_ - y;
    const Ball inner = mu_ / 2 - e / mu_;
    const Ball common = density(inner);
    return {normal_cdf(inner), exp(some ? -y : y) * scaled_tail(mu_ / 2 + e / mu_, common, e), common};
  }

  // log Phi(x) for the T - 1 other coordinates.
  [[nodiscard]] static Ball log_below(const Ball& x) {
    if (is_positive(x) == Truth::yes) return log1p(-normal_cdf(-x));
    return log(normal_cdf(x));
  }

  struct Value {
    Ball f;
    Ball in_eps;
  };
  [[nodiscard]] Value value(const Ball& y) const {
    const Ball x = threshold(y);
    const Ball exponent = (steps_ - 1) * log_below(x);
    const Ball all_below = exp(exponent);
    const Tails t = tails(y);
    const Ball single = all_below * (t.near - t.far);
    if (event_ == Event::all_below) return {single, -all_below * t.far};
    const Ball others = -expm1(exponent);
    if (less(eps_, pow(Rational(2), 20)) == Truth::yes) {
      return {single - exponential_minus_1_ * others, -(exponential_minus_1_ + 1) * others - all_below * t.far};
    }
    // Where e^eps would overflow: e^eps (1 - R) <= (T - 1) e^eps Phi(-x), and Phi(-x) <= phi(x) / x.
    if (is_positive(x) != Truth::yes) return {Ball::anything(bits_), Ball::anything(bits_)};
    const Ball most = (steps_ - 1) * t.common * exp(-(eps_ + mu_ * mu_ + 2 * y)) / x;
    const Ball charged = hull(Ball(0, bits_), most);
    return {single - charged, -charged - all_below * t.far};
  }

  // At y > 0: A(y), B(y) of the header, logarithms, and the derivative of log B - log A; nothing where A is not proved
  // positive. All of it follows from phi((C-2)/s) = phi((C-1)/s) e^(e + y).
  struct Balance {
    Ball a;
    Ball b;
    Ball log_ratio;  // log B - log A
    Ball in_y;
  };
  [[nodiscard]] Truth is_tail_positive(const Ball& y) const { return is_positive(advantage(y)); }
  [[nodiscard]] Balance balance(const Ball& y) const {
    const Ball x = threshold(y);
    const Ball below = log_below(x);
    const Ball rise = expm1(y);
    const Ball gain = advantage(y);
    const Ball shrink = mu_ * mu_ + signed_eps_ + y;
    return {(steps_ - 1) * gain * exp(-shrink), exp(below) * rise,
            below + log(rise) - log((steps_ - 1) * gain) + shrink,
            density(x) / exp(below) / mu_ + exp(y) / rise + 1 + density(x - mu_) * rise / (mu_ * gain)};
  }

  // |df/dy| / |A - B| over a range of y.
  [[nodiscard]] Ball steepness(const Ball& y) const {
    const Ball e = event_ == Event::some_at_least ? eps_ + y : eps_ - y;
    const Ball common = density(mu_ / 2 - e / mu_);
    const Ball power = exp((steps_ - 2) * log_below(threshold(y)));
    return power * (event_ == Event::some_at_least ? exp(-y) * common : common) / mu_;
  }

  // Whether A - B is proved to fall on [a, b], 0 < a: while the positive factor G of A is, A falls; from there on as
  // long as -G <= -G', G' = -phi((C-1)/s) s (e^y - 1).
  [[nodiscard]] bool is_falling(const Rational& a, const Rational& b) const {
    const Ball gain = advantage(ball(b));
    if (is_positive(gain) == Truth::yes) return true;
    const Ball range = Ball::between(a, b, bits_);
    return less_equal(-gain, density(threshold(range) - mu_) * expm1(range) / mu_) == Truth::yes;
  }

  // No maximum lies beyond: there B > A, as B >= Phi((C-1)/s) (e^y - 1).
  [[nodiscard]] Rational last() const {
    return (log(Ball(steps_, bits_)) + max(Ball(0, bits_), -signed_eps_ - mu_ * mu_)).upper();
  }

 private:
  // e^e Phi(-x) where common = phi(x) e^e. Beyond 2^40, where e^e and Phi would overflow each other, Mills' ratio lies
  // between x / (1 + x^2) and 1 / x.
  static Ball scaled_tail(const Ball& x, const Ball& common, const Ball& e) {
    if (less(x, pow(Rational(2), 40)) != Truth::no) return exp(e) * normal_cdf(-x);
    return common * hull(x / (1 + x * x), 1 / x);
  }

  // Phi((C-1)/s) - e^-e Phi((C-2)/s), without cancellation where e = eps.
  [[nodiscard]] Ball advantage(const Ball& y) const {
    const Ball x = threshold(y);
    if (event_ == Event::some_at_least) {
      const Ball shrunk = exp(-eps_);
      return -expm1(-eps_) * normal_cdf(x - mu_) + shrunk * (normal_cdf(2 * mu_ - x) - normal_cdf(mu_ - x));
    }
    const Tails t = tails(y);
    return t.near - t.far;
  }

  slong steps_;
  Event event_;
  Ball mu_;
  Ball eps_;
  slong bits_;
  Ball signed_eps_{0, 64};
  Ball exponential_minus_1_{0, 64};
};

// Offsets a < y < b with the maximum proved to lie in [a, b].
struct Around {
  Rational a;
  Rational y;
  Rational b;
};

// Newton steps on log B - log A in log y. Where they lead is a proposal; the signs around the last point are proved.
std::optional<Around> locate(const Curve& curve) {
  const slong close_bits = curve.bits() / 2 + 8;  // the value is quadratic in the distance
  const slong short_bits = curve.bits() / 2 + 40;
  Rational lo = 0;  // A(0) > 0 = B(0)
  Rational hi = curve.last();
  Rational y = hi / 2;
  constexpr int most_steps = 300;
  for (int i = 0; i < most_steps; ++i) {
    const Ball at = curve.ball(y);
    std::optional<Rational> next;
    if (curve.is_tail_positive(at) != Truth::yes) {
      hi = y;
    } else {
      const Curve::Balance g = curve.balance(at);
      if (!g.log_ratio.is_finite() || !g.in_y.is_finite()) return std::nullopt;
      const Truth falling = is_positive(g.log_ratio);
      if (falling == Truth::yes) hi = y;
      if (is_positive(-g.log_ratio) == Truth::yes) lo = y;
      const Ball step = -Ball(g.log_ratio.centre(), curve.bits()) / (Ball(g.in_y.centre(), curve.bits()) * at);
      if (!step.is_finite()) return std::nullopt;
      const Ball bounded = max(Ball(-20, curve.bits()), min(step, Ball(3, curve.bits())));
      next = (at * exp(bounded)).centre(short_bits);
      if (falling == Truth::unknown || less(step * step, pow(Rational(2), -2 * close_bits / 2)) == Truth::yes) {
        // The next point is worth twice the digits: prove the two signs around it.
        for (slong bits = close_bits; bits > 4; bits -= 8) {
          const Rational margin = *next * pow(Rational(2), -bits);
          const Around found{std::max(*next - margin, Rational(0)), *next, *next + margin};
          const Ball left = curve.ball(found.a);
          const Ball right = curve.ball(found.b);
          const bool rises = found.a.sign() == 0 || (curve.is_tail_positive(left) == Truth::yes &&
                                                     is_positive(-curve.balance(left).log_ratio) == Truth::yes);
          const bool falls =
              curve.is_tail_positive(right) == Truth::no || is_positive(curve.balance(right).log_ratio) == Truth::yes;
          if (rises && falls) return found;
        }
        return std::nullopt;
      }
    }
    if (!next || *next <= lo || *next >= hi) {
      const Ball top(hi, short_bits);
      next = (lo.sign() > 0 ? sqrt(top * Ball(lo, short_bits)) : top / 16).centre(short_bits);
    }
    y = *next;
  }
  return std::nullopt;
}

Rational threshold_of(const DeltaParameters& p, Event event, const Rational& y, slong bits) {
  const Ball s = p.sigma.ball(bits);
  const Ball e = event == Event::some_at_least ? p.eps.ball(bits) : -p.eps.ball(bits);
  return (Ball(3, bits) / 2 + s * s * (e + Ball(y, bits))).centre(bits);
}

}  // namespace

Ball delta_at_lower(const DeltaParameters& p, const Rational& c, Event event, slong bits) {
  check("shuffled-batch.delta.threshold", p);
  const Curve curve(p, event, bits);
  return curve.value(curve.offset(Ball(c, bits) / p.sigma.ball(bits))).f;
}

Supremum delta_threshold_lower(const DeltaParameters& p, Event event, slong bits) {
  check("shuffled-batch.delta.threshold", p);
  const Sample whole = gaussian::delta_with_slope({p.sigma, p.eps}, bits);
  if (p.steps == 1) return {whole.value, whole.slope, threshold_of(p, event, 0, bits)};
  const Curve curve(p, event, bits);
  const Curve::Value start = curve.value(curve.ball(0));
  const Ball rough = min(hull(start.f, whole.value), whole.value);
  constexpr slong spare = 32;
  if (rough.relative_bits() >= bits - spare) {
    return {clamp(rough, 0, 1), start.in_eps, threshold_of(p, event, 0, bits)};
  }
  const auto found = locate(curve);
  if (!found || !curve.is_falling(found->a, found->b))
    return {clamp(rough, 0, 1), start.in_eps, threshold_of(p, event, 0, bits)};
  const Curve::Value best = curve.value(curve.ball(found->y));
  const auto imbalance = [&](const Rational& y) {
    if (y.sign() == 0) return curve.balance(curve.ball(found->y)).a;  // not reached: a > 0 unless the margin is whole
    const Curve::Balance g = curve.balance(curve.ball(y));
    return max(g.a - g.b, g.b - g.a);
  };
  // |f'| on [a, b] is at most steepness times the larger |A - B| of the ends, as A - B falls.
  const Ball slope =
      curve.steepness(Ball::between(found->a, found->b, bits)) * max(imbalance(found->a), imbalance(found->b));
  const Ball sup = min(plus_up_to(best.f, curve.ball(found->b - found->a) * slope), whole.value);
  return {clamp(sup, 0, 1), best.in_eps, threshold_of(p, event, found->y, bits)};
}

Inversion epsilon_threshold_lower(const EpsilonParameters& p, Event event, slong digits, const Budget& budget) {
  check("shuffled-batch.epsilon.threshold", {p.sigma, 0, p.steps});
  if (p.delta.sign() <= 0 || less_equal(p.delta, 1) != Truth::yes) {
    throw InputError("shuffled-batch.epsilon.threshold", "delta", p.delta.to_string(), "positive and at most 1");
  }
  if (p.steps == 1) return gaussian::epsilon({p.sigma, p.delta}, digits, budget);
  const auto f = [&](const Rational& eps, slong bits) {
    Supremum s = delta_threshold_lower({p.sigma, eps, p.steps}, event, bits);
    return Sample{std::move(s.delta), std::move(s.in_eps)};
  };
  const Truth zero = decide([&](slong bits) { return less_equal(f(0, bits).value, p.delta.ball(2 * bits)); },
                            {.first_bits = 128, .last_bits = 4096, .budget = budget});
  if (zero == Truth::yes) return {{0, 0}, true, 128, 1};
  const Inversion above = gaussian::epsilon({p.sigma, p.delta}, 3, budget);
  if (zero == Truth::unknown) return {{0, above.bracket.hi}, false, 4096, 1};
  return bisect({.f = f, .target = p.delta.ball(digits * 16 + 4096), .lo = 0, .hi = above.bracket.hi, .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

Rational best_threshold(const DeltaParameters& p, Event event, slong bits) {
  constexpr slong spare = 96;
  return Ball(delta_threshold_lower(p, event, bits + spare).c, bits + spare).centre(bits + 4);
}

}  // namespace hallmark::shuffled_batch
