#include "bounds/batch/truncated_step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "bounds/batch/rough_cut.hpp"
#include "bounds/composition/quadrature_transform.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

using composition::Path;
using Sum = composition::QuadratureSum;

constexpr double root_of_2_pi = 2.5066282746310002;

double about(const Rational& x) { return roughly(Ball(x, 64)); }

// ln Phi(x).
double ln_below(double x) {
  constexpr double far = -30;
  return x < far ? -x * x / 2 - steady::log(-x * root_of_2_pi) : steady::log(steady::erfc(-x / std::sqrt(2.0)) / 2);
}

// One height of the bound beyond a line, in doubles: cells with ln |l_k| at both ends and psi at the left one.
struct Lifted {
  double height;
  struct Cell {
    double low, high;  // ln |l_k|
    double psi;
  };
  std::vector<Cell> cells;
};

class TruncatedStep : public composition::SampledQuadrature {
 public:
  TruncatedStep(const BatchStep& step, bool add, const Rational& cut)
      : SampledQuadrature(step.rate, add),
        step_(step),
        cut_(cut),
        deviation_(1 / roughly(step.sigma.ball(64))),
        about_cut_(about(cut)) {
    propose(rough_points({about_rate(), 1 / deviation_, 1, add}, about_cut_, 0));
    const double left = left_end();
    const double width = (about_cut_ - left) / cells;
    for (slong i = 0; i <= cells; ++i) edges_.push_back(short_dyadic(left + width * static_cast<double>(i), 40));
    edges_.back() = cut_;
    for (const Rational& edge : edges_) about_edges_.push_back(about(edge));
    ln_masses_.push_back(ln_below((about_edges_.front() - mean()) / deviation_));
    for (std::size_t i = 0; i + 1 < edges_.size(); ++i) {
      ln_masses_.push_back(ln_between(about_edges_[i], about_edges_[i + 1]));
    }
    for (const double height : heights) lifted_.push_back(lift(height));
  }

  [[nodiscard]] double cumulant_at(double a, double t) const override {
    return std::min(cumulant(a), best_height(a, t).ln_bound);
  }

  [[nodiscard]] Ball beyond(const Path& path, slong wanted_bits, const Budget& budget) const override {
    const slong bits = std::min(wanted_bits, bound_bits);
    const Rational t = path.dt * path.nodes;
    const Ball norm = at_most(path.a, bits, budget);
    return abs_upper_end(min(norm, beyond_at(path.a, t, best_height(about(path.a), about(t)), bits)))
        .with_bits(wanted_bits);
  }

  [[nodiscard]] Masses masses(slong bits, const Budget& /*budget*/) const override {
    const Ball deviation = 1 / step_.sigma.ball(bits);
    const Ball y = (Ball(cut_, bits) + deviation * deviation / 2) / deviation;
    const Ball without = normal_cdf(y);
    const Ball with = (1 - rate(bits)) * without + rate(bits) * normal_cdf(y - deviation);
    return is_add() ? Masses{without, with} : Masses{with, without};
  }

 private:
  static constexpr slong cells = 240;
  static constexpr std::array<double, 8> heights{1.5, 1.2, 0.9, 0.6, 0.35, 0.2, 0.1, 0.04};

  [[nodiscard]] double mean() const { return -deviation_ * deviation_ / 2; }
  [[nodiscard]] double left_end() const {
    constexpr double far = 9;
    return std::min(mean() - far * deviation_, about_cut_ - 2 * deviation_);
  }

  // One height of the bound beyond a line, and about what it is.
  struct Height {
    const Lifted* lifted;
    double ln_bound;
  };

  // The density of u under Q at a real u.
  [[nodiscard]] Ball density(const Ball& u) const {
    const Ball deviation = 1 / step_.sigma.ball(u.bits());
    return normal_density((u + deviation * deviation / 2) / deviation) / deviation;
  }
  // At least Q{low < u <= high}: as it is, or far in a tail by the largest density between.
  [[nodiscard]] Ball at_most_between(const Ball& low, const Ball& high) const {
    const Ball deviation = 1 / step_.sigma.ball(low.bits());
    const Ball mean_u = -deviation * deviation / 2;
    const Ball top = density(mean_u + max(Ball(0, low.bits()), max(low - mean_u, mean_u - high)));
    return min(abs_upper_end(below(high) - below(low)), (high - low) * top);
  }
  [[nodiscard]] double ln_between(double low, double high) const {
    const double x = (low - mean()) / deviation_, y = (high - mean()) / deviation_;
    const double outer = x > 0 ? ln_below(-x) : ln_below(y), inner = x > 0 ? ln_below(-y) : ln_below(x);
    return outer + steady::log1p(-steady::exp(inner - outer));
  }
  // Q{u <= x}.
  [[nodiscard]] Ball below(const Ball& x) const {
    const Ball deviation = 1 / step_.sigma.ball(x.bits());
    return normal_cdf((x + deviation * deviation / 2) / deviation);
  }

