#include "bounds/batch/fixed_batch_adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "bounds/batch/phase.hpp"
#include "exact/convex_law.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::fixed_batch {
namespace {

constexpr double unit = 0x1p-52;
constexpr double least = 0x1p-400;
constexpr std::size_t most_terms = 1 << 20;

double scaled_down(double sum, std::size_t terms) {
  const double r = sum * (1 - static_cast<double>(terms + 8) * unit);
  return r < least ? 0 : std::min(r, 1.0);
}

// A size above 1 proves nothing more than (1, 1) does, and is kept as it is.
double scaled_up(double sum, std::size_t terms) {
  return std::max(least, sum * (1 + static_cast<double>(terms + 8) * unit));
}

// The atoms of a block that move ln w by about the same number of grid steps, together.
struct Move {
  slong down;  // ln w falls by that many steps
  double p;    // at most their P-mass
  double q;    // at least their Q-mass in the law
};
using Kernel = std::vector<Move>;

Kernel kernel_of(const ConvexLaw& law, double step) {
  struct Sum {
    double p = 0;
    double q = 0;
    std::size_t terms = 0;
  };
  std::map<slong, Sum> by_move;
  for (std::size_t i = 0; i < law.position.size(); ++i) {
    const double x = law.position[i];
    if (!(x > 0)) continue;  // no P-mass: never said to be the first dataset
    const double p = law.mass[i] * x;
    if (p < least) continue;
    Sum& sum = by_move[std::llround(steady::log(x) / step)];
    sum.p += p;
    sum.q += std::max(least, law.mass[i]);
    ++sum.terms;
  }
  Kernel kernel;
  for (const auto& [down, sum] : by_move) {
    kernel.push_back({down, scaled_down(sum.p, sum.terms), scaled_up(sum.q, sum.terms)});
  }
  return kernel;
}

// A block: so many steps, in either choice.
struct Block {
  Kernel remove;
  Kernel add;
};

std::optional<ConvexLaw> law_of(const Mechanism& m, slong steps, const poisson_gaussian::Pair& pair,
                                const Budget& budget) {
  const poisson_gaussian::Mechanism one = lower_mechanism(m);
  constexpr Resolution resolution{.nodes = 2048, .smallest_delta = 1e-14};
  const auto base =
      composition::pair_phase({one.rate, one.sigma, steps, pair}).ratio_law(Slope::rising, resolution, budget);
  auto law = base ? power_product(*base, steps, resolution, budget) : std::nullopt;
  return law ? std::optional(std::move(law->lower)) : std::nullopt;
}

// The deviation of ln x under P, roughly.
double deviation(const ConvexLaw& law) {
  double mass = 0;
  double mean = 0;
  double square = 0;
  for (std::size_t i = 0; i < law.position.size(); ++i) {
    if (!(law.position[i] > 0)) continue;
    const double p = law.mass[i] * law.position[i];
    const double l = steady::log(law.position[i]);
    mass += p;
    mean += p * l;
    square += p * l * l;
  }
  return mass > 0 ? std::sqrt(std::max(0.0, square / mass - mean * mean / (mass * mass))) : 0;
}

// The tests of one more block at ln w = (first + j) step, j = 0, 1, ...
class Grid {
 public:
  Grid(slong first, slong last, double step)
      : first_(first), step_(step), tests_(static_cast<std::size_t>(last - first + 1)) {
    for (std::size_t j = 0; j < tests_.size(); ++j) {
      tests_[j] = place(j) < 0 ? StrategyTest{1, 1} : StrategyTest{0, 0};
    }
  }

  void advance(const Block& block) {
    std::vector<StrategyTest> next(tests_.size());
    for (std::size_t j = 0; j < next.size(); ++j) {
      const StrategyTest a = through(block.remove, j);
      const StrategyTest b = through(block.add, j);
      const double w = steady::exp(place(j));
      next[j] = worth(a, w) >= worth(b, w) ? a : b;
      for (const StrategyTest& known : {StrategyTest{1, 1}, StrategyTest{0, 0}}) {
        if (worth(known, w) > worth(next[j], w)) next[j] = known;
      }
    }
    tests_ = std::move(next);
  }

