// Random allocation, [FS25]: moments, decomposition, truncated posterior, direct add, blocks; and what is wrong in
// print.
#include <algorithm>
#include <map>
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

std::string at(const Step& step, int t, int k) {
  return step.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k);
}

/// Steps that fit a full enumeration at t.
bool affordable(const Step& step, int t, bool long_run) {
  return t <= (step.outcomes.size() == 2 ? 5 : (long_run ? 5 : 4));
}

Rational factorial(int n) {
  Rational r = 1;
  for (int i = 2; i <= n; ++i) {
    r *= i;
  }
  return r;
}

using Partition = std::vector<int>;  // parts in decreasing order

void partitions(int rest, int largest, Partition& parts, const std::function<void(const Partition&)>& visit) {
  if (rest == 0) {
    visit(parts);
    return;
  }
  for (int part = std::min(rest, largest); part >= 1; --part) {
    parts.push_back(part);
    partitions(rest - part, part, parts, visit);
    parts.pop_back();
  }
}

void for_each_partition(int n, const std::function<void(const Partition&)>& visit) {
  Partition parts;
  partitions(n, n, parts, visit);
}

/// alpha! / prod p! * t! / ((t - |P|)! prod c_j!), a polynomial in t.
Rational coefficient(const Partition& parts, int t) {
  const int alpha = [&] {
    int sum = 0;
    for (const int p : parts) {
      sum += p;
    }
    return sum;
  }();
  Rational value = factorial(alpha);
  std::map<int, int> multiplicities;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    value *= Rational(t - static_cast<int>(i)) / factorial(parts[i]);
    ++multiplicities[parts[i]];
  }
  for (const auto& [part, count] : multiplicities) {
    value /= factorial(count);
  }
  return value;
}

/// The first version's coefficient t! / ((t - alpha)! prod p!).
Rational first_version_coefficient(const Partition& parts, int t) {
  Rational value = 1;
  int index = 0;
  for (const int p : parts) {
    value /= factorial(p);
    for (int i = 0; i < p; ++i) {
      value *= t - index++;
    }
  }
  return value;
}

/// E S^alpha = alpha! [z^alpha] (sum_p M_p z^p / p!)^t with the M_p left as letters: a map from partitions (the
/// monomial prod M_p) to numbers, multiplied out factor by factor. Both sides are polynomials in t of degree <= alpha
/// for each monomial ((1+u)^t = sum C(t,j) u^j, and u^j has no z^alpha for j > alpha), so agreement at t = 0..alpha is
/// agreement for every t.
void coefficient_polynomial(Tally& tally, bool long_run) {
  for (int alpha = 1; alpha <= (long_run ? 16 : 12); ++alpha) {
    std::map<Partition, Rational> power = {{Partition(), Rational(1)}};
    for (int t = 0; t <= alpha; ++t) {
      for_each_partition(alpha, [&](const Partition& parts) {
        const auto found = power.find(parts);
        const Rational expanded = found == power.end() ? Rational(0) : Rational(found->second * factorial(alpha));
        tally.expect(expanded == coefficient(parts, t), [&] {
          return "alpha=" + std::to_string(alpha) + ", t=" + std::to_string(t) + ": " + text(expanded) + " against " +
                 text(coefficient(parts, t));
        });
      });
      std::map<Partition, Rational> next;
      for (const auto& [parts, value] : power) {
        int weight = 0;
        for (const int p : parts) {
          weight += p;
        }
        next[parts] += value;
        for (int p = 1; weight + p <= alpha; ++p) {
          Partition longer = parts;
          longer.insert(std::upper_bound(longer.begin(), longer.end(), p, std::greater<>()), p);
          next[longer] += value / factorial(p);
        }
      }
      power = std::move(next);
    }
  }
  tally.proves(std::string("for all t, alpha <= ") + (long_run ? "16" : "12"));
}

Rational moment(const Step& step, int p) {
  Rational sum = 0;
  for (const Atom& o : step.outcomes) {
    sum += o.q * power(o.p / o.q, p);
  }
  return sum;
}

Rational pair_moment(const Pair& pair, int alpha) {
  Rational sum = 0;
  for (const Atom& atom : pair) {
    sum += atom.q * power(atom.p / atom.q, alpha);
  }
  return sum;
}

