#include "bounds/batch/poisson_profile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

// Beyond these a table would take minutes or much memory; 0.2 us and 200 bytes each.
constexpr double most_work = 1.5e8;
constexpr double small_work = 1e6;
constexpr double costly_work = 6e7;      // beyond it a grid is asked first
constexpr double most_rough_work = 2e7;  // of a table that only finds the size of delta
constexpr slong most_nodes = 300'000;
constexpr slong most_bits = slong{1} << 16;
constexpr slong most_direct_digits = 12;  // which a table is asked for before a rough one has shown the size

const double ln10 = std::numbers::ln10;
constexpr const char* inversion_method = "certified inversion of the Laplace table";

// A double near x, for proposals.
double about(const Ball& x) { return x.to_double_down() / 2 + x.to_double_up() / 2; }

// ln of a ball near its centre, for proposals; -inf where it is not positive.
double ln_about(const Ball& x) {
  const Ball centre(x.centre(), 64);
  return is_positive(centre) == Truth::yes ? about(log(centre)) : -INFINITY;
}

double ln_about(const Rational& x) { return ln_about(Ball(x, 64)); }

// x rounded to a double and exactly that.
Rational proposal(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(static_cast<slong>(std::ldexp(mantissa, 53))) * pow(Rational(2), exponent - 53);
}

// x to `bits` bits, towards its centre.
Rational rounded(const Ball& x, slong bits) {
  Ball r(0, bits);
  arb_set_arf(r.raw(), arb_midref(x.raw()));  // raw: towards 0, as the steps of this search always went
  arb_set_round(r.raw(), r.raw(), bits);      // raw: the same
  return r.centre();
}

}  // namespace

void Proved::meet(const Ball& enclosure) {
  if (enclosure.is_finite()) meet(enclosure.lower(), enclosure.upper());
}

void Proved::meet(const Rational& lower, const Rational& upper) {
  lo = std::max(lo, lower);
  hi = std::min(hi, upper);
  require(lo <= hi, "two enclosures of one number meet");
}

Profile::Profile(const Mechanism& mechanism, Direction direction, const Budget& budget)
    : mechanism_(mechanism),
      direction_(direction),
      pair_(directed(mechanism.pair, direction)),
      budget_(budget),
      scout_(scout_of(mechanism, direction, true)) {
  if (!scout_) return;
  scout_->stop_at(budget);
  transform_ = transform_of(mechanism, direction);
}

std::optional<Rational> Profile::zero_from() const {
  if (!has_largest(mechanism_, pair_)) return std::nullopt;
  const Ball most = largest_log_ratio(mechanism_, pair_, 256);
  return most.is_finite() ? std::optional(most.upper()) : std::nullopt;  // not where 256 bits do not tell a rate from 1
}

DeltaParameters Profile::at(const Number& eps) const {
  return {eps, mechanism_.rate, mechanism_.sigma, mechanism_.steps, direction_, mechanism_.pair};
}

// delta where a closed form holds for every eps.
std::optional<Ball> Profile::closed_form(const Number& eps, slong bits) const {
  if (mechanism_.rate == Number(1)) {
    return gaussian_profile(sqrt(Ball(mechanism_.steps, bits)) * farthest_apart(pair_) / mechanism_.sigma.ball(bits),
                            eps.ball(bits));
  }
  if (mechanism_.steps == 1) return one_step(at(eps), bits);
  return std::nullopt;
}

// The closed forms, where they apply.
std::optional<Enclosed> Profile::exact(const Number& eps, slong digits) const {
  const Effort effort{.first_bits = 128 + 4 * digits, .last_bits = (slong{1} << 14) + 64 * digits, .budget = budget_};
  const auto outcome = [&](const Evaluation& e, const char* method) {
    Proved p;
    p.meet(e.value);
    return Enclosed{p.lo, p.hi, e.reached, e.value.bits(), "closed-form", method};
  };
  if (closed_form(0, 64)) {
    return outcome(evaluate([&](slong bits) { return *closed_form(eps, bits); }, digits, effort),
                   mechanism_.steps == 1 ? "closed form of one step" : "closed form: rate 1 is the Gaussian mechanism");
  }
  // A negative eps beyond the least log ratio is a positive one beyond the largest of the laws exchanged.
  const bool above = eps.sign() > 0;
  const Pair pair = above ? pair_ : directed(pair_, Direction::add);
  if (eps.sign() != 0 && has_largest(mechanism_, pair)) {
    const Truth beyond = decide(
        [&](slong bits) {
          const Ball e = eps.ball(bits);
          return less_equal(largest_log_ratio(mechanism_, pair, bits), above ? e : -e);
        },
        {.first_bits = 128, .last_bits = 2048, .budget = budget_});
    if (beyond == Truth::yes && above)
      return Enclosed{0, 0, true, 128, "closed-form", "exactly 0: eps >= T ln(1/(1-q))"};
    if (beyond == Truth::yes) {
      return outcome(evaluate([&](slong bits) { return -exponential_minus_1(eps, bits); }, digits, effort),
                     "1 - e^eps: eps <= T ln(1-q)");
    }
  }
  return std::nullopt;
}

