#include "bounds/allocation/capped_poisson_gaussian.hpp"

#include <algorithm>

#include "bounds/allocation/profile_routes.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/rows.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"

namespace hallmark::allocation {
namespace {

constexpr std::string_view once = "inversion of the Laplace transform of one selected step";

// delta of one selected step at a rational eps.
Ball one_selected(const CappedPoisson& c, const Rational& eps, slong bits, const Budget& budget, KeptTables* kept) {
  if (c.steps > 1) {
    const auto value = spectral_delta({c.sigma, c.steps, c.direction}, Number(eps), bits, budget, kept);
    if (value && value->is_finite()) return *value;
  }
  constexpr slong digits = 9;
  const Request request{.digits = digits, .budget = budget};
  const Answer a = delta_by_routes({c.sigma, c.steps, 1, c.direction, 1}, Number(eps), request, budget);
  return Ball::between(a.lo, a.hi, bits);
}

Ball clamped(const Ball& x) { return clamp(x, 0, 1); }

// Another quantity at the same sigma and steps, in the direction.
Answer other(std::string_view id, const CappedPoisson& c, ParameterTexts texts, const Request& request) {
  texts["sigma"] = c.sigma.to_string();
  texts["steps"] = std::to_string(c.steps);
  texts["direction"] = to_string(c.direction);
  const Entry& row = entry(id);
  return evaluate(row, row.arguments(texts), request);
}

Answer uncapped(std::string_view asked, const CappedPoisson& c, const std::string& name, const Number& at,
                const Request& request) {
  return other("poisson-gaussian." + std::string(asked), c, {{"rate", c.rate.to_string()}, {name, at.to_string()}},
               request);
}

// Every step is drawn: `cap` of them are left.
std::optional<Answer> drawn_always(std::string_view asked, const CappedPoisson& c, const std::string& name,
                                   const Number& at, const Request& request) {
  if (c.rate != Number(1)) return std::nullopt;
  const slong selected = std::min(c.cap, c.steps);
  return other("allocation." + std::string(asked), c, {{"selected", std::to_string(selected)}, {name, at.to_string()}},
               request);
}

// Pr[J > most], from above.
Ball drawn_more_than(const CappedPoisson& c, slong most, slong bits, const Budget& budget) {
  const Ball rate = c.rate.ball(bits);
  return abs_upper_end(upper_tail({c.steps, rate, 1 - rate}, most + 1, budget));
}

void meet(Answer& a, const Rational& lo, const Rational& hi) {
  a.lo = std::max(a.lo, lo);
  a.hi = std::min(a.hi, hi);
}

constexpr slong tail_bits = 256;

// 1 - b, or 1 - wb = 1 - e^(eps + ln b).
Ball scale_of(const CappedPoisson& c, const Number& eps, slong bits) {
  const Ball log_none = log1p(-c.rate.ball(bits)) * c.steps;
  return -expm1(c.direction == Direction::add ? eps.ball(bits) + log_none : log_none);
}

}  // namespace

std::optional<OnceThreshold> once_threshold(const CappedPoisson& c, const Number& eps, slong bits) {
  Ball scale = scale_of(c, eps, bits);
  if (is_positive(scale) != Truth::yes) return std::nullopt;
  const Ball at = log1p(exponential_minus_1(eps, bits) / scale);
  return OnceThreshold{at.lower(), at.upper(), std::move(scale)};
}

Ball capped_once_delta(const CappedPoisson& c, const Number& eps, slong bits, const Budget& budget, KeptTables* kept) {
  const slong working = 2 * bits + 128;
  const auto at = once_threshold(c, eps, working);
  if (!at) return clamped(hull(Ball(0, bits), max(scale_of(c, eps, working), Ball(0, bits))));
  const Ball upper = one_selected(c, at->below, bits, budget, kept);
  const Ball lower = at->below == at->above ? upper : one_selected(c, at->above, bits, budget, kept);
  return clamped(hull(lower, upper) * at->scale);
}

Answer capped_delta(const CappedPoisson& c, const Number& eps, const Request& r) {
  if (auto all = drawn_always("delta", c, "eps", eps, r)) return *std::move(all);
  if (c.cap >= c.steps) return uncapped("delta", c, "eps", eps, r);
  KeptTables kept;
  const auto at_once = [&](slong bits) { return capped_once_delta(c, eps, bits, r.budget, &kept); };
  if (c.cap == 1) return rows::from_balls(at_once, r, std::string(once));
  const Ball w = c.direction == Direction::add ? exponential(eps, tail_bits) : Ball(1, tail_bits);
  const Answer none = uncapped("delta", c, "eps", eps, r);
  const Rational beyond = (w * drawn_more_than(c, c.cap, tail_bits, r.budget)).upper();
  const Rational twice = (w * drawn_more_than(c, 1, tail_bits, r.budget)).upper();
  const Ball single = at_once(rows::first_bits(r));
  Answer a;
  a.lo = 0;
  a.hi = 1;
  meet(a, none.lo - beyond, none.hi);
  meet(a, single.lower(), single.upper() + twice);
  a.method = "between a cap of one step and none, or what the laws differ by";
  a.reached = has_digits(a.lo, a.hi, r.digits);
  return a;
}

Answer capped_epsilon(const CappedPoisson& c, const Number& delta, const Request& r) {
  if (auto all = drawn_always("epsilon", c, "delta", delta, r)) return *std::move(all);
  if (c.cap >= c.steps) return uncapped("epsilon", c, "delta", delta, r);
  // Who knows which steps are drawn sees at most so many Gaussian steps.
  const Rational most = gaussian::epsilon({c.sigma, delta, c.cap}, r.digits, r.budget).bracket.hi;
  if (c.cap == 1) {
    KeptTables kept;
    const auto f = [&](const Rational& eps, slong bits) {
      return Sample{capped_once_delta(c, Number(eps), bits, r.budget, &kept), Ball::anything(bits)};
    };
    const Effort effort = rows::effort(r);
    const Ball target = delta.ball(4 * effort.last_bits);
    const Truth zero = decide([&](slong bits) { return less_equal(f(0, bits).value, target); }, effort);
    Inversion i{{0, zero == Truth::yes ? Rational(0) : most}, zero == Truth::yes, effort.first_bits, 1};
    if (zero == Truth::no) {
      i = bisect({.f = f, .target = target, .lo = 0, .hi = most, .digits = r.digits}, effort);
    }
    return rows::from_inversion(i, "certified inversion: " + std::string(once));
  }
  // Up to `most` both laws differ by at most that.
  const Ball w = c.direction == Direction::add ? exp(Ball(most, tail_bits)) : Ball(1, tail_bits);
  const Rational beyond = (w * drawn_more_than(c, c.cap, tail_bits, r.budget)).upper();
  Answer a;
  a.lo = 0;
  a.hi = most;
  const Rational above = delta.ball(tail_bits).upper() + beyond;
  a.hi = std::min(a.hi, uncapped("epsilon", c, "delta", delta, r).hi);
  if (above < 1) a.lo = std::min(a.hi, uncapped("epsilon", c, "delta", Number(above), r).lo);
  CappedPoisson one = c;
  one.cap = 1;
  a.lo = std::max(a.lo, std::min(a.hi, capped_epsilon(one, delta, r).lo));
  a.method = "between a cap of one step and none, or what the laws differ by";
  a.reached = has_digits(a.lo, a.hi, r.digits);
  return a;
}

}  // namespace hallmark::allocation
