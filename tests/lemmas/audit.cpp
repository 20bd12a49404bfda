// Audits: what the counts of an attack prove, with which confidence.
#include <algorithm>
#include <bit>
#include <vector>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// Pr[W >= v] + factor delta max over i of Pr[v-i <= W <= v-1]/i, W ~ Bin(r, x), before the cut at 1.
Rational guess_bound(int r, int v, const Rational& x, const Rational& factor) {
  Rational sum = 0, largest = 0;
  for (int i = 1; i <= v; ++i) {
    sum += binomial_pmf(r, x, v - i);
    largest = std::max(largest, Rational(sum / i));
  }
  return binomial_upper_tail(r, x, v) + factor * largest;
}

/// The largest probability of at least v right guesses over all ways to guess from the output; given[s][y] is the
/// probability of output y where the canaries of the set s are in.
Rational best_guesses(const std::vector<std::vector<Rational>>& given, int m, int v) {
  Rational all = 0;
  const unsigned sets = 1U << m;
  for (std::size_t y = 0; y < given.front().size(); ++y) {
    Rational best = 0;
    for (unsigned guess = 0; guess < sets; ++guess) {
      Rational right = 0;
      for (unsigned s = 0; s < sets; ++s) {
        if (m - std::popcount(s ^ guess) >= v) right += given[s][y];
      }
      best = std::max(best, right);
    }
    all += best;
  }
  return all / static_cast<long>(sets);
}

/// A mechanism of three outputs: neighbouring sets have ratios of at most e.
std::vector<std::vector<Rational>> random_canaries(Random& random, int m, const Rational& e) {
  for (;;) {
    std::vector<std::vector<Rational>> given;
    std::vector<Rational> effects;
    for (int i = 0; i < 3 * m; ++i) effects.push_back(1 + ratio(random.below(13), 12) * (e - 1));
    for (unsigned s = 0; s < 1U << m; ++s) {
      std::vector<Rational> weights(3, Rational(1));
      for (int i = 0; i < 3 * m; ++i) {
        if ((s >> (i / 3) & 1U) != 0) weights[static_cast<std::size_t>(i % 3)] *= effects[static_cast<std::size_t>(i)];
      }
      given.push_back(law_of(weights));
    }
    bool is_pure = true;
    for (unsigned s = 0; s < 1U << m; ++s) {
      for (int i = 0; i < m; ++i) {
        for (std::size_t y = 0; y < 3; ++y) is_pure = is_pure && given[s][y] <= e * given[s ^ (1U << i)][y];
      }
    }
    if (is_pure) return given;
  }
}

void domination(Tally& tally, bool long_run) {
  Random random("audit.one-run.domination");
  for (const Rational& e : {ratio(3, 2), Rational(3)}) {
    for (int m = 1; m <= 3; ++m) {
      for (int i = 0; i < (long_run ? 300 : 30); ++i) {
        const auto given = random_canaries(random, m, e);
        for (int v = 1; v <= m; ++v) {
          tally.expect(best_guesses(given, m, v) <= binomial_upper_tail(m, e / (1 + e), v),
                       [&] { return "E = " + text(e) + ", m = " + std::to_string(m) + ", v = " + std::to_string(v); });
        }
      }
    }
  }
}

/// Each canary by itself gives itself away with probability delta, or all of them do together.
Rational leak(int m, int v, const Rational& e, const Rational& delta, bool together) {
  const Rational x = e / (1 + e);
  if (!together) return binomial_upper_tail(m, delta + (1 - delta) * x, v);
  return delta + (1 - delta) * binomial_upper_tail(m, x, v);
}

void approximate(Tally& tally) {
  for (const Rational& e : {Rational(1), Rational(2), Rational(6)}) {
    for (const Rational& delta : {ratio(1, 1000), ratio(1, 20)}) {
      for (int m = 1; m <= 6; ++m) {
        for (int v = 1; v <= m; ++v) {
          for (const bool together : {false, true}) {
            tally.expect(leak(m, v, e, delta, together) <= guess_bound(m, v, e / (1 + e), 2 * m * delta),
                         [&] { return "E = " + text(e) + ", delta = " + text(delta) + ", m = " + std::to_string(m); });
          }
        }
      }
    }
  }
}

/// Refuted: the bound of delta = 0 for mechanisms that give themselves away.
void without_delta(Tally& tally) {
  tally.expect(leak(2, 2, 2, ratio(1, 20), true) <= binomial_upper_tail(2, ratio(2, 3), 2),
               [] { return "E = 2, delta = 1/20, m = v = 2"; });
}

void guess_bound_grows(Tally& tally) {
  for (int r = 1; r <= 8; ++r) {
    for (int v = 1; v <= r; ++v) {
      for (const Rational& factor : {Rational(0), ratio(1, 2), Rational(1)}) {
        Rational before = 0;
        for (int i = 10; i < 20; ++i) {
          const Rational here = guess_bound(r, v, ratio(i, 20), factor);
          tally.expect(here >= before && (here > before || here >= 1), [&] {
            return "r = " + std::to_string(r) + ", v = " + std::to_string(v) + ", 2 m delta = " + text(factor);
          });
          before = here;
        }
      }
    }
  }
}

/// Refuted: it grows for every delta, before it is cut at 1.
void any_delta(Tally& tally) {
  tally.expect(guess_bound(20, 20, ratio(20, 21), 20) <= guess_bound(20, 20, ratio(26, 27), 20),
               [] { return "r = v = 20, 2 m delta = 20, odds 20 and 26"; });
}

/// The limits fail with a probability of at most beta1 + beta2 together: by all outcomes.
void coverage(Tally& tally) {
  constexpr int n = 6;
  const Rational beta = ratio(1, 10);
  for (int i = 1; i < 20; ++i) {
    const Rational p = ratio(i, 20);
    Rational misses = 0, alarms = 0;
    for (int k = 0; k <= n; ++k) {
      // The lower limit exceeds p exactly if so many hits or more are less likely than beta at p; the upper one as
      // well.
      if (k > 0 && binomial_upper_tail(n, p, k) < beta) misses += binomial_pmf(n, p, k);
      if (k < n && 1 - binomial_upper_tail(n, p, k + 1) < beta) alarms += binomial_pmf(n, p, k);
    }
    tally.expect(misses <= beta && alarms <= beta, [&] { return "p = " + text(p); });
  }
}

}  // namespace

Checks audit_lemmas() {
  return {{"audit.one-run.domination", domination},       {"audit.one-run.approximate", approximate},
          {"audit.one-run.without-delta", without_delta}, {"audit.one-run.monotone", guess_bound_grows},
          {"audit.one-run.any-delta", any_delta},         {"audit.two-run.coverage", coverage}};
}

}  // namespace hallmark::lemmas
