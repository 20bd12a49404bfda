#include "exact/work_clock.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

#include "exact/budget.hpp"
#include "exact/parallel.hpp"

using namespace hallmark;
using namespace std::chrono_literals;

namespace {

std::chrono::nanoseconds own_time() {
  std::timespec time{};
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Computes for so long by the processor time of the calling thread.
void toil(
    std::chrono::nanoseconds time, const std::function<void()>& now_and_then = [] {}) {
  const auto end = own_time() + time;
  while (own_time() < end) now_and_then();
}

std::chrono::nanoseconds reading() { return std::chrono::nanoseconds(WorkClock::mine()->read()); }

}  // namespace

TEST_CASE("work clock: the time that a thread computes, not the time that it waits") {
  const auto before = reading();
  const auto own_before = own_time();
  toil(20ms);
  std::this_thread::sleep_for(50ms);
  const auto own = own_time() - own_before;
  const auto between = reading() - before;
  CHECK(between >= 20ms);
  CHECK(between >= own);
  CHECK(between - own < 10ms);
}

TEST_CASE("work clock: the time of helpers counts, also of those that never ask") {
  const auto before = reading();
  const Budget budget(60ms);
  const Budget more(10s);
  parallel_for(8, [](long) { toil(10ms); });
  CHECK(reading() - before >= 80ms);
  CHECK(budget.expired());
  CHECK_FALSE(more.expired());
}

TEST_CASE("work clock: a part does not end by the wall clock before the whole does") {
  const Budget whole(1s);
  const Budget part = whole.first(1, 1000);
  std::this_thread::sleep_for(30ms);  // of its millisecond of processor time
  CHECK_FALSE(part.expired());
  CHECK_FALSE(part.is_cut_by_time());
  toil(2ms);
  CHECK(part.expired());
  CHECK_FALSE(whole.expired());
}

TEST_CASE("work clock: helpers see what the others have spent") {
  const auto clock = WorkClock::mine();
  const auto before = clock->read();
  const auto limit = before + (40ms / 1ns);
  std::atomic<long> most{0};
  parallel_for(2, [&](long) {
    const auto own = own_time();
    while (!clock->has_reached(limit, WorkClock::Wall::now())) {
    }
    const long spent = (own_time() - own).count();
    for (long seen = most; seen < spent && !most.compare_exchange_weak(seen, spent);) {
    }
  });
  const std::chrono::nanoseconds all(clock->read() - before);
  CHECK(all >= 40ms);
  CHECK(all < 70ms);
  CHECK(std::chrono::nanoseconds(most) < 60ms);
}

TEST_CASE("work clock: where several threads work, the system is asked as early as they could have reached the limit") {
  const auto clock = WorkClock::mine();
  std::atomic<bool> there{false}, over{false};
  std::thread helper([&] {
    const WorkClock::Help help(clock);
    there = true;
    over.wait(false);
  });
  while (!there) {
  }
  WorkClock::Nanoseconds limit = 0;
  WorkClock::Wall::time_point before, now;
  do {  // until nothing came between
    before = WorkClock::Wall::now();
    limit = clock->read() + (10ms / 1ns);
    now = WorkClock::Wall::now();
  } while (now - before > 500us);
  toil(12ms);
  CHECK_FALSE(clock->has_reached(limit, now + 4ms));  // not asked: two threads cannot have had so much
  CHECK(clock->has_reached(limit, now + 6ms));
  over = true;
  over.notify_all();
  helper.join();
}

TEST_CASE("work clock: the work of another thread is its own, unless it reads the clock") {
  const auto clock = WorkClock::mine();
  const auto before = clock->read();
  const auto limit = before + (10ms / 1ns);
  std::thread([] {
    toil(20ms);
    CHECK_FALSE(Budget(1h).expired());
  }).join();
  CHECK_FALSE(clock->has_reached(limit, WorkClock::Wall::now()));
  std::thread([&] { toil(20ms, [&] { (void)clock->has_reached(limit, WorkClock::Wall::now()); }); }).join();
  CHECK(clock->has_reached(limit, WorkClock::Wall::now()));
  CHECK(clock->read() - before < (60ms / 1ns));
}

TEST_CASE("work clock: a budget outlives the thread that made it") {
  Budget budget, spent;
  std::thread([&] {
    budget = Budget(1h);
    spent = Budget(0s);
  }).join();
  CHECK_FALSE(budget.expired());
  CHECK(spent.expired());
}

TEST_CASE("budget: waiting costs nothing, but for ten times as long") {
  const Budget budget(400ms);
  const Budget brief(2ms);
  const Budget first = brief.half();
  std::this_thread::sleep_for(450ms);
  CHECK_FALSE(budget.expired());
  CHECK_FALSE(budget.half().expired());
  CHECK(brief.expired());
  CHECK(first.expired());
}

TEST_CASE("budget: parts of the processor time that is left") {
  const Budget budget(1s);
  toil(20ms);
  const Budget tenth = budget.first(1, 10);
  CHECK_FALSE(tenth.expired());
  toil(110ms);
  CHECK(tenth.expired());
  CHECK_FALSE(budget.expired());
  CHECK_FALSE(budget.half().expired());
}

TEST_CASE("budget: as many questions on any number of threads") {
  for (const long threads : {1L, 2L, 8L}) {
    use_threads(threads);
    const Budget budget = Budget::counted(1000);
    const Budget part = budget.first(3, 4);
    std::atomic<long> granted{0};
    parallel_for(2000, [&](long) {
      if (!part.expired()) ++granted;
    });
    CHECK(granted == 750);
    CHECK(budget.work() == 750);
    CHECK(budget.half().expired() == false);
  }
  use_threads(1'000'000);
}

TEST_CASE("budget: counted work with a limit of time, and which of them ended it") {
  const Budget hour(1h);
  const Budget few = hour.and_counted(3);
  for (int i = 0; i < 3; ++i) CHECK_FALSE(few.expired());
  CHECK(few.expired());
  CHECK_FALSE(few.is_cut_by_time());
  CHECK_FALSE(hour.expired());
  const Budget late = Budget(-1s).and_counted(3);
  CHECK(late.half().expired());
  CHECK(late.is_cut_by_time());  // a part of it was
  CHECK(Budget(-1s).is_cut_by_time());
  CHECK_FALSE(Budget::counted(0).is_cut_by_time());
  CHECK_FALSE(Budget().is_cut_by_time());
  std::atomic<bool> stop{true};
  CHECK(Budget(1h, &stop).and_counted(3).expired());
}

TEST_CASE("budget: a little beyond the end is counted where the work is, and else a share of the limit") {
  const auto asked = [](const Budget& budget) {
    long questions = 0;
    while (!budget.expired()) ++questions;
    return questions;
  };
  CHECK(asked(Budget::counted(0).beyond(1h, 7)) == 7);
  CHECK(asked(Budget(-1s).and_counted(5).beyond(1h, 7)) == 7);
  const Budget little = Budget(10ms).beyond(1h, 7);
  const Budget less = Budget(1h).beyond(10ms, 7);
  toil(30ms);
  CHECK_FALSE(little.expired());
  CHECK(less.expired());
  toil(180ms);
  CHECK(little.expired());
  CHECK_FALSE(Budget().beyond(1h, 7).expired());
  std::atomic<bool> stop{true};
  CHECK(Budget(1h, &stop).beyond(1h, 7).expired());
}
