#include <catch2/catch.hpp>

#include "bounds/composition/routes.hpp"
#include "bounds/mechanisms/mechanisms.hpp"

using namespace hallmark;
using composition::PhaseList;

namespace {

const Budget no_limit;

// What a moment proves is above the answer, and not by much.
void check_above(const PhaseList& list, const char* delta, Direction direction) {
  const composition::Groups groups = in_direction(composition::group(list.phases()), direction);
  const Enclosed found =
      composition::epsilon(list.phases(), Number(delta), {.direction = direction, .digits = 4, .budget = no_limit});
  const auto above = composition::epsilon_by_moments(groups, direction, Number(delta), no_limit);
  REQUIRE(above.has_value());
  CHECK(found.lo <= *above);
  CHECK(*above <= found.hi * Rational("13/10"));
  const Rational at = composition::delta_by_moments(groups, direction, Number(found.hi), no_limit);
  CHECK(at >= Number(delta).rational());
  CHECK(at <= *Number(delta).rational() * 30);
}

}  // namespace

TEST_CASE("moments: one moment bounds delta and epsilon from above, in both directions") {
  PhaseList noise;
  noise.add("laplace", {{"eps0", "1/2"}, {"rate", "1/20"}}, 200);
  PhaseList answers;
  answers.add("sampled", {{"mechanism", "eps-delta"}, {"eps", "1"}, {"delta", "0"}, {"rate", "1/20"}}, 100);
  PhaseList both;
  both.add("gaussian", {{"sigma", "5"}}, 10);
  both.add("eps-delta", {{"eps", "1/4"}, {"delta", "0"}}, 20);
  for (const Direction direction : {Direction::remove, Direction::add}) {
    check_above(noise, "1e-6", direction);
    check_above(answers, "1e-6", direction);
    check_above(both, "1e-5", direction);
  }
}

TEST_CASE("moments: delta of sampled pure mechanisms is 0 from the sum of the largest log ratios on") {
  PhaseList list;
  list.add("sampled", {{"mechanism", "eps-delta"}, {"eps", "1"}, {"delta", "0"}, {"rate", "1/10"}}, 10);
  const auto delta = [&](const char* eps, Direction direction) {
    return composition::delta(list.phases(), Number(eps), {.direction = direction, .budget = no_limit});
  };
  CHECK(delta("3", Direction::both).hi == 0);  // 10 ln(1 + (e-1)/10) = 1.5856
  CHECK(delta("1.58", Direction::both).lo > 0);
  CHECK(delta("1.59", Direction::both).hi == 0);
  CHECK(delta("0.66", Direction::add).hi == 0);  // -10 ln(1 - (1-1/e)/10) = 0.6530
  CHECK(delta("0.65", Direction::add).lo > 0);
}
