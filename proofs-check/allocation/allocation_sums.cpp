#include "allocation/allocation_sums.hpp"

#include <algorithm>
#include <bit>

#include "shuffle/exact_sums.hpp"

namespace hallmark::check {

namespace {

/// The bits by which the lower end of x is below 1.
Count bits_below_one(const Interval& x) {
  if (mpfr_regular_p(x.lo()) == 0) return 0;
  return Count(std::max<Count>(0, 2 - Count(mpfr_get_exp(x.lo()))));
}

}  // namespace

Interval allocation_rr_decomposition(const ResponseScheme& x, const Number& lambda, const Number& eps,
                                     const Effort& effort) {
  const bool always = compare(lambda, Rational(1)) == Order::equal;
  const auto decomposition = [&](Count precision) {
    const Interval one(Integer(1), precision);
    const Interval zero(precision);
    const Interval none = always ? zero : exp(integer(x.steps, precision) * log1p(-enclose(lambda, precision)));
    return Decomposition<Interval>(x.remove, one, none, enclose_exp(eps, precision));
  };
  const auto odds = [&](Count precision) {
    const Interval one(Integer(1), precision);
    const Interval e = enclose_exp(x.eps0, precision);
    const Interval l = enclose(lambda, precision);
    // p = b + lambda (a-b), in units of b.
    const Interval sampled = (one + l * (e - one)) / (e - l * (e - one));
    const Interval w = decomposition(precision).threshold;
    return x.remove ? ResponseOdds{e, sampled, one / e, w} : ResponseOdds{e, e, one / sampled, w};
  };
  // A share as small as any >= lambda and, added, 1/w of it.
  const Count share =
      bits_below_one(enclose(lambda, 128)) + (x.remove ? Count(0) : integer_bits(enclose_exp(eps, 128)));
  if (share + effort.scale > (1UL << 20)) throw TooMuchWork();
  const Interval divergence = responses_delta({0, 0, x.steps}, odds, {effort.bits, effort.scale + share});
  return min(integer(1, 64), divergence / decomposition(divergence.precision()).share);
}

Interval allocation_rr_moment(const ResponseScheme& x, const Number& alpha, unsigned bits) {
  if (x.steps > 20'000 || x.selected > 4096) throw TooMuchWork();
  // The moment exceeds 1 by at least about min(1, alpha-1) eps0^2/steps (a guess: precision only).
  const Interval unit(Integer(1), 64);
  const Interval rough_alpha = enclose(alpha, 64);
  const Interval rough_eps0 = min(enclose(x.eps0, 64), unit);
  const Count wanted = bits + 96 + bits_below_one(min(rough_alpha - unit, unit) * rough_eps0 * rough_eps0) +
                       3 * bits_of(x.steps) + integer_bits(rough_alpha * enclose(x.eps0, 64)) +
                       integer_bits(rough_alpha);
  if (wanted > (1UL << 20)) throw TooMuchWork();
  const Count precision = wanted;
  const Interval one(Integer(1), precision);
  const Interval e = enclose_exp(x.eps0, precision);
  const Interval order = enclose(alpha, precision);
  const Interval exponent = x.remove ? order : one - order;
  // P(n) = sum_j Pr[Bin(selected, a) = j] Pr[Bin(steps - selected, b) = n - j], every mass from the one before.
  const auto binomial = [&](Count trials, const Interval& odds) {
    std::vector<Interval> law = {nth_power(one / (one + odds), trials)};
    for (Count i = 0; i < trials; ++i) {
      law.push_back(law.back() * odds * Interval(Rational(trials - i, i + 1), precision));
    }
    return law;
  };
  const std::vector<Interval> chosen = binomial(x.selected, e);
  const std::vector<Interval> rest = binomial(x.steps - x.selected, one / e);
  const std::vector<Interval> null = binomial(x.steps, one / e);
  Interval moment(precision);
  for (Count n = 0; n <= x.steps; ++n) {
    Interval p(precision);
    for (Count j = 0; j <= std::min(n, x.selected); ++j) {
      if (n - j < rest.size()) p = p + chosen[j] * rest[n - j];
    }
    moment = moment + null[n] * exp(exponent * log(p / null[n]));
  }
  return log1p(max(moment - one, Interval(precision)));
}

}  // namespace hallmark::check
