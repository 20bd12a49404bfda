#include "cli/io/guarded.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "bounds/time_limit.hpp"
#include "cli/io/files.hpp"
#include "cli/io/say.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {

ExitStatus guarded(const std::function<ExitStatus()>& action) {
  try {
    return action();
  } catch (const FileError& error) {
    say(error.what());
  } catch (const TimeLimitError& error) {
    say(error.what());
    return undecided;
  } catch (const InputError& error) {
    say(error.what());
    return bad_input;
  } catch (const std::filesystem::filesystem_error& error) {
    say(fmt::format("{}: cannot be read: {}", error.path1().string(), error.code().message()));
  } catch (const std::system_error& error) {  // of fmt::print
    say(fmt::format("standard output: cannot be written: {}", error.code().message()));
  }
  return file_trouble;
}

}  // namespace hallmark::cli
