#include "bounds/shuffle/rr2.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/exact_atoms.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark::rr2 {
namespace {

// R = Bin(ones, a) + Bin(zeros, b), a = E/(E+1), b = 1/(E+1): the reports of the other users.
class Others {
 public:
  Others(slong ones, slong zeros, const Ball& e, slong bits, const Budget& budget)
      : ones_(ones), zeros_(zeros), e_(e), a_(e / (e + 1)), b_(1 / (e + 1)), bits_(bits), budget_(budget) {}

  [[nodiscard]] slong count() const { return ones_ + zeros_; }
  [[nodiscard]] const Ball& a() const { return a_; }
  [[nodiscard]] const Ball& b() const { return b_; }
  [[nodiscard]] double mean() const {
    return static_cast<double>(ones_) * a_.to_double_up() + static_cast<double>(zeros_) * b_.to_double_up();
  }
  [[nodiscard]] double deviation() const {
    return std::sqrt(static_cast<double>(count()) * a_.to_double_up() * b_.to_double_up());
  }

  // Pr[R = k]. A threshold asks for the same few points again: they are kept.
  [[nodiscard]] Ball at(slong k) const {
    if (k < 0 || k > count()) return Ball(0, bits_);
    if (ones_ == 0) return pmf({zeros_, b_, a_}, k);
    if (zeros_ == 0) return pmf({ones_, a_, b_}, k);
    const auto known = points_.find(k);
    if (known != points_.end()) return known->second;
    const auto start = [&](slong j) { return pmf({zeros_, b_, a_}, k - j); };
    return points_.emplace(k, convolve(k, start, Summand::point)).first->second;
  }

  // Pr[R >= k].
  [[nodiscard]] Ball tail(slong k) const {
    if (k <= 0) return Ball(1, bits_);
    if (k > count()) return Ball(0, bits_);
    if (ones_ == 0) return upper_tail({zeros_, b_, a_}, k, budget_);
    if (zeros_ == 0) return upper_tail({ones_, a_, b_}, k, budget_);
    return convolve(
        k,
        [&](slong j) {
          return upper_tail({zeros_, b_, a_}, k - j, budget_);
        },
        Summand::tail);
  }

 private:
  enum class Summand { point, tail };

  // sum over j of bin(ones, a; j) g(k - j), g the pmf or the upper tail of Bin(zeros, b). The terms are log-concave in
  // j (products of log-concave sequences), so past either end of the summed range the ratio of successive terms is at
  // most the last one seen, and the rest is geometric.
  template <typename Start>
  [[nodiscard]] Ball convolve(slong k, const Start& g, Summand step) const {
    const Binomial first{ones_, a_, b_};
    const slong bottom = std::max(slong{0}, k - zeros_);  // below it Bin(zeros, b) cannot reach k - j: all terms are 0
    const slong top = std::min(ones_, k);                 // beyond k the point is 0 and the tail is 1: see below
    const auto [from, to] = range(k, bottom, top);
    Ball weight = pmf(first, from);
    Ball value = g(from);  // pmf or tail of Bin(zeros, b) at k - j
    Ball point = step == Summand::point ? value : pmf({zeros_, b_, a_}, k - from - 1);  // pmf at k - j - 1
    Ball sum(0, bits_);
    Ball previous(0, bits_);
    Ball term(0, bits_);
    Ball rest_below(0, bits_);
    for (slong j = from; j <= to; ++j) {
      if ((j - from) % 4096 == 0 && budget_.expired()) return Ball::between(0, 1, bits_);
      previous = term;
      term = weight * value;
      sum += term;
      if (j == from + 1 && from > bottom) rest_below = geometric_rest(previous, previous / term);
      if (j == to) break;
      // j -> j + 1. Odds of a true report: a/b = E for the ones, and for the zeros (1-b)/b = E as k - j falls.
      weight = weight * e_ * (ones_ - j) / (j + 1);
      const slong i = k - j;  // now at i, next at i - 1
      if (step == Summand::point) {
        value = value * e_ * i / (zeros_ - i + 1);
      } else {
        value += point;
        point = i - 1 > zeros_ ? pmf({zeros_, b_, a_}, i - 2) : point * e_ * (i - 1) / (zeros_ - i + 2);
      }
    }
    Ball total = sum;
    if (from > bottom) total = to > from ? plus_up_to(total, rest_below) : Ball::between(0, 1, bits_);
    if (to < ones_ && step == Summand::tail && to == top) {
      // j > k: the tail is 1, what is left is Pr[Bin(ones, a) > k].
      total += upper_tail(first, to + 1, budget_);
    } else if (to < top) {
      total = to > from ? plus_up_to(total, geometric_rest(term, term / previous)) : Ball::between(0, 1, bits_);
    }
    return clamp(total, 0, 1);
  }

