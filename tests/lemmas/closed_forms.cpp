// The closed forms of [FMT21]: Lemma A.1, Lemma 3.5 / Theorem 3.1 and the sharper ones, against the exact pairs they
// bound.
#include <optional>
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// Which logarithm stands under the root.
enum class Form { printed, sharp };  // ln(4/delta), ln(2/delta)

Enclosure log_of(long numerator, const Rational& delta) { return log(Enclosure(numerator / delta)); }

/// w = 1 + 8 sqrt(l)/sqrt(pn) + 8/(pn).
Enclosure a1_claim(Form form, int n, const Rational& p, const Rational& delta) {
  const Enclosure pn(n * p);
  return 1 + 8 * sqrt(log_of(form == Form::printed ? 4 : 2, delta) / pn) + 8 / pn;
}

/// Certainly p >= constant ln(2/delta)/n.
bool valid(int n, const Rational& p, const Rational& delta, int constant = 16) {
  return less_equal(constant * log_of(2, delta), Enclosure(n * p));
}

/// The smallest n with p >= constant ln(2/delta)/n.
int edge(const Rational& p, const Rational& delta, int constant = 16) {
  return ceiling_of((constant * log_of(2, delta) / Enclosure(p)).upper()).convert_to<int>();
}

/// H_w of the exact pair is certainly <= bound. H decreases in w, so the claim's w is rounded down to a rational.
bool at_most(int n, const Rational& p, const std::optional<Rational>& e, const Enclosure& w, const Rational& bound,
             Rational& largest) {
  const Rational value = pair_delta(n, p, e, w.lower()).upper();
  const Rational quotient = value / bound;
  if (quotient > largest) {
    largest = quotient;
  }
  return value <= bound;
}

std::string share_text(const Rational& largest) { return "largest exact/claimed " + Enclosure(largest).text(); }

