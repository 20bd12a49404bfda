// Renyi divergences of the composed Poisson-subsampled Gaussian, and what they give for epsilon and delta.
#pragma once

#include "bounds/renyi.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::poisson_renyi {

/// T steps of A = (1-q) N(0, s^2) + q N(1, s^2) against B = N(0, s^2).
struct Sampling {
  Number sigma;  // standard deviation of the noise over the sensitivity
  Number rate;   // q, the sampling probability
  slong steps;   // T
};

/// K(z) = E_B[(A/B)^z] of one step, as K - 1: by the binomial theorem at an integer z >= 0.
/// Kind:      encloses
/// Domain:    0 < sigma, 0 < rate < 1, 0 <= order; otherwise throws InputError
/// Rigor:     a finite sum: sum over j of C(z,j) (1-q)^(z-j) q^j (e^(j(j-1)/(2 s^2)) - 1), every term at least 0
/// Source:    E_B e^(ju) = e^(j(j-1)/(2 s^2)), u = x/s^2 - 1/(2 s^2)
/// Cost:      one exponential a term
[[nodiscard]] Ball moment_minus_1(const Sampling& step, slong order, slong bits, const Budget& budget = {});

/// ln K(z), K(z) = E_B[(A/B)^z] of one step, at a real z.
/// Kind:      encloses; nothing where the rule would need more than a million nodes
/// Domain:    0 < sigma, 0 < rate < 1; otherwise throws InputError
/// Rigor:     K(z) = int phi(y) l(y)^z dy, l = 1 - q + q e^u, u = y/s - 1/(2 s^2), by the trapezoidal rule of step h.
///            In |Im y| <= d < pi s the logarithm of l is analytic; there |l(y + ik)| <= l(y), and for d <= pi s/2 also
///            |l(y + ik)| >= 1-q. So int |phi l^z| on the edges is at most e^(d^2/2) N, N = K(z) for z >= 0 and (1-q)^z
///            for z < 0 (d <= pi s/2), and the rule errs by at most 2 e^(d^2/2) N / (e^(2 pi d/h) - 1). The nodes left
///            out lie where phi l^z rises (left) or falls (right) and so weigh at most the integrals beyond the ends
///            kept: z >= 0: l(y1)^z Phi(y1) where y1 <= 0, phi rising; where y1 > 0, l^z <= l(0)^z e^(ry) on [0, y1], r
///            the slope of the chord of z ln l, which is convex: l(0)^z (1 + h + e^(r^2/2) Phi(y1 - r)) for y1 <= r;
///            and l(y2)^z e^(-z y2/s + z^2/(2 s^2)) Phi(z/s - y2) for y2 >= z/s, where e^(zy/s) phi(y) falls and l(y)^z
///            <= l(y2)^z e^(z(y-y2)/s). z < 0: (1-q)^z Phi(y1), (1-q)^z Phi(-y2), y1 <= 0 <= y2.
/// Source:    the trapezoidal rule for functions analytic in a strip
/// Cost:      two exponentials and a logarithm a node
[[nodiscard]] std::optional<Ball> log_moment(const Sampling& step, const Number& z, slong bits,
                                             const Budget& budget = {});

/// R_alpha = T ln K(alpha) / (alpha - 1) for remove (A || B), T ln K(1 - alpha) / (alpha - 1) for add (B || A), both:
/// the larger.
/// Kind:      encloses
/// Units:     nats; zero-out (= add-remove for Poisson batches)
/// Domain:    0 < sigma, 0 < rate <= 1, 1 <= steps <= 10^15, 1 < alpha; otherwise throws InputError
/// Rigor:     moment_minus_1 at integers up to 20000, log_moment elsewhere; where neither is at hand the bracket
///            (1-q)^a + q^a E <= K(a) <= 1-q + qE, E = e^(a(a-1)/(2 s^2)) (superadditivity and convexity of z^a), and
///            Phi(1/(4s)) (1-q + q e^(-1/(4 s^2)))^(1-a) <= K(1-a) <= min((1-q)^(1-a), 1-q + qE), 1 <= both
/// Source:    composition and Renyi divergence of mixtures; at integer orders [CGKKMSZ24] through the accountants it
///            uses
/// Cost:      O(alpha) exponentials at integer orders of remove, about 10^3 nodes elsewhere
/// Example:   divergence({Number("0.5"), Number("1/100"), 100}, 2, Direction::remove, 64).to_string(10)
///            -> [0.5345502314 +/- 3.46e-11]
[[nodiscard]] Ball divergence(const Sampling& sampling, const Number& alpha, Direction direction, slong bits,
                              const Budget& budget = {});

/// Over which orders a conversion takes the least bound: the integers of a range, or all reals of it.
enum class Grid { integers, reals };

/// What a conversion gives, and the orders that prove it (0 for a direction not asked for).
struct Converted {
  Ball value;
  bool reached;
  Rational order;      // of the direction remove
  Rational order_add;  // of the direction add
};

/// The least epsilon at delta that the orders of a range give, each direction by itself, then the larger.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; zero-out
/// Domain:    as divergence; 0 < delta <= 1, 2 <= first <= last (reals: first < last); otherwise throws InputError
/// Rigor:     renyi::epsilon_upper, renyi::epsilon_upper_real
/// Source:    [CKS20] Proposition 12
/// Cost:      about 40 divergences a direction
/// Example:   epsilon_upper({Number("0.5"), Number("1/10000"), 10000}, Number("1e-6"), Direction::both,
///              Grid::reals, {}, 10).value.to_string(10)
///            -> [3.421071632 +/- 2.32e-10]
[[nodiscard]] Converted epsilon_upper(const Sampling& sampling, const Number& delta, Direction direction, Grid grid,
                                      renyi::Orders orders, slong digits, const Budget& budget = {});
/// The same for delta at eps.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     a probability; zero-out
/// Domain:    as divergence; 2 <= first <= last (reals: first < last); otherwise throws InputError
/// Rigor:     renyi::delta_upper, renyi::delta_upper_real
/// Source:    [CKS20] Proposition 12
/// Cost:      about 40 divergences a direction
[[nodiscard]] Converted delta_upper(const Sampling& sampling, const Number& eps, Direction direction, Grid grid,
                                    renyi::Orders orders, slong digits, const Budget& budget = {});

}  // namespace hallmark::poisson_renyi
