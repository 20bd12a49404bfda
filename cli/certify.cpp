// hallmark certify: claims in, verdicts and certificates out.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "bounds/certificate.hpp"
#include "cli/claims_file.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/report/page.hpp"
#include "cli/verbs.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t file_limit = 16 << 20;
constexpr long shown_digits = 12;  // of each end of the bracket that a verdict rests on

struct Options {
  std::vector<std::string> files;
  std::string folder;
  std::string expected;
  bool compares = false;  // with verdicts expected
  std::string route;
  std::string html;
  EffortOptions effort;
  FormatOption format{"text", "json"};
};

struct Row {
  Claim claim;
  Verdict verdict;
  std::string certificate;  // path, empty if none was written
};

ClaimsFile read_all(const std::vector<std::string>& paths) {
  ClaimsFile all;
  std::map<std::string, std::string> seen;
  const auto check = [&](const std::string& id, const std::string& path) {
    const auto [at, fresh] = seen.emplace(id, path);
    if (!fresh)
      throw InputError(fmt::format("{}: claim {}: expected each id once, found it in {} too", path, id, at->second));
  };
  for (const std::string& path : paths) {
    ClaimsFile one = parse_claims(path, read_file(path, file_limit));
    for (Claim& c : one.claims) {
      check(c.id, path);
      all.claims.push_back(std::move(c));
    }
    for (Remark& r : one.remarks) {
      check(r.id, path);
      all.remarks.push_back(std::move(r));
    }
    all.published.merge(one.published);
    all.verdicts.merge(one.verdicts);
  }
  return all;
}

std::string value_text(const Claim& claim) {
  if (claim.right) return claim.right->quantity;
  return claim.values.size() == 2 ? fmt::format("[{}, {}]", claim.values[0], claim.values[1]) : claim.values[0];
}

Json row_json(const Row& row) {
  const Claim& c = row.claim;
  const Verdict& v = row.verdict;
  Json j;
  j["id"] = c.id;
  j["verdict"] = to_string(v.outcome);
  j["quantity"] = c.left.quantity;
  j["parameters"] = c.left.parameters;
  j["relation"] = to_string(c.relation);
  if (c.right) {
    j["value"]["quantity"] = c.right->quantity;
    j["value"]["parameters"] = c.right->parameters;
  } else if (c.values.size() == 2) {
    j["value"] = c.values;
  } else {
    j["value"] = c.values[0];
  }
  if (v.answer) {
    const EnclosureText t = enclosure_text(v.answer->lo, v.answer->hi, shown_digits);
    j["lo"] = t.lo;
    j["hi"] = t.hi;
  } else {
    j["lo"] = nullptr;
    j["hi"] = nullptr;
  }
  j["reason"] = v.reason;
  j["axioms"] = v.axioms;
  j["certificate"] = row.certificate.empty() ? Json(nullptr) : Json(row.certificate);
  return j;
}

void print_table(const std::vector<Row>& rows, const std::vector<Remark>& remarks) {
  const bool colour = isatty(STDOUT_FILENO) != 0;
  for (const Row& row : rows) {
    const char* paint = "";
    if (colour) {
      paint = row.verdict.outcome == Outcome::certified
                  ? "\033[32m"
                  : (row.verdict.outcome == Outcome::refuted ? "\033[31m" : "\033[33m");
    }
    fmt::print("{:<6} {}{:<9}{} {} {} {}\n", row.claim.id, paint, to_string(row.verdict.outcome),
               colour ? "\033[0m" : "", row.claim.left.quantity, to_string(row.claim.relation), value_text(row.claim));
    fmt::print("       {}\n", row.verdict.reason);
  }
  for (const Remark& r : remarks) fmt::print("{:<6} remark    {}\n", r.id, r.text);
}

ExitStatus status_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::certified:
      return done;
    case Outcome::refuted:
      return proved_wrong;
    case Outcome::undecided:
      return undecided;
  }
  return undecided;
}

