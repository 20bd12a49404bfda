#include "bounds/allocation/product_bound.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "exact/binomial.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong product_bits = 192;

double value_of(const Rational& x) { return roughly(Ball(x, 64)); }

// The masses of X between cuts, and pi at the cuts: 0 before the first cell, 1 after the last.
struct Cut {
  std::vector<StepCell> cells;
  std::vector<Ball> pi;
};

Cut cut_at(std::vector<StepCell> cells, const std::vector<double>& cuts, const Rational& lambda) {
  Cut c{std::move(cells), {}};
  const Ball l(lambda, product_bits);
  c.pi.emplace_back(0, product_bits);
  for (const double x : cuts) {
    const Ball part = l * hallmark::exactly(x, product_bits);
    c.pi.push_back(part / (1 - l + part));
  }
  c.pi.emplace_back(1, product_bits);
  return c;
}

Ball variance(const Ball& pi) { return pi * (1 - pi); }

// A proposal of cuts: equally far apart in ln X, so that v changes by as much of itself in every cell; fewer where X
// hardly ever is.
std::vector<double> even_cuts(const StepRatio& step, int count) {
  constexpr double rare = 1e-7;
  const auto [least, largest] = range_of(step);
  const auto [left, right] = range_of(step, rare);
  // Past both ends: an atom there is in a cell that is not the last.
  constexpr double past = 0x1p-20;
  std::vector<double> cuts{least * (1 - past)};
  const auto up_to = [&](double to, int cells) {
    const double from = cuts.back();
    for (int i = 1; i <= cells; ++i) {
      const double x = from * steady::pow(to / from, static_cast<double>(i) / cells);
      if (x > cuts.back()) cuts.push_back(x);
    }
  };
  up_to(left, count / 32);
  up_to(right, count);
  up_to(largest * (1 + past), count / 32);
  return cuts;
}

// A step, and its masses between even cuts, which are those of every share; none where the budget ended.
struct Measured {
  Measured(const StepRatio& of, int count, const Budget& budget)
      : step(of), cuts(even_cuts(of, count)), cells(step_cells(of, cuts, budget).value_or(std::vector<StepCell>())) {}

  const StepRatio& step;
  std::vector<double> cuts;
  std::vector<StepCell> cells;
};

constexpr int some_cuts = 4096;
constexpr int many_cuts = 16384;

// v of a cell: least at an end, largest at an end or 1/4.
Ball least_variance(const Ball& a, const Ball& b) { return min(variance(a), variance(b)); }
Ball largest_variance(const Ball& a, const Ball& b) {
  const Rational half = Rational(1) / 2;
  if (less(b, half) == Truth::yes || less(Ball(half, product_bits), a) == Truth::yes)
    return max(variance(a), variance(b));
  return Ball(half * half, product_bits);
}

// At least E e^(-theta (V - edge)) of one epoch with the record, where theta > 0 counts V < edge, theta < 0 V > edge.
Ball chernoff(const Cut& c, const Selection& s, const Rational& edge, const Rational& theta) {
  const Ball th(theta, product_bits);
  Ball with(0, product_bits);
  Ball without(0, product_bits);
  for (std::size_t i = 0; i < c.cells.size(); ++i) {
    const Ball v = theta.sign() > 0 ? least_variance(c.pi[i], c.pi[i + 1]) : largest_variance(c.pi[i], c.pi[i + 1]);
    const Ball e = exp(-(th * v));
    with += c.cells[i].p * e;
    without += c.cells[i].q * e;
  }
  return exp(th * Ball(edge, product_bits)) * pow(with, static_cast<ulong>(s.selected)) *
         pow(without, static_cast<ulong>(s.steps - s.selected));
}

// Doubles that sum over the sketch.
struct Guess {
  std::vector<double> v;
  std::vector<double> p;
  std::vector<double> q;
};

