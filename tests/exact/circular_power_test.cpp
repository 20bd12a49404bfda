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

TEST_CASE("circular power: bad input and budget") {
  const std::vector<Ball> one = {Ball(1, 64), Ball(1, 64), Ball(1, 64)};
  CHECK_THROWS_AS(circular_power(one, 0, 4, 64), InputError);
  CHECK_THROWS_AS(circular_power(one, 1, 1, 64), InputError);
  CHECK_THROWS_AS(circular_power(one, 1, 40, 64), InputError);
  CHECK_FALSE(circular_power(one, 1, 4, 64, Budget(std::chrono::duration<double>(-1))));
}
