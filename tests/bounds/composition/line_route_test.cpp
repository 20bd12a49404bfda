#include "bounds/composition/line_route.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/composition/composition.hpp"
#include "bounds/composition/line_scout.hpp"
#include "bounds/mechanisms/composition_certificate.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using composition::PhaseList;

namespace {

const Budget no_limit;

Enclosed delta_by(const PhaseList& list, const Number& eps, std::string_view route, Direction direction, long digits) {
  return composition::delta(list.phases(), eps,
                            {.direction = direction, .digits = digits, .route = route, .budget = no_limit});
}

void check_meet(const Enclosed& a, const Enclosed& b) {
  CHECK(a.lo <= b.hi);
  CHECK(b.lo <= a.hi);
}

// sum of p H(N(mu, 1) || N(0, 1)) at eps - L over the log ratios L of a list, plus what has no finite one.
Ball mixture(const std::vector<std::pair<Ball, Ball>>& outcomes, const Ball& infinite, const Ball& mu,
             const Ball& eps) {
  Ball sum = infinite;
  for (const auto& [p, l] : outcomes) sum += p * poisson_gaussian::gaussian_profile(mu, eps - l);
  return sum;
}

}  // namespace

TEST_CASE("line-route: a normal phase and one of few outcomes, by the mixture of Gaussian profiles") {
  const long bits = 256;
  const Ball one(1, bits);
  const Ball mu = sqrt(Ball(3, bits)) / 2;  // three rounds at sigma = 2
  for (const char* d : {"0", "1/100"}) {
    PhaseList list;
    list.add("gaussian", {{"sigma", "2"}}, 3);
    list.add("eps-delta", {{"eps", "ln(3)"}, {"delta", d}}, 1);
    const Ball infinite(Rational(d), bits);
    const Ball third = log(Ball(3, bits));
    const std::vector<std::pair<Ball, Ball>> outcomes{{(one - infinite) * 3 / 4, third},
                                                      {(one - infinite) / 4, -third}};
    for (const char* eps : {"0", "1/2", "2"}) {
      const Enclosed found = delta_by(list, Number(eps), "contour", Direction::both, 20);
      const Ball truth = mixture(outcomes, infinite, mu, Number(eps).ball(bits));
      INFO("delta0 = " << d << ", eps = " << eps);
      CHECK(found.reached);
      CHECK(found.lo <= truth.upper());
      CHECK(truth.lower() <= found.hi);
    }
  }
}

TEST_CASE("line-route: Poisson batches with other phases, against convex laws, both directions") {
  PhaseList list;
  list.add("poisson-gaussian", {{"sigma", "1"}, {"rate", "1/20"}}, 30);
  list.add("laplace", {{"eps0", "1/5"}}, 2);
  list.add("gaussian", {{"sigma", "3"}}, 2);
  list.add("discrete-gaussian", {{"sigma2", "9"}, {"sensitivity", "1"}}, 1);
  list.add("discrete-laplace", {{"a", "1/3"}, {"sensitivity", "2"}, {"rate", "1/4"}}, 2);
  list.add("bounded-range", {{"eps0", "1/10"}}, 1);
  for (const Direction direction : {Direction::remove, Direction::add}) {
    for (const char* eps : {"1/2", "2"}) {
      const Enclosed line = delta_by(list, Number(eps), "contour", direction, 12);
      CHECK(line.reached);
      check_meet(line, delta_by(list, Number(eps), "convex", direction, 3));
    }
  }
  const Enclosed epsilon = composition::epsilon(list.phases(), Number("1e-5"),
                                                {.direction = Direction::both, .digits = 12, .budget = no_limit});
  CHECK(epsilon.reached);
  CHECK(delta_by(list, epsilon.hi, "contour", Direction::both, 15).lo <= Rational("1e-5"));
  CHECK(delta_by(list, epsilon.lo, "contour", Direction::both, 15).hi >= Rational("1e-5"));
}

TEST_CASE("line-route: Poisson batches and a Gaussian, as Poisson batches and one of rate next to 1") {
  // Three normal phases at sigma = sqrt(3) s are one at s; and the route by laws meets.
  PhaseList three, one;
  for (const char* sigma : {"2"}) three.add("gaussian", {{"sigma", sigma}}, 4);
  one.add("gaussian", {{"sigma", "1"}}, 1);
  for (PhaseList* list : {&three, &one}) list->add("poisson-gaussian", {{"sigma", "2"}, {"rate", "1/10"}}, 50);
  check_meet(delta_by(three, 1, "contour", Direction::remove, 15), delta_by(one, 1, "contour", Direction::remove, 15));
  check_meet(delta_by(three, 1, "contour", Direction::add, 12), delta_by(one, 1, "convex", Direction::add, 3));
}

