#include "bounds/allocation/renyi.hpp"

#include <algorithm>

#include "bounds/allocation/overlap.hpp"
#include "bounds/allocation/renyi_add.hpp"
#include "bounds/allocation/renyi_real.hpp"
#include "bounds/allocation/renyi_remove.hpp"
#include "bounds/directions.hpp"
#include "exact/error.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong largest_series_order = 20'000;
constexpr slong largest_partition_order = 120;

// The order as an integer of moderate size.
std::optional<slong> integer_order(const Number& alpha) {
  const auto exact = alpha.rational();
  if (!exact || !exact->is_integer() || *exact > Rational(largest_series_order)) return std::nullopt;
  return exact->to_long();
}

Ball order_minus_1(const Number& alpha, slong bits) {
  const auto exact = alpha.rational();
  return exact ? Ball(*exact - 1, bits) : (alpha.ball(2 * bits) - 1).with_bits(bits);
}

RenyiBounds exactly(const Ball& value, const std::string& method) { return {value, value, true, method, method}; }

// Whether the Laplace integral is worth its time, which grows like (alpha / sigma)^2.
bool laplace_is_cheap(const Number& sigma, const Number& alpha) {
  return less_equal(alpha, 200) == Truth::yes && less((alpha.ball(64) + 2) / sigma.ball(64), 110) == Truth::yes;
}

class Remove {
 public:
  Remove(const RenyiParameters& x, RenyiRoute route, slong bits, const Budget& budget)
      : x_(x), route_(route), bits_(bits), budget_(budget) {}

  std::optional<RenyiBounds> one_selected() {
    const auto integer = integer_order(x_.alpha);
    const bool by_laplace = route_ == RenyiRoute::laplace && less_equal(x_.alpha, 200) == Truth::yes;
    if (integer && !by_laplace) return at_integer(*integer);
    if (by_laplace || laplace_is_cheap(x_.scheme.sigma, x_.alpha)) {
      if (const auto m = ratio_moment_at_real_order(x_.scheme.sigma, x_.scheme.steps, x_.alpha, bits_, budget_)) {
        return exactly(log(*m) / order_minus_1(x_.alpha, bits_), "certified Laplace integral of E f^alpha");
      }
    }
    return between_integers();
  }

  // k > 1 at an integer order.
  std::optional<RenyiBounds> several_selected() {
    const auto integer = integer_order(x_.alpha);
    if (!integer) return std::nullopt;
    if (*integer == 2 && x_.scheme.selected <= 1'000'000) {
      const Ball value = overlap_bound_upper(x_.scheme, x_.alpha, bits_);
      if (!value.is_finite()) return std::nullopt;
      return exactly(value, "overlap of two subsets");
    }
    if (!overlap_terms(*integer, x_.scheme.selected)) return std::nullopt;
    const auto m = overlap_moment(gaussian_moments(x_.scheme.sigma, *integer, bits_), x_.scheme.steps,
                                  x_.scheme.selected, budget_);
    if (!m || !log(*m).is_finite()) return std::nullopt;
    return exactly(log(*m) / (*integer - 1), "overlap patterns of alpha subsets");
  }

 private:
  std::optional<RenyiBounds> at_integer(slong alpha) {
    if (route_ == RenyiRoute::partitions && alpha <= largest_partition_order) {
      const auto moments = gaussian_moments(x_.scheme.sigma, alpha, bits_);
      const auto m = ratio_moment_by_partitions(moments, x_.scheme.steps, budget_);
      if (!m) return std::nullopt;
      return exactly(log(*m) / (alpha - 1), "sum over the integer partitions of alpha");
    }
    const auto m = gaussian_ratio_moment(x_.scheme.sigma, x_.scheme.steps, alpha, bits_, budget_);
    if (!m) return std::nullopt;
    return exactly(log(*m) / (alpha - 1), "power of the exponential series of the moments");
  }

  std::optional<RenyiBounds> between_integers() {
    const slong n = floor_of(x_.alpha, largest_series_order);
    if (n > largest_series_order) return std::nullopt;
    const auto all = ratio_moments(gaussian_moments(x_.scheme.sigma, n + 2, bits_), x_.scheme.steps, budget_);
    if (!all) return std::nullopt;
    std::vector<Ball> l;
    for (const Ball& m : *all) l.push_back(log(m));
    l[0] = l[1] = Ball(0, bits_);
    const auto [below, above] = log_moment_between(l, x_.alpha, bits_);
    const Ball r = order_minus_1(x_.alpha, bits_);
    const std::string method = "convexity of (alpha - 1) D_alpha between integer orders";
    return RenyiBounds{below / r, above / r, false, method, method};
  }

  const RenyiParameters& x_;
  RenyiRoute route_;
  slong bits_;
  const Budget& budget_;
};

// The better of two proved bounds on each side.
RenyiBounds tightened(RenyiBounds a, const RenyiBounds& b) {
  if (less(a.lower, b.lower) == Truth::yes) {
    a.lower = b.lower;
    a.lower_method = b.lower_method;
  }
  if (less(b.upper, a.upper) == Truth::yes) {
    a.upper = b.upper;
    a.upper_method = b.upper_method;
  }
  return a;
}

std::optional<RenyiBounds> single(const RenyiParameters& x, RenyiRoute route, slong bits, const Budget& budget) {
  if (x.direction == Direction::remove) return Remove(x, route, bits, budget).one_selected();
  const auto value = renyi_add(x.scheme.sigma, x.scheme.steps, x.alpha, bits, budget);
  if (!value) return std::nullopt;
  return exactly(*value, "certified Laplace integral of E f^(1-alpha)");
}

