// The small lemmas of the papers' appendices that the rest leans on: joint convexity, continuity, total variation,
// half-spaces, Gaussian moments.

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

std::vector<Rational> random_law(Random& random, int size) {
  std::vector<Rational> weights;
  for (int i = 0; i < size; ++i) weights.emplace_back(random.below(4) == 0 ? 0 : 1 + random.below(9));
  if (weights == std::vector<Rational>(weights.size())) weights[0] = 1;
  return law_of(weights);
}

void appendix_joint_convexity(Tally& tally, bool long_run) {
  Random random("batch.joint-convexity");
  for (int round = 0; round < (long_run ? 5000 : 500); ++round) {
    const int size = 2 + random.below(4);
    const int parts = 2 + random.below(3);
    const auto weights = random_law(random, parts);
    std::vector<Pair> pairs;
    Pair mixture(static_cast<std::size_t>(size));
    for (int i = 0; i < parts; ++i) {
      pairs.push_back(pair_of(random_law(random, size), random_law(random, size)));
      for (std::size_t o = 0; o < mixture.size(); ++o) {
        mixture[o].p += weights[static_cast<std::size_t>(i)] * pairs.back()[o].p;
        mixture[o].q += weights[static_cast<std::size_t>(i)] * pairs.back()[o].q;
      }
    }
    for (const Rational& w : breakpoints(mixture)) {
      Rational average = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) average += weights[i] * hockey_stick(pairs[i], w);
      tally.expect(hockey_stick(mixture, w) <= average,
                   [&] { return "w=" + text(w) + ": " + text(hockey_stick(mixture, w)) + " above " + text(average); });
    }
  }
}

void lipschitz(Tally& tally, bool long_run) {
  Random random("batch.lipschitz");
  for (int round = 0; round < (long_run ? 5000 : 500); ++round) {
    const int size = 2 + random.below(4);
    const Pair pair = pair_of(random_law(random, size), random_law(random, size));
    for (int i = 0; i < 10; ++i) {
      const Rational low = ratio(random.below(40), 10);
      const Rational high = low + ratio(1 + random.below(20), 10);
      const Rational fall = hockey_stick(pair, low) - hockey_stick(pair, high);
      tally.expect(fall >= 0 && fall <= high - low,
                   [&] { return "w from " + text(low) + " to " + text(high) + ": fall " + text(fall); });
    }
  }
}

/// P, P' and Q, Q' at total variation at most d and d': H_w(P'||Q') <= H_w(P||Q) + d + w d'.
void total_variation(Tally& tally, bool long_run) {
  Random random("clones.total-variation");
  for (int round = 0; round < (long_run ? 5000 : 500); ++round) {
    const int size = 2 + random.below(4);
    const auto p = random_law(random, size);
    const auto q = random_law(random, size);
    const auto p_near = random_law(random, size);
    const auto q_near = random_law(random, size);
    const Rational d = hockey_stick(pair_of(p_near, p), 1);
    const Rational e = hockey_stick(pair_of(q, q_near), 1);
    for (const Rational& w : {ratio(1, 2), Rational(1), ratio(3, 2), Rational(5)}) {
      const Rational left = hockey_stick(pair_of(p_near, q_near), w);
      const Rational right = hockey_stick(pair_of(p, q), w) + d + w * e;
      tally.expect(left <= right, [&] { return "w=" + text(w) + ": " + text(left) + " above " + text(right); });
    }
  }
}

/// Standard normal measure of {3x + 4y >= b}, enclosed by squares that lie in it and squares that meet it, against
/// Phi(-b/5).
void half_space(Tally& tally, bool long_run) {
  const int per_unit = long_run ? 24 : 6;
  const int reach = 5;
  std::vector<Enclosure> masses;
  for (int i = -reach * per_unit; i < reach * per_unit; ++i) {
    masses.push_back(normal_cdf(Enclosure(ratio(i + 1, per_unit))) - normal_cdf(Enclosure(ratio(i, per_unit))));
  }
  const Enclosure outside = 4 * normal_cdf(Enclosure(-reach));
  for (const Rational& b : {ratio(-7, 1), Rational(0), ratio(1, 2), Rational(3), Rational(9)}) {
    Enclosure inside(0L);
    Enclosure edge(0L);
    for (std::size_t i = 0; i < masses.size(); ++i) {
      for (std::size_t j = 0; j < masses.size(); ++j) {
        const int x = static_cast<int>(i) - reach * per_unit;
        const int y = static_cast<int>(j) - reach * per_unit;
        const Rational low = ratio(3 * x + 4 * y, per_unit);
        if (low >= b) {
          inside += masses[i] * masses[j];
        } else if (low + ratio(7, per_unit) > b) {
          edge += masses[i] * masses[j];
        }
      }
    }
    const Enclosure phi = normal_cdf(Enclosure(-b / 5));
    tally.expect(inside.lower() <= phi.upper() && phi.lower() <= (inside + edge + outside).upper(), [&] {
      return "b=" + text(b) + ": squares " + inside.text() + " and " + edge.text() + ", Phi " + phi.text();
    });
  }
}

/// p (x-1)^2 + (1-p) x^2 = (x-p)^2 - p(p-1): the density N(1)^p N(0)^(1-p) is e^(p(p-1)/(2 sigma^2)) times N(p), and
/// its integral over the line that factor.
/// Both sides are polynomials of degree 2 in p and in x that agree on more than three values of each: everywhere.
void gaussian_moments(Tally& tally) {
  for (int i = -12; i <= 40; ++i) {
    const Rational p = ratio(i, 4);
    for (int j = -20; j <= 20; ++j) {
      const Rational x = ratio(j, 3);
      tally.expect(p * (x - 1) * (x - 1) + (1 - p) * x * x == (x - p) * (x - p) - p * (p - 1),
                   [&] { return "p=" + text(p) + ", x=" + text(x); });
    }
  }
  tally.proves("for all p, x");
}

}  // namespace

Checks appendices_lemmas() {
  return {
      {"batch.joint-convexity", appendix_joint_convexity},
      {"batch.lipschitz", lipschitz},
      {"batch.half-space.measure", half_space},
      {"clones.total-variation", total_variation},
      {"gaussian.moments", gaussian_moments},
  };
}

}  // namespace hallmark::lemmas
