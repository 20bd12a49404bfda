#include "shuffle/moments.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "numbers/fixed.hpp"

namespace hallmark::check {

namespace {

constexpr int kRadii = 64;
constexpr Count kRoughBits = 128;
constexpr std::size_t kMostTerms = 600;

/// Logarithms to base 2 of an upper end, for plans only.
double log2_of(const Interval& x) {
  if (mpfr_regular_p(x.hi()) == 0 || mpfr_sgn(x.hi()) < 0) return mpfr_zero_p(x.hi()) != 0 ? -1e300 : 1e300;
  long exponent = 0;
  const double mantissa = mpfr_get_d_2exp(&exponent, x.hi(), MPFR_RNDU);
  return std::log2(mantissa) + static_cast<double>(exponent);
}

/// The pair and its orders at one precision.
struct ClonesOrders {
  Count trials;
  Count precision;
  Interval one, two, e_minus_1, e, p, q, order, order_minus_1;  // the last two: the first order, and less 1
  std::optional<Count> power;                                   // the last where it is an integer

  ClonesOrders(Count n, const Number& eps0, const Number& alpha, Count bits)
      : trials(n - 1),
        precision(bits),
        one(integer(1, bits)),
        two(integer(2, bits)),
        e_minus_1(enclose_expm1(eps0, bits)),
        e(e_minus_1 + one),
        p(one / e),
        q(e_minus_1 / (e + one)),
        order(enclose(alpha, bits)),
        order_minus_1(enclose_minus_1(alpha, bits)) {
    if (const std::optional<Count> whole = small_integer(alpha)) power = *whole - 1;
  }

  [[nodiscard]] Interval number(Count x) const { return integer(x, precision); }
};

/// h(z) = (f(z) + f(-z))/2 - 1, f(z) = (1+z) r^(a-1), from s = r^(a-1) - 1, r = (1+z)/(1-z), z >= 0.
Interval even_excess(const ClonesOrders& pair, const Interval& s, const Interval& z) {
  return s / (pair.one + s) * (s + z * (pair.two + s)) / pair.two;
}

/// z_i = q + (1-q) i/64: from q, the largest |z| of an output, to 1.
Interval radius(const ClonesOrders& pair, int i) {
  return pair.q + (pair.one - pair.q) * Interval(Rational(i, kRadii), pair.precision);
}

/// h(z_i) at the order `above` higher than the first.
Interval excess_at(const ClonesOrders& pair, Count above, int i) {
  const Interval z = radius(pair, i);
  // 1 - q = 2/(E+1): nothing cancels.
  const Interval below = pair.two / (pair.e + pair.one) * Interval(Rational(kRadii - i, kRadii), pair.precision);
  const Interval power = pair.order_minus_1 + pair.number(above);
  return even_excess(pair, expm1(power * log1p(pair.two * z / below)), z);
}

/// An upper bound of what the series leaves out, at every order up to that.
Interval left_out(const ClonesOrders& pair, Count above, const MomentPlan& plan) {
  Interval even_moment = pair.one;  // E[u^2J], at most
  for (std::size_t j = 0; j < plan.terms; ++j) {
    even_moment = even_moment * pair.number(2 * j + 1) / pair.number(plan.split + 1);
  }
  const Interval scale = nth_power(pair.q / radius(pair, plan.radius), 2 * plan.terms);
  return (min(even_moment, pair.one) * scale * excess_at(pair, above, plan.radius)).upper();
}

/// Proposes plans from logarithms of the remainders, in doubles.
class Planner {
 public:
  Planner(const ClonesOrders& pair, Count count, double accuracy) : count_(count), accuracy_(accuracy) {
    for (int i = 0; i < kRadii; ++i) {
      excess_.push_back(log2_of(excess_at(pair, count - 1, i)));
      radius_.push_back(log2_of(radius(pair, i) / pair.q));
    }
  }

  /// log2 h(q): M - 1 is at most that, however many clones.
  [[nodiscard]] double largest() const { return excess_[0]; }

