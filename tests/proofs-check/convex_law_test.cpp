// Convex laws of the checker, replayed against exact rationals, and against the grid of class B.

#include <catch2/catch.hpp>
#include <map>

#include "laws/convex_law.hpp"
#include "laws/finite_base.hpp"
#include "random.hpp"

namespace hallmark::check::test {
namespace {

int between(Random& random, int first, int last) { return first + random.below(last - first + 1); }

/// An exact finite law: position -> mass, and the first moment at infinity.
struct Exact {
  std::map<Rational, Rational> masses;
  Rational infinite = 0;

  [[nodiscard]] Rational total() const {
    Rational sum = 0;
    for (const auto& [x, m] : masses) sum += m;
    return sum;
  }
  [[nodiscard]] Rational moment() const {
    Rational sum = 0;
    for (const auto& [x, m] : masses) sum += x * m;
    return sum;
  }
};

Rational two_to(unsigned long bits) { return Rational(Integer(Integer(1) << bits)); }

Exact exact_of(const ConvexLaw& law, const ConvexSpec& spec) {
  Exact result;
  for (std::size_t i = 0; i < law.positions.size(); ++i) {
    result.masses[Rational(law.positions[i]) / two_to(spec.unit)] += Rational(law.masses[i]) / two_to(spec.fraction);
  }
  result.infinite = Rational(law.infinite) / two_to(spec.fraction);
  return result;
}

/// All products, or sums, with what is at infinity by PROOFS.md 13.2.
Exact exact_combined(const Exact& a, const Exact& b, Combination how) {
  Exact result;
  for (const auto& [x, m] : a.masses) {
    for (const auto& [y, n] : b.masses)
      result.masses[how == Combination::product ? Rational(x * y) : Rational(x + y)] += m * n;
  }
  result.infinite = (how == Combination::product ? a.moment() : a.total()) * b.infinite + a.infinite;
  return result;
}

/// Phi of the hinge with its corner at `at`.
Rational hinge_of(const Exact& law, Slope slope, const Rational& at) {
  Rational sum = slope == Slope::rising ? law.infinite : Rational(0);
  for (const auto& [x, m] : law.masses) {
    const Rational gain = slope == Slope::rising ? Rational(x - at) : Rational(at - x);
    if (gain > 0) sum += m * gain;
  }
  return sum;
}

ConvexLaw random_law(Random& random, const ConvexSpec& spec, std::size_t atoms) {
  ConvexLaw law;
  Integer position = between(random, 0, 3);
  for (std::size_t i = 0; i < atoms; ++i) {
    law.positions.push_back(position);
    law.masses.emplace_back(between(random, 1, (1 << static_cast<int>(spec.fraction)) / static_cast<int>(atoms)));
    position += between(random, 1, 12);
  }
  if (spec.slope == Slope::rising) law.infinite = between(random, 0, 50);
  return law;
}

Ratios random_grid(Random& random) {
  Ratios grid;
  Integer x = 0;
  const int count = between(random, 1, 9);
  for (int i = 0; i < count; ++i) grid.push_back(x += between(random, 1, 15));
  return grid;
}

TEST_CASE("convex laws: every combination bounds the exact one, on its side, and by little more than the grid") {
  Random random;
  for (int i = 0; i < runs(400); ++i) {
    const ConvexSpec spec{between(random, 0, 1) == 0 ? Slope::rising : Slope::falling,
                          between(random, 0, 1) == 0 ? Side::upper : Side::lower,
                          static_cast<unsigned long>(between(random, 1, 5)), 12};
    const auto how = between(random, 0, 1) == 0 ? Combination::product : Combination::sum;
    const ConvexLaw a = random_law(random, spec, static_cast<std::size_t>(between(random, 1, 6)));
    const ConvexLaw other = random_law(random, spec, static_cast<std::size_t>(between(random, 1, 6)));
    const ConvexLaw& b = between(random, 0, 2) == 0 ? a : other;  // a law with itself takes half of the pairs
    const Ratios grid = random_grid(random);
    const Exact exact = exact_combined(exact_of(a, spec), exact_of(b, spec), how);
    const Exact found = exact_of(combined(a, b, how, grid, spec), spec);
    const Rational ulps = Rational(2 * static_cast<int>(grid.size()) + 4) / two_to(spec.fraction);
    const bool upper = spec.side == Side::upper;
    CAPTURE(i, upper, spec.slope == Slope::rising, how == Combination::product);
    // Corners everywhere: f(0) = 0 and f(0) > 0, beyond the grid, and at every position.
    std::vector<Rational> corners = {-1, 0, Rational(1, 7), 1000};
    for (const auto& [x, m] : exact.masses) corners.push_back(x);
    for (const Integer& x : grid) corners.push_back(Rational(x) / two_to(spec.unit));
    for (const Rational& at : corners) {
      if (spec.slope == Slope::falling && at <= 0) continue;
      const Rational truth = hinge_of(exact, spec.slope, at);
      const Rational bound = hinge_of(found, spec.slope, at);
      CAPTURE(at, truth, bound);
      CHECK((upper ? bound >= truth : bound <= truth));
    }
    // Nothing but rounding changes the mass and the first moment.
    const Rational mass = found.total() - exact.total();
    CHECK((upper ? mass >= 0 && mass <= ulps : mass <= 0 && -mass <= ulps));
    if (spec.slope == Slope::rising) {
      const Rational moment = (found.moment() + found.infinite) - (exact.moment() + exact.infinite);
      const Rational far = Rational(grid.back()) / two_to(spec.unit) + 2;
      const Rational positions = found.total() / two_to(spec.unit);
      CHECK((upper ? moment >= 0 && moment <= ulps * far : moment <= 0));
      if (!upper) {
        // Each cell may lose one unit of mass at its barycentre.
        const Rational reach = exact.masses.rbegin()->first + 2;
        CHECK(-moment <= ulps * reach + positions);
      }
    }
  }
}

TEST_CASE("convex laws: a grid that holds every product changes nothing") {
  for (const Side side : {Side::upper, Side::lower}) {
    const ConvexSpec spec{Slope::rising, side, 4, 20};
    const ConvexLaw coin{{Integer(8), Integer(32)}, {Integer(1 << 18), Integer(1 << 19)}, Integer(1 << 10)};
    const Ratios grid = {4, 16, 64};  // 1/4, 1, 4
    const ConvexLaw squared = combined(coin, coin, Combination::product, grid, spec);
    CHECK(squared.positions == std::vector<Integer>{4, 16, 64});
    CHECK(squared.masses == std::vector<Integer>{1 << 16, 1 << 18, 1 << 18});
    // (1/2 1/4 + 2 1/2) 2^10 + 2^10
    CHECK(squared.infinite == 1152 + 1024);
  }
}

TEST_CASE("convex laws: how many grids a power takes") {
  CHECK(combinations(1) == 0);
  CHECK(combinations(2) == 1);
  CHECK(combinations(3) == 2);
  CHECK(combinations(7) == 4);
  CHECK(combinations(8) == 3);
  CHECK(combinations(1'000'000'000'000'000) == 49 + 19);
}

TEST_CASE("convex laws: the hinge of one atom, on its side") {
  const auto ln = [](int a, int b) { return Number{Number::Kind::ln, Rational(a, b)}; };
  for (const Side side : {Side::upper, Side::lower}) {
    for (const Slope slope : {Slope::rising, Slope::falling}) {
      const ConvexSpec spec{slope, side, 3, 8};
      const ConvexLaw atom{{Integer(8)}, {Integer(256)}, slope == Slope::rising ? Integer(1) : Integer(0)};
      const Interval value = hinge(atom, ln(1, 3), spec);
      const Rational truth = Rational(2, 3) + (slope == Slope::rising ? Rational(1, 256) : Rational(0));
      // w = 1/3 is rounded to units of 2^-67.
      if (side == Side::upper) {
        CHECK(less(value, truth) == Truth::no);
      } else {
        CHECK(less_equal(value, truth) == Truth::yes);
      }
      CHECK(less(max(value - Interval(truth, 200), Interval(truth, 200) - value),
                 Rational(Integer(1), Integer(1) << 66)) == Truth::yes);
    }
  }
}

TEST_CASE("convex laws: one round known by cells only, against the outputs that are in them") {
  Random random;
  const auto exactly = [](const Rational& x) { return Interval(x, 200); };
  for (int i = 0; i < runs(300); ++i) {
    Cells cells(Integer(between(random, 1, 4)), 200);
    Exact truth;  // Q-masses at the ratios
    const auto outputs = [&](std::int64_t first, std::int64_t last) {
      Rational p = 0;
      Rational q = 0;
      const int count = between(random, 0, 2);
      for (int k = 0; k < count; ++k) {
        const Rational log_ratio =
            (Rational(first) + Rational(last - first) * Rational(between(random, 0, 8), 8)) / Rational(cells.grid);
        // Ends of a cell from inside.
        const Interval e = exp(exactly(log_ratio));
        const bool inside_up = log_ratio * Rational(cells.grid) < Rational(last);
        const Rational ratio(inside_up ? scaled_ceil(e, 60) : scaled_floor(e, 60), Integer(1) << 60);
        const Rational mass(between(random, 1, 40), 1000);
        truth.masses[ratio] += mass;
        q += mass;
        p += mass * ratio;
      }
      // Known within some slack.
      const Rational slack(between(random, 0, 1), 5000);
      const auto around = [&](const Rational& x) {
        return from_ends(exactly(x > slack ? Rational(x - slack) : Rational(0)), exactly(x + slack));
      };
      cells.list.push_back({first, last, around(p), around(q)});
    };
    const int count = between(random, 1, 5);
    const int start = between(random, -3, 2);
    for (int k = 0; k < count; ++k) outputs(start + k, start + k + between(random, 1, 3));
    const Rational equal(between(random, 0, 30), 1000);
    truth.masses[1] += equal;
    cells.list.push_back({0, 0, exactly(equal), exactly(equal)});
    truth.infinite = Rational(between(random, 0, 20), 1000);
    cells.infinite = exactly(truth.infinite);
    // What is missing may stand anywhere.
    const Rational missing(between(random, 0, 20), 1000);
    cells.missing = from_ends(Interval(200), exactly(missing));
    const Rational far = between(random, 2, 200);
    truth.masses[far] += missing / far;
    const ConvexSpec upper{Slope::rising, Side::upper, 10, 64};
    const ConvexSpec lower{Slope::rising, Side::lower, 10, 64};
    Ratios grid;
    for (int k = 0, x = 0; k < between(random, 2, 12); ++k) grid.emplace_back(x += between(random, 1, 2000));
    const Exact most = exact_of(convex_base(cells, grid, upper), upper);
    const Exact least = exact_of(convex_base(cells, grid, lower), lower);
    Exact seen = truth;
    seen.masses[far] -= missing / far;
    std::vector<Rational> corners = {0, Rational(1, 3), 1000};
    for (const auto& [x, m] : truth.masses) corners.push_back(x);
    for (const Integer& x : grid) corners.push_back(Rational(x) / two_to(10));
    for (const Rational& at : corners) {
      CAPTURE(i, at);
      CHECK(hinge_of(most, Slope::rising, at) >= hinge_of(truth, Slope::rising, at));
      CHECK(hinge_of(least, Slope::rising, at) <= hinge_of(seen, Slope::rising, at));
    }
  }
}

TEST_CASE("convex laws: barycentres that grow from product to product are too much work") {
  const ConvexSpec spec{Slope::rising, Side::lower, 4, 64};
  const ConvexLaw coin{{Integer(8), Integer(1000)}, {Integer(1) << 63, Integer(1) << 63}, 0};
  const std::vector<Ratios> grids(50, Ratios{1});
  CHECK_THROWS_AS(power(coin, std::uint64_t{1} << 50, Combination::product, grids, spec), TooMuchWork);
}

/// Ratios from about e^-reach to e^reach.
Ratios geometric(int reach, int steps, unsigned long unit) {
  Ratios grid;
  for (int i = -reach * steps; i <= reach * steps; ++i) {
    const Interval x = exp(Interval(Rational(i, steps), 128));
    const Integer next = scaled_floor(x, static_cast<long>(unit));
    if (next > 0 && (grid.empty() || next > grid.back())) grid.push_back(next);
  }
  return grid;
}

TEST_CASE("convex laws: rounds of finite pairs against the grid of class B") {
  const auto number = [](const char* text) { return parse_number(text).value(); };
  const Number eps0 = number("2");
  const Number gamma = number("1/3");
  const std::vector<std::pair<const char*, std::function<Cells(const BaseSpec&)>>> bases = {
      {"clones", [&](const BaseSpec& s) { return clones_cells(30, eps0, s); }},
      {"strong", [&](const BaseSpec& s) { return krr_pair_cells(20, gamma, 3, true, s); }},
      {"weak", [&](const BaseSpec& s) { return krr_weak_cells(8, gamma, 3, s); }},
      {"rr2", [&](const BaseSpec& s) { return rr2_cells(12, 5, eps0, s); }},
  };
  for (const auto& [name, base] : bases) {
    const Cells cells = base({Integer(800), 192});
    for (const std::uint64_t rounds : {1U, 2U, 5U}) {
      const std::vector<Ratios> grids(combinations(rounds) + 1, geometric(9, 24, 64));
      for (const char* eps : {"0", "1/2", "3/2"}) {
        CAPTURE(name, rounds, eps);
        const auto bound = [&](Side side) {
          const ConvexSpec spec{Slope::rising, side, 64, 192};
          const ConvexLaw law = power(convex_base(cells, grids.front(), spec), rounds, Combination::product,
                                      std::span<const Ratios>(grids).subspan(1), spec);
          return hinge(law, number(eps), spec);
        };
        const Interval upper = bound(Side::upper);
        const Interval lower = bound(Side::lower);
        const PowerPlan plan{192, 60};
        const Interval least = lower_delta({{[&] { return cells; }, rounds}}, number(eps), plan);
        const Interval most = upper_delta({{[&] { return cells; }, rounds}}, number(eps), plan);
        CHECK(less(upper, least) == Truth::no);
        CHECK(less(most, lower) == Truth::no);
        // Within a few percent of each other.
        const Interval gap = (upper - lower) / upper;
        CHECK(less(gap, Rational(1, 25)) == Truth::yes);
      }
    }
  }
}

}  // namespace
}  // namespace hallmark::check::test
