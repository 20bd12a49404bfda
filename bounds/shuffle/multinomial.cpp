#include "bounds/shuffle/multinomial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/count_diagonals.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "bounds/shuffle/three_counts.hpp"
#include "exact/error.hpp"

namespace hallmark::multinomial {
namespace {

void check(std::string_view where, slong n, const Number& p, const Number& q) {
  clones::check_domain(where, n, 1);
  if (p.sign() <= 0 || less_equal(p, Rational("1/3")) != Truth::yes) {
    throw InputError(where, "p", p.to_string(), "positive and at most 1/3");
  }
  if (q.sign() <= 0 || less_equal(q, 1) != Truth::yes) {
    throw InputError(where, "q", q.to_string(), "positive and at most 1");
  }
}

// 1 - c x, without cancellation where x is rational.
Ball complement(const Number& x, slong c, slong bits) {
  if (const auto r = x.rational()) return Ball(1 - *r * c, bits);
  return 1 - c * x.ball(bits);
}

ThreeCounts counts(const DeltaParameters& x, bool nothing_else, slong bits) {
  const Ball p = x.p.ball(bits);
  const Ball q = x.q.ball(bits);
  return {.n = x.n,
          .pair = p,
          .third = p,
          .neither = complement(x.p, 3, bits),
          .nothing_else = nothing_else,
          .gain = q,
          .loss = q * exponential(x.eps, bits),
          .drift = exponential_minus_1(x.eps, bits) * complement(x.q, 1, bits)};
}

Weights no_slope(slong bits) { return {Ball(0, bits), Ball(0, bits), Ball(0, bits)}; }

}  // namespace

Ball delta(const DeltaParameters& x, slong bits, const Budget& budget) {
  constexpr std::string_view where = "multinomial.delta";
  check(where, x.n, x.p, x.q);
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  const Ball neither = complement(x.p, 3, bits);
  const bool nothing_else = neither.is_zero();
  if (!nothing_else && is_positive(neither) != Truth::yes) return nothing_known(bits).value;
  const auto counts_at = [&](slong at) { return counts(x, nothing_else, at); };
  const Ball p = x.p.ball(bits);
  if (x.n >= diagonals_from) {
    if (const auto found = positive_part_by_diagonals({counts_at, no_slope}, bits, budget)) {
      return clamp(found->value / (p * x.n), 0, 1).with_bits(bits);
    }
  }
  const auto total = positive_part(counts_at(bits), bits, budget);
  if (!total) return nothing_known(bits).value;
  return clamp(*total / (p * x.n), 0, 1);
}

std::optional<Ball> delta_at_mean(const DeltaParameters& x, const Budget& budget) {
  check("multinomial.delta", x.n, x.p, x.q);
  const auto found = positive_part_at_mean({[&](slong bits) { return counts(x, false, bits); }, no_slope}, budget);
  if (!found) return std::nullopt;
  return clamp(*found / (x.p.ball(found->bits()) * x.n), 0, 1);
}

std::optional<Rational> delta_exact(const DeltaParameters& x, const Budget& budget) {
  constexpr std::string_view where = "multinomial.delta";
  check(where, x.n, x.p, x.q);
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  const auto p = x.p.rational();
  const auto q = x.q.rational();
  const auto w = x.eps.rational_exponential();
  if (!p || !q || !w) return std::nullopt;
  constexpr slong most_bits = 2000;
  if (p->height_bits() + q->height_bits() + w->height_bits() > most_bits) return std::nullopt;
  const auto total = positive_part_exact(
      {.n = x.n, .pair = *p, .third = *p, .gain = *q, .loss = *q * *w, .drift = (*w - 1) * (1 - *q)}, budget);
  if (!total) return std::nullopt;
  return *total / (*p * x.n);
}

Ball closed_form_upper(const EpsilonParameters& x, slong bits) {
  constexpr std::string_view where = "multinomial.epsilon.closed-form";
  check(where, x.n, x.p, x.q);
  if (x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and at most 1");
  }
  const Budget unlimited;
  const Truth valid = decide([&](slong b) { return less_equal(8 * log(2 / x.delta.ball(b)), x.p.ball(b) * x.n); },
                             {.first_bits = 64, .last_bits = slong{1} << 16, .budget = unlimited});
  if (valid != Truth::yes) {
    throw InputError(
        where, "p", x.p.to_string(),
        fmt::format("at least 8 ln(2/delta) / n: outside this range the theorem does not hold (n = {})", x.n));
  }
  const Ball pn = x.p.ball(bits) * x.n;
  return log1p(x.q.ball(bits) * (4 * sqrt(2 * log(4 / x.delta.ball(bits)) / pn) + 4 / pn));
}

Rational delta_upper(const DeltaParameters& x, slong bits) {
  check("multinomial.delta", x.n, x.p, x.q);
  const auto enough = [&](slong halvings) {
    try {
      const Number d(pow(Rational(2), -halvings));
      return less_equal(closed_form_upper({x.n, x.p, x.q, d}, bits), x.eps.ball(bits)) == Truth::yes;
    } catch (const InputError&) {
      return false;  // outside the theorem
    }
  };
  constexpr slong most = slong{1} << 16;
  slong known = 0;  // eps(2^-known) <= eps
  for (slong step = most; step >= 1; step /= 2) {
    if (enough(known + step)) known += step;
  }
  return std::min(pow(Rational(2), -known), std::min(x.q.ball(bits).upper(), Rational(1)));
}

}  // namespace hallmark::multinomial
