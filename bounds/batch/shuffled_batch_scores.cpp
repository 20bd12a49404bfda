#include "bounds/batch/shuffled_batch_scores.hpp"

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/series.hpp"
#include "exact/steady.hpp"

namespace hallmark::shuffled_batch {
namespace {

constexpr std::string_view where = "shuffled-batch.delta";
constexpr slong most_terms = 100'000;
constexpr slong max_steps = 1'000'000'000'000'000;

void check(const DeltaParameters& p, const Scores& x) {
  if (p.sigma.sign() <= 0) throw InputError(where, "sigma", p.sigma.to_string(), "positive");
  if (p.eps.sign() < 0) throw InputError(where, "eps", p.eps.to_string(), "at least 0");
  if (p.steps < 1 || p.steps > max_steps) {
    throw InputError(where, "steps", Rational(p.steps).to_string(), "an integer from 1 to 10^15");
  }
  if (x.total < 1 || x.total > most_terms) {
    throw InputError(where, "total", Rational(x.total).to_string(), "an integer from 1 to 10^5");
  }
  const bool proper = x.values.size() == x.cuts.size() + 1 && std::is_sorted(x.cuts.begin(), x.cuts.end()) &&
                      std::all_of(x.values.begin(), x.values.end(), [](slong v) { return v >= 0; });
  if (!proper)
    throw InputError(where, "scores", std::to_string(x.values.size()) + " values",
                     "values that are not negative between increasing cuts");
}

// The masses of the scores below total under N(shift, sigma^2).
std::vector<Ball> masses(const DeltaParameters& p, const Scores& x, slong shift, slong bits) {
  const Ball s = p.sigma.ball(bits);
  std::vector<Ball> all(static_cast<std::size_t>(x.total), Ball(0, bits));
  Ball below(0, bits);
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    Ball up_to = i == x.cuts.size() ? Ball(1, bits) : normal_cdf((Ball(x.cuts[i], bits) - shift) / s);
    if (x.values[i] < x.total) all[static_cast<std::size_t>(x.values[i])] += up_to - below;
    below = std::move(up_to);
  }
  return all;
}

// r_0, r_0 + r_1, ...: the probabilities that the scores of T - 1 coordinates add up to at most j.
std::optional<std::vector<Ball>> sums_of_the_others(const DeltaParameters& p, const Scores& x, slong bits,
                                                    const Budget& budget) {
  std::vector<Ball> r;
  if (p.steps == 1) {
    r.assign(static_cast<std::size_t>(x.total), Ball(0, bits));
    r[0] = Ball(1, bits);
  } else {
    auto power = series_power_by_integers(masses(p, x, 0, bits), p.steps - 1, budget);
    if (!power) return std::nullopt;
    r = std::move(*power);
  }
  for (std::size_t j = 1; j < r.size(); ++j) r[j] += r[j - 1];
  return r;
}

// v in units of the noise, in floating point: scores are proposals.
struct Shape {
  double mu;
  double ln_a;
  double ln_b;
  double least;  // v is at least this
  double step = 1;

  // Where v = c: above the minimum of v, and below it for c < 0.
  [[nodiscard]] double upper(double c) const {
    const double ratio = ln_b - ln_a;  // b/a
    const double share = std::sqrt(std::max(0.0, 1 - c / least));
    return (ratio + steady::log((1 + share) / 2)) / mu;
  }
  [[nodiscard]] double lower(double c) const {
    const double share = std::sqrt(std::max(0.0, 1 - c / least));
    return (ln_b - ln_a + steady::log((c / least) / (1 + share) / 2)) / mu;
  }
};

// Scores with `low` for v around 0: one more for every step, down to 0.
Scores lay(const Shape& shape, double sigma, slong low, slong high) {
  Scores x;
  x.values.push_back(low);
  Rational last = 0;
  const auto cut = [&](double place, slong score) {
    constexpr double fine = 0x1p14;
    const double scaled = place * sigma * fine;
    if (!(std::fabs(scaled) < 0x1p60)) return;
    const Rational c = Rational(std::llround(scaled)) / (slong{1} << 14);
    if (!x.cuts.empty() && c <= last) {
      x.values.back() = score;
      return;
    }
    x.cuts.push_back(c);
    x.values.push_back(score);
    last = c;
  };
  const auto at = [&](slong k) { return (static_cast<double>(k) - 0.5) * shape.step; };  // between k - 1 and k
  slong deepest = 0;
  while (deepest < low && at(-deepest) > shape.least) {
    ++deepest;
    cut(shape.lower(at(1 - deepest)), low - deepest);
  }
  for (slong k = 1 - deepest; k <= high; ++k) cut(shape.upper(at(k)), low + k);
  return x;
}

double below(double z) { return steady::erfc(-z / std::sqrt(2.0)) / 2; }

// About the best total for these scores, given the sums of the others as far as they are known.
slong best_total(const DeltaParameters& p, const Scores& x, const std::vector<Ball>& sums, slong start) {
  const double sigma = roughly(p.sigma.ball(64));
  const double w = steady::exp(roughly(p.eps.ball(64)));
  std::vector<double> at_most;
  at_most.reserve(sums.size());
  for (const Ball& b : sums) at_most.push_back(roughly(b));
  // Own masses, under 1 and 2.
  struct Own {
    slong score;
    double one;
    double two;
  };
  std::vector<Own> own;
  double before[2] = {0, 0};
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    double now[2] = {1, 1};
    if (i < x.cuts.size()) {
      const double c = roughly(Ball(x.cuts[i], 64));
      for (int a = 0; a < 2; ++a) now[a] = below((c - 1 - a) / sigma);
    }
    own.push_back({x.values[i], now[0] - before[0], now[1] - before[1]});
    before[0] = now[0];
    before[1] = now[1];
  }
  const auto value = [&](slong total) {
    double sum = 1 - w;
    for (const Own& o : own) {
      if (o.score < total) sum -= (o.two - w * o.one) * at_most[static_cast<std::size_t>(total - 1 - o.score)];
    }
    return sum;
  };
  const auto most = static_cast<slong>(at_most.size());
  slong best = std::clamp(start, slong{1}, most);
  double height = value(best);
  for (slong stride = std::max(slong{1}, most / 64); stride >= 1; stride /= 2) {
    for (bool moved = true; moved;) {
      moved = false;
      for (const slong next : {best - stride, best + stride}) {
        if (next < 1 || next > most) continue;
        const double here = value(next);
        if (!(here > height)) continue;
        height = here;
        best = next;
        moved = true;
      }
    }
  }
  return best;
}

}  // namespace

