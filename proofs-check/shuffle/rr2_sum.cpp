#include "shuffle/rr2_sum.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

namespace hallmark::check {

namespace {

/// Numbers of a fixed count of limbs in one block of memory: a million of them must not be a million allocations.
class LimbArray {
 public:
  explicit LimbArray(std::size_t limbs_each) : each_(limbs_each) {}

  void push_back(const Integer& x) {
    const std::size_t used = mpz_size(raw(x));
    if (used > each_) throw std::logic_error("LimbArray: number too long");
    const std::size_t at = limbs_.size();
    limbs_.resize(at + each_, 0);
    std::copy_n(mpz_limbs_read(raw(x)), used, limbs_.begin() + static_cast<std::ptrdiff_t>(at));
  }

  [[nodiscard]] std::size_t size() const { return limbs_.size() / each_; }

  /// A read-only view of the i-th number; valid as long as the array is not changed.
  mpz_srcptr view(std::size_t i, mpz_t& storage) const {
    return mpz_roinit_n(storage, limbs_.data() + i * each_, static_cast<mp_size_t>(each_));
  }

 private:
  std::size_t each_;
  std::vector<mp_limb_t> limbs_;
};

/// Weights proportional to the law of Bin(trials, p) around its mode. True weight of index i: at(i) <= weight <= at(i)
/// + error inside [first, last]; outside the weights sum to at most `outside`; all of them sum to a number in
/// [total_lo, total_hi].
struct Weights {
  explicit Weights(std::size_t limbs_each) : up(limbs_each), down(limbs_each) {}

  LimbArray up;    // mode, mode+1, ..., last
  LimbArray down;  // mode-1, ..., first
  std::int64_t mode = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  Integer error = 0;
  Integer outside = 0;
  Integer total_lo = 0;
  Integer total_hi = 0;

