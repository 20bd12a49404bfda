#include "bounds/basic/sampled_transform.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "bounds/composition/line_cover.hpp"
#include "bounds/composition/quadrature_transform.hpp"
#include "exact/gauss_legendre.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::basic {
namespace {

using composition::cover_step;
using composition::covered;
using composition::largest_between;
using composition::LineFacts;
using composition::Path;
using Sum = composition::QuadratureSum;
using Wanted = composition::QuadratureWanted;

constexpr slong bound_bits = 64;        // of bounds
constexpr double farthest_phase = 240;  // turns of l^it between both ends up to which a cover reaches
constexpr double widest_piece = 0.75;   // half of it

// A round of the pair on [-r, r] in doubles, to choose rules by.
struct Shape {
  double reach;
  double rate;
  [[nodiscard]] double ln_l(double u) const { return steady::log1p(rate * steady::expm1(u)); }
  [[nodiscard]] double range() const { return ln_l(reach) - ln_l(-reach); }
};

double about(const Rational& x) { return roughly(Ball(x, 64)); }

class SampledTransform : public composition::SampledQuadrature {
 public:
  SampledTransform(std::function<SplinePair(slong bits)> pair, const Number& rate, bool add)
      : SampledQuadrature(rate, add), pair_(std::move(pair)), shape_{roughly(pair_(64).reach), about_rate()} {
    const Sum sum = sum_for({0, short_dyadic(farthest_phase / shape_.range(), 20), bound_accuracy}, 0, 64);
    propose(sum);
  }

  [[nodiscard]] double cumulant_at(double a, double t) const override {
    const std::lock_guard lock(mutex_);
    auto at = falls_.find(a);
    if (at == falls_.end()) {
      constexpr std::size_t most = 200;
      if (falls_.size() > most) falls_.clear();
      at = falls_.emplace(a, fall(a)).first;
    }
    const std::vector<Point>& points = at->second;
    const auto after =
        std::upper_bound(points.begin(), points.end(), t, [](double x, const Point& p) { return x < p.t; });
    if (after == points.begin()) return cumulant(a);
    if (after == points.end()) return steady::log(far_about(a, t));
    return cumulant(a) + std::prev(after)->ln_share;
  }

  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget& budget) const override {
    const Rational from = path.dt * path.nodes;
    const double a = about(path.a);
    const double far = std::max(far_from(a), about(from));
    const Rational to = short_dyadic(far, 20);
    const Ball norm = at_most(path.a, bound_bits, budget);
    Ball largest = from < to ? covered_between(path.a, from, to, norm, budget) : Ball(0, bound_bits);
    largest = max(largest, far_at_most(path.a, from < to ? to : from, best_cut(a, far)));
    return abs_upper_end(min(norm, largest)).with_bits(bits);
  }

 private:
  struct Point {
    double t;
    double ln_share;  // ln of at least |M|/M(a) from here on
  };

  // The nodes of the rules on all pieces, after both atoms.
  [[nodiscard]] Sum sum_for(const Wanted& wanted, double centre, slong bits) const override {
    const SplinePair pair = pair_(bits);
    Sum sum{{}, {}, Ball(0, bits), Ball(0, bits)};
    for (const Ball& u : {pair.reach, -pair.reach}) add_point(sum, u, pair.scale * pair.atom * exp(-u / 2));
    const slong pieces = std::max(slong{1}, static_cast<slong>(std::ceil(shape_.reach / widest_piece)));
    const Ball half = pair.reach / pieces;
    const double each = wanted.ln_error - steady::log(static_cast<double>(pieces));
    const auto make = [&](const Ball& middle, const Ball& half_width) -> Piece {
      const double c = roughly(middle), ln_half = steady::log(roughly(half_width));
      return {[&pair, half_width](const Ball& u, const Ball& weight) {
                return pair.scale * pair.density * half_width * weight * exp(-u / 2);
              },
              [=](double across, double /*height*/) { return ln_half - (c - across) / 2; },
              [&pair, middle, half_width](const Ball& across, const Ball& /*height*/) {
                return pair.scale * pair.density * half_width * exp((across - middle) / 2);
              }};
    };
    for (slong i = 0; i < pieces; ++i) add_pieces(sum, make, half * (2 * i + 1 - pieces), half, each, wanted, centre);
    return sum;
  }

  // About where [-r, v] ends, so that little is bounded by its modulus and much by parts, beyond t.
  [[nodiscard]] double best_cut(double a, double t) const {
    constexpr int count = 40;
    double best = -shape_.reach;
    for (int i = 0; i < count; ++i) {
      const double v = shape_.reach * (2.0 * i / count - 1);
      if (ln_continuous(a, t, v) < ln_continuous(a, t, best)) best = v;
    }
    return best;
  }
  // ln of what the density gives at most beyond t, cut at v.
  [[nodiscard]] double ln_continuous(double a, double t, double v) const {
    const double r = shape_.reach, s = exponent(a);
    const double density = steady::log(2 * roughly(pair_(64).scale * pair_(64).density));
    const double low = std::max(s * shape_.ln_l(-r), s * shape_.ln_l(v));
    const double high = std::max((1 + s) * shape_.ln_l(v), (1 + s) * shape_.ln_l(r));
    const double top = std::max(low, high);
    return density + top +
           steady::log(steady::exp(low - top) * (steady::exp(r / 2) - steady::exp(-v / 2)) +
                       steady::exp(high - top - 1.5 * v) / (shape_.rate * t));
  }
  [[nodiscard]] double atoms_about(double a) const {
    return rough()[0].p * steady::exp(a * rough()[0].x) + rough()[1].p * steady::exp(a * rough()[1].x);
  }
  [[nodiscard]] double far_about(double a, double t) const {
    return std::min(steady::exp(cumulant(a)), atoms_about(a) + steady::exp(ln_continuous(a, t, best_cut(a, t))));
  }
  // From where on the bound by parts is used: a cover is dear, and the bound nears the atoms only slowly.
  [[nodiscard]] double far_from(double a) const {
    constexpr double near_enough = 0.5;
    const double norm = steady::exp(cumulant(a)), atoms = atoms_about(a);
    double turns = farthest_phase / 4;
    while (turns < farthest_phase && norm - far_about(a, turns / shape_.range()) < near_enough * (norm - atoms)) {
      turns *= 2;
    }
    return turns / shape_.range();
  }

