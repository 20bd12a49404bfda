#include "bounds/allocation/spectral.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "bounds/allocation/rotated_laplace.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark::allocation {
namespace {

constexpr long guard_bits = 32;

Ball pi_ball(long bits) {
  Ball pi(0, bits);
  arb_const_pi(pi.raw(), bits);
  return pi;
}

// ln L on the positive axis in doubles: for proposals only.
class LogLaplace {
 public:
  explicit LogLaplace(double s) : s_(s) {
    for (double u = first; u <= last; u += spacing) {
      logarithm_.push_back(at(std::exp(u)));
      excess_.push_back((logarithm_.back() + std::exp(u)) / std::exp(2 * u));
      if (u < std::log(small)) excess_.back() = scaled_excess_at(std::exp(u));
    }
  }
  [[nodiscard]] double operator()(double theta) const {
    return theta < 1 ? std::min(0.0, excess(theta) - theta) : interpolated(logarithm_, theta);
  }
  // ln L(theta) + theta: what is left of it beside the mean, without cancellation for small theta.
  [[nodiscard]] double excess(double theta) const {
    return theta < 1 ? interpolated(excess_, theta) * theta * theta : interpolated(logarithm_, theta) + theta;
  }
  // b x + t ln L(b)
  [[nodiscard]] double exponent(double b, double x, double t) const {
    return b < 1 ? b * (x - t) + t * excess(b) : b * x + t * (*this)(b);
  }
  // min over angles f of f^2/(2 s^2) + ln L(a cos f + y sin f) + a, and the angle.
  [[nodiscard]] std::pair<double, double> rotated(double a, double y) const {
    std::pair<double, double> best{a, 0};
    for (double f = 1.5; f > 1e-9; f *= 0.8) {
      const double half = std::sin(f / 2);
      const double theta = a * std::cos(f) + y * std::sin(f);
      const double value = f * f / (2 * s_ * s_) + excess(theta) - y * std::sin(f) + 2 * a * half * half;
      if (value < best.first) best = {value, f};
    }
    return best;
  }

 private:
  [[nodiscard]] double interpolated(const std::vector<double>& table, double theta) const {
    const double place = std::max(0.0, (std::log(theta) - first) / spacing);
    const std::size_t i = std::min(static_cast<std::size_t>(place), table.size() - 2);
    const double share = std::min(1.0, place - static_cast<double>(i));
    return table[i] + share * (table[i + 1] - table[i]);
  }
  // (ln L(theta) + theta)/theta^2 for small theta.
  [[nodiscard]] double scaled_excess_at(double theta) const {
    double g = 0;  // E(e^-y - 1 + y), y = theta X
    for (double x = left; x <= right + s_; x += width) {
      const double y = theta * std::exp(s_ * x - s_ * s_ / 2);
      g += std::exp(-x * x / 2) * (y < 1e-4 ? y * y / 2 : std::expm1(-y) + y);
    }
    g *= width / std::sqrt(2 * M_PI);
    const double u = g - theta;
    return (g - u * u * (0.5 - u / 3)) / (theta * theta);
  }
  [[nodiscard]] double at(double theta) const {
    double largest = -std::numeric_limits<double>::infinity();
    const auto exponent = [&](double x) { return -x * x / 2 - theta * std::exp(s_ * x - s_ * s_ / 2); };
    for (double x = left; x <= right; x += width) largest = std::max(largest, exponent(x));
    double sum = 0;
    for (double x = left; x <= right; x += width) sum += std::exp(exponent(x) - largest);
    return std::min(0.0, largest + std::log(sum * width / std::sqrt(2 * M_PI)));
  }
  static constexpr double first = -42, last = 42, spacing = 0.15, small = 1e-3;
  static constexpr double width = 0.08, left = -40, right = 10;
  double s_;
  std::vector<double> logarithm_, excess_;
};

// The table of one s, kept for the next question.
const LogLaplace& log_laplace(double s) {
  thread_local double at = 0;
  thread_local std::unique_ptr<LogLaplace> table;
  if (!table || at != s) {
    table = std::make_unique<LogLaplace>(s);
    at = s;
  }
  return *table;
}

// A positive double rounded towards 0 to `kept` significant bits.
Rational short_dyadic(double x, int kept) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(static_cast<long>(std::ldexp(mantissa, kept))) * pow(Rational(2), exponent - kept);
}

