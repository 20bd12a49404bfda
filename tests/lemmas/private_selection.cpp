// The best of a random number of runs: the largest ratio over all pure mechanisms, and what attains it.
#include <algorithm>
#include <vector>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// The law of the number of runs: the probability of k runs at place k.
using Runs = std::vector<Rational>;

Rational mean_power(const Runs& runs, const Rational& x) {
  Rational sum = 0;
  for (std::size_t k = runs.size(); k-- > 0;) sum = sum * x + runs[k];
  return sum;
}
Rational slope_at(const Runs& runs, const Rational& x) {
  Rational sum = 0;
  for (std::size_t k = runs.size(); k-- > 1;) sum = sum * x + runs[k] * static_cast<long>(k);
  return sum;
}

/// The pair of the best outcome, in the order of the atoms, and of "none".
Pair best_of(const Runs& runs, const Pair& one) {
  Pair best{{runs[0], runs[0]}};
  Rational p = 0, q = 0;
  for (const Atom& a : one) {
    best.push_back({mean_power(runs, p + a.p) - mean_power(runs, p), mean_power(runs, q + a.q) - mean_power(runs, q)});
    p += a.p;
    q += a.q;
  }
  return best;
}

Rational largest_ratio(const Pair& pair) {
  Rational most = 0;
  for (const Atom& a : pair) {
    if (a.q > 0) most = std::max({most, Rational(a.p / a.q)});
  }
  return most;
}

/// E f'(a)/f'(b), a = E/(1+E), b = 1/(1+E).
Rational at_the_response(const Runs& runs, const Rational& e) {
  return e * slope_at(runs, e / (1 + e)) / slope_at(runs, 1 / (1 + e));
}

/// Laws of which (1-x) f''/f' does not grow: fixed, binomial, and geometric ones cut far out.
std::vector<Runs> laws_of_runs() {
  std::vector<Runs> all{{0, 1}, {0, 0, 0, 1}, binomial_law(5, ratio(1, 3)), binomial_law(3, Rational(1))};
  return all;
}

Pair random_pure_pair(Random& random, const Rational& e) {
  for (;;) {
    const int size = 2 + random.below(3);
    std::vector<Rational> p, q;
    for (int i = 0; i < size; ++i) {
      const Rational weight = 1 + random.below(20);
      q.push_back(weight);
      p.push_back(weight * (1 / e + ratio(random.below(13), 12) * (e - 1 / e)));
    }
    const Pair pair = pair_of(law_of(p), law_of(q));
    if (std::all_of(pair.begin(), pair.end(), [&](const Atom& a) { return a.p <= e * a.q && a.q <= e * a.p; }))
      return pair;
  }
}

/// Three outcomes of Q-masses z, h, rest: an atom of ratio E between the two others.
Pair three_outcomes(const Rational& e, const Rational& z, const Rational& h) {
  const Rational rest = 1 - z - h;
  return {{1 - e * h - rest / e, z}, {e * h, h}, {rest / e, rest}};
}

void largest_of_pure(Tally& tally, bool long_run) {
  Random random("private-selection.bound");
  for (const Rational& e : {ratio(3, 2), Rational(2), Rational(4)}) {
    for (const Runs& runs : laws_of_runs()) {
      const Rational most = at_the_response(runs, e);
      for (int i = 0; i < (long_run ? 3000 : 300); ++i) {
        const Pair best = best_of(runs, random_pure_pair(random, e));
        tally.expect(largest_ratio(best) <= most && largest_ratio(reversed(best)) <= most,
                     [&] { return "E = " + text(e) + ", ratio " + text(largest_ratio(best)); });
      }
      const Pair near = best_of(runs, three_outcomes(e, 1 / (1 + e), ratio(1, 1'000'000)));
      tally.expect(largest_ratio(near) > most * ratio(9999, 10000), [&] { return "not attained at E = " + text(e); });
    }
  }
}

/// The truncated negative binomial law as the power that its f' is: the ratio of the closed form, with the whole series
/// between two sums.
void negative_binomial(Tally& tally) {
  for (const Rational& e : {ratio(3, 2), Rational(4)}) {
    for (const Rational& gamma : {ratio(1, 10), ratio(1, 2), ratio(9, 10)}) {
      const Rational a = e / (1 + e), b = 1 / (1 + e);
      for (int eta = 0; eta <= 2; ++eta) {
        // f'(x) = sum over k of C(k-1+eta, eta) ((1-gamma) x)^(k-1).
        const auto partial = [&](const Rational& x, int terms) {
          Rational sum = 0;
          for (int k = 1; k <= terms; ++k) sum += Rational(choose(k - 1 + eta, eta)) * power((1 - gamma) * x, k - 1);
          return sum;
        };
        constexpr int terms = 400;
        const Rational closed = power((gamma + (1 - gamma) * a) / (gamma + (1 - gamma) * b), eta + 1);
        const Rational series = partial(a, terms) / partial(b, terms);
        tally.expect(series > closed * ratio(999'999, 1'000'000) && series < closed * ratio(1'000'001, 1'000'000),
                     [&] { return "E = " + text(e) + ", gamma = " + text(gamma) + ", eta = " + std::to_string(eta); });
      }
    }
  }
}

/// Refuted: randomized response over two answers attains it.
void response_attains(Tally& tally) {
  const Runs runs = binomial_law(5, ratio(1, 3));
  const Rational e = 2;
  const Pair response{{1 / (1 + e), e / (1 + e)}, {e / (1 + e), 1 / (1 + e)}};
  const Pair best = best_of(runs, response);
  tally.expect(std::max(largest_ratio(best), largest_ratio(reversed(best))) > at_the_response(runs, e) * ratio(99, 100),
               [&] { return "Bin(5, 1/3) runs, E = 2: ratio " + text(largest_ratio(best)); });
}

/// Refuted: for every law of the runs the response is the worst place.
void response_is_worst(Tally& tally) {
  Runs runs(51);
  runs[1] = ratio(9, 10);
  runs[50] = ratio(1, 10);
  const Rational e = ratio(27, 10);
  const Rational z = ratio(94, 100);
  const Pair best = best_of(runs, three_outcomes(e, z, ratio(1, 1'000'000)));
  tally.expect(largest_ratio(best) <= at_the_response(runs, e), [&] { return "1 or 50 runs, E = 27/10, z = 94/100"; });
}

}  // namespace

Checks private_selection_lemmas() {
  return {{"private-selection.bound", largest_of_pure},
          {"private-selection.negative-binomial", negative_binomial},
          {"private-selection.response-attains", response_attains},
          {"private-selection.response-is-worst", response_is_worst}};
}

}  // namespace hallmark::lemmas
