// Functions that no C library computes, and the grids that they place: the same bits on every machine.
#include "exact/steady.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
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

TEST_CASE("functions without a library are close to the truth") {
  test::Random random(20261127);
  for (int i = 0; i < 20'000; ++i) {
    const double x = positive(random);
    const double y = std::ldexp(static_cast<double>(random.between(-700'000'000, 700'000'000)) * 1e-6,
                                static_cast<int>(random.between(-12, 0)));
    const double small = y / 64, least = y / 140;
    const auto exactly = [](double z) { return static_cast<long double>(z); };
    INFO("x " << x << ", y " << y);
    REQUIRE(ulps(steady::exp(y), std::exp(exactly(y))) < 0.52);
    REQUIRE(ulps(steady::expm1(y), std::expm1(exactly(y))) < 0.9);
    REQUIRE(ulps(steady::exp2(y), std::exp2(exactly(y))) < 2);
    REQUIRE(ulps(steady::log(x), std::log(exactly(x))) < 0.9);
    REQUIRE(ulps(steady::log1p(x), std::log1p(exactly(x))) < 1.1);
    REQUIRE(ulps(steady::log1p(-1 / (1.5 + x)), std::log1p(exactly(-1 / (1.5 + x)))) < 1.1);
    REQUIRE(ulps(steady::log2(x), std::log2(exactly(x))) < 2);
    REQUIRE(ulps(steady::pow(10, small), std::pow(10.0L, exactly(small))) < 0.8);
    REQUIRE(ulps(steady::cube_root(x), std::cbrt(exactly(x))) < 0.67);
    for (const double turned : {y, y * 1e6}) {
      REQUIRE(std::abs(steady::sin(turned) - std::sin(exactly(turned))) < 1.2e-16L);
      REQUIRE(std::abs(steady::cos(turned) - std::cos(exactly(turned))) < 1.2e-16L);
      REQUIRE(ulps(steady::atan2(turned, x), std::atan2(exactly(turned), exactly(x))) < 3);
      REQUIRE(ulps(steady::atan2(x, turned), std::atan2(exactly(x), exactly(turned))) < 3);
    }
    REQUIRE(ulps(steady::sinh(y), std::sinh(exactly(y))) < 3);
    REQUIRE(ulps(steady::cosh(y), std::cosh(exactly(y))) < 2);
    REQUIRE(ulps(steady::tanh(small), std::tanh(exactly(small))) < 4);
    REQUIRE(ulps(steady::erf(least), std::erf(exactly(least))) < 4);
    REQUIRE(ulps(steady::erfc(least * 5), std::erfc(exactly(least * 5))) < 10);
    const long double ln_gamma = std::lgamma(exactly(std::abs(y)));
    REQUIRE(std::abs(steady::lgamma(std::abs(y)) - ln_gamma) < 4e-14L * std::max(1.0L, std::abs(ln_gamma)));
    const std::complex<double> z(small, y), w(y, least);
    REQUIRE(std::abs(steady::exp(z) - std::exp(z)) < 4e-16 * std::exp(small));
    REQUIRE(std::abs(steady::log(w) - std::log(w)) < 1e-15 * (1 + std::abs(std::log(w))));
    const std::complex<double> near(1 + small * 1e-6, least * 1e-3);
    const auto ln_near = static_cast<double>(std::log(std::complex<long double>(near)).real());
    REQUIRE(std::abs(steady::log(near).real() - ln_near) < 1e-15 * std::abs(near - 1.0));
  }
}

