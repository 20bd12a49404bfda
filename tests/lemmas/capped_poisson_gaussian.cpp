// Poisson sampling with a cap on the steps of a record: the pair output by output, in exact rationals.
#include <algorithm>
#include <string>
#include <vector>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// min(J, cap) uniform steps, J ~ Bin(t, rate), conditional on `least` <= J.
Pair capped_pair(const Step& step, int t, const Rational& rate, int cap, int least = 0) {
  Pair all;
  for (int j = least; j <= t; ++j) {
    const Rational weight = binomial_pmf(t, rate, j) / binomial_upper_tail(t, rate, least);
    const Pair one = allocation_pair(step, t, std::min(j, cap));
    if (all.empty()) all.assign(one.size(), {0, 0});
    for (std::size_t i = 0; i < one.size(); ++i) {
      all[i].p += weight * one[i].p;
      all[i].q = one[i].q;
    }
  }
  return all;
}

const std::vector<Rational> kRates{ratio(1, 10), ratio(1, 2), ratio(4, 5)};
const std::vector<Rational> kThresholds{Rational(1), ratio(5, 4), Rational(2), Rational(5), Rational(60)};

std::string where(const Step& step, int t, const Rational& rate, const Rational& w) {
  return step.name + ", t = " + std::to_string(t) + ", rate " + text(rate) + ", w = " + text(w);
}

/// (1-b) H of one selected step at 1 + (w-1)/(1-b) is remove, (1-wb) that at w(1-b)/(1-wb) is add.
void once(Tally& tally) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= 4; ++t) {
      const Pair one = allocation_pair(step, t, 1);
      for (const Rational& rate : kRates) {
        const Pair capped = capped_pair(step, t, rate, 1);
        const Rational none = power(1 - rate, t);
        for (const Rational& w : kThresholds) {
          const Rational remove = (1 - none) * hockey_stick(one, 1 + (w - 1) / (1 - none));
          const Rational left = 1 - w * none;
          const Rational add = left > 0 ? left * hockey_stick(reversed(one), w * (1 - none) / left) : Rational(0);
          tally.expect(hockey_stick(capped, w) == remove && hockey_stick(reversed(capped), w) == add,
                       [&] { return where(step, t, rate, w); });
        }
      }
    }
  }
}

/// Without a cap, and with a cap of 1, delta differs by no more than the laws of the selected steps do.
void between(Tally& tally) {
  for (const Step& step : several_steps()) {
    for (int t = 2; t <= 4; ++t) {
      for (const Rational& rate : kRates) {
        const Pair none = poisson_pair(step, t, rate);
        const Pair single = capped_pair(step, t, rate, 1);
        for (int cap = 1; cap <= t; ++cap) {
          const Pair capped = capped_pair(step, t, rate, cap);
          const Rational beyond = binomial_upper_tail(t, rate, cap + 1);
          const Rational twice = binomial_upper_tail(t, rate, 2);
          for (const Rational& w : kThresholds) {
            const auto near = [&](const Pair& other, const Rational& apart) {
              return abs(hockey_stick(capped, w) - hockey_stick(other, w)) <= apart &&
                     abs(hockey_stick(reversed(capped), w) - hockey_stick(reversed(other), w)) <= w * apart;
            };
            tally.expect(near(none, beyond) && near(single, twice), [&] { return where(step, t, rate, w); });
          }
        }
      }
    }
  }
}

/// A larger cap is worse, and none is the worst, in both directions.
void monotone(Tally& tally) {
  for (const Step& step : several_steps()) {
    for (int t = 2; t <= 4; ++t) {
      for (const Rational& rate : kRates) {
        for (int cap = 1; cap < t; ++cap) {
          const Pair less = capped_pair(step, t, rate, cap);
          const Pair more = capped_pair(step, t, rate, cap + 1);
          for (const Rational& w : kThresholds) {
            tally.expect(hockey_stick(less, w) <= hockey_stick(more, w) &&
                             hockey_stick(reversed(less), w) <= hockey_stick(reversed(more), w),
                         [&] { return where(step, t, rate, w) + ", cap " + std::to_string(cap); });
          }
        }
      }
    }
  }
}

/// Refuted: a record that was drawn at all is that of the scheme.
void drawn_at_all(Tally& tally) {
  const Step step = randomized_response_step(3);
  for (const Rational& w : kThresholds) {
    tally.expect(hockey_stick(capped_pair(step, 2, ratio(1, 2), 1, 1), w) <=
                     hockey_stick(capped_pair(step, 2, ratio(1, 2), 1), w),
                 [&] { return where(step, 2, ratio(1, 2), w); });
  }
}

}  // namespace

Checks capped_poisson_gaussian_lemmas() {
  return {{"capped-poisson-gaussian.once", once},
          {"capped-poisson-gaussian.between", between},
          {"capped-poisson-gaussian.monotone", monotone},
          {"capped-poisson-gaussian.drawn-at-all", drawn_at_all}};
}

}  // namespace hallmark::lemmas
