// Deterministic against Poisson batches: Theorem 4.2 of [CGKKMSZ24] and group privacy.
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Enclosure square_root(const Rational& x) { return sqrt(Enclosure(x)); }

/// delta of deterministic batches.
Enclosure deterministic(const Rational& sigma, const Rational& eps) {
  const Enclosure half(1 / (2 * sigma));
  const Enclosure shift(eps * sigma);
  return normal_cdf(half - shift) - exp(Enclosure(eps)) * normal_cdf(Enclosure(0L) - half - shift);
}

/// The masses of sum w > t under A^T (a binomial mixture of N(k, T sigma^2)) and B^T, exactly but for Phi.
struct HalfSpace {
  Enclosure p;
  Enclosure q;
};
HalfSpace half_space(const Rational& sigma, int steps, const Enclosure& t) {
  const Enclosure scale = square_root(sigma * sigma * steps);
  const auto tail = [&](int k) { return normal_cdf((k - t) / scale); };
  HalfSpace masses{Enclosure(0L), tail(0)};
  for (int k = 0; k <= steps; ++k) masses.p += Enclosure(binomial_pmf(steps, ratio(1, steps), k)) * tail(k);
  return masses;
}

struct Instance {
  Rational sigma;
  int steps;
  Rational eps;
};
std::string describe(const Instance& x) {
  return "sigma=" + text(x.sigma) + ", T=" + std::to_string(x.steps) + ", eps=" + text(x.eps);
}
std::vector<Instance> instances() {
  std::vector<Instance> all;
  for (const Rational& sigma : {ratio(3, 10), Rational(1), Rational(3)}) {
    for (const int steps : {2, 3, 10, 40}) {
      for (const Rational& eps : {Rational(0), Rational(1), Rational(9)}) all.push_back({sigma, steps, eps});
    }
  }
  return all;
}

/// On E = {sum w > (eps + ln 2 + T ln T) sigma^2 + T/2}: A^T(E) >= 2 e^eps B^T(E) and A^T(E) >= B^T(E), which is
/// equation (4).
void half_space_event(Tally& tally) {
  for (const Instance& x : instances()) {
    const Enclosure threshold =
        (Enclosure(x.eps) + log(Enclosure(2L)) + x.steps * log(Enclosure(x.steps))) * Enclosure(x.sigma * x.sigma) +
        Enclosure(ratio(x.steps, 2));
    const HalfSpace m = half_space(x.sigma, x.steps, threshold);
    tally.expect(less_equal(2 * exp(Enclosure(x.eps)) * m.q, m.p),
                 [&] { return describe(x) + ": " + m.p.text() + " against " + m.q.text(); });
    const Enclosure root = square_root(x.steps);
    const Enclosure printed = normal_cdf(Enclosure(0L) -
                                         (Enclosure(x.eps) + log(Enclosure(2L)) + x.steps * log(Enclosure(x.steps))) *
                                             Enclosure(x.sigma) / root -
                                         root / Enclosure(2 * x.sigma));
    tally.expect(printed.lower() <= m.q.upper() && m.q.lower() <= printed.upper(),
                 [&] { return describe(x) + ": equation (4) " + printed.text() + ", mass " + m.q.text(); });
  }
}

/// The ratio of (6) to (7) without its factor, Phi(x6)/Phi(x7): below 1 while x6 < x7, rising from x6 = x7 on. So the
/// eps from which (6) >= (7) is the one root of Phi(x6) = 2 Phi(x7).
void half_space_ratio(Tally& tally, bool long_run) {
  for (const Rational& sigma : {ratio(3, 10), Rational(1), Rational(2)}) {
    for (const int steps : {2, 5, 10}) {
      const Enclosure root = square_root(steps);
      Rational before = 0;
      bool known = false;
      for (int i = 0; i <= (long_run ? 2000 : 300); ++i) {
        const Rational eps = ratio(i, 4);
        const Enclosure x6 =
            Enclosure(0L) -
            (Enclosure(eps) + log(Enclosure(2L)) + steps * log(Enclosure(steps))) * Enclosure(sigma) / root -
            root / Enclosure(2 * sigma);
        const Enclosure x7(1 / (2 * sigma) - eps * sigma);
        const Enclosure quotient = normal_cdf(x6) / normal_cdf(x7);
        const auto at = [&] { return "sigma=" + text(sigma) + ", T=" + std::to_string(steps) + ", eps=" + text(eps); };
        if (x6.upper() < x7.lower()) {
          tally.expect(quotient.upper() < 1, [&] { return at() + ": " + quotient.text(); });
        } else if (x7.upper() <= x6.lower()) {
          if (known) tally.expect(quotient.upper() > before, [&] { return at() + ": no longer rising"; });
          before = quotient.lower();
          known = true;
        }
      }
    }
  }
}

/// One step of a finite stand-in: B on three outcomes, A = (1-1/T) B + (1/T) N.
Pair mixed(const Pair& tilted, int steps) {
  Pair result;
  for (const Atom& a : tilted) result.push_back({(1 - ratio(1, steps)) * a.q + ratio(1, steps) * a.p, a.q});
  return result;
}
Pair random_pair(Random& random, int size) {
  std::vector<Rational> p;
  std::vector<Rational> q;
  for (int i = 0; i < size; ++i) {
    p.emplace_back(1 + random.below(20));
    q.emplace_back(1 + random.below(20));
  }
  return pair_of(law_of(p), law_of(q));
}

