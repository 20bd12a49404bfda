#include "bounds/allocation/few_steps.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/normal.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

// The sum over the members of a set of steps of each coordinate: vector j of 0 .. steps - 2 is (1, ..., 1, -(j+1), 0,
// ...)/sqrt((j+1)(j+2)).
std::vector<Ball> coordinates(const std::vector<bool>& set, slong bits) {
  std::vector<Ball> all;
  slong before = set.front() ? 1 : 0;
  for (std::size_t j = 1; j < set.size(); ++j) {
    const auto length = static_cast<slong>(j);
    const slong sum = before - (set[j] ? length : 0);
    all.push_back(Ball(sum, bits) / sqrt(Ball(length * (length + 1), bits)));
    if (set[j]) ++before;
  }
  return all;
}

// All choices of the selected steps.
std::vector<std::vector<bool>> choices(const Scheme& s) {
  std::vector<bool> set(static_cast<std::size_t>(s.steps), false);
  std::fill(set.end() - s.selected, set.end(), true);
  std::vector<std::vector<bool>> all;
  do all.push_back(set);
  while (std::next_permutation(set.begin(), set.end()));
  return all;
}

Ball squared_length(const Scheme& s, slong bits) {
  return Ball(Rational(s.selected) * (s.steps - s.selected) / s.steps, bits);
}

// What is the same for all nodes.
struct NodeTables {
  std::vector<Ball> normal;  // h phi(h m), m = -last .. last
  std::vector<std::vector<std::vector<Ball>>>
      growth;  // of a coordinate and a node: e^(l_T h m/sigma) of every choice T
  Ball scale;  // e^(-l^2/(2 sigma^2)) over the number of choices
};

NodeTables node_tables(const Scheme& s, const FewStepsRule& rule, slong bits) {
  const Ball sigma = s.sigma.ball(bits);
  const auto sets = choices(s);
  NodeTables t{{}, {}, exp(-squared_length(s, bits) / (2 * sigma * sigma)) / static_cast<slong>(sets.size())};
  for (slong m = -rule.last; m <= rule.last; ++m) {
    const Ball u(rule.step * m, bits);
    t.normal.push_back(exp(-u * u / 2) * Ball(rule.step, bits) / sqrt(2 * Ball::pi(bits)));
  }
  std::vector<std::vector<Ball>> vectors;
  for (const auto& set : sets) vectors.push_back(coordinates(set, bits));
  t.growth.resize(static_cast<std::size_t>(s.steps - 1));
  for (std::size_t j = 0; j < t.growth.size(); ++j) {
    for (slong m = -rule.last; m <= rule.last; ++m) {
      std::vector<Ball> one;
      for (const auto& vector : vectors) one.push_back(exp(vector[j] * Ball(rule.step * m, bits) / sigma));
      t.growth[j].push_back(std::move(one));
    }
  }
  return t;
}

// The closed form given H.
struct GivenDifferences {
  Direction direction;
  Ball eps;
  Ball w;
  Ball tau;

  [[nodiscard]] Ball at(const Ball& h) const {
    if (direction == Direction::add) return poisson_gaussian::gaussian_profile(tau, eps + log(h));
    return h * poisson_gaussian::gaussian_profile(tau, eps - log(h));
  }
};

// How far the whole sum may be from the mean, and what the nodes left out add at most.
struct Errors {
  Ball strip;
  Ball left_out;
};

Errors errors(const Scheme& s, const GivenDifferences& f, const FewStepsRule& rule) {
  const slong bits = f.w.bits();
  const slong n = s.steps - 1;
  const Ball infinite = Ball::anything(bits);
  const Ball pi = Ball::pi(bits);
  const Ball h(rule.step, bits);
  const Ball a(rule.reach, bits);
  const Ball length = sqrt(squared_length(s, bits)) / s.sigma.ball(bits);
  const Ball angle = a * length;
  const Ball ratio = exp(-2 * pi * pi / (h * h));
  const bool usable = rule.step.sign() > 0 && rule.reach.sign() > 0 && less(2 * angle, pi) == Truth::yes &&
                      less(ratio, Ball(1, bits)) == Truth::yes && less_equal(length, h * rule.last) == Truth::yes;
  if (!usable) return {infinite, infinite};
  const Ball whole = pow(1 + 2 * ratio / (1 - ratio), static_cast<ulong>(n - 1));
  const Ball turned = angle / f.tau;
  const Ball edge = exp(a * a / 2 + turned * turned / 2) * (1 + f.w);
  return {abs_upper_end(n * whole * edge * 2 / expm1(2 * pi * a / h)),
          abs_upper_end(2 * n * whole * normal_cdf(length - h * rule.last))};
}

