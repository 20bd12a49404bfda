// Noisy maxima: permute-and-flip by all its permutations, and by how much a record moves scores less their mean.
#include <algorithm>
#include <numeric>
#include <vector>

#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// In a uniform order each candidate is taken with probability 2^(u_i - the largest u), the first one taken is released.
std::vector<Rational> permute_and_flip(const std::vector<int>& scores) {
  const int most = *std::max_element(scores.begin(), scores.end());
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Rational> law(scores.size(), Rational(0));
  long orders = 0;
  do {
    ++orders;
    Rational none = 1;
    for (const int i : order) {
      const Rational take = ratio(1, 1L << (most - scores[i]));
      law[i] += none * take;
      none *= 1 - take;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  for (Rational& x : law) x /= orders;
  return law;
}

/// Of a set of candidates: with the record its scores are higher by one, and those of the others lower by one; e^eps0 = 4.
struct Moved {
  Rational with, without;
};
template <class Function>
void each_set(bool long_run, const Function& function) {
  const int most = long_run ? 5 : 4;
  for (int m = 2; m <= most; ++m) {
    std::vector<int> scores(m, 0);
    const int levels = m <= 3 ? 5 : 3;
    for (;;) {
      const std::vector<Rational> here = permute_and_flip(scores);
      for (unsigned set = 1; set + 1 < 1U << m; ++set) {
        std::vector<int> moved = scores;
        for (int i = 0; i < m; ++i) moved[i] += (set >> i & 1U) != 0 ? 1 : -1;
        const std::vector<Rational> there = permute_and_flip(moved);
        Moved sums{0, 0};
        for (int i = 0; i < m; ++i) {
          if ((set >> i & 1U) == 0) continue;
          sums.with += there[i];
          sums.without += here[i];
        }
        function(scores, sums);
      }
      int i = 0;
      while (i < m && ++scores[i] == levels) scores[i++] = 0;
      if (i == m) break;
    }
  }
}

std::string text_of(const std::vector<int>& scores) {
  std::string all = "scores";
  for (const int u : scores) all += " " + std::to_string(u);
  return all;
}

/// Every event lies below the trade-off of Laplace noise at E = 4, and two candidates reach each of its three pieces.
void below_laplace(Tally& tally, bool long_run) {
  each_set(long_run, [&](const std::vector<int>& scores, const Moved& x) {
    const bool between = x.without < ratio(1, 2) && x.with > ratio(1, 2);
    tally.expect(x.with <= 4 * x.without && 1 - x.without <= 4 * (1 - x.with) &&
                     (!between || 16 * x.without * (1 - x.with) >= 1),
                 [&] { return text_of(scores); });
  });
  const auto pair = [](int gap) { return Moved{permute_and_flip({gap + 2, 0})[0], permute_and_flip({gap, 0})[0]}; };
  tally.expect(pair(-2).with == 4 * pair(-2).without, [] { return "gap -2"; });
  tally.expect(16 * pair(-1).without * (1 - pair(-1).with) == 1, [] { return "gap -1"; });
  tally.expect(1 - pair(0).without == 4 * (1 - pair(0).with), [] { return "gap 0"; });
}

/// Refuted: the log ratios of permute-and-flip lie in an interval of length eps0, as those of the exponential mechanism do.
void as_bounded_range(Tally& tally) {
  const std::vector<Rational> with = permute_and_flip({1, 1});
  const std::vector<Rational> without = permute_and_flip({0, 2});
  tally.expect((with[0] / without[0]) / (with[1] / without[1]) <= 4, [] { return "two tied candidates"; });
}

/// v in [-1, 1]^m at its corners, 0 and +-1/2: sum v^2 - (sum v)^2/m is at most m, of odd m at most m - 1/m, attained;
/// in [0, 1]^m a quarter.
void less_the_mean(Tally& tally) {
  for (int m = 2; m <= 6; ++m) {
    Rational most = 0;
    Rational most_monotone = 0;
    std::vector<int> v(m, -2);
    for (;;) {
      Rational sum = 0;
      Rational squares = 0;
      for (const int x : v) {
        sum += ratio(x, 2);
        squares += ratio(x * x, 4);
      }
      const Rational length = squares - sum * sum / m;
      most = std::max(most, length);
      if (std::all_of(v.begin(), v.end(), [](int x) { return x >= 0; }))
        most_monotone = std::max(most_monotone, length);
      int i = 0;
      while (i < m && ++v[i] == 3) v[i++] = -2;
      if (i == m) break;
    }
    const Rational claimed = m % 2 == 0 ? Rational(m) : Rational(m - ratio(1, m));
    tally.expect(most == claimed && most_monotone == claimed / 4, [&] { return "m = " + std::to_string(m); });
  }
}

}  // namespace

Checks noisy_max_lemmas() {
  return {{"noisy-max.below-laplace", below_laplace},
          {"noisy-max.as-bounded-range", as_bounded_range},
          {"noisy-max.less-the-mean", less_the_mean}};
}

}  // namespace hallmark::lemmas
