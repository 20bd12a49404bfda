// The transform of a step of Poisson batches with Gaussian noise whose large outcomes are left out.
#pragma once

#include <memory>

#include "bounds/batch/poisson_transform.hpp"
#include "bounds/composition/line_transform.hpp"

namespace hallmark::poisson_gaussian {

/// M(z) = E_Q l^(1+z) (remove), E_Q l^-z (add) over the outcomes with u <= cut, l = 1 - q + q e^u, u of N(-v/2, v) under Q, v =
/// 1/sigma^2.
/// Kind:      encloses
/// Units:     zero-out
/// Domain:    0 < rate < 1; nothing for a cut 35 deviations below the mean of u, where doubles know no mass below it
/// Rigor:     values: SampledQuadrature on pieces of [left, right], the density c(u) at Re u, Im u = b at most e^(b^2/(2v)) times that
///            of the point nearest to -v/2; what lies left of them, and between right and cut, is at most its Q-mass times the
///            largest l^Re s. Beyond t: int_(-inf)^cut c l^s along Im u = k, 0 < k <= 3/2, and back down at Re u = cut; with l_k(u) =
///            1 - q + q e^(u + ik) and psi its argument |l_k^s| = |l_k|^Re s e^(-t psi), where |l_k| and psi rise with u: cell by cell
///            at their ends, times e^(k^2/(2v)) at least the Q-mass, their width times the largest density. On the way down psi at height y is at least y min(psi_k/k, b/(1 - q +
///            b)), b = q e^cut (it is concave in y where b <= 1 - q, else convex), so that int e^(-t psi) is at most 1/t over that,
///            and at most k. All of it falls with t
/// Source:    ours; proofs-check/PROOFS.md section 12.3
/// Cost:      a path: its nodes times 100 to 500
[[nodiscard]] std::unique_ptr<composition::LineTransform> truncated_step(const BatchStep& step, bool add,
                                                                         const Rational& cut);

/// The masses above the cut, of the laws with the record and without it.
/// Kind:      encloses
struct MassesAbove {
  Ball with;
  Ball without;
};
[[nodiscard]] MassesAbove masses_above(const BatchStep& step, const Rational& cut, slong bits);

}  // namespace hallmark::poisson_gaussian
