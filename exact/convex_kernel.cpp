// Compiled with -ffp-contract=off: the rounding of every operation below is part of the proof in convex_kernel.hpp.
// HALLMARK_KERNEL_NAMESPACE lets the tests build it again at other levels of optimisation.
#ifdef HALLMARK_KERNEL_NAMESPACE
#define kernel HALLMARK_KERNEL_NAMESPACE
#endif
#include "exact/convex_kernel.hpp"

#include <cfenv>
#include <cfloat>

#include "exact/error.hpp"

#ifdef __FAST_MATH__
#error "convex_kernel must not be compiled with -ffast-math"
#endif
static_assert(FLT_EVAL_METHOD == 0, "binary64 arithmetic without extended precision is assumed");

namespace hallmark::kernel {
namespace {

/// hi + x = (new hi) + error exactly; the error goes to lo.
[[gnu::always_inline]] inline void add_to(double& hi, double& lo, double x) {
  const double s = hi + x;
  const double back = s - hi;
  lo += (hi - (s - back)) + (x - back);
  hi = s;
}

/// The value x + x' or x x' of a pair, compared with nodes.
template <Operation operation>
struct PairOf;

template <>
struct PairOf<Operation::sum> {
  double s, e;
  [[gnu::always_inline]] PairOf(double x, double y) : s(x + y) {
    const double back = s - x;
    e = (x - (s - back)) + (y - back);
  }
  [[gnu::always_inline]] double minus(double node) const { return (s - node) + e; }
};

template <>
struct PairOf<Operation::product> {
  double x, y;
  [[gnu::always_inline]] PairOf(double x_, double y_) : x(x_), y(y_) {}
  [[gnu::always_inline]] double minus(double node) const { return __builtin_fma(x, y, -node); }
};

template <Operation operation, Collect what>
[[gnu::always_inline]] inline void rows(const View& a, const View& b, bool symmetric, std::size_t first,
                                        std::size_t last, const double* grid, std::size_t nodes, Cell* cells) {
  const std::size_t n = nodes - 1;  // the last, unbounded cell
  std::size_t start = 0;            // the cell of the row's first pair: it only advances
  for (std::size_t i = first; i < last; ++i) {
    const double x = a.position[i];
    const double row_mass = a.mass[i];
    const double twice = symmetric ? 2 * row_mass : row_mass;
    const std::size_t end = symmetric ? i + 1 : b.size;
    const PairOf<operation> lowest(x, b.position[0]);
    while (start < n && lowest.minus(grid[start + 1]) >= 0) ++start;
    std::size_t k = start;
    std::size_t j = 0;
    for (; j < end; ++j) {
      if (k == n) break;
      const PairOf<operation> y(x, b.position[j]);
      double below = -y.minus(grid[k + 1]);
      while (below <= 0) {
        if (++k == n) break;
        below = -y.minus(grid[k + 1]);
      }
      if (k == n) break;
      const double w = (symmetric && j == i ? row_mass : twice) * b.mass[j];
      Cell& cell = cells[k];
      add_to(cell.above_hi, cell.above_lo, w * y.minus(grid[k]));
      add_to(cell.other_hi, cell.other_lo, what == Collect::chord ? w * below : w);
    }
    Cell& cell = cells[n];
    for (; j < end; ++j) {
      const PairOf<operation> y(x, b.position[j]);
      const double w = (symmetric && j == i ? row_mass : twice) * b.mass[j];
      add_to(cell.above_hi, cell.above_lo, w * y.minus(grid[n]));
      add_to(cell.other_hi, cell.other_lo, w);
    }
  }
}

using Rows = void (*)(const View&, const View&, bool, std::size_t, std::size_t, const double*, std::size_t, Cell*);

template <Operation operation, Collect what>
void plain(const View& a, const View& b, bool symmetric, std::size_t first, std::size_t last, const double* grid,
           std::size_t nodes, Cell* cells) {
  rows<operation, what>(a, b, symmetric, first, last, grid, nodes, cells);
}

#if defined(__x86_64__)
// The same operations with the processor's fma: the same results, since the library's fma rounds correctly too.
template <Operation operation, Collect what>
[[gnu::target("fma")]] void with_fma(const View& a, const View& b, bool symmetric, std::size_t first, std::size_t last,
                                     const double* grid, std::size_t nodes, Cell* cells) {
  rows<operation, what>(a, b, symmetric, first, last, grid, nodes, cells);
}
bool has_fma() { return __builtin_cpu_supports("fma") != 0; }
#else
template <Operation operation, Collect what>
constexpr Rows with_fma = plain<operation, what>;
bool has_fma() { return false; }
#endif

template <Operation operation, Collect what>
Rows choose() {
  return has_fma() ? static_cast<Rows>(with_fma<operation, what>) : static_cast<Rows>(plain<operation, what>);
}

}  // namespace

void collect(Operation operation, Collect what, const View& a, const View& b, bool symmetric, std::size_t first,
             std::size_t last, const double* grid, std::size_t nodes, Cell* cells) {
  require(nodes >= 2 && b.size >= 1 && last <= a.size, "a grid and atoms");
  Rows loop;
  if (operation == Operation::sum) {
    loop = what == Collect::chord ? choose<Operation::sum, Collect::chord>()
                                  : choose<Operation::sum, Collect::barycentre>();
  } else {
    loop = what == Collect::chord ? choose<Operation::product, Collect::chord>()
                                  : choose<Operation::product, Collect::barycentre>();
  }
  loop(a, b, symmetric, first, last, grid, nodes, cells);
}

bool exceeds(Operation operation, double x, double y, double node) {
  const double above = operation == Operation::sum ? PairOf<Operation::sum>(x, y).minus(node)
                                                   : PairOf<Operation::product>(x, y).minus(node);
  return above > 0;
}

double slack(double terms) { return 0x1p-48 + terms * terms * 0x1p-104; }

void Total::add(double x) {
  add_to(hi_, lo_, x);
  terms_ += 1;
}

double Total::value() const { return hi_ + lo_; }

void require_nearest() { require(std::fegetround() == FE_TONEAREST, "rounding to nearest"); }

}  // namespace hallmark::kernel
