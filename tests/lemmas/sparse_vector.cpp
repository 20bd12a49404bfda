// The sparse vector technique with Laplace noise: its integrals in closed form, for a few queries and for many.
#include <algorithm>
#include <map>
#include <vector>

#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// sum over m of c_m e^(m z), on one stretch between integers.
using Exponentials = std::map<int, Enclosure>;

Exponentials times(const Exponentials& a, const Exponentials& b) {
  Exponentials all;
  for (const auto& [m, x] : a) {
    for (const auto& [k, y] : b) all[m + k] += x * y;
  }
  return all;
}

/// e^(m z) from a to b in closed form; the first or the last stretch is infinite.
Enclosure integral_of(const Exponentials& f, std::optional<int> from, std::optional<int> to) {
  Enclosure sum;
  for (const auto& [m, x] : f) {
    if (m == 0) {
      sum += x * Enclosure(*to - *from);
      continue;
    }
    Enclosure part;
    if (to) part += exp(Enclosure(static_cast<long>(m) * *to));
    if (from) part -= exp(Enclosure(static_cast<long>(m) * *from));
    sum += m > 0 ? x * part / Enclosure(m) : Enclosure(0) - x * part / Enclosure(-m);
  }
  return sum;
}

struct Query {
  int value;
  bool above;  // the answer
};

/// The probability of the answers: threshold noise of rate j1 (scale 1/j1), query noise of rate j2, T = 0.
Enclosure probability(const std::vector<Query>& queries, int j1, int j2) {
  constexpr int reach = 4;  // all values lie within it
  Enclosure sum;
  for (int a = -reach - 1; a <= reach; ++a) {  // [a, a+1], the first one from -infinity, the last one to infinity
    const bool positive = a >= 0;
    Exponentials f{{positive ? -j1 : j1, Enclosure(ratio(j1, 2))}};
    for (const Query& q : queries) {
      // F(z - q): below; e^(j2 (z-q))/2 where z <= q, 1 - e^(-j2 (z-q))/2 beyond.
      const bool beyond = a >= q.value;
      const Enclosure tail = exp(Enclosure(static_cast<long>(beyond ? j2 : -j2) * q.value)) / Enclosure(2);
      Exponentials factor;
      if (beyond == q.above) {
        factor[beyond ? -j2 : j2] = tail;
      } else {
        factor[0] = Enclosure(1);
        factor[beyond ? -j2 : j2] = Enclosure(0) - tail;
      }
      f = times(f, factor);
    }
    sum += integral_of(f, a == -reach - 1 ? std::nullopt : std::optional(a),
                       a == reach ? std::nullopt : std::optional(a + 1));
  }
  return sum;
}

std::vector<Query> moved(std::vector<Query> queries, const std::vector<int>& by) {
  for (std::size_t i = 0; i < queries.size(); ++i) queries[i].value += by[i];
  return queries;
}

/// Every answer of so many queries with at most `cut` above, the last one above where it is the `cut`-th.
std::vector<std::vector<bool>> answers(int length, int cut) {
  std::vector<std::vector<bool>> all;
  for (unsigned bits = 0; bits < 1U << length; ++bits) {
    std::vector<bool> one;
    int above = 0;
    for (int i = 0; i < length && above < cut; ++i) {
      one.push_back((bits >> i & 1U) != 0);
      above += one.back() ? 1 : 0;
    }
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }
  return all;
}

/// The pairs of all answers of one instance: of the queries, and of the moved ones.
template <class Function>
void each_answer(const std::vector<int>& values, const std::vector<int>& by, int cut, int j1, int j2,
                 const Function& function) {
  for (const std::vector<bool>& answer : answers(static_cast<int>(values.size()), cut)) {
    std::vector<Query> queries;
    for (std::size_t i = 0; i < answer.size(); ++i) queries.push_back({values[i], answer[i]});
    function(probability(queries, j1, j2), probability(moved(queries, by), j1, j2));
  }
}

const std::vector<std::vector<int>> kValues{{0, 1}, {0, 0, 2}, {1, -1, 0}};
const std::vector<std::vector<int>> kMoves{{1, -1, 1}, {-1, 1, -1},  {1, 1, -1}, {-1, -1, 1},
                                           {1, 1, 1},  {-1, -1, -1}, {0, 1, -1}};

