#include "bounds/shuffle/fmt23.hpp"

#include <fmt/format.h>

#include <string_view>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/fair_split.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "exact/error.hpp"

namespace hallmark::fmt23 {
namespace {

void check(const DeltaParameters& x) {
  clones::check_domain("fmt23.delta", x.n, x.eps0);
  if (x.eps.sign() < 0) throw InputError("fmt23.delta", "eps", x.eps.to_string(), "at least 0");
}

}  // namespace

Sample delta_with_slope(const DeltaParameters& x, slong bits, const Budget& budget) {
  check(x);
  const Truth trivial = less_equal(x.eps0, x.eps);
  if (trivial == Truth::yes) return {Ball(0, bits), Ball(0, bits)};
  if (trivial == Truth::unknown) return nothing_known(bits);
  const Ball e = exponential(x.eps0, bits);
  const Ball e_minus_1 = exponential_minus_1(x.eps0, bits);
  FairSplit split = randomized_response_split(x.n, x.eps0, x.eps, bits);
  split.p = 2 / (e + 1);
  split.q = e_minus_1 / (e + 1);
  split.odds = e_minus_1 / 2;
  const auto total = sum(split, bits, budget);
  if (!total) return nothing_known(bits);
  return {clamp(total->value, 0, 1), exponential(x.eps, bits) * total->slope};
}

Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget) {
  return delta_with_slope(parameters, bits, budget).value;
}

std::optional<Rational> delta_exact(const DeltaParameters& x, const Budget& budget) {
  check(x);
  if (less_equal(x.eps0, x.eps) == Truth::yes) return Rational(0);
  const auto e = x.eps0.rational_exponential();
  const auto w = x.eps.rational_exponential();
  if (!e || !w) return std::nullopt;
  return sum_exact({.n = x.n,
                    .p = Rational(2) / (*e + 1),
                    .tau = *rational_tau(x.eps0, x.eps),
                    .alpha = (*e - *w) / (*e + 1),
                    .beta = *w - 1},
                   budget);
}

Inversion epsilon(const EpsilonParameters& x, slong digits, const Budget& budget) {
  clones::check_domain("fmt23.epsilon", x.n, x.eps0);
  return invert_on_eps0(
      "fmt23.epsilon", x.eps0, x.delta,
      [&](const Number& eps, slong bits) {
        return delta_with_slope({x.n, x.eps0, eps}, bits, budget);
      },
      [&] {
        return delta_exact({x.n, x.eps0, 0}, budget);
      },
      digits, budget);
}

Ball closed_form_upper(const EpsilonParameters& x, slong bits) {
  constexpr std::string_view where = "fmt23.epsilon.closed-form";
  clones::check_domain(where, x.n, x.eps0);
  if (x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and at most 1");
  }
  const Budget unlimited;
  const Truth valid = decide(
      [&](slong b) { return less_equal((exponential(x.eps0, b) + 1) * 8 * log(2 / x.delta.ball(b)), Rational(x.n)); },
      {.first_bits = 64, .last_bits = slong{1} << 16, .budget = unlimited});
  if (valid != Truth::yes) {
    throw InputError(where, "eps0", x.eps0.to_string(),
                     fmt::format("at most ln(n / (8 ln(2/delta)) - 1): outside this range the theorem does not hold "
                                 "(n = {})",
                                 x.n));
  }
  const Ball root = sqrt(2 * log(4 / x.delta.ball(bits)) / ((exponential(x.eps0, bits) + 1) * x.n));
  return log1p(exponential_minus_1(x.eps0, bits) * (4 * root + Ball(4, bits) / x.n));
}

}  // namespace hallmark::fmt23
