#pragma once

#include <functional>
#include <span>

#include "batch/line_transform.hpp"
#include "statement/reader.hpp"

namespace hallmark::check {

/// Where the transforms are evaluated: Re z = a, Im z = k step, k = 0 .. nodes - 1.
struct InversionLine {
  Rational a, step;
  Count nodes = 0;
};

/// The rules of one transform of batches: for its values, its largest value, what lies beyond the nodes, and the
/// two orders of the aliases.
struct BatchRules {
  Rule values, norm, beyond, right, left;
};

/// What a certificate suggests for an inversion: the line, the orders of the bounds on both sides' aliases, and the rules
/// of every transform of batches. Any choice encloses.
struct Inversion {
  InversionLine line;
  Rational right, left;
  std::vector<BatchRules> rules;
};

/// Reads line, step, right, left, nodes, then five lines `rule` for each of so many transforms of batches. Throws
/// Rejected outside the domain of the formulas.
[[nodiscard]] Inversion read_inversion(Reader& reader, std::span<const std::string_view> words, std::size_t batches);

/// Empty if the choices are in the domain of the formulas; else the rule that is broken.
[[nodiscard]] std::string check_inversion(const Inversion& inversion);

/// M(z) = E_P e^(z L) over the finite log ratios L of one round, in one direction.
/// Rigor:    PROOFS.md 12.1 and 14.9; every function encloses or bounds
class LineFactor {
 public:
  /// M(0) and M(-1); the P-mass where Q is 0; an upper bound of that of outcomes left out.
  struct Masses {
    Interval p, q, infinite, missing;
  };
  /// What M is bounded for: its largest value on the line, the aliases on the right, on the left.
  enum class Purpose { line, right, left };

  explicit LineFactor(Count precision) : precision_(precision) {}
  LineFactor(const LineFactor&) = delete;
  LineFactor& operator=(const LineFactor&) = delete;
  virtual ~LineFactor() = default;

  [[nodiscard]] virtual std::vector<Box> values(const InversionLine& line) const = 0;
  /// An upper bound of M(a).
  [[nodiscard]] virtual Interval bound(const Rational& a, Purpose purpose) const = 0;
  /// An upper bound of |M(line.a + it)| for every t beyond the nodes.
  [[nodiscard]] virtual Interval beyond(const InversionLine& line) const { return bound(line.a, Purpose::line); }
  [[nodiscard]] virtual Masses masses() const { return {number(1), number(1), number(0), number(0)}; }
  /// The largest L, minus the least L; infinite: no such limit is known.
  [[nodiscard]] virtual Interval largest() const { return (number(1) / number(0)).upper(); }
  [[nodiscard]] virtual Interval least() const { return (number(1) / number(0)).upper(); }

 protected:
  [[nodiscard]] Interval number(const Rational& x) const { return {x, precision_}; }

  Count precision_;
};

/// The factor of one step on batches; `line` is the one that is asked for.
[[nodiscard]] std::unique_ptr<const LineFactor> batch_factor(const StepPair& pair, const BatchRules& rules,
                                                             const InversionLine& line, Count precision);

/// A factor that stands for so many rounds.
struct Factor {
  std::unique_ptr<const LineFactor> one;
  Count rounds;
};
using FactorsAt = std::function<std::vector<Factor>(Count)>;

/// delta(eps) of the product of all factors, for every real eps, within [0, 1].
/// Kind:     encloses
/// Domain:   one factor at least whose log ratio has a density; an inversion as read_inversion accepts it
/// Rigor:    PROOFS.md sections 12.2 and 14.9
/// Cost:     that of the factors' values, and a power of each
[[nodiscard]] Interval line_delta(const FactorsAt& factors_at, const Number& eps, const Inversion& inversion,
                                  const Effort& effort);

/// The same of the pair (P, Q) of one step, for P^steps and Q^steps.
/// Domain:   0 < rate < 1
/// Rigor:    PROOFS.md section 12, for other pairs 15.4 and 15.5
[[nodiscard]] Interval poisson_delta(const StepPair& pair, Count steps, const Number& eps, const Inversion& inversion,
                                     const Effort& effort);

}  // namespace hallmark::check
