#include "bounds/allocation/profile_routes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/epochs_line.hpp"
#include "bounds/allocation/many_epochs.hpp"
#include "bounds/allocation/one_jump.hpp"
#include "bounds/allocation/renyi_conversion.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/route.hpp"
#include "bounds/rows.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

using rows::improve;
using rows::intersect;
using Row = Route<ProfileQuestion, Answer>;
using Q = const ProfileQuestion&;
using A = const Answer&;

constexpr long most_convex_digits = 12;
constexpr long default_delta_digits = 4;  // of convex laws, where a digit costs a factor of ten
constexpr long default_epsilon_digits = 5;
constexpr long rough_digits = 2;  // of the first bracket of several epochs
constexpr std::string_view rough_method = "first bracket by convex laws";
constexpr std::string_view moments_method = "inversion of complex moments of one epoch";
constexpr std::string_view one_jump_method = "closed forms of a single step";
constexpr std::string_view many_epochs_method = "Renyi divergences of orders close to 1";
constexpr long most_convex_epochs = 1'000'000'000'000;
constexpr long renyi_digits = 9;
constexpr long other_bits = 21;  // by which a second contour differs

// selected * epochs, up to the limit + 1.
long rounds_of(Q q) {
  const Rational all = Rational(q.scheme.selected) * q.epochs;
  return all > Rational(most_convex_epochs) ? most_convex_epochs + 1 : all.to_long();
}

bool is_closed(Q q) { return q.scheme.selected == q.scheme.steps && rounds_of(q) <= most_convex_epochs; }

SpectralParameters spectral(Q q) { return {q.scheme.sigma, q.scheme.steps, q.direction}; }

ProfileParameters profile(Q q) { return {q.scheme.sigma, q.scheme.steps, q.epochs, q.direction, q.scheme.selected}; }

// Whether epochs are so many that no other route ends, or has room in its numbers.
bool all_there_is(Q q) {
  constexpr long most_others = 10'000'000;
  return q.epochs > most_others;
}

// Much noise and few steps: the transform on every contour is so small that convex laws are there far sooner.
bool is_slow(Q q) {
  constexpr double much = 64;
  constexpr double few = 16;
  const double s = roughly(1 / q.scheme.sigma.ball(64));
  return s * much < 1 && static_cast<double>(q.scheme.steps) * s * s < few;
}

// The inversion leaves time for the other routes, unless it was asked for.
Budget first_share(Q q, const Budget& budget) { return q.request.route.empty() ? budget.half() : budget; }

long convex_digits(Q q, long usual) {
  return q.request.default_effort ? usual : std::min(q.request.digits, most_convex_digits);
}

// Whether convex laws gave what was asked; by default what they give on their finest grid is enough.
bool convex_reached(A a, long nodes, Q q, const Budget& budget) {
  return q.request.default_effort ? nodes > 0 && !budget.expired() : has_digits(a.lo, a.hi, q.request.digits);
}

std::string convex_method(Q q, long nodes) {
  if (q.scheme.selected == 1) return fmt::format("convex laws on {} nodes", nodes);
  return fmt::format("convex laws on {} nodes: independent blocks above, the contracted symmetric polynomial below",
                     nodes);
}

// Which questions go which way. A sentence says why not.

std::string_view not_closed(Q q, A) { return is_closed(q) ? "" : "not every step is selected"; }

std::string_view not_one_contour(Q q) {
  if (q.scheme.selected > 1) return "several steps are selected";
  if (q.epochs > 1) return "several epochs have no single transform";
  return "";
}

std::string_view not_laplace(Q q, A) {
  if (const auto why = not_one_contour(q); !why.empty()) return why;
  const std::string& route = q.request.route;
  if (!route.empty() && route != "laplace") return "another route was asked for";
  return route.empty() && is_slow(q) ? "much noise and few steps: every contour takes too many bits" : "";
}

std::string_view not_cross(Q q, A) {
  if (q.request.route != "cross") return "two contours were not asked for";
  if (const auto why = not_one_contour(q); !why.empty()) return why;
  return is_slow(q) ? "much noise and few steps: every contour takes too many bits" : "";
}

