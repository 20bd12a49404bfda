#include "bounds/blanket/blanket.hpp"

#include <algorithm>
#include <cmath>

#include "exact/bracket.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::blanket {
namespace {

constexpr double usual_reach = 7;

constexpr slong few_bits = 64;

// Enough for a delta of that size, whatever the tilt: absolute errors are of 2^-bits.
slong most_bits(double delta) {
  constexpr double moderate = 1e-8;
  if (delta > moderate) return few_bits;
  return 128 + std::llround(-1.5 * steady::log2(std::max(delta, 1e-300)));
}

// Points: `cells` to a standard deviation, as far as U goes and 0, but not too many.
std::optional<Lattice> lay(const Reference& r, slong cells) {
  constexpr double most_points = 0x1p15;
  const double most = std::max(r.most, 0.0);
  const double least = std::min(r.least, 0.0);
  const double span = most - least;
  const double h = std::max(r.deviation / static_cast<double>(cells), span / most_points);
  if (!std::isfinite(h) || !(h > 1e-280) || !std::isfinite(span) || span <= 0) return std::nullopt;
  constexpr int kept = 20;
  const Rational step = short_dyadic(h, kept);
  return Lattice{step, -std::llround(std::ceil(-least / h)) - 1, std::llround(std::ceil(most / h)) + 1};
}

// At least E (U_1 + ... + U_n)_+ / n, and no more than for n = 1.
std::optional<Ball> upper_of(const Spread& law, const Lattice& lattice, slong n, slong bits, const Budget& budget) {
  const Ball h(lattice.step, bits);
  const Placed m = law.masses.placed();
  Ball alone(0, bits);
  for (std::size_t i = 0; i < m.places.size(); ++i) {
    if (m.places[i] > 0) alone += m.weights[i] * m.places[i];
  }
  if (alone.is_zero()) return law.beyond;
  alone = alone * h + law.beyond;
  if (n == 1) return alone;
  const auto sum = tilted_sum(m, n, bits, budget);
  if (!sum) return alone.is_finite() ? std::optional(std::move(alone)) : std::nullopt;
  const Ball all = positive_part_upper(*sum, bits) * h / n + law.beyond;
  return all.is_finite() ? min(all, alone) : alone;
}

// The largest of few pairs; for many of them the bound of one law above all.
std::optional<Ball> upper(const Problem& problem, slong n, slong cells, slong bits, const Budget& budget) {
  constexpr std::size_t few = 6;
  const auto lattice = lattice_of(problem.above, cells);
  if (!lattice) return std::nullopt;
  std::vector<Spread> laws;
  laws.reserve(problem.above.size());
  for (const Reference& r : problem.above) {
    auto law = budget.expired() ? std::nullopt : r.spread(*lattice, 2 * bits, budget);
    if (!law) return std::nullopt;
    laws.push_back(*std::move(law));
  }
  if (laws.size() > few) laws = {envelope(laws)};
  std::optional<Ball> most;
  for (const Spread& law : laws) {
    auto one = upper_of(law, *lattice, n, bits, budget);
    if (!one) return std::nullopt;
    most = most ? max(*most, *one) : *std::move(one);
  }
  return most;
}

// P(E) - w Q(E) of one dataset and its best event, from below.
std::optional<Ball> lower(const Reference& dataset, const Number& eps, slong n, slong cells, slong bits,
                          const Budget& budget) {
  const auto lattice = lay(dataset, cells);
  if (!lattice) return std::nullopt;
  auto scores = budget.expired() ? std::nullopt : dataset.scores(*lattice, 2 * bits, budget);
  if (!scores) return std::nullopt;
  const Ball w = exponential(eps, bits);
  Masses gains{scores->others.first, std::move(scores->first)};
  for (std::size_t i = 0; i < gains.at.size(); ++i) gains.at[i] -= w * scores->second[i];
  if (n == 1) {  // the own score alone
    Ball gain(0, bits);
    Ball most = gain;
    for (std::size_t i = gains.at.size(); i-- > 0;) {
      gain += gains.at[i];
      most = max(most, gain);
    }
    return most;
  }
  const Placed others = scores->others.placed();
  Meanings meanings;
  for (const slong place : others.places) {
    const auto i = static_cast<std::size_t>(place - gains.first);
    const double mass = roughly(scores->others.at[i]);
    meanings.push_back(mass > 0 ? roughly(gains.at[i]) / mass : 0);
  }
  std::optional<Ball> most;
  for (const Meanings& middle : {meanings, Meanings{}}) {
    const auto sum = tilted_sum(others, n - 1, bits, budget, middle);
    const auto gain = sum ? EventGain::of(*sum, gains.placed(), bits, budget) : std::nullopt;
    if (!gain) return most;
    const slong last = lattice->last;
    const slong total = gain->best_total(sum->low + last, sum->high() + lattice->first);
    // Below the window the own score cannot make up for the others.
    if (total - last < sum->low) continue;
    // What was wrapped onto the window, and what lies above it: a gain is between -w and 1.
    const Ball lost = sum->scale * exp(-sum->theta * (total - last)) * sum->outside * 2 * w;
    const Ball value = gain->at(total) - lost;
    most = most ? max(*most, value) : value;
    if (less_equal(lost * 1000, value) == Truth::yes) break;
  }
  return most;
}

constexpr slong law_bits = 53;  // laws are doubles

// The end of E (U_1 + ... + U_n)_+ / n on the law's side, `size` about as large; above no more than E (U_1)_+.
std::optional<Rational> end_by_laws(const Reference& r, slong n, slong cells, double size, const Budget& budget) {
  const auto one = budget.expired() ? std::nullopt : r.law(cells);
  if (!one) return std::nullopt;
  const Resolution resolution{.nodes = cells, .smallest_delta = std::max(size, 1e-120) / 4};
  const auto sum = traced_power_sum(one->law, n, resolution, budget);
  const Number zero = Number::ln(one->shift);
  const Rational alone = delta_end(one->law, zero);
  const bool above = one->law.side == Side::upper;
  if (!sum) return above ? std::optional(alone) : std::nullopt;
  const Rational all = delta_end(divided(sum->law, n), zero);
  return above ? std::min(all, alone) : all;
}

// An end at few bits, or at more where the balls are too wide, up to what an end of that size may need.
template <typename End>
std::optional<Ball> sharp(double size, const Budget& budget, const End& end) {
  constexpr slong coarse = 64;  // parts of the end
  std::optional<Ball> value = end(few_bits);
  for (slong bits = 2 * few_bits; bits <= 2 * most_bits(size) && !budget.expired(); bits *= 2) {
    const bool is_sharp = value && value->is_finite() &&
                          (value->upper().sign() <= 0 || (value->upper() - value->lower()) * coarse <= value->upper());
    if (is_sharp) break;
    auto again = end(bits);
    if (again && again->is_finite()) value = std::move(again);
  }
  return value;
}

double reach_of(double delta) { return std::sqrt(2 * (9 - steady::log(std::clamp(delta, 1e-300, 1.0)))); }

// Both ends by laws; `size`: about how large they are.
Found ends_by_laws(const Shuffled& s, const Number& eps, double size, slong cells, const Budget& budget) {
  Found f{.lo = 0, .hi = 1, .cells = cells, .bits = law_bits};
  const Problem problem = s.problem(eps, reach_of(size));
  if (const auto hi = end_by_laws(problem.above.front(), s.n, cells, size, budget)) f.hi = std::min(f.hi, *hi);
  for (std::size_t i = 0; i < problem.below.size(); ++i) {
    const auto lo = end_by_laws(problem.below[i], s.n, cells, size, budget);
    if (!lo || *lo <= f.lo) continue;
    f.lo = *lo;
    f.dataset = i;
  }
  return f;
}

// Both ends; `size`: about how large they are, or less.
Found ends(const Shuffled& s, const Number& eps, double reach, slong cells, double size, const Budget& budget) {
  Found f{.lo = 0, .hi = 1, .cells = cells, .bits = few_bits};
  const Problem problem = s.problem(eps, reach);
  const auto hi = sharp(size, budget, [&](slong b) { return upper(problem, s.n, cells, b, budget); });
  if (hi && hi->is_finite()) f.hi = std::min(f.hi, hi->upper());
  for (std::size_t i = 0; i < problem.below.size(); ++i) {
    const auto lo = sharp(size, budget, [&](slong b) { return lower(problem.below[i], eps, s.n, cells, b, budget); });
    if (!lo || !lo->is_finite() || lo->lower() <= f.lo) continue;
    f.lo = lo->lower();
    f.dataset = i;
  }
  return f;
}

constexpr slong first_cells = 16;
constexpr slong search_cells = 24;
constexpr slong default_cells = 64;
constexpr slong most_cells = 256;
constexpr slong first_law_cells = 256;
constexpr slong law_cells = 512;

void check(const Shuffled& s, const Number& eps) {
  if (s.n < 1) throw InputError("shuffle", "n", std::to_string(s.n), "at least 1");
  if (eps.sign() < 0) throw InputError("shuffle", "eps", eps.to_string(), "at least 0");
}

}  // namespace

