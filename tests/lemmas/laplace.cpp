// Laplace noise: one round in closed form, and one coordinate against two.
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// h(e) = 1 - e^((e - a)/2) for |e| <= a, 0 above and 1 - e^e below.
Enclosure one_round(const Rational& a, const Rational& e) {
  if (e >= a) return 0L;
  if (e <= -a) return Enclosure(1L) - exp(Enclosure(e));
  return Enclosure(1L) - exp(Enclosure(Rational((e - a) / 2)));
}

/// The P-mass of log ratios from `l` to `h` of Laplace noise of ratio a, -a <= l < h <= a, without the atoms.
Enclosure between(const Rational& a, const Rational& l, const Rational& h) {
  return (exp(Enclosure(Rational((h - a) / 2))) - exp(Enclosure(Rational((l - a) / 2)))) / 2;
}

/// The masses: an atom of 1/2 at a, one of e^-a/2 at -a, and the density between; they add up to 1, and so do the
/// Q-masses e^-L.
void masses(Tally& tally) {
  for (const Rational& a : {ratio(1, 10), Rational(1), Rational(7)}) {
    const Enclosure small = exp(Enclosure(Rational(-a)));
    const Enclosure sum = Enclosure(ratio(1, 2)) + small / 2 + between(a, -a, a);
    tally.expect(sum.lower() <= 1 && sum.upper() >= 1, [&] { return "eps0 = " + text(a) + ": " + sum.text(); });
    // delta(e) = mass of L > e, less e^e times their Q-mass, 1/2 e^-a at the atom and the density's (e^(-(e+a)/2) - e^-a)/2.
    for (const Rational& e : {Rational(0), Rational(a / 3), Rational(a * ratio(9, 10))}) {
      const Enclosure p = Enclosure(ratio(1, 2)) + between(a, e, a);
      const Enclosure q = small / 2 + (exp(Enclosure(Rational(-(e + a) / 2))) - small) / 2;
      const Enclosure direct = p - exp(Enclosure(e)) * q;
      const Enclosure closed = one_round(a, e);
      tally.expect(direct.lower() <= closed.upper() && closed.lower() <= direct.upper(),
                   [&] { return "eps0 = " + text(a) + ", eps = " + text(e); });
    }
  }
}

/// H_w(Lap_(a+b)) - H_w(Lap_a x Lap_b) = sqrt(w) A(ln w), A = e^(-(a+b)/2)/4 times the length of [-a,a] n (ln w +
/// [-b,b]); the product by step functions of the second log ratio.
void laplace_coordinates(Tally& tally, bool long_run) {
  const int steps = long_run ? 2000 : 200;
  for (const Rational& a : {ratio(1, 2), Rational(2)}) {
    for (const Rational& b : {ratio(1, 3), Rational(1)}) {
      for (const Rational& e : {Rational(0), ratio(1, 4), Rational(1)}) {
        Enclosure low = one_round(a, e - b) / 2 + exp(Enclosure(Rational(-b))) / 2 * one_round(a, e + b);
        Enclosure high = low;
        for (int i = 0; i < steps; ++i) {
          const Rational l = -b + 2 * b * i / steps;
          const Rational h = -b + 2 * b * (i + 1) / steps;
          low += between(b, l, h) * one_round(a, e - l);
          high += between(b, l, h) * one_round(a, e - h);
        }
        const Rational from = -a > e - b ? Rational(-a) : Rational(e - b);
        const Rational to = a < e + b ? a : Rational(e + b);
        const Rational length = to > from ? Rational(to - from) : Rational(0);
        const Enclosure gap = exp(Enclosure(Rational((e - a - b) / 2))) * Enclosure(length) / 4;
        const Enclosure both = one_round(a + b, e) - gap;
        tally.expect(both.lower() <= high.upper() && low.lower() <= both.upper(), [&] {
          return "a = " + text(a) + ", b = " + text(b) + ", eps = " + text(e) + ": " + low.text() + " to " +
                 high.text() + ", said " + both.text();
        });
      }
    }
  }
}

}  // namespace

Checks laplace_lemmas() {
  return {
      {"laplace.one-round", masses},
      {"laplace.coordinates", laplace_coordinates},
  };
}

}  // namespace hallmark::lemmas
