#include "bounds/batch/poisson_scout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "bounds/poisson_summation.hpp"
#include "exact/log_sums.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;

// 0 where binary64 has no words for x.
Rational dyadic(double x, int kept) { return std::isfinite(x) ? short_dyadic(x, kept) : Rational(0); }

// The line of this height and two on either side: the best height moves slowly with the path.
std::span<const TurnedLine> with_neighbours(std::span<const TurnedLine> lines, double height) {
  constexpr std::size_t few = 2;
  std::size_t at = 0;
  while (at < lines.size() && lines[at].height != height) ++at;
  const std::size_t first = at < few ? 0 : at - few;
  return lines.subspan(first, std::min(at + few + 1, lines.size()) - first);
}

}  // namespace

Scout::Scout(std::unique_ptr<StepModel> model, double steps, bool quick)
    : model_(std::move(model)),
      steps_(steps),
      is_quick_(quick),
      largest_(steps * model_->largest()),
      least_(steps * model_->least()) {}

double Scout::cumulant(double a) { return steps_ * model_->ln_moment(a); }

double Scout::objective(double ln_lam, double eps) {
  const double lam = steady::exp(ln_lam);
  const double value = cumulant(lam) - lam * eps - ln_lam - steady::log1p(lam);
  return std::isfinite(value) ? value : infinity;
}

double Scout::saddle(double eps) {
  if (budget_.expired()) return infinity;
  double v = least_place([&](double x) { return objective(x, eps); }, -20, 150, 50);
  // Where the model ends before the least value, its last place.
  for (int i = 0; i < 100 && !std::isfinite(objective(v, eps)); ++i) v -= 0.05;
  return steady::exp(v);
}

Scout::Saddle Scout::at_saddle(double eps) {
  const double a = saddle(eps);
  if (!std::isfinite(a)) return {infinity, a};
  return {poisson_summation::ln_delta_at_saddle([&](double v) { return objective(v, eps); }, steady::log(a)), a};
}

double Scout::ln_delta(double eps) { return at_saddle(eps).ln_delta; }

double Scout::slope(double eps) { return saddle(eps); }

double Scout::epsilon(double ln_target) {
  if (found_ && found_->ln_target == ln_target) return found_->eps;
  const double eps = find_epsilon(ln_target);
  if (!budget_.expired()) found_ = Found{ln_target, eps};
  return eps;
}

double Scout::find_epsilon(double ln_target) {
  if (ln_delta(0) <= ln_target) return 0;
  double lo = 0;
  const bool bounded = std::isfinite(largest_);
  double hi = bounded ? largest_ : 1;
  if (!bounded) {
    while (ln_delta(hi) > ln_target && hi < 1e6) {
      lo = hi;
      hi *= 2;
    }
  }
  // Newton's steps, for the slope is minus the saddle point; halved where one leads out of the ends.
  constexpr int patience = 70;
  constexpr double share = 1e-6;
  double next = infinity;
  for (int i = 0; i < patience && hi - lo > share * hi && hi > 1e-290; ++i) {
    double middle = (lo + hi) / 2;
    if (lo == 0) middle = hi / 1000;
    if (lo > 0 && hi > 4 * lo) middle = std::sqrt(lo * hi);
    if (lo < next && next < hi) middle = next;
    const Saddle here = at_saddle(middle);
    (here.ln_delta > ln_target ? lo : hi) = middle;
    next = middle + (here.ln_delta - ln_target) / here.slope;
    if (std::abs(next - middle) <= share / 4 * middle) return next;
  }
  return (lo + hi) / 2;
}

double Scout::period(double eps, double lam, double ln_error, double& right, double& left) {
  const auto right_period = [&](double v) {
    const double a = lam + steady::exp(v);
    return (cumulant(a) - a * eps + poisson_summation::ln_peak(a) - ln_error) / (a - lam);
  };
  const auto left_period = [&](double v) {
    const double a = steady::exp(v);
    return (cumulant(-1 - a) + (1 + a) * eps + poisson_summation::ln_peak(a) - ln_error) / (lam + 1 + a);
  };
  const int period_steps = is_quick_ ? 20 : 26;  // to a few thousandths: around its least value a period hardly moves
  const double base = steady::log(lam);
  const double at_right = least_place(right_period, base - 12, base + 12, period_steps);
  const double at_left = least_place(left_period, steady::log1p(lam) - 12, steady::log1p(lam) + 12, period_steps);
  right = lam + steady::exp(at_right);
  left = steady::exp(at_left);
  double need_right = right_period(at_right);
  double need_left = left_period(at_left);
  // Past the largest or the least log ratio there is nothing.
  need_right = std::min(need_right, largest_ - eps);
  need_left = std::min(need_left, least_ + eps);
  return std::max({need_right, need_left, 1e-3 / lam});
}

