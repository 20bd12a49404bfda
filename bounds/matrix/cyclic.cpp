#include "bounds/matrix/cyclic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/matrix/gram.hpp"
#include "exact/error.hpp"

namespace hallmark::matrix {
namespace {

constexpr std::string_view where = "matrix-gaussian";

// sigma^2 / norm is the variance of the noise for one record.
Number noise_over(const Number& sigma, const Rational& norm) {
  const auto square = sigma.signed_square();
  if (!square || square->sign() <= 0) {
    throw InputError(where, "sigma", sigma.to_string(), "a positive rational, or a root of one, for cyclic-poisson");
  }
  return Number::sqrt(*square / norm);
}

}  // namespace

CyclicColumns cyclic_columns(const std::vector<Rational>& column, slong iterations, slong cycle, bool normalised) {
  check_toeplitz(column, iterations);
  if (cycle < 1 || static_cast<slong>(column.size()) > cycle) {
    throw InputError(
        where, "bins", std::to_string(cycle),
        fmt::format("at least the column's length, {}, for cyclic-poisson: columns of one record must share "
                    "no row",
                    column.size()));
  }
  Rational norm = 0;
  for (const Rational& c : column) norm += c * c;
  const slong count = (iterations + cycle - 1) / cycle;
  const slong rows = std::min(static_cast<slong>(column.size()), iterations - (count - 1) * cycle);
  Rational last = 0;
  for (slong i = 0; i < rows; ++i) last += column[static_cast<std::size_t>(i)] * column[static_cast<std::size_t>(i)];
  const Rational unit = normalised ? norm : Rational(1);
  if (last == norm) return {count, norm / unit, 0};
  return {count - 1, norm / unit, last / unit};
}

PhasesText cyclic_phases(const CyclicColumns& columns, const Number& sigma, const Number& rate) {
  const auto steps = [&](slong rounds, const Rational& norm) {
    return fmt::format("{}*poisson-gaussian(rate={},sigma={})", rounds, rate.to_string(),
                       noise_over(sigma, norm).to_string());
  };
  std::string text = columns.whole > 0 ? steps(columns.whole, columns.norm) : "";
  if (columns.last.sign() > 0) text += (text.empty() ? "" : "+") + steps(1, columns.last);
  return read_phases(text);
}

}  // namespace hallmark::matrix
