// Files of the register of published claims, data/register/*.json: schema hallmark-register-v1.

#include "cli/claims_file.hpp"
#include "cli/io/json_value.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_text = 2000;

// A repository with its commit, a thread of one, or a paper; and the place there.
std::string read_source(const JsonValue& source) {
  if (source.has("paper")) {
    source.members({"paper", "where", "seen"});
    source.at("seen").one_of({"read", "from memory"});
    return source.at("paper").text(longest_text) + ", " + source.at("where").text(longest_text);
  }
  source.members({"repository", "where", "seen"}, {"commit"});
  source.at("seen").one_of({"read", "from memory"});
  const std::string commit = source.has("commit") ? "@" + source.at("commit").text(longest_name) : "";
  return source.at("repository").text(longest_name) + commit + ", " + source.at("where").text(longest_text);
}

void read_reading(const JsonValue& reading, const Published& entry, ClaimsFile& file) {
  const bool is_remark = reading.has("kind");
  if (is_remark) {
    reading.members({"id", "kind", "text"});
    reading.at("kind").one_of({"remark"});
  } else {
    reading.members({"id", "reading", "reason", "quantity", "parameters", "relation", "value", "verdict", "enclosure",
                     "certificate"});
  }
  const std::string id = reading.at("id").text(claim_id);
  Published published = entry;
  if (is_remark) {
    file.remarks.push_back({id, reading.at("text").text(longest_text)});
    file.verdicts[id] = "remark";
  } else {
    published.reading = reading.at("reading").text(longest_text);
    published.reason = reading.at("reason").text(longest_text);
    file.claims.push_back(read_comparison(id, reading));
    file.verdicts[id] = reading.at("verdict").one_of({"certified", "refuted", "undecided"});
    if (!reading.at("enclosure").is_null())
      reading.at("enclosure").each_element(2, 2, [](const JsonValue& end) { (void)end.text(longest_name); });
    if (!reading.at("certificate").is_null()) (void)reading.at("certificate").text(hexadecimal_64);
  }
  if (!file.published.emplace(id, std::move(published)).second) reading.at("id").refuse("each id once");
}

}  // namespace

ClaimsFile read_register(const JsonValue& root) {
  constexpr std::size_t most_entries = 10'000;
  constexpr std::size_t most_readings = 32;
  root.members({"schema", "about", "entries"});
  (void)root.at("about").text(longest_text);
  ClaimsFile file;
  root.at("entries").each_element(1, most_entries, [&](const JsonValue& entry) {
    entry.members({"system", "source", "words", "note", "readings"});
    const Published published{.source = entry.at("system").text(longest_name) + "; " + read_source(entry.at("source")),
                              .words = entry.at("words").text(longest_text),
                              .reading = "",
                              .reason = "",
                              .note = entry.at("note").text(longest_text)};
    entry.at("readings").each_element(1, most_readings, [&](const JsonValue& reading) {
      read_reading(reading, published, file);
    });
  });
  return file;
}

}  // namespace hallmark::cli
