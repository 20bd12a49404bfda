#include "exact/least.hpp"

#include <catch2/catch.hpp>

#include "exact/ball.hpp"

namespace hallmark {
namespace {

TEST_CASE("a choice proves an upper end, all of them a lower one") {
  Least least;
  CHECK_FALSE(least.upper());
  CHECK(least.choice({2, 3}));
  CHECK_FALSE(least.choice({1, 4}));  // its number may be less, but that is not proved
  CHECK(least.choice({Rational("5/2"), Rational("11/4")}));
  CHECK(least.upper()->value() == Rational("11/4"));
  CHECK(least.upper()->of_the_choice().lo == Rational("5/2"));
  CHECK_FALSE(least.lower());
  least.all_choices(LowerEnd::of_all_choices(1));
  least.all_choices(LowerEnd::of_all_choices(0));
  CHECK(least.lower()->value() == 1);
  const Least all = Least::of_all({{2, 3}, {1, 4}, {Rational("5/2"), Rational("11/4")}});
  CHECK(all.upper()->value() == Rational("11/4"));
  CHECK(all.lower()->value() == 1);
}

// max over lines of a + b w, exactly.
Rational highest(const std::vector<std::pair<Rational, Rational>>& lines, const Rational& w) {
  Rational most = lines.front().first + lines.front().second * w;
  for (const auto& [a, b] : lines) most = std::max(most, a + b * w);
  return most;
}

TEST_CASE("values of a convex function prove a lower end of its least one") {
  const std::vector<std::pair<Rational, Rational>> lines{{10, -3}, {7, -1}, {0, 1}, {-20, 4}};  // least 7/2 at 7/2
  const auto known = [&](const std::vector<Rational>& places, const Rational& error) {
    std::vector<KnownValue> values;
    for (const Rational& w : places) values.push_back({w, highest(lines, w) - error, highest(lines, w) + error});
    return values;
  };
  SECTION("the corner itself where two places on either side are on its two lines") {
    const auto least = least_of_convex(known({0, 2, 3, 4, 5, 9}, 0));
    REQUIRE(least);
    CHECK(least->end.value() == Rational("7/2"));
    CHECK(least->place == Rational("7/2"));
  }
  SECTION("never above the least value, wherever the places are, and however wide the values") {
    for (int first = 0; first < 8; ++first) {
      for (int step = 1; step < 5; ++step) {
        for (const char* error : {"0", "1/1000", "1/3"}) {
          const Rational at(first);
          const auto values = known({at, at + step, at + 2 * step, at + 3 * step}, Rational(error));
          const auto least = least_of_convex(values);
          REQUIRE(least);
          for (int k = 0; k <= 24; ++k) CHECK(least->end.value() <= highest(lines, at + Rational(k * step) / 8));
        }
      }
    }
  }
  SECTION("to infinity only where it is known to rise") {
    CHECK_FALSE(least_of_convex(known({0, 1, 2}, 0), true));
    REQUIRE(least_of_convex(known({2, 3, 4, 5}, 0), true));
    CHECK(least_of_convex(known({2, 3, 4, 5}, 0), true)->end.value() == Rational("7/2"));
    CHECK(least_of_convex(known({4, 5, 6}, 0), true)->end.value() == 4);
  }
}

}  // namespace
}  // namespace hallmark
