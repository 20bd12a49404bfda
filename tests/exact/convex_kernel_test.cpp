#include "exact/convex_law.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "support/convex_rationals.hpp"

using namespace hallmark;
using namespace hallmark::test::convex;

extern "C" {
using Level = void(bool, bool, const double*, const double*, std::size_t, const double*, const double*, std::size_t,
                   const double*, std::size_t, double*, double*);
Level hallmark_kernel_O0, hallmark_kernel_O2, hallmark_kernel_O3;
}

namespace {

constexpr Level* levels[] = {hallmark_kernel_O0, hallmark_kernel_O2, hallmark_kernel_O3};

/// Positions and masses over many sizes, with ties, zeros and neighbours an ulp apart.
ConvexLaw random_law(test::Random& random, Slope slope, Side side, int size) {
  ConvexLaw law{slope, side, {}, {}, 0};
  for (int i = 0; i < size; ++i) {
    const long kind = random.between(0, 9);
    double x = std::exp(4 * unit(random) - 2);
    if (kind == 0) x = 0;
    if (kind == 1) x = std::ldexp(1 + unit(random), static_cast<int>(random.between(-60, 20)));
    if (kind == 2 && i > 0) x = std::nextafter(law.position.back(), 1e9);
    if (kind == 3 && i > 0) x = law.position.back();
    if (x < 0x1p-240) x = 0;
    law.position.push_back(x);
    law.mass.push_back(kind == 4 ? std::ldexp(unit(random) + 1, -static_cast<int>(random.between(0, 440)))
                                 : unit(random) / size);
  }
  std::sort(law.position.begin(), law.position.end());
  if (slope == Slope::rising && random.between(0, 1) == 1) law.infinity = unit(random) * 1e-3;
  // Total mass and mean as the invariants demand: at least 1 or at most 1.
  double mass = law.infinity;
  double moment = 0;
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    mass += law.mass[i];
    moment += law.mass[i] * law.position[i];
  }
  if (side == Side::upper) {
    law.mass.back() += 1;
    if (law.position.back() < 1) law.position.back() = 1;
  } else {
    for (double& m : law.mass) m = std::max(m / (2 * (mass + moment)), 0x1p-459);
  }
  return law;
}

struct Point {
  Exact value;
  Exact mass;
};

/// Every pair of atoms, exactly, in order.
std::vector<Point> all_pairs(const ConvexLaw& a, const ConvexLaw& b, bool product) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < a.position.size(); ++i) {
    for (std::size_t j = 0; j < b.position.size(); ++j) {
      const Exact x(a.position[i]);
      const Exact y(b.position[j]);
      points.push_back({product ? Exact(x * y) : Exact(x + y), Exact(a.mass[i]) * Exact(b.mass[j])});
    }
  }
  std::sort(points.begin(), points.end(), [](const Point& p, const Point& q) { return p.value < q.value; });
  return points;
}

std::vector<Point> points_of(const ConvexLaw& law) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < law.position.size(); ++i) points.push_back({Exact(law.position[i]), Exact(law.mass[i])});
  return points;
}

Exact mass_of(const ConvexLaw& law) {
  Exact total = 0;
  for (const double m : law.mass) total += Exact(m);
  return total;
}

Exact moment_of(const ConvexLaw& law) {
  Exact total = 0;
  for (std::size_t i = 0; i < law.mass.size(); ++i) total += Exact(law.mass[i]) * Exact(law.position[i]);
  return total;
}

/// sum m (x - c)_+ or sum m (c - x)_+ for increasing c, by running sums.
std::vector<Exact> hinges(const std::vector<Point>& points, Slope slope, const std::vector<Exact>& thresholds) {
  Exact mass = 0;
  Exact moment = 0;
  Exact all_mass = 0;
  Exact all_moment = 0;
  for (const Point& p : points) {
    all_mass += p.mass;
    all_moment += p.mass * p.value;
  }
  std::vector<Exact> values;
  std::size_t next = 0;
  for (const Exact& c : thresholds) {
    for (; next < points.size() && points[next].value <= c; ++next) {
      mass += points[next].mass;
      moment += points[next].mass * points[next].value;
    }
    values.push_back(slope == Slope::falling ? Exact(c * mass - moment)
                                             : Exact((all_moment - moment) - c * (all_mass - mass)));
  }
  return values;
}

