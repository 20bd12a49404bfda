#include "cli/compare/verdict.hpp"

#include <catch2/catch.hpp>

#include "cli/compare/report.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

const Rational lo("0.1");
const Rational hi("0.2");

RowVerdict verdict(Side side, std::string_view value, const char* slack = nullptr) {
  return judge(side, read_measured(value), lo, hi, slack == nullptr ? std::nullopt : std::optional(Rational(slack)))
      .verdict;
}

std::string remark(Side side, std::string_view value) {
  return judge(side, read_measured(value), lo, hi, std::nullopt).remark;
}

std::string tightness_text(std::string_view value, const char* from, const char* to) {
  return to_string(tightness(read_measured(value), Rational(from), Rational(to)));
}

}  // namespace

TEST_CASE("an upper bound is judged at the ends of [lo, hi]") {
  CHECK(verdict(Side::upper, "0.0999999999999999999999999999") == RowVerdict::unsound);
  CHECK(verdict(Side::upper, "0.1") == RowVerdict::indistinguishable);
  CHECK(verdict(Side::upper, "0.1999999999999999999999999999") == RowVerdict::indistinguishable);
  CHECK(verdict(Side::upper, "0.2") == RowVerdict::sound);
  CHECK(verdict(Side::upper, "inf") == RowVerdict::sound);
  CHECK(verdict(Side::upper, "-inf") == RowVerdict::unsound);
}

TEST_CASE("a lower bound is judged the other way round") {
  CHECK(verdict(Side::lower, "0.2000000000000000000000000001") == RowVerdict::unsound);
  CHECK(verdict(Side::lower, "0.2") == RowVerdict::indistinguishable);
  CHECK(verdict(Side::lower, "0.1000000000000000000000000001") == RowVerdict::indistinguishable);
  CHECK(verdict(Side::lower, "0.1") == RowVerdict::sound);
  CHECK(verdict(Side::lower, "-1") == RowVerdict::sound);
  CHECK(verdict(Side::lower, "inf") == RowVerdict::unsound);
}

TEST_CASE("an exact value is sound on both sides") {
  for (const Side side : {Side::upper, Side::lower}) {
    CHECK(judge(side, read_measured("0.25"), Rational("1/4"), Rational("1/4"), Rational(0)).verdict ==
          RowVerdict::sound);
  }
}

TEST_CASE("no number and odd numbers are named") {
  CHECK(verdict(Side::upper, "nan") == RowVerdict::not_a_number);
  CHECK(remark(Side::upper, "nan") == "NaN");
  CHECK(remark(Side::upper, "") == "empty");
  CHECK(remark(Side::lower, "-1") == "negative");
  CHECK(remark(Side::upper, "inf") == "infinite where the truth is finite");
  CHECK(remark(Side::upper, "0.3").empty());
}

TEST_CASE("only what is proved looser than the slack is loose") {
  CHECK(verdict(Side::upper, "0.3", "0.4") == RowVerdict::loose);  // at least 0.3/0.2 - 1 = 1/2
  CHECK(verdict(Side::upper, "0.3", "0.5") == RowVerdict::sound);  // exactly the slack, if the truth is 0.2
  CHECK(verdict(Side::upper, "0.05", "0.1") == RowVerdict::unsound);
  CHECK(verdict(Side::lower, "0.05", "0.4") == RowVerdict::loose);
  CHECK(verdict(Side::lower, "0.05", "0.5") == RowVerdict::sound);
  CHECK(verdict(Side::estimate, "0.15", "0.01") == RowVerdict::estimate);
  CHECK(verdict(Side::estimate, "0.3", "0.4") == RowVerdict::loose);
  CHECK(verdict(Side::estimate, "0.05", "0.4") == RowVerdict::loose);
  CHECK(verdict(Side::estimate, "0.05", "0.5") == RowVerdict::estimate);
}

TEST_CASE("the tightness encloses value/true - 1, sharply") {
  CHECK(tightness_text("0.3", "0.1", "0.2") == "[0.5, 2]");
  CHECK(tightness_text("0.05", "0.1", "0.2") == "[-0.75, -0.5]");
  CHECK(tightness_text("-0.1", "0.1", "0.2") == "[-2, -1.5]");
  CHECK(tightness_text("0", "0.1", "0.2") == "[-1, -1]");
  CHECK(tightness_text("1", "3", "3") == "[-0.6667, -0.6666]");
  CHECK(tightness_text("0.3", "0", "0.2") == "[0.5, inf]");
  CHECK(tightness_text("-0.3", "0", "0.2") == "[-inf, -2.5]");
  CHECK(tightness_text("0", "0", "0.2") == "[-1, 0]");
  CHECK(tightness_text("0", "0", "0") == "[0, 0]");
  CHECK(tightness_text("1e-300", "0", "0") == "[inf, inf]");
  CHECK(tightness_text("inf", "0.1", "0.2") == "[inf, inf]");
}

TEST_CASE("a number that may be negative has a row in the table, and no tightness") {
  const Golden golden{.id = std::string(32, '0'),
                      .suite = "test",
                      .quantity = "gaussian.epsilon",
                      .kind = "exact",
                      .comment = "",
                      .parameters = Json::object(),
                      .lo_text = "-1/2",
                      .hi_text = "-1/4",
                      .lo = Rational("-1/2"),
                      .hi = Rational("-1/4")};
  Comparison comparison;
  const Judgement judgement = judge(Side::upper, read_measured("0"), golden.lo, golden.hi, Rational(0));
  CHECK(judgement.verdict == RowVerdict::sound);
  CHECK_FALSE(judgement.tightness);
  comparison.rows.push_back({.golden = &golden, .side = Side::upper, .value = "0", .judgement = judgement});
  CHECK(table(comparison, true, false).find("1 vectors: 1 sound") != std::string::npos);
}
