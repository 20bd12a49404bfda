// From Renyi divergences to (epsilon, delta): [CKS20] Proposition 12 in exact rationals, at integer orders a:
// H_w <= M_a w^(1-a) (a-1)^(a-1) / a^a, M_a = sum P^a Q^(1-a).
#include <algorithm>
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Rational moment(const Pair& pair, int order) {
  Rational sum = 0;
  for (const Atom& atom : pair) {
    if (atom.p != 0) {
      sum += power(atom.p, order) / power(atom.q, order - 1);
    }
  }
  return sum;
}

/// (a-1)^(a-1) / a^a.
Rational constant(int order) { return power(Rational(order - 1), order - 1) / power(Rational(order), order); }

void conversion(Tally& tally, bool long_run) {
  Random random("renyi.conversion");
  const int rounds = long_run ? 3000 : 300;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Rational> p;
    std::vector<Rational> q;
    const int size = 2 + random.below(4);
    for (int i = 0; i < size; ++i) {
      p.push_back(ratio(random.below(20), 1));
      q.push_back(ratio(1 + random.below(20), 1));
    }
    if (p == std::vector<Rational>(p.size())) continue;
    const Pair pair = pair_of(law_of(p), law_of(q));
    for (const int order : {2, 3, 5, 16}) {
      const Rational scale = moment(pair, order) * constant(order);
      for (const Rational& w : breakpoints(pair)) {
        for (const Rational& at : {w, w * ratio(9, 10), w * order / (order - 1), ratio(1, 3), Rational(1)}) {
          if (at <= 0) {
            continue;
          }
          const Rational bound = scale / power(at, order - 1);
          tally.expect(hockey_stick(pair, at) <= bound, [&] {
            return "order " + std::to_string(order) + ", w=" + text(at) + ": H=" + text(hockey_stick(pair, at)) +
                   ", bound " + text(bound);
          });
        }
      }
    }
  }
}

/// (z - w) <= c z^a w^(1-a) for all z > 0, with equality at z = w a/(a-1): no smaller constant c holds for all pairs.
void optimal(Tally& tally) {
  for (int order = 2; order <= 40; ++order) {
    for (const Rational& w : {ratio(1, 7), Rational(1), ratio(22, 7), Rational(1000)}) {
      const Rational z = w * order / (order - 1);
      const Rational scale = constant(order) / power(w, order - 1);
      tally.expect(z - w == scale * power(z, order), [&] {
        return "order " + std::to_string(order) + ", w=" + text(w) + ": no equality at z=" + text(z);
      });
      for (int i = 1; i <= 60; ++i) {
        const Rational other = w * i / 20;
        tally.expect(other - w <= scale * power(other, order),
                     [&] { return "order " + std::to_string(order) + ", w=" + text(w) + ", z=" + text(other); });
      }
    }
  }
}

/// An event on which P/Q = z = w a/(a-1), of Q-mass m, attains the bound by its own share of M_a. A smaller constant
/// fails there; as m falls and a pair puts the rest of P where P/Q is small, for the whole pair too.
void lowered(Tally& tally) {
  const int order = 4;
  const Rational w = 3;
  const Rational z = w * order / (order - 1);
  const Rational m = Rational(1) / power(Rational(10), 12);
  const Pair pair = {{m * z, m}, {1 - m * z, 1 - m}};
  const Rational event = power(z, order) * m;
  const Rational bound = event * constant(order) / power(w, order - 1) * ratio(999'999, 1'000'000);
  const Rational truth = hockey_stick(pair, w);
  tally.expect(truth <= bound, [&] {
    return "order 4, w=3, P/Q=4 on an event of Q-mass 10^-12: H=" + text(truth) + " above " + text(bound);
  });
}

/// h(a) = (a-1) ln(a-1) - a ln a is convex: exp of second differences, as products of integer powers.
void convex(Tally& tally, bool long_run) {
  for (int a = 3; a <= (long_run ? 400 : 120); ++a) {
    const Rational left = constant(a - 1) * constant(a + 1);
    const Rational right = constant(a) * constant(a);
    tally.expect(left >= right, [&] { return "a=" + std::to_string(a); });
  }
}

/// M_a is log-convex and M_a^(1/(a-1)) nondecreasing in the order: what the search over orders relies on.
void shape(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int n = 1; n <= (long_run ? 6 : 4); ++n) {
      const Pair pair = clones_pair(n, e);
      for (int a = 2; a <= 12; ++a) {
        const Rational below = a == 2 ? Rational(1) : moment(pair, a - 1);
        const Rational here = moment(pair, a);
        const Rational above = moment(pair, a + 1);
        tally.expect(below * above >= here * here && power(here, a) <= power(above, a - 1),
                     [&] { return "clones n=" + std::to_string(n) + ", E=" + text(e) + ", a=" + std::to_string(a); });
      }
    }
  }
}

