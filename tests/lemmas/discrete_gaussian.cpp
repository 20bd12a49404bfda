// The discrete Gaussian: its lattice of log ratios, and that less noise may have the smaller delta.
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// delta by the definition: weights e^(-k^2/(2 s)) on -40..40 about 0 and about d; beyond, at most 10^-300 for s <= 1.
Enclosure delta(const Rational& s, int d, const Enclosure& w) {
  const auto weight = [&](int k) { return exp(Enclosure(Rational(-Rational(k) * k / (2 * s)))); };
  Enclosure sum;
  Enclosure gains;
  for (int k = -40; k <= 40; ++k) sum += weight(k);
  for (int k = -40; k <= 40; ++k) {
    const Enclosure gain = weight(k) - w * weight(k - d);
    if (gain.lower() > 0) {
      gains += gain;
    } else if (gain.upper() > 0) {
      gains += Enclosure(0L).hull(gain);
    }
  }
  return gains / sum + Enclosure(0L).hull(Enclosure(power(ratio(1, 10), 40)));
}

/// One round is P[Y > e s/d - d/2] - w P[Y > e s/d + d/2].
void two_tails(Tally& tally) {
  for (const Rational& s : {ratio(1, 4), ratio(1, 2), Rational(1)}) {
    for (int d = 1; d <= 3; ++d) {
      for (const Rational& eps : {Rational(0), ratio(1, 3), Rational(2)}) {
        const Enclosure w = exp(Enclosure(eps));
        Enclosure sum;
        Enclosure near;
        Enclosure far;
        for (int k = -40; k <= 40; ++k) {
          const Enclosure weight = exp(Enclosure(Rational(-Rational(k) * k / (2 * s))));
          sum += weight;
          if (k > eps * s / d - ratio(d, 2)) near += weight;
          if (k > eps * s / d + ratio(d, 2)) far += weight;
        }
        const Enclosure tails = (near - w * far) / sum;
        const Enclosure direct = delta(s, d, w);
        tally.expect(tails.lower() <= direct.upper() && direct.lower() <= tails.upper(),
                     [&] { return "sigma2 = " + text(s) + ", D = " + std::to_string(d); });
      }
    }
  }
}

/// "delta does not increase in sigma2" fails at eps = 4 between 1/8 and 1/4: only what lies beyond one step counts
/// there, and the narrower law has less of it.
void monotone(Tally& tally) {
  const Enclosure w = exp(Enclosure(4L));
  const Enclosure narrow = delta(ratio(1, 8), 1, w);
  const Enclosure wide = delta(ratio(1, 4), 1, w);
  tally.expect(wide.lower() <= narrow.upper(), [&] {
    return "eps = 4, sensitivity 1: delta " + narrow.text() + " at sigma2 = 1/8, " + wide.text() + " at 1/4";
  });
}

}  // namespace

Checks discrete_gaussian_lemmas() {
  return {
      {"discrete-gaussian.two-tails", two_tails},
      {"discrete-gaussian.monotone", monotone},
  };
}

}  // namespace hallmark::lemmas