// L at a real theta > 0, for upper bounds.
Ball real_laplace(const RotatedLaplace& laplace, const Ball& theta) {
  acb_t z;
  acb_init(z);
  acb_t value;
  acb_init(value);
  acb_set_arb(z, theta.raw());
  laplace.evaluate(value, z);
  Ball result(0, theta.bits());
  arb_set(result.raw(), acb_realref(value));
  acb_clear(z);
  acb_clear(value);
  return clamp(result, 0, 1);
}

}  // namespace

struct SpectralTable::Data {
  SpectralParameters x;
  SpectralPlan plan;
  long work;
  RotatedLaplace laplace;
  std::vector<Ball> re, im;  // of L(theta_k)^t / theta_k^2
  Ball left_factor;          // e^-1 L(a')^t / a'
  Ball tail;                 // sum over the nodes left out of |L^t / theta^2|
  bool complete = true;

  Data(const SpectralParameters& parameters, const SpectralPlan& p)
      : x(parameters),
        plan(p),
        work(p.bits + guard_bits),
        laplace(parameters.sigma, p.bits),
        re(static_cast<std::size_t>(p.nodes), Ball(0, 2)),
        im(static_cast<std::size_t>(p.nodes), Ball(0, 2)),
        left_factor(0, 64),
        tail(0, 64) {}

  void compute_nodes(const Budget& budget);
  void bound_left_factor();
  void bound_tail();
};

void SpectralTable::Data::compute_nodes(const Budget& budget) {
  std::atomic<bool> expired{false};
  parallel_for(plan.nodes, [&](long k) {
    if (expired || budget.expired()) {
      expired = true;
      return;
    }
    acb_t theta, value;
    acb_init(theta);
    acb_init(value);
    const Ball height(plan.step * k, work);
    const Ball line(plan.a, work);
    arb_set(acb_realref(theta), line.raw());
    arb_set(acb_imagref(theta), height.raw());
    laplace.evaluate(value, theta);
    acb_pow_ui(value, value, static_cast<ulong>(x.steps), work);
    acb_mul(theta, theta, theta, work);
    acb_div(value, value, theta, work);
    Ball real(0, work), imaginary(0, work);
    arb_swap(real.raw(), acb_realref(value));
    arb_swap(imaginary.raw(), acb_imagref(value));
    re[static_cast<std::size_t>(k)] = std::move(real);
    im[static_cast<std::size_t>(k)] = std::move(imaginary);
    acb_clear(theta);
    acb_clear(value);
  });
  complete = !expired;
}

void SpectralTable::Data::bound_left_factor() {
  // L(a') may be far smaller than the L of the nodes: with bits of its own.
  const LogLaplace& logarithm = log_laplace((1 / x.sigma.ball(64)).to_double_up());
  const Ball a(plan.a_alias, work);
  const long bits = plan.bits + static_cast<long>(std::min(1e5, -logarithm(a.to_double_up()) / M_LN2));
  const RotatedLaplace precise(x.sigma, bits);
  left_factor =
      pow(real_laplace(precise, a.with_bits(bits)), static_cast<unsigned long>(x.steps)) / (a * exp(Ball(1, work)));
}

void SpectralTable::Data::bound_tail() {
  const Ball a(plan.a, work);
  const Ball s = 1 / x.sigma.ball(work);
  const LogLaplace& logarithm = log_laplace((1 / x.sigma.ball(64)).to_double_up());
  const auto t = static_cast<unsigned long>(x.steps);
  const auto power_at = [&](const Ball& y) {  // an upper bound of |L|^t for all Im theta >= y
    const double angle = logarithm.rotated(a.to_double_up(), y.to_double_up()).second;
    if (!(angle > 0)) return Ball(1, work);
    const Ball f(short_dyadic(angle, 20), work);
    Ball sine(0, work), cosine(0, work);
    arb_sin_cos(sine.raw(), cosine.raw(), f.raw(), work);
    return min(Ball(1, work), pow(exp(f * f / (2 * s * s)) * real_laplace(laplace, a * cosine + y * sine), t));
  };
  const Ball step(plan.step, work);
  Ball sum(0, work);
  long from = plan.nodes;
  constexpr int most_blocks = 60;
  for (int block = 0;; ++block) {
    const Ball power = power_at(step * from);
    const Ball first(from, work);
    // All that is left, once it is small beside the blocks before or the blocks end.
    const Ball rest = power * (1 / (first * first) + 1 / first) / (step * step);
    if (block == most_blocks || less(rest * (1L << 20), sum) == Truth::yes) {
      sum += rest;
      break;
    }
    const long next = from + std::max(1L, from / 8);
    sum += power * (next - from) / (first * first * step * step);
    from = next;
  }
  tail = sum;
}

