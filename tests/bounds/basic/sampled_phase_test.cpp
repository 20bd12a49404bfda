#include "bounds/basic/sampled.hpp"

#include <catch2/catch.hpp>

#include "bounds/basic/gdp.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

Enclosed delta_of(const composition::PhaseList& list, const char* eps, std::string_view route, Direction direction) {
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

TEST_CASE("sampled: an infinite ratio of direction remove is finite in direction add") {
  const auto ask = [](const char* rate, Direction direction, const char* target, long rounds) {
    composition::PhaseList list;
    list.add("sampled", {{"mechanism", "eps-delta"}, {"eps", "ln(3/2)"}, {"delta", "1/10"}, {"rate", rate}}, rounds);
    const Budget budget;
    return composition::epsilon(list.phases(), Number(target), {.direction = direction, .budget = budget});
  };
  // The largest ratio is 4, of mass 1/10 under the law without the record: delta is 1/10 (1 - e^eps/4) above the next.
  const auto found = ask("3/4", Direction::add, "1/1000000", 1);
  const Ball truth = log(Ball(Rational("3.99996"), 128));
  CHECK(found.lo <= truth.upper());
  CHECK(truth.lower() <= found.hi);
  CHECK(found.hi - found.lo < Rational("1e-5"));
  const auto thrice = ask("3/4", Direction::add, "1/1000000", 3);
  CHECK(thrice.lo > found.hi);
  CHECK(thrice.hi <= (3 * log(Ball(4, 128))).upper());
  CHECK(ask("sqrt(1/2)", Direction::add, "1/1000000", 1).hi < Rational("1.2280"));  // -ln(1 - sqrt(1/2))
  for (const Direction direction : {Direction::remove, Direction::both}) {
    CHECK_THROWS_WITH(ask("3/4", direction, "1/1000000", 1), Catch::Contains("infinite epsilon"));
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
