#include "shuffle/clones_moments.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace hallmark::check {

namespace {

std::uint64_t limbs(long bits) { return static_cast<std::uint64_t>(bits) / 64 + 1; }
Interval integer(const Integer& value, mpfr_prec_t precision) { return {value, precision}; }
Interval rational(const Integer& p, const Integer& q, mpfr_prec_t precision) { return {Rational(p, q), precision}; }

/// What stays fixed for one pair at one precision.
struct Pair {
  std::uint64_t trials;
  mpfr_prec_t precision;
  Interval one, e_minus_1, e, p, rest, q;  // rest: 1-p

  Pair(std::uint64_t n, const Number& eps0, mpfr_prec_t bits)
      : trials(n - 1),
        precision(bits),
        one(integer(1, bits)),
        e_minus_1(enclose_expm1(eps0, bits)),
        e(e_minus_1 + one),
        p(one / e),
        rest(e_minus_1 / e),
        q(e_minus_1 / (e + one)) {}
};

/// (f(z) + f(-z))/2 - 1 with f(z) = (1+z) r^(alpha-1) = (1+z)^alpha (1-z)^(1-alpha), from s = r^(alpha-1) - 1 >= 0,
/// r = (1+z)/(1-z), z >= 0: cosh y - 1 + z sinh y with e^y = 1 + s. It increases with z.
Interval even_excess(const Interval& s, const Interval& z) {
  const Interval one = integer(1, s.precision());
  const Interval two = integer(2, s.precision());
  const Interval inverse = s / (one + s);  // 1 - e^-y
  return (s * inverse + z * (s + inverse)) / two;
}

/// The same at z = q v, 0 < v <= 1.
Interval even_excess_at(const Pair& pair, const Interval& order, const Interval& v) {
  const Interval z = pair.q * v;
  // 1 - qv = (2 + (E-1)(1-v))/(E+1): nothing cancels.
  const Interval below = (integer(2, pair.precision) + pair.e_minus_1 * (pair.one - v)) / (pair.e + pair.one);
  const Interval log_ratio = log1p(integer(2, pair.precision) * z / below);
  return even_excess(expm1((order - pair.one) * log_ratio), z);
}

/// trials * KL(y || p) for the Chernoff bound, y = k/trials.
Interval divergence(const Pair& pair, std::uint64_t k) {
  const Interval n = integer(pair.trials, pair.precision);
  const Interval below = integer(k, pair.precision);
  const Interval above = integer(pair.trials - k, pair.precision);
  Interval sum(pair.precision);
  if (k != 0) sum = sum + below * log(below / (n * pair.p));
  if (k != pair.trials) sum = sum + above * log(above / (n * pair.rest));
  return sum;
}

/// Pr[C <= k] or Pr[C >= k], an upper bound by Chernoff; 1 if k is not proved to be on that side of the mean.
Interval tail(const Pair& pair, std::uint64_t k, bool lower) {
  const Interval mean = integer(pair.trials, pair.precision) * pair.p;
  const Interval at = integer(k, pair.precision);
  if (!proved(lower ? less(at, mean) : less(mean, at))) return pair.one;
  return min(pair.one, exp(-divergence(pair, k)).upper());
}

/// How the sum over the clones is cut up; a proposal, every choice is sound.
struct Plan {
  std::uint64_t lo = 0;     ///< fewer clones are remainder
  std::uint64_t split = 0;  ///< from lo to split-1 term by term, from split on by the series
  std::uint64_t hi = 0;     ///< more clones are remainder
  int slice = 64;           ///< the series bounds what lies beyond this slice separately
  std::size_t terms = 0;    ///< the series ends before the power 2 terms
};

/// An upper bound of what the series leaves out, for all c+1 >= m: sum over j >= terms of g_2j (qu)^2j.
/// Rigor:    on |u| <= v at most (u/v)^(2 terms) even_excess(v), E[u^(2J)] <= (2J-1)!!/m^J; beyond, at most the excess
///           itself, slice by slice with Pr[|u| >= v] <= 2 exp(-m ((1+v) ln(1+v) + (1-v) ln(1-v))/2)
class Remainder {
 public:
  Remainder(const Pair& pair, const Interval& order) : pair_(pair) {
    for (int i = 0; i <= kSlices; ++i) {
      excess_.push_back(i == 0 ? Interval(pair.precision) : even_excess_at(pair, order, share(i)));
    }
  }

