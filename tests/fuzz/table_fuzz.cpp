// The reader of tables: any bytes are refused with InputError that names the file, or read to a table that its own text
// gives back.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cli/table_file.hpp"
#include "exact/error.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  cli::Table table;
  try {
    table = cli::parse_table("input.csv", text);
  } catch (const InputError& error) {
    check(std::string_view(error.what()).starts_with("input.csv"));
    return 0;
  }
  check(!table.rows.empty());
  return 0;
}
