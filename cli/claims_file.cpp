#include "cli/claims_file.hpp"

#include <fmt/format.h>

#include <set>

#include "bounds/aliases.hpp"
#include "cli/io/json_value.hpp"

namespace hallmark::cli {
namespace {

TermTexts read_term(const JsonValue& quantity, const JsonValue& parameters) {
  constexpr std::size_t most_parameters = 32;
  TermTexts term{quantity.text(quantity_name), {}};
  parameters.each_member(parameter_name, most_parameters, [&](const std::string& name, const JsonValue& value) {
    term.parameters[name] = value.text(longest_number);
  });
  if (const Entry* e = find_entry(term.quantity)) {  // what is kept and quoted has one name for one thing
    if (e->id != term.quantity) quantity.refuse(fmt::format("the id {}", e->id));
    const auto name = foreign_name(e->id, e->parameters, term.parameters);
    if (!name.empty()) parameters.refuse(fmt::format("the names that hallmark show {} gives, and not {}", e->id, name));
  }
  return term;
}

void read_value(const JsonValue& value, Claim& claim) {
  if (claim.relation == Relation::in) {
    if (!value.json().is_array()) value.refuse("an array of two numbers for the relation in");
    value.each_element(2, 2, [&](const JsonValue& end) { claim.values.push_back(end.text(longest_number)); });
  } else if (value.json().is_object()) {
    if (claim.relation == Relation::about) value.refuse("a number for the relation ~");
    value.members({"quantity", "parameters"});
    claim.right = read_term(value.at("quantity"), value.at("parameters"));
  } else {
    claim.values.push_back(value.text(longest_number));
  }
}

// Where the claim was published: for people.
std::string read_paper(const JsonValue& source) {
  constexpr std::size_t longest_key = 64;
  constexpr std::size_t longest_place = 1024;
  source.members({"paper", "where"});
  return source.at("paper").text(longest_key) + ", " + source.at("where").text(longest_place);
}

Claim read_claim(const JsonValue& claim_text) {
  claim_text.members({"id", "quantity", "parameters", "relation", "value"}, {"adjacency", "source"});
  Claim claim = read_comparison(claim_text.at("id").text(claim_id), claim_text);
  if (claim_text.has("adjacency")) {
    // One more thing that must agree with the quantity's own: checked with its parameters.
    const JsonValue adjacency = claim_text.at("adjacency");
    if (claim.left.parameters.count("adjacency") != 0) adjacency.refuse("the adjacency once");
    claim.left.parameters["adjacency"] = adjacency.one_of({"replace-one", "add-remove", "zero-out", "substitution"});
  }
  return claim;
}

Remark read_remark(const JsonValue& remark) {
  constexpr std::size_t longest_remark = 4096;
  remark.members({"id", "source", "kind", "text"});
  remark.at("kind").one_of({"remark"});
  return {remark.at("id").text(claim_id), remark.at("text").text(longest_remark)};
}

}  // namespace

Claim read_comparison(std::string id, const JsonValue& object) {
  Claim claim{.id = std::move(id),
              .left = read_term(object.at("quantity"), object.at("parameters")),
              .relation = *read_relation(object.at("relation").one_of({"<=", "<", ">=", ">", "in", "~"})),
              .values = {}};
  read_value(object.at("value"), claim);
  return claim;
}

ClaimsFile parse_claims(std::string_view path, std::string_view text) {
  constexpr std::size_t most_claims = 100'000;
  const JsonFile json(path, text);
  if (const JsonValue top = json.top(); top.has("schema") && top.json()["schema"] == "hallmark-register-v1") {
    return read_register(top);
  }
  const JsonValue root = json.top("hallmark-claims-v1");
  root.members({"schema", "claims"});
  ClaimsFile file;
  std::set<std::string> ids;
  root.at("claims").each_element(1, most_claims, [&](const JsonValue& claim) {
    const bool is_remark = claim.has("kind");
    if (is_remark) {
      file.remarks.push_back(read_remark(claim));
    } else {
      file.claims.push_back(read_claim(claim));
    }
    const std::string& id = is_remark ? file.remarks.back().id : file.claims.back().id;
    if (!ids.insert(id).second) claim.at("id").refuse("each id once");
    Published& published = file.published[id];
    if (claim.has("source")) published.source = read_paper(claim.at("source"));
  });
  return file;
}

bool is_expected(std::string_view text) {
  constexpr std::size_t beginning = 400;
  return text.substr(0, beginning).find("\"hallmark-expected-v1\"") != std::string_view::npos;
}

std::map<std::string, std::string> parse_expected(std::string_view path, std::string_view text) {
  constexpr std::size_t most_verdicts = 100'000;
  const JsonFile json(path, text);
  const JsonValue root = json.top("hallmark-expected-v1");
  root.members({"schema", "verdicts"});
  std::map<std::string, std::string> verdicts;
  root.at("verdicts").each_member(claim_id, most_verdicts, [&](const std::string& id, const JsonValue& verdict) {
    verdicts[id] = verdict.one_of({"certified", "refuted", "undecided", "remark"});
  });
  return verdicts;
}

}  // namespace hallmark::cli
