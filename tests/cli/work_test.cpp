#include "cli/work/work.hpp"

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "cli/work/progress.hpp"

using namespace hallmark::cli;

namespace {

Work numbers(std::size_t count, std::string& seen, std::atomic<long>& computed) {
  Work work;
  work.count = count;
  work.unit = "numbers";
  work.key = [](std::size_t i) { return std::to_string(i); };
  work.compute = [&computed](std::size_t i) {
    ++computed;
    return std::optional<std::string>(std::to_string(i) + ";");
  };
  work.deliver = [&seen](std::size_t, const std::string& text) { seen += text; };
  return work;
}

}  // namespace

TEST_CASE("pieces are delivered once and in order, on any number of threads") {
  for (const long jobs : {1L, 2L, 7L}) {
    std::string seen;
    std::string expected;
    std::atomic<long> computed{0};
    for (int i = 0; i < 200; ++i) expected += std::to_string(i) + ";";
    CHECK(do_work(numbers(200, seen, computed), {.jobs = jobs, .quiet = true}));
    CHECK(seen == expected);
    CHECK(computed == 200);
  }
  std::string seen;
  std::atomic<long> computed{0};
  CHECK(do_work(numbers(0, seen, computed), {.jobs = 2, .quiet = true}));
}

TEST_CASE("a table's pieces are done by one thread, one after the other") {
  std::string seen;
  std::atomic<long> computed{0};
  Work work = numbers(100, seen, computed);
  work.table = [](std::size_t i) { return i / 10; };
  std::array<std::atomic<long>, 10> inside{};
  std::atomic<bool> alone{true};
  work.compute = [&](std::size_t i) {
    if (++inside[i / 10] > 1) alone = false;
    ::usleep(100);
    --inside[i / 10];
    return std::optional<std::string>("x");
  };
  CHECK(do_work(work, {.jobs = 4, .quiet = true}));
  CHECK(alone);
  CHECK(seen.size() == 100);
}

TEST_CASE("what failed is begun again, what was finished is not") {
  const auto path = std::filesystem::temp_directory_path() / ("hallmark-work-" + std::to_string(::getpid()));
  std::string seen;
  std::atomic<long> computed{0};
  {
    Ledger ledger(path, "program");
    Work work = numbers(50, seen, computed);
    const auto compute = work.compute;
    work.compute = [&](std::size_t i) -> std::optional<std::string> {
      if (i == 20) throw std::runtime_error("twenty");
      return compute(i);
    };
    CHECK_THROWS_WITH(do_work(work, {.jobs = 1, .quiet = true, .ledger = &ledger}), "twenty");
    CHECK(seen == "0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;");
  }
  CHECK(computed == 20);
  seen.clear();
  Ledger ledger(path, "program");
  Work work = numbers(50, seen, computed);
  work.keep = [](const std::string& text) { return text != "49;"; };
  CHECK(do_work(work, {.jobs = 2, .quiet = true, .ledger = &ledger}));
  CHECK(computed == 50);
  CHECK(seen.substr(0, 4) == "0;1;");
  CHECK(ledger.find("48"));
  CHECK_FALSE(ledger.find("49"));
  // Who cannot take a result ends the work.
  work.deliver = [](std::size_t, const std::string&) { throw std::runtime_error("full"); };
  CHECK_THROWS_WITH(do_work(work, {.jobs = 2, .quiet = true, .ledger = &ledger}), "full");
  ledger.remove();
}

TEST_CASE("progress says how far, how fast and how long") {
  CHECK(progress_text(0, 0, 10, "rows", 1) == "0 of 10 rows");
  CHECK(progress_text(4, 2, 10, "rows", 1) == "4 of 10 rows, 2.0 a second, about 3 s left");
  CHECK(progress_text(10, 0, 10, "rows", 2) == "10 of 10 rows, 5.0 a second");
  CHECK(progress_text(1, 0, 100, "claims", 60) == "1 of 100 claims, 1 min each, about 1.6 h left");
}
