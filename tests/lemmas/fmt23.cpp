// The pair of [FMT23]: C ~ Bin(n-1, 2/(E+1)) clones. Disputed in general; what is checked here is not.
#include <string>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

void below_clones(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int n = 1; n <= (long_run ? 10 : 7); ++n) {
      const auto w = Profile(clones_pair(n, e)).exceeded_by(clones_pair(n, e, 2 / (e + 1)));
      tally.expect(!w, [&] { return "E=" + text(e) + ", n=" + std::to_string(n) + ", w=" + text(*w); });
    }
  }
}

void krr_theorem(Tally& tally, bool long_run) {
  for (const Rational& e : {Rational(2), Rational(5)}) {
    for (int k = 2; k <= 3; ++k) {
      const Randomizer randomizer = randomized_response(k, e);
      for (int n = 1; n <= (long_run ? 5 : 4); ++n) {
        const Profile profile(clones_pair(n, e, 2 / (e + 1)));
        for (const auto& others : multisets(k, n - 1)) {
          const auto w = profile.exceeded_by(shuffled_pair(randomizer, 0, 1, others));
          tally.expect(!w, [&] {
            return "E=" + text(e) + ", k=" + std::to_string(k) + ", n=" + std::to_string(n) + ", w=" + text(*w);
          });
        }
      }
    }
  }
}

/// More clones still, C ~ Bin(n-1, 3/(E+2)), do not cover binary randomized response.
void even_more(Tally& tally) {
  const Rational e = 2;
  const Randomizer randomizer = randomized_response(2, e);
  for (int n = 2; n <= 4; ++n) {
    const Profile profile(clones_pair(n, e, 3 / (e + 2)));
    for (const auto& others : multisets(2, n - 1)) {
      const auto w = profile.exceeded_by(shuffled_pair(randomizer, 0, 1, others));
      tally.expect(!w, [&] { return "E=2, n=" + std::to_string(n) + ", w=" + text(*w); });
    }
  }
}

}  // namespace

Checks fmt23_lemmas() {
  return {
      {"fmt23.below-clones", below_clones},
      {"fmt23.krr", krr_theorem},
      {"fmt23.even-more", even_more},
  };
}

}  // namespace hallmark::lemmas
