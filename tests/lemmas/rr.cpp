// Randomized response over two answers: the most revealing eps0-private mechanism.
#include <algorithm>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// Two laws on up to six outcomes with all ratios in [1/E, E]: Q at random, P = Q times a factor of that range, scaled.
/// Scaling moves ratios, so only those that stay in the range are taken.
Pair random_private_pair(Random& random, const Rational& e) {
  for (;;) {
    const int size = 2 + random.below(5);
    std::vector<Rational> p;
    std::vector<Rational> q;
    for (int i = 0; i < size; ++i) {
      const Rational weight = 1 + random.below(12);
      const Rational step = ratio(random.below(13), 12);
      q.push_back(weight);
      p.push_back(weight * (1 / e + step * (e - 1 / e)));
    }
    const Pair pair = pair_of(law_of(p), law_of(q));
    if (std::all_of(pair.begin(), pair.end(), [&](const Atom& a) { return a.p <= e * a.q && a.q <= e * a.p; })) {
      return pair;
    }
  }
}

Pair response(const Rational& e) {
  return {{Rational(e / (1 + e)), Rational(1 / (1 + e))}, {Rational(1 / (1 + e)), Rational(e / (1 + e))}};
}

void worst(Tally& tally, bool long_run) {
  Random random("rr.worst");
  for (const Rational& e : {ratio(11, 10), Rational(2), Rational(5)}) {
    const Profile one(response(e));
    const Profile two(product(response(e), response(e)));
    for (int i = 0; i < (long_run ? 4000 : 300); ++i) {
      const Pair a = random_private_pair(random, e);
      const Pair b = random_private_pair(random, e);
      tally.expect(!one.exceeded_by(a), [&] { return "one round, E = " + text(e); });
      tally.expect(!two.exceeded_by(product(a, b)), [&] { return "two rounds, E = " + text(e); });
    }
  }
}

/// Poisson sampling maps every ratio x to 1 - q + q x, and with h(w) = 1 - w + w h(1/w) one round has the closed forms.
void sampled(Tally& tally) {
  for (const Rational& e : {ratio(3, 2), Rational(4)}) {
    const Pair whole = response(e);
    for (const Rational& q : {ratio(1, 10), ratio(1, 2), ratio(9, 10)}) {
      Pair some = whole;
      for (Atom& a : some) a.p = q * a.p + (1 - q) * a.q;
      for (int i = 20; i < 100; ++i) {
        const Rational w = ratio(i, 20);
        const Rational remove = q * hockey_stick(whole, 1 + (w - 1) / q);
        const Rational rest = 1 - w * (1 - q);
        const Rational add = rest > 0 ? Rational(rest * hockey_stick(whole, w * q / rest)) : Rational(0);
        const auto where = [&] { return "E = " + text(e) + ", q = " + text(q) + ", w = " + text(w); };
        tally.expect(hockey_stick(some, w) == remove, where);
        tally.expect(hockey_stick(reversed(some), w) == add, where);
      }
    }
  }
}

}  // namespace

Checks rr_lemmas() {
  return {
      {"rr.worst", worst},
      {"rr.sampled-one-round", sampled},
  };
}

}  // namespace hallmark::lemmas
