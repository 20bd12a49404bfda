// Random allocation with Gaussian noise: formulas of the package published with [FS25] against lower bounds of what
// they should bound, in MPFR intervals. Every lower bound is Jensen's on cells of the outputs: the mean of a convex
// function of the ratio X is at least that of its mean in every cell.
#include <algorithm>
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// A cell of outputs: its mass without the record and with it.
struct Cell {
  Enclosure q;
  Enclosure p;
};

/// Cells of one step, X = exp(s z - s^2/2) with z standard normal and s = 1/sigma: z between neighbouring multiples of
/// 1/per_unit in [-reach, reach], and the two ends.
std::vector<Cell> cells(const Rational& sigma, int reach, int per_unit) {
  const Rational s = 1 / sigma;
  std::vector<Cell> result;
  Enclosure q_below(0L);
  Enclosure p_below(0L);
  for (int i = -reach * per_unit; i <= reach * per_unit + 1; ++i) {
    const bool last = i > reach * per_unit;
    const Rational z = ratio(i, per_unit);
    const Enclosure q = last ? Enclosure(1L) : normal_cdf(Enclosure(z));
    const Enclosure p = last ? Enclosure(1L) : normal_cdf(Enclosure(z - s));
    result.push_back({q - q_below, p - p_below});
    q_below = q;
    p_below = p;
  }
  return result;
}

/// Cells of two steps of which one, uniformly chosen, uses the record.
std::vector<Cell> two_steps(const std::vector<Cell>& step) {
  std::vector<Cell> result;
  for (std::size_t i = 0; i < step.size(); ++i) {
    for (std::size_t j = i; j < step.size(); ++j) {
      const long weight = i == j ? 1 : 2;  // the cell and its mirror image have the same ratio
      result.push_back(
          {weight * (step[i].q * step[j].q), weight * (step[i].p * step[j].q + step[i].q * step[j].p) / 2});
    }
  }
  return result;
}

Enclosure standard_delta(const Enclosure& mu, const Enclosure& eps) {
  return normal_cdf(mu / 2 - eps / mu) - exp(eps) * normal_cdf(Enclosure(0L) - mu / 2 - eps / mu);
}

/// R_2(Q||A) = ln E_Q (1/f) for t = 2, sigma = 1 against the printed closed form at k = 1, alpha = 2.
void overlap_add(Tally& tally) {
  Enclosure mean(0L);
  for (const Cell& cell : two_steps(cells(1, 6, 8))) mean += cell.q * cell.q / cell.p;
  const Enclosure truth = log(mean);
  const Enclosure x = exp(Enclosure(ratio(1, 4)));  // k(t-k)/(sigma^2 t^2) = 1/4
  const Enclosure formula = ratio(1, 2) + Enclosure(ratio(1, 2)) - log(1 + 2 * (x - 1));
  tally.expect(truth.lower() <= formula.upper(), [&] {
    return "sigma=1, t=2, k=1, alpha=2: R_2(Q||A) is at least " + truth.text() + ", the formula " + formula.text();
  });
}

/// Many steps: R_2(Q||A) >= ln(1 + m2 - m3), as 1/(1+u) >= 1 - u + u^2 - u^3 for u > -1; at t = 1000 the printed closed
/// form is below it.
void overlap_add_many(Tally& tally) {
  const int t = 1000;
  const Enclosure e = exp(Enclosure(1L));
  const Enclosure m2 = (e - 1) / t;
  const Enclosure m3 = (e * e * e - 3 * e + 2) / (long{t} * t);
  const Enclosure truth = log(1 + m2 - m3);
  const Rational x = ratio(t - 1, long{t} * t);
  const Enclosure formula =
      Enclosure(ratio(1, t)) + Enclosure(ratio(t - 1, t)) - t * log(1 + 2 * (exp(Enclosure(x)) - 1)) / 2;
  tally.expect(truth.lower() <= formula.upper(), [&] {
    return "sigma=1, t=1000, k=1, alpha=2: R_2(Q||A) is at least " + truth.text() + ", the formula " + formula.text();
  });
}

/// E f^(-r) <= (E X^(-r/t))^t, as f is at least the geometric mean of its X; steps whose ratios are t-th powers keep it
/// rational. For the Gaussian the right side gives R_alpha(Q||A) <= (alpha+t-1)/(2 sigma^2 t).
void geometric_moments(Tally& tally, bool long_run) {
  for (int t = 1; t <= (long_run ? 6 : 4); ++t) {
    for (const Rational& root : {ratio(2, 1), ratio(3, 2), ratio(5, 4)}) {
      const Step step = randomized_response_step(power(root, t));
      const Pair one = allocation_pair(step, t, 1);
      for (int r = 1; r <= 6; ++r) {
        Rational left = 0;
        for (const Atom& atom : one) left += atom.q * power(atom.q / atom.p, r);
        const Rational mean = step.outcomes[0].q / power(root, r) + step.outcomes[1].q * power(root, r);
        tally.expect(left <= power(mean, t), [&] {
          return step.name + ", t=" + std::to_string(t) + ", r=" + std::to_string(r) + ": " + text(left) + " > " +
                 text(power(mean, t));
        });
      }
    }
  }
}