/// "If eps(delta) <= eps and R_a > eps, then the best order is below a": Gaussian, sigma = 1, delta = 3/10.
void early_stop(Tally& tally) {
  const Rational delta = ratio(3, 10);
  const Rational eps = ratio(277, 1000);
  const Enclosure near(ratio(1, 2) - eps);
  const Enclosure far(-(ratio(1, 2) + eps));
  const Enclosure at_eps = normal_cdf(near) - exp(Enclosure(eps)) * normal_cdf(far);
  const bool valid = less_equal(at_eps, Enclosure(delta));
  const auto bound = [&](const Rational& a) {
    return Enclosure(a / 2) + log(Enclosure(1 - 1 / a)) - log(Enclosure(delta * a)) / Enclosure(a - 1);
  };
  // R_(3/2) = 3/4 > eps, yet order 2 does better than 3/2, and the bound is unimodal.
  const bool later_is_better = less_equal(bound(2), bound(ratio(3, 2)));
  tally.expect(!(valid && later_is_better && ratio(3, 4) > eps), [&] {
    return "sigma=1, delta=3/10: delta(0.277) in " + at_eps.text() + ", R_1.5 = 3/4, but order 2 gives " +
           bound(2).text() + " and order 3/2 " + bound(ratio(3, 2)).text();
  });
}

/// The repaired stop: the bound at any order b is at least R + ln(1 - delta) for a divergence R_b >= R.
void repaired_stop(Tally& tally) {
  for (const Rational& delta : {ratio(1, 2), ratio(1, 10), ratio(1, 100'000)}) {
    const Enclosure least = log(Enclosure(1 - delta));
    for (const int a : {2, 3, 9, 10, 11, 1000, 100'000, 1'000'000}) {
      if (a * delta == 1) {
        continue;  // equality: no directed arithmetic decides it
      }
      const Enclosure gap = log(Enclosure(1 - ratio(1, a))) - log(Enclosure(delta * a)) / Enclosure(a - 1);
      tally.expect(less_equal(least, gap), [&] {
        return "delta=" + text(delta) + ", order " + std::to_string(a) + ": " + gap.text() + " against " + least.text();
      });
    }
  }
}

/// phi(a) = ln(1-1/a) - ln(delta a)/(a-1) >= 0, which at integer a is (1-1/a)^(a-1) >= delta a: exactly.
bool phi_nonnegative(int order, const Rational& delta) {
  return power(1 - ratio(1, order), order - 1) >= delta * order;
}

/// "phi >= 0 unless a > 1/(2 delta)".
void phi_up_to_half(Tally& tally) {
  for (int order = 2; order <= 40; ++order) {
    const Rational delta = ratio(1, 2 * order);  // a = 1/(2 delta)
    tally.expect(phi_nonnegative(order, delta), [&] {
      return "a=" + std::to_string(order) + ", delta=" + text(delta) +
             ": (1-1/a)^(a-1) = " + text(power(1 - ratio(1, order), order - 1)) + " < delta a = 1/2";
    });
  }
}

/// phi(a) falls until a = 1/delta, so that phi >= 0 holds up to one order and not beyond; it holds where delta a <=
/// 1/e, since (1-1/a)^(a-1) > 1/e.
void phi_sign(Tally& tally, bool long_run) {
  const Rational above = ratio(367'880, 1'000'000);  // 1/e = 0.36787944...
  for (const Rational& delta : {ratio(1, 6), ratio(1, 10), ratio(1, 100), ratio(1, 1000)}) {
    bool negative = false;
    const int most = floor_of(1 / delta).convert_to<int>();
    for (int order = 2; order <= std::min(most, long_run ? 1000 : 300); ++order) {
      const bool now = phi_nonnegative(order, delta);
      tally.expect(!(negative && now) && (now || delta * order > above) && (!now || delta * order <= ratio(1, 2)),
                   [&] { return "delta=" + text(delta) + ", a=" + std::to_string(order); });
      negative = negative || !now;
    }
  }
}

}  // namespace

Checks renyi_lemmas() {
  return {
      {"renyi.conversion", conversion},
      {"renyi.conversion.optimal", optimal},
      {"renyi.conversion.lowered", lowered},
      {"renyi.conversion.convex", convex},
      {"renyi.shape", shape},
      {"renyi.stop", repaired_stop},
      {"renyi.phi", phi_sign},
      {"renyi.phi.printed", phi_up_to_half},
      {"renyi.stop.printed", early_stop},
  };
}

}  // namespace hallmark::lemmas
