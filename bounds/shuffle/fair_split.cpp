#include "bounds/shuffle/fair_split.hpp"

#include <algorithm>
#include <utility>

#include "exact/binomial.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

__extension__ using Wide = unsigned __int128;

// k_c = floor(tau (c + 1)) for c running down by one: 76-bit fixed point, exact arithmetic where that cannot decide.
class Thresholds {
 public:
  static constexpr int fraction_bits = 76;  // c + 1 < 2^50 keeps every product below 2^126

  Thresholds(const Ball& tau, std::optional<Rational> exact, slong c) : tau_(tau), exact_(std::move(exact)) {
    Ball scaled(tau);
    scaled.mul_2exp(fraction_bits);
    const Rational lo = floor(scaled.lower());
    const Rational width = ceil(scaled.upper()) - lo;
    usable_ = lo.sign() > 0 && lo.height_bits() <= fraction_bits && width <= Rational(slong{1} << 40);
    if (usable_) {
      const Rational top = floor(lo / (slong{1} << 40));
      step_ = (static_cast<Wide>(top.to_long()) << 40) + static_cast<Wide>((lo - top * (slong{1} << 40)).to_long());
      width_ = static_cast<Wide>(width.to_long());
    }
    move_to(c);
  }

  void move_to(slong c) {
    c_ = c;
    position_ = step_ * static_cast<Wide>(c + 1);
  }
  void step_down() {
    --c_;
    position_ -= step_;
  }

  // The floor, and whether it might also be one less.
  struct Floor {
    slong k;
    bool ambiguous;
  };
  [[nodiscard]] Floor current() const {
    if (usable_) {
      const auto low = static_cast<slong>(position_ >> fraction_bits);
      const auto high = static_cast<slong>((position_ + width_ * static_cast<Wide>(c_ + 1)) >> fraction_bits);
      if (low == std::min(high, c_)) return {low, false};  // tau < 1, so the floor is at most c
    }
    return slow();
  }

 private:
  [[nodiscard]] Floor slow() const {
    if (exact_) return {floor(*exact_ * (c_ + 1)).to_long(), false};
    const Ball product = tau_ * (c_ + 1);
    const slong low = floor(product.lower()).to_long();
    const slong high = std::min(floor(product.upper()).to_long(), c_);
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
  slong c_ = 0;
};

// Sums over c of bin(N, p; c) B_c(k_c) and bin(N, p; c) S_c(k_c + 1), and the hulls of the undecided floors.
struct Sums {
  Ball u;
  Ball v;
  Ball ambiguous_delta;
  Ball ambiguous_slope;
};

// The sums over lo <= c <= hi; nothing when the budget ends. Recurrences from c to c-1 with k' = k_(c-1), writing
// u = bin(N,p;c) B_c(k), v = bin(N,p;c) S_c(k+1), g = q/p / (n-c):
//   k' = k:      u' = 2(c-k) g u,  v' = (c v - (c-k) u) g
//   k' = k - 1:  u' = 2k g u,      v' = (c v + (c-k) u) g
std::optional<Sums> sum_window(const FairSplit& x, const CountRange& range, slong bits, const Budget& budget) {
  const Ball half(Rational("1/2"), bits);
  Thresholds thresholds(x.tau, x.exact_tau, range.hi);
  slong k = thresholds.current().k;
  const Ball weight = pmf({x.n - 1, x.p, x.q}, range.hi);
  const Binomial coins{range.hi, half, half};
  Ball u = weight * pmf(coins, k);
  Ball v = weight * upper_tail(coins, k + 1, budget);
  Sums sums{Ball(0, bits), Ball(0, bits), Ball(0, bits), Ball(0, bits)};
  Ball g(0, bits), t(0, bits);  // here, because a temporary a step would be the cost
  constexpr slong poll = 4096;
  for (slong c = range.hi;; --c) {
    const auto floor_now = thresholds.current();
    if (!floor_now.ambiguous) {
      sums.u += u;
      sums.v += v;
    } else {
      // Threshold k, or k - 1 with B(k-1) = B(k) k/(c-k+1) and S(k) = S(k+1) + B(k): take both.
      const Ball u_less = u * k / (c - k + 1);
      const Ball v_less = v + u;
      sums.ambiguous_delta += hull(x.alpha * u - x.beta * v, x.alpha * u_less - x.beta * v_less);
      sums.ambiguous_slope += hull(v + x.alpha_slope * u, v_less + x.alpha_slope * u_less);
    }
    if (c == range.lo) return sums;
    if ((range.hi - c) % poll == 0 && budget.expired()) return std::nullopt;
    thresholds.step_down();
    const slong next = thresholds.current().k;
    require(next == k || next == k - 1, "the threshold drops by 0 or 1 a count");
    g.set_quotient(x.odds, x.n - c);
    t.set_product(u, c - k);
    v *= c;
    if (next == k) {
      v -= t;
    } else {
      v += t;
      t.set_product(u, k);
    }
    v *= g;
    u.set_product(t.mul_2exp(1), g);
    k = next;
  }
}

// What lies outside the window adds between 0 and this.
Ball outside(const FairSplit& x, const Ball& kappa, const CountRange& range, slong bits) {
  const slong count = x.n - 1;
  Ball rest(0, bits);
  const Ball odds = x.p * kappa / x.q;
  const Binomial law{count, x.p, x.q};
  if (range.hi < count) {
    rest += geometric_rest(pmf(law, range.hi) * pow(kappa, static_cast<ulong>(range.hi)),
                           odds * (count - range.hi) / (range.hi + 1));
  }
  if (range.lo > 0) {
    rest += geometric_rest(pmf(law, range.lo) * pow(kappa, static_cast<ulong>(range.lo)),
                           Ball(range.lo, bits) / (odds * (count - range.lo + 1)));
  }
  const Ball s = x.tau / x.one_minus_tau;
  return x.alpha * pow(s, x.one_minus_tau) * rest;
}

}  // namespace