SpectralTable::SpectralTable(const SpectralParameters& parameters, const SpectralPlan& plan, const Budget& budget) {
  require(parameters.direction != Direction::both && parameters.steps >= 1, "one direction, at least one step");
  require(plan.a.sign() > 0 && plan.step.sign() > 0 && plan.a_alias > plan.a && plan.nodes >= 1,
          "a plan in the right half plane");
  data_ = std::make_unique<Data>(parameters, plan);
  data_->compute_nodes(budget);
  if (!data_->complete) return;
  data_->bound_left_factor();
  data_->bound_tail();
}

SpectralTable::~SpectralTable() = default;

Ball SpectralTable::delta(const Number& eps) const {
  const Data& d = *data_;
  const long work = d.work;
  if (!d.complete) return Ball::between(0, 1, work);
  const bool remove = d.x.direction == Direction::remove;
  const Ball t(d.x.steps, work);
  const Ball growth = exponential(eps, work);
  const Ball c = remove ? t * growth : t / growth;
  const Ball a(d.plan.a, work);
  const Ball step(d.plan.step, work);
  const Ball width = 2 * pi_ball(work) / step;

  // T(c)
  Ball sum = d.re[0] / 2;
  Ball sine(0, work), cosine(0, work);
  for (std::size_t k = 1; k < d.re.size(); ++k) {
    const Ball phase = c * (step * static_cast<long>(k));
    arb_sin_cos(sine.raw(), cosine.raw(), phase.raw(), work);
    sum += cosine * d.re[k] - sine * d.im[k];
  }
  Ball rest = d.tail;
  arb_add_error(sum.raw(), rest.raw());
  const Ball trapezoid = 2 * exp(c * a) * sum / width;

  const Ball r = exp(-a * width);
  const Ball complement = -expm1(-a * width);  // 1 - r
  const Ball closed = (c - t) * r / complement + width * r / (complement * complement);
  Ball left(0, work);
  if (less_equal(c, width) != Truth::yes) {
    const Ball gap = (Ball(d.plan.a_alias, work) - a) * width;
    left = exp(Ball(d.plan.a_alias, work) * c) * d.left_factor * exp(-gap) / -expm1(-gap);
  }
  Ball result(0, work);
  if (remove) {
    const Ball whole = trapezoid - closed - (c - t);  // C(c) (1 + [0, r/(1-r)]) + [0, left]
    if (!whole.is_finite() || !left.is_finite()) return Ball::between(0, 1, work);
    const Ball low = max((whole - left) * complement, Ball(0, work));
    result = hull(low, max(whole, Ball(0, work))) / t;
  } else {
    const Ball s = 1 / d.x.sigma.ball(work);
    const Ball v = t * expm1(s * s);
    const Ball x = c + width - t;
    Ball right = t;
    if (is_positive(x) == Truth::yes) right = min(t, v / (2 * (sqrt(v + x * x) + x)));
    const Ball high = trapezoid - closed;
    const Ball low = high - left - right * r / complement;
    if (!high.is_finite() || !low.is_finite()) return Ball::between(0, 1, work);
    result = hull(max(low, Ball(0, work)), max(high, Ball(0, work))) * growth / t;
  }
  return result;
}

namespace {

// What the proposals need of one question, in doubles.
struct Scales {
  double s, t, c, deviation;
  bool remove;
};

Scales scales(const SpectralParameters& x, const Number& eps) {
  const double s = (1 / x.sigma.ball(64)).to_double_up();
  const double t = static_cast<double>(x.steps);
  const double growth = exponential(eps, 64).to_double_up();
  const bool remove = x.direction == Direction::remove;
  return {s, t, remove ? t * growth : t / growth, std::sqrt(t * std::expm1(s * s)), remove};
}

// ln of an upper bound of P-like sizes: min over b of b x - ln b - 1 + t ln L(b), for E(x - S)_+.
double chernoff(const LogLaplace& logarithm, double t, double x, double from) {
  double best = std::numeric_limits<double>::infinity();
  for (double u = std::log(from); u < 40; u += 0.1) {
    const double b = std::exp(u);
    best = std::min(best, logarithm.exponent(b, x, t) - u - 1);
  }
  return best;
}

// About ln delta, often a little above.
double guess(const Scales& q, const LogLaplace& logarithm, double eps) {
  if (!q.remove) return std::min(0.0, chernoff(logarithm, q.t, q.c, 1e-15) + eps - std::log(q.t) - 1);
  const double x = (q.c - q.t) / q.deviation;
  if (x < 1) return std::log(q.deviation / q.t) - 1;
  const double normal = std::log(q.deviation) - x * x / 2 - 2 * std::log(x);
  const double strike = std::max(q.c - q.t, 1.0);
  const double far = std::max(0.0, (std::log(strike) - q.s * q.s / 2) / q.s);
  return std::min(0.0, std::max(normal, std::log(q.t) - far * far / 2 - std::log(1 + far)) - std::log(q.t) - 1);
}

}  // namespace

