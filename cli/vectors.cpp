// hallmark vectors: computes the suites and writes them, never over a published value without a record.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <set>

#include "bounds/certificate.hpp"
#include "cli/io/effort_options.hpp"
#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/vectors/errata.hpp"
#include "cli/vectors/vector_file.hpp"
#include "cli/vectors/vector_reader.hpp"
#include "cli/vectors/vector_run.hpp"
#include "cli/verbs.hpp"
#include "cli/work/ledger.hpp"
#include "cli/work/leftovers.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t vectors_limit = std::size_t{1} << 27;

struct VectorsOptions {
  std::vector<std::string> suites;
  std::string out;
  std::string certificates;
  std::string jobs;
  std::string bundles;
  bool quiet = false;
  FormatOption format{"text", "json"};
  EffortOptions effort;
};

std::vector<const Suite*> chosen_suites(const VectorsOptions& options) {
  std::vector<const Suite*> chosen;
  if (options.suites.empty()) {
    for (const Suite& s : all_suites()) chosen.push_back(&s);
    return chosen;
  }
  for (const std::string& name : options.suites) {
    const Suite* s = &suite(name);
    if (std::find(chosen.begin(), chosen.end(), s) == chosen.end()) chosen.push_back(s);
  }
  return chosen;
}

std::string json_name(const Suite& s) { return fmt::format("{}.json", s.name); }
std::string csv_name(const Suite& s) { return fmt::format("{}.csv", s.name); }

std::set<std::string> own_names() {
  std::set<std::string> names = {std::string(checksums_name), std::string(errata_name)};
  for (const Suite& s : all_suites()) {
    names.insert(json_name(s));
    names.insert(csv_name(s));
  }
  return names;
}

// What the folder has published, before anything is computed: a file that is none of ours stops the run immediately.
struct Before {
  std::map<std::string, nlohmann::ordered_json> suites;
  std::vector<Erratum> errata;
  Checksums checksums;
};

Before read_before(const fs::path& folder, const std::vector<const Suite*>& chosen) {
  Before before;
  for (const Suite* s : chosen) {
    const fs::path path = folder / json_name(*s);
    if (!fs::exists(path)) continue;
    before.suites.emplace(s->name, read_vectors(path.string(), read_file(path, vectors_limit)));
  }
  if (const fs::path path = folder / errata_name; fs::exists(path)) {
    before.errata = read_errata(path.string(), read_file(path, vectors_limit));
  }
  if (const fs::path path = folder / checksums_name; fs::exists(path)) {
    before.checksums = read_checksums(path.string(), read_file(path, vectors_limit));
  }
  return before;
}

// Says what would change unrecorded; whether there is any.
bool refuse_changes(const fs::path& folder, const Before& before,
                    const std::map<std::string, nlohmann::ordered_json>& after) {
  std::vector<std::string> changes;
  for (const auto& [name, root] : before.suites) {
    for (const std::string& change : silent_changes(root, after.at(name), before.errata)) {
      changes.push_back(fmt::format("{}: {}", (folder / (name + ".json")).string(), change));
    }
  }
  constexpr std::size_t shown = 10;
  for (std::size_t i = 0; i < std::min(changes.size(), shown); ++i) say(changes[i]);
  if (changes.size() > shown) say(fmt::format("and {} more", changes.size() - shown));
  if (changes.empty()) return false;
  say(fmt::format("nothing was written: a published value changes only with an entry in {}",
                  (folder / errata_name).string()));
  return true;
}

// The certificates of a suite's vectors that have none of their own, and the list of them.
void write_bundle(const fs::path& folder, const Json& root, const std::map<std::string, Computed>& results) {
  std::vector<CertifiedVector> list;
  std::vector<std::string> certificates;
  for (const Json& group : root.at("testGroups")) {
    if (group.at("status") != to_string(Status::proved)) continue;
    for (const Json& test : group.at("tests")) {
      if (!test.at("cert").is_null()) continue;
      const std::string id = test.at("id").get<std::string>();
      const CertifiedEnds& beside = results.at(id).beside;
      list.push_back({id, beside.ends, {}, beside.missing});
      for (const std::string& certificate : beside.certificates) {
        list.back().digests.push_back(sha256(certificate));
        certificates.push_back(certificate);
      }
    }
  }
  if (list.empty()) return;
  const std::string name = root.at("suite").get<std::string>();
  if (!certificates.empty()) write_file(folder / bundle_name(name), bundle_text(certificates));
  write_file(folder / list_name(name), list_text(list));
}

