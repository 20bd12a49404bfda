// Certificates of shuffled reports of particular randomizers: both ends are proved a little beyond the bracket, and no false claim is.
#include <catch2/catch.hpp>
#include <vector>

#include "routes/checked.hpp"

using namespace hallmark;
using test::checked;

namespace {

const Budget unlimited;

}  // namespace

TEST_CASE("certificates of shuffled reports: the ends of the bracket, and nothing false") {
  struct Row {
    const char* id;
    ParameterTexts texts;
    const char* room = "0.02";  // of what is claimed to the end of the bracket
  };
  const std::vector<Row> rows{
      {"shuffle-krr.delta", {{"n", "20"}, {"k", "3"}, {"gamma", "1/2"}, {"eps", "1/4"}}},
      {"shuffle-krr.epsilon", {{"n", "100"}, {"k", "4"}, {"gamma", "1/3"}, {"delta", "1e-3"}}},
      {"shuffle-hadamard.delta", {{"n", "50"}, {"k", "3"}, {"eps0", "1"}, {"eps", "1/4"}}},
      {"shuffle-subset.delta", {{"n", "50"}, {"k", "4"}, {"subset", "2"}, {"eps0", "1"}, {"eps", "1/4"}}},
      {"shuffle-laplace.delta", {{"n", "20"}, {"eps0", "1"}, {"eps", "1/4"}}},
      {"shuffle-laplace.delta", {{"n", "1"}, {"eps0", "1"}, {"eps", "1/4"}}, "1e-4"},
      {"shuffle-gaussian.delta", {{"n", "1"}, {"sigma", "1"}, {"eps", "1/10"}}, "1e-4"},
      // Six pairs of rows, one by one; twelve, by one law above all.
      {"shuffle-table.delta", {{"n", "8"}, {"eps", "1/4"}, {"table", "1/2,1/4,1/4;1/3,1/2,1/6;1/5,2/5,2/5"}}, "1e-3"},
      {"shuffle-table.delta",
       {{"n", "8"}, {"eps", "1/4"}, {"table", "1/2,1/4,1/4;1/3,1/2,1/6;1/5,2/5,2/5;1/4,1/4,1/2"}},
       "1e-3"}};
  for (const Row& row : rows) {
    CAPTURE(row.id);
    const Entry& e = entry(row.id);
    const Term term{&e, e.arguments(row.texts)};
    const Answer a = evaluate(e, term.arguments, {.digits = 3, .budget = unlimited});
    REQUIRE(a.lo > 0);
    const Rational room(row.room);
    const std::vector<std::pair<Relation, Number>> claims{{Relation::less_equal, Number(a.hi * (1 + room))},
                                                          {Relation::greater_equal, Number(a.lo * (1 - room))}};
    for (const auto& [relation, value] : claims) {
      INFO(to_string(relation));
      Statement s{term, relation, {value}, a};
      REQUIRE(prepare_certificate(s, unlimited));
      CHECK(checked(s) == check::Verdict::verified);
      Statement beyond = s;  // the same witness for a claim that the other end refutes
      beyond.values = {relation == Relation::less_equal ? Number(a.lo * Rational("0.99"))
                                                        : Number(a.hi * Rational("1.01"))};
      CHECK(checked(beyond) != check::Verdict::verified);
    }
  }
}
