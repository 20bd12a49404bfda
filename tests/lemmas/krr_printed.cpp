// Shuffled k-ary randomized response and composition: readings of [KHH21] and a formula of the code of [BBGN19] that do
// not hold, each at its smallest instance. Everything is enumerated report by report.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

using Seen = std::tuple<int, int, int>;  // b, n1, n2

/// The law of (B, N1, N2): how many of the first n-1 users answered at random, and the counts of categories 1 and 2
/// among them and the last user, who holds category 1.
std::map<Seen, Rational> weak_law(int n, int k, const Rational& gamma) {
  std::map<Seen, Rational> law = {{{0, 0, 0}, 1}};
  for (int user = 0; user < n; ++user) {
    const bool last = user == n - 1;
    std::map<Seen, Rational> next;
    for (const auto& [seen, mass] : law) {
      const auto& [b, n1, n2] = seen;
      const int after = last ? b : b + 1;
      next[{after, n1 + 1, n2}] += mass * gamma / k;
      next[{after, n1, n2 + 1}] += mass * gamma / k;
      next[{after, n1, n2}] += mass * gamma * ratio(k - 2, k);
      next[last ? Seen(b, n1 + 1, n2) : seen] += mass * (1 - gamma);  // a truthful answer of the others is removed
    }
    law = next;
  }
  return law;
}

/// The same with N1 and N2 drawn from their laws given B, independently of each other.
std::map<Seen, Rational> independent_law(const std::map<Seen, Rational>& law) {
  std::map<int, Rational> b_law;
  std::map<std::pair<int, int>, Rational> first;
  std::map<std::pair<int, int>, Rational> second;
  for (const auto& [seen, mass] : law) {
    const auto& [b, n1, n2] = seen;
    b_law[b] += mass;
    first[{b, n1}] += mass;
    second[{b, n2}] += mass;
  }
  std::map<Seen, Rational> product;
  for (const auto& [one, mass] : first) {
    for (const auto& [two, other] : second) {
      if (one.first == two.first && mass != 0 && other != 0) {
        product[{one.first, one.second, two.second}] += mass * other / b_law[one.first];
      }
    }
  }
  return product;
}

Rational total_variation(const std::map<Seen, Rational>& x, const std::map<Seen, Rational>& y) {
  std::map<Seen, Atom> both;
  for (const auto& [seen, mass] : x) both[seen].p += mass;
  for (const auto& [seen, mass] : y) both[seen].q += mass;
  Pair pair;
  for (const auto& [seen, atom] : both) pair.push_back(atom);
  return hockey_stick(pair, 1);
}

/// (3.3) and (3.4) give the laws of N1 and N2 given B; they do not determine the joint law.
void counts_independent(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const auto law = weak_law(2, 3, gamma);
  const Rational distance = total_variation(law, independent_law(law));
  tally.expect(distance == 0, [&] {
    return "n=2, k=3, gamma=1/4: total variation " + text(distance) + " between the joint law and the independent one";
  });
}

/// The marginals that are printed are right: Bin(B, 1/k) + Bern(1 - gamma + gamma/k) and Bin(B, 1/k) + Bern(gamma/k).
void counts_marginals(Tally& tally, bool long_run) {
  for (int k = 2; k <= 4; ++k) {
    for (int n = 1; n <= (long_run ? 7 : 5); ++n) {
      for (const Rational& gamma : {ratio(1, 4), ratio(1, 2), ratio(9, 10)}) {
        std::map<std::pair<int, int>, Rational> first;
        std::map<std::pair<int, int>, Rational> second;
        for (const auto& [seen, mass] : weak_law(n, k, gamma)) {
          const auto& [b, n1, n2] = seen;
          first[{b, n1}] += mass;
          second[{b, n2}] += mass;
        }
        for (int b = 0; b < n; ++b) {
          const auto noise = binomial_law(b, ratio(1, k));
          const auto one = convolve(noise, {gamma - gamma / k, 1 - gamma + gamma / k});
          const auto two = convolve(noise, {1 - gamma / k, gamma / k});
          const Rational mass = binomial_pmf(n - 1, gamma, b);
          for (int count = 0; count <= b + 1; ++count) {
            const auto place = static_cast<std::size_t>(count);
            tally.expect(first[{b, count}] == mass * one[place] && second[{b, count}] == mass * two[place], [&] {
              return "n=" + std::to_string(n) + ", k=" + std::to_string(k) + ", gamma=" + text(gamma) +
                     ", B=" + std::to_string(b) + ", count " + std::to_string(count);
            });
          }
        }
      }
    }
  }
}

