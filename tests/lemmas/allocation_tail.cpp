// The tail of the posterior rate, Pr_Q[max_j sum_{i<=j} (1 - X_i) > gamma t]: the martingale behind it and the bounds
// of Azuma, Hoeffding and Bernstein; Poisson sampling with a cap.
#include <algorithm>
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

const std::vector<Rational>& several_budgets() {
  static const std::vector<Rational> budgets = {ratio(9, 8), ratio(3, 2), 2, 3, 7};
  return budgets;
}

/// Steps of budget ln e: randomized response and one with the ratios e, 1, 1/e.
std::vector<Step> steps_of(const Rational& e) {
  const Rational low = 1 / (2 * (e + 1));
  return {randomized_response_step(e),
          {"ratios E, 1, 1/E, E=" + text(e),
           {{e * low, low}, {ratio(1, 2), ratio(1, 2)}, {ratio(1, 2) - e * low, ratio(1, 2) - low}}}};
}

void range(Tally& tally, bool printed) {
  for (const Rational& e : several_budgets()) {
    const Rational low = printed ? 1 - 1 / e : 1 - e;
    const Rational high = printed ? 1 - e : 1 - 1 / e;
    for (const Step& step : steps_of(e)) {
      for (const Atom& o : step.outcomes) {
        const Rational d = 1 - o.p / o.q;
        tally.expect(low <= d && d <= high, [&] {
          return step.name + ": 1-X = " + text(d) + ", the interval is [" + text(low) + ", " + text(high) + "]";
        });
      }
    }
  }
}

/// The increments 1 - X have mean 0 without the record and 1 - E_Q X^2 with it.
void drift(Tally& tally, bool printed) {
  for (const Rational& e : several_budgets()) {
    for (const Step& step : steps_of(e)) {
      Rational without = 0;
      Rational with = 0;
      for (const Atom& o : step.outcomes) {
        without += o.q * (1 - o.p / o.q);
        with += o.p * (1 - o.p / o.q);
      }
      tally.expect(without == 0 && (printed ? with >= 0 : with <= 0), [&] {
        return step.name + ": mean " + text(without) + " without the record, " + text(with) + " with it";
      });
    }
  }
}

/// Pr_Q[max_{j<=t} sum_{i<=j} (1 - X_i) > gamma t] for randomized response: after j steps the sum depends on the
/// number of outputs of ratio E only.
Rational crossing(const Rational& e, int t, const Rational& gamma) {
  const Rational high = 1 / (e + 1);
  std::vector<Rational> alive = {1};  // by the number of high outputs, paths that have not crossed
  Rational crossed = 0;
  for (int j = 1; j <= t; ++j) {
    std::vector<Rational> next(alive.size() + 1, Rational(0));
    for (std::size_t n = 0; n < alive.size(); ++n) {
      next[n] += alive[n] * (1 - high);
      next[n + 1] += alive[n] * high;
    }
    for (std::size_t n = 0; n < next.size(); ++n) {
      const int count = static_cast<int>(n);
      if (j - (count * e + (j - count) / e) > gamma * t) {
        crossed += next[n];
        next[n] = 0;
      }
    }
    alive = next;
  }
  return crossed;
}

/// exp(-t gamma^2 / (2 v)) for the given v of E.
template <class Scale>
void tail(Tally& tally, const Scale& scale, bool long_run) {
  Rational largest = 0;
  for (const Rational& e : several_budgets()) {
    for (const int t : {1, 2, 3, 7, 20, long_run ? 200 : 50}) {
      for (const Rational& gamma : {ratio(1, 50), ratio(1, 10), ratio(1, 4), ratio(1, 2), ratio(4, 5)}) {
        const Rational truth = crossing(e, t, gamma);
        const Enclosure bound = exp(Enclosure(-(t * gamma * gamma) / (2 * scale(e))));
        largest = std::max(largest, Rational(truth / bound.lower()));
        tally.expect(truth <= bound.lower(), [&] {
          return "RR(" + text(e) + "), t=" + std::to_string(t) + ", gamma=" + text(gamma) + ": " +
                 Enclosure(truth).text() + " against " + bound.text();
        });
      }
    }
  }
  tally.note("largest exact/bound " + Enclosure(largest).text());
}

