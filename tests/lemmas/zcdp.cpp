// Zero-concentrated privacy: randomized response within xi, and that xi is not to be added below.
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// D_a of randomized response of ratio E is at most ln E: sum p^a q^(1-a) <= E^(a-1), exact at integer orders.
void response_divergence(Tally& tally) {
  for (const Rational& e : {ratio(11, 10), Rational(2), Rational(9)}) {
    for (int a = 2; a <= 40; ++a) {
      const Rational moment = (power(e, a) + power(1 / e, a - 1)) / (1 + e);
      tally.expect(moment <= power(e, a - 1), [&] { return "E = " + text(e) + ", order " + std::to_string(a); });
    }
  }
}

/// "(xi, rho)-zCDP: the Gaussian epsilon plus xi is attained" is refuted at rho = 0, xi = 1, delta = 1/10: pure 1-privacy
/// has epsilon ln(e - (1+e)/10) < 1.
void plus_xi(Tally& tally) {
  const Enclosure e = exp(Enclosure(1L));
  const Enclosure epsilon = log(e - (Enclosure(1L) + e) / 10);
  tally.expect(epsilon.upper() >= 1, [&] { return "rho = 0, xi = 1, delta = 1/10: epsilon " + epsilon.text(); });
}

}  // namespace

Checks zcdp_lemmas() {
  return {
      {"zcdp.response", response_divergence},
      {"zcdp.plus-xi", plus_xi},
  };
}

}  // namespace hallmark::lemmas
