// hallmark table: the data of a figure of the papers, each point enclosed.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/figures/table_run.hpp"
#include "cli/io/files.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/vectors/vector_file.hpp"
#include "cli/verbs.hpp"
#include "cli/work/output_file.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

struct TableOptions {
  std::string name;
  std::string out;
  std::string time_limit = "60";
  std::string jobs;
  std::string certificates;
  bool list = false;
  bool quiet = false;
  FormatOption format{"csv", "json"};
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

Json table_json(const FigureTable& t) {
  Json rows = Json::array();
  for (const TableRow& r : t.rows) {
    rows.push_back(
        {{"x", r.x}, {"series", r.series}, {"lo", r.lo}, {"hi", r.hi}, {"kind", r.kind}, {"method", r.method}});
  }
  return {{"table", t.name}, {"title", t.title}, {"source", t.source}, {"x", t.x}, {"y", t.y}, {"rows", rows}};
}

// The certificates of the points in one file, and the list that says which point has which.
void write_certificates(const std::filesystem::path& folder, const TableRun& run) {
  if (!run.certificates.empty()) write_file(folder / bundle_name(run.table.name), bundle_text(run.certificates));
  write_file(folder / list_name(run.table.name + ".certified"), list_text(run.certified));
}

// How many points have certificates.
std::string certified_text(const TableRun& run) {
  std::map<std::string, long> ends;
  for (const CertifiedVector& point : run.certified) ++ends[point.ends];
  return fmt::format("{} of {} points at both ends, {} at one", ends["both"], run.certified.size(),
                     ends["lower"] + ends["upper"]);
}

ExitStatus run_table(const TableOptions& options) {
  if (options.list) {
    if (!options.name.empty() || !options.out.empty() || !options.certificates.empty()) {
      throw InputError("table: --list: must stand alone");
    }
    list_figures();
    return done;
  }
  if (options.name.empty()) throw InputError("table: expected the name of a table, or --list");
  const Figure& f = figure(options.name);
  const bool json = options.format.json();
  TableEffort effort{.seconds = time_limit_option(options.time_limit),
                     .threads = jobs_option(options.jobs),
                     .certificates = !options.certificates.empty(),
                     .quiet = options.quiet};
  if (effort.certificates) make_folder(options.certificates);
  OutputFile out(options.out);
  const FigureTable head{f.name, f.title, f.source, f.x, f.y, f.log_x, f.log_y, {}};
  if (!json) {  // rows as they come
    out.write(table_header(head));
    effort.row = [&](const TableRow& row) { out.write(table_line(row)); };
  }
  effort.ledger = out.ledger();
  const TableRun table = run_table(f, effort);
  if (!table.complete) {
    if (effort.ledger != nullptr) say("the points that are there are kept: the same command goes on");
    return interrupted;
  }
  note("series left out, for their quantities are not in this version", table.absent);
  note("points left out, for the theorem or the range of the search ends before them", table.refused);
  note("points with fewer digits than asked", table.wide);
  note("points left out, for the time limit ended", table.missing);
  Json root = table_json(table.table);
  if (effort.certificates) {
    write_certificates(options.certificates, table);
    root["certified"] = certified_text(table);
    if (!json) out.write(fmt::format("# certified: {}\n", certified_text(table)));
  }
  if (json) out.write(root.dump(2) + "\n");
  out.finish();
  return table.wide.empty() && table.missing.empty() ? done : undecided;
}

}  // namespace

void add_table(CLI::App& app, Action& action) {
  auto options = std::make_shared<TableOptions>();
  CLI::App* verb = app.add_subcommand("table", "The data of a figure of the papers as CSV: hallmark table CGKKMSZ24-1");
  verb->add_option("name", options->name, "Which: see --list");
  verb->add_option("-o,--out", options->out,
                   "Write to this file; the same command goes on where it was stopped (default: standard output)");
  verb->add_option("--certificates", options->certificates,
                   "Folder for the certificates of the points, each verified by hallmark-check: NAME.certs, and "
                   "NAME.certified.csv, "
                   "which says which point has which, and what has none and why");
  verb->add_flag("--list", options->list, "All tables, their parameters and series");
  verb->add_option(
      "--time-limit", options->time_limit,
      "Seconds of processor time that one answer may take (default 60); a search for a point takes at most five times as many");
  add_jobs(*verb, options->jobs);
  add_quiet(*verb, options->quiet);
  options->format.add_to(*verb);
  verb->footer(
      "Columns x,series,lo,hi,kind,method after a few comment lines: at x, the number that the series draws lies in\n"
      "[lo, hi]. kind: exact; upper, lower (the value of a proved bound); bracket (best lower to best upper bound).\n"
      "With --certificates the last line says how many points are certified.");
  verb->callback([options, &action] { action = [options] { return run_table(*options); }; });
}

}  // namespace hallmark::cli
