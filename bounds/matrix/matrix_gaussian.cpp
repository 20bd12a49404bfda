#include "bounds/matrix/matrix_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "bounds/directions.hpp"
#include "exact/bracket.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::matrix_gaussian {
namespace {

using matrix::Gram;

constexpr slong first_nodes = 512;
constexpr slong choosing_nodes = 128;  // of default effort: they tell the best comparison
constexpr slong default_nodes = 2048;
constexpr slong last_nodes = 16384;
constexpr double least_delta = 1e-120;

Slope slope_of(Direction d) { return d == Direction::remove ? Slope::rising : Slope::falling; }

// Less noise above, more below: the same number where sigma is rational.
struct Noise {
  Rational above;
  Rational below;
};

Noise noise_of(const Number& sigma) {
  if (const auto exact = sigma.rational()) return {*exact, *exact};
  const Ball ball = sigma.ball(192);
  return {ball.lower(), ball.upper()};
}

// Numbers of classes, or lengths of blocks, that are worth a try.
std::vector<slong> candidates(slong bins, bool divisors) {
  constexpr slong most = 16;
  std::vector<slong> all;
  for (slong m = 1; m <= std::min(bins, most); ++m) {
    if (!divisors || bins % m == 0) all.push_back(m);
  }
  if (!divisors && bins > most) all.push_back(bins);
  return all;
}

std::optional<ConvexLaw> upper_law(const Gram& gram, slong classes, matrix::StarLaws& laws) {
  std::vector<std::pair<ConvexLaw, Rational>> parts;
  for (const matrix::Part& part : matrix::stars_above(gram, classes)) {
    auto law = laws.of(part.star);
    if (!law) return std::nullopt;
    parts.emplace_back(std::move(law->law), part.share);
  }
  return matrix::mixture(parts);
}

std::optional<ConvexLaw> lower_law(const Gram& gram, slong length, matrix::StarLaws& laws) {
  auto law = laws.of(matrix::star_below(gram, length));
  if (!law) return std::nullopt;
  return std::move(law->law);
}

// What is wanted of one law: the end of delta, or of epsilon; nothing where the law does not reach it.
using End = std::function<std::optional<Rational>(const ConvexLaw&)>;

struct Choice {
  slong number = 0;  // of classes, or of a block's bins
  Rational value;
};

// The candidate whose law gives the best end.
template <typename Make>
std::optional<Choice> best_of(const std::vector<slong>& numbers, bool upper, const End& end, const Make& make) {
  std::optional<Choice> best;
  for (const slong m : numbers) {
    const std::optional<ConvexLaw> law = make(m);
    const auto value = law ? end(*law) : std::nullopt;
    if (!value) continue;
    if (!best || (upper ? *value < best->value : *value > best->value)) best = Choice{m, *value};
  }
  return best;
}

// One direction: both ends, refined; what was known before is kept.
void refine(const Mechanism& m, Direction direction, const End& end, double smallest, const Effort& effort,
            const Budget& budget, Found& found) {
  const Noise noise = noise_of(m.sigma);
  const auto bins = static_cast<slong>(m.gram.size());
  const Slope slope = slope_of(direction);
  Resolution resolution{.nodes = effort.default_digits ? choosing_nodes : first_nodes, .smallest_delta = smallest};
  const auto laws_above = [&] { return matrix::StarLaws(noise.above, slope, Side::upper, resolution, budget); };
  const auto laws_below = [&] { return matrix::StarLaws(noise.below, slope, Side::lower, resolution, budget); };
  const auto best = [&](bool upper, matrix::StarLaws laws) {
    return best_of(candidates(bins, !upper), upper, end, [&](slong number) {
      return upper ? upper_law(m.gram, number, laws) : lower_law(m.gram, number, laws);
    });
  };
  const auto up = best(true, laws_above());
  const auto down = best(false, laws_below());
  if (up) {
    found.hi = std::min(found.hi, up->value);
    found.by.classes = up->number;
  }
  if (down) {
    found.lo = std::max(found.lo, down->value);
    found.by.length = down->number;
  }
  if (!up || !down) return;
  found.nodes = std::max(found.nodes, resolution.nodes);
  resolution.nodes = std::max(resolution.nodes, first_nodes / 2);
  const slong most = effort.default_digits ? default_nodes : last_nodes;
  const double wanted = steady::pow(10.0, -static_cast<double>(effort.default_digits ? 4 : effort.digits));
  const auto moved = [](const Rational& from, const Rational& to) {
    return to.sign() == 0 ? 0.0 : std::fabs(binary64((from - to) / to, Rounding::up));
  };
  while (!budget.expired()) {
    const Rational lo = found.lo;
    const Rational hi = found.hi;
    resolution.nodes *= 2;
    auto finer_above = laws_above();
    auto finer_below = laws_below();
    const auto upper = upper_law(m.gram, up->number, finer_above);
    const auto lower = lower_law(m.gram, down->number, finer_below);
    if (!upper || !lower) return;
    if (const auto value = end(*upper)) found.hi = std::min(found.hi, *value);
    if (const auto value = end(*lower)) found.lo = std::max(found.lo, *value);
    found.nodes = std::max(found.nodes, resolution.nodes);
    // The error falls with the square of the nodes: what is left is a third of what moved.
    found.reached = moved(lo, found.lo) < 3 * wanted && moved(hi, found.hi) < 3 * wanted;
    // The width is that of the comparisons, and a finer grid hardly narrows it.
    constexpr slong hardly = 200;
    if (effort.default_digits && std::max(found.lo - lo, hi - found.hi) * hardly < found.hi - found.lo) break;
    if (found.reached || resolution.nodes >= most) break;
  }
  found.reached = found.reached || (effort.default_digits && !budget.expired());
}

// The larger of both directions.
template <typename One>
Found over_directions(Direction all, const One& one) {
  std::optional<Found> most;
  for (const Direction d : directions_of(all)) {
    Found f = one(d);
    f.by.lower = f.by.upper = d;
    if (!most) {
      most = std::move(f);
      continue;
    }
    if (f.lo > most->lo) {
      most->lo = f.lo;
      most->by.lower = d;
      most->by.length = f.by.length;
      most->by.lower_band = f.by.lower_band;
    }
    if (f.hi > most->hi) {
      most->hi = f.hi;
      most->by.upper = d;
      most->by.classes = f.by.classes;
      most->by.upper_band = f.by.upper_band;
    }
    most->reached = most->reached && f.reached;
    most->nodes = std::max(most->nodes, f.nodes);
  }
  return *std::move(most);
}

// The laws along a short band, for both directions.
struct Along {
  std::optional<ConvexLaw> above;
  std::optional<ConvexLaw> below;
};

Along along_band(const Mechanism& m, const Budget& budget) {
  if (!m.toeplitz) return {};
  const Noise noise = noise_of(m.sigma);
  if (!matrix::has_short_band(*m.toeplitz, m.gram, noise.above) ||
      !matrix::has_short_band(*m.toeplitz, m.gram, noise.below) || budget.expired()) {
    return {};
  }
  const auto bins = static_cast<slong>(m.gram.size());
  const matrix::BandEffort effort = matrix::band_effort(*m.toeplitz, bins);
  return {matrix::band_above(m.gram, noise.above, effort, budget),
          matrix::band_below(*m.toeplitz, bins, noise.below, effort, budget)};
}

// The end of delta of a rising law in one direction: E (1 - w R)_+ = 1 - w + w E (R - 1/w)_+, because the ratio's mean
// is 1; the law only speaks for the last term.
Rational directed_delta(const ConvexLaw& law, Direction d, const Number& eps) {
  if (d == Direction::remove) return delta_end(law, eps);
  constexpr slong bits = 256;
  const bool upper = law.side == Side::upper;
  const auto exact = eps.rational();
  const Rational near = exact ? *exact : (upper ? eps.ball(bits).upper() : eps.ball(bits).lower());
  const Ball rest = exponential(eps, bits) * (1 - Ball(delta_end(law, Number(-near)), bits));
  const Ball value = 1 - rest;
  return upper ? std::min(value.upper(), Rational(1)) : std::max(value.lower(), Rational(0));
}

// Takes the ends of the laws along the band where they are better.
void take_better(const Along& along, const End& end, Found& found) {
  if (const auto hi = along.above ? end(*along.above) : std::nullopt; hi && *hi < found.hi) {
    found.hi = *hi;
    found.by.upper_band = true;
  }
  if (const auto lo = along.below ? end(*along.below) : std::nullopt; lo && *lo > found.lo) {
    found.lo = *lo;
    found.by.lower_band = true;
  }
}

double smallness(const Rational& x) { return std::clamp(binary64(x, Rounding::down) / 2, least_delta, 1e-4); }

}  // namespace

