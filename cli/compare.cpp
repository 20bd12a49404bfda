// hallmark compare: the numbers of an accountant under test against the vectors.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/compare/baseline.hpp"
#include "cli/compare/interview.hpp"
#include "cli/compare/processor_time.hpp"
#include "cli/compare/report.hpp"
#include "cli/compare/results.hpp"
#include "cli/installed.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/say.hpp"
#include "cli/verbs.hpp"
#include "cli/work/output_file.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

struct CompareOptions {
  std::string results;
  std::string command;
  std::string vectors;
  std::vector<std::string> suites;
  std::string kind;
  std::string slack;
  std::string timeout = "60";
  std::string memory = "8589934592";  // 8 GiB: garbage-collected runtimes reserve far more than they use
  std::string start_limit = "10";
  std::string processor_limit = "0";
  std::string sample;
  std::string deadline;
  std::string junit;
  std::string summary;
  std::vector<std::string> quantities;
  std::string baseline;
  std::string write_baseline;
  std::string out;
  std::string jobs = "1";
  bool quiet = false;
  FormatOption format{"text", "json", "github"};
  bool all = false;
};

std::optional<Side> default_side(const CompareOptions& options) {
  if (options.kind.empty()) return std::nullopt;
  const auto side = side_of(options.kind);
  if (!side) throw InputError("", "--kind", options.kind, "upper, lower or estimate");
  return side;
}

