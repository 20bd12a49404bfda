// The Laplace inversion of the composed Poisson-subsampled Gaussian: the inequalities behind its alias and strip
// bounds.
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// (1-v)_+ in the mean over P, v = w Q/P: D(ln w).
Rational put(const std::vector<Rational>& p, const std::vector<Rational>& q, const Rational& w) {
  Rational sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Rational gain = p[i] - w * q[i];
    if (gain > 0) sum += gain;
  }
  return sum;
}

/// D(x) = 1 - e^x + E(e^(x-L) - 1)_+ for a pair of equal total mass.
void mixture_put_call(Tally& tally) {
  Random random("poisson-gaussian.put-call");
  for (int i = 0; i < 200; ++i) {
    const int size = 2 + random.below(5);
    std::vector<Rational> p;
    std::vector<Rational> q;
    for (int j = 0; j < size; ++j) {
      p.push_back(1 + random.below(9));
      q.push_back(1 + random.below(9));
    }
    p = law_of(p);
    q = law_of(q);
    const Rational w = ratio(1 + random.below(40), 1 + random.below(20));
    Rational call = 0;
    for (int j = 0; j < size; ++j) {
      if (w * q[j] > p[j]) call += w * q[j] - p[j];
    }
    tally.expect(put(p, q, w) == 1 - w + call, [&] { return "w=" + text(w); });
  }
}

/// a^a / (1+a)^(1+a), a an integer.
Rational largest(int a) { return power(Rational(a), a) / power(Rational(a + 1), a + 1); }

/// (1 - 1/v)_+ <= c_a v^a and (v - 1)_+ <= c_a v^(1+a), with equality at v = (1+a)/a.
void chernoff(Tally& tally) {
  for (int a = 1; a <= 12; ++a) {
    const Rational c = largest(a);
    for (int k = 1; k <= 200; ++k) {
      const Rational v = ratio(k, 20);
      const Rational left = v > 1 ? 1 - 1 / v : Rational(0);
      const Rational right = v > 1 ? v - 1 : Rational(0);
      tally.expect(left <= c * power(v, a) && right <= c * power(v, a + 1),
                   [&] { return "a=" + std::to_string(a) + ", v=" + text(v); });
    }
    const Rational v = ratio(a + 1, a);
    tally.expect(1 - 1 / v == c * power(v, a) && v - 1 == c * power(v, a + 1), [&] { return std::to_string(a); });
  }
}

/// For a, b > 0 and angles x = 2 atan t: (a+b)^2 cos^2(x/2) <= |a + b e^(ix)|^2 <= (a+b)^2, and >= a^2 if cos x >= 0.
void modulus(Tally& tally) {
  for (int i = 1; i <= 9; ++i) {
    for (int j = 1; j <= 20; ++j) {
      for (int k = 0; k <= 40; ++k) {
        const Rational a = ratio(i, 10);
        const Rational b = ratio(j * j, 15);
        const Rational t = ratio(k, 8);
        const Rational cosine = (1 - t * t) / (1 + t * t);
        const Rational square = a * a + b * b + 2 * a * b * cosine;
        const Rational sum = (a + b) * (a + b);
        tally.expect(square <= sum && square >= sum / (1 + t * t) && (cosine < 0 || square >= a * a),
                     [&] { return "a=" + text(a) + ", b=" + text(b) + ", t=" + text(t); });
      }
    }
  }
}

/// The argument of a + b e^(ix) grows with x up to pi/2: its tangent b sin x / (a + b cos x) does.
void argument(Tally& tally) {
  for (int i = 1; i <= 9; ++i) {
    for (int j = 1; j <= 20; ++j) {
      const Rational a = ratio(i, 10);
      const Rational b = ratio(j * j, 15);
      Rational before = 0;
      for (int k = 1; k <= 16; ++k) {
        const Rational t = ratio(k, 16);
        const Rational tangent = b * 2 * t / (a * (1 + t * t) + b * (1 - t * t));
        tally.expect(tangent > before, [&] { return "a=" + text(a) + ", b=" + text(b) + ", t=" + text(t); });
        before = tangent;
      }
    }
  }
}

/// It does not beyond pi/2 where b < a: the reason for the limit.
void argument_beyond(Tally& tally) {
  const Rational a = 1;
  const Rational b = ratio(1, 2);
  Rational before = 0;
  for (int k = 1; k <= 64; ++k) {
    const Rational t = ratio(k, 16);
    const Rational tangent = b * 2 * t / (a * (1 + t * t) + b * (1 - t * t));
    tally.expect(tangent > before, [&] { return "a=1, b=1/2, t=" + text(t); });
    before = tangent;
  }
}

/// ln(1 - q + q e^u) is convex: l(u) l(v) >= l((u+v)/2)^2, and l(v) <= l(u) e^(v-u) for v >= u.
void growth(Tally& tally) {
  for (int i = 1; i <= 9; ++i) {
    const Rational q = ratio(i, 10);
    for (int j = 1; j <= 20; ++j) {
      for (int k = 1; k <= 20; ++k) {
        const Rational root_u = ratio(j, 7);  // e^(u/2)
        const Rational root_v = ratio(k, 5);
        const auto l = [&](const Rational& x) -> Rational { return 1 - q + q * x; };
        const Rational u = root_u * root_u;
        const Rational v = root_v * root_v;
        const Rational middle = l(root_u * root_v);
        tally.expect(l(u) * l(v) >= middle * middle && (v < u || l(v) <= l(u) * v / u),
                     [&] { return "q=" + text(q) + ", e^u=" + text(u) + ", e^v=" + text(v); });
      }
    }
  }
}

}  // namespace

Checks poisson_gaussian_lemmas() {
  return {
      {"poisson-gaussian.put-call", mixture_put_call},
      {"poisson-gaussian.chernoff", chernoff},
      {"poisson-gaussian.modulus", modulus},
      {"poisson-gaussian.argument", argument},
      {"poisson-gaussian.argument.beyond", argument_beyond},
      {"poisson-gaussian.growth", growth},
  };
}

}  // namespace hallmark::lemmas
