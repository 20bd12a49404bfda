// Suites of questions as texts: what a grid stands for.
#include <catch2/catch.hpp>

#include "cli/suites/suite_text.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

constexpr std::string_view text = R"(suite some
| One line of the header, which
  goes on.
| Another.

# a remark
group a.delta grid digits 20 exact together spare 3 with n 5 [Tie]
  k {1 2} (eps delta) {1/2 2^-2; ln(1-2^-3) "x y"} : k = {k},
    eps = {eps} [Rounds]
  for direction {remove add}
    eps 1 : first
    eps {2 3} : {direction} [Inverse
      TinyDelta]
  mark Mixture eps {1 2}
  smoke at 2 5
  certified from 3 every 4
group a.epsilon grid digits 5 with n 6 as a.delta grid
)";

TEST_CASE("suite text: a line is all combinations of its choices, the first the slowest; a loop repeats lines") {
  const Suite s = read_suite(text);
  CHECK(s.name == "some");
  CHECK(s.header == std::vector<std::string>{"One line of the header, which goes on.", "Another."});
  REQUIRE(s.groups.size() == 2);
  const Group& g = s.groups[0];
  CHECK(g.quantity == "a.delta");
  CHECK(g.source == "grid");
  CHECK((g.digits == 20 && g.exact && g.together && g.spare == 3));
  CHECK(g.flags == std::vector<std::string_view>{"Tie"});
  REQUIRE(g.cases.size() == 10);
  CHECK(g.cases[0].parameters == ParameterTexts{{"n", "5"}, {"k", "1"}, {"eps", "1/2"}, {"delta", "1/4"}});
  CHECK(g.cases[1].parameters == ParameterTexts{{"n", "5"}, {"k", "1"}, {"eps", "ln(7/8)"}, {"delta", "x y"}});
  CHECK(g.cases[1].comment == "k = 1, eps = ln(1-2^-3)");
  CHECK(g.cases[2].parameters.at("k") == "2");
  CHECK(g.cases[4].parameters == ParameterTexts{{"n", "5"}, {"direction", "remove"}, {"eps", "1"}});
  CHECK(g.cases[6].comment == "remove");
  CHECK(g.cases[7].parameters.at("direction") == "add");
  CHECK(g.cases[9].parameters.at("eps") == "3");
}

TEST_CASE("suite text: marks, and groups that are as another") {
  const Suite s = read_suite(text);
  const Group& g = s.groups[0];
  CHECK(g.cases[0].flags == std::vector<std::string_view>{"Rounds"});
  CHECK(g.cases[4].flags == std::vector<std::string_view>{"Mixture"});
  CHECK(g.cases[5].flags == std::vector<std::string_view>{"Inverse", "TinyDelta", "Mixture"});
  CHECK(g.cases[6].flags == std::vector<std::string_view>{"Inverse", "TinyDelta"});
  std::string smoke;
  std::string certified;
  for (const Case& c : g.cases) {
    smoke += c.smoke ? '1' : '0';
    certified += c.certified ? '1' : '0';
  }
  CHECK(smoke == "0100100000");
  CHECK(certified == "0010001000");
  const Group& same = s.groups[1];
  CHECK((same.digits == 5 && !same.exact && same.flags.empty() && same.spare == 8));
  REQUIRE(same.cases.size() == 10);
  CHECK(same.cases[1].parameters == ParameterTexts{{"n", "6"}, {"k", "1"}, {"eps", "ln(7/8)"}, {"delta", "x y"}});
}

TEST_CASE("suite text: a note says what a flag is for and what a wrong answer means") {
  const auto notes = read_notes(
      "# remark\n\nflag Tie https://a https://b\n  Outcomes that\n    tie.\n  ! Wrong.\nflag None\n  Nothing.\n");
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].description == "Outcomes that tie.");
  CHECK(notes[0].effect == "Wrong.");
  CHECK(notes[0].links == std::vector<std::string_view>{"https://a", "https://b"});
  CHECK((notes[1].flag == "None" && notes[1].effect.empty() && notes[1].links.empty()));
}

}  // namespace