  /// The window as it is, and the split, radius and terms of least cost for an error of 2^-accuracy.
  [[nodiscard]] MomentPlan best(const MomentPlan& window) const {
    MomentPlan best = window;
    const auto from = static_cast<double>(window.lo);
    const auto to = static_cast<double>(window.hi);
    const auto direct = [&](double end) {
      return (end - from) * (end + from + 1) / 4 * (3000 + 500 * static_cast<double>(count_));
    };
    best.split = window.hi + 1;
    double least = direct(to + 1);
    for (Count split = window.lo; split <= window.hi && split < window.lo + 65536; split += split / 4 + 4) {
      MomentPlan plan = window;
      plan.split = split;
      if (!cut_series(plan)) continue;
      const auto terms = static_cast<double>(plan.terms);
      const double size = 1 + (accuracy_ + 3 * terms * terms / static_cast<double>(split + 1)) / 256;
      const double cost =
          direct(static_cast<double>(split)) + (to - from) * terms * 500 * size + std::pow(terms, 3) * 20;
      if (cost < least) {
        least = cost;
        best = plan;
      }
    }
    if (least > 1e12) throw TooMuchWork();
    return best;
  }

 private:
  /// Sets radius and terms; false if too many would be needed.
  [[nodiscard]] bool cut_series(MomentPlan& plan) const {
    double even_moment = 0;
    for (plan.terms = 0; plan.terms < kMostTerms; ++plan.terms) {
      for (std::size_t i = 0; i < kRadii && plan.terms > 1; ++i) {
        plan.radius = static_cast<int>(i);
        const double shrunk = 2 * static_cast<double>(plan.terms) * radius_[i];
        if (std::min(even_moment, 0.0) + excess_[i] - shrunk < -accuracy_) return true;
      }
      even_moment += std::log2((2.0 * static_cast<double>(plan.terms) + 1) / static_cast<double>(plan.split + 1));
    }
    return false;
  }

  Count count_;
  double accuracy_;
  std::vector<double> excess_, radius_;
};

/// a_j(m) = E[S^2j] of a sum S of m random signs, as a polynomial in m: result[j][l] belongs to m^l.
std::vector<std::vector<Integer>> sign_moments(std::size_t terms) {
  Meter::room(terms * terms / 2, 4 + terms / 8);
  std::vector<std::vector<Integer>> a(terms);
  a[0] = {1};
  std::vector<Integer> cumulants(terms);  // of one sign, of order 2l
  for (std::size_t j = 1; j < terms; ++j) {
    a[j].assign(j + 1, 0);
    cumulants[j] = 1;
    for (std::size_t l = 1; l <= j; ++l) {
      const Integer factor = binomial(Integer(2 * j - 1), 2 * l - 1) * cumulants[l];
      if (l < j) cumulants[j] -= factor;
      for (std::size_t i = 0; i <= j - l; ++i) a[j][i + 1].add_product(factor, a[j - l][i]);
    }
  }
  return a;
}

/// g_2j q^2j of (1+z)^a (1-z)^(1-a) at z = q u, all positive, at the order `above` higher than the first; element 0 is
/// not used.
std::vector<Interval> even_coefficients(const ClonesOrders& pair, Count above, std::size_t terms) {
  const Interval minus_1 = pair.order_minus_1 + pair.number(above);
  const Interval order = pair.order + pair.number(above);
  const Interval slope = (order + minus_1) * pair.q;
  const Interval square = pair.q * pair.q;
  std::vector<Interval> result{pair.one};
  Interval before = slope;
  Interval last = pair.two * order * minus_1 * square;
  for (Count k = 2; result.size() < terms; ++k) {
    if (k % 2 == 0) result.push_back(last);
    Interval next = (slope * last + pair.number(k - 2) * square * before) / pair.number(k + 1);
    before = std::move(last);
    last = std::move(next);
  }
  return result;
}

/// The moments of the share over the number of clones, as sums over powers of 1/m.
class Series {
 public:
  /// The plan and the pair, of low precision, choose how many powers are summed and how many bits cancel.
  Series(const ClonesOrders& rough, Count count, const MomentPlan& plan) : plan_(plan), a_(sign_moments(plan.terms)) {
    std::vector<Interval> sizes(2 * plan.terms, Interval(rough.precision));
    const std::vector<Interval> g = even_coefficients(rough, count - 1, plan.terms);
    const Interval m = rough.number(plan.split + 1);
    for (std::size_t j = 1; j < plan.terms; ++j) {
      for (std::size_t l = 1; l <= j; ++l) {
        sizes[2 * j - l] = sizes[2 * j - l] + g[j] * integer(abs(a_[j][l]), rough.precision);
      }
    }
    Interval sum(rough.precision);
    for (std::size_t i = sizes.size(); i-- > 1;) {
      sum = sum + sizes[i] / nth_power(m, i);
      if (powers == 0 && log2_of(sum) > static_cast<double>(-plan.accuracy)) powers = i + 1;
    }
    powers = std::max<std::size_t>(powers, 2);
    cancelled = std::max(0.0, log2_of(sum));
  }

