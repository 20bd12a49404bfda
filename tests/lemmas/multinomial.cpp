// The four-category pair of [FMT21] Theorem 4.1: its law in one formula, and Corollary 4.2 on k-ary randomized
// response.
#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

using Counts = std::array<int, 3>;

/// Mult(n-1; p, p, p, 1-3p) and one more report: category `own` with probability q, the third otherwise; report by
/// report.
std::map<Counts, Atom> four_categories(int n, const Rational& p, const Rational& q) {
  std::map<Counts, Rational> rest = {{{0, 0, 0}, 1}};
  for (int i = 1; i < n; ++i) {
    std::map<Counts, Rational> next;
    for (const auto& [counts, mass] : rest) {
      for (std::size_t j = 0; j < 3; ++j) {
        Counts more = counts;
        ++more[j];
        next[more] += mass * p;
      }
      next[counts] += mass * (1 - 3 * p);
    }
    rest = next;
  }
  std::map<Counts, Atom> atoms;
  for (const auto& [counts, mass] : rest) {
    Counts zero = counts;
    Counts one = counts;
    Counts other = counts;
    ++zero[0];
    ++one[1];
    ++other[2];
    atoms[zero].p += q * mass;
    atoms[one].q += q * mass;
    atoms[other].p += (1 - q) * mass;
    atoms[other].q += (1 - q) * mass;
  }
  return atoms;
}