Rational partition_sum(const Step& step, int t, int alpha, Rational (*weight)(const Partition&, int)) {
  Rational sum = 0;
  for_each_partition(alpha, [&](const Partition& parts) {
    Rational term = weight(parts, t);
    for (const int p : parts) {
      term *= moment(step, p);
    }
    sum += term;
  });
  return sum / power(t, alpha);
}

void moments(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; affordable(step, t, long_run); ++t) {
      const Pair pair = allocation_pair(step, t, 1);
      for (int alpha = 1; alpha <= 8; ++alpha) {
        const Rational truth = pair_moment(pair, alpha);
        const Rational formula = partition_sum(step, t, alpha, coefficient);
        tally.expect(truth == formula, [&] {
          return at(step, t, 1) + ", alpha=" + std::to_string(alpha) + ": " + text(truth) + " against " + text(formula);
        });
      }
    }
  }
}

void ratio_formula(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; affordable(step, t, long_run); ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair pair = allocation_pair(step, t, k);
        std::size_t index = 0;
        for_each_output(step, t, [&](const std::vector<int>& output) {
          std::vector<Rational> e(static_cast<std::size_t>(k) + 1);  // elementary symmetric polynomials
          e[0] = 1;
          for (const int o : output) {
            const Atom& x = step.outcomes[static_cast<std::size_t>(o)];
            for (int j = k; j > 0; --j) {
              e[static_cast<std::size_t>(j)] += e[static_cast<std::size_t>(j) - 1] * x.p / x.q;
            }
          }
          const Atom& atom = pair[index++];
          tally.expect(atom.p * choose(t, k) == e.back() * atom.q, [&] { return at(step, t, k); });
        });
        tally.expect(is_pair_of_distributions(pair), [&] { return at(step, t, k) + ": not a pair of distributions"; });
      }
    }
  }
}

const std::vector<Rational>& several_rates() {
  static const std::vector<Rational> rates = {ratio(1, 2), ratio(1, 10), ratio(1, 3), 1};
  return rates;
}

/// P_{t,lambda} = sum_k Bin(t, lambda; k) A_{t,k}, A_{t,0} = Q^t.
void decomposition_identity(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; affordable(step, t, long_run); ++t) {
      std::vector<Pair> all;
      for (int k = 0; k <= t; ++k) {
        all.push_back(allocation_pair(step, t, k));
      }
      for (const Rational& rate : several_rates()) {
        const Pair poisson = poisson_pair(step, t, rate);
        for (std::size_t o = 0; o < poisson.size(); ++o) {
          Rational mixture = 0;
          for (int k = 0; k <= t; ++k) {
            mixture += binomial_pmf(t, rate, k) * all[static_cast<std::size_t>(k)][o].p;
          }
          tally.expect(mixture == poisson[o].p, [&] { return at(step, t, 0) + ", rate=" + text(rate); });
        }
      }
    }
  }
}

struct Transform {
  Rational threshold;
  Rational weight;
};

Transform remove_transform(const Rational& any, const Rational& w) { return {1 + any * (w - 1), any}; }
Transform add_transform(const Rational& any, const Rational& w) {
  return {1 / (1 - any * (1 - 1 / w)), any / (any + w * (1 - any))};
}

/// Poisson sampling of t steps given that one is drawn: (P - (1 - any) Q) / any.
Pair given_drawn(const Step& step, int t, const Rational& rate) {
  const Rational any = 1 - power(1 - rate, t);
  Pair pair = poisson_pair(step, t, rate);
  for (Atom& atom : pair) {
    atom.p = (atom.p - (1 - any) * atom.q) / any;
  }
  return pair;
}

/// Two epochs of one step of t are dominated by two of Poisson sampling given that a step is drawn, and two of 2t steps too.
void decomposition_composed(Tally& tally) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= 2 && step.outcomes.size() <= 3; ++t) {
      const Pair one = allocation_pair(step, t, 1);
      const Pair two = product(one, one);
      for (const Rational& rate : several_rates()) {
        const Pair drawn = given_drawn(step, t, rate);
        const Pair both = product(drawn, drawn);
        const auto where = [&] { return at(step, t, 1) + ", rate=" + text(rate); };
        tally.expect(!Profile(both).exceeded_by(two), where);
        tally.expect(!Profile(reversed(both)).exceeded_by(reversed(two)), where);
        const Pair selected = allocation_pair(step, 2 * t, 2);
        tally.expect(!Profile(both).exceeded_by(selected), where);
        tally.expect(!Profile(reversed(both)).exceeded_by(reversed(selected)), where);
      }
    }
  }
}