  // At least |M(a + it')| for every t' >= t.
  [[nodiscard]] Ball far_at_most(const Rational& a, const Rational& t, double cut) const {
    constexpr slong bits = bound_bits;
    const SplinePair pair = pair_(bits);
    const Ball rate = this->rate(bits);
    const Ball v = max(-pair.reach, min(pair.reach, exactly(cut, bits)));
    const Ball s = exponent(a, bits);
    Ball total(0, bits);
    for (const Ball& u : {pair.reach, -pair.reach}) total += pair.scale * pair.atom * exp(s * ln_l(u) - u / 2);
    const Ball low = max(s * ln_l(-pair.reach), s * ln_l(v));
    const Ball high = max((1 + s) * ln_l(v), (1 + s) * ln_l(pair.reach));
    const Ball density = 2 * pair.scale * pair.density;
    total += density * exp(low) * max(Ball(0, bits), exp(pair.reach / 2) - exp(-v / 2));
    total += density * exp(high - v * 3 / 2) / (rate * Ball(t, bits));
    return abs_upper_end(total);
  }

  [[nodiscard]] Ball covered_between(const Rational& a, const Rational& from, const Rational& to, const Ball& norm,
                                     const Budget& budget) const {
    constexpr slong bits = bound_bits;
    const double about_a = about(a);
    const double centre = mean(about_a).first;
    const Sum sum = sum_for({a, to, cumulant(about_a) + bound_accuracy}, centre, bits);
    std::vector<Ball> weights;
    Ball spread = sum.squared_error;
    for (std::size_t i = 0; i < sum.x.size(); ++i) {
      weights.push_back(sum.p[i] * exp(sum.x[i] * Ball(a, bits)));
      const Ball off = sum.x[i] - exactly(centre, bits);
      spread += weights.back() * off * off;
    }
    const auto modulus = [&](const Rational& t) {
      ComplexBall total(bits);
      for (std::size_t i = 0; i < sum.x.size(); ++i) total += turned(sum.x[i] * Ball(t, bits)) * weights[i];
      return abs(total.widen(sum.error));
    };
    return largest_between({modulus, norm, abs_upper_end(spread)}, from, to, budget);
  }

  // Mean and variance of x under p e^(ax).
  [[nodiscard]] std::pair<double, double> mean(double a) const {
    const double ln_norm = cumulant(a);
    double first = 0, second = 0;
    for (const auto& [x, p] : rough()) first += p * steady::exp(a * x - ln_norm) * x;
    for (const auto& [x, p] : rough()) second += p * steady::exp(a * x - ln_norm) * (x - first) * (x - first);
    return {first, second};
  }

  // |M|/M(a) as a cover bounds it, from each point on.
  [[nodiscard]] std::vector<Point> fall(double a) const {
    constexpr std::size_t most = 4000;
    const double ln_norm = cumulant(a);
    const double spread = mean(a).second;
    const double far = far_from(a);
    std::vector<Point> points;
    std::vector<double> weights;
    for (const auto& [x, p] : rough()) weights.push_back(p * steady::exp(a * x - ln_norm));
    double t = 0.01 / std::sqrt(spread);
    while (t < far && points.size() < most) {
      double re = 0, im = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) {
        re += weights[i] * steady::cos(rough()[i].x * t);
        im += weights[i] * steady::sin(rough()[i].x * t);
      }
      const double g = std::min(re * re + im * im, 1 - 1e-15);
      points.push_back({t, 0.5 * steady::log(covered(g, 1))});
      t += cover_step(t, g, 1, spread);
    }
    if (t < far) points.push_back({t, 0});  // too slow to be of use
    double most_after = std::min(0.0, steady::log(far_about(a, far)) - ln_norm);
    for (std::size_t i = points.size(); i-- > 0;) {
      most_after = std::max(most_after, points[i].ln_share);
      points[i].ln_share = most_after;
    }
    points.push_back({far, std::min(0.0, steady::log(far_about(a, far)) - ln_norm)});
    return points;
  }

  std::function<SplinePair(slong bits)> pair_;
  Shape shape_;
  mutable std::mutex mutex_;
  mutable std::map<double, std::vector<Point>> falls_;
};

}  // namespace

std::shared_ptr<const composition::LineTransform> sampled_spline_transform(std::function<SplinePair(slong bits)> pair,
                                                                           const Number& rate, Direction direction) {
  constexpr double least_reach = 1e-9, most_reach = 60, least_rate = 1e-12;
  const double reach = roughly(pair(64).reach);
  const double share = roughly(rate.ball(64));
  if (!(reach > least_reach && reach < most_reach && share > least_rate && share < 1)) return nullptr;
  return std::make_shared<const SampledTransform>(std::move(pair), rate, direction == Direction::add);
}

}  // namespace hallmark::basic