Guess guess_of(const StepRatio& step, double lambda) {
  Guess g;
  double total_p = 0;
  double total_q = 0;
  for (std::size_t i = 0; i < step.sketch.position.size(); ++i) {
    const double x = step.sketch.position[i];
    const double pi = lambda * x / (1 - lambda + lambda * x);
    g.v.push_back(pi * (1 - pi));
    g.q.push_back(step.sketch.mass[i]);
    g.p.push_back(step.sketch.mass[i] * x);
    total_q += g.q.back();
    total_p += g.p.back();
  }
  for (double& x : g.p) x /= total_p;
  for (double& x : g.q) x /= total_q;
  return g;
}

// Where Chernoff's bound at theta is sharpest, and the logarithm of what it gives there.
struct Edge {
  double at;
  double log_missed;
};
Edge edge_of(const Guess& g, const Selection& s, double theta) {
  double with = 0, without = 0, with_v = 0, without_v = 0;
  for (std::size_t i = 0; i < g.v.size(); ++i) {
    const double e = steady::exp(-theta * g.v[i]);
    with += g.p[i] * e;
    without += g.q[i] * e;
    with_v += g.p[i] * e * g.v[i];
    without_v += g.q[i] * e * g.v[i];
  }
  const auto k = static_cast<double>(s.selected);
  const auto rest = static_cast<double>(s.steps - s.selected);
  const double at = k * with_v / with + rest * without_v / without;
  return {at, theta * at + k * steady::log(with) + rest * steady::log(without)};
}

// The theta of one sign at which Chernoff's bound gives `missed` at its own edge.
double theta_for(const Guess& g, const Selection& s, double sign, double log_missed) {
  double low = 0;
  double high = 1;
  constexpr double largest = 1e6;
  while (high < largest && edge_of(g, s, sign * high).log_missed > log_missed) high *= 2;
  constexpr int steps = 40;
  for (int i = 0; i < steps; ++i) {
    const double middle = (low + high) / 2;
    (edge_of(g, s, sign * middle).log_missed > log_missed ? low : high) = middle;
  }
  return sign * high;
}

constexpr int kept_bits = 30;

Rational up_to_dyadic(const Rational& x) {
  const Rational unit = pow(Rational(2), 40);
  return ceil(x * unit) / unit;
}

void check_choice(const Selection& s, const ProductChoice& c) {
  const auto must = [](bool is, const char* name, const Rational& value, const char* be) {
    if (!is) throw InputError("allocation.product", name, value.to_string(), be);
  };
  must(c.lambda.sign() > 0 && c.lambda < Rational(1), "lambda", c.lambda, "0 < lambda < 1");
  must(c.low.sign() >= 0, "low", c.low, "0 <= low");
  must(c.low < c.high, "high", c.high, "above low");
  must(c.beta.sign() >= 0 && c.beta <= Rational(1), "beta", c.beta, "in 0..1");
  must(c.theta_low.sign() > 0, "theta_low", c.theta_low, "above 0");
  must(c.theta_high.sign() < 0, "theta_high", c.theta_high, "below 0");
  for (const Rational& edge : {c.low, c.high}) {
    const Ball room = Ball(c.alpha - c.beta * edge, product_bits) - log_peak(edge, product_bits);
    must(less(room, Rational(0)) != Truth::yes && room.lower().sign() >= 0, "alpha", c.alpha, "above the chord");
  }
  must(s.selected < s.steps, "selected", Rational(s.selected), "below steps");
}

// Cuts of X: the i-th has ln Y a little below (first + i) h.
struct Cuts {
  slong first;
  std::vector<double> at;
};

Cuts cuts_of(const StepRatio& step, const ProductChoice& c, slong scale) {
  constexpr double below = 1 - 0x1p-38;
  constexpr int newton_steps = 60;
  const double lambda = value_of(c.lambda);
  const double beta = value_of(c.beta);
  const double h = std::ldexp(1.0, static_cast<int>(-scale));
  // In u = ln(1 - lambda + lambda X): ln Y = u - beta v, v = (1 - r) r, r = (1 - lambda) e^-u.
  const double end = steady::log1p(lambda * (range_of(step).high - 1));
  const double start = steady::log1p(-lambda);
  double u = start;
  Cuts cuts{static_cast<slong>(std::floor(start / h)) + 1, {}};
  for (slong j = cuts.first; u < end; ++j) {
    for (int i = 0; i < newton_steps; ++i) {
      const double r = (1 - lambda) * steady::exp(-u);
      const double miss = u - beta * (1 - r) * r - static_cast<double>(j) * h;
      if (std::abs(miss) < 1e-15) break;
      u = std::max(start, u - miss / std::max(0.01, 1 - beta * r * (2 * r - 1)));
    }
    const double x = (1 + steady::expm1(u) / lambda) * below;
    if (x > (cuts.at.empty() ? 0x1p-900 : cuts.at.back())) {
      cuts.at.push_back(x);
    } else if (cuts.at.empty()) {
      ++cuts.first;
    } else {
      break;
    }
  }
  if (cuts.at.empty()) cuts.at.push_back(1);
  return cuts;
}

