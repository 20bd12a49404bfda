// Certificates of random allocation over several epochs, of heavy tails and of several selected steps: by convex laws.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <iostream>

#include "bounds/allocation/score_events.hpp"
#include "bounds/certificate.hpp"
#include "bounds/claim.hpp"
#include "checker.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

using namespace hallmark;

namespace {

struct Case {
  const char* id;
  ParameterTexts texts;
  const char* below;  // 0: no lower end
  const char* above;
  const char* beyond;  // less than the number
};

}  // namespace

TEST_CASE("routes: convex laws of the checker prove both ends of random allocation, and nothing beyond") {
  const std::vector<Case> cases{
      {"allocation.epsilon",
       {{"sigma", "3/10"}, {"steps", "100"}, {"delta", "1e-8"}, {"direction", "remove"}},
       "19.05",
       "19.1",
       "19.07"},  // 19.0725
      {"allocation.epsilon",
       {{"sigma", "1"}, {"steps", "10000"}, {"epochs", "10"}, {"delta", "1e-8"}, {"direction", "both"}},
       "0.1965",
       "0.1980",
       "0.1973"},  // 0.19732
      {"allocation.epsilon",
       {{"sigma", "1"}, {"steps", "10000"}, {"epochs", "100"}, {"delta", "1e-8"}, {"direction", "add"}},
       "0.650",
       "0.657",
       "0.6533"},  // 0.65334
      {"allocation.delta",
       {{"sigma", "1/2"}, {"steps", "1000"}, {"epochs", "10"}, {"eps", "2"}, {"direction", "add"}},
       "0",
       "1e-4",
       "1e-8"},
      {"allocation.delta",
       {{"sigma", "1"}, {"steps", "1024"}, {"selected", "2"}, {"eps", "1/10"}, {"direction", "remove"}},
       "0",
       "4.83e-3",
       "4.8e-3"},  // between 4.8012e-3 and 4.8092e-3
      {"allocation.delta",
       {{"sigma", "2"}, {"steps", "100"}, {"selected", "3"}, {"epochs", "2"}, {"eps", "1/4"}, {"direction", "both"}},
       "0",
       "1/50",
       "1e-4"},
      {"allocation-laplace.delta",
       {{"eps0", "2"}, {"steps", "100"}, {"eps", "1/2"}, {"direction", "remove"}},
       "1.05e-4",
       "1.07e-4",
       "1.0593e-4"},  // 1.05936e-4
      {"allocation-laplace.epsilon",
       {{"eps0", "ln(2)"},
        {"steps", "5"},
        {"selected", "2"},
        {"epochs", "2"},
        {"delta", "1/100"},
        {"direction", "add"}},
       "0",
       "1.9",
       "0.5"}};
  const Budget budget(std::chrono::duration<double>(60));
  for (const Case& c : cases) {
    const Entry& e = entry(c.id);
    const Term term{&e, e.arguments(c.texts)};
    std::string what(c.id);
    for (const auto& [name, text] : c.texts) what += " " + name + "=" + text;
    Answer a;
    a.lo = Rational(c.below);
    a.hi = Rational(c.above);
    Statement s = enclosure_statement(term, a, Rational(c.below), Rational(c.above));
    const bool both_ends = a.lo.sign() > 0;
    if (!both_ends) {
      s.relation = Relation::less_equal;
      s.values = {a.hi};
    }
    INFO(what);
    REQUIRE(prepare_certificate(s, budget));
    const std::string text = certificate_text(s);
    CHECK(text.find("law-upper ") != std::string::npos);
    const check::Result r = check::check_certificate(text);
    INFO(r.line);
    CHECK(r.verdict == check::Verdict::verified);
    // The same laws about a number that is too small.
    s.relation = Relation::less_equal;
    s.values = {Rational(c.beyond)};
    CHECK(check::check_certificate(certificate_text(s)).verdict == check::Verdict::rejected);
    // And no law of any size.
    s.left_answer = a;
    CHECK(!prepare_certificate(s, budget));
  }
}

TEST_CASE("routes: a delta is above 0 by a proof of it") {
  const auto judged = [](const ParameterTexts& more) {
    ParameterTexts texts{{"eps0", "1"}, {"selected", "1"}, {"direction", "both"}};
    for (const auto& [name, text] : more) texts[name] = text;
    return judge(
        {.id = "zero", .left = {"allocation-laplace.delta", texts}, .relation = Relation::less_equal, .values = {"0"}},
        Budget(std::chrono::seconds(60)));
  };
  const Verdict one = judged({{"steps", "3"}, {"eps", "999/1000"}});
  CHECK(one.outcome == Outcome::refuted);
  REQUIRE(one.statement);
  CHECK(one.answer->hi > one.answer->lo * Rational("1.005"));  // no digits: the first proof is enough
  CHECK(check::check_certificate(certificate_text(*one.statement)).verdict == check::Verdict::verified);
  // Laws have no lower end of several selected steps.
  const Verdict several = judged({{"steps", "3"}, {"selected", "2"}, {"eps", "19/10"}});
  CHECK(several.outcome == Outcome::undecided);
  CHECK(several.answer->lo > 0);
}

