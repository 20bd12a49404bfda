#include "lemmas/lemma.hpp"

#include <chrono>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <ostream>

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
    std::vector<Lemma> all;
    for (const auto part : {clones_lemmas,
                            clones_evaluation_lemmas,
                            approximate_lemmas,
                            closed_forms_lemmas,
                            composition_lemmas,
                            rr2_lemmas,
                            shuffle_lemmas,
                            krr_lemmas,
                            multinomial_lemmas,
                            fmt23_lemmas,
                            variation_ratio_lemmas,
                            renyi_lemmas,
                            advanced_composition_lemmas,
                            gaussian_lemmas,
                            shuffled_batch_lemmas,
                            batch_lemmas,
                            allocation_lemmas,
                            allocation_moment_lemmas,
                            allocation_profile_lemmas,
                            allocation_rr_lemmas,
                            poisson_gaussian_lemmas}) {
      auto more = part();
      all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
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

int run(std::span<const Lemma> lemmas, bool long_run, std::ostream& out) {
  using Clock = std::chrono::steady_clock;
  std::size_t unmet = 0;
  std::uint64_t instances = 0;
  const auto start = Clock::now();
  out << "lemmas: seed " << seed() << (long_run ? ", long run" : "") << "\n"
      << "id | source | instances | verdict | seconds\n";
  for (const auto& lemma : lemmas) {
    const auto begin = Clock::now();
    Outcome outcome;
    std::string verdict;
    bool met = false;
    try {
      outcome = lemma.check(long_run);
      met = meets_expectation(lemma, outcome);
      verdict =
          outcome.holds ? "holds on all " + std::to_string(outcome.instances) : "refuted by " + outcome.counterexample;
      if (lemma.expectation == Expectation::refuted && met) {
        verdict += " (negative control)";
      }
      if (!outcome.note.empty()) {
        verdict += " [" + outcome.note + "]";
      }
    } catch (const std::exception& error) {
      verdict = std::string("stopped: ") + error.what();
    }
    if (!met) {
      ++unmet;
      verdict += std::string(" -- UNEXPECTED, the statement should ") +
                 (lemma.expectation == Expectation::holds ? "hold: " : "be refuted: ") + lemma.statement;
    }
    instances += outcome.instances;
    out << lemma.id << " | " << lemma.source << " | " << outcome.instances << " | " << verdict << " | "
        << seconds_text(Clock::now() - begin) << "\n"
        << std::flush;
  }
  out << "lemmas: " << lemmas.size() << ", instances: " << instances << ", unmet expectations: " << unmet
      << ", seconds: " << seconds_text(Clock::now() - start) << "\n";
  return unmet == 0 && !lemmas.empty() ? 0 : 1;
}

int run(bool long_run, std::ostream& out) { return run(all_lemmas(), long_run, out); }

}  // namespace hallmark::lemmas
