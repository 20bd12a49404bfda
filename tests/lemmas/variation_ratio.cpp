// The variation-ratio pair: its law in one formula, and that it does not bound k-ary randomized response for k >= 3.
#include <map>
#include <string>
#include <utility>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

using Outcomes = std::map<std::pair<int, int>, Atom>;

/// C ~ Bin(n-1, 2r), A ~ Bin(C, 1/2), (D1, D2) by its definition.
Outcomes by_definition(int n, const Rational& p, const Rational& beta, const Rational& q) {
  const Rational a = beta / (p - 1);
  const Rational r = a * p / q;
  Outcomes atoms;
  for (int c = 0; c < n; ++c) {
    for (int x = 0; x <= c; ++x) {
      const Rational mass = binomial_pmf(n - 1, 2 * r, c) * binomial_pmf(c, ratio(1, 2), x);
      atoms[{x + 1, c - x}].p += mass * p * a;
      atoms[{x + 1, c - x}].q += mass * a;
      atoms[{x, c - x + 1}].p += mass * a;
      atoms[{x, c - x + 1}].q += mass * p * a;
      atoms[{x, c - x}].p += mass * (1 - a - p * a);
      atoms[{x, c - x}].q += mass * (1 - a - p * a);
    }
  }
  return atoms;
}

Pair pair_of_outcomes(const Outcomes& atoms) {
  Pair pair;
  for (const auto& [outcome, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

/// P(x, y) = Mult(n; r, r, 1-2r)(x, y, u)/n (p a x/r + a y/r + (1-a-p a) u/(1-2r)), u = n-x-y; Q with x, y exchanged.
void one_law(Tally& tally, bool long_run) {
  for (const Rational& p : {Rational(2), Rational(5)}) {
    for (const Rational& share : {ratio(1, 1), ratio(1, 2), ratio(1, 7)}) {
      const Rational beta = share * (p - 1) / (p + 1);
      const Rational a = beta / (p - 1);
      const Rational r = a;  // q = p
      for (int n = 1; n <= (long_run ? 8 : 5); ++n) {
        for (const auto& [outcome, atom] : by_definition(n, p, beta, p)) {
          const int x = outcome.first;
          const int y = outcome.second;
          const int u = n - x - y;
          const Rational multinomial =
              Rational(choose(n, x)) * Rational(choose(n - x, y)) * power(r, x + y) * power(1 - 2 * r, u);
          const Rational none = (1 - a - p * a) * u / (1 - 2 * r);
          const bool same = atom.p == multinomial / n * (p * a * x / r + a * y / r + none) &&
                            atom.q == multinomial / n * (a * x / r + p * a * y / r + none);
          tally.expect(same, [&] {
            return "p=" + text(p) + ", beta=" + text(beta) + ", n=" + std::to_string(n) + " at (" + std::to_string(x) +
                   ", " + std::to_string(y) + ")";
          });
        }
      }
    }
  }
}

void general_is_fmt23(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int n = 1; n <= (long_run ? 8 : 6); ++n) {
      const Pair ours = pair_of_outcomes(by_definition(n, e, (e - 1) / (e + 1), e));
      const Pair theirs = clones_pair(n, e, 2 / (e + 1));
      for (const Rational& w : breakpoints(theirs)) {
        tally.expect(hockey_stick(ours, w) == hockey_stick(theirs, w),
                     [&] { return "E=" + text(e) + ", n=" + std::to_string(n) + ", w=" + text(w); });
      }
    }
  }
}

void four_categories(Tally& tally) {
  const Rational e = 2;
  const Rational w = ratio(8, 5);
  const Pair truth = shuffled_pair(randomized_response(4, e), 0, 1, {2});
  const Rational exact = std::max(hockey_stick(truth, w), hockey_stick(reversed(truth), w));
  const Rational pair = hockey_stick(pair_of_outcomes(by_definition(2, e, (e - 1) / (e + 3), e)), w);
  const bool as_named = exact - pair == ratio(1, 125);
  tally.expect(exact <= pair || !as_named,
               [&] { return "n=2, k=4, E=2, others (2), w=8/5: true " + text(exact) + ", pair " + text(pair); });
}

}  // namespace

Checks variation_ratio_lemmas() {
  return {
      {"variation-ratio.law", one_law},
      {"variation-ratio.general", general_is_fmt23},
      {"variation-ratio.krr4", four_categories},
  };
}

}  // namespace hallmark::lemmas