TEST_CASE("functions without a library at the ends of their domains") {
  CHECK(steady::exp(0) == 1);
  CHECK(steady::exp(710) == infinity);
  CHECK(steady::exp(1e300) == infinity);
  CHECK(steady::exp(infinity) == infinity);
  CHECK(steady::exp(-745) == 0x1p-1074);
  CHECK(steady::exp(-746) == 0);
  CHECK(steady::exp(-infinity) == 0);
  CHECK(steady::expm1(710) == infinity);
  CHECK(steady::expm1(-infinity) == -1);
  CHECK(steady::expm1(0x1p-1074) == 0x1p-1074);
  CHECK(steady::exp2(1024) == infinity);
  CHECK(steady::exp2(-infinity) == 0);
  CHECK(steady::log(1) == 0);
  CHECK(steady::log(0) == -infinity);
  CHECK(std::isnan(steady::log(-1)));
  CHECK(steady::log(infinity) == infinity);
  CHECK(steady::log(0x1p-1074) == -744.4400719213812);
  CHECK(steady::log1p(-1) == -infinity);
  CHECK(std::isnan(steady::log1p(-2)));
  CHECK(steady::log1p(0x1p-1074) == 0x1p-1074);
  CHECK(steady::log1p(infinity) == infinity);
  CHECK(steady::log2(0) == -infinity);
  CHECK(steady::log2(infinity) == infinity);
  for (int power = -1074; power < 1024; ++power) {
    REQUIRE(steady::log2(std::ldexp(1, power)) == power);
    REQUIRE(steady::exp2(power) == std::ldexp(1, power));
  }
  CHECK(steady::pow(10, -14) == 1e-14);
  CHECK(steady::pow(10, 22) == 1e22);
  CHECK(steady::pow(-3, 3) == -27);
  CHECK(steady::pow(0, 0) == 1);
  CHECK(steady::pow(0, 0.5) == 0);
  CHECK(steady::pow(0, 30) == 0);
  CHECK(steady::pow(0.5, 1000) == 0x1p-1000);
  CHECK(steady::pow(2, infinity) == infinity);
  for (const double root : {1.0, 2.0, 3.0, 0.5, 10.0, 0x1p-358, 0x1p300, 1234567.0}) {
    CHECK(steady::cube_root(root * root * root) == root);
  }
  CHECK(steady::cube_root(0) == 0);
  CHECK(steady::cube_root(-8) == 0);
  CHECK(steady::sin(0) == 0);
  CHECK(steady::cos(0) == 1);
  CHECK(std::isnan(steady::sin(infinity)));
  CHECK(steady::atan2(0, 0) == 0);
  CHECK(steady::atan2(0, -1) == std::numbers::pi);
  CHECK(steady::atan2(-1, 0) == -std::numbers::pi / 2);
  CHECK(steady::sinh(-800) == -infinity);
  CHECK(steady::cosh(-800) == infinity);
  CHECK(steady::tanh(-800) == -1);
  CHECK(steady::erf(-infinity) == -1);
  CHECK(steady::erfc(infinity) == 0);
  CHECK(steady::erfc(-30) == 2);
  CHECK(steady::lgamma(1) == 0);
  CHECK(steady::lgamma(2) == 0);
  CHECK(steady::lgamma(0) == infinity);
  CHECK(steady::lgamma(infinity) == infinity);
  CHECK(steady::exp(std::complex<double>(800, 0)) == std::complex<double>(infinity, 0));
  CHECK(steady::log(std::complex<double>(1e-200, 0)).real() == steady::log(1e-200));
  CHECK(steady::log(std::complex<double>(0, 0)).real() == -infinity);
}

