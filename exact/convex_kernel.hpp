// The inner loops of convex_law: every pair of atoms of two laws, collected into the cells of a grid.
#pragma once

#include <cstddef>

namespace hallmark::kernel {

enum class Operation { sum, product };

/// What a pair of atoms with value y in the cell [g_k, g_(k+1)) and mass w adds to the cell's two totals.
enum class Collect {
  chord,       // w (y - g_k) and w (g_(k+1) - y); in the last, unbounded cell w (y - g_n) and w
  barycentre,  // w (y - g_k) and w
};

/// Two totals of one cell as unevaluated sums.
struct Cell {
  double above_hi, above_lo;  // sum of w (y - g_k)
  double other_hi, other_lo;  // the second total
};

/// A law's atoms, in order of position, and a grid 0 = g_0 < g_1 < ... < g_n of `size` = n + 1 nodes.
struct View {
  const double* position;
  const double* mass;
  std::size_t size;
};

/// Adds the pairs of rows first <= i < last of a with all atoms of b (with all atoms j <= i if `symmetric`, where b is
/// a and pairs j < i count twice) to cells[0..n].
///
/// Rigor. Assumes rounding to nearest (require_nearest) and binary64 arithmetic without contraction or reassociation.
/// u = 2^-53. Positions are 0 or in [2^-250, 2^250], masses in [2^-460, 2^10].
/// (1) y - g has the exact sign and relative error <= 3u. Product: one fma, a single rounding of the exact value.
///     Sum: x + x' = s + e exactly (TwoSum, |e| <= u s); then (s - g) + e. If g/2 <= s <= 2g, s - g is exact
///     (Sterbenz) and the second addition rounds the exact value once. Otherwise |s - g| >= max(s, g)/2, its
///     rounding moves it by u|s - g| and |e| <= 2u|s - g|: the sign is that of s - g, and the two roundings give at
///     most 3u relative. So the cell that the loop chooses is the true one.
/// (2) A term is w (y - g) with w = fl(c m m'), c = 1 or 2 exact: relative error <= 6u in all (four roundings and
///     three halves of margin), plus at most 2^-1074 where it underflows (w itself is at least 2^-920).
/// (3) A total of n terms is kept as hi + lo: hi by TwoSum, which is exact, lo the sum of its errors, each at most
///     u times a partial sum <= (1+u)^n S. So |hi + lo - S| <= n^2 u^2 S (1 + 2 n u) for the sum S of the rounded
///     terms. n <= 2^34 pairs, so lo + hi, rounded once more, is within relative error 8u + n^2 2^-105, plus n 2^-1074.
/// slack(n) bounds all this from above with room for eight more roundings.
/// Cost:      about 5 ns (product) or 8 ns (sum) a pair
void collect(Operation operation, Collect what, const View& a, const View& b, bool symmetric, std::size_t first,
             std::size_t last, const double* grid, std::size_t nodes, Cell* cells);

/// Whether the value of a pair of positions is above a node: the sign of (1), which is exact.
/// Kind:      exact
/// Domain:    positions and a node as above
[[nodiscard]] bool exceeds(Operation operation, double x, double y, double node);

/// A relative error bound of a total of n terms, with room for eight more roundings: 2^-48 + n^2 2^-104.
/// Kind:      upper bound
/// Domain:    0 <= terms <= 2^34
[[nodiscard]] double slack(double terms);

/// sum_i x_i of nonnegative terms as fl(hi + lo), the same way.
class Total {
 public:
  void add(double x);
  [[nodiscard]] double value() const;
  [[nodiscard]] double terms() const { return terms_; }

 private:
  double hi_ = 0;
  double lo_ = 0;
  double terms_ = 0;
};

/// Stops the program unless the processor rounds to nearest.
void require_nearest();

}  // namespace hallmark::kernel
