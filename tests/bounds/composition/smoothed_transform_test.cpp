#include "bounds/composition/smoothed_transform.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/composition/atoms_transform.hpp"
#include "bounds/composition/composition.hpp"
#include "bounds/mechanisms/mechanisms.hpp"

using namespace hallmark;
using composition::PhaseList;

namespace {

const Budget no_limit;
constexpr long bits = 192;

// One outcome of log ratio L at eps = k + L: A(v), and (1 - e^k)_+.
Ball with_noise(const Rational& k, const Rational& v) {
  return poisson_gaussian::gaussian_profile(sqrt(Ball(v, bits)), Ball(k, bits));
}
Ball without(const Rational& k) { return max(Ball(0, bits), -expm1(Ball(k, bits))); }

PhaseList responses(const char* eps0, slong rounds) {
  PhaseList list;
  list.add("rr", {{"eps0", eps0}}, rounds);
  return list;
}

Enclosed by_route(const PhaseList& list, const Number& at, std::string_view route, Direction direction, slong digits) {
  return composition::epsilon(list.phases(), at,
                              {.direction = direction, .digits = digits, .route = route, .budget = no_limit});
}

}  // namespace

TEST_CASE("smoothed-transform: delta of one outcome from two amounts of noise") {
  for (const char* v : {"1", "1/10", "1/1000"}) {
    for (const char* k : {"0", "1/100", "-1/100", "1/2", "-1/2", "2"}) {
      const Rational noise(v), place(k);
      const Ball found = composition::without_noise(with_noise(place, noise), with_noise(place, noise * 4), noise);
      INFO("v = " << v << ", k = " << k);
      CHECK(less_equal(Ball(found.lower(), bits), without(place)) != Truth::no);
      CHECK(less_equal(without(place), Ball(found.upper(), bits)) != Truth::no);
    }
  }
}

TEST_CASE("smoothed-transform: at least every value beyond the nodes, where the rounds come back") {
  // Two outcomes 1/5 apart: |M| falls to nearly 0 and is 1 again at 10 pi.
  const PhaseList list = responses("1/10", 1);
  const auto one = composition::atoms_transform(list.phases().front(), Direction::remove, {});
  REQUIRE(one);
  constexpr slong rounds = 2000;
  const auto all = composition::smoothed_transform({{one, rounds}}, Rational("1/10"));
  composition::Path path;
  path.a = 1;
  path.dt = 5;
  path.nodes = 3;
  path.bits = bits;
  const Ball bound = all->beyond(path, bits, no_limit);
  path.dt = Rational("1/4");
  path.nodes = 200;
  path.ln_error = -100;
  const auto values = all->values(path, no_limit);
  REQUIRE(values);
  for (std::size_t k = 60; k < values->size(); ++k) {
    INFO("t = " << k << "/4");
    CHECK(less_equal(abs((*values)[k]), bound) == Truth::yes);
  }
  CHECK(less_equal(abs((*values)[0]), all->at_most(1, bits, no_limit)) != Truth::no);
}

TEST_CASE("smoothed-transform: many sampled rounds of discrete noise, as by products of laws on a grid") {
  PhaseList list;
  list.add("discrete-gaussian", {{"sigma2", "100"}, {"sensitivity", "1"}, {"rate", "1/100"}}, 1000);
  for (const Direction direction : {Direction::remove, Direction::add}) {
    const Enclosed line = by_route(list, Number("1e-6"), "contour", direction, 6);
    CHECK(line.reached);
    const Enclosed grid = by_route(list, Number("1e-6"), "lattice", direction, 4);
    CHECK(line.lo <= grid.hi);
    CHECK(grid.lo <= line.hi);
    const composition::Ask ask{.direction = direction, .digits = 6, .route = "contour", .budget = no_limit};
    const Enclosed delta = composition::delta(list.phases(), Number(line.hi), ask);
    CHECK(delta.reached);
    CHECK(delta.lo <= Rational("1e-6"));
    CHECK(composition::delta(list.phases(), Number(line.lo), ask).hi >= Rational("1e-6"));
  }
}

TEST_CASE("smoothed-transform: rounds that come back to their norm are left to other routes") {
  const Enclosed found = by_route(responses("1/10", 300), Number("1e-5"), "", Direction::remove, 6);
  CHECK(found.route != "contour");
}