  /// E[u^2j; c >= split] for j < terms from E[(m_0/m)^i; c >= split], i < powers.
  [[nodiscard]] std::vector<Interval> moments(const ClonesOrders& pair, const std::vector<Interval>& shares) const {
    const Interval inverse = pair.one / pair.number(plan_.split + 1);
    std::vector<Interval> scaled = shares;
    // m_0/m <= 1: a higher power is between 0 and the last.
    scaled.resize(2 * plan_.terms, from_ends(Interval(pair.precision), shares.back()));
    Interval power = pair.one;
    for (std::size_t i = 1; i < scaled.size(); ++i) {
      power = power * inverse;
      scaled[i] = scaled[i] * power;
    }
    std::vector<Interval> result{shares[0]};
    for (std::size_t j = 1; j < plan_.terms; ++j) {
      Interval moment(pair.precision);
      for (std::size_t l = 1; l <= j; ++l) moment = moment + integer(a_[j][l], pair.precision) * scaled[2 * j - l];
      result.push_back(std::move(moment));
    }
    return result;
  }

  std::size_t powers = 0;
  double cancelled = 0;  // log2

 private:
  const MomentPlan& plan_;
  std::vector<std::vector<Integer>> a_;
};

/// M_c - 1 at all orders, over the first counter.
std::vector<Interval> over_counters(const ClonesOrders& pair, Count c, Count count) {
  const Count m = c + 1;
  std::vector<Interval> result(count, Interval(pair.precision));
  const Interval unit = pair.q / pair.number(m);
  Interval weight = times_power_of_two(pair.one, -c);  // 2 C(m,x)/2^m
  for (Count x = m; 2 * x > m; --x) {
    const Count y = m - x;
    const Interval difference = pair.number(x - y);
    const Interval gain = pair.e_minus_1 * difference / (pair.number(x) + pair.e * pair.number(y));  // r - 1
    const Interval z = unit * difference;
    Interval s =
        pair.power ? nth_power(pair.one + gain, *pair.power) - pair.one : expm1(pair.order_minus_1 * log1p(gain));
    for (Count i = 0; i < count; ++i) {
      if (i > 0) s = s * (pair.one + gain) + gain;
      result[i] = result[i] + weight * even_excess(pair, s, z);
    }
    weight = weight * pair.number(x) / pair.number(y + 1);
  }
  return result;
}

/// M - 1 at all orders.
std::vector<Interval> excess_sums(const ClonesOrders& pair, Count count, const MomentPlan& plan,
                                  const std::optional<Series>& series) {
  const Interval zero(pair.precision);
  std::vector<Interval> sums(count, zero);
  std::vector<Interval> ends(count, zero);  // at least M_c - 1 beyond the window
  std::vector<Interval> shares(series ? series->powers : 0, zero);
  const auto step = [&](Count c) {  // the weight of c + 1 over that of c
    return pair.number(pair.trials - c) / (pair.number(c + 1) * pair.e_minus_1);
  };
  Interval weight = pair.one;
  Interval total = zero;
  for (Count c = plan.lo;; ++c) {
    total = total + weight;
    if (c < plan.split) {
      ends = over_counters(pair, c, count);
      for (Count i = 0; i < count; ++i) sums[i] = sums[i] + weight * ends[i];
    } else {
      const Interval share = pair.number(plan.split + 1) / pair.number(c + 1);
      Interval power = weight;
      for (Interval& sum : shares) {
        sum = sum + power;
        power = power * share;
      }
    }
    if (c == plan.hi) break;
    weight = weight * step(c);
  }
  // The clones beyond the window: geometric series.
  const auto beyond = [&](const Interval& last, const Interval& ratio) {
    if (!proved(less(ratio, pair.one))) throw TooMuchWork();  // a window chosen badly: nothing is proved
    return (last * ratio / (pair.one - ratio)).upper();
  };
  const Interval above = plan.hi < pair.trials ? beyond(weight, step(plan.hi)) : zero;
  const Interval below = plan.lo > 0 ? beyond(pair.one, pair.one / step(plan.lo - 1)) : zero;
  if (series) {
    const std::vector<Interval> moments = series->moments(pair, shares);
    const Interval rest = from_ends(zero, left_out(pair, count - 1, plan)) * shares[0];
    for (Count i = 0; i < count; ++i) {
      const std::vector<Interval> g = even_coefficients(pair, i, plan.terms);
      Interval part = rest;
      for (std::size_t j = 1; j < plan.terms; ++j) part = part + g[j] * moments[j];
      sums[i] = sums[i] + part;
      ends[i] = part / shares[0];  // M_c does not increase with c: at the last c it is at most the mean
    }
  }
  const Interval largest = excess_at(pair, count - 1, 0);
  const Interval all = from_ends(total, total + above + below);
  for (Count i = 0; i < count; ++i) {
    const Interval outside = above * ends[i].upper() + below * largest;
    sums[i] = max(zero, (sums[i] + from_ends(zero, outside)) / all);
  }
  return sums;
}

}  // namespace

MomentPlan moment_plan(Count n, const Number& eps0, const Number& alpha, Count count, unsigned bits) {
  const ClonesOrders rough(n, eps0, alpha, kRoughBits);
  // How small the excess is (a guess: precision only): about 2 alpha (alpha-1) q^2/(mean number of clones).
  const Interval mean = rough.number(rough.trials) * rough.p;
  const double least = log2_of(rough.two * rough.order_minus_1 * rough.q * rough.q / (mean + rough.one));
  const Count accuracy = bits + 24 + Count(std::max(0.0, -least));
  if (accuracy > (1L << 20)) throw TooMuchWork();
  const Planner planner(rough, count, static_cast<double>(accuracy));
  if (planner.largest() > 1e9) throw TooMuchWork();
  // Chernoff's bound: so far from the mean lies 2^-in_bits.
  const Integer variance = scaled_ceil(mean * (rough.one - rough.p), 0);
  const auto spread = [&](double in_bits) {
    const Integer nats = Integer(Count(0.7 * std::max(0.0, in_bits))) + 2;
    return Integer(sqrt(2 * nats * variance) + nats + 2);
  };
  const Integer mu = scaled_floor(mean, 0);
  const double downward = static_cast<double>(accuracy) + std::max(0.0, planner.largest());
  MomentPlan window{.accuracy = accuracy};
  window.lo = std::max(Integer(0), mu - spread(downward)).to_count();
  window.hi = std::min(Integer(rough.trials), mu + spread(bits + 16.0)).to_count();
  return planner.best(window);
}

std::vector<Interval> clones_log_moments(Count n, const Number& eps0, const Number& alpha, Count count,
                                         const MomentPlan& plan) {
  const ClonesOrders rough(n, eps0, alpha, kRoughBits);
  const Count growth = std::max<Count>(0, exponent_above(rough.order + rough.number(count)));
  if (growth > 4096) throw TooMuchWork();
  std::optional<Series> series;
  Count more = 0;
  if (plan.split <= plan.hi) {
    series.emplace(rough, count, plan);
    const double cancelled = series->cancelled;
    if (!(cancelled < 1e6)) throw TooMuchWork();
    more = Count(cancelled);
  }
  const Count precision = plan.accuracy + 64 + 2 * bits_of(n) + 2 * growth + more;
  const ClonesOrders pair(n, eps0, alpha, precision);
  std::vector<Interval> result = excess_sums(pair, count, plan, series);
  for (Interval& x : result) x = log1p(x);
  return result;
}

}  // namespace hallmark::check
