// Randomized response over k answers, without shuffling.
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// The true answer replaced with probability p by a uniform draw of all k: the laws for the answers 0 and 1.
Pair response(int k, const Rational& p) {
  Pair r;
  for (int i = 0; i < k; ++i) {
    const Rational lie = p / k;
    r.push_back({Rational(i == 0 ? 1 - p + lie : lie), Rational(i == 1 ? 1 - p + lie : lie)});
  }
  return r;
}

Pair square(const Pair& one) {
  Pair r;
  for (const Atom& a : one) {
    for (const Atom& b : one) r.push_back({Rational(a.p * b.p), Rational(a.q * b.q)});
  }
  return r;
}

/// Larger p is a post-processing: some of the answers are drawn again.
void local_monotone(Tally& tally) {
  for (int k = 2; k <= 6; ++k) {
    for (int i = 1; i < 20; ++i) {
      const Profile less(square(response(k, ratio(i, 20))));
      tally.expect(!less.exceeded_by(square(response(k, ratio(i + 1, 20)))),
                   [&] { return "k = " + std::to_string(k) + ", p = " + std::to_string(i) + "/20"; });
    }
  }
}

/// Strictly more private than randomized response of the same largest ratio, at one round already for 1 < w < E.
void ratio_one(Tally& tally) {
  for (int k = 3; k <= 6; ++k) {
    const Rational p = ratio(1, 2);
    const Rational e = (1 - p + p / k) / (p / k);
    const Pair two = {{Rational(e / (1 + e)), Rational(1 / (1 + e))}, {Rational(1 / (1 + e)), Rational(e / (1 + e))}};
    const Rational w = (1 + e) / 2;
    tally.expect(hockey_stick(response(k, p), w) < hockey_stick(two, w), [&] { return "k = " + std::to_string(k); });
    tally.expect(!Profile(square(two)).exceeded_by(square(response(k, p))), [&] { return "k = " + std::to_string(k); });
  }
}

}  // namespace

Checks rr_local_lemmas() {
  return {
      {"rr-local.monotone", local_monotone},
      {"rr-local.ratio-one", ratio_one},
  };
}

}  // namespace hallmark::lemmas