/// delta_A <= delta_Poisson(eps') / lambda', both directions; and equality for Poisson conditioned on taking part.
void decomposition(Tally& tally, bool remove, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; affordable(step, t, long_run) && t <= 4; ++t) {
      const Pair one = allocation_pair(step, t, 1);
      for (const Rational& rate : several_rates()) {
        const Pair poisson = poisson_pair(step, t, rate);
        const Rational any = 1 - power(1 - rate, t);
        const Pair taking_part = given_drawn(step, t, rate);
        const auto direct = [&](const Pair& pair) { return remove ? pair : reversed(pair); };
        for (const Rational& w : thresholds(direct(one), direct(taking_part))) {
          if (w == 0) {
            continue;
          }
          const Transform x = remove ? remove_transform(any, w) : add_transform(any, w);
          if (x.threshold < 0) {
            continue;
          }
          const Rational bound = hockey_stick(direct(poisson), x.threshold) / x.weight;
          tally.expect(hockey_stick(direct(one), w) <= bound && hockey_stick(direct(taking_part), w) == bound, [&] {
            return at(step, t, 1) + ", rate=" + text(rate) + ", w=" + text(w) + ": " +
                   text(hockey_stick(direct(one), w)) + " against " + text(bound);
          });
        }
      }
    }
  }
}

/// f_j is below f_k in convex order for j <= k: A_{t,k} dominates A_{t,j} in both directions.
void monotone_in_selected(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 2; affordable(step, t, long_run); ++t) {
      for (int k = 1; k < t; ++k) {
        const Pair fewer = allocation_pair(step, t, k);
        const Pair more = allocation_pair(step, t, k + 1);
        tally.expect(!Profile(more).exceeded_by(fewer), [&] { return at(step, t, k) + ", remove"; });
        tally.expect(!Profile(reversed(more)).exceeded_by(reversed(fewer)), [&] { return at(step, t, k) + ", add"; });
      }
    }
  }
}

/// The ratio of k of t steps is a reversed martingale in t: A_{t,k} dominates A_{t+1,k} in both directions.
void monotone_in_steps(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; affordable(step, t + 1, long_run); ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair few = allocation_pair(step, t, k);
        const Pair many = allocation_pair(step, t + 1, k);
        tally.expect(!Profile(few).exceeded_by(many), [&] { return at(step, t, k) + ", remove"; });
        tally.expect(!Profile(reversed(few)).exceeded_by(reversed(many)), [&] { return at(step, t, k) + ", add"; });
      }
    }
  }
}

/// With M_i = 1 + sum_{j<=i} (X_j - 1) / t and B = {min_{i<t} M_i < 1/(t eta)}: delta_A <= delta_Poisson(eta) +
/// Pr[B], B under A for remove, under Q^t for add; Pr_A[B] <= Pr_Q[B] / (t eta).
void truncated_posterior(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 2; affordable(step, t, long_run); ++t) {
      const Pair one = allocation_pair(step, t, 1);
      for (const Rational& rise : {ratio(5, 4), ratio(3, 2), ratio(2, 1), ratio(3, 1)}) {
        const Rational eta = std::min(Rational(rise / t), Rational(1));
        const Pair poisson = poisson_pair(step, t, eta);
        Rational under_a = 0;
        Rational under_q = 0;
        std::size_t index = 0;
        for_each_output(step, t, [&](const std::vector<int>& output) {
          Rational m = 1;
          bool low = false;
          for (int i = 0; i < t; ++i) {
            low = low || m < 1 / (t * eta);
            const Atom& o = step.outcomes[static_cast<std::size_t>(output[static_cast<std::size_t>(i)])];
            m += (o.p / o.q - 1) / t;
          }
          const Atom& atom = one[index++];
          under_a += low ? atom.p : Rational(0);
          under_q += low ? atom.q : Rational(0);
        });
        tally.expect(under_a * t * eta <= under_q, [&] { return at(step, t, 1) + ", t eta=" + text(rise); });
        for (const bool remove : {true, false}) {
          const Pair a = remove ? one : reversed(one);
          const Pair b = remove ? poisson : reversed(poisson);
          for (const Rational& w : thresholds(a, b)) {
            tally.expect(hockey_stick(a, w) <= hockey_stick(b, w) + (remove ? under_a : under_q), [&] {
              return at(step, t, 1) + ", t eta=" + text(rise) + ", w=" + text(w) + (remove ? ", remove" : ", add");
            });
          }
          // The recursive bound: for g < 1/(t eta)^-1, Pr_Q[B] <= delta_add(g) / (1 - g / (t eta)).
          for (const Rational& g : {Rational(1), Rational((1 + rise) / 2), ratio(1, 2)}) {
            if (g < t * eta) {
              tally.expect(under_q * (1 - g / (t * eta)) <= hockey_stick(reversed(one), g),
                           [&] { return at(step, t, 1) + ", t eta=" + text(rise) + ", recursive at g=" + text(g); });
            }
          }
        }
        // Bernstein's stopping probability is left to balls: it has an exponential.
      }
    }
  }
}

