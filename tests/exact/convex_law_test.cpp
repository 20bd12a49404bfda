#include "exact/convex_law.hpp"

#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "support/random.hpp"

using namespace hallmark;
using Exact = boost::multiprecision::mpq_rational;

extern "C" {
using Level = void(bool, bool, const double*, const double*, std::size_t, const double*, const double*, std::size_t,
                   const double*, std::size_t, double*, double*);
Level hallmark_kernel_O0, hallmark_kernel_O2, hallmark_kernel_O3;
}

namespace {

constexpr Level* levels[] = {hallmark_kernel_O0, hallmark_kernel_O2, hallmark_kernel_O3};

Exact exact(const Rational& x) { return Exact(x.to_string()); }
double unit(test::Random& random) { return static_cast<double>(random.between(1, 1L << 40)) * 0x1p-40; }

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

/// The hockey-stick divergences of the mixture over one step, or of the composition, by all outcomes.
struct Finite {
  std::vector<Exact> p, q;
};

Exact plus(const Exact& x) { return x > 0 ? x : Exact(0); }

Exact divergence(const Finite& pair, const Exact& factor, Slope slope) {
  Exact total = 0;
  for (std::size_t i = 0; i < pair.p.size(); ++i) {
    total += slope == Slope::rising ? plus(pair.p[i] - factor * pair.q[i]) : plus(pair.q[i] - factor * pair.p[i]);
  }
  return total;
}

/// All outcomes of `count` steps: P^count against Q^count, or one step of P hidden among count against Q^count.
Finite repeated(const Finite& one, int count, bool product) {
  Finite result;
  std::vector<std::size_t> outcome(static_cast<std::size_t>(count), 0);
  for (;;) {
    Exact q = 1;
    Exact all = 1;
    for (const std::size_t o : outcome) {
      q *= one.q[o];
      all *= one.p[o];
    }
    Exact mixture = 0;
    for (std::size_t hidden = 0; hidden < outcome.size(); ++hidden) {
      Exact term = one.p[outcome[hidden]];
      for (std::size_t other = 0; other < outcome.size(); ++other) {
        if (other != hidden) term *= one.q[outcome[other]];
      }
      mixture += term / count;
    }
    result.p.push_back(product ? all : mixture);
    result.q.push_back(q);
    std::size_t place = 0;
    while (place < outcome.size() && ++outcome[place] == one.p.size()) outcome[place++] = 0;
    if (place == outcome.size()) return result;
  }
}

double down(const Exact& x) {
  double d = x.convert_to<double>();
  while (Exact(d) > x) d = std::nextafter(d, -1.0);
  return d;
}
double up(const Exact& x) {
  double d = x.convert_to<double>();
  while (Exact(d) < x) d = std::nextafter(d, 1e300);
  return d;
}

RatioAtoms atoms_of(const Finite& pair) {
  RatioAtoms atoms;
  Exact singular = 0;
  for (std::size_t i = 0; i < pair.p.size(); ++i) {
    if (pair.q[i] == 0) {
      singular += pair.p[i];
    } else {
      const Exact ratio = pair.p[i] / pair.q[i];
      atoms.atoms.push_back({down(ratio), up(ratio), down(pair.q[i]), up(pair.q[i])});
    }
  }
  atoms.singular_lo = down(singular);
  atoms.singular_hi = up(singular);
  return atoms;
}

Finite random_pair(test::Random& random, bool corners) {
  Finite pair;
  const long size = random.between(2, 4);
  long total_p = 0;
  long total_q = 0;
  std::vector<std::pair<long, long>> weights;
  for (long i = 0; i < size; ++i) {
    weights.emplace_back(random.between(1, 20), random.between(1, 20));
    if (corners && i == 0 && random.between(0, 1) == 0) weights.back().first = 0;
    if (corners && i == 1 && random.between(0, 2) != 0) weights.back().second = 0;
    total_p += weights.back().first;
    total_q += weights.back().second;
  }
  for (const auto& [p, q] : weights) {
    pair.p.push_back(Exact(p) / total_p);
    pair.q.push_back(Exact(q) / total_q);
  }
  return pair;
}

constexpr Slope slopes[] = {Slope::rising, Slope::falling};

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

TEST_CASE("Convex laws: one lognormal is the Gaussian mechanism's closed form") {
  for (const char* sigma : {"1", "1/2", "3/10", "4"}) {
    const Rational s2 = Rational(1) / (Rational(sigma) * Rational(sigma));
    const Ball mu(Rational(1) / Rational(sigma), 128);
    for (const char* eps : {"-1", "0", "1/8", "1", "2", "5"}) {
      const Ball e(Rational(eps), 128);
      const Ball truth = normal_cdf(mu / 2 - e / mu) - exp(e) * normal_cdf(-mu / 2 - e / mu);
      for (const Slope slope : slopes) {
        const RatioLaw law = *lognormal_law(s2, slope, {.nodes = 500, .smallest_delta = 1e-8});
        const RationalEnds d = delta(law, Number(eps));
        INFO("sigma " << sigma << " eps " << eps);
        CHECK(less_equal(Ball(d.lo, 128), truth) != Truth::no);
        CHECK(less_equal(truth, Ball(d.hi, 128)) != Truth::no);
        if (d.lo > Rational("1e-6")) CHECK(d.hi - d.lo < d.hi / 20);
      }
    }
  }
}

TEST_CASE("Convex laws: the composition of Gaussian rounds is one Gaussian") {
  for (const Slope slope : slopes) {
    const Resolution resolution{.nodes = 700, .smallest_delta = 1e-6};
    const RatioLaw rounds = *power_product(*lognormal_law(Number("1/8"), slope, resolution), 11, resolution);
    const RatioLaw one = *lognormal_law(Number("11/8"), slope, resolution);
    for (const char* eps : {"0", "1/2", "1", "3"}) {
      const RationalEnds a = delta(rounds, Number(eps));
      const RationalEnds b = delta(one, Number(eps));
      CHECK((a.lo <= b.hi && b.lo <= a.hi));
      CHECK(a.hi - a.lo < a.hi / 30);
    }
  }
}

TEST_CASE("Convex laws: finite pairs against all outcomes, composed and hidden in a mixture") {
  test::Random random(13);
  INFO("seed " << random.seed());
  for (int repetition = 0; repetition < test::repetitions(12); ++repetition) {
    const Finite pair = random_pair(random, repetition % 2 == 1);
    const int count = static_cast<int>(random.between(1, 4));
    for (const bool multiply : {true, false}) {
      const Finite all = repeated(pair, count, multiply);
      for (const Slope slope : slopes) {
        const RatioLaw one = atoms_law(atoms_of(pair), slope);
        const Resolution fine{.nodes = 2000, .smallest_delta = 1e-10};
        const RatioLaw law = multiply ? *power_product(one, count, fine) : divided(*power_sum(one, count, fine), count);
        for (const char* factor : {"1/3", "1", "11/10", "3/2", "2", "5", "40"}) {
          const Exact truth = divergence(all, Exact(factor), slope);
          const RationalEnds d = delta(law, Number::ln(Rational(factor)));
          CHECK(exact(d.lo) <= truth);
          CHECK(truth <= exact(d.hi));
          CHECK(exact(d.hi - d.lo) <= Exact(1e-12));  // few values: the grid is made of them
        }
      }
    }
  }
}

TEST_CASE("Convex laws: atoms known only roughly") {
  test::Random random(17);
  INFO("seed " << random.seed());
  for (int repetition = 0; repetition < test::repetitions(10); ++repetition) {
    const Finite pair = random_pair(random, repetition % 2 == 1);
    RatioAtoms atoms = atoms_of(pair);
    for (RatioAtom& atom : atoms.atoms) {
      atom.ratio_lo *= 1 - 0.1 * unit(random);
      atom.ratio_hi *= 1 + 0.1 * unit(random);
      atom.mass_lo *= 1 - 1e-3 * unit(random);
      atom.mass_hi *= 1 + 1e-3 * unit(random);
    }
    for (const bool multiply : {true, false}) {
      const Finite all = repeated(pair, 2, multiply);
      for (const Slope slope : slopes) {
        const RatioLaw one = atoms_law(atoms, slope);
        const Resolution fine{.nodes = 500};
        const RatioLaw law = multiply ? *product(one, one, fine) : divided(*sum(one, one, fine), 2);
        for (const char* factor : {"1/3", "1", "11/10", "3/2", "2", "5"}) {
          const Exact truth = divergence(all, Exact(factor), slope);
          const RationalEnds d = delta(law, Number::ln(Rational(factor)));
          CHECK(exact(d.lo) <= truth);
          CHECK((truth <= exact(d.hi) || d.hi == Rational(1)));
        }
      }
    }
  }
}

TEST_CASE("Convex laws: bounds of what the atoms leave out") {
  // Half of the atoms are withheld; the laws must still hold the whole pair.
  test::Random random(14);
  for (int repetition = 0; repetition < test::repetitions(10); ++repetition) {
    const Finite pair = repeated(random_pair(random, true), 2, true);
    Finite known;
    Exact missing_q = 0;
    Exact missing_p = 0;
    for (std::size_t i = 0; i < pair.p.size(); ++i) {
      if (i % 2 == 0) {
        known.p.push_back(pair.p[i]);
        known.q.push_back(pair.q[i]);
      } else {
        missing_q += pair.q[i];
        missing_p += pair.p[i];
      }
    }
    RatioAtoms atoms = atoms_of(known);
    atoms.missing_q = up(missing_q);
    atoms.missing_p = up(missing_p);
    const Finite both = repeated(pair, 2, true);
    for (const Slope slope : slopes) {
      const RatioLaw law = *power_product(atoms_law(atoms, slope), 2, {.nodes = 500});
      for (const char* factor : {"1/2", "1", "2", "10"}) {
        const Exact truth = divergence(both, Exact(factor), slope);
        const RationalEnds d = delta(law, Number::ln(Rational(factor)));
        CHECK(exact(d.lo) <= truth);
        CHECK((truth <= exact(d.hi) || d.hi == Rational(1)));
      }
    }
  }
}

TEST_CASE("Convex laws: more nodes overlap with fewer, and are narrower") {
  for (const Slope slope : slopes) {
    std::vector<RationalEnds> all;
    for (const long nodes : {200L, 400L, 800L}) {
      const Resolution resolution{.nodes = nodes, .smallest_delta = 1e-6};
      const RatioLaw law = divided(*power_sum(*lognormal_law(1, slope, resolution), 37, resolution), 37);
      all.push_back(delta(law, Number("1/2")));
    }
    for (const RationalEnds& a : all) {
      for (const RationalEnds& b : all) CHECK(a.lo <= b.hi);
    }
    CHECK((all[2].hi - all[2].lo) * 8 < all[0].hi - all[0].lo);
  }
}

TEST_CASE("Convex laws: one step subsampled, in both directions") {
  // 1 - q + q R for R in {3, 1/3} of randomized response at e^eps0 = 3, q = 1/4: three rounds against all outcomes.
  const Finite response{{Exact("3/4"), Exact("1/4")}, {Exact("1/4"), Exact("3/4")}};
  Finite step;
  for (int i = 0; i < 2; ++i) {
    step.q.push_back(response.q[static_cast<std::size_t>(i)]);
    step.p.push_back(Exact("3/4") * step.q.back() + Exact("1/4") * response.p[static_cast<std::size_t>(i)]);
  }
  const Finite all = repeated(step, 3, true);
  for (const Slope slope : slopes) {
    const RatioLaw one = subsampled(atoms_law(atoms_of(response), slope), Number("1/4"));
    const RatioLaw law = *power_product(one, 3, {.nodes = 100});
    for (const char* factor : {"1/2", "1", "5/4", "2"}) {
      const Exact truth = divergence(all, Exact(factor), slope);
      const RationalEnds d = delta(law, Number::ln(Rational(factor)));
      CHECK(exact(d.lo) <= truth);
      CHECK(truth <= exact(d.hi));
      CHECK(exact(d.hi - d.lo) <= Exact(1e-12));
    }
  }
}

TEST_CASE("Convex laws: what lies beyond the last position is not lost where it is too small for a double") {
  const RatioLaw noise = *lognormal_law(100, Slope::rising, {.nodes = 512, .smallest_delta = 1e-14});
  for (const char* rate : {"1e-310", "1e-99999"}) {
    const RationalEnds d = delta(subsampled(noise, Number(rate)), Number(1));
    CHECK(d.lo == Rational(0));
    CHECK(d.hi.sign() > 0);  // 3e-1272 at the larger rate
    CHECK(d.hi < pow(Rational(10), -300));
  }
  CHECK(delta(subsampled(noise, Number(0)), Number(1)).hi == Rational(0));
  // The least double beyond, of a law of one step out of many; a lower law may lose it.
  for (const Side side : {Side::upper, Side::lower}) {
    const ConvexLaw law{Slope::rising, side, {0, 1}, {0.5, 0.5}, 0x1p-1074};
    const double infinity = divided(law, 1'000'000).infinity;
    CHECK((side == Side::upper ? infinity > 0 : infinity == 0));
  }
  CHECK(divided(ConvexLaw{Slope::rising, Side::upper, {0, 1}, {0.5, 0.5}, 0}, 3).infinity == 0);
  // 1 + 2^-250, of mass 2^-920, is above the last node 1: a moment of 2^-1170.
  const ConvexLaw one{Slope::rising, Side::upper, {0, 1}, {1, 0x1p-460}, 0};
  const ConvexLaw other{Slope::rising, Side::upper, {0, 0x1p-250}, {1, 0x1p-460}, 0};
  CHECK(traced_sum(one, other, 2, 2, {.nodes = 16})->law.infinity > 0);
  CHECK(traced_sum(one, {Slope::rising, Side::upper, {0}, {1}, 0}, 2, 2, {.nodes = 16})->law.infinity == 0);
}

TEST_CASE("Convex laws: epsilon returns only evaluated ends") {
  for (const Slope slope : slopes) {
    const RatioLaw law = *lognormal_law(1, slope, {.nodes = 1000, .smallest_delta = 1e-8});
    for (const char* text : {"1e-2", "1e-5", "1e-7"}) {
      const Rational wanted(text);
      const EpsilonBounds eps = epsilon(law, wanted);
      REQUIRE(eps.hi.has_value());
      CHECK(delta(law, *eps.hi).hi <= wanted);
      CHECK(delta(law, eps.lo).lo > wanted);
      CHECK(eps.lo < *eps.hi);
    }
    CHECK(epsilon(law, 1).hi == Rational(0));
  }
  // Pure: delta = 0 is reached at ln 3, the upper law's dust is above 0, and the flat piece gives no false lower end.
  const Finite response{{Exact("3/4"), Exact("1/4")}, {Exact("1/4"), Exact("3/4")}};
  for (const Slope slope : slopes) {
    const RatioLaw law = atoms_law(atoms_of(response), slope);
    const EpsilonBounds eps = epsilon(law, 0);
    CHECK(less_equal(Number(eps.lo), Number("ln(3)")) == Truth::yes);
    CHECK(less_equal(Number("1.0986"), Number(eps.lo)) == Truth::yes);
    CHECK((!eps.hi.has_value() || less_equal(Number("ln(3)"), Number(*eps.hi)) == Truth::yes));
  }
}

TEST_CASE("Convex laws: absurd noise and thresholds give valid, if wide, answers") {
  for (const char* variance : {"1e-80", "1e-20", "1e-3", "1e3", "1e9", "1e80"}) {
    for (const Slope slope : slopes) {
      const Resolution resolution{.nodes = 64, .smallest_delta = 1e-6};
      const auto law = divided(*power_sum(*lognormal_law(Number(variance), slope, resolution), 3, resolution), 3);
      const auto squared = *product(law, law, resolution);
      for (const char* eps : {"-10000", "-1", "0", "1e-30", "1", "10000", "exp(1000)"}) {
        for (const RatioLaw* one : {&law, &squared}) {
          const RationalEnds d = delta(*one, Number(eps));
          INFO("variance " << variance << " eps " << eps);
          CHECK((Rational(0) <= d.lo && d.lo <= d.hi && d.hi <= Rational(1)));
          if (Number(eps).sign() < 0) CHECK(d.hi > Rational("0.63"));  // at least 1 - e^eps
        }
      }
    }
  }
  // Ratios beyond the range of positions, and none at all.
  const RatioAtoms far{.atoms = {{0, 1e-300, 0.5, 0.5}, {1, 1, 0.25, 0.25}, {1e200, 1e200, 1e-201, 1e-201}}};
  for (const Slope slope : slopes) {
    const RatioLaw law = *power_product(atoms_law(far, slope), 3, {.nodes = 16});
    CHECK(delta(law, Number(1)).hi > delta(law, Number(1)).lo);
    const RatioLaw nothing =
        *power_product(atoms_law({.atoms = {}, .missing_q = 1, .missing_p = 1}, slope), 3, {.nodes = 16});
    CHECK((delta(nothing, 0).lo == Rational(0) && delta(nothing, 0).hi == Rational(1)));
  }
}

TEST_CASE("Convex laws: where rounding outgrows the kernel there is no law") {
  // The excess of the masses, some 2^-47 an operation, is multiplied by 10^12 twice.
  constexpr long most = 1'000'000'000'000;
  const Resolution resolution{.nodes = 32};
  for (const Slope slope : slopes) {
    const RatioLaw once = divided(*power_sum(*lognormal_law(1, slope, resolution), most, resolution), most);
    const RationalEnds d = delta(once, Number("1/2"));
    CHECK((Rational(0) <= d.lo && d.lo <= d.hi && d.hi <= Rational(1)));
    CHECK(!power_product(once, most, resolution).has_value());
  }
}

TEST_CASE("Convex laws: budgets and bad input") {
  const RatioLaw law = *lognormal_law(1, Slope::rising, {.nodes = 300});
  const Budget none(std::chrono::duration<double>(0));
  CHECK(!lognormal_law(1, Slope::rising, {.nodes = 300}, none).has_value());
  CHECK(!power_sum(law, 10, {.nodes = 300}, none).has_value());
  CHECK_THROWS_WITH(lognormal_law(0, Slope::rising, {}), "lognormal_law: variance = 0: must be 0 < variance");
  CHECK_THROWS_WITH(power_sum(law, 0, {}), "power_sum: count = 0: must be in 1..10^12");
  CHECK_THROWS_WITH(power_product(law, 2, {.nodes = 7}), "power_product: nodes = 7: must be in 16..65536");
  CHECK_THROWS_AS(product(law, atoms_law({}, Slope::falling), {}), InputError);
  CHECK_THROWS_AS(atoms_law({.atoms = {{2, 1, 0, 0}}}, Slope::rising), InputError);
  CHECK_THROWS_AS(atoms_law({.atoms = {{1, 1, 0, std::nan("")}}}, Slope::rising), InputError);
  CHECK_THROWS_AS(atoms_law({.atoms = {{1, 1e308, 0, 2}}}, Slope::rising), InputError);
  CHECK_THROWS_AS(epsilon(law, Rational(2)), InputError);
  CHECK_THROWS_AS(subsampled(law, Number(2)), InputError);
}

TEST_CASE("ratios too small to keep go to the side of their law") {
  const double tiny = 1e-80;
  RatioAtoms atoms;
  atoms.atoms = {{tiny, tiny, 0.5, 0.5}, {1.5, 1.5, 0.5, 0.5}};
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    const RatioLaw law = atoms_law(atoms, slope);
    const bool rising = slope == Slope::rising;
    REQUIRE(law.upper.position.size() == 2);
    REQUIRE(law.lower.position.size() == 2);
    CHECK((rising ? law.upper.position[0] >= tiny : law.upper.position[0] <= tiny));
    CHECK((rising ? law.lower.position[0] <= tiny : law.lower.position[0] >= tiny));
  }
}
