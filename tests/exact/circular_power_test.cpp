#include "exact/circular_power.hpp"

#include <catch2/catch.hpp>
#include <tuple>

#include "exact/circular_integers.hpp"
#include "exact/error.hpp"
#include "exact/fine_integers.hpp"
#include "exact/rational.hpp"
#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("integers of 120 bits: what is far below a unit is rounded down without its bits") {
  for (const slong exponent : {slong{-120}, slong{-1000}, slong{-1000000000000}}) {
    double off = 0;
    Ball tiny(1, 64);
    tiny.mul_2exp(exponent);
    CHECK((fine::part(tiny.raw(), 0, off) == fine::Wide{exponent == -120 ? 1 : 0}));
    CHECK((fine::part((-tiny).raw(), 0, off) == fine::Wide{-1}));
    CHECK(off == 0);
  }
  double off = 0;
  Ball unknown(0, 64);
  arb_indeterminate(unknown.raw());
  CHECK(!fine::part(unknown.raw(), 0, off));
}

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

TEST_CASE("circular power: in integers the values meet those in balls, and are off by what is known of them") {
  test::Random random(120);
  INFO("seed " << random.seed());
  for (const auto& [count, log2_size, rounds] :
       {std::tuple{1L, 1L, 1L}, {2L, 1L, 7L}, {5L, 4L, 1L}, {40L, 6L, 3L}, {700L, 11L, 1000L}, {300L, 12L, 4L}}) {
    std::vector<Ball> fine, known;
    Ball total(0, 320);
    for (long i = 0; i < count; ++i) {
      fine.emplace_back(Rational(random.between(0, 1'000'000)) / random.between(1, 1000), 320);
      total += fine.back();
    }
    for (Ball& mass : fine) mass /= total + Ball(Rational("1/1000"), 320);
    const bool wide = random.between(0, 1) == 1;
    for (const Ball& mass : fine) {
      known.push_back(mass.with_bits(112));
      if (wide) known.back().widen(Ball(pow(Rational(2), -80), 112));
    }
    const auto exact = circular_power(fine, rounds, log2_size, 320);
    const auto found = circular_power_in_integers(known, rounds, log2_size, 112, Budget());
    REQUIRE(found);
    REQUIRE(found->size() == exact->size());
    const Rational most = wide ? pow(Rational(2), -60) : pow(Rational(2), -90);
    for (std::size_t k = 0; k < exact->size(); ++k) {
      INFO(count << " masses, 2^" << log2_size << ", " << rounds << " rounds, " << k);
      if (!(*found)[k].contains((*exact)[k].centre())) FAIL("not contained");
      if (!((*found)[k].upper() - (*found)[k].lower() < most)) FAIL("wide");
    }
  }
}

TEST_CASE("circular power: the largest error that masses may have is in the integers' error") {
  const Rational off = pow(Rational(2), -30);
  const Ball half = Ball::between(Rational("1/2") - off, Rational("1/2") + off, 64);
  const auto found = circular_power_in_integers({half, half}, 64, 7, 64, Budget());
  REQUIRE(found);
  CHECK((*found)[0].contains(pow(Rational("1/2") + off, 64)));
  CHECK((*found)[0].contains(pow(Rational("1/2") - off, 64)));
  const Ball all = Ball::between(1 - off, 1 + off, 64);
  const auto alone = circular_power_in_integers({all}, 100, 1, 64, Budget());
  REQUIRE(alone);
  CHECK((*alone)[0].contains(pow(1 + off, 100)));
  CHECK((*alone)[0].contains(pow(1 - off, 100)));
}

TEST_CASE("circular power: masses above 1 in all, or hardly known, are left to balls") {
  const Ball one(1, 64);
  CHECK_FALSE(circular_power_in_integers({one, one}, 1, 2, 64, Budget()));
  const Ball some(Rational("2/5"), 64);  // whose frequencies are small though they add up to more
  CHECK_FALSE(circular_power_in_integers({some, some, -some}, 1, 2, 64, Budget()));
  CHECK_FALSE(circular_power_in_integers({Ball(Rational("1001/1000"), 64)}, 100, 2, 64, Budget()));
  CHECK_FALSE(circular_power_in_integers({Ball::between(0, 1, 64)}, 1, 2, 64, Budget()));
  CHECK_FALSE(circular_power_in_integers({one / Ball(0, 64)}, 1, 2, 64, Budget()));
  const auto sums = circular_power({one, one}, 2, 2, 64);  // 1, 2, 1
  REQUIRE(sums);
  CHECK((*sums)[1].contains(2));
}

TEST_CASE("circular power: bad input and budget") {
  const std::vector<Ball> one = {Ball(1, 64), Ball(1, 64), Ball(1, 64)};
  CHECK_THROWS_AS(circular_power(one, 0, 4, 64), InputError);
  CHECK_THROWS_AS(circular_power(one, 1, 1, 64), InputError);
  CHECK_THROWS_AS(circular_power(one, 1, 40, 64), InputError);
  CHECK_FALSE(circular_power(one, 1, 4, 64, Budget(std::chrono::duration<double>(-1))));
}
