// hallmark certify: claims in, verdicts and certificates out.
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "bounds/certificate.hpp"
#include "cli/checker.hpp"
#include "cli/claims_file.hpp"
#include "cli/decided.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/report/page.hpp"
#include "cli/verbs.hpp"
#include "cli/work/leftovers.hpp"
#include "cli/work/output_file.hpp"
#include "cli/work/work.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t claims_limit = 16 << 20;
constexpr long shown_digits = 12;  // of each end of the bracket that a verdict rests on

struct CertifyOptions {
  std::vector<std::string> files;
  std::string folder;
  std::string expected;
  bool compares = false;  // with verdicts expected
  std::string route;
  std::string html;
  EffortOptions effort;
  FormatOption format{"text", "json"};
  std::string jobs;
  bool check = false;
  bool keep_going = false;  // what happens anyway
  bool quiet = false;
};

// A claim of a file, and what is wrong with it before anything is computed.
struct Asked {
  Claim claim;
  std::string error;
};

struct AllClaims {
  std::vector<Asked> claims;
  std::vector<Remark> remarks;
  std::map<std::string, Published> published = {};
  std::map<std::string, std::string> verdicts = {};  // that a file of the register states
  ExitStatus status = done;
};

// What a claim came to, as the ledger keeps it.
struct Ruling {
  std::string outcome;  // certified, refuted, undecided, error
  std::string reason;
  std::string shown;                     // of the object for --json
  std::string certificate;               // its text, empty if there is none
  std::vector<std::string> ends = {};    // proved, exactly: of both quantities
  std::vector<std::string> axioms = {};  // that the certificate rests on
  std::string statement = {};            // that hallmark-check must say it verified
};

std::string to_text(const Ruling& row) {
  return Json{{"outcome", row.outcome},         {"reason", row.reason}, {"shown", row.shown},
              {"certificate", row.certificate}, {"ends", row.ends},     {"axioms", row.axioms},
              {"statement", row.statement}}
      .dump();
}

Ruling from_text(const std::string& text) {
  const Json j = Json::parse(text);
  return {j.at("outcome"), j.at("reason"), j.at("shown"),    j.at("certificate"),
          j.at("ends"),    j.at("axioms"), j.at("statement")};
}

// The row of the page that `hallmark report` writes.
PageRow page_row_of(const Claim& claim, const Ruling& row, const Published& published) {
  Decided decided{row.outcome, {.outcome = Outcome::undecided, .reason = row.reason, .axioms = row.axioms}};
  const auto answer = [&](std::size_t first) {
    Answer a;
    a.lo = Rational(row.ends[first]);
    a.hi = Rational(row.ends[first + 1]);
    return a;
  };
  if (row.ends.size() >= 2) decided.verdict.answer = answer(0);
  if (row.ends.size() >= 4) decided.verdict.right_answer = answer(2);
  PageRow page = page_row(claim, decided, published);
  page.certificate = row.certificate;
  return page;
}

// Whether an argument states a claim itself: it has parentheses, or parameters behind "for", and is no file.
bool is_statement(const std::string& text) {
  std::error_code error;
  const bool states = text.find('(') != std::string::npos || text.find(" for ") != std::string::npos;
  return states && !std::filesystem::exists(text, error);
}

// A file of claims, standard input for "-"; nothing, with a word about it, for one of expected verdicts.
std::optional<ClaimsFile> read_claims(const std::string& path) {
  const std::string name = path == "-" ? "standard input" : path;
  const std::string text = read_file(path == "-" ? "/dev/stdin" : path, claims_limit);
  if (is_expected(text)) {
    say(fmt::format("{}: holds the verdicts that are expected of claims, and no claims: skipped", name));
    return std::nullopt;
  }
  return parse_claims(name, text);
}

// Every claim of every file is read and checked before one is decided: all that is wrong is said together.
AllClaims read_all(const std::vector<std::string>& paths) {
  AllClaims all;
  std::size_t statements = 0;
  std::map<std::string, std::string> seen;
  const auto check = [&](const std::string& id, const std::string& path) {
    const auto [at, fresh] = seen.emplace(id, path);
    if (!fresh)
      throw InputError(fmt::format("{}: claim {}: expected each id once, found it in {} too", path, id, at->second));
  };
  for (const std::string& path : paths) {
    try {
      if (is_statement(path)) {
        Claim claim = read_statement(path);
        if (++statements > 1) claim.id += fmt::format("-{}", statements);
        check(claim.id, "the command line");
        all.published[claim.id].source = "the command line";
        all.claims.push_back({claim, refusals(claim.id, claim)});
        continue;
      }
      auto file = read_claims(path);
      if (!file) continue;
      for (const Claim& c : file->claims) {
        check(c.id, path);
        all.claims.push_back({c, refusals(path, c)});
      }
      for (const Remark& r : file->remarks) {
        check(r.id, path);
        all.remarks.push_back(r);
      }
      all.published.merge(file->published);
      all.verdicts.merge(file->verdicts);
    } catch (const InputError& error) {
      say(error.what());
      all.status = worse(all.status, bad_input);
    } catch (const FileError& error) {
      say(error.what());
      all.status = worse(all.status, file_trouble);
    }
  }
  return all;
}