TEST_CASE("routes: contours of random allocation speak for each direction asked for, and for what is trivial") {
  struct Claim {
    const char* id;
    ParameterTexts texts;
    const char* below;  // 0: no lower end
    const char* above;
    const char* line;
  };
  const std::vector<Claim> claims{
      {"allocation.epsilon",
       {{"sigma", "1"}, {"steps", "10000"}, {"delta", "1e-8"}, {"direction", "both"}},
       "0.0603",
       "0.0605",
       "contour-upper add "},  // remove 0.060401, add 0.057919
      {"allocation.delta",
       {{"sigma", "1"}, {"steps", "8"}, {"eps", "1"}, {"direction", "both"}},
       "0.0049",
       "0.0050",
       "contour-upper add "},  // remove 4.928e-3, add 1.322e-3
      {"allocation.delta",
       {{"sigma", "1"}, {"steps", "8"}, {"eps", "1"}, {"direction", "both"}},
       "0",
       "1",
       "contour-upper add "},
      // 3 blocks, one of them longer, of steps that no contour is for.
      {"allocation.delta",
       {{"sigma", "2"}, {"steps", "100"}, {"selected", "3"}, {"epochs", "2"}, {"eps", "1/4"}, {"direction", "both"}},
       "0",
       "1",
       "law-upper add"}};
  const Budget budget;
  for (const Claim& c : claims) {
    const Entry& e = entry(c.id);
    const Term term{&e, e.arguments(c.texts)};
    Answer a;
    a.lo = Rational(c.below);
    a.hi = Rational(c.above);
    Statement s = enclosure_statement(term, a, a.lo, a.hi);
    if (a.lo.sign() == 0) {
      s.relation = Relation::less_equal;
      s.values = {a.hi};
    }
    INFO(c.id << " " << c.above);
    REQUIRE(prepare_certificate(s, budget));
    const std::string text = certificate_text(s);
    CHECK(text.find(c.line) != std::string::npos);
    const check::Result r = check::check_certificate(text);
    INFO(r.line);
    CHECK(r.verdict == check::Verdict::verified);
  }
}

namespace {

struct SelectedClaim {
  const char* id;
  ParameterTexts texts;
  const char* below;
  const char* above;
  const char* too_low;   // above the number, claimed as its lower end
  const char* too_high;  // below the number, claimed as its upper end
  const char* line;
};

void check_selected(const SelectedClaim& c) {
  const Entry& e = entry(c.id);
  const Term term{&e, e.arguments(c.texts)};
  Statement s = enclosure_statement(term, Answer{}, Rational(c.below), Rational(c.above));
  INFO(c.id);
  REQUIRE(prepare_certificate(s, {}));
  const std::string text = certificate_text(s);
  CHECK(text.find("selected-lower remove scores ") != std::string::npos);
  CHECK(text.find(c.line) != std::string::npos);
  const check::Result r = check::check_certificate(text);
  INFO(text.substr(0, 3000) << r.line);
  CHECK(r.verdict == check::Verdict::verified);
  s.relation = Relation::greater_equal;
  s.values = {Rational(c.too_low)};
  CHECK(check::check_certificate(certificate_text(s)).verdict == check::Verdict::rejected);
  CHECK(!prepare_certificate(s, {}));
  s.relation = Relation::less_equal;
  s.values = {Rational(c.too_high)};
  CHECK(!prepare_certificate(s, {}));
}

}  // namespace

TEST_CASE("routes: both ends of two of eight steps, by scores and by blocks") {
  check_selected({"allocation.delta",
                  {{"sigma", "1"}, {"steps", "8"}, {"selected", "2"}, {"eps", "1"}, {"direction", "remove"}},
                  "0.067",
                  "0.075",
                  "0.075",
                  "0.067",
                  "selected-upper remove blocks"});
}

TEST_CASE("routes: what the checker charges for scores is estimated from above, and not by much more") {
  struct Lattice {
    const char* sigma;
    slong steps, selected, scale;
  };
  for (const Lattice& c : {Lattice{"1", 64, 8, 8}, {"2", 256, 16, 9}, {"1", 16, 3, 10}}) {
    const allocation::Selection selection{c.steps, c.selected};
    constexpr slong tail = 46;
    const auto law = allocation::ScoreLaw::of(allocation::gaussian_step(Number(c.sigma)), selection, Direction::remove,
                                              {Rational(c.selected) / c.steps, c.scale},
                                              {.points = slong{1} << 20, .unit_bits = 128, .tail_bits = tail});
    REQUIRE(law);
    const allocation::ScoreEvent event = law->delta_lower(Number(1));
    const Rational value(decimal(event.value, 6, Rounding::down));
    const Entry& e = entry("allocation.delta");
    Statement s{{&e, e.arguments({{"sigma", c.sigma},
                                  {"steps", std::to_string(c.steps)},
                                  {"selected", std::to_string(c.selected)},
                                  {"eps", "1"},
                                  {"direction", "remove"}})},
                Relation::greater_equal,
                {Number(value)},
                {}};
    s.left_answer.witness.method = witness::SelectedEnds{
        .lower = {{Direction::remove,
                   fmt::format("scores {} {} {}", event.scores.lambda.to_string(), c.scale, event.threshold)}},
        .upper = {}};
    const check::Result r = check::check_certificate(certificate_text(s));
    CAPTURE(c.sigma, c.steps, r.line, r.work);
    CHECK(r.verdict == check::Verdict::verified);
    const double charged = static_cast<double>(r.work);
    const double estimated = law->checking(selection, binary64(value, Rounding::down));
    CAPTURE(charged, estimated);
    CHECK(charged <= estimated);
    CHECK(estimated <= 1.5 * charged);
  }
}

TEST_CASE("routes: both ends of several selected steps", "[.long]") {
  check_selected({"allocation.epsilon",
                  {{"sigma", "1"},
                   {"steps", "256"},
                   {"selected", "32"},
                   {"epochs", "2"},
                   {"delta", "1e-5"},
                   {"direction", "remove"}},
                  "19.78",
                  "20.04",
                  "20.1",
                  "19.7",
                  "selected-upper remove product"});
}