// The cells of Y under the measures E_Q[Y; .] and Q: at least the former, the latter itself.
std::optional<RatioCells> factor_cells(const Cut& cut, const ProductChoice& c, slong first, slong scale) {
  const Ball lambda(c.lambda, product_bits);
  const Ball beta(c.beta, product_bits);
  const Ball none(0, product_bits);
  const auto exponential_at = [&](const Ball& pi) { return exp(-(beta * variance(pi))); };
  RatioCells all{.scale = scale, .first = 2 * (first - 1), .p_infinite = none, .p_below = none, .p_missing = none};
  Ball at_a = exponential_at(cut.pi[0]);
  for (std::size_t i = 0; i < cut.cells.size(); ++i) {
    const Ball& a = cut.pi[i];
    const Ball& b = cut.pi[i + 1];
    Ball at_b = exponential_at(b);
    const Ball with = lambda * cut.cells[i].p;
    const Ball mass = (1 - lambda) * cut.cells[i].q + with;
    const Ball chord = (at_a * (b * mass - with) + at_b * (with - a * mass)) / (b - a);
    if (i + 1 == cut.cells.size()) {
      all.p_missing = chord;
      break;
    }
    const auto exp_of = [&](slong j) {
      Ball y(j, product_bits);
      return exp(y.mul_2exp(-scale));
    };
    const slong low = first - 1 + static_cast<slong>(i);
    const Ball least = (1 - lambda) / (1 - a) * at_a;
    const Ball largest = (1 - lambda) / (1 - b) * at_b;
    if (less_equal(largest, exp_of(low + 1)) != Truth::yes) return std::nullopt;
    // What lies below the lattice cell is raised to its lower end.
    const Ball raised = max(none, exp_of(low) - least) * cut.cells[i].q;
    all.p.emplace_back((chord + raised).upper(), product_bits);
    all.q.push_back(cut.cells[i].q);
    all.p.push_back(none);
    all.q.push_back(none);
    at_a = std::move(at_b);
  }
  return all;
}

// A choice for a share, a lattice and how fine its masses are.
struct Plan {
  ProductProof proof;
  LatticeEffort effort;
};

Plan plan_for(const StepRatio& step, const Selection& selection, double share, double delta, const Fineness& fineness) {
  // Of delta, what may be missed: the chord is the narrower the more it is.
  const double negligible = std::min(3e-3, 0.04 / static_cast<double>(selection.selected));
  const double size = std::clamp(delta, 1e-250, 1.0);
  const Rational lambda = rate_for(selection, share);
  const double missed = size * negligible / static_cast<double>(selection.epochs);
  const slong tail = 24 + static_cast<slong>(-steady::log2(size));
  return {{product_choice(step, selection, lambda, missed), lattice_scale(step, selection, lambda, fineness)},
          {slong{1} << 19, (tail + 52 + 31) / 32 * 32, tail}};
}

