// The checks of the basic mechanisms, one file a mechanism.
#pragma once

#include <vector>

#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

[[nodiscard]] std::vector<Lemma> bounded_range_lemmas();
[[nodiscard]] std::vector<Lemma> discrete_gaussian_lemmas();
[[nodiscard]] std::vector<Lemma> discrete_laplace_lemmas();
[[nodiscard]] std::vector<Lemma> eps_delta_lemmas();
[[nodiscard]] std::vector<Lemma> gdp_lemmas();
[[nodiscard]] std::vector<Lemma> laplace_lemmas();
[[nodiscard]] std::vector<Lemma> renyi_curve_lemmas();
[[nodiscard]] std::vector<Lemma> rr_lemmas();
[[nodiscard]] std::vector<Lemma> rr_local_lemmas();
[[nodiscard]] std::vector<Lemma> zcdp_lemmas();

}  // namespace hallmark::lemmas
