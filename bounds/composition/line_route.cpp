#include "bounds/composition/line_route.hpp"

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
constexpr slong most_bits = 1L << 13;
constexpr slong infinite_bits = 256;

double ln_about(const Ball& x) {
  const Ball centre(x.centre(), 64);
  return is_positive(centre) == Truth::yes ? roughly(log(centre)) : -INFINITY;
}

// All phases on one line; nothing where one of them has no transform, or none decays.
std::optional<std::vector<LineFactor>> factors_of(const Groups& groups, Direction direction) {
  const bool decays = !groups.gaussian.empty() || std::any_of(groups.phases.begin(), groups.phases.end(),
                                                              [](const Phase& p) { return p.transform_decays; });
  if (!decays) return std::nullopt;
  std::vector<LineFactor> factors;
  for (const Phase& p : groups.phases) {
    auto transform = p.transform ? p.transform(direction) : p.atoms ? atoms_transform(p, direction) : nullptr;
    if (!transform) return std::nullopt;
    factors.push_back({std::move(transform), static_cast<ulong>(p.rounds)});
  }
  if (!groups.gaussian.empty()) {
    factors.push_back({gaussian_transform([groups](slong bits) { return gaussian_variance(groups, bits); }), 1});
  }
  return factors;
}

// The line of one direction. Where a phase says in this direction how large it is and no more, the other one is
// inverted: H_w(P||Q) = 1 - w + w H_(1/w)(Q||P).
class SharedLine {
 public:
  // Nothing where a phase has no transform, or none decays.
  static std::optional<SharedLine> of(const Groups& groups, Direction direction) {
    auto own = factors_of(groups, direction);
    if (!own) return std::nullopt;
    const bool turned =
        std::any_of(own->begin(), own->end(), [](const LineFactor& f) { return f.transform->proposes_only(); });
    if (!turned) return SharedLine{*std::move(own), {}};
    auto others = factors_of(groups, direction == Direction::add ? Direction::remove : Direction::add);
    if (!others) return std::nullopt;
    return SharedLine{*std::move(own), *std::move(others)};
  }

  [[nodiscard]] bool turned() const { return !others_.empty(); }
  [[nodiscard]] const std::vector<LineFactor>& own() const { return own_; }

  // A table for delta(eps) of about e^ln_size.
  [[nodiscard]] std::optional<LineTable> table(double eps, double ln_size, double ln_tolerance,
                                               const Budget& budget) const {
    const std::vector<LineFactor>& factors = turned() ? others_ : own_;
    const auto path = turned() ? LineScout(factors, budget).path(-eps, ln_size - eps, ln_tolerance)
                               : LineScout(factors, budget).path(eps, ln_size, ln_tolerance);
    if (!path || path->bits > most_bits || budget.expired()) return std::nullopt;
    return LineTable::build(factors, *path, budget);
  }

  [[nodiscard]] Ball delta(const LineTable& table, const Ball& eps) const {
    if (!turned()) return table.delta(eps);
    return clamp(exp(eps) * table.delta(-eps) - expm1(eps), 0, 1);
  }
  [[nodiscard]] Sample sample(const LineTable& table, const Ball& eps) const {
    if (!turned()) return table.sample(eps);
    const Sample other = table.sample(-eps);
    return {delta(table, eps), exp(eps) * (other.value - 1 - other.slope)};
  }

 private:
  SharedLine(std::vector<LineFactor> own, std::vector<LineFactor> others)
      : own_(std::move(own)), others_(std::move(others)) {}

  std::vector<LineFactor> own_;
  std::vector<LineFactor> others_;
};

