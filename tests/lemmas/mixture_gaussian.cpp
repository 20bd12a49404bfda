// Mixtures of shifts of log-concave noise, in fractions: coins in place of Gaussian noise.
#include <string>
#include <vector>

#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// The number of heads of 8 fair coins.
Rational heads(int x) {
  if (x < 0 || x > 8) return 0;
  Rational ways = 1;
  for (int i = 0; i < x; ++i) ways = ways * (8 - i) / (i + 1);
  return ways / 256;
}

struct Shifted {
  std::vector<Rational> weights;
  std::vector<int> shifts;
};

/// H_w of the mixture against the noise alone, or the other way round.
Rational of_mixture(const Shifted& mixture, const Rational& w, bool add) {
  Rational sum = 0;
  for (int x = 0; x <= 16; ++x) {
    Rational p = 0;
    for (std::size_t j = 0; j < mixture.shifts.size(); ++j) p += mixture.weights[j] * heads(x - mixture.shifts[j]);
    const Rational more = add ? heads(x) - w * p : p - w * heads(x);
    if (more > 0) sum += more;
  }
  return sum;
}

const std::vector<Rational> kThresholds{ratio(1, 2), Rational(1), ratio(3, 2), Rational(3), Rational(10)};

/// Larger shifts have larger divergences, in both directions.
void rises_with_shifts(Tally& tally) {
  const std::vector<Rational> weights{ratio(9, 10), ratio(7, 100), ratio(3, 100)};
  const std::vector<std::vector<int>> shifts{{0, 0, 1}, {0, 1, 1}, {0, 1, 2}, {0, 2, 3}, {1, 2, 3}};
  for (std::size_t i = 0; i + 1 < shifts.size(); ++i) {
    for (const Rational& w : kThresholds) {
      for (const bool add : {false, true}) {
        tally.expect(of_mixture({weights, shifts[i]}, w, add) <= of_mixture({weights, shifts[i + 1]}, w, add),
                     [&] { return "list " + std::to_string(i) + " at w = " + text(w); });
      }
    }
  }
}

/// Refuted: a mixture of shifts is no worse than its mean shift.
void mean_shift(Tally& tally) {
  const Shifted mixture{{ratio(1, 2), ratio(1, 2)}, {0, 2}};
  for (const Rational& w : kThresholds) {
    const Rational mixed = of_mixture(mixture, w, false);
    const Rational mean = of_mixture({{Rational(1)}, {1}}, w, false);
    tally.expect(mixed <= mean, [&] { return text(mixed) + " above " + text(mean) + " at w = " + text(w); });
  }
}

}  // namespace

Checks mixture_gaussian_lemmas() {
  return {{"mixture-gaussian.rises", rises_with_shifts}, {"mixture-gaussian.mean-shift", mean_shift}};
}

}  // namespace hallmark::lemmas
