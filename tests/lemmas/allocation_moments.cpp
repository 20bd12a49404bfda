// Random allocation: the overlap bound on moments in exact rationals, and two statements of the papers that are false.

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Rational power_of_two(int exponent) { return Rational(Integer(1) << static_cast<unsigned>(exponent)); }

/// Gaussian moments with e^(1/sigma^2) = 4: E X^c = 2^(c(c-1)). E f^alpha, the mean over alpha independent k-subsets of
/// the product over the steps of E X^(times chosen), is at most (E 2^(alpha |I and J|))^(alpha-1), equal at alpha = 2.
void overlap(Tally& tally, bool long_run) {
  for (int t = 1; t <= 5; ++t) {
    for (int k = 1; k <= t; ++k) {
      const std::vector<std::vector<int>> sets = subsets(t, k);
      const Rational share(1, Integer(sets.size()));
      for (int alpha = 2; alpha <= (long_run ? 5 : 4); ++alpha) {
        Rational moment = 0;
        std::vector<int> chosen(static_cast<std::size_t>(t), 0);
        const auto choose = [&](auto&& self, int left, const Rational& weight) -> void {
          if (left == 0) {
            int exponent = 0;
            for (const int c : chosen) exponent += c * (c - 1);
            moment += weight * power_of_two(exponent);
            return;
          }
          for (const std::vector<int>& set : sets) {
            for (const int step : set) ++chosen[static_cast<std::size_t>(step)];
            self(self, left - 1, weight * share);
            for (const int step : set) --chosen[static_cast<std::size_t>(step)];
          }
        };
        choose(choose, alpha, 1);
        Rational overlaps = 0;
        for (const std::vector<int>& set : sets) {
          int common = 0;
          for (const int step : set) common += step < k ? 1 : 0;  // with the set 0, ..., k-1
          overlaps += share * power_of_two(alpha * common);
        }
        Rational bound = 1;
        for (int i = 1; i < alpha; ++i) bound *= overlaps;
        tally.expect(alpha == 2 ? moment == bound : moment <= bound, [&] {
          return "t=" + std::to_string(t) + ", k=" + std::to_string(k) + ", alpha=" + std::to_string(alpha) + ": " +
                 text(moment) + " against " + text(bound);
        });
      }
    }
  }
}

/// Negative control: with sampling rates that depend on what was seen, a larger rate is not always worse. RR(3), two
/// steps, the second one surely sampled after a low output and never after a high one; the rate of the first from 0 to
/// 1/4.
void view_dependent_rates(Tally& tally) {
  const Step step = randomized_response_step(3);
  const auto divergence = [&](const Rational& rate) {
    Rational total = 0;
    for (std::size_t first = 0; first < 2; ++first) {
      const Atom& one = step.outcomes[first];
      const bool high = one.p > one.q;
      for (const Atom& two : step.outcomes) {
        const Rational p = (rate * one.p + (1 - rate) * one.q) * (high ? two.q : two.p);
        const Rational gain = p - 2 * one.q * two.q;
        if (gain > 0) total += gain;
      }
    }
    return total;
  };
  const Rational never = divergence(0);
  const Rational quarter = divergence(Rational(1, 4));
  if (never != Rational(3, 16) || quarter != Rational(3, 32)) return;
  tally.expect(never <= quarter, [&] {
    return "RR(3), two steps, w=2: " + text(never) + " at rate 0, " + text(quarter) + " at rate 1/4 of the first step";
  });
}

/// Negative control: E - 1/E, the range of a step's ratio, is 2 sinh(eps0), not 2 cosh(eps0) = E + 1/E.
void range_is_cosh(Tally& tally) {
  for (const Rational& e : {Rational(1), Rational(3, 2), Rational(3)}) {
    tally.expect(Rational(e - 1 / e) == Rational(e + 1 / e),
                 [&] { return "E=" + text(e) + ": " + text(e - 1 / e) + " against " + text(e + 1 / e); });
  }
}

}  // namespace

Checks allocation_moments_lemmas() {
  return {
      {"allocation.overlap", overlap},
      {"allocation.range-is-cosh", range_is_cosh},
      {"allocation.view-dependent-rates", view_dependent_rates},
  };
}

}  // namespace hallmark::lemmas
