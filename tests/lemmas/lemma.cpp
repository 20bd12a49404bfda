#include "lemmas/lemma.hpp"

#include <mpfr.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <map>
#include <mutex>
#include <ostream>
#include <stdexcept>
#include <thread>

namespace hallmark::lemmas {

namespace {

constexpr std::uint64_t default_seed = 20'210'224;

std::string seconds_text(std::chrono::steady_clock::duration elapsed) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
  std::string fraction = std::to_string(milliseconds % 1000);
  fraction.insert(0, 3 - fraction.size(), '0');
  return std::to_string(milliseconds / 1000) + "." + fraction;
}

}  // namespace

std::uint64_t seed() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing in this program writes the environment.
  const char* text = std::getenv("HALLMARK_SEED");
  if (text == nullptr || *text == '\0') {
    return default_seed;
  }
  char* end = nullptr;
  const auto value = std::strtoull(text, &end, 10);
  return *end == '\0' ? std::uint64_t{value} : default_seed;
}

Random::Random(std::string_view salt) : state_(seed()) {
  for (const char letter : salt) {  // FNV-1a
    state_ = (state_ ^ static_cast<unsigned char>(letter)) * 1'099'511'628'211ULL;
  }
}

int Random::below(int bound) {
  state_ += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<int>((z ^ (z >> 31)) % static_cast<std::uint64_t>(bound));
}

const std::vector<Lemma>& all_lemmas() {
  static const std::vector<Lemma> lemmas = [] {
    std::map<std::string_view, Check> checks;
    for (Checks& part : all_checks()) {
      for (NamedCheck& named : part) {
        if (!checks.emplace(named.id, std::move(named.check)).second) throw std::logic_error("a check stands twice");
      }
    }
    if (checks.size() != lemma_rows().size()) throw std::logic_error("lemmas.txt and the checks differ");
    std::vector<Lemma> all;
    for (const LemmaRow& row : lemma_rows()) {
      all.push_back({std::string(row.id), std::string(row.statement), std::string(row.source),
                     row.expectation == "refuted" ? Expectation::refuted : Expectation::holds, checks.at(row.id)});
    }
    return all;
  }();
  return lemmas;
}

bool meets_expectation(const Lemma& lemma, const Outcome& outcome) {
  if (outcome.instances == 0) {
    return false;
  }
  if (lemma.expectation == Expectation::holds) {
    return outcome.holds;
  }
  return !outcome.holds && !outcome.counterexample.empty();
}

Verdict verdict(const Lemma& lemma, bool long_run) {
  Verdict result;
  try {
    result.outcome = lemma.check(long_run);
    result.met = meets_expectation(lemma, result.outcome);
    const std::string instances = std::to_string(result.outcome.instances);
    if (!result.outcome.holds) {
      result.text = "refuted by " + result.outcome.counterexample;
      if (lemma.expectation == Expectation::refuted) result.text += " (as expected)";
    } else if (result.outcome.proved.empty()) {
      result.text = "holds on all " + instances;
    } else {
      result.text = "proved " + result.outcome.proved + ": holds on all " + instances;
    }
    if (!result.outcome.note.empty()) result.text += " [" + result.outcome.note + "]";
  } catch (const std::exception& error) {
    result.text = std::string("stopped: ") + error.what();
  }
  if (!result.met) {
    result.text += std::string(" -- UNEXPECTED, the statement should ") +
                   (lemma.expectation == Expectation::holds ? "hold" : "be refuted");
  }
  return result;
}

int run(std::span<const Lemma> lemmas, bool long_run, std::ostream& out) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  out << "lemmas: seed " << seed() << (long_run ? ", long run" : "") << "\n"
      << "id | paper | statement | instances | verdict | seconds\n";
  std::mutex guard;  // of everything below that is shared
  std::vector<std::string> lines(lemmas.size());
  std::size_t next = 0;
  std::size_t printed = 0;
  std::size_t unmet = 0;
  std::uint64_t instances = 0;
  const auto work = [&] {
    std::unique_lock lock(guard);
    while (next < lemmas.size()) {
      const std::size_t mine = next++;
      const Lemma& lemma = lemmas[mine];
      lock.unlock();
      const auto begin = Clock::now();
      const Verdict found = verdict(lemma, long_run);
      const std::string seconds = seconds_text(Clock::now() - begin);
      lock.lock();
      unmet += found.met ? 0 : 1;
      instances += found.outcome.instances;
      lines[mine] = lemma.id + " | " + lemma.source + " | " + lemma.statement + " | " +
                    std::to_string(found.outcome.instances) + " | " + found.text + " | " + seconds + "\n";
      while (printed < lemmas.size() && !lines[printed].empty()) out << lines[printed++] << std::flush;
    }
  };
  {
    std::vector<std::jthread> others;
    // MPFR keeps its flags and constants by thread, if it was built to.
    const unsigned threads = mpfr_buildopt_tls_p() != 0 ? std::thread::hardware_concurrency() : 1;
    for (unsigned i = 1; i < threads; ++i) {
      others.emplace_back([&] {
        work();
        mpfr_free_cache();  // the constants of this thread
      });
    }
    work();
  }
  out << "lemmas: " << lemmas.size() << ", instances: " << instances << ", unmet expectations: " << unmet
      << ", seconds: " << seconds_text(Clock::now() - start) << "\n";
  return unmet == 0 && !lemmas.empty() ? 0 : 1;
}

}  // namespace hallmark::lemmas
