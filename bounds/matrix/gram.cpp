#include "bounds/matrix/gram.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::matrix {
namespace {

constexpr std::string_view gram_where = "matrix-gaussian";
constexpr slong most_bins = 1024;
constexpr slong most_rows = 8192;  // of a matrix, and numbers of a column

void check_rows(std::string_view name, std::size_t rows) {
  if (rows > most_rows) throw InputError(gram_where, name, fmt::format("{} entries", rows), "at most 8192 of them");
}

void check_bins(slong bins) {
  if (bins > most_bins) throw InputError(gram_where, "bins", std::to_string(bins), "at most 1024");
}

void check_entry(std::string_view name, const Rational& x) {
  if (x.sign() < 0) {
    throw InputError(gram_where, name, x.to_string(), "a matrix without negative entries: the reduction needs C >= 0");
  }
}

// The entries times a common denominator, and it: integers add and multiply without common divisors.
struct Scaled {
  std::vector<std::vector<Rational>> rows;
  Rational denominator = 1;
};

Rational least_common_multiple(const Rational& a, const Rational& b) {
  // a / b in lowest terms has the numerator lcm / b.
  return (a / b).numerator() * b;
}

Scaled scaled(std::vector<std::vector<Rational>> rows) {
  Scaled s{std::move(rows)};
  for (const auto& row : s.rows) {
    for (const Rational& x : row) s.denominator = least_common_multiple(s.denominator, x.denominator());
  }
  constexpr slong most_bits = 200'000;
  if (s.denominator.height_bits() > most_bits) {
    throw InputError(gram_where, "column", "its entries", "rationals with a common denominator of at most 200000 bits");
  }
  for (auto& row : s.rows) {
    for (Rational& x : row) x *= s.denominator;
  }
  return s;
}

void divide(Gram& g, const Rational& by) {
  for (auto& row : g) {
    for (Rational& x : row) x /= by;
  }
}

}  // namespace

void check_toeplitz(const std::vector<Rational>& column, slong iterations) {
  check_rows("column", column.size());
  if (column.empty() || static_cast<slong>(column.size()) > iterations) {
    throw InputError(gram_where, "column", fmt::format("{} entries", column.size()), "at most as long as iterations");
  }
  for (const Rational& x : column) check_entry("column", x);
  if (column.front().sign() == 0)
    throw InputError(gram_where, "column", "0", "a list that begins with a positive number");
}

Gram toeplitz_gram(const std::vector<Rational>& column, slong iterations, slong bins, bool normalised) {
  check_toeplitz(column, iterations);
  check_bins(bins);
  const Scaled c = scaled({column});
  const std::vector<Rational>& entries = c.rows.front();
  // s_u, which repeats with the bins from `start` on: later columns have no more entries.
  const slong start = std::max(slong{0}, static_cast<slong>(entries.size()) - bins);
  std::vector<Rational> sums(static_cast<std::size_t>(start + bins), Rational(0));
  for (std::size_t u = 0; u < sums.size(); ++u) {
    if (u < entries.size()) sums[u] += entries[u];
    if (u >= static_cast<std::size_t>(bins)) sums[u] += sums[u - static_cast<std::size_t>(bins)];
  }
  const auto sum_at = [&](slong u) -> const Rational& {
    return sums[static_cast<std::size_t>(u < start ? u : start + (u - start) % bins)];
  };
  const auto size = static_cast<std::size_t>(bins);
  Gram g(size, std::vector<Rational>(size, Rational(0)));
  for (slong distance = 0; distance < bins; ++distance) {
    Rational sum = 0;  // of s_u s_(u + distance), u below iterations - k
    slong u = 0;
    const auto add_up_to = [&](slong end) {
      for (; u < end; ++u) sum += sum_at(u) * sum_at(u + distance);
    };
    if (const slong periods = (iterations - bins + 1 - start) / bins; periods > 1) {
      add_up_to(start);
      const Rational before = sum;
      add_up_to(start + bins);
      sum = before + (sum - before) * periods;
      u = start + bins * periods;
    }
    for (slong k = bins - 1; k >= distance; --k) {
      add_up_to(iterations - k);
      const auto row = static_cast<std::size_t>(k);
      const auto col = static_cast<std::size_t>(k - distance);
      g[row][col] = g[col][row] = sum;
    }
  }
  Rational by = c.denominator * c.denominator;
  if (normalised) {
    by = 0;
    for (const Rational& x : entries) by += x * x;
  }
  divide(g, by);
  return g;
}

Gram table_gram(const std::vector<std::vector<Rational>>& rows, slong iterations, slong bins, bool normalised) {
  check_rows("matrix", rows.size());
  check_bins(bins);
  if (static_cast<slong>(rows.size()) != iterations) {
    throw InputError(gram_where, "matrix", fmt::format("{} rows", rows.size()), "as many rows as iterations");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].empty() || rows[i].size() > i + 1) {
      throw InputError(gram_where, "matrix", fmt::format("row {} of {} numbers", i + 1, rows[i].size()),
                       "lower triangular: the i-th row has at most i numbers, the last one on the diagonal");
    }
    for (const Rational& x : rows[i]) check_entry("matrix", x);
    if (rows[i].back().sign() == 0) {
      throw InputError(gram_where, "matrix", fmt::format("row {}", i + 1), "a matrix whose diagonal is positive");
    }
  }
  const Scaled c = scaled(rows);
  const auto size = static_cast<std::size_t>(bins);
  Gram g(size, std::vector<Rational>(size, Rational(0)));
  std::vector<Rational> norms(rows.size(), Rational(0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<Rational> means(size, Rational(0));
    const std::size_t first = i + 1 - rows[i].size();
    for (std::size_t l = 0; l < rows[i].size(); ++l) {
      const Rational& x = c.rows[i][l];
      means[(first + l) % size] += x;
      norms[first + l] += x * x;
    }
    for (std::size_t j = 0; j < size; ++j) {
      if (means[j].sign() == 0) continue;
      for (std::size_t k = 0; k <= j; ++k) g[j][k] += means[j] * means[k];
    }
  }
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t k = 0; k < j; ++k) g[k][j] = g[j][k];
  }
  divide(g, normalised ? *std::max_element(norms.begin(), norms.end()) : c.denominator * c.denominator);
  return g;
}

}  // namespace hallmark::matrix
