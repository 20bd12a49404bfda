#include "statement/risk.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "checker.hpp"
#include "reseal.hpp"
#include "support/folders.hpp"

namespace hallmark::check::test {

TEST_CASE("risk: a lower end takes three points of one pair, an upper end both directions") {
  const auto line = [](const char* base, const std::vector<std::pair<std::string, std::string>>& changes) {
    std::string text = body(read_file(folder("accept") / base));
    for (const auto& [from, to] : changes) {
      const std::size_t at = text.find(from);
      REQUIRE(at != std::string::npos);
      text.replace(at, from.size(), to);
    }
    return check_certificate(seal(text)).line;
  };
  // From `start` up to the end of the witness.
  const auto tail = [](const char* base, const std::string& start) {
    const std::string text = body(read_file(folder("accept") / base));
    const std::size_t at = text.rfind(start);
    return text.substr(at, text.find("END\n", at) - at);
  };
  CHECK(line("bounded-range-tpr.cert", {}).starts_with("s VERIFIED "));
  // Chords around 0.4754: what they would prove of one pair is not proved of a class.
  CHECK(line("bounded-range-tpr.cert", {{"relation <=", "relation >="}, {"value 49/100", "value 47/100"}})
            .starts_with("s REJECTED comparison: "));
  CHECK(line("gaussian-tpr-lower.cert", {{tail("gaussian-tpr-lower.cert", "point "), ""}})
            .starts_with("s REJECTED comparison: "));
  CHECK(
      line("laplace-tpr.cert", {{tail("laplace-tpr.cert", "point add "), ""}}).starts_with("s REJECTED comparison: "));
}

TEST_CASE("risk: rows of deltas alone, with axioms on the side that needs them") {
  const auto rows = risk_rows(quantity_table());
  std::set<std::string> ids;
  for (const QuantityRow& row : rows) {
    CHECK(ids.insert(row.id).second);
    for (const Axiom& axiom : *row.axioms) {
      CAPTURE(row.id);
      CHECK((*axiom.needed == Axiom::Needed::for_lower_ends) == row.id.ends_with(".fpr"));
    }
  }
  CHECK(ids.contains("gaussian.tpr"));
  CHECK(ids.contains("allocation.fpr"));
  CHECK_FALSE(ids.contains("truncated-poisson-gaussian.fpr"));
  CHECK_FALSE(ids.contains("shuffled-batch.tpr.pair"));
}

}  // namespace hallmark::check::test
