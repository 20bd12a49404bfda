// From the parameters of a row to the pair of its neighbours.
#pragma once

#include "bounds/arguments.hpp"
#include "bounds/batch/poisson_gaussian.hpp"

namespace hallmark::poisson_gaussian {

/// {1, 0} under zero-out, {1, 1} under replace-one; with group=g {g, 0}, with inserted=k deleted=m {m, k}.
/// Kind:      exact
/// Domain:    groups under zero-out only; group, or else inserted and deleted, at most 100 records in all and at least
///            one; otherwise throws InputError that begins with `where`
/// Source:    PROOFS.md 15.1, 15.2; lemma fixed-batch-gaussian.antipodal
[[nodiscard]] Pair pair_of(std::string_view where, const Arguments& arguments);

}  // namespace hallmark::poisson_gaussian