  [[nodiscard]] const std::vector<StrategyTest>& tests() const { return tests_; }

 private:
  [[nodiscard]] double place(std::size_t j) const {
    return step_ * static_cast<double>(first_ + static_cast<slong>(j));
  }
  static double worth(const StrategyTest& t, double w) { return t.power - w * t.size; }

  [[nodiscard]] StrategyTest through(const Kernel& kernel, std::size_t j) const {
    double power = 0;
    double size = 0;
    for (const Move& move : kernel) {
      const slong at = static_cast<slong>(j) - move.down;
      if (at >= static_cast<slong>(tests_.size())) continue;  // (0, 0)
      const StrategyTest then = at < 0 ? StrategyTest{1, 1} : tests_[static_cast<std::size_t>(at)];
      power += move.p * then.power;
      size += move.q * then.size;
    }
    return {scaled_down(power, kernel.size()), size > 0 ? scaled_up(size, kernel.size()) : 0};
  }

  slong first_;
  double step_;
  std::vector<StrategyTest> tests_;
};

}  // namespace

std::vector<StrategyTest> adaptive_tests(const Mechanism& m, double around, const Budget& budget) {
  constexpr slong most_blocks = 64;
  const slong blocks = std::min(m.steps, most_blocks);
  const slong usual = m.steps / blocks;
  const slong longer = m.steps % blocks;  // of these blocks, by one step
  std::vector<std::optional<ConvexLaw>> laws;
  for (const slong steps : {usual, usual + 1}) {
    if (steps > usual && longer == 0) continue;
    laws.push_back(law_of(m, steps, {1, 0}, budget));
    laws.push_back(law_of(m, steps, {0, 1}, budget));
  }
  for (const auto& law : laws) {
    if (!law || law->position.size() > most_terms) return {};
  }
  const double spread = std::max(deviation(*laws[0]), deviation(*laws[1]));
  const double whole = spread * std::sqrt(static_cast<double>(blocks));
  constexpr double far = 9;  // deviations of all blocks beyond the eps of interest
  constexpr double finest = 24;
  constexpr double most_points = 6000;
  const double low = -far * whole - 2;
  const double high = std::max(around, 0.0) + far * whole + 2;
  const double step = std::max(spread / finest, (high - low) / most_points);
  if (!(step > 0) || !std::isfinite(low + high)) return {};
  std::vector<Block> kinds;
  for (std::size_t i = 0; i < laws.size(); i += 2) {
    kinds.push_back({kernel_of(*laws[i], step), kernel_of(*laws[i + 1], step)});
  }
  Grid grid(std::llround(low / step), std::llround(high / step), step);
  for (slong k = 0; k < blocks; ++k) {
    if (budget.expired()) return {};
    grid.advance(kinds[k < longer ? 1 : 0]);
  }
  return grid.tests();
}

Rational delta_of_tests(const std::vector<StrategyTest>& tests, const Number& eps) {
  constexpr slong bits = 128;
  const Ball w = exponential(eps, bits);
  Rational best = 0;
  for (const StrategyTest& t : tests) {
    best = std::max(best, (exactly(t.power, bits) - w * exactly(t.size, bits)).lower());
  }
  return best;
}

Rational epsilon_of_tests(const std::vector<StrategyTest>& tests, const Number& delta) {
  constexpr slong bits = 128;
  const Ball target = delta.ball(bits);
  Rational best = 0;
  for (const StrategyTest& t : tests) {
    if (!(t.size > 0)) continue;
    const Ball left = exactly(t.power, bits) - target;
    if (is_positive(left) != Truth::yes) continue;
    // Strictly below ln(left/size) the test proves more than delta.
    const Rational eps = log(left / exactly(t.size, bits)).lower() - pow(Rational(2), -64);
    best = std::max(best, eps);
  }
  return best;
}

}  // namespace hallmark::fixed_batch
