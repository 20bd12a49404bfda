// Random allocation on random settings: the routes meet, every upper bound is above them, finer grids agree.
#include <catch2/catch.hpp>
#include <iostream>

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "support/random.hpp"

using namespace hallmark;

namespace {

constexpr std::string_view bounds_above[] = {"renyi",       "blocks",        "overlap",           "direct-add",
                                             "laplace-add", "decomposition", "truncated-poisson", "recursive"};

void orderings(int settings, double seconds) {
  test::Random random(77);
  INFO("seed " << random.seed());
  const std::vector<const char*> sigmas = {"2/5", "1/2", "7/10", "1", "3/2", "2", "4"};
  const std::vector<const char*> thresholds = {"1/100", "1/20", "1/5", "1/2", "1", "2"};
  int answered = 0, met = 0, ordered = 0;
  for (int i = 0; i < settings; ++i) {
    const long steps = random.between(1, std::min(100'000L, 1L << random.between(1, 17)));
    ParameterTexts texts{{"sigma", random.pick(sigmas)},
                         {"steps", std::to_string(steps)},
                         {"eps", random.pick(thresholds)},
                         {"direction", random.between(0, 1) == 0 ? "remove" : "add"}};
    const auto ask = [&](std::string_view id, std::string route) {
      const Budget budget(std::chrono::duration<double>{seconds});
      const Entry& e = entry(id);
      return evaluate(e, e.arguments(texts), {.digits = 3, .route = std::move(route), .budget = budget});
    };
    INFO("sigma=" << texts["sigma"] << " steps=" << steps << " eps=" << texts["eps"] << " " << texts["direction"]);
    const Answer truth = ask("allocation.delta", "");
    REQUIRE(truth.lo <= truth.hi);
    answered += truth.reached ? 1 : 0;
    const Answer other = ask("allocation.delta", "convex");
    CHECK(truth.lo <= other.hi);
    CHECK(other.lo <= truth.hi);
    met += other.reached ? 1 : 0;
    for (const std::string_view bound : bounds_above) {
      try {
        const Answer above = ask("allocation.delta." + std::string(bound), "");
        INFO(bound);
        CHECK(truth.lo <= above.hi);
        ++ordered;
      } catch (const InputError&) {  // a theorem about the other direction
      }
    }
  }
  std::cout << "allocation: " << settings << " settings, " << answered << " to three digits, " << met
            << " by convex laws too, " << ordered << " upper bounds above\n";
}

}  // namespace

TEST_CASE("allocation: routes meet below every upper bound on random settings") {
  orderings(test::repetitions(8), 0.5);
}

TEST_CASE("allocation: routes meet below every upper bound on two hundred settings", "[.long]") {
  orderings(test::repetitions(200), 10);
}

TEST_CASE("allocation: grids of twice as many nodes agree and close in as their inverse square") {
  using allocation::profile_law;
  double before = 0;
  for (const long nodes : {512L, 1024L, 2048L}) {
    const auto law = profile_law({1, 1000, 1, Direction::remove}, {.nodes = nodes, .smallest_delta = 1e-6});
    REQUIRE(law);
    const RationalEnds at = delta(*law, Number("1/8"));
    const double gap = Ball((at.hi - at.lo) / at.hi, 64).to_double_up();
    static RationalEnds all{Rational(0), Rational(1)};
    CHECK(at.lo <= all.hi);
    CHECK(all.lo <= at.hi);
    all = {std::max(all.lo, at.lo), std::min(all.hi, at.hi)};
    if (before > 0) CHECK(gap < before / 2.5);
    std::cout << "convex laws on " << nodes << " nodes: relative gap of delta " << gap << "\n";
    before = gap;
  }
}
