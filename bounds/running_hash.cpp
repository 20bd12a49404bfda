#include "bounds/running_hash.hpp"

#include <fmt/format.h>

#include <array>

namespace hallmark {

void RunningHash::add(std::string_view bytes) {
  sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string RunningHash::digest() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
  sha256_digest(&context_, digest.size(), digest.data());
  std::string text;
  for (const auto byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace hallmark