Rational sinh_squared(const Rational& e) { return (e - 1 / e) * (e - 1 / e) / 4; }
Rational cosh_squared(const Rational& e) { return (e + 1 / e) * (e + 1 / e) / 4; }
/// E_Q X^2 of randomized response.
Rational second_moment(const Rational& e) { return (e * e + 1 / e) / (e + 1); }

/// Neither the range nor the second moment can be left out: with v = 1/8 the bound is below the truth.
void too_small(Tally& tally, bool long_run) {
  tail(
      tally, [](const Rational&) { return ratio(1, 8); }, long_run);
}

/// E X^2 <= 2 cosh(eps0) - 1 <= cosh(eps0)^2 for a step of budget eps0: Bernstein's scale is never the larger one.
void scales(Tally& tally) {
  for (const Rational& e : several_budgets()) {
    const Rational bound = e + 1 / e - 1;
    for (const Step& step : steps_of(e)) {
      Rational second = 0;
      for (const Atom& o : step.outcomes) second += o.p * o.p / o.q;
      tally.expect(second <= bound && bound <= cosh_squared(e),
                   [&] { return step.name + ": E X^2 = " + text(second) + ", 2 cosh - 1 = " + text(bound); });
    }
  }
}

/// P_{t,lambda,k}: Poisson sampling whose number of used steps is cut at k, by its definition as a mixture.
void capped_poisson(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= (long_run ? 4 : 3); ++t) {
      std::vector<Pair> all;
      for (int k = 0; k <= t; ++k) all.push_back(allocation_pair(step, t, k));
      for (const Rational& rate : {ratio(1, 10), ratio(1, 2), Rational(1)}) {
        const Pair poisson = poisson_pair(step, t, rate);
        for (int k = 1; k <= t; ++k) {
          Pair capped = poisson;
          for (std::size_t o = 0; o < capped.size(); ++o) {
            capped[o].p = 0;
            for (int used = 0; used <= t; ++used) {
              capped[o].p += binomial_pmf(t, rate, used) * all[static_cast<std::size_t>(std::min(used, k))][o].p;
            }
          }
          for (const bool remove : {true, false}) {
            const auto w =
                Profile(remove ? poisson : reversed(poisson)).exceeded_by(remove ? capped : reversed(capped));
            tally.expect(!w, [&] {
              return step.name + ", t=" + std::to_string(t) + ", cap " + std::to_string(k) + ", rate=" + text(rate) +
                     (remove ? ", remove" : ", add") + ", w=" + text(*w);
            });
          }
        }
      }
    }
  }
}

}  // namespace

Checks allocation_tail_lemmas() {
  return {
      {"allocation.tail.range", [](Tally& tally) { range(tally, false); }},
      {"allocation.tail.range.printed", [](Tally& tally) { range(tally, true); }},
      {"allocation.tail.drift", [](Tally& tally) { drift(tally, false); }},
      {"allocation.tail.drift.printed", [](Tally& tally) { drift(tally, true); }},
      {"allocation.tail.sinh", [](Tally& tally, bool long_run) { tail(tally, sinh_squared, long_run); }},
      {"allocation.tail.cosh", [](Tally& tally, bool long_run) { tail(tally, cosh_squared, long_run); }},
      {"allocation.tail.bernstein", [](Tally& tally, bool long_run) { tail(tally, second_moment, long_run); }},
      {"allocation.tail.scales", scales},
      {"allocation.tail.too-small", too_small},
      {"allocation.capped-poisson", capped_poisson},
  };
}

}  // namespace hallmark::lemmas
