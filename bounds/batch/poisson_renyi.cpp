#include "bounds/batch/poisson_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "bounds/renyi_real.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_renyi {
namespace {

constexpr slong max_steps = 1'000'000'000'000'000;
constexpr slong longest_sum = 20'000;
constexpr double most_nodes = 1e6;

void check_step(std::string_view where, const Sampling& x) {
  if (x.sigma.sign() <= 0) throw InputError(where, "sigma", x.sigma.to_string(), "positive");
  if (x.rate.sign() <= 0 || less_equal(x.rate, 1) != Truth::yes) {
    throw InputError(where, "rate", x.rate.to_string(), "positive and at most 1");
  }
  if (x.steps < 1 || x.steps > max_steps) {
    throw InputError(where, "steps", Rational(x.steps).to_string(), "an integer from 1 to 10^15");
  }
}

void check_alpha(std::string_view where, const Number& alpha) {
  if (less(1, alpha) != Truth::yes) throw InputError(where, "alpha", alpha.to_string(), "above 1");
}

bool is_full(const Number& rate) { return rate == Number(1); }

// ln l(y) at y.
class Ratio {
 public:
  Ratio(const Sampling& step, slong bits) : mu_(1 / step.sigma.ball(bits)), rate_(step.rate.ball(bits)) {}
  [[nodiscard]] Ball log_at(const Ball& y) const { return log1p(rate_ * expm1(mu_ * y - mu_ * mu_ / 2)); }
  [[nodiscard]] const Ball& mu() const { return mu_; }
  [[nodiscard]] const Ball& rate() const { return rate_; }
  [[nodiscard]] Ball log_least() const { return log1p(-rate_); }

 private:
  Ball mu_;
  Ball rate_;
};

// Where the rule's nodes stand. Chosen in floating point: a bad choice costs width or time, never truth.
struct Rule {
  Rational step;
  Rational reach;  // d
  slong first;
  slong last;
};

std::optional<Rule> choose_rule(const Sampling& step, double z, slong bits) {
  const double sigma = roughly(step.sigma.ball(64));
  const double q = roughly(step.rate.ball(64));
  const double mu = 1 / sigma;
  const double none = roughly(log1p(-step.rate.ball(256)));  // ln(1 - q)
  if (!std::isfinite(z) || !std::isfinite(none)) return std::nullopt;
  const auto log_ratio = [&](double y) {
    const double u = steady::log(q) + mu * y - mu * mu / 2;
    return std::max(u, none) + steady::log1p(steady::exp(-std::fabs(u - none)));
  };
  // For z < 0 the error is relative to (1-q)^z, which K does not reach.
  const double low = z < 0 ? -std::min(sigma * steady::log(2 - z), -z * q * mu) : 0;
  const double lost = z < 0 ? z * none - std::max(0.0, z * log_ratio(low) - low * low / 2) : 0;
  const double need = static_cast<double>(bits) * 0.7 + 12 + std::max(lost, 0.0);
  const double reach = std::min(sigma * (z < 0 ? 1.5 : 3.0), std::sqrt(2 * need));
  const double h = 2 * 3.141592 * reach / (need + reach * reach / 2 + 1);
  const double width = std::sqrt(2 * need) + 1;
  double y1 = -width;
  const double y2 = std::max(z, 0.0) * mu + width;
  const double far = z * mu - width;
  if (far > 1 && z > 0) {
    const double size = std::max(0.0, z * steady::log(q) + z * (z - 1) * mu * mu / 2);
    const double at_start = z * log_ratio(0);
    const double steep = z * (log_ratio(far) - log_ratio(0)) / far;
    if (steep > far && z * log_ratio(far) - far * far / 2 < size - need && at_start < size - need) y1 = far;
  }
  if (!(h > 1e-200) || !((y2 - y1) / h < most_nodes) || !(std::fabs(y2) / h < 1e15)) return std::nullopt;
  return Rule{short_dyadic(h, 21), short_dyadic(reach * 0.999, 21), std::llround(std::floor(y1 / h)),
              std::llround(std::ceil(y2 / h))};
}

// ln(e^a + e^b).
Ball log_sum(const Ball& a, const Ball& b) {
  const Ball high = max(a, b);
  return high + log1p(exp(min(a, b) - high));
}

// The integrals of the majorants beyond the nodes kept, for z >= 0, over e^size.
Ball left_out_above(const Ratio& ratio, const Ball& z, const Rule& rule, const Ball& size) {
  const slong bits = z.bits();
  const Ball y1(rule.step * rule.first, bits);
  const Ball y2(rule.step * rule.last, bits);
  const Ball peak = z * ratio.mu();
  if (less_equal(peak, y2) != Truth::yes) return Ball::anything(bits);
  const Ball right = exp(z * ratio.log_at(y2) - peak * y2 + peak * peak / 2 - size) * normal_cdf(peak - y2);
  if (rule.first <= 0) return right + exp(z * ratio.log_at(y1) - size) * normal_cdf(y1);
  const Ball start = ratio.log_at(Ball(0, bits));
  const Ball steep = z * (ratio.log_at(y1) - start) / y1;
  if (less_equal(y1, steep) != Truth::yes) return Ball::anything(bits);
  return right + exp(z * start - size) * (1 + Ball(rule.step, bits)) +
         exp(z * start - size + steep * steep / 2) * normal_cdf(y1 - steep);
}

// Where l^z phi is about largest for z < 0: before l is next to 1-q.
Ball low_point(const Ratio& ratio, const Ball& z) {
  return -min(log(2 - z) / ratio.mu(), -z * ratio.rate() * ratio.mu());
}

// What is known of ln K without a rule: ln K(alpha) (remove) and ln K(1 - alpha) (add), alpha > 1.
Ball outer_log_moment(const Sampling& step, const Ball& alpha, Direction direction, slong bits) {
  const Ratio ratio(step, bits);
  const Ball q = step.rate.ball(bits);
  const Ball zero(0, bits);
  const Ball e = alpha * (alpha - 1) * ratio.mu() * ratio.mu() / 2;
  const Ball above = log_sum(ratio.log_least(), log(q) + e);
  if (direction == Direction::remove) {
    return max(zero, hull(log_sum(alpha * ratio.log_least(), alpha * log(q) + e), above));
  }
  const auto up_to = [&](const Ball& y) { return (1 - alpha) * ratio.log_at(y) + log(normal_cdf(y)); };
  const Ball below = max(up_to(ratio.mu() / 4), up_to(low_point(ratio, 1 - alpha)));
  return max(zero, hull(below, min((1 - alpha) * ratio.log_least(), above)));
}

}  // namespace