// The sum over the nodes of the coordinates from j on; `terms` has of each choice the growth of those before.
std::optional<Ball> summed(const NodeTables& t, const GivenDifferences& f, std::size_t j,
                           const std::vector<Ball>& terms, const Budget& budget) {
  if (budget.expired()) return std::nullopt;
  if (j == t.growth.size()) {
    Ball h(0, f.w.bits());
    for (const Ball& term : terms) h += term;
    return f.at(h * t.scale);
  }
  Ball sum(0, f.w.bits());
  for (std::size_t m = 0; m < t.normal.size(); ++m) {
    std::vector<Ball> grown = terms;
    for (std::size_t i = 0; i < grown.size(); ++i) grown[i] *= t.growth[j][m][i];
    const auto rest = summed(t, f, j + 1, grown, budget);
    if (!rest) return std::nullopt;
    sum += t.normal[m] * *rest;
  }
  return sum;
}

// The same sum in doubles.
class RoughSum {
 public:
  RoughSum(const ProfileParameters& p, const FewStepsRule& rule) : add_(p.direction == Direction::add) {
    constexpr slong bits = 64;
    const NodeTables t = node_tables({p.sigma, p.steps, p.selected}, rule, bits);
    tau_ = static_cast<double>(p.selected) / (roughly(p.sigma.ball(bits)) * std::sqrt(static_cast<double>(p.steps)));
    const double scale = roughly(t.scale);
    std::vector<double> normal;
    for (const Ball& x : t.normal) normal.push_back(roughly(x));
    std::vector<double> weights{1};
    std::vector<std::vector<double>> terms{std::vector<double>(t.growth.front().front().size(), scale)};
    for (std::size_t j = 0; j < t.growth.size(); ++j) {
      std::vector<double> next;
      std::vector<std::vector<double>> grown;
      // Half of the first coordinate.
      for (std::size_t m = j == 0 ? normal.size() / 2 : 0; m < normal.size(); ++m) {
        std::vector<double> factors;
        for (const Ball& x : t.growth[j][m]) factors.push_back(roughly(x));
        for (std::size_t i = 0; i < weights.size(); ++i) {
          next.push_back(weights[i] * normal[m] * (j == 0 && m > normal.size() / 2 ? 2 : 1));
          grown.push_back(terms[i]);
          for (std::size_t k = 0; k < factors.size(); ++k) grown.back()[k] *= factors[k];
        }
      }
      weights = std::move(next);
      terms = std::move(grown);
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
      nodes_.push_back({weights[i], std::accumulate(terms[i].begin(), terms[i].end(), 0.0)});
    }
  }

  [[nodiscard]] double delta(double eps) const {
    const auto above = [](double x) { return steady::erfc(x / std::numbers::sqrt2) / 2; };
    double sum = 0;
    for (const auto& [weight, h] : nodes_) {
      const double x = add_ ? eps + steady::log(h) : eps - steady::log(h);
      const double value = above(x / tau_ - tau_ / 2) - steady::exp(x) * above(x / tau_ + tau_ / 2);
      if (value > 0) sum += weight * (add_ ? value : h * value);
    }
    return sum;
  }

 private:
  struct Node {
    double weight, h;
  };
  bool add_;
  double tau_ = 0;
  std::vector<Node> nodes_;
};

constexpr double smallest = 1e-300;

}  // namespace

std::optional<FewStepsRule> few_steps_rule(const Scheme& s, double ln_error, double most_nodes) {
  const double size = std::max(8.0, -ln_error);
  const double t = static_cast<double>(s.steps);
  const double k = static_cast<double>(s.selected);
  const double sigma = roughly(s.sigma.ball(64));
  const double length = std::sqrt(k * (t - k) / t) / sigma;
  constexpr double pi = std::numbers::pi;
  const double reach = std::min(0.96 * pi / 2 / length, std::sqrt(2 * size * k / t));
  const double step = 2 * pi * reach / (size + reach * reach * t / k / 2 + 2);
  const double last = std::ceil((length + std::sqrt(2 * size)) / step) + 1;
  if (!(steady::pow(2 * last + 1, t - 1) / 2 < most_nodes)) return std::nullopt;
  constexpr int kept = 12;
  return FewStepsRule{short_dyadic(step, kept), short_dyadic(reach, kept), static_cast<slong>(last)};
}

