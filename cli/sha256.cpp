#include "cli/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include "exact/error.hpp"

namespace hallmark::cli {

std::string sha256(std::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  require(EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha256(), nullptr) == 1, "a SHA-256 digest");
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

}  // namespace hallmark::cli
