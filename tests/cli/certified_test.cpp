#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "bounds/certificate.hpp"
#include "cli/checker.hpp"
#include "cli/vectors/certified.hpp"
#include "cli/vectors/published.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::cli;
using Json = nlohmann::ordered_json;

namespace {

Budget some_time() { return Budget(std::chrono::seconds(60), nullptr); }

struct Vector {
  Term term;
  Answer answer;
  Json out;
};

Vector vector_of(const char* id, const ParameterTexts& texts, long digits = 8, long spare = 8, bool exact = false) {
  const Entry& e = entry(id);
  const Term term{&e, e.arguments(texts)};
  const Answer answer = evaluate(e, term.arguments, {.digits = digits + spare, .exact = exact, .budget = some_time()});
  return {term, answer, published(answer, digits)};
}

CertifiedEnds ends_of(const Vector& v) { return certified_ends(v.term, v.answer, v.out, some_time); }

// A suite of one vector, and what of it has a certificate.
struct OneVector {
  Json root;
  std::vector<CertifiedVector> list;
  std::vector<std::string> bundle;
};

OneVector suite_of(const Vector& v, const CertifiedEnds& found) {
  OneVector suite;
  suite.root["testGroups"] = Json::array({Json{{"quantity", v.term.entry->id}, {"status", "proved"}}});
  suite.root["testGroups"][0]["tests"] =
      Json::array({Json{{"id", "one"}, {"in", v.term.arguments.canonical()}, {"out", v.out}, {"cert", nullptr}}});
  suite.list = {{"one", found.ends, {}, found.missing}};
  suite.bundle = found.certificates;
  for (const std::string& certificate : found.certificates) suite.list[0].digests.push_back(sha256(certificate));
  return suite;
}

std::string errors_of(const OneVector& suite) {
  std::string all;
  for (const std::string& error : certified_errors(suite.root, suite.list, suite.bundle)) all += error + "\n";
  return all;
}

const ParameterTexts gaussian{{"sigma", "1"}, {"eps", "1"}};

}  // namespace

TEST_CASE("what the checker accepts counts only where it states what was asked") {
  const std::string statement = "gdp.delta(eps=1, mu=1) [mechanism, zero-out, both] in [1, 2]";
  CHECK(about_statement(true, "s VERIFIED " + statement + " modulo [none]", statement).verified);
  CHECK_FALSE(about_statement(false, "s VERIFIED " + statement + " modulo [none]", statement).verified);
  for (const char* other : {"gdp.delta(eps=1, mu=1) [mechanism, zero-out, both] in [1, 3]",
                            "gdp.delta(eps=1, mu=1) [mechanism, zero-out, add] in [1, 2]",
                            "gdp.delta(eps=1, mu=1) [mechanism, replace-one, both] in [1, 2]",
                            "gdp.delta(eps=1, mu=1) [pair, zero-out, both] in [1, 2]",
                            "gdp.delta(eps=1, mu=2) [mechanism, zero-out, both] in [1, 2]",
                            "gdp.delta(eps=1, mu=1) [mechanism, zero-out, both] in [1, 2] or more"}) {
    const CheckerAnswer answer =
        about_statement(true, std::string("s VERIFIED ") + other + " modulo [none]", statement);
    CHECK_FALSE(answer.verified);
    CHECK(answer.line.find("states something else") != std::string::npos);
  }
}

TEST_CASE("a certificate of other ends, or of another direction, is none of the statement") {
  const Vector v = vector_of("gaussian.delta", gaussian);
  const Rational lo(v.out["lo"].get<std::string>());
  const Rational hi(v.out["hi"].get<std::string>());
  const Statement stated{v.term, Relation::in, {lo, hi}, {}};
  const std::string certificate = ends_of(v).certificates.at(0);
  CHECK(ask_checker_about(certificate, statement_text(stated)).verified);
  const Statement closer{v.term, Relation::in, {lo, hi * Rational("999999999/1000000000")}, {}};
  CHECK_FALSE(ask_checker_about(certificate, statement_text(closer)).verified);
  const Statement half{v.term, Relation::less_equal, {hi}, {}};
  CHECK_FALSE(ask_checker_about(certificate, statement_text(half)).verified);
}

TEST_CASE("the ends of a vector: the number itself, the interval as published, one end, none") {
  const Vector exact = vector_of("clones.delta", {{"n", "2"}, {"eps0", "ln(3)"}, {"eps", "ln(3/2)"}}, 15, 8, true);
  const CertifiedEnds number = ends_of(exact);
  CHECK(number.ends == "both");
  CHECK(number.certificates.at(0).find("value 5/16\nvalue 5/16\n") != std::string::npos);
  CHECK(errors_of(suite_of(exact, number)).empty());

  const Vector interval = vector_of("gaussian.delta", gaussian);
  const CertifiedEnds both = ends_of(interval);
  CHECK(both.ends == "both");
  CHECK(both.certificates.size() == 1);
  CHECK(both.missing.empty());
  CHECK(errors_of(suite_of(interval, both)).empty());

  const Vector one = vector_of("permute-and-flip.delta", {{"eps", "1"}, {"eps0", "1"}, {"direction", "both"}});
  const CertifiedEnds upper = ends_of(one);
  CHECK(upper.ends == "upper");
  CHECK(upper.certificates.size() == 1);
  CHECK_FALSE(upper.missing.empty());
  CHECK(errors_of(suite_of(one, upper)).empty());
}