std::optional<Lattice> lattice_of(const std::vector<Reference>& all, slong cells) {
  Reference widest{0, 0, 0, {}, {}, {}, {}, false, {}};
  for (const Reference& r : all) {
    widest.most = std::max(widest.most, r.most);
    widest.least = std::min(widest.least, r.least);
    widest.deviation = std::max(widest.deviation, r.deviation);
  }
  return lay(widest, cells);
}

Found delta(const Shuffled& s, const Number& eps, slong digits, const Budget& budget) {
  check(s, eps);
  if (s.by_laws) {
    const Found first = ends_by_laws(s, eps, 1e-10, first_law_cells, budget);
    Found found = ends_by_laws(s, eps, binary64(first.hi, Rounding::up), law_cells, budget);
    found.hi = std::min(found.hi, first.hi);
    found.lo = std::max(found.lo, first.lo);
    found.reached = found.hi < Rational(1) && !budget.expired();
    return found;
  }
  constexpr double small = 1e-20;
  Found best = ends(s, eps, usual_reach, first_cells, small, budget);
  for (slong cells = default_cells; cells <= (digits > 4 ? most_cells : default_cells) && !budget.expired();
       cells *= 4) {
    const double size = binary64(best.lo.sign() > 0 ? best.lo : best.hi, Rounding::up);
    const Found next = ends(s, eps, reach_of(size), cells, size, budget);
    const Found before = best;
    if (next.lo > best.lo) best.dataset = next.dataset;
    best.lo = std::max(best.lo, next.lo);
    best.hi = std::min(best.hi, next.hi);
    best.cells = next.cells;
    best.bits = next.bits;
    best.reached = has_digits(before.lo, best.lo, digits + 1) && has_digits(best.hi, before.hi, digits + 1);
  }
  const bool is_known = best.lo.sign() > 0 || best.hi < Rational(1);  // no lattice may be fine or wide enough
  best.reached = is_known && (best.reached || (digits <= 4 && !budget.expired()));
  return best;
}

