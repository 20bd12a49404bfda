// mu-GDP: the profile of N(mu, 1) against N(0, 1).
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Enclosure profile(const Rational& mu, const Enclosure& eps) {
  const Enclosure half(Rational(mu / 2));
  const Enclosure shift = eps / Enclosure(mu);
  return normal_cdf(half - shift) - exp(eps) * normal_cdf(Enclosure(0L) - half - shift);
}

/// h(w) = 1 - w + w h(1/w): the pair is symmetric; and delta rises with mu.
void symmetric(Tally& tally) {
  for (const Rational& mu : {ratio(1, 4), Rational(1), Rational(3)}) {
    for (int i = -8; i <= 8; ++i) {
      const Rational eps = ratio(i, 4);
      const Enclosure w = exp(Enclosure(eps));
      const Enclosure here = profile(mu, Enclosure(eps));
      const Enclosure there = Enclosure(1L) - w + w * profile(mu, Enclosure(Rational(-eps)));
      const auto where = [&] { return "mu = " + text(mu) + ", eps = " + text(eps); };
      tally.expect(here.lower() <= there.upper() && there.lower() <= here.upper(), where);
      tally.expect(here.upper() < profile(mu * ratio(11, 10), Enclosure(eps)).lower(), where);
    }
  }
}

}  // namespace

Checks gdp_lemmas() {
  return {
      {"gdp.symmetric", symmetric},
  };
}

}  // namespace hallmark::lemmas
