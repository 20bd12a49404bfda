#include "cli/vectors/vector_run.hpp"

#include <fmt/format.h>

#include <set>

#include "bounds/certificate.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/output.hpp"
#include "cli/vectors/published.hpp"
#include "cli/vectors/vector_id.hpp"
#include "cli/work/work.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// What a vector may take, in questions to its budget, so that it is the same on every machine.
constexpr long vector_work = 50'000'000;

bool is_in_a_bundle(const Job& job, const RunOptions& options) {
  return options.bundles && !job.certificate && job.entry->status == Status::proved;
}

Computed compute(const Job& job, const RunOptions& options) {
  const Budget budget = options.budget().and_counted(vector_work);
  const Answer answer =
      evaluate(*job.entry, job.arguments,
               {.digits = job.digits + job.spare, .exact = job.exact, .thresholds = job.thresholds, .budget = budget});
  // A budget that ended may have cut a search short without a word: then the value would depend on the machine.
  if (!answer.reached || budget.expired()) {
    throw Unreached(fmt::format("{}: {}", call_text(*job.entry, job.arguments),
                                answer.shortfall.empty() ? "the budget of a vector ended" : answer.shortfall));
  }
  Computed computed{published(answer, job.digits), {}};
  if (job.certificate) {
    const auto end = [&](const char* name) { return Rational(computed.out[name].get<std::string>()); };
    Statement statement = enclosure_statement({job.entry, job.arguments}, answer, end("lo"), end("hi"));
    if (!prepare_certificate(statement, budget)) {
      throw Unreached(fmt::format("{}: not for a certificate", call_text(*job.entry, job.arguments)));
    }
    computed.certificate = certificate_text(statement);
  }
  if (is_in_a_bundle(job, options)) {
    computed.beside = certified_ends({job.entry, job.arguments}, answer, computed.out, options.budget);
  }
  return computed;
}

std::string key_of(const Job& job, const RunOptions& options) {
  std::string key = fmt::format("{} {}{}{}{}", job.id, job.digits, job.exact ? " exact" : "",
                                job.certificate ? " certificate" : "", is_in_a_bundle(job, options) ? " bundle" : "");
  for (const Number& eps : job.thresholds) key += " " + eps.to_string();
  return key;
}

std::string to_text(const Computed& c) {
  nlohmann::ordered_json j;
  j["out"] = c.out;
  j["certificate"] = c.certificate;
  j["beside"] = {{"certificates", c.beside.certificates}, {"ends", c.beside.ends}, {"missing", c.beside.missing}};
  return j.dump();
}

Computed from_text(const std::string& text) {
  auto j = nlohmann::ordered_json::parse(text);
  const auto& beside = j["beside"];
  return {j["out"],
          j["certificate"].get<std::string>(),
          {beside["certificates"].get<std::vector<std::string>>(), beside["ends"].get<std::string>(),
           beside["missing"].get<std::string>()}};
}

}  // namespace

std::vector<Job> jobs_of(std::span<const Suite* const> suites) {
  std::vector<Job> jobs;
  std::map<std::string, std::size_t> known;
  for (const Suite* s : suites) {
    std::set<std::string> own;
    for (const Group& g : s->groups) {
      const Entry& e = entry(g.quantity);
      for (const Case& c : g.cases) {
        Arguments arguments = e.arguments(c.parameters);
        std::string id = vector_id(e, arguments);
        require(own.insert(id).second, fmt::format("a suite has an input once: {}", call_text(e, arguments)));
        if (known.emplace(id, jobs.size()).second) {
          jobs.push_back({&e,
                          std::move(arguments),
                          std::move(id),
                          g.digits,
                          g.exact,
                          c.smoke || c.certified,
                          {c.thresholds.begin(), c.thresholds.end()},
                          g.spare});
        } else {
          const Job& other = jobs[known[id]];
          require(other.digits == g.digits && other.exact == g.exact && other.certificate == (c.smoke || c.certified),
                  fmt::format("one input, one set of digits: {}", call_text(e, other.arguments)));
        }
      }
    }
  }
  return jobs;
}

std::map<std::string, Computed> run_jobs(const std::vector<Job>& jobs, const RunOptions& options, Ledger& ledger) {
  std::map<std::string, Computed> results;
  Work work;
  work.count = jobs.size();
  work.unit = "vectors";
  work.key = [&](std::size_t i) { return key_of(jobs[i], options); };
  work.compute = [&](std::size_t i) -> std::optional<std::string> {
    try {
      return to_text(compute(jobs[i], options));
    } catch (const Unreached&) {
      if (interrupt_flag()) return std::nullopt;  // why it was not reached
      throw;
    }
  };
  work.deliver = [&](std::size_t i, const std::string& text) { results.emplace(jobs[i].id, from_text(text)); };
  (void)do_work(work, {.jobs = options.threads, .quiet = options.quiet, .ledger = &ledger});
  return results;
}

}  // namespace hallmark::cli
