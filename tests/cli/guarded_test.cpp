// The status of an action that throws.
#include "cli/io/guarded.hpp"

#include <catch2/catch.hpp>
#include <system_error>

#include "bounds/time_limit.hpp"
#include "cli/io/files.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::cli;

TEST_CASE("an action has its own status, or that of what it throws") {
  CHECK(guarded([] { return proved_wrong; }) == proved_wrong);
  CHECK(guarded([]() -> ExitStatus { throw FileError("file: cannot be read"); }) == file_trouble);
  CHECK(guarded([]() -> ExitStatus { throw InputError("f", "x", "1", "2"); }) == bad_input);
  CHECK(guarded([]() -> ExitStatus { throw TimeLimitError("f", "x", "1", "more time"); }) == undecided);
  CHECK(guarded([]() -> ExitStatus { throw std::system_error(std::make_error_code(std::errc::io_error)); }) ==
        file_trouble);
}
