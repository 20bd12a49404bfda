#include "bounds/allocation/spectral.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/hyperbola.hpp"
#include "bounds/allocation/proposals.hpp"
#include "bounds/allocation/vertical_line.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

// The table that was good enough at one threshold, with the value there.
struct Solved {
  std::unique_ptr<ProfileTable> table;
  Ball value;
};

// The table of whichever contour takes fewer nodes; nothing where both take too many.
std::unique_ptr<ProfileTable> table_for(const SpectralParameters& parameters, const Number& eps, slong bits,
                                        double log_delta, const Budget& budget) {
  constexpr slong most_nodes = 12'000;
  constexpr slong many_nodes = 400;    // beyond which the other contour is worth a thought
  constexpr slong hyperbola_cost = 4;  // of a node and its share of the error bound, in nodes of the line
  const auto affordable = [&](const auto& plan) {
    return plan && static_cast<double>(plan->bits) < affordable_bits(bits, log_delta);
  };
  auto line = propose_line(parameters, eps, bits, log_delta, most_nodes);
  if (!affordable(line)) line.reset();
  if (line && line->nodes < many_nodes) return std::make_unique<VerticalLine>(parameters, *line, budget);
  const slong most = (line ? line->nodes : most_nodes) / hyperbola_cost;
  const auto hyperbola = propose_hyperbola(parameters, eps, bits, log_delta, most);
  if (affordable(hyperbola)) return std::make_unique<Hyperbola>(parameters, *hyperbola, budget);
  if (line) return std::make_unique<VerticalLine>(parameters, *line, budget);
  return nullptr;
}

// Plans for smaller and smaller guesses of delta until the value has the bits asked for.
std::optional<Solved> solve(const SpectralParameters& parameters, const Number& eps, slong bits, const Budget& budget) {
  constexpr int most_trials = 8;
  constexpr double least_log_delta = -200'000;
  const Scales q(parameters, eps);
  if (!q.usable()) return std::nullopt;
  double log_delta = q.guess();
  std::optional<Solved> best;
  for (int trial = 0; trial < most_trials && log_delta > least_log_delta && !budget.expired(); ++trial) {
    auto table = table_for(parameters, eps, bits + 4, log_delta, budget);
    if (!table) return best;
    Ball value = table->delta(eps);
    if (!best || value.relative_bits() > best->value.relative_bits()) best = Solved{std::move(table), std::move(value)};
    if (best->value.relative_bits() >= bits) return best;
    // Too few bits: as many more, or, where not even the size is known, a guess below what is left of the ball.
    const slong missing = bits - best->value.relative_bits();
    if (is_positive(best->value) == Truth::yes && missing < bits) {
      log_delta -= static_cast<double>(missing + 2) * M_LN2;
    } else {
      const Ball upper = log(Ball(best->value.upper(), 64));
      log_delta = std::min(log_delta - 3, (upper.is_finite() ? upper.to_double_up() : log_delta) - 10);
    }
  }
  return best;
}

}  // namespace

std::optional<Ball> KeptTables::delta(const Number& eps, slong bits) const {
  for (auto table = all.rbegin(); table != all.rend(); ++table) {
    Ball value = (*table)->delta(eps);
    if (value.relative_bits() >= bits) return value;
  }
  return std::nullopt;
}

std::optional<Ball> spectral_delta(const SpectralParameters& parameters, const Number& eps, slong bits,
                                   const Budget& budget, KeptTables* kept) {
  constexpr slong spare = 40;  // so that a table serves its neighbours
  if (kept != nullptr) {
    if (auto value = kept->delta(eps, bits)) return value;
  }
  auto solved = solve(parameters, eps, kept != nullptr ? bits + spare : bits, budget);
  if (!solved) return std::nullopt;
  if (kept != nullptr) kept->all.push_back(std::move(solved->table));
  return solved->value;
}

std::optional<Inversion> spectral_epsilon(const SpectralParameters& parameters, const Number& delta, slong digits,
                                          const Budget& budget) {
  constexpr slong rough_bits = 16;
  std::optional<Solved> kept;
  slong kept_bits = 0;
  bool failed = false;
  const auto curve = [&](const Rational& eps, slong bits) -> Sample {
    constexpr slong spare = 8;
    std::optional<Ball> value;
    if (kept && kept_bits >= bits) {
      value = kept->table->delta(eps);
      if (value->relative_bits() < bits - spare) value.reset();
    }
    if (!value) {
      auto solved = failed ? std::nullopt : solve(parameters, eps, bits, budget);
      if (!solved) {
        failed = true;
        return {Ball::between(0, 1, bits), Ball::anything(bits)};
      }
      kept = std::move(solved);
      kept_bits = bits;
      value = kept->value;
    }
    const Rational step = eps * pow(Rational(2), -rough_bits);
    if (step.sign() == 0) return {*value, Ball::anything(bits)};
    return {*value, (kept->table->delta(eps + step) - *value) / Ball(step, bits)};
  };

  // Where doubles expect the root, then proved ends around it.
  const Ball target = delta.ball(digits * 16 + 4096);
  const double goal = log(delta.ball(64)).to_double_up();
  double low = 1e-12, high = 1e4;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    const Number eps(short_dyadic(middle, 20));
    const Scales scales(parameters, eps);
    (scales.usable() && scales.guess() > goal ? low : high) = middle;
  }
  // Newton steps on ln delta from there, at few bits; then proved ends on both sides of where they stop.
  double at = low;
  double reach = 0.25;  // how far off the root may be, relatively
  constexpr int most_steps = 12;
  for (int i = 0; i < most_steps && reach > 1e-3 && !failed && !budget.expired(); ++i) {
    const Sample here = curve(short_dyadic(at, 20), rough_bits);
    if (is_positive(here.value) != Truth::yes || is_positive(-here.slope) != Truth::yes) break;
    const double step = ((log(delta.ball(64)) - log(here.value)) * here.value / here.slope).to_double_up();
    if (!std::isfinite(step)) break;
    const double next = std::clamp(at + step, at / 2, at * 2);
    reach = std::clamp(2 * std::abs(next - at) / at, 1e-4, 0.25);
    at = next;
  }
  const auto proved = [&](double from, double factor, Truth wanted) -> std::optional<Rational> {
    double distance = reach;
    for (double x = from; x > 1e-9 && x < 1e4 && !failed && !budget.expired(); distance *= 2) {
      x = factor > 0 ? from * (1 + distance) : from / (1 + distance);
      const Rational exact = short_dyadic(x, 20);
      if (less_equal(curve(exact, rough_bits).value, target) == wanted) return exact;
    }
    return std::nullopt;
  };
  const auto hi = proved(at, 1, Truth::yes);
  if (!hi) return std::nullopt;
  auto lo = proved(at, -1, Truth::no);
  if (!lo) {
    const Truth zero = less_equal(curve(0, rough_bits).value, target);
    if (zero == Truth::yes) return Inversion{{0, 0}, true, rough_bits, 1};
    if (zero != Truth::no) return std::nullopt;
    lo = Rational(0);
  }
  return bisect({.f = curve, .target = target, .lo = *lo, .hi = *hi, .digits = digits},
                {.first_bits = 48, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark::allocation
