// Random allocation: printed formulas that do not hold as they stand, each at its smallest instance, and what holds.
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// Negative control: the decomposition's bounds at RR(3), t = 2, lambda = 1/2, e^eps = 29/20.
void remove_bound_is_larger(Tally& tally) {
  const Step step = randomized_response_step(3);
  const Rational w = ratio(29, 20);
  const Rational any = ratio(3, 4);
  const Pair poisson = poisson_pair(step, 2, ratio(1, 2));
  const Pair one = allocation_pair(step, 2, 1);
  const Rational remove = hockey_stick(poisson, 1 + any * (w - 1)) / any;
  const Rational add = hockey_stick(reversed(poisson), 1 / (1 - any * (1 - 1 / w))) * (any + w * (1 - any)) / any;
  const Rational truth = hockey_stick(reversed(one), w);
  if (remove != ratio(71, 320) || add != ratio(337, 960) || truth != ratio(93, 320)) {
    return;  // no instances: reported as unmet
  }
  tally.expect(add <= remove && truth <= remove, [&] {
    return "RR(3), t=2, lambda=1/2, e^eps=29/20: remove bound " + text(remove) + ", add bound " + text(add) +
           ", delta_add itself " + text(truth);
  });
}

/// H_{w'}(Q || (1-a)Q + aP) = (a/(a + w(1-a))) H_w(Q || P), 1/w' = 1 - a(1 - 1/w).
void joint_convexity_add(Tally& tally, bool long_run) {
  Random random("allocation.joint-convexity.add");
  for (int i = 0; i < (long_run ? 2000 : 200); ++i) {
    Pair pair(4);
    Rational p_all = 0;
    Rational q_all = 0;
    for (Atom& atom : pair) {
      atom = {1 + random.below(9), 1 + random.below(9)};
      p_all += atom.p;
      q_all += atom.q;
    }
    for (Atom& atom : pair) {
      atom.p /= p_all;
      atom.q /= q_all;
    }
    const Rational a = ratio(1 + random.below(10), 10);
    Pair mixed = pair;
    for (Atom& atom : mixed) atom.p = (1 - a) * atom.q + a * atom.p;
    for (const Rational& w : breakpoints(reversed(pair))) {
      const Rational changed = 1 / (1 - a * (1 - 1 / w));
      if (changed <= 0) continue;
      tally.expect(hockey_stick(reversed(mixed), changed) == a / (a + w * (1 - a)) * hockey_stick(reversed(pair), w),
                   [&] { return "a=" + text(a) + ", w=" + text(w); });
    }
  }
}

/// alpha' = 1 + (alpha-1)/eta is an order and eta' = alpha/alpha' a probability, from the given alpha on: alpha' >= 0
/// needs alpha >= 1 - eta, eta' <= 1 is (alpha - 1)(1 - eta) >= 0.
void convexity_range(Tally& tally, const Rational& from) {
  for (const Rational& eta : {ratio(1, 2), ratio(1, 8), ratio(7, 8), Rational(1)}) {
    for (int j = 1; j <= 24; ++j) {
      const Rational alpha = ratio(j, 4);
      if (alpha < from) continue;
      const Rational changed = 1 + (alpha - 1) / eta;
      const Rational weight = changed == 0 ? Rational(-1) : Rational(alpha / changed);
      tally.expect(changed >= 0 && weight >= 0 && weight <= 1, [&] {
        return "eta=" + text(eta) + ", alpha=" + text(alpha) + ": alpha'=" + text(changed) + ", eta'=" + text(weight);
      });
    }
  }
}