Found delta(const Mechanism& m, const Number& eps, const Effort& effort, const Budget& budget) {
  const End end = [&](const ConvexLaw& law) -> std::optional<Rational> { return delta_end(law, eps); };
  const Along along = along_band(m, budget);
  return over_directions(m.direction, [&](Direction d) {
    Found found{.lo = 0, .hi = 1};
    for (double smallest = 1e-12;;) {
      refine(m, d, end, smallest, effort, budget, found);
      // Once more where the grid ended before what is asked for.
      if (budget.expired() || found.nodes == 0 || smallness(found.lo) >= smallest || smallest <= least_delta) break;
      smallest = std::max(least_delta, std::min(smallness(found.lo), smallest * smallest));
    }
    take_better(
        along, [&](const ConvexLaw& law) { return std::optional(directed_delta(law, d, eps)); }, found);
    return found;
  });
}

namespace {

// The largest squared mean of a bin.
Rational largest_square(const Mechanism& m) {
  Rational most = 0;
  for (std::size_t j = 0; j < m.gram.size(); ++j) most = std::max(most, m.gram[j][j]);
  return most;
}

// v/2 + sqrt(2 v ln(1/delta)), v the largest variance of a bin.
Rational largest_epsilon(const Mechanism& m, const Number& delta) {
  constexpr slong bits = 192;
  const Rational noise = noise_of(m.sigma).above;
  const Ball v(largest_square(m) / (noise * noise), bits);
  const Ball ln = -log(delta.ball(bits));
  return (v / 2 + sqrt_of_nonnegative(2 * v * ln)).upper();
}

// An eps at which an end of delta is at most delta (upper), exceeds it (lower; 0 where none is found).
std::optional<Rational> epsilon_end(Side side, const std::function<Rational(const Number&)>& delta_at,
                                    const Rational& delta) {
  constexpr int kept = 45;
  constexpr int halvings = 60;
  constexpr double largest = 8192;
  const auto is_enough = [&](double eps) {
    return delta_at(eps == 0 ? Rational(0) : short_dyadic(eps, kept)) <= delta;
  };
  const auto exactly = [](double eps) { return eps == 0 ? Rational(0) : short_dyadic(eps, kept); };
  if (is_enough(0)) return Rational(0);
  double no = 0;
  double yes = 1;
  while (yes <= largest && !is_enough(yes)) {
    no = yes;
    yes *= 2;
  }
  if (yes > largest) return side == Side::upper ? std::nullopt : std::optional(exactly(no));
  for (int i = 0; i < halvings && yes - no > yes * 0x1p-44; ++i) {
    const double middle = (no + yes) / 2;
    (is_enough(middle) ? yes : no) = middle;
  }
  return exactly(side == Side::upper ? yes : no);
}

}  // namespace