  struct Range {
    slong from;
    slong to;
  };
  // Where the terms live: the j that matter given R near k follow a hypergeometric-like law around its mode, of
  // deviation at most sqrt(ones zeros / count) / 2. A proposal in doubles; whatever it leaves out is bounded.
  [[nodiscard]] Range range(slong k, slong bottom, slong top) const {
    const double m = static_cast<double>(ones_);
    const double z = static_cast<double>(zeros_);
    // Tilt both binomials to a common odds factor x with mean k: solve by bisection in log x.
    const double log_odds = log(e_).to_double_up();
    const auto share = [](double log_x) { return 1 / (1 + steady::exp(-log_x)); };
    const auto at_tilt = [&](double log_x) {
      return std::pair(m * share(log_x + log_odds), z * share(log_x - log_odds));
    };
    double low = -log_odds - 800, high = log_odds + 800;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2;
      const auto [one, zero] = at_tilt(middle);
      (one + zero < static_cast<double>(k) ? low : high) = middle;
    }
    const double centre = at_tilt(high).first;
    const double depth = 0.7 * static_cast<double>(bits_) + 1.5 * steady::log(m + z + 1) + 10;
    const double mass = std::min(centre, m - centre) + 1;
    const double reach = depth + std::sqrt(2 * depth * mass);
    const auto clipped = [&](double x) {
      return std::isnan(x) || x <= static_cast<double>(bottom)
                 ? bottom
                 : (x >= static_cast<double>(top) ? top : static_cast<slong>(x));
    };
    return {clipped(centre - reach), clipped(centre + reach + 2)};
  }

  slong ones_;
  slong zeros_;
  Ball e_;
  Ball a_;
  Ball b_;
  slong bits_;
  const Budget& budget_;
  mutable std::map<slong, Ball> points_;
};

struct Threshold {
  const Others& r;
  const Ball& weight;  // a - w b = (E - w) / (E + 1) > 0
  const Ball& cross;   // w a - b = (wE - 1) / (E + 1) > 0

  // P(k) - w Q(k) = (a - w b) R(k-1) - (w a - b) R(k).
  [[nodiscard]] Ball gain(slong k) const { return weight * r.at(k - 1) - cross * r.at(k); }
  // Whether the gain is positive; it changes sign once, from not positive to positive, as k rises.
  [[nodiscard]] Truth sign(slong k) const {
    if (k <= 0) return Truth::no;
    return k > r.count() ? Truth::yes : is_positive(gain(k));
  }

  // About log(R(k-1) / R(k)) - log(cross / weight), which has the sign of the gain; not finite where it is not known.
  [[nodiscard]] double height(slong k) const { return log(r.at(k - 1) * weight / (r.at(k) * cross)).to_double_up(); }

  // The first k with a positive gain, or a neighbour of it; an undecided sign counts as not positive. The height rises
  // with k, by 1/variance near the mean of R: Newton's steps, secants once two heights are known, and halving wherever
  // these do not shrink the range.
  [[nodiscard]] slong search(const Budget& budget) const {
    slong low = 0;               // gain <= 0: R(-1) = 0
    slong high = r.count() + 1;  // gain > 0: R(n) = 0
    double slope = 1 / (r.deviation() * r.deviation());
    double guess = r.mean() + log(cross / weight).to_double_up() / slope + 1;
    double last_k = 0;
    double last_height = std::nan("");
    for (int probes = 0; high - low > 1 && !budget.expired(); ++probes) {
      constexpr int patience = 12;
      const bool proposed = probes < patience && std::isfinite(guess);
      const double inside = std::clamp(guess, static_cast<double>(low) + 1, static_cast<double>(high) - 1);
      const slong k = proposed ? std::clamp(static_cast<slong>(inside), low + 1, high - 1) : low + (high - low) / 2;
      (sign(k) == Truth::yes ? high : low) = k;
      const double here = height(k);
      const double secant = (here - last_height) / (static_cast<double>(k) - last_k);
      if (std::isfinite(secant) && secant > 0) slope = secant;
      guess = std::floor(static_cast<double>(k) - here / slope) + 1;
      last_k = static_cast<double>(k);
      last_height = here;
    }
    return high;
  }
};