// D_alpha of one block of m steps, or the elementary bounds.
RenyiBounds block(const RenyiParameters& x, slong m, slong bits, const Budget& budget) {
  return renyi({{x.scheme.sigma, m, 1}, x.alpha, x.direction}, RenyiRoute::series, bits, budget);
}

}  // namespace

std::string RenyiBounds::method() const {
  if (lower_method == upper_method) return lower_method;
  return "lower end: " + lower_method + "; upper end: " + upper_method;
}

Ball overlap_bound_upper(const Scheme& scheme, const Number& alpha, slong bits) {
  check_domain("allocation.renyi", scheme);
  const auto exact = alpha.rational();
  if (!exact || !exact->is_integer() || *exact < Rational(2)) {
    throw InputError("allocation.renyi", "alpha", alpha.to_string(), "an integer of at least 2");
  }
  constexpr slong most_selected = 1'000'000;
  const slong t = scheme.steps;
  const slong k = scheme.selected;
  if (k > most_selected) throw InputError("allocation.renyi", "selected", Rational(k).to_string(), "at most 10^6");
  // Hypergeometric masses from the least overlap i = max(0, 2k - t) on, by their ratio.
  const Ball s = scheme.sigma.ball(bits);
  const Ball y = exp(alpha.ball(bits) / (2 * s * s));
  const slong first = std::max(slong{0}, 2 * k - t);
  Ball mass(1, bits);
  if (first == 0) {
    for (slong j = 0; j < k; ++j) mass = mass * (t - k - j) / (t - j);
  } else {  // the complements, of t - k < k steps each, are disjoint
    for (slong j = 0; j < t - k; ++j) mass = mass * (k - j) / (t - j);
  }
  Ball power = pow(y, static_cast<ulong>(first));
  Ball sum = mass * power;
  for (slong i = first; i < k; ++i) {
    mass = mass * (k - i) * (k - i) / (i + 1) / (t - 2 * k + i + 1);
    power *= y;
    sum += mass * power;
  }
  return log(sum);
}

RenyiBounds renyi_elementary(const RenyiParameters& x, slong bits) {
  const Scheme& scheme = x.scheme;
  const Ball s = scheme.sigma.ball(bits);
  const Ball all = x.alpha.ball(bits) * scheme.selected / (2 * s * s);
  RenyiBounds e{Ball(0, bits), all, false, "elementary", "all steps in one"};
  constexpr slong affordable = 10'000;
  if (x.direction == Direction::add) {
    // AM-GM: D_alpha <= (alpha + m - 1) / (2 sigma^2 m) for each block.
    const Blocks b = blocks(scheme);
    const auto one = [&](slong m) { return (x.alpha.ball(bits) + (m - 1)) / (2 * s * s * m); };
    e.upper_method = "elementary";
    e.upper = min(all, one(b.length) * (b.selected - b.longer) + one(b.length + 1) * b.longer);
    return e;
  }
  if (scheme.selected <= affordable) {
    Ball subsets(0, bits);
    for (slong i = 0; i < scheme.selected; ++i) subsets += log(Ball(scheme.steps - i, bits) / (i + 1));
    e.lower = max(e.lower, all - subsets);
    const auto exact = x.alpha.rational();
    const Rational above = exact ? ceil(*exact) : ceil(x.alpha.ball(bits).upper());
    const Ball overlaps = overlap_bound_upper(scheme, std::max(above, Rational(2)), bits);
    e = tightened(e, {e.lower, overlaps, false, "", "overlap of two subsets at order alpha"});
  }
  return e;
}

RenyiBounds renyi(const RenyiParameters& x, RenyiRoute route, slong bits, const Budget& budget) {
  check_domain("allocation.renyi", x.scheme);
  if (less(1, x.alpha) != Truth::yes) throw InputError("allocation.renyi", "alpha", x.alpha.to_string(), "above 1");
  check_one_direction("allocation.renyi", x.direction);
  const Scheme& scheme = x.scheme;
  if (scheme.selected == scheme.steps) {
    const Ball s = scheme.sigma.ball(bits);
    return exactly(x.alpha.ball(bits) * scheme.selected / (2 * s * s), "selected alpha / (2 sigma^2)");
  }
  if (scheme.selected == 1) {
    if (const auto found = single(x, route, bits, budget)) {
      return found->exact ? *found : tightened(*found, renyi_elementary(x, bits));
    }
    return renyi_elementary(x, bits);
  }
  if (x.direction == Direction::remove) {
    if (const auto found = Remove(x, route, bits, budget).several_selected()) return *found;
  }
  RenyiBounds best = renyi_elementary(x, bits);
  const Blocks b = blocks(scheme);
  const RenyiBounds shorter = block(x, b.length, bits, budget);
  const RenyiBounds longer = b.longer > 0 ? block(x, b.length + 1, bits, budget) : shorter;
  const Ball sum = shorter.upper * (b.selected - b.longer) + longer.upper * b.longer;
  const RenyiBounds one = block(x, scheme.steps, bits, budget);
  best = tightened(best, {one.lower, sum, false, "one selected step", "independent blocks"});
  // The divergence does not fall with the order: an exact one of a lower order is a lower bound.
  if (x.direction == Direction::remove) {
    for (slong n = std::min(floor_of(x.alpha, largest_series_order), slong{4}); n >= 2; --n) {
      const RenyiParameters lower{scheme, n, x.direction};
      if (const auto found = Remove(lower, route, bits, budget).several_selected()) {
        best = tightened(best, {found->lower, best.upper, false, "overlap patterns at a lower order", ""});
        break;
      }
    }
  }
  return best;
}

}  // namespace hallmark::allocation
