#include "lemmas/allocation_schemes.hpp"

#include <algorithm>

namespace hallmark::lemmas {

Step randomized_response_step(const Rational& e) {
  const Rational high = e / (e + 1);
  return {"RR(" + text(e) + ")", {{high, 1 - high}, {1 - high, high}}};
}

const std::vector<Step>& several_steps() {
  static const std::vector<Step> steps = {
      randomized_response_step(2),
      randomized_response_step(3),
      {"ratios 3, 1, 1/3", {{ratio(1, 4), ratio(1, 12)}, {ratio(2, 3), ratio(2, 3)}, {ratio(1, 12), ratio(1, 4)}}},
      {"ratios 1, 2, 0", {{ratio(1, 2), ratio(1, 2)}, {ratio(1, 2), ratio(1, 4)}, {0, ratio(1, 4)}}},
      {"ratios 1/2, 2, 5/4", {{ratio(1, 4), ratio(1, 2)}, {ratio(1, 3), ratio(1, 6)}, {ratio(5, 12), ratio(1, 3)}}}};
  return steps;
}

void for_each_output(const Step& step, int t, const std::function<void(const std::vector<int>&)>& visit) {
  std::vector<int> output(static_cast<std::size_t>(t), 0);
  const int outcomes = static_cast<int>(step.outcomes.size());
  for (;;) {
    visit(output);
    std::size_t place = 0;
    while (place < output.size() && ++output[place] == outcomes) {
      output[place++] = 0;
    }
    if (place == output.size()) {
      return;
    }
  }
}

std::vector<std::vector<int>> subsets(int t, int k) {
  std::vector<std::vector<int>> all;
  for (int bits = 0; bits < (1 << t); ++bits) {
    std::vector<int> members;
    for (int i = 0; i < t; ++i) {
      if ((bits >> i) % 2 == 1) {
        members.push_back(i);
      }
    }
    if (static_cast<int>(members.size()) == k) {
      all.push_back(std::move(members));
    }
  }
  return all;
}

Pair allocation_pair(const Step& step, int t, int k) {
  Pair pair;
  const auto chosen = subsets(t, k);
  for_each_output(step, t, [&](const std::vector<int>& output) {
    Atom atom{0, 1};
    for (const int o : output) {
      atom.q *= step.outcomes[static_cast<std::size_t>(o)].q;
    }
    for (const auto& members : chosen) {
      Rational mass = 1;
      for (int i = 0; i < t; ++i) {
        const Atom& o = step.outcomes[static_cast<std::size_t>(output[static_cast<std::size_t>(i)])];
        mass *= std::find(members.begin(), members.end(), i) != members.end() ? o.p : o.q;
      }
      atom.p += mass;
    }
    atom.p /= static_cast<long>(chosen.size());
    pair.push_back(atom);
  });
  return pair;
}

Pair poisson_pair(const Step& step, int t, const Rational& rate) {
  Pair pair;
  for_each_output(step, t, [&](const std::vector<int>& output) {
    Atom atom{1, 1};
    for (const int i : output) {
      const Atom& o = step.outcomes[static_cast<std::size_t>(i)];
      atom.p *= (1 - rate) * o.q + rate * o.p;
      atom.q *= o.q;
    }
    pair.push_back(atom);
  });
  return pair;
}

std::vector<Rational> thresholds(const Pair& x, const Pair& y) {
  std::vector<Rational> bends = breakpoints(x);
  const auto more = breakpoints(y);
  bends.insert(bends.end(), more.begin(), more.end());
  bends.push_back(1);
  bends.push_back(0);
  std::sort(bends.begin(), bends.end());
  bends.erase(std::unique(bends.begin(), bends.end()), bends.end());
  std::vector<Rational> all;
  for (std::size_t i = 0; i < bends.size(); ++i) {
    all.push_back(bends[i]);
    all.push_back(i + 1 < bends.size() ? Rational((bends[i] + bends[i + 1]) / 2) : Rational(bends[i] * 2));
  }
  return all;
}

}  // namespace hallmark::lemmas