  [[nodiscard]] mpz_srcptr at(std::int64_t i, mpz_t& storage) const {
    return i >= mode ? up.view(static_cast<std::size_t>(i - mode), storage)
                     : down.view(static_cast<std::size_t>(mode - 1 - i), storage);
  }
  [[nodiscard]] std::uint64_t count() const { return static_cast<std::uint64_t>(last - first + 1); }
};

std::uint64_t limbs(unsigned long bits) { return bits / 64 + 1; }

/// An upper bound, in units, of u (rho + rho^2 + ...); nullopt unless rho < 1 is proved.
std::optional<Integer> geometric(const Integer& u, const Interval& rho) {
  const Interval one(Integer(1), rho.precision());
  if (!proved(less(rho, one))) return std::nullopt;
  return scaled_ceil(Interval(u, rho.precision()) * rho / (one - rho), 0);
}

/// Kind:     encloses, see Weights; nullopt if a remainder cannot be bounded
/// Rigor:    odds = p/(1-p); weight(i+1)/weight(i) = odds (trials-i)/(i+1), which falls with i, so what is left
///           beyond either end is at most a geometric series. The weight at the mode is 2^fraction exactly.
std::optional<Weights> binomial_weights(std::uint64_t trials, const Interval& odds, unsigned long fraction,
                                        std::size_t negligible, Budget& budget) {
  const Interval one(Integer(1), odds.precision());
  const Interval p = odds / (one + odds);
  const Interval mean = Interval(Integer(trials), odds.precision()) * p;
  const Integer variance = scaled_ceil(mean / (one + odds), 0);
  const Integer reach = sqrt(Integer(Integer(fraction) * 14 / 10 * variance)) + fraction + 2;
  const std::uint64_t terms = std::min(Integer(trials + 1), Integer(2 * reach)).to_unsigned();
  budget.charge(terms, 4 * limbs(fraction) * (1 + limbs(fraction) / 16));
  if (terms > (std::uint64_t{1} << 28) / (8 * limbs(fraction + 8))) throw TooMuchWork();  // 256 MiB

  Weights weights(limbs(fraction + 8) + 1);
  // floor((trials+1) p), or one less where the two weights are nearly equal.
  const Interval next_mean = Interval(Integer(trials + 1), odds.precision()) * p;
  const Integer start = std::min(Integer(trials), scaled_floor(next_mean, 0));
  weights.mode = start.to_signed();
  const Integer unit = Integer(1) << fraction;

  const auto walk = [&](bool upward) -> bool {
    // Going down the weight is multiplied by i/(trials-i+1) and by 1/odds.
    const Interval factor = upward ? odds : one / odds;
    const long shift = std::max(0L, static_cast<long>(fraction) + 8 - exponent_above(factor));
    const Integer factor_lo = scaled_floor(factor, shift);
    const Integer factor_hi = scaled_ceil(factor, shift);
    LimbArray& array = upward ? weights.up : weights.down;
    Integer lo = unit;
    Integer hi = unit;
    auto i = static_cast<std::uint64_t>(weights.mode);
    const auto store = [&] {
      array.push_back(lo);
      weights.total_lo += lo;
      weights.total_hi += hi;
      weights.error = std::max(weights.error, Integer(hi - lo));
    };
    if (upward) store();
    const auto done = [&] { return upward ? i == trials : i == 0; };
    while (!done() && mpz_sizeinbase(raw(std::as_const(hi)), 2) > negligible) {
      const std::uint64_t numerator = upward ? trials - i : i;
      const std::uint64_t denominator = upward ? i + 1 : trials - i + 1;
      mpz_mul_ui(raw(lo), raw(lo), numerator);
      mpz_mul(raw(lo), raw(lo), raw(factor_lo));
      mpz_fdiv_q_ui(raw(lo), raw(lo), denominator);
      mpz_fdiv_q_2exp(raw(lo), raw(lo), static_cast<unsigned long>(shift));
      mpz_mul_ui(raw(hi), raw(hi), numerator);
      mpz_mul(raw(hi), raw(hi), raw(factor_hi));
      mpz_cdiv_q_ui(raw(hi), raw(hi), denominator);
      mpz_cdiv_q_2exp(raw(hi), raw(hi), static_cast<unsigned long>(shift));
      i = upward ? i + 1 : i - 1;
      store();
      if (array.size() > 2 * terms + 64) throw TooMuchWork();
    }
    (upward ? weights.last : weights.first) = static_cast<std::int64_t>(i);
    if (done()) return true;
    const Integer numerator = upward ? Integer(trials - i) : Integer(i);
    const Integer denominator = upward ? Integer(i + 1) : Integer(trials - i + 1);
    const std::optional<Integer> rest =
        geometric(hi, Interval(Rational(numerator, denominator), odds.precision()) * factor);
    if (!rest) return false;
    weights.outside += *rest;
    return true;
  };
  if (!walk(true) || !walk(false)) return std::nullopt;
  weights.total_hi += weights.outside;
  return weights;
}

/// R(j) = sum_i f(i) g(j-i) for j = first..last and T = sum_{j > last} R(j), all in units of total_f total_g 2^0: lower
/// ends, and what the true values may exceed them by.
struct Convolution {
  std::vector<Integer> r;
  Integer tail = 0;
  Integer r_error = 0;
  Integer tail_error = 0;
};

Convolution convolve(const Weights& f, const Weights& g, std::int64_t first, std::int64_t last) {
  Convolution result;
  result.r.assign(static_cast<std::size_t>(last - first + 1), Integer(0));
  mpz_t f_storage, g_storage;
  // G(x) = sum of g over indices >= x; x = last + 1 - i falls as i rises, so it only grows.
  Integer suffix = 0;
  std::int64_t from = g.last + 1;  // suffix covers [from, g.last]
  for (std::int64_t i = f.first; i <= f.last; ++i) {
    mpz_srcptr fi = f.at(i, f_storage);
    while (from > g.first && from > last + 1 - i) {
      --from;
      mpz_add(raw(suffix), raw(suffix), g.at(from, g_storage));
    }
    if (last + 1 - i <= g.last) mpz_addmul(raw(result.tail), fi, raw(std::as_const(suffix)));
    for (std::int64_t j = std::max(first, i + g.first); j <= std::min(last, i + g.last); ++j) {
      mpz_addmul(raw(result.r[static_cast<std::size_t>(j - first)]), fi, g.at(j - i, g_storage));
    }
  }
  // With f = f' + df, 0 <= df <= ef on the window, and the rest of f at most tf (same for g):
  // sum f g - sum f' g' <= ef G + eg F + tf G + tg F, where F and G bound the sums of all the true weights.
  const Integer& whole_f = f.total_hi;
  const Integer& whole_g = g.total_hi;
  result.r_error = (f.error + f.outside) * whole_g + (g.error + g.outside) * whole_f;
  result.tail_error = (f.error * f.count() + f.outside) * whole_g + (g.error * g.count() + g.outside) * whole_f;
  return result;
}

/// A guess of the best threshold: the index where the tilted law of R has its mean, from P/Q = w. Only the width
/// depends on it.
Integer guess_threshold(std::uint64_t n, std::uint64_t ones, const Interval& e, const Interval& w) {
  const Interval one(Integer(1), e.precision());
  const Interval tilt = (w * e - one) / (e - w);
  const Interval t = Interval(Integer(ones), e.precision()) * e * tilt / (one + e * tilt) +
                     Interval(Integer(n - 1 - ones), e.precision()) * tilt / (e + tilt);
  if (!t.finite()) return n;
  return std::min(Integer(n), std::max(Integer(0), Integer(scaled_floor(t, 0) + 1)));
}

/// One evaluation around the threshold t; `proved_upper` tells whether the upper end holds.
struct Attempt {
  Interval value;
  bool proved_upper;
  int move;  ///< where to look next if it does not
};

constexpr std::int64_t kHalfBlock = 4;

class Evaluation {
 public:
  Evaluation(std::uint64_t n, std::uint64_t ones, const Number& eps0, Effort effort, unsigned long w_bits,
             const Rr2Tuning& tuning, Budget& budget)
      : n_(static_cast<std::int64_t>(n)), budget_(budget) {
    const unsigned long guard = 3 * static_cast<unsigned long>(std::bit_width(n)) / 2 + 80;
    const unsigned long fraction = tuning.fraction.value_or(effort.bits + effort.scale + w_bits + guard);
    precision_ = static_cast<mpfr_prec_t>(2 * fraction + 2 * w_bits + 256);
    each_ = limbs(fraction);
    const Interval e = enclose_exp(eps0, precision_);
    const Interval one(Integer(1), precision_);
    f_ = binomial_weights(ones, e, fraction, tuning.negligible, budget);
    g_ = binomial_weights(n - 1 - ones, one / e, fraction, tuning.negligible, budget);
  }