  [[nodiscard]] Sum sum_for(const composition::QuadratureWanted& wanted, double centre, slong bits) const override {
    const double power = exponent(about(wanted.a));
    const double lift_left = std::max(0.0, power * steady::log1p(-about_rate()));
    const double lift_right = std::max(0.0, power * ln_l(about_cut_));
    const double z_left = std::sqrt(2 * std::max(8.0, lift_left + 3 - wanted.ln_error));
    const double z_right = std::sqrt(2 * std::max(8.0, lift_right + 3 - wanted.ln_error));
    const Rational left = short_dyadic(std::min(mean() - z_left * deviation_, about_cut_ - deviation_), 40);
    const Rational right = std::max(left, std::min(cut_, short_dyadic(mean() + z_right * deviation_, 40)));
    Sum sum{{}, {}, Ball(0, bits), Ball(0, bits)};
    const double widest = std::min(0.75, 1.5 * deviation_);
    const double pieces = std::clamp(std::ceil(about(right - left) / (2 * widest)), 1.0, 2000.0);
    const Ball half((right - left) / static_cast<slong>(2 * pieces), bits);
    const Ball deviation = 1 / step_.sigma.ball(bits);
    const Ball mean_u = -deviation * deviation / 2;
    const auto make = [&](const Ball& middle, const Ball& half_width) -> Piece {
      const double c = roughly(middle),
                   ln_top = steady::log(roughly(half_width)) - steady::log(deviation_ * root_of_2_pi);
      return {[this, half_width](const Ball& u, const Ball& weight) { return half_width * weight * density(u); },
              [this, c, ln_top](double across, double height) {
                const double d = std::max(0.0, std::abs(c - mean()) - across);
                return ln_top + (height * height - d * d) / (2 * deviation_ * deviation_);
              },
              [middle, half_width, deviation, mean_u](const Ball& across, const Ball& height) {
                const Ball zero(0, middle.bits());
                const Ball d = max(zero, max(middle - mean_u, mean_u - middle) - across);
                return half_width * exp((height * height - d * d) / (2 * deviation * deviation)) /
                       (deviation * sqrt(2 * Ball::pi(middle.bits())));
              }};
    };
    const double each = wanted.ln_error - steady::log(pieces);
    for (slong i = 0; i < static_cast<slong>(pieces); ++i) {
      add_pieces(sum, make, Ball(left, bits) + half * (2 * i + 1), half, each, wanted, centre);
    }
    const Ball s = exponent(wanted.a, bits);
    const Ball at_left = s * ln_l(Ball(left, bits)), at_right = s * ln_l(Ball(right, bits));
    const Ball lowest = s * log1p(-rate(bits)), highest = s * ln_l(Ball(cut_, bits));
    sum.error += below(Ball(left, bits)) * exp(max(at_left, lowest));
    sum.error += max(Ball(0, bits), below(Ball(cut_, bits)) - below(Ball(right, bits))) * exp(max(at_right, highest));
    sum.error = abs_upper_end(sum.error);
    sum.squared_error = Ball::anything(bits);
    return sum;
  }

  [[nodiscard]] Height best_height(double a, double t) const {
    Height best{&lifted_.front(), std::numeric_limits<double>::infinity()};
    for (const Lifted& lifted : lifted_) {
      const double bound = ln_beyond(lifted, a, t);
      if (bound < best.ln_bound) best = {&lifted, bound};
    }
    return best;
  }

  [[nodiscard]] double psi(double u, double height) const {
    const double b = about_rate() * steady::exp(u);
    return steady::atan2(b * steady::sin(height), 1 - about_rate() + b * steady::cos(height));
  }

  [[nodiscard]] Lifted lift(double height) const {
    Lifted lifted{height, {}};
    const double fallen = 1 - steady::cos(height);
    const auto ln_modulus = [&](double u) {
      const double b = about_rate() * steady::exp(u);
      return 0.5 * steady::log1p(steady::pow(b - about_rate(), 2) - 2 * b * (1 - about_rate()) * fallen +
                                 2 * (b - about_rate()));
    };
    double low = ln_modulus(about_edges_.front());
    lifted.cells.push_back({steady::log1p(-about_rate()), low, 0});
    for (std::size_t i = 0; i + 1 < about_edges_.size(); ++i) {
      const double high = ln_modulus(about_edges_[i + 1]);
      lifted.cells.push_back({low, high, psi(about_edges_[i], height)});
      low = high;
    }
    return lifted;
  }

