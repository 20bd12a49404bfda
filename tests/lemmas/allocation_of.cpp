// Random allocation of a finite pair by all of its outputs.
#include <functional>
#include <string>
#include <vector>

#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

struct StepPair {
  std::vector<Rational> p;
  std::vector<Rational> q;
};

const StepPair kStepTable{{ratio(3, 5), ratio(3, 10), ratio(1, 10)}, {ratio(1, 5), ratio(3, 10), ratio(1, 2)}};
const StepPair kStepHoles{{ratio(1, 2), ratio(1, 2), Rational(0)}, {Rational(0), ratio(1, 3), ratio(2, 3)}};

/// The masses of one output of t steps: with the record in k of them, by all choices, and without it.
struct EpochMasses {
  Rational p;
  Rational q;
};

EpochMasses epoch_masses(const StepPair& pair, const std::vector<int>& output, int k) {
  const auto t = static_cast<int>(output.size());
  EpochMasses m{Rational(0), Rational(1)};
  int choices = 0;
  for (int chosen = 0; chosen < 1 << t; ++chosen) {
    int size = 0;
    Rational product(1);
    for (int i = 0; i < t; ++i) {
      const bool with = (chosen >> i & 1) != 0;
      size += with ? 1 : 0;
      product *= (with ? pair.p : pair.q)[static_cast<std::size_t>(output[static_cast<std::size_t>(i)])];
    }
    if (size != k) continue;
    m.p += product;
    ++choices;
  }
  m.p /= choices;
  for (const int y : output) m.q *= pair.q[static_cast<std::size_t>(y)];
  return m;
}

void each_epoch_output(int outcomes, int t, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> output(static_cast<std::size_t>(t), 0);
  for (;;) {
    visit(output);
    std::size_t i = 0;
    while (i < output.size() && ++output[i] == outcomes) output[i++] = 0;
    if (i == output.size()) return;
  }
}

/// H_w(P_k || Q), or H_w(Q || P_k).
Rational epoch_divergence(const StepPair& pair, int t, int k, const Rational& w, bool add) {
  Rational sum(0);
  each_epoch_output(static_cast<int>(pair.p.size()), t, [&](const std::vector<int>& output) {
    const EpochMasses m = epoch_masses(pair, output, k);
    const Rational more = add ? m.q - w * m.p : m.p - w * m.q;
    if (more > 0) sum += more;
  });
  return sum;
}

/// k blocks of t/k steps, one selected in each.
Rational block_divergence(const StepPair& pair, int t, int k, const Rational& w, bool add) {
  Rational sum(0);
  const int length = t / k;
  each_epoch_output(static_cast<int>(pair.p.size()), t, [&](const std::vector<int>& output) {
    Rational p(1);
    Rational q(1);
    for (int b = 0; b < k; ++b) {
      const EpochMasses m = epoch_masses(pair, {output.begin() + b * length, output.begin() + (b + 1) * length}, 1);
      p *= m.p;
      q *= m.q;
    }
    const Rational more = add ? q - w * p : p - w * q;
    if (more > 0) sum += more;
  });
  return sum;
}

/// Outputs with the same counts have the same ratio: the numbers of the reference table, by all outputs.
void by_counts(Tally& tally) {
  const Rational w = ratio(5, 4);
  const struct {
    int t, k;
    Rational remove, add;
  } rows[] = {{3, 1, ratio(303, 2000), ratio(159, 800)},
              {3, 2, ratio(31, 80), ratio(69, 160)},
              {4, 2, ratio(423, 1250), ratio(2797, 8000)},
              {4, 3, ratio(131, 250), ratio(4317, 8000)}};
  for (const auto& row : rows) {
    tally.expect(epoch_divergence(kStepTable, row.t, row.k, w, false) == row.remove &&
                     epoch_divergence(kStepTable, row.t, row.k, w, true) == row.add,
                 [&] { return std::to_string(row.k) + " of " + std::to_string(row.t); });
  }
}

/// Blocks of one selected step each dominate, whatever the pair, outputs without mass on one side too.
void blocks_dominate(Tally& tally) {
  for (const StepPair& pair : {kStepTable, kStepHoles}) {
    for (const Rational& w : {ratio(1, 2), Rational(1), ratio(5, 4), Rational(2), Rational(5)}) {
      for (const bool add : {false, true}) {
        tally.expect(epoch_divergence(pair, 4, 2, w, add) <= block_divergence(pair, 4, 2, w, add),
                     [&] { return (add ? "add at w = " : "remove at w = ") + text(w); });
      }
    }
  }
}

/// Refuted: the direction remove is the worse one.
void remove_is_worse(Tally& tally) {
  const Rational w = ratio(5, 4);
  const Rational remove = epoch_divergence(kStepTable, 3, 1, w, false);
  const Rational add = epoch_divergence(kStepTable, 3, 1, w, true);
  tally.expect(add <= remove, [&] { return text(add) + " of add, " + text(remove) + " of remove"; });
}

}  // namespace

Checks allocation_of_lemmas() {
  return {{"allocation-of.counts", by_counts},
          {"allocation-of.blocks", blocks_dominate},
          {"allocation-of.remove-is-worse", remove_is_worse}};
}

}  // namespace hallmark::lemmas