Found epsilon(const Mechanism& m, const Number& delta, const Effort& effort, const Budget& budget) {
  const auto exact = delta.rational();
  const Ball ball = delta.ball(192);
  const Rational high = exact ? *exact : ball.upper();
  const Rational low = exact ? *exact : ball.lower();
  const auto wanted = [&](const ConvexLaw& law) { return law.side == Side::upper ? low : high; };
  const End end = [&](const ConvexLaw& law) {
    return epsilon_end(
        law.side, [&](const Number& eps) { return delta_end(law, eps); }, wanted(law));
  };
  const Along along = along_band(m, budget);
  return over_directions(m.direction, [&](Direction d) {
    Found found{.lo = 0, .hi = largest_epsilon(m, delta)};
    refine(m, d, end, smallness(low), effort, budget, found);
    take_better(
        along,
        [&](const ConvexLaw& law) {
          return epsilon_end(
              law.side, [&](const Number& eps) { return directed_delta(law, d, eps); }, wanted(law));
        },
        found);
    return found;
  });
}

namespace {

// Whether a law proves at this sigma that delta is at most, more than the one wanted; with the best comparison of a
// coarse grid.
class Levels {
 public:
  Levels(const Mechanism& m, const Number& eps, Rational delta, slong nodes, const Budget& budget)
      : m_(m), eps_(eps), delta_(std::move(delta)), nodes_(nodes), budget_(budget) {}

  [[nodiscard]] bool is_enough(const Rational& sigma) const {
    const auto all = directions_of(m_.direction);
    return std::all_of(all.begin(), all.end(), [&](Direction d) { return proves(d, sigma, true); });
  }
  [[nodiscard]] bool is_too_little(const Rational& sigma) const {
    const auto all = directions_of(m_.direction);
    return std::any_of(all.begin(), all.end(), [&](Direction d) { return proves(d, sigma, false); });
  }

