#include "bounds/composition/composition.hpp"

#include <catch2/catch.hpp>

#include "bounds/allocation/phase.hpp"
#include "bounds/basic/sampled.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/batch/truncated_poisson_gaussian.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/registry.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/phases.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using composition::Phase;
using test::Exact;

namespace {

const Budget no_limit;

Enclosed delta_by(const std::vector<Phase>& phases, const Number& eps, std::string_view route,
                  Direction direction = Direction::both, long digits = 4) {
  return composition::delta(phases, eps,
                            {.direction = direction, .digits = digits, .route = route, .budget = no_limit});
}

// The exact profile of `rounds` rounds of a pair of laws.
template <typename Outcome>
Exact brute_force(const std::pair<test::Law<Outcome>, test::Law<Outcome>>& pair, long rounds, const Exact& w) {
  std::vector<std::pair<Exact, Exact>> all{{1, 1}};
  for (long i = 0; i < rounds; ++i) {
    std::vector<std::pair<Exact, Exact>> next;
    for (const auto& [p, q] : all) {
      for (const auto& [x, mass] : pair.first) {
        const auto at = pair.second.find(x);
        next.emplace_back(p * mass, at == pair.second.end() ? Exact(0) : Exact(q * at->second));
      }
    }
    all = next;
  }
  Exact sum = 0;
  for (const auto& [p, q] : all) sum += std::max(Exact(0), Exact(p - w * q));
  return sum;
}

void check_around(const Enclosed& found, const Exact& truth) {
  CHECK(test::exact(found.lo) <= truth);
  CHECK(truth <= test::exact(found.hi));
}

// Random settings on which the lattice, the convex laws and, for two rounds, the sum over pairs must meet.
void compare_routes(unsigned long salt, int settings) {
  test::Random random(salt);
  CAPTURE(random.seed());
  for (int trial = 0; trial < settings; ++trial) {
    const long rounds = random.between(1, 12);
    const Number eps0(Rational(random.between(1, 40)) / 10);
    const Number eps(Rational(random.between(0, 20)) / 10);
    const bool asymmetric = random.between(0, 1) == 0;
    const Phase a = asymmetric ? composition::rr2_phase(random.between(5, 200), eps0, random.between(0, 4), rounds)
                               : composition::clones_phase(random.between(5, 200), eps0, rounds);
    const Phase b = composition::clones_phase(random.between(5, 100), eps0, random.between(1, 2));
    const Direction direction = random.between(0, 1) == 0 ? Direction::remove : Direction::add;
    std::vector<Phase> phases{a, b};
    CAPTURE(trial, a.key, a.rounds, b.key, b.rounds, eps.to_string(), to_string(direction));
    const Enclosed lattice = delta_by(phases, eps, "lattice", direction);
    // A delta of 10^-100 would take convex laws hours: what they have after seconds must meet too.
    const Budget seconds(std::chrono::seconds(3));
    const Enclosed convex =
        composition::delta(phases, eps, {.direction = direction, .digits = 2, .route = "convex", .budget = seconds});
    CHECK(lattice.lo <= convex.hi);
    CHECK(convex.lo <= lattice.hi);
    if (a.rounds + b.rounds == 2) {
      const Enclosed exact = delta_by(phases, eps, "atoms", direction);
      CHECK(lattice.lo <= exact.hi);
      CHECK(exact.lo <= lattice.hi);
    }
  }
}

}  // namespace

TEST_CASE("compositions enclose the brute force of tiny mechanisms by every route", "[composition]") {
  for (const char* e : {"3/2", "3"}) {
    for (long rounds : {2L, 3L, 5L}) {
      const auto pair = test::clones_pair(2, Exact(e));
      const Phase phase = composition::clones_phase(2, Number::ln(Rational(e)), rounds);
      for (const char* w : {"1", "5/4", "2", "8"}) {
        const Exact truth = brute_force(pair, rounds, Exact(w));
        for (const char* route : {"", "lattice", "convex"}) {
          CAPTURE(e, rounds, w, route);
          check_around(delta_by({phase}, Number::ln(Rational(w)), route), truth);
        }
      }
    }
  }
}

TEST_CASE("a zero beyond the sum of the largest log ratios is exact, and below it there is none", "[composition]") {
  const Phase clones = composition::clones_phase(10, Number("ln(3)"), 2);
  const Phase weak = composition::krr_phase(composition::KrrView::weak, 5, 3, Number("1/2"), 1);  // ln 4
  CHECK(delta_by({clones, weak}, Number("ln(36)"), "").hi == 0);
  CHECK(delta_by({clones, weak}, Number("ln(35)"), "").lo > 0);
  CHECK(delta_by({clones, weak}, 4, "").hi == 0);
  const Enclosed at_zero = composition::epsilon(
      {clones, weak}, 0, {.direction = Direction::both, .digits = 15, .default_effort = true, .budget = no_limit});
  CHECK(at_zero.reached);
  CHECK(Number("ln(36)").ball(128).upper() >= at_zero.lo);
  CHECK(Number("ln(36)").ball(128).lower() <= at_zero.hi);
}