std::optional<ProductBound> bound_with(const Measured& measured, const Selection& selection,
                                       const ProductChoice& choice, slong scale, const LatticeEffort& effort,
                                       const Budget& budget) {
  check_selection("allocation.product", selection);
  check_choice(selection, choice);
  const Cuts cuts = cuts_of(measured.step, choice, scale);
  const auto between = step_cells(measured.step, cuts.at, budget);
  if (!between || measured.cells.empty()) return std::nullopt;
  const Cut cut = cut_at(*between, cuts.at, choice.lambda);
  const auto cells = factor_cells(cut, choice, cuts.first, scale);
  if (!cells) return std::nullopt;
  const Ball none(0, product_bits);
  const RatioCells nothing{.scale = scale, .p_infinite = none, .p_below = none, .p_missing = none};
  auto law = LatticeLaw(*cells, nothing, effort).power(selection.steps * selection.epochs, effort, budget);
  if (!law) return std::nullopt;

  const Cut even = cut_at(measured.cells, measured.cuts, choice.lambda);
  Ball missed(0, product_bits);
  if (choice.low.sign() > 0) missed += chernoff(even, selection, choice.low, choice.theta_low);
  if (choice.high * 4 < Rational(selection.steps)) {
    missed += chernoff(even, selection, choice.high, choice.theta_high);
  }
  const Ball lambda(choice.lambda, product_bits);
  const Ball share = pmf(Binomial{selection.steps, lambda, 1 - lambda}, selection.selected);
  const Ball factor = pow(exp(Ball(choice.alpha, product_bits)) / share, static_cast<ulong>(selection.epochs));
  if (!missed.is_finite() || !factor.is_finite()) return std::nullopt;
  return ProductBound{*std::move(law), factor.upper(), (missed * selection.epochs).upper()};
}

std::optional<ProductBound> bound_of(const Measured& measured, const Selection& selection, const Plan& plan,
                                     const Budget& budget) {
  return bound_with(measured, selection, plan.proof.choice, plan.proof.scale, plan.effort, budget);
}

std::optional<ProductBound> bound_at(const Measured& measured, const Selection& selection, double share, double delta,
                                     const Fineness& fineness, const Budget& budget) {
  return bound_of(measured, selection, plan_for(measured.step, selection, share, delta, fineness), budget);
}

// A proposal: the share at which a coarse bound is least at eps.
double share_at(const Measured& measured, const Selection& selection, const Number& eps, double guess,
                const Budget& budget, double* smallest) {
  return best_share([&](double s) {
    const auto bound = bound_at(measured, selection, s, guess, coarse, budget);
    if (!bound) return -HUGE_VAL;
    const double delta = value_of(delta_of(*bound, eps));
    *smallest = std::min(*smallest, delta);
    return -steady::log(delta);
  });
}

// Nearly the least eps at which the bound proves delta; what is returned is proved.
std::optional<Rational> epsilon_of(const ProductBound& bound, const Rational& delta) {
  // The logarithm of bound over delta, at most 0 where it is proved.
  const auto excess = [&](const Rational& eps) {
    const Rational at = delta_of(bound, Number(eps));
    if (at <= delta) return std::min(-0x1p-60, steady::log(value_of(at / delta)));
    return std::max(0x1p-60, steady::log(value_of(at / delta)));
  };
  constexpr double width = 1e-9;
  constexpr slong largest = 16384;
  constexpr int kept = 40;
  Rational lo(0);
  double above = excess(lo);
  if (above < 0) return lo;
  Rational hi(1);
  double below = excess(hi);
  while (below > 0) {
    lo = hi;
    above = below;
    hi *= 2;
    if (hi > Rational(largest)) return std::nullopt;
    below = excess(hi);
  }
  // False position; an end that stays is halved (Illinois).
  int stayed = 0;
  while (value_of(hi - lo) > width * value_of(hi)) {
    const double part = std::clamp(above / (above - below), 1e-3, 1 - 1e-3);
    const Rational middle = lo + (hi - lo) * short_dyadic(part, kept);
    const double now = excess(middle);
    if (now < 0) {
      hi = middle;
      below = now;
      if (stayed > 0) above /= 2;
      stayed = 1;
    } else {
      lo = middle;
      above = now;
      if (stayed < 0) below /= 2;
      stayed = -1;
    }
  }
  return hi;
}

}  // namespace

Ball log_peak(const Rational& v, slong bits) { return log(bessel_i0_scaled(Ball(v, bits))); }

