#include "bounds/allocation/proposals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr double first = -42, last = 42, spacing = 0.15;  // ln theta of the table
constexpr double small = 1e-3;
constexpr double width = 0.08, left = -40, right = 10;  // of the sums over Z

// The nodes of the sums over Z, with e^(-Z^2/2) and X = e^(s Z - s^2/2) there.
struct NormalNodes {
  std::vector<double> exponent, weight, ratio;

  explicit NormalNodes(double s) {
    for (double x = left; x <= right + s; x += width) {
      exponent.push_back(-x * x / 2);
      weight.push_back(steady::exp(-x * x / 2));
      ratio.push_back(steady::exp(s * x - s * s / 2));
    }
  }
};

double log_laplace_at(const NormalNodes& nodes, double theta) {
  constexpr double negligible = 45;
  const auto exponent = [&](std::size_t i) { return nodes.exponent[i] - theta * nodes.ratio[i]; };
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < nodes.ratio.size(); ++i) largest = std::max(largest, exponent(i));
  double sum = 0;
  for (std::size_t i = 0; i < nodes.ratio.size(); ++i) {
    const double below = exponent(i) - largest;
    if (below > -negligible) sum += steady::exp(below);
  }
  return std::min(0.0, largest + steady::log(sum * width / std::sqrt(2 * M_PI)));
}

// (ln L(theta) + theta)/theta^2 for small theta.
double scaled_excess_at(const NormalNodes& nodes, double theta) {
  double g = 0;  // E(e^-y - 1 + y), y = theta X
  for (std::size_t i = 0; i < nodes.ratio.size(); ++i) {
    const double y = theta * nodes.ratio[i];
    g += nodes.weight[i] * (y < 1e-4 ? y * y / 2 : steady::expm1(-y) + y);
  }
  g *= width / std::sqrt(2 * M_PI);
  const double u = g - theta;
  return (g - u * u * (0.5 - u / 3)) / (theta * theta);
}

}  // namespace

LogLaplace::LogLaplace(double s) : s_(s) {
  const NormalNodes nodes(s);
  for (double u = first; u <= last; u += spacing) {
    const double theta = steady::exp(u);
    logarithm_.push_back(log_laplace_at(nodes, theta));
    excess_.push_back(theta < small ? scaled_excess_at(nodes, theta) : (logarithm_.back() + theta) / (theta * theta));
  }
}

double LogLaplace::interpolated(const std::vector<double>& table, double theta) const {
  const double place = std::max(0.0, (steady::log(theta) - first) / spacing);
  const std::size_t i = std::min(static_cast<std::size_t>(place), table.size() - 2);
  const double share = std::min(1.0, place - static_cast<double>(i));
  return table[i] + share * (table[i + 1] - table[i]);
}

double LogLaplace::operator()(double theta) const {
  return theta < 1 ? std::min(0.0, excess(theta) - theta) : interpolated(logarithm_, theta);
}

double LogLaplace::excess(double theta) const {
  return theta < 1 ? interpolated(excess_, theta) * theta * theta : interpolated(logarithm_, theta) + theta;
}

double LogLaplace::exponent(double b, double x, double t) const {
  return b < 1 ? b * (x - t) + t * excess(b) : b * x + t * (*this)(b);
}

LogLaplace::Turn::Turn(double angle)
    : f(angle), cosine(steady::cos(angle)), sine(steady::sin(angle)), half(steady::sin(angle / 2)) {}

double LogLaplace::turned(double x, double y, double f) const { return turned(x, y, Turn(f)); }

double LogLaplace::turned(double x, double y, const Turn& turn) const {
  const double theta = x * turn.cosine + y * turn.sine;
  if (!(theta > 0)) return std::numeric_limits<double>::infinity();
  return turn.f * turn.f / (2 * s_ * s_) + excess(theta) - y * turn.sine + 2 * x * turn.half * turn.half;
}

std::pair<double, double> LogLaplace::rotated(double x, double y) const {
  constexpr double right_angle = 1.5707;
  static const std::vector<Turn> ladder = [] {
    std::vector<Turn> turns;
    for (double f = right_angle; f > 1e-9; f *= 0.75) turns.emplace_back(f);
    return turns;
  }();
  std::pair<double, double> best{x >= 0 ? x : std::numeric_limits<double>::infinity(), 0};
  const auto value_at = [&](double f) { return turned(x, y, f); };
  for (const Turn& turn : ladder) {
    const double value = turned(x, y, turn);
    if (value < best.first) best = {value, turn.f};
  }
  // Between the neighbours of the best: a golden section.
  double low = best.second * 0.75, high = std::min(best.second / 0.75, right_angle);
  for (int i = 0; i < 10 && best.second > 0; ++i) {
    const double left_third = low + 0.382 * (high - low), right_third = low + 0.618 * (high - low);
    const double left_value = value_at(left_third), right_value = value_at(right_third);
    if (left_value < best.first) best = {left_value, left_third};
    if (right_value < best.first) best = {right_value, right_third};
    (left_value < right_value ? high : low) = left_value < right_value ? right_third : left_third;
  }
  return best;
}

double affordable_bits(slong bits, double log_delta) {
  return 1000 + 8 * static_cast<double>(bits) - 4 * log_delta / M_LN2;
}

const LogLaplace& log_laplace(double s) {
  thread_local double at = 0;
  thread_local std::unique_ptr<LogLaplace> table;
  if (!table || at != s) {
    table = std::make_unique<LogLaplace>(s);
    at = s;
  }
  return *table;
}

Scales::Scales(const SpectralParameters& x, const Number& eps)
    : s((1 / x.sigma.ball(64)).to_double_up()),
      t(static_cast<double>(x.steps)),
      remove(x.direction == Direction::remove) {
  const double growth = exponential(eps, 64).to_double_up();
  c = remove ? t * growth : t / growth;
  deviation = std::sqrt(t * steady::expm1(s * s));
}

bool Scales::usable() const { return std::isfinite(c) && c > 0 && std::isfinite(deviation) && deviation > 0; }

double Scales::log_value(double log_delta) const {
  return log_delta + steady::log(t) + (remove ? 0 : steady::log(c / t));
}

double Scales::guess() const {
  if (!remove) {
    const LogLaplace& logarithm = log_laplace(s);
    double best = std::numeric_limits<double>::infinity();  // Chernoff's bound of E(c - S)_+
    for (double u = -35; u < 40; u += 0.1) best = std::min(best, logarithm.exponent(steady::exp(u), c, t) - u - 1);
    return std::min(0.0, best - steady::log(c) - 1);
  }
  const double x = (c - t) / deviation;
  if (x < 1) return std::min(0.0, steady::log(deviation / t)) - 1;
  const double normal = steady::log(deviation) - x * x / 2 - 2 * steady::log(x);
  const double far = std::max(0.0, (steady::log(std::max(c - t, 1.0)) - s * s / 2) / s);
  const double one_jump = steady::log(t) - far * far / 2 - steady::log(1 + far);
  return std::min(0.0, std::max(normal, one_jump) - steady::log(t) - 1);
}

Ball real_laplace(const RotatedLaplace& laplace, const Ball& theta) {
  return clamp(laplace(ComplexBall(theta, Ball(0, theta.bits()))).real().with_bits(theta.bits()), 0, 1);
}

}  // namespace hallmark::allocation
