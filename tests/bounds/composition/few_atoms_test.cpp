#include "bounds/composition/few_atoms.hpp"

#include <catch2/catch.hpp>

#include "bounds/composition/composition.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/exact_atoms.hpp"
#include "bounds/shuffle/krr.hpp"
#include "bounds/shuffle/phases.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using composition::KrrView;
using composition::Phase;
using test::Exact;

namespace {

const Budget no_limit;
const char* const thresholds[] = {"1", "9/8", "7/5", "2", "3", "8"};

Enclosed delta_by(const Phase& phase, const Number& eps, std::string_view route, Direction direction, long digits) {
  return composition::delta({phase}, eps,
                            {.direction = direction, .digits = digits, .route = route, .budget = no_limit});
}

// The profile of `rounds` rounds of a pair of laws, outcome by outcome.
template <typename Outcome>
Exact brute_force(const std::pair<test::Law<Outcome>, test::Law<Outcome>>& pair, long rounds, const Exact& w) {
  std::vector<std::pair<Exact, Exact>> all{{1, 1}};
  for (long i = 0; i < rounds; ++i) {
    std::vector<std::pair<Exact, Exact>> next;
    for (const auto& [p, q] : all) {
      for (const auto& [x, mass] : pair.first) next.emplace_back(p * mass, q * pair.second.at(x));
    }
    all = next;
  }
  Exact sum = 0;
  for (const auto& [p, q] : all) sum += std::max(Exact(0), Exact(p - w * q));
  return sum;
}

}  // namespace

TEST_CASE("rounds of tiny pairs are fractions, those of all sequences of outcomes", "[composition]") {
  for (const long rounds : {2L, 3L, 4L}) {
    for (const char* w : thresholds) {
      CAPTURE(rounds, w);
      const Number eps = Number::ln(Rational(w));
      const Enclosed clones =
          delta_by(composition::clones_phase(3, Number::ln(3), rounds), eps, "", Direction::both, 15);
      CHECK(clones.lo == clones.hi);
      CHECK(test::exact(clones.lo) == brute_force(test::clones_pair(3, Exact(3)), rounds, Exact(w)));
      const auto pair = test::rr2_pair(4, Exact("5/2"), 1);
      const Phase rr2 = composition::rr2_phase(4, Number::ln(Rational("5/2")), 1, rounds);
      CHECK(test::exact(delta_by(rr2, eps, "", Direction::remove, 15).lo) == brute_force(pair, rounds, Exact(w)));
      CHECK(test::exact(delta_by(rr2, eps, "", Direction::add, 15).lo) ==
            brute_force(std::pair(pair.second, pair.first), rounds, Exact(w)));
    }
  }
}

TEST_CASE("one round of the exact lists has the exact delta of the family", "[composition]") {
  for (const long n : {1L, 2L, 5L, 9L}) {
    for (const char* text : thresholds) {
      CAPTURE(n, text);
      const Rational w(text);
      const Number eps = Number::ln(w);
      const Number share(Rational("2/5"));
      const auto same = [&](const std::optional<std::vector<ExactAtom>>& law, const std::optional<Rational>& delta) {
        REQUIRE(law);
        REQUIRE(delta);
        CHECK(exact_delta(*exact_power(*law, 1, 1000), w, false) == *delta);
      };
      same(atoms::exact_clones(n, Number::ln(4)), clones::delta_exact({n, Number::ln(4), eps}, no_limit));
      for (const long k : {2L, 3L, 7L}) {
        using krr::View;
        same(atoms::exact_krr_weak(n, k, share), krr::delta_exact(View::weak, {n, k, share, eps}, no_limit));
        same(atoms::exact_krr_strong(n, k, share), krr::delta_exact(View::strong, {n, k, share, eps}, no_limit));
        same(atoms::exact_krr_strong_pair(n, k, share),
             krr::delta_exact(View::strong_pair, {n, k, share, eps}, no_limit));
      }
    }
  }
}

