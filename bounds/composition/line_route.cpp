#include "bounds/composition/line_route.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bounds/composition/atoms_transform.hpp"
#include "bounds/composition/line_scout.hpp"
#include "bounds/composition/routes.hpp"
#include "bounds/composition/smoothed_transform.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::composition {
namespace {

const double ln10 = std::numbers::ln10;
constexpr slong most_bits = slong{1} << 13;
constexpr slong infinite_bits = 256;

double ln_about(const Ball& x) {
  const Ball centre(x.centre(), 64);
  return is_positive(centre) == Truth::yes ? roughly(log(centre)) : -INFINITY;
}

bool decays(const Groups& groups) {
  return !groups.gaussian.empty() ||
         std::any_of(groups.phases.begin(), groups.phases.end(), [](const Phase& p) { return p.transform_decays; });
}

// All phases on one line; nothing where one of them has no transform.
std::optional<std::vector<LineFactor>> factors_of(const Groups& groups, Direction direction, const Budget& budget) {
  std::vector<LineFactor> factors;
  for (const Phase& p : groups.phases) {
    auto transform = p.transform ? p.transform(direction) : p.atoms ? atoms_transform(p, direction, budget) : nullptr;
    if (!transform) return std::nullopt;
    factors.push_back({std::move(transform), static_cast<ulong>(p.rounds)});
  }
  if (!groups.gaussian.empty()) {
    factors.push_back({gaussian_transform([groups](slong bits) { return gaussian_variance(groups, bits); }), 1});
  }
  return factors;
}

// A table, and the same with four times its noise where the rounds do not decay themselves.
struct Tables {
  LineTable own;
  std::optional<LineTable> wider;
  Rational v;
};

// The line of one direction. Where a phase says in this direction how large it is and no more, the other one is
// inverted: H_w(P||Q) = 1 - w + w H_(1/w)(Q||P). Where none decays, two lines with a little noise are.
class SharedLine {
 public:
  // Nothing where a phase has no transform, or none decays and more digits are asked for than a little noise leaves.
  static std::optional<SharedLine> of(const Groups& groups, Direction direction, const Ask& ask) {
    constexpr slong most_digits = 8;
    const bool smoothed = !decays(groups);
    if (smoothed && ask.digits > most_digits) return std::nullopt;
    auto own = factors_of(groups, direction, ask.budget);
    if (!own) return std::nullopt;
    const bool turned =
        std::any_of(own->begin(), own->end(), [](const LineFactor& f) { return f.transform->proposes_only(); });
    if (!turned) return SharedLine{*std::move(own), {}, smoothed};
    if (smoothed) return std::nullopt;
    auto others = factors_of(groups, direction == Direction::add ? Direction::remove : Direction::add, ask.budget);
    if (!others) return std::nullopt;
    return SharedLine{*std::move(own), *std::move(others), false};
  }

  [[nodiscard]] bool turned() const { return !others_.empty(); }
  [[nodiscard]] const std::vector<LineFactor>& own() const { return own_; }

  // A table for delta(eps) of about e^ln_size.
  [[nodiscard]] std::optional<Tables> table(double eps, double ln_size, double ln_tolerance,
                                            const Budget& budget) const {
    if (smoothed_) return smoothed_table(eps, ln_size, ln_tolerance, budget);
    const std::vector<LineFactor>& factors = turned() ? others_ : own_;
    const auto path = turned() ? LineScout(factors, budget).path(-eps, ln_size - eps, ln_tolerance)
                               : LineScout(factors, budget).path(eps, ln_size, ln_tolerance);
    return tables(factors, path, budget);
  }

  [[nodiscard]] Ball delta(const Tables& tables, const Ball& eps) const {
    if (tables.wider) return clamp(without_noise(tables.own.delta(eps), tables.wider->delta(eps), tables.v), 0, 1);
    if (!turned()) return tables.own.delta(eps);
    return clamp(exp(eps) * tables.own.delta(-eps) - expm1(eps), 0, 1);
  }
  [[nodiscard]] Sample sample(const Tables& tables, const Ball& eps) const {
    if (tables.wider) return {delta(tables, eps), tables.own.sample(eps).slope};
    if (!turned()) return tables.own.sample(eps);
    const Sample other = tables.own.sample(-eps);
    return {delta(tables, eps), exp(eps) * (other.value - 1 - other.slope)};
  }

 private:
  SharedLine(std::vector<LineFactor> own, std::vector<LineFactor> others, bool smoothed)
      : own_(std::move(own)), others_(std::move(others)), smoothed_(smoothed) {}

  static std::optional<Tables> tables(const std::vector<LineFactor>& factors, const std::optional<Path>& path,
                                      const Budget& budget) {
    if (!path || path->bits > most_bits || budget.expired()) return std::nullopt;
    auto own = LineTable::build(factors, *path, budget);
    if (!own) return std::nullopt;
    return Tables{*std::move(own), {}, 0};
  }

  // With the noise whose bracket is about as wide as may be: B(s) is about v a(a+1)/2 of delta, a the saddle point, and
  // three times that is left.
  [[nodiscard]] std::optional<Tables> smoothed_table(double eps, double ln_size, double ln_tolerance,
                                                     const Budget& budget) const {
    constexpr double least_noise = 1e-30, most_noise = 0.1, share = 2;  // of e^ln_tolerance
    constexpr slong most_nodes = 2000;  // more where the noise alone decays: a grid is quicker
    const double a = LineScout(own_, budget).slope(eps);
    const double noise = steady::exp(ln_tolerance + share) * 2 / (3 * a * (a + 1));
    if (!(noise > least_noise && noise < most_noise)) return std::nullopt;
    const Rational v = short_dyadic(noise, 20);
    const std::vector<LineFactor> factors{{smoothed_transform(own_, v), 1}};
    const auto path = LineScout(factors, budget).path(eps, ln_size, ln_tolerance);
    if (!path || path->nodes > most_nodes) return std::nullopt;
    auto found = tables(factors, path, budget);
    if (!found) return std::nullopt;
    found->v = v;
    const auto three = gaussian_transform([v](slong bits) { return Ball(v * 3, bits); });
    found->wider = found->own.with({three, 1}, budget);
    if (!found->wider) return std::nullopt;
    return found;
  }

  std::vector<LineFactor> own_;
  std::vector<LineFactor> others_;
  bool smoothed_;
};

// Newton's steps on ln delta, then both ends as near to the place as the table proves them.
std::optional<Enclosed> close_around(const SharedLine& contour, const Tables& table, double start, const Number& target,
                                     slong digits) {
  const slong bits = table.own.path().bits;
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

std::string method_of(const Tables& tables) {
  return fmt::format("inversion of the product of all transforms{} on one line of {} nodes",
                     tables.wider ? ", with a little noise and without it," : "", tables.own.path().nodes);
}

}  // namespace

std::optional<Enclosed> delta_on_line(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const auto contour = SharedLine::of(groups, direction, ask);
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
    const Ball value = contour->delta(*table, eps.ball(table->own.path().bits));
    best.lo = std::max(best.lo, value.lower());
    best.hi = std::min(best.hi, value.upper());
    best.bits = table->own.path().bits;
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
  const auto contour = SharedLine::of(groups, direction, ask);
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
    const double flat = steady::log(std::clamp(scout.slope(at) * at, 1e-12, 1.0));
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
    found.bits = table->own.path().bits;
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
  if (!decays(groups)) return std::nullopt;
  const auto factors = factors_of(groups, direction, budget);
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