ProductChoice product_choice(const StepRatio& step, const Selection& selection, const Rational& lambda, double missed) {
  check_selection("allocation.product", selection);
  const Guess guess = guess_of(step, value_of(lambda));
  const double target = steady::log(missed);
  const double theta_low = theta_for(guess, selection, 1, target);
  const double theta_high = theta_for(guess, selection, -1, target);
  const Rational most = Rational(selection.steps) / 4;
  const auto short_of = [](double x) { return short_dyadic(x, kept_bits); };
  ProductChoice c{.lambda = lambda,
                  .low = short_of(std::max(0.0, edge_of(guess, selection, theta_low).at)),
                  .high = std::min(most, short_of(edge_of(guess, selection, theta_high).at)),
                  .alpha = 0,
                  .beta = 0,
                  .theta_low = short_of(theta_low),
                  .theta_high = short_of(theta_high)};
  if (c.high <= c.low) {
    c.low = 0;
    c.high = most;
  }
  const Ball at_low = log_peak(c.low, product_bits);
  const Ball at_high = log_peak(c.high, product_bits);
  const double slope = roughly(at_low - at_high) / value_of(c.high - c.low);
  c.beta = short_of(std::clamp(slope, 0.0, 1.0));
  c.alpha = up_to_dyadic(std::max((at_low + Ball(c.beta * c.low, product_bits)).upper(),
                                  (at_high + Ball(c.beta * c.high, product_bits)).upper()));
  return c;
}

std::optional<ProductBound> product_bound(const StepRatio& step, const Selection& selection,
                                          const ProductChoice& choice, slong scale, const LatticeEffort& effort,
                                          const Budget& budget) {
  return bound_with(Measured(step, many_cuts, budget), selection, choice, scale, effort, budget);
}

Rational delta_of(const ProductBound& bound, const Number& eps) {
  const Ball shift = log(Ball(bound.factor, product_bits));
  const Rational at = up_to_dyadic((shift - eps.ball(product_bits)).upper());
  return std::min(Rational(1), bound.factor * bound.law.upper_delta(Number(-at)) + bound.missed);
}

std::optional<Rational> product_delta_upper(const StepRatio& step, const Selection& selection, const Number& eps,
                                            double guess, const Budget& budget) {
  double smallest = guess;
  const double share = share_at(Measured(step, some_cuts, budget), selection, eps, guess, budget, &smallest);
  const auto bound = bound_at(Measured(step, many_cuts, budget), selection, share, smallest, fine, budget);
  return bound ? std::optional(delta_of(*bound, eps)) : std::nullopt;
}

std::optional<Rational> product_epsilon_upper(const StepRatio& step, const Selection& selection, const Rational& delta,
                                              const Budget& budget) {
  if (delta.sign() <= 0) throw InputError("allocation.product", "delta", delta.to_string(), "0 < delta");
  const auto epsilon_at = [&](const Measured& measured, double share,
                              const Fineness& fineness) -> std::optional<Rational> {
    const auto bound = bound_at(measured, selection, share, value_of(delta), fineness, budget);
    return bound ? epsilon_of(*bound, delta) : std::nullopt;
  };
  const Measured some(step, some_cuts, budget);
  const double share = best_share([&](double s) {
    const auto eps = epsilon_at(some, s, coarse);
    return eps ? -value_of(*eps) : -HUGE_VAL;
  });
  return epsilon_at(Measured(step, many_cuts, budget), share, fine);
}

std::optional<ProductProof> product_proof(const StepRatio& step, const Selection& selection, const Number& eps,
                                          const Rational& delta, const Budget& budget) {
  const double size = value_of(delta);
  double smallest = size;
  const double share = share_at(Measured(step, some_cuts, budget), selection, eps, size, budget, &smallest);
  const Measured measured(step, many_cuts, budget);
  for (slong coarser = 4; coarser >= 0; --coarser) {
    const Plan plan = plan_for(step, selection, share, size, {fine.share, fine.least, fine.most, coarser});
    const auto bound = bound_of(measured, selection, plan, budget);
    if (!bound) return std::nullopt;
    const Rational proved = delta_of(*bound, eps);
    if (proved <= delta) return plan.proof;
    if (proved * 10 > delta * 11) return std::nullopt;  // no finer lattice makes up for that
  }
  return std::nullopt;
}

}  // namespace hallmark::allocation
