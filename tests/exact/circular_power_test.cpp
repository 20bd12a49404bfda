#include "exact/circular_power.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "exact/rational.hpp"

using namespace hallmark;

TEST_CASE("circular power: equals exact convolution, wrapped") {
  const std::vector<Rational> masses = {Rational("1/2"), Rational("1/3"), Rational("1/8")};
  for (const long rounds : {1L, 2L, 5L, 9L}) {
    for (const long log2_size : {2L, 3L, 5L}) {
      std::vector<Rational> exact = {1};
      for (long i = 0; i < rounds; ++i) {
        std::vector<Rational> next(exact.size() + masses.size() - 1);
        for (std::size_t a = 0; a < exact.size(); ++a) {
          for (std::size_t b = 0; b < masses.size(); ++b) next[a + b] += exact[a] * masses[b];
        }
        exact = next;
      }
      const auto n = static_cast<std::size_t>(1L << log2_size);
      std::vector<Rational> wrapped(n);
      for (std::size_t i = 0; i < exact.size(); ++i) wrapped[i % n] += exact[i];
      std::vector<Ball> balls;
      for (const Rational& m : masses) balls.emplace_back(m, 128);
      const auto sums = circular_power(balls, rounds, log2_size, 128);
      REQUIRE(sums);
      REQUIRE(sums->size() == n);
      for (std::size_t i = 0; i < n; ++i) {
        INFO("rounds=" << rounds << " n=" << n << " i=" << i);
        CHECK((*sums)[i].contains(wrapped[i]));
        CHECK((*sums)[i].upper() - (*sums)[i].lower() < pow(Rational(2), -110));
      }
    }
  }
}

TEST_CASE("circular power: long circles, by binomials, and the time asked for") {
  // Fair coins: 2^-20 C(20, k) wherever the circle is longer than 20.
  const std::vector<Ball> coin = {Ball(Rational("1/2"), 128), Ball(Rational("1/2"), 128)};
  for (const long log2_size : {5L, 10L, 11L, 13L}) {
    const auto sums = circular_power(coin, 20, log2_size, 128);
    REQUIRE(sums);
    Rational mass = pow(Rational(2), -20);
    for (long k = 0; k <= 20; ++k) {
      CHECK((*sums)[static_cast<std::size_t>(k)].contains(mass));
      mass = mass * (20 - k) / (k + 1);
    }
    for (std::size_t k = 21; k < sums->size(); ++k) {
      if (!(*sums)[k].contains(Rational(0))) FAIL("mass at " << k << " of 2^" << log2_size);
    }
  }
  // The budget is asked now and then in every pass over the table.
  const Budget counted = Budget::counted(1'000'000);
  REQUIRE(circular_power(coin, 3, 14, 64, counted));
  CHECK(counted.work() >= 6);
  CHECK_FALSE(circular_power(coin, 3, 14, 64, Budget::counted(counted.work() - 1)));
}

TEST_CASE("circular power: bad input and budget") {
  const std::vector<Ball> one = {Ball(1, 64), Ball(1, 64), Ball(1, 64)};
  CHECK_THROWS_AS(circular_power(one, 0, 4, 64), InputError);
  CHECK_THROWS_AS(circular_power(one, 1, 1, 64), InputError);
  CHECK_THROWS_AS(circular_power(one, 1, 40, 64), InputError);
  CHECK_FALSE(circular_power(one, 1, 4, 64, Budget(std::chrono::duration<double>(-1))));
}
