#include "cli/io/json_value.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

// What is said about the text when `ask` asks its top value.
template <typename Ask>
std::string said(std::string_view text, const Ask& ask) {
  const JsonFile file("f.json", text);
  try {
    ask(file.top());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a refusal names the line, the column and the pointer of the value") {
  const std::string_view text = "{\"a\": [1, {\"x]\\\"\": \"}\"}, [ ]],\n \"b/~\": {\"c\": \t-2}}";
  const auto a = [](const JsonValue& top) { return top.at("a"); };
  CHECK(said(text, [](const JsonValue& top) { top.refuse("less"); }) == "f.json:1:1: expected less, found an object");
  CHECK(said(text, [&](const JsonValue& top) { a(top).refuse("less"); }) ==
        "f.json:1:7: /a: expected less, found an array of 3");
  CHECK(said(text, [&](const JsonValue& top) {
          a(top).each_element(3, 3, [](const JsonValue& each) {
            if (each.json().is_array()) each.refuse("more");
          });
        }) == "f.json:1:26: /a/2: expected more, found an empty array");
  CHECK(said(text, [&](const JsonValue& top) { (void)top.at("b/~").at("c").integer(0, 5); }) ==
        "f.json:2:16: /b~1~0/c: expected an integer from 0 to 5, found -2");
  CHECK(said("\xEF\xBB\xBF \n[7]", [](const JsonValue& top) {
          top.each_element(1, 1, [](const JsonValue& each) { (void)each.text(3); });
        }).starts_with("f.json:2:2: /0: expected a string"));
}

TEST_CASE("members are all of the required ones, any of the optional ones, no others") {
  const auto ask = [](const JsonValue& top) { top.members({"a", "b"}, {"c"}); };
  CHECK(said(R"({"a": 1, "b": 2})", ask).empty());
  CHECK(said(R"({"c": 1, "b": 2, "a": 3})", ask).empty());
  CHECK(said(R"({"a": 1})", ask) == "f.json:1:1: expected a member \"b\", found none");
  CHECK(said(R"({"a": 1, "b": 2, "d": 3})", ask) == "f.json:1:23: /d: expected no members but a, b, c, found \"d\"");
  CHECK(said("[]", ask) == "f.json:1:1: expected an object, found an empty array");
}

TEST_CASE("integers are written as integers and lie in their range") {
  const auto ask = [](const JsonValue& top) { (void)top.integer(-3, 1'000'000'000'000'000); };
  for (const char* good : {"-3", "1", "1000000000000000"}) CHECK(said(good, ask).empty());
  for (const char* bad : {"-4", "1000000000000001", "9223372036854775808", "18446744073709551617", "1.0", "1e0", "true",
                          "null", "\"1\"", "-9223372036854775809"}) {
    CHECK_THAT(said(bad, ask), Catch::Contains("expected an integer from -3"));
  }
}

TEST_CASE("strings have at least one character and at most so many, which are not bytes") {
  const auto ask = [](const JsonValue& top) { (void)top.text(3); };
  for (const char* good : {"\"a\"", "\"abc\"", "\"\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\"", "\"\\ud83d\\ude00\""}) {
    CHECK(said(good, ask).empty());
  }
  for (const char* bad : {"\"\"", "\"abcd\"", "1"}) CHECK_THAT(said(bad, ask), Catch::Contains("expected a string"));
}

TEST_CASE("another version of a schema is refused by its name") {
  const auto of = [](std::string_view text) {
    const JsonFile file("f.json", text);
    try {
      (void)file.top("hallmark-claims-v1");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(of(R"({"schema": "hallmark-claims-v1"})").empty());
  CHECK(of(R"({"schema": "hallmark-claims-v12"})") ==
        "f.json:1:12: /schema: expected \"hallmark-claims-v1\", the version that this program reads, "
        "found \"hallmark-claims-v12\"");
  CHECK(of(R"({"schema": "hallmark-vectors-v1"})") ==
        "f.json:1:12: /schema: expected \"hallmark-claims-v1\", found \"hallmark-vectors-v1\"");
  CHECK(of("[]") == "f.json:1:1: expected an object with \"schema\": \"hallmark-claims-v1\", found an empty array");
}

TEST_CASE("the forms of texts") {
  const auto table = [](const TextForm& form, std::initializer_list<std::string_view> good,
                        std::initializer_list<std::string_view> bad) {
    CAPTURE(form.words);
    for (std::string_view text : good) CHECK(form.fits(text));
    for (std::string_view text : bad) {
      CAPTURE(text);
      CHECK_FALSE(form.fits(text));
    }
    CHECK_FALSE(form.fits(""));
  };
  table(canonical_rational, {"0", "-1/3", "10", "10/7"},
        {"-0", "01", "1/0", "1/01", "1/-3", "--1", "1/", "/1", "1.5", "0/1"});
  table(canonical_value,
        {"0", "-1/3", "ln(2)", "ln(3/2)", "exp(0)", "exp(-1/2)", "-exp(2)", "2..64", "best", "a-b",
         "3*laplace(eps0=ln(2),rate=1)+gaussian(sigma=2)", "rr(eps0=1/2)"},
        {"ln(0)",       "ln(-2)",      "-ln(2)",      "ln(2", "exp()",      "exp(1)x",      "1..",  "0..3",
         "1...2",       "Best",        "-b",          "1e5",  "0.5",        "0*rr(eps0=1)", "rr()", "rr(eps0=1",
         "rr(eps0=1)+", "+rr(eps0=1)", "3rr(eps0=1)", "rr=1", "Rr(eps0=1)", "rr(eps0=1)x"});
  table(decimal_number, {"0", "-0.25", "2.5e-7", "1e5"}, {".5", "5.", "1e", "1e+5", "1E5", "+1", "1e5.0", "inf"});
  table(binary64_decimal, {"0.25", "1e-05", "-inf", "inf"}, {"1e5", "infinity", "--inf", "1.", "nan"});
  table(binary64_hexadecimal, {"0x1.8p-3", "0x0p+0", "-0x1p+1", "-inf"},
        {"0x2p+0", "0x1.p+0", "0x1p3", "0X1p+0", "1p+0"});
  table(quantity_name, {"a", "clones.epsilon.closed-form", "rr2.delta"}, {"a.", ".a", "a..b", "a-", "A", "2a", "a--b"});
  table(claim_id, {"S10", "a", "a_b-c.d", "0"}, {"_a", ".a", "-a", "a/b", "a b"});
  table(certificate_file, {"certificates/0123456789abcdef0123456789abcdef.cert"},
        {"certificates/0123456789abcdef0123456789abcde.cert", "certificates/0123456789abcdef0123456789abcdef0.cert",
         "certificates/../3456789abcdef0123456789abcdef.cert", "0123456789abcdef0123456789abcdef.cert"});
  table(https_link, {"https://a"}, {"https://", "http://a", "https://a b", "https://\x7f"});
  table(flag_name, {"Ab", "Binary64Inputs"}, {"A", "aB", "A-b", "64"});
  table(version_number, {"1.0", "12.34"}, {"1", "1.", ".1", "1.0.0", "v1.0"});
}

TEST_CASE("numbers are read as text, digit by digit, where that is asked for") {
  const JsonFile file("f.json", "[0.10000000000000000000000001, 1e-400, -7, 12345678901234567890, 3, \"x\"]",
                      {.numbers_as_text = true});
  std::vector<std::string> texts;
  file.top().each_element(6, 6, [&](const JsonValue& each) { texts.push_back(each.text(longest_number)); });
  CHECK(texts ==
        std::vector<std::string>{"0.10000000000000000000000001", "1e-400", "-7", "12345678901234567890", "3", "x"});
}
