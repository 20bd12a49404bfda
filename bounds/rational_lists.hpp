// Lists and tables of rationals, as parameters have them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"

namespace hallmark {

/// Rows of rationals and the one text of them that the program prints.
struct RationalRows {
  std::vector<std::vector<Rational>> rows;
  std::string canonical;
};

/// The numbers of "a,b,c" as one row; "N coefficients of (1-x)^(r)": c_0 = 1, c_k = c_(k-1) (k - 1 - r) / k.
/// Kind:      exact
/// Domain:    1 to 8192 rationals; N from 1 to 8192, |r| <= 1000 with a denominator of at most 1000; otherwise throws
///            InputError that says what was expected
/// Source:    the binomial series
[[nodiscard]] RationalRows read_rationals(std::string_view text);

/// The rows of "a,b;c,d"; in files, one row a line: rows end with ";" or a line feed, numbers with "," or a space.
/// Kind:      exact
/// Domain:    1 to 4096 rows, at most 10^6 numbers in all, no row empty; otherwise throws InputError that says what was
///            expected
[[nodiscard]] RationalRows read_table(std::string_view text);

}  // namespace hallmark
