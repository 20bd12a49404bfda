// Computing vectors: every case once, on all cores, each as good as promised or not at all.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>

#include "cli/suites/suites.hpp"
#include "cli/vectors/certified.hpp"
#include "cli/work/ledger.hpp"

namespace hallmark::cli {

/// A case that did not reach its digits: nothing may be published.
class Unreached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is published about one case.
struct Computed {
  nlohmann::ordered_json out;
  std::string certificate;    // empty where none is asked for
  CertifiedEnds beside = {};  // where bundles are asked for and it has no certificate of its own
};

struct Job {
  const Entry* entry;
  Arguments arguments;
  std::string id;
  long digits;
  bool exact;
  bool certificate;
  std::vector<Number> thresholds = {};  // every eps that shares a table with this one
  long spare = 8;                       // digits asked for beyond those published
};

/// The cases of the suites, each id once.
[[nodiscard]] std::vector<Job> jobs_of(std::span<const Suite* const> suites);

struct RunOptions {
  std::function<Budget()> budget;  // of one case
  long threads;
  bool quiet = true;
  bool bundles = false;  // certificates of all proved vectors
};

/// Results by id. The values depend on the jobs alone: a case that runs out of time throws Unreached, and is never
/// published wider. Incomplete only if interrupted; what was finished is in the ledger then.
[[nodiscard]] std::map<std::string, Computed> run_jobs(const std::vector<Job>& jobs, const RunOptions& options,
                                                       Ledger& ledger);

}  // namespace hallmark::cli
