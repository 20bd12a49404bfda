// hallmark report: claims in, their verdicts as one page out.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <set>

#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/report/page.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

struct ReportOptions {
  std::vector<std::string> files;
  std::string out;
  std::string title = std::string(report_title);
  std::string checker;
  EffortOptions effort;
};

ExitStatus run_report(const ReportOptions& options) {
  constexpr std::size_t limit = 16 << 20;
  check_writable(options.out);
  std::vector<PageRow> rows;
  std::set<std::string> ids;
  ExitStatus status = done;
  const auto add = [&](PageRow row, const std::string& path) {
    if (!ids.insert(row.id).second) throw InputError(fmt::format("{}: claim {}: expected each id once", path, row.id));
    rows.push_back(std::move(row));
  };
  for (const std::string& path : options.files) {
    const ClaimsFile file = parse_claims(path, read_file(path, limit));
    for (const Claim& claim : file.claims) {
      const auto decided = decide(claim, refusals(path, claim), options.effort.start());  // time for each claim
      if (!decided) return interrupted;
      if (decided->outcome == "error") status = bad_input;
      add(page_row(claim, *decided, file.published.at(claim.id)), path);
    }
    for (const Remark& remark : file.remarks) add(page_row(remark, file.published.at(remark.id)), path);
  }
  write_file(options.out, report_page(options.title, rows, options.checker));
  fmt::print("{}: {} claims\n", options.out, rows.size());
  return status;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* verb = app.add_subcommand("report", "Judge published claims and write the verdicts as one page");
  verb->add_option("files", options->files, "Claims files (JSON, schema hallmark-claims-v1 or hallmark-register-v1)")
      ->required();
  verb->add_option("-o,--out", options->out, "The page, an HTML file that asks for no other")->required();
  verb->add_option("--title", options->title, "Its heading");
  verb->add_option("--checker", options->checker,
                   "Address of the checker's page (./bootstrap web): every certificate links to it");
  options->effort.add_to(*verb, false);
  verb->footer("The page holds every certificate. It is the same, byte for byte, for the same verdicts.");
  verb->callback([options, &action] { action = [options] { return run_report(*options); }; });
}

}  // namespace hallmark::cli