Ball moment_minus_1(const Sampling& step, slong order, slong bits, const Budget& budget) {
  check_step("poisson-gaussian.renyi", step);
  const Ball q = step.rate.ball(bits);
  const Ball mu = 1 / step.sigma.ball(bits);
  const Ball half = mu * mu / 2;
  const Ball odds = q / (1 - q);
  Ball weight = exp(log1p(-q) * order);  // C(z, j) (1-q)^(z-j) q^j
  Ball sum(0, bits);
  constexpr slong polling = 256;
  for (slong j = 1; j <= order; ++j) {
    if (j % polling == 0 && budget.expired()) return Ball::anything(bits);
    weight = weight * odds * (order - j + 1) / j;
    if (j >= 2) sum += weight * expm1(half * j * (j - 1));
  }
  return sum;
}

std::optional<Ball> log_moment(const Sampling& step, const Number& z, slong bits, const Budget& budget) {
  check_step("poisson-gaussian.renyi", step);
  const Ball power = z.ball(bits);
  const auto rule = choose_rule(step, roughly(power), bits);
  if (!rule) return std::nullopt;
  const Ratio ratio(step, bits);
  const Ball pi = Ball::pi(bits);
  // Everything over e^size, which is about the largest term.
  const Ball top = z.sign() < 0 ? low_point(ratio, power) : power * ratio.mu();
  const Ball size((power * ratio.log_at(top) - top * top / 2).centre(64), bits);
  Ball sum(0, bits);
  constexpr slong polling = 256;
  for (slong j = rule->first; j <= rule->last; ++j) {
    if (j % polling == 0 && budget.expired()) return std::nullopt;
    const Ball y(rule->step * j, bits);
    sum += exp(power * ratio.log_at(y) - y * y / 2 - size);
  }
  sum = sum * Ball(rule->step, bits) / sqrt(2 * pi);
  const Ball d(rule->reach, bits);
  const Ball error = 2 * exp(d * d / 2) / expm1(2 * pi * d / Ball(rule->step, bits));
  const Ball within = hull(-error, error);
  const Ball angle = d * ratio.mu();
  Ball k(0, bits);
  if (z.sign() >= 0) {
    if (less(angle, pi) != Truth::yes) return std::nullopt;
    // K = sum + left out + theta error K, |theta| <= 1.
    const Ball divisor = 1 - within;
    if (is_positive(divisor) != Truth::yes) return std::nullopt;
    k = plus_up_to(sum, left_out_above(ratio, power, *rule, size)) / divisor;
  } else {
    if (less(2 * angle, pi) != Truth::yes || rule->first > 0 || rule->last < 0) return std::nullopt;
    const Ball cap = exp(power * ratio.log_least() - size);
    const Ball ends =
        normal_cdf(Ball(rule->step * rule->first, bits)) + normal_cdf(-Ball(rule->step * rule->last, bits));
    k = plus_up_to(sum, cap * ends) + cap * within;
  }
  if (!k.is_finite() || is_positive(k) != Truth::yes) return std::nullopt;
  return log(k) + size;
}