  [[nodiscard]] Interval beyond(std::uint64_t m, int from) const {
    Interval sum(pair_.precision);
    const Interval two = integer(2, pair_.precision);
    for (int i = from; i < kSlices; ++i) {
      const Interval v = share(i);
      const Interval rate = ((pair_.one + v) * log(pair_.one + v) + (pair_.one - v) * log(pair_.one - v)) / two;
      sum = sum + excess_[static_cast<std::size_t>(i) + 1] * two * exp(-(integer(m, pair_.precision) * rate));
    }
    return sum.upper();
  }

  [[nodiscard]] Interval within(std::uint64_t m, int until, std::size_t terms) const {
    const Interval v = share(until);
    const Interval variance = integer(m, pair_.precision) * v * v;
    Interval moment = pair_.one;
    for (std::size_t j = 0; j < terms; ++j) moment = moment * integer(2 * j + 1, pair_.precision) / variance;
    return (moment * excess_[static_cast<std::size_t>(until)]).upper();
  }

  static constexpr int kSlices = 64;

 private:
  [[nodiscard]] Interval share(int i) const { return rational(i, kSlices, pair_.precision); }

  const Pair& pair_;
  std::vector<Interval> excess_;
};

/// Logarithms to base 2, for plans only.
double log2_of(const Interval& x) {
  if (mpfr_regular_p(x.hi()) == 0 || mpfr_sgn(x.hi()) < 0) return mpfr_zero_p(x.hi()) != 0 ? -1e300 : 1e300;
  long exponent = 0;
  const double mantissa = mpfr_get_d_2exp(&exponent, x.hi(), MPFR_RNDU);
  return std::log2(mantissa) + static_cast<double>(exponent);
}

constexpr std::size_t kMostTerms = 600;

/// The terms that the series needs from m = split+1 on for an error of 2^-accuracy; sets slice and terms, or returns
/// false.
bool plan_series(Plan& plan, const Remainder& remainder, long accuracy) {
  const std::uint64_t m = plan.split + 1;
  int slice = Remainder::kSlices;
  while (slice > 1 && log2_of(remainder.beyond(m, slice - 1)) < static_cast<double>(-accuracy)) --slice;
  // A wider share needs fewer terms where the expansion is governed by its remainder, a narrower one elsewhere.
  std::size_t least = kMostTerms;
  for (; slice <= Remainder::kSlices; ++slice) {
    const double v = static_cast<double>(slice) / Remainder::kSlices;
    double size = log2_of(remainder.within(m, slice, 0));
    for (std::size_t terms = 0; terms < least; ++terms) {
      if (terms > 1 && size < static_cast<double>(-accuracy)) {
        least = terms;
        plan.slice = slice;
        plan.terms = terms;
        break;
      }
      size += std::log2((2.0 * static_cast<double>(terms) + 1) / (static_cast<double>(m) * v * v));
    }
  }
  return least < kMostTerms;
}

/// Chooses window and split so that the remainders are about 2^-accuracy and the work is least.
Plan make_plan(const Pair& pair, const Remainder& remainder, double most_bits, std::size_t orders, unsigned bits,
               long accuracy, const MomentTuning& tuning) {
  const Interval mean = integer(pair.trials, pair.precision) * pair.p;
  const Integer mu = scaled_floor(mean, 0);
  const Integer variance = scaled_ceil(mean * pair.rest, 0);
  const auto spread = [&](double in_bits) {
    const Integer lambda = Integer(static_cast<std::uint64_t>(0.7 * std::max(0.0, in_bits))) + 2;
    return Integer(sqrt(2 * lambda * variance) + lambda + 2);
  };
  Plan plan;
  plan.lo = std::max(Integer(0), Integer(mu - spread(static_cast<double>(accuracy) + std::max(0.0, most_bits))))
                .to_unsigned();
  plan.hi = std::min(Integer(pair.trials), Integer(mu + spread(bits + 16.0))).to_unsigned();
  if (tuning.window) {
    plan.lo = tuning.window->lo;
    plan.hi = tuning.window->hi;
  }
  if (tuning.series_from) {
    plan.split = std::clamp(*tuning.series_from, plan.lo, plan.hi + 1);
    if (tuning.terms) {
      plan.terms = *tuning.terms;
      plan.slice = tuning.slice;
      return plan;
    }
    if (plan.split <= plan.hi && !plan_series(plan, remainder, accuracy)) throw TooMuchWork();
    return plan;
  }
  Plan best;
  double least = 1e300;
  const auto consider = [&](std::uint64_t split) {
    Plan candidate = plan;
    candidate.split = split;
    const double from = static_cast<double>(plan.lo);
    const double to = static_cast<double>(split);
    double cost = (to - from) * (to + from + 1) / 4 * (4000 + 500 * static_cast<double>(orders));
    if (split <= plan.hi) {
      if (!plan_series(candidate, remainder, accuracy)) return;
      const double terms = static_cast<double>(candidate.terms);
      cost += static_cast<double>(plan.hi - plan.lo) * terms * 100 + terms * terms * terms * 8;
    }
    if (cost < least) {
      least = cost;
      best = candidate;
    }
  };
  consider(plan.hi + 1);
  for (std::uint64_t split = 16; split <= plan.hi && split <= 65536; split += split / 2) {
    if (split > plan.lo) consider(split);
  }
  if (plan.lo <= plan.hi) consider(plan.lo);
  if (least > 1e12) throw TooMuchWork();
  return best;
}

/// An enclosure in integers of a nonnegative number in some unit.
struct Fixed {
  Integer lo, hi;
};

/// E[(m_0/m)^i; split <= C <= hi] for i = 0..count-1, m = C+1, m_0 = split+1.
/// Rigor:    weights proportional to the law of C, walked away from the mode, rounded both ways; the total that divides
///           them has the geometric remainders of PROOFS.md 1.4(ii)
std::vector<Interval> inverse_moments(const Pair& pair, const Plan& plan, std::size_t count, unsigned long fraction,
                                      Budget& budget) {
  const std::uint64_t visited = plan.hi - std::min(plan.lo, plan.split) + 1;
  const std::uint64_t size = limbs(static_cast<long>(fraction));
  budget.charge(visited, 40 + 4 * size * size);
  budget.charge(visited * count, 16 + size + size * size / 4);
  const Integer unit = Integer(1) << fraction;
  std::vector<Fixed> sums(count);
  Fixed total{0, 0};
  Fixed r{unit, unit};
  Fixed h, power;
  const Integer top = Integer(plan.split + 1) << fraction;
  const auto visit = [&](std::uint64_t c) {
    total.lo += r.lo;
    total.hi += r.hi;
    if (c < plan.split) return;
    mpz_fdiv_q_ui(raw(h.lo), raw(std::as_const(top)), c + 1);
    mpz_cdiv_q_ui(raw(h.hi), raw(std::as_const(top)), c + 1);
    power = r;
    for (Fixed& sum : sums) {
      sum.lo += power.lo;
      sum.hi += power.hi;
      mpz_mul(raw(power.lo), raw(power.lo), raw(h.lo));
      mpz_fdiv_q_2exp(raw(power.lo), raw(power.lo), fraction);
      mpz_mul(raw(power.hi), raw(power.hi), raw(h.hi));
      mpz_cdiv_q_2exp(raw(power.hi), raw(power.hi), fraction);
    }
  };
  const auto walk = [&](std::uint64_t from, std::uint64_t to) {
    const bool up = to > from;
    const Interval factor = up ? pair.one / pair.e_minus_1 : pair.e_minus_1;
    const long shift = std::max(0L, static_cast<long>(fraction) + 8 - exponent_above(factor));
    const Fixed f{scaled_floor(factor, shift), scaled_ceil(factor, shift)};
    r = {unit, unit};
    for (std::uint64_t c = from; c != to;) {
      const std::uint64_t numerator = up ? pair.trials - c : c;
      const std::uint64_t denominator = up ? c + 1 : pair.trials - c + 1;
      mpz_mul_ui(raw(r.lo), raw(r.lo), numerator);
      mpz_mul(raw(r.lo), raw(r.lo), raw(f.lo));
      mpz_fdiv_q_2exp(raw(r.lo), raw(r.lo), static_cast<unsigned long>(shift));
      mpz_fdiv_q_ui(raw(r.lo), raw(r.lo), denominator);
      mpz_mul_ui(raw(r.hi), raw(r.hi), numerator);
      mpz_mul(raw(r.hi), raw(r.hi), raw(f.hi));
      mpz_cdiv_q_2exp(raw(r.hi), raw(r.hi), static_cast<unsigned long>(shift));
      mpz_cdiv_q_ui(raw(r.hi), raw(r.hi), denominator);
      c = up ? c + 1 : c - 1;
      visit(c);
    }
  };
  const std::uint64_t first = std::min(plan.lo, plan.split);
  const Integer middle = scaled_floor(integer(Integer(pair.trials) + 1, pair.precision) * pair.p, 0);
  const std::uint64_t mode = std::min(Integer(plan.hi), std::max(Integer(first), middle)).to_unsigned();
  visit(mode);
  walk(mode, plan.hi);
  const Integer last_weight = r.hi;
  walk(mode, first);
  const Integer first_weight = r.hi;

  const mpfr_prec_t precision = pair.precision;
  Interval all(total.lo, total.hi, precision);
  const auto remainder = [&](const Integer& weight, const Interval& ratio) {
    if (!proved(less(ratio, pair.one))) throw TooMuchWork();  // a window chosen badly: nothing is proved
    all = from_ends(all, all + (integer(weight, precision) * ratio / (pair.one - ratio)).upper());
  };
  if (plan.hi < pair.trials) {
    remainder(last_weight, rational(pair.trials - plan.hi, plan.hi + 1, precision) / pair.e_minus_1);
  }
  if (first > 0) remainder(first_weight, rational(first, pair.trials - first + 1, precision) * pair.e_minus_1);
  std::vector<Interval> result;
  for (const Fixed& sum : sums) result.push_back(Interval(sum.lo, sum.hi, precision) / all);
  return result;
}

/// a_j(m) = E[S^2j] of a sum S of m random signs, as a polynomial in m: result[j][l] belongs to m^l.
std::vector<std::vector<Integer>> sign_moments(std::size_t terms, Budget& budget) {
  budget.charge(terms * terms * terms / 3 + 1, 4 + terms / 16);
  std::vector<std::vector<Integer>> a(terms);
  for (std::size_t j = 0; j < terms; ++j) {
    a[j].assign(j + 1, 0);
    if (j == 0) a[0][0] = 1;
    Integer binomial = 1;  // C(2j-1, 2i), then C(2j-1, 2i+1)
    for (std::size_t i = 0; i < j; ++i) {
      for (std::size_t l = 0; l <= i; ++l)
        mpz_addmul(raw(a[j][l + 1]), raw(std::as_const(binomial)), raw(std::as_const(a[i][l])));
      binomial = binomial * (2 * j - 1 - 2 * i) / (2 * i + 1);
      if (i + 1 < j) {
        for (std::size_t l = 0; l <= i + 1; ++l) {
          mpz_submul(raw(a[j][l]), raw(std::as_const(binomial)), raw(std::as_const(a[i + 1][l])));
        }
        binomial = binomial * (2 * j - 2 - 2 * i) / (2 * i + 2);
      }
    }
  }
  return a;
}

/// The coefficients g_2, g_4, ... of (1+z)^alpha (1-z)^(1-alpha), all positive; element j belongs to z^2j, element 0 is
/// not used.
std::vector<Interval> even_coefficients(const Interval& order, const Interval& order_minus_1, std::size_t terms) {
  const mpfr_prec_t precision = order.precision();
  const Interval slope = order + order_minus_1;  // 2 alpha - 1
  std::vector<Interval> result{integer(1, precision)};
  Interval before = slope;
  Interval last = integer(2, precision) * order * order_minus_1;
  for (std::size_t k = 2; result.size() < terms; ++k) {
    if (k % 2 == 0) result.push_back(last);
    Interval next = (slope * last + integer(k - 2, precision) * before) / integer(k + 1, precision);
    before = std::move(last);
    last = std::move(next);
  }
  return result;
}

struct RenyiOrder {
  Interval value;
  Interval minus_1;
};

/// Adds pmf(c) (M_c - 1) for the clones from lo to split-1, for every order; returns M_c - 1 at the last of them.
std::vector<Interval> add_terms(const Pair& pair, const Plan& plan, const std::vector<RenyiOrder>& orders,
                                const std::vector<bool>& is_next, std::vector<Interval>& sums, Budget& budget) {
  const std::uint64_t end = std::min(plan.split, plan.hi + 1);
  std::vector<Interval> last(orders.size(), Interval(pair.precision));
  Interval pmf = exp(integer(pair.trials, pair.precision) * log(pair.rest));
  budget.charge(end + 1, 64 + 4 * limbs(pair.precision));
  for (std::uint64_t c = 0; c < end; ++c) {
    if (c >= plan.lo) {
      const std::uint64_t m = c + 1;
      budget.charge(m / 2 + 1, 2000 + limbs(pair.precision) * limbs(pair.precision) * 20 +
                                   orders.size() * (300 + 20 * limbs(pair.precision)));
      for (Interval& x : last) x = Interval(pair.precision);
      Interval weight = times_power_of_two(pair.one, 1 - static_cast<long>(m));  // 2 C(m,x)/2^m
      for (std::uint64_t x = m; 2 * x > m; --x) {
        const std::uint64_t y = m - x;
        const Interval first = integer(x, pair.precision);
        const Interval second = integer(y, pair.precision);
        const Interval gain = pair.e_minus_1 * integer(x - y, pair.precision) / (first + pair.e * second);  // r - 1
        const Interval z = pair.q * rational(x - y, m, pair.precision);
        const Interval log_ratio = log1p(gain);
        Interval s(pair.precision);
        for (std::size_t i = 0; i < orders.size(); ++i) {
          s = is_next[i] ? s * (pair.one + gain) + gain : expm1(orders[i].minus_1 * log_ratio);
          last[i] = last[i] + weight * even_excess(s, z);
        }
        weight = weight * integer(x, pair.precision) / integer(y + 1, pair.precision);
      }
      for (std::size_t i = 0; i < orders.size(); ++i) sums[i] = sums[i] + pmf * last[i];
    }
    pmf = pmf * integer(pair.trials - c, pair.precision) / (integer(c + 1, pair.precision) * pair.e_minus_1);
  }
  return last;
}

}  // namespace

