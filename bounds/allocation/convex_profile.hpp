// Random allocation by convex laws: the privacy profile from both sides without any inversion.
#pragma once

#include <optional>
#include <vector>

#include "exact/convex_law.hpp"
#include "hallmark/words.hpp"

namespace hallmark::allocation {

/// `selected` steps out of `steps`, drawn uniformly and anew in each of `epochs` epochs, hold the user's data; Gaussian
/// noise of deviation sigma times the sensitivity in every step. With X_i = exp(Z_i / sigma - 1 / (2 sigma^2)) the
/// ratio of one epoch is e_k(X_1, ..., X_t) / C(t, k), for k = 1 (X_1 + ... + X_t) / t; epochs multiply.
struct ProfileParameters {
  Number sigma;
  slong steps;
  slong epochs = 1;
  Direction direction;
  slong selected = 1;
};

/// The finest grid used; the time grows with its square.
inline constexpr slong finest_grid = 16384;

/// The law of the ratio of one epoch, from that of one step of any pair.
/// Kind:      encloses; the two sides stay apart for selected > 1; nothing when the budget ends
/// Domain:    1 <= selected < steps <= 10^12, or both 1
/// Rigor:     selected = 1: steps add. selected = k > 1, upper: in a uniformly random partition of the steps into k
///            blocks, t mod k of them one step longer, one pick a block is a uniform k-subset, and hockey-stick
///            divergences are jointly convex: those of the mixture of all partitions are at most those of the product of
///            the blocks. Lower: symmetric_law.hpp; for k > 8 that of 8, which is below it in convex order.
/// Source:    ours; [FS25] for the scheme
/// Cost:      as profile_law
[[nodiscard]] std::optional<RatioLaw> epoch_law(const RatioLaw& step, slong steps, slong selected,
                                                const Resolution& resolution, const Budget& budget = {});

/// The law of the ratio of one direction.
/// Kind:      encloses, as narrowly as the grid allows for selected = 1 and selected = steps; for other numbers the two
///            sides stay apart however fine the grid; nothing when the budget ends, nor for more than about 10^15
///            steps and epochs in all
/// Units:     adjacency zero-out; direction remove or add
/// Domain:    0 < sigma, 1 <= steps, epochs <= 10^12, 1 <= selected <= steps, direction not both; otherwise throws
///            InputError
/// Rigor:     convex_law.hpp: the base law is the Gaussian's, steps add, epochs multiply. selected = k > 1, upper: in a
///            uniformly random partition of the steps into k blocks, t mod k of them one step longer, one pick a block
///            is a uniform k-subset, so e_k / C(t, k) is the conditional expectation of the product of the blocks'
///            ratios and below it in convex order (Jensen). Lower: symmetric_law.hpp; for k > 8 that of 8, which is
///            below it in convex order. selected = steps: the Gaussian of variance k / sigma^2.
/// Source:    [FS25] Lemma F.1 of the later version (the dominating pair); the convex order is our own
/// Cost:      about log2(steps) + log2(epochs) squarings of `nodes`^2 / 2 pairs a side, 5 to 8 ns a pair
[[nodiscard]] std::optional<RatioLaw> profile_law(const ProfileParameters& parameters, const Resolution& resolution,
                                                  const Budget& budget = {});

/// The laws made so far for one set of parameters: thresholds asked for one after another share them.
struct KeptLaws {
  struct Kept {
    Direction direction;
    Resolution resolution;
    RatioLaw law;
  };
  std::vector<Kept> all;
};

/// The grids that are used: from the first on, each finer, to the finest at most.
struct Grids {
  slong first = 512;
  slong finest = finest_grid;
};

/// delta(eps) of the dominating pair, both ends.
/// Kind:      encloses; [max(0, 1 - e^eps), 1] where the budget ends before the first grid
/// Units:     eps in nats, any real; adjacency zero-out; direction both is the larger of the two
/// Domain:    as profile_law; 1 <= digits <= 12
/// Rigor:     the intersection of the enclosures of several grids
/// Source:    as profile_law
/// Cost:      grids are refined until the width is 10^-digits relative to hi, at most to finest_grid; beside kept laws
///            only finer ones and those that reach further
struct ProfileDelta {
  RationalEnds delta;
  bool reached;
  slong nodes;  // of the finest grid used; 0 if none
};
[[nodiscard]] ProfileDelta profile_delta(const ProfileParameters& parameters, const Number& eps, slong digits,
                                         const Budget& budget = {}, KeptLaws* kept = nullptr, const Grids& grids = {});

/// inf {eps >= 0 : delta(eps) <= delta} of the dominating pair, both ends.
/// Kind:      encloses; no hi where the budget ends before the first grid
/// Units:     nats; adjacency zero-out; direction both is the larger of the two
/// Domain:    as profile_law; 0 < delta <= 1, 1 <= digits <= 12
/// Rigor:     as epsilon() of convex_law.hpp, for every grid used
/// Source:    as profile_law
/// Cost:      as profile_delta
struct ProfileEpsilon {
  EpsilonBounds epsilon;
  bool reached;
  slong nodes;
};
[[nodiscard]] ProfileEpsilon profile_epsilon(const ProfileParameters& parameters, const Rational& delta, slong digits,
                                             const Budget& budget = {}, const Grids& grids = {});

}  // namespace hallmark::allocation