  [[nodiscard]] double ln_beyond(const Lifted& lifted, double a, double t) const {
    const double s = exponent(a);
    std::vector<double> terms;
    double top = -std::numeric_limits<double>::infinity();
    const auto note = [&](double term) {
      terms.push_back(term);
      top = std::max(top, term);
    };
    for (std::size_t i = 0; i < ln_masses_.size(); ++i) {
      const Lifted::Cell& c = lifted.cells[i];
      note(ln_masses_[i] + std::max(s * c.low, s * c.high) - t * c.psi);
    }
    const double b = about_rate() * steady::exp(about_cut_);
    const double rise = std::min(psi(about_cut_, lifted.height) / lifted.height, b / (1 - about_rate() + b));
    const double z = (about_cut_ - mean()) / deviation_;
    const double modulus = s >= 0 ? s * ln_l(about_cut_) : s * lifted.cells.back().high;
    note(modulus - z * z / 2 - steady::log(deviation_ * root_of_2_pi) +
         steady::log(std::min(lifted.height, 1 / (t * rise))));
    constexpr double negligible = -30;
    double sum = 0;
    for (const double term : terms) {
      if (term > top + negligible) sum += steady::exp(term - top);
    }
    return top + steady::log(sum) + lifted.height * lifted.height / (2 * deviation_ * deviation_);
  }

  // The cells of a bound, several as one where that adds little to it: indices of the edges where one ends.
  [[nodiscard]] std::vector<std::size_t> joined(double a, double t, const Lifted& lifted, double ln_bound) const {
    constexpr double little = -25;  // of one step: the bound is raised to the number of steps
    const double least = ln_bound - lifted.height * lifted.height / (2 * deviation_ * deviation_) + little;
    const double s = exponent(a);
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i + 1 < edges_.size();) {
      const Lifted::Cell& first = lifted.cells[i + 1];
      std::size_t end = i + 1;
      while (end + 1 < edges_.size()) {
        const double modulus = std::max(s * first.low, s * lifted.cells[end + 1].high);
        const double mass = ln_between(about_edges_[i], about_edges_[end + 1]);
        if (mass + modulus - t * first.psi > least) break;
        ++end;
      }
      ends.push_back(end);
      i = end;
    }
    return ends;
  }

  // At least |M(a + it')| for every t' >= t.
  [[nodiscard]] Ball beyond_at(const Rational& a, const Rational& t, const Height& chosen, slong bits) const {
    const Ball k = exactly(chosen.lifted->height, bits);  // at most 3/2, below pi/2
    const SineCosine at = sin_cos(k);
    const Ball q = rate(bits), s = exponent(a, bits), turn(t, bits);
    const Ball deviation = 1 / step_.sigma.ball(bits);
    const auto lifted = [&](const Ball& u) {
      const Ball b = q * exp(u);
      return ComplexBall(1 - q + b * at.cosine, b * at.sine);
    };
    Ball low(edges_.front(), bits);
    Ball modulus = log(abs(lifted(low))), turned = arg(lifted(low));
    Ball sum = below(low) * exp(max(s * log1p(-q), s * modulus));
    for (const std::size_t end : joined(about(a), about(t), *chosen.lifted, chosen.ln_bound)) {
      const Ball high(edges_[end], bits);
      const ComplexBall l = lifted(high);
      const Ball next = log(abs(l));
      sum += at_most_between(low, high) * exp(max(s * modulus, s * next) - turn * turned);
      modulus = next;
      turned = arg(l);
      low = high;
    }
    const Ball cut(cut_, bits);
    const Ball b = q * exp(cut);
    const Ball rise = min(turned / k, b / (1 - q + b));
    const Ball down = max(s * modulus, s * ln_l(cut));
    sum += density(cut) * exp(down) * min(k, 1 / (turn * rise));
    return abs_upper_end(sum * exp(k * k / (2 * deviation * deviation)));
  }

  BatchStep step_;
  Rational cut_;
  double deviation_;  // of u
  double about_cut_;
  std::vector<Rational> edges_;
  std::vector<double> about_edges_;
  std::vector<double> ln_masses_;  // under Q, left of the first edge and between the edges
  std::vector<Lifted> lifted_;
};

}  // namespace

std::unique_ptr<composition::LineTransform> truncated_step(const BatchStep& step, bool add, const Rational& cut) {
  constexpr double lowest = -35;  // deviations
  const double deviation = 1 / roughly(step.sigma.ball(64));
  if (about(cut) < (lowest - deviation / 2) * deviation) return nullptr;
  return std::make_unique<TruncatedStep>(step, add, cut);
}

MassesAbove masses_above(const BatchStep& step, const Rational& cut, slong bits) {
  const Ball deviation = 1 / step.sigma.ball(bits);
  const Ball y = (Ball(cut, bits) + deviation * deviation / 2) / deviation;
  const Ball q = step.rate.ball(bits);
  const Ball without = normal_cdf(-y);
  return {(1 - q) * without + q * normal_cdf(deviation - y), without};
}

}  // namespace hallmark::poisson_gaussian
