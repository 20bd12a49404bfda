// The mechanisms that a composition may be made of, by name: what hallmark eval composition.* --compose FILE reads.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/arguments.hpp"
#include "bounds/composition/composition.hpp"

namespace hallmark::composition {

/// A mechanism, or the pair that dominates it, with its parameters and how a phase of it is made.
struct Mechanism {
  std::string_view name;
  Adjacency adjacency;
  std::vector<Parameter> parameters;
  Phase (*make)(const Arguments& arguments, slong rounds);
};

// The families, each beside its own: add yours here and in mechanisms.cpp.
[[nodiscard]] std::vector<Mechanism> shuffle_mechanisms();
[[nodiscard]] std::vector<Mechanism> gaussian_mechanisms();
[[nodiscard]] std::vector<Mechanism> sampled_mechanisms();
[[nodiscard]] std::vector<Mechanism> basic_mechanisms();

[[nodiscard]] std::span<const Mechanism> mechanisms();

/// The phase of `rounds` rounds of the named mechanism. `sampled` is any other one of zero-out adjacency, which its
/// parameter `mechanism` names, Poisson-sampled at the parameter `rate` in every round. Where a mechanism has no steps of its
/// own, the parameter steps (or rounds, or epochs beside a rate) is as many rounds as that of each of `rounds`.
/// Kind:      as the phase of the mechanism
/// Domain:    a known name, parameters in their domains; otherwise throws InputError
/// Source:    that of the mechanism
struct NamedPhase {
  Phase phase;
  Adjacency adjacency;
  std::string words;  // "gaussian sigma=1": the name and its parameters in byte order
  slong rounds;       // of the phase
};
[[nodiscard]] NamedPhase named_phase(std::string_view mechanism, const ParameterTexts& parameters, slong rounds);

/// What is released of one sample: the name of a mechanism and its parameters.
struct Release {
  std::string_view mechanism;
  ParameterTexts parameters;
};

/// Mechanisms that are released of one Poisson sample, `rounds` times. Gaussian ones whose sigma^2 are rational are one
/// Gaussian mechanism that is sampled.
/// Kind:      as the phases of the mechanisms
/// Units:     zero-out; each sigma in units of its own query's sensitivity
/// Domain:    `others` is the rate; each mechanism of zero-out adjacency, the same in both directions, without a rate of its
///            own; otherwise throws InputError
/// Rigor:     given the other records a step without its coin is the product of the pairs; of Gaussian ones the log ratio is
///            normal of variance v = sum 1/sigma_i^2, as that of one mechanism at sigma = 1/sqrt(v); the coin mixes both
/// Source:    ours; proofs-check/PROOFS.md section 14.5
[[nodiscard]] NamedPhase on_one_sample(const std::vector<Release>& releases, const ParameterTexts& others,
                                       slong rounds);

/// Mechanisms that are run one after the other, all of one adjacency.
class PhaseList {
 public:
  /// Domain:    as named_phase, 1 <= rounds <= 10^15, the adjacency of the first one; otherwise throws InputError
  void add(std::string_view mechanism, const ParameterTexts& parameters, slong rounds);
  void add(NamedPhase named, std::string_view mechanism);

  [[nodiscard]] const std::vector<Phase>& phases() const { return phases_; }
  [[nodiscard]] Adjacency adjacency() const { return adjacency_; }
  /// What the phases are, in byte order, equal ones together: their words, and their rounds.
  [[nodiscard]] const std::map<std::string, slong>& lines() const { return lines_; }
  /// How several sampled phases are read, in words; empty where there is at most one.
  [[nodiscard]] std::string_view reading() const;

 private:
  std::vector<Phase> phases_;
  std::map<std::string, slong> lines_;
  std::string first_;
  slong sampled_ = 0;  // phases that draw a sample
  Adjacency adjacency_ = Adjacency::replace_one;
};

/// The list of "3*laplace(eps0=1)+gaussian(sigma=2)".
/// Kind:      exact
/// Domain:    as read_phases (bounds/phases_text.hpp); otherwise throws InputError
[[nodiscard]] PhaseList phase_list(std::string_view text);
/// The canonical text that phase_list reads.
/// Kind:      exact
[[nodiscard]] std::string text_of(const PhaseList& list);

}  // namespace hallmark::composition
