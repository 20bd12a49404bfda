// Shuffling n reports of one local randomizer: a bracket by its blanket above and by a dataset below.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "bounds/blanket/reference.hpp"

namespace hallmark::blanket {

/// What the two ends rest on at one eps: the blankets of all pairs of inputs that may be the worst; datasets.
struct Problem {
  std::vector<Reference> above;
  std::vector<Reference> below;
};

/// A randomizer and n users; `reach`: how many deviations of unbounded noise are put on the lattice. `by_laws`: by laws in
/// the convex order in place of a lattice, for additive noise and at most 10^12 users.
struct Shuffled {
  slong n;
  std::function<Problem(const Number& eps, double reach)> problem;
  bool by_laws = false;
};

/// Both ends, the lattice's points for one standard deviation, and which dataset gave the lower end.
struct Found {
  Rational lo;
  Rational hi;
  bool reached = false;
  slong cells = 0;  // by laws: of the law of one report, as many as nodes of every sum
  slong bits = 0;
  std::size_t dataset = 0;
};

/// Points for all of them, about `cells` to the largest standard deviation; nothing where U is no number.
/// Kind:      a proposal
/// Domain:    1 <= cells
[[nodiscard]] std::optional<Lattice> lattice_of(const std::vector<Reference>& all, slong cells);

/// The privacy profile of the shuffled reports: the largest divergence H_w, w = e^eps, over datasets that differ in one
/// user's input.
/// Kind:      encloses
/// Units:     eps in nats; replace-one
/// Domain:    1 <= n <= 10^15, 0 <= eps; otherwise throws InputError
/// Rigor:     **above.** [BBGN19]: with U_i as in reference.hpp against the blanket, 0 with probability 1 - gamma, delta
///            <= E (U_1 + ... + U_n)_+ / n; a mean is nondecreasing and convex in each U_i, so U may be replaced by
///            spread laws, and the part above the last point adds its own mean. At most the divergence of one report.
///            **below.** The other users hold one input o: P(E) - w Q(E) of the event that the scores of all reports add
///            up to at least k0; their laws on a circle have at most the mass outside the window too much.
/// Source:    [BBGN19] Lemma 5.3; the lower end is elementary
/// Cost:      a sum for each blanket and dataset, of which tilted_sum says the cost
[[nodiscard]] Found delta(const Shuffled& shuffled, const Number& eps, slong digits, const Budget& budget);

/// inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses
/// Units:     nats; replace-one
/// Domain:    as delta; 0 < delta <= 1; most: an eps where delta(eps) <= delta
/// Rigor:     delta(eps) is nonincreasing: hi has an upper end of at most delta, lo a lower end above it
/// Source:    as delta
/// Cost:      about ten evaluations of each end
[[nodiscard]] Found epsilon(const Shuffled& shuffled, const Number& delta, const Rational& most, slong digits,
                            const Budget& budget);

}  // namespace hallmark::blanket