Profile::Cost Profile::cost(double eps, double ln_delta, double ln_tolerance) {
  const auto contour = scout_->contour(eps, ln_delta, ln_tolerance);
  if (!contour || contour->work > most_work || contour->nodes > most_nodes || contour->bits > most_bits) {
    return Cost::out_of_reach;
  }
  if (contour->work > costly_work) return Cost::costly;
  return contour->work > small_work ? Cost::moderate : Cost::small;
}

Profile::Cost Profile::cost_of_delta(const Number& eps, slong digits) {
  if (!scout_) return Cost::small;  // no table is tried
  const double at = about(eps.ball(64));
  return cost(at, scout_->ln_delta(at), -static_cast<double>(digits) * ln10 - 1);
}

Profile::Cost Profile::cost_of_epsilon(const Number& target, slong digits, const Rational& near) {
  if (!scout_) return Cost::small;  // no table is tried
  const double ln_goal = ln_about(target.ball(64));
  const double at = near.sign() > 0 ? about(Ball(near, 64)) : scout_->epsilon(ln_goal);
  if (!(at > 0)) return Cost::small;  // delta(0) is asked first
  const double smallness = steady::log(std::min(1.0, scout_->slope(at) * at));
  return cost(at, ln_goal, -static_cast<double>(digits) * ln10 + smallness - 2);
}

bool Profile::build(double eps, double ln_delta, double ln_tolerance) {
  table_.reset();
  const auto contour = scout_->contour(eps, ln_delta, ln_tolerance);
  if (!contour || contour->work > (ln_tolerance > -12 ? most_rough_work : most_work) || contour->nodes > most_nodes ||
      contour->bits > most_bits)
    return false;
  if (budget_.expired()) return false;
  table_ = LaplaceTable::build(*transform_, mechanism_.steps, *contour, budget_);
  return table_.has_value();
}

// An upper bound of delta(eps) without a table.
Ball Profile::chernoff(const Number& eps) {
  const auto moment = scout_->moment(about(eps.ball(64)));
  if (!moment) return Ball::anything(64);
  return chernoff_upper(*transform_, mechanism_.steps, *moment, eps.ball(moment->bits), budget_);
}

Ball Profile::table_value(const Rational& eps) const { return table_->delta(Ball(eps, table_->bits())); }

Proved Profile::delta_near(const Number& eps, double ln_error) {
  Proved p;
  if (const auto o = exact(eps, 15)) {
    p.meet(o->lo, o->hi);
    return p;
  }
  p.meet(elementary(at(eps), 128));
  if (table_) p.meet(table_->delta(eps.ball(table_->bits())));
  if (p.hi == 0 || ln_about(p.hi) < ln_error || ln_about(p.hi - p.lo) < ln_error || !scout_) return p;
  if (build(about(eps.ball(64)), ln_error, 0)) p.meet(table_->delta(eps.ball(table_->bits())));
  return p;
}

Enclosed Profile::delta(const Number& eps, slong digits, const Proved& known) {
  if (auto o = exact(eps, digits)) return *o;
  Enclosed best{.route = "laplace", .method = "Laplace inversion by Poisson summation"};
  Proved p = known;
  const auto note = [&](const Ball& value, slong bits) {
    p.meet(value);
    best.bits = bits;
    return has_digits(p.lo, p.hi, digits);
  };
  const auto finish = [&]() -> Enclosed {
    best.lo = p.lo;
    best.hi = p.hi;
    best.reached = has_digits(p.lo, p.hi, digits);
    return best;
  };
  const DeltaParameters x = at(eps);
  if (note(elementary(x, 128 + 4 * digits), 128 + 4 * digits)) {
    best.route = "closed-form";
    best.method = "four events and two couplings";
    table_.reset();
    return finish();
  }
  if (!scout_) return finish();
  if (table_ && note(table_->delta(eps.ball(table_->bits())), table_->bits())) return finish();
  const double at = about(eps.ball(64));
  double guess = std::min(scout_->ln_delta(at), ln_about(p.hi));
  if (const Ball above = chernoff(eps); above.is_finite()) {
    p.meet(0, above.upper());
    if (above.upper() < pow(Rational(10), -max_exponent)) return finish();  // no digits of what cannot be written
    guess = std::min(guess, ln_about(p.hi));
  }
  // A rough table first, until the size of delta is known; then the digits asked for, or as many as are to be had.
  constexpr int patience = 16;
  const double rough = steady::log(1e-3);
  double margin = -static_cast<double>(digits) * ln10 - 1;
  bool sized = p.lo.sign() > 0 && p.hi < p.lo * 2;
  // At once to few digits where that is cheap: the size proposed is mostly right.
  if (!sized && digits <= most_direct_digits && cost(at, guess, margin) == Cost::small && build(at, guess, margin)) {
    if (note(table_->delta(eps.ball(table_->bits())), table_->bits())) return finish();
    sized = p.lo.sign() > 0 && p.hi < p.lo * 2;
    if (!sized) guess = std::min(guess, ln_about(p.hi));
  }
  for (int i = 0; i < patience && !budget_.expired(); ++i) {
    if (sized) guess = ln_about(p.lo);
    if (!build(at, guess, sized ? margin : rough)) {
      if (!sized || budget_.expired()) break;
      margin *= 0.8;
      if (margin > rough) break;
      continue;
    }
    if (note(table_->delta(eps.ball(table_->bits())), table_->bits())) break;
    if (sized && margin > -static_cast<double>(digits) * ln10) break;  // what is to be had
    const bool sized_now = p.lo.sign() > 0 && p.hi < p.lo * 2;
    if (!sized_now) guess = std::min(guess - 3 * (i + 1), ln_about(p.hi) - 2);
    if (sized) margin -= 2;
    sized = sized_now;
  }
  return finish();
}