std::string value_text(const Claim& claim) {
  if (claim.right) return claim.right->quantity;
  return claim.values.size() == 2 ? fmt::format("[{}, {}]", claim.values[0], claim.values[1]) : claim.values[0];
}

Json row_json(const Claim& c, const Verdict& v) {
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
  return j;
}

Ruling row_of(const Claim& claim, const Decided& decided) {
  const Verdict& verdict = decided.verdict;
  Json shown = row_json(claim, verdict);
  shown["verdict"] = decided.outcome;
  Ruling row{decided.outcome, verdict.reason, shown.dump(),
             verdict.statement ? certificate_text(*verdict.statement) : ""};
  for (const std::optional<Answer>* answer : {&verdict.answer, &verdict.right_answer}) {
    if (!*answer) break;
    row.ends.push_back((*answer)->lo.to_string());
    row.ends.push_back((*answer)->hi.to_string());
  }
  row.axioms = verdict.axioms;
  if (verdict.statement) row.statement = statement_text(*verdict.statement);
  return row;
}

std::string row_text(const Claim& claim, const Ruling& row) {
  const bool colour = isatty(STDOUT_FILENO) != 0;
  const char* paint = "";
  if (colour) paint = row.outcome == "certified" ? "\033[32m" : row.outcome == "refuted" ? "\033[31m" : "\033[33m";
  return fmt::format("{:<6} {}{:<9}{} {} {} {}\n       {}\n", claim.id, paint, row.outcome, colour ? "\033[0m" : "",
                     claim.left.quantity, to_string(claim.relation), value_text(claim), row.reason);
}

ExitStatus status_of(const std::string& outcome) {
  if (outcome == "certified") return done;
  if (outcome == "refuted") return proved_wrong;
  return outcome == "undecided" ? undecided : bad_input;
}

// With --expected what counts is whether the verdicts are the expected ones.
ExitStatus compare_with_expected(const std::string& path, std::map<std::string, std::string> expected,
                                 const std::map<std::string, std::string>& verdicts,
                                 const std::vector<Remark>& remarks) {
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
  for (const auto& [id, verdict] : verdicts) compare(id, verdict);
  for (const Remark& r : remarks) compare(r.id, "remark");
  for (const auto& [id, verdict] : expected) {
    say(fmt::format("{}: expected {} for {}, found no such claim", path, verdict, id));
    same = false;
  }
  return same ? done : proved_wrong;
}

// Hands over verdicts as they come: rows, certificates, the checker's word on them.
class Output {
 public:
  Output(const AllClaims& all, const CertifyOptions& options)
      : all_(all), options_(options), json_(options.format.json()) {
    if (json_) write("{\n  \"claims\": [");
  }

  void deliver(std::size_t i, const std::string& text) {
    const Claim& claim = all_.claims[i].claim;
    const Ruling row = from_text(text);
    std::string path;
    if (!options_.folder.empty() && !row.certificate.empty()) {
      path = (std::filesystem::path(options_.folder) / (claim.id + ".cert")).string();
      write_file(path, row.certificate);
    }
    std::string checked;
    if (options_.check && !path.empty()) {
      const CheckerAnswer answer = ask_checker(path, row.statement);
      checked = answer.line;
      if (!answer.verified) status_ = worse(status_, proved_wrong);
    }
    status_ = worse(status_, status_of(row.outcome));
    verdicts_[claim.id] = row.outcome;
    if (!options_.html.empty()) page_.push_back(page_row_of(claim, row, all_.published.at(claim.id)));
    if (json_) {
      Json shown = Json::parse(row.shown);
      shown["certificate"] = path.empty() ? Json(nullptr) : Json(path);
      if (options_.check) shown["checker"] = checked.empty() ? Json(nullptr) : Json(checked);
      write((i == 0 ? "\n" : ",\n") + indented(shown.dump(2), 4));
    } else {
      write(row_text(claim, row) + (checked.empty() ? "" : fmt::format("       checker: {}\n", checked)));
    }
  }

  // The end of the object, or remarks and the summary.
  void finish() {
    std::map<std::string, long> counts;
    for (const auto& [id, outcome] : verdicts_) ++counts[outcome];
    if (json_) return write("\n  ]\n}\n");
    for (const Remark& r : all_.remarks) write(fmt::format("{:<6} remark    {}\n", r.id, r.text));
    std::string text = fmt::format("{} of {} claims:", verdicts_.size(), all_.claims.size());
    const char* separator = " ";
    for (const char* outcome : {"certified", "refuted", "undecided", "error"}) {
      if (counts[outcome] == 0) continue;
      text += fmt::format("{}{} {}", separator, counts[outcome], outcome);
      separator = ", ";
    }
    write(text + "\n");
  }

  void write_page() {
    for (const Remark& remark : all_.remarks) page_.push_back(page_row(remark, all_.published.at(remark.id)));
    write_file(options_.html, report_page(report_title, page_));
  }

