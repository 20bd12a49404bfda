// Vectors computed anew in the short run: those whose id, a hash of the question, begins with 00 to
// 03. All of them are under the label long: cli/vectors_resume.py.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "cli/io/files.hpp"
#include "cli/vectors/vector_reader.hpp"
#include "cli/vectors/vector_run.hpp"
#include "support/folders.hpp"

using namespace hallmark;
using namespace hallmark::cli;

namespace {

// What is published, by id.
std::map<std::string, nlohmann::ordered_json> published_values() {
  std::map<std::string, nlohmann::ordered_json> values;
  for (const Suite& s : all_suites()) {
    const std::string path = hallmark::test::source_folder() + "/data/vectors_v1/" + std::string(s.name) + ".json";
    const nlohmann::ordered_json vectors = read_vectors(path, read_file(path, 1 << 27));
    for (const auto& group : vectors["testGroups"]) {
      for (const auto& test : group["tests"]) values.emplace(test["id"].get<std::string>(), test["out"]);
    }
  }
  return values;
}

}  // namespace

TEST_CASE("a sample of all suites has the published values") {
  std::vector<const Suite*> suites;
  for (const Suite& s : all_suites()) suites.push_back(&s);
  std::vector<Job> sample = jobs_of(suites);
  std::erase_if(sample, [](const Job& job) { return job.id >= "04"; });
  REQUIRE(sample.size() > 60);
  const auto folder = std::filesystem::temp_directory_path() / ("hallmark-sample-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  Ledger ledger(folder / "ledger", "sample");
  const RunOptions options{.budget = [] { return Budget(std::chrono::seconds(600)); }, .threads = 1};
  const auto results = run_jobs(sample, options, ledger);
  const auto published = published_values();
  for (const auto& [id, computed] : results) {
    INFO(id);
    CHECK(computed.out == published.at(id));
  }
  CHECK(results.size() == sample.size());
  ledger.remove();
  std::filesystem::remove_all(folder);
}
