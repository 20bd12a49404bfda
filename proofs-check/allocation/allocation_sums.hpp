#pragma once

#include "shuffle/response_sum.hpp"

namespace hallmark::check {

/// Random allocation of `selected` of `steps` steps of binary randomized response with eps0, told by N, the number of
/// outputs on the record's side: P the law of Bin(selected, a) + Bin(steps - selected, b), Q that of Bin(steps, b),
/// a = E/(E+1), b = 1/(E+1), E = e^eps0.
struct ResponseScheme {
  const Number& eps0;
  Count steps;
  Count selected;
  bool remove;  ///< H_w(P||Q); else H_w(Q||P)

  /// Its H_w as that of two laws of responses.
  [[nodiscard]] Responses responses() const {
    const Responses removed{0, steps - selected, selected};
    return remove ? removed : removed.reversed();
  }
};

/// H_w'(Bin(steps, b + lambda (a-b)) || Bin(steps, b)) / share (remove) or with the two laws exchanged (add), at most
/// 1: with any = 1 - (1-lambda)^steps, remove: w' = 1 + any (w-1), share = any; add: 1/w' = 1 - any (1 - 1/w), share =
/// any/(any + w (1-any)).
/// Kind:     encloses
/// Domain:   selected = 1, 0 < lambda <= 1
/// Rigor:    PROOFS.md section 2.1
[[nodiscard]] Interval allocation_rr_decomposition(const ResponseScheme& scheme, const Number& lambda,
                                                   const Number& eps, const Effort& effort);

/// ln E_Q[(P/Q)^alpha] (remove) or ln E_Q[(P/Q)^(1-alpha)] (add), over all N.
/// Kind:     encloses
/// Domain:   alpha > 1; steps <= 20000
/// Cost:     steps * selected products and steps powers
[[nodiscard]] Interval allocation_rr_moment(const ResponseScheme& scheme, const Number& alpha, unsigned bits);

}  // namespace hallmark::check
