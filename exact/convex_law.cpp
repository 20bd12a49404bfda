#include "exact/convex_law.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "exact/convex_grid.hpp"
#include "exact/convex_internal.hpp"
#include "exact/convex_kernel.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark {
namespace {

using kernel::Operation;
using kernel::slack;
using kernel::Total;

constexpr double largest_mass = 1024;
constexpr std::size_t largest_law = 1UL << 17;  // pairs of two such laws stay below 2^34

ConvexLaw empty_law(const ConvexLaw& like) { return {like.slope, like.side, {}, {}, 0}; }

/// A nonnegative quantity known up to a relative error of slack(terms) (and 2^-737), rounded to the law's side.
double toward(Side side, double value, double terms) {
  return side == Side::upper ? value * (1 + slack(terms)) : value * (1 - slack(terms));
}

/// Total mass, first moment: rounded to the law's side.
double total_mass(const ConvexLaw& law) {
  Total total;
  for (const double m : law.mass) total.add(m);
  return toward(law.side, total.value(), total.terms());
}
double first_moment(const ConvexLaw& law) {
  Total total;
  for (std::size_t i = 0; i < law.mass.size(); ++i) total.add(law.mass[i] * law.position[i]);
  return toward(law.side, total.value(), total.terms());
}

/// The infinity of a pair of laws without the overflow. Its five roundings at most are covered by slack; where a
/// product underflows, an upper bound is far below the least mass that is added, and a lower one becomes 0.
double combined_infinity(Operation operation, const ConvexLaw& a, const ConvexLaw& b) {
  if (a.slope == Slope::falling || (a.infinity == 0 && b.infinity == 0)) return 0;
  const double value = operation == Operation::sum
                           ? a.infinity * total_mass(b) + b.infinity * total_mass(a)
                           : a.infinity * first_moment(b) + b.infinity * first_moment(a) + a.infinity * b.infinity;
  if (a.side == Side::upper) return toward(a.side, value, 1) + least_mass;
  return value < least_mass ? 0 : toward(a.side, value, 1);
}

/// Upper: every cell's totals w (y - g), w (h - (y - g)), divided by its width, go to its two ends. `beyond`: whether a
/// pair is above the last node, where a total too small for a double is not 0.
ConvexLaw spread(const ConvexLaw& like, std::vector<double> nodes, const std::vector<kernel::Cell>& cells, double terms,
                 double infinity, bool beyond) {
  ConvexLaw law = empty_law(like);
  const std::size_t n = nodes.size() - 1;
  law.mass.resize(n + 1);
  double from_below = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const kernel::Cell& cell = cells[k];
    const double other = cell.other_hi + cell.other_lo;
    const double above = cell.above_hi + cell.above_lo;
    double mass = other;
    if (k < n) {
      const double width = nodes[k + 1] - nodes[k];
      mass = other / width;
      mass += std::exchange(from_below, above / width);
    } else {
      mass += from_below;
      if (like.slope == Slope::rising && beyond) infinity += toward(Side::upper, above, terms) + least_mass;
    }
    law.mass[k] = std::max(toward(Side::upper, mass, terms), least_mass);
  }
  law.position = std::move(nodes);
  law.infinity = infinity == 0 ? 0 : toward(Side::upper, infinity, 1);
  return law;
}

/// Lower: every cell's mass at its barycentre.
ConvexLaw contracted(const ConvexLaw& like, const std::vector<double>& nodes, const std::vector<kernel::Cell>& cells,
                     double terms, double infinity) {
  ConvexLaw law = empty_law(like);
  const std::size_t n = nodes.size() - 1;
  const bool rising = like.slope == Slope::rising;
  for (std::size_t k = 0; k <= n; ++k) {
    const double total = cells[k].other_hi + cells[k].other_lo;
    const double mass = toward(Side::lower, total, terms);
    if (mass < least_mass) continue;
    const double offset = (cells[k].above_hi + cells[k].above_lo) / total;
    double position;
    if (rising) {
      position = std::max(nodes[k], step_down(nodes[k] + offset * (1 - 2 * slack(terms))));
    } else {
      position = step_up(nodes[k] + offset * (1 + 2 * slack(terms)));
      if (k < n) position = std::min(position, nodes[k + 1]);
    }
    push_atom(law, position, mass);
  }
  law.infinity = infinity;
  return law;
}

