// Claims files: data/claims/*.json as claims and remarks.
#pragma once

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

struct ClaimsFile {
  std::vector<Claim> claims;
  std::vector<Remark> remarks;
};

/// Domain:    the schema "hallmark-claims-v1", ids unique and fit for file names, known relations; otherwise throws
///            InputError with path and the claim's place
[[nodiscard]] ClaimsFile parse_claims(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
