// The lemma table: what it must contain, and that a wrong statement cannot pass.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"
#include "support/folders.hpp"

namespace {

using namespace hallmark::lemmas;

int run_one(const Lemma& lemma, std::string* printed = nullptr) {
  std::ostringstream out;
  const std::vector<Lemma> table = {lemma};
  const int code = run(table, false, out);
  if (printed != nullptr) {
    *printed = out.str();
  }
  return code;
}

void true_statement(Tally& tally) {
  tally.expect(true, [] { return "never built"; });
}

void false_statement(Tally& tally) {
  for (int n = 1; n < 10; ++n) {
    tally.expect(n < 7, [&] { return "n=" + std::to_string(n); });
  }
}

TEST_CASE("every registered lemma is run, printed and meets its expectation") {
  std::ostringstream out;
  const int code = run(all_lemmas(), false, out);
  INFO(out.str());
  CHECK(code == 0);
  for (const auto& lemma : all_lemmas()) {
    INFO(lemma.id);
    CHECK(out.str().find("\n" + lemma.id + " | " + lemma.source + " | " + lemma.statement + " | ") !=
          std::string::npos);
  }
  CHECK(out.str().find("lemmas: " + std::to_string(all_lemmas().size()) + ",") != std::string::npos);
}

TEST_CASE("the table is complete and each id's first word names a file") {
  std::set<std::string> ids;
  std::set<std::string> stems;
  for (const auto& lemma : all_lemmas()) {
    INFO(lemma.id);
    CHECK(ids.insert(lemma.id).second);
    CHECK_FALSE(lemma.statement.empty());
    CHECK_FALSE(lemma.source.empty());
    CHECK((lemma.id + lemma.source + lemma.statement).find(" | ") == std::string::npos);  // the table's separator
    std::string stem = lemma.id.substr(0, lemma.id.find('.'));
    std::replace(stem.begin(), stem.end(), '-', '_');
    stems.insert(stem);
    CHECK(std::ifstream(hallmark::test::source_folder() + "/tests/lemmas/" + stem + ".cpp").good());
  }
  for (const char* stem : {"clones", "closed_forms", "rr2", "gaussian", "shuffle"}) {
    CHECK(stems.count(stem) == 1);
  }
}

TEST_CASE("a false lemma makes the run fail and is printed with its instance") {
  std::string printed;
  CHECK(run_one({"self.false", "n < 7", "none", Expectation::holds, false_statement}, &printed) == 1);
  CHECK(printed.find("refuted by n=7") != std::string::npos);
  CHECK(printed.find("UNEXPECTED") != std::string::npos);
  // One false lemma among true ones is enough.
  std::ostringstream out;
  const std::vector<Lemma> table = {{"self.true", "true", "none", Expectation::holds, true_statement},
                                    {"self.false", "n < 7", "none", Expectation::holds, false_statement},
                                    {"self.true-too", "true", "none", Expectation::holds, true_statement}};
  CHECK(run(table, false, out) == 1);
  // In the order of the table, whichever was done first.
  CHECK(out.str().find("\nself.true | ") < out.str().find("\nself.false | "));
  CHECK(out.str().find("\nself.false | ") < out.str().find("\nself.true-too | "));
}

TEST_CASE("what the instances prove is said, and only if all of them hold") {
  const auto check = [](int below) {
    return [below](Tally& tally) {
      for (int n = 1; n < 10; ++n) tally.expect(n < below, [&] { return "n=" + std::to_string(n); });
      tally.proves("for all n");
    };
  };
  CHECK(verdict({"self.proved", "s", "none", Expectation::holds, check(10)}, false).text ==
        "proved for all n: holds on all 9");
  CHECK(verdict({"self.refuted", "s", "none", Expectation::refuted, check(7)}, false).text ==
        "refuted by n=7 (as expected)");
}

TEST_CASE("expectations: negative controls, vacuous checks, exceptions, an empty table") {
  CHECK(run_one({"self.true", "true", "none", Expectation::holds, true_statement}) == 0);
  CHECK(run_one({"self.control", "n < 7", "none", Expectation::refuted, false_statement}) == 0);
  CHECK(run_one({"self.lost-control", "true", "none", Expectation::refuted, true_statement}) == 1);
  CHECK(run_one({"self.vacuous", "nothing", "none", Expectation::holds, [](Tally&) {}}) == 1);
  CHECK(run_one({"self.throws", "throws", "none", Expectation::holds,
                 [](Tally&) { throw std::runtime_error("no"); }}) == 1);
  std::ostringstream out;
  CHECK(run(std::vector<Lemma>{}, false, out) == 1);
}

TEST_CASE("random instances depend on the salt only") {
  Random first("a");
  Random again("a");
  Random other("b");
  bool differs = false;
  for (int i = 0; i < 20; ++i) {
    const int value = first.below(1000);
    CHECK(value == again.below(1000));
    differs = differs || value != other.below(1000);
  }
  CHECK(differs);
}

TEST_CASE("exact arithmetic and pairs") {
  CHECK(floor_of(ratio(-7, 2)) == -4);
  CHECK(ceiling_of(ratio(7, 2)) == 4);
  CHECK(choose(5, 2) == 10);
  CHECK(choose(5, 6) == 0);
  CHECK(binomial_upper_tail(3, ratio(1, 2), 2) == ratio(1, 2));
  const Pair pair = clones_pair(3, 2);
  CHECK(is_pair_of_distributions(pair));
  CHECK(hockey_stick(pair, 1) == ratio(5, 24));
  // A profile must notice a pair that is larger at one bend only.
  const Pair small = {{ratio(1, 2), ratio(1, 4)}, {ratio(1, 2), ratio(3, 4)}};
  const Pair large = {{ratio(1, 2), ratio(1, 8)}, {ratio(1, 2), ratio(7, 8)}};
  CHECK_FALSE(Profile(large).exceeded_by(small).has_value());
  CHECK(Profile(small).exceeded_by(large).has_value());
}

TEST_CASE("a pair that is too small is caught by the exhaustive protocols") {
  // n = 2: Bin(1, p) with p above 2/(E+1) claims too much amplification.
  const Rational e = 3;
  CHECK(worst_adaptive_hockey_stick(2, e, 1) > hockey_stick(clones_pair(2, e, ratio(51, 100)), 1));
  CHECK(worst_adaptive_hockey_stick(2, e, 1) == ratio(3, 8));
  CHECK(worst_adaptive_hockey_stick(3, e, 1) == ratio(5, 16));
}

TEST_CASE("enclosures contain the exact value, whatever the signs") {
  const std::vector<Rational> values = {-3, ratio(-1, 3), 0, ratio(1, 7), 2, ratio(22, 7)};
  for (const auto& x : values) {
    for (const auto& y : values) {
      INFO(x << " " << y);
      const auto contains = [](const Enclosure& enclosure, const Rational& exact) {
        return enclosure.lower() <= exact && exact <= enclosure.upper() &&
               enclosure.upper() - enclosure.lower() < ratio(1, 1'000'000'000'000'000'000);
      };
      CHECK(contains(Enclosure(x) + Enclosure(y), x + y));
      CHECK(contains(Enclosure(x) - Enclosure(y), x - y));
      CHECK(contains(Enclosure(x) * Enclosure(y), x * y));
      if (y > 0) {
        CHECK(contains(Enclosure(x) / Enclosure(y), x / y));
        CHECK(contains(exp(log(Enclosure(y))), y));
        CHECK(contains(sqrt(Enclosure(y)) * sqrt(Enclosure(y)), y));
      } else {
        CHECK_THROWS_AS(Enclosure(x) / Enclosure(y), std::domain_error);
        CHECK_THROWS_AS(log(Enclosure(y)), std::domain_error);
      }
    }
  }
  CHECK(less_equal(Enclosure(1), Enclosure(1)));
  CHECK_FALSE(less_equal(Enclosure(ratio(1, 3)), Enclosure(ratio(1, 3))));
  CHECK(normal_cdf(Enclosure(0)).lower() == ratio(1, 2));
}

}  // namespace