/// Whether rounding, doubled by every squaring, has left the masses where the kernel's proof applies.
bool within_range(const ConvexLaw& law) {
  return law.infinity <= largest_position &&
         std::all_of(law.mass.begin(), law.mass.end(), [](double m) { return m <= largest_mass; });
}

/// Stops the program unless the kernel's proof applies to the law.
void check_law(const ConvexLaw& law) {
  require(law.position.size() == law.mass.size() && law.position.size() <= largest_law, "at most 2^17 atoms");
  require(std::is_sorted(law.position.begin(), law.position.end()), "positions in order");
  require(std::all_of(law.position.begin(), law.position.end(),
                      [](double x) { return x == 0 || (x >= least_position && x <= largest_position); }),
          "positions in range");
  require(std::all_of(law.mass.begin(), law.mass.end(), [](double m) { return m >= least_mass && m <= largest_mass; }),
          "masses in range");
  require(law.infinity >= 0 && law.infinity <= largest_position, "a first moment at infinity");
}

std::optional<ConvexLaw> combine(Operation operation, const ConvexLaw& a, const ConvexLaw& b, const grid::Aim& aim,
                                 const Budget& budget, std::vector<std::vector<double>>* grids = nullptr) {
  kernel::require_nearest();
  require(a.slope == b.slope && a.side == b.side, "laws of one slope and side");
  if (a.position.empty() || b.position.empty()) {  // a lower law that knows nothing
    ConvexLaw law = empty_law(a);
    law.infinity = combined_infinity(operation, a, b);
    if (grids != nullptr) grids->push_back({0, 1});
    return law;
  }
  if (!within_range(a) || !within_range(b)) return std::nullopt;
  check_law(a);
  check_law(b);
  std::vector<double> nodes = grid::for_pairs(operation, a, b, aim);
  check_grid(nodes);
  if (grids != nullptr) grids->push_back(nodes);
  const bool same = &a == &b;
  const kernel::Collect what = a.side == Side::upper ? kernel::Collect::chord : kernel::Collect::barycentre;
  std::vector<kernel::Cell> cells(nodes.size(), {0, 0, 0, 0});
  constexpr std::size_t rows = 64;
  for (std::size_t first = 0; first < a.position.size(); first += rows) {
    if (budget.expired()) return std::nullopt;
    kernel::collect(operation, what, {a.position.data(), a.mass.data(), a.position.size()},
                    {b.position.data(), b.mass.data(), b.position.size()}, same, first,
                    std::min(a.position.size(), first + rows), nodes.data(), nodes.size(), cells.data());
  }
  const double terms = static_cast<double>(a.position.size()) * static_cast<double>(b.position.size());
  const double infinity = combined_infinity(operation, a, b);
  const bool beyond = kernel::exceeds(operation, a.position.back(), b.position.back(), nodes.back());
  return a.side == Side::upper ? spread(a, std::move(nodes), cells, terms, infinity, beyond)
                               : contracted(a, nodes, cells, terms, infinity);
}

