// Aliases: the names that people use for quantities and parameters, and what a row of the registry reads them as.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/arguments.hpp"

namespace hallmark {

/// Another name of a parameter, or of what says what one is (batch, n, epochs, adjacency, scale). It holds only in rows that
/// have no parameter of that name.
struct Alias {
  std::string_view name;
  std::string_view parameters;   // separated by spaces: the first one that the row has is meant
  std::string_view family = {};  // where it holds in one family alone; its row stands before that of all others
};

/// The table of all parameter aliases.
/// Kind:      exact
/// Domain:    no parameters
[[nodiscard]] std::span<const Alias> aliases();

/// The id, or the name of a mechanism, as the registry writes it: dp-sgd in front is poisson-gaussian, Laplace is laplace, eps
/// behind the point is epsilon.
/// Kind:      exact
/// Example:   canonical_id("DP-SGD.eps")
///            -> poisson-gaussian.epsilon
[[nodiscard]] std::string canonical_id(std::string_view id);

/// Parameters under the names of their row, and what was worked out or read in them, in words.
struct Understood {
  ParameterTexts texts;
  std::vector<std::string> readings;
};

/// What the names and words of people mean in a row: aliases, neighbouring relations, batch and n as a rate, epochs as steps.
/// Kind:      exact
/// Domain:    any texts; names that mean nothing are left for the row to refuse. Throws InputError where two names give one
///            parameter, where numbers contradict each other, and where a relation is not the row's
[[nodiscard]] Understood understood(std::string_view quantity, const std::vector<Parameter>& declared,
                                    Adjacency adjacency, const ParameterTexts& texts);

/// The first name among the texts that is understood without being the row's own, empty where there is none: files keep
/// canonical names.
/// Kind:      exact
[[nodiscard]] std::string_view foreign_name(std::string_view quantity, const std::vector<Parameter>& declared,
                                            const ParameterTexts& texts);

}  // namespace hallmark
