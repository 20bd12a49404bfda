// Enclosure: a proved answer; evaluate: one quantity at exact parameters.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/claim.hpp"
#include "hallmark/error.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

/// What is asked of an evaluation or a verdict beyond its parameters.
struct Options {
  std::optional<std::int64_t> digits = {};  // relative digits to prove, 1 to 1000; none: 6, fewer where they are costly
  double seconds = 60;                      // of processor time, after which what is proved so far is returned
  const std::atomic<bool>* stop = nullptr;  // set by another thread: the same, immediately
  std::string route = {};                   // empty: the quantity's own choice
  bool exact = false;                       // the exact fraction too, where there is one
  // Every eps of calls that differ in eps alone: one table may serve them all.
  std::vector<std::string> thresholds = {};
  bool all_methods = false;  // what every method of the literature says, too, where there are several
};

/// What one method of several proves.
struct MethodEnds {
  std::string method;
  std::optional<std::string> lo;  // exact, as in an Enclosure
  std::optional<std::string> hi;
  std::vector<std::string> axioms;
  std::string note;  // why an end is missing, or the parameters that the method chose
};

/// How an enclosure was found: what its certificate needs. Only the library looks into it.
struct Proof;

/// A proved answer: the number lies in [lo, hi]. Where the number is the least of a bound over choices that were searched
/// (orders, rates), `upper_end` may say that [lo, hi] holds the bound of one choice: hi then holds for the least one too, and
/// lo says nothing of it; `statement` then begins with "an upper end of". Kind, status and axioms say what that number is and what it rests on.
struct Enclosure {
  std::string statement;  // "clones.epsilon(delta=1/100000000, eps0=4, n=1000000) in [0.0523, 0.0524]"
  std::string quantity;
  ParameterTexts parameters;  // canonical, defaults filled in
  std::string composed;       // the rounds and mechanisms of compose; empty: one quantity
  std::string phases;         // the same as the parameter `phases` of composition.*
  Bounds bounds;
  Kind kind;
  Status status;
  Adjacency adjacency;
  Direction direction;
  std::string lo;  // exact: an integer or a reduced fraction
  std::string hi;
  std::string lo_decimal;  // rounded outward to the digits asked for
  std::string hi_decimal;
  double lo_binary64;  // rounded outward
  double hi_binary64;
  std::optional<std::string> exact;  // the number itself
  bool upper_end;                    // [lo, hi] holds an upper end of the number
  bool reached;                      // the digits asked for are there
  std::string shortfall;             // if not: which end is missing and what would settle it
  std::string method;                // which method gave each end
  std::string route;
  std::int64_t bits;                  // the precision that was needed
  std::vector<std::string> axioms;    // with their parameters; none: arithmetic alone
  std::vector<std::string> readings;  // what was read in other names or worked out: "steps = 14063: 60 epochs of ..."
  std::vector<MethodEnds> methods;    // where all were asked for
  std::shared_ptr<const Proof> proof;
};

/// Encloses a quantity of the registry.
/// Kind:      encloses
/// Domain:    an id of quantities(), parameters in their domains, options in theirs; otherwise throws InputError
/// Example:   evaluate("clones.delta", {{"n", "2"}, {"eps0", "ln(3)"}, {"eps", "ln(3/2)"}}, {.exact =
/// true}).exact.value()
///            -> 5/16
[[nodiscard]] Enclosure evaluate(std::string_view quantity, const ParameterTexts& parameters,
                                 const Options& options = {});

}  // namespace hallmark