/// The same law on a grid of the resolution, if it is much finer.
std::optional<ConvexLaw> thinned(const ConvexLaw& law, const Resolution& resolution, double share, double count,
                                 Operation operation, const Budget& budget) {
  const std::size_t limit = 4 * static_cast<std::size_t>(resolution.nodes);
  if (law.position.size() <= limit && law.position.size() <= largest_law) return law;
  // In pieces, so that any number of atoms is within the kernel's bound; a law is the sum of its pieces.
  require(law.position.size() <= std::uint64_t{1} << 33, "a law of at most 2^33 atoms");
  kernel::require_nearest();
  const ConvexLaw point{law.slope, law.side, {0}, {1}, 0};
  std::vector<double> nodes =
      grid::place({law.position, law.mass}, grid::aim(operation, law, resolution, share, count));
  check_grid(nodes);
  const kernel::Collect what = law.side == Side::upper ? kernel::Collect::chord : kernel::Collect::barycentre;
  std::vector<kernel::Cell> cells(nodes.size(), {0, 0, 0, 0});
  if (budget.expired()) return std::nullopt;
  kernel::collect(Operation::sum, what, {law.position.data(), law.mass.data(), law.position.size()},
                  {point.position.data(), point.mass.data(), 1}, false, 0, law.position.size(), nodes.data(),
                  nodes.size(), cells.data());
  const double terms = static_cast<double>(law.position.size());
  const bool beyond = law.position.back() > nodes.back();
  return law.side == Side::upper ? spread(law, std::move(nodes), cells, terms, law.infinity, beyond)
                                 : contracted(law, nodes, cells, terms, law.infinity);
}

std::optional<ConvexLaw> pair_of_laws(Operation operation, const ConvexLaw& a, const ConvexLaw& b,
                                      const Resolution& resolution, const Budget& budget) {
  const double share = operation == Operation::sum ? 2 : 1;
  const grid::Aim aim = grid::aim(operation, a, resolution, share, share);
  const std::optional<ConvexLaw> left = thinned(a, resolution, 1, share, operation, budget);
  if (!left.has_value()) return std::nullopt;
  if (&a == &b) return combine(operation, *left, *left, aim, budget);
  const std::optional<ConvexLaw> right = thinned(b, resolution, 1, share, operation, budget);
  if (!right.has_value()) return std::nullopt;
  return combine(operation, *left, *right, aim, budget);
}

std::optional<ConvexLaw> power(Operation operation, const ConvexLaw& law, slong count, const Resolution& resolution,
                               const Budget& budget, std::vector<std::vector<double>>* grids = nullptr) {
  const double copies = static_cast<double>(count);
  const std::optional<ConvexLaw> base = thinned(law, resolution, 1, copies, operation, budget);
  if (!base.has_value()) return std::nullopt;
  ConvexLaw result = *base;
  slong done = 1;
  for (int bit = static_cast<int>(std::bit_width(static_cast<ulong>(count))) - 2; bit >= 0; --bit) {
    const auto step = [&](const ConvexLaw& other, slong reached) {
      const grid::Aim aim = grid::aim(operation, law, resolution, static_cast<double>(reached), copies);
      std::optional<ConvexLaw> next = combine(operation, result, other, aim, budget, grids);
      if (!next.has_value()) return false;
      result = *std::move(next);
      done = reached;
      return true;
    };
    if (!step(result, 2 * done)) return std::nullopt;
    if (((count >> bit) & 1) != 0 && !step(*base, done + 1)) return std::nullopt;
  }
  require(done == count, "all copies taken");
  return result;
}

void check_pair(std::string_view where, const RatioLaw& law, Slope slope) {
  if (law.upper.slope != slope || law.lower.slope != slope) {
    throw InputError(where, "law", law.upper.slope == Slope::rising ? "rising" : "falling", "of the other law's slope");
  }
  require(law.upper.side == Side::upper && law.lower.side == Side::lower, "an upper and a lower law");
}

void check_count(std::string_view where, slong count) {
  if (count < 1 || count > 1'000'000'000'000) throw InputError(where, "count", std::to_string(count), "in 1..10^12");
}

}  // namespace

void check_resolution(std::string_view where, const Resolution& resolution) {
  if (resolution.nodes < 16 || resolution.nodes > 65536) {
    throw InputError(where, "nodes", std::to_string(resolution.nodes), "in 16..65536");
  }
  if (!(resolution.smallest_delta > 0 && resolution.smallest_delta <= 1)) {
    throw InputError(where, "smallest_delta", std::to_string(resolution.smallest_delta), "in (0, 1]");
  }
}

