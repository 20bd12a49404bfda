#include "bounds/claim.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <set>
#include <string_view>
#include <vector>

#include "bounds/certificate.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

using namespace hallmark;

namespace {

const Budget unlimited;

Claim claim(const std::string& quantity, const ParameterTexts& texts, const std::string& relation,
            std::vector<std::string> values) {
  return {"T", {quantity, texts}, *read_relation(relation), std::move(values)};
}

Outcome outcome(const std::string& relation, std::vector<std::string> values) {
  // gaussian.delta at sigma = 1, eps = 1 is 0.126936737507...
  return judge(claim("gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, relation, std::move(values)), unlimited).outcome;
}

}  // namespace

TEST_CASE("claims: every relation certified and refuted") {
  CHECK(outcome("<=", {"0.127"}) == Outcome::certified);
  CHECK(outcome("<=", {"0.126"}) == Outcome::refuted);
  CHECK(outcome("<", {"0.127"}) == Outcome::certified);
  CHECK(outcome("<", {"0.126"}) == Outcome::refuted);
  CHECK(outcome(">=", {"0.126"}) == Outcome::certified);
  CHECK(outcome(">=", {"0.127"}) == Outcome::refuted);
  CHECK(outcome(">", {"0.126"}) == Outcome::certified);
  CHECK(outcome(">", {"ln(2)"}) == Outcome::refuted);
  CHECK(outcome("in", {"0.126", "0.127"}) == Outcome::certified);
  CHECK(outcome("in", {"0.127", "0.128"}) == Outcome::refuted);
  CHECK(outcome("in", {"0.1", "0.126"}) == Outcome::refuted);
  CHECK(outcome("~", {"0.127"}) == Outcome::certified);
  CHECK(outcome("~", {"0.1269"}) == Outcome::certified);
  CHECK(outcome("~", {"0.1270"}) == Outcome::refuted);
  CHECK(outcome("~", {"1.27e-1"}) == Outcome::certified);
  CHECK(outcome("~", {"1.269e-1"}) == Outcome::certified);
  CHECK(outcome("~", {"1.26e-1"}) == Outcome::refuted);
}

TEST_CASE("claims: many digits are decided by more digits") {
  const Entry& e = entry("gaussian.delta");
  const Answer a = evaluate(e, e.arguments({{"sigma", "1"}, {"eps", "1"}}), {.digits = 100, .budget = unlimited});
  CHECK(outcome("<=", {a.hi.to_string()}) == Outcome::certified);
  CHECK(outcome("<=", {a.lo.to_string()}) == Outcome::refuted);
}

TEST_CASE("claims: a bracket refutes only by its lower end") {
  const ParameterTexts texts{{"n", "10000"}, {"eps0", "4"}, {"delta", "1e-6"}};
  CHECK(judge(claim("shuffle.epsilon", texts, "<=", {"0.61"}), unlimited).outcome == Outcome::certified);
  CHECK(judge(claim("shuffle.epsilon", texts, "<=", {"0.30"}), unlimited).outcome == Outcome::refuted);
  const Verdict open = judge(claim("shuffle.epsilon", texts, "<=", {"0.45"}), unlimited);
  CHECK(open.outcome == Outcome::undecided);
  CHECK_THAT(open.reason, Catch::Contains("lower end: rr2"));
  CHECK_FALSE(open.statement.has_value());
  // The negation rests on no axiom; the claim itself does.
  CHECK(judge(claim("shuffle.epsilon", texts, "<=", {"0.30"}), unlimited).axioms.empty());
  CHECK(judge(claim("shuffle.epsilon", texts, "<=", {"0.61"}), unlimited).axioms ==
        std::vector<std::string>{"FMT21-Theorem-3.2 eps0=4 n=10000"});
}

TEST_CASE("claims: two quantities are separated by a pivot") {
  Claim c{"T",
          {"clones.epsilon", {{"n", "10000"}, {"eps0", "4"}, {"delta", "1e-6"}}},
          Relation::greater,
          {},
          TermTexts{"rr2.epsilon",
                    {{"n", "10000"}, {"eps0", "4"}, {"delta", "1e-6"}, {"direction", "both"}, {"others", "best"}}}};
  const Verdict v = judge(c, unlimited);
  REQUIRE(v.outcome == Outcome::certified);
  REQUIRE(v.statement->pivot.has_value());
  CHECK(*v.statement->pivot < v.answer->lo);
  CHECK(*v.statement->pivot > v.right_answer->hi);
  CHECK_THAT(certificate_text(*v.statement), !Catch::Contains("best"));
  c.relation = Relation::less_equal;
  CHECK(judge(c, unlimited).outcome == Outcome::refuted);
}

TEST_CASE("claims: planned and unknown quantities are undecided") {
  const Verdict v = judge(claim(std::string(planned().front().id), {{"whatever", "1"}}, "<=", {"1"}), unlimited);
  CHECK(v.outcome == Outcome::undecided);
  CHECK_THAT(v.reason, Catch::Contains(std::string(planned().front().id) + " is not available"));
  const Verdict unknown = judge(claim("gaussian.detla", {}, "<=", {"1"}), unlimited);
  CHECK(unknown.outcome == Outcome::undecided);
  CHECK_THAT(unknown.reason, Catch::Contains("gaussian.detla"));
  CHECK_THROWS_AS(outcome("<=", {"x"}), InputError);
  CHECK_THROWS_AS(outcome("in", {"2", "1"}), InputError);
  CHECK_THROWS_AS(outcome("~", {"1/8"}), InputError);
}

TEST_CASE("claims: each relation takes as many values as it has, and a comparison alone another quantity") {
  Claim c = claim("gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, "<=", {});
  const auto is_refused = [&](const char* relation, std::vector<std::string> values) {
    c.relation = *read_relation(relation);
    c.values = std::move(values);
    CHECK(claim_errors(c).size() == 1);
    CHECK_THROWS_AS(judge(c, unlimited), InputError);
  };
  is_refused("<=", {});
  is_refused("<=", {"1", "2"});
  is_refused("in", {"1"});
  is_refused("~", {});
  is_refused("~", {"0.127", "1"});
  c.right = c.left;
  is_refused("in", {});
  is_refused("~", {});
  is_refused("<=", {"1"});
}

TEST_CASE("claims: two exactly equal quantities are decided") {
  const auto equal = [&](Relation relation) {
    const TermTexts zero{"clones.delta", {{"n", "5"}, {"eps0", "1"}, {"eps", "1"}}};
    const Claim c{"T", zero, relation, {}, TermTexts{"clones.delta", {{"n", "7"}, {"eps0", "1"}, {"eps", "2"}}}};
    return judge(c, unlimited).outcome;
  };
  CHECK(equal(Relation::less_equal) == Outcome::certified);
  CHECK(equal(Relation::greater_equal) == Outcome::certified);
  CHECK(equal(Relation::less) == Outcome::refuted);
}

TEST_CASE("claims: what a certificate cannot state is undecided, with the reason") {
  for (const auto& [quantity, texts, relation, value] :
       std::vector<std::tuple<std::string, ParameterTexts, std::string, std::string>>{
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, ">=", "-exp(1)"},
           {"gaussian.delta", {{"sigma", "1e10"}, {"eps", "100"}}, "<=", "1e-100000"},
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, ">", "exp(-1e9)"},
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, ">", "exp(-1e19)"},
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, "<=", "exp(1e-100000)"},
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}, "<=", "sqrt(3e100000)"},
           {"gaussian.epsilon", {{"sigma", "0.001"}, {"delta", "1e-6"}}, ">=", "100000"},
           {"rr.delta", {{"eps0", "1"}, {"eps", "1"}}, ">=", "exp(-1000000000000000)"},
           {"rr.delta", {{"eps0", "1"}, {"eps", "1/2"}}, ">", "exp(-100000000)"}}) {
    const Verdict v = judge(claim(quantity, texts, relation, {value}), unlimited);
    CHECK(v.outcome == Outcome::undecided);
    CHECK_THAT(v.reason, Catch::Contains("a certificate cannot state"));
  }
}

