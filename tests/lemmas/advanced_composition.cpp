// The exact composition theorem of [KOV15] against the product of its four-point pairs.
#include <algorithm>
#include <string>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// The pair that dominates every (ln E, delta)-DP mechanism.
Pair four_points(const Rational& e, const Rational& delta) {
  const Rational rest = (1 - delta) / (1 + e);
  return {{delta, 0}, {rest * e, rest}, {rest, rest * e}, {0, delta}};
}

Rational composed(const Rational& e, int rounds, const Rational& w) {
  Rational sum = 0;
  for (int l = 0; l <= rounds; ++l) {
    sum += Rational(choose(rounds, l)) * std::max(Rational(0), Rational(power(e, rounds - l) - w * power(e, l)));
  }
  return sum / power(1 + e, rounds);
}

void four_point_products(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (const Rational& delta : {Rational(0), ratio(1, 100), ratio(1, 3)}) {
      const Pair pair = four_points(e, delta);
      Pair all = {{1, 1}};
      for (int rounds = 1; rounds <= (long_run ? 6 : 4); ++rounds) {
        Pair next;
        for (const Atom& before : all) {
          for (const Atom& atom : pair) {
            next.push_back({before.p * atom.p, before.q * atom.q});
          }
        }
        all = next;
        for (const Rational& w :
             {Rational(1), ratio(11, 10), e, e * e, (e + 1) / 2, power(e, rounds), power(e, rounds) * 2}) {
          const Rational direct = hockey_stick(all, w);
          const Rational formula = 1 - power(1 - delta, rounds) * (1 - composed(e, rounds, w));
          tally.expect(direct == formula && hockey_stick(reversed(all), w) == formula, [&] {
            return "E=" + text(e) + ", delta=" + text(delta) + ", rounds=" + std::to_string(rounds) + ", w=" + text(w) +
                   ": product " + text(direct) + ", formula " + text(formula);
          });
        }
      }
    }
  }
}

/// H_w(pair) <= delta at w = E implies that the four points dominate it; here for random pairs, symmetrised.
void four_points_dominate(Tally& tally, bool long_run) {
  Random random("advanced-composition.four-points");
  for (int round = 0; round < (long_run ? 2000 : 200); ++round) {
    std::vector<Rational> p;
    std::vector<Rational> q;
    for (int i = 0; i < 3 + random.below(3); ++i) {
      p.push_back(ratio(1 + random.below(12), 1));
      q.push_back(ratio(1 + random.below(12), 1));
    }
    const Pair pair = pair_of(law_of(p), law_of(q));
    for (const Rational& e : {ratio(5, 4), Rational(2)}) {
      const Rational delta = std::max(hockey_stick(pair, e), hockey_stick(reversed(pair), e));
      const auto w = Profile(four_points(e, delta)).exceeded_by(pair);
      tally.expect(!w, [&] { return "E=" + text(e) + ", delta=" + text(delta) + ", w=" + text(*w); });
    }
  }
}

}  // namespace

Checks advanced_composition_lemmas() {
  return {
      {"advanced-composition.exact", four_point_products},
      {"advanced-composition.four-points", four_points_dominate},
  };
}

}  // namespace hallmark::lemmas