// What other processors, compilers and C libraries must print too. Fused multiply-add and the functions of a C library
// give other bits.
TEST_CASE("functions without a library and the nodes of grids have the same bits on every machine") {
  using Function = double (*)(double);
  // From 2^-150 to 2^49, from -256 to 256, from 0 to 1.
  const auto hashes = [](Function large, Function middle, Function small) {
    std::uint64_t state = 1;
    std::vector<double> values;
    for (int i = 0; i < 10'000; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto bits = static_cast<double>(state >> 11);
      if (large != nullptr) values.push_back(large(std::ldexp(bits, i % 200 - 150)));
      if (middle != nullptr) values.push_back(middle(std::ldexp(bits, -44) - 256));
      if (small != nullptr) values.push_back(small(std::ldexp(bits, -53)));
    }
    return hash(values);
  };
  const Function exp = steady::exp, log = steady::log;
  CHECK(hashes(nullptr, exp, nullptr) == 0x41c6813e525be439);
  CHECK(hashes(nullptr, steady::expm1, steady::expm1) == 0xfb7350a0c4dae31c);
  CHECK(hashes(nullptr, steady::exp2, nullptr) == 0xb180ad35bf3efe29);
  CHECK(hashes(log, nullptr, log) == 0x61ddd0655c11ccc);
  CHECK(hashes(steady::log1p, nullptr, steady::log1p) == 0x3dbd491719b3115f);
  CHECK(hashes(steady::log2, nullptr, nullptr) == 0xb7cfa417bb2342ac);
  CHECK(hashes(steady::cube_root, nullptr, nullptr) == 0xaee4e84554058405);
  CHECK(hashes([](double x) { return steady::pow(x, 0.3); }, [](double x) { return steady::pow(1.7, x); }, nullptr) ==
        0x48777f66f4215e3a);
  CHECK(hashes(steady::sin, steady::sin, nullptr) == 0x77547e8040a9f8c6);
  CHECK(hashes(steady::cos, steady::cos, nullptr) == 0xbc114cd1fa735f42);
  CHECK(hashes([](double x) { return steady::atan2(x, 3); }, [](double x) { return steady::atan2(-3, x); }, nullptr) ==
        0x1c7b0031685938d8);
  CHECK(hashes(nullptr, steady::sinh, steady::sinh) == 0xa6d477d499382c91);
  CHECK(hashes(nullptr, steady::cosh, steady::cosh) == 0xd11c38a26e2e7053);
  CHECK(hashes(
            nullptr, [](double x) { return steady::tanh(x / 16); }, steady::tanh) == 0xd9567bf553f382e7);
  CHECK(hashes(
            nullptr, [](double x) { return steady::erf(x / 64); }, steady::erf) == 0x41e7da500c3c76d0);
  CHECK(hashes(
            nullptr, [](double x) { return steady::erfc(x / 10); }, steady::erfc) == 0x8e1180f34e9703e7);
  CHECK(hashes(steady::lgamma, nullptr, steady::lgamma) == 0x813fe87813be3e7a);
  CHECK(hashes(
            nullptr, [](double x) { return steady::exp(std::complex<double>(x, 30 * x)).imag(); }, nullptr) ==
        0xbbc48f2e6e3f09b6);
  CHECK(hashes([](double x) { return steady::log(std::complex<double>(x, 2)).real(); }, nullptr,
               [](double x) { return steady::log(std::complex<double>(x, 0.5)).real(); }) == 0xa7e3d58c8ffc61e7);
  const grid::Sketch sketch = grid::lognormal_sketch(0.75);
  CHECK(hash(sketch.position) == 0x83b78ab99ba1836);
  CHECK(hash(sketch.mass) == 0xe3d37b53cad6effa);
  const grid::Aim rising{Slope::rising, Side::upper, 1000, 1e-12, 1e-12, 8};
  const grid::Aim falling{Slope::falling, Side::lower, 1000, 1e-12, 1e-12, 8};
  // Few positions, far apart: a last bit of a bin's density moves the nodes in it.
  grid::Sketch coarse;
  for (int i = 1; i <= 40; ++i) {
    coarse.position.push_back(0.001 * i * i);
    coarse.mass.push_back(1.0 / (i + i % 7));
  }
  CHECK(hash(grid::place(sketch, rising)) == 0x2b12d829cb902878);
  CHECK(hash(grid::place(sketch, falling)) == 0xe403c4a3e8b23e8e);
  CHECK(hash(grid::place(coarse, rising)) == 0xb569ebcc60c8921d);
  CHECK(hash(grid::place(coarse, falling)) == 0x44812ff755e38fb1);
}