TEST_CASE("claims: where the delta of bounded phases is 0 no certificate says") {
  const auto judged = [](const char* phases, const char* relation, std::vector<std::string> values) {
    const ParameterTexts texts{{"phases", phases}, {"eps", "2"}, {"direction", "both"}};
    return judge(claim("composition.delta", texts, relation, std::move(values)), unlimited);
  };
  for (const Verdict& v : {judged("2*laplace(eps0=1)", "<=", {"0"}), judged("2*laplace(eps0=1)", "in", {"0", "1/2"}),
                           judged("2*rr(eps0=3)", ">", {"0"}), judged("2*rr(eps0=3)", "<=", {"-1"})}) {
    CHECK(v.outcome == Outcome::undecided);
    CHECK_THAT(v.reason, Catch::Contains("the checker does not know where the delta of its phases is 0"));
  }
  CHECK(judged("2*rr(eps0=3)", ">", {"1/1000"}).outcome == Outcome::certified);
  CHECK(judged("laplace(eps0=1)+gaussian(sigma=1)", ">", {"0"}).outcome == Outcome::certified);
}

TEST_CASE("claims: a quantity without a certificate is undecided, with the reason") {
  for (const auto& [quantity, texts] : std::vector<std::pair<std::string, ParameterTexts>>{
           {"clones.epsilon.closed-form", {{"n", "10000"}, {"eps0", "1"}, {"delta0", "1e-20"}, {"delta", "1e-6"}}},
           {"allocation-rr.delta.decomposition",
            {{"eps0", "1"}, {"steps", "10"}, {"lambda", "best"}, {"eps", "1/2"}, {"direction", "remove"}}},
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "1e-100000"}}},
           {"gaussian.delta", {{"sigma", "1"}, {"eps", "exp(-1e30)"}}},
           {"multinomial.delta", {{"n", "10"}, {"p", "1/3"}, {"q", "1/3"}, {"eps", "1/2"}}}}) {
    const Verdict v = judge(claim(quantity, texts, "<=", {"100"}), unlimited);
    INFO(quantity << ": " << v.reason);
    CHECK(v.outcome == Outcome::undecided);
    CHECK_THAT(v.reason, Catch::Contains("there is no certificate of " + quantity + ": "));
  }
}

