// RunningHash: SHA-256 of bytes that come piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace hallmark {

class RunningHash {
 public:
  RunningHash();
  ~RunningHash();
  RunningHash(const RunningHash&) = delete;
  RunningHash& operator=(const RunningHash&) = delete;

  void add(std::string_view bytes);
  /// 64 lowercase hexadecimal digits; nothing may be added afterwards.
  [[nodiscard]] std::string digest();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace hallmark