std::vector<Rational> deltas() {
  return {1,
          ratio(999, 1000),
          ratio(9, 10),
          ratio(1, 2),
          ratio(1, 10),
          ratio(1, 100),
          ratio(1, 10'000),
          ratio(1, 100'000'000),
          Rational(1) / power(10, 12),
          Rational(1) / power(10, 30)};
}

std::string at(int n, const Rational& p, const Rational& delta) {
  return "n=" + std::to_string(n) + ", p=" + text(p) + ", delta=" + text(delta);
}

/// Closed sum over c against the literal pair: the clones formula with E to infinity.
void a1_exact(Tally& tally, bool long_run) {
  for (const Rational& p : {Rational(1), ratio(1, 2), ratio(1, 3), ratio(1, 10)}) {
    for (int n = 1; n <= (long_run ? 14 : 9); ++n) {
      const Pair pair = a1_pair(n, p);
      std::vector<Rational> ws = {1, ratio(11, 10), ratio(101, 7), 1000};
      for (int m = 1; m <= n; ++m) {
        for (int x = (m + 1) / 2; x < m; ++x) {
          ws.push_back(ratio(x, m - x));
        }
      }
      for (const auto& w : ws) {
        Rational sum = 0;
        for (int c = 0; c < n; ++c) {
          const int t = floor_of(w * (c + 1) / (1 + w)).convert_to<int>() + 1;
          sum += binomial_pmf(n - 1, p, c) *
                 (binomial_pmf(c, ratio(1, 2), t - 1) - (w - 1) * binomial_upper_tail(c, ratio(1, 2), t));
        }
        const Enclosure directed = pair_delta(n, p, std::nullopt, w);
        tally.expect(
            sum == hockey_stick(pair, w) && sum == hockey_stick(reversed(pair), w) && directed.lower() <= sum &&
                sum <= directed.upper() && directed.upper() - directed.lower() < Rational(1) / power(10, 40),
            [&] { return at(n, p, 1) + ", w=" + text(w) + ": " + text(sum) + ", directed " + directed.text(); });
      }
      Rational atom = 0;
      for (const auto& outcome : pair) {
        atom += outcome.q == 0 ? outcome.p : Rational(0);
      }
      tally.expect(atom == power(1 - p / 2, n - 1),
                   [&] { return at(n, p, 1) + ": mass where Q vanishes " + text(atom); });
    }
  }
}

/// The directed sum used below, for the clones pair, against exact rationals.
void directed_sum(Tally& tally) {
  for (const auto& e : several_e()) {
    for (int n : {1, 2, 5, 12, 24}) {
      const Pair pair = clones_pair(n, e);
      for (const Rational& w : {Rational(1), Rational((2 + e) / 3), Rational((1 + 9 * e) / 10), e}) {
        const Rational exact = hockey_stick(pair, w);
        const Enclosure directed = pair_delta(n, 1 / e, e, w);
        tally.expect(
            directed.lower() <= exact && exact <= directed.upper() &&
                directed.upper() - directed.lower() < Rational(1) / power(10, 40),
            [&] { return at(n, 1 / e, 1) + ", w=" + text(w) + ": " + text(exact) + ", directed " + directed.text(); });
      }
    }
  }
}

void a1(Tally& tally, Form form, bool long_run) {
  Rational largest = 0;
  const int most = long_run ? 20'000 : 250;  // of pn
  const auto instance = [&](int n, const Rational& p, const Rational& delta) {
    if (valid(n, p, delta)) {
      tally.expect(at_most(n, p, std::nullopt, a1_claim(form, n, p, delta), delta, largest),
                   [&] { return at(n, p, delta); });
    }
  };
  for (const auto& delta : deltas()) {
    // p = 1 keeps C fixed and small: every n next to the edge of validity.
    const int first = edge(1, delta);
    for (int n = first; n < first + (long_run ? 200 : 10); ++n) {
      instance(n, 1, delta);
    }
    for (const Rational& p : {ratio(9, 10), ratio(1, 2), ratio(1, 10), ratio(1, 100), ratio(1, 10'000)}) {
      const int start = edge(p, delta);
      for (const int more : {0, 1, 2}) {
        instance(start + more, p, delta);
      }
      for (const int times : {2, 8, 64, 512}) {
        const Rational n = Rational(start) * times;
        if (n * p <= most) {
          instance(n.convert_to<int>(), p, delta);
        }
      }
    }
  }
  tally.note(share_text(largest));
}

/// eps = ln(1 + q (8 sqrt(E l/n) + 8E/n)); printed: l = ln(4/delta); sharp: l = ln(2/dA), dA = min(1, delta/q), and
/// then the condition is 1/E >= 16 ln(2/dA)/n.
void eq1(Tally& tally, Form form, bool long_run) {
  Rational largest = 0;
  const int most = long_run ? 20'000 : 150;  // of n/E
  for (const Rational& e : {ratio(1001, 1000), ratio(3, 2), ratio(2, 1), ratio(5, 2), ratio(3, 1), ratio(4, 1),
                            ratio(7, 1), ratio(20, 1), ratio(100, 1), ratio(5000, 1)}) {
    const Rational q = (e - 1) / (e + 1);
    for (const auto& delta : deltas()) {
      const Rational scaled =
          form == Form::printed || delta > q ? (form == Form::printed ? delta : Rational(1)) : delta / q;
      const int start = edge(1 / e, scaled);
      std::vector<int> sizes;
      for (int more = 0; more < (long_run ? 60 : 2); ++more) {
        sizes.push_back(start + more);
      }
      for (const int times : {2, 4, 16, 64}) {
        if (times * start / e <= most) {
          sizes.push_back(times * start);
        }
      }
      for (const int n : sizes) {
        if (!valid(n, 1 / e, scaled)) {
          continue;
        }
        const Enclosure w = 1 + Enclosure(q) * (a1_claim(form, n, 1 / e, scaled) - 1);
        // The sharp form even bounds by q dA = min(q, delta).
        const Rational bound = form == Form::sharp && delta > q ? q : delta;
        tally.expect(at_most(n, 1 / e, e, w, bound, largest), [&] { return at(n, 1 / e, delta) + ", E=" + text(e); });
      }
    }
  }
  tally.note(share_text(largest));
}

/// H_{1+q(w-1)}(P0||P1) <= q H_w(P||Q): the step from Lemma A.1 to Lemma 3.5 that keeps the factor q.
void amplified_by_q(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    const Rational q = (e - 1) / (e + 1);
    for (int n = 1; n <= (long_run ? 14 : 8); ++n) {
      const Pair clones = clones_pair(n, e);
      const Pair simple = a1_pair(n, 1 / e);
      for (int i = 0; i <= 40; ++i) {
        const Rational w = 1 + ratio(i * i, 40);
        const Rational left = hockey_stick(clones, 1 + q * (w - 1));
        const Rational right = q * hockey_stick(simple, w);
        tally.expect(left <= right, [&] {
          return "E=" + text(e) + ", n=" + std::to_string(n) + ", w=" + text(w) + ": " + text(left) + " > " +
                 text(right);
        });
      }
    }
  }
}

/// The algebra of the proof, exactly. With l = ln(2/delta):
/// Chernoff exponent: (x/2-1)^2/(2(x-1)), x = pn, increases for x >= 2, and is >= l at x = 16 l, because 32 l^2 - 14 l
/// + 1 >= 0; ratio: with u = sqrt(8l/C) in (0,1], (C/2 + uC/4 + 1)/(C/2 - uC/4) <= 1 + 2u + 4/C, and 2u = 4 sqrt(2l/C).
void proof_algebra(Tally& tally) {
  const auto exponent = [](const Rational& x) { return (x / 2 - 1) * (x / 2 - 1) / (2 * (x - 1)); };
  for (int i = 69; i <= 3000; ++i) {  // l = ln 2 = 0.693... and beyond
    const Rational l = ratio(i, 100);
    tally.expect(
        32 * l * l - 14 * l + 1 >= 0 && exponent(16 * l) >= l && exponent(16 * l + ratio(1, 7)) >= exponent(16 * l),
        [&] { return "l=" + text(l) + ": exponent " + text(exponent(16 * l)); });
    // The mean is p(n-1) in [pn - 1, pn]: the exponent (mu - pn/2)^2/(2 mu) is smallest at the lower end.
    for (const Rational& p : {ratio(1, 1), ratio(1, 2), ratio(1, 100)}) {
      const Rational mean = 16 * l - p;
      const Rational value = (mean - 8 * l) * (mean - 8 * l) / (2 * mean);
      tally.expect(value >= exponent(16 * l),
                   [&] { return "l=" + text(l) + ", p=" + text(p) + ": exponent " + text(value); });
    }
  }
  for (int i = 1; i <= 60; ++i) {
    const Rational u = ratio(i, 60);
    for (const Rational& c :
         {ratio(11, 2), Rational(6), Rational(7), Rational(40), Rational(1000), Rational(1000000)}) {
      const Rational spread = u * c / 4;
      tally.expect((c / 2 + spread + 1) / (c / 2 - spread) <= 1 + 2 * u + 4 / c,
                   [&] { return "u=" + text(u) + ", C=" + text(c); });
    }
  }
}

/// The two concentration steps with C ~ Bin(n-1, p): Pr[C < pn/2] <= delta/2 inside the validity, and
/// Pr[Bin(C,1/2) > C/2 + sqrt(C l/2)] <= delta/2 for every C.
void proof_concentration(Tally& tally, bool long_run) {
  for (const auto& delta : deltas()) {
    for (const Rational& p : {ratio(99, 100), ratio(1, 2), ratio(1, 10), ratio(1, 1000)}) {
      const int start = edge(p, delta);
      for (const int n : {start, start + 1, 2 * start, 5 * start}) {
        const int below = ceiling_of(n * p / 2).convert_to<int>() - 1;
        const Enclosure tail = binomial_lower_tail_enclosure(n - 1, p, below);
        tally.expect(less_equal(tail, Enclosure(delta / 2)),
                     [&] { return at(n, p, delta) + ": Pr[C < pn/2] in " + tail.text(); });
      }
    }
    const Enclosure l = log_of(2, delta);
    for (int c = 1; c <= (long_run ? 400 : 150); ++c) {
      const Rational threshold = (Enclosure(c) / 2 + sqrt(c * l / 2)).lower();
      const Rational tail = binomial_upper_tail(c, ratio(1, 2), floor_of(threshold).convert_to<int>() + 1);
      tally.expect(tail <= delta / 2, [&] {
        return "C=" + std::to_string(c) + ", delta=" + text(delta) + ": Pr[A large] = " + text(tail);
      });
    }
  }
}

/// Negative control: Lemma A.1 with the condition p >= 2 ln(2/delta)/n instead of 16.
void a1_outside(Tally& tally) {
  const int n = 1'000'000;
  const Rational delta = Rational(1) / power(10, 8);
  const Rational p = ratio(38'228, 1'000'000'000);
  if (!valid(n, p, delta, 2)) {
    return;
  }
  // Refuted with a lower bound of H at a rational w above the claim's.
  const Rational w = a1_claim(Form::printed, n, p, delta).upper();
  const Enclosure exact = pair_delta(n, p, std::nullopt, w);
  const bool as_named = exact.lower() > 71 * delta && exact.upper() < 72 * delta;
  tally.expect(exact.lower() <= delta || !as_named, [&] {
    return at(n, p, delta) + " (p n >= 2 ln(2/delta)): exact/claimed in " + (exact / Enclosure(delta)).text();
  });
}

/// Negative control: Lemma 3.5 with 1/E >= ln(2/delta)/n instead of 16.
void eq1_outside(Tally& tally) {
  const int n = 1'000'000;
  const Rational delta = Rational(1) / power(10, 8);
  const Rational e = 52'000;
  if (!valid(n, 1 / e, delta, 1)) {
    return;
  }
  const Rational q = (e - 1) / (e + 1);
  const Rational w = (1 + Enclosure(q) * (a1_claim(Form::printed, n, 1 / e, delta) - 1)).upper();
  const Enclosure exact = pair_delta(n, 1 / e, e, w);
  tally.expect(exact.lower() <= delta, [&] {
    return "n=" + std::to_string(n) + ", E=" + text(e) + ", delta=" + text(delta) +
           " (n/E >= ln(2/delta)): exact/claimed in " + (exact / Enclosure(delta)).text();
  });
}

}  // namespace

Checks closed_forms_lemmas() {
  return {
      {"closed-forms.a1.exact", a1_exact},
      {"closed-forms.directed-sum", directed_sum},
      {"closed-forms.a1", [](Tally& tally, bool long_run) { a1(tally, Form::printed, long_run); }},
      {"closed-forms.a1.sharp", [](Tally& tally, bool long_run) { a1(tally, Form::sharp, long_run); }},
      {"closed-forms.eq1", [](Tally& tally, bool long_run) { eq1(tally, Form::printed, long_run); }},
      {"closed-forms.eq1.sharp", [](Tally& tally, bool long_run) { eq1(tally, Form::sharp, long_run); }},
      {"closed-forms.eq1.factor", amplified_by_q},
      {"closed-forms.proof.algebra", proof_algebra},
      {"closed-forms.proof.concentration", proof_concentration},
      {"closed-forms.a1.outside-validity", a1_outside},
      {"closed-forms.eq1.outside-validity", eq1_outside},
  };
}

}  // namespace hallmark::lemmas
