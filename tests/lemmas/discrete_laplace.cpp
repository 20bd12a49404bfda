// Geometric noise: what a smaller sensitivity and several coordinates do, in exact rationals.
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// P{N = n} = (1-z)/(1+z) z^|n| against the same shifted by d; both tails, where ratios are constant, in one outcome.
Pair noise(const Rational& z, int d) {
  Pair r;
  const Rational middle = (1 - z) / (1 + z);
  for (int x = 1; x < d; ++x) r.push_back({Rational(middle * power(z, x)), Rational(middle * power(z, d - x))});
  const Rational near = 1 / (1 + z);
  const Rational far = power(z, d) / (1 + z);
  r.push_back({near, far});
  r.push_back({far, near});
  return r;
}

void coordinates(Tally& tally, bool long_run) {
  for (const Rational& z : {ratio(1, 2), ratio(4, 5)}) {
    for (int d1 = 1; d1 <= (long_run ? 6 : 4); ++d1) {
      for (int d2 = 1; d2 <= (long_run ? 6 : 4); ++d2) {
        tally.expect(!Profile(noise(z, d1 + d2)).exceeded_by(product(noise(z, d1), noise(z, d2))),
                     [&] { return "z = " + text(z) + ", D = " + std::to_string(d1) + " + " + std::to_string(d2); });
      }
    }
  }
}

void lattice_monotone(Tally& tally) {
  for (int d = 1; d < 8; ++d) {
    const Rational z = ratio(2, 3);
    tally.expect(is_pair_of_distributions(noise(z, d)), [&] { return "D = " + std::to_string(d); });
    tally.expect(!Profile(noise(z, d + 1)).exceeded_by(noise(z, d)), [&] { return "D = " + std::to_string(d); });
    // More noise is a larger z.
    tally.expect(!Profile(noise(ratio(1, 2), d)).exceeded_by(noise(z, d)),
                 [&] { return "z, D = " + std::to_string(d); });
  }
}

}  // namespace

Checks discrete_laplace_lemmas() {
  return {
      {"discrete-laplace.coordinates", coordinates},
      {"discrete-laplace.monotone", lattice_monotone},
  };
}

}  // namespace hallmark::lemmas
