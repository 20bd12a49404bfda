#include "bounds/selection/partition_selection.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;
using partition_selection::Parameters;

namespace {

// The recursion itself.
Exact shown(const Exact& growth, const Exact& delta, long n) {
  Exact x = 0;
  for (long i = 0; i < n; ++i) {
    const Exact up = growth * x + delta;
    const Exact down = 1 - (1 - x - delta) / growth;
    x = std::min({up, down, Exact(1)});
  }
  return x;
}

}  // namespace

TEST_CASE("partition selection: closed form and fractions are the recursion") {
  const Budget no_limit;
  for (const char* w : {"101/100", "3/2", "2", "100"}) {
    for (const char* delta : {"1/100000", "1/10", "1/3", "1/2", "99/100"}) {
      const Parameters x{Number("ln(" + std::string(w) + ")"), Number(delta)};
      for (const long n : {0L, 1L, 2L, 3L, 5L, 11L, 40L}) {
        const Exact truth = shown(Exact(w), Exact(delta), n);
        INFO("E = " << w << ", delta = " << delta << ", n = " << n);
        CHECK(exact(*partition_selection::probability_exact(x, n)) == truth);
        const Ball enclosed = partition_selection::probability(x, n, 128);
        CHECK(exact(enclosed.lower()) <= truth);
        CHECK(truth <= exact(enclosed.upper()));
        CHECK(enclosed.upper() - enclosed.lower() < Rational("1e-20"));
      }
    }
  }
  // A tie of the two maps: pi(1) = (1-delta)/(1+E) for E = 8, delta = 1/10.
  CHECK(partition_selection::probability({Number("ln(8)"), Number("1/10")}, 2, 64).contains(Rational("9/10")));
  CHECK(partition_selection::probability({0, Number("1/10")}, 7, 64).contains(Rational("7/10")));
  CHECK(answer("partition-selection.probability", {{"n", "5"}, {"eps", "0"}, {"delta", "0"}}).exact == Rational(0));
}

TEST_CASE("partition selection: the least n stands between its two neighbours, ties too") {
  const auto least = [](const char* eps, const char* delta, const char* p) {
    const Answer a = answer("partition-selection.n", {{"eps", eps}, {"delta", delta}, {"p", p}});
    CHECK(a.reached);
    return a.exact.value();
  };
  CHECK(least("1", "1e-5", "1") == Rational(23));
  CHECK(least("1/2", "1e-6", "1") == Rational(51));
  CHECK(least("1/10", "1e-8", "1") == Rational(310));
  CHECK(least("ln(2)", "1/10", "7/10") == Rational(3));
  CHECK(least("ln(2)", "1/10", "1") == Rational(5));
  CHECK(least("1", "1/10", "1/10") == Rational(1));
  CHECK(least("1", "1/2", "1") == Rational(2));
  CHECK(least("1/1000", "1/2", "1") == Rational(2));
  CHECK(least("0", "1/8", "1") == Rational(8));
  const Answer open = answer("partition-selection.n", {{"eps", "ln(2)"}, {"delta", "exp(-3)"}, {"p", "exp(-3)"}});
  CHECK(open.exact == Rational(1));
}

TEST_CASE("partition selection: large n, tiny delta, refusals") {
  const Answer far = answer("partition-selection.probability", {{"n", "1e15"}, {"eps", "1e-12"}, {"delta", "1e-20"}});
  CHECK(far.reached);
  CHECK(far.hi <= Rational(1));
  const Answer tiny = answer("partition-selection.probability", {{"n", "1000"}, {"eps", "1"}, {"delta", "1e-3000"}});
  CHECK(tiny.reached);
  CHECK(answer("partition-selection.n", {{"eps", "1000"}, {"delta", "1e-3000"}, {"p", "1"}}).exact == Rational(15));
  CHECK(
      refusal("partition-selection.n", {{"eps", "1"}, {"delta", "0"}, {"p", "1"}}).find("no partition is ever shown") !=
      std::string::npos);
  CHECK(refusal("partition-selection.n", {{"eps", "0"}, {"delta", "1e-400"}, {"p", "1"}}).find("some n up to 10^15") !=
        std::string::npos);
  CHECK_THROWS_WITH(partition_selection::probability({-1, 1}, 1, 64), Catch::Contains("at least 0"));
  CHECK_THROWS_WITH(partition_selection::probability({1, 2}, 1, 64), Catch::Contains("from 0 to 1"));
}
