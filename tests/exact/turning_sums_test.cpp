#include "exact/turning_sums.hpp"

#include <catch2/catch.hpp>

#include "support/random.hpp"

using namespace hallmark;

namespace {

constexpr long fine_bits = 256;

struct Turns {
  std::vector<ComplexBall> starts, turns;
};

// Starts of sizes from 1 down to 2^-spread, turns on the unit circle or inside it.
Turns some_turns(test::Random& random, int terms, int spread, bool inside) {
  Turns all;
  for (int i = 0; i < terms; ++i) {
    const Ball size = pow(Ball(Rational("1/2"), fine_bits), static_cast<ulong>(random.between(0, spread)));
    const Ball angle(Rational(random.fraction(-4, 4, 1'000'000)), fine_bits);
    const Ball loss = inside ? Ball(Rational(random.fraction(0, 1, 1000)), fine_bits) : Ball(0, fine_bits);
    all.starts.push_back(exp(ComplexBall(Ball(0, fine_bits), 7 * angle)) * size);
    all.turns.push_back(exp(ComplexBall(-loss, angle)));
  }
  return all;
}

std::vector<ComplexBall> slowly(const Turns& of, long count) {
  std::vector<ComplexBall> values(static_cast<std::size_t>(count), ComplexBall(fine_bits));
  for (std::size_t i = 0; i < of.turns.size(); ++i) {
    for (std::size_t k = 0; k < values.size(); ++k) values[k] += of.starts[i] * pow(of.turns[i], static_cast<ulong>(k));
  }
  return values;
}

bool is_within(const ComplexBall& wide, const ComplexBall& fine) { return acb_contains(wide.raw(), fine.raw()) != 0; }

}  // namespace

