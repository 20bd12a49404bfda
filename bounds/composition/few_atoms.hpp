// Rounds of pairs with few likelihood ratios: every product of ratios, one by one.
#pragma once

#include <optional>
#include <vector>

#include "bounds/composition/finite_law.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// Outcomes of one likelihood ratio p/q, with their masses; one of them may be 0.
struct ExactAtom {
  Rational p;
  Rational q;
};

/// The law of two independent pairs together, equal ratios together; nothing where it has more than `most` ratios or
/// the budget ends.
/// Kind:      exact
/// Domain:    the masses of both laws add up to 1
/// Source:    the definition of the product
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_product(const std::vector<ExactAtom>& a,
                                                                  const std::vector<ExactAtom>& b, std::size_t most,
                                                                  const Budget& budget);

/// The law of `rounds` independent rounds, equal ratios together; nothing where it has more than `most` ratios on the
/// way or the budget ends.
/// Kind:      exact
/// Domain:    rounds >= 1; the masses of both laws add up to 1
/// Source:    the definition of the product
/// Cost:      a product of two lists a round
[[nodiscard]] std::optional<std::vector<ExactAtom>> exact_power(const std::vector<ExactAtom>& one, slong rounds,
                                                                std::size_t most, const Budget& budget = {});

/// sum (p - w q)_+ (remove; add: with p and q exchanged).
/// Kind:      exact
/// Domain:    0 < w
/// Source:    the definition of the divergence
[[nodiscard]] Rational exact_delta(const std::vector<ExactAtom>& law, const Rational& w, bool reverse);

/// How many products of `rounds` of so many ratios there are, orders apart: C(ratios + rounds - 1, rounds), or one more
/// than `most`.
/// Kind:      exact
/// Domain:    ratios, rounds >= 1
[[nodiscard]] std::size_t products_of(std::size_t ratios, slong rounds, std::size_t most);

/// The law of `rounds` rounds by its products of ratios, each with its multinomial number of orders.
/// Kind:      encloses
/// Domain:    rounds >= 1; as many atoms as products_of counts
/// Rigor:     a product with an infinite ratio is infinite: 1 - (1 - p_infinite)^rounds in all; what is missing in one
///            round is missing in the products, and 1 less the masses listed is a bound of it
/// Source:    the definition of the product
/// Cost:      a few ball operations a product
[[nodiscard]] FiniteLaw finite_power(const FiniteLaw& one, slong rounds, slong bits);

}  // namespace hallmark
