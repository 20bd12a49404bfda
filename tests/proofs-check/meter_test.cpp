// What a certificate may cost: tables are counted before they are made, what is out of reach is refused before it is
// begun, and numbers that only steer are short.

#include <catch2/catch.hpp>

#include "laws/convex_law.hpp"
#include "numbers/binomial_law.hpp"
#include "reseal.hpp"
#include "statement/reader.hpp"

namespace hallmark::check::test {
namespace {

/// A meter under which so few limbs more may be alive.
class Scarce {
 public:
  explicit Scarce(std::int64_t limbs) : taken_(Meter::kLimbs - limbs) { Meter::keep(taken_); }
  ~Scarce() { Meter::keep(-taken_); }
  Scarce(const Scarce&) = delete;
  Scarce& operator=(const Scarce&) = delete;

 private:
  Meter meter_;
  std::int64_t taken_;
};

TEST_CASE("numbers are counted while they are alive") {
  const std::int64_t before = Meter::live();
  {
    const std::vector<Interval> intervals(100, Interval(6400));
    CHECK(Meter::live() - before >= 100 * 2 * 100);
    const std::vector<Integer> integers(100, Integer(1) << 6400);
    CHECK(Meter::live() - before >= 100 * 3 * 100);
    const std::vector<Rational> rationals(100, Rational(1, Integer(1) << 6400));
    CHECK(Meter::live() - before >= 100 * 4 * 100);
  }
  CHECK(Meter::live() == before);
}

TEST_CASE("what memory is not meant for is refused before it is made") {
  const Scarce scarce(1000);
  CHECK_NOTHROW(Integer(1) << (64 * 900UL));
  CHECK_THROWS_AS(Integer(1) << (64 * 1100UL), TooMuchWork);
}

TEST_CASE("intervals that memory is not meant for are refused") {
  const Scarce scarce(1000);
  CHECK_THROWS_AS(Interval(64 * 600), TooMuchWork);
}

TEST_CASE("a table is counted as a whole before it is made") {
  const std::vector<Fixed> nothing(20, Fixed{0, 0});
  {
    const Scarce scarce(5000);
    CHECK(convolution(nothing, nothing, 64).size() == 39);
  }
  const Scarce scarce(5000);
  CHECK_THROWS_AS(convolution(nothing, nothing, 64 * 100), TooMuchWork);  // 39 masses of two numbers of 100 limbs
}

TEST_CASE("a binomial law is counted as a whole before it is made") {
  const Interval odds(Integer(1), 256);
  {
    const Scarce scarce(1'000'000);
    CHECK_NOTHROW(binomial_law(100, odds, 128, 128));
  }
  const Scarce scarce(2000);
  CHECK_THROWS_AS(binomial_law(100, odds, 128, 128), TooMuchWork);
}

TEST_CASE("a power of laws that would be out of reach is refused before it is begun") {
  Ratios grid;
  for (int i = 1; i <= 200; ++i) grid.push_back(Integer(i) << 36);
  const std::vector<Ratios> grids(12, grid);
  const ConvexLaw one{{Integer(1) << 40}, {Integer(1) << 128}, 0};
  const auto power_at = [&](unsigned long fraction) {
    const Meter meter(100'000'000);
    return power(one, 4096, Combination::product, grids, {Slope::rising, Side::upper, 40, fraction}).positions.size();
  };
  CHECK(power_at(128) == 1);
  CHECK_THROWS_AS(power_at(57'984), TooMuchWork);
}

TEST_CASE("a far complementary error function of many bits has the price of its many terms") {
  const Meter meter(1'000'000'000);
  CHECK_THROWS_AS(erfc(Interval(Integer(300), 58'000)), TooMuchWork);
}

TEST_CASE("a rational of a witness is short") {
  const auto read = [](const Integer& denominator) {
    const std::string text = seal("order 1/" + denominator.text() + "\n");
    return Reader(text).rational("order");
  };
  CHECK(read(Integer(1) << 8190).bits() == 8192);
  CHECK_THROWS_AS(read(Integer(1) << 8191), Rejected);
}

}  // namespace
}  // namespace hallmark::check::test
