// Poisson batches that a record hardly ever joins: random allocation, when it joins one, bounds from both sides.
#pragma once

#include <optional>

#include "bounds/batch/poisson_gaussian.hpp"
#include "exact/ball.hpp"
#include "exact/budget.hpp"

namespace hallmark::poisson_gaussian {

/// delta at eps where the record joins two batches far less often than one, remove or add.
/// Kind:      encloses, within about (T q)^2/2; nothing where the inversion of random allocation does not answer
/// Units:     eps in nats; zero-out adjacency
/// Domain:    as delta(), the usual pair, direction not both, T >= 2
/// Rigor:     With C the law of T steps of which one, drawn uniformly, holds the record, A^T = w0 B^T + w1 C + w2 R,
///            w0 = (1-q)^T, w1 = T q (1-q)^(T-1), and 0 <= w2 <= T (T-1) q^2/2 (Bonferroni), R any law. Positive parts
///            are subadditive, (x + y)_+ in x_+ + [0, y] for y >= 0. remove, g = e^eps - w0 > 0: A^T - e^eps B^T = w1 C
///            - g B^T + w2 R, so delta is in w1 H_(g/w1)(C || B^T) + [0, w2]. add, g = 1 - e^eps w0 > 0: B^T - e^eps
///            A^T = g B^T - e^eps w1 C - e^eps w2 R, so delta is in g H_(e^eps w1/g)(B^T || C) - [0, e^eps w2]. H_w is
///            1-Lipschitz in w, so it may be taken at a rational ln w near by
/// Source:    ours; random allocation by spectral_delta
/// Cost:      that of spectral_delta
[[nodiscard]] std::optional<Ball> rare_delta(const DeltaParameters& parameters, slong digits, const Budget& budget);

/// delta at eps, or inf {eps >= 0 : delta(eps) <= target}, of a record that rarely takes part: the outcomes so large that they
/// decide alone are summed in closed form, the others on a line, which is then short.
/// Kind:      encloses; nothing where no line was found, the digits are not reached, or T < 2
/// Units:     eps in nats; zero-out adjacency
/// Domain:    the usual pair, direction not both, 0 < rate < 1; `near` becomes a proposal of epsilon, 0 where it is about 0, where
///            one was found
/// Rigor:     with X_i = e^(u_i), l_i = 1 - q + q X_i, R = l_1 ... l_T, w = e^eps and a cut c with (1-q)^(T-1) l(c) >= w: on G =
///            {some u_i > c} R >= w, so E (R - w)_+ = P(G) - w Q(G) + E[(R - w)_+; all u_i <= c], P(G) = 1 - (1 - P_1{u > c})^T, Q(G)
///            alike. In direction add, with (1-q)^(T-1) l(c) >= 1/w: (1 - wR)_+ = 0 on G. What is left is D of LineTable, of a
///            positive measure, with the transform of truncated_step
/// Source:    ours; proofs-check/PROOFS.md section 12.3
/// Cost:      a few lines of 50 to 500 nodes
[[nodiscard]] std::optional<Enclosed> delta_by_cut(const Mechanism& mechanism, Direction direction, const Number& eps,
                                                   slong digits, const Budget& budget);
[[nodiscard]] std::optional<Enclosed> epsilon_by_cut(const Mechanism& mechanism, Direction direction,
                                                     const Number& target, slong digits, const Budget& budget,
                                                     std::optional<double>* near = nullptr);

/// Whether T q is so small that rare_delta is worth its time.
[[nodiscard]] bool is_very_rare(const Mechanism& mechanism);

}  // namespace hallmark::poisson_gaussian