Pair atoms_of(const std::map<Counts, Atom>& atoms) {
  Pair pair;
  for (const auto& [counts, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

std::string where(int n, const Rational& p, const Rational& q, const Rational& w) {
  return "n=" + std::to_string(n) + ", p=" + text(p) + ", q=" + text(q) + ", w=" + text(w);
}

/// H_w = (1/(n p)) sum over t, u of the trinomial law of (N0+N1, N*) times ((1+w) q k/2 B_t(k) - ((w-1) q t/2 +
/// (w-1)(1-q) u) S_t(k)), k = floor((w q t + (w-1)(1-q) u) / ((1+w) q)) + 1.
void one_sum(Tally& tally, bool long_run) {
  for (const Rational& p : {ratio(1, 3), ratio(1, 4), ratio(1, 11)}) {
    for (const Rational& q : {ratio(1, 1), ratio(2, 3), ratio(1, 8)}) {
      for (int n = 1; n <= (long_run ? 9 : 6); ++n) {
        const Pair pair = atoms_of(four_categories(n, p, q));
        for (const Rational& w : {ratio(1, 1), ratio(11, 10), ratio(2, 1), ratio(7, 1)}) {
          Rational sum = 0;
          for (int t = 1; t <= n; ++t) {
            for (int u = 0; u + t <= n; ++u) {
              const Rational weight = binomial_pmf(n, 2 * p, t) *
                                      (2 * p == 1 ? Rational(u == 0 ? 1 : 0) : binomial_pmf(n - t, p / (1 - 2 * p), u));
              const Rational drift = (w - 1) * (1 - q) * u;
              const int k = floor_of((w * q * t + drift) / ((1 + w) * q)).convert_to<int>() + 1;
              if (k > t) {
                continue;
              }
              sum += weight * ((1 + w) * q * k / 2 * binomial_pmf(t, ratio(1, 2), k) -
                               ((w - 1) * q * t / 2 + drift) * binomial_upper_tail(t, ratio(1, 2), k));
            }
          }
          const Rational formula = sum / (n * p);
          const Rational direct = hockey_stick(pair, w);
          tally.expect(formula == direct && direct == hockey_stick(reversed(pair), w),
                       [&] { return where(n, p, q, w) + ": sum " + text(formula) + ", pair " + text(direct); });
        }
      }
    }
  }
}

/// Corollary 4.2: k-RR has q = (E-1)/(E+k-1), Q* uniform, p = k/((k+1)(E+k-1)), and is dominated.
void krr_instance(Tally& tally, bool long_run) {
  for (int k = 2; k <= (long_run ? 4 : 3); ++k) {
    for (const Rational& e : {Rational(2), ratio(7, 2), Rational(10)}) {
      const Rational q = (e - 1) / (e + k - 1);
      const Rational p = Rational(k) / ((k + 1) * (e + k - 1));
      const Randomizer krr = randomized_response(k, e);
      // What is left over of R(x) is not negative.
      for (std::size_t y = 0; y < krr.columns.size(); ++y) {
        for (const Rational& mass : krr.columns[y]) {
          const Rational part = p * (ratio(1, k) + (y < 2 ? 1 : 0));
          tally.expect(mass >= part, [&] { return "k=" + std::to_string(k) + ", E=" + text(e); });
        }
      }
      for (int n = 1; n <= (k == 2 ? 5 : 4); ++n) {
        const Profile profile(atoms_of(four_categories(n, p, q)));
        for (const auto& others : multisets(k, n - 1)) {
          const auto w = profile.exceeded_by(shuffled_pair(krr, 0, 1, others));
          tally.expect(!w, [&] { return "k=" + std::to_string(k) + ", E=" + text(e) + ", " + where(n, p, q, *w); });
        }
      }
    }
  }
}

/// Each of the three parts of the pair, (user 1 in category 0 against 1, 0 against *, * against 1), is a
/// post-processing of Lemma A.1's pair with 2p clones; so H_{1+q(w-1)} of the pair is at most q H_w of that.
void multinomial_by_q(Tally& tally, bool long_run) {
  for (const Rational& p : {ratio(1, 3), ratio(1, 5), ratio(1, 12)}) {
    for (const Rational& q : {ratio(1, 1), ratio(1, 2), ratio(1, 9)}) {
      for (int n = 1; n <= (long_run ? 8 : 6); ++n) {
        const Pair pair = atoms_of(four_categories(n, p, q));
        const Pair simple = a1_pair(n, 2 * p);
        for (int i = 0; i <= 20; ++i) {
          const Rational w = 1 + ratio(i * i, 20);
          const Rational left = hockey_stick(pair, 1 + q * (w - 1));
          const Rational right = q * hockey_stick(simple, w);
          tally.expect(left <= right, [&] { return where(n, p, q, w) + ": " + text(left) + " > " + text(right); });
        }
      }
    }
  }
}

/// Equation (10) at w - 1 = 4 sqrt(2 ln(4/delta))/sqrt(pn) + 4/(pn), p >= 8 ln(2/delta)/n: by multinomial.factor the
/// delta of the four-category pair at 1 + q (w-1) is at most q H_w of the pair of Lemma A.1 with 2p, which is computed.
/// w is rounded down, so that H_w is not too small.
Enclosure bracket(const Rational& pn, const Rational& delta) {
  return 4 * sqrt(2 * log(Enclosure(4 / delta)) / Enclosure(pn)) + 4 / Enclosure(pn);
}

void equation10(Tally& tally, bool long_run) {
  Rational largest = 0;
  for (const Rational& delta : {Rational(1), ratio(1, 10), ratio(1, 10'000), Rational(1) / power(10, 12)}) {
    for (const Rational& p : {ratio(1, 3), ratio(1, 10), ratio(1, 100), ratio(1, 10'000)}) {
      const int first = ceiling_of((8 * log(Enclosure(2 / delta)) / Enclosure(p)).upper()).convert_to<int>();
      for (const int times : {1, 3, long_run ? 100 : 10}) {
        const int n = first * times;
        const Enclosure w = 1 + bracket(n * p, delta);
        const Rational value = pair_delta(n, 2 * p, std::nullopt, w.lower()).upper();
        largest = std::max(largest, Rational(value / delta));
        tally.expect(value <= delta, [&] { return where(n, p, 1, 1) + ", delta=" + text(delta); });
      }
    }
  }
  tally.note("largest exact/claimed " + Enclosure(largest).text());
}

/// Equation (11) is (10) with p = k/((k+1)(E+k-1)), q = (E-1)/(E+k-1): the same number, and the same range.
void equation11(Tally& tally) {
  for (const Rational& e : {ratio(3, 2), Rational(4), Rational(50)}) {
    for (int k = 2; k <= 12; k += 5) {
      for (const int n : {1000, 1'000'000}) {
        const Rational size = e + k - 1;
        const Rational q = (e - 1) / size;
        const Rational p = k / ((k + 1) * size);
        // The squares of q 4 sqrt(2)/sqrt(pn) and of (E-1) 4 sqrt(2(k+1))/sqrt((E+k-1) k n); the second terms; the
        // ranges p >= 8 l/n and E+k-1 <= k n/(8 (k+1) l) at l = 1.
        const bool root = q * q * 32 / (p * n) == (e - 1) * (e - 1) * 32 * (k + 1) / (size * k * n);
        const bool rest = q * 4 / (p * n) == (e - 1) * 4 * (k + 1) / (Rational(k) * n);
        const bool range = p * n / 8 == Rational(k) * n / (8 * (k + 1)) / size;
        tally.expect(root && rest && range, [&] { return "k=" + std::to_string(k) + ", E=" + text(e); });
      }
    }
  }
}

/// With 3p above the others' share of random answers the left-over is negative: p = 1/3 covers too much.
void too_many_clones(Tally& tally) {
  const int k = 3;
  const Rational e = 10;
  const Rational q = (e - 1) / (e + k - 1);
  const Rational p = ratio(1, 3);
  const Randomizer krr = randomized_response(k, e);
  const Profile profile(atoms_of(four_categories(2, p, q)));
  for (const auto& others : multisets(k, 1)) {
    const auto w = profile.exceeded_by(shuffled_pair(krr, 0, 1, others));
    tally.expect(!w, [&] { return where(2, p, q, *w) + ", others " + std::to_string(others[0]); });
  }
}

}  // namespace

Checks multinomial_lemmas() {
  return {
      {"multinomial.sum", one_sum},
      {"multinomial.corollary-4-2", krr_instance},
      {"multinomial.factor", multinomial_by_q},
      {"multinomial.equation-10", equation10},
      {"multinomial.equation-11", equation11},
      {"multinomial.too-many-clones", too_many_clones},
  };
}

}  // namespace hallmark::lemmas
