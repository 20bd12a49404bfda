// Shuffled batches of one epoch: P_S = (1/T) sum N(2 e_t, s^2 I) against Q_S = (1/T) sum N(e_t, s^2 I).
#include <algorithm>
#include <array>
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

constexpr int outcomes = 3;

std::array<Rational, outcomes> random_law(Random& random) {
  std::array<Integer, outcomes> weights;
  Integer total = 0;
  for (Integer& w : weights) {
    w = 1 + random.below(9);
    total += w;
  }
  std::array<Rational, outcomes> law;
  for (std::size_t i = 0; i < law.size(); ++i) law[i] = Rational(weights[i]) / Rational(total);
  return law;
}

/// A sequential mechanism on three records, one a step: the law of the step's report given the reports before it (one
/// of 1 + 3 + 9 histories) and the record.
struct Sequential {
  std::array<std::array<std::array<Rational, outcomes>, 4>, 13> laws;  // [history][record]

  explicit Sequential(Random& random) {
    for (auto& history : laws) {
      for (auto& law : history) law = random_law(random);
    }
  }
  /// The law of all three reports when the records come in the given order.
  [[nodiscard]] std::vector<Rational> run(const std::array<int, 3>& records) const {
    std::vector<Rational> law;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        for (std::size_t c = 0; c < 3; ++c) {
          law.push_back(laws[0][static_cast<std::size_t>(records[0])][a] *
                        laws[1 + a][static_cast<std::size_t>(records[1])][b] *
                        laws[4 + 3 * a + b][static_cast<std::size_t>(records[2])][c]);
        }
      }
    }
    return law;
  }
};

/// The records after a permutation.
std::array<int, 3> ordered(const std::array<int, 3>& records, const std::array<std::size_t, 3>& order) {
  return {records[order[0]], records[order[1]], records[order[2]]};
}

/// Theorem 4.1 without its Gaussians: the shuffled mechanism is a mixture over orders, the order public; H_w is jointly
/// convex, so H_w(shuffled) <= the largest H_w of the same two datasets in one fixed order.
void not_degraded(Tally& tally, bool long_run) {
  Random random("shuffled-batch.degrade");
  for (int round = 0; round < (long_run ? 2000 : 150); ++round) {
    const Sequential mechanism(random);
    const std::array<int, 3> here = {random.below(3), random.below(3), random.below(3)};
    std::array<int, 3> there = here;
    there[static_cast<std::size_t>(random.below(3))] = 3;  // the ghost record
    std::array<std::size_t, 3> order = {0, 1, 2};
    std::vector<Rational> p(27);
    std::vector<Rational> q(27);
    std::vector<Pair> fixed;
    do {
      const auto x = mechanism.run(ordered(here, order));
      const auto y = mechanism.run(ordered(there, order));
      fixed.push_back(pair_of(x, y));
      for (std::size_t i = 0; i < p.size(); ++i) {
        p[i] += x[i] / 6;
        q[i] += y[i] / 6;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    const Pair shuffled = pair_of(p, q);
    for (const Rational& w : breakpoints(shuffled)) {
      Rational worst = 0;
      for (const Pair& f : fixed) worst = std::max(worst, hockey_stick(f, w));
      tally.expect(hockey_stick(shuffled, w) <= worst, [&] {
        return "w=" + text(w) + ": " + text(hockey_stick(shuffled, w)) + " shuffled, " + text(worst) + " in one order";
      });
    }
  }
}

/// A base law and two tilts of it on four outcomes: finite stand-ins for N(0), N(1), N(2).
struct Tilts {
  std::array<Rational, 4> base;
  std::array<Rational, 4> one;
  std::array<Rational, 4> two;
};

Tilts random_tilts(Random& random) {
  // Ratios l_1 = y, l_2 = c y^2 with y = 1, 2, 4, 8 up to the two normalisations, as for normals.
  Tilts t;
  std::array<Integer, 4> weight;
  Integer total = 0;
  for (Integer& w : weight) {
    w = 1 + random.below(12);
    total += w;
  }
  Rational first = 0;
  Rational second = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Rational y = power(Rational(2), static_cast<int>(i));
    t.base[i] = Rational(weight[i]) / Rational(total);
    t.one[i] = t.base[i] * y;
    t.two[i] = t.base[i] * y * y;
    first += t.one[i];
    second += t.two[i];
  }
  for (std::size_t i = 0; i < 4; ++i) {
    t.one[i] /= first;
    t.two[i] /= second;
  }
  return t;
}

/// D_w(P_S||Q_S) for T = 3 by its definition, as (1/T) E (sum v)_+, and as E psi(S) with S the sum of T - 1 values
/// v = l_2 - w l_1; psi is at most psi(0) = D_w of one coordinate.
void one_coordinate(Tally& tally, bool long_run) {
  Random random("shuffled-batch.psi");
  for (int round = 0; round < (long_run ? 800 : 80); ++round) {
    const Tilts t = random_tilts(random);
    const Rational w = 1 + ratio(random.below(40), 10);
    std::array<Rational, 4> v;
    for (std::size_t i = 0; i < 4; ++i) v[i] = (t.two[i] - w * t.one[i]) / t.base[i];
    const auto psi = [&](const Rational& r) {
      Rational sum = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        if (v[i] > -r) sum += t.two[i] - w * t.one[i];
      }
      return sum;
    };
    Rational definition = 0;
    Rational positive_part = 0;
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = 0; b < 4; ++b) {
        for (std::size_t c = 0; c < 4; ++c) {
          const auto mixture = [&](const std::array<Rational, 4>& tilt) {
            return (tilt[a] * t.base[b] * t.base[c] + t.base[a] * tilt[b] * t.base[c] +
                    t.base[a] * t.base[b] * tilt[c]) /
                   3;
          };
          const Rational excess = mixture(t.two) - w * mixture(t.one);
          if (excess > 0) definition += excess;
          const Rational sum = v[a] + v[b] + v[c];
          if (sum > 0) positive_part += t.base[a] * t.base[b] * t.base[c] * sum / 3;
        }
      }
    }
    Rational by_psi = 0;
    for (std::size_t b = 0; b < 4; ++b) {
      for (std::size_t c = 0; c < 4; ++c) {
        const Rational value = psi(v[b] + v[c]);
        tally.expect(value <= psi(0), [&] { return "w=" + text(w) + ": psi(r)=" + text(value) + " above psi(0)"; });
        by_psi += t.base[b] * t.base[c] * value;
      }
    }
    tally.expect(definition == positive_part && definition == by_psi, [&] {
      return "w=" + text(w) + ": " + text(definition) + ", " + text(positive_part) + ", " + text(by_psi);
    });
  }
}

