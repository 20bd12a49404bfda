#include "shuffle/clones_sum.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "numbers/fixed.hpp"

namespace hallmark::check {

namespace {

/// B = C(c,k)/2^c and S = Pr[Bin(c,1/2) > k] along c, c+1, ... with k = floor(tau' (c+1)), in units of 2^-fraction.
class Rows {
 public:
  Rows(std::uint64_t c, Integer tau, unsigned long tau_bits, unsigned long fraction, std::size_t negligible,
       Budget& budget)
      : c_(c), tau_(std::move(tau)), tau_bits_(tau_bits) {
    Integer position = tau_ * (Integer(c) + 1);
    Integer floor_part = position >> tau_bits_;
    k_ = static_cast<std::uint64_t>(mpz_get_ui(raw(std::as_const(floor_part))));
    position_ = position - (floor_part << tau_bits_);
    HalfRow row = half_row(c_, k_, fraction, budget, negligible);
    b_ = {std::move(row.b_lo), std::move(row.b_hi)};
    s_ = {std::move(row.s_lo), std::move(row.s_hi)};
  }

  [[nodiscard]] const Fixed& b() const { return b_; }
  [[nodiscard]] const Fixed& s() const { return s_; }

  void next() {
    // Pascal: Pr[Bin(c+1) > k] = Pr[Bin(c) > k] + C(c,k)/2^(c+1).
    half_ = b_;
    half_.shift_right(1);
    s_.add(half_);
    mpz_add(raw(position_), raw(position_), raw(std::as_const(tau_)));
    if (mpz_tstbit(raw(std::as_const(position_)), tau_bits_) != 0) {
      mpz_clrbit(raw(position_), tau_bits_);
      // k goes up with c: C(c+1,k+1)/2^(c+1) = C(c,k)/2^c (c+1)/(2(k+1)), and the tail loses that term.
      b_.times_ratio(c_ + 1, 2 * (k_ + 1));
      s_.subtract(b_);
      ++k_;
    } else {
      b_.times_ratio(c_ + 1, 2 * (c_ + 1 - k_));
    }
    ++c_;
  }

