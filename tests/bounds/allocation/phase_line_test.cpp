// Random allocation on the line of a composition's phases: the other routes, and what one step is.
#include <catch2/catch.hpp>

#include "bounds/allocation/phase.hpp"
#include "bounds/allocation/phase_line.hpp"
#include "bounds/composition/composition.hpp"

using namespace hallmark;
using namespace hallmark::composition;

namespace {

const Budget unlimited;

Enclosed delta_by(const char* route, const std::vector<Phase>& phases, Direction direction, const char* eps,
                  long digits) {
  return delta(phases, Number(Rational(eps)),
               {.direction = direction, .digits = digits, .route = route, .budget = unlimited});
}

bool overlap(const Ball& a, const Ball& b) { return less(a, b) != Truth::yes && less(b, a) != Truth::yes; }

bool meet(const Enclosed& a, const Enclosed& b) { return a.lo <= b.hi && b.lo <= a.hi; }

}  // namespace

TEST_CASE("allocation on a line: its answers meet those of convex laws, both directions") {
  const std::vector<Phase> mix{allocation_phase(Number(1), 20, 1, 1), gaussian(Number(2), 2)};
  for (const Direction direction : {Direction::remove, Direction::add}) {
    for (const char* eps : {"1/2", "2"}) {
      CAPTURE(to_string(direction), eps);
      const Enclosed line = delta_by("contour", mix, direction, eps, 9);
      CHECK(line.reached);
      CHECK(meet(line, delta_by("convex", mix, direction, eps, 2)));
    }
  }
}

TEST_CASE("allocation on a line: one step out of one is Gaussian noise") {
  const std::vector<Phase> mix{allocation_phase(Number(2), 1, 1, 1), gaussian(Number(4), 1)};
  for (const Direction direction : {Direction::remove, Direction::add}) {
    const Enclosed line = delta_by("contour", mix, direction, "1/2", 9);
    CHECK(line.reached);
    CHECK(meet(line, delta_by("", {gaussian(Number(2), 1), gaussian(Number(4), 1)}, direction, "1/2", 15)));
  }
}

TEST_CASE("allocation on a line: bounds of moments, and none where too many orders would be needed") {
  const auto add = allocation_transform(Number(1), 10, Direction::add);
  REQUIRE(add != nullptr);
  // E R = 1, E R^2 = 1 + (e - 1)/10: between them a chord of the logarithms.
  const Ball second = 1 + (exp(Ball(1, 128)) - 1) / 10;
  CHECK(overlap(add->at_most(-2, 128, unlimited), second));
  const Ball between = add->at_most(Rational("-3/2"), 128, unlimited);
  CHECK(overlap(between, sqrt(second)));
  CHECK_FALSE(add->at_most(-100, 128, unlimited).is_finite());
  CHECK(add->at_most(1, 64, unlimited).is_finite());
  Path path;
  path.a = Rational("1/4");
  path.dt = 1;
  path.nodes = 2;
  CHECK_FALSE(add->values(path, unlimited));
  CHECK(allocation_transform(Number(1), 10, Direction::remove)->proposes_only());
}

TEST_CASE("allocation on a line: what lies beyond the nodes is bounded above the values there") {
  const auto add = allocation_transform(Number(1), 10, Direction::add);
  Path path;
  path.a = 3;
  path.dt = Rational("1/2");
  path.nodes = 24;
  const auto values = add->values(path, unlimited);
  REQUIRE(values);
  for (const long first : {2L, 6L, 12L}) {
    Path head = path;
    head.nodes = first;
    const Ball bound = add->beyond(head, 64, unlimited);
    for (long k = first; k < path.nodes; ++k) {
      const ComplexBall& m = (*values)[static_cast<std::size_t>(k)];
      CHECK(less_equal(m.real() * m.real() + m.imaginary() * m.imaginary(), bound * bound) != Truth::no);
    }
    const Ball norm = values->front().real();
    CHECK(less(norm, bound) != Truth::yes);
  }
}