// The inverse of a closed form.
Enclosed Profile::closed_epsilon(const Number& target, slong digits) const {
  Enclosed best{.route = "closed-form", .method = "certified inversion of the closed form"};
  const auto f = [&](const Rational& eps, slong bits) {
    const Rational apart = pow(Rational(2), -bits / 3) * (eps.sign() == 0 ? Rational(1) : eps);
    const Ball value = *closed_form(eps, bits);
    return Sample{value, (*closed_form(eps + apart, bits) - value) / Ball(apart, bits)};
  };
  const Ball goal = target.ball(256 + 8 * digits);
  const Effort effort{.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget_};
  best.bits = 128;
  const Truth zero = decide([&](slong bits) { return less_equal(f(0, bits).value, goal); },
                            {.first_bits = 128, .last_bits = 4096, .budget = budget_});
  if (zero == Truth::yes) {
    best.hi = 0;
    best.reached = true;
    return best;
  }
  best.hi = epsilon_upper(mechanism_, target);
  if (const auto most = zero_from()) best.hi = std::min(best.hi, *most);
  if (zero != Truth::no) return best;
  const Inversion i = bisect({.f = f, .target = goal, .lo = 0, .hi = best.hi, .digits = digits}, effort);
  best.lo = i.bracket.lo;
  best.hi = i.bracket.hi;
  best.reached = i.reached;
  best.bits = i.bits;
  return best;
}

bool Profile::Inverse::settle(const Rational& eps, const Proved& value) {
  if (less_equal(Ball(value.hi, goal.bits()), goal) == Truth::yes) {
    if (!hi || eps < *hi) hi = eps;
    return true;
  }
  if (less(goal, Ball(value.lo, goal.bits())) != Truth::yes) return false;
  lo = std::max(lo, eps);
  return true;
}

// Newton on ln delta, on the table that is there, from eps; every value on the way is settled. Whether it converged: to the
// digits wanted where `fine`, else to a thousandth of the scale on which delta falls.
bool Profile::newton(Inverse& inverse, Rational& eps, double slope, bool fine) const {
  const slong digits = inverse.digits;
  const slong bits = table_->bits();
  const Ball ln_target = log(inverse.goal.with_bits(bits));
  constexpr int patience = 60;
  for (int k = 0; k < patience; ++k) {
    const Ball value = table_value(eps);
    Proved p;
    p.meet(value);
    inverse.settle(eps, p);
    const Ball here(value.centre(), bits);
    if (is_positive(here) != Truth::yes) return false;
    const Ball gradient = table_->slope(Ball(eps, bits)) / here;
    if (!gradient.is_finite() || is_positive(-Ball(gradient.centre(), bits)) != Truth::yes) return false;
    const Ball step = (ln_target - log(here)) / Ball(gradient.centre(), bits);
    if (!step.is_finite()) return false;
    const Rational next = rounded(Ball(eps, bits) + step, std::min(bits, 64 + 4 * digits));
    const Rational size = next > eps ? next - eps : eps - next;
    if (next.sign() <= 0) {
      eps = eps / 4;
      if (about(Ball(eps, 64)) * slope < 1e-9) return false;
      continue;
    }
    eps = next;
    if (fine ? size * pow(Rational(10), digits) * 10 < eps : about(Ball(size, 64)) * slope < 1e-3) return true;
  }
  return false;
}