/// delta(inf) of Theorem 5 as printed: the mass of the outputs with P(M(X)=t) > 0 and P(M(X)=t) = 0, of which there are
/// none; with P(M(X')=t) = 0 for the second it is the mass that composes to 1 - (1 - delta(inf))^n_c.
void infinite_part(Tally& tally, bool printed) {
  for (const auto& [name, pair] : {std::pair<std::string, Pair>{"n=1, X reports 1, X' reports 2", a1_pair(1, 1)},
                                   {"Lemma A.1's pair, n=2, p=1/2", a1_pair(2, ratio(1, 2))},
                                   {"Lemma A.1's pair, n=3, p=1/4", a1_pair(3, ratio(1, 4))}}) {
    Rational infinite = 0;
    Rational largest = 1;
    for (const Atom& atom : pair) {
      if (atom.p > 0 && (printed ? atom.p : atom.q) == 0) infinite += atom.p;
      if (atom.q > 0) largest = std::max(largest, Rational(atom.p / atom.q));
    }
    // Beyond the largest finite ratio only the infinite part is left; here of two rounds.
    Rational truth = 0;
    for (const Atom& x : pair) {
      for (const Atom& y : pair) {
        truth += std::max(Rational(0), Rational(x.p * y.p - largest * largest * x.q * y.q));
      }
    }
    const Rational formula = 1 - (1 - infinite) * (1 - infinite);
    tally.expect(formula == truth, [&, name = name] {
      return name + ", n_c=2, e^eps=" + text(largest * largest) + ": formula " + text(formula) + ", delta " +
             text(truth);
    });
  }
}

/// The strong view, (1-gamma) H_w(J0||J1), against the larger direction of Bin(n-1, g) + 1 against Bin(n-1, g): below
/// n = 8 it is not exceeded at any bend. So n = 8 is the smallest n that refutes the printed pair here.
void one_count_below_eight(Tally& tally, bool long_run) {
  for (int n = 2; n <= 7; ++n) {
    for (int k = 2; k <= (long_run ? 8 : 4); ++k) {
      for (const Rational& gamma : {ratio(1, 32), ratio(1, 10), ratio(1, 6), ratio(1, 5), ratio(1, 4), ratio(1, 3),
                                    ratio(1, 2), ratio(3, 4), ratio(9, 10)}) {
        const auto law = binomial_law(n - 1, gamma / k);
        std::vector<Rational> shifted = {0};
        shifted.insert(shifted.end(), law.begin(), law.end());
        const Pair one = pair_of(shifted, law);
        const Pair both = a1_pair(n, 2 * gamma / k);
        for (const Pair& bends : {one, reversed(one), both}) {
          for (const Rational& w : breakpoints(bends)) {
            if (w < 1) continue;
            const Rational view = (1 - gamma) * hockey_stick(both, w);
            const Rational printed = std::max(hockey_stick(one, w), hockey_stick(reversed(one), w));
            tally.expect(view <= printed, [&] {
              return "n=" + std::to_string(n) + ", k=" + std::to_string(k) + ", gamma=" + text(gamma) +
                     ", w=" + text(w) + ": view " + text(view) + ", printed pair " + text(printed);
            });
          }
        }
      }
    }
  }
}

/// L = (mu_x - w mu_x')/omega of k-RR, W ~ omega: omega the uniform blanket of mass g = k/(E+k-1), the rest in one
/// category. What the code returns as variance is the second moment.
void variance(Tally& tally, bool second_moment) {
  for (const Rational& e : {Rational(3), Rational(2), Rational(10)}) {
    for (int k = 2; k <= 5; ++k) {
      for (const Rational& w : {ratio(3, 2), Rational(1), Rational(2)}) {
        const Rational g = Rational(k) / (e + k - 1);
        Rational mean = 0;
        Rational square = 0;
        for (int y = 0; y < k; ++y) {
          const Rational x = (y == 0 ? e : Rational(1)) / (e + k - 1);
          const Rational other = (y == 1 ? e : Rational(1)) / (e + k - 1);
          const Rational l = (x - w * other) * k;  // over the blanket's 1/k
          mean += l / k;
          square += l * l / k;
        }
        const Rational formula = g * (2 - g) * (w - 1) * (w - 1) + (1 - g) * (1 - g) * k * (w * w + 1);
        const Rational compared = second_moment ? square : Rational(square - mean * mean);
        tally.expect(formula == compared && (!second_moment || formula >= square - mean * mean), [&] {
          return "E=" + text(e) + ", k=" + std::to_string(k) + ", w=" + text(w) + ": formula " + text(formula) +
                 ", variance " + text(square - mean * mean);
        });
      }
    }
  }
}

}  // namespace

Checks krr_printed_lemmas() {
  return {
      {"krr.weak-view.marginals", counts_marginals},
      {"krr.weak-view.independent", counts_independent},
      {"krr.one-count.below-eight", one_count_below_eight},
      {"krr.composition.infinite", [](Tally& tally) { infinite_part(tally, false); }},
      {"krr.composition.infinite.printed", [](Tally& tally) { infinite_part(tally, true); }},
      {"krr.bbgn19.second-moment", [](Tally& tally) { variance(tally, true); }},
      {"krr.bbgn19.variance", [](Tally& tally) { variance(tally, false); }},
  };
}

}  // namespace hallmark::lemmas