// About log2 of a positive ball: a proposal.
slong exponent_of(const Ball& x) { return x.is_finite() ? x.centre_exponent() : 0; }

// remove with `ones` of the others holding 1: H_w(P || Q) and its slope in eps.
Sample remove_delta(slong n, const Number& eps0, const Number& eps, slong ones, slong bits, const Budget& budget) {
  const Ball e = exponential(eps0, bits);
  const Ball w = exponential(eps, bits);
  const Others r(ones, n - 1 - ones, e, bits, budget);
  const Ball weight = exponential_difference(eps0, eps, bits) / (e + 1);
  const Ball beta = exponential_minus_1(eps, bits);
  const Sample nothing = nothing_known(bits);
  if (is_positive(weight) != Truth::yes) return nothing;

  const slong single = ones == 0 ? 0 : (ones == n - 1 ? 1 : -1);
  slong t = 0;
  bool ambiguous = false;
  if (single >= 0) {
    // R = Bin(n-1, p): R(k-1)/R(k) = k(1-p)/((n-k)p) > theta iff k > n theta p / (1 - p + theta p), which is
    // n (wE-1)/(E^2-1) for p = b and n E (wE-1) / (w (E^2-1)) for p = a (theta = (wE-1)/(E-w)).
    const auto exact_e = eps0.rational_exponential();
    const auto exact_w = eps.rational_exponential();
    if (exact_e && exact_w) {
      Rational cut = (*exact_w * *exact_e - 1) / (*exact_e * *exact_e - 1) * n;
      if (single == 1) cut = cut * *exact_e / *exact_w;
      t = floor(cut).to_long() + 1;
    } else {
      // E^2 - 1 = (E - 1)(E + 1).
      Ball cut = exponential_of_sum_minus_1(eps0, eps, bits) / (exponential_minus_1(eps0, bits) * (e + 1)) * n;
      if (single == 1) cut = cut * e / w;
      if (!cut.is_finite()) return nothing;
      const Rational low = floor(cut.lower());
      const Rational high = floor(cut.upper());
      if (high > low + 1 || low.sign() < 0 || high > Rational(n)) return nothing;
      t = high.to_long() + 1;
      ambiguous = low != high;
    }
  } else {
    // Close to E = 1 neighbouring gains differ by about eps0^2 of their size.
    const slong search_bits = 64 + 2 * std::max(slong{0}, -exponent_of(exponential_minus_1(eps0, 64)));
    const Ball coarse_e = exponential(eps0, search_bits);
    const Others coarse(ones, n - 1 - ones, coarse_e, search_bits, budget);
    const Ball coarse_weight = exponential_difference(eps0, eps, search_bits) / (coarse_e + 1);
    const Ball coarse_cross = exponential_of_sum_minus_1(eps0, eps, search_bits) / (coarse_e + 1);
    t = Threshold{coarse, coarse_weight, coarse_cross}.search(budget);
    // Prove the threshold at full precision, moving where the search was blurred: sign(t) yes and sign(t - 1) no, or
    // one undecided sign between a proved yes and a proved no, which leaves two candidates.
    const Ball cross = exponential_of_sum_minus_1(eps0, eps, bits) / (e + 1);
    const Threshold proof{r, weight, cross};
    constexpr int few = 64;
    int moves = 0;
    while (proof.sign(t - 1) == Truth::yes && moves++ < few) --t;
    while (proof.sign(t) == Truth::no && moves++ < few) ++t;
    if (proof.sign(t) == Truth::unknown) ++t;
    if (proof.sign(t) != Truth::yes) return nothing;
    const Truth below = proof.sign(t - 1);
    if (below == Truth::yes) return nothing;
    ambiguous = below == Truth::unknown;
    if (ambiguous && proof.sign(t - 2) != Truth::no) return nothing;
  }
  const auto value = [&](const Ball& point, const Ball& tail) { return weight * point - beta * tail; };
  const Ball point = r.at(t - 1);
  const Ball tail = r.tail(t);
  Ball delta = value(point, tail);
  if (ambiguous) delta = hull(delta, value(r.at(t - 2), tail + point));
  // d/d eps = -w Q(K >= t), Q(K >= t) = Pr[R >= t] + b R(t-1).
  return {clamp(delta, 0, 1), -w * (tail + r.b() * point)};
}

