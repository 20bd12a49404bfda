// hallmark: certified numbers of differential-privacy amplification.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <system_error>

#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/memory.hpp"
#include "cli/io/options.hpp"
#include "cli/io/say.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::cli;

constexpr std::string_view look_at_help = "Run hallmark --help for what it understands.\n";

ExitStatus run(int argc, char** argv) {
  CLI::App app("Certified numbers of differential-privacy amplification.", "hallmark");
  app.set_version_flag("--version", "hallmark 0.1.0");
  Action action;
  add_list(app, action);
  add_eval(app, action);
  add_certify(app, action);
  add_vectors(app, action);
  add_validate(app, action);
  add_compare(app, action);
  add_table(app, action);
  add_plot(app, action);
  add_report(app, action);
  add_badge(app, action);
  for (CLI::App* verb : app.get_subcommands({})) refuse_odd_values(*verb);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);  // --help, --version
    std::cout.flush();
    if (!std::cout) throw FileError("standard output: cannot be written");
    return done;
  } catch (const CLI::ParseError& error) {
    say(error.what());
    say_raw(look_at_help);
    return bad_input;
  }
  if (!action) {
    say("expected a verb");
    say_raw(look_at_help);
    return bad_input;
  }
  const ExitStatus status = action();
  if (std::fflush(stdout) != 0) throw FileError("standard output: cannot be written");
  return status;
}

// Every run ends here: a status of exit_status.hpp, with the reason in words.
ExitStatus run_to_the_end(int argc, char** argv) {
  try {
    const ExitStatus status = run(argc, argv);
    if (status == interrupted) say("interrupted");
    return status;
  } catch (const FileError& error) {
    say(error.what());
  } catch (const InputError& error) {
    say(error.what());
    return bad_input;
  } catch (const std::system_error& error) {  // of fmt::print, or of a folder that cannot be read
    say(fmt::format("standard output: cannot be written: {}", error.code().message()));
  }
  return file_trouble;
}

}  // namespace

int main(int argc, char** argv) {
  guard_standard_streams();
  install_memory_handler();
  install_interrupt_handler();
  return run_to_the_end(argc, argv);
}
