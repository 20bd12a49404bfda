#include "exact/log_sums.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("log_sums: sums of exponentials are those of the library, term by term") {
  test::Random random(71);
  INFO("seed " << random.seed());
  for (int i = 0; i < 400; ++i) {
    std::vector<double> x, y, weight;
    const long count = random.between(0, 9);
    const double t = static_cast<double>(random.between(-400, 400)) / 100;
    double top = -INFINITY, growth = 0, size = 0;
    for (long k = 0; k < count; ++k) {
      x.push_back(static_cast<double>(random.between(0, 90'000)) / 1000);
      y.push_back(
          std::ldexp(static_cast<double>(random.between(-1000, 1000)), static_cast<int>(random.between(-60, -4))));
      weight.push_back(std::exp(-x.back()));
      top = std::max(top, x.back() - t * y.back());
      growth += weight.back() * std::expm1(t * y.back());
      size += weight.back() * std::abs(std::expm1(t * y.back()));
    }
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += std::exp(x[k] - t * y[k] - top);
    CHECK(largest({x, y, t}) == top);
    if (count == 0) continue;
    CHECK(std::abs(exponential_sum({x, y, t}, top) - sum) <= 1e-14 * sum);
    CHECK(std::abs(growth_sum(x, weight, y, t) - growth) <= 1e-14 * size);
  }
}

TEST_CASE("log_sums: what is far below the top is nothing, and what is large beside its weight does not overflow") {
  const std::vector<double> x{0, -2000}, y{0, 0};
  CHECK(exponential_sum({x, y, 1}, 0) == 1);
  const std::vector<double> depth{3000, 2}, weight{0, std::exp(-2.0)}, slope{30, 1e-12};
  CHECK(std::abs(growth_sum(depth, weight, slope, 100) - 1 - std::exp(-2.0) * 1e-10) <= 1e-15);
}