 private:
  std::uint64_t c_;
  std::uint64_t k_ = 0;
  Integer tau_;
  unsigned long tau_bits_;
  Integer position_;  // the fractional part of tau' (c+1)
  Fixed b_, s_, half_;
};

/// Where the sum is taken. Any window gives a true enclosure; this one (Bernstein's inequality, generously) makes the
/// remainders small.
Window choose_window(std::uint64_t trials, const Interval& odds_against, Effort effort) {
  const Interval e = odds_against + Interval(Integer(1), odds_against.precision());
  const Interval mean = Interval(Integer(trials), e.precision()) / e;
  const Integer mu = scaled_floor(mean, 0);
  const Integer variance = scaled_ceil(mean * odds_against / e, 0);
  const auto spread = [&variance](const Integer& lambda) {
    return Integer(sqrt(Integer(2 * lambda * variance)) + lambda + 2);
  };
  const Integer lambda_below = Integer(effort.bits + effort.scale) * 7 / 10 + 1;
  const Integer lambda_above = Integer(effort.bits + 16) * 7 / 10 + 1;
  const Integer lo = std::max(Integer(0), Integer(mu - spread(lambda_below)));
  const Integer hi = std::min(Integer(trials), Integer(mu + spread(lambda_above)));
  return {lo.to_unsigned(), hi.to_unsigned()};
}

}  // namespace

HalfRow half_row(std::uint64_t c, std::uint64_t k, unsigned long fraction, Budget& budget, std::size_t negligible) {
  const unsigned long inner = fraction + 64;
  // The walk ends where exp(-2 x^2/c) is below one unit, or at the end of the row.
  const Integer guess = std::min(Integer(c / 2 + 1), Integer(sqrt(Integer(Integer(inner) * c / 2)) + inner));
  budget.charge(guess.to_unsigned(), limbs(inner));
  std::uint64_t j = c / 2 + (c & 1);
  const Integer unit = Integer(1) << inner;
  Fixed u{unit, unit};
  Fixed half{unit, unit};  // sum over j from the middle
  Fixed b{0, 0}, s{0, 0};
  if (j == k) b = u;
  while (j < c && mpz_sizeinbase(raw(std::as_const(u.hi)), 2) > negligible) {
    u.times_ratio(c - j, j + 1);
    ++j;
    half.add(u);
    if (j == k) b = u;
    if (j > k) s.add(u);
  }
  // After the last j: at most u rho/(1-rho) = u (c-j)/(2j+1-c).
  Integer rest = u.hi * (Integer(c) - j);
  mpz_cdiv_q_ui(raw(rest), raw(rest), 2 * j + 1 - c);
  half.hi += rest;
  if (j < k) {
    b = {0, u.hi};
    s = {0, rest};
  } else {
    s.hi += rest;
  }
  Fixed whole{half.lo * 2, half.hi * 2};
  if ((c & 1) == 0) {
    whole.lo -= unit;
    whole.hi -= unit;
  }
  const auto normalised_lo = [&](const Integer& x) { return Integer((x << fraction) / whole.hi); };
  const auto normalised_hi = [&](const Integer& x) { return Integer(((x << fraction) + whole.lo - 1) / whole.lo); };
  return {normalised_lo(b.lo), normalised_hi(b.hi), normalised_lo(s.lo), normalised_hi(s.hi)};
}

CoinPair clones_pair(const Number& eps0) {
  return {[eps0](mpfr_prec_t precision) { return enclose_expm1(eps0, precision); },
          [eps0](const Interval& w_minus_1) {
            const mpfr_prec_t precision = w_minus_1.precision();
            const Interval one(Integer(1), precision);
            const Interval two(Integer(2), precision);
            const Interval e_minus_1 = enclose_expm1(eps0, precision);
            const Interval e = e_minus_1 + one;
            const Interval w = w_minus_1 + one;
            return CoinPair::Threshold{(e - w) / (e + one), (w * e - one) / (e_minus_1 * (w_minus_1 + two)),
                                       e_minus_1 / (e + one)};
          }};
}

CoinPair krr_pair(const Number& gamma, std::uint64_t k) {
  return {[gamma, k](mpfr_prec_t precision) {
            if (gamma.kind == Number::Kind::rational)
              return Interval(Rational(k / (2 * gamma.argument) - 1), precision);
            const Interval twice = times_power_of_two(enclose(gamma, precision), 1);
            return (Interval(Integer(k), precision) - twice) / twice;
          },
          [](const Interval& w_minus_1) {
            const Interval one(Integer(1), w_minus_1.precision());
            const Interval w = w_minus_1 + one;
            return CoinPair::Threshold{one, w / (w + one), one};
          }};
}

Interval clones_delta(std::uint64_t n, const Number& eps0, const Number& eps, Effort effort, Budget& budget,
                      const ClonesTuning& tuning) {
  return coin_delta(n, clones_pair(eps0), eps, effort, budget, tuning);
}

Interval coin_delta(std::uint64_t n, const CoinPair& pair, const Number& eps, Effort effort, Budget& budget,
                    const ClonesTuning& tuning) {
  const std::uint64_t trials = n - 1;
  const Interval rough = pair.odds_against(128);
  const unsigned long w_bits = static_cast<unsigned long>(std::max(0L, exponent_above(enclose_exp(eps, 128))));
  const Window window = tuning.window ? *tuning.window : choose_window(trials, rough, effort);
  const std::uint64_t steps = window.hi - window.lo + 1;
  const unsigned long guard = 2 * static_cast<unsigned long>(std::bit_width(steps)) + 24;
  const unsigned long fraction = tuning.fraction.value_or(effort.bits + effort.scale + w_bits + guard);  // of B and S
  const unsigned long weight = tuning.fraction.value_or(effort.bits + guard);  // significant bits of the weights
  const unsigned long tau_bits = tuning.tau_bits.value_or(fraction + w_bits + 16);
  const auto precision = static_cast<mpfr_prec_t>(fraction + 2 * w_bits + 200);
  budget.charge(steps + 64, limbs(fraction) * limbs(weight) / 4 + limbs(fraction) + limbs(weight));
  budget.charge(256,
                limbs(static_cast<unsigned long>(precision)) * limbs(static_cast<unsigned long>(precision)) / 16 + 1);

  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval odds_against = pair.odds_against(precision);
  const Interval w_minus_1 = enclose_expm1(eps, precision);
  const auto [alpha, tau, share] = pair.threshold(w_minus_1);

  // tau by a dyadic tau' in [1/2, 1); what the wrong thresholds may cost is `slack` (PROOFS.md 1.3).
  Integer tau_dyadic = scaled_floor(tau, static_cast<long>(tau_bits));
  const Integer full = Integer(1) << tau_bits;
  tau_dyadic = std::max(Integer(full >> 1), std::min(tau_dyadic, Integer(full - 1)));
  const Interval tau_used = times_power_of_two(Interval(tau_dyadic, precision + 64), -static_cast<long>(tau_bits));
  const Interval eta = max(tau.upper() - tau_used, tau_used - tau.lower());
  const Interval slack = two * share * (two + w_minus_1) * eta;

  // Weights proportional to pmf(c): the first is 2^(weight+64), each next one times (trials-c)/((c+1)(1/p-1)).
  const long theta_bits = std::max(0L, static_cast<long>(weight) + exponent_above(rough) + 8);
  const Interval theta = one / odds_against;
  if (!theta.finite() || !rough.finite()) return Interval::unit(precision);
  const Fixed theta_fixed{scaled_floor(theta, theta_bits), scaled_ceil(theta, theta_bits)};
  Fixed r{Integer(1) << (weight + 64), Integer(1) << (weight + 64)};
  long dropped = 0;  // the unit of r and of the three sums is 2^dropped times the first one
  Fixed u{0, 0}, v{0, 0}, total{0, 0};

  Rows rows(window.lo, std::move(tau_dyadic), tau_bits, fraction, tuning.row_negligible, budget);
  std::uint64_t c = window.lo;
  for (;; ++c) {
    u.add_product(r, rows.b());
    v.add_product(r, rows.s());
    total.add(r);
    // Far above the mode the weights are negligible; the remainder below accounts for the rest, wherever the sum stops.
    if (c == window.hi || mpz_sizeinbase(raw(std::as_const(r.hi)), 2) <= 24) break;
    r.times_ratio(trials - c, c + 1);
    r.times(theta_fixed, static_cast<unsigned long>(theta_bits));
    const unsigned long size = mpz_sizeinbase(raw(std::as_const(r.hi)), 2);
    if (size > weight + 128) {
      const unsigned long shift = size - weight - 64;
      for (Fixed* x : {&r, &u, &v, &total}) x->shift_right(shift);
      dropped += static_cast<long>(shift);
    }
    rows.next();
  }

  const auto interval = [precision](const Fixed& x, unsigned long unit_bits) {
    return times_power_of_two(Interval(x.lo, x.hi, precision), -static_cast<long>(unit_bits));
  };
  const Interval sum = alpha * interval(u, fraction) - w_minus_1 * interval(v, fraction);
  const Interval sum_weights = interval(total, 0);

  // Remainders (PROOFS.md 1.4). Below: D <= alpha, weights fall at least geometrically away from the window; above
  // likewise, D <= D(c).
  const Interval zero(precision);
  Interval below = zero;
  if (window.lo > 0) {
    const Interval rho =
        Interval(Integer(window.lo), precision) * odds_against / Interval(Integer(trials - window.lo + 1), precision);
    if (!proved(less(rho, one))) return Interval::unit(precision);
    const Interval first = times_power_of_two(one, static_cast<long>(weight) + 64 - dropped);
    below = first * rho / (one - rho);
  }
  Interval above = zero;
  if (c < trials) {
    const Interval rho =
        Interval(Integer(trials - c), precision) / (Interval(Integer(c + 1), precision) * odds_against);
    if (!proved(less(rho, one))) return Interval::unit(precision);
    above = interval(r, 0) * rho / (one - rho);
  }
  const Interval all_weights = sum_weights.upper() + below.upper() + above.upper();
  const Interval d_above = min(alpha, alpha * interval(rows.b(), fraction) + slack);
  // The threshold k' of a dyadic tau may lose up to `slack` in each D_c: the sum is cut at 0 before it is divided by
  // less than the true weight.
  const Interval gained = max(zero, (sum.upper() + alpha * below + d_above * above).upper());
  const Interval upper = gained / sum_weights.lower() + slack;
  const Interval lower = max(zero, sum.lower()) / all_weights;
  return from_ends(max(zero, lower), min(one, upper));
}

}  // namespace hallmark::check