std::vector<Interval> clones_log_moments(std::uint64_t n, const Number& eps0, const std::vector<Number>& orders,
                                         unsigned bits, Budget& budget, const MomentTuning& tuning) {
  const auto minus_1 = [](const Number& x, mpfr_prec_t precision) {
    if (x.kind == Number::Kind::rational) return Interval(Rational(x.argument - 1), precision);
    return enclose(x, precision) - integer(1, precision);
  };
  // How small the excess is (a guess: precision only): about 2 alpha (alpha-1) q^2/(mean number of clones).
  const Pair rough(n, eps0, 128);
  const Interval least =
      integer(2, 128) * minus_1(orders.front(), 128) * rough.q * rough.q / (integer(n, 128) * rough.p + rough.one);
  const long accuracy = static_cast<long>(bits) + 24 + std::max(0L, static_cast<long>(-log2_of(least)));
  const long growth = std::max(0L, exponent_above(enclose(orders.back(), 64)));
  if (accuracy > (1L << 20) || growth > 4096) throw TooMuchWork();
  const auto precision = static_cast<mpfr_prec_t>(accuracy + 64 + 2 * std::bit_width(n) + 2 * growth);
  budget.charge(2048, limbs(precision) * limbs(precision));
  const Pair pair(n, eps0, precision);
  std::vector<RenyiOrder> exact;
  std::vector<bool> is_next;
  for (const Number& order : orders) {
    is_next.push_back(!exact.empty() && order.kind == Number::Kind::rational &&
                      orders[exact.size() - 1].kind == Number::Kind::rational &&
                      order.argument == orders[exact.size() - 1].argument + 1);
    exact.push_back({enclose(order, precision), minus_1(order, precision)});
  }
  const Remainder remainder(pair, exact.back().value);
  const Interval largest = even_excess_at(pair, exact.back().value, pair.one);
  if (!largest.finite()) throw TooMuchWork();
  const Plan plan = make_plan(pair, remainder, log2_of(largest), orders.size(), bits, accuracy, tuning);

  std::vector<Interval> sums(orders.size(), Interval(precision));
  std::vector<Interval> ends = add_terms(pair, plan, exact, is_next, sums, budget);
  if (plan.split <= plan.hi) {
    const std::uint64_t m = plan.split + 1;
    const std::vector<std::vector<Integer>> a = sign_moments(plan.terms, budget);
    std::vector<Interval> inverse{pair.one};  // m^-i
    for (std::size_t i = 1; i < 2 * plan.terms; ++i) inverse.push_back(inverse.back() / integer(m, precision));
    // How much cancels between the terms of one moment: bits for the sums over the clones.
    const std::vector<Interval> largest_coefficients =
        even_coefficients(exact.back().value, exact.back().minus_1, plan.terms);
    budget.charge(plan.terms * plan.terms, 64 + 4 * limbs(precision));
    Interval size(precision);
    Interval q_power = pair.one;
    for (std::size_t j = 1; j < plan.terms; ++j) {
      q_power = q_power * pair.q * pair.q;
      Interval absolute(precision);
      for (std::size_t l = 0; l <= j; ++l) absolute = absolute + integer(abs(a[j][l]), precision) * inverse[2 * j - l];
      size = size + largest_coefficients[j] * q_power * absolute;
    }
    const double condition = std::max(0.0, log2_of(size) - log2_of(least));
    if (condition > 1e6) throw TooMuchWork();
    const unsigned long fraction =
        bits + static_cast<unsigned long>(condition) +
        2 * static_cast<unsigned long>(std::bit_width(plan.hi) + std::bit_width(plan.terms)) + 32;
    const std::vector<Interval> shares = inverse_moments(pair, plan, 2 * plan.terms, fraction, budget);
    std::vector<Interval> moments{shares[0]};  // E[(S/m)^2j; split <= C <= hi]
    for (std::size_t j = 1; j < plan.terms; ++j) {
      Interval moment(precision);
      for (std::size_t l = 0; l <= j; ++l) {
        moment = moment + integer(a[j][l], precision) * inverse[2 * j - l] * shares[2 * j - l];
      }
      moments.push_back(std::move(moment));
    }
    const Interval zero(precision);
    const Interval left_out = remainder.beyond(m, plan.slice) + remainder.within(m, plan.slice, plan.terms);
    for (std::size_t i = 0; i < orders.size(); ++i) {
      budget.charge(plan.terms, 64 + 8 * limbs(precision));
      const std::vector<Interval> g = even_coefficients(exact[i].value, exact[i].minus_1, plan.terms);
      Interval part(precision);
      Interval power_of_q = pair.one;
      for (std::size_t j = 1; j < plan.terms; ++j) {
        power_of_q = power_of_q * pair.q * pair.q;
        part = part + g[j] * power_of_q * moments[j];
      }
      part = part + from_ends(zero, left_out);
      sums[i] = sums[i] + part;
      // M_c does not increase with c: at the last c it is at most the mean over these.
      ends[i] = part / shares[0];
    }
  }
  const Interval above = plan.hi < pair.trials ? tail(pair, plan.hi + 1, false) : Interval(precision);
  const Interval below = plan.lo > 0 ? tail(pair, plan.lo - 1, true) : Interval(precision);
  const Interval zero(precision);
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const Interval outside = above * ends[i].upper() + below * largest.upper();
    sums[i] = log1p(max(zero, sums[i] + from_ends(zero, outside.upper())));
  }
  return sums;
}

}  // namespace hallmark::check
