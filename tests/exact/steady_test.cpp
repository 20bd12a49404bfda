// Functions that no C library computes, and the grids that they place: the same bits on every machine.
#include "exact/steady.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "exact/convex_grid.hpp"
#include "support/random.hpp"

using namespace hallmark;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How far x is from the truth, in units of the last place.
double ulps(double x, long double truth) {
  const double nearest = std::abs(static_cast<double>(truth));
  return static_cast<double>(std::abs((x - truth) / (std::nextafter(nearest, infinity) - nearest)));
}

/// From 2^-500 to 2^500, as often near 1 as far away.
double positive(test::Random& random) {
  const auto power = static_cast<int>(random.between(0, 1) == 0 ? random.between(-1, 1) : random.between(-500, 500));
  return std::ldexp(1 + static_cast<double>(random.between(0, 1L << 52)) * 0x1p-52, power);
}

std::uint64_t mixed(std::uint64_t hash, double x) {
  return std::rotl((hash ^ std::bit_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u, 29);
}

std::uint64_t hash(const std::vector<double>& list) {
  std::uint64_t result = 0;
  for (const double x : list) result = mixed(result, x);
  return result;
}

}  // namespace

TEST_CASE("exp, ln and the cube root without a library are close to the truth") {
  test::Random random(20261127);
  for (int i = 0; i < 50'000; ++i) {
    const double x = positive(random);
    const double y = std::ldexp(static_cast<double>(random.between(-700'000'000, 700'000'000)) * 1e-6,
                                static_cast<int>(random.between(-12, 0)));
    INFO("x " << x << ", y " << y);
    REQUIRE(ulps(steady::exp(y), std::exp(static_cast<long double>(y))) < 1.1);
    REQUIRE(ulps(steady::log(x), std::log(static_cast<long double>(x))) < 1);
    REQUIRE(ulps(steady::cube_root(x), std::cbrt(static_cast<long double>(x))) < 0.67);
  }
}

TEST_CASE("exp, ln and the cube root without a library at the ends of their domains") {
  CHECK(steady::exp(0) == 1);
  CHECK(steady::exp(710) == infinity);
  CHECK(steady::exp(1e300) == infinity);
  CHECK(steady::exp(infinity) == infinity);
  CHECK(steady::exp(-745) == 0x1p-1074);
  CHECK(steady::exp(-746) == 0);
  CHECK(steady::exp(-infinity) == 0);
  CHECK(steady::log(1) == 0);
  CHECK(steady::log(infinity) == infinity);
  CHECK(steady::log(0x1p-1074) == -744.4400719213812);
  for (const double root : {1.0, 2.0, 3.0, 0.5, 10.0, 0x1p-358, 0x1p300, 1234567.0}) {
    CHECK(steady::cube_root(root * root * root) == root);
  }
  CHECK(steady::cube_root(0) == 0);
  CHECK(steady::cube_root(-8) == 0);
}

// What other processors, compilers and C libraries must print too. Fused multiply-add and the functions of a C library
// give other bits.
TEST_CASE("exp, ln, the cube root and the nodes of grids have the same bits on every machine") {
  std::uint64_t state = 1;
  std::vector<double> exponentials, logarithms, roots;
  for (int i = 0; i < 10'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double x = std::ldexp(static_cast<double>(state >> 11), i % 200 - 150);
    exponentials.push_back(steady::exp(std::ldexp(static_cast<double>(state >> 11), -44) - 256));
    logarithms.push_back(steady::log(x));
    roots.push_back(steady::cube_root(x));
  }
  CHECK(hash(exponentials) == 0x8f228c8172d77a90);
  CHECK(hash(logarithms) == 0x0df0e70aa40f148a);
  CHECK(hash(roots) == 0xaee4e84554058405);
  const grid::Sketch sketch = grid::lognormal_sketch(0.75);
  CHECK(hash(sketch.position) == 0x322d23939bd1c059);
  CHECK(hash(sketch.mass) == 0x117708d3a9c1f6ce);
  const grid::Aim rising{Slope::rising, Side::upper, 1000, 1e-12, 1e-12, 8};
  const grid::Aim falling{Slope::falling, Side::lower, 1000, 1e-12, 1e-12, 8};
  // Few positions, far apart: a last bit of a bin's density moves the nodes in it.
  grid::Sketch coarse;
  for (int i = 1; i <= 40; ++i) {
    coarse.position.push_back(0.001 * i * i);
    coarse.mass.push_back(1.0 / (i + i % 7));
  }
  CHECK(hash(grid::place(sketch, rising)) == 0x11216d397c7d0813);
  CHECK(hash(grid::place(sketch, falling)) == 0x4ef73707be435fd3);
  CHECK(hash(grid::place(coarse, rising)) == 0xb569ebcc60c8921d);
  CHECK(hash(grid::place(coarse, falling)) == 0xda2f1a0e628f7c08);
}