/// Counts hinges on which `result` fails to bound the exact pairs of a and b.
int violations(const ConvexLaw& a, const ConvexLaw& b, bool product, const ConvexLaw& result) {
  const std::vector<Point> truth = all_pairs(a, b, product);
  const std::vector<Point> bound = points_of(result);
  std::vector<Exact> thresholds{0};
  for (std::size_t k = 0; k < bound.size(); ++k) {
    thresholds.push_back(bound[k].value);
    if (k + 1 < bound.size()) thresholds.push_back((bound[k].value + bound[k + 1].value) / 2);
  }
  thresholds.push_back(truth.front().value);
  for (std::size_t k = 0; k < truth.size(); k += 37) thresholds.push_back(truth[k].value);
  thresholds.push_back(truth.back().value * 2);
  thresholds.push_back(bound.back().value * 2);
  std::sort(thresholds.begin(), thresholds.end());
  const bool rising = result.slope == Slope::rising;
  Exact infinity = 0;
  if (rising && product) {
    infinity =
        Exact(a.infinity) * moment_of(b) + Exact(b.infinity) * moment_of(a) + Exact(a.infinity) * Exact(b.infinity);
  } else if (rising) {
    infinity = Exact(a.infinity) * mass_of(b) + Exact(b.infinity) * mass_of(a);
  }
  const std::vector<Exact> want = hinges(truth, result.slope, thresholds);
  const std::vector<Exact> have = hinges(bound, result.slope, thresholds);
  const bool upper = result.side == Side::upper;
  int wrong = 0;
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    const Exact x = want[k] + infinity;
    const Exact y = have[k] + Exact(result.infinity);
    wrong += upper ? x > y : x < y;
  }
  const Exact mass = mass_of(a) * mass_of(b);  // f = 1
  wrong += upper ? mass > mass_of(result) : mass < mass_of(result);
  return wrong;
}

}  // namespace

TEST_CASE("Kernel: the same bits at every level of optimisation, outward of operands 2^-60 apart") {
  test::Random random(11);
  for (const bool product : {false, true}) {
    for (const bool chord : {false, true}) {
      const ConvexLaw a = random_law(random, Slope::rising, Side::upper, 150);
      const ConvexLaw b = random_law(random, Slope::rising, Side::upper, 120);
      std::vector<double> grid{0};
      for (int k = 0; k < 90; ++k) grid.push_back(grid.back() + unit(random) * 0.2 + 1e-9);
      for (const ConvexLaw& other : {a, b}) {
        const ConvexLaw& second = &other == &a ? a : other;
        std::vector<std::vector<double>> cells(3, std::vector<double>(4 * grid.size(), 0.0));
        double ends[3][2];
        for (int level = 0; level < 3; ++level) {
          levels[level](product, chord, a.position.data(), a.mass.data(), a.position.size(), second.position.data(),
                        second.mass.data(), second.position.size(), grid.data(), grid.size(), cells[level].data(),
                        ends[level]);
        }
        for (int level = 1; level < 3; ++level) {
          CHECK(std::memcmp(cells[0].data(), cells[level].data(), cells[0].size() * sizeof(double)) == 0);
          CHECK(std::memcmp(ends[0], ends[level], sizeof ends[0]) == 0);
        }
      }
    }
  }
  for (Level* level : levels) {
    const double position[] = {1, 2};
    const double mass[] = {1, 0x1p-60};
    const double point[] = {0};
    const double one[] = {1};
    const double grid[] = {0, 4};
    double cells[8] = {};
    double ends[2];
    level(false, false, position, mass, 2, point, one, 1, grid, 2, cells, ends);
    CHECK(ends[0] > 1);  // more than 1 + 2^-60, where rounding to nearest says 1
    CHECK(ends[1] < 1);
    CHECK((cells[2] == 1 && cells[3] == 0x1p-60));  // the cell's mass keeps both
    CHECK((cells[0] == 1 && cells[1] == 0x1p-59));  // and its first moment
    level(true, true, position, mass, 2, one, one, 1, grid, 2, cells, ends);
    CHECK((Exact(cells[2]) + Exact(cells[3]) == Exact(1) + Exact(0x1p-60) + 3 + Exact(0x1p-59)));
  }
}