std::optional<Ball> delta_of_scores_lower(const DeltaParameters& p, const Scores& x, slong bits, const Budget& budget) {
  check(p, x);
  const auto sums = sums_of_the_others(p, x, bits, budget);
  if (!sums) return std::nullopt;
  const auto some = [&](slong shift) {
    const std::vector<Ball> own = masses(p, x, shift, bits);
    Ball none(0, bits);
    for (std::size_t i = 0; i < own.size(); ++i) none += own[i] * (*sums)[own.size() - 1 - i];
    return 1 - none;
  };
  return some(2) - exponential(p.eps, bits) * some(1);
}

std::optional<ScoredBound> scores_above(const DeltaParameters& p, const Rational& wanted, const Budget& budget) {
  check(p, {.cuts = {}, .values = {0}, .total = 1});
  const double sigma = roughly(p.sigma.ball(64));
  const double eps = roughly(p.eps.ball(64));
  const auto steps = static_cast<double>(p.steps);
  if (!(sigma > 0.05) || !(sigma < 1e6) || eps > 200 || p.steps < 2) return std::nullopt;
  Shape shape{};
  shape.mu = 1 / sigma;
  shape.ln_a = -2 * shape.mu * shape.mu;
  shape.ln_b = eps - shape.mu * shape.mu / 2;
  shape.least = -steady::exp(2 * shape.ln_b - shape.ln_a) / 4;
  // The others add up to about -(T-1)(e^eps - 1); the coordinate of the record has to make up for them.
  const double top = 2 * steps * steady::expm1(eps) - 4 * shape.least + 4 * steady::exp(2 * shape.mu * shape.mu);
  if (!std::isfinite(top) || !std::isfinite(shape.least) || !(shape.least < 0)) return std::nullopt;
  const double smallness = wanted.sign() > 0 ? -roughly(log(Ball(wanted, 64))) : 0;
  const slong bits = 128 + std::llround(1.5 * (eps + smallness) + 2 * steady::log2(steps));
  constexpr slong fewest_terms = slong{1} << 10;
  constexpr slong last_terms = slong{1} << 16;
  constexpr slong most_cuts = 4000;
  if (smallness > 2000) return std::nullopt;
  Rational before = 0;
  for (slong terms = fewest_terms; terms <= last_terms && !budget.expired(); terms *= 2) {
    const auto size = static_cast<double>(terms);
    shape.step = std::max((top - steps * shape.least) / size, top / most_cuts);
    slong low = std::llround(std::ceil(-shape.least / shape.step));
    if (steps * static_cast<double>(low) > size) {
      low = p.steps < terms / 2 ? terms / 2 / p.steps : 0;
      shape.step = top / std::min<double>(most_cuts, size / 2);
    }
    const slong high = std::min<slong>(terms, std::llround(top / shape.step));
    Scores x = lay(shape, sigma, low, high);
    x.total = std::min(most_terms, low * p.steps + high);
    const auto sums = sums_of_the_others(p, x, bits, budget);
    if (!sums) return std::nullopt;
    x.total = best_total(p, x, *sums, low * p.steps + high / 2);
    auto delta = delta_of_scores_lower(p, x, bits, budget);
    if (!delta) return std::nullopt;
    if (less(Ball(wanted, bits), *delta) == Truth::yes) return ScoredBound{std::move(x), std::move(*delta)};
    // Not worth the work where the bounds no longer grow by much.
    constexpr slong patience = 32;
    if (!delta->is_finite()) return std::nullopt;
    const Rational here = std::max(delta->lower(), Rational(0));
    if (terms > 2 * fewest_terms && here + (here - before) * patience < wanted) return std::nullopt;
    before = here;
  }
  return std::nullopt;
}

}  // namespace hallmark::shuffled_batch
