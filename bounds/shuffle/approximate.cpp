#include "bounds/shuffle/approximate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "bounds/batch/gaussian.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/closed_forms.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::approximate {
namespace {

std::string_view name(Form form) {
  switch (form) {
    case Form::printed:
      return "clones.epsilon.closed-form";
    case Form::sharp:
      return "clones.epsilon.closed-form-sharp";
    case Form::pair:
      return "clones.epsilon.approximate";
  }
  require(false, "a form");
  return {};
}

void check_probability(std::string_view where, std::string_view what, const Number& x, bool positive) {
  if (x.sign() < (positive ? 1 : 0) || less_equal(x, 1) != Truth::yes) {
    throw InputError(where, what, x.to_string(), positive ? "positive and at most 1" : "from 0 to 1");
  }
}

Ball closed_form(Form form, slong n, const Number& eps0, const Rational& delta, slong bits) {
  const closed_forms::Parameters p{n, eps0, delta};
  return form == Form::printed ? closed_forms::theorem_3_1_upper(p, bits)
                               : closed_forms::theorem_3_1_sharp_upper(p, bits);
}

// What is added to delta, and up to which eps.
struct Slack {
  slong n;
  const Number& eps0;
  const Number& delta0;
  const Number& last;
};

// e^x for the x at which clones.delta(x) + slack(x) is least, by halving at the sign of the slope: a proposal.
Rational place_of_least(const Slack& s, const Budget& budget) {
  constexpr slong bits = 128;
  const auto rises = [&](const Number& x) {
    const Ball slope = clones::delta_with_slope({s.n, s.eps0, x}, bits, budget).slope;
    const Ball w = exponential(x, bits);
    return is_positive(slope + slack(Form::pair, s.n, s.eps0, s.delta0, x, bits) * w / (w + 1)) == Truth::yes;
  };
  if (!(s.last == s.eps0) && !rises(s.last)) return exponential(s.last, bits).upper();
  constexpr int halvings = 60;
  Rational lo = 0;
  Rational hi = s.last.ball(bits).lower();
  for (int i = 0; i < halvings && !budget.expired(); ++i) {
    const Rational middle = (lo + hi) / 2;
    (rises(middle) ? hi : lo) = middle;
  }
  return exponential(Number((lo + hi) / 2), bits).centre(bits);
}

}  // namespace

Ball slack(Form form, slong n, const Number& eps0, const Number& delta0, const Number& eps, slong bits) {
  clones::check_domain(name(form), n, eps0);
  check_probability(name(form), "delta0", delta0, false);
  if (eps.sign() < 0) throw InputError(name(form), "eps", eps.to_string(), "at least 0");
  const Ball e = exponential(eps0, bits);
  const Ball users = form == Form::printed ? n * (1 + 1 / (2 * e)) : (1 + (n - 1) * (e + 2) / e) / (e + 1);
  return (exponential(eps, bits) + 1) * delta0.ball(bits) * users;
}

LeastSum delta_upper(slong n, const Number& eps0, const Number& delta0, const Number& eps, slong digits,
                     const Budget& budget) {
  const auto sum = [&](const Number& x, slong bits) {
    return clones::delta({n, eps0, x}, bits, budget) + slack(Form::pair, n, eps0, delta0, x, bits);
  };
  // From eps0 on delta is 0 and only the slack is left.
  const Number last = less(eps0, eps) == Truth::yes ? eps0 : eps;
  LeastSum found{.least = {}, .eps = last, .bits = digits * 4 + 160};
  Rational place = place_of_least({n, eps0, delta0, last}, budget);
  Rational step = place * pow(Rational(2), -48);
  constexpr int most_steps = 6;
  for (int i = 0; i < most_steps; ++i, found.bits *= 2) {
    const Ball end = exponential(last, found.bits);
    const auto choose = [&](const Number& x) {
      const Ball value = sum(x, found.bits);
      if (value.is_finite() && found.least.choice({value.lower(), value.upper()})) found.eps = x;
    };
    if (last.sign() == 0) {  // nothing to choose
      const Ball value = sum(last, found.bits);
      if (value.is_finite()) found.least = Least::of_all({{value.lower(), value.upper()}});
      if (!value.is_finite() || has_digits(value.lower(), value.upper(), digits) || budget.expired()) break;
      continue;
    }
    // Around the place, and both ends of all that may be chosen.
    const Rational top = end.upper();
    const Rational apart = std::min(step, (top - 1) / 8);
    std::set<Rational> places{1, top};
    constexpr int beside = 3;
    for (int k = -beside; k <= beside; ++k) {
      if (const Rational w = place + apart * k; w > 1 && w < top) places.insert(w);
    }
    std::vector<KnownValue> values;
    for (const Rational& w : places) {
      const Ball value = sum(Number::ln(w), found.bits);
      if (value.is_finite()) values.push_back({w, value.lower(), value.upper()});
    }
    choose(last);
    if (values.size() < 3 || budget.expired()) break;
    const auto proved = least_of_convex(values);
    found.least.all_choices(proved->end);
    place = Ball(proved->place, found.bits).centre(found.bits);
    if (place >= 1 && place < end.lower()) choose(Number::ln(place));
    if (has_digits(found.least.lower()->value(), found.least.upper()->value(), digits) || budget.expired()) break;
    step = place * pow(Rational(2), -found.bits / 2);
  }
  return found;
}

