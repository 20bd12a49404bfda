// Compositions of allocation, Poisson batches and the Gaussian mechanism, by convex laws.
#include <catch2/catch.hpp>

#include "bounds/allocation/phase.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::composition;

namespace {

const Budget unlimited;

Enclosed delta_of(const std::vector<Phase>& phases, Direction d, const char* eps, long digits = 2) {
  return delta(phases, Number(eps), {.direction = d, .digits = digits, .budget = unlimited});
}

Answer row(std::string_view id, const ParameterTexts& texts) {
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.digits = 8, .budget = unlimited});
}

template <typename A, typename B>
void check_meet(const A& a, const B& b) {
  INFO(a.lo.to_string() << " " << a.hi.to_string() << " " << b.lo.to_string() << " " << b.hi.to_string());
  CHECK(a.lo <= b.hi);
  CHECK(b.lo <= a.hi);
}

}  // namespace

TEST_CASE("one epoch of allocation and one of Poisson batches as compositions", "[composition]") {
  for (const char* direction : {"remove", "add"}) {
    const Direction d = *direction == 'r' ? Direction::remove : Direction::add;
    const Enclosed one = delta_of({allocation_phase(Number("1"), 50, 1, 1)}, d, "1/2");
    CHECK(one.reached);
    check_meet(one,
               row("allocation.delta", {{"sigma", "1"}, {"steps", "50"}, {"eps", "1/2"}, {"direction", direction}}));
    const Enclosed batches = delta_of({poisson_phase(Number("2"), Number("1/8"), 8)}, d, "1/4");
    CHECK(batches.reached);
    check_meet(batches,
               row("poisson-gaussian.delta",
                   {{"sigma", "2"}, {"rate", "1/8"}, {"steps", "8"}, {"eps", "1/4"}, {"direction", direction}}));
  }
}

TEST_CASE("allocation of one step, and Poisson batches at rate 1, are Gaussian phases", "[composition]") {
  const Enclosed closed = delta_of({gaussian(Number("1"), 2), gaussian(Number("2"), 2)}, Direction::both, "1", 12);
  const std::vector<Phase> sampled{allocation_phase(Number("1"), 1, 1, 2), poisson_phase(Number("2"), Number("1"), 1),
                                   gaussian(Number("2"), 1)};
  for (const Direction d : {Direction::remove, Direction::add}) {
    const Enclosed found = delta_of(sampled, d, "1");
    CHECK(found.reached);
    check_meet(found, closed);
  }
}

TEST_CASE("epochs of different lengths and noise compose in any order", "[composition]") {
  const Phase a = allocation_phase(Number("1"), 8, 1, 2);
  const Phase b = allocation_phase(Number("2"), 4, 1, 1);
  const Phase c = poisson_phase(Number("2"), Number("1/8"), 4);
  const Enclosed all = delta_of({a, b, c}, Direction::add, "1/2", 1);
  const Enclosed turned = delta_of({c, a, b}, Direction::add, "1/2", 1);
  CHECK(all.lo == turned.lo);
  CHECK(all.hi == turned.hi);
  // More phases never reveal less; two epochs in one phase or in two.
  const Phase half = allocation_phase(Number("1"), 8, 1, 1);
  const Enclosed fewer = delta_of({half, b, half}, Direction::add, "1/2", 1);
  CHECK(fewer.lo <= all.hi);
  CHECK(fewer.hi == delta_of({a, b}, Direction::add, "1/2", 1).hi);
  const Ask ask{.direction = Direction::remove, .digits = 1, .budget = unlimited};
  const Enclosed eps = epsilon({a, b}, Number("1/100"), ask);
  CHECK(delta_of({a, b}, Direction::remove, eps.hi.to_string().c_str(), 1).lo <= Rational("1/100"));
}

TEST_CASE("allocation in a composition goes by convex laws only", "[composition]") {
  const std::vector<Phase> one{allocation_phase(Number("1"), 50, 1, 1)};
  const Ask lattice{.direction = Direction::remove, .digits = 2, .route = "lattice", .budget = unlimited};
  CHECK_THROWS_AS(delta(one, Number("1/2"), lattice), InputError);
  CHECK_THROWS_AS(named_phase("allocation", {{"sigma", "1"}, {"steps", "5"}, {"selected", "6"}}, 1), InputError);
  CHECK(named_phase("allocation", {{"sigma", "1"}, {"steps", "5"}}, 3).phase.rounds == 3);
  CHECK(named_phase("poisson-gaussian", {{"sigma", "1"}, {"rate", "1/5"}}, 3).adjacency == Adjacency::zero_out);
}
