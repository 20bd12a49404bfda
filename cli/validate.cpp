// hallmark validate: a vectors file, or a folder of them with their checksums.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bounds/certificate.hpp"
#include "cli/io/files.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/vectors/certified.hpp"
#include "cli/vectors/errata.hpp"
#include "cli/vectors/vector_check.hpp"
#include "cli/vectors/vector_file.hpp"
#include "cli/vectors/vector_reader.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t file_limit = std::size_t{1} << 27;

// What was found so far, and how much was looked at.
struct Report {
  ExitStatus status = done;
  std::vector<std::string> problems = {};
  std::vector<std::pair<std::string, long>> counts = {};  // files and their vectors, in the order they were read
  std::map<std::string, long> ends = {};                  // vectors of lists by the ends that have a certificate

  void problem(const fs::path& path, std::string_view what) {
    const std::string text = fmt::format("{}: {}", path.string(), what);
    say(text);
    problems.push_back(text);
    status = worse(status, proved_wrong);
  }
};

std::optional<std::string> bytes_if_there(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  return read_file(path, file_limit);
}

// The list and the bundle of a suite, where there is a list: what is wrong, and how many ends are certified.
void check_certified(const fs::path& path, const Json& root, Report& report) {
  const std::string suite = root.at("suite").get<std::string>();
  for (const fs::path& above : {path.parent_path(), path.parent_path() / ".."}) {
    const fs::path folder = above / bundles_name;
    const fs::path list_path = (folder / list_name(suite)).lexically_normal();
    const auto text = bytes_if_there(list_path);
    if (!text) continue;
    const auto list = read_list(list_path.string(), *text);
    const bool none = std::all_of(list.begin(), list.end(), [](const auto& v) { return v.digests.empty(); });
    const fs::path bundle_path = (folder / bundle_name(suite)).lexically_normal();
    const auto bytes = bytes_if_there(bundle_path);
    if (!bytes && !none) report.problem(bundle_path, "is missing");
    const auto bundle = bytes ? read_bundle(bundle_path.string(), *bytes) : std::vector<std::string>{};
    for (const std::string& error : certified_errors(root, list, bundle)) report.problem(list_path, error);
    for (const CertifiedVector& v : list) ++report.ends[v.ends];
    return;
  }
}

void check_file(const fs::path& path, const std::string& text, Report& report) {
  const auto root = read_vectors(path.string(), text);
  report.counts.emplace_back(path.string(), root.at("numberOfTests").get<long>());
  const fs::path folder = path.parent_path();
  const auto certificates = [&](const std::string& file) {
    auto bytes = bytes_if_there(folder / file);
    return bytes ? bytes : bytes_if_there(folder / ".." / file);
  };
  for (const std::string& error : vector_errors(root, text, certificates)) report.problem(path, error);
  if (const std::string name = path.stem(); root.at("suite").get<std::string>() != name) {
    report.problem(path, fmt::format("/suite: expected \"{}\", the name of the file", name));
  }
  const fs::path twin = fs::path(path).replace_extension(".csv");
  const auto csv = bytes_if_there(twin);
  if (!csv) {
    report.problem(twin, "the CSV twin is missing");
  } else if (const auto difference = first_difference(csv_text(root), *csv)) {
    report.problem(twin, fmt::format("not the twin of the JSON file, line {}", *difference));
  }
  check_certified(path, root, report);
}

void check_any(const fs::path& path, const std::string& text, Report& report) {
  if (path.filename() == errata_name) {
    (void)read_errata(path.string(), text);
  } else {
    check_file(path, text, report);
  }
}

// A refused file is a problem of that file; the others are looked at all the same.
template <typename Check>
void guarded(Report& report, const Check& check) {
  try {
    check();
  } catch (const InputError& error) {
    say(error.what());
    report.problems.emplace_back(error.what());
    report.status = worse(report.status, bad_input);
  }
}