TEST_CASE("Kernel: every cell's totals within slack of the exact ones") {
  test::Random random(15);
  INFO("seed " << random.seed());
  for (int repetition = 0; repetition < test::repetitions(20); ++repetition) {
    const bool product = repetition % 2 == 0;
    const bool chord = repetition % 4 < 2;
    const ConvexLaw a = random_law(random, Slope::rising, Side::upper, 30);
    const ConvexLaw b = random_law(random, Slope::rising, Side::upper, 30);
    // Nodes at, and an ulp from, the values of pairs.
    std::vector<double> grid;
    for (int k = 0; k < 60; ++k) {
      const double x = random.pick(a.position);
      const double y = random.pick(b.position);
      double node = product ? x * y : x + y;
      if (k % 3 == 1) node = std::nextafter(node, 1e9);
      if (k % 3 == 2) node *= 1 + 1e-3 * unit(random);
      if (node > 0x1p-250) grid.push_back(node);
    }
    grid.push_back(0);
    std::sort(grid.begin(), grid.end());
    grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
    std::vector<double> cells(4 * grid.size(), 0.0);
    double ends[2];
    hallmark_kernel_O2(product, chord, a.position.data(), a.mass.data(), a.position.size(), b.position.data(),
                       b.mass.data(), b.position.size(), grid.data(), grid.size(), cells.data(), ends);
    std::vector<Exact> above(grid.size(), 0);
    std::vector<Exact> other(grid.size(), 0);
    for (const Point& p : all_pairs(a, b, product)) {
      std::size_t k = grid.size() - 1;
      while (Exact(grid[k]) > p.value) --k;
      above[k] += p.mass * (p.value - Exact(grid[k]));
      other[k] += chord && k + 1 < grid.size() ? Exact(p.mass * (Exact(grid[k + 1]) - p.value)) : p.mass;
    }
    const Exact slack(0x1p-48);
    const Exact dust(0x1p-1040);
    for (std::size_t k = 0; k < grid.size(); ++k) {
      CHECK(abs(Exact(cells[4 * k]) + Exact(cells[4 * k + 1]) - above[k]) <= slack * above[k] + dust);
      CHECK(abs(Exact(cells[4 * k + 2]) + Exact(cells[4 * k + 3]) - other[k]) <= slack * other[k] + dust);
    }
  }
  // 1 and 4000 times 2^-54: rounding to nearest alone would lose them all.
  std::vector<double> position(4001, 1.0);
  std::vector<double> mass(4001, 0x1p-54);
  mass.front() = 1;
  const double point[] = {0};
  const double one[] = {1};
  const double grid[] = {0, 4};
  double cells[8] = {};
  double ends[2];
  hallmark_kernel_O2(false, true, position.data(), mass.data(), mass.size(), point, one, 1, grid, 2, cells, ends);
  CHECK(Exact(cells[0]) + Exact(cells[1]) == Exact(1) + 4000 * Exact(0x1p-54));
  CHECK(Exact(ends[0]) > Exact(1) + 4000 * Exact(0x1p-54));
}

TEST_CASE("Convex laws: single pairs, where nothing hides a position rounded to the wrong side") {
  test::Random random(16);
  INFO("seed " << random.seed());
  int wrong = 0;
  for (int repetition = 0; repetition < test::repetitions(300); ++repetition) {
    for (const Slope slope : slopes) {
      RatioLaw a{{slope, Side::upper, {}, {}, 0}, {slope, Side::lower, {}, {}, 0}};
      RatioLaw b = a;
      for (ConvexLaw* law : {&a.upper, &a.lower, &b.upper, &b.lower}) {
        law->position = {std::exp(4 * unit(random) - 2)};
        law->mass = {1};
      }
      for (const bool multiply : {false, true}) {
        const RatioLaw c = multiply ? *product(a, b, {.nodes = 16}) : *sum(a, b, {.nodes = 16});
        wrong += violations(a.upper, b.upper, multiply, c.upper) + violations(a.lower, b.lower, multiply, c.lower);
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Convex laws: sums and products of random laws bound every hinge, replayed in exact rationals") {
  test::Random random(12);
  INFO("seed " << random.seed());
  int wrong = 0;
  for (int repetition = 0; repetition < test::repetitions(2); ++repetition) {
    for (const Slope slope : slopes) {
      const int size = static_cast<int>(random.between(30, 70));
      const RatioLaw a{random_law(random, slope, Side::upper, size), random_law(random, slope, Side::lower, size)};
      const RatioLaw b{random_law(random, slope, Side::upper, 40), random_law(random, slope, Side::lower, 40)};
      for (const long nodes : {16L, 60L, 220L}) {
        const Resolution resolution{.nodes = nodes, .smallest_delta = 1e-6};
        for (const RatioLaw* other : {&a, &b}) {
          const RatioLaw s = *sum(a, *other, resolution);
          wrong +=
              violations(a.upper, other->upper, false, s.upper) + violations(a.lower, other->lower, false, s.lower);
          const RatioLaw p = *product(a, *other, resolution);
          wrong += violations(a.upper, other->upper, true, p.upper) + violations(a.lower, other->lower, true, p.lower);
        }
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("Convex laws: the chain of a lognormal replayed in exact rationals, 1 to 2 to 4 and its products") {
  for (const char* variance : {"1", "4"}) {
    for (const Slope slope : slopes) {
      const Resolution resolution{.nodes = 100, .smallest_delta = 1e-6};
      RatioLaw law = *lognormal_law(Number(variance), slope, resolution);
      for (int doubling = 0; doubling < 2; ++doubling) {
        for (const bool multiply : {false, true}) {
          const RatioLaw next = multiply ? *product(law, law, resolution) : *sum(law, law, resolution);
          CHECK(violations(law.upper, law.upper, multiply, next.upper) == 0);
          CHECK(violations(law.lower, law.lower, multiply, next.lower) == 0);
        }
        law = *sum(law, law, resolution);
      }
      CHECK(mass_of(law.upper) >= 1);
      CHECK(mass_of(law.upper) < Exact(1 + 1e-12));
      CHECK(mass_of(law.lower) <= 1);
      if (slope == Slope::rising) CHECK(moment_of(law.upper) + Exact(law.upper.infinity) >= 4);
      CHECK(moment_of(law.lower) <= Exact(slope == Slope::rising ? 4 : 4 + 1e-9));
    }
  }
}