AccountantLimits limits(const CompareOptions& options) {
  constexpr std::string_view bytes_domain = "an integer of bytes from 10^7 to 10^15, or 0 for no limit";
  const Rational seconds = number_option("--time-limit", options.timeout, "a number of seconds from 0.001 to 10^6",
                                         Rational("0.001"), 1'000'000);
  const Rational bytes = number_option("--memory", options.memory, bytes_domain, 0, 1'000'000'000'000'000);
  if (!bytes.is_integer() || (bytes.sign() > 0 && bytes < 10'000'000)) {
    throw InputError("", "--memory", options.memory, bytes_domain);
  }
  const Rational start =
      number_option("--start-limit", options.start_limit, "a number of seconds from 0 to 10^6", 0, 1'000'000);
  constexpr std::string_view processor_domain = "a number of seconds from 0.1 to 10^6, or 0 for no limit";
  const Rational processor =
      number_option("--processor-limit", options.processor_limit, processor_domain, 0, 1'000'000);
  if (processor.sign() > 0 && processor < Rational("0.1")) {
    throw InputError("", "--processor-limit", options.processor_limit, processor_domain);
  }
  if (processor.sign() > 0 && !processor_time_is_told()) {
    throw InputError("--processor-limit: expected a system that tells the processor time of a process in /proc");
  }
  const auto milliseconds = [](const Rational& x) { return std::chrono::milliseconds(floor(x * 1000).to_long()); };
  return {milliseconds(seconds), milliseconds(start), milliseconds(processor),
          static_cast<std::uint64_t>(bytes.to_long())};
}

// All vectors, or those that --sample names.
std::vector<Golden> asked_vectors(const CompareOptions& options, const GoldenSet& vectors) {
  if (options.sample.empty()) return vectors.all();
  constexpr std::string_view domain = "an integer from 1 to 10^9";
  const Rational count = number_option("--sample", options.sample, domain, 1, 1'000'000'000);
  if (!count.is_integer()) throw InputError("", "--sample", options.sample, domain);
  return sample(vectors.all(), static_cast<std::size_t>(count.to_long()));
}

std::optional<std::chrono::milliseconds> deadline(const CompareOptions& options) {
  if (options.deadline.empty()) return std::nullopt;
  const Rational seconds = number_option("--deadline", options.deadline, "a number of seconds from 0.001 to 10^9",
                                         Rational("0.001"), 1'000'000'000);
  return std::chrono::milliseconds(floor(seconds * 1000).to_long());
}

// The rows of a file, put to their vectors; nothing after Ctrl-C.
std::optional<Comparison> read_file_of_results(const CompareOptions& options, const GoldenSet& vectors,
                                               const std::optional<Rational>& slack) {
  Comparison comparison;
  std::vector<std::size_t> line_of(vectors.all().size(), 0);
  for (const Golden& golden : vectors.all()) comparison.rows.push_back({.golden = &golden});
  read_results(options.results, default_side(options), [&](const ResultRow& found) {
    const std::size_t at = vectors.find(found.id.text);
    if (at == vectors.all().size()) {
      if (comparison.unknown++ == 0) {
        comparison.first_unknown = fmt::format("{}:{}: {}", found.path, found.line, found.id.text);
      }
      return;
    }
    if (line_of[at] != 0) {
      found.refuse(found.id.column,
                   fmt::format("expected each id once, found {} of line {} again", found.id.text, line_of[at]));
    }
    line_of[at] = found.line;
    ComparedRow& row = comparison.rows[at];
    row.seconds = found.seconds;
    if (found.skip) {
      row.judgement = {RowVerdict::skipped, *found.skip};
      return;
    }
    Measured measured;
    try {
      measured = read_measured(found.value.text);
    } catch (const InputError& error) {
      found.refuse(found.value.column, error.what());
    }
    row.side = found.side;
    row.value = found.value.text;
    row.judgement = judge(found.side, measured, row.golden->lo, row.golden->hi, slack);
  });
  if (interrupt_flag()) return std::nullopt;
  return comparison;
}

// After what a file holds, for a step of a CI service has one file for all its commands.
void append(const std::string& path, const std::string& text) {
  constexpr std::size_t largest = 100'000'000;
  const bool is_there = is_replaceable(path) && std::filesystem::exists(path);
  write_file(path, is_there ? read_file(path, largest) + text : text);
}

bool wants_colours() {
  const char* const none = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

ExitStatus run_compare(const CompareOptions& options) {
  if (options.results.empty() == options.command.empty()) {
    throw InputError("compare: expected either a file of results or --exec CMD");
  }
  if (options.command.empty() && !(options.sample.empty() && options.deadline.empty())) {
    throw InputError("compare: expected --sample and --deadline together with --exec CMD");
  }
  std::optional<Rational> slack;
  if (!options.slack.empty()) slack = number_option("--slack", options.slack, "a number from 0 to 10^6", 0, 1'000'000);
  for (const std::string& path : {options.junit, options.write_baseline, options.summary}) {
    if (!path.empty()) check_writable(path);
  }
  constexpr std::size_t largest_baseline = 500'000'000;
  std::optional<Baseline> baseline;
  if (!options.baseline.empty()) baseline.emplace(options.baseline, read_file(options.baseline, largest_baseline));
  const AccountantLimits child_limits = limits(options);
  const long jobs = jobs_option(options.jobs);
  const auto side = default_side(options);
  const auto whole = deadline(options);
  const GoldenSet vectors(options.vectors.empty() ? data_file("vectors_v1") : options.vectors, options.suites,
                          options.quantities);
  const Format format = options.format.get();
  const std::vector<Golden> asked = asked_vectors(options, vectors);
  OutputFile out(options.out);
  std::optional<Comparison> comparison;
  bool complete = true;
  if (options.command.empty()) {
    comparison = read_file_of_results(options, vectors, slack);
    if (!comparison) return interrupted;
  } else {
    comparison.emplace();
    complete = interview(asked, {options.command, child_limits, side, slack, options.quiet, jobs, whole, out.ledger()},
                         comparison->rows);
  }
  comparison->asked_of = options.command.empty() ? vectors.all().size() : asked.size();
  if (slack) comparison->slack = options.slack;
  comparison->has_baseline = baseline.has_value();
  for (ComparedRow& row : comparison->rows) {
    if (baseline) row.worse = baseline->worse(row);
  }
  if (complete && !options.write_baseline.empty()) write_file(options.write_baseline, baseline_text(*comparison));
  if (complete && !options.junit.empty()) write_file(options.junit, junit(*comparison));
  if (complete && !options.summary.empty()) append(options.summary, summary(*comparison));
  const std::string report = format == Format::json
                                 ? report_json(*comparison).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                                 : table(*comparison, options.all, options.out.empty() && wants_colours()) +
                                       (format == Format::github ? annotations(*comparison) : "");
  if (!complete) {  // what there is; with --out the answers so far are kept for the next run
    OutputFile("").write(report);
    say(options.out.empty() ? "with --out FILE the same command would go on"
                            : "the answers are kept: the same command goes on");
    return interrupt_flag() ? interrupted : status(*comparison);
  }
  out.write(report);
  out.finish();
  return status(*comparison);
}

}  // namespace

void add_compare(CLI::App& app, Action& action) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* verb = app.add_subcommand("compare", "Test an accountant: its numbers against the certified vectors");
  verb->add_option("results", options->results, "CSV (id,value,kind,seconds) or JSON lines of the same; - is stdin");
  verb->add_option("--exec", options->command, "In place of a file: a command that answers one JSON line a request");
  verb->add_option("--vectors", options->vectors,
                   "Folder of the vectors (default: data/vectors_v1, or the installed ones)");
  verb->add_option("--suite", options->suites, "Only these suites");
  verb->add_option("--quantity", options->quantities, "Only the vectors of these quantities");
  verb->add_option("--baseline", options->baseline, "Fail what is worse than in this file, and nothing else");
  verb->add_option("--write-baseline", options->write_baseline, "Write what the accountant answered to this file");
  verb->add_option("--kind", options->kind, "What a row without a kind claims: upper, lower or estimate");
  verb->add_option("--slack", options->slack, "Fail rows proved looser than this: 1e-3 allows 0.1 %");
  verb->add_option("--time-limit", options->timeout, "Seconds that one answer of the accountant may take (default 60)");
  verb->add_option("--memory", options->memory,
                   "Bytes of address space of the accountant (default 8589934592; 0: no limit)");
  verb->add_option("--start-limit", options->start_limit,
                   "Seconds more for the first answer of a process (default 10)");
  verb->add_option("--processor-limit", options->processor_limit,
                   "Seconds of processor time that one answer may take, children counted (default 0: no limit)");
  verb->add_option("--sample", options->sample, "Ask for this many vectors only, chosen by their ids");
  verb->add_option("--deadline", options->deadline,
                   "Seconds after which nothing more is asked; the report has what there is");
  verb->add_option("-o,--out", options->out,
                   "Write the report to this file; the same command goes on where it was stopped");
  verb->add_option("--jobs", options->jobs, "Processes of the accountant at once (default 1)");
  add_quiet(*verb, options->quiet);
  verb->add_option("--junit", options->junit, "Write JUnit XML to this file too");
  verb->add_option("--summary", options->summary, "Append a Markdown summary to this file: \"$GITHUB_STEP_SUMMARY\"");
  verb->add_flag("--all", options->all, "List every row, not only those that are not fine");
  options->format.add_to(*verb);
  verb->callback([options, &action] { action = [options] { return run_compare(*options); }; });
}

}  // namespace hallmark::cli
