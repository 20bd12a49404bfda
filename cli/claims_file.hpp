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
  std::map<std::string, Published> published;  // by the id of a claim or a remark
};

/// Domain:    as data/schema/claims-v1.schema.json has it, each id once; otherwise throws InputError
///            "path:line:column: expected X, found Y"
[[nodiscard]] ClaimsFile parse_claims(std::string_view path, std::string_view text);

/// The verdicts that are expected, by the claims' ids.
/// Domain:    as data/schema/expected-v1.schema.json has it; otherwise throws InputError as above
[[nodiscard]] std::map<std::string, std::string> parse_expected(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
