#include "matrix/comparison.hpp"

#include <catch2/catch.hpp>

using namespace hallmark::check;

namespace {

std::vector<Star> stars_of(const List& column, std::uint64_t iterations, std::uint64_t bins, Side side,
                           std::uint64_t number) {
  return stars({column, iterations, bins, false, Rational(1)}, side, number);
}

}  // namespace

TEST_CASE("matrix: the comparisons of prefix sums, where the least variance is below the covariances") {
  const List ones(4, Rational(1));  // variances 10 and 6, covariance 7
  const Star below = stars_of(ones, 4, 2, Side::lower, 1).front();
  CHECK(below.common == Rational(6));
  CHECK(below.own == Rational(0));
  const Star above = stars_of(ones, 4, 2, Side::upper, 1).front();
  CHECK(above.common == Rational(7));
  CHECK(above.own == Rational(3));
  const std::vector<Star> classes = stars_of(ones, 4, 2, Side::upper, 2);
  REQUIRE(classes.size() == 2);
  CHECK(classes[0].common == Rational(0));
  CHECK(classes[0].own == Rational(10));
  CHECK(classes[1].own == Rational(6));
  CHECK(classes[1].share == Rational(1, 2));
}

TEST_CASE("matrix: blocks of neighbours, and what is no such matrix") {
  const List band{1, Rational(1, 2)};
  const Star s = stars_of(band, 8, 4, Side::lower, 2).front();
  CHECK(s.blocks == 2);
  CHECK(s.length == 2);
  CHECK(s.common == Rational(0));
  CHECK(s.block == Rational(1));   // neighbours share 1/2 twice
  CHECK(s.own == Rational(5, 4));  // the last bin ends before its last half: 9/4 less 1
  CHECK_THROWS_AS(stars_of({1, Rational(-1)}, 4, 2, Side::upper, 1), Rejected);
  CHECK_THROWS_AS(stars_of({0, 1}, 4, 2, Side::upper, 1), Rejected);
  CHECK_THROWS_AS(stars_of({1, 1, 1}, 2, 2, Side::upper, 1), Rejected);
  CHECK_THROWS_AS(stars_of(band, 8, 4, Side::lower, 3), Rejected);
  CHECK_THROWS_AS(stars_of(band, 8, 4, Side::upper, 5), Rejected);
}

TEST_CASE("matrix: sums over a denominator of many digits are refused before they are made") {
  List many;
  for (int i = 0; i < 4096; ++i) many.emplace_back(1, 1'000'000'001 + 2 * i);
  CHECK_THROWS_AS(stars_of(many, 8192, 1024, Side::lower, 1), TooMuchWork);
}
