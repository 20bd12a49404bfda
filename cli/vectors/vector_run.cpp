#include "cli/vectors/vector_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <set>
#include <thread>

#include "bounds/certificate.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/output.hpp"
#include "cli/io/say.hpp"
#include "cli/vectors/published.hpp"
#include "cli/vectors/vector_id.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark::cli {
namespace {

Computed compute(const Job& job, const Budget& budget) {
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
  return computed;
}

std::string key_of(const Job& job) {
  std::string key =
      fmt::format("{} {}{}{}", job.id, job.digits, job.exact ? " exact" : "", job.certificate ? " certificate" : "");
  for (const Number& eps : job.thresholds) key += " " + eps.to_string();
  return key;
}

std::string to_text(const Computed& c) {
  nlohmann::ordered_json j;
  j["out"] = c.out;
  j["certificate"] = c.certificate;
  return j.dump();
}

Computed from_text(const std::string& text) {
  auto j = nlohmann::ordered_json::parse(text);
  return {j["out"], j["certificate"].get<std::string>()};
}

// How far and how fast, on a terminal only, a few times a second.
class Progress {
 public:
  Progress(std::size_t total, std::size_t begun) : total_(total), begun_(begun), shown_(::isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (shown_) say_raw("\r\033[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t finished) const {
    if (!shown_) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const double rate = static_cast<double>(finished - begun_) / std::max(seconds, 1e-3);
    std::string left;
    if (finished > begun_) left = fmt::format(", about {:.0f} s left", static_cast<double>(total_ - finished) / rate);
    say_raw(fmt::format("\r\033[K{} of {} vectors, {:.1f} a second{}", finished, total_, rate, left));
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::size_t total_;
  std::size_t begun_;
  bool shown_;
};

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
                          c.smoke,
                          {c.thresholds.begin(), c.thresholds.end()},
                          g.spare});
        } else {
          const Job& other = jobs[known[id]];
          require(other.digits == g.digits && other.exact == g.exact && other.certificate == c.smoke,
                  fmt::format("one input, one set of digits: {}", call_text(e, other.arguments)));
        }
      }
    }
  }
  return jobs;
}

std::map<std::string, Computed> run_jobs(const std::vector<Job>& jobs, const RunOptions& options, Ledger& ledger) {
  std::map<std::string, Computed> results;
  std::vector<const Job*> open;
  for (const Job& job : jobs) {
    if (const auto text = ledger.find(key_of(job))) {
      results.emplace(job.id, from_text(*text));
    } else {
      open.push_back(&job);
    }
  }
  std::mutex mutex;  // of results and error
  std::exception_ptr error;
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> finished{results.size()};
  std::atomic<bool> give_up{false};
  const auto work = [&] {
    while (!give_up && !interrupt_flag()) {
      const std::size_t at = next++;
      if (at >= open.size()) break;
      const Job& job = *open[at];
      try {
        Computed computed = compute(job, options.budget());
        ledger.insert(key_of(job), to_text(computed));
        const std::lock_guard lock(mutex);
        results.emplace(job.id, std::move(computed));
        ++finished;
      } catch (...) {
        if (interrupt_flag()) break;
        const std::lock_guard lock(mutex);
        if (!error) error = std::current_exception();
        give_up = true;
      }
    }
    free_thread_caches();
  };
  {
    const Progress progress(jobs.size(), finished);
    std::atomic<long> running{options.threads};
    std::vector<std::jthread> threads;
    for (long i = 0; i < options.threads; ++i) {
      threads.emplace_back([&] {
        work();
        --running;
      });
    }
    constexpr long polls_between_lines = 10;
    for (long poll = 0; running > 0; ++poll) {
      if (poll % polls_between_lines == 0) progress.show(finished);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  if (error) std::rethrow_exception(error);
  return results;
}

}  // namespace hallmark::cli
