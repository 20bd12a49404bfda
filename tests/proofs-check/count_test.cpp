// Counts are exact or refused: against integers of any size, at the corners of 64 bits.

#include <catch2/catch.hpp>
#include <limits>
#include <optional>
#include <vector>

#include "numbers/exact.hpp"

namespace hallmark::check::test {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// The value of a count, nothing where TooMuchWork is thrown.
template <class Function>
std::optional<Integer> value_of(const Function& function) {
  try {
    return Integer(std::int64_t{function()});
  } catch (const TooMuchWork&) {
    return std::nullopt;
  }
}

std::optional<Integer> if_it_fits(const Integer& value) {
  return Integer(kLeast) <= value && value <= Integer(kMost) ? std::optional(value) : std::nullopt;
}

TEST_CASE("operations on counts are those on integers, or refused") {
  const std::vector<std::int64_t> all{kLeast,
                                      kLeast + 1,
                                      -(std::int64_t{1} << 32),
                                      -3,
                                      -1,
                                      0,
                                      1,
                                      2,
                                      7,
                                      std::int64_t{1} << 31,
                                      3037000500,
                                      std::int64_t{1} << 62,
                                      kMost - 1,
                                      kMost};
  for (const std::int64_t x : all) {
    for (const std::int64_t y : all) {
      CAPTURE(x, y);
      CHECK(value_of([&] { return Count(x) + y; }) == if_it_fits(Integer(x) + y));
      CHECK(value_of([&] { return x - Count(y); }) == if_it_fits(Integer(x) - y));
      CHECK(value_of([&] { return Count(x) * Count(y); }) == if_it_fits(Integer(x) * y));
      CHECK(value_of([&] { return Count(x) / y; }) == (y > 0 ? if_it_fits(Integer(x) / y) : std::nullopt));
      CHECK(value_of([&] { return Count(x) % y; }) == (y > 0 ? if_it_fits(Integer(x) % y) : std::nullopt));
      CHECK((Count(x) < y) == (x < y));
      CHECK((x == Count(y)) == (x == y));
    }
    CHECK(value_of([&] { return -Count(x); }) == if_it_fits(-Integer(x)));
    CHECK(value_of([&] { return abs(Count(x)); }) == if_it_fits(abs(Integer(x))));
    CHECK(value_of([&] { return Integer(x).to_count(); }) == (x == kLeast ? std::nullopt : if_it_fits(x)));
  }
}

TEST_CASE("a count becomes another number only where that number has its value") {
  const auto refused = [](const auto& function) { CHECK_FALSE(value_of(function).has_value()); };
  refused([] { return Count(std::uint64_t{1} << 63); });
  refused([] { return Count(std::uint64_t{Count(-1)}); });
  refused([] { return Count(static_cast<unsigned>(Count(std::int64_t{1} << 32))); });
  refused([] { return Count(static_cast<int>(Count(std::int64_t{1} << 31))); });
  refused([] { return (Integer(1) << 63).to_count(); });
  refused([] { return Count(1e19); });
  refused([] { return Count(std::numeric_limits<double>::quiet_NaN()); });
  CHECK(Count(-2.75) == -2);
  CHECK(Count(-1) < std::numeric_limits<std::uint64_t>::max());
  CHECK(Count(kMost) != std::numeric_limits<std::uint64_t>::max());
  CHECK(std::uint64_t{Count(kMost)} == std::uint64_t{kMost});
  CHECK(bits_of(Count(kMost)) == 63);
  CHECK(Count(6).has_bit(1));
  CHECK_FALSE(Count(6).has_bit(0));
}

}  // namespace
}  // namespace hallmark::check::test
