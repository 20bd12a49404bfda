// The last iterate of contractive noisy steps: linear maps attain the closed form, shifts prove it.
#include <vector>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// The square of mu at s/v = 1, 0 <= c < 1.
Rational square_of_mu(const Rational& c, int t) {
  const Rational p = power(c, t);
  return (1 - p) * (1 + c) / ((1 + p) * (1 - c));
}

/// The mean shift and the variance of X_t = c X_(t-1) + s + noise, in units of s and v^2.
Rational of_linear_maps(const Rational& c, int t) {
  Rational shift = 0, variance = 0;
  for (int k = 0; k < t; ++k) {
    shift = c * shift + 1;
    variance = c * c * variance + 1;
  }
  return shift * shift / variance;
}

void linear(Tally& tally) {
  for (const Rational& c : {Rational(0), ratio(1, 2), ratio(9, 10), ratio(999, 1000)}) {
    for (int t = 1; t <= 30; ++t) {
      tally.expect(square_of_mu(c, t) == of_linear_maps(c, t),
                   [&] { return "c = " + text(c) + ", t = " + std::to_string(t); });
    }
  }
}

/// a_k proportional to c^(t-k) keeps every distance z_k at least 0 and ends at 0; no other shifts that do have a
/// smaller sum of squares.
void shifts(Tally& tally) {
  Random random("last-iterate.shifts");
  for (const Rational& c : {ratio(1, 3), ratio(9, 10), Rational(1)}) {
    for (int t = 1; t <= 8; ++t) {
      Rational sum = 0, squares = 0;
      for (int k = 0; k < t; ++k) {
        sum += power(c, k);
        squares += power(c, 2 * k);
      }
      Rational z = 0, best = 0;
      const auto where = [&] { return "c = " + text(c) + ", t = " + std::to_string(t); };
      for (int k = 1; k <= t; ++k) {
        const Rational a = sum / squares * power(c, t - k);
        z = c * z + 1 - a;
        best += a * a;
        tally.expect(z >= 0, where);
      }
      tally.expect(z == 0 && best == sum * sum / squares, where);
      for (int i = 0; i < 50; ++i) {
        Rational other = 0, total = 0;
        for (int k = 1; k <= t; ++k) {
          const Rational a = k < t ? (c * other + 1) * ratio(random.below(11), 10) : Rational(c * other + 1);
          other = c * other + 1 - a;
          total += a * a;
        }
        tally.expect(total >= best, where);
      }
    }
  }
}

/// Refuted: the sum of squares alone, as if the shifts did not add up.
void squares_alone(Tally& tally) {
  const Rational c = ratio(1, 2);
  tally.expect(of_linear_maps(c, 3) <= (1 - power(c, 6)) / (1 - c * c), [] { return "c = 1/2, t = 3"; });
}

}  // namespace

Checks last_iterate_lemmas() {
  return {
      {"last-iterate.linear", linear}, {"last-iterate.shifts", shifts}, {"last-iterate.squares-alone", squares_alone}};
}

}  // namespace hallmark::lemmas