/// f(C) of one threshold, and the same for the complement; everything in the scale of the noise.
struct Setting {
  Rational sigma;
  Rational eps;
  int steps;
};

Enclosure power_of(const Enclosure& x, int k) {
  Enclosure result(1L);
  for (int i = 0; i < k; ++i) result = result * x;
  return result;
}

Enclosure at_threshold(const Setting& x, const Rational& c) {
  const auto cdf = [&](const Rational& y) { return normal_cdf(Enclosure(y / x.sigma)); };
  const Enclosure w = exp(Enclosure(x.eps));
  return 1 - w + power_of(cdf(c), x.steps - 1) * (w * cdf(c - 1) - cdf(c - 2));
}

Enclosure gaussian_delta(const Setting& x) {
  const Enclosure half(1 / (2 * x.sigma));
  const Enclosure shift(x.eps * x.sigma);
  return normal_cdf(half - shift) - exp(Enclosure(x.eps)) * normal_cdf(Enclosure(0L) - half - shift);
}

std::string describe(const Setting& x) {
  return "sigma=" + text(x.sigma) + ", eps=" + text(x.eps) + ", T=" + std::to_string(x.steps);
}

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {{ratio(1, 2), 0, 2},  {ratio(1, 2), 3, 40},
                                           {1, ratio(1, 10), 5}, {1, 1, 300},
                                           {2, ratio(1, 4), 50}, {ratio(13, 10), ratio(1, 2), 500},
                                           {4, ratio(1, 50), 20}};
  return all;
}

/// f rises, then falls: on a grid no rise follows a fall; and f never exceeds the delta of one coordinate.
void one_maximum(Tally& tally, bool long_run) {
  for (const Setting& x : settings()) {
    const int per_unit = long_run ? 64 : 8;
    const Enclosure cap = gaussian_delta(x);
    bool fallen = false;
    Enclosure before = at_threshold(x, -8);
    for (int i = -8 * per_unit + 1; i <= 16 * per_unit; ++i) {
      const Rational c = ratio(i, per_unit);
      const Enclosure here = at_threshold(x, c);
      const bool rises = before.upper() < here.lower();
      if (here.upper() < before.lower()) fallen = true;
      tally.expect(!(fallen && rises), [&] { return describe(x) + ": f rises again at C=" + text(c); });
      tally.expect(less_equal(here, cap), [&] { return describe(x) + ": f(" + text(c) + ")=" + here.text(); });
      before = here;
    }
  }
}

/// The sign of f' is that of A(y) - B(y), C = 3/2 + s^2 (eps + y): checked against differences of f.
void balance(Tally& tally, bool long_run) {
  for (const Setting& x : settings()) {
    const Rational s2 = x.sigma * x.sigma;
    const Enclosure w = exp(Enclosure(x.eps));
    for (int i = 1; i <= (long_run ? 400 : 60); ++i) {
      const Rational y = ratio(i, 16);
      const Rational c = ratio(3, 2) + s2 * (x.eps + y);
      const auto cdf = [&](const Rational& z) { return normal_cdf(Enclosure(z / x.sigma)); };
      const Enclosure a = (x.steps - 1) * (cdf(c - 1) - cdf(c - 2) / w) * exp(Enclosure(-(1 / s2 + x.eps + y)));
      const Enclosure b = cdf(c) * (exp(Enclosure(y)) - 1);
      const Rational step = power(ratio(1, 10), 12);
      const Enclosure change = at_threshold(x, c + step) - at_threshold(x, c - step);
      if (change.lower() <= 0 && change.upper() >= 0) continue;  // too flat for 58 digits
      tally.expect(change.lower() > 0 ? !less_equal(a, b) : !less_equal(b, a), [&] {
        return describe(x) + ", y=" + text(y) + ": A=" + a.text() + ", B=" + b.text() + ", f changes by " +
               change.text();
      });
    }
  }
}

