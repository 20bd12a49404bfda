// What people ask about an entry and its row does not say: other words for it, a formula, an example.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bounds/registry.hpp"

namespace hallmark {

/// A family of quantities: all ids that begin with its stem and a point.
struct Family {
  std::string_view stem;   // "poisson-gaussian"
  std::string_view title;  // of its group in hallmark list
  std::string_view law;    // the pair or the mechanism as a formula
  std::string_view words;  // what else people call it, separated by commas
  // Whether adding or removing a record is what zero-out bounds, `same` or `other`, and why; empty where nobody may mean it.
  std::string_view removal = {};
  std::string_view remark = {};  // what every answer says of its number: a clause
};

/// What is asked of a family, or how it is bounded, in the words of users.
struct AskedRow {
  std::string_view part;  // of an id, between points or hyphens
  std::string_view words;
  std::string_view definition = {};  // as a formula over the family's law
};
/// Kind:      exact: asked.txt
[[nodiscard]] std::span<const AskedRow> asked_rows();

/// What to say of words beyond the names of the registry.
struct Advice {
  std::string_view phrases;  // separated by commas
  std::string_view remark;
  std::string_view ids;  // that they lead to
};
/// Kind:      exact: advice.txt
[[nodiscard]] std::span<const Advice> advice_rows();

/// How a training run may draw its batches.
struct SamplerRow {
  std::string_view name;
  std::string_view neighbours;
  std::string_view needs;
  std::string_view family;
  std::string_view adjacency;
};
/// Kind:      exact: samplers.txt
[[nodiscard]] std::span<const SamplerRow> sampler_rows();

/// All families, in the order in which hallmark list shows them. An id whose stem is none of them is a family of its own.
/// Kind:      exact
/// Domain:    no parameters
[[nodiscard]] std::span<const Family> families();

/// The family of an id: one without words where the table has none.
/// Kind:      exact
[[nodiscard]] Family family_of(std::string_view id);

/// What a quantity is called in formulas: the word after the first point of its id.
/// Kind:      exact
[[nodiscard]] std::string_view symbol_of(std::string_view id);

/// What people call that which is asked of a family, and the method: the words of what follows its first point.
/// Kind:      exact
[[nodiscard]] std::string words_asked(std::string_view id);

/// What people call the quantity, separated by commas: its family's words, and those of what is asked of it.
/// Kind:      exact
[[nodiscard]] std::string synonyms(std::string_view id);

/// What is enclosed, as a formula over its family's law: "epsilon = inf {eps : delta(eps) <= delta}; P: ...".
/// Kind:      exact
/// Domain:    an entry of the registry
[[nodiscard]] std::string formula(const Entry& entry);

/// What a parameter of that name is in that quantity, in words; empty where its name and domain say it.
/// Kind:      exact
[[nodiscard]] std::string_view meaning_of(std::string_view id, std::string_view parameter);

/// A command line that evaluates the entry.
/// Kind:      exact: a test runs all of them
/// Domain:    an entry of the registry
[[nodiscard]] std::string example(const Entry& entry);

/// The word nearest to a wrong one, for "did you mean"; empty where none is near.
/// Kind:      exact: the fewest edits, at most half the letters of the word
[[nodiscard]] std::string_view nearest_word(std::string_view wrong, std::span<const std::string_view> words);

}  // namespace hallmark