// With --expected what counts is whether the verdicts are the expected ones.
ExitStatus compare_with_expected(const std::string& path, std::map<std::string, std::string> expected,
                                 const std::vector<Row>& rows, const std::vector<Remark>& remarks) {
  bool same = true;
  const auto compare = [&](const std::string& id, std::string_view found) {
    const auto at = expected.find(id);
    if (at == expected.end()) {
      say(fmt::format("{}: no verdict for {}, found {}", path, id, found));
      same = false;
      return;
    }
    if (at->second != found) {
      say(fmt::format("{}: expected {} for {}, found {}", path, at->second, id, found));
      same = false;
    }
    expected.erase(at);
  };
  for (const Row& row : rows) compare(row.claim.id, to_string(row.verdict.outcome));
  for (const Remark& r : remarks) compare(r.id, "remark");
  for (const auto& [id, verdict] : expected) {
    say(fmt::format("{}: expected {} for {}, found no such claim", path, verdict, id));
    same = false;
  }
  return same ? done : proved_wrong;
}

// The same verdicts as `hallmark report` writes them.
void write_page(const std::string& path, const std::vector<Row>& rows, const ClaimsFile& file) {
  std::vector<PageRow> page;
  for (const Row& row : rows) page.push_back(page_row(row.claim, row.verdict, file.published.at(row.claim.id)));
  for (const Remark& remark : file.remarks) page.push_back(page_row(remark, file.published.at(remark.id)));
  write_file(path, report_page(report_title, page));
}

ExitStatus run(const Options& options) {
  const ClaimsFile all = read_all(options.files);
  std::map<std::string, std::string> expected = all.verdicts;
  if (!options.expected.empty()) expected = parse_expected(options.expected, read_file(options.expected, file_limit));
  if (!options.folder.empty()) make_folder(options.folder);
  if (!options.html.empty()) check_writable(options.html);
  std::vector<Row> rows;
  ExitStatus status = done;
  for (const Claim& claim : all.claims) {
    const Budget budget = options.effort.start();  // for each claim
    Row row{claim, judge(claim, budget, options.route), ""};
    if (budget.stopped()) return interrupted;
    if (!options.folder.empty() && row.verdict.statement) {
      const std::filesystem::path path = std::filesystem::path(options.folder) / (claim.id + ".cert");
      write_file(path, certificate_text(*row.verdict.statement));
      row.certificate = path.string();
    }
    status = worse(status, status_of(row.verdict.outcome));
    rows.push_back(std::move(row));
  }
  if (!options.html.empty()) write_page(options.html, rows, all);
  if (options.format.json()) {
    Json array = Json::array();
    for (const Row& row : rows) array.push_back(row_json(row));
    Json root;
    root["claims"] = std::move(array);
    fmt::print("{}\n", root.dump(2));
  } else {
    print_table(rows, all.remarks);
  }
  if (!options.compares) return status;
  const std::string where = options.expected.empty() ? "the register" : options.expected;
  return compare_with_expected(where, std::move(expected), rows, all.remarks);
}

}  // namespace

void add_certify(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("certify", "Judge published claims: certified, refuted or undecided");
  verb->add_option("files", options->files, "Claims files (JSON, schema hallmark-claims-v1)")->required();
  verb->add_option("-o,--out", options->folder, "Folder for one certificate a decided claim");
  CLI::Option* expected = verb->add_option("--expected", options->expected,
                                           "Verdicts to compare with: exit 0 exactly if all are as expected. Without a "
                                           "file, those that the rows of the register state");
  expected->expected(0, 1);
  verb->add_option("--html", options->html, "The verdicts as one page too, as hallmark report writes it");
  verb->add_option("--route", options->route, "Which algorithm, for all claims");
  options->effort.add_to(*verb, false);
  options->format.add_to(*verb);
  verb->callback([options, expected, &action] {
    options->compares = expected->count() > 0;
    action = [options] { return run(*options); };
  });
}

}  // namespace hallmark::cli
