#include <catch2/catch.hpp>

#include "cli/report/badge.hpp"
#include "cli/report/band.hpp"
#include "cli/report/html.hpp"
#include "cli/report/page.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

PageRow row(const std::string& text) {
  return {.id = text,
          .verdict = "certified",
          .statement = text,
          .meaning = text,
          .lo = text,
          .hi = text,
          .reason = text,
          .axioms = {text},
          .certificate = text,
          .published = {.source = text, .words = text, .reading = text, .reason = text, .note = text}};
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("what means something in HTML is escaped, what turns a text around is replaced") {
  CHECK(escaped("<a href=\"x\" b='y'>&amp;") == "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;");
  CHECK(escaped("line\n\ttab") == "line\n\ttab");
  CHECK(escaped(std::string_view("\0\x1b\x7f", 3)) == "\uFFFD\uFFFD\uFFFD");
  CHECK(escaped("a\u202Eb\u2066c\u200Fd\u2026\u2030") == "a\uFFFDb\uFFFDc\uFFFDd\u2026\u2030");
  CHECK(escaped("\xE2\x80") == "\xE2\x80");
}

TEST_CASE("a long text is cut between characters, and says so") {
  CHECK(escaped_start("abc", 3) == "abc");
  CHECK(escaped_start("ab\u00E9c", 3) == "ab\u2026 (5 characters)");
}

TEST_CASE("a hash of the policy is the one that a browser computes") {
  CHECK(policy_hash("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  CHECK(policy_hash("alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
}

TEST_CASE("base64 of every length, in the letters asked for") {
  CHECK(base64("", "+/").empty());
  CHECK(base64("f", "+/") == "Zg");
  CHECK(base64("fo", "+/") == "Zm8");
  CHECK(base64("foobar", "+/") == "Zm9vYmFy");
  CHECK(base64("\xFB\xFF\xFE", "+/") == "+//+");
  CHECK(base64("\xFB\xFF\xFE", "-_") == "-__-");
}

TEST_CASE("a certificate links to the checker's page, if there is one") {
  PageRow one = row("A");
  one.certificate = "certificate";
  CHECK(count(report_page("t", {one}, "check.html"), "href=\"check.html#A.cert:Y2VydGlmaWNhdGU\"") == 1);
  CHECK(count(report_page("t", {one}), "Check it in this browser") == 0);
}

TEST_CASE("no text of a claim becomes markup, wherever it stands") {
  const std::string evil = "\"'><script>x</script><!--]]>&lt;";
  const std::string page = report_page(evil, {row(evil), row("plain")});
  const std::string plain = report_page("plain", {row("plain"), row("plain")});
  for (const std::string_view part : {"<script", "<td", "<a ", "<!--", "</", "<"})
    CHECK(count(page, part) == count(plain, part));
  CHECK(count(page, "&quot;&#39;&gt;&lt;script&gt;") >= 14);
  CHECK(page == report_page(evil, {row(evil), row("plain")}));
}

TEST_CASE("an undecided claim rests on nothing") {
  PageRow open = row("x");
  open.verdict = "undecided";
  open.axioms.clear();
  open.certificate.clear();
  CHECK(count(report_page("t", {open}), "Rests on") == 0);
  open.verdict = "refuted";
  CHECK(count(report_page("t", {open}), "arithmetic alone") == 1);
}

TEST_CASE("a claim of so many digits is drawn as the numbers that round to it") {
  Answer answer;
  answer.lo = Rational("0.12693");
  answer.hi = Rational("0.12694");
  Decided decided{"certified", {}};
  decided.verdict.outcome = Outcome::certified;
  decided.verdict.answer = answer;
  const TermTexts left{"gaussian.delta", {{"sigma", "1"}, {"eps", "1"}}};
  const PageRow row =
      page_row({.id = "x", .left = left, .relation = Relation::about, .values = {"0.127"}}, decided, {});
  REQUIRE(row.band);
  CHECK(row.band->claimed->lo == Rational("0.1265"));
  CHECK(row.band->claimed->hi == Rational("0.1275"));
}

TEST_CASE("a band is drawn for every kind of numbers, and none beyond 10^300") {
  const auto drawn = [](const char* lo, const char* hi, const char* claimed) {
    return band_svg({{Rational(lo), Rational(hi)}, Span{Rational(claimed), Rational(claimed)}});
  };
  CHECK(count(drawn("0.1", "0.2", "0.3"), "proved: 0.1 to 0.2; claimed: 0.3") == 1);
  CHECK(count(drawn("1e-9", "2e-9", "1e-5"), "logarithmic") == 1);
  CHECK(count(drawn("1", "2", "3"), "logarithmic") == 0);
  for (const std::string& svg : {drawn("0", "0", "0"), drawn("-1", "0", "1"), drawn("-3", "-2", "-1"),
                                 drawn("1", "1", "1"), drawn("1e-400", "1e-300", "1")}) {
    CHECK(count(svg, "<rect") == 2);
    CHECK(count(svg, "nan") == 0);
    CHECK(count(svg, "inf") == 0);
  }
  CHECK(drawn("1", "1e400", "1").empty());
  CHECK(count(drawn("7/54", "7/54", "0.12999999"), "proved: between 0.1296 and 0.1297; claimed: 0.12999999\"") == 1);
  CHECK(count(band_svg({{Rational(1), Rational(2)}}), "<rect") == 1);
}

TEST_CASE("a badge names the statement, the verdict and the certificate") {
  const Badge b =
      badge("v.json", R"({"claims":[{"id":"A","verdict":"certified","quantity":"gaussian.epsilon","relation":"<=",
    "parameters":{"sigma":"2","delta":"1e-5"},"value":"2.39","certificate":"A.cert"}]})",
            "");
  CHECK(b.statement == "epsilon <= 2.39 (delta 1e-5, zero-out)");
  CHECK(b.certificate == "A.cert");
  const std::string svg = badge_svg(b, "");
  CHECK(count(svg, "epsilon &lt;= 2.39 (delta 1e-5, zero-out): certified</title>") == 1);
  CHECK(count(badge_svg(b, "x"), "SHA-256 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881") == 1);
}

TEST_CASE("a badge has numbers where numbers belong, however long, and no other words") {
  const auto stated = [](const std::string& value, const std::string& delta) {
    return badge("v.json",
                 R"({"claims":[{"id":"A","verdict":"undecided","quantity":"gaussian.epsilon","relation":"<=",)"
                 R"("parameters":{"delta":")" +
                     delta + R"("},"value":")" + value + R"("}]})",
                 "")
        .statement;
  };
  CHECK(stated(std::string(100, '9'), "1e-5") == "epsilon <= " + std::string(40, '9') + "... (delta 1e-5, zero-out)");
  CHECK(stated("ln(2)", std::string(100, '0') + "1/3") ==
        "epsilon <= ln(2) (delta " + std::string(40, '0') + "..., zero-out)");
  for (const char* const text : {"](javascript:x)", "1 (delta 1e-9)", "\\n# proved", "nan", "é", "1\\u0000", "<b>"}) {
    CHECK_THROWS_WITH(stated(text, "1e-5"), Catch::Contains("/value: expected a number"));
    CHECK_THROWS_WITH(stated("1", text), Catch::Contains("/delta: expected a number"));
  }
}