 private:
  [[nodiscard]] bool proves(Direction d, const Rational& sigma, bool upper) const {
    Resolution resolution{.nodes = first_nodes, .smallest_delta = smallness(delta_)};
    const auto laws = [&] {
      return matrix::StarLaws(sigma, slope_of(d), upper ? Side::upper : Side::lower, resolution, budget_);
    };
    const auto make = [&](slong number, matrix::StarLaws& of) {
      return upper ? upper_law(m_.gram, number, of) : lower_law(m_.gram, number, of);
    };
    const End end = [&](const ConvexLaw& law) -> std::optional<Rational> { return delta_end(law, eps_); };
    const auto is_proved = [&](const Rational& value) { return upper ? value <= delta_ : value > delta_; };
    auto coarse = laws();
    const auto best = best_of(candidates(static_cast<slong>(m_.gram.size()), !upper), upper, end,
                              [&](slong number) { return make(number, coarse); });
    if (!best) return false;
    if (is_proved(best->value)) return true;
    resolution.nodes = nodes_;
    auto fine = laws();
    const auto law = make(best->number, fine);
    return law && is_proved(*end(*law));
  }

  const Mechanism& m_;
  const Number& eps_;
  Rational delta_;
  slong nodes_;
  const Budget& budget_;
};

// Where each bin's ratio alone is private enough: with s = sqrt(v) / sigma, v the largest squared mean of a bin, and c =
// sqrt(2 ln(1/delta)) an s of at most sqrt(c^2 + 2 eps) - c is (largest_epsilon), and one of 5 delta / 2, because delta(0)
// <= 2 Phi(s/2) - 1 < 2 s / 5.
Rational largest_sigma(const Mechanism& m, const Number& eps, const Rational& delta) {
  constexpr slong bits = 192;
  const Ball v(largest_square(m), bits);
  const Ball ln = -2 * log(Ball(delta, bits));
  const Ball e = max(eps.ball(bits), Ball(0, bits));
  const Ball by_delta(delta * 5 / 2, bits);
  // A delta next to 1 rounds to 1, whose logarithm is known to be at least 0 and no more.
  const Ball by_eps = 2 * e / (sqrt_of_nonnegative(ln + 2 * e) + sqrt_of_nonnegative(ln));
  return (sqrt_of_nonnegative(v) / (by_eps.is_finite() ? max(by_eps, by_delta) : by_delta)).upper();
}

// The least sigma found of which `enough` is true, above one of which it is not, from about `start` on.
struct NoiseStep {
  std::optional<Rational> yes;
  Rational no;
};
NoiseStep search(const std::function<bool(const Rational&)>& enough, double start, const Budget& budget, double width) {
  const double least = start * 0x1p-60;
  const double most = start * 0x1p60;
  double x = start;
  double factor = 2;
  NoiseStep step{std::nullopt, 0};
  const auto exactly = [](double y) { return short_dyadic(y, 30); };
  const bool first = enough(exactly(x));
  double no = first ? 0 : x;
  double yes = first ? x : 0;
  while (!budget.expired() && x > least && x < most) {
    const double next = first ? x / factor : x * factor;
    const bool is = enough(exactly(next));
    x = next;
    (is ? yes : no) = x;
    if (is != first) break;
    factor *= 2;
  }
  while (yes > 0 && no > 0 && yes - no > width * yes && !budget.expired()) {
    const double middle = std::sqrt(yes * no);
    if (!(middle > no && middle < yes)) break;
    (enough(exactly(middle)) ? yes : no) = middle;
  }
  if (yes > 0) step.yes = exactly(yes);
  if (no > 0) step.no = exactly(no);
  return step;
}

}  // namespace

Found sigma(const Mechanism& m, const Number& eps, const Number& delta, const Effort& effort, const Budget& budget) {
  const auto exact = delta.rational();
  const Ball ball = delta.ball(192);
  const double width =
      steady::pow(10.0, -static_cast<double>(effort.default_digits ? 5 : std::min(effort.digits, slong{9})));
  const slong nodes = effort.default_digits || effort.digits <= 5 ? default_nodes : 2 * default_nodes;
  const Levels low(m, eps, exact ? *exact : ball.lower(), nodes, budget);
  const Levels high(m, eps, exact ? *exact : ball.upper(), nodes, budget);
  const double start = std::clamp(std::sqrt(roughly(Ball(largest_square(m), 64))), 1e-200, 1e200);
  const NoiseStep above = search([&](const Rational& s) { return low.is_enough(s); }, start, budget, width);
  const NoiseStep below = search([&](const Rational& s) { return !high.is_too_little(s); }, start, budget, width);
  Found found{
      .lo = below.no, .hi = largest_sigma(m, eps, exact ? *exact : ball.lower()), .reached = false, .nodes = nodes};
  // What is not proved at `no` is not proved to be too little: only a law's word counts.
  if (found.lo.sign() > 0 && !high.is_too_little(found.lo)) found.lo = 0;
  if (above.yes) found.hi = std::min(found.hi, *above.yes);
  found.reached = above.yes.has_value() && !budget.expired();
  return found;
}

}  // namespace hallmark::matrix_gaussian
