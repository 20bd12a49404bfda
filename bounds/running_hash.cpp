#include "bounds/running_hash.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "exact/error.hpp"

namespace hallmark {

struct RunningHash::Context {
  EVP_MD_CTX* openssl = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(openssl); }
};

RunningHash::RunningHash() : context_(std::make_unique<Context>()) {
  require(EVP_DigestInit_ex(context_->openssl, EVP_sha256(), nullptr) == 1, "SHA-256");
}

RunningHash::~RunningHash() = default;

void RunningHash::add(std::string_view bytes) {
  require(EVP_DigestUpdate(context_->openssl, bytes.data(), bytes.size()) == 1, "SHA-256");
}

std::string RunningHash::digest() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int size = 0;
  require(EVP_DigestFinal_ex(context_->openssl, digest.data(), &size) == 1, "SHA-256");
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace hallmark