TEST_CASE("the composed strong view is the mixture over the exposed rounds", "[composition]") {
  // sum_j C(R,j) (1-gamma)^j gamma^(R-j) delta of j pairs.
  const long n = 30;
  const Number gamma("1/3");
  const Number eps("3/4");
  const long rounds = 3;
  Rational lo(0), hi(0);
  for (long j = 0; j <= rounds; ++j) {
    const Rational weight =
        Rational(j == 0 || j == 3 ? 1 : 3) * pow(Rational("2/3"), j) * pow(Rational("1/3"), rounds - j);
    if (j == 0) continue;  // max(0, 1 - w) = 0
    const Enclosed f =
        delta_by({composition::krr_phase(composition::KrrView::strong_pair, n, 4, gamma, j)}, eps, "lattice");
    lo += weight * f.lo;
    hi += weight * f.hi;
  }
  const Enclosed view =
      delta_by({composition::krr_phase(composition::KrrView::strong, n, 4, gamma, rounds)}, eps, "lattice");
  CHECK(view.lo <= hi);
  CHECK(lo <= view.hi);
  CHECK(view.hi - view.lo < view.lo / 1000);
}

TEST_CASE("two routes meet on random compositions and contain the sum over pairs", "[composition]") {
  compare_routes(31, test::repetitions(20));
}

TEST_CASE("two routes meet on many random compositions", "[composition][.long]") {
  compare_routes(32, test::repetitions(200));
}

TEST_CASE("one round by the lattice holds the pair's own delta, more rounds never less", "[composition]") {
  const Number eps0(2);
  const Number eps("0.3");
  const Ball one = clones::delta({500, eps0, eps}, 192);
  Rational last(0);
  for (long rounds : {1L, 2L, 3L, 8L, 60L}) {
    const Enclosed found = delta_by({composition::clones_phase(500, eps0, rounds)}, eps, "lattice");
    if (rounds == 1) {
      CHECK(found.lo <= one.upper());
      CHECK(found.hi >= one.lower());
    }
    CHECK(found.hi >= last);
    last = found.lo;
  }
}

TEST_CASE("Gaussian phases are one Gaussian, and meet their own lattice", "[composition]") {
  const std::vector<Phase> phases{composition::gaussian(Number(2), 4),
                                  composition::gaussian(Number(1), 3)};  // variance 4
  const Ball truth = gaussian::delta({.sigma = Number("1/2"), .eps = 1}, 192);
  for (const char* route : {"", "lattice", "convex"}) {
    CAPTURE(route);
    const Enclosed found = delta_by(phases, 1, route);
    CHECK(found.lo <= truth.upper());
    CHECK(found.hi >= truth.lower());
    CHECK(found.hi - found.lo < Rational("1e-4"));
  }
  const Enclosed eps =
      composition::epsilon(phases, Number("1e-5"), {.direction = Direction::both, .digits = 10, .budget = no_limit});
  CHECK(eps.reached);
  CHECK(gaussian::delta({.sigma = Number("1/2"), .eps = eps.hi}, 192).upper() <= Rational("1e-5"));
  CHECK(gaussian::delta({.sigma = Number("1/2"), .eps = eps.lo}, 192).lower() > Rational("1e-5"));
}

TEST_CASE("an epsilon lies where delta crosses its target, and the routes meet there", "[composition]") {
  const std::vector<Phase> two{composition::clones_phase(300, Number(3), 2)};
  const Number target("1e-4");
  const auto ask = [](std::string_view route) {
    return composition::Ask{.direction = Direction::both, .digits = 5, .route = route, .budget = no_limit};
  };
  const Enclosed atoms = composition::epsilon(two, target, ask("atoms"));
  const Enclosed lattice = composition::epsilon(two, target, ask("lattice"));
  const Enclosed convex = composition::epsilon(
      two, target, {.direction = Direction::both, .default_effort = true, .route = "convex", .budget = no_limit});
  CHECK(atoms.reached);
  CHECK(lattice.reached);
  for (const Enclosed* f : {&lattice, &convex}) {
    CHECK(f->lo <= atoms.hi);
    CHECK(atoms.lo <= f->hi);
  }
  CHECK(delta_by(two, Number(atoms.lo), "atoms").hi > Rational("1e-4"));
  CHECK(delta_by(two, Number(atoms.hi), "atoms").lo <= Rational("1e-4"));
}

