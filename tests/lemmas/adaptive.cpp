// Steps chosen by what came before: compositions and random allocations whose every step is a post-processing of one
// pair stay below those of the pair itself.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

constexpr std::size_t reports = 2;  // of a post-processed step

/// The laws of a step's report with the record and without it: the pair's outcomes through a random channel. Every
/// dominated step is of this kind (Blackwell).
Pair through_channel(Random& random, const Pair& pair) {
  Pair step(reports);
  for (const Atom& outcome : pair) {
    const Rational first = ratio(random.below(5), 4);
    step[0].p += outcome.p * first;
    step[0].q += outcome.q * first;
    step[1].p += outcome.p * (1 - first);
    step[1].q += outcome.q * (1 - first);
  }
  return step;
}

/// Steps by the reports before them and by whether another user takes part, drawn when first asked for.
class Protocol {
 public:
  Protocol(Random& random, const Pair& pair) : random_(random), pair_(pair) {}
  const Pair& step(const std::vector<std::size_t>& before, bool other) {
    const auto [place, is_new] = steps_.try_emplace({before, other});
    if (is_new) {
      place->second = through_channel(random_, pair_);
    }
    return place->second;
  }

 private:
  Random& random_;
  const Pair& pair_;
  std::map<std::pair<std::vector<std::size_t>, bool>, Pair> steps_;
};

bool contains(const std::vector<int>& set, int member) {
  return std::find(set.begin(), set.end(), member) != set.end();
}

/// The laws of all reports with the record in a uniform k-subset of the steps and without it; another user takes part
/// in a k-subset of her own.
void walk(Protocol& protocol, int t, const std::vector<std::vector<int>>& sets, std::vector<std::size_t>& before,
          const std::vector<Rational>& with, const std::vector<Rational>& without, Pair& laws) {
  const int step = static_cast<int>(before.size());
  if (step == t) {
    Atom atom{0, 0};
    for (const Rational& mass : with) atom.p += mass;
    for (const Rational& mass : without) atom.q += mass;
    laws.push_back(atom);
    return;
  }
  for (std::size_t report = 0; report < reports; ++report) {
    std::vector<Rational> more_with = with;  // index: the record's set, then the other's
    std::vector<Rational> more_without = without;
    for (std::size_t other = 0; other < sets.size(); ++other) {
      const Atom& law = protocol.step(before, contains(sets[other], step))[report];
      for (std::size_t own = 0; own < sets.size(); ++own) {
        more_with[own * sets.size() + other] *= contains(sets[own], step) ? law.p : law.q;
      }
      more_without[other] *= law.q;
    }
    before.push_back(report);
    walk(protocol, t, sets, before, more_with, more_without, laws);
    before.pop_back();
  }
}

void adaptive_allocation(Tally& tally, bool long_run) {
  Random random("allocation.reduction.adaptive");
  for (const Step& base : several_steps()) {
    for (int t = 1; t <= (long_run ? 4 : 3); ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair scheme = allocation_pair(base, t, k);
        const Profile remove(scheme);
        const Profile add(reversed(scheme));
        const auto sets = subsets(t, k);
        const Rational share = Rational(1) / static_cast<long>(sets.size());
        for (int round = 0; round < (long_run ? 200 : 20); ++round) {
          Protocol protocol(random, base.outcomes);
          Pair laws;
          std::vector<std::size_t> before;
          walk(protocol, t, sets, before, std::vector<Rational>(sets.size() * sets.size(), share * share),
               std::vector<Rational>(sets.size(), share), laws);
          const auto where = [&] {
            return base.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k) + ", round " +
                   std::to_string(round);
          };
          tally.expect(is_pair_of_distributions(laws), [&] { return where() + ": not two distributions"; });
          for (const bool forward : {true, false}) {
            const auto w = (forward ? remove : add).exceeded_by(forward ? laws : reversed(laws));
            tally.expect(!w, [&] { return where() + (forward ? ", remove" : ", add") + ", w=" + text(*w); });
          }
        }
      }
    }
  }
}

/// Negative control: P = (1/2, 1/2), Q = (1/3, 2/3) is above P' = (2/3, 1/3), Q' = (1/2, 1/2) at every threshold of at
/// least 1 (P and Q differ by a sixth, like P' and Q', and the ratios are 3/2 and 4/3), but not below 1; the
/// allocations are then out of order above 1 too.
void dominated_above_one_only(Tally& tally) {
  const Step above{"above", {{ratio(1, 2), ratio(1, 3)}, {ratio(1, 2), ratio(2, 3)}}};
  const Step below{"below", {{ratio(2, 3), ratio(1, 2)}, {ratio(1, 3), ratio(1, 2)}}};
  for (const Rational& w : thresholds(above.outcomes, below.outcomes)) {
    if (w >= 1 && hockey_stick(below.outcomes, w) > hockey_stick(above.outcomes, w)) {
      return;  // no instances: reported as unmet
    }
  }
  const Rational w = ratio(9, 8);
  const Rational small = hockey_stick(allocation_pair(below, 2, 1), w);
  const Rational large = hockey_stick(allocation_pair(above, 2, 1), w);
  tally.expect(small <= large, [&] {
    return "P'=(2/3,1/3), Q'=(1/2,1/2) below P=(1/2,1/2), Q=(1/3,2/3) at every w >= 1; t=2, k=1, w=9/8: " +
           text(small) + " against " + text(large);
  });
}

/// Rounds chosen by the reports before them, each a post-processing of one pair: below the product of the pair.
void adaptive_rounds(Tally& tally, bool long_run) {
  Random random("composition.adaptive");
  std::vector<std::pair<std::string, Pair>> pairs = {{"clones n=1, E=3", clones_pair(1, 3)},
                                                     {"clones n=2, E=2", clones_pair(2, 2)},
                                                     {"Lemma A.1's pair n=2, p=1/2", a1_pair(2, ratio(1, 2))}};
  for (const Step& step : several_steps()) {
    pairs.emplace_back(step.name, step.outcomes);
  }
  for (const auto& [name, pair] : pairs) {
    Pair all = {{1, 1}};
    for (int rounds = 1; rounds <= 3; ++rounds) {
      all = product(all, pair);
      const Profile profile(all);
      for (int i = 0; i < (long_run ? 200 : 20); ++i) {
        std::vector<std::pair<std::vector<std::size_t>, Atom>> histories = {{{}, {1, 1}}};
        for (int round = 0; round < rounds; ++round) {
          std::vector<std::pair<std::vector<std::size_t>, Atom>> next;
          for (const auto& [before, mass] : histories) {
            const Pair step = through_channel(random, pair);
            for (std::size_t report = 0; report < reports; ++report) {
              auto after = before;
              after.push_back(report);
              next.push_back({after, {mass.p * step[report].p, mass.q * step[report].q}});
            }
          }
          histories = next;
        }
        Pair laws;
        for (const auto& [history, mass] : histories) laws.push_back(mass);
        const auto w = profile.exceeded_by(laws);
        const auto where = [&, rounds = rounds, &name = name] {
          return name + ", rounds=" + std::to_string(rounds) + (w ? ", w=" + text(*w) : ": not two distributions");
        };
        tally.expect(!w && is_pair_of_distributions(laws), where);
      }
    }
  }
}

}  // namespace

Checks adaptive_lemmas() {
  return {
      {"allocation.reduction.adaptive", adaptive_allocation},
      {"allocation.reduction.above-one-only", dominated_above_one_only},
      {"composition.adaptive", adaptive_rounds},
  };
}

}  // namespace hallmark::lemmas
