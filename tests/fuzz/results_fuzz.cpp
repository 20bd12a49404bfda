// The results reader of `hallmark compare`: any bytes are refused with InputError that names file and line, or read to
// rows with an id, and a remark about one of them carries its place.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/compare/results.hpp"
#include "cli/io/text_form.hpp"
#include "exact/error.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

/// The file in memory that every input is written to.
int file() {
  static const int descriptor = memfd_create("results", 0);
  return descriptor;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  check(ftruncate(file(), 0) == 0 && pwrite(file(), data, size, 0) == static_cast<ssize_t>(size));
  const std::string path = "/proc/self/fd/" + std::to_string(file());
  try {
    cli::read_results(path, cli::Side::upper, [&](const cli::ResultRow& row) {
      check(row.line > 0 && cli::hexadecimal_32.fits(row.id.text));
      try {
        row.refuse(row.value.column, "a remark");
      } catch (const InputError& error) {
        check(std::string_view(error.what()).starts_with(path));
      }
    });
  } catch (const InputError& error) {
    check(std::string_view(error.what()).starts_with(path));
  }
  return 0;
}