// Both ends close around the point, further away until proved.
void Profile::close_around(Inverse& inverse, const Rational& eps) const {
  constexpr int patience = 60;
  const bool few = inverse.digits <= most_direct_digits;  // the digits that are printed are then mostly settled
  Rational width = eps * pow(Rational(10), -inverse.digits) * Rational(few ? "1/50" : "2/5");
  for (int k = 0; k < patience && width < eps; ++k, width = width * 8) {
    Proved above;
    Proved below;
    above.meet(table_value(eps + width));
    const bool up = inverse.settle(eps + width, above);
    const Rational down = std::max(eps - width, Rational(0));
    below.meet(table_value(down));
    const bool low = inverse.settle(down, below);
    if (up && low) break;
  }
}

// delta(0), where it may be that small: whether epsilon is 0.
bool Profile::is_zero(Inverse& inverse) {
  constexpr slong few = 2;
  for (const slong wanted : {std::min(few, inverse.digits), inverse.digits}) {
    const Enclosed o = delta(0, wanted);
    if (inverse.settle(0, {o.lo, o.hi})) break;
  }
  return inverse.hi && *inverse.hi == 0;
}

std::optional<Enclosed> Profile::zero(const Number& target, slong digits) {
  Inverse inverse{.digits = digits, .goal = target.ball(256 + 8 * digits), .lo = 0, .hi = {}};
  if (!is_zero(inverse)) return std::nullopt;
  return Enclosed{0, 0, true, 0, "laplace", inversion_method};
}

Enclosed Profile::epsilon(const Number& target, slong digits, const Rational& near_by) {
  if (closed_form(0, 64)) return closed_epsilon(target, digits);
  Enclosed best{.route = "laplace", .method = inversion_method};
  Inverse inverse{.digits = digits, .goal = target.ball(256 + 8 * digits), .lo = 0, .hi = {}};
  const double ln_goal = ln_about(inverse.goal);
  inverse.hi = zero_from();
  const auto finish = [&]() -> Enclosed {
    best.lo = inverse.lo;
    best.hi = inverse.hi ? *inverse.hi : epsilon_upper(mechanism_, target);
    best.reached = has_digits(best.lo, best.hi, digits);
    return best;
  };
  const bool is_known = near_by.sign() > 0;
  double at = is_known ? about(Ball(near_by, 64)) : scout_ ? scout_->epsilon(ln_goal) : 0;
  if (at <= 0 || !scout_) {
    if (is_zero(inverse) || !scout_) return finish();
    at = std::max(at, 1e-3 * steady::exp(ln_goal));
  }
  // Rough tables until the place is known to a thousandth of the scale on which delta falls; then one fine table. Few
  // digits cost hardly more than a rough one, and the place proposed is mostly right.
  constexpr int patience = 20;
  bool fine = is_known || digits <= most_direct_digits;
  bool zero_tried = false;
  double effort = 1;
  for (int i = 0; i < patience && !budget_.expired(); ++i) {
    const double slope = scout_->slope(at);
    const double ln_width = -effort * static_cast<double>(digits) * ln10 + steady::log(std::min(1.0, slope * at)) - 2;
    if (!build(at, ln_goal, fine ? std::min(ln_width, -8.0) - (effort == 1 ? 2 * i : 0) : steady::log(1e-5))) {
      if (!fine || effort * static_cast<double>(digits) < 3 || budget_.expired()) break;
      effort *= 0.8;  // fewer digits
      continue;
    }
    best.bits = table_->bits();
    Rational eps = proposal(at);
    const bool converged = newton(inverse, eps, slope, fine);
    const double found = about(Ball(eps, 64));
    if (!converged) {
      // Near 0, or a table too rough at this place: halve what is proved, or look at 0.
      if (!zero_tried && found * slope < 1e-3) {
        zero_tried = true;
        if (is_zero(inverse)) return finish();
      }
      const bool bracketed = inverse.hi && inverse.lo.sign() > 0;
      at = bracketed ? about(Ball((inverse.lo + *inverse.hi) / 2, 64)) : found > 0 && found != at ? found : at / 2;
      continue;
    }
    const bool near = std::abs(found - at) * slope < 0.5;
    if (fine && (near || digits <= most_direct_digits)) {
      close_around(inverse, eps);
      if ((near && effort < 1) || (inverse.hi && has_digits(inverse.lo, *inverse.hi, digits))) return finish();
    }
    fine = fine || near;
    at = found;
  }
  return finish();
}

Proved LargerProfile::delta(const Number& eps, slong digits) {
  ++evaluations_;
  const Enclosed remove = remove_.delta(eps, digits);
  const Enclosed add = add_.delta(eps, digits);
  return {std::max(remove.lo, add.lo), std::max(remove.hi, add.hi)};
}

}  // namespace hallmark::poisson_gaussian
