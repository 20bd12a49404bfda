#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bounds/composition/atoms_transform.hpp"
#include "bounds/composition/line_scout.hpp"
#include "bounds/composition/routes.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {
namespace {

const double ln10 = std::log(10.0);
constexpr long most_bits = 1L << 13;
constexpr long infinite_bits = 256;

double ln_about(const Ball& x) {
  const Ball centre(x.centre(), 64);
  return is_positive(centre) == Truth::yes ? roughly(log(centre)) : -INFINITY;
}

// All phases on one line; nothing where one of them has no transform, or none decays.
std::optional<std::vector<LineFactor>> factors_of(const Groups& groups, Direction direction) {
  std::vector<LineFactor> factors;
  bool decays = !groups.gaussian.empty();
  for (const Phase& p : groups.phases) {
    auto transform = p.transform ? p.transform(direction) : p.atoms ? atoms_transform(p, direction) : nullptr;
    if (!transform) return std::nullopt;
    decays = decays || p.transform_decays;
    factors.push_back({std::move(transform), static_cast<unsigned long>(p.rounds)});
  }
  if (!decays) return std::nullopt;
  if (!groups.gaussian.empty()) {
    factors.push_back({gaussian_transform([groups](long bits) { return gaussian_variance(groups, bits); }), 1});
  }
  return factors;
}

std::optional<LineTable> table_at(const std::vector<LineFactor>& factors, const LineScout& scout, double eps,
                                  double ln_size, double ln_tolerance, const Budget& budget) {
  const auto path = scout.path(eps, ln_size, ln_tolerance);
  if (!path || path->bits > most_bits || budget.expired()) return std::nullopt;
  return LineTable::build(factors, *path, budget);
}

std::string method_of(const LineTable& table) {
  return fmt::format("inversion of the product of all transforms on one line of {} nodes", table.path().nodes);
}

}  // namespace

std::optional<Found> delta_on_line(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const auto factors = factors_of(groups, direction);
  if (!factors) return std::nullopt;
  const LineScout scout(*factors);
  const double at = roughly(eps.ball(64));
  Found best{.lo = 0, .hi = 1, .route = "contour"};
  double size = scout.ln_delta(at);
  double tolerance = -static_cast<double>(ask.digits) * ln10 - 1;
  constexpr int patience = 6;
  for (int i = 0; i < patience && !ask.budget.expired(); ++i) {
    if (!std::isfinite(size)) return std::nullopt;
    const auto table = table_at(*factors, scout, at, size, tolerance, ask.budget);
    if (!table) break;
    const Ball value = table->delta(eps.ball(table->path().bits));
    best.lo = std::max(best.lo, value.lower());
    best.hi = std::min(best.hi, value.upper());
    best.bits = table->path().bits;
    best.method = method_of(*table);
    best.reached = has_digits(best.lo, best.hi, ask.digits);
    if (best.reached) return best;
    const bool sized = best.lo.sign() > 0 && best.hi < best.lo * 2;
    size = sized ? std::min(size, ln_about(Ball(best.lo, 64))) : std::min(size - 4, ln_about(Ball(best.hi, 64)) - 2);
    tolerance -= 3;
  }
  if (best.method.empty()) return std::nullopt;
  return best;
}

std::optional<Found> epsilon_on_line(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const auto factors = factors_of(groups, direction);
  if (!factors) return std::nullopt;
  const LineScout scout(*factors);
  const Ball infinite = infinite_mass(groups, infinite_bits);
  const Ball rest = target.ball(infinite_bits) - infinite;
  const double ln_target = ln_about(rest);
  if (!std::isfinite(ln_target)) return std::nullopt;
  double at = scout.epsilon(ln_target);
  std::optional<Found> best;
  double tolerance = -static_cast<double>(ask.digits) * ln10 - 3;
  constexpr int patience = 4;
  for (int i = 0; i < patience && !ask.budget.expired(); ++i) {
    const double size = at > 0 ? ln_target : scout.ln_delta(0);
    const double flat = std::log(std::clamp(scout.slope(at) * at, 1e-12, 1.0));
    const auto table = table_at(*factors, scout, at, size, tolerance + flat, ask.budget);
    if (!table) break;
    const auto curve = [&](const Number& eps, long) { return table->sample(eps.ball(table->path().bits)); };
    Found found = invert(curve, target, largest_epsilon(groups, target), ask.digits, table->path().bits, ask.budget);
    if (best) {
      found.lo = std::max(found.lo, best->lo);
      found.hi = std::min(found.hi, best->hi);
      found.reached = has_digits(found.lo, found.hi, ask.digits);
    }
    found.route = "contour";
    found.bits = table->path().bits;
    found.method = "certified " + method_of(*table);
    best = found;
    if (found.reached) break;
    at = roughly(Ball((found.lo + found.hi) / 2, 64));
    tolerance -= 4;
  }
  return best;
}

}  // namespace hallmark::composition
