#include "bounds/batch/shuffled_batch_scores.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/shuffled_batch_pair.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::shuffled_batch;

TEST_CASE("shuffled-batch scores: one score is a threshold") {
  for (const char* eps : {"0", "1/2", "3"}) {
    for (const long steps : {1L, 2L, 1000L}) {
      const DeltaParameters p{Number("0.8"), Number(eps), steps};
      const auto value = delta_of_scores_lower(p, {.cuts = {Rational("5/2")}, .values = {0, 1}, .total = 1}, 256);
      const Ball threshold = delta_at_lower(p, Rational("5/2"), Event::some_at_least, 256);
      REQUIRE(value);
      CAPTURE(eps, steps);
      CHECK(arb_overlaps(value->raw(), threshold.raw()) != 0);
      CHECK(value->relative_bits() > 200);
    }
  }
}

TEST_CASE("shuffled-batch scores: more than any threshold, less than the pair") {
  for (const auto& [sigma, eps, wanted] :
       {std::tuple("0.8", "1", "0.018"), std::tuple("1", "1", "0.00101"), std::tuple("1/2", "0", "0.4")}) {
    const DeltaParameters p{Number(sigma), Number(eps), 1000};
    const auto found = scores_above(p, Rational(wanted));
    CAPTURE(sigma, eps);
    REQUIRE(found);
    CHECK(less(Ball(Rational(wanted), 256), found->delta) == Truth::yes);
    CHECK(found->delta.lower() <= delta_pair(p, 3).hi);
    const auto again = delta_of_scores_lower(p, found->scores, 512);
    REQUIRE(again);
    CHECK(arb_overlaps(again->raw(), found->delta.raw()) != 0);
  }
}

TEST_CASE("shuffled-batch scores: what is out of reach is given up, the budget ends the search") {
  CHECK_FALSE(scores_above({1, 1, 1000}, Rational("0.004")));
  CHECK_FALSE(scores_above({1, 1, 1000}, Rational("1/2")));
  CHECK_FALSE(scores_above({1, 1, 1}, Rational("1/2")));
  CHECK_FALSE(scores_above({Number("1e-3"), 1, 10}, Rational("1/2")));
  CHECK_FALSE(scores_above({Number("0.8"), 1, 1000}, Rational("0.018"), Budget(std::chrono::duration<double>(-1))));
  CHECK_THROWS_AS(scores_above({0, 1, 10}, 0), InputError);
  CHECK_THROWS_AS(scores_above({1, -1, 10}, 0), InputError);
  CHECK_THROWS_AS(delta_of_scores_lower({1, 1, 10}, {.cuts = {2, 1}, .values = {0, 1, 2}, .total = 1}, 64), InputError);
  CHECK_THROWS_AS(delta_of_scores_lower({1, 1, 10}, {.cuts = {1}, .values = {0}, .total = 1}, 64), InputError);
  CHECK_THROWS_AS(delta_of_scores_lower({1, 1, 10}, {.cuts = {1}, .values = {0, 1}, .total = 0}, 64), InputError);
}

TEST_CASE("shuffled-batch scores: the text of a certificate") {}
