// Random allocation of pure eps0-DP steps: randomized response is the worst, and its sums.
#include <algorithm>
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

std::string at(const Rational& e, int t, int k) {
  return "E=" + text(e) + ", t=" + std::to_string(t) + ", k=" + std::to_string(k);
}

/// f(n) = sum_j C(n,j) C(t-n,k-j) E^(2j-k) / C(t,k).
Rational ratio_at(const Rational& e, int t, int k, int n) {
  Rational sum = 0;
  for (int j = std::max(0, k - (t - n)); j <= std::min(k, n); ++j) {
    sum += Rational(choose(n, j) * choose(t - n, k - j)) * power(e, j) / power(e, k - j);
  }
  return sum / choose(t, k);
}

/// The pair of laws of the number of high outputs.
Pair count_pair(const Rational& e, int t, int k) {
  Pair pair;
  for (int n = 0; n <= t; ++n) {
    const Rational q = binomial_pmf(t, 1 / (e + 1), n);
    pair.push_back({q * ratio_at(e, t, k, n), q});
  }
  return pair;
}

void counts(Tally& tally, bool long_run) {
  for (const Rational& e : {ratio(2, 1), ratio(3, 1), ratio(3, 2)}) {
    for (int t = 1; t <= (long_run ? 7 : 6); ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair all = allocation_pair(randomized_response_step(e), t, k);
        const Pair pair = count_pair(e, t, k);
        for (const bool remove : {true, false}) {
          for (const Rational& w : thresholds(pair, reversed(pair))) {
            tally.expect(
                hockey_stick(remove ? pair : reversed(pair), w) == hockey_stick(remove ? all : reversed(all), w),
                [&] { return at(e, t, k) + ", w=" + text(w); });
          }
        }
      }
    }
  }
}

/// f(n) increases, and q_n f(n), the law of the number of high outputs of A, is log-concave like q_n.
void shapes(Tally& tally, bool long_run) {
  for (const Rational& e : {ratio(2, 1), ratio(5, 1), ratio(9, 8)}) {
    for (int t = 1; t <= (long_run ? 30 : 16); ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair pair = count_pair(e, t, k);
        const auto high = binomial_law(k, e / (e + 1));
        const auto law = convolve(high, binomial_law(t - k, 1 / (e + 1)));
        for (std::size_t n = 0; n < pair.size(); ++n) {
          tally.expect(pair[n].p == law[n], [&] { return at(e, t, k) + ": not a sum of independent Bernoullis"; });
          if (n > 0) {
            tally.expect(pair[n].p * pair[n - 1].q >= pair[n - 1].p * pair[n].q,
                         [&] { return at(e, t, k) + ", n=" + std::to_string(n) + ": the ratio falls"; });
          }
          if (n > 0 && n + 1 < pair.size()) {
            tally.expect(pair[n].p * pair[n].p >= pair[n - 1].p * pair[n + 1].p,
                         [&] { return at(e, t, k) + ", n=" + std::to_string(n) + ": not log-concave"; });
          }
        }
      }
    }
  }
}

/// Every step with ratios in [1/E, E] stays below randomized response, in both directions, for all t and k: convex
/// order, coordinate by coordinate.
void worst_case(Tally& tally, bool long_run) {
  Random random("allocation_rr.worst-case");
  const Rational e = 3;
  std::vector<Step> steps = {several_steps()[2]};
  while (steps.size() < (long_run ? 40U : 8U)) {
    // Three outcomes: q arbitrary, ratios x_1, x_2 in [1/3, 3], x_3 from E X = 1.
    const Rational q1 = ratio(1 + random.below(8), 20);
    const Rational q2 = ratio(1 + random.below(8), 20);
    const Rational x1 = ratio(1 + random.below(9), 3);
    const Rational x2 = ratio(1 + random.below(9), 3);
    const Rational q3 = 1 - q1 - q2;
    const Rational x3 = (1 - q1 * x1 - q2 * x2) / q3;
    if (x3 >= ratio(1, 3) && x3 <= 3) {
      steps.push_back(
          {"ratios " + text(x1) + ", " + text(x2) + ", " + text(x3), {{q1 * x1, q1}, {q2 * x2, q2}, {q3 * x3, q3}}});
    }
  }
  for (const Step& step : steps) {
    for (int t = 1; t <= 4; ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair below = allocation_pair(step, t, k);
        const Pair above = count_pair(e, t, k);
        tally.expect(!Profile(above).exceeded_by(below), [&] { return step.name + ", " + at(e, t, k) + ", remove"; });
        tally.expect(!Profile(reversed(above)).exceeded_by(reversed(below)),
                     [&] { return step.name + ", " + at(e, t, k) + ", add"; });
      }
    }
  }
}

/// Merging outcomes contracts the ratio: delta falls in both directions.
void merging(Tally& tally) {
  for (const Step& step : several_steps()) {
    if (step.outcomes.size() < 3) {
      continue;
    }
    const Step merged{
        step.name + " merged",
        {{step.outcomes[0].p + step.outcomes[1].p, step.outcomes[0].q + step.outcomes[1].q}, step.outcomes[2]}};
    for (int t = 1; t <= 4; ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair below = allocation_pair(merged, t, k);
        const Pair above = allocation_pair(step, t, k);
        tally.expect(!Profile(above).exceeded_by(below) && !Profile(reversed(above)).exceeded_by(reversed(below)),
                     [&] { return merged.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k); });
      }
    }
  }
}

/// Negative control: a step beyond the budget is not covered by the randomized response of that budget.
void budget_matters(Tally& tally) {
  const Pair above = count_pair(2, 2, 1);
  const Pair below = count_pair(3, 2, 1);
  const auto w = Profile(above).exceeded_by(below);
  tally.expect(!w, [&] {
    return "RR(3) against RR(2), t=2, k=1, w=" + text(*w) + ": " + text(hockey_stick(below, *w)) + " > " +
           text(hockey_stick(above, *w));
  });
}

}  // namespace

Checks allocation_rr_lemmas() {
  return {
      {"allocation-rr.counts", counts},
      {"allocation-rr.shapes", shapes},
      {"allocation-rr.worst-case", worst_case},
      {"allocation-rr.merging", merging},
      {"allocation-rr.budget-matters", budget_matters},
  };
}

}  // namespace hallmark::lemmas
