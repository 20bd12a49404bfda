// The rows of the registry, family by family, and the quantities of the papers that are not available yet.
#include "bounds/registry_table.hpp"

#include <algorithm>
#include <iterator>

#include "bounds/rows.hpp"

namespace hallmark {
namespace {

std::vector<Entry> (*const rows_of_families[])() = {allocation_bounds_rows,
                                                    allocation_profile_rows,
                                                    allocation_rows,
                                                    allocation_rr_rows,
                                                    allocation_sigma_rows,
                                                    allocation_steps_rows,
                                                    approximate_rows,
                                                    basic_rows,
                                                    batch_rows,
                                                    blanket_rows,
                                                    clones_inverses_rows,
                                                    clones_rows,
                                                    composition_rows,
                                                    fixed_batch_rows,
                                                    gaussian_rows,
                                                    krr_rows,
                                                    literature_rows,
                                                    matrix_gaussian_rows,
                                                    multinomial_rows,
                                                    poisson_gaussian_rows,
                                                    poisson_renyi_rows,
                                                    rr2_rows,
                                                    shuffle_rows,
                                                    shuffled_batch_rows,
                                                    truncated_poisson_rows,
                                                    within_rows};

constexpr Planned planned_table[] = {
    {"rr2.epsilon.csuzz19", "[CSUZZ19]; literature-unverified: no edition was at hand to read its constants from"},
    {"shuffle.epsilon.bkmtt20", "[BKMTT20]; literature-unverified: no edition was at hand to read its constants from"},
    {"shuffled-batch.delta.conjecture", "[CGKKMSZ24] Conjecture 3.2"},
};

}  // namespace

std::vector<Entry> registry_rows() {
  std::vector<Entry> t;
  for (const auto& family : rows_of_families) {
    std::vector<Entry> rows = family();
    std::move(rows.begin(), rows.end(), std::back_inserter(t));
  }
  std::sort(t.begin(), t.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
  return t;
}

std::span<const Planned> planned_rows() { return planned_table; }

}  // namespace hallmark
