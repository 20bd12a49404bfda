// (eps, delta)-private mechanisms and the pair of four outcomes that dominates them.
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Pair worst(const Rational& e, const Rational& d) {
  const Rational rest = (1 - d) / (1 + e);
  return {{d, Rational(0)}, {Rational(rest * e), rest}, {rest, Rational(rest * e)}, {Rational(0), d}};
}

/// Any two laws are (ln E, d)-private with d the larger of both divergences at E.
void dominates(Tally& tally, bool long_run) {
  Random random("eps-delta.dominates");
  for (int i = 0; i < (long_run ? 5000 : 400); ++i) {
    const int size = 2 + random.below(5);
    std::vector<Rational> p;
    std::vector<Rational> q;
    for (int j = 0; j < size; ++j) {
      p.emplace_back(random.below(9));
      q.emplace_back(random.below(9));
    }
    const std::vector<Rational> nothing(p.size());
    if (p == nothing || q == nothing) continue;
    const Pair pair = pair_of(law_of(p), law_of(q));
    const Rational e = 1 + ratio(random.below(30), 10);
    const Rational one = hockey_stick(pair, e);
    const Rational other = hockey_stick(reversed(pair), e);
    const Rational d = one < other ? other : one;
    const Pair above = worst(e, d);
    tally.expect(!Profile(above).exceeded_by(pair), [&] { return "E = " + text(e) + ", delta = " + text(d); });
    tally.expect(!Profile(product(above, above)).exceeded_by(product(pair, pair)),
                 [&] { return "two rounds, E = " + text(e) + ", delta = " + text(d); });
  }
}

/// No epsilon covers 1 - (1 - d1)(1 - d2): the limit of the divergence as w grows.
void infinite(Tally& tally) {
  const Rational d1 = ratio(1, 100);
  const Rational d2 = ratio(1, 50);
  const Pair both = product(worst(2, d1), worst(ratio(3, 2), d2));
  tally.expect(hockey_stick(both, 3) == 1 - (1 - d1) * (1 - d2), [] { return std::string("w = E1 E2"); });
  tally.expect(hockey_stick(product(both, worst(3, 0)), 2) == ratio(36937, 100000),
               [] { return std::string("the published row of three mechanisms"); });
}

}  // namespace

Checks eps_delta_lemmas() {
  return {
      {"eps-delta.dominates", dominates},
      {"eps-delta.infinite", infinite},
  };
}

}  // namespace hallmark::lemmas