  [[nodiscard]] bool usable() const { return f_.has_value() && g_.has_value(); }
  [[nodiscard]] mpfr_prec_t precision() const { return precision_; }

  Attempt at(const Number& eps0, const Number& eps, std::int64_t t) {
    const Interval zero(precision_);
    const Interval one(Integer(1), precision_);
    const Interval e = enclose_exp(eps0, precision_);
    const Interval w_minus_1 = enclose_expm1(eps, precision_);
    const Interval w = w_minus_1 + one;
    const Interval alpha = (e - w) / (e + one);       // a - wb
    const Interval beta = (w * e - one) / (e + one);  // wa - b
    const std::int64_t first = t - kHalfBlock;
    const std::int64_t last = t + kHalfBlock;
    budget_.charge(f_->count(), 2 * kHalfBlock * each_ * (1 + each_ / 16) + 64);
    budget_.charge(g_->count(), each_ / 4 + 1);
    budget_.charge(32 * limbs(static_cast<unsigned long>(precision_)), limbs(static_cast<unsigned long>(precision_)));
    const Convolution sums = convolve(*f_, *g_, first - 1, last);
    const Interval whole(Integer(f_->total_lo * g_->total_lo), Integer(f_->total_hi * g_->total_hi), precision_);
    const auto r = [&](std::int64_t j) {
      const Integer& lo = sums.r[static_cast<std::size_t>(j - first + 1)];
      return Interval(lo, Integer(lo + sums.r_error), precision_) / whole;
    };
    // gain(k) = P(k) - wQ(k). Its sign changes once, from negative to positive.
    const auto gain = [&](std::int64_t k) { return alpha * r(k - 1) - beta * r(k); };
    const Interval tail = Interval(sums.tail, Integer(sums.tail + sums.tail_error), precision_) / whole;
    const Interval beyond = alpha * r(last) - w_minus_1 * tail;  // sum of gain(k), k > last
    // Below a gain that is proved not positive nothing is gained; above one that is proved not negative nothing is
    // lost. So `beyond` is the sum of positive parts if such a gain is seen (or the law ends there), and only the terms
    // above the last loss seen count.
    bool below_done = first <= 0;
    bool above_done = last >= n_;
    Interval upper = beyond;
    Interval lower = beyond.lower();
    for (std::int64_t k = first; k <= last; ++k) {
      const Interval g = gain(k);
      if (k <= n_ && proved(less_equal(g, zero))) {
        below_done = true;
        upper = beyond;
        continue;
      }
      above_done = above_done || (k >= 0 && proved(less_equal(zero, g)));
      upper = upper + max(zero, g);
      // A lower bound may take any event: here those k of the block whose gain is proved positive.
      lower = lower + max(zero, g.lower());
    }
    const Interval value = from_ends(max(zero, lower), min(one, max(zero, upper)));
    return {value, below_done && above_done, !above_done ? 1 : -1};
  }