std::optional<SpectralPlan> propose_plan(const SpectralParameters& parameters, const Number& eps, long bits,
                                         double log_delta, long most_nodes) {
  const Scales q = scales(parameters, eps);
  if (!std::isfinite(q.c) || !(q.c > 0) || !std::isfinite(q.deviation)) return std::nullopt;
  const LogLaplace& logarithm = log_laplace(q.s);
  const double depth = static_cast<double>(bits) * M_LN2;
  const double log_value = log_delta + std::log(q.t) + (q.remove ? 0 : std::log(q.c / q.t));
  const double log_error = log_value - depth;
  double best_nodes = static_cast<double>(most_nodes) + 1;
  SpectralPlan plan{};
  for (double width = std::min(q.deviation, q.c) / 8; width < 4 * (q.c + 60 * q.deviation); width *= 1.12) {
    double need = depth;
    if (!q.remove) {
      const double x = std::max(0.0, q.c + width - q.t);
      const double v = q.deviation * q.deviation;
      need += std::max(0.0, std::log(std::min(q.t, v / (2 * (std::sqrt(v + x * x) + x)))) - log_value);
    }
    const double a = (need + 2) / width;
    double a_alias = 2 * a;
    if (width < 1.001 * q.c) {
      double left = std::numeric_limits<double>::infinity();
      for (double b = a + 0.5 / width; b < 1e6 * a; b = a + (b - a) * 1.25) {
        const double ratio = (b - a) * width;
        const double value = logarithm.exponent(b, q.c, q.t) - 1 - std::log(b) - ratio - std::log(-std::expm1(-ratio));
        if (value < left) left = value, a_alias = b;
      }
      if (left > log_error - 2) continue;
    }
    // The first height from which the nodes may be left out.
    const auto tail = [&](double y) { return a * (q.c - q.t) + q.t * logarithm.rotated(a, y).first - std::log(y) + 2; };
    double low = 1 / (q.c + width), high = low;
    while (tail(high) > log_error && high < 1e300 / width) high *= 2;
    if (high * width / 6 > 4 * best_nodes) continue;
    low = high / 2;
    for (int i = 0; i < 8; ++i) {
      const double middle = std::sqrt(low * high);
      (tail(middle) > log_error ? low : high) = middle;
    }
    const double nodes = high * width / (2 * M_PI) + 2;
    if (nodes >= best_nodes) continue;
    best_nodes = nodes;
    const double peak = std::max({logarithm.exponent(a, q.c, q.t) - 2 * std::log(a) - std::log(width),
                                  std::log(std::abs(q.c - q.t) + 1e-300), log_value});
    const double cancellation = (peak - log_value) / M_LN2 + std::log2(q.t) - logarithm(a) / M_LN2;
    plan.a = short_dyadic(a, 12);
    plan.step = short_dyadic(2 * M_PI / width, 20);
    plan.a_alias = std::max(short_dyadic(a_alias, 12), plan.a + short_dyadic(a / 64, 12));
    plan.nodes = static_cast<long>(nodes) + 1;
    plan.bits = bits + 16 + static_cast<long>(std::max(0.0, cancellation));
  }
  if (best_nodes > static_cast<double>(most_nodes)) return std::nullopt;
  return plan;
}

namespace {

// The table that was good enough at one threshold, with the value there.
struct Solved {
  std::unique_ptr<SpectralTable> table;
  Ball value;
};

// Plans for smaller and smaller guesses of delta until the value has the bits asked for.
std::optional<Solved> solve(const SpectralParameters& parameters, const Number& eps, long bits, const Budget& budget) {
  constexpr int most_trials = 8;
  constexpr long most_nodes = 12'000;
  constexpr double least_log_delta = -200'000;
  const Scales q = scales(parameters, eps);
  if (!std::isfinite(q.c) || !std::isfinite(q.deviation)) return std::nullopt;
  double log_delta = guess(q, log_laplace(q.s), eps.ball(64).to_double_up());
  std::optional<Solved> best;
  for (int trial = 0; trial < most_trials && log_delta > least_log_delta && !budget.expired(); ++trial) {
    const auto plan = propose_plan(parameters, eps, bits + 4, log_delta, most_nodes);
    if (!plan) return best;
    auto table = std::make_unique<SpectralTable>(parameters, *plan, budget);
    Ball value = table->delta(eps);
    if (!best || value.relative_bits() > best->value.relative_bits()) best = Solved{std::move(table), std::move(value)};
    if (best->value.relative_bits() >= bits) return best;
    // The guess was too high: what is left of the ball tells by how much at least.
    const Ball upper = log(Ball(best->value.upper(), 64));
    const double top = upper.is_finite() ? upper.to_double_up() : log_delta;
    log_delta = std::min(log_delta - 3, top - (is_positive(best->value) == Truth::yes ? 1 : 10));
  }
  return best;
}

}  // namespace