TEST_CASE("turning sums: they contain the sums of powers, and are off by little") {
  test::Random random(17);
  INFO("HALLMARK_SEED base, seed " << random.seed());
  for (const auto& [terms, spread, count] :
       {std::tuple{1, 0, 1L}, {1, 0, 300L}, {7, 3, 65L}, {40, 130, 64L}, {130, 20, 200L}, {3, 60, 2048L}}) {
    for (const bool inside : {false, true}) {
      const Turns of = some_turns(random, terms, spread, inside);
      const auto truth = slowly(of, count);
      Ball all(0, 64);
      for (const ComplexBall& start : of.starts) all += abs(start);
      for (const auto& [turning, share] : {std::pair{Turning::in_words, "1/200000000000000000"},
                                           {Turning::in_fine_integers, "1/100000000000000000000000000"}}) {
        const auto found = turning_sums(of.starts, of.turns, count, 128, turning);
        REQUIRE(found);
        for (std::size_t k = 0; k < truth.size(); ++k) {
          CHECK(is_within((*found)[k], truth[k]));
          CHECK(less(abs((*found)[k] - truth[k]), all * Ball(Rational(share), 64)) == Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("turning sums: a term in fine integers is off by at most what their products are") {
  test::Random random(19);
  INFO("HALLMARK_SEED base, seed " << random.seed());
  for (int i = 0; i < 2000; ++i) {
    const Turns of = some_turns(random, 1, 0, random.between(0, 1) == 1);
    const auto found = turning_sums(of.starts, of.turns, 12, fine_bits, Turning::in_fine_integers);
    REQUIRE(found);
    const auto truth = slowly(of, 12);
    for (const std::size_t k : {0U, 1U, 7U, 9U, 11U}) CHECK(is_within((*found)[k], truth[k]));
    const Ball real = (*found)[9].real();
    CHECK(real.upper() - real.lower() < pow(Rational("1/2"), 95));
  }
}

TEST_CASE("turning sums: what the parts are known to is in the error") {
  const Ball off(Rational("1/1000000"), 128);
  for (const Turning turning : {Turning::in_words, Turning::in_fine_integers}) {
    for (const bool of_turn : {true, false}) {
      const ComplexBall exact(Ball(Rational("3/5"), 128), Ball(Rational("4/5"), 128));
      ComplexBall wide = exact;
      wide.widen(off);
      for (const long k : {of_turn ? 1L : 0L, 7L, 9L, 39L}) {
        const auto found = turning_sums({of_turn ? exact : wide}, {of_turn ? wide : exact}, k + 1, 128, turning);
        REQUIRE(found);
        const ComplexBall end(Ball(Rational("3/5"), 128) + off, Ball(Rational("4/5"), 128) - off);
        const ComplexBall value =
            of_turn ? exact * pow(end, static_cast<ulong>(k)) : end * pow(exact, static_cast<ulong>(k));
        CHECK(is_within((*found)[static_cast<std::size_t>(k)], value));
      }
    }
  }
}

TEST_CASE("turning sums: starts of any size, none, zeros; turns that grow are left to balls") {
  const ComplexBall one(Ball(1, 128), Ball(0, 128)), half = one * Ball(Rational("1/2"), 128);
  const ComplexBall zero(Ball(0, 128), Ball(0, 128));
  for (const long scale : {-100'000L, 0L, 5'000L}) {
    ComplexBall start = one;
    acb_mul_2exp_si(start.raw(), start.raw(), scale);
    const auto found = turning_sums({start, zero}, {half, one}, 3, 128, Turning::in_words);
    REQUIRE(found);
    acb_mul_2exp_si(start.raw(), start.raw(), -2);
    CHECK(is_within((*found)[2], start));
  }
  CHECK(turning_sums({}, {}, 2, 128, Turning::in_words)->at(1).real().contains(0));
  CHECK_FALSE(turning_sums({one}, {one * Ball(Rational("11/10"), 128)}, 8, 128, Turning::in_words));
  CHECK_FALSE(turning_sums({one}, {one * Ball(Rational("1001/1000"), 128)}, 2000, 128, Turning::in_words));
  CHECK_FALSE(turning_sums({one / zero}, {half}, 8, 128, Turning::in_words));
  ComplexBall tiny = one;
  acb_mul_2exp_si(tiny.raw(), tiny.raw(), -200);
  ComplexBall wide_turn = zero;  // what such a start makes of it is not small
  wide_turn.widen(Ball(pow(Rational(2), 150), 128));
  CHECK_FALSE(turning_sums({one, tiny}, {half, wide_turn}, 2, 128, Turning::in_words));
  for (const bool of_turn : {true, false}) {  // known to so little that products of what both are off by count
    ComplexBall wide = half;
    wide.widen(Ball(Rational("1/100"), 128));
    CHECK_FALSE(turning_sums({of_turn ? half : wide}, {of_turn ? wide : half}, 8, 128, Turning::in_words));
  }
  const auto start = [&](std::size_t, slong k) {
    return pow(one * Ball(Rational("11/10"), 128), static_cast<ulong>(k));
  };
  for (const Turning turning : {Turning::in_balls, Turning::in_words, Turning::in_fine_integers}) {
    const auto values = turning_values({one * Ball(Rational("11/10"), 128)}, start, 5, 40, 128, {turning, 64});
    CHECK(is_within(values[39], pow(one * Ball(Rational("11/10"), 256), 44)));
  }
}

TEST_CASE("turned series: it contains both sums, with what its values and the turn are known to") {
  test::Random random(23);
  INFO("HALLMARK_SEED base, seed " << random.seed());
  for (const long count : {1L, 2L, 9L, 65L, 700L}) {
    for (const char* off : {"0", "1/1000000000000"}) {
      for (const bool of_turn : {true, false}) {
        const Ball radius(Rational(off), fine_bits);
        const int spread = radius.contains(Rational(0)) ? 90 : 20;
        const Turns of = some_turns(random, static_cast<int>(count), spread, random.between(0, 1) == 1);
        std::vector<ComplexBall> known = of.starts, true_values = of.starts;
        ComplexBall turn = of.turns[0], true_turn = turn;
        if (of_turn) {
          turn.widen(radius);
          true_turn = true_turn + ComplexBall(radius, -radius);
        }
        for (std::size_t k = 0; k < known.size() && !of_turn; ++k) {
          known[k].widen(radius);
          true_values[k] = true_values[k] + ComplexBall(radius, -radius);
        }
        const auto series = TurnedSeries::of(known);
        REQUIRE(series);
        const auto found = series->at(turn, fine_bits);
        REQUIRE(found);
        ComplexBall sum(fine_bits), moment(fine_bits);
        for (std::size_t k = 0; k < known.size(); ++k) {
          const ComplexBall term = true_values[k] * pow(true_turn, k);
          sum += term;
          moment += term * Ball(static_cast<slong>(k), fine_bits);
        }
        CHECK(is_within(found->sum, sum));
        CHECK(is_within(found->moment, moment));
        if (radius.contains(Rational(0))) {
          const Ball size(Rational(2 * count), 64);
          CHECK(less(abs(found->sum - sum), size * pow(Ball(Rational("1/2"), 64), 95)) == Truth::yes);
          CHECK(less(abs(found->moment - moment), size * size * pow(Ball(Rational("1/2"), 64), 80)) == Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("turned series: numbers of any size; what grows, or is hardly known, is left to balls") {
  const ComplexBall one(Ball(1, 128), Ball(0, 128)), zero(Ball(0, 128), Ball(0, 128));
  CHECK_FALSE(TurnedSeries::of({}));
  CHECK_FALSE(TurnedSeries::of({one / zero}));
  CHECK(TurnedSeries::of({zero})->at(one, 128)->sum.real().contains(Rational(0)));
  ComplexBall large = one;
  acb_mul_2exp_si(large.raw(), large.raw(), 5000);
  const auto series = TurnedSeries::of({one, large});
  REQUIRE(series);
  CHECK(is_within(series->at(one, 128)->sum, large + one));
  CHECK_FALSE(series->at(one * Ball(Rational("11/10"), 128), 128));
  ComplexBall wide = one;
  wide.widen(Ball(Rational("1/100"), 128));
  CHECK_FALSE(series->at(wide, 128));
  CHECK_FALSE(TurnedSeries::of({one, wide}));
}

TEST_CASE("turning sums: integers are asked where they are exact enough") {
  CHECK(turning_plan(1000, -30).turning == Turning::in_words);
  CHECK(turning_plan(1000, -45).turning == Turning::in_fine_integers);
  CHECK(turning_plan(1000, -60).turning == Turning::in_balls);
  CHECK(turning_plan(1000, -60).block == 64);
  for (const long values : {1L, 300L, 1'000'000L}) CHECK(turning_plan(values, -30).block % 64 == 0);
}