Ball few_steps_delta(const ProfileParameters& p, const Ball& eps, const FewStepsRule& rule, slong bits,
                     const Budget& budget) {
  const Scheme s{p.sigma, p.steps, p.selected};
  const GivenDifferences f{p.direction, eps, exp(eps), s.selected / (s.sigma.ball(bits) * sqrt(Ball(s.steps, bits)))};
  const Errors e = errors(s, f, rule);
  if (!e.strip.is_finite() || !e.left_out.is_finite()) return Ball::between(0, 1, bits);
  const NodeTables t = node_tables(s, rule, bits);
  // The first coordinate is the difference of two steps: its sign does not matter.
  std::vector<std::optional<Ball>> slices(static_cast<std::size_t>(rule.last) + 1);
  parallel_for(rule.last + 1, [&](slong m) {
    slices[static_cast<std::size_t>(m)] =
        summed(t, f, 1, t.growth.front()[static_cast<std::size_t>(m + rule.last)], budget);
  });
  Ball sum(0, bits);
  for (std::size_t m = 0; m < slices.size(); ++m) {
    if (!slices[m]) return Ball::between(0, 1, bits);
    sum += t.normal[m + static_cast<std::size_t>(rule.last)] * *slices[m] * slong{m == 0 ? 1 : 2};
  }
  return clamp(hull(sum - e.strip, sum + e.strip + e.left_out), 0, 1);
}

Ball few_steps_delta(const ProfileParameters& p, const Number& eps, slong bits, const Budget& budget) {
  constexpr double rough = -14;
  constexpr double spare = 4;
  const Scheme s{p.sigma, p.steps, p.selected};
  const auto first = few_steps_rule(s, rough);
  if (!first) return Ball::between(0, 1, bits);
  double ln_size = steady::log(std::max(RoughSum(p, *first).delta(roughly(eps.ball(64))), smallest));
  constexpr int patience = 8;
  for (int i = 0; i < patience && !budget.expired(); ++i) {
    const auto rule = few_steps_rule(s, ln_size - static_cast<double>(bits) * std::numbers::ln2 - spare);
    if (!rule) break;
    const slong working = bits + 64 + static_cast<slong>(-ln_size / std::numbers::ln2);
    Ball found = few_steps_delta(p, eps.ball(working), *rule, working, budget);
    const double size = steady::log(std::max(found.to_double_up(), smallest));
    // Smaller than thought: the error bound was of its size.
    if (is_positive(found) == Truth::yes || size > ln_size - 1) return found;
    ln_size = size - 1;
  }
  return Ball::between(0, 1, bits);
}

Inversion few_steps_epsilon(const ProfileParameters& p, const Number& delta, slong digits, const Budget& budget) {
  // Who knows which steps are selected sees so many Gaussian steps.
  const Rational most = gaussian::epsilon({p.sigma, delta, p.selected}, 3, budget).bracket.hi;
  const slong bits = bits_of_few_steps(digits);
  Inversion found{{0, most}, false, bits, 0};
  const double target = roughly(delta.ball(64));
  const auto rule = few_steps_rule({p.sigma, p.steps, p.selected}, steady::log(std::max(target, smallest)) - 20);
  if (!rule) return found;
  const RoughSum rough(p, *rule);
  double lo = 0;
  double hi = roughly(Ball(most, 64));
  constexpr int halvings = 44;
  for (int i = 0; i < halvings && !budget.expired(); ++i) {
    const double middle = (lo + hi) / 2;
    (rough.delta(middle) > target ? lo : hi) = middle;
  }
  const Ball goal = delta.ball(4 * bits + 512);
  const auto at_most = [&](const Rational& eps) {
    return less_equal(few_steps_delta(p, Number(eps), bits, budget), goal);
  };
  if (at_most(0) == Truth::yes) return {{0, 0}, true, bits, 1};
  constexpr int kept = 50;
  const Rational near = short_dyadic(hi, kept);
  Rational width = near * pow(Rational(10), -digits) * Rational("2/5");
  constexpr int patience = 12;
  for (int i = 0; i < patience && !budget.expired(); ++i, width = width * 8) {
    const Rational below = near - width;
    if (found.bracket.hi == most && at_most(near + width) == Truth::yes)
      found.bracket.hi = std::min(most, near + width);
    if (found.bracket.lo.sign() == 0 && below.sign() > 0 && at_most(below) == Truth::no) found.bracket.lo = below;
    if (found.bracket.hi < most && (found.bracket.lo.sign() > 0 || below.sign() <= 0)) break;
  }
  found.reached = has_digits(found.bracket.lo, found.bracket.hi, digits);
  if (found.reached || found.bracket.lo.sign() == 0 || found.bracket.hi == most) return found;
  // More digits than doubles have.
  const auto f = [&](const Rational& eps, slong b) {
    return Sample{few_steps_delta(p, Number(eps), b, budget), Ball::anything(b)};
  };
  return bisect({.f = f, .target = goal, .lo = found.bracket.lo, .hi = found.bracket.hi, .digits = digits},
                {.first_bits = bits, .last_bits = 2 * bits, .budget = budget});
}

}  // namespace hallmark::allocation
