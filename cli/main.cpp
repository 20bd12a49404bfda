// hallmark: certified numbers of differential-privacy amplification.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>

#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/memory.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::cli;

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
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);  // --help, --version
    return done;
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "hallmark: {}\nRun hallmark --help for what it understands.\n", error.what());
    return bad_input;
  }
  if (!action) {
    fmt::print(stderr, "hallmark: expected a verb\nRun hallmark --help for what it understands.\n");
    return bad_input;
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  install_memory_handler();
  install_interrupt_handler();
  try {
    const ExitStatus status = run(argc, argv);
    if (std::fflush(stdout) != 0) {
      fmt::print(stderr, "hallmark: standard output: cannot be written\n");
      return file_trouble;
    }
    if (status == interrupted) fmt::print(stderr, "hallmark: interrupted\n");
    return status;
  } catch (const FileError& error) {
    fmt::print(stderr, "hallmark: {}\n", error.what());
    return file_trouble;
  } catch (const InputError& error) {
    fmt::print(stderr, "hallmark: {}\n", error.what());
    return bad_input;
  }
}