// What is there at once goes before what may take long.
std::string_view not_at_once(Q q) {
  return q.scheme.selected > 1 || q.epochs > 1 || q.request.route.empty() ? "" : "another route was asked for";
}

std::string_view not_many_epochs(Q q, A) {
  if (const auto why = not_at_once(q); !why.empty()) return why;
  return q.epochs < many_epochs ? "few epochs" : "";
}

std::string_view not_renyi(Q q, A) { return all_there_is(q) ? "so many epochs that it does not end" : not_at_once(q); }

std::string_view not_moments(Q q, A) {
  if (q.scheme.selected > 1) return "several steps are selected";
  if (q.epochs == 1) return "one epoch is one contour";
  if (all_there_is(q)) return "so many epochs that it does not end";
  return q.request.route == "convex" ? "another route was asked for" : "";
}

std::string_view not_convex(Q q, A) {
  return all_there_is(q) || rounds_of(q) > most_convex_epochs ? "so many epochs that it does not end" : "";
}

bool is_below_1(Q q) { return less(q.at, 1) == Truth::yes; }

// delta(eps).

bool delta_closed(Answer& a, Q q, const Budget&) {
  a = rows::from_balls(
      [&](long bits) {
        return gaussian::delta({q.scheme.sigma, q.at, rounds_of(q)}, bits);
      },
      q.request, "every step selected: closed form with erfc");
  return true;
}

bool delta_laplace(Answer& a, Q q, const Budget& budget) {
  const auto value = spectral_delta(spectral(q), q.at, rows::first_bits(q.request), first_share(q, budget),
                                    q.tables == nullptr ? nullptr : &q.tables->contours);
  if (!value || !value->is_finite()) return false;
  a.bits = value->bits();
  intersect(a, std::max(value->lower(), Rational(0)), value->upper(), "inversion of the Laplace transform");
  a.reached = has_digits(a.lo, a.hi, q.request.digits);
  return a.reached || q.request.route == "laplace";
}

// A second run on another contour with another step: where the two are disjoint one of them is wrong.
void cross(Answer& a, const Rational& lo, const Rational& hi) {
  require(lo <= a.hi && a.lo <= hi, "two contours enclose one number");
  intersect(a, lo, hi, "the same on another contour");
}

bool delta_cross(Answer& a, Q q, const Budget& budget) {
  const bool reached = delta_laplace(a, q, budget);
  if (a.method.empty()) return false;
  const auto other = spectral_delta(spectral(q), q.at, rows::first_bits(q.request) + other_bits, q.request.budget,
                                    q.tables == nullptr ? nullptr : &q.tables->crossed);
  if (!other || !other->is_finite()) return reached;
  cross(a, std::max(other->lower(), Rational(0)), other->upper());
  a.reached = has_digits(a.lo, a.hi, q.request.digits);
  return true;
}

bool delta_many_epochs(Answer& a, Q q, const Budget& budget) {
  improve(a, many_epochs_delta_lower(profile(q), q.at, budget).lower(), a.hi, many_epochs_method);
  return false;
}

void upper_end_by_renyi(Answer& a, const renyi::Conversion& renyi) {
  if (!renyi.value.is_finite()) return;
  improve(a, a.lo, renyi.value.upper(), fmt::format("upper end: Renyi divergence of order {}", renyi.order));
}

bool delta_renyi(Answer& a, Q q, const Budget& budget) {
  upper_end_by_renyi(a,
                     delta_renyi_upper({q.scheme, q.epochs, q.direction}, q.at, renyi_digits, first_share(q, budget)));
  return false;
}

bool delta_moments(Answer& a, Q q, const Budget& budget) {
  const auto rough =
      profile_delta(profile(q), q.at, rough_digits, budget, q.tables == nullptr ? nullptr : &q.tables->laws);
  intersect(a, rough.delta.lo, rough.delta.hi, rough_method);
  const double size = log(Ball(a.hi, 64)).to_double_up();
  const auto value = epochs_delta(spectral(q), q.epochs, q.at, rows::first_bits(q.request), size, budget,
                                  q.tables == nullptr ? nullptr : &q.tables->lines);
  if (!value || !value->is_finite()) return false;
  a.bits = value->bits();
  intersect(a, std::max(value->lower(), Rational(0)), value->upper(), moments_method);
  a.reached = has_digits(a.lo, a.hi, q.request.digits);
  return a.reached || q.request.route == "laplace";
}

