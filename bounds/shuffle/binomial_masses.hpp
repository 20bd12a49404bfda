// Binomial masses one after another, over a range that holds nearly all of them.
#pragma once

#include "exact/binomial.hpp"
#include "exact/budget.hpp"

namespace hallmark::atoms {

inline constexpr double ln2 = 0.6931471805599453;

struct Range {
  slong lo;
  slong hi;
};

/// Where Bin(n, p) lives up to e^-depth.
/// Kind:      a proposal: whoever sums over it bounds what it leaves out
/// Domain:    0 < depth
/// Source:    Bernstein's inequality
[[nodiscard]] Range binomial_range(const Binomial& law, double depth);

/// ln of a ball, -10^300 where it is not proved to be positive.
/// Kind:      a proposal
[[nodiscard]] double log_of(const Ball& x);

/// use(c, Pr[Bin(n, p) = c]) for every c of a range, by the ratio of neighbours; false when the budget ends.
/// Kind:      encloses
/// Domain:    0 <= range.lo <= range.hi <= n
template <typename Use>
[[nodiscard]] bool for_each_mass(const Binomial& law, const Range& range, const Budget& budget, const Use& use) {
  const slong bits = law.p.bits();
  if (law.q.is_zero()) {  // all trials succeed
    use(law.n, Ball(1, bits));
    return true;
  }
  const Ball odds = law.p / law.q;
  Ball mass = pmf(law, range.lo);
  for (slong c = range.lo;; ++c) {
    if (budget.expired()) return false;
    use(c, mass);
    if (c == range.hi) return true;
    mass = mass * odds * (law.n - c) / (c + 1);
  }
}

}  // namespace hallmark::atoms
