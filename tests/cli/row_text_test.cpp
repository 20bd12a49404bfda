#include "cli/compare/row_text.hpp"

#include <catch2/catch.hpp>

using namespace hallmark::cli;

namespace {

std::vector<std::string> texts(std::string_view line, char separator = ',') {
  std::vector<Field> fields;
  split_record(line, separator, fields);
  std::vector<std::string> out;
  for (const Field& field : fields) out.push_back(field.text);
  return out;
}

std::size_t record_error(std::string_view line) {
  std::vector<Field> fields;
  try {
    split_record(line, ',', fields);
  } catch (const LineError& error) {
    return error.column;
  }
  return 0;
}

std::size_t json_error(std::string_view line) {
  try {
    static_cast<void>(parse_json_row(line));
  } catch (const LineError& error) {
    return error.column;
  }
  return 0;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("records are split at separators outside quotes") {
  CHECK(texts("a,b,c") == Texts{"a", "b", "c"});
  CHECK(texts(" a , b\t") == Texts{"a", "b"});
  CHECK(texts("a,,") == Texts{"a", "", ""});
  CHECK(texts("") == Texts{""});
  CHECK(texts("a;b,c", ';') == Texts{"a", "b,c"});
  CHECK(texts("\"a,b\",\"say \"\"x\"\"\" ,\"\"") == Texts{"a,b", "say \"x\"", ""});
  CHECK(record_error("a,\"b") == 3);
  CHECK(record_error("\"a\"b") == 4);
}

TEST_CASE("a JSON row keeps the text of its numbers") {
  const RowText row = parse_json_row(R"( {"id": "x\u0041\n", "value":0.10000000000000000000000001, "seconds":null} )");
  CHECK(row.id->text == "xA\n");
  CHECK(row.value->text == "0.10000000000000000000000001");
  CHECK(row.value->column == 30);
  CHECK_FALSE(row.seconds.has_value());
  CHECK_FALSE(row.kind.has_value());
  CHECK(parse_json_row(R"({"value":-Infinity})").value->text == "-Infinity");
  CHECK(parse_json_row(R"({"value":NaN})").value->text == "NaN");
  CHECK(parse_json_row(R"({"value":null})").value->text.empty());
  CHECK_FALSE(parse_json_row("{}").id.has_value());
}

TEST_CASE("a JSON row of another shape is refused at its column") {
  CHECK(json_error("") == 1);
  CHECK(json_error("[]") == 1);
  CHECK(json_error("{") == 2);
  CHECK(json_error(R"({"id":)") == 7);
  CHECK(json_error(R"({"id":{}})") == 7);
  CHECK(json_error(R"({"id":true})") == 7);
  CHECK(json_error(R"({"id":"a)") == 9);
  CHECK(json_error(R"({"id":"\x"})") == 8);
  CHECK(json_error(R"({"id":"\u12g4"})") == 8);
  CHECK(json_error(R"({"id":"a","id":"b"})") == 11);
  CHECK(json_error(R"({"other":1})") == 2);
  CHECK(json_error(R"({"id":"a"} x)") == 12);
  CHECK(json_error(R"({"id":"a",})") == 11);
  CHECK(json_error("{\"id\":\"a\x01\"}") == 9);
}
