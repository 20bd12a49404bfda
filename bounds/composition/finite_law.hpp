// Finite laws of a pair's likelihood ratio: atoms in balls, what they leave out, and one and two rounds exactly.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/bracket.hpp"
#include "exact/lattice_law.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

/// How much of a law to list, and how finely.
struct Listing {
  slong bits = 128;      // of every mass
  slong tail_bits = 80;  // outcomes of about 2^-tail_bits in all are left out: a proposal, what is left out is missing
  std::size_t most = 3'000'000;  // outcomes; more are refused
  bool merge = true;             // equal ratios are one atom, where that needs all of them in memory
};

/// One value of the likelihood ratio dP/dQ = p/q: outcomes that share it, with their masses, both positive.
struct Atom {
  double key;  // p/q up to 2^-40 relative; only meaningful where `extreme` is false
  Ball p;
  Ball q;
  bool extreme;  // p/q may lie outside [10^-150, 10^150]
};

/// A pair (P, Q) by the atoms of its likelihood ratio.
/// Rigor:     every outcome is in one atom, or infinite, or missing; balls enclose the masses
struct FiniteLaw {
  std::deque<Atom> atoms;  // keys rise weakly, extreme ones last
  Ball p_infinite;         // P-mass where Q is 0
  Ball q_infinite;         // Q-mass where P is 0
  Ball p_missing;          // [0, x]: x is at least the P-mass of all that stands nowhere else
  Ball q_missing;
};

/// Takes the outcomes of a pair one by one.
class AtomSink {
 public:
  virtual ~AtomSink() = default;
  /// Outcomes of one ratio. A mass that is exactly 0 makes the other one infinite.
  virtual void add(const Ball& p, const Ball& q) = 0;
};

/// Lists the outcomes of a pair into a sink; false where they are too many or the budget ends.
using AtomSource = std::function<bool(AtomSink&, const Listing&, const Budget&)>;

/// Collects atoms into a FiniteLaw.
class FiniteLawBuilder : public AtomSink {
 public:
  explicit FiniteLawBuilder(slong bits) : bits_(bits), p_infinite_(0, bits), q_infinite_(0, bits) {}
  void add(const Ball& p, const Ball& q) override;
  /// Sorts and derives the missing masses as 1 - sum, which is a bound because both laws have mass 1.
  /// Rigor:     an atom whose masses are not accurate enough for a key (40 bits) counts as extreme, which is only
  ///            slower
  [[nodiscard]] FiniteLaw finish();

 private:
  slong bits_;
  std::deque<Atom> atoms_;
  Ball p_infinite_;
  Ball q_infinite_;
};

/// The list itself; nothing where the source gives none.
/// Kind:      encloses
/// Domain:    the outcomes of a pair, each once
[[nodiscard]] std::optional<FiniteLaw> finite_law(const AtomSource& source, const Listing& listing,
                                                  const Budget& budget = {});

/// (Q, P): H(Q || P) of a law is H(P || Q) of this.
/// Kind:      encloses
[[nodiscard]] FiniteLaw swapped(const FiniteLaw& law);

/// delta(eps) = E_P[(1 - e^eps dQ/dP)_+].
/// Kind:      encloses
/// Units:     w = e^eps; remove (H(P||Q))
/// Domain:    0 < w
/// Rigor:     sum of the positive parts p - w q; p_infinite in full, p_missing between nothing and all
/// Source:    the definition of the divergence
/// Cost:      a few ball operations an atom
[[nodiscard]] Ball one_round_delta(const FiniteLaw& law, const Ball& w);

/// delta(eps) of the product of two pairs: sum over pairs of atoms of (p p' - w q q')_+.
/// Kind:      encloses, to any precision of the atoms
/// Units:     w = e^eps; remove
/// Domain:    0 < w
/// Rigor:     for a rising in ratio, the b with ratio_a ratio_b > w grow. A pair is counted without a look where the
///            product of keys exceeds w by 2^-36 relative, and left out where it falls short by as much: keys are right
///            to 2^-40, the product of two doubles in [10^-300, 10^300] and the double of w to 2^-50. Every other pair
///            is decided in balls; a sign that they leave open contributes [0, upper end]. Extreme atoms are paired in
///            balls with all. Infinite: p_inf + p_inf' - p_inf p_inf'; missing: at most the sum of both.
/// Source:    the definition of the divergence; [KHH21] Theorem 5 for the product
/// Cost:      O(N + N') ball operations, and for each extreme atom as many again
[[nodiscard]] Ball two_round_delta(const FiniteLaw& a, const FiniteLaw& b, const Ball& w, const Budget& budget = {});
/// With its derivative in eps = ln w: -w times the Q-mass of the pairs counted. The slope is for searches.
/// Kind:      encloses, as two_round_delta; the slope is a proposal
/// Domain:    as two_round_delta
/// Source:    as two_round_delta
[[nodiscard]] Sample two_round_delta_with_slope(const FiniteLaw& a, const FiniteLaw& b, const Ball& w,
                                                const Budget& budget = {});

/// The scale of about `points` grid points on [low, high], numbered by integers of at most 58 bits.
/// Kind:      a proposal
/// Domain:    low <= high
[[nodiscard]] slong scale_for(double low, double high, slong points);

/// The law on a lattice of about effort.points points, all but a tail of 2^-effort.tail_bits of it.
/// Kind:      encloses
/// Rigor:     an atom goes to the half cell that its key proves it in, else as a straddle to the node next to it, else
///            (it cannot happen but for extreme ones) by the ball of its logarithm; P-mass above the window is missing,
///            below it stands below
/// Source:    as LatticeLaw
[[nodiscard]] LatticeLaw lattice_law(const FiniteLaw& law, const LatticeEffort& effort);

/// The same of a source too long for a list, (Q, P) if `reverse`: each outcome goes to its cell and is forgotten.
/// Kind:      encloses; nothing where the source has none
/// Domain:    the outcomes of a pair, each once
/// Rigor:     as above; the missing mass is 1 minus all that was seen
/// Source:    as LatticeLaw
/// Cost:      below a microsecond an outcome; memory for four cells a point
[[nodiscard]] std::optional<LatticeLaw> lattice_law(const AtomSource& source, bool reverse, const Listing& listing,
                                                    const LatticeEffort& effort, const Budget& budget = {});

}  // namespace hallmark