ExitStatus run_vectors(const VectorsOptions& options) {
  const auto chosen = chosen_suites(options);
  (void)options.effort.start();  // refuses a bad budget before a folder is made
  const RunOptions effort{.budget = [&] { return options.effort.start(); },
                          .threads = jobs_option(options.jobs),
                          .quiet = options.quiet,
                          .bundles = !options.bundles.empty()};
  const bool json = options.format.json();
  const fs::path folder(options.out);
  const fs::path certificates =
      options.certificates.empty() ? folder / certificates_name : fs::path(options.certificates);
  make_folder(folder);
  Ledger ledger(folder / ledger_name, program_fingerprint());
  remove_leftovers(folder, [names = own_names()](const std::string& name) { return names.contains(name); });
  const Before before = read_before(folder, chosen);

  const auto jobs = jobs_of(chosen);
  std::map<std::string, Computed> results;
  try {
    results = run_jobs(jobs, effort, ledger);
  } catch (const Unreached& error) {
    say(error.what());
    say("nothing was written; what is finished is kept for the next run");
    return undecided;
  }
  if (interrupt_flag()) return interrupted;

  std::map<std::string, nlohmann::ordered_json> roots;
  for (const Suite* s : chosen) roots.emplace(s->name, suite_json(*s, results));
  if (refuse_changes(folder, before, roots)) return proved_wrong;

  const bool certified = std::any_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.certificate; });
  if (certified) {
    make_folder(certificates);
    remove_leftovers(certificates, [](const std::string& name) {
      return name.ends_with(".cert") && name.find_first_not_of("0123456789abcdef.cert") == std::string::npos;
    });
    for (const Job& job : jobs) {
      if (job.certificate) write_file(certificates / (job.id + ".cert"), results.at(job.id).certificate);
    }
  }
  if (!options.bundles.empty()) make_folder(options.bundles);
  for (const Suite* s : chosen) {
    if (!options.bundles.empty()) write_bundle(options.bundles, roots.at(std::string(s->name)), results);
  }
  Checksums checksums = before.checksums;
  const auto write = [&](const std::string& name, const std::string& text) {
    write_file(folder / name, text);
    checksums[name] = sha256(text);
  };
  for (const Suite* s : chosen) {
    write(json_name(*s), json_text(roots.at(std::string(s->name))));
    write(csv_name(*s), csv_text(roots.at(std::string(s->name))));
  }
  const fs::path errata = folder / errata_name;
  write(std::string(errata_name), fs::exists(errata) ? read_file(errata, vectors_limit) : empty_errata());
  write_file(folder / checksums_name, checksums_text(checksums));
  ledger.remove();
  Json files = Json::array();
  for (const Suite* s : chosen) {
    const std::string path = (folder / json_name(*s)).string();
    const long count = roots.at(std::string(s->name))["numberOfTests"].get<long>();
    files.push_back({{"file", path}, {"vectors", count}});
    if (!json) fmt::print("{}: {} vectors\n", path, count);
  }
  if (json) fmt::print("{}\n", Json{{"files", files}}.dump(2));
  return done;
}

}  // namespace

void add_vectors(CLI::App& app, Action& action) {
  auto options = std::make_shared<VectorsOptions>();
  CLI::App* verb = app.add_subcommand("vectors", "Write the golden vectors: hallmark vectors smoke --out DIR");
  verb->add_option("suites", options->suites, "Which suites (default: all)");
  verb->add_option("-o,--out", options->out, "Folder of the files; created if needed")->required();
  verb->add_option("--certificates", options->certificates, "Folder of the certificates (default: DIR/certificates)");
  verb->add_option(
      "--bundles", options->bundles,
      "Folder for the certificates of all other proved vectors, each verified by hallmark-check: SUITE.certs, "
      "and SUITE.csv, which says which vector has which, and what has none and why");
  add_jobs(*verb, options->jobs);
  add_quiet(*verb, options->quiet);
  options->format.add_to(*verb);
  options->effort.add_to(*verb, false);
  verb->get_option("--time-limit")
      ->description(
          "Seconds of processor time that one vector may take; one that takes longer is not published (default 60)");
  verb->callback([options, &action] { action = [options] { return run_vectors(*options); }; });
}

}  // namespace hallmark::cli
