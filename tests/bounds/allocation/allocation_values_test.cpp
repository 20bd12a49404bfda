// Reference values of random allocation computed elsewhere: our enclosures must meet them and be at most twice as wide.
#include "support/values.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>

#include "bounds/registry.hpp"
#include "support/folders.hpp"

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
  if (quantity.rfind("eps_from_RDP_remove", 0) == 0) {
    texts["sigma"] = value("sigma", "");
    if (given.count("rounds") != 0) {
      texts["epochs"] = value("rounds", "");
      texts["steps"] = value("t_per_round", "");
    }
    texts["delta"] = value("delta", "");
    return Question{"allocation.epsilon.renyi", texts};
  }
  if (quantity == "delta_direct_add_gaussian_bound" || quantity == "delta_exact_gaussian") {
    texts["sigma"] = value("sigma", "");
    texts["eps"] = value("eps", "");
    return Question{quantity == "delta_exact_gaussian" ? "allocation.delta" : "allocation.delta.direct-add", texts};
  }
  if (quantity == "delta_decomposition_gaussian_bound") {
    texts["sigma"] = value("sigma", "");
    texts["eps"] = value("eps", "");
    texts["lambda"] = value("lam", "");
    return Question{"allocation.delta.decomposition", texts};
  }
  if (quantity == "delta_exact_RR" || quantity == "delta_decomposition_RR_bound") {
    texts["eps0"] = "ln(" + value("exp_eps0", "") + ")";
    texts["eps"] = "ln(" + value("exp_eps", "") + ")";
    if (quantity == "delta_exact_RR") return Question{"allocation-rr.delta", texts};
    texts["lambda"] = value("lam", "");
    return Question{"allocation-rr.delta.decomposition", texts};
  }
  if (quantity == "D_alpha_remove_RR") {  // the row gives the moment
    texts["eps0"] = "ln(" + value("exp_eps0", "") + ")";
    texts["alpha"] = value("alpha", "");
    return Question{"allocation-rr.renyi", texts};
  }
  if (quantity == "delta_gaussian_local") {
    return Question{"gaussian.delta", {{"sigma", value("sigma", "")}, {"eps", value("eps", "")}}};
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("reference values of random allocation are met") {
  std::ifstream file(hallmark::test::source_folder() + "/tests/support/values/random-allocation.csv");
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
    if (!question || find_entry(question->id) == nullptr) {
      std::cout << "not asked: " << row[0] << " " << row[1] << "\n";
      continue;
    }
    INFO(row[0] << " " << row[1] << " " << row[2]);
    const Rational lo(row[3]);
    const Rational hi(row[4]);
    const Entry& e = entry(question->id);
    const Arguments arguments = e.arguments(question->texts);
    if (row[1] == "D_alpha_remove_RR") {
      const Answer a = evaluate(e, arguments, {.digits = 46, .budget = unlimited});
      const Ball divergence = log(Ball(lo, 400)) / (arguments.number("alpha").ball(400) - 1);
      CHECK(a.reached);
      CHECK(a.lo <= divergence.lower());
      CHECK(divergence.upper() <= a.hi);
    } else if (lo == hi) {
      CHECK(evaluate(e, arguments, {.digits = 30, .exact = true, .budget = unlimited}).exact == lo);
    } else {
      // The profile of Gaussian noise to few digits: for few steps only convex laws reach it.
      const bool profile = row[1] == "delta_exact_gaussian" || row[1] == "delta_decomposition_gaussian_bound";
      const Answer a = evaluate(e, arguments, {.digits = profile ? 3 : 46, .budget = unlimited});
      CHECK(a.reached);
      CHECK(a.lo <= hi);
      CHECK(lo <= a.hi);
      CHECK((profile || a.hi - a.lo <= (hi - lo) * 2));
    }
    ++met;
  }
  std::cout << "reference values of random allocation met: " << met << " of " << rows << " rows\n";
  CHECK(met == rows);
}