TEST_CASE("claims: an exactly attained bound") {
  // gaussian.renyi at sigma = 1, alpha = 2 is exactly 1.
  const auto renyi = [&](const char* relation) {
    return judge(claim("gaussian.renyi", {{"sigma", "1"}, {"alpha", "2"}}, relation, {"1"}), unlimited).outcome;
  };
  CHECK(renyi("<=") == Outcome::certified);
  CHECK(renyi("<") == Outcome::refuted);
  CHECK(renyi(">=") == Outcome::certified);
}

TEST_CASE("certificates: the pair of shuffled batches has an event, whichever end is stated") {
  const ParameterTexts texts{{"eps", "36/43"}, {"sigma", "7/3"}, {"steps", "1"}};
  for (const Relation relation : {Relation::less_equal, Relation::greater_equal}) {
    const Rational value(relation == Relation::less_equal ? "1/10" : "1/10000");
    const Verdict v =
        judge({"campaign", {"shuffled-batch.delta.pair", texts}, relation, {value.to_string()}}, Budget());
    REQUIRE(v.outcome == Outcome::certified);
    REQUIRE(v.statement);
    CHECK_THAT(certificate_text(*v.statement), Catch::Contains("\nmethod event\n"));
  }
}

TEST_CASE("certificates: the text of the format, line by line") {
  const Verdict v =
      judge(claim("clones.epsilon", {{"n", "1000000"}, {"eps0", "4"}, {"delta", "1e-8"}}, "<=", {"0.065"}), unlimited);
  REQUIRE(v.outcome == Outcome::certified);
  const std::string text = certificate_text(*v.statement);
  CHECK_THAT(text, Catch::StartsWith("hallmark certificate 2\nSTATEMENT\nquantity clones.epsilon\nbounds pair\n"
                                     "adjacency replace-one\ndirection both\nparameter delta 1/100000000\n"
                                     "parameter eps0 4\nparameter n 1000000\nparameter rounds 1\nrelation <=\n"
                                     "value 13/200\nAXIOMS\nnone\nWITNESS\nlemma hockey-stick-nonincreasing-in-eps\n"
                                     "method sums\nbits "));
  const auto end = text.find("END\n");
  REQUIRE(end != std::string::npos);
  CHECK(text.substr(end + 4) == "sha256 " + sha256(text.substr(0, end + 4)) + "\n");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("certificates: a witness writes the lines of the ends asked for") {
  const auto lines = [](witness::Method method, bool lower, bool upper) {
    std::string text;
    for (const auto& [name, line] : witness_lines({.method = std::move(method)}, lower, upper)) {
      text += name + " " + line + "\n";
    }
    return text;
  };
  CHECK(lines(witness::Scores{.total = 4, .cuts = {Rational("1/2"), 2}, .values = {1, 0, 5}}, true, false) ==
        "event scores\ntotal 4\nscores 1 1/2 0 2 5\n");
  CHECK(lines(witness::Orders{.order = 7, .add = 9, .bracket = witness::OrderBracket{Direction::add, 2, 3, 4}}, true,
              true) == "order-bracket add 2 3 4\norder 7\norder-add 9\n");
  const witness::Contours contours{.lower = {{Direction::add, 1, 2, 3, 4}}, .upper = {{Direction::remove, 5, 6, 7, 8}}};
  CHECK(lines(contours, true, false) == "contour-lower add 1 2 3 4\n");
  CHECK(lines(contours, false, true) == "contour-upper remove 5 6 7 8\n");
  CHECK(lines(witness::OneRound{1, 2}, false, true) == "eps1-upper 2\n");
}

TEST_CASE("registry: an upper or lower bound is the number of a formula, and nothing else is", "[registry]") {
  for (const Entry& e : registry()) {
    CAPTURE(e.id);
    CHECK((e.bounds == Bounds::formula) == (e.kind == Kind::upper || e.kind == Kind::lower));
  }
}

namespace {

const std::set<std::string_view> families_without_certificates{"allocation-laplace", "allocation-discrete-laplace",
                                                               "allocation-discrete-gaussian", "allocation-table"};

}  // namespace

TEST_CASE("registry: what a quantity inverts has a row, and a certifier of its own", "[registry]") {
  for (const Entry& e : registry()) {
    if (!e.inverse || families_without_certificates.contains(e.id.substr(0, e.id.find('.')))) continue;
    CAPTURE(e.id);
    CHECK(e.certifier != nullptr);
    CHECK_FALSE(e.inverse->lemma.empty());
    if (e.inverse->of.empty()) continue;
    REQUIRE(find_entry(e.inverse->of) != nullptr);
    CHECK(find_entry(e.inverse->of)->certifier != nullptr);
  }
}

TEST_CASE("claims: what time ended says so, and counted work does not depend on the number of threads") {
  const Claim endless =
      claim("clones.epsilon", {{"n", "1000000000000000"}, {"eps0", "1"}, {"delta", "1e-8"}}, "<=", {"0.0000001943"});
  const Verdict late = judge(endless, Budget(std::chrono::milliseconds(20)));
  CHECK(late.outcome == Outcome::undecided);
  CHECK_THAT(late.reason, Catch::Contains("; the time limit ended it before the work that a claim may take"));
  const Verdict bracketed =
      judge(claim("shuffle.epsilon", {{"n", "10000"}, {"eps0", "4"}, {"delta", "1e-6"}}, "<=", {"0.45"}),
            Budget(std::chrono::hours(1)));
  CHECK(bracketed.reason.find("time limit") == std::string::npos);
  // The same work wherever it ends, on however many threads.
  const Entry& e = entry("poisson-gaussian.delta");
  const Arguments at = e.arguments({{"sigma", "1"},
                                    {"rate", "1/100"},
                                    {"steps", "1000"},
                                    {"eps", "1"},
                                    {"direction", "both"},
                                    {"adjacency", "zero-out"}});
  const Budget whole = Budget::counted(1'000'000);
  (void)evaluate(e, at, {.digits = 8, .budget = whole});
  for (const long part : {3L, 2L}) {
    std::vector<Rational> ends;
    std::vector<long> work;
    for (const long threads : {1L, 2L, 4L}) {
      use_threads(threads);
      const Budget some = Budget::counted(whole.work() / part);
      const Answer a = evaluate(e, at, {.digits = 8, .budget = some});
      ends.insert(ends.end(), {a.lo, a.hi});
      work.push_back(some.work());
    }
    use_threads(1'000'000);
    CHECK(ends[0] == ends[2]);
    CHECK(ends[1] == ends[3]);
    CHECK(ends[0] == ends[4]);
    CHECK(ends[1] == ends[5]);
    CHECK(work == std::vector<long>(3, work[0]));
  }
}