std::optional<Rational> rational_tau(const Number& eps0, const Number& eps) {
  const auto w = eps.rational_exponential();
  if (w && *w == Rational(1)) return Rational("1/2");
  const auto e = eps0.rational_exponential();
  if (!e || !w) return std::nullopt;
  return (*w * *e - 1) / ((*e - 1) * (*w + 1));
}

FairSplit randomized_response_split(slong n, const Number& eps0, const Number& eps, slong bits) {
  const Ball e = exponential(eps0, bits);
  const Ball gap = exponential_difference(eps0, eps, bits);  // E - w
  const Ball scale = exponential_minus_1(eps0, bits) * (exponential(eps, bits) + 1);
  const Ball unset(0, bits);
  return {.n = n,
          .p = unset,
          .q = unset,
          .odds = unset,
          .tau = exponential_of_sum_minus_1(eps0, eps, bits) / scale,
          .one_minus_tau = gap / scale,
          .exact_tau = rational_tau(eps0, eps),
          .alpha = gap / (e + 1),
          .beta = exponential_minus_1(eps, bits),
          .alpha_slope = 1 / (e + 1)};
}

std::optional<FairSplitSum> sum(const FairSplit& x, slong bits, const Budget& budget) {
  // Accurate enough that tau (c+1) spans at most two floors for every c < n <= 10^15 < 2^50.
  if (is_positive(x.alpha) != Truth::yes || is_positive(x.one_minus_tau) != Truth::yes || !x.tau.is_finite() ||
      x.tau.relative_bits() < 60) {
    return std::nullopt;
  }
  // kappa = 1 / (2 tau^tau (1-tau)^(1-tau)), at s = tau / (1 - tau).
  const Ball kappa = exp(-(x.tau * log(x.tau) + x.one_minus_tau * log(x.one_minus_tau))) / 2;
  // D_c falls like kappa^c, so the summands follow Bin(n-1, p').
  const CountRange range = likely_range(x.n - 1, (x.p * kappa / x.q).to_double_up(), bits);
  const auto sums = sum_window(x, range, bits, budget);
  if (!sums) return std::nullopt;
  const Ball inside = x.alpha * sums->u - x.beta * sums->v + sums->ambiguous_delta;
  return FairSplitSum{plus_up_to(inside, outside(x, kappa, range, bits)),
                      -(sums->v + x.alpha_slope * sums->u + sums->ambiguous_slope)};
}

