#include "bounds/shuffle/clones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "bounds/shuffle/inversion.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"

namespace hallmark::clones {
namespace {

// A scratch arb_t for the inner loop, where a temporary Ball a step would be the cost.
class Scratch {
 public:
  Scratch() { arb_init(value_); }
  ~Scratch() { arb_clear(value_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  operator arb_ptr() { return value_; }

 private:
  arb_t value_;
};

// The constants of the pair at one threshold, w < E.
struct Constants {
  Ball e;          // E
  Ball e_minus_1;  // E - 1
  Ball w;
  Ball alpha;          // (E - w) / (E + 1)
  Ball beta;           // w - 1
  Ball p, q;           // 1/E, 1 - 1/E
  Ball tau;            // (wE - 1) / ((E - 1)(w + 1)) in [1/2, 1)
  Ball one_minus_tau;  // (E - w) / ((E - 1)(w + 1))
};

Constants constants(const DeltaParameters& x, long bits) {
  const Ball e = exponential(x.eps0, bits);
  const Ball e_minus_1 = exponential_minus_1(x.eps0, bits);
  const Ball w = exponential(x.eps, bits);
  const Ball gap = exponential_difference(x.eps0, x.eps, bits);  // E - w
  const Ball scale = e_minus_1 * (w + 1);
  return {e,
          e_minus_1,
          w,
          gap / (e + 1),
          exponential_minus_1(x.eps, bits),
          1 / e,
          e_minus_1 / e,
          exponential_of_sum_minus_1(x.eps0, x.eps, bits) / scale,
          gap / scale};
}

// tau as a rational, where it is one: E and w rational, or w = 1. In every other case of the grammar tau is irrational
// (Lindemann-Weierstrass), so that more bits decide every floor.
std::optional<Rational> rational_tau(const DeltaParameters& x) {
  const auto w = x.eps.rational_exponential();
  if (w && *w == Rational(1)) return Rational("1/2");
  const auto e = x.eps0.rational_exponential();
  if (!e || !w) return std::nullopt;
  return (*w * *e - 1) / ((*e - 1) * (*w + 1));
}

__extension__ using Wide = unsigned __int128;

// k_c = floor(tau (c + 1)) for c running down by one: 76-bit fixed point, exact arithmetic where that cannot decide.
class Thresholds {
 public:
  static constexpr int fraction_bits = 76;  // c + 1 < 2^50 keeps every product below 2^126

  Thresholds(const Ball& tau, std::optional<Rational> exact, long c) : tau_(tau), exact_(std::move(exact)) {
    Ball scaled(tau);
    arb_mul_2exp_si(scaled.raw(), scaled.raw(), fraction_bits);
    const Rational lo = floor(scaled.lower());
    const Rational width = ceil(scaled.upper()) - lo;
    usable_ = lo.sign() > 0 && lo.height_bits() <= fraction_bits && width <= Rational(1L << 40);
    if (usable_) {
      const Rational top = floor(lo / (1L << 40));
      step_ = (static_cast<Wide>(top.to_long()) << 40) + static_cast<Wide>((lo - top * (1L << 40)).to_long());
      width_ = static_cast<Wide>(width.to_long());
    }
    move_to(c);
  }

  void move_to(long c) {
    c_ = c;
    position_ = step_ * static_cast<Wide>(c + 1);
  }
  void step_down() {
    --c_;
    position_ -= step_;
  }

  // The floor, and whether it might also be one less.
  struct Floor {
    long k;
    bool ambiguous;
  };
  [[nodiscard]] Floor current() const {
    if (usable_) {
      const auto low = static_cast<long>(position_ >> fraction_bits);
      const auto high = static_cast<long>((position_ + width_ * static_cast<Wide>(c_ + 1)) >> fraction_bits);
      if (low == std::min(high, c_)) return {low, false};  // tau < 1, so the floor is at most c
    }
    return slow();
  }

 private:
  [[nodiscard]] Floor slow() const {
    if (exact_) return {floor(*exact_ * (c_ + 1)).to_long(), false};
    const Ball product = tau_ * (c_ + 1);
    const long low = floor(product.lower()).to_long();
    const long high = std::min(floor(product.upper()).to_long(), c_);
    // Wider than two neighbours cannot happen once the caller has checked the accuracy of tau.
    require(high - low <= 1, "the ball of tau (c+1) spans at most two floors");
    return {high, high != low};
  }

  const Ball& tau_;
  std::optional<Rational> exact_;
  bool usable_ = false;
  Wide step_ = 0;
  Wide width_ = 0;
  Wide position_ = 0;
  long c_ = 0;
};

struct Window {
  long lo;
  long hi;
};

// Where the summands bin(N, p; c) D_c live: D_c falls like kappa^c, so they follow Bin(N, p') with
// p' = p kappa / (1 - p + p kappa). Bernstein's deviation at 2^-bits, in plain doubles: a proposal, since what the
// window leaves out is bounded whatever the window is.
Window window(long count, const Ball& p, const Ball& q, const Ball& kappa, long bits) {
  const double odds = (p * kappa / q).to_double_up();
  const double tilted = std::isfinite(odds) ? odds / (1 + odds) : 1.0;
  const double n = static_cast<double>(count);
  const double mean = n * tilted;
  const double variance = std::isfinite(odds) ? mean / (1 + odds) : 0.0;
  const double depth = 0.7 * static_cast<double>(bits) + 1.5 * std::log(mean + 1) + 10;
  const double reach = depth / 3 + std::sqrt(depth * depth / 9 + 2 * depth * variance);
  const auto clipped = [&](double x) { return x <= 0 ? 0L : (x >= n ? count : static_cast<long>(x)); };
  return {clipped(mean - reach), clipped(mean + reach + 2)};
}

// Sums over c of bin(N, p; c) B_c(k_c) and bin(N, p; c) S_c(k_c + 1), and the hulls of the undecided floors.
struct Sums {
  Ball u;
  Ball v;
  Ball ambiguous_delta;
  Ball ambiguous_slope;
};

// The sums over lo <= c <= hi; nothing when the budget ends. Recurrences from c to c-1 with k' = k_(c-1), writing
// u = bin(N,p;c) B_c(k), v = bin(N,p;c) S_c(k+1), g = (E-1)/(n-c):
//   k' = k:      u' = 2(c-k) g u,  v' = (c v - (c-k) u) g
//   k' = k - 1:  u' = 2k g u,      v' = (c v + (c-k) u) g
std::optional<Sums> sum_window(const Constants& x, const std::optional<Rational>& tau, long n, const Window& range,
                               long bits, const Budget& budget) {
  const Ball half(Rational("1/2"), bits);
  Thresholds thresholds(x.tau, tau, range.hi);
  long k = thresholds.current().k;
  const Ball weight = pmf({n - 1, x.p, x.q}, range.hi);
  const Binomial coins{range.hi, half, half};
  Ball u = weight * pmf(coins, k);
  Ball v = weight * upper_tail(coins, k + 1, budget);
  Sums sums{Ball(0, bits), Ball(0, bits), Ball(0, bits), Ball(0, bits)};
  Scratch g, t;
  constexpr long poll = 4096;
  for (long c = range.hi;; --c) {
    const auto floor_now = thresholds.current();
    if (!floor_now.ambiguous) {
      arb_add(sums.u.raw(), sums.u.raw(), u.raw(), bits);
      arb_add(sums.v.raw(), sums.v.raw(), v.raw(), bits);
    } else {
      // Threshold k, or k - 1 with B(k-1) = B(k) k/(c-k+1) and S(k) = S(k+1) + B(k): take both.
      const Ball u_less = u * k / (c - k + 1);
      const Ball v_less = v + u;
      sums.ambiguous_delta += hull(x.alpha * u - x.beta * v, x.alpha * u_less - x.beta * v_less);
      sums.ambiguous_slope += hull(v + u / (x.e + 1), v_less + u_less / (x.e + 1));
    }
    if (c == range.lo) return sums;
    if ((range.hi - c) % poll == 0 && budget.expired()) return std::nullopt;
    thresholds.step_down();
    const long next = thresholds.current().k;
    require(next == k || next == k - 1, "the threshold drops by 0 or 1 a count");
    arb_div_ui(g, x.e_minus_1.raw(), static_cast<ulong>(n - c), bits);
    arb_mul_ui(t, u.raw(), static_cast<ulong>(c - k), bits);
    arb_mul_ui(v.raw(), v.raw(), static_cast<ulong>(c), bits);
    if (next == k) {
      arb_sub(v.raw(), v.raw(), t, bits);
    } else {
      arb_add(v.raw(), v.raw(), t, bits);
      arb_mul_ui(t, u.raw(), static_cast<ulong>(k), bits);
    }
    arb_mul(v.raw(), v.raw(), g, bits);
    arb_mul_2exp_si(t, t, 1);
    arb_mul(u.raw(), t, g, bits);
    k = next;
  }
}

// What lies outside the window adds between 0 and this.
Ball outside(const Constants& x, const Ball& kappa, long n, const Window& range, long bits) {
  const long count = n - 1;
  Ball rest(0, bits);
  const Ball odds = x.p * kappa / x.q;
  const Binomial law{count, x.p, x.q};
  if (range.hi < count) {
    rest += geometric_rest(pmf(law, range.hi) * pow(kappa, static_cast<unsigned long>(range.hi)),
                           odds * (count - range.hi) / (range.hi + 1));
  }
  if (range.lo > 0) {
    rest += geometric_rest(pmf(law, range.lo) * pow(kappa, static_cast<unsigned long>(range.lo)),
                           Ball(range.lo, bits) / (odds * (count - range.lo + 1)));
  }
  const Ball s = x.tau / x.one_minus_tau;
  return x.alpha * pow(s, x.one_minus_tau) * rest;
}

}  // namespace

void check_domain(std::string_view where, long n, const Number& eps0) {
  if (n < 1 || n > max_reports) {
    throw InputError(where, "n", Rational(n).to_string(), "an integer from 1 to 10^15");
  }
  if (eps0.sign() <= 0) throw InputError(where, "eps0", eps0.to_string(), "positive");
}

Sample delta_with_slope(const DeltaParameters& parameters, long bits, const Budget& budget) {
  check_domain("clones.delta", parameters.n, parameters.eps0);
  if (parameters.eps.sign() < 0) throw InputError("clones.delta", "eps", parameters.eps.to_string(), "at least 0");
  const Truth trivial = less_equal(parameters.eps0, parameters.eps);
  if (trivial == Truth::yes) return {Ball(0, bits), Ball(0, bits)};
  if (trivial == Truth::unknown) return nothing_known(bits);

  const Constants x = constants(parameters, bits);
  const auto tau = rational_tau(parameters);
  // Accurate enough that tau (c+1) spans at most two floors for every c < n <= 10^15 < 2^50.
  if (is_positive(x.alpha) != Truth::yes || is_positive(x.one_minus_tau) != Truth::yes || !x.tau.is_finite() ||
      x.tau.relative_bits() < 60) {
    return nothing_known(bits);
  }
  // kappa = 1 / (2 tau^tau (1-tau)^(1-tau)), at s = tau / (1 - tau).
  const Ball kappa = exp(-(x.tau * log(x.tau) + x.one_minus_tau * log(x.one_minus_tau))) / 2;
  const Window range = window(parameters.n - 1, x.p, x.q, kappa, bits);
  const auto sums = sum_window(x, tau, parameters.n, range, bits, budget);
  if (!sums) return nothing_known(bits);
  const Ball inside = x.alpha * sums->u - x.beta * sums->v + sums->ambiguous_delta;
  const Ball total = plus_up_to(inside, outside(x, kappa, parameters.n, range, bits));
  const Ball slope = -x.w * (sums->v + sums->u / (x.e + 1) + sums->ambiguous_slope);
  return {clamp(total, 0, 1), slope};
}

Ball delta(const DeltaParameters& parameters, long bits, const Budget& budget) {
  return delta_with_slope(parameters, bits, budget).value;
}

std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget) {
  check_domain("clones.delta", parameters.n, parameters.eps0);
  if (parameters.eps.sign() < 0) throw InputError("clones.delta", "eps", parameters.eps.to_string(), "at least 0");
  if (less_equal(parameters.eps0, parameters.eps) == Truth::yes) return Rational(0);
  const auto e = parameters.eps0.rational_exponential();
  const auto w = parameters.eps.rational_exponential();
  if (!e || !w) return std::nullopt;
  const long count = parameters.n - 1;
  const Rational top = e->numerator();
  const Rational bottom = e->denominator();
  // The denominator divides (2 top)^(n-1) (top + bottom) denominator(w).
  const double digits = 0.30103 * (static_cast<double>(count) * (1.0 + static_cast<double>(top.height_bits())) +
                                   static_cast<double>((top + bottom).height_bits() + w->height_bits()));
  constexpr double limit = 1e5;
  if (digits > limit) return std::nullopt;

  const Rational tau = *rational_tau(parameters);
  const auto threshold = [&](long c) { return floor(tau * (c + 1)).to_long(); };
  // Integers x = bin weight * C(c,k), y = bin weight * sum_{j>k} C(c,j), bin weight C(N,c) (top-bottom)^(N-c) bottom^c
  // 2^(N-c), over the common denominator (2 top)^N.
  long k = threshold(count);
  Rational x(1), y(0), term(1);
  for (long j = 0; j < count - k; ++j) {  // C(N, N-j) upwards from j = 0
    y += term;
    term = term * (count - j) / (j + 1);
  }
  x = term;  // C(N, k)
  const Rational scale = pow(bottom, count);
  x *= scale;
  y *= scale;
  Rational sum_x(0), sum_y(0);
  const Rational factor = (top - bottom) / bottom;
  for (long c = count;; --c) {
    sum_x += x;
    sum_y += y;
    if (c == 0) break;
    if (c % 64 == 0 && budget.expired()) return std::nullopt;
    const long next = threshold(c - 1);
    const Rational g = factor / (parameters.n - c);
    y = (y * c + x * (next == k ? k - c : c - k)) * g;
    x = x * 2 * (next == k ? c - k : k) * g;
    k = next;
  }
  const Rational alpha = (*e - *w) / (*e + 1);
  return (alpha * sum_x - (*w - 1) * sum_y) / pow(top * 2, count);
}

Inversion epsilon(const EpsilonParameters& parameters, long digits, const Budget& budget) {
  check_domain("clones.epsilon", parameters.n, parameters.eps0);
  return invert_on_eps0(
      "clones.epsilon", parameters.eps0, parameters.delta,
      [&](const Number& eps, long bits) {
        return delta_with_slope({parameters.n, parameters.eps0, eps}, bits, budget);
      },
      [&] {
        return delta_exact({parameters.n, parameters.eps0, 0}, budget);
      },
      digits, budget);
}

}  // namespace hallmark::clones
