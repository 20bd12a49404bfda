// Poisson-subsampled Gaussian mechanism, composed: its exact hockey-stick divergences and their inverses.
#pragma once

#include <string>
#include <vector>

#include "bounds/enclosed.hpp"
#include "exact/bracket.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::poisson_gaussian {

/// How a value is computed. automatic: a closed form where there is one, else laplace, else grid.
enum class Route { automatic, laplace, grid };
/// Domain:    "", "laplace", "grid"; otherwise throws InputError
[[nodiscard]] Route read_route(std::string_view text);
[[nodiscard]] std::string_view to_string(Route route);

/// The pair of one step: sum_j Bin(up, q)(j) N(j, sigma^2) against sum_j Bin(down, q)(j) N(-j, sigma^2), q = rate. One
/// record under zero-out is {1, 0}, under replace-one {1, 1} (Theorem R); records present in one dataset alone, `up` in
/// the first and `down` in the second, are {up, down} (Theorem G). Or the pair of the coupling of fixed batches.
struct Pair {
  slong up = 1;
  slong down = 0;
  bool coupled = false;
};

/// The mechanism: `steps` times, a record takes part with probability `rate`, and N(0, sigma^2) is added to the sum.
struct Mechanism {
  Number rate;
  Number sigma;
  slong steps;
  Pair pair = {};
};

struct DeltaParameters {
  Number eps;  // nats, any real
  Number rate;
  Number sigma;
  slong steps;
  Direction direction;
  Pair pair = {};
};

struct EpsilonParameters {
  Number delta;  // a probability
  Number rate;
  Number sigma;
  slong steps;
  Direction direction;
  Pair pair = {};
};

/// delta = H_{e^eps}(A^T || B^T) (remove), H_{e^eps}(B^T || A^T) (add), the larger (both), A = (1-q) N(0, sigma^2) + q
/// N(1, sigma^2), B = N(0, sigma^2), q = rate, T = steps: the Gaussian mechanism of sensitivity 1 on Poisson batches.
/// Of another pair the same divergences of its powers.
/// Kind:      encloses
/// Units:     eps in nats, any real; delta a probability; zero-out adjacency, or that of the pair
/// Domain:    0 < rate <= 1, 0 < sigma, 1 <= steps <= 10^15, |eps| <= 10^6; otherwise throws InputError
/// Rigor:     rate = 1: one Gaussian of mean shift sqrt(T)/sigma. steps = 1: with w = (e^eps - 1 + q)/q, remove is q
///            E_B(X - w)_+ = q H_w(N(1) || N(0)) for w > 0, else 1 - e^eps; add is e^eps q E_B(w' - X)_+ = e^eps q w'
///            H_{1/w'}(N(0) || N(1)), w' = (e^-eps - 1 + q)/q, and 0 for w' <= 0. In general LaplaceTable, or a grid
///            (LatticeLaw); the add direction is exactly 0 from T ln(1/(1-q)) on, the remove direction is exactly 1 -
///            e^eps up to T ln(1-q). An answer is the intersection of all that was proved on the way.
/// Source:    [CGKKMSZ24] Section 2.2 and 3 (the pair); the inversion is ours
/// Cost:      laplace: 2 to 200 ms at 15 digits for most parameters; it grows with heavy tails (small sigma) and few
///            steps
/// Example:   delta({.eps = 1, .rate = 1, .sigma = 1, .steps = 1, .direction = Direction::remove}, 6).lo.sign()
///            -> 1
[[nodiscard]] Enclosed delta(const DeltaParameters& parameters, slong digits, const Budget& budget = {},
                             Route route = Route::automatic);

/// delta at many thresholds of one mechanism, on as few tables as give the digits.
/// Kind:      encloses, each as delta()
/// Shape:     one outcome a threshold, in the order given
/// Domain:    as delta()
/// Source:    as delta()
[[nodiscard]] std::vector<Enclosed> deltas(const Mechanism& mechanism, Direction direction,
                                           const std::vector<Number>& thresholds, slong digits,
                                           const Budget& budget = {});

/// epsilon = inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses: delta(lo) > delta >= delta(hi) proved; lo = hi = 0 where delta >= delta(0)
/// Units:     nats; zero-out
/// Domain:    as delta(); 0 <= delta <= 1. delta = 0 only for direction add and rate < 1, where the answer is T
///            ln(1/(1-q)): in the other directions no finite eps has delta 0, and InputError says so
/// Rigor:     delta(eps) is nonincreasing in eps, so the two comparisons suffice
/// Source:    as delta()
/// Cost:      a few tables of low accuracy, one of the accuracy asked for. CPU seconds at ten digits, rate 1/T, delta
///            1e-6, both directions: sigma 1/2: T = 10^3 0.11, 10^4 0.20; sigma 1.3: 10^5 0.15; sigma 0.8: 10^6 0.96;
///            14 MB. delta at sigma 1, T = 10^3, eps 4 (1.3e-26): 6 digits 0.04, 30 digits 0.19, 60 digits 0.88. A
///            hundred thresholds of one mechanism at ten digits, sigma 1/2, T = 10^4: 0.61
[[nodiscard]] Enclosed epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget = {},
                               Route route = Route::automatic);

struct SigmaParameters {
  Number eps;  // nats, at least 0
  Number delta;
  Number rate;
  slong steps;
  Direction direction;
  Pair pair = {};
};

/// sigma = inf {sigma > 0 : delta(eps) <= delta at sigma}.
/// Kind:      encloses: delta(eps) > delta at lo, <= delta at hi, both proved
/// Domain:    as delta(); eps >= 0, 0 < delta < 1
/// Rigor:     delta(eps) is nonincreasing in sigma: adding independent normal noise to every output is a
///            post-processing that turns both laws at sigma into those at a larger sigma
/// Source:    as delta()
/// Cost:      about 10 evaluations of delta
[[nodiscard]] Enclosed sigma(const SigmaParameters& parameters, slong digits, const Budget& budget = {});

}  // namespace hallmark::poisson_gaussian
