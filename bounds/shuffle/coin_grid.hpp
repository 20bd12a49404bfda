// Laws that are fair coins under a mixture, summed in doubles into the cells of a grid of log ratios.
#pragma once

#include <optional>
#include <vector>

#include "exact/lattice_law.hpp"

namespace hallmark {

/// A symmetric pair (P, Q) made of runs: given a run of m fair coins of which x are heads, y = 2x - m,
/// P(x) = w Pr[Bin(m, 1/2) = x] (even + odd y) and Q(x) the same of -y. Its law on a grid, in time for a few operations of
/// doubles an outcome.
///
/// Kind:      encloses, to about 2^-36 of every mass
/// Shape:     a cell j >= 0, log ratios from jh/2 to (j+1)h/2, keeps S, the sum of w B(x) even over its outcomes, and D, that
///            of w B(x) odd y: P-mass S + D, Q-mass S - D; the outcomes of -y are its mirror image
/// Rigor:     **place.** The log ratio 2 artanh(y odd/even) is at least jh/2 exactly if y >= tanh(jh/4) even/odd. Both sides
///            of that are a few operations of doubles right to 2^-50; an outcome within 2^-49 of a boundary is missing.
///            **sums.** All terms are positive, and no product is below 2^-1020 (domains of add). A mass takes two
///            operations a step from the middle, a sum one an outcome or a run: S and D are true to (1 +- u)^e, u = 2^-52
///            (twice the unit roundoff, for machines that round twice), e = 3 steps + runs + 16. With g = 2^-51 e the true
///            ones are within 1 +- g. **above.** S' = (1+g) S and D' = (1+3g) (1+g) D, in the mirror image (1-3g): then
///            S' >= S_true and D'/S' is at least (at most) the true one, so that P' >= c P and Q' <= c Q with c = S'/S_true
///            >= 1. The spread of LatticeLaw of (P', Q') puts at least c times as much on the larger ratio and as much on
///            both together as that of (P, Q): it dominates. **below.** Of the cell's outcomes the share (1-g) S / S_true
///            <= 1, drawn at random, has P-mass at least (1-g) (S + (1-3g) D), in the mirror image (1-g) (S - (1+3g) D), and
///            Q-mass at most the same of the other sign: P of an event less e^eps Q of it is what a lower law sums.
///            **missing.** Beyond the last outcome counted the masses fall by ratios of at most r = (m-x)/(x+1) < 1: with
///            the first one left out they are at most t/(1-r) = t (x+1)/(y+1), and P + Q is 2 even of it.
/// Cost:      two multiplications, two additions and two divisions an outcome
class CoinGrid {
 public:
  /// Domain:    1 <= cells; cells of half a step 2^-scale, the log ratios up to cells 2^-scale-1 at most 16 and normal doubles;
  ///            outcomes lighter than e^-depth are left out, depth at most 600
  CoinGrid(slong scale, slong cells, double depth);

  /// A run of m coins; `middle` = w Pr[Bin(m, 1/2) = ceil(m/2)].
  /// Domain:    1 <= m <= 2^46; otherwise, and where a ball is not known to 2^-60 of itself or out of range, false: the grid is
  ///            of no use
  [[nodiscard]] bool add(slong m, const Ball& middle, const Ball& even, const Ball& odd);
  /// Outcomes of log ratio 0.
  /// Domain:    their P-mass, finite
  void add_ties(const Ball& mass);
  /// The law; `unseen` is at least the P-mass of all that was never added. Nothing after more than 2^28 steps or runs.
  [[nodiscard]] std::optional<LatticeLaw> finish(const Ball& unseen, const LatticeEffort& effort);

 private:
  struct Run {
    double mass;  // of the outcome at x
    double x;
    double y;
    double last;
  };
  void walk(Run run, double even, double odd);
  [[nodiscard]] RatioCells cells(bool above, slong bits) const;

  slong scale_;
  double least_;                      // outcomes lighter than this are left out
  std::vector<double> surely_below_;  // tanh(jh/4) (1 - 2^-49)
  std::vector<double> surely_above_;
  std::vector<double> even_;  // S
  std::vector<double> odd_;   // D
  double left_out_ = 0;
  double steps_ = 0;  // of the longest walk
  double runs_ = 0;
  std::optional<Ball> ties_;
};

}  // namespace hallmark
