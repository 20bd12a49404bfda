#include "bounds/basic/sampled.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/gdp.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

composition::Found delta_of(const composition::PhaseList& list, const char* eps, std::string_view route,
                            Direction direction) {
  const Budget budget;
  return composition::delta(list.phases(), Number(eps),
                            {.direction = direction, .digits = 4, .route = route, .budget = budget});
}

}  // namespace

TEST_CASE("sampled: the Gaussian mechanism sampled is that of Poisson batches") {
  for (const Direction direction : {Direction::remove, Direction::add}) {
    composition::PhaseList wrapped, direct;
    wrapped.add("sampled", {{"mechanism", "gaussian"}, {"sigma", "1"}, {"rate", "1/10"}}, 20);
    direct.add("poisson-gaussian", {{"sigma", "1"}, {"rate", "1/10"}}, 20);
    const auto a = delta_of(wrapped, "1/2", "", direction);
    const auto b = delta_of(direct, "1/2", "", direction);
    CHECK(a.lo <= b.hi);
    CHECK(b.lo <= a.hi);
    CHECK(a.hi - a.lo < a.hi / 100);
  }
}

TEST_CASE("sampled: at rate 1 nothing changes, and (eps, delta) sampled by brute force") {
  composition::PhaseList all, half;
  all.add("sampled", {{"mechanism", "laplace"}, {"eps0", "1"}, {"rate", "1"}}, 2);
  const auto whole = delta_of(all, "1", "", Direction::both);
  CHECK(whole.lo <= Rational("0.24183667535920823"));
  CHECK(Rational("0.24183667535920822") <= whole.hi);
  half.add("sampled", {{"mechanism", "eps-delta"}, {"eps", "ln(2)"}, {"delta", "1/10"}, {"rate", "1/2"}}, 3);
  const Exact rest = Exact(9, 30);
  const std::vector<MassPair> one =
      with_rate({{Exact(1, 10), 0}, {2 * rest, rest}, {rest, 2 * rest}, {0, Exact(1, 10)}}, Exact(1, 2));
  for (const auto& [direction, pair] : {std::pair{Direction::remove, one}, {Direction::add, exchanged(one)}}) {
    const auto found = delta_of(half, "ln(5/4)", "", direction);
    const Exact truth = brute_delta(pair, 3, Exact(5, 4));
    CHECK(exact(found.lo) == truth);
    CHECK(exact(found.hi) == truth);
    const auto grid = delta_of(half, "ln(5/4)", "lattice", direction);
    CHECK(exact(grid.lo) <= truth);
    CHECK(truth <= exact(grid.hi));
  }
}

TEST_CASE("sampled: refused where a pair does not say what happens without the record") {
  composition::PhaseList list;
  CHECK_THROWS_WITH(list.add("sampled", {{"mechanism", "rr"}, {"eps0", "1"}, {"rate", "1/2"}}, 1),
                    Catch::Contains("of zero-out adjacency"));
  CHECK_THROWS_WITH(list.add("sampled", {{"mechanism", "laplace"}, {"eps0", "1"}}, 1),
                    Catch::Contains("missing parameter rate"));
  CHECK_THROWS_WITH(list.add("sampled", {{"mechanism", "laplace"}, {"eps0", "1"}, {"rate", "2"}}, 1),
                    Catch::Contains("rate = 2"));
  CHECK_THROWS_WITH(list.add("sampled", {{"mechanism", "nothing"}, {"rate", "1/2"}}, 1), Catch::Contains("one of"));
}