double step_up(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }
double step_down(double x) { return x <= 0 ? 0 : std::nextafter(x, 0.0); }

double outward(Side side, double rounded, bool is_zero) {
  if (is_zero) return 0;
  return side == Side::upper ? step_up(rounded) : step_down(rounded);
}

void check_grid(const std::vector<double>& nodes) {
  require(nodes.size() >= 2 && nodes.front() == 0 && nodes[1] >= least_position && nodes.back() <= largest_position,
          "a grid from 0 within the range of positions");
  require(std::adjacent_find(nodes.begin(), nodes.end(), std::greater_equal<>()) == nodes.end(), "an increasing grid");
}

void push_atom(ConvexLaw& law, double position, double mass) {
  const bool up = (law.side == Side::upper) == (law.slope == Slope::rising);
  if (position > 0 && position < least_position) position = up ? least_position : 0;
  if (position > largest_position) {
    if (law.side == Side::lower && law.slope == Slope::falling) return;
    if (law.side == Side::upper && law.slope == Slope::rising) {
      // f(x) <= f(g) + f'(inf) (x - g)
      law.infinity = toward(Side::upper, law.infinity + toward(Side::upper, mass * position, 1), 1) + least_mass;
    }
    position = largest_position;
  }
  if (mass < least_mass) {
    if (law.side == Side::lower) return;
    mass = least_mass;
  }
  law.position.push_back(position);
  law.mass.push_back(mass);
}

std::optional<RatioLaw> both_sides(const std::function<std::optional<ConvexLaw>(Side side)>& law) {
  std::array<std::optional<ConvexLaw>, 2> sides;
  parallel_for(2, [&](auto i) { sides[static_cast<std::size_t>(i)] = law(i == 0 ? Side::upper : Side::lower); });
  if (!sides[0].has_value() || !sides[1].has_value()) return std::nullopt;
  return RatioLaw{*std::move(sides[0]), *std::move(sides[1])};
}

namespace {

std::optional<TracedLaw> traced_power(Operation operation, const ConvexLaw& law, slong count,
                                      const Resolution& resolution, const Budget& budget) {
  check_resolution("power", resolution);
  check_count("power", count);
  if (law.position.size() > 4 * static_cast<std::size_t>(resolution.nodes)) return std::nullopt;
  TracedLaw traced;
  auto result = power(operation, law, count, resolution, budget, &traced.grids);
  if (!result.has_value()) return std::nullopt;
  traced.law = *std::move(result);
  return traced;
}

std::optional<TracedLaw> traced_pair(Operation operation, const ConvexLaw& a, const ConvexLaw& b, double share,
                                     double count, const Resolution& resolution, const Budget& budget) {
  check_resolution("pair", resolution);
  TracedLaw traced;
  auto result = combine(operation, a, b, grid::aim(operation, a, resolution, share, count), budget, &traced.grids);
  if (!result.has_value()) return std::nullopt;
  traced.law = *std::move(result);
  return traced;
}

// Both sides of the law of two independent ones, and of `count` rounds.
std::optional<RatioLaw> of_both(std::string_view where, Operation operation, const RatioLaw& a, const RatioLaw& b,
                                const Resolution& resolution, const Budget& budget) {
  check_pair(where, a, a.upper.slope);
  check_pair(where, b, a.upper.slope);
  check_resolution(where, resolution);
  return both_sides([&](Side side) {
    return side == Side::upper ? pair_of_laws(operation, a.upper, b.upper, resolution, budget)
                               : pair_of_laws(operation, a.lower, b.lower, resolution, budget);
  });
}

std::optional<RatioLaw> of_many(std::string_view where, Operation operation, const RatioLaw& law, slong count,
                                const Resolution& resolution, const Budget& budget) {
  check_pair(where, law, law.upper.slope);
  check_resolution(where, resolution);
  check_count(where, count);
  return both_sides([&](Side side) {
    return power(operation, side == Side::upper ? law.upper : law.lower, count, resolution, budget);
  });
}

}  // namespace