bool delta_convex(Answer& a, Q q, const Budget& budget) {
  const auto convex = profile_delta(profile(q), q.at, convex_digits(q, default_delta_digits), budget,
                                    q.tables == nullptr ? nullptr : &q.tables->laws);
  if (convex.nodes > 0) intersect(a, convex.delta.lo, convex.delta.hi, convex_method(q, convex.nodes));
  a.reached = convex_reached(a, convex.nodes, q, budget);
  return false;
}

// By default two digits of the closed forms are enough.
void judge_one_jump(Answer& a, Q q) {
  const bool is_rough = a.lo * 2 < a.hi;  // the two ends do not even tell the number's size
  a.reached =
      (a.reached && !is_rough) || has_digits(a.lo, a.hi, q.request.default_effort ? rough_digits : q.request.digits);
}

bool delta_one_jump(Answer& a, Q q, const Budget&) {
  constexpr long bits = 256;
  const auto closed = one_jump_delta(profile(q), q.at.ball(bits), bits);
  improve(a, std::max(closed.lower.lower(), Rational(0)), closed.upper.upper(), one_jump_method);
  judge_one_jump(a, q);
  return true;
}

// epsilon(delta).

// Below delta where that is no rational: good for the upper end only.
Rational target_of(Q q) {
  const auto rational = q.at.rational();
  return rational ? *rational : q.at.ball(256).lower();
}

bool epsilon_closed(Answer& a, Q q, const Budget& budget) {
  a = rows::from_inversion(gaussian::epsilon({q.scheme.sigma, q.at, rounds_of(q)}, q.request.digits, budget),
                           "every step selected: certified inversion of a closed form");
  return true;
}

std::string_view not_epsilon_laplace(Q q, A a) {
  const auto why = not_laplace(q, a);
  return why.empty() && !is_below_1(q) ? "delta = 1 asks for nothing" : why;
}

std::string_view not_epsilon_cross(Q q, A a) {
  const auto why = not_cross(q, a);
  return why.empty() && !is_below_1(q) ? "delta = 1 asks for nothing" : why;
}

bool epsilon_laplace(Answer& a, Q q, const Budget& budget) {
  const auto i = spectral_epsilon(spectral(q), q.at, q.request.digits, first_share(q, budget));
  if (!i) return false;
  a.bits = i->bits;
  intersect(a, i->bracket.lo, i->bracket.hi, "certified inversion of the Laplace transform");
  a.reached = i->reached;
  return a.reached || q.request.route == "laplace";
}

bool epsilon_cross(Answer& a, Q q, const Budget& budget) {
  const bool reached = epsilon_laplace(a, q, budget);
  if (a.method.empty()) return false;
  const auto other = spectral_epsilon(spectral(q), q.at, q.request.digits + other_bits / 3, q.request.budget);
  if (!other) return reached;
  cross(a, other->bracket.lo, other->bracket.hi);
  return true;
}

bool epsilon_many_epochs(Answer& a, Q q, const Budget& budget) {
  const Bracket near = many_epochs_epsilon(profile(q), q.at, budget);
  improve(a, near.lo, near.hi, many_epochs_method);
  return false;
}

bool epsilon_renyi(Answer& a, Q q, const Budget& budget) {
  upper_end_by_renyi(
      a, epsilon_renyi_upper({q.scheme, q.epochs, q.direction}, q.at, renyi_digits, first_share(q, budget)));
  return false;
}

std::string_view not_epsilon_moments(Q q, A a) {
  if (const auto why = not_moments(q, a); !why.empty()) return why;
  if (!q.at.rational()) return "delta is no rational";
  return is_below_1(q) ? "" : "delta = 1 asks for nothing";
}