double Scout::path_end(double eps, double lam, double ln_error, std::span<const TurnedLine> lines, double near,
                       double& height) const {
  constexpr double farthest = 1e40, nearest = 1e-12;
  const double s = 1 + lam;
  double best = infinity;
  std::vector<double> terms;
  for (const TurnedLine& line : lines) {
    if (budget_.expired()) return infinity;
    terms.resize(line.p.size());
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = s * line.p[i] - lam * line.q[i] + line.weight[i];
    const auto excess = [&](double t) {
      const Exponents exponents{terms, line.angle, t};
      double top = largest(exponents);
      if (line.atom > 0) top = std::max(top, steady::log(line.atom));
      double sum = exponential_sum(exponents, top);
      if (line.atom > 0) sum += line.atom * steady::exp(-top);
      const double ln_bound = line.before + top + steady::log(sum) + line.after;
      return steps_ * ln_bound - lam * eps - steady::log(pi * t) - ln_error;
    };
    if (!(excess(std::isfinite(best) ? best : farthest) < 0)) continue;
    double hi = std::isfinite(best) ? best : farthest, lo = nearest;
    if (is_quick_) {
      if (!std::isfinite(best)) hi = std::clamp(near, nearest, farthest);
      while (hi < farthest && !(excess(hi) < 0)) hi *= 16;
      lo = hi / 2;
      while (lo > nearest && excess(lo) < 0) {
        hi = lo;
        lo /= 4;
      }
    }
    while (hi > 1.01 * lo) {
      const double middle = std::sqrt(lo * hi);
      (excess(middle) < 0 ? hi : lo) = middle;
    }
    best = hi;
    height = line.height;
  }
  return best;
}

std::optional<Line> Scout::bound_line(double a, double t, double height, double ln_error) {
  const double limit = (t == 0 ? 2.9 : 1.5) * model_->scale() - height;
  const double need = -ln_error + std::numbers::ln2 + height * height / 2;
  // The reach that allows the widest step.
  double reach = 0;
  double step = 0;
  const double most = std::min(limit, std::sqrt(2 * need));
  for (double d = most; d > 1e-3 * most; d *= 0.8) {
    const double h = 2 * pi * d / (need + d * d / 2 + 1 + model_->excess(a, height + d));
    if (h > step) {
      step = h;
      reach = d;
    }
  }
  if (!(step > 0) || !std::isfinite(step)) return std::nullopt;
  Line line{dyadic(step, 8), dyadic(height, 20), dyadic(reach, 20)};
  const double wide = -need - 3 - model_->excess(a, height);
  const double first = model_->left_end(a, wide) / step * 1.01;
  const double last = model_->right_end(a, wide) / step * 1.01;
  if (!(first < 1e6) || !(last < 1e6)) return std::nullopt;
  line.first = -static_cast<slong>(std::ceil(first));
  line.last = static_cast<slong>(std::ceil(last));
  return line;
}

std::optional<Line> Scout::transform_line(double a, double ln_error) {
  const double below = -ln_error + steady::log(4.0);
  const double limit = 2.9 * model_->scale();
  for (double step = 1; step > 1e-6; step *= 0.95) {
    const double height = 1.001 * step * below / (2 * pi);
    if (height >= limit) continue;
    double reach = 0;
    const double most = std::min(2 * pi / step, limit) - height;
    for (double d = most; d > 0.02 * most && reach == 0; d *= 0.8) {
      const double top = height + d;
      if (2 * pi * d / step - top * top / 2 - model_->excess(a, top) > 1.001 * below) reach = d;
    }
    if (reach <= 0) continue;
    // The step is rounded down, height and reach only a little.
    Line line{dyadic(step, 10), dyadic(height, 24), dyadic(reach, 24)};
    const double need = below + height * height / 2 + 3 + model_->excess(a, height);
    const double first = model_->left_end(a, -need) / step * 1.01;
    const double last = model_->right_end(a, -need) / step * 1.01;
    if (!(first < 1e6) || !(last < 1e6)) return std::nullopt;
    line.first = -static_cast<slong>(std::ceil(first));
    line.last = static_cast<slong>(std::ceil(last));
    return line;
  }
  return std::nullopt;
}

std::optional<Moment> Scout::moment(double eps) {
  double a = saddle(eps);
  if (!std::isfinite(a)) return std::nullopt;
  constexpr int patience = 120;
  for (int i = 0; i < patience; ++i, a /= 4) {
    const auto line = bound_line(a, 0, 0, -steady::log(steps_) - 7);
    if (!line || line->last - line->first > 2000 || dyadic(a, 20).sign() <= 0) continue;
    return Moment{dyadic(a, 20), *line,
                  static_cast<slong>(64 + 2 * steady::log2(steps_ + 1) + steady::log2(2 + std::abs(a)))};
  }
  return std::nullopt;
}

