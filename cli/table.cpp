// hallmark table: the data of a figure of the papers, each point enclosed.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>

#include "cli/figures/table_run.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/say.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

struct Options {
  std::string name;
  std::string out;
  std::string time_limit = "600";
  std::string jobs;
  bool list = false;
};

void list_figures() {
  for (const Figure& f : all_figures()) {
    fmt::print("{:<12} {}\n             {}\n", f.name, f.title, f.source);
    for (const Series& s : f.series) {
      fmt::print("             - {}: {}{}\n", s.label, s.quantity, is_available(s) ? "" : " (not in this version)");
    }
  }
}

// A note of at most a few names.
void note(std::string_view what, const std::vector<std::string>& names) {
  if (names.empty()) return;
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) text += (i == 0 ? " " : "; ") + names[i];
  if (names.size() > shown) text += fmt::format("; and {} more", names.size() - shown);
  say(fmt::format("{}:{}", what, text));
}

ExitStatus run(const Options& options) {
  if (options.list) {
    if (!options.name.empty() || !options.out.empty()) {
      throw InputError("hallmark table: --list: must stand alone");
    }
    list_figures();
    return done;
  }
  if (options.name.empty()) throw InputError("hallmark table: expected the name of a table, or --list");
  const Figure& f = figure(options.name);
  if (!options.out.empty()) check_writable(options.out);
  const TableRun table = run_table(f, {time_limit_option(options.time_limit), jobs_option(options.jobs)});
  if (interrupt_flag()) return interrupted;
  note("series left out, for their quantities are not in this version", table.absent);
  note("points left out, for the theorem or the range of the search ends before them", table.refused);
  note("points with fewer digits than asked", table.wide);
  note("points left out, for the budget ended", table.missing);
  const std::string text = table_text(table.table);
  if (options.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_file(options.out, text);
  }
  return table.wide.empty() && table.missing.empty() ? done : undecided;
}

}  // namespace

void add_table(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("table", "The data of a figure of the papers as CSV: hallmark table CGKKMSZ24-1");
  verb->add_option("name", options->name, "Which: see --list");
  verb->add_option("--out", options->out, "Write to this file (default: standard output)");
  verb->add_flag("--list", options->list, "All tables, their parameters and series");
  add_renamed(*verb, "--time-limit", "--budget", options->time_limit,
              "Seconds for the whole table (default 600); a point takes at most a twentieth of them, a search half");
  add_jobs(*verb, options->jobs);
  verb->footer(
      "Columns x,series,lo,hi,kind,method after a few comment lines: at x, the number that the series draws lies in\n"
      "[lo, hi]. kind: exact; upper, lower (the value of a proved bound); bracket (best lower to best upper bound).");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hallmark::cli
