#include "bounds/basic/zcdp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bounds/basic/rr.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/renyi_real.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"

namespace hallmark::basic {
namespace {

struct Class {
  Ball rho;  // of all rounds together
  Number xi;
  slong rounds;
};

// The profile of N(mu, 1) against N(0, 1) at any real eps, with its slope.
Sample gaussian_at(const Ball& mu, const Ball& eps) {
  return {poisson_gaussian::gaussian_profile(mu, eps), -exp(eps) * normal_cdf(-mu / 2 - eps / mu)};
}

// The Gaussian mechanism composed with randomized response of xi, every round.
Sample attained(const Class& c, const Number& eps, slong bits) {
  const Ball mu = sqrt(2 * c.rho);
  const Ball e = eps.ball(bits);
  if (c.xi.sign() == 0) return gaussian_at(mu, e);
  const Ball step = c.xi.ball(bits);
  const Ball odds = exponential(c.xi, bits);
  Ball mass = 1 / pow(1 + odds, static_cast<ulong>(c.rounds));  // of i answers of the larger ratio
  Ball value(0, bits);
  Ball slope(0, bits);
  for (slong i = 0; i <= c.rounds; ++i) {
    const Sample one = gaussian_at(mu, e - step * (2 * i - c.rounds));
    value += mass * one.value;
    slope += mass * one.slope;
    mass = mass * odds * (c.rounds - i) / (i + 1);
  }
  return {value, slope};
}

Class class_of(const Arguments& x, const Number& rho, slong bits) {
  return {rho.ball(bits) * x.count("rounds"), x.number("xi"), x.count("rounds")};
}

// Some order well beyond the best one: about 1 + sqrt(ln(1/delta)/rho), a proposal.
Rational last_order(const Class& c, const Ball& ln_inverse) {
  const double rho = std::max(roughly(c.rho), 1e-290);
  const double best = std::sqrt(std::max(1.0, roughly(ln_inverse)) / rho);
  return Rational(fmt::format("{:.0f}", std::min(16 * best + 16, 1e40)));
}

// Where the orders of an epsilon begin: 1, or an order as much nearer to 1 than the best one as that is near to it, where
// orders 2^-20 above 1 are too large.
Rational first_order(const Class& c, const Ball& ln_inverse) {
  constexpr double usual = 0x1p-20;
  const double best = std::sqrt(roughly(ln_inverse) / roughly(c.rho));
  return best / 1024 < usual && best > 0 ? 1 + short_dyadic(best / 1024, 20) : Rational(1);
}

renyi::RealCurve divergences(const Arguments& x, const Number& rho) {
  return [&x, rho](const Rational& order, slong bits) {
    return (x.number("xi").ball(bits) + rho.ball(bits) * Ball(order, bits)) * x.count("rounds");
  };
}

renyi::RealConversion delta_above(const Arguments& x, const Number& rho, const Number& eps, slong digits,
                                  const Budget& budget) {
  constexpr slong look = 64;
  const Class c = class_of(x, rho, look);
  const Ball far = max(eps.ball(look) - x.number("xi").ball(look) * c.rounds, Ball(0, look));
  return renyi::delta_upper_real(divergences(x, rho), eps, 1, last_order(c, far * far / c.rho + 1), digits, budget);
}

// What the lower end costs.
constexpr slong most_rounds_with_xi = 20'000;

bool has_lower_end(const Arguments& x) {
  return x.number("xi").sign() == 0 || x.count("rounds") <= most_rounds_with_xi;
}

std::string method_of(const Rational& order) {
  return fmt::format("below: the Gaussian mechanism of this rho; above: [CKS20] Proposition 12 at order {}",
                     Ball(order, 64).to_string(6));
}

}  // namespace

Answer zcdp_delta(const Arguments& x, const Request& r) {
  const Number& rho = x.number("rho");
  const Number& eps = x.number("eps");
  const renyi::RealConversion above = delta_above(x, rho, eps, r.digits, r.budget);
  Answer a;
  a.hi = above.value.is_finite() ? std::min(above.value.upper(), Rational(1)) : Rational(1);
  a.reached = above.reached && has_lower_end(x);
  a.bits = above.value.bits();
  a.method = method_of(above.order);
  a.witness.method = witness::Orders{.order = above.order, .add = {}};
  if (!has_lower_end(x)) return a;
  const Evaluation below = evaluate([&](slong bits) { return attained(class_of(x, rho, bits), eps, bits).value; },
                                    r.digits, rows::effort(r));
  a.lo = std::clamp(below.value.lower(), Rational(0), a.hi);
  a.reached = a.reached && below.reached;
  return a;
}

Answer zcdp_epsilon(const Arguments& x, const Request& r) {
  const Number& rho = x.number("rho");
  const Number& target = x.number("delta");
  constexpr slong look = 64;
  const Class rough = class_of(x, rho, look);
  const Ball ln_inverse = -log(target.ball(look)) + 1;
  const Rational first = first_order(rough, ln_inverse);
  // A rho far above what the order adds is taken out of the search: R_a - rho in place of R_a.
  const bool large = first != 1;
  const auto curve = [&](const Rational& order, slong bits) {
    return (x.number("xi").ball(bits) + rho.ball(bits) * Ball(large ? order - 1 : order, bits)) * x.count("rounds");
  };
  const renyi::RealConversion above =
      renyi::epsilon_upper_real(curve, target, first, last_order(rough, ln_inverse), r.digits, r.budget);
  const Ball value = large ? above.value + rho.ball(rows::first_bits(r) + 64) * x.count("rounds") : above.value;
  if (!value.is_finite()) {
    throw InputError("zcdp.epsilon", "rho", rho.to_string(), "such that an order gives a finite bound");
  }
  Answer a;
  a.hi = std::max(value.upper(), Rational(0));
  a.reached = (large ? has_digits(value.lower(), value.upper(), r.digits) : above.reached) && has_lower_end(x);
  a.bits = value.bits();
  a.method = method_of(above.order);
  a.witness.method = witness::Orders{.order = above.order, .add = {}};
  if (!has_lower_end(x)) return a;
  const Enclosed below =
      composition::invert([&](const Number& eps, slong bits) { return attained(class_of(x, rho, bits), eps, bits); },
                          target, a.hi, r.digits, rows::first_bits(r) + 64, r.budget);
  a.lo = std::min(below.lo, a.hi);
  a.reached = a.reached && below.reached;
  return a;
}

Answer zcdp_rho(const Arguments& x, const Request& r) {
  const Number& eps = x.number("eps");
  const Rational huge = pow(Rational(10), 30);
  const auto question = [&](const std::function<Ball(const Rational&, slong)>& at) {
    return NoiseQuestion{
        .id = "zcdp.rho", .grows = true, .least = 1 / huge, .most = huge, .at = at, .delta = x.number("delta")};
  };
  const Answer safe =
      noise_answer(question([&](const Rational& rho, slong bits) {
                     return delta_above(x, Number(rho), eps, r.digits + 4, r.budget).value.with_bits(bits);
                   }),
                   r);
  if (!has_lower_end(x))
    throw InputError("zcdp.rho", "rounds", std::to_string(x.count("rounds")), "at most 20000 with xi");
  const Answer attained_by = noise_answer(question([&](const Rational& rho, slong bits) {
                                            return attained(class_of(x, Number(rho), bits), eps, bits).value;
                                          }),
                                          r);
  Answer a;
  a.lo = safe.lo;
  a.hi = attained_by.hi;
  a.reached = safe.reached && attained_by.reached;
  a.bits = std::max(safe.bits, attained_by.bits);
  a.method = "below: [CKS20] Proposition 12, safe to use; above: the Gaussian mechanism exceeds delta";
  return a;
}

Ball laplace_zcdp(const Number& eps0, slong rounds, slong bits) {
  const Ball e = eps0.ball(bits);
  if (e.upper() > Rational(1) / 16) return (e + expm1(-e)) * rounds;
  Ball sum(0, bits);
  Ball term = e * e / 2;
  for (slong k = 3; k < bits / 4 + 8; ++k) {
    sum += term;
    term = -term * e / k;
  }
  return (sum + hull(term, -term)) * rounds;  // the signs change, the terms fall
}

Ball pure_zcdp(const Number& eps0, slong rounds, slong bits) {
  const Ball e = eps0.ball(bits);
  const Ball less = expm1(-e);
  return -e * less / (2 + less) * rounds;
}

}  // namespace hallmark::basic
