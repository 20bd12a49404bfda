#include "bounds/shuffle/shuffle.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/clones.hpp"

using namespace hallmark;

TEST_CASE("shuffle: the bracket joins the clones pair and shuffled randomized response") {
  for (long n : {1L, 2L, 100L, 30'000L}) {
    const auto w = shuffle::epsilon({n, 4, Number("1e-6")}, 12);
    REQUIRE(w.reached);
    CHECK(w.bracket.lo <= w.bracket.hi);
    CHECK(w.witness.direction != Direction::both);
    CHECK(w.bracket.hi == clones::epsilon({n, 4, Number("1e-6")}, 12).bracket.hi);
    // The witness alone proves the lower end.
    CHECK(less(rr2::delta({n, 4, w.bracket.lo, w.witness.direction, w.witness.others}, 512), Rational("1e-6")) ==
          Truth::no);
    const auto d = shuffle::delta({n, 4, Number("1/3")}, 12);
    REQUIRE(d.reached);
    CHECK(d.bracket.lo <= d.bracket.hi);
  }
}
