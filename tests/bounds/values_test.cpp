// Reference values computed elsewhere: our enclosures must meet them and be at most twice as wide.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <vector>

#include "bounds/registry.hpp"
#include "exact/number.hpp"
#include "support/folders.hpp"
#include "support/values.hpp"

using namespace hallmark;

namespace {

struct Question {
  std::string_view id;
  ParameterTexts texts;
};

// What the row asks in our terms; nothing if no quantity covers it.
std::optional<Question> translate(const std::string& quantity, ParameterTexts texts) {
  if (const auto e = texts.find("e^eps0"); e != texts.end()) {
    texts["eps0"] = "ln(" + e->second + ")";
    texts.erase("e^eps0");
  }
  if (const auto w = texts.find("e^eps"); w != texts.end()) {
    texts["eps"] = "ln(" + w->second + ")";
    texts.erase("e^eps");
  }
  if (const auto k = texts.find("nc"); k != texts.end()) {
    texts["rounds"] = k->second;
    texts.erase(k);
  }
  const auto starts = [&](const char* prefix) { return quantity.rfind(prefix, 0) == 0; };
  if (starts("clones_delta") || starts("clones_composed_delta")) return Question{"clones.delta", texts};
  if (starts("clones_eps")) return Question{"clones.epsilon", texts};
  if (starts("2RR_lower_bound_delta_Q||P")) {
    texts["direction"] = "add";
    return Question{"rr2.delta", texts};
  }
  if (starts("2RR_lower_bound_eps(max")) {
    texts["direction"] = "both";
    return Question{"rr2.epsilon", texts};
  }
  if (starts("clones_renyi")) return Question{"clones.renyi", texts};
  if (starts("kRR_weak_delta")) return Question{"krr.delta.weak", texts};
  if (starts("kRR_strong_pair_delta")) return Question{"krr.delta.strong-pair", texts};
  if (starts("shuffled_kRR_true_delta_exact(x1:0->1)")) {
    // k = 2; one of the others holds 1; P: user 1 holds 0.
    return Question{
        "rr2.delta",
        {{"n", texts["n"]}, {"eps0", texts["eps0"]}, {"eps", texts["eps"]}, {"others", "1"}, {"direction", "add"}}};
  }
  if (starts("cor4.2_kRR_eps")) return Question{"krr.epsilon.closed-form", texts};
  if (starts("variation_ratio_pair_delta_exact")) {
    const std::string e = texts.at("eps0").substr(3, texts.at("eps0").size() - 4);
    const Rational beta = (Rational(e) - 1) / (Rational(e) + Rational(texts.at("k")) - 1);
    return Question{"variation-ratio.delta",
                    {{"n", texts.at("n")}, {"p", e}, {"q", e}, {"beta", beta.to_string()}, {"eps", texts.at("eps")}}};
  }
  return std::nullopt;
}

// As many digits as the reference has.
long digits_of(const Rational& lo, const Rational& hi) {
  long digits = 1;
  while (digits < 55 && hi - lo < lo / pow(Rational(10), digits)) ++digits;
  return digits;
}

// Two rounds of the weak view are many millions of pairs of atoms: seconds each.
bool is_slow(const std::string& id) { return id == "C088" || id == "C089"; }

// A row of no quantity: a negative control.
const std::set<std::string> not_covered{"C009"};

// The rows that are met, of those that are slow or of the others.
int meet_rows(bool slow) {
  std::ifstream file(hallmark::test::source_folder() + "/tests/support/values/shuffling.csv");
  REQUIRE(file.good());
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "id,quantity,params_json,lo,hi,method");
  const Budget unlimited;
  int met = 0;
  while (std::getline(file, line)) {
    const auto row = test::csv_fields(line);
    REQUIRE(row.size() == 6);
    INFO(row[0] << " " << row[1] << " " << row[2]);
    const auto question = translate(row[1], test::flat_json(row[2]));
    CHECK(question.has_value() != not_covered.contains(row[0]));
    if (!question || is_slow(row[0]) != slow) continue;
    const Rational lo(row[3]);
    const Rational hi(row[4]);
    const Entry& e = entry(question->id);
    const Arguments arguments = e.arguments(question->texts);
    if (lo == hi && e.id != "clones.delta") {
      const Answer a = evaluate(e, arguments, {.digits = 30, .budget = unlimited});
      CHECK((a.lo <= lo && lo <= a.hi));
    } else if (lo == hi) {
      const Answer a = evaluate(e, arguments, {.digits = 30, .exact = true, .budget = unlimited});
      CHECK(a.exact == lo);
    } else {
      // Two rounds of the weak view to as many digits as are asked of it, not to all of the reference's.
      const long digits = slow ? std::min(digits_of(lo, hi), 12L) : digits_of(lo, hi);
      const Answer a = evaluate(e, arguments, {.digits = digits, .budget = unlimited});
      CHECK(a.reached);
      CHECK(a.lo <= hi);
      CHECK(lo <= a.hi);
      if (digits == digits_of(lo, hi)) CHECK(a.hi - a.lo <= (hi - lo) * 2);
    }
    ++met;
  }
  return met;
}

}  // namespace

TEST_CASE("reference values of the shuffle model are met") { CHECK(meet_rows(false) == 24); }

TEST_CASE("reference values of the composed weak view are met", "[.long]") { CHECK(meet_rows(true) == 2); }
