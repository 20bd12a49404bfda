// Noise on integers, log-concave, by the checker: one round by its outcomes.
#include <catch2/catch.hpp>

#include "asked.hpp"

namespace hallmark::check::test {
namespace {

const std::string outcomes = "method sums\nbits 96\n";

Quantity noise_on_integers(const std::string& stem, std::map<std::string, std::string> more) {
  more.insert({{"eps", "1/2"}, {"rate", "1"}, {"rounds", "1"}, {"sensitivity", "1"}});
  return asked(stem + ".delta", more);
}

}  // namespace

TEST_CASE("integer noise: each law from both sides") {
  check_between(noise_on_integers("skellam", {{"variance", "25"}}), "4063249/10000000000", "406325/1000000000",
                outcomes);
  check_between(noise_on_integers("skellam", {{"variance", "4"}, {"eps", "2"}}), "20254510/100000000000000000",
                "20254511/100000000000000000", outcomes);
  check_between(noise_on_integers("binomial-noise", {{"n", "100"}}), "5698563/10000000000", "5698564/10000000000",
                outcomes);
  check_between(noise_on_integers("discrete-gaussian-sum", {{"parties", "4"}, {"sigma2", "1/4"}}), "29509545/100000000",
                "29509546/100000000", outcomes);
  check_between(
      noise_on_integers("discrete-laplace-sum", {{"parties", "3"}, {"a", "1/2"}, {"sensitivity", "2"}, {"eps", "1/4"}}),
      "93312066/1000000000", "93312067/1000000000", outcomes);
  // Four coins shifted by 2 at w = 3: exactly 1/2, of which 5/16 has an infinite ratio.
  const Quantity coins = noise_on_integers("binomial-noise", {{"n", "4"}, {"sensitivity", "2"}, {"eps", "ln(3)"}});
  CHECK(proves(coins, Relation::less_equal, "500001/1000000", outcomes));
  CHECK_FALSE(proves(coins, Relation::less_equal, "499999/1000000", outcomes));
  CHECK(proves(coins, Relation::greater_equal, "499999/1000000", outcomes));
  CHECK_FALSE(proves(noise_on_integers("binomial-noise", {{"n", "1"}, {"sensitivity", "2"}}), Relation::less_equal, "1",
                     outcomes));
  // The sum of four variables is no discrete Gaussian of the same variance: its delta is .20398.
  CHECK_FALSE(proves(noise_on_integers("discrete-gaussian-sum", {{"parties", "4"}, {"sigma2", "1/4"}}),
                     Relation::less_equal, "1/4", outcomes));
}

TEST_CASE("integer noise: sampled, and where outcomes are infinite not at all") {
  // Remove: q h(1 + (w-1)/q), at w = 2 and q = 1/2 half of h at w = 3; add is smaller.
  Quantity q = noise_on_integers("skellam", {{"variance", "4"}, {"rate", "1/2"}, {"eps", "ln(2)"}});
  const Quantity whole = noise_on_integers("skellam", {{"variance", "4"}, {"eps", "ln(3)"}});
  q.direction = Direction::remove;
  for (const auto& [value, half] :
       {std::pair{"1/10", "1/20"}, {"1/50", "1/100"}, {"1/200", "1/400"}, {"1/1000", "1/2000"}}) {
    CHECK(proves(whole, Relation::less_equal, value, outcomes) == proves(q, Relation::less_equal, half, outcomes));
    CHECK(proves(whole, Relation::greater_equal, value, outcomes) ==
          proves(q, Relation::greater_equal, half, outcomes));
  }
  CHECK_FALSE(proves(noise_on_integers("binomial-noise", {{"n", "100"}, {"rate", "1/2"}}), Relation::less_equal, "1/2",
                     outcomes));
}

}  // namespace hallmark::check::test
