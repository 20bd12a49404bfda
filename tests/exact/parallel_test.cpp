#include "exact/parallel.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <limits>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "exact/budget.hpp"

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

TEST_CASE("sum_of_pieces: every number once, whatever the number of pieces; nothing where a piece is nothing") {
  for (const long last : {7L, 38L, 39L, 102L, 103L, 135L, 1000L}) {
    const auto sum = [](long from, long to) -> std::optional<long> {
      long all = 0;
      for (long i = from; i <= to; ++i) all += i;
      return to - from < 32 ? std::optional(all) : std::nullopt;
    };
    CHECK(sum_of_pieces(7, last, 5L, sum) == 5 + (last * (last + 1) - 42) / 2);
    CHECK_FALSE(
        sum_of_pieces(7, last, 0L, [&](long from, long to) { return to == last ? std::nullopt : sum(from, to); }));
  }
}

TEST_CASE("parallel_for: no more threads than allowed") {
  use_threads(1);
  std::set<std::thread::id> threads;
  std::set<long> calls;
  parallel_for(100, [&](long i) {
    threads.insert(std::this_thread::get_id());
    calls.insert(i);
  });
  CHECK(calls.size() == 100);
  CHECK_THROWS_AS(parallel_for(2, [](long) { throw std::runtime_error("first"); }), std::runtime_error);
  CHECK(threads == std::set{std::this_thread::get_id()});
  use_threads(std::numeric_limits<long>::max());
}

TEST_CASE("budget: the first parts of what is left") {
  CHECK(Budget().first(2, 3).work() == 0);
  const auto asked = [](const Budget& budget) {
    int questions = 0;
    while (!budget.expired()) ++questions;
    return questions;
  };
  CHECK(asked(Budget::counted(90).first(2, 3)) == 60);
  CHECK(asked(Budget::counted(90).first(2, 3).first(1, 4)) == 15);
  CHECK(asked(Budget::counted(90).half()) == 45);
  const Budget hour(std::chrono::hours(1));
  CHECK_FALSE(hour.first(1, 4).expired());
  CHECK(Budget(std::chrono::hours(-1)).first(1, 4).expired());
}

TEST_CASE("budget: counted work ends at the same question everywhere") {
  const Budget budget = Budget::counted(10);
  const Budget first = budget.half();
  int asked = 0;
  while (!first.expired()) ++asked;
  CHECK(asked == 5);
  CHECK(budget.work() == 5);  // copies count together, and what is refused does not count
  budget.charge(4);
  CHECK(!budget.expired());
  CHECK(budget.expired());
  CHECK(budget.work() == 10);
  CHECK(Budget().work() == 0);
  std::atomic<bool> stop{true};
  CHECK(Budget::counted(10, &stop).expired());
}