std::optional<Ball> spectral_delta(const SpectralParameters& parameters, const Number& eps, long bits,
                                   const Budget& budget) {
  const auto solved = solve(parameters, eps, bits, budget);
  if (!solved) return std::nullopt;
  return solved->value;
}

std::optional<Inversion> spectral_epsilon(const SpectralParameters& parameters, const Number& delta, long digits,
                                          const Budget& budget) {
  constexpr long rough_bits = 16;
  std::optional<Solved> kept;
  long kept_bits = 0;
  bool failed = false;
  const auto curve = [&](const Rational& eps, long bits) -> Sample {
    constexpr long spare = 8;
    std::optional<Ball> value;
    if (kept && kept_bits >= bits) {
      value = kept->table->delta(eps);
      if (value->relative_bits() < bits - spare) value.reset();
    }
    if (!value) {
      auto solved = failed ? std::nullopt : solve(parameters, eps, bits, budget);
      if (!solved) {
        failed = true;
        return {Ball::between(0, 1, bits), Ball::anything(bits)};
      }
      kept = std::move(solved);
      kept_bits = bits;
      value = kept->value;
    }
    const Rational step = eps * pow(Rational(2), -rough_bits);
    if (step.sign() == 0) return {*value, Ball::anything(bits)};
    return {*value, (kept->table->delta(eps + step) - *value) / Ball(step, bits)};
  };

  // Where doubles expect the root, then proved ends around it.
  const Ball target = delta.ball(digits * 16 + 4096);
  const double goal = log(delta.ball(64)).to_double_up();
  const double s = scales(parameters, 0).s;
  const LogLaplace& logarithm = log_laplace(s);
  double low = 1e-12, high = 1e4;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    const Number eps(short_dyadic(middle, 20));
    (guess(scales(parameters, eps), logarithm, middle) > goal ? low : high) = middle;
  }
  // Newton steps on ln delta from there, at few bits; then proved ends on both sides of where they stop.
  double at = low;
  double reach = 0.25;  // how far off the root may be, relatively
  constexpr int most_steps = 12;
  for (int i = 0; i < most_steps && reach > 1e-3 && !failed && !budget.expired(); ++i) {
    const Sample here = curve(short_dyadic(at, 20), rough_bits);
    if (is_positive(here.value) != Truth::yes || is_positive(-here.slope) != Truth::yes) break;
    const double step = ((log(delta.ball(64)) - log(here.value)) * here.value / here.slope).to_double_up();
    if (!std::isfinite(step)) break;
    const double next = std::clamp(at + step, at / 2, at * 2);
    reach = std::clamp(2 * std::abs(next - at) / at, 1e-4, 0.25);
    at = next;
  }
  const auto proved = [&](double from, double factor, Truth wanted) -> std::optional<Rational> {
    double distance = reach;
    for (double x = from; x > 1e-9 && x < 1e4 && !failed && !budget.expired(); distance *= 2) {
      x = factor > 0 ? from * (1 + distance) : from / (1 + distance);
      const Rational exact = short_dyadic(x, 20);
      if (less_equal(curve(exact, rough_bits).value, target) == wanted) return exact;
    }
    return std::nullopt;
  };
  const auto hi = proved(at, 1, Truth::yes);
  if (!hi) return std::nullopt;
  auto lo = proved(at, -1, Truth::no);
  if (!lo) {
    const Truth zero = less_equal(curve(0, rough_bits).value, target);
    if (zero == Truth::yes) return Inversion{{0, 0}, true, rough_bits, 1};
    if (zero != Truth::no) return std::nullopt;
    lo = Rational(0);
  }
  return bisect({.f = curve, .target = target, .lo = *lo, .hi = *hi, .digits = digits},
                {.first_bits = 48, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark::allocation