TEST_CASE("line-route: a schedule of Poisson batches, no other phase: they decay too") {
  PhaseList schedule, same;
  schedule.add("poisson-gaussian", {{"sigma", "1"}, {"rate", "1/50"}}, 40);
  schedule.add("poisson-gaussian", {{"sigma", "2"}, {"rate", "1/10"}}, 30);
  same.add("poisson-gaussian", {{"sigma", "1"}, {"rate", "1/50"}}, 40);
  for (const Direction direction : {Direction::remove, Direction::add}) {
    const Enclosed line = delta_by(schedule, Number("1/2"), "contour", direction, 12);
    CHECK(line.reached);
    check_meet(line, delta_by(schedule, Number("1/2"), "convex", direction, 2));
    const Enclosed alone = delta_by(same, Number("1/2"), "contour", direction, 12);
    const auto known = poisson_gaussian::delta({Number("1/2"), Number("1/50"), 1, 40, direction}, 12, no_limit);
    CHECK(alone.lo <= known.hi);
    CHECK(known.lo <= alone.hi);
  }
  const Entry& e = entry("composition.delta");
  const Enclosed both = delta_by(schedule, 1, "", Direction::both, 10);
  const Rational lo = both.lo * Rational("0.999");
  const Rational hi = both.hi * Rational("1.001");
  CHECK(composition_certificate(e, e.arguments({{"eps", "1"}, {"direction", "both"}}), schedule, lo, hi, no_limit));
  // Bounded in the direction add, with a density: on a line, which does not say that delta is at least 0.
  const Enclosed of_add = delta_by(schedule, 1, "", Direction::add, 4);
  const auto add_from = [&](const Rational& least) {
    return composition_certificate(e, e.arguments({{"eps", "1"}, {"direction", "add"}}), schedule, least, hi, no_limit);
  };
  const auto add = add_from(of_add.lo * Rational("0.9"));
  REQUIRE(add);
  CHECK_THAT(*add, Catch::Contains("method inversions\n"));
  CHECK_FALSE(add_from(0));
}

TEST_CASE("line-route: where no phase decays a little noise gives a few digits, and more are refused") {
  PhaseList list;
  list.add("laplace", {{"eps0", "1/5"}}, 2);
  list.add("discrete-laplace", {{"a", "1/3"}, {"sensitivity", "2"}}, 2);
  CHECK_THROWS_WITH(delta_by(list, 1, "contour", Direction::both, 9), Catch::Contains("one of them decaying"));
  check_meet(delta_by(list, 1, "contour", Direction::both, 5), delta_by(list, 1, "lattice", Direction::both, 6));
  CHECK_FALSE(composition::path_for(list.phases(), Direction::remove, 1, Number("1e-3"), true, no_limit));
}

TEST_CASE("line-route: a certificate names the phases in order, and none is made of what it has no words for") {
  PhaseList list;
  list.add("poisson-gaussian", {{"sigma", "1"}, {"rate", "1/20"}}, 3);
  list.add("gaussian", {{"sigma", "3"}}, 2);
  list.add("gaussian", {{"sigma", "3"}}, 5);
  const Entry& e = entry("composition.delta");
  const Arguments x = e.arguments({{"eps", "1"}, {"direction", "remove"}});
  const Enclosed found = delta_by(list, 1, "", Direction::remove, 10);
  const auto text =
      composition_certificate(e, x, list, found.lo * Rational("0.999"), found.hi * Rational("1.001"), no_limit);
  REQUIRE(text);
  CHECK_THAT(*text,
             Catch::Contains("phase gaussian sigma=3 rounds 7\nphase poisson-gaussian rate=1/20 sigma=1 rounds 3\n"));
  CHECK_FALSE(composition_certificate(e, x, list, found.hi * 2, found.hi * 3, no_limit));
  PhaseList other;
  other.add("allocation", {{"sigma", "1"}, {"steps", "10"}, {"selected", "1"}}, 1);
  CHECK_FALSE(composition_certificate(e, x, other, 0, 1, no_limit));
}
