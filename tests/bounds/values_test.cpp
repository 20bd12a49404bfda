// Reference values computed elsewhere: our enclosures must meet them and be at most twice as wide.
#include <catch2/catch.hpp>
#include <fstream>
#include <iostream>
#include <regex>
#include <vector>

#include "bounds/registry.hpp"
#include "exact/number.hpp"

using namespace hallmark;

namespace {

// A CSV line with double quotes around fields that hold commas.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      all.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      all.emplace_back();
    } else {
      all.back() += line[i];
    }
  }
  return all;
}

// The flat objects of the file: names and values, quoted or not.
ParameterTexts parameters(const std::string& json) {
  ParameterTexts all;
  const std::regex pair("\"([^\"]+)\": \"?([^\",}]+)\"?");
  for (std::sregex_iterator i(json.begin(), json.end(), pair), end; i != end; ++i) all[(*i)[1]] = (*i)[2];
  return all;
}

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
    if (k->second != "1") return std::nullopt;
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
  return std::nullopt;
}

}  // namespace

TEST_CASE("reference values of the shuffle model are met") {
  std::ifstream file(HALLMARK_SOURCE_DIR "/tests/support/values/shuffling.csv");
  REQUIRE(file.good());
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "id,quantity,params_json,lo,hi,method");
  const Budget unlimited;
  int rows = 0;
  int met = 0;
  while (std::getline(file, line)) {
    ++rows;
    const auto row = fields(line);
    REQUIRE(row.size() == 6);
    const auto question = translate(row[1], parameters(row[2]));
    if (!question) continue;
    INFO(row[0] << " " << row[1] << " " << row[2]);
    const Rational lo(row[3]);
    const Rational hi(row[4]);
    const Entry& e = entry(question->id);
    const Arguments arguments = e.arguments(question->texts);
    if (lo == hi) {
      const Answer a = evaluate(e, arguments, {.digits = 30, .exact = true, .budget = unlimited});
      CHECK(a.exact == lo);
    } else {
      const Answer a = evaluate(e, arguments, {.digits = 55, .budget = unlimited});
      CHECK(a.reached);
      CHECK(a.lo <= hi);
      CHECK(lo <= a.hi);
      CHECK(a.hi - a.lo <= (hi - lo) * 2);
    }
    ++met;
  }
  std::cout << "reference values met: " << met << " of " << rows
            << " rows, the others ask for quantities of other families\n";
  CHECK(met == 15);
}
