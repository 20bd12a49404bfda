#include "bounds/composition/quadrature_transform.hpp"

#include <algorithm>
#include <cmath>

#include "exact/gauss_legendre.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"
#include "exact/turning_sums.hpp"

namespace hallmark::composition {
namespace {

constexpr double most_products = 5e7;  // seconds: the transform of few rounds falls too slowly for a line
constexpr slong most_nodes = 8'000;    // of one rule: more take seconds to find
constexpr slong most_nodes_of_parts = 40'000;
constexpr slong longest_rule = 160;  // to find a rule takes longer than in proportion to its nodes
constexpr slong usual_rule = 96;     // of the parts of what is longer

struct Rule {
  slong count = 0;
  Rational rho;
};

// What chooses a rule on c + half [-1, 1], in doubles: l^exponent, |Im z| up to turn, the density.
struct Choosing {
  double rate;
  double c;
  double half;
  double exponent;
  double turn;
  double ln_error;
};

// The rule with the fewest nodes.
template <typename Size>
Rule rule_for(const Choosing& of, const Size& ln_size) {
  constexpr double most_height = 1.49;
  // Few different counts, one eighth apart, so that the next question finds its rules made.
  const auto rounded_up = [](slong count) {
    slong apart = 4;
    while (count > 16 * apart) apart *= 2;
    return (count + apart - 1) / apart * apart;
  };
  const double far = most_height / of.half + std::sqrt(most_height * most_height / (of.half * of.half) + 1);
  Rule best;
  for (const double share : {1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.12, 0.07, 0.04, 0.02, 0.01}) {
    const Rational rho = short_dyadic(1 + share * (std::min(far, 20.0) - 1), 16);
    const double x = roughly(Ball(rho, 64));
    const double across = of.half * (x + 1 / x) / 2, height = of.half * (x - 1 / x) / 2;
    const double a = of.rate * steady::exp(of.c + across);
    const double tangent = a * steady::sin(height) / (1 - of.rate + a * steady::cos(height));
    const double least = steady::log(1 - of.rate + of.rate * steady::exp(of.c - across) * steady::cos(height));
    const double most = steady::log1p(of.rate * steady::expm1(of.c + across));
    const double power = of.exponent * (of.exponent >= 0 ? most : least);
    const double size = power + of.turn * tangent + ln_size(across, height) + 2;
    const double count = (size - of.ln_error - steady::log1p(-1 / (x * x))) / (2 * steady::log(x));
    const slong whole = rounded_up(static_cast<slong>(std::clamp(std::ceil(count), 1.0, 80'000.0)));
    if (best.count == 0 || whole < best.count) best = {whole, rho};
  }
  return best;
}

}  // namespace

ComplexBall QuadratureTransform::turned(const Ball& angle) {
  const SineCosine at = sin_cos(angle);
  return {at.cosine, at.sine};
}

void QuadratureTransform::propose(const QuadratureSum& sum) {
  for (std::size_t i = 0; i < sum.x.size(); ++i) rough_.push_back({roughly(sum.x[i]), roughly(sum.p[i])});
}

double QuadratureTransform::cumulant(double a) const {
  double top = -1e300, total = 0;
  for (const auto& [x, p] : rough_) top = std::max(top, a * x);
  for (const auto& [x, p] : rough_) total += p * steady::exp(a * x - top);
  return top + steady::log(total);
}

std::optional<std::vector<ComplexBall>> QuadratureTransform::values(const Path& path, const Budget& budget) const {
  const double a = roughly(Ball(path.a, 64));
  const QuadratureSum sum = sum_for({path.a, path.dt * path.nodes, cumulant(a) + path.ln_error - 4}, 0, path.bits);
  if (static_cast<double>(path.nodes) * static_cast<double>(sum.x.size()) > most_products) return std::nullopt;
  std::vector<ComplexBall> all(static_cast<std::size_t>(path.nodes), ComplexBall(path.bits));
  const TurningPlan plan = turning_plan(path.nodes, path.ln_error);
  std::vector<ComplexBall> turns;
  std::vector<Ball> weights;
  for (std::size_t i = 0; i < sum.x.size(); ++i) {
    turns.push_back(turned(sum.x[i] * Ball(path.dt, path.bits)));
    weights.push_back(sum.p[i] * exp(sum.x[i] * Ball(path.a, path.bits)));
  }
  parallel_for((path.nodes + plan.block - 1) / plan.block, [&](slong piece) {
    if (budget.expired()) return;
    const slong begin = piece * plan.block, end = std::min(begin + plan.block, path.nodes);
    const auto start = [&](std::size_t i, slong k) {
      return turned(sum.x[i] * Ball(path.dt * k, path.bits)) * weights[i];
    };
    std::vector<ComplexBall> values = turning_values(turns, start, begin, end - begin, path.bits, plan);
    for (slong k = begin; k < end; ++k) {
      ComplexBall& value = values[static_cast<std::size_t>(k - begin)];
      all[static_cast<std::size_t>(k)] = std::move(value.widen(sum.error));
    }
  });
  if (budget.expired()) return std::nullopt;
  return all;
}

Ball QuadratureTransform::at_most(const Rational& a, slong wanted_bits, const Budget&) const {
  const slong bits = std::min(wanted_bits, bound_bits);
  const QuadratureSum sum = sum_for({a, 0, cumulant(roughly(Ball(a, 64))) + bound_accuracy}, 0, bits);
  Ball total = sum.error;
  for (std::size_t i = 0; i < sum.x.size(); ++i) total += sum.p[i] * exp(sum.x[i] * Ball(a, bits));
  return abs_upper_end(total).with_bits(wanted_bits);
}

SampledQuadrature::SampledQuadrature(const Number& rate, bool add)
    : rate_(rate), add_(add), about_rate_(roughly(rate.ball(64))) {}

double SampledQuadrature::ln_l(double u) const { return steady::log1p(about_rate_ * steady::expm1(u)); }

Ball SampledQuadrature::ln_l(const Ball& u) const { return log1p(rate_.ball(u.bits()) * expm1(u)); }

void SampledQuadrature::add_point(QuadratureSum& sum, const Ball& u, const Ball& q_mass) const {
  const Ball x = ln_l(u);
  sum.x.push_back(add_ ? -x : x);
  sum.p.push_back(add_ ? q_mass : q_mass * (1 + rate_.ball(u.bits()) * expm1(u)));
}

void SampledQuadrature::add_pieces(QuadratureSum& sum, const PieceMaker& make, const Ball& middle, const Ball& half,
                                   double ln_error, const QuadratureWanted& wanted, double centre) const {
  struct Part {
    Ball middle;
    Ball half;
    Piece piece;
    Rule rule;
  };
  const slong bits = middle.bits();
  const double power_about = exponent(roughly(Ball(wanted.a, 64))), turn_about = roughly(Ball(wanted.turn, 64));
  const auto part_of = [&](const Ball& c, const Ball& h, double ln_part) -> Part {
    Piece piece = make(c, h);
    const Rule rule = rule_for({about_rate_, roughly(c), roughly(h), power_about, turn_about, ln_part}, piece.ln_size);
    return {c, h, std::move(piece), rule};
  };
  const Ball rate = rate_.ball(bits);
  const Ball power = exponent(wanted.a, bits);
  const auto add = [&](const Part& part) {
    for (const QuadratureNode& node : *gauss_legendre(part.rule.count, bits)) {
      const Ball u = part.middle + part.half * node.at.with_bits(bits);
      add_point(sum, u, part.piece.mass(u, node.weight.with_bits(bits)));
    }
    const Ball rho(part.rule.rho, bits);
    const Ball across = part.half * (rho + 1 / rho) / 2, height = part.half * (rho - 1 / rho) / 2;
    if (less_equal(height, Rational("3/2")) != Truth::yes) {
      sum.error = sum.squared_error = Ball::anything(bits);
      return;
    }
    const Ball grown = rate * exp(part.middle + across);
    const Ball l_most = 1 - rate + grown;
    const Ball l_least = 1 - rate + rate * exp(part.middle - across) * cos(height);
    const Ball tangent = grown * sin_cos(height).sine / (1 - rate + grown * cos(height));
    const Ball size = exp(max(power * log(l_most), power * log(l_least)) + Ball(wanted.turn, bits) * tangent);
    const Ball bound = part.piece.size(across, height) * size;
    sum.error += gauss_legendre_error(part.rule.count, part.rule.rho, bound);
    const Ball from_centre = abs_upper_end(log(l_most)) + abs_upper_end(log(l_least)) + abs_upper_end(tangent) +
                             abs_upper_end(exactly(centre, bits));
    sum.squared_error += gauss_legendre_error(part.rule.count, part.rule.rho, bound * from_centre * from_centre);
  };
  const Part whole = part_of(middle, half, ln_error);
  if (whole.rule.count > longest_rule && whole.rule.count <= most_nodes_of_parts) {
    const slong count = (whole.rule.count + usual_rule - 1) / usual_rule;
    const Ball part_half = half / count;
    std::vector<Part> parts;
    for (slong i = 0; i < count; ++i) {
      parts.push_back(part_of(middle + part_half * (2 * i + 1 - count), part_half,
                              ln_error - steady::log(static_cast<double>(count))));
      if (parts.back().rule.count > longest_rule) break;  // what makes the rule long is not its length
    }
    if (parts.back().rule.count <= longest_rule) {
      for (const Part& part : parts) add(part);
      return;
    }
  }
  if (whole.rule.count > most_nodes) {
    sum.error = sum.squared_error = Ball::anything(bits);
    return;
  }
  add(whole);
}

}  // namespace hallmark::composition