/// E f^alpha for alpha = 3/2 against (E e^(alpha |I and J|/(2 sigma^2)))^(alpha-1), t = 2, k = 1, sigma = 1.
void overlap_between_orders(Tally& tally) {
  Enclosure mean(0L);
  for (const Cell& cell : two_steps(cells(1, 6, 8))) {
    const Enclosure f = cell.p / cell.q;
    mean += cell.q * f * sqrt(f);
  }
  const Enclosure bound = sqrt((1 + exp(Enclosure(ratio(3, 4)))) / 2);
  tally.expect(mean.lower() <= bound.upper(), [&] {
    return "sigma=1, t=2, k=1, alpha=3/2: E f^alpha is at least " + mean.text() + ", the formula " + bound.text();
  });
}

/// A lower bound of delta_add at e^eps for `rounds` (1 or 2) independent rounds of t = 2: Q(E) - w A(E) for an event E
/// of whole cells. For every cell of the first round the cells of the second up to some ratio; any such event will do.
Rational delta_add_from_below(const Rational& sigma, const Rational& eps, int rounds, int per_unit) {
  std::vector<Cell> one = two_steps(cells(sigma, 5, per_unit));
  const Enclosure w = exp(Enclosure(eps));
  if (rounds == 1) {
    Enclosure sum(0L);
    for (const Cell& cell : one) {
      const Enclosure gain = cell.q - w * cell.p;
      if (gain.lower() > 0) sum += gain;
    }
    return sum.lower();
  }
  // The order and the choice of the cells are heuristic: doubles will do.
  const auto ratio_of = [](const Cell& c) { return (c.p.upper() / c.q.upper()).convert_to<double>(); };
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].q.lower() > 0 && one[i].p.lower() > 0) order.emplace_back(ratio_of(one[i]), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<Cell> below = {{Enclosure(0L), Enclosure(0L)}};
  for (const auto& [f, index] : order) {
    below.push_back({below.back().q + one[index].q, below.back().p + one[index].p});
  }
  const double threshold = w.upper().convert_to<double>();
  Enclosure sum(0L);
  for (const auto& [f, index] : order) {
    const auto end = std::upper_bound(order.begin(), order.end(), std::pair(1 / (threshold * f), one.size()));
    const Cell& rest = below[static_cast<std::size_t>(end - order.begin())];
    sum += one[index].q * rest.q - w * (one[index].p * rest.p);
  }
  return sum.lower();
}

/// G(sqrt(m)/(sigma sqrt(t)), eps - shift (1 - 1/t)/(2 sigma^2)).
Enclosure direct_add(const Rational& sigma, const Rational& eps, int t, int rounds, int shift) {
  const Enclosure mu = sqrt(Enclosure(ratio(rounds, t))) / Enclosure(sigma);
  return standard_delta(mu, Enclosure(eps - shift * (1 - ratio(1, t)) / (2 * sigma * sigma)));
}

void direct_add_without_rounds(Tally& tally) {
  const Rational sigma = ratio(3, 10);
  const Rational truth = delta_add_from_below(sigma, 8, 2, 5);
  const Enclosure formula = direct_add(sigma, 8, 2, 2, 1);
  tally.expect(truth <= formula.upper(), [&] {
    return "sigma=3/10, t=2, two rounds, eps=8: delta_add is at least " + Enclosure(truth).text() + ", the formula " +
           formula.text();
  });
}

void direct_add_gaussian(Tally& tally, bool long_run) {
  Rational largest = 0;
  for (const Rational& sigma : {ratio(3, 10), ratio(1, 2), Rational(1), Rational(2)}) {
    for (const Rational& eps : {ratio(1, 10), Rational(1), Rational(3), Rational(8)}) {
      for (int rounds = 1; rounds <= 2; ++rounds) {
        const Rational truth = delta_add_from_below(sigma, eps, rounds, long_run ? 8 : 3);
        const Enclosure bound = direct_add(sigma, eps, 2, rounds, rounds);
        largest = std::max(largest, Rational(truth / bound.lower()));
        tally.expect(truth <= bound.lower(), [&] {
          return "sigma=" + text(sigma) + ", eps=" + text(eps) + ", rounds=" + std::to_string(rounds) + ": at least " +
                 Enclosure(truth).text() + ", bound " + bound.text();
        });
      }
    }
  }
  tally.note("largest lower bound/bound " + Enclosure(largest).text());
}

}  // namespace

Checks allocation_code_lemmas() {
  return {
      {"allocation.code.overlap-add", overlap_add},
      {"allocation.code.overlap-add.many", overlap_add_many},
      {"allocation.code.overlap-between-orders", overlap_between_orders},
      {"allocation.direct-add.moments", geometric_moments},
      {"allocation.code.direct-add-rounds", direct_add_without_rounds},
      {"allocation.direct-add.gaussian", direct_add_gaussian},
  };
}

}  // namespace hallmark::lemmas
