// Claims files, data/claims/*.json, as claims and remarks; and the verdicts expected of them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/claim.hpp"

namespace hallmark::cli {

/// A sentence that is not one comparison: answered in FINDINGS.md, not judged.
struct Remark {
  std::string id;
  std::string text;
};

/// Where and how a claim was published, for people.
struct Published {
  std::string source;        // paper or repository, and the place in it
  std::string words = {};    // as published, at most a sentence
  std::string reading = {};  // how the words are taken here
  std::string reason = {};   // why they are taken so
  std::string note = {};     // for its authors
};

struct ClaimsFile {
  std::vector<Claim> claims;
  std::vector<Remark> remarks;
  std::map<std::string, Published> published;        // by the id of a claim or a remark
  std::map<std::string, std::string> verdicts = {};  // that a file of the register says of its rows
};

/// Domain:    as data/schema/claims-v1.schema.json or register-v1.schema.json has it, each id once; otherwise throws
///            InputError "path:line:column: expected X, found Y"
[[nodiscard]] ClaimsFile parse_claims(std::string_view path, std::string_view text);

/// Whether a text looks like expected verdicts: their schema's name stands at its beginning.
[[nodiscard]] bool is_expected(std::string_view text);

/// The verdicts that are expected, by the claims' ids.
/// Domain:    as data/schema/expected-v1.schema.json has it; otherwise throws InputError as above
[[nodiscard]] std::map<std::string, std::string> parse_expected(std::string_view path, std::string_view text);

class JsonValue;

/// The claim with that id which the members quantity, parameters, relation and value of an object state.
/// Domain:    as the schemas of claims have it; otherwise throws InputError as above
[[nodiscard]] Claim read_comparison(std::string id, const JsonValue& object);

/// The entries of a file of the register: every reading is a claim or a remark, and brings its verdict.
/// Domain:    as data/schema/register-v1.schema.json has it; otherwise throws InputError as above
[[nodiscard]] ClaimsFile read_register(const JsonValue& root);

}  // namespace hallmark::cli
