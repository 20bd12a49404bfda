#include "bounds/risk/noise_for_rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "bounds/monotone_search.hpp"
#include "bounds/risk/attack.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"

namespace hallmark::risk {
namespace {

// The rate at one sigma.
class RateOfNoise {
 public:
  RateOfNoise(const Entry& tpr, const Arguments& x, const Request& r) : tpr_(tpr), x_(x), r_(r) {}

  [[nodiscard]] Bracket at(const Rational& sigma, slong digits) const {
    const Answer a = evaluate(tpr_, arguments_at(tpr_, {{"sigma", sigma.to_string()}}, x_), asked_of_row(r_, digits));
    return {a.lo, a.hi};
  }

  // Two powers of 2 between which the rate passes the level; none below where any noise is enough.
  struct Passage {
    std::optional<Rational> lo, hi;
  };
  [[nodiscard]] Passage around(const Number& level) const {
    constexpr slong few = 4, farthest = 100;
    Passage ends;
    Rational sigma = 1;
    for (slong i = 0; i < farthest && !(ends.lo && ends.hi) && !r_.budget.expired(); ++i) {
      const Bracket rate = at(sigma, few);
      if (less_equal(Number(rate.hi), level) == Truth::yes) {
        ends.hi = sigma;
        if (sigma < Rational("1/64")) break;
        sigma = sigma / 2;
      } else if (less(level, Number(rate.lo)) == Truth::yes) {
        ends.lo = sigma;
        sigma *= 2;
      } else {
        sigma *= Rational("9/8");
      }
    }
    return ends;
  }

 private:
  const Entry& tpr_;
  const Arguments& x_;
  const Request& r_;
};

}  // namespace

bool has_noise_for_rate(const Entry& delta) {
  constexpr std::array<std::string_view, 3> all{"gaussian.delta", "poisson-gaussian.delta", "allocation.delta"};
  return std::find(all.begin(), all.end(), delta.id) != all.end();
}

Answer noise_for_rate(const Entry& delta, const Arguments& x, const Request& r) {
  const std::string family(delta.id.substr(0, delta.id.find('.')));
  const std::string id = fmt::format("{}.sigma.tpr", family);
  const Number &fpr = x.number("fpr"), &tpr = x.number("tpr");
  if (less(0, fpr) != Truth::yes || less(fpr, 1) != Truth::yes) {
    throw InputError(id, "fpr", fpr.to_string(), "a probability above 0 and below 1");
  }
  if (less(fpr, tpr) != Truth::yes || less(tpr, 1) != Truth::yes) {
    throw InputError(
        id, "tpr", tpr.to_string(),
        fmt::format("above fpr, {}, and below 1: a test that looks at nothing reaches fpr", fpr.to_string()));
  }
  constexpr slong digits_without_asking = 6, spare = 3;
  const slong digits = r.default_effort ? std::min(r.digits, digits_without_asking) : r.digits;
  const RateOfNoise rate(entry(fmt::format("{}.tpr", family)), x, r);
  const auto ends = rate.around(tpr);
  if (!ends.hi) {
    throw InputError(id, "tpr", tpr.to_string(),
                     "a rate that some sigma up to 10^15 does not exceed, found in the time given");
  }
  Answer a;
  a.lo = ends.lo.value_or(0);
  a.hi = *ends.hi;
  a.bits = rows::first_bits(r);
  a.method = fmt::format("certified inversion of {}.tpr in sigma", family);
  if (ends.lo) {
    const slong bits = 256 + 8 * digits;
    const auto f = [&](const Rational& sigma, slong) {
      const Bracket b = rate.at(sigma, digits + spare);
      return Ball::between(b.lo, b.hi, bits);
    };
    const Inversion found = search({.f = f,
                                    .target = tpr.ball(4 * bits),
                                    .lo = *ends.lo,
                                    .hi = *ends.hi,
                                    .start = (*ends.lo + *ends.hi) / 2,
                                    .digits = digits},
                                   {.first_bits = bits, .last_bits = 64 * bits, .budget = r.budget});
    a.lo = found.bracket.lo;
    a.hi = found.bracket.hi;
    a.reached = found.reached;
  }
  if (!a.reached) a.shortfall = "more time, or a rate that little noise does not keep to by itself, would narrow it";
  return a;
}

}  // namespace hallmark::risk