TEST_CASE("an epsilon whose budget ends at once is still a bracket", "[composition]") {
  const Budget none(std::chrono::duration<double>(0));
  const composition::Ask now{.direction = Direction::both, .digits = 5, .budget = none};
  const Phase strong = composition::krr_phase(composition::KrrView::strong, 100, 4, Number("1/4"), 50);
  for (const std::vector<Phase>& phases : {std::vector<Phase>{strong},
                                           {composition::clones_phase(100, Number(1), 50)},
                                           {composition::gaussian(Number(2), 9)}}) {
    const Enclosed found = composition::epsilon(phases, Number("1/10"), now);
    CHECK_FALSE(found.reached);
    CHECK(found.lo == 0);
    CHECK(delta_by(phases, Number(found.hi), "", Direction::both, 1).hi <= Rational("1/10"));
  }
}

TEST_CASE("a Gaussian mechanism dominates what samples one, and hardly more than it where nearly all is drawn",
          "[composition]") {
  const Number sigma("3/2");
  const Number nearly("999999/1000000");
  const auto batches = [&](long up, long down, bool coupled) {
    return composition::pair_phase({nearly, sigma, 4, {up, down, coupled}});
  };
  const std::vector<Phase> tight{composition::poisson_phase(sigma, nearly, 4),
                                 batches(3, 0, false),
                                 batches(1, 1, false),
                                 batches(2, 1, false),
                                 batches(1, 1, true),
                                 composition::allocation_phase(sigma, 3, 3, 4),
                                 basic::sampled_phase(composition::gaussian(sigma, 4), nearly)};
  const auto both = [](const Phase& phase, const Number& eps) {
    return delta_by({phase}, eps, "convex", Direction::remove, 2);
  };
  const Number eps("3/2");
  for (const Phase& phase : tight) {
    const composition::Groups groups = composition::group({phase});
    const Enclosed truth = both(phase, eps);
    const Rational bound = composition::delta_of_dominating(groups, eps);
    INFO(phase.key << ": " << truth.lo.to_string() << ", bound " << bound.to_string());
    CHECK(truth.lo <= bound);
    CHECK(bound <= truth.hi * Rational("1.05"));
    for (const Rational& target : {bound, Rational("1e-30")}) {
      const auto most = composition::largest_epsilon(groups, Number(target));
      REQUIRE(most.has_value());
      CHECK(composition::delta_of_dominating(groups, Number(*most)) <= target);
      CHECK(*most < 400);
    }
  }
  // A cut step of at most nine of ten: the record it exchanges is two away.
  const auto few = truncated_poisson::phase({sigma, nearly, 4, 10, 9, false}, truncated_poisson::Rounded::up);
  REQUIRE(few.has_value());
  CHECK(both(*few, eps).lo <= composition::delta_of_dominating(composition::group({*few}), eps));
  CHECK(composition::delta_of_dominating(composition::group({*few, composition::clones_phase(9, 1, 1)}), eps) == 1);
  CHECK_FALSE(composition::largest_epsilon(
      composition::group({tight.front(), basic::sampled_phase(composition::gaussian(sigma, 4), nearly)}), 0));
}

TEST_CASE("reference values of composed shuffling are met", "[composition]") {
  const auto met = [](const Enclosed& found, const char* lo, const char* hi) {
    CHECK(found.lo <= Rational(hi));
    CHECK(Rational(lo) <= found.hi);
  };
  using composition::KrrView;
  const Enclosed clones = delta_by({composition::clones_phase(10'000, Number(4), 2)}, Number("0.25"), "");
  met(clones, "0.011860743493803874424809974226456391480178080124370",
      "0.011860743493803874424809974226456391480178080124372");
  met(delta_by({composition::clones_phase(10'000, Number(4), 3)}, 1, ""), "2.8927179914432816357e-6",
      "2.8927505719351752211e-6");
  met(delta_by({composition::krr_phase(KrrView::strong_pair, 1000, 4, Number("1/4"), 4)}, 1, ""),
      "0.00049436597633647278073", "0.00049437144063457124912");
}

TEST_CASE("ten thousand rounds, and as many as there may be, come to an end", "[composition]") {
  const composition::Ask quick{.direction = Direction::both, .digits = 2, .budget = no_limit};
  const Enclosed many = composition::delta({composition::clones_phase(1000, Number(1), 10'000)}, Number(40), quick);
  CHECK(many.reached);
  CHECK(composition::delta({composition::clones_phase(1000, Number(1), 1'000'000'000'000)}, Number(40), quick).lo >
        Rational("0.99"));
  CHECK_THROWS_AS(composition::delta({composition::clones_phase(9, 1, 0)}, 1, quick), InputError);
  CHECK_THROWS_AS(composition::delta({}, 1, quick), InputError);
  const Phase most = composition::clones_phase(9, 1, 1'000'000'000'000'000);
  CHECK_THROWS_AS(composition::delta({most, most}, 1, quick), InputError);
  const Budget none(std::chrono::duration<double>(0));
  const Enclosed stopped = composition::delta({composition::clones_phase(1000, Number(1), 100)}, Number(1),
                                              {.direction = Direction::both, .budget = none});
  CHECK_FALSE(stopped.reached);
  CHECK(stopped.lo == 0);
  CHECK(stopped.hi == 1);
}
