// From one Renyi divergence to delta: the constant of the conversion, and that a smaller one is too small.
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// sum (p - w q)_+ <= share (a-1)^(a-1)/a^a w^(1-a) sum p^a q^(1-a), over pairs of two outcomes, integer orders.
void conversion(Tally& tally, const Rational& share) {
  for (int a = 2; a <= 8; ++a) {
    const Rational constant = power(Rational(a - 1), a - 1) / power(Rational(a), a);
    for (int i = 1; i < 16; ++i) {
      for (int j = 1; j < 16; ++j) {
        const Rational p = ratio(i, 16);
        const Rational q = ratio(j, 16);
        Rational moment = 0;
        for (const auto& [x, y] : {std::pair{p, q}, std::pair{1 - p, 1 - q}}) moment += power(x, a) / power(y, a - 1);
        for (const Rational& w : {ratio(1, 2), Rational(1), ratio(3, 2), Rational(3)}) {
          Rational delta = 0;
          for (const auto& [x, y] : {std::pair{p, q}, std::pair{1 - p, 1 - q}}) {
            if (x > w * y) delta += x - w * y;
          }
          tally.expect(delta <= share * constant * moment / power(w, a - 1), [&] {
            return "order " + std::to_string(a) + ", p = " + text(p) + ", q = " + text(q) + ", w = " + text(w);
          });
        }
      }
    }
  }
}

void printed(Tally& tally) { conversion(tally, 1); }
void smaller(Tally& tally) { conversion(tally, ratio(1, 2)); }

}  // namespace

Checks renyi_curve_lemmas() {
  return {
      {"renyi-curve.conversion", printed},
      {"renyi-curve.half-the-constant", smaller},
  };
}

}  // namespace hallmark::lemmas