// Every file of the folder is listed with its digest, and every file listed is there.
void check_checksums(const fs::path& folder, Report& report) {
  const fs::path list = folder / checksums_name;
  const auto text = bytes_if_there(list);
  if (!text) {
    report.problem(list, "is missing");
    return;
  }
  const Checksums checksums = read_checksums(list.string(), *text);
  if (const auto difference = first_difference(checksums_text(checksums), *text)) {
    report.problem(list, fmt::format("not in order, line {}", *difference));
  }
  for (const auto& [name, digest] : checksums) {
    const auto bytes = bytes_if_there(folder / name);
    if (!bytes) {
      report.problem(folder / name, fmt::format("listed in {}, but missing", checksums_name));
    } else if (sha256(*bytes) != digest) {
      report.problem(folder / name, fmt::format("the SHA-256 is not that of {}", checksums_name));
    }
  }
  for (const auto& file : fs::directory_iterator(folder)) {
    const std::string name = file.path().filename();
    if (name == checksums_name || (file.is_directory() && (name == certificates_name || name == bundles_name)))
      continue;
    if (name.starts_with(ledger_name)) continue;  // of a run that was stopped
    if (checksums.count(name) == 0) report.problem(file.path(), fmt::format("not listed in {}", checksums_name));
  }
}

void check_folder(const fs::path& folder, Report& report) {
  guarded(report, [&] { check_checksums(folder, report); });
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() == ".json") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    guarded(report, [&] { check_any(file, read_file(file, file_limit), report); });
  }
  if (std::all_of(files.begin(), files.end(), [](const fs::path& file) { return file.filename() == errata_name; })) {
    report.problem(folder, "has no vectors");
  }
}

ExitStatus run_validate(const std::vector<std::string>& paths, bool json) {
  Report report;
  for (const std::string& text : paths) {
    const fs::path path = fs::path(text).lexically_normal();
    std::error_code error;
    if (fs::is_directory(path, error)) {
      try {
        check_folder(path, report);
      } catch (const fs::filesystem_error& failure) {
        throw FileError(fmt::format("{}: cannot be read: {}", path.string(), failure.code().message()));
      }
    } else {
      const std::string content = read_file(path, file_limit);
      guarded(report, [&] {
        check_any(path, content, report);
        const fs::path list = path.parent_path() / checksums_name;
        if (const auto sums = bytes_if_there(list)) {
          const Checksums checksums = read_checksums(list.string(), *sums);
          const auto line = checksums.find(path.filename());
          if (line == checksums.end() || line->second != sha256(content)) {
            report.problem(path, fmt::format("the SHA-256 is not that of {}", list.string()));
          }
        }
      });
    }
  }
  if (json) {
    Json files = Json::array();
    for (const auto& [file, count] : report.counts) files.push_back({{"file", file}, {"vectors", count}});
    fmt::print("{}\n", Json{{"valid", report.status == done}, {"files", files}, {"problems", report.problems}}.dump(2));
  } else if (report.status == done) {
    long vectors = 0;
    for (const auto& [file, count] : report.counts) {
      fmt::print("{:6} {}\n", count, file);
      vectors += count;
    }
    fmt::print("{} vectors in {} files: valid\n", vectors, report.counts.size());
    if (!report.ends.empty()) {
      fmt::print("certificates in bundles: {} vectors at both ends, {} at one, {} at none\n", report.ends["both"],
                 report.ends["lower"] + report.ends["upper"], report.ends["none"]);
    }
  }
  return report.status;
}

}  // namespace

void add_validate(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> paths;
    FormatOption format{"text", "json"};
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("validate", "Check vectors files: hallmark validate data/vectors_v1");
  verb->add_option("paths", options->paths, "Files, or folders with their SHA256SUMS")->required();
  options->format.add_to(*verb);
  verb->callback(
      [options, &action] { action = [options] { return run_validate(options->paths, options->format.json()); }; });
}

}  // namespace hallmark::cli