Inversion epsilon_upper(Form form, const EpsilonParameters& x, slong digits, const Budget& budget) {
  clones::check_domain(name(form), x.n, x.eps0);
  check_probability(name(form), "delta0", x.delta0, true);
  check_probability(name(form), "delta", x.delta, true);
  const slong bits = 4 * digits + 160;
  slong evaluations = 0;
  // pure(delta - slack(at)), rounded down or up; nothing where the slack leaves no delta.
  const auto pure = [&](const Rational& at, bool up, slong work) -> std::optional<Rational> {
    const Ball room = x.delta.ball(bits) - slack(form, x.n, x.eps0, x.delta0, at, bits);
    if (!room.is_finite()) return std::nullopt;  // e^at beyond all numbers
    const Rational left = std::min(up ? room.lower() : room.upper(), Rational(1));
    if (left.sign() <= 0) return std::nullopt;
    ++evaluations;
    if (form == Form::pair) {
      const Inversion e = clones::epsilon({x.n, x.eps0, left}, work, budget);
      return up ? e.bracket.hi : e.bracket.lo;
    }
    const Ball e = closed_form(form, x.n, x.eps0, left, bits);
    return up ? e.upper() : std::max(e.lower(), Rational(0));
  };
  const auto refuse = [&](const Rational& at) {
    throw InputError(name(form), "delta", x.delta.to_string(),
                     fmt::format("above what delta0 adds to it, at least {}",
                                 slack(form, x.n, x.eps0, x.delta0, at, 64).to_string(6)));
  };
  Rational lo(0);
  constexpr slong coarse = 5;
  for (const slong work : {coarse, digits + 3}) {
    constexpr int most = 100;
    for (int i = 0; i < most && !budget.expired(); ++i) {
      const auto next = pure(lo, false, work);
      if (!next) refuse(lo);
      const Rational moved = *next - lo;
      if (*next > lo) lo = Ball(*next, bits).centre() <= *next ? Ball(*next, bits).centre() : *next;
      if (moved <= lo * pow(Rational(10), -work + 1)) break;
    }
  }
  for (const char* widening : {"1", "10", "1e3", "1e6", "1e9"}) {
    const Rational at = lo + lo * Rational(widening) * pow(Rational(10), -digits - 1);
    const auto next = pure(at, true, digits + 3);
    if (next && *next <= at) return {{lo, *next}, has_digits(lo, *next, digits), bits, evaluations};
  }
  for (const char* factor : {"1.1", "2", "10", "100"}) {
    const Rational at = lo * Rational(factor);
    const auto next = pure(at, true, digits + 3);
    if (next && *next <= at) return {{lo, *next}, false, bits, evaluations};
  }
  throw InputError(name(form), "delta", x.delta.to_string(),
                   fmt::format("larger: from eps = {} on delta0 adds too much to it", Ball(lo, 64).to_string(6)));
}

NoisySgd noisy_sgd_upper(const NoisySgdParameters& x, slong digits, const Budget& budget) {
  constexpr std::string_view where = "clones.epsilon.noisy-sgd";
  clones::check_domain(where, x.n, 1);
  if (x.sigma.sign() <= 0) throw InputError(where, "sigma", x.sigma.to_string(), "positive");
  check_probability(where, "delta", x.delta, true);
  constexpr slong bits = 192;
  constexpr slong squared_sensitivity = 4;  // (2 L)^2: rounds of sensitivity 1
  const auto at = [&](const Rational& eps0, slong asked) -> std::optional<Inversion> {
    const Ball local = gaussian::delta({x.sigma, eps0, squared_sensitivity}, bits);
    if (!local.is_finite()) return std::nullopt;
    const Rational delta0 = local.upper();
    if (delta0.sign() <= 0 || delta0 > Rational(1)) return std::nullopt;
    try {
      return epsilon_upper(Form::pair, {x.n, eps0, delta0, x.delta}, asked, budget);
    } catch (const InputError&) {
      return std::nullopt;  // the slack is too large at this eps0
    }
  };
  // A good eps0: from where n delta0 is a quarter of delta, by golden section of what comes out.
  const Number quarter(x.delta.ball(bits).lower() / (4 * Rational(x.n)));
  const double begin = roughly(Ball(gaussian::epsilon({x.sigma, quarter, squared_sensitivity}, 4).bracket.hi, 64));
  std::optional<Rational> best;
  double best_value = std::numeric_limits<double>::max();
  constexpr slong coarse = 4;
  const auto worth = [&](double eps0) {
    constexpr int kept = 10;  // bits: a short eps0 is as good
    constexpr double least = 1e-25;
    const Rational place = short_dyadic(std::max(eps0, least), kept);
    const auto found = at(place, coarse);
    if (!found) return std::numeric_limits<double>::infinity();
    const double value = roughly(Ball(found->bracket.hi, 64));
    if (value < best_value) {
      best_value = value;
      best = place;
    }
    return value;
  };
  // Where nothing is found the slack is too large, and a larger eps0 has less: so from the right.
  int steps = 9;
  (void)least_place([&](double turned) { return worth(-turned); }, -1.4 * begin, -0.6 * begin,
                    [&](double, double) { return steps-- > 0 && !budget.expired(); });
  if (!best) {
    throw InputError(where, "delta", x.delta.to_string(),
                     fmt::format("larger, or sigma: no eps0 from {:.3g} to {:.3g} leaves room for what approximate "
                                 "randomizers add",
                                 begin * 0.6, begin * 1.4));
  }
  auto found = at(*best, digits);
  if (!found) found = at(*best, coarse);  // out of time on the way to the digits
  if (!found) throw InputError(where, "delta", x.delta.to_string(), "such that the search ends within the budget");
  return {UpperEnd::of_choice(found->bracket), *best, found->bits};
}

}  // namespace hallmark::approximate