// Newton's steps on ln delta, then both ends as near to the place as the table proves them.
std::optional<Enclosed> close_around(const SharedLine& contour, const LineTable& table, double start,
                                     const Number& target, slong digits) {
  const slong bits = table.path().bits;
  const Ball goal = target.ball(2 * bits);
  const auto delta = [&](const Rational& eps) { return contour.delta(table, Ball(eps, bits)); };
  if (less_equal(delta(0), goal) == Truth::yes) return Enclosed{.lo = 0, .hi = 0, .reached = true};
  Rational eps = short_dyadic(std::max(start, 1e-9), 53);
  const Rational small = pow(Rational(10), -digits - 2);
  constexpr int patience = 60;
  for (int i = 0; i < patience; ++i) {
    const Sample s = contour.sample(table, Ball(eps, bits));
    const Ball value(s.value.centre(), bits);
    if (!s.slope.is_finite()) break;
    const Ball slope(s.slope.centre(), bits);
    if (is_positive(value) != Truth::yes || is_positive(-slope) != Truth::yes) break;
    const Rational step = ((log(goal.with_bits(bits)) - log(value)) * value / slope).centre(bits);
    eps = eps + step > 0 ? Ball(eps + step, bits).centre(bits) : eps / 4;
    if ((step.sign() < 0 ? -step : step) < eps * small) break;
  }
  std::optional<Rational> lo, hi;
  Rational width = eps * pow(Rational(10), -digits) * Rational("2/5");
  for (int i = 0; i < patience && !(lo && hi) && width < eps * 4; ++i, width = width * 4) {
    if (!hi && less_equal(delta(eps + width), goal) == Truth::yes) hi = eps + width;
    if (!lo && width < eps && less(goal, delta(eps - width)) == Truth::yes) lo = eps - width;
  }
  if (!hi) return std::nullopt;
  Enclosed found{.lo = lo ? *lo : Rational(0), .hi = *hi};
  found.reached = has_digits(found.lo, found.hi, digits);
  return found;
}

std::string method_of(const LineTable& table) {
  return fmt::format("inversion of the product of all transforms on one line of {} nodes", table.path().nodes);
}

}  // namespace

std::optional<Enclosed> delta_on_line(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const auto contour = SharedLine::of(groups, direction);
  if (!contour) return std::nullopt;
  const LineScout scout(contour->own(), ask.budget);
  const double at = roughly(eps.ball(64));
  Enclosed best{.lo = 0, .hi = 1, .route = "contour"};
  double size = scout.ln_delta(at);
  double tolerance = -static_cast<double>(ask.digits) * ln10 - 1;
  constexpr int patience = 6;
  for (int i = 0; i < patience && !ask.budget.expired(); ++i) {
    if (!std::isfinite(size)) return std::nullopt;
    const auto table = contour->table(at, size, tolerance, ask.budget);
    if (!table) break;
    const Ball value = contour->delta(*table, eps.ball(table->path().bits));
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

std::optional<Enclosed> epsilon_on_line(const Groups& groups, Direction direction, const Number& target,
                                        const Ask& ask) {
  const auto contour = SharedLine::of(groups, direction);
  if (!contour) return std::nullopt;
  const LineScout scout(contour->own(), ask.budget);
  const Ball infinite = infinite_mass(groups, infinite_bits);
  const Ball rest = target.ball(infinite_bits) - infinite;
  const double ln_target = ln_about(rest);
  if (!std::isfinite(ln_target)) return std::nullopt;
  double at = scout.epsilon(ln_target);
  std::optional<Enclosed> best;
  double tolerance = -static_cast<double>(ask.digits) * ln10 - 3;
  constexpr int patience = 4;
  for (int i = 0; i < patience && !ask.budget.expired(); ++i) {
    const double size = at > 0 ? ln_target : scout.ln_delta(0);
    const double flat = std::log(std::clamp(scout.slope(at) * at, 1e-12, 1.0));
    const auto table = contour->table(at, size, tolerance + flat, ask.budget);
    if (!table) break;
    auto closed = close_around(*contour, *table, at, target, ask.digits);
    if (!closed) {
      tolerance -= 4;
      continue;
    }
    Enclosed found = *std::move(closed);
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

std::optional<Path> path_for(const std::vector<Phase>& phases, Direction direction, const Number& eps,
                             const Number& delta, bool upper, const Budget& budget) {
  const Groups groups = group(phases);
  const auto factors = factors_of(groups, direction);
  if (!factors) return std::nullopt;
  const LineScout scout(*factors, budget);
  const double at = roughly(eps.ball(64));
  const double said = ln_about(delta.ball(infinite_bits) - infinite_mass(groups, infinite_bits));
  const double size = std::isfinite(said) ? said : scout.ln_delta(at);
  for (const double tolerance : {-6.0, -14.0, -26.0, -40.0, -60.0, -100.0}) {
    const auto path = scout.path(at, size, tolerance);
    if (!path || path->bits > most_bits || budget.expired()) return std::nullopt;
    const auto table = LineTable::build(*factors, *path, budget);
    if (!table) return std::nullopt;
    const Ball value = table->delta(eps.ball(path->bits));
    const Ball target = delta.ball(2 * path->bits);
    const Truth proved = upper ? less_equal(value, target) : less(target, value);
    if (proved == Truth::yes || (!upper && delta.sign() <= 0)) return path;
    if (proved == Truth::no) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace hallmark::composition