/// Total variation: TV(A^T, B^T) < T TV(A, B) = TV(N, B), and at most 1 - (1 - TV(N, B)/T)^T.
void batch_total_variation(Tally& tally, bool long_run) {
  Random random("batch.total-variation");
  for (int round = 0; round < (long_run ? 1000 : 150); ++round) {
    const Pair one = random_pair(random, 3);
    const int steps = 2 + random.below(4);
    const Pair step = mixed(one, steps);
    Pair all = step;
    for (int i = 1; i < steps; ++i) all = product(all, step);
    const Rational single = hockey_stick(one, 1);
    const Rational composed = hockey_stick(all, 1);
    if (single == 0) continue;
    tally.expect(composed < single && composed <= 1 - power(1 - single / steps, steps),
                 [&] { return "T=" + std::to_string(steps) + ": TV " + text(composed) + " against " + text(single); });
  }
}

/// A^T = sum over subsets of T^-k (1-1/T)^(T-k) N_k: the masses add to 1. Printed with 1/T^-k for T^-k.
void mixture_weights(Tally& tally) {
  for (int steps = 2; steps <= 30; ++steps) {
    Rational sum = 0;
    for (int k = 0; k <= steps; ++k) {
      sum += Rational(choose(steps, k)) * power(ratio(1, steps), k) * power(1 - ratio(1, steps), steps - k);
    }
    tally.expect(sum == 1, [&] { return "T=" + std::to_string(steps) + ": " + text(sum); });
  }
}
void printed_mixture_weights(Tally& tally) {
  Rational sum = 0;
  for (int k = 0; k <= 2; ++k) sum += Rational(choose(2, k)) * power(Rational(2), k) * power(ratio(1, 2), 2 - k);
  tally.expect(sum == 1, [&] { return "T=2: the weights add to " + text(sum); });
}

/// Group privacy: D_w(P||R) <= d and D_w(R||Q) <= d give D_(w^2)(P||Q) <= d (1 + w), for any three laws.
void group_privacy(Tally& tally, bool long_run) {
  Random random("batch.group");
  for (int round = 0; round < (long_run ? 20'000 : 2000); ++round) {
    const Pair pr = random_pair(random, 4);
    const Pair xq = random_pair(random, 4);
    Pair rq;
    Pair pq;
    for (std::size_t i = 0; i < pr.size(); ++i) {
      rq.push_back({pr[i].q, xq[i].q});
      pq.push_back({pr[i].p, xq[i].q});
    }
    const Rational w = 1 + ratio(random.below(30), 10);
    const Rational d = std::max(hockey_stick(pr, w), hockey_stick(rq, w));
    tally.expect(hockey_stick(pq, w * w) <= d * (1 + w),
                 [&] { return "w=" + text(w) + ": " + text(hockey_stick(pq, w * w)) + " above " + text(d * (1 + w)); });
  }
}

/// The grid pair of a cell: masses (P, Q) with ratio in [a, b] split into ratios b and a, both masses kept; the channel
/// that sends them back to an atom of ratio l with mass proportional to Q(l - a) and Q(b - l) restores (P, Q).
void grid_channel(Tally& tally, bool long_run) {
  Random random("batch.channel");
  for (int round = 0; round < (long_run ? 20'000 : 2000); ++round) {
    const Rational a = ratio(1 + random.below(10), 1 + random.below(10));
    const Rational b = a + ratio(1 + random.below(10), 1 + random.below(10));
    std::vector<Atom> cell;
    Rational p = 0;
    Rational q = 0;
    Rational above = 0;  // sum of Q (l - a)
    Rational below = 0;
    for (int i = 0; i < 3; ++i) {
      const Rational l = a + (b - a) * ratio(random.below(11), 10);
      const Rational mass = 1 + random.below(9);
      cell.push_back({l * mass, mass});
      p += l * mass;
      q += mass;
      above += mass * (l - a);
      below += mass * (b - l);
    }
    // Masses on the ratios b and a: (P - a Q) b/(b-a) under P, over b under Q.
    const Rational q_high = (p - a * q) / (b - a);
    const Rational q_low = q - q_high;
    bool same = q_high >= 0 && q_low >= 0 && b * q_high + a * q_low == p;
    for (const Atom& x : cell) {
      const Rational up = above == 0 ? Rational(0) : x.q * (x.p / x.q - a) / above;
      const Rational down = below == 0 ? Rational(0) : x.q * (b - x.p / x.q) / below;
      same = same && q_high * up + q_low * down == x.q && b * q_high * up + a * q_low * down == x.p;
    }
    tally.expect(same, [&] { return "cell [" + text(a) + ", " + text(b) + "], P=" + text(p) + ", Q=" + text(q); });
  }
}

/// Theorem 4.2(b) beyond eps1 on one instance: half of (6) is above delta_D.
void beyond_eps1(Tally& tally) {
  for (const Rational& eps : {ratio(141, 10), Rational(20), Rational(30)}) {
    const Enclosure root = square_root(10);
    const Enclosure six =
        normal_cdf(Enclosure(0L) - (Enclosure(eps) + log(Enclosure(2L)) + 10 * log(Enclosure(10L))) / root - root / 2) /
        2;
    tally.expect(less_equal(deterministic(1, eps), six),
                 [&] { return "sigma=1, T=10, eps=" + text(eps) + ": " + six.text(); });
  }
}

}  // namespace

Checks batch_lemmas() {
  return {
      {"batch.half-space", half_space_event},     {"batch.half-space.ratio", half_space_ratio},
      {"batch.half-space.beyond", beyond_eps1},   {"batch.total-variation", batch_total_variation},
      {"batch.mixture-weights", mixture_weights}, {"batch.mixture-weights.printed", printed_mixture_weights},
      {"batch.group-privacy", group_privacy},     {"batch.grid-channel", grid_channel},
  };
}

}  // namespace hallmark::lemmas
