// The privacy blanket of [BBGN19] for k-ary randomized response: the tail bounds that its closed forms rest on, and its
// Theorem 3.1 as [KHH21] quotes it.
#include <algorithm>
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// L = (mu_x - w mu_x')/omega under the uniform blanket omega of mass g = k/(E+k-1): three values.
struct Amplification {
  Rational e;
  int k;
  Rational w;
  [[nodiscard]] Rational g() const { return Rational(k) / (e + k - 1); }
  [[nodiscard]] Rational own() const { return (1 - g()) * k + g() * (1 - w); }           // y = x: the largest
  [[nodiscard]] Rational replaced() const { return g() * (1 - w) - w * (1 - g()) * k; }  // y = x': the smallest
  [[nodiscard]] Rational other() const { return g() * (1 - w); }
  [[nodiscard]] Rational second_moment() const {
    return (own() * own() + replaced() * replaced() + (k - 2) * other() * other()) / k;
  }
  /// E(L_1 + ... + L_M)_+, over the counts of the two special categories.
  [[nodiscard]] Rational positive_part(int m) const {
    Rational sum = 0;
    for (int x = 0; x <= m; ++x) {
      for (int y = 0; x + y <= m; ++y) {
        const Rational total = x * own() + y * replaced() + (m - x - y) * other();
        if (total <= 0) continue;
        sum += total * Rational(choose(m, x) * choose(m - x, y)) * power(ratio(1, k), x + y) *
               power(ratio(k - 2, k), m - x - y);
      }
    }
    return sum;
  }
  [[nodiscard]] std::string text_of(int m) const {
    return "E=" + text(e) + ", k=" + std::to_string(k) + ", w=" + text(w) + ", M=" + std::to_string(m);
  }
};

template <class Bound>
void blanket_tail(Tally& tally, const Bound& bound, bool long_run) {
  Rational largest = 0;
  for (const Rational& e : {ratio(3, 2), Rational(3), Rational(10)}) {
    for (int k = 2; k <= 4; ++k) {
      for (const Rational& w : {ratio(21, 20), ratio(5, 4), ratio(7, 5), Rational(2), Rational(8)}) {
        const Amplification l{e, k, w};
        if (l.own() <= 0) continue;  // then the positive part is 0
        for (int m = 1; m <= (long_run ? 24 : 10); ++m) {
          const Rational truth = l.positive_part(m);
          const Enclosure most = bound(l, m);
          largest = std::max(largest, Rational(truth / most.lower()));
          tally.expect(truth <= most.lower(),
                       [&] { return l.text_of(m) + ": " + Enclosure(truth).text() + " above " + most.text(); });
        }
      }
    }
  }
  tally.note("largest exact/bound " + Enclosure(largest).text());
}

/// (R^2/(4A)) e^(-2 M A^2/R^2), A = w - 1, R the width of the range.
Enclosure hoeffding(const Amplification& l, int m) {
  const Rational a = l.w - 1;
  const Rational r2 = (l.own() - l.replaced()) * (l.own() - l.replaced());
  return Enclosure(r2 / (4 * a)) * exp(Enclosure(-2 * m * a * a / r2));
}

/// (b/ln(1+u)) e^(-M (c/b^2) ((1+u) ln(1+u) - u)), u = A b/c, b the largest value, c = E L^2 / share.
Enclosure bennett(const Amplification& l, int m, int share) {
  const Rational b = l.own();
  const Rational c = l.second_moment() / share;
  const Rational u = (l.w - 1) * b / c;
  const Enclosure log_u = log(Enclosure(1 + u));
  return Enclosure(b) / log_u *
         exp(Enclosure(0L) - Enclosure(m * c / (b * b)) * (Enclosure(1 + u) * log_u - Enclosure(u)));
}

/// gamma = max{14 k ln(2/delta)/((n-1) eps^2), 27 k/((n-1) eps)}, eps <= 1: the pair of both counts, which is above the
/// strong view, has a delta of at most that. gamma is rounded up, w = e^eps down.
void theorem31(Tally& tally, bool long_run) {
  Rational largest = 0;
  for (const int k : {2, 4, 10}) {
    for (const Rational& eps : {Rational(1), ratio(1, 2), ratio(1, 5)}) {
      for (const Rational& delta : {ratio(1, 10), ratio(1, 1000), Rational(1) / power(10, 8)}) {
        const Enclosure first = 14 * k * log(Enclosure(2 / delta)) / Enclosure(eps * eps);
        const Rational needed = std::max(first.upper(), Rational(27 * k / eps));  // (n-1) gamma
        for (const Rational& gamma : {ratio(99, 100), ratio(1, 2), ratio(1, 20)}) {
          const int n = ceiling_of(needed / gamma).convert_to<int>() + 1;
          if (n > (long_run ? 400'000 : 20'000)) continue;
          const Rational value = pair_delta(n, 2 * gamma / k, std::nullopt, exp(Enclosure(eps)).lower()).upper();
          largest = std::max(largest, Rational(value / delta));
          tally.expect(value <= delta, [&] {
            return "k=" + std::to_string(k) + ", eps=" + text(eps) + ", delta=" + text(delta) +
                   ", gamma=" + text(gamma) + ", n=" + std::to_string(n) + ": " + Enclosure(value).text();
          });
        }
      }
    }
  }
  tally.note("largest exact/claimed " + Enclosure(largest).text());
}

}  // namespace

Checks krr_blanket_lemmas() {
  return {
      {"krr.bbgn19.theorem-3-1", theorem31},
      {"krr.bbgn19.hoeffding", [](Tally& tally, bool long_run) { blanket_tail(tally, hoeffding, long_run); }},
      {"krr.bbgn19.bennett",
       [](Tally& tally, bool long_run) {
         blanket_tail(
             tally, [](const Amplification& l, int m) { return bennett(l, m, 1); }, long_run);
       }},
      {"krr.bbgn19.bennett.quarter",
       [](Tally& tally, bool long_run) {
         blanket_tail(
             tally, [](const Amplification& l, int m) { return bennett(l, m, 4); }, long_run);
       }},
  };
}

}  // namespace hallmark::lemmas
