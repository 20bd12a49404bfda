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

/// The checks of a file. The first word of an id (up to the first dot, '-' read as '_') is the stem of the file.
struct NamedCheck {
  std::string_view id;
  Check check;
};
using Checks = std::vector<NamedCheck>;

/// What a check is about, in lemmas.txt.
struct LemmaRow {
  std::string_view id;
  std::string_view statement;         // one sentence with the formula
  std::string_view source;            // paper key and theorem, or the proof that is checked
  std::string_view expectation = {};  // `refuted`, or empty where the statement holds
};
[[nodiscard]] std::span<const LemmaRow> lemma_rows();

/// One executable lemma.
struct Lemma {
  std::string id;
  std::string statement;
  std::string source;
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

/// Those of every file, which CMakeLists.txt finds by its name: <stem>.cpp defines `Checks <stem>_lemmas()`.
[[nodiscard]] std::vector<Checks> all_checks();

/// Every row of lemmas.txt with its check, in that order. Throws std::logic_error where one has no other.
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

}  // namespace hallmark::lemmas