std::optional<ScoutedContour> Scout::contour(double eps, double ln_delta, double ln_tolerance) {
  const std::array<double, 3> asked{eps, ln_delta, ln_tolerance};
  if (contour_asked_ != asked) {
    contour_ = find_contour(eps, ln_delta, ln_tolerance);
    contour_asked_ = asked;
  }
  return budget_.expired() ? std::nullopt : contour_;
}

std::optional<ScoutedContour> Scout::find_contour(double eps, double ln_delta, double ln_tolerance) {
  const double ln_error = ln_delta + ln_tolerance - 4;  // each part of the error
  const double best_lam = saddle(eps);
  if (!std::isfinite(best_lam) || !std::isfinite(objective(steady::log(best_lam), eps))) return std::nullopt;
  std::vector<TurnedLine> lines;
  const double steepest = std::min(1.1 * model_->scale(), 8.0);
  const double flattest = std::min(0.1 * std::sqrt(60 / steps_), steepest / 2);
  constexpr int count = 20;
  for (int i = 0; i < count; ++i) {
    if (budget_.expired()) return std::nullopt;
    const double height = steepest * steady::pow(flattest / steepest, static_cast<double>(i) / (count - 1));
    lines.push_back(model_->turned(height, 1.3 * best_lam));
  }
  Path best{};
  double least_cost = infinity;
  double near = 1;
  std::span<const TurnedLine> around = lines;
  int worse = 0;
  double lam = 1.25 * best_lam;
  constexpr int paths = 12;
  const int most_worse = is_quick_ ? 3 : paths;  // the cost falls and then rises, but for little bumps
  for (int i = 0; i < paths && worse < most_worse && !budget_.expired(); ++i, lam *= 0.75) {
    Path path{};
    path.lam = lam;
    path.period = period(eps, lam, ln_error, path.right, path.left);
    path.end = path_end(eps, lam, ln_error, around, near, path.height);
    if (std::isfinite(path.end)) {
      near = path.end;
      if (is_quick_) around = with_neighbours(lines, path.height);
    }
    const double lost = cumulant(lam) - lam * eps - steady::log(lam) - ln_delta;
    const double cost = path.period * path.end * (1 + std::max(0.0, lost) / 60);
    if (std::isfinite(least_cost)) ++worse;
    if (std::isfinite(cost) && cost > 0 && cost < least_cost) {
      least_cost = cost;
      best = path;
      worse = 0;
    }
  }
  if (!std::isfinite(least_cost)) return std::nullopt;

  ScoutedContour c;
  c.lam = dyadic(best.lam, 20);
  c.dt = dyadic(2 * pi / (best.period * 1.0001), 20);
  const double nodes = best.end * best.period * 1.0002 / (2 * pi) + 2;
  if (!(nodes < 1e8)) return std::nullopt;
  c.nodes = static_cast<slong>(nodes);
  c.right = std::max(dyadic(best.right, 20), c.lam * Rational("1.000001"));
  c.left = dyadic(best.left, 20);
  const double sum = cumulant(best.lam) - best.lam * eps - std::min(0.0, steady::log(best.lam));
  const double ln_transform = std::min(ln_error - sum - steady::log(steps_) - 3, -20.0);
  const double ln_bound = -steady::log(steps_) - 7;
  const auto transform = transform_line(best.lam, ln_transform);
  const auto norm = bound_line(best.lam, 0, 0, ln_bound);
  // |K| at the end of the path, which may be far below K(s) when the steps are few.
  const double ln_end = (best.lam * eps + steady::log(pi * best.end) + ln_error) / steps_ - cumulant(best.lam) / steps_;
  const auto tail = bound_line(best.lam, best.end, best.height, ln_bound + std::min(0.0, ln_end));
  const auto right = bound_line(best.right, 0, 0, ln_bound);
  const auto left = bound_line(-1 - best.left, 0, 0, ln_bound);
  if (!transform || !norm || !tail || !right || !left) return std::nullopt;
  c.transform = *transform;
  c.norm = *norm;
  c.tail = *tail;
  c.right_line = *right;
  c.left_line = *left;
  const double largest = model_->largest_on_nodes(1.3 * best_lam);
  const double phase = steady::log2(1 + (model_->exponent_size(best.lam) + best.end) * largest);
  // ln of the closed series of aliases that is subtracted.
  const double closed = -best.lam * best.period - steady::log(-steady::expm1(-best.lam * best.period));
  const double height =
      Ball(c.transform.height, 64).to_double_up();  // the values on the line exceed K by e^(height^2/2)
  const double lost = height * height / 2 + 1;
  c.plan = c.transform.plan(c.nodes, ln_transform);
  c.bits = static_cast<slong>((std::max(-ln_transform, closed - ln_error) + lost) / std::numbers::ln2 + phase + 48);
  c.bound_bits = static_cast<slong>(64 + 2 * steady::log2(steps_ + 1) + phase);
  c.work = nodes * static_cast<double>(c.transform.last - c.transform.first + 1);
  return c;
}

}  // namespace hallmark::poisson_gaussian
