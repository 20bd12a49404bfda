// Random allocation by convex laws of the checker: against closed forms, the inversion on a line, exact replays.

#include "allocation/allocation_law.hpp"

#include <catch2/catch.hpp>

#include "allocation/allocation_line.hpp"
#include "batch/gaussian.hpp"
#include "laws/pair_base.hpp"
#include "random.hpp"

namespace hallmark::check::test {
namespace {

Number number(const char* text) { return *parse_number(text); }

/// Ratios from about centre e^-reach to centre e^reach.
Ratios geometric(double reach, int points, unsigned long unit, std::uint64_t centre = 1) {
  Ratios grid;
  for (int i = 0; i < points; ++i) {
    const Rational at(static_cast<long>(reach * 1000) * (2 * i - points + 1), 1000L * (points - 1));
    const Integer next = scaled_floor(exp(Interval(at, 128)) * Interval(Integer(centre), 128), static_cast<long>(unit));
    if (next > 0 && (grid.empty() || next > grid.back())) grid.push_back(next);
  }
  return grid;
}

/// One grid an operation, as wide as a sum of that many steps, then a product, has to be.
std::vector<Ratios> grids_for(const AllocationScheme& x, double reach, int points, unsigned long unit) {
  std::vector<Ratios> grids;
  const auto sums = [&](std::uint64_t count) { grids.push_back(geometric(reach, points, unit, count)); };
  sums(1);
  const std::uint64_t length = x.steps / x.selected;
  std::uint64_t done = 1;
  for (int bit = static_cast<int>(std::bit_width(length)) - 2; bit >= 0; --bit) {
    sums(done *= 2);
    if ((length >> bit & 1U) != 0) sums(done += 1);
  }
  const std::size_t all = allocation_grids(x.steps, x.selected, x.epochs);
  const bool longer = x.steps % x.selected != 0;
  const std::size_t first_products = combinations(x.selected - x.steps % x.selected);
  for (std::size_t i = 0; i < first_products; ++i) grids.push_back(geometric(2 * reach, points, unit));
  if (longer) sums(length + 1);
  while (grids.size() < all) grids.push_back(geometric(2 * reach, points, unit));
  return grids;
}

struct Ends {
  Interval lower, upper;
};

Ends ends(const AllocationScheme& x, const char* eps, double reach, int points) {
  constexpr unsigned long unit = 40;
  const std::vector<Ratios> grids = grids_for(x, reach, points, unit);
  const Interval upper = allocation_law_bound(x, number(eps), Side::upper, grids, unit, {64, 30});
  if (x.selected > 1) return {Interval(64), upper};
  return {allocation_law_bound(x, number(eps), Side::lower, grids, unit, {64, 30}), upper};
}

TEST_CASE("allocation law: one step is the Gaussian mechanism, epochs its rounds") {
  const Number sigma = number("1");
  for (const bool remove : {true, false}) {
    for (const std::uint64_t epochs : {1U, 3U}) {
      for (const char* eps : {"0", "1/2", "2", "-1/3"}) {
        const Interval truth = gaussian_delta(sigma, number(eps), epochs, {128, 10});
        const Ends e = ends({sigma, 1, 1, epochs, remove}, eps, 7, 300);
        CAPTURE(remove, epochs, eps);
        CHECK(less(e.upper, truth) == Truth::no);
        CHECK(less(truth, e.lower) == Truth::no);
        CHECK(less((e.upper - e.lower) / truth, Rational(1, 15)) == Truth::yes);
      }
    }
  }
}

TEST_CASE("allocation law: many steps against the inversion on a line") {
  const Number sigma = number("5");
  const AllocationContour contour{Rational(3189, 1024), Rational(279897, 524288), Rational(489, 16), 30};
  for (const bool remove : {true, false}) {
    const Interval truth = allocation_delta(sigma, 20, remove, number("1/10"), contour, {64, 13});
    const Ends e = ends({sigma, 20, 1, 1, remove}, "1/10", 1.6, 400);
    CHECK(less(e.upper, truth) == Truth::no);
    CHECK(less(truth, e.lower) == Truth::no);
    CHECK(less((e.upper - e.lower) / truth, Rational(1, 2)) == Truth::yes);
  }
}

TEST_CASE("allocation law: each direction has its own profile") {
  // The inversion of the Laplace transform gives these; eight steps, much apart.
  const Number sigma = number("1");
  const Rational removed(49282532721249, 10'000'000'000'000'000);
  const Rational added(13216863410100, 10'000'000'000'000'000);
  for (const bool remove : {true, false}) {
    const Ends e = ends({sigma, 8, 1, 1, remove}, "1", 6, 300);
    const Rational& truth = remove ? removed : added;
    CAPTURE(remove);
    CHECK(less(e.upper, truth) == Truth::no);
    CHECK(less(Interval(truth, 64), e.lower) == Truth::no);
    CHECK(less(e.upper, truth * Rational(3, 2)) == Truth::yes);
    CHECK(less(Interval(truth * Rational(2, 3), 64), e.lower) == Truth::yes);
  }
}

TEST_CASE("allocation law: no grid proves more than is true") {
  Random random;
  const Number sigma = number("1");
  for (int i = 0; i < runs(40); ++i) {
    const bool remove = random.below(2) == 0;
    const std::uint64_t epochs = 1 + static_cast<std::uint64_t>(random.below(4));
    const auto unit = static_cast<unsigned long>(1 + random.below(20));
    std::vector<Ratios> grids(allocation_grids(1, 1, epochs));
    for (Ratios& grid : grids) {
      Integer x = 0;
      const int points = 1 + random.below(30);
      for (int k = 0; k < points; ++k) grid.push_back(x += 1 + random.below(1 << unit));
    }
    const Number eps = number("1/2");
    const Interval truth = gaussian_delta(sigma, eps, epochs, {128, 10});
    const AllocationScheme x{sigma, 1, 1, epochs, remove};
    CAPTURE(i, remove, epochs, unit);
    CHECK(less(allocation_law_bound(x, eps, Side::upper, grids, unit, {64, 8}), truth) == Truth::no);
    CHECK(less(truth, allocation_law_bound(x, eps, Side::lower, grids, unit, {64, 8})) == Truth::no);
  }
}

TEST_CASE("allocation law: blocks of several selected steps, the number of grids") {
  CHECK(allocation_grids(1, 1, 1) == 1);
  CHECK(allocation_grids(10'000, 1, 10) == 1 + 13 + 4 + 3 + 1);
  CHECK(allocation_grids(1024, 2, 1) == 1 + 9 + 1);
  CHECK(allocation_grids(5, 2, 1) == 1 + 1 + 0 + 2 + 0);
  CHECK(allocation_grids(7, 3, 2) == 1 + 1 + 1 + 2 + 0 + 1);
  // Every step in a block of its own: the Gaussian mechanism twice.
  const Number sigma = number("1");
  const Interval twice = gaussian_delta(sigma, number("1"), 2, {128, 10});
  const Ends all = ends({sigma, 2, 2, 1, true}, "1", 7, 300);
  CHECK(less(all.upper, twice) == Truth::no);
  CHECK(less(all.upper / twice, Rational(21, 20)) == Truth::yes);
  // More steps to hide in: 3 blocks of 2, 2 and 3 steps are below 3 blocks of 2.
  const Ends even = ends({sigma, 6, 3, 1, true}, "1", 6, 200);
  const Ends odd = ends({sigma, 7, 3, 1, true}, "1", 6, 200);
  const Ends one = ends({sigma, 7, 1, 1, true}, "1", 6, 200);
  CHECK(less(odd.upper, even.upper) == Truth::yes);
  CHECK(less(one.lower, odd.upper) == Truth::yes);
}

TEST_CASE("convex laws: given that something is drawn, by all hinges") {
  // R = 1/4 or 7/4, S = (R - 1/4)/(3/4) = 0 or 2, a half each; a grid that moves mass below 1/4.
  constexpr unsigned long unit = 20;
  const Integer one = Integer(1) << unit;
  const Interval never(Rational(1, 4), 128);
  const std::pair<const char*, Rational> thresholds[] = {
      {"ln(1/4)", Rational(1, 4)}, {"ln(1/2)", Rational(1, 2)}, {"0", 1}, {"ln(3/2)", Rational(3, 2)}, {"ln(3)", 3}};
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    for (const Side side : {Side::upper, Side::lower}) {
      const ConvexSpec spec{slope, side, unit, 192};
      const Integer half = Integer(1) << 191;
      const ConvexLaw exact{{one / 4, one * 7 / 4}, {half, half}, 0};
      const ConvexLaw point{{one}, {Integer(1) << 192}, 0};
      const ConvexLaw coarse = combined(exact, point, Combination::product, {one / 8, one * 3 / 2, one * 2}, spec);
      for (const ConvexLaw& law : {exact, coarse}) {
        const ConvexLaw drawn = given_drawn(law, never, spec);
        for (const auto& [eps, w] : thresholds) {
          const Rational truth = slope == Slope::rising ? std::max(Rational(0), Rational(2 - w)) / 2 +
                                                              std::max(Rational(0), Rational(-w)) / 2
                                                        : (1 + std::max(Rational(0), Rational(1 - 2 * w))) / 2;
          const Interval found = hinge(drawn, number(eps), spec);
          CAPTURE(slope == Slope::rising, side == Side::upper, eps);
          if (side == Side::upper) {
            CHECK(less(found, truth) == Truth::no);
          } else {
            CHECK(less(Interval(truth, 128), found) == Truth::no);
          }
          if (law.positions == exact.positions && slope == Slope::rising) {
            CHECK(less(found, Rational(truth + Rational(1, 1000))) == Truth::yes);
            CHECK(less(Interval(Rational(truth - Rational(1, 1000)), 128), found) == Truth::yes);
          }
        }
      }
    }
  }
}

TEST_CASE("allocation law: one sampled step given that it is drawn is the Gaussian mechanism") {
  constexpr unsigned long unit = 48;
  const Number lambda = number("1/3");
  const Interval sigma(Rational(1), 400);
  const LawBase step = [&](const Ratios& grid, const ConvexSpec& spec) {
    return masses_base(poisson_masses(Interval(Rational(1, 3), 400), sigma, false), 400, grid, spec);
  };
  const Integer least = (Integer(1) << unit) * 2 / 3 - 1'000;
  Ratios fine{least};
  for (const Integer& x : geometric(7, 300, unit)) fine.push_back((x + (Integer(1) << (unit + 1))) / 3);
  for (const std::uint64_t epochs : {1UL, 2UL}) {
    const Interval truth = gaussian_delta(number("1"), number("1"), epochs, {128, 10});
    std::vector<Ratios> grids{fine};
    while (grids.size() < allocation_grids(1, 1, epochs)) grids.push_back(geometric(14, 300, unit));
    for (const bool remove : {true, false}) {
      const auto bound = [&](Side side) {
        return allocation_law_bound(step, given_a_draw(lambda), {1, 1, epochs, remove}, number("1"), side, grids, unit,
                                    {64, 30});
      };
      CAPTURE(epochs, remove);
      CHECK(less(bound(Side::upper), truth) == Truth::no);
      CHECK(less(truth, bound(Side::lower)) == Truth::no);
      CHECK(less(bound(Side::upper) / truth, Rational(21, 20)) == Truth::yes);
      CHECK(less(bound(Side::lower) / truth, Rational(19, 20)) == Truth::no);
    }
  }
}

TEST_CASE("convex laws: the lognormal's cells, and a mean of ratios") {
  const Ratios grid = geometric(3, 40, 20);
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    const ConvexSpec upper{slope, Side::upper, 20, 192};
    const ConvexSpec lower{slope, Side::lower, 20, 192};
    const ConvexLaw most = lognormal_base(number("ln(3)"), grid, upper);
    const ConvexLaw least = lognormal_base(number("ln(3)"), grid, lower);
    CHECK(most.positions.size() == grid.size() + 1);
    CHECK(least.positions.size() == grid.size() + 1);
    CHECK(std::is_sorted(least.positions.begin(), least.positions.end()));
    const Integer one = Integer(1) << 192;
    Integer mass_most = 0;
    Integer mass_least = 0;
    Integer moment_most = most.infinite << 20;
    Integer moment_least = 0;
    for (std::size_t i = 0; i <= grid.size(); ++i) {
      mass_most += most.masses[i];
      mass_least += least.masses[i];
      moment_most += most.masses[i] * most.positions[i];
      moment_least += least.masses[i] * least.positions[i];
    }
    CHECK(mass_most >= one);
    CHECK(mass_most - one < 4000);  // up to two units a point, more where cells are narrow
    CHECK(mass_least <= one);
    CHECK(one - mass_least < 1000);
    if (slope == Slope::rising) {
      CHECK(moment_most >= one << 20);
      CHECK(moment_least <= one << 20);
      CHECK((one << 20) - moment_least < one);  // positions are rounded by less than one unit
    } else {
      CHECK(moment_least >= (one << 20) - 1000 * grid.back());
    }
    for (const ConvexSpec& spec : {upper, lower}) {
      const ConvexLaw third = divided(ConvexLaw{{Integer(1), Integer(7)}, {Integer(5), Integer(5)}, 4}, 3, spec);
      const bool up = (spec.side == Side::upper) == (slope == Slope::rising);
      CHECK(third.positions == (up ? std::vector<Integer>{1, 3} : std::vector<Integer>{0, 2}));
      CHECK(third.infinite == (spec.side == Side::upper ? 2 : 1));
    }
  }
}

}  // namespace
}  // namespace hallmark::check::test