namespace {

// An eps of which `proves` is true next to one of which it is not: the smaller of them has `value` above `delta`.
// `value`: an end of delta at eps, in floating point where the search wants a number.
class Search {
 public:
  Search(std::function<Rational(const Number&)> end, Rational delta, double width)
      : end_(std::move(end)), delta_(std::move(delta)), width_(width) {}

  // About where the end is delta, and how ln(end / delta) falls there; 0: not known.
  struct Place {
    double at;
    double slope = 0;
  };
  // lo: the end exceeds delta there; hi: it does not.
  struct Bracket {
    Rational lo = 0;
    std::optional<Rational> hi = {};
    Place place = {0};
  };
  /// most: an eps that is enough.
  [[nodiscard]] Bracket run(const Place& start, double most, const Budget& budget) {
    Bracket b;
    double lo = 0;
    double f_lo = std::max(1.0, -steady::log(binary64(delta_, Rounding::up)) - 1);  // about that of eps = 0
    double hi = most;
    double f_hi = -30;
    double x = std::min(start.at, most / 2);
    constexpr int trials = 40;
    constexpr int patience = 4;
    constexpr double hardly_any = 1e-7;
    for (int i = 0; i < trials && !budget.expired(); ++i) {
      if (hi - lo <= width_ * hi) break;
      if (i == patience && b.lo.sign() == 0 && end_(0) <= delta_) return {0, Rational(0)};
      if (b.lo.sign() == 0 && hi < hardly_any) break;
      const Rational at = short_dyadic(x, 30);
      const double f = gap(at);
      (f > 0 ? lo : hi) = x;
      (f > 0 ? f_lo : f_hi) = f;
      if (f > 0) {
        b.lo = at;
      } else {
        b.hi = at;
      }
      // A step beyond the secant closes the other side; now and then the middle.
      const double secant = lo + (hi - lo) * f_lo / (f_lo - f_hi);
      const bool both = b.lo.sign() > 0 && b.hi;
      b.place = both ? Place{secant, (f_hi - f_lo) / (hi - lo)} : Place{x};
      const double nudge = 0.4 * width_ * (both ? hi : x);
      // Newton's steps from a place that is known, each further beyond, until both sides are seen.
      const double newton = x - f / start.slope + std::ldexp(f > 0 ? nudge : -nudge, i);
      if (start.slope < 0 && !both && i < patience && newton > lo && newton < hi) {
        x = newton;
        continue;
      }
      x = std::clamp(i % patience == patience - 1 ? (lo + hi) / 2 : secant + (f > 0 ? nudge : -nudge),
                     lo + 0.05 * (hi - lo), hi - 0.05 * (hi - lo));
    }
    return b;
  }

