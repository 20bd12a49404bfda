#include "cli/vectors/vector_reader.hpp"

#include <set>

#include "cli/io/json_value.hpp"
#include "cli/vectors/vector_file.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t sentence = 1000;  // characters
constexpr std::size_t most_flags = 20;
constexpr long most_tests = 1'000'000;

void check_note(const JsonValue& note) {
  constexpr std::size_t most_links = 20;
  note.members({"description", "effect", "links"});
  (void)note.at("description").text(sentence);
  (void)note.at("effect").text(sentence);
  note.at("links").each_element(0, most_links, [](const JsonValue& link) { (void)link.text(https_link); });
}

void check_flags(const JsonValue& flags) {
  std::set<std::string> seen;
  flags.each_element(0, most_flags, [&](const JsonValue& flag) {
    if (!seen.insert(flag.text(flag_name)).second) flag.refuse("each flag once");
  });
}

void check_out(const JsonValue& out) {
  out.members({"lo", "hi", "lo64", "hi64", "lo64x", "hi64x", "exact"});
  for (const char* name : {"lo", "hi"}) (void)out.at(name).text(decimal_number);
  for (const char* name : {"lo64", "hi64"}) (void)out.at(name).text(binary64_decimal);
  for (const char* name : {"lo64x", "hi64x"}) (void)out.at(name).text(binary64_hexadecimal);
  if (!out.at("exact").is_null()) (void)out.at("exact").text(canonical_rational);
}

void read_test(const JsonValue& test) {
  constexpr std::size_t most_parameters = 32;
  test.members({"tcId", "id", "comment", "flags", "in", "out", "cert"});
  (void)test.at("tcId").integer(1, most_tests);
  (void)test.at("id").text(hexadecimal_32);
  (void)test.at("comment").text(sentence);
  check_flags(test.at("flags"));
  test.at("in").each_member(parameter_name, most_parameters,
                            [](const std::string&, const JsonValue& value) { (void)value.text(canonical_value); });
  check_out(test.at("out"));
  const JsonValue cert = test.at("cert");
  if (cert.is_null()) return;
  cert.members({"file", "sha256"});
  (void)cert.at("file").text(certificate_file);
  (void)cert.at("sha256").text(hexadecimal_64);
}

void read_group(const JsonValue& group) {
  constexpr std::size_t most_in_group = 100'000;
  group.members({"quantity", "kind", "status", "source", "theorem", "adjacency", "direction", "tests"});
  (void)group.at("quantity").text(quantity_name);
  group.at("kind").one_of({"exact", "upper", "lower", "bracket"});
  group.at("status").one_of({"proved", "conditional", "literature", "disputed", "statistical"});
  const JsonValue source = group.at("source");
  source.members({"name", "version"});
  (void)source.at("name").text(slug);
  (void)source.at("version").text(version_number);
  (void)group.at("theorem").text(sentence);
  group.at("adjacency").one_of({"replace-one", "add-remove", "zero-out", "substitution"});
  group.at("direction").one_of({"remove", "add", "both"});
  group.at("tests").each_element(1, most_in_group, read_test);
}

}  // namespace

nlohmann::ordered_json read_vectors(std::string_view path, std::string_view text) {
  constexpr std::size_t most_lines = 20;  // of the header
  constexpr std::size_t most_notes = 1000;
  constexpr std::size_t most_groups = 10'000;
  JsonFile file(path, text);
  const JsonValue root = file.top(vectors_schema_name);
  root.members({"schema", "dataVersion", "suite", "numberOfTests", "header", "notes", "testGroups"});
  (void)root.at("dataVersion").text(version_number);
  (void)root.at("suite").text(slug);
  (void)root.at("numberOfTests").integer(1, most_tests);
  root.at("header").each_element(1, most_lines, [](const JsonValue& line) { (void)line.text(sentence); });
  root.at("notes").each_member(flag_name, most_notes, [](const std::string&, const JsonValue& n) { check_note(n); });
  root.at("testGroups").each_element(1, most_groups, read_group);
  return file.take();
}

}  // namespace hallmark::cli
