// Log-concave noise on integers: several coordinates against one, and what a sum of discrete Gaussians is not.
#include <cmath>
#include <map>
#include <vector>

#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

using Law = std::map<int, Rational>;

Law sum_of(const Law& a, const Law& b) {
  Law all;
  for (const auto& [x, p] : a) {
    for (const auto& [y, q] : b) all[x + y] += p * q;
  }
  return all;
}

Law coins(int n) {
  Law all{{0, Rational(1)}};
  for (int i = 0; i < n; ++i) all = sum_of(all, {{0, ratio(1, 2)}, {1, ratio(1, 2)}});
  return all;
}

/// H_w of a law shifted by d against itself, and of two coordinates shifted by d and e.
Rational one(const Law& f, int d, const Rational& w) {
  Rational sum = 0;
  for (int x = -20; x <= 40; ++x) {
    const auto at = [&](int y) { return f.contains(y) ? f.at(y) : Rational(0); };
    const Rational more = at(x - d) - w * at(x);
    if (more > 0) sum += more;
  }
  return sum;
}

Rational two(const Law& f, int d, int e, const Rational& w) {
  const auto at = [&](int y) { return f.contains(y) ? f.at(y) : Rational(0); };
  Rational sum = 0;
  for (int x = -12; x <= 24; ++x) {
    for (int y = -12; y <= 24; ++y) {
      const Rational more = at(x - d) * at(y - e) - w * at(x) * at(y);
      if (more > 0) sum += more;
    }
  }
  return sum;
}

const std::vector<Rational> kRatios{ratio(1, 3), Rational(1), ratio(3, 2), Rational(3), Rational(7)};

/// One coordinate that changes by d + e dominates two that change by d and e; with signs, too.
void one_coordinate(Tally& tally) {
  const Law geometric{{-3, ratio(1, 22)}, {-2, ratio(2, 22)}, {-1, ratio(4, 22)}, {0, ratio(8, 22)},
                      {1, ratio(4, 22)},  {2, ratio(2, 22)},  {3, ratio(1, 22)}};
  for (const Law& f : {coins(4), coins(5), geometric, sum_of(geometric, geometric)}) {
    for (const auto& [d, e] : {std::pair{1, 1}, {1, 2}, {2, 1}, {-1, 1}, {2, 2}}) {
      for (const Rational& w : kRatios) {
        tally.expect(two(f, d, e, w) <= one(f, std::abs(d) + e, w),
                     [&] { return std::to_string(d) + ", " + std::to_string(e) + " at w = " + text(w); });
      }
    }
  }
  tally.expect(one(coins(4), 2, 1) == ratio(5, 8) && two(coins(4), 1, 1, 1) == ratio(63, 128) &&
                   one(coins(4), 2, ratio(3, 2)) == ratio(19, 32) &&
                   two(coins(4), 1, 1, ratio(3, 2)) == ratio(215, 512) && one(coins(4), 2, 3) == ratio(1, 2) &&
                   two(coins(4), 1, 1, 3) == ratio(17, 64),
               [] { return "four coins"; });
}

/// Refuted: the same of noise that is not log-concave, uniform on {0, 2}.
void any_noise(Tally& tally) {
  const Law gaps{{0, ratio(1, 2)}, {2, ratio(1, 2)}};
  tally.expect(two(gaps, 1, 1, 1) <= one(gaps, 2, 1), [] { return "uniform on 0 and 2"; });
}

/// Refuted: the sum of four discrete Gaussians of sigma2 = 1/4 is one of sigma2 = 1. Weights e^(-2 x^2) on -12..12.
void not_one_gaussian(Tally& tally) {
  const auto weights = [](const Rational& by) {
    std::map<int, Enclosure> all;
    Enclosure sum;
    for (int x = -12; x <= 12; ++x) {
      all[x] = exp(Enclosure(Rational(-by * x * x)));
      sum += all[x];
    }
    for (auto& [x, p] : all) p = p / sum;
    return all;
  };
  const std::map<int, Enclosure> quarter = weights(2);
  Enclosure sum;  // four variables that add up to 0
  for (int a = -4; a <= 4; ++a) {
    for (int b = -4; b <= 4; ++b) {
      for (int c = -4; c <= 4; ++c) sum += quarter.at(a) * quarter.at(b) * quarter.at(c) * quarter.at(-a - b - c);
    }
  }
  const Enclosure apart = sum - weights(ratio(1, 2)).at(0);
  tally.expect(apart.lower() <= ratio(1, 1000) && apart.upper() >= ratio(-1, 1000),
               [&] { return "at 0 the masses differ by " + apart.text(); });
}

}  // namespace

Checks integer_noise_lemmas() {
  return {{"integer-noise.one-coordinate", one_coordinate},
          {"integer-noise.any-noise", any_noise},
          {"integer-noise.not-one-gaussian", not_one_gaussian}};
}

}  // namespace hallmark::lemmas
