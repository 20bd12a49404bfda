// The claims reader: any bytes are refused with InputError that names the file, or read to claims that are well formed.
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "cli/claims_file.hpp"
#include "exact/error.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const cli::ClaimsFile file = cli::parse_claims("input.json", text);
    std::set<std::string> ids;
    for (const Claim& claim : file.claims) {
      check(!claim.id.empty() && claim.id.find('/') == std::string::npos && ids.insert(claim.id).second);
      check(claim.values.size() == (claim.right ? 0 : claim.relation == Relation::in ? 2 : 1));
    }
    for (const cli::Remark& remark : file.remarks) check(ids.insert(remark.id).second);
  } catch (const InputError& error) {
    check(std::string_view(error.what()).starts_with("input.json"));
  }
  return 0;
}