/// AM-GM: f >= prod X_i^(1/t), so delta_add <= H_{w Z^t}(Q^t || P'^t), Z = E X^(1/t), dP' = X^(1/t) dQ / Z. Steps whose
/// ratios are t-th powers keep it rational.
void direct_add(Tally& tally) {
  for (int t = 1; t <= 4; ++t) {
    for (const Rational& root : {ratio(2, 1), ratio(3, 2), ratio(5, 4)}) {
      const Step step = randomized_response_step(power(root, t));
      const Rational low = step.outcomes[1].q;
      const Rational high = step.outcomes[0].q;
      const Rational z = high * root + low / root;
      Pair tilted = {{high * root / z, high}, {low / root / z, low}};
      Pair all = {{1, 1}};
      for (int i = 0; i < t; ++i) {
        all = product(all, tilted);
      }
      const Pair one = reversed(allocation_pair(step, t, 1));
      for (const Rational& w : thresholds(one, reversed(all))) {
        tally.expect(hockey_stick(one, w) <= hockey_stick(reversed(all), w * power(z, t)),
                     [&] { return at(step, t, 1) + ", w=" + text(w); });
      }
    }
  }
}

/// A_{t,k} below independent blocks of floor(t/k) + 1 and floor(t/k) steps, below k blocks of floor(t/k) steps.
void block_reduction(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 2; affordable(step, t, long_run); ++t) {
      for (int k = 2; k <= t; ++k) {
        const int m = t / k;
        Pair mixed = {{1, 1}};
        Pair floor = {{1, 1}};
        for (int i = 0; i < k; ++i) {
          mixed = product(mixed, allocation_pair(step, i < t % k ? m + 1 : m, 1));
          floor = product(floor, allocation_pair(step, m, 1));
        }
        const Pair scheme = allocation_pair(step, t, k);
        for (const bool remove : {true, false}) {
          const auto direct = [&](const Pair& pair) { return remove ? pair : reversed(pair); };
          tally.expect(!Profile(direct(mixed)).exceeded_by(direct(scheme)),
                       [&] { return at(step, t, k) + (remove ? ", remove" : ", add"); });
          tally.expect(!Profile(direct(floor)).exceeded_by(direct(mixed)),
                       [&] { return at(step, t, k) + ", floor" + (remove ? ", remove" : ", add"); });
        }
      }
    }
  }
}

/// H_{1 + a (w-1)}((1-a) Q + a P || Q) = a H_w(P || Q), for 1 + a (w-1) >= 0.
void joint_convexity(Tally& tally) {
  Random random("allocation.joint-convexity");
  for (int i = 0; i < 200; ++i) {
    Pair pair(4);
    Rational p_all = 0;
    Rational q_all = 0;
    for (Atom& atom : pair) {
      atom = {random.below(9), 1 + random.below(9)};
      p_all += atom.p;
      q_all += atom.q;
    }
    if (p_all == 0) {
      continue;
    }
    for (Atom& atom : pair) {
      atom.p /= p_all;
      atom.q /= q_all;
    }
    const Rational a = ratio(1 + random.below(10), 10);
    Pair mixed = pair;
    for (Atom& atom : mixed) {
      atom.p = (1 - a) * atom.q + a * atom.p;
    }
    for (const Rational& w : thresholds(pair, mixed)) {
      tally.expect(hockey_stick(mixed, 1 + a * (w - 1)) == a * hockey_stick(pair, w),
                   [&] { return "a=" + text(a) + ", w=" + text(w); });
    }
  }
}

