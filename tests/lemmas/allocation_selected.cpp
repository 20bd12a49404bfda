// Several selected steps: one product of independent factors above the ratio, events of scores below it.
#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

struct Parts {
  Rational ratio = 0;     // e_k / C(t, k)
  Rational factors = 1;   // prod(1 - lambda + lambda X)
  Rational variance = 0;  // sum pi (1 - pi)
  Rational mean = 0;      // sum pi
  Rational share = 0;     // C(t, k) lambda^k (1 - lambda)^(t - k)
};

Parts parts_of(const std::vector<Rational>& x, int k, const Rational& lambda) {
  Parts p;
  std::vector<Rational> e(static_cast<std::size_t>(k) + 1, Rational(0));
  e[0] = 1;
  for (const Rational& one : x) {
    for (std::size_t i = e.size() - 1; i > 0; --i) e[i] += e[i - 1] * one;
    const Rational factor = 1 - lambda + lambda * one;
    const Rational pi = lambda * one / factor;
    p.factors *= factor;
    p.mean += pi;
    p.variance += pi * (1 - pi);
  }
  Rational subsets = 1;
  const int t = static_cast<int>(x.size());
  for (int i = 0; i < k; ++i) subsets = subsets * (t - i) / (i + 1);
  p.ratio = e.back() / subsets;
  p.share = subsets;
  for (int i = 0; i < t; ++i) p.share *= i < k ? lambda : Rational(1 - lambda);
  return p;
}

/// All lists of ratios from a few values, up to their order.
void each_list(int t, const std::function<void(const std::vector<Rational>&)>& visit) {
  static const std::vector<Rational> values{0, Rational("1/5"), Rational("4/5"), 1, 3, 40};
  std::vector<std::size_t> at(static_cast<std::size_t>(t), 0);
  for (;;) {
    std::vector<Rational> x;
    for (const std::size_t i : at) x.push_back(values[i]);
    visit(x);
    std::size_t i = 0;
    while (i < at.size() && at[i] + 1 == values.size()) ++i;
    if (i == at.size()) return;
    const std::size_t next = at[i] + 1;
    for (std::size_t j = 0; j <= i; ++j) at[j] = next;
  }
}

std::string at_list(const std::vector<Rational>& x, int k, const Rational& lambda) {
  std::string all;
  for (const Rational& one : x) all += (all.empty() ? "" : " ") + text(one);
  return "X = " + all + ", k = " + std::to_string(k) + ", lambda = " + text(lambda);
}

/// I_0(V) by its series of positive terms: from below, and above with what a geometric series adds.
struct Series {
  Rational below = 1;
  Rational above = 1;
};
Series bessel(const Rational& v) {
  constexpr int terms = 40;
  Series s;
  Rational term = 1;
  Rational quotient = 0;
  for (int m = 1; m <= terms; ++m) {
    quotient = v * v / 4 / (m * m);
    term *= quotient;
    s.below += term;
  }
  s.above = s.below + term * quotient / (1 - quotient);
  return s;
}

/// R b e^V <= L I_0(V) for V = what `v` says, proved on every instance or refuted on one.
void product(Tally& tally, int longest, const Rational Parts::*v, bool must_hold) {
  for (int t = 1; t <= longest; ++t) {
    for (int k = 1; k <= t; ++k) {
      for (const char* rate : {"1/10", "1/2", "9/10"}) {
        const Rational lambda(rate);
        each_list(t, [&](const std::vector<Rational>& x) {
          const Parts p = parts_of(x, k, lambda);
          const Series peak = bessel(p.*v);
          const Enclosure growth = exp(Enclosure(p.*v));
          const bool holds = p.ratio * p.share * growth.upper() <= p.factors * peak.below;
          const bool fails = p.ratio * p.share * growth.lower() > p.factors * peak.above;
          tally.expect(must_hold ? holds : !fails, [&] { return at_list(x, k, lambda); });
        });
      }
    }
  }
}

void product_of_variances(Tally& tally, bool long_run) { product(tally, long_run ? 7 : 3, &Parts::variance, true); }
void product_of_means(Tally& tally) { product(tally, 2, &Parts::mean, false); }

/// The scores 0, 1, 3, ... of the outcomes of a step: all events {sum of scores >= K} and {sum <= K}.
void scores(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= (long_run ? 5 : 4); ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair pair = allocation_pair(step, t, k);
        for (int threshold = 0; threshold <= 3 * t; ++threshold) {
          // k scores under P and t - k under Q, against the mixture output by output.
          const auto count = [](int outcome) { return outcome * (outcome + 1) / 2; };
          Rational mixture = 0;
          Rational split = 0;
          std::size_t index = 0;
          for_each_output(step, t, [&](const std::vector<int>& output) {
            int sum = 0;
            Rational law = 1;
            for (int i = 0; i < t; ++i) {
              const int outcome = output[static_cast<std::size_t>(i)];
              const Atom& o = step.outcomes[static_cast<std::size_t>(outcome)];
              sum += count(outcome);
              law *= i < k ? o.p : o.q;
            }
            const Rational& p = pair[index++].p;
            if (sum < threshold) return;
            mixture += p;
            split += law;
          });
          tally.expect(mixture == split, [&] {
            return step.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k) +
                   ", K=" + std::to_string(threshold);
          });
        }
      }
    }
  }
}

/// By the coordinates (1, ..., 1, -j, 0, ...)/sqrt(j(j+1)) the sums over two choices have the inner product of the choices
/// less what both have in common with (1, ..., 1).
void vectors_of_choices(Tally& tally) {
  for (int t = 2; t <= 6; ++t) {
    for (int first = 0; first < 1 << t; ++first) {
      for (int second = 0; second < 1 << t; ++second) {
        Rational product = 0;
        int before_first = first & 1;
        int before_second = second & 1;
        for (int j = 1; j < t; ++j) {
          const int in_first = first >> j & 1;
          const int in_second = second >> j & 1;
          product += ratio((before_first - j * in_first) * (before_second - j * in_second), j * (j + 1));
          before_first += in_first;
          before_second += in_second;
        }
        const int both = std::popcount(static_cast<unsigned>(first & second));
        tally.expect(product == both - ratio(before_first * before_second, t), [&] {
          return "t=" + std::to_string(t) + ", choices " + std::to_string(first) + " and " + std::to_string(second);
        });
      }
    }
  }
}

}  // namespace

Checks allocation_selected_lemmas() {
  return {{"allocation-selected.product", product_of_variances},
          {"allocation-selected.product-of-means", product_of_means},
          {"allocation-selected.scores", scores},
          {"allocation-selected.differences", vectors_of_choices}};
}

}  // namespace hallmark::lemmas
