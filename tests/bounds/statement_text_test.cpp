#include <catch2/catch.hpp>

#include "bounds/claim.hpp"
#include "exact/error.hpp"
#include "hallmark/claim.hpp"

using namespace hallmark;

TEST_CASE("a statement is read as the claim that it is") {
  const Claim a = read_statement(" dp-sgd epsilon( noise_multiplier=1.1, rate = 1%,steps=100, delta=1e-5 ) <= 2.4 ");
  CHECK(a.left.quantity == "dp-sgd.epsilon");
  CHECK(a.left.parameters ==
        ParameterTexts{{"noise_multiplier", "1.1"}, {"rate", "1%"}, {"steps", "100"}, {"delta", "1e-5"}});
  CHECK(a.relation == Relation::less_equal);
  CHECK(a.values == std::vector<std::string>{"2.4"});
  const Claim b = read_statement("shuffle-table.delta(n=3, table=1,0;0,1, eps=ln(3))in [ 0.1 , (1+2)/4]");
  CHECK(b.left.parameters.at("table") == "1,0;0,1");
  CHECK(b.values == std::vector<std::string>{"0.1", "(1+2)/4"});
  const Claim c = read_statement(
      "composition.delta(eps=1, phases=2*laplace(eps0=1, rate=1/2)+gaussian(sigma=2)) > gaussian.delta(sigma=1,eps=1)");
  CHECK(c.left.parameters.at("phases") == "2*laplace(eps0=1, rate=1/2)+gaussian(sigma=2)");
  CHECK(c.right->quantity == "gaussian.delta");
  CHECK(read_statement("gaussian.delta(sigma=1,eps=1) ~ 0.127").relation == Relation::about);
  CHECK(read_statement("batch.crossing(sigma=1,steps=2) >= -1").values.front() == "-1");
}

TEST_CASE("a statement may name its mechanism and parameters behind it") {
  for (const char* text : {"epsilon <= 2.4 for dp-sgd sigma=1.1 rate=1% steps=100",
                           "epsilon<=2.4 for dp-sgd(sigma=1.1, rate=1%, steps=100)",
                           "dp-sgd epsilon <= 2.4 for sigma = 1.1, rate = 1%, steps = 100",
                           "dp-sgd.epsilon <= 2.4 for sigma=1.1  rate=1% steps= 100"}) {
    INFO(text);
    const Claim a = read_statement(text);
    CHECK(a.left.quantity == "dp-sgd.epsilon");
    CHECK(a.left.parameters == ParameterTexts{{"sigma", "1.1"}, {"rate", "1%"}, {"steps", "100"}});
    CHECK(a.relation == Relation::less_equal);
    CHECK(a.values == std::vector<std::string>{"2.4"});
  }
  const Claim b = read_statement("delta in [0, 1] for composition phases=2*laplace(eps0=1, rate=1/2) eps=1");
  CHECK(b.left.parameters == ParameterTexts{{"phases", "2*laplace(eps0=1, rate=1/2)"}, {"eps", "1"}});
  CHECK(b.values == std::vector<std::string>{"0", "1"});
  CHECK_THROWS_WITH(read_statement("epsilon <= 2 for sigma=1"), Catch::Contains("a mechanism after \"for\""));
  for (const char* text :
       {"epsilon for dp-sgd sigma=1", "<= 2 for dp-sgd sigma=1", "epsilon <= 2 for ", "epsilon <= for dp-sgd sigma=1",
        "epsilon <= 2 for dp-sgd =1", "epsilon <= 2 for dp-sgd sigma", "epsilon <= 2 for dp-sgd sigma=1 sigma=2"}) {
    INFO(text);
    CHECK_THROWS_AS(read_statement(text), InputError);
  }
}

TEST_CASE("a statement of another form is refused with its column") {
  for (const char* text :
       {"", "gaussian.delta", "gaussian.delta(sigma=1", "gaussian.delta(sigma=1)", "gaussian.delta(sigma=1) = 3",
        "(sigma=1) <= 3", "gaussian.delta(1) <= 3", "gaussian.delta(=1) <= 3",
        "gaussian.delta(sigma=1) <=", "gaussian.delta(sigma=1) in 3", "gaussian.delta(sigma=1) in [3]",
        "gaussian.delta(sigma=1, sigma=2) <= 3", "gaussian.delta(sigma=1) <= gaussian.delta(sigma=1) 3",
        "a b c(sigma=1) <= 3", "gaussian.delta(sigma=1))) <= 3"}) {
    INFO(text);
    CHECK_THROWS_AS(read_statement(text), InputError);
  }
}

TEST_CASE("a statement in the names of people is judged as its canonical one") {
  const Budget budget(std::chrono::seconds(60));
  const Verdict v = judge(read_statement("gaussian epsilon(noise_multiplier=1, target_delta=10^-5) <= 4.38"), budget);
  CHECK(v.outcome == Outcome::certified);
  CHECK(judge(read_statement("gaussian.epsilon(sigma=1, delta=1e-5) <= 4.37"), budget).outcome == Outcome::refuted);
}
