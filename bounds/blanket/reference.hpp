// The likelihood differences of two inputs of a local randomizer against a reference law, put on a lattice.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bounds/blanket/tilted_sum.hpp"
#include "exact/convex_law.hpp"
#include "exact/number.hpp"

namespace hallmark::blanket {

/// The points first h, ..., last h; first <= 0 <= last.
struct Lattice {
  Rational step;
  slong first;
  slong last;
};

/// A law above that of U in the increasing convex order: masses on the points, and what E (U - last h)_+ is at most.
struct Spread {
  Masses masses;
  Ball beyond;
};

/// A score of every report: its laws under the reference and under the two inputs.
struct Scores {
  Masses others;
  std::vector<Ball> first;
  std::vector<Ball> second;
};

/// Where U lies, with about which masses, for the grids of a certificate; where reports are cut for that, and U there.
struct Sketch {
  std::vector<double> values;
  std::vector<double> masses;
  std::vector<double> levels;  // where the law's grid begins; of noise: U at the cuts
  std::vector<Rational> cuts;  // of noise, increasing
  double beyond = 0;           // first moment that no value has
  double alone = 0;            // what reports add that the reference never gives
};

/// The law of U + shift, a rising one: from above for a blanket, from below for a dataset.
struct ShiftedLaw {
  ConvexLaw law;
  Rational shift;
};

/// U = (R_x - w R_x')(W) / nu(W), W drawn from nu: the blanket inf R (of total mass gamma, U = 0 otherwise) or R_o.
struct Reference {
  double most;       // about the largest U that matters
  double least;      // about the smallest, negative
  double deviation;  // about the standard deviation of U
  // nothing when the budget ends
  std::function<std::optional<Spread>(const Lattice&, slong bits, const Budget&)> spread;
  std::function<std::optional<Scores>(const Lattice&, slong bits, const Budget&)> scores;
  std::function<std::optional<Sketch>(const Lattice&, const Budget&)> sketch = {};
  // of noise: reports in so many cells; nothing where U is no moderate number
  std::function<std::optional<ShiftedLaw>(slong cells)> law = {};
  bool noise = false;     // not finitely many reports
  std::string name = {};  // of a dataset, in certificates
};

/// Additive noise on [0, 1], inputs x = 0 and x' = 1.
struct Noise {
  enum class Kind { laplace, gaussian } kind;
  Number scale;  // eps0 of laplace, sigma of gaussian
};

/// The blanket of all inputs in [0, 1] for the pair (0, 1); the other users all at `other` in {0, 1}.
/// Kind:      encloses what it says
/// Domain:    0 < scale; w = e^eps, eps >= 0; other 0 or 1
/// Rigor:     the noise is symmetric and log-concave: U falls with the report, so that {U <= c} is a half-line whose end
///            has a closed form; masses from distribution functions, brought to two points that may stand further apart
///            where U is large. Below -L the law is raised to -L, above the last point the rest of the mean is added.
/// Source:    [BBGN19] Lemma 5.3; the half-lines are elementary
[[nodiscard]] Reference noise_blanket(const Noise& noise, const Number& eps, double reach);
[[nodiscard]] Reference noise_others(const Noise& noise, const Number& eps, int other, double reach);

/// Outputs of one kind: how many, and the probability of each under the two inputs, under another user's, and the least
/// one of all inputs.
struct ReportOutcome {
  Ball count;
  Ball first;
  Ball second;
  Ball other;
  Ball least;
};
using Outcomes = std::function<std::vector<ReportOutcome>(slong bits)>;

/// Kind:      encloses what it says
/// Domain:    finite randomizers: probabilities that add up to 1
/// Rigor:     an atom is brought to the two points next to it with its mean, or raised; any score is a valid one. What
///            the blanket never gives is the report of the record alone: (R_x - w R_x')_+ is added.
/// Source:    [BBGN19] Lemma 5.3
[[nodiscard]] Reference finite_blanket(const Outcomes& outcomes, const Number& eps);
[[nodiscard]] Reference finite_others(const Outcomes& outcomes, const Number& eps);

/// The least law above several in the increasing convex order.
/// Kind:      upper bound of each
/// Domain:    laws on one lattice, at least one
/// Rigor:     the maximum of functions c -> E (U - c)_+ is such a function again: convex, and linear between points
[[nodiscard]] Spread envelope(const std::vector<Spread>& laws);

}  // namespace hallmark::blanket
