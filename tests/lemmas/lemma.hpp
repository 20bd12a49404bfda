#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace hallmark::lemmas {

/// What the papers' statement is expected to do on its instances. A refuted statement is a negative control: it is
/// printed somewhere, it is known to be wrong (or used outside its validity), and the named instance must go on
/// refuting it.
enum class Expectation { holds, refuted };

/// What a check found: how many instances it tried and, if one failed, that instance in full.
struct Outcome {
  std::uint64_t instances = 0;
  bool holds = true;
  std::string counterexample;
  std::string
      proved;  ///< "for all t, alpha <= 12" where the instances decide more than themselves, and why is said there
  std::string note;  ///< anything measured on the way (largest ratio, ...); never part of the verdict
};

/// Counts instances and remembers the first one that fails. The text is only built for that one.
class Tally {
 public:
  template <class Text>
  void expect(bool ok, const Text& text) {
    ++outcome_.instances;
    if (!ok && outcome_.holds) {
      outcome_.holds = false;
      outcome_.counterexample = text();
    }
  }
  void note(std::string text) { outcome_.note = std::move(text); }
  /// What holding on all the instances proves; the check's doc comment has the argument.
  void proves(std::string text) { outcome_.proved = std::move(text); }
  [[nodiscard]] bool failed() const { return !outcome_.holds; }
  [[nodiscard]] Outcome outcome() const { return outcome_; }

 private:
  Outcome outcome_;
};

/// What a check does: it tells a tally its instances. One that takes the second argument has more of them in a long run.
class Check {
 public:
  template <typename Function>
  Check(Function run) {  // NOLINT(google-explicit-constructor): tables of lemmas name functions
    if constexpr (std::is_invocable_v<Function, Tally&, bool>) {
      run_ = run;
    } else {
      run_ = [run](Tally& tally, bool) { run(tally); };
    }
  }
  [[nodiscard]] Outcome operator()(bool long_run) const {
    Tally tally;
    run_(tally, long_run);
    return tally.outcome();
  }

 private:
  std::function<void(Tally& tally, bool long_run)> run_;
};

/// One executable lemma. The first word of `id` (up to the first dot, '-' read as '_') is the stem of its file.
struct Lemma {
  std::string id;
  std::string statement;  ///< one sentence with the formula
  std::string source;     ///< paper key and theorem, or the proof that is checked
  Expectation expectation = Expectation::holds;
  Check check;
};

/// The seed of every random check: HALLMARK_SEED if it is set to a decimal number, else a fixed one.
[[nodiscard]] std::uint64_t seed();

/// splitmix64, so that the instances are the same with every compiler and library. Salted by the lemma's id: checks do
/// not depend on the order in which they run.
class Random {
 public:
  explicit Random(std::string_view salt);
  /// Uniform up to a bias of bound/2^64.
  [[nodiscard]] int below(int bound);

 private:
  std::uint64_t state_;
};

[[nodiscard]] std::vector<Lemma> adaptive_lemmas();
[[nodiscard]] std::vector<Lemma> advanced_composition_lemmas();
[[nodiscard]] std::vector<Lemma> appendix_lemmas();
[[nodiscard]] std::vector<Lemma> approximate_lemmas();
[[nodiscard]] std::vector<Lemma> batch_lemmas();
[[nodiscard]] std::vector<Lemma> blanket_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_code_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_moment_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_posterior_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_printed_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_profile_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_rr_lemmas();
[[nodiscard]] std::vector<Lemma> allocation_tail_lemmas();
[[nodiscard]] std::vector<Lemma> clones_lemmas();
[[nodiscard]] std::vector<Lemma> clones_evaluation_lemmas();
[[nodiscard]] std::vector<Lemma> closed_forms_lemmas();
[[nodiscard]] std::vector<Lemma> composition_lemmas();
[[nodiscard]] std::vector<Lemma> fmt23_lemmas();
[[nodiscard]] std::vector<Lemma> fixed_batch_gaussian_lemmas();
[[nodiscard]] std::vector<Lemma> truncated_poisson_lemmas();
[[nodiscard]] std::vector<Lemma> gaussian_lemmas();
[[nodiscard]] std::vector<Lemma> matrix_gaussian_lemmas();
[[nodiscard]] std::vector<Lemma> multinomial_lemmas();
[[nodiscard]] std::vector<Lemma> poisson_gaussian_lemmas();
[[nodiscard]] std::vector<Lemma> krr_lemmas();
[[nodiscard]] std::vector<Lemma> krr_blanket_lemmas();
[[nodiscard]] std::vector<Lemma> krr_printed_lemmas();
[[nodiscard]] std::vector<Lemma> renyi_lemmas();
[[nodiscard]] std::vector<Lemma> rr2_lemmas();
[[nodiscard]] std::vector<Lemma> shuffle_lemmas();
[[nodiscard]] std::vector<Lemma> shuffled_batch_lemmas();
[[nodiscard]] std::vector<Lemma> variation_ratio_lemmas();

/// Every lemma of every file above, in the order of the printed table.
[[nodiscard]] const std::vector<Lemma>& all_lemmas();

/// True if the outcome is the expected one. A check without instances, or a refutation without its instance, is not.
[[nodiscard]] bool meets_expectation(const Lemma& lemma, const Outcome& outcome);

/// A lemma's outcome in words, and whether its expectation is met. A check that throws does not meet it.
struct Verdict {
  Outcome outcome;
  bool met = false;
  std::string text;
};
[[nodiscard]] Verdict verdict(const Lemma& lemma, bool long_run);

/// Runs the given lemmas, several at a time, and prints the table in their order: id, paper, statement, instances,
/// verdict, seconds. Returns 0 if every expectation is met, 1 otherwise.
[[nodiscard]] int run(std::span<const Lemma> lemmas, bool long_run, std::ostream& out);

/// The same for all_lemmas().
[[nodiscard]] int run(bool long_run, std::ostream& out);

}  // namespace hallmark::lemmas
