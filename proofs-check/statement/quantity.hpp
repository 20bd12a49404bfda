#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/number.hpp"

namespace hallmark::check {

/// When a quantity is evaluated on a grid of log ratios (class B): compositions, and mixtures that have no finite sum.
enum class Grid { never, composed, always };

/// What a quantity is, as far as a certificate must spell it: one row of FORMAT.md section 4.
struct QuantityRow {
  std::string_view id;
  char certificate_class;  ///< of one round; certificate_class() below is the class of a statement
  std::string_view bounds;
  std::string_view adjacency;
  std::vector<std::string_view> directions;
  std::vector<std::string_view> parameters;  ///< in byte order
  std::string_view lemma;   ///< the monotonicity lemma its class E witness names; empty for the other classes
  Grid grid = Grid::never;  ///< composed: where the parameter `rounds` is not 1

  /// True if the number is a minimum over the Renyi orders of a range.
  [[nodiscard]] bool has_orders() const;
  /// True if it is one over all real orders of the range, where 1 stands for every order above 1.
  [[nodiscard]] bool has_real_orders() const;
};

/// The rows of class C, of random allocation outside it, of shuffled batches and of advanced composition: parts of the
/// table.
[[nodiscard]] std::vector<QuantityRow> renyi_rows();
[[nodiscard]] std::vector<QuantityRow> allocation_rows();
[[nodiscard]] std::vector<QuantityRow> inverse_rows();

/// The table. A new class adds its rows here and its evaluation to checker.cpp.
[[nodiscard]] std::span<const QuantityRow> quantity_table();

/// The row of an id, nullptr if there is none.
[[nodiscard]] const QuantityRow* find_quantity(std::string_view id);

/// The name of the parameter that is a range.
inline constexpr std::string_view kOrders = "orders";

using Parameters = std::map<std::string, Number, std::less<>>;

/// One side of a statement: a quantity with its parameters, as parsed.
struct Quantity {
  const QuantityRow* row = nullptr;
  std::string bounds;
  std::string adjacency;
  std::string direction;
  Parameters parameters;
  std::optional<Range> orders;  ///< the parameter of that name, which is not a number

  [[nodiscard]] const Number& parameter(std::string_view name) const { return parameters.find(name)->second; }
  /// A parameter whose domain makes it an integer of at most 10^15; only after check_domain.
  [[nodiscard]] std::uint64_t count(std::string_view name) const;
};

/// True of allocation.delta and .epsilon, unless every step is selected: a statement about them is checked by an
/// inversion, and its witness has contours.
[[nodiscard]] bool on_contour(const Quantity& quantity);

/// True of poisson-gaussian.delta, .epsilon, .sigma and .tv: a witness without a `grid` line has inversions.
[[nodiscard]] bool may_be_inverted(const Quantity& quantity);

/// True if a statement about this quantity is checked on a grid: its witness then has a `grid` line.
[[nodiscard]] bool on_grid(const Quantity& quantity);

/// How many independent rounds a quantity on a grid composes.
[[nodiscard]] std::uint64_t copies(const Quantity& quantity);

/// The class that the witness must name: that of the table, B in place of A on a grid (there G is allowed
/// too).
[[nodiscard]] char certificate_class(const Quantity& quantity);

/// `clones.delta(eps=1/10, ...) [pair, replace-one, both]`
[[nodiscard]] std::string to_text(const Quantity& quantity);

/// Empty if bounds, adjacency and direction are those of the table; else the rule that is broken.
[[nodiscard]] std::string check_labels(const Quantity& quantity);

/// Empty if every parameter is proved to lie in its domain (FORMAT.md section 4); else the rule that is broken.
[[nodiscard]] std::string check_domain(const Quantity& quantity);

}  // namespace hallmark::check