/// Printed in Section 4.3: delta_S(12) >= 7.5e-5 at sigma = 0.4, T = 10^4. By Theorem 4.1 delta_S <= delta_D.
void printed_above_deterministic(Tally& tally) {
  const Enclosure cap = gaussian_delta({ratio(2, 5), 12, 10'000});
  tally.expect(!(cap.upper() < ratio(75, 1'000'000)),
               [&] { return "sigma=2/5, eps=12: delta_D in " + cap.text() + ", below 7.5e-5"; });
}

/// Printed in Appendix A.2: equation (3) gives delta_S(1) >= 0.004 at sigma = 1, T = 1000. On [a, b] f is at most
/// P(E_a) - w Q(E_b), and P(E_a) beyond 8; below 0 it is at most 1 - w Q(E_0).
void printed_at_another_eps(Tally& tally) {
  const auto largest = [](const Setting& x) {
    const auto cdf = [&](const Rational& y) { return normal_cdf(Enclosure(y / x.sigma)); };
    const Enclosure w = exp(Enclosure(x.eps));
    const int per_unit = 500;
    const auto mass = [&](const Rational& c, int shift) {
      // Phi(C)^(T-1) = e^((T-1) ln Phi(C))
      return 1 - exp((x.steps - 1) * log(cdf(c))) * cdf(c - shift);
    };
    Rational top = std::max((1 - w * mass(0, 1)).upper(), mass(8, 2).upper());
    Enclosure p = mass(0, 2);
    for (int i = 1; i <= 8 * per_unit; ++i) {
      const Rational c = ratio(i, per_unit);
      top = std::max(top, (p - w * mass(c, 1)).upper());
      p = mass(c, 2);
    }
    return top;
  };
  const Rational top = largest({1, 1, 1000});
  tally.expect(top >= ratio(4, 1000), [&] { return "sigma=1, T=1000, eps=1: at most " + Enclosure(top).text(); });
}

/// What the two sentences may say: equation (3) at one threshold.
void threshold_gives(Tally& tally, const Setting& x, const Rational& c, const Rational& value) {
  const Enclosure others = exp((x.steps - 1) * log(normal_cdf(Enclosure(c / x.sigma))));
  const auto mass = [&](int shift) { return 1 - others * normal_cdf(Enclosure((c - shift) / x.sigma)); };
  const Enclosure delta = mass(2) - exp(Enclosure(x.eps)) * mass(1);
  tally.expect(value <= delta.lower(), [&] { return describe(x) + ", C=" + text(c) + ": " + delta.text(); });
  tally.note("at C=" + text(c) + " it is " + delta.text());
}

/// "P_S is the larger side": false for threshold events with much noise, many steps and a small eps.
void complement_is_never_better(Tally& tally) {
  const Setting x{5, ratio(1, 1000), 2000};
  const auto cdf = [&](const Rational& y) { return normal_cdf(Enclosure(y / x.sigma)); };
  const Enclosure w = exp(Enclosure(x.eps));
  Rational complement = 0;
  Rational best = 0;
  for (int i = 0; i <= 400; ++i) {
    const Rational c = ratio(i, 10);
    const Enclosure others = exp((x.steps - 1) * log(cdf(c)));
    complement = std::max(complement, (others * (cdf(c - 1) - w * cdf(c - 2))).lower());
    best = std::max(best, (1 - others * cdf(c - 2) - w * (1 - others * cdf(c - 1))).upper());
  }
  tally.expect(complement <= best, [&] {
    return describe(x) + ": complement " + Enclosure(complement).text() + ", best f " + Enclosure(best).text();
  });
}

}  // namespace

Checks shuffled_batch_lemmas() {
  return {
      {"shuffled-batch.degrade", not_degraded},
      {"shuffled-batch.psi", one_coordinate},
      {"shuffled-batch.threshold.unimodal", one_maximum},
      {"shuffled-batch.threshold.balance", balance},
      {"shuffled-batch.printed.figure-3", printed_above_deterministic},
      {"shuffled-batch.printed.figure-7", printed_at_another_eps},
      {"shuffled-batch.printed.figure-3.corrected",
       [](Tally& tally) {
         threshold_gives(tally, {ratio(2, 5), 12, 10'000}, ratio(342, 100), ratio(747, 10'000'000));
       }},
      {"shuffled-batch.printed.figure-7.corrected",
       [](Tally& tally) {
         threshold_gives(tally, {1, ratio(1, 2), 1000}, ratio(43, 10), ratio(4, 1000));
       }},
      {"shuffled-batch.threshold.complement", complement_is_never_better},
  };
}

}  // namespace hallmark::lemmas
