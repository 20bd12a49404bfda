#include "bounds/registry.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "bounds/quantity_rows.hpp"
#include "bounds/risk/derived.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

using namespace hallmark;

namespace {

std::string refusal(std::string_view id, const ParameterTexts& texts) {
  try {
    (void)entry(id).arguments(texts);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("registry: ids are unique and ordered, none is planned at the same time") {
  std::string_view last;
  for (const Entry& e : registry()) {
    CHECK(e.id > last);
    last = e.id;
    CHECK_FALSE(is_planned(e.id));
    const bool successor = e.id.starts_with("fmt23.") || e.id.starts_with("variation-ratio.");
    CHECK((e.status == Status::disputed) == successor);
    CHECK((e.status == Status::statistical) == e.id.ends_with(".monte-carlo"));
    if (e.kind == Kind::bracket) CHECK((e.status == Status::proved || e.status == Status::statistical));
    CHECK_FALSE(e.theorem.empty());
    CHECK_FALSE(e.cost.empty());
  }
}

TEST_CASE("registry: what the data files say is what the rows are, and all of it is used") {
  const auto all = registry();
  const auto derived = std::count_if(all.begin(), all.end(), [](const Entry& e) { return !delta_of(e.id).empty(); });
  CHECK(all.size() == quantity_rows().size() + static_cast<std::size_t>(derived));
  std::set<std::string_view> forms, axioms;
  for (const QuantityRow& q : quantity_rows()) {
    REQUIRE(find_entry(q.id) != nullptr);
    for (const std::string_view form : words_of_text(q.parameters)) forms.insert(form);
    axioms.insert(q.axiom);
  }
  for (const char* form : {"others/number", "rate/open", "delta/or-0"}) forms.insert(form);  // of mechanisms alone
  for (const DerivedRow& d : derived_rows()) {
    for (const std::string_view form : words_of_text(d.parameters)) forms.insert(form);
  }
  for (const ParameterRow& p : parameter_rows()) CHECK(forms.contains(p.form));
  for (const AxiomRow& a : axiom_rows()) CHECK(axioms.contains(a.name));
  const Entry& delta = entry("poisson-gaussian.delta");
  CHECK(delta.shares_thresholds);
  CHECK_FALSE(delta.lists_methods);
  const Arguments plain = delta.arguments({{"eps", "1"}, {"rate", "1/2"}, {"sigma", "1"}, {"steps", "2"}});
  CHECK_FALSE(plain.canonical().contains("group"));
  CHECK(entry("gaussian.sigma").inverse->lemma == "gaussian-delta-decreasing-in-sigma");
  CHECK(entry("gaussian.epsilon").inverse->lemma == "hockey-stick-nonincreasing-in-eps");
  CHECK(entry("clones.epsilon.noisy-sgd")
            .instantiated_axiom(
                entry("clones.epsilon.noisy-sgd").arguments({{"n", "10"}, {"sigma", "1"}, {"delta", "1/2"}})) ==
        "FMT21-Theorem-3.8 n=10");
  CHECK(entry("matrix-gaussian.delta").parameters.front().optional);
}

TEST_CASE("a carrier becomes an answer with all that it says of its ends") {
  const Answer a = rows::from_enclosed(
      {.lo = 1, .hi = 2, .reached = false, .bits = 7, .route = "r", .method = "m", .shortfall = "more time"});
  CHECK(a.lo == Rational(1));
  CHECK(a.hi == Rational(2));
  CHECK_FALSE(a.reached);
  CHECK(a.bits == 7);
  CHECK(a.method == "m");
  CHECK(a.shortfall == "more time");
  CHECK_FALSE(a.exact);
}

TEST_CASE("registry: every kind of bad parameter is named with what it must be") {
  const ParameterTexts good{{"n", "100"}, {"eps0", "4"}, {"eps", "1/2"}};
  CHECK(refusal("clones.delta", good) == "accepted");
  const auto with = [&](const std::string& name, const std::string& text) {
    ParameterTexts texts = good;
    texts[name] = text;
    return refusal("clones.delta", texts);
  };
  for (const char* n : {"0", "-1", "1.5", "1e400", "1e16", "nan", "", "ln(3)", "four"}) {
    INFO(n);
    CHECK_THAT(with("n", n),
               Catch::Contains("clones.delta: n = ") && Catch::Contains("must be an integer from 1 to 10^15"));
  }
  for (const char* eps0 : {"0", "-1", "nan", "inf", "four", "10001", "ln(1)", "ln(1/2)", "exp(x)"}) {
    INFO(eps0);
    CHECK_THAT(with("eps0", eps0), Catch::Contains("clones.delta: eps0 = ") && Catch::Contains("must be"));
  }
  CHECK_THAT(with("eps", "-1e-9"), Catch::Contains("must be a number in nats, at least 0"));
  CHECK_THAT(with("rounds", "0"), Catch::Contains("must be an integer from 1 to 10^15"));
  CHECK_THAT(with("sigma", "1"), Catch::Contains("unknown parameter sigma: must be one of n, eps0, eps, rounds"));
  CHECK_THAT(with("adjacency", "add-remove"), Catch::Contains("must be replace-one, the adjacency of this quantity"));
  CHECK(with("adjacency", "replace-one") == "accepted");
  CHECK_THAT(refusal("clones.delta", {{"n", "1"}, {"eps", "1"}}), Catch::Contains("missing parameter eps0"));
  CHECK_THAT(refusal("clones.epsilon", {{"n", "1"}, {"eps0", "1"}, {"delta", "2"}}),
             Catch::Contains("delta = 2: must be a probability"));
  CHECK(entry("rr2.delta").arguments(good).direction() == Direction::both);  // where it is left out
}

TEST_CASE("registry: unknown quantities get a suggestion, planned ones say so") {
  CHECK_THROWS_WITH(entry("clones.detla"), Catch::Contains("did you mean clones.delta?"));
  CHECK_THROWS_WITH(entry(planned().front().id), Catch::Contains("not available in this version"));
  CHECK_THROWS_AS(entry(std::string(10'000, 'x')), InputError);
}

TEST_CASE("registry: canonical arguments have defaults filled in and shortest texts") {
  const Arguments a =
      entry("rr2.epsilon").arguments({{"n", "1e3"}, {"eps0", "ln(9/3)"}, {"delta", "0.10"}, {"direction", "add"}});
  CHECK(
      a.canonical() ==
      std::map<std::string, std::string>{
          {"delta", "1/10"}, {"direction", "add"}, {"eps0", "ln(3)"}, {"n", "1000"}, {"others", "0"}, {"rounds", "1"}});
}

TEST_CASE("registry: routes and --exact are refused where they do not exist") {
  const Budget unlimited;
  const Entry& e = entry("clones.delta");
  const Arguments a = e.arguments({{"n", "100"}, {"eps0", "4"}, {"eps", "1/2"}});
  CHECK_THROWS_WITH(evaluate(e, a, {.route = "grid", .budget = unlimited}), Catch::Contains("route = grid"));
  CHECK_THROWS_WITH(evaluate(e, a, {.exact = true, .budget = unlimited}), Catch::Contains("exactly rational"));
}

TEST_CASE("registry: the best composition covers both directions") {
  // A deep tail, where every delta is below the range of binary64.
  const Budget unlimited;
  const Entry& e = entry("rr2.delta");
  const auto at = [&](const char* others) {
    return evaluate(
        e, e.arguments({{"n", "10000"}, {"eps0", "2"}, {"eps", "1.5"}, {"direction", "both"}, {"others", others}}),
        {.budget = unlimited});
  };
  CHECK(at("best").hi >= at("0").lo);
}

TEST_CASE("registry: extreme but legal parameters give answers or errors, never an abort") {
  const std::atomic<bool> stop{false};
  const std::vector<std::pair<std::string, ParameterTexts>> questions{
      {"gaussian.sigma", {{"eps", "1"}, {"delta", "1e-99999"}}},
      {"gaussian.epsilon", {{"sigma", "1e-3"}, {"delta", "exp(-1e-100)"}}},
      {"gaussian.epsilon", {{"sigma", "1"}, {"delta", "exp(-1e99999)"}}},
      {"gaussian.epsilon", {{"sigma", "1e-30"}, {"delta", "1e-6"}}},
      {"clones.epsilon.closed-form-sharp", {{"n", "1000"}, {"eps0", "exp(-69)"}, {"delta", "0.1"}}},
      {"clones.epsilon", {{"n", "10"}, {"eps0", "exp(-69)"}, {"delta", "0"}}},
      {"rr2.epsilon", {{"n", "1000000000000000"}, {"eps0", "1"}, {"delta", "1e-6"}, {"direction", "both"}}},
      {"rr2.delta",
       {{"n", "1000000000000"}, {"eps0", "1"}, {"eps", "1e-7"}, {"direction", "both"}, {"others", "500000000000"}}},
      {"rr2.delta", {{"n", "11"}, {"eps0", "800"}, {"eps", "1"}, {"direction", "remove"}, {"others", "5"}}}};
  for (const auto& [id, texts] : questions) {
    INFO(id);
    const auto began = WorkClock::mine()->read();
    try {
      const Entry& e = entry(id);
      const Answer a = evaluate(e, e.arguments(texts), {.budget = Budget(std::chrono::duration<double>(1), &stop)});
      CHECK(a.lo <= a.hi);
      CHECK(a.lo >= Rational(0));
    } catch (const InputError&) {
    }
    CHECK(WorkClock::mine()->read() - began < 4'000'000'000);  // nanoseconds
  }
}

TEST_CASE("registry: no enclosure goes below zero") {
  const Budget unlimited;
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(1), &stop);
  const Entry& e = entry("clones.delta");
  const Answer a =
      evaluate(e, e.arguments({{"n", "1000000"}, {"eps0", "1"}, {"eps", "1/2"}}), {.digits = 1, .budget = expired});
  CHECK(a.lo >= Rational(0));
  CHECK_FALSE(a.reached);
  CHECK_FALSE(a.shortfall.empty());
}

TEST_CASE("a refusal is in the name of the quantity asked") {
  const auto refusal = [](std::string_view id, const ParameterTexts& texts) -> std::string {
    try {
      const Entry& e = entry(id);
      static_cast<void>(evaluate(e, e.arguments(texts), {.budget = {}}));
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  const std::string composed =
      refusal("krr.epsilon.strong", {{"n", "5"}, {"k", "3"}, {"gamma", "1/2"}, {"delta", "1e-9"}, {"rounds", "2"}});
  CHECK(composed.starts_with("krr.epsilon.strong: delta = 1/1000000000: must be"));
  const std::string overlap =
      refusal("allocation.delta.overlap", {{"sigma", "1"}, {"steps", "5"}, {"eps", "1"}, {"orders", "2..30000"}});
  CHECK((overlap.empty() || overlap.starts_with("allocation.delta.overlap: ")));
}

TEST_CASE("Renyi divergences of orders beyond 10^15 lie between that one and the largest log ratio") {
  for (const char* id : {"clones.renyi", "rr2.renyi"}) {
    ParameterTexts texts{{"n", "10"}, {"eps0", "1"}, {"alpha", "1e20"}};
    if (entry(id).directional()) texts["direction"] = "remove";
    const Entry& e = entry(id);
    const Answer a = evaluate(e, e.arguments(texts), {.digits = 10, .budget = {}});
    CAPTURE(id, a.method);
    CHECK(a.lo > Rational("9/10"));
    CHECK(a.hi < Rational("1.0000001"));
    CHECK(a.reached);
  }
}

TEST_CASE("an answer short of its digits is never whole, whatever a route says") {
  const auto whole = [](std::string_view id, const ParameterTexts& texts, const char* lo, const char* hi,
                        const Request& request) {
    Entry e = entry(id);
    e.evaluate = [=](const Arguments&, const Request&) {
      Answer a;
      a.lo = Rational(lo);
      a.hi = Rational(hi);
      a.reached = true;
      return a;
    };
    const Answer a = evaluate(e, e.arguments(texts), request);
    CHECK(a.shortfall.empty() == a.reached);
    return a.reached;
  };
  const ParameterTexts gaussian{{"sigma", "1"}, {"eps", "1"}};
  const Request usual{.default_effort = true, .budget = {}};
  CHECK_FALSE(whole("gaussian.delta", gaussian, "0", "1", usual));
  CHECK_FALSE(whole("gaussian.delta", gaussian, "0.31", "0.32", usual));
  CHECK(whole("gaussian.delta", gaussian, "0.310", "0.311", usual));
  CHECK_FALSE(whole("gaussian.delta", gaussian, "0.310", "0.311", {.digits = 6, .budget = {}}));
  CHECK(whole("gaussian.delta", gaussian, "0", "0", {.digits = 6, .budget = {}}));
  // A bracket has two numbers, each with its digits; the trivial ones are none.
  const ParameterTexts steps{{"sigma", "1"}, {"steps", "4"}, {"selected", "2"}, {"eps", "1"}, {"direction", "remove"}};
  CHECK(whole("allocation.delta", steps, "0.3", "0.4", usual));
  CHECK_FALSE(whole("allocation.delta", steps, "0", "1", usual));
}

TEST_CASE("the bound of a choice is an upper end of the least one, and no lower one") {
  const Entry& e = entry("allocation.delta.recursive");
  const ParameterTexts at{{"sigma", "2"}, {"steps", "10"}, {"eps", "1/2"}, {"direction", "remove"}};
  const Answer a = evaluate(e, e.arguments(at), {.digits = 3, .budget = {}});
  CHECK(a.encloses == Encloses::upper_end);
  CHECK(a.lower_end() == 0);
  CHECK(a.hi > 0);
  const Entry& chernoff = entry("allocation.delta.laplace-add");
  ParameterTexts added = at;
  added["direction"] = "add";
  CHECK(evaluate(chernoff, chernoff.arguments(added), {.digits = 5, .budget = {}}).encloses == Encloses::upper_end);
  const Entry& given = entry("allocation.delta.decomposition");
  const Answer b = evaluate(given, given.arguments(at), {.digits = 3, .budget = {}});
  CHECK(b.encloses == Encloses::number);
  CHECK(b.lower_end() == b.lo);
}