Ball divergence(const Sampling& x, const Number& alpha, Direction direction, slong bits, const Budget& budget) {
  check_step("poisson-gaussian.renyi", x);
  check_alpha("poisson-gaussian.renyi", alpha);
  if (direction == Direction::both) {
    return max(divergence(x, alpha, Direction::remove, bits, budget),
               divergence(x, alpha, Direction::add, bits, budget));
  }
  const Ball a = alpha.ball(bits);
  const Ball s = x.sigma.ball(bits);
  if (is_full(x.rate)) return a * x.steps / (2 * s * s);
  const auto order = alpha.rational();
  const bool summed = direction == Direction::remove && order && order->is_integer() && *order <= longest_sum;
  const auto scaled = [&](const Ball& log_moment) { return log_moment * x.steps / (a - 1); };
  if (summed) {
    const Ball sum = moment_minus_1(x, order->to_long(), bits, budget);
    // Far beyond what can be written out, and still finite.
    return scaled(sum.is_bounded() ? log1p(sum) : outer_log_moment(x, a, direction, bits));
  }
  std::optional<Ball> k;
  if (direction == Direction::remove) {
    k = log_moment(x, alpha, bits, budget);
  } else if (order) {
    k = log_moment(x, Rational(1) - *order, bits, budget);
  }
  if (k && k->is_finite()) return scaled(max(*k, Ball(0, bits)));
  return scaled(outer_log_moment(x, a, direction, bits));
}

namespace {

struct One {
  Ball value;
  bool reached;
  Rational order;
};

template <typename Convert>
Converted convert(const Sampling& x, Direction direction, const Convert& along) {
  check_step("poisson-gaussian.renyi", x);
  if (direction != Direction::both) {
    One c = along(direction);
    if (direction == Direction::remove) return {c.value, c.reached, c.order, 0};
    return {c.value, c.reached, 0, c.order};
  }
  const One remove = along(Direction::remove);
  const One add = along(Direction::add);
  return {max(remove.value, add.value), remove.reached && add.reached, remove.order, add.order};
}

template <typename Integers, typename Reals>
Converted convert(const Sampling& x, Direction direction, Grid grid, const Budget& budget, const Integers& integers,
                  const Reals& reals) {
  return convert(x, direction, [&](Direction d) {
    if (grid == Grid::integers) {
      const renyi::Curve curve{[&, d](slong order, slong bits) { return divergence(x, order, d, bits, budget); },
                               renyi::Shape::divergence};
      const renyi::Conversion c = integers(curve);
      return One{c.value, c.reached, c.order};
    }
    const renyi::RealConversion c =
        reals([&, d](const Rational& order, slong bits) { return divergence(x, order, d, bits, budget); });
    return One{c.value, c.reached, c.order};
  });
}

}  // namespace

Converted epsilon_upper(const Sampling& x, const Number& delta, Direction direction, Grid grid, renyi::Orders orders,
                        slong digits, const Budget& budget) {
  return convert(
      x, direction, grid, budget,
      [&](const renyi::Curve& c) { return renyi::epsilon_upper(c, delta, orders, digits, budget); },
      [&](const renyi::RealCurve& c) {
        return renyi::epsilon_upper_real(c, delta, orders.first, orders.last, digits, budget);
      });
}

Converted delta_upper(const Sampling& x, const Number& eps, Direction direction, Grid grid, renyi::Orders orders,
                      slong digits, const Budget& budget) {
  return convert(
      x, direction, grid, budget,
      [&](const renyi::Curve& c) { return renyi::delta_upper(c, eps, orders, digits, budget); },
      [&](const renyi::RealCurve& c) {
        return renyi::delta_upper_real(c, eps, orders.first, orders.last, digits, budget);
      });
}

}  // namespace hallmark::poisson_renyi
