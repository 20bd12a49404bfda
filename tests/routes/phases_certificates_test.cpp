// Certificates of compositions that a parameter states: the checker proves them again, and nothing beyond their ends.
#include <catch2/catch.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "bounds/claim.hpp"
#include "routes/checked.hpp"

using namespace hallmark;
using test::checked;

namespace {

const Budget unlimited;

Statement stated(const Term& term, const Answer& a, Relation relation, std::vector<Number> values) {
  return {term, relation, std::move(values), a};
}

}  // namespace

TEST_CASE("certificates of compositions: every relation is proved, and its opposite is not") {
  const char* mixed = "10*poisson-gaussian(rate=1/50,sigma=1)+3*laplace(eps0=1/10)+gaussian(sigma=4)";
  const char* noise = "2*gaussian(sigma=3)+eps-delta(eps=1/8,delta=1e-6)+discrete-gaussian(sigma2=9,sensitivity=1)";
  for (const auto& [id, target, value] :
       {std::tuple{"composition.delta", "eps", "1/2"}, std::tuple{"composition.epsilon", "delta", "1e-4"}}) {
    for (const char* phases : {mixed, noise}) {
      for (const char* direction : {"remove", "both"}) {
        CAPTURE(id, phases, direction);
        const Entry& e = entry(id);
        const Term term{&e, e.arguments({{"phases", phases}, {target, value}, {"direction", direction}})};
        const Answer a = evaluate(e, term.arguments, {.digits = 8, .budget = unlimited});
        REQUIRE(a.reached);
        const Number lo(a.lo * Rational("0.999"));
        const Number hi(a.hi * Rational("1.001"));
        for (Statement s : {stated(term, a, Relation::in, {lo, hi}), stated(term, a, Relation::less_equal, {hi}),
                            stated(term, a, Relation::less, {hi}), stated(term, a, Relation::greater_equal, {lo}),
                            stated(term, a, Relation::greater, {lo})}) {
          std::string why;
          INFO(to_string(s.relation));
          REQUIRE(prepare_certificate(s, unlimited, &why));
          CHECK(checked(s) == check::Verdict::verified);
          if (s.values.size() > 1) continue;
          s.relation = negated(s.relation);
          CHECK(checked(s) != check::Verdict::verified);
        }
      }
    }
  }
}

TEST_CASE("certificates of compositions: sampled Laplace noise, replace-one, shuffled responses, no Gaussian phase") {
  const Entry& e = entry("composition.delta");
  for (const auto& [phases, direction, method] :
       {std::tuple{"5*laplace(eps0=1,rate=1/4)+gaussian(sigma=2)", "both", "method grid"},
        std::tuple{"2*discrete-gaussian(sigma2=4,sensitivity=1,rate=1/2)+2*eps-delta(eps=1/2,delta=1/100)", "add",
                   "method grid"},
        std::tuple{"20*poisson-replace-one(sigma=1,rate=1/20)+2*rr(eps0=1/2)", "both", "method inversions"},
        std::tuple{"2*clones(n=30,eps0=1)+rr2(n=20,eps0=1,others=3)", "remove", "method grid"},
        std::tuple{"4*fixed-batch(share=1/10,sigma=2)+2*krr.weak(n=20,k=3,gamma=1/2)", "both", "method grid"}}) {
    CAPTURE(phases, direction);
    const Term term{&e, e.arguments({{"phases", phases}, {"eps", "1/2"}, {"direction", direction}})};
    const Answer a = evaluate(e, term.arguments, {.digits = 3, .budget = unlimited});
    Statement s = stated(term, a, Relation::in, {Number(a.lo * Rational("0.99")), Number(a.hi * Rational("1.01"))});
    std::string why;
    REQUIRE(prepare_certificate(s, unlimited, &why));
    CHECK(certificate_text(s).find(method) != std::string::npos);
    CHECK(checked(s) == check::Verdict::verified);
    Statement wrong = stated(term, s.left_answer, Relation::less_equal, {Number(a.lo * Rational("0.99"))});
    wrong.left_answer.witness = s.left_answer.witness;
    CHECK(checked(wrong) != check::Verdict::verified);
  }
}

TEST_CASE("certificates of compositions: what has none says why") {
  const auto why_not = [](const char* phases, const char* direction) {
    const Entry& e = entry("composition.delta");
    const Term term{&e, e.arguments({{"phases", phases}, {"eps", "1"}, {"direction", direction}})};
    return std::string(obstacle_of(term));
  };
  CHECK(why_not("gaussian(sigma=1)+laplace(eps0=1)", "both").empty());
  CHECK(why_not("gaussian(sigma=1)+allocation(sigma=1,steps=10)", "both").find("does not know") != std::string::npos);
}

TEST_CASE("claims state compositions: certified, refuted, undecided") {
  const auto judged = [](const char* relation, const char* value) {
    Claim claim{.id = "X",
                .left = {"composition.epsilon",
                         {{"phases", "100*poisson-gaussian(rate=1/100,sigma=1)+2*gaussian(sigma=5)"},
                          {"delta", "1e-6"},
                          {"direction", "both"}}},
                .relation = *read_relation(relation),
                .values = {value}};
    return judge(claim, unlimited);
  };
  const Verdict certified = judged("<=", "5");
  CHECK(certified.outcome == Outcome::certified);
  REQUIRE(certified.statement);
  CHECK(checked(*certified.statement) == check::Verdict::verified);
  const Verdict refuted = judged("<=", "1");
  CHECK(refuted.outcome == Outcome::refuted);
  REQUIRE(refuted.statement);
  CHECK(checked(*refuted.statement) == check::Verdict::verified);
  Claim lattice{.id = "Y",
                .left = {"composition.delta",
                         {{"phases", "2*laplace(eps0=1)+laplace(eps0=1/2)"}, {"eps", "1"}, {"direction", "both"}}},
                .relation = Relation::less_equal,
                .values = {"1/2"}};
  const Verdict grid = judge(lattice, unlimited);
  CHECK(grid.outcome == Outcome::certified);
  REQUIRE(grid.statement);
  CHECK(checked(*grid.statement) == check::Verdict::verified);
  lattice.left.parameters["phases"] = "gaussian(sigma=1)+allocation(sigma=1,steps=10)";
  const Verdict none = judge(lattice, unlimited);
  CHECK(none.outcome == Outcome::undecided);
  CHECK(none.reason.find("does not know one of the phases") != std::string::npos);
}