  [[nodiscard]] ExitStatus status() const { return status_; }
  [[nodiscard]] const std::map<std::string, std::string>& verdicts() const { return verdicts_; }

 private:
  static void write(const std::string& text) { OutputFile("").write(text); }

  const AllClaims& all_;
  const CertifyOptions& options_;
  bool json_;
  ExitStatus status_ = done;
  std::map<std::string, std::string> verdicts_;
  std::vector<PageRow> page_;
};

// One route for all claims: each quantity must have it.
void check_route(const AllClaims& all, const std::string& route) {
  if (route.empty()) return;
  for (const Asked& asked : all.claims) {
    const Entry* e = find_entry(asked.claim.left.quantity);
    if (e == nullptr || fmt::format(" {} ", e->routes).find(fmt::format(" {} ", route)) != std::string::npos) continue;
    throw InputError(e->id, "route", route, fmt::format("one of: {}", e->routes));
  }
}

Work work_of(const AllClaims& all, const CertifyOptions& options, Output& output) {
  Work work;
  work.count = all.claims.size();
  work.unit = "claims";
  work.key = [&all, &options](std::size_t i) {
    const Claim& c = all.claims[i].claim;
    return row_json(c, {.outcome = Outcome::undecided, .reason = ""}).dump() + options.effort.time_limit() + " " +
           options.route;
  };
  work.compute = [&all, &options](std::size_t i) -> std::optional<std::string> {
    const Asked& asked = all.claims[i];
    const auto decided =
        decide(asked.claim, asked.error, options.effort.start(), options.route);  // time for each claim
    if (!decided) return std::nullopt;
    return to_text(row_of(asked.claim, *decided));
  };
  work.deliver = [&output](std::size_t i, const std::string& text) { output.deliver(i, text); };
  return work;
}

ExitStatus run_certify(const CertifyOptions& options) {
  if (options.check && options.folder.empty()) {
    throw InputError("certify: --check: must stand beside --out, the folder of the certificates to check");
  }
  const long jobs = jobs_option(options.jobs);
  (void)options.effort.start();  // refuses a bad limit first
  std::map<std::string, std::string> expected;
  if (!options.expected.empty()) expected = parse_expected(options.expected, read_file(options.expected, claims_limit));
  if (!options.html.empty()) check_writable(options.html);
  const AllClaims all = read_all(options.files);
  if (options.expected.empty()) expected = all.verdicts;
  if (all.claims.empty()) {
    if (all.status != done) return all.status;
    throw InputError("certify: expected a claim to decide, found none");
  }
  check_route(all, options.route);
  std::optional<Ledger> ledger;
  if (!options.folder.empty()) {
    make_folder(options.folder);
    ledger.emplace(std::filesystem::path(options.folder) / ".ledger", program_fingerprint());
    remove_leftovers(options.folder, [&all](const std::string& name) {
      return std::any_of(all.claims.begin(), all.claims.end(),
                         [&](const Asked& asked) { return name == asked.claim.id + ".cert"; });
    });
  }
  Output output(all, options);
  const bool complete = do_work(work_of(all, options, output),
                                {.jobs = jobs, .quiet = options.quiet, .ledger = ledger ? &*ledger : nullptr});
  output.finish();
  if (!complete) {
    if (ledger) say("what is decided is kept: the same command goes on");
    return interrupted;
  }
  if (ledger) ledger->remove();
  if (!options.html.empty()) output.write_page();
  if (!options.compares || all.status != done) return worse(all.status, output.status());
  const std::string where = options.expected.empty() ? "the register" : options.expected;
  return compare_with_expected(where, std::move(expected), output.verdicts(), all.remarks);
}

}  // namespace

void add_certify(CLI::App& app, Action& action) {
  auto options = std::make_shared<CertifyOptions>();
  CLI::App* verb = app.add_subcommand(
      "certify", "Judge claims: hallmark certify 'dp-sgd.epsilon(sigma=1.1, rate=1%, steps=1000, delta=1e-5) <= 2'");
  verb->add_option("files", options->files,
                   "Statements, or claims files (JSON, schema hallmark-claims-v1); - is standard input")
      ->required();
  verb->add_option("-o,--out", options->folder,
                   "Folder for one certificate a decided claim; the same command goes on where it was stopped");
  CLI::Option* expected = verb->add_option("--expected", options->expected,
                                           "Verdicts to compare with: exit 0 exactly if all are as expected. Without a "
                                           "file, those that the rows of the register state");
  expected->expected(0, 1);
  verb->add_option("--html", options->html, "The verdicts as one page too, as hallmark report writes it");
  verb->add_option("--route", options->route, "Which algorithm, for all claims");
  options->effort.add_to(*verb, false);
  add_jobs(*verb, options->jobs);
  verb->add_flag("--check", options->check, "Run hallmark-check on each certificate as it is written");
  verb->add_flag("--keep-going", options->keep_going, "Decide the good claims where others are wrong: always so");
  add_quiet(*verb, options->quiet);
  options->format.add_to(*verb);
  verb->callback([options, expected, &action] {
    options->compares = expected->count() > 0;
    action = [options] { return run_certify(*options); };
  });
}

}  // namespace hallmark::cli
