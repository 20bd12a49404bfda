#include "bounds/shuffle/clones.hpp"

#include <algorithm>

#include "bounds/shuffle/fair_split.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "exact/error.hpp"

namespace hallmark::clones {
namespace {

// The sum of the pair at one threshold, w < E.
FairSplit split(const DeltaParameters& x, slong bits) {
  const Ball e = exponential(x.eps0, bits);
  const Ball e_minus_1 = exponential_minus_1(x.eps0, bits);
  FairSplit split = randomized_response_split(x.n, x.eps0, x.eps, bits);
  split.p = 1 / e;
  split.q = e_minus_1 / e;
  split.odds = e_minus_1;
  return split;
}

}  // namespace

void check_domain(std::string_view where, slong n, const Number& eps0) {
  if (n < 1 || n > max_reports) {
    throw InputError(where, "n", Rational(n).to_string(), "an integer from 1 to 10^15");
  }
  if (eps0.sign() <= 0) throw InputError(where, "eps0", eps0.to_string(), "positive");
}

Sample delta_with_slope(const DeltaParameters& parameters, slong bits, const Budget& budget) {
  check_domain("clones.delta", parameters.n, parameters.eps0);
  if (parameters.eps.sign() < 0) throw InputError("clones.delta", "eps", parameters.eps.to_string(), "at least 0");
  const Truth trivial = less_equal(parameters.eps0, parameters.eps);
  if (trivial == Truth::yes) return {Ball(0, bits), Ball(0, bits)};
  if (trivial == Truth::unknown) return nothing_known(bits);

  const auto total = sum(split(parameters, bits), bits, budget);
  if (!total) return nothing_known(bits);
  return {clamp(total->value, 0, 1), exponential(parameters.eps, bits) * total->slope};
}

Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget) {
  return delta_with_slope(parameters, bits, budget).value;
}

Ball rough_delta(const DeltaParameters& x, slong bits, const Budget& budget) {
  check_domain("clones.delta", x.n, x.eps0);
  if (less(x.eps, x.eps0) != Truth::yes) return nothing_known(bits).value;
  const auto total = rough_sum(split(x, bits), bits, budget);
  return total ? clamp(*total, 0, 1) : nothing_known(bits).value;
}

std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget) {
  check_domain("clones.delta", parameters.n, parameters.eps0);
  if (parameters.eps.sign() < 0) throw InputError("clones.delta", "eps", parameters.eps.to_string(), "at least 0");
  if (less_equal(parameters.eps0, parameters.eps) == Truth::yes) return Rational(0);
  const auto e = parameters.eps0.rational_exponential();
  const auto w = parameters.eps.rational_exponential();
  if (!e || !w) return std::nullopt;
  return sum_exact({.n = parameters.n,
                    .p = 1 / *e,
                    .tau = *rational_tau(parameters.eps0, parameters.eps),
                    .alpha = (*e - *w) / (*e + 1),
                    .beta = *w - 1},
                   budget);
}

namespace {

// Where the sum is long: the passage of the rough curve first, to some four digits.
std::optional<Bracket> rough_epsilon(const EpsilonParameters& x, const Budget& budget) {
  constexpr slong many = 1'000'000'000;
  constexpr slong bits = 96;
  constexpr int most_trials = 60;
  if (x.n < many || x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) return std::nullopt;
  const Ball goal = x.delta.ball(2 * bits);
  if (less_equal(rough_delta({x.n, x.eps0, 0}, bits, budget), goal) == Truth::yes) return Bracket{0, 0};
  Bracket b{0, x.eps0.ball(bits).upper()};
  // The least eps known to be enough, then the largest known not to be.
  for (const bool upper : {true, false}) {
    Rational lo = b.lo;
    Rational hi = b.hi;
    for (int i = 0; i < most_trials && (hi - lo) * 20'000 > hi && !budget.expired(); ++i) {
      const Rational middle = lo.sign() > 0 && lo * 4 < hi ? sqrt(Ball(lo, bits) * Ball(hi, bits)).centre()
                              : lo.sign() == 0             ? Ball(hi / 16, bits).centre()
                                                           : Ball((lo + hi) / 2, bits).centre();
      const Ball value = rough_delta({x.n, x.eps0, middle}, bits, budget);
      const bool enough = less_equal(value, goal) == Truth::yes;
      const bool too_small = less(goal, value) == Truth::yes;
      if (enough) b.hi = std::min(b.hi, middle);
      if (too_small) b.lo = std::max(b.lo, middle);
      ((upper ? enough : !too_small) ? hi : lo) = middle;
      if (lo.sign() == 0 && hi < pow(Rational(2), -100)) break;
    }
  }
  return b;
}

}  // namespace

Inversion epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget) {
  check_domain("clones.epsilon", parameters.n, parameters.eps0);
  const auto curve = [&](const Number& eps, slong bits) {
    return delta_with_slope({parameters.n, parameters.eps0, eps}, bits, budget);
  };
  const auto rough = rough_epsilon(parameters, budget.half());
  if (rough && rough->hi.sign() == 0) return {{0, 0}, true, 128, 1};
  if (rough && rough->lo.sign() > 0) {
    return bisect({.f = curve,
                   .target = parameters.delta.ball(16 * digits + 4096),
                   .lo = rough->lo,
                   .hi = rough->hi,
                   .digits = digits},
                  {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
  }
  return invert_on_eps0(
      "clones.epsilon", parameters.eps0, parameters.delta, curve,
      [&] {
        return delta_exact({parameters.n, parameters.eps0, 0}, budget);
      },
      digits, budget);
}

}  // namespace hallmark::clones
