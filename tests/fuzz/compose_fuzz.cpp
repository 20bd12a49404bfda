// The reader of --compose files: any bytes are refused with InputError that names the file, or read to phases.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cli/compose_file.hpp"
#include "exact/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    if (hallmark::cli::parse_compose("input.json", text).parts.empty()) std::abort();
  } catch (const hallmark::InputError& error) {
    if (!std::string_view(error.what()).starts_with("input.json")) std::abort();
  }
  return 0;
}