TEST_CASE("every product of few ratios meets the lattice, and reaches the digits", "[composition]") {
  const Number half(Rational("1/2"));
  const Phase phases[] = {composition::clones_phase(4, 1, 4), composition::rr2_phase(6, 2, 2, 3),
                          composition::krr_phase(KrrView::strong, 4, 3, half, 3),
                          composition::krr_phase(KrrView::weak, 3, 4, Number(Rational("1/3")), 3)};
  for (const Phase& phase : phases) {
    for (const Direction direction : {Direction::remove, Direction::add}) {
      CAPTURE(phase.key, to_string(direction));
      const Enclosed few = delta_by(phase, half, "", direction, 30);
      const Enclosed grid = delta_by(phase, half, "lattice", direction, 5);
      CHECK(few.reached);
      CHECK(few.lo <= grid.hi);
      CHECK(grid.lo <= few.hi);
      const auto at = composition::epsilon({phase}, Number(few.hi),
                                           {.direction = direction, .digits = 12, .route = "", .budget = no_limit});
      CHECK(at.lo <= Rational("1/2"));
      CHECK(at.hi >= Rational("1/2") - Rational("1e-10"));
    }
  }
}

TEST_CASE("two rounds whose products are too many for the digits are summed in pairs", "[composition]") {
  const Phase phase = composition::rr2_phase(1000, 2, 0, 2);
  const Enclosed pairs = delta_by(phase, 1, "atoms", Direction::remove, 23);
  const Enclosed found = delta_by(phase, 1, "", Direction::remove, 23);
  CHECK(found.reached);
  CHECK(found.lo >= Rational("6.846374199462305088e-32"));
  CHECK(found.hi <= Rational("6.846374199462305089e-32"));
  CHECK(found.lo <= pairs.hi);
  CHECK(pairs.lo <= found.hi);
  const Number target(found.hi);
  const auto at = composition::epsilon({phase}, target,
                                       {.direction = Direction::remove, .digits = 23, .route = "", .budget = no_limit});
  CHECK(at.reached);
  CHECK(at.lo <= Rational(1));
  CHECK(at.hi >= Rational("0.9999999999999999"));
}

TEST_CASE("one round stands in where the time ends before the rounds", "[composition]") {
  const Phase phase = composition::clones_phase(200, 1, 6);
  const composition::Groups groups = composition::group({phase});
  const Number eps(Rational("3/10"));
  const RationalEnds ends = composition::delta_by_one_round(groups, Direction::remove, eps, no_limit);
  const Enclosed grid = delta_by(phase, eps, "lattice", Direction::remove, 5);
  CHECK(ends.lo <= grid.lo);
  CHECK(grid.hi <= ends.hi);
  CHECK(ends.lo.sign() > 0);
  CHECK(ends.hi < Rational(1));
  const Number target(Rational("1/1000"));
  const auto around = composition::epsilon_by_one_round(groups, Direction::remove, target, no_limit);
  const Enclosed epsilon = composition::epsilon(
      {phase}, target, {.direction = Direction::remove, .digits = 5, .route = "lattice", .budget = no_limit});
  REQUIRE(around.hi);
  CHECK(around.lo <= epsilon.lo);
  CHECK(epsilon.hi <= *around.hi);
  CHECK(*around.hi < Rational(5));
}

TEST_CASE("products of exact lists: ratios in order, what is infinite last, and an end where the budget ends",
          "[composition]") {
  const std::vector<ExactAtom> one{
      {Rational("1/2"), 0}, {Rational("1/4"), Rational("1/4")}, {0, 0},
      {0, Rational("1/2")}, {Rational("1/8"), Rational("1/8")}, {Rational("1/8"), Rational("1/8")}};
  const auto two = exact_power(one, 2, 1000);
  REQUIRE(two);
  REQUIRE(two->size() == 3);
  CHECK((*two)[0].p == 0);
  CHECK((*two)[0].q == Rational("3/4"));
  CHECK((*two)[1].p == Rational("1/4"));
  CHECK((*two)[1].q == Rational("1/4"));
  CHECK((*two)[2].p == Rational("3/4"));
  CHECK((*two)[2].q == 0);
  CHECK_FALSE(exact_power(one, 40, 1000, Budget::counted(10)));
}