bool epsilon_moments(Answer& a, Q q, const Budget& budget) {
  const auto rough = profile_epsilon(profile(q), target_of(q), rough_digits, budget);
  if (!rough.epsilon.hi || rough.epsilon.lo.sign() <= 0) return false;
  intersect(a, rough.epsilon.lo, *rough.epsilon.hi, rough_method);
  const auto i =
      epochs_epsilon(spectral(q), q.epochs, q.at, {rough.epsilon.lo, *rough.epsilon.hi}, q.request.digits, budget);
  if (!i) return false;
  a.bits = i->bits;
  intersect(a, i->bracket.lo, i->bracket.hi, moments_method);
  a.reached = i->reached;
  return a.reached || q.request.route == "laplace";
}

bool epsilon_convex(Answer& a, Q q, const Budget& budget) {
  const bool rational = q.at.rational().has_value();
  const auto convex = profile_epsilon(profile(q), target_of(q), convex_digits(q, default_epsilon_digits), budget);
  if (convex.nodes > 0) {
    intersect(a, rational ? convex.epsilon.lo : Rational(0), convex.epsilon.hi.value_or(a.hi),
              convex_method(q, convex.nodes));
  }
  a.reached = convex_reached(a, convex.nodes, q, budget) && rational;
  return false;
}

bool epsilon_one_jump(Answer& a, Q q, const Budget&) {
  const Bracket closed = one_jump_epsilon(profile(q), q.at);
  improve(a, closed.lo, closed.hi, one_jump_method);
  judge_one_jump(a, q);
  return true;
}

constexpr Row delta_routes[] = {{"closed-form", not_closed, always<0>, delta_closed},
                                {"laplace", not_laplace, always<1>, delta_laplace},
                                {"cross", not_cross, always<2>, delta_cross},
                                {"many-epochs", not_many_epochs, always<3>, delta_many_epochs},
                                {"renyi", not_renyi, always<4>, delta_renyi},
                                {"moments", not_moments, always<5>, delta_moments},
                                {"convex", not_convex, always<6>, delta_convex},
                                {"one-jump", applies, always<7>, delta_one_jump}};

constexpr Row epsilon_routes[] = {{"closed-form", not_closed, always<0>, epsilon_closed},
                                  {"laplace", not_epsilon_laplace, always<1>, epsilon_laplace},
                                  {"cross", not_epsilon_cross, always<2>, epsilon_cross},
                                  {"many-epochs", not_many_epochs, always<3>, epsilon_many_epochs},
                                  {"renyi", not_renyi, always<4>, epsilon_renyi},
                                  {"moments", not_epsilon_moments, always<5>, epsilon_moments},
                                  {"convex", not_convex, always<6>, epsilon_convex},
                                  {"one-jump", applies, always<7>, epsilon_one_jump}};

// Until the digits are there, and where the finest grid counts as reached, until two digits are.
Answer by_routes(std::span<const Row> table, Q q, Answer start, const Budget& budget) {
  const auto enough = [](A a) { return a.reached && has_digits(a.lo, a.hi, rough_digits); };
  start.tried = take_routes(table, q, start, enough, budget);
  // How much the reduction to blocks of one selected step each can lose at most: all of the gap.
  if (q.scheme.selected > 1 && !is_closed(q) && !all_there_is(q) && start.lo.sign() > 0) {
    constexpr long shown = 2;
    start.method += fmt::format("; blocks of one selected step each lose at most {}%",
                                decimal((start.hi - start.lo) / start.lo * 100, shown, Rounding::up));
  }
  return start;
}

}  // namespace

Answer delta_by_routes(Q q, const Budget& budget) {
  Answer a;  // [max(0, 1 - e^eps), 1], eps >= 0
  a.lo = 0;
  a.hi = 1;
  return by_routes(delta_routes, q, std::move(a), budget);
}

Answer epsilon_by_routes(Q q, const Budget& budget) {
  Answer a;
  a.lo = 0;
  if (!is_closed(q)) {
    const long rounds = rounds_of(q);
    if (rounds > most_convex_epochs) {
      throw InputError("allocation.epsilon", "epochs", std::to_string(q.epochs),
                       "at most 10^12 with selected together");
    }
    constexpr long coarse = 6;
    a.hi = gaussian::epsilon({q.scheme.sigma, q.at, rounds}, coarse).bracket.hi;  // every step in every round
  }
  return by_routes(epsilon_routes, q, std::move(a), budget);
}

}  // namespace hallmark::allocation