std::optional<TracedLaw> traced_power_sum(const ConvexLaw& law, slong count, const Resolution& resolution,
                                          const Budget& budget) {
  return traced_power(Operation::sum, law, count, resolution, budget);
}

std::optional<TracedLaw> traced_power_product(const ConvexLaw& law, slong count, const Resolution& resolution,
                                              const Budget& budget) {
  return traced_power(Operation::product, law, count, resolution, budget);
}

std::optional<TracedLaw> traced_sum(const ConvexLaw& a, const ConvexLaw& b, slong share, slong count,
                                    const Resolution& resolution, const Budget& budget) {
  return traced_pair(Operation::sum, a, b, static_cast<double>(share), static_cast<double>(count), resolution, budget);
}

std::optional<TracedLaw> traced_product(const ConvexLaw& a, const ConvexLaw& b, const Resolution& resolution,
                                        const Budget& budget) {
  return traced_pair(Operation::product, a, b, 1, 1, resolution, budget);
}

RatioLaw atoms_law(const RatioAtoms& atoms, Slope slope) {
  const auto check = [](const char* name, double lo, double hi, double limit) {
    if (!(lo >= 0 && lo <= hi && hi <= limit)) {
      throw InputError("atoms_law", name, std::to_string(lo) + ".." + std::to_string(hi),
                       "bounds 0 <= lo <= hi of a finite number of the expected size");
    }
  };
  for (const RatioAtom& atom : atoms.atoms) {
    check("ratio", atom.ratio_lo, atom.ratio_hi, std::numeric_limits<double>::max());
    check("mass", atom.mass_lo, atom.mass_hi, 2);
  }
  check("singular", atoms.singular_lo, atoms.singular_hi, 2);
  check("missing_q", 0, atoms.missing_q, 2);
  check("missing_p", 0, atoms.missing_p, 2);
  const auto side_law = [&](Side side) {
    ConvexLaw law{slope, side, {}, {}, 0};
    const bool upper = side == Side::upper;
    const bool high = upper == (slope == Slope::rising);
    std::vector<std::pair<double, double>> list;
    list.reserve(atoms.atoms.size() + 1);
    if (upper && atoms.missing_q > 0) list.emplace_back(0, atoms.missing_q);
    for (const RatioAtom& atom : atoms.atoms) {
      const double mass = upper ? atom.mass_hi : atom.mass_lo;
      if (mass > 0) list.emplace_back(high ? atom.ratio_hi : atom.ratio_lo, mass);
    }
    std::sort(list.begin(), list.end());
    if (slope == Slope::rising) {
      law.infinity = upper ? toward(side, atoms.singular_hi + atoms.missing_p, 1) : atoms.singular_lo;
    }
    for (const auto& [position, mass] : list) push_atom(law, position, mass);
    if (upper && law.position.empty()) push_atom(law, 0, least_mass);
    if (!(law.infinity <= largest_position)) {
      throw InputError("atoms_law", "ratio", "beyond 2^250", "so rare that the P-mass there is below 2^250");
    }
    return law;
  };
  return {side_law(Side::upper), side_law(Side::lower)};
}

std::optional<RatioLaw> sum(const RatioLaw& a, const RatioLaw& b, const Resolution& resolution, const Budget& budget) {
  return of_both("sum", Operation::sum, a, b, resolution, budget);
}

std::optional<RatioLaw> product(const RatioLaw& a, const RatioLaw& b, const Resolution& resolution,
                                const Budget& budget) {
  return of_both("product", Operation::product, a, b, resolution, budget);
}

std::optional<RatioLaw> power_sum(const RatioLaw& law, slong count, const Resolution& resolution,
                                  const Budget& budget) {
  return of_many("power_sum", Operation::sum, law, count, resolution, budget);
}

std::optional<RatioLaw> power_product(const RatioLaw& law, slong count, const Resolution& resolution,
                                      const Budget& budget) {
  return of_many("power_product", Operation::product, law, count, resolution, budget);
}

}  // namespace hallmark
