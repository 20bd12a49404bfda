#pragma once

#include <vector>

#include "basic/line_factor.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// What a certificate suggests for the inversion of a composition: the line, the orders of the bounds on both sides'
/// aliases, and the rules of every phase of batches, in the order of the phases.
struct LineWitness {
  Line line;
  Rational right, left;
  std::vector<BatchRules> rules;
};

/// A composition may cost so much more than other statements.
inline constexpr std::uint64_t kLineWork = 8;

/// Reads: line, step, right, left, nodes, then five lines `rule` for every phase of batches. Throws Rejected
/// outside the domain of the formulas.
[[nodiscard]] LineWitness read_line(Reader& reader, std::span<const std::string_view> words,
                                    const std::vector<Phase>& phases);

/// delta(eps) of a composition in one direction, within [0, 1].
/// Kind:     encloses
/// Domain:   phases of which one is normal; a witness as read_line accepts it: any such choice encloses
/// Rigor:    PROOFS.md sections 12.2 and 14.9
/// Cost:     that of the factors' values, and a power of each
[[nodiscard]] Interval composition_delta(const std::vector<Phase>& phases, bool remove, const Number& eps,
                                         const LineWitness& witness, const Effort& effort, Budget& budget);

}  // namespace hallmark::check
