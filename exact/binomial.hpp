// The binomial distribution in balls: one pmf, and tails as recurrences with proved remainders.
#pragma once

#include "exact/ball.hpp"
#include "exact/budget.hpp"

namespace hallmark {

/// A binomial law Bin(n, p) with p and q = 1 - p given separately, so that neither suffers cancellation.
struct Binomial {
  slong n;  // 0 <= n <= 10^15
  Ball p;
  Ball q;
};

/// Pr[Bin(n, p) = k] = C(n, k) p^k q^(n-k); 0 outside 0..n.
/// Kind:      encloses, relatively accurate to about the precision of p
/// Domain:    0 <= n <= 10^15
/// Rigor:     log C(n, k) by Arb's lgamma at log2(n log n) guard bits; p^k q^(n-k) by powering at log2(n) guard bits
/// Cost:      O(log n) ball operations
[[nodiscard]] Ball pmf(const Binomial& law, slong k);

/// Pr[Bin(n, p) >= k].
/// Kind:      encloses, relatively accurate to about the precision of p
/// Domain:    0 <= n <= 10^15
/// Rigor:     terms from k on by their ratio (n-j)/(j+1) p/q, which decreases in j: once it is below 1 the rest is at
///            most term * ratio / (1 - ratio), and at least 0. Left of the mean: 1 - Pr[Bin(n, q) >= n-k+1].
/// Cost:      O(sqrt(n * bits)) ball operations; the trivial [0, 1] when the budget ends
[[nodiscard]] Ball upper_tail(const Binomial& law, slong k, const Budget& budget);

/// Counts lo..hi around the mean outside of which Bin(n, odds/(1+odds)) has about the mass 2^-bits.
/// Kind:      a proposal, in plain doubles: whoever sums over it must bound what it leaves out
/// Domain:    0 <= n <= 10^15, odds >= 0 (infinite: all mass at n)
/// Source:    Bernstein's inequality
struct CountRange {
  slong lo;
  slong hi;
};
[[nodiscard]] CountRange likely_range(slong n, double odds, slong bits);

/// The sum of a nonnegative sequence after `last` is at most last * ratio / (1 - ratio).
/// Kind:      upper bound, as a ball that contains it; anything if ratio < 1 is not proved
/// Domain:    the ratio of successive terms is at most `ratio` from there on
[[nodiscard]] Ball geometric_rest(const Ball& last, const Ball& ratio);

/// What a binomial law leaves outside a range: a geometric_rest on each side.
/// Kind:      upper bound, as a ball that contains it; anything where an end lies beyond the mode on its side
/// Domain:    odds = p / q of the law
[[nodiscard]] Ball mass_outside(const Binomial& law, const Ball& odds, const CountRange& range, slong bits);

}  // namespace hallmark
