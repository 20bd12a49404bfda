// [FMT21] Theorem 3.8: (eps0, delta0)-local randomizers, with the printed slack and with ours.
#include <algorithm>
#include <string>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

/// (w+1)(1 + 1/(2E)) n delta0.
Rational printed(int n, const Rational& e, const Rational& delta0, const Rational& w) {
  return (w + 1) * (1 + 1 / (2 * e)) * n * delta0;
}
/// (w+1) delta0 (1/(E+1) + (n-1)/E (1 + 1/(E+1))).
Rational sharp(int n, const Rational& e, const Rational& delta0, const Rational& w) {
  return (w + 1) * delta0 * (1 / (e + 1) + (n - 1) / e * (1 + 1 / (e + 1)));
}

/// The largest H_E over ordered pairs of inputs: the least delta0 for which the randomizer is (ln E, delta0)-DP.
Rational least_delta0(const Randomizer& randomizer, const Rational& e) {
  const std::size_t inputs = randomizer.columns.front().size();
  Rational largest = 0;
  for (std::size_t x = 0; x < inputs; ++x) {
    for (std::size_t z = 0; z < inputs; ++z) {
      Rational sum = 0;
      for (const auto& column : randomizer.columns) {
        sum += std::max(Rational(0), column[x] - e * column[z]);
      }
      largest = std::max(largest, sum);
    }
  }
  return largest;
}

Randomizer random_randomizer(Random& random, int inputs, int outputs) {
  Randomizer randomizer;
  randomizer.columns.assign(static_cast<std::size_t>(outputs), {});
  for (int x = 0; x < inputs; ++x) {
    std::vector<int> weights;
    int total = 0;
    for (int y = 0; y < outputs; ++y) {
      weights.push_back(random.below(5) == 0 ? 0 : 1 + random.below(9));
      total += weights.back();
    }
    if (total == 0) {
      weights[0] = total = 1;
    }
    for (int y = 0; y < outputs; ++y) {
      randomizer.columns[static_cast<std::size_t>(y)].push_back(ratio(weights[static_cast<std::size_t>(y)], total));
    }
  }
  return randomizer;
}

/// Randomized response that names its input with probability delta0.
Randomizer leaking(int k, const Rational& e, const Rational& delta0) {
  Randomizer randomizer = randomized_response(k, e);
  for (auto& column : randomizer.columns) {
    for (auto& mass : column) {
      mass *= 1 - delta0;
    }
  }
  for (int x = 0; x < k; ++x) {
    std::vector<Rational> named(static_cast<std::size_t>(k), Rational(0));
    named[static_cast<std::size_t>(x)] = delta0;
    randomizer.columns.push_back(named);
  }
  return randomizer;
}

template <typename Slack>
void transfer(Tally& tally, const Slack& slack, bool long_run) {
  Random random("clones.theorem-3-8");
  const auto instance = [&](const Randomizer& randomizer, int inputs, const Rational& e, int n) {
    const Rational delta0 = least_delta0(randomizer, e);
    if (delta0 == 0) {
      return;
    }
    const Pair pure = clones_pair(n, e);
    for (const auto& others : multisets(inputs, n - 1)) {
      const Pair pair = shuffled_pair(randomizer, 0, 1, others);
      for (const Rational& w : {Rational(1), Rational((1 + e) / 2), e}) {
        const Rational left = std::max(hockey_stick(pair, w), hockey_stick(reversed(pair), w));
        const Rational right = hockey_stick(pure, w) + slack(n, e, delta0, w);
        tally.expect(left <= right, [&] {
          return "E=" + text(e) + ", delta0=" + text(delta0) + ", n=" + std::to_string(n) + ", w=" + text(w) + ": " +
                 text(left) + " > " + text(right);
        });
      }
    }
  };
  for (const Rational& e : {Rational(2), Rational(4)}) {
    for (int n = 1; n <= (long_run ? 4 : 3); ++n) {
      for (int k = 2; k <= 3; ++k) {
        instance(leaking(k, e, ratio(1, 50)), k, e, n);
      }
      for (int i = 0; i < (long_run ? 200 : 25); ++i) {
        const int inputs = 2 + random.below(2);
        instance(random_randomizer(random, inputs, 2 + random.below(3)), inputs, e, n);
      }
    }
  }
}

/// Without any slack the statement is false.
void without(Tally& tally) {
  transfer(
      tally, [](int, const Rational&, const Rational&, const Rational&) { return Rational(0); }, false);
}

}  // namespace

Checks approximate_lemmas() {
  return {
      {"clones.theorem-3-8", [](Tally& tally, bool long_run) { transfer(tally, printed, long_run); }},
      {"clones.theorem-3-8.sharp", [](Tally& tally, bool long_run) { transfer(tally, sharp, long_run); }},
      {"clones.theorem-3-8.without-slack", without},
  };
}

}  // namespace hallmark::lemmas
