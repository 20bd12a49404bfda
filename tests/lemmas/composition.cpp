// Composition of pairs: grids that dominate and events that are dominated, in exact rationals.
#include <string>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Pair random_pair(Random& random, int atoms, bool infinite) {
  std::vector<Rational> p;
  std::vector<Rational> q;
  for (int i = 0; i < atoms; ++i) {
    p.emplace_back(1 + random.below(20));
    q.emplace_back(infinite && i == 0 ? 0 : 1 + random.below(20));
  }
  return pair_of(law_of(p), law_of(q));
}

/// The largest power g^j <= x, as j.
int exponent_below(const Rational& x, const Rational& g) {
  int j = 0;
  Rational at = 1;
  while (at > x) {
    at /= g;
    --j;
  }
  while (at * g <= x) {
    at *= g;
    ++j;
  }
  return j;
}

Rational grid_point(const Rational& g, int j) { return j >= 0 ? power(g, j) : 1 / power(g, -j); }

enum class Rounding { spread, down };

/// Every finite ratio moved onto powers of g: both masses kept on the two neighbours, or all P-mass to the lower one.
Pair on_grid(const Pair& pair, const Rational& g, Rounding rounding) {
  Pair r;
  for (const Atom& a : pair) {
    if (a.q == 0) {
      r.push_back(a);
      continue;
    }
    const Rational low = grid_point(g, exponent_below(a.p / a.q, g));
    const Rational high = low * g;
    const Rational above = rounding == Rounding::down ? Rational(0) : (a.p - low * a.q) / (1 - 1 / g);
    r.push_back({above, above / high});
    r.push_back({a.p - above, (a.p - above) / low});
  }
  return r;
}

/// Outcomes of one cell [g^j, g^(j+1)) told apart no longer.
Pair merged(const Pair& pair, const Rational& g) {
  Pair r;
  std::vector<int> cells;
  for (const Atom& a : pair) {
    if (a.q == 0) {
      r.push_back(a);
      cells.push_back(-1000);
      continue;
    }
    const int cell = exponent_below(a.p / a.q, g);
    std::size_t i = 0;
    while (i < r.size() && cells[i] != cell) ++i;
    if (i == r.size()) {
      r.push_back({0, 0});
      cells.push_back(cell);
    }
    r[i].p += a.p;
    r[i].q += a.q;
  }
  return r;
}

template <class Check>
void over_random_products(std::string_view id, bool long_run, const Check& check) {
  Random random(id);
  const int trials = long_run ? 400 : 40;
  for (int trial = 0; trial < trials; ++trial) {
    const Pair a = random_pair(random, 2 + random.below(3), random.below(3) == 0);
    const Pair b = random_pair(random, 2 + random.below(3), random.below(3) == 0);
    const Rational g = 1 + ratio(1, 1 + random.below(6));
    check(a, b, g, trial);
  }
}

std::string at_rounds(int trial, const Rational& g, const Rational& w) {
  return "trial " + std::to_string(trial) + ", grid ratio " + text(g) + ", w=" + text(w);
}

void spread_dominates(Tally& tally, bool long_run) {
  over_random_products("composition.spread", long_run, [&](const Pair& a, const Pair& b, const Rational& g, int trial) {
    const Pair truth = product(product(a, a), b);
    const Pair x = on_grid(a, g, Rounding::spread);
    const Pair y = on_grid(b, g, Rounding::spread);
    const auto above = Profile(product(product(x, x), y)).exceeded_by(truth);
    tally.expect(!above, [&] { return at_rounds(trial, g, *above); });
  });
}

void merged_is_dominated(Tally& tally, bool long_run) {
  over_random_products("composition.merge", long_run, [&](const Pair& a, const Pair& b, const Rational& g, int trial) {
    const Pair x = merged(a, g);
    const Pair y = merged(b, g);
    const auto above = Profile(product(product(a, a), b)).exceeded_by(product(product(x, x), y));
    tally.expect(!above, [&] { return at_rounds(trial, g, *above); });
  });
}

void missing_mass(Tally& tally, bool long_run) {
  over_random_products(
      "composition.missing", long_run, [&](const Pair& a, const Pair& b, const Rational& g, int trial) {
        // The first outcome of a is not listed: what is listed, and that plus twice its P-mass, are the two ends.
        const Pair listed(a.begin() + 1, a.end());
        const Pair truth = product(product(a, a), b);
        const Pair seen = product(product(listed, listed), b);
        for (const Rational& w : {Rational(1) / 2, Rational(1), g, Rational(2), Rational(7)}) {
          const Rational low = hockey_stick(seen, w);
          const Rational exact = hockey_stick(truth, w);
          tally.expect(low <= exact && exact <= low + 2 * a.front().p, [&] { return at_rounds(trial, g, w); });
        }
      });
}

void infinite_ratio(Tally& tally, bool long_run) {
  over_random_products(
      "composition.infinite", long_run, [&](const Pair& a, const Pair& b, const Rational& g, int trial) {
        const auto mass = [](const Pair& pair) {
          Rational sum = 0;
          for (const Atom& x : pair) {
            if (x.q == 0) sum += x.p;
          }
          return sum;
        };
        const Rational expected = 1 - power(1 - mass(a), 2) * (1 - mass(b));
        tally.expect(mass(product(product(a, a), b)) == expected, [&] { return at_rounds(trial, g, 0); });
      });
}

void exposed_rounds(Tally& tally, bool long_run) {
  over_random_products("composition.exposed", long_run, [&](const Pair& a, const Pair&, const Rational& g, int trial) {
    // A round is exposed (ratio 1) with probability c, otherwise it is the pair: three rounds are a mixture.
    const Rational c = 1 / g / 2;
    Pair view;
    for (const Atom& x : a) view.push_back({(1 - c) * x.p, (1 - c) * x.q});
    view.push_back({c, c});
    const Pair three = product(product(view, view), view);
    for (const Rational& w : {Rational(1), g, Rational(3), Rational(9)}) {
      Rational mixture = 0;
      Pair rounds{{1, 1}};
      for (int j = 0; j <= 3; ++j) {
        mixture += Rational(choose(3, j)) * power(1 - c, j) * power(c, 3 - j) * hockey_stick(rounds, w);
        rounds = product(rounds, a);
      }
      tally.expect(hockey_stick(three, w) == mixture, [&] { return at_rounds(trial, g, w); });
    }
  });
}

void rounding_down_dominates(Tally& tally, bool long_run) {
  over_random_products("composition.down", long_run, [&](const Pair& a, const Pair& b, const Rational& g, int trial) {
    const auto above =
        Profile(product(on_grid(a, g, Rounding::down), on_grid(b, g, Rounding::down))).exceeded_by(product(a, b));
    tally.expect(!above, [&] { return at_rounds(trial, g, *above); });
  });
}

}  // namespace

Checks composition_lemmas() {
  return {
      {"composition.spread", spread_dominates}, {"composition.merge", merged_is_dominated},
      {"composition.missing", missing_mass},    {"composition.infinite", infinite_ratio},
      {"composition.exposed", exposed_rounds},  {"composition.rounding-down", rounding_down_dominates},
  };
}

}  // namespace hallmark::lemmas