/// E S^alpha = alpha! [z^alpha] (sum_p M_p z^p/p!)^t by n b_n = sum_j (t j - (n-j)) a_j b_{n-j}: alpha(alpha+1)/2
/// products for all orders up to alpha, against multiplying the series t times and against all outputs.
void recurrence(Tally& tally, bool long_run) {
  const int most = long_run ? 24 : 12;
  for (const Step& step : several_steps()) {
    std::vector<Rational> series;
    Rational factorial = 1;
    for (int p = 0; p <= most; ++p) {
      Rational moment = 0;
      for (const Atom& o : step.outcomes) moment += o.q * power(o.p / o.q, p);
      if (p > 0) factorial *= p;
      series.push_back(moment / factorial);
    }
    std::vector<Rational> direct(static_cast<std::size_t>(most) + 1, Rational(0));
    direct[0] = 1;
    for (int t = 1; t <= most; ++t) {
      auto next = convolve(direct, series);
      next.resize(static_cast<std::size_t>(most) + 1);
      direct = next;
      std::vector<Rational> b = {1};
      for (int n = 1; n <= most; ++n) {
        Rational sum = 0;
        for (int j = 1; j <= n; ++j) {
          sum += (t * j - (n - j)) * series[static_cast<std::size_t>(j)] * b[static_cast<std::size_t>(n - j)];
        }
        b.push_back(sum / n);
      }
      Rational scale = 1;
      for (int alpha = 1; alpha <= most; ++alpha) {
        scale *= alpha;
        const Rational value = b[static_cast<std::size_t>(alpha)];
        bool same = value == direct[static_cast<std::size_t>(alpha)];
        if (t <= 3 && alpha <= 6) {
          Rational truth = 0;
          for (const Atom& atom : allocation_pair(step, t, 1)) truth += atom.q * power(t * atom.p / atom.q, alpha);
          same = same && truth == scale * value;
        }
        tally.expect(same, [&] {
          return step.name + ", t=" + std::to_string(t) + ", alpha=" + std::to_string(alpha) + ": " + text(value);
        });
      }
    }
  }
  tally.note("orders up to alpha cost alpha(alpha+1)/2 products: 1830 at alpha = 60, which has 966467 partitions");
}

/// The density of the outputs given that step i is selected; printed with the product over j < i twice.
void density(Tally& tally, bool printed) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= 3; ++t) {
      const Pair pair = allocation_pair(step, t, 1);
      std::size_t index = 0;
      for_each_output(step, t, [&](const std::vector<int>& output) {
        Rational sum = 0;
        for (int i = 0; i < t; ++i) {
          Rational product = step.outcomes[static_cast<std::size_t>(output[static_cast<std::size_t>(i)])].p;
          for (int j = 0; j < t; ++j) {
            const Rational& q = step.outcomes[static_cast<std::size_t>(output[static_cast<std::size_t>(j)])].q;
            if (j < i) product *= printed ? Rational(q * q) : q;
            if (j > i && !printed) product *= q;
          }
          sum += product / t;
        }
        const Atom& atom = pair[index++];
        tally.expect(sum == atom.p, [&] {
          return step.name + ", t=" + std::to_string(t) + ": density " + text(sum) + " against " + text(atom.p);
        });
      });
    }
  }
}

/// k blocks of floor(t/k) steps: the rate of a block of m steps is 1/(m(1-gamma)), printed as k/(t(1-gamma)).
void block_rate(Tally& tally) {
  for (int t = 1; t <= 20; ++t) {
    for (int k = 1; k <= t; ++k) {
      for (const Rational& gamma : {Rational(0), ratio(1, 10), ratio(1, 2)}) {
        const Rational needed = 1 / (t / k * (1 - gamma));
        const Rational printed = k / (t * (1 - gamma));
        tally.expect(printed >= needed, [&] {
          return "t=" + std::to_string(t) + ", k=" + std::to_string(k) + ", gamma=" + text(gamma) +
                 ": k/(t(1-gamma)) = " + text(printed) + ", a block of floor(t/k) = " + std::to_string(t / k) +
                 " step(s) needs " + text(needed);
        });
      }
    }
  }
}

}  // namespace

Checks allocation_printed_lemmas() {
  return {
      {"allocation.remove-bound-is-larger", remove_bound_is_larger},
      {"allocation.joint-convexity.add", joint_convexity_add},
      {"allocation.joint-convexity.range", [](Tally& tally) { convexity_range(tally, 1); }},
      {"allocation.joint-convexity.range.printed", [](Tally& tally) { convexity_range(tally, 0); }},
      {"allocation.moments.recurrence", recurrence},
      {"allocation.density", [](Tally& tally) { density(tally, false); }},
      {"allocation.density.printed", [](Tally& tally) { density(tally, true); }},
      {"allocation.blocks.rate.printed", block_rate},
  };
}

}  // namespace hallmark::lemmas