void check(std::string_view where, const DeltaParameters& x) {
  clones::check_domain(where, x.n, x.eps0);
  if (x.others < 0 || x.others >= x.n) {
    throw InputError(where, "others", Rational(x.others).to_string(), "an integer from 0 to n - 1");
  }
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
}

}  // namespace

Sample delta_with_slope(const DeltaParameters& x, slong bits, const Budget& budget) {
  check("rr2.delta", x);
  const Truth trivial = less_equal(x.eps0, x.eps);
  if (trivial == Truth::yes) return {Ball(0, bits), Ball(0, bits)};
  if (trivial == Truth::unknown) return nothing_known(bits);
  const auto remove = [&] { return remove_delta(x.n, x.eps0, x.eps, x.others, bits, budget); };
  const auto add = [&] { return remove_delta(x.n, x.eps0, x.eps, x.n - 1 - x.others, bits, budget); };
  switch (x.direction) {
    case Direction::remove:
      return remove();
    case Direction::add:
      return add();
    case Direction::both: {
      const Sample r = remove();
      const Sample a = add();
      return {max(r.value, a.value), less(r.value, a.value) == Truth::yes ? a.slope : r.slope};
    }
  }
  require(false, "a direction");
  return {Ball::anything(bits), Ball::anything(bits)};
}

Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget) {
  return delta_with_slope(parameters, bits, budget).value;
}

Inversion epsilon(const EpsilonParameters& x, slong digits, const Budget& budget) {
  check("rr2.epsilon", {x.n, x.eps0, 0, x.direction, x.others});
  return invert_on_eps0(
      "rr2.epsilon", x.eps0, x.delta,
      [&](const Number& eps, slong bits) {
        return delta_with_slope({x.n, x.eps0, eps, x.direction, x.others}, bits, budget);
      },
      [&]() -> std::optional<Rational> {
        const auto one = atoms::exact_rr2(x.n, x.eps0, x.others);
        if (!one) return std::nullopt;
        return exact_delta(*one, 1, x.direction == Direction::add);  // at eps = 0 both directions are the same
      },
      digits, budget);
}

Composition search_composition(slong n, const Number& eps0, const Number& eps, const Budget& budget) {
  constexpr slong bits = 64;
  // remove with m others equals add with n-1-m, so the whole range of m in one direction covers both.
  const auto worth = [&](slong ones) {
    const Ball value = remove_delta(n, eps0, eps, ones, bits, budget).value;
    return value.is_finite() ? value.lower() : Rational(0);
  };
  const slong last = n - 1;
  slong best = 0;
  Rational best_worth = -1;
  const auto consider = [&](slong ones) {
    const Rational here = worth(ones);
    if (here > best_worth) {
      best_worth = here;
      best = ones;
    }
  };
  constexpr slong few = 64;
  if (n <= few) {
    for (slong ones = 0; ones <= last && !budget.expired(); ++ones) consider(ones);
    return {best, Direction::remove};
  }
  constexpr slong probes = 16;
  for (slong i = 0; i <= probes && !budget.expired(); ++i) {
    consider(last / probes * i + std::min(i, last % probes));
  }
  consider(last);
  // Halve the spacing around the best point while that helps.
  for (slong stride = std::max(slong{1}, last / (2 * probes)); !budget.expired(); stride /= 2) {
    const slong here = best;
    if (here >= stride) consider(here - stride);
    if (here + stride <= last) consider(here + stride);
    if (stride <= last / 4096 + 1) break;
  }
  return {best, Direction::remove};
}

Direction larger_direction(const DeltaParameters& x, const Budget& budget) {
  if (x.direction != Direction::both) return x.direction;
  DeltaParameters remove = x;
  DeltaParameters add = x;
  remove.direction = Direction::remove;
  add.direction = Direction::add;
  const Truth add_is_larger =
      decide([&](slong bits) { return less(delta(remove, bits, budget), delta(add, bits, budget)); },
             {.first_bits = 128, .last_bits = 512, .budget = budget});
  return add_is_larger == Truth::yes ? Direction::add : Direction::remove;
}

}  // namespace hallmark::rr2
