#pragma once

#include <span>

#include "batch/line_transform.hpp"
#include "statement/reader.hpp"

namespace hallmark::check {

/// What a certificate suggests for the inversion of Poisson sampling: the line Re z = line, the step of Im z, the
/// number of nodes, the exponents of the bounds on both sides' aliases, the rules for the values of the transform, for
/// its largest value, for what lies beyond the nodes, for the two exponents. Any choice encloses.
struct Inversion {
  Rational line, step, right, left;
  std::uint64_t nodes = 0;
  Rule values, norm, tail, right_rule, left_rule;
};

/// Reads an inversion: line, step, right, left, nodes, then five lines `rule`. Throws Rejected outside the domain of
/// the formulas.
[[nodiscard]] Inversion read_inversion(Reader& reader, std::span<const std::string_view> words);

/// One line `rule` of it. Throws Rejected outside the domain of the formulas.
[[nodiscard]] Rule read_rule(Reader& reader);

/// a^a/(1+a)^(1+a), a > 0; r/(1-r) for 0 <= r < 1, infinite if that is not proved.
[[nodiscard]] Interval peak(const Interval& a);
[[nodiscard]] Interval geometric(const Interval& r);

/// Empty if the choices are in the domain of the formulas; else the rule that is broken.
[[nodiscard]] std::string check_inversion(const Inversion& inversion);

/// delta(eps) = H_{e^eps}(P^steps||Q^steps) of the pair (P, Q) of one step, for every real eps, within [0, 1].
/// Kind:     encloses
/// Domain:   0 < rate < 1; an inversion as read_inversion accepts it: any such choice encloses
/// Rigor:    PROOFS.md section 12.2, for other pairs 15.4 and 15.5
/// Cost:     nodes of the line times nodes of its rule for the values
[[nodiscard]] Interval poisson_delta(const StepPair& pair, std::uint64_t steps, const Number& eps,
                                     const Inversion& inversion, const Effort& effort, Budget& budget);

}  // namespace hallmark::check
