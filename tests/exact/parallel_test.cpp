#include "exact/parallel.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

using namespace hallmark;

TEST_CASE("parallel_for: every index once, exceptions arrive") {
  std::vector<std::atomic<int>> calls(1000);
  parallel_for(1000, [&](long i) { ++calls[static_cast<std::size_t>(i)]; });
  for (const auto& c : calls) CHECK(c == 1);
  parallel_for(0, [](long) { FAIL("no index"); });
  CHECK_THROWS_AS(parallel_for(100,
                               [](long i) {
                                 if (i == 37) throw std::runtime_error("37");
                               }),
                  std::runtime_error);
}
