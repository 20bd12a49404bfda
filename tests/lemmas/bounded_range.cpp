// Bounded range: the supremum over the pairs of one round.
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// The pair of log ratios ln x and ln x - ln E, 1 < x < E: P-mass (1 - x/E)/(1 - 1/E) of the larger, exact in x and E.
Pair two_ratios(const Rational& e, const Rational& x) {
  const Rational p = (1 - x / e) / (1 - 1 / e);
  return {{p, Rational(p / x)}, {Rational(1 - p), Rational((1 - p) * e / x)}};
}

/// h(w) = (1 - sqrt(w/E))^2/(1 - 1/E) for 1/E <= w <= E, at x^2 = w E.
void supremum(Tally& tally, bool long_run) {
  for (const Rational& root : {ratio(11, 10), Rational(2), Rational(5)}) {
    const Rational e = root * root;
    for (int i = 1; i < (long_run ? 200 : 40); ++i) {
      const Rational x = 1 + (e - 1) * i / (long_run ? 200 : 40);
      const Pair pair = two_ratios(e, x);
      tally.expect(is_pair_of_distributions(pair), [&] { return "x = " + text(x); });
      for (int j = -20; j <= 20; ++j) {
        const Rational w = j >= 0 ? Rational(1 + (e - 1) * j / 20) : Rational(1 / (1 + (e - 1) * -j / 20));
        const Enclosure share = Enclosure(1L) - sqrt(Enclosure(Rational(w / e)));
        const Enclosure above = share * share / Enclosure(Rational(1 - 1 / e));
        tally.expect(hockey_stick(pair, w) <= above.upper(),
                     [&] { return "E = " + text(e) + ", x = " + text(x) + ", w = " + text(w); });
      }
      // Attained: w = x^2/E.
      const Rational w = x * x / e;
      const Rational share = 1 - x / e;
      tally.expect(hockey_stick(pair, w) == share * share / (1 - 1 / e), [&] { return "attained, x = " + text(x); });
    }
  }
}

/// Every pair whose ratios lie in [x/E, x] is dominated by the one of the two ends.
void two_ends(Tally& tally, bool long_run) {
  Random random("bounded-range.two-ends");
  for (int i = 0; i < (long_run ? 4000 : 400); ++i) {
    const Rational e = 1 + ratio(1 + random.below(40), 10);
    const Rational x = 1 + (e - 1) * ratio(1 + random.below(98), 100);
    // Ratios in the range with Q-weights such that the mean ratio is 1: two inner ratios below and above 1.
    const Rational low = x / e + (1 - x / e) * ratio(random.below(100), 100);
    const Rational high = 1 + (x - 1) * ratio(1 + random.below(100), 100);
    const Rational q = (1 - low) / (high - low);
    const Pair inner{{Rational(q * high), q}, {Rational((1 - q) * low), Rational(1 - q)}};
    tally.expect(!Profile(two_ratios(e, x)).exceeded_by(inner), [&] { return "E = " + text(e) + ", x = " + text(x); });
  }
}

}  // namespace

Checks bounded_range_lemmas() {
  return {
      {"bounded-range.supremum", supremum},
      {"bounded-range.two-ends", two_ends},
  };
}

}  // namespace hallmark::lemmas
