// The public headers: what they promise holds, and what they refuse is refused.
#include <catch2/catch.hpp>

#include <limits>

#include "hallmark/answer_certificates.hpp"
#include "hallmark/check.hpp"
#include "hallmark/compose.hpp"
#include "hallmark/evaluate.hpp"
#include "hallmark/grid.hpp"
#include "hallmark/judge.hpp"
#include "hallmark/number.hpp"
#include "hallmark/registry.hpp"
#include "hallmark/version.hpp"

namespace hallmark {
namespace {

const ParameterTexts two_users{{"n", "2"}, {"eps0", "ln(3)"}, {"eps", "ln(3/2)"}};

TEST_CASE("numbers leave as text rounded to the side that was asked for") {
  CHECK(canonical("-0.250") == "-1/4");
  CHECK(canonical("ln(0.5)") == "ln(1/2)");
  CHECK(decimal("ln(3)", 5, Rounding::down) == "1.0986");
  CHECK(decimal("ln(3)", 5, Rounding::up) == "1.0987");
  CHECK(decimal("1/3", 3, Rounding::up) == "0.334");
  CHECK(decimal("exp(1e-400)", 1, Rounding::up) == "2");  // above 1 by less than any ball of that width shows
  CHECK(decimal("exp(-1e-400)", 1, Rounding::down) == "0.9");
  CHECK(decimal("-exp(1)", 3, Rounding::down) == "-2.72");
  CHECK(binary64("1/3", Rounding::down) < binary64("1/3", Rounding::up));
  CHECK(binary64("1/4", Rounding::down) == binary64("1/4", Rounding::up));
  CHECK(binary64("ln(3)", Rounding::down) < binary64("ln(3)", Rounding::up));
  CHECK_THROWS_AS(canonical("0.1f"), InputError);
  CHECK_THROWS_AS(decimal("1", 0, Rounding::up), InputError);
}

TEST_CASE("numbers beyond all decimals have binary64 ends, and are refused as decimals") {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const std::string number : {"exp(1000)", "exp(1000000)", "exp(1e40)"}) {
    CHECK(binary64(number, Rounding::down) == largest);
    CHECK(binary64(number, Rounding::up) == infinite);
    CHECK(binary64("-" + number, Rounding::down) == -infinite);
    CHECK(binary64("-" + number, Rounding::up) == -largest);
    CHECK(binary64("exp(-1e40)", Rounding::down) == 0);
  }
  CHECK(decimal("exp(693000)", 3, Rounding::down) == "1.19e300966");
  CHECK_THROWS_AS(decimal("exp(1000000)", 3, Rounding::down), InputError);
  CHECK_THROWS_AS(decimal("-exp(1e40)", 3, Rounding::up), InputError);
}

TEST_CASE("thresholds that are asked for together give what each gives alone") {
  ParameterTexts batches{{"sigma", "1"}, {"rate", "1/10"}, {"steps", "20"}, {"direction", "both"}};
  for (const char* eps : {"1/2", "1", "3"}) {
    batches["eps"] = eps;
    const Enclosure together =
        evaluate("poisson-gaussian.delta", batches, {.digits = 8, .thresholds = {"1/2", "1", "3", "1.0"}});
    const Enclosure alone = evaluate("poisson-gaussian.delta", batches, {.digits = 8});
    CHECK(together.reached);
    CHECK(together.lo_binary64 <= alone.hi_binary64);
    CHECK(alone.lo_binary64 <= together.hi_binary64);
  }
  const std::vector<std::string> many(65, "3");
  CHECK_THROWS_AS(evaluate("poisson-gaussian.delta", batches, {.thresholds = {"1", "2"}}), InputError);
  CHECK_THROWS_AS(evaluate("poisson-gaussian.delta", batches, {.thresholds = {"3", "nan"}}), InputError);
  CHECK_THROWS_AS(evaluate("poisson-gaussian.delta", batches, {.thresholds = many}), InputError);
  CHECK(evaluate("clones.delta", two_users, {.thresholds = {"1"}}).reached);  // it shares no table: they are not read
}

TEST_CASE("an enclosure holds the number at every width of its ends") {
  for (long digits : {1L, 3L, 20L}) {
    const Enclosure x = evaluate("clones.delta", two_users, {.digits = digits, .exact = true});
    CHECK(x.exact == "5/16");
    CHECK(x.lo_binary64 <= 0.3125);
    CHECK(x.hi_binary64 >= 0.3125);
    CHECK(x.reached);
  }
  const Enclosure x = evaluate("clones.delta", {{"n", "100"}, {"eps0", "4"}, {"eps", "1/3"}}, {.digits = 30});
  CHECK(x.quantity == "clones.delta");
  CHECK(x.parameters.at("eps") == "1/3");
  CHECK(x.kind == Kind::exact);
  CHECK(x.status == Status::proved);
  CHECK(x.bounds == Bounds::pair);
  CHECK(x.statement.starts_with("clones.delta(eps=1/3, eps0=4, "));
  CHECK(x.statement.ends_with(" in [" + x.lo_decimal + ", " + x.hi_decimal + "]"));
  CHECK(x.lo_binary64 < x.hi_binary64);  // 30 digits are more than a double holds
  CHECK(x.lo_binary64 <= binary64(x.lo, Rounding::down));
  CHECK(x.hi_binary64 >= binary64(x.hi, Rounding::up));
}

TEST_CASE("what cannot be asked is refused") {
  CHECK_THROWS_AS(evaluate("clones.delt", two_users), InputError);
  CHECK_THROWS_AS(evaluate("clones.delta", {{"n", "2"}}), InputError);
  CHECK_THROWS_AS(evaluate("clones.delta", two_users, {.digits = 0}), InputError);
  CHECK_THROWS_AS(evaluate("clones.delta", two_users, {.digits = 1001}), InputError);
  CHECK_THROWS_AS(evaluate("clones.delta", two_users, {.seconds = 0}), InputError);
  CHECK_THROWS_AS(evaluate("clones.delta", two_users, {.route = "nowhere"}), InputError);
}

TEST_CASE("a grid answers at its cells, and between them where monotonicity is proved") {
  const Grid grid{{"sigma", {"3", "1", "2"}}, {"delta", {"1e-6", "0.00001"}}};
  const auto place = [&](const char* sigma, const char* delta) {
    return place_in_grid("gaussian.epsilon", grid, {{"sigma", sigma}, {"delta", delta}});
  };
  using Places = std::vector<std::size_t>;
  REQUIRE(place("4/2", "1/100000"));
  CHECK(place("4/2", "1/100000")->least == Places{2, 1});
  CHECK(place("4/2", "1/100000")->greatest == Places{2, 1});
  CHECK(place("4/2", "1/100000")->because.empty());
  REQUIRE(place("5/2", "5e-6"));  // epsilon falls in both
  CHECK(place("5/2", "5e-6")->least == Places{0, 1});
  CHECK(place("5/2", "5e-6")->greatest == Places{2, 0});
  CHECK(place("5/2", "5e-6")->because.size() == 2);
  CHECK_FALSE(place("7/2", "1e-6"));
  CHECK_FALSE(place("1/2", "1e-6"));
  CHECK_THROWS_AS(place("-1", "1e-6"), InputError);
  CHECK_FALSE(place_in_grid("gaussian.epsilon", grid, {{"sigma", "1"}, {"delta", "1e-6"}, {"rounds", "2"}}));
  CHECK_THROWS_AS(place_in_grid("gaussian.epsilon", {{"sigma", {}}}, {{"sigma", "1"}, {"delta", "1e-6"}}), InputError);
  // The number of rounds grows the number.
  const Grid rounds{{"sigma", {"1"}}, {"delta", {"1e-6"}}, {"rounds", {"4", "1", "9"}}};
  const auto between = place_in_grid("gaussian.epsilon", rounds, {{"sigma", "1"}, {"delta", "1e-6"}, {"rounds", "5"}});
  REQUIRE(between);
  CHECK(between->least.back() == 0);
  CHECK(between->greatest.back() == 2);
  const auto one = place_in_grid("gaussian.epsilon", rounds, {{"sigma", "1"}, {"delta", "1e-6"}});
  REQUIRE(one);
  CHECK(one->least.back() == 1);
}

TEST_CASE("claims are decided and bring their certificate") {
  const Claim claim{"half", {"clones.delta", two_users}, Relation::less, {"1/2"}};
  const Decision certified = judge(claim, Options{});
  CHECK(certified.outcome == Outcome::certified);
  REQUIRE(certified.left);
  CHECK(certified.left->lo_binary64 <= 0.3125);
  CHECK_FALSE(certified.right);
  REQUIRE(certified.certificate);
  CHECK(certified.certificate->find("quantity clones.delta\n") != std::string::npos);

  const Claim wrong{"wrong", {"clones.delta", two_users}, Relation::greater, {"1/2"}};
  CHECK(judge(wrong, Options{}).outcome == Outcome::refuted);
  Claim no_comparison{"other", {"clones.delta", two_users}, Relation::in, {}, TermTexts{"clones.delta", two_users}};
  CHECK_THROWS_AS(judge(no_comparison, Options{}), InputError);
  no_comparison.right.reset();
  CHECK_THROWS_AS(judge(no_comparison, Options{}), InputError);
  const Claim unknown{"planned", {"clones.nothing", {}}, Relation::greater, {"1/2"}};
  CHECK(judge(unknown, Options{}).outcome == Outcome::undecided);

  const Decision between = certify(evaluate("clones.delta", two_users, {.digits = 6}), Options{});
  CHECK(between.outcome == Outcome::certified);
  CHECK(between.certificate);
}

TEST_CASE("a certificate of an answer needs no second evaluation") {
  const std::atomic<bool> stop = true;  // with it nothing is evaluated
  const Enclosure x = evaluate("clones.epsilon", {{"n", "1000"}, {"eps0", "4"}, {"delta", "1e-8"}}, {.digits = 20});
  const Decision decided = certify(x, {.stop = &stop});
  REQUIRE(decided.outcome == Outcome::certified);
  CHECK(check_certificate(decided.certificate.value()).statement.find(" in [") != std::string::npos);
  // The interval is the enclosure's own: one that the answer leaves is not certified.
  Enclosure narrower = x;
  narrower.hi_decimal = narrower.lo_decimal;
  CHECK(certify(narrower).outcome == Outcome::undecided);
  Enclosure made_up = x;
  made_up.proof.reset();
  CHECK_THROWS_AS(certify(made_up), InputError);
}

TEST_CASE("the bound at a choice that was searched for is told as an upper end") {
  const ParameterTexts at{{"sigma", "2"}, {"steps", "100"}, {"eps", "1/2"}, {"direction", "remove"}};
  const Enclosure x = evaluate("allocation.delta.recursive", at, {.digits = 3});
  CHECK(x.upper_end);
  CHECK(x.statement.starts_with("an upper end of allocation.delta.recursive("));
  const Enclosure y = evaluate("allocation.delta.decomposition", at, {.digits = 3});
  CHECK_FALSE(y.upper_end);
  CHECK(y.statement.starts_with("allocation.delta.decomposition("));
}

TEST_CASE("every method of a quantity that has several is there for the asking") {
  const ParameterTexts at{{"sigma", "2"}, {"steps", "10"}, {"eps", "1"}, {"direction", "remove"}};
  CHECK(evaluate("allocation.delta", at, {.digits = 3}).methods.empty());
  const Enclosure all = evaluate("allocation.delta", at, {.digits = 3, .all_methods = true});
  CHECK(all.methods.size() > 2);
  for (const MethodEnds& m : all.methods) CHECK((m.lo || m.hi || !m.note.empty()));
}

TEST_CASE("a certificate is checked by the library as by the program") {
  const Claim claim{"half", {"clones.delta", two_users}, Relation::less, {"1/2"}};
  const std::string certificate = judge(claim, Options{}).certificate.value();
  const Checked good = check_certificate(certificate);
  CHECK(good.verdict == CheckVerdict::verified);
  CHECK(good.line == "s VERIFIED " + good.statement + " modulo [none]");
  CHECK(good.statement.ends_with(" < 1/2"));
  CHECK(good.axioms.empty());

  const Claim upper{"upper", {"shuffle.delta", two_users}, Relation::less, {"1/2"}};
  const Checked modulo = check_certificate(judge(upper, Options{}).certificate.value());
  CHECK(modulo.verdict == CheckVerdict::verified);
  CHECK(modulo.axioms == std::vector<std::string>{"FMT21-Theorem-3.2 eps0=ln(3) n=2"});

  std::string changed = certificate;
  changed.at(changed.find("1/2")) = '3';
  for (const std::string& bad :
       {changed, certificate.substr(0, certificate.size() / 2), std::string(), std::string(1000, '\0')}) {
    const Checked checked = check_certificate(bad);
    CHECK(checked.verdict == CheckVerdict::malformed);
    CHECK(checked.statement.empty());
    CHECK(checked.axioms.empty());
  }
}

TEST_CASE("mechanisms are composed one after the other") {
  const std::vector<Part> twice{{"gaussian", {{"sigma", "2"}}, 1}, {"gaussian", {{"sigma", "2"}}, 1}};
  const ParameterTexts at{{"eps", "1/2"}, {"direction", "both"}};
  const Enclosure x = compose("composition.delta", twice, at, {.digits = 6});
  const Enclosure y = evaluate("gaussian.delta", {{"sigma", "2"}, {"eps", "1/2"}, {"rounds", "2"}}, {.digits = 20});
  CHECK(x.lo_binary64 <= y.hi_binary64);
  CHECK(y.lo_binary64 <= x.hi_binary64);
  CHECK(x.adjacency == Adjacency::zero_out);
  CHECK(x.statement.find(" of 1 x ") != std::string::npos);
  const Decision decided = certify(x);
  REQUIRE(decided.outcome == Outcome::certified);
  const Checked checked = check_certificate(decided.certificate.value());
  CHECK(checked.verdict == CheckVerdict::verified);
  CHECK(checked.statement.starts_with("composition.delta("));

  CHECK_THROWS_AS(compose("clones.delta", twice, at), InputError);
  CHECK_THROWS_AS(compose("composition.delta", {}, at), InputError);
  CHECK_THROWS_AS(compose("composition.delta", {{"gaussian", {{"sigma", "2"}}, 0}}, at), InputError);
  CHECK_THROWS_AS(compose("composition.delta", {{"gauss", {{"sigma", "2"}}, 1}}, at), InputError);
  const Part other{"clones", {{"n", "2"}, {"eps0", "1"}}, 1};
  CHECK_THROWS_AS(compose("composition.delta", {twice.front(), other}, at), InputError);
}

TEST_CASE("a composition of pairs that a coupling gives is an upper bound") {
  const ParameterTexts at{{"eps", "1/2"}, {"direction", "both"}};
  CHECK(compose("composition.delta", {{"bounded-range", {{"eps0", "1"}}, 2}}, at, {.digits = 3}).kind == Kind::upper);
  CHECK(compose("composition.delta", {{"gaussian", {{"sigma", "2"}}, 2}}, at, {.digits = 3}).kind == Kind::exact);
}

TEST_CASE("headers and library say which version they are") {
  CHECK(version() ==
        std::to_string(version_major) + "." + std::to_string(version_minor) + "." + std::to_string(version_patch));
}

TEST_CASE("a stop ends an evaluation, which then says so") {
  const std::atomic<bool> stop = true;
  const Enclosure x = evaluate("clones.epsilon", {{"n", "1000000"}, {"eps0", "4"}, {"delta", "1e-8"}}, {.stop = &stop});
  CHECK_FALSE(x.reached);
  CHECK_FALSE(x.shortfall.empty());
}

TEST_CASE("every quantity is listed with what it takes") {
  const std::vector<Quantity> all = quantities();
  CHECK(all.size() > 50);
  for (const Quantity& q : all) {
    CHECK_FALSE(q.theorem.empty());
    CHECK_FALSE(q.parameters.empty());
    for (const std::string& route : q.routes) CHECK_FALSE(route.empty());
  }
}

TEST_CASE("the certificates of an answer state what is printed, in the words of the checker") {
  struct Asked {
    const char* quantity;
    ParameterTexts parameters;
  };
  const std::vector<Asked> all{
      {"clones.delta", two_users},
      {"gaussian.rounds", {{"eps", "4"}, {"delta", "1e-6"}, {"sigma", "25"}}},
      {"composition.delta", {{"phases", "2*laplace(eps0=1/2)+gaussian(sigma=3)"}, {"eps", "ln(2)"}}},
      {"shuffle-table.delta", {{"table", "3/4,1/4;1/4,3/4"}, {"n", "3"}, {"eps", "1/4"}}},
      {"poisson-gaussian.epsilon",
       {{"sigma", "2"}, {"rate", "1/10"}, {"steps", "3"}, {"delta", "1e-3"}, {"direction", "add"}}},
      {"poisson-gaussian.delta.renyi-real",  // the upper end alone
       {{"sigma", "4"},
        {"rate", "1/1024"},
        {"steps", "1024"},
        {"eps", "2"},
        {"orders", "2..1500"},
        {"direction", "add"}}},
  };
  for (const Asked& asked : all) {
    CAPTURE(asked.quantity);
    const Enclosure printed = evaluate(asked.quantity, asked.parameters, {.digits = 4});
    const AnswerCertificates found = certificates_of(printed, {});
    REQUIRE_FALSE(found.all.empty());
    for (const AnswerCertificate& one : found.all) {
      const Checked checked = check_certificate(one.certificate);
      CHECK(checked.verdict == CheckVerdict::verified);
      CHECK(checked.statement == one.statement);
    }
  }
}

}  // namespace
}  // namespace hallmark
