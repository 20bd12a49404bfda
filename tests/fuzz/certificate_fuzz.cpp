// The certificate parser and a checker run with a tiny work limit: any bytes give one result line, printable and never
// an exception. The seal is put right first, so that the fuzzer gets past it.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "checker.hpp"
#include "numbers/sha256.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void run(std::string_view text) {
  const hallmark::check::Result result = hallmark::check::check_certificate(text, 2'000'000);
  using hallmark::check::Verdict;
  const std::string_view head = result.verdict == Verdict::verified   ? "s VERIFIED "
                                : result.verdict == Verdict::rejected ? "s REJECTED "
                                                                      : "s MALFORMED line ";
  check(result.line.starts_with(head));
  for (const char c : result.line) check(c >= ' ' && c <= '~');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  run(text);
  const std::size_t seal = text.rfind("sha256 ");
  if (seal != std::string::npos) {
    const std::string body = text.substr(0, seal);
    run(body + "sha256 " + hallmark::check::sha256(body) + "\n");
  }
  return 0;
}
