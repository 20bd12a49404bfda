// Parallel composition: a record is in one of several disjoint parts of the data.
#include <algorithm>
#include <string>
#include <vector>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// Mechanisms with the record against without it.
const std::vector<Pair>& mechanisms() {
  static const std::vector<Pair> all{
      {{ratio(3, 4), ratio(1, 4)}, {ratio(1, 4), ratio(3, 4)}},
      {{ratio(3, 5), ratio(1, 5)}, {ratio(3, 10), ratio(3, 10)}, {ratio(1, 10), ratio(1, 2)}},
      {{ratio(1, 2), Rational(0)}, {ratio(1, 2), ratio(1, 3)}, {Rational(0), ratio(2, 3)}},
  };
  return all;
}

const std::vector<Rational>& factors() {
  static const std::vector<Rational> all{ratio(1, 2), Rational(1), ratio(5, 4), Rational(2), Rational(4)};
  return all;
}

/// Part 1 runs first. Part 2 runs `second[y]` after the output y of part 1: its record is in, or out of it.
Pair adaptive(const Pair& first, const std::vector<Pair>& second, bool in_first, bool rest_is_in) {
  Pair all;
  for (std::size_t y = 0; y < first.size(); ++y) {
    for (const Atom& z : second[y]) {
      const Rational rest = rest_is_in ? z.p : z.q;  // of part 2, where the record is not there
      const Rational before = rest_is_in ? first[y].p : first[y].q;
      all.push_back(in_first ? Atom{first[y].p * rest, first[y].q * rest} : Atom{before * z.p, before * z.q});
    }
  }
  return all;
}

/// The larger of both parts' divergences is that of the whole: at most, and reached.
void largest(Tally& tally) {
  for (const Pair& first : mechanisms()) {
    for (const Pair& a : mechanisms()) {
      for (const Pair& b : mechanisms()) {
        std::vector<Pair> second(first.size(), a);
        second.front() = b;
        for (const bool in_first : {true, false}) {
          for (const bool other : {true, false}) {
            const Pair all = adaptive(first, second, in_first, other);
            for (const Rational& w : factors()) {
              const Rational second_most = std::max(hockey_stick(a, w), hockey_stick(b, w));
              const Rational most = in_first ? hockey_stick(first, w) : second_most;
              const Rational back = in_first ? hockey_stick(reversed(first), w)
                                             : std::max(hockey_stick(reversed(a), w), hockey_stick(reversed(b), w));
              const auto where = [&] { return "w=" + text(w); };
              tally.expect(hockey_stick(all, w) <= most && hockey_stick(reversed(all), w) <= back, where);
              if (in_first) tally.expect(hockey_stick(all, w) == most, where);
            }
          }
        }
      }
    }
  }
}

/// A record that is replaced may leave one part and enter the other.
void replaced(Tally& tally) {
  const Pair& m = mechanisms().front();
  const Pair moved = product(m, reversed(m));  // with it against without it in part 1, the reverse in part 2
  const Rational w(2);
  const Rational most = hockey_stick(m, w);
  tally.expect(hockey_stick(moved, w) <= most,
               [&] { return "w=2: " + text(hockey_stick(moved, w)) + ", the larger part has " + text(most); });
}

}  // namespace

Checks parallel_lemmas() {
  return {
      {"parallel.largest", largest},
      {"parallel.replaced", replaced},
  };
}

}  // namespace hallmark::lemmas
