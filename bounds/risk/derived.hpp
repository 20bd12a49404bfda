// The quantities that are made from the row of a delta, one generator for all families.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark {

/// What is made of a family's delta: derived.txt.
struct DerivedRow {
  std::string_view what;        // behind the point of the id
  std::string_view summary;     // one line
  std::string_view parameters;  // in place of eps: forms of parameters.txt
  std::string_view theorem;
  std::string_view cost;
};
/// Kind:      exact
[[nodiscard]] std::span<const DerivedRow> derived_rows();

/// The rows that are made of those of every family's delta.
/// Kind:      exact
/// Domain:    rows of the registry, which outlive it
[[nodiscard]] std::vector<Entry> derived_entries(const std::vector<Entry>& rows);

/// The id of the delta that a derived quantity is made of; empty for any other.
/// Kind:      exact
/// Example:   delta_of("gaussian.tpr")
///            -> gaussian.delta
[[nodiscard]] std::string delta_of(std::string_view id);

}  // namespace hallmark
