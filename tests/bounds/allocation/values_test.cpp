// Reference values of random allocation computed elsewhere: our enclosures must meet them and be at most twice as wide.
#include "support/values.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>

#include "bounds/registry.hpp"

using namespace hallmark;

namespace {

struct Question {
  std::string id;
  ParameterTexts texts;
};

// What the row asks in our terms; nothing if no quantity covers it.
std::optional<Question> translate(const std::string& quantity, const ParameterTexts& given) {
  const auto value = [&](const char* name, const char* otherwise) {
    const auto at = given.find(name);
    return at == given.end() ? std::string(otherwise) : at->second;
  };
  ParameterTexts texts{
      {"steps", value("t", "")}, {"selected", value("k", "1")}, {"direction", value("direction", "remove")}};
  if (quantity == "R_alpha_remove" || quantity == "R_alpha_remove_k") {
    texts["sigma"] = value("sigma", "");
    texts["alpha"] = value("alpha", "");
    return Question{"allocation.renyi", texts};
  }
  if (quantity == "delta_exact_RR" || quantity == "delta_decomposition_RR_bound") {
    texts["eps0"] = "ln(" + value("exp_eps0", "") + ")";
    texts["eps"] = "ln(" + value("exp_eps", "") + ")";
    if (quantity == "delta_exact_RR") return Question{"allocation-rr.delta", texts};
    texts["lambda"] = value("lam", "");
    return Question{"allocation-rr.delta.decomposition", texts};
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("reference values of random allocation are met") {
  std::ifstream file(HALLMARK_SOURCE_DIR "/tests/support/values/random-allocation.csv");
  REQUIRE(file.good());
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "id,quantity,params_json,lo,hi,method");
  const Budget unlimited;
  int rows = 0;
  int met = 0;
  while (std::getline(file, line)) {
    ++rows;
    const auto row = test::csv_fields(line);
    REQUIRE(row.size() == 6);
    const auto question = translate(row[1], test::flat_json(row[2]));
    if (!question || find_entry(question->id) == nullptr) continue;
    INFO(row[0] << " " << row[1] << " " << row[2]);
    const Rational lo(row[3]);
    const Rational hi(row[4]);
    const Entry& e = entry(question->id);
    const Arguments arguments = e.arguments(question->texts);
    if (lo == hi) {
      CHECK(evaluate(e, arguments, {.digits = 30, .exact = true, .budget = unlimited}).exact == lo);
    } else {
      const Answer a = evaluate(e, arguments, {.digits = 46, .budget = unlimited});
      CHECK(a.reached);
      CHECK(a.lo <= hi);
      CHECK(lo <= a.hi);
      CHECK(a.hi - a.lo <= (hi - lo) * 2);
    }
    ++met;
  }
  std::cout << "reference values of random allocation met: " << met << " of " << rows << " rows\n";
  CHECK(met >= 18);
}
