// Decision: what became of a claim; judge: decides it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hallmark/claim.hpp"
#include "hallmark/evaluate.hpp"

namespace hallmark {

/// What became of a claim. Certified and refuted are proved; undecided is neither.
struct Decision {
  Outcome outcome;
  std::string reason;                  // in words; for an undecided claim what would settle it
  std::optional<Enclosure> left = {};  // of the terms, where they were evaluated
  std::optional<Enclosure> right = {};
  std::vector<std::string> axioms = {};         // that the certificate rests on
  std::optional<std::string> certificate = {};  // of a decided claim, or of its negation: a text for hallmark-check
};

/// Decides a claim by evaluating its terms to more and more digits.
/// Kind:      exact: certified and refuted are proved
/// Domain:    parameters and values in their domains; otherwise throws InputError. An unknown quantity is undecided.
/// Example:   const TermTexts delta{"clones.delta", {{"n", "100"}, {"eps0", "2"}, {"eps", "0"}}};
///            const Claim claim{"half", delta, Relation::less, {"1/2"}};
///            to_string(judge(claim, Options{}).outcome)
///            -> certified
[[nodiscard]] Decision judge(const Claim& claim, const Options& options);

/// Decides that a quantity lies between the two decimals of its enclosure, for the sake of the certificate.
/// Kind:      exact: undecided where the certificate format has no words for the quantity, or the checker not the time
/// Domain:    an enclosure that evaluate, compose or judge gave; options as there, otherwise throws InputError
/// Cost:      nothing is evaluated again; some methods search for what the checker needs
[[nodiscard]] Decision certify(const Enclosure& enclosure, const Options& options = {});

}  // namespace hallmark