 private:
  // ln(end / delta), its sign proved.
  double gap(const Rational& eps) {
    const Rational value = end_(eps);
    if (value <= delta_) {
      return value.sign() <= 0 ? -30 : std::min(-1e-12, steady::log(binary64(value / delta_, Rounding::down)));
    }
    return std::max(1e-12, steady::log(std::min(binary64(value / delta_, Rounding::down), 1e300)));
  }

  std::function<Rational(const Number&)> end_;
  Rational delta_;
  double width_;
};

}  // namespace

Found epsilon(const Shuffled& s, const Number& delta, const Rational& most, slong digits, const Budget& budget) {
  check(s, 0);
  const auto exact = delta.rational();
  const Ball ball = delta.ball(192);
  const Rational above = exact ? *exact : ball.upper();
  const Rational below = exact ? *exact : ball.lower();
  const double reach = reach_of(binary64(below, Rounding::down));
  const slong cells = s.by_laws ? law_cells : digits > 4 ? default_cells : search_cells;
  const double size = binary64(below, Rounding::down);
  const double width = 2 * steady::pow(10.0, -static_cast<double>(std::clamp(digits, slong{3}, slong{8})));
  const double largest = roughly(Ball(most, 64));
  const double start = std::min(largest, 1.0) / 4;
  Found found{.lo = 0, .hi = most, .cells = cells, .bits = s.by_laws ? law_bits : few_bits};
  // A search among few cells tells where the one among all begins.
  const slong few = std::max(cells / 4, slong{1});
  constexpr double roughly_there = 1e-2;
  const auto among = [&](const auto& end, const Rational& target, slong count, const Search::Place& from) {
    const double close = count == cells ? width : roughly_there;
    return Search([&](const Number& eps) { return end(eps, count); }, target, close).run(from, largest, budget);
  };
  // Where few cells put it; `from` where they do not find it.
  const auto place_of = [&](const auto& end, const Rational& target, const Search::Place& from) {
    const auto rough = among(end, target, few, from);
    return rough.lo.sign() > 0 && rough.hi ? rough.place : Search::Place{from.at};
  };
  const auto upper_end = [&](const Number& eps, slong count) -> Rational {
    const Problem p = s.problem(eps, reach);
    if (s.by_laws) return end_by_laws(p.above.front(), s.n, count, size, budget).value_or(Rational(1));
    const auto v = sharp(size, budget, [&](slong b) { return upper(p, s.n, count, b, budget); });
    return v && v->is_finite() ? v->upper() : Rational(1);
  };
  const auto hi = among(upper_end, below, cells, place_of(upper_end, below, {start}));
  if (hi.hi) found.hi = std::min(found.hi, *hi.hi);
  found.reached = found.hi.sign() == 0 || (hi.hi.has_value() && digits <= 4);
  if (found.hi.sign() == 0) return found;
  const double guess = std::max(roughly(Ball(found.hi, 64)) * 0.9, 1e-9);
  const auto lower_end = [&](std::size_t i, const Number& eps, slong count) -> Rational {
    const Problem p = s.problem(eps, reach);
    if (s.by_laws) return end_by_laws(p.below.at(i), s.n, count, size, budget).value_or(Rational(0));
    const auto v = sharp(size, budget, [&](slong b) { return lower(p.below.at(i), eps, s.n, count, b, budget); });
    return v && v->is_finite() ? std::max(v->lower(), Rational(0)) : Rational(0);
  };
  struct Dataset {
    std::size_t number;
    Search::Place place;
  };
  std::vector<Dataset> datasets;  // the best one first
  for (std::size_t i = 0; i < s.problem(0, reach).below.size() && !budget.expired(); ++i) {
    const auto end = [&](const Number& eps, slong count) { return lower_end(i, eps, count); };
    datasets.push_back({i, place_of(end, above, {guess, hi.place.slope})});
  }
  std::stable_sort(datasets.begin(), datasets.end(),
                   [](const Dataset& a, const Dataset& b) { return a.place.at > b.place.at; });
  for (const Dataset& d : datasets) {
    const auto end = [&](const Number& eps, slong count) { return lower_end(d.number, eps, count); };
    // Worth the search only where it beats what is there.
    if (budget.expired() || (found.lo.sign() > 0 && end(found.lo, cells) <= above)) continue;
    const auto lo = among(end, above, cells, d.place);
    if (lo.lo <= found.lo) continue;
    found.lo = lo.lo;
    found.dataset = d.number;
  }
  found.reached = found.reached && !budget.expired();
  return found;
}

}  // namespace hallmark::blanket
