#include "bounds/shuffle/variation_ratio.hpp"

#include <string_view>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "bounds/shuffle/three_counts.hpp"
#include "exact/error.hpp"

namespace hallmark::variation_ratio {
namespace {

constexpr std::string_view where = "variation-ratio.delta";

template <typename Condition>
bool holds(const Condition& condition) {
  const Budget unlimited;
  return decide(condition, {.first_bits = 64, .last_bits = slong{1} << 12, .budget = unlimited}) == Truth::yes;
}

void check(const DeltaParameters& x) {
  clones::check_domain(where, x.n, 1);
  if (less(1, x.p) != Truth::yes) throw InputError(where, "p", x.p.to_string(), "above 1");
  const auto p = x.p.rational();
  const auto beta = x.beta.rational();
  const bool small =
      p && beta ? *beta * (*p + 1) <= *p - 1
                : holds([&](slong b) { return less_equal(x.beta.ball(b) * (x.p.ball(b) + 1), x.p.ball(b) - 1); });
  if (x.beta.sign() <= 0 || !small) {
    throw InputError(where, "beta", x.beta.to_string(), "positive and at most (p-1)/(p+1)");
  }
  // 2 r < 1.
  const bool few = x.q.sign() > 0 && holds([&](slong b) {
                     return less(2 * x.beta.ball(b) * x.p.ball(b), x.q.ball(b) * (x.p.ball(b) - 1));
                   });
  if (!few) throw InputError(where, "q", x.q.to_string(), "above 2 beta p / (p-1)");
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
}

// Whether w >= p, where no outcome of one law is w times as likely as of the other.
Truth is_beyond(const DeltaParameters& x, slong bits) {
  const auto w = x.eps.rational_exponential();
  const auto p = x.p.rational();
  if (w && p) return truth(*p <= *w);
  return less_equal(x.p.ball(bits), exponential(x.eps, bits));
}

}  // namespace

Ball delta(const DeltaParameters& x, slong bits, const Budget& budget) {
  check(x);
  const Truth zero = is_beyond(x, bits);
  if (zero == Truth::yes) return Ball(0, bits);
  if (zero == Truth::unknown) return nothing_known(bits).value;
  const Ball p = x.p.ball(bits);
  const Ball w = exponential(x.eps, bits);
  const Ball w_minus_1 = exponential_minus_1(x.eps, bits);
  const Ball a = x.beta.ball(bits) / (p - 1);
  const Ball r = a * p / x.q.ball(bits);
  const auto exact_p = x.p.rational();
  const auto exact_beta = x.beta.rational();
  const Ball none = exact_p && exact_beta ? Ball(1 - *exact_beta * (*exact_p + 1) / (*exact_p - 1), bits)
                                          : max(1 - a * (p + 1), Ball(0, bits));
  const Ball rest = 1 - 2 * r;
  const auto total = positive_part({.n = x.n,
                                    .pair = r,
                                    .third = rest,
                                    .neither = Ball(0, bits),
                                    .nothing_else = true,
                                    .gain = a * (p - w) / r,
                                    .loss = a * (w * p - 1) / r,
                                    .drift = w_minus_1 * none / rest},
                                   bits, budget);
  if (!total) return nothing_known(bits).value;
  return clamp(*total / x.n, 0, 1);
}

std::optional<Rational> delta_exact(const DeltaParameters& x, const Budget& budget) {
  check(x);
  const auto p = x.p.rational();
  const auto beta = x.beta.rational();
  const auto q = x.q.rational();
  const auto w = x.eps.rational_exponential();
  if (!p || !beta || !q || !w) return std::nullopt;
  constexpr slong most_bits = 2000;
  if (p->height_bits() + beta->height_bits() + q->height_bits() + w->height_bits() > most_bits) return std::nullopt;
  if (*p <= *w) return Rational(0);
  const Rational a = *beta / (*p - 1);
  const Rational r = a * *p / *q;
  const Rational rest = 1 - r * 2;
  const auto total = positive_part_exact({.n = x.n,
                                          .pair = r,
                                          .third = rest,
                                          .gain = a * (*p - *w) / r,
                                          .loss = a * (*w * *p - 1) / r,
                                          .drift = (*w - 1) * (1 - a * (*p + 1)) / rest},
                                         budget);
  if (!total) return std::nullopt;
  return *total / x.n;
}

}  // namespace hallmark::variation_ratio
