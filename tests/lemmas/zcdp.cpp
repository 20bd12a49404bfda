// Zero-concentrated privacy: randomized response within xi, and that xi is not to be added below.
#include <string>
#include <vector>

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

Enclosure tanh_of(const Enclosure& x) {
  const Enclosure e = exp(x + x);
  return (e - 1) / (e + 1);
}

/// E_Q R^a of Laplace noise of ratio e^e: atoms at both ends, the density between them integrated.
Enclosure laplace_moment(const Enclosure& e, const Rational& a) {
  const Enclosure atoms = exp((Enclosure(a) - 1) * e) / 2 + exp(Enclosure(0) - Enclosure(a) * e) / 2;
  // e^(-e/2)/4 int_-e^e e^((a - 1/2) l) dl
  const Enclosure c(Rational(a - ratio(1, 2)));
  return atoms + exp(Enclosure(0) - e / 2) * (exp(c * e) - exp(Enclosure(0) - c * e)) / (c * 4);
}

Enclosure response_moment(const Enclosure& e, const Rational& a) {
  return (exp(Enclosure(a) * e) + exp((Enclosure(1) - Enclosure(a)) * e)) / (exp(e) + 1);
}

const std::vector<Rational>& ratios() {
  static const std::vector<Rational> all{ratio(1, 100), ratio(1, 4), Rational(1), Rational(3), Rational(10)};
  return all;
}

/// D_a <= a K and, near a = 1, D_a/a above K less 1 %.
void least(Tally& tally) {
  const std::vector<Rational> orders{ratio(1001, 1000), ratio(11, 10), ratio(3, 2),
                                     Rational(2),       Rational(7),   Rational(100)};
  for (const Rational& e : ratios()) {
    const Enclosure x(e);
    for (const bool laplace : {false, true}) {
      const Enclosure k = laplace ? x + exp(Enclosure(0) - x) - 1 : x * tanh_of(x / 2);
      for (const Rational& a : orders) {
        const Enclosure divergence =
            log(laplace ? laplace_moment(x, a) : response_moment(x, a)) / Enclosure(Rational(a - 1));
        const auto where = [&] {
          return std::string(laplace ? "Laplace" : "RR") + " e = " + text(e) + ", a = " + text(a);
        };
        tally.expect(divergence.upper() <= (k * Enclosure(a)).lower(), where);
        if (a < ratio(101, 100))
          tally.expect((divergence / Enclosure(a)).lower() >= (k * ratio(99, 100)).upper(), where);
      }
    }
  }
}

/// "e^2/2 is the least rho" is refuted: every D_a/a of randomized response is below.
void half_square(Tally& tally) {
  const Enclosure k = Enclosure(1) * tanh_of(Enclosure(ratio(1, 2)));
  tally.expect(k.upper() >= ratio(1, 2), [&] { return "e = 1: at most " + k.text() + ", not 1/2"; });
}

}  // namespace

Checks zcdp_lemmas() {
  return {
      {"zcdp.response", response_divergence},
      {"zcdp.plus-xi", plus_xi},
      {"zcdp.least", least},
      {"zcdp.half-square", half_square},
  };
}

}  // namespace hallmark::lemmas
