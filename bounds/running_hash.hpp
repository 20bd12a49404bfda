// RunningHash: SHA-256 of bytes that come piece by piece.
#pragma once

#include <nettle/sha2.h>

#include <string>
#include <string_view>

namespace hallmark {

class RunningHash {
 public:
  RunningHash() { sha256_init(&context_); }

  void add(std::string_view bytes);
  /// 64 lowercase hexadecimal digits; begins anew.
  [[nodiscard]] std::string digest();

 private:
  sha256_ctx context_;
};

}  // namespace hallmark
