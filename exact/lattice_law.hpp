// Laws of a log ratio on a dyadic grid, in fixed-point integers: exact products, directed rounding, two-sided profiles.
#pragma once

#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/grid_masses.hpp"
#include "exact/number.hpp"

namespace hallmark {

/// The masses of a pair (P, Q) by cells of its log ratio L = ln(dP/dQ), for a grid of step h = 2^-scale.
/// Units:     L in nats; masses are probabilities (or upper enclosures of them, see each field)
/// Rigor:     what a field says has to be proved by whoever fills it: everything in lattice_law rests on it
struct RatioCells {
  slong scale = 0;  // h = 2^-scale
  slong first = 0;  // p[i], q[i] are the masses of L in [(first + i) h/2, (first + i + 1) h/2], ends as you like
  std::vector<Ball> p = {};  // finite balls
  std::vector<Ball> q = {};
  struct Straddle {  // masses of L in [(node - 1) h, (node + 1) h], for atoms of which no more is known
    slong node;
    Ball p;
    Ball q;
  };
  std::vector<Straddle> straddles = {};
  Ball p_infinite;  // the P-mass of outcomes with Q = 0
  Ball p_below;     // at least the P-mass of L <= first h/2 that is not in a cell (its Q-mass is not needed)
  Ball p_missing;   // at least the P-mass that stands nowhere else, whatever its ratio
};

/// How fine a lattice law is. None of it is part of a proof: any choice gives an enclosure.
struct LatticeEffort {
  slong points = slong{1} << 14;  // grid points kept: above it neighbours are joined and h doubles
  slong unit_bits = 128;          // masses are integer multiples of 2^-unit_bits
  slong tail_bits = 80;           // a tail of P-mass below about 2^-tail_bits is cut off
};

/// Two laws on a grid of a pair (P, Q) or of products of pairs: one dominates it, the other is dominated by it, so that
/// delta(eps) = E_P[(1 - e^(eps - L))_+] of the product lies between their values at every real eps.
///
/// Kind:      encloses
/// Shape:     upper: P-masses a_k of the log ratio kh, and the P-mass of an infinite ratio. lower: masses p_k, q_k of a
///            statistic S = k under P and Q, the latter as q_k e^(kh), and the P-mass of an infinite ratio
/// Rigor:     **upper.** With u = Q/P the profile is E_P f(u_1 ... u_R), f(u) = (1 - e^eps u)_+ convex and
///            nonincreasing in each u_i >= 0 and f >= 0. A cell whose u lies in [e^-bh, e^-ah] is split onto its two
///            ends, both masses kept: to b goes (P - e^(ah) Q)/(1 - e^((a-b)h)). This is a mean-preserving spread of u
///            under P, so E f does not fall, one factor at a time (f of the product stays convex in one u with the
///            others fixed). Rounding a mass up, moving it to a larger ratio or to infinity only adds, since f >= 0 is
///            nonincreasing in u; products of such laws dominate the product of what they dominate, for all masses are
///            nonnegative. Doubling h splits odd points onto their neighbours by the same spread: the fraction 1/(1 +
///            e^-h) goes up. **lower.** delta >= sum over any k of p_k - e^eps q_k, because {S = k, nothing left out}
///            are disjoint events; S is the sum of the rounds' rounded log ratios (any statistic would do). p is
///            rounded down, q up, what leaves the window is left out in both. The factor e^(kh) of the q_k is exact in
///            products and keeps q and p of one size; on a grid of thousands of nats a step, ratios are rounded down, so
///            that no q becomes longer than p. An infinite ratio in some round is an event of Q-mass 0.
/// Cost:      a product: multiplication of three polynomials of `points` coefficients of `unit_bits` bits
class LatticeLaw {
 public:
  /// The law of one round.
  /// Domain:    the fields of `cells` finite and as described there, p and q of one length; |scale| <= 1000
  LatticeLaw(const RatioCells& cells, const LatticeEffort& effort);
  /// The same between two: the upper law is that of `above`, which dominates the pair, the lower one that of `below`,
  /// which the pair dominates.
  /// Domain:    as above, for each
  LatticeLaw(const RatioCells& above, const RatioCells& below, const LatticeEffort& effort);
  /// The law of no rounds: L = 0.
  explicit LatticeLaw(const LatticeEffort& effort);

  /// The product of independent laws; the grids are brought to the coarser of the two.
  [[nodiscard]] static LatticeLaw product(const LatticeLaw& a, const LatticeLaw& b, const LatticeEffort& effort);
  /// The law of `rounds` >= 1 independent copies, by binary powering; nothing when the budget ends.
  [[nodiscard]] std::optional<LatticeLaw> power(slong rounds, const LatticeEffort& effort,
                                                const Budget& budget = {}) const;

  struct Value {
    Rational lo;
    Rational hi;
  };
  /// The enclosure of delta(eps) = E_P[(1 - e^(eps - L))_+], clipped to [0, 1].
  /// Domain:    any real eps of the grammar up to 10^6 in size
  /// Cost:      one pass over the grid points above eps
  [[nodiscard]] Value delta(const Number& eps) const;
  /// The ends alone.
  /// Kind:      upper bound, lower bound of delta(eps)
  /// Domain:    as delta
  [[nodiscard]] Rational upper_delta(const Number& eps) const;
  [[nodiscard]] Rational lower_delta(const Number& eps) const;

  [[nodiscard]] slong scale() const { return scale_; }
  [[nodiscard]] slong points() const { return upper_.size(); }

 private:
  void trim(slong tail_bits);
  void coarsen();
  void recentre();
  void fit(const LatticeEffort& effort, slong extra_tail_bits);
  [[nodiscard]] static LatticeLaw multiply(const LatticeLaw& a, const LatticeLaw& b, const LatticeEffort& effort,
                                           slong extra_tail_bits);
  [[nodiscard]] double step() const;

  slong scale_ = 0;
  slong unit_bits_ = 0;
  slong upper_first_ = 0;  // log ratio of upper_[0] in steps
  slong lower_first_ = 0;
  GridMasses upper_;
  GridMasses lower_p_;
  GridMasses lower_q_;
  Rational upper_infinite_;  // integers, in units
  Rational lower_infinite_;
};

}  // namespace hallmark