namespace {

// g(c).
Ball given_count(const FairSplit& x, slong c, slong bits, const Budget& budget) {
  const Ball half(Rational("1/2"), bits);
  const Binomial coins{c, half, half};
  const auto floor_of = Thresholds(x.tau, x.exact_tau, c).current();
  const auto at = [&](slong k) {
    const Ball alone = x.alpha * pmf(coins, k);
    return x.beta.is_zero() ? alone : alone - x.beta * upper_tail(coins, k + 1, budget);
  };
  return floor_of.ambiguous ? hull(at(floor_of.k), at(floor_of.k - 1)) : at(floor_of.k);
}

}  // namespace

std::optional<Ball> rough_sum(const FairSplit& x, slong bits, const Budget& budget) {
  if (is_positive(x.alpha) != Truth::yes || is_positive(x.one_minus_tau) != Truth::yes || !x.tau.is_finite() ||
      x.tau.relative_bits() < 60) {
    return std::nullopt;
  }
  const slong count = x.n - 1;
  const Ball mean = x.p * count;
  const Ball variance = mean * x.q;
  // At least Pr[C - mean >= d], and Pr[mean - C >= d].
  const auto tail = [&](const Ball& d) {
    return is_positive(d) == Truth::yes ? exp(-d * d / (2 * (variance + d / 3))) : Ball(1, bits);
  };
  const double deviation = sqrt_of_nonnegative(variance).to_double_up();
  const auto beside = [&](double deviations) {
    return std::clamp(floor(mean.centre() + Rational(static_cast<slong>(deviations * deviation))).to_long(), slong{0},
                      count);
  };
  constexpr double far = -9;
  constexpr double near = 4;
  const slong l = beside(far);
  const slong r = beside(near);
  const Ball few = l == 0 ? Ball(0, bits) : min(tail(mean - l), Ball(1, bits));
  const Ball many = r == count ? Ball(0, bits) : min(tail(Ball(r, bits) - mean), Ball(1, bits));
  const Ball above = few + given_count(x, l, bits, budget);
  const Ball below = (1 - many) * given_count(x, r, bits, budget);
  if (!above.is_finite() || !below.is_finite()) return std::nullopt;
  return hull(max(below, Ball(0, bits)), max(above, Ball(0, bits)));
}

std::optional<Rational> sum_exact(const ExactFairSplit& x, const Budget& budget) {
  const slong count = x.n - 1;
  const Rational top = x.p.denominator();
  const Rational bottom = x.p.numerator();
  // The denominator divides (2 top)^(n-1) denominator(alpha) denominator(beta).
  const double digits = 0.30103 * (static_cast<double>(count) * (1.0 + static_cast<double>(top.height_bits())) +
                                   static_cast<double>(x.alpha.height_bits() + x.beta.height_bits()));
  constexpr double limit = 1e5;
  if (digits > limit) return std::nullopt;

  const auto threshold = [&](slong c) { return floor(x.tau * (c + 1)).to_long(); };
  // Integers u = bin weight * C(c,k), v = bin weight * sum_{j>k} C(c,j), bin weight C(N,c) (top-bottom)^(N-c) bottom^c
  // 2^(N-c), over the common denominator (2 top)^N.
  slong k = threshold(count);
  Rational u(1), v(0), term(1);
  for (slong j = 0; j < count - k; ++j) {  // C(N, N-j) upwards from j = 0
    v += term;
    term = term * (count - j) / (j + 1);
  }
  u = term;  // C(N, k)
  const Rational scale = pow(bottom, count);
  u *= scale;
  v *= scale;
  Rational sum_u(0), sum_v(0);
  const Rational factor = (top - bottom) / bottom;
  for (slong c = count;; --c) {
    sum_u += u;
    sum_v += v;
    if (c == 0) break;
    if (c % 64 == 0 && budget.expired()) return std::nullopt;
    const slong next = threshold(c - 1);
    const Rational g = factor / (x.n - c);
    v = (v * c + u * (next == k ? k - c : c - k)) * g;
    u = u * 2 * (next == k ? c - k : k) * g;
    k = next;
  }
  return (x.alpha * sum_u - x.beta * sum_v) / pow(top * 2, count);
}

}  // namespace hallmark