/// Negative control: the first version's coefficient on P = Q (the sum must be 1) and on RR(3).
void first_version_moments(Tally& tally) {
  const Step trivial{"P = Q", {{1, 1}}};
  const Step three = randomized_response_step(3);
  if (partition_sum(trivial, 2, 2, first_version_coefficient) != ratio(3, 4) ||
      partition_sum(three, 2, 2, first_version_coefficient) != ratio(13, 12)) {
    return;  // no instances: reported as unmet
  }
  for (const Step& step : {trivial, three}) {
    const Rational truth = pair_moment(allocation_pair(step, 2, 1), 2);
    const Rational printed = partition_sum(step, 2, 2, first_version_coefficient);
    tally.expect(truth <= printed, [&] {
      return step.name + ", t=alpha=2: E f^2 = " + text(truth) + ", the printed sum is " + text(printed);
    });
  }
}

/// Negative control: the remove profile as a bound on add (Lemma 3.1 of the first version, delta as the supremum of
/// both directions computed from one).
void remove_covers_add(Tally& tally) {
  const Pair pair = allocation_pair(randomized_response_step(3), 2, 1);
  const Rational w = ratio(29, 10);
  const Rational remove = hockey_stick(pair, w);
  const Rational add = hockey_stick(reversed(pair), w);
  if (remove != ratio(1, 160) || add != ratio(3, 160)) {
    return;
  }
  tally.expect(add <= remove, [&] { return "RR(3), t=2, e^eps=29/10: remove " + text(remove) + ", add " + text(add); });
}

/// Negative control: the remove transform of the decomposition, used for add.
void remove_transform_for_add(Tally& tally) {
  const Step step = randomized_response_step(5);
  const Rational w = ratio(21, 10);
  const Rational any = ratio(3, 4);
  const Pair poisson = poisson_pair(step, 2, ratio(1, 2));
  const Transform x = remove_transform(any, w);
  const Rational printed = hockey_stick(poisson, x.threshold) / any;
  const Rational reversed_profile = hockey_stick(reversed(poisson), x.threshold) / any;
  const Rational add = hockey_stick(reversed(allocation_pair(step, 2, 1)), w);
  if (printed != ratio(287, 1080) || reversed_profile != ratio(343, 1080) || add != ratio(29, 72)) {
    return;
  }
  for (const Rational& bound : {printed, reversed_profile}) {
    tally.expect(add <= bound, [&] {
      return "RR(5), t=2, rate=1/2, e^eps=21/10: delta_add " + text(add) + ", bound " + text(bound);
    });
  }
}

}  // namespace

Checks allocation_lemmas() {
  return {
      {"allocation.coefficient", coefficient_polynomial},
      {"allocation.moments", moments},
      {"allocation.ratio", ratio_formula},
      {"allocation.decomposition-identity", decomposition_identity},
      {"allocation.decomposition-remove", [](Tally& tally, bool long_run) { decomposition(tally, true, long_run); }},
      {"allocation.decomposition-add", [](Tally& tally, bool long_run) { decomposition(tally, false, long_run); }},
      {"allocation.decomposition-composed", decomposition_composed},
      {"allocation.monotone-in-selected", monotone_in_selected},
      {"allocation.monotone-in-steps", monotone_in_steps},
      {"allocation.truncated-posterior", truncated_posterior},
      {"allocation.direct-add", direct_add},
      {"allocation.blocks", block_reduction},
      {"allocation.joint-convexity", joint_convexity},
      {"allocation.first-version-coefficient", first_version_moments},
      {"allocation.remove-covers-add", remove_covers_add},
      {"allocation.remove-transform-for-add", remove_transform_for_add},
  };
}

}  // namespace hallmark::lemmas
