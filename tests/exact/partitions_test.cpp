#include "exact/partitions.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "exact/error.hpp"

using namespace hallmark;

namespace {

std::vector<long> expanded(const Partitions& p) {
  std::vector<long> all;
  for (const auto& g : p.groups()) all.insert(all.end(), static_cast<std::size_t>(g.count), g.part);
  return all;
}

}  // namespace

TEST_CASE("partitions: the numbers p(n) are known to n = 100") {
  const auto p = partition_counts(100);
  const std::vector<long> first = {1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135, 176, 231};
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(p[i] == Rational(first[i]));
  CHECK(p[50] == Rational(204'226));
  CHECK(p[60] == Rational(966'467));
  CHECK(p[80] == Rational(15'796'476));
  CHECK(p[100] == Rational(190'569'292));
  CHECK(partition_counts(0).size() == 1);
  // By parts instead of pentagonal numbers.
  std::vector<Rational> by_parts(101);
  by_parts[0] = 1;
  for (std::size_t part = 1; part <= 100; ++part) {
    for (std::size_t n = part; n <= 100; ++n) by_parts[n] += by_parts[n - part];
  }
  CHECK(p == by_parts);
}

TEST_CASE("partitions: each one once, in decreasing lexicographic order") {
  const auto counts = partition_counts(45);
  for (long n = 0; n <= 45; ++n) {
    Partitions p(n);
    long seen = 0;
    long wrong = 0;
    std::vector<long> before;
    std::vector<Partitions::Group> old;
    do {
      ++seen;
      long sum = 0;
      long parts = 0;
      for (const auto& g : p.groups()) {
        sum += g.part * g.count;
        parts += g.count;
        wrong += g.part >= 1 && g.count >= 1 ? 0 : 1;
      }
      wrong += sum == n && parts == p.parts() ? 0 : 1;
      if (n <= 25) {
        const auto now = expanded(p);
        wrong += before.empty() || now < before ? 0 : 1;
        before = now;
      }
      for (std::size_t i = 0; seen > 1 && i < p.first_changed(); ++i) {
        wrong += p.groups()[i].part == old[i].part && p.groups()[i].count == old[i].count ? 0 : 1;
      }
      old.assign(p.groups().begin(), p.groups().end());
    } while (p.next());
    INFO("n = " << n);
    CHECK(wrong == 0);
    CHECK(Rational(seen) == counts[static_cast<std::size_t>(n)]);
    CHECK_FALSE(p.next());
  }
}

TEST_CASE("partitions: of 60 without a pause") {
  Partitions p(60);
  long seen = 1;
  while (p.next()) ++seen;
  CHECK(seen == 966'467);
}

TEST_CASE("partitions: bad input") {
  CHECK_THROWS_AS(Partitions(-1), InputError);
  CHECK_THROWS_AS(Partitions(1'000'001), InputError);
  CHECK_THROWS_AS(partition_counts(-1), InputError);
  CHECK_THROWS_AS(partition_counts(100'001), InputError);
}
