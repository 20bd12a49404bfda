// Several epochs of shuffled batches: what the largest coordinate of each epoch proves from below.
#pragma once

#include "exact/budget.hpp"
#include "exact/convex_law.hpp"
#include "exact/number.hpp"

namespace hallmark::shuffled_batch {

/// Epochs, each of `steps` batches in a fresh secret order.
struct Epochs {
  Number sigma;
  slong steps;
  slong count;
};

/// The largest coordinate of one epoch, told in cells, as a law of its likelihood ratio under P_S against Q_S.
/// Kind:      encloses the law of the cells; its lower side is a lower bound of the pair (P_S, Q_S)
/// Domain:    0 < sigma, 1 <= steps <= 10^15; otherwise throws InputError
/// Rigor:     P_S(all w_t < c) = Phi(c/s)^(T-1) Phi((c-2)/s), Q_S(all w_t < c) = Phi(c/s)^(T-1) Phi((c-1)/s): the masses
///            of a cell are differences of these. Telling the cell alone is a post-processing.
/// Source:    [CGKKMSZ24] equation (3) for the two laws
/// Cost:      four erfc a cell
[[nodiscard]] RatioLaw largest_coordinate_law(const Epochs& epochs, Slope slope);

/// A lower bound of delta at eps, of epsilon at delta, for `count` epochs, both directions.
/// Kind:      lower bound; 0 when the budget ends
/// Units:     zero-out
/// Domain:    as largest_coordinate_law; 1 <= count <= 10^12; 0 <= eps; 0 < delta <= 1
/// Rigor:     the orders of the epochs are independent, so the largest coordinates of all epochs have the product of the
///            laws, under the same dataset and queries in every epoch
/// Source:    as largest_coordinate_law
/// Cost:      a power of a convex law for each direction
[[nodiscard]] Rational delta_of_epochs_lower(const Epochs& epochs, const Number& eps, const Budget& budget = {});
[[nodiscard]] Rational epsilon_of_epochs_lower(const Epochs& epochs, const Number& delta, const Budget& budget = {});

}  // namespace hallmark::shuffled_batch