TEST_CASE("after the second refusal for work nothing is asked about a vector, and an end alone may be less work") {
  const Vector v = vector_of("gaussian.delta", gaussian);
  std::vector<std::string> asked;
  const auto found = [&](const std::string& refused, const char* words) {
    asked.clear();
    const Checker checker = [&](const std::string& certificate, const std::string& statement) {
      asked.push_back(statement);
      if (statement.find(refused) != std::string::npos) return CheckerAnswer{false, words};
      return ask_checker_about(certificate, statement);
    };
    return certified_ends(v.term, v.answer, v.out, some_time, checker);
  };
  constexpr const char* work = "s REJECTED work: too much work";
  const CertifiedEnds none = found("gaussian", work);
  CHECK(none.ends == "none");
  CHECK(none.missing == work);
  CHECK(asked.size() == 2);

  const CertifiedEnds apart = found(" in [", "s REJECTED work: too much memory");
  CHECK(apart.ends == "both");
  CHECK(apart.certificates.size() == 2);
  CHECK(asked.size() == 3);

  (void)found("gaussian", "s REJECTED interval: not proved");
  CHECK(asked.size() == 4);
}

TEST_CASE("a list and its bundle: what is missing, twice, unnamed or of another statement is found") {
  const Vector v = vector_of("gaussian.delta", gaussian);
  const CertifiedEnds found = ends_of(v);
  const OneVector good = suite_of(v, found);
  CHECK(errors_of(good).empty());
  const auto after = [&](const auto& change) {
    OneVector changed = good;
    change(changed);
    return errors_of(changed);
  };
  using Catch::Contains;
  CHECK_THAT(after([](OneVector& s) { s.list.clear(); }), Contains("one: has neither a certificate nor a line"));
  CHECK_THAT(after([](OneVector& s) { s.bundle.clear(); }), Contains("is missing in the bundle"));
  CHECK_THAT(after([](OneVector& s) { s.list[0].id = "two"; }), Contains("two: is no proved vector"));
  CHECK_THAT(after([](OneVector& s) { s.list.push_back(s.list[0]); }), Contains("one: stands twice in the list"));
  CHECK_THAT(after([](OneVector& s) { s.bundle.push_back("another"); }), Contains("no vector names the certificate"));
  CHECK_THAT(after([](OneVector& s) { s.bundle.push_back(s.bundle[0]); }), Contains("stands twice in the bundle"));
  CHECK_THAT(after([](OneVector& s) { s.list[0].ends = "lower"; }), Contains("the reason where an end has no"));
  CHECK_THAT(after([](OneVector& s) {
               s.list[0].ends = "lower";
               s.list[0].missing = "why";
             }),
             Contains("states something else than the published ends"));
  CHECK_THAT(after([](OneVector& s) {
               s.list[0].ends = "none";
               s.list[0].missing = "why";
             }),
             Contains("expected no certificate"));
  CHECK_THAT(after([](OneVector& s) { s.list[0].digests.clear(); }), Contains("found both with 0"));
  CHECK_THAT(after([](OneVector& s) { s.root["testGroups"][0]["tests"][0]["out"]["hi"] = "0.5"; }),
             Contains("states something else than the published ends"));
  CHECK_THAT(after([](OneVector& s) { s.root["testGroups"][0]["tests"][0]["in"]["sigma"] = "2"; }),
             Contains("states something else than the published ends"));
  CHECK(after([](OneVector& s) {
          s.root["testGroups"][0]["status"] = "literature";
          s.list.clear();
          s.bundle.clear();
        }).empty());
}

TEST_CASE("lists and bundles are read as they were written, and nothing else is") {
  const std::vector<CertifiedVector> list{{"a", "both", {"12", "34"}, ""},
                                          {"b", "lower", {"56"}, "a comma, and \"words\""},
                                          {"c", "none", {}, "plain words"}};
  const std::string text = list_text(list);
  CHECK(text.find("a,both,12 34,\nb,lower,56,\"a comma, and \"\"words\"\"\"\nc,none,,plain words\n") !=
        std::string::npos);
  const auto read = read_list("x.csv", text);
  CHECK(list_text(read) == text);
  CHECK(read[1].missing == list[1].missing);
  CHECK(read[0].digests == list[0].digests);
  for (const std::string& bad : {std::string(), text.substr(1), text + "d\n", text + "d,both", text + "d,both,,\"\n"}) {
    CHECK_THROWS_AS(read_list("x.csv", bad), InputError);
  }
  const std::vector<std::string> certificates{"hallmark certificate 2\nx\n", "hallmark certificate 2\ny\n"};
  const std::string bundle = bundle_text(certificates);
  CHECK(bundle.starts_with("hallmark bundle 2\nhallmark certificate 2\nx\n"));
  CHECK(read_bundle("x.certs", bundle) == certificates);
  for (const std::string& bad : {std::string(), bundle.substr(bundle.find('\n') + 1),
                                 "hallmark bundle 3" + bundle.substr(17), bundle.substr(0, bundle.size() - 25)}) {
    CHECK_THROWS_AS(read_bundle("x.certs", bad), InputError);
  }
}
