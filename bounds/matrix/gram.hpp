// Gram matrices of matrix mechanisms: the covariances of the log ratios of balls in bins.
#pragma once

#include <vector>

#include "exact/rational.hpp"

namespace hallmark::matrix {

/// The inner products of the means of `bins` participation patterns, in units of 1/sigma^2.
using Gram = std::vector<std::vector<Rational>>;

/// Throws InputError unless this can be the first column of a Toeplitz matrix of so many iterations.
/// Kind:      exact
/// Domain:    1 <= column.size() <= iterations, at most 8192 numbers, none negative, the first one positive
void check_toeplitz(const std::vector<Rational>& column, slong iterations);

/// G_jk = <m_j, m_k>, m_j = sum of the columns j, j + bins, j + 2 bins, ... of C, for the lower triangular Toeplitz
/// matrix C of so many iterations with that first column; divided by the squared norm of the whole column as given where
/// it is normalised.
/// Kind:      exact
/// Shape:     a symmetric matrix of bins rows
/// Domain:    as check_toeplitz, 1 <= bins <= 1024; otherwise throws InputError
/// Rigor:     m_j is s moved down by j, s_u = sum_l c_(u - l bins), so that G_jk = sum_(u < iterations - k) s_u
///            s_(u+k-j) for j <= k; s_(u+bins) = s_u from u = column.size() - bins on
/// Cost:      bins (column.size() + bins) products of integers
[[nodiscard]] Gram toeplitz_gram(const std::vector<Rational>& column, slong iterations, slong bins, bool normalised);

/// The same of a lower triangular matrix by rows: row i ends with the entry on the diagonal, what stands left of a
/// shorter row is 0. Normalised: divided by the largest squared norm of a column.
/// Kind:      exact
/// Shape:     a symmetric matrix of bins rows
/// Domain:    as many rows as iterations, at most 8192, row i of 1 to i + 1 entries, none negative, those of the diagonal positive, 1
///            <= bins <= 1024; otherwise throws InputError
/// Cost:      bins^2 iterations products of integers
[[nodiscard]] Gram table_gram(const std::vector<std::vector<Rational>>& rows, slong iterations, slong bins,
                              bool normalised);

}  // namespace hallmark::matrix
