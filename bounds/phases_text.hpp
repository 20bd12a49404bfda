// The phases of a composition as the text of one parameter. What only the mechanisms know is written beside them, in
// bounds/mechanisms.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/witness.hpp"
#include "exact/budget.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

class Arguments;
namespace composition {
struct Phase;
/// Whether a phase is an upper bound of its class: then the composition is one, too.
/// Kind:      exact
[[nodiscard]] bool is_upper(const std::vector<Phase>& phases);
}  // namespace composition

struct PhasesText {
  std::string canonical;  // phases in byte order, equal ones together, all parameters with their canonical values
  Adjacency adjacency;
  std::shared_ptr<const std::vector<composition::Phase>> phases;
  std::string reading;  // of several sampled phases, in words
};

/// The phases of "3*laplace(eps0=1)+gaussian(sigma=2)".
/// Kind:      exact
/// Domain:    1 to 10^4 phases "rounds*mechanism(name=value,...)", rounds from 1 to 10^15 or left out for 1, a known
///            mechanism with its parameters, or what is released of one sample, "sampled(rate=q,of=gaussian(sigma=1),...)", all of one adjacency; otherwise throws InputError
[[nodiscard]] PhasesText read_phases(std::string_view text);

/// The parts of the data and what runs on each, "3*laplace(eps0=1)+gaussian(sigma=2)|gaussian(sigma=1)": `phases` are those
/// of all of them, the canonical text has equal parts once.
/// Kind:      exact
/// Domain:    1 to 10^4 parts, each as read_phases, all of one adjacency; otherwise throws InputError
[[nodiscard]] PhasesText read_parts(std::string_view text);

/// The canonical parts of a text of read_parts, one text of phases each.
/// Kind:      exact
[[nodiscard]] std::vector<std::string> parts_of(std::string_view parts);

/// The same in the order of a certificate, that of their phase_lines.
/// Kind:      exact
/// Domain:    parts without a composition_obstacle
[[nodiscard]] std::vector<std::string> parts_in_order(std::string_view parts);

/// What a certificate says of canonical phases: "phase NAME PARAMETERS rounds N", a line each.
[[nodiscard]] std::string phase_lines(std::string_view phases);

/// Why there is no certificate of such phases, empty where there may be one.
[[nodiscard]] std::string_view composition_obstacle(std::string_view phases);

/// All rounds of canonical phases.
/// Kind:      exact
/// Domain:    canonical phases
[[nodiscard]] slong composition_rounds(std::string_view phases);

/// Whether they are to be tried on a grid of the checker: some phase is not normal, and no line is as good.
[[nodiscard]] bool composition_has_grid(std::string_view phases);

/// Whether all canonical phases have a largest log ratio: the delta of the composition is 0 from some eps on.
[[nodiscard]] bool composition_is_bounded(std::string_view phases, Direction direction);

/// The rounds of every phase by what it is, "clones eps0=1 n=10": its name and its parameters in byte order.
using PhaseLines = std::map<std::string, slong>;

/// Those of canonical phases.
/// Kind:      exact
[[nodiscard]] PhaseLines composition_lines(std::string_view phases);

/// Whether the checker can take so many rounds outcome by outcome, each mass to 2^-bits.
/// Kind:      a proposal: a wrong one loses a proof
[[nodiscard]] bool has_few_outcomes(const PhaseLines& lines, double bits);

/// Whether steps on batches under replace-one are among canonical phases.
[[nodiscard]] bool composition_has_batches(std::string_view phases);

/// What a certificate says beyond its statement, the delta or the epsilon of canonical phases at the arguments' other
/// parameter, between the ends that are claimed.
/// Kind:      a proposal: the checker proves it again; nothing where no line proves it
/// Domain:    phases without a composition_obstacle
[[nodiscard]] std::optional<witness::Inversions> composition_witness(std::string_view phases,
                                                                     const Arguments& arguments,
                                                                     const std::optional<Number>& lower,
                                                                     const std::optional<Number>& upper,
                                                                     const Budget& budget);

}  // namespace hallmark