 private:
  std::int64_t n_;
  Budget& budget_;
  mpfr_prec_t precision_ = 64;
  std::uint64_t each_ = 1;
  std::optional<Weights> f_, g_;
};

}  // namespace

Interval rr2_delta(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& eps, Effort effort,
                   bool only_lower, Budget& budget, const Rr2Tuning& tuning) {
  const unsigned long w_bits = static_cast<unsigned long>(std::max(0L, exponent_above(enclose_exp(eps, 128))));
  budget.charge(
      64, limbs(2 * (effort.bits + effort.scale + w_bits)) * limbs(2 * (effort.bits + effort.scale + w_bits)) / 16 + 1);
  Evaluation evaluation(n, ones, eps0, effort, w_bits, tuning, budget);
  const mpfr_prec_t precision = evaluation.precision();
  if (!evaluation.usable()) return Interval::unit(precision);

  const auto best_at = [&](const Number& point, int more) -> Attempt {
    const Integer guess = guess_threshold(n, ones, enclose_exp(eps0, 256), enclose_exp(point, 256));
    const auto last = static_cast<std::int64_t>(n);
    std::int64_t t = std::clamp<std::int64_t>(guess.to_signed() + tuning.shift, 0, last);
    Attempt best = evaluation.at(eps0, point, t);
    for (int tries = 0; tries < more && !best.proved_upper; ++tries) {
      t = std::clamp<std::int64_t>(t + best.move * (2 * kHalfBlock - 1), 0, last);
      Attempt next = evaluation.at(eps0, point, t);
      const Interval lower = max(best.value.lower(), next.value.lower());
      best = {from_ends(lower, next.value), next.proved_upper, next.move};
    }
    return best;
  };

  const Attempt here = best_at(eps, 3);
  if (here.proved_upper) return here.value;
  const Interval one(Integer(1), precision);
  if (only_lower) return from_ends(here.value, one);

  // The terms around the threshold are too small for their signs to be seen. The divergence does not increase with eps:
  // the value at a smaller point where the signs are seen is an upper bound too.
  Rational seen = 0;
  Interval upper = one;
  Rational unseen(scaled_ceil(enclose(eps, 128), 64), Integer(1) << 64);
  for (int step = 0; step < 16; ++step) {
    const Integer middle = Integer(numerator(Rational((seen + unseen) / 2 * (Integer(1) << 64)))) /
                           Integer(denominator(Rational((seen + unseen) / 2 * (Integer(1) << 64))));
    const Rational point(middle, Integer(1) << 64);
    const Number number{Number::Kind::rational, point};
    const Order order = compare(number, eps);
    if (order != Order::less && order != Order::equal) {
      unseen = point;
      continue;
    }
    const Attempt attempt = best_at(number, 1);
    if (attempt.proved_upper) {
      upper = min(upper, attempt.value.upper());
      seen = point;
    } else {
      unseen = point;
    }
  }
  return from_ends(here.value, upper);
}

}  // namespace hallmark::check