template <class Function>
void each_instance(const Function& function) {
  for (const std::vector<int>& values : kValues) {
    for (std::vector<int> by : kMoves) {
      by.resize(values.size());
      const bool same = std::all_of(by.begin(), by.end(), [&](int x) { return x >= 0; }) ||
                        std::all_of(by.begin(), by.end(), [&](int x) { return x <= 0; });
      for (int cut = 1; cut <= 2; ++cut) function(values, by, cut, same);
    }
  }
}

/// sensitivity 1: j1 + 2 c j2, of monotone queries j1 + c j2; and the probabilities of all answers add up to 1.
void pure_ratio(Tally& tally) {
  each_instance([&](const std::vector<int>& values, const std::vector<int>& by, int cut, bool same) {
    constexpr int j1 = 1, j2 = 2;
    const Enclosure most = exp(Enclosure(j1 + (same ? 1 : 2) * cut * j2));
    Enclosure total;
    each_answer(values, by, cut, j1, j2, [&](const Enclosure& p, const Enclosure& q) {
      total += p;
      tally.expect(p.lower() <= (most * q).upper(), [&] { return "cut = " + std::to_string(cut); });
    });
    tally.expect(total.lower() <= 1 && total.upper() >= 1 && total.upper() - total.lower() < ratio(1, 1'000'000),
                 [] { return "the probabilities do not add up to 1"; });
  });
}

/// l queries 0, 1 of them below, then one X, X - 1 (monotone X, X) above: the ratio comes near to its bound.
Enclosure ratio_of_many(int length, int j1, int j2, bool is_monotone) {
  std::vector<Query> here, there;
  for (int i = 0; i < length; ++i) {
    here.push_back({0, false});
    there.push_back({1, false});
  }
  here.push_back({0, true});
  there.push_back({is_monotone ? 0 : -1, true});
  return probability(here, j1, j2) / probability(there, j1, j2);
}

void attained(Tally& tally) {
  for (const bool is_monotone : {false, true}) {
    const Enclosure most = exp(Enclosure(1 + (is_monotone ? 1 : 2)));
    const Enclosure few = ratio_of_many(1, 1, 1, is_monotone);
    const Enclosure many = ratio_of_many(40, 1, 1, is_monotone);
    tally.expect(
        few.upper() < many.lower() && many.upper() <= most.upper() && many.lower() > (most * ratio(9, 10)).upper(),
        [&] { return many.text() + " of " + most.text(); });
  }
}

/// delta is at most that of the threshold's noise at eps - 2 c s/b2, of monotone queries at eps - c s/b2.
void threshold_delta(Tally& tally) {
  each_instance([&](const std::vector<int>& values, const std::vector<int>& by, int cut, bool same) {
    constexpr int j1 = 2, j2 = 1;
    for (int i = 0; i <= 8; ++i) {
      const Rational eps = ratio(i, 2);
      const Rational x = eps - (same ? 1 : 2) * cut * j2;
      if (x >= j1) continue;
      const Enclosure most = Enclosure(1) - exp(Enclosure(std::min(Rational((x - j1) / 2), x)));
      Enclosure sum;
      each_answer(values, by, cut, j1, j2, [&](const Enclosure& p, const Enclosure& q) {
        const Enclosure more = p - exp(Enclosure(eps)) * q;
        if (more.lower() > 0) sum += more;
      });
      tally.expect(sum.lower() <= most.upper(),
                   [&] { return "eps = " + text(eps) + ", cut = " + std::to_string(cut); });
    }
  });
}

/// Refuted: c s/b2 is enough for queries that are not monotone.
void as_if_monotone(Tally& tally) {
  tally.expect(ratio_of_many(40, 1, 1, false).lower() <= exp(Enclosure(2)).upper(),
               [] { return "40 below, b1 = b2 = 1"; });
}

}  // namespace

Checks sparse_vector_lemmas() {
  return {{"sparse-vector.pure", pure_ratio},
          {"sparse-vector.attained", attained},
          {"sparse-vector.delta", threshold_delta},
          {"sparse-vector.as-if-monotone", as_if_monotone}};
}

}  // namespace hallmark::lemmas
