#include "bounds/shuffle/literature.hpp"

#include <catch2/catch.hpp>

#include "bounds/registry.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/clones_renyi.hpp"
#include "bounds/shuffle/rr2.hpp"
#include "bounds/shuffle/rr2_renyi.hpp"
#include "exact/error.hpp"
#include "support/random.hpp"

using namespace hallmark;
using literature::Tail;

namespace {

constexpr long bits = 128;

// The exact delta of shuffled binary randomized response, the larger direction, others all 0.
Ball rr2_delta(long n, const Number& eps0, const Rational& eps) {
  return rr2::delta({n, eps0, eps, Direction::both}, bits);
}

}  // namespace

TEST_CASE(
    "the privacy blanket's bounds are above shuffled randomized response, and their epsilon is a first crossing") {
  test::Random random(8301);
  for (int i = 0; i < test::repetitions(20); ++i) {
    const long n = random.pick(std::vector<long>{10, 100, 1000, 100'000, 10'000'000});
    const Number eps0(random.pick(std::vector<std::string>{"1/10", "1/2", "1", "2", "4"}));
    const Number delta(random.pick(std::vector<std::string>{"1/10", "1e-4", "1e-8", "1e-20"}));
    for (const Tail tail : {Tail::hoeffding, Tail::bennett}) {
      INFO("seed " << random.seed() << ": n=" << n << " eps0=" << eps0.to_string() << " delta=" << delta.to_string()
                   << " tail " << static_cast<int>(tail));
      constexpr long digits = 8;
      const Inversion found = literature::blanket_epsilon_upper(tail, {n, eps0, delta}, digits);
      CHECK(found.reached);
      CHECK(less_equal(rr2_delta(n, eps0, found.bracket.hi), delta.ball(bits)) == Truth::yes);
      // Everywhere below lo the formula exceeds delta: a grid of points.
      constexpr long points = 40;
      for (long j = 1; j < points; ++j) {
        const Rational eps = found.bracket.lo * j / points;
        if (eps.sign() <= 0 || less(eps, eps0) != Truth::yes) continue;
        CHECK(less(delta.ball(bits), literature::blanket_delta_upper(tail, {n, eps0, eps}, bits)) == Truth::yes);
      }
      if (less(found.bracket.hi, eps0) == Truth::yes) {
        CHECK(less_equal(literature::blanket_delta_upper(tail, {n, eps0, found.bracket.hi}, bits), delta.ball(bits)) ==
              Truth::yes);
      }
    }
  }
}

TEST_CASE("a blanket epsilon next to the smallest value of its bound is found to every digit asked for") {
  for (const long digits : {8L, 15L, 23L}) {
    const Inversion found = literature::blanket_epsilon_upper(Tail::bennett, {1000, 2, Number("1/1024")}, digits);
    CHECK(found.reached);
    CHECK(found.bracket.lo > Rational("1.9156707"));
    CHECK(found.bracket.hi < Rational("1.9156708"));
  }
}

TEST_CASE("closed forms of the literature are above the exact values in their domains") {
  test::Random random(8302);
  for (int i = 0; i < test::repetitions(30); ++i) {
    const long n = random.pick(std::vector<long>{1000, 10'000, 1'000'000});
    const Number eps0(random.pick(std::vector<std::string>{"1/10", "2/5", "1", "2", "3"}));
    const Number delta(random.pick(std::vector<std::string>{"1/200", "1e-4", "1e-8"}));
    INFO("seed " << random.seed() << ": n=" << n << " eps0=" << eps0.to_string() << " delta=" << delta.to_string());
    const literature::EpsilonParameters p{n, eps0, delta};
    const auto above = [&](const Ball& eps) {
      CHECK(less_equal(rr2_delta(n, eps0, eps.upper()), delta.ball(bits)) == Truth::yes);
    };
    if (less(eps0, Rational("1/2")) == Truth::yes) above(literature::efmrtt19_upper(p, bits));
  }
}

TEST_CASE(
    "the Renyi bound of the literature is above the clones pair's, which is above shuffled randomized response's") {
  for (long n : {100L, 10'000L}) {
    for (const char* eps0 : {"1/2", "2"}) {
      for (long alpha : {2L, 3L, 4L, 5L, 8L, 20L}) {
        INFO("n=" << n << " eps0=" << eps0 << " alpha=" << alpha);
        const Ball bound = literature::gddsk21_renyi_upper({n, Number(eps0), alpha}, 256);
        const Ball pair = clones::renyi({n, Number(eps0), alpha, 1}, 256);
        CHECK(less_equal(pair, bound) == Truth::yes);
      }
    }
  }
}

TEST_CASE("rounds by the Renyi bound of the literature: the least over all orders") {
  const literature::EpsilonParameters x{10'000, 2, Number("1e-6")};
  for (const long rounds : {1L, 16L}) {
    const renyi::Conversion c = literature::gddsk21_epsilon_upper(x, rounds, {2, 40}, 10);
    CHECK(c.reached);
    std::optional<Rational> least;
    for (long order = 2; order <= 40; ++order) {
      const Ball r = literature::gddsk21_renyi_upper({x.n, x.eps0, order}, 256) * rounds;
      const Ball value = renyi::epsilon_at_order(order, r, x.delta);
      CHECK(c.value.lower() <= value.upper());
      if (order == c.order) least = value.centre();
    }
    REQUIRE(least.has_value());
    CHECK(c.value.contains(*least));
    // No less than what the clones pair proves over the same orders.
    const renyi::Curve clones{[&](long order, long bits) {
                                return clones::renyi({x.n, x.eps0, order, rounds}, bits);
                              },
                              renyi::Shape::divergence};
    CHECK(renyi::epsilon_upper(clones, x.delta, {2, 40}, 10).value.upper() <= c.value.lower());
  }
}

TEST_CASE("what nobody has read answers nothing") {
  for (const char* id : {"shuffle.epsilon.bkmtt20", "rr2.epsilon.csuzz19"}) {
    CHECK_THROWS_WITH(entry(id), Catch::Contains("not available") && Catch::Contains("literature-unverified"));
  }
}

TEST_CASE("bounds of the literature refuse outside their domains") {
  const Number delta("1e-6");
  CHECK_THROWS_WITH(literature::efmrtt19_upper({999, Number("1/4"), delta}, 64), Catch::Contains("n = 999"));
  CHECK_THROWS_WITH(literature::efmrtt19_upper({1000, Number("1/2"), delta}, 64), Catch::Contains("eps0 = 1/2"));
  CHECK_THROWS_WITH(literature::efmrtt19_upper({1000, Number("1/4"), Number("1/50")}, 64), Catch::Contains("1/50"));
  CHECK_THROWS_WITH(literature::gddsk21_renyi_upper({1000, 1, 1}, 64), Catch::Contains("alpha = 1"));
  CHECK_THROWS_WITH(literature::blanket_delta_upper(Tail::bennett, {1000, 1, 1}, 64), Catch::Contains("eps = 1"));
  CHECK_THROWS_WITH(literature::blanket_epsilon_upper(Tail::bennett, {1000, 1, 0}, 8), Catch::Contains("delta = 0"));
}

TEST_CASE("status of the literature: only what is proved may enter a bracket or a verdict") {
  const std::map<std::string_view, Status> expected{{"krr.epsilon.bbgn19", Status::proved},
                                                    {"shuffle.epsilon.bbgn19-bennett", Status::proved},
                                                    {"shuffle.epsilon.bbgn19-hoeffding", Status::proved},
                                                    {"shuffle.epsilon.efmrtt19", Status::literature},
                                                    {"shuffle.renyi.gddsk21", Status::literature},
                                                    {"shuffle.epsilon.gddsk21", Status::literature},
                                                    {"fmt23.delta", Status::disputed},
                                                    {"fmt23.epsilon", Status::disputed},
                                                    {"fmt23.epsilon.closed-form", Status::disputed},
                                                    {"variation-ratio.delta", Status::disputed}};
  for (const auto& [id, status] : expected) {
    INFO(id);
    CHECK(entry(id).status == status);
  }
}
