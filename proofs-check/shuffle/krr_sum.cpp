#include "shuffle/krr_sum.hpp"

#include <algorithm>
#include <bit>

#include "numbers/fixed.hpp"

namespace hallmark::check {

namespace {

/// gamma and w, if both are rational and integers of n times their size are short.
std::optional<std::pair<Rational, Rational>> small_case(std::uint64_t n, std::uint64_t most, const Number& gamma,
                                                        std::uint64_t k, const Number& eps) {
  const std::optional<Rational> w = rational_exp(eps);
  if (!w || gamma.kind != Number::Kind::rational || n > most) return std::nullopt;
  const Rational& g = gamma.argument;
  if ((g.bits() + std::bit_width(k)) * n > 8192 || w->bits() > 8192) return std::nullopt;
  return std::pair{g, *w};
}

/// B = C(s,t)/2^s and S = Pr[Bin(s,1/2) > t] for s going up one by one and t going up, t <= s, in units of 2^-fraction.
class Coins {
 public:
  Coins(std::uint64_t s, std::uint64_t t, unsigned long fraction, Budget& budget) : s_(s), t_(t) {
    HalfRow row = half_row(s, t, fraction, budget);
    b_ = {std::move(row.b_lo), std::move(row.b_hi)};
    above_ = {std::move(row.s_lo), std::move(row.s_hi)};
  }

  [[nodiscard]] const Fixed& b() const { return b_; }
  [[nodiscard]] const Fixed& above() const { return above_; }
  [[nodiscard]] std::uint64_t t() const { return t_; }

  void next_row() {
    // Pascal: Pr[Bin(s+1) > t] = Pr[Bin(s) > t] + C(s,t)/2^(s+1).
    Fixed half = b_;
    half.shift_right(1);
    above_.add(half);
    b_.times_ratio(s_ + 1, 2 * (s_ + 1 - t_));
    ++s_;
  }
  void raise() {
    b_.times_ratio(s_ - t_, t_ + 1);
    above_.subtract(b_);
    ++t_;
  }

 private:
  std::uint64_t s_, t_;
  Fixed b_, above_;
};

/// What follows an index i of Bin(trials, .) whose weight is at most `last`: last rho/(1-rho), where the next weight is
/// at most rho times it and the ratios fall away from the mode. nullopt unless rho < 1 is proved.
std::optional<Interval> rest(const Interval& last, const Interval& rho) {
  const Interval one(Integer(1), rho.precision());
  if (!proved(less(rho, one))) return std::nullopt;
  return last * rho / (one - rho);
}

Window around(std::uint64_t trials, const Interval& p, unsigned long bits) {
  const Interval mean = Interval(Integer(trials), p.precision()) * p;
  const Integer mu = scaled_floor(mean, 0);
  const Integer variance = scaled_ceil(mean * (Interval(Integer(1), p.precision()) - p), 0);
  const Integer lambda = Integer(bits) * 7 / 10 + 1;
  const Integer spread = sqrt(Integer(2 * lambda * std::max(Integer(0), variance))) + lambda + 2;
  const Integer lo = std::max(Integer(0), Integer(mu - spread));
  const Integer hi = std::min(Integer(trials), Integer(mu + spread));
  return {lo.to_unsigned(), hi.to_unsigned()};
}

/// A ratio as an integer pair in units of 2^-shift, to `bits` bits.
struct Factor {
  Factor(const Interval& x, unsigned long bits)
      : shift(static_cast<unsigned long>(std::max(0L, static_cast<long>(bits) + 8 - exponent_above(x)))),
        value{scaled_floor(x, static_cast<long>(shift)), scaled_ceil(x, static_cast<long>(shift))} {}
  unsigned long shift;
  Fixed value;
};

}  // namespace

std::optional<Rational> krr_pair_delta_exact(std::uint64_t n, const Number& gamma, std::uint64_t k, const Number& eps,
                                             Budget& budget) {
  // From w = n-1 on, the largest finite ratio, only the outputs gain that J1 never gives (PROOFS.md 6.1).
  const bool beyond = n <= 2 || compare(eps, Number{Number::Kind::ln, Rational(Integer(n - 1))}) == Order::greater;
  const auto small = small_case(n, 256, gamma, k, beyond ? Number{} : eps);
  if (!small) return std::nullopt;
  budget.charge(n * n, 256);
  if (beyond) {
    const Rational rest = 1 - small->first / k;
    return pow(rest, n - 1);
  }
  const auto& [g, w] = *small;
  const Rational p = 2 * g / k;
  const Integer num = numerator(p);
  const Integer den = denominator(p);
  Rational total = 0;
  for (std::uint64_t c = 0; c < n; ++c) {
    // Given C = c: x = 1 + A on the first side under J0, x = A under J1.
    Integer gain = 0;  // in units of 2^-c / den(w)
    for (std::uint64_t x = c + 2; x-- > 0;) {
      const Integer first = x == 0 ? Integer(0) : binomial(c, x - 1);
      const Integer here = denominator(w) * first - numerator(w) * binomial(c, x);
      if (here > 0) gain += here;
    }
    total += Rational(Integer(binomial(n - 1, c) * pow(num, c) * pow(den - num, n - 1 - c) * gain),
                      Integer(Integer(denominator(w)) << static_cast<unsigned>(c)));
  }
  return Rational(total / pow(den, n - 1));
}

std::optional<Rational> krr_weak_delta_exact(std::uint64_t n, const Number& gamma, std::uint64_t k, const Number& eps,
                                             Budget& budget) {
  const auto small = small_case(n, 40, gamma, k, eps);
  if (!small) return std::nullopt;
  budget.charge(n * n * n, 256);
  const auto& [g, w] = *small;
  // k/(n gamma) times the expectation of max(0, (1-gamma)(n1 - w n2) + (1-w) gamma m/k), (n1, n2, m-n1-n2) the counts
  // of Mult(n; gamma/k, gamma/k, gamma(1-2/k)).
  const Rational each = g / k;
  const Rational other = g - 2 * each;
  Rational total = 0;
  for (std::uint64_t s = 0; s <= n; ++s) {
    for (std::uint64_t m = s; m <= n; ++m) {
      Rational gains = 0;
      for (std::uint64_t n1 = 0; n1 <= s; ++n1) {
        const Rational gain = (1 - g) * (Rational(Integer(n1)) - w * Integer(s - n1)) + (1 - w) * each * Integer(m);
        if (gain > 0) gains += gain * binomial(s, n1);
      }
      if (gains == 0) continue;
      const auto raised = [](const Rational& x, std::uint64_t e) { return pow(x, e); };
      total += gains * binomial(n, s) * binomial(n - s, m - s) * raised(each, s) * raised(other, m - s) *
               raised(Rational(1 - g), n - m);
    }
  }
  return Rational(total * k / (g * Integer(n)));
}

Interval krr_weak_delta(std::uint64_t n, const Number& gamma, std::uint64_t k, const Number& eps, Effort effort,
                        Budget& budget, const WeakTuning& tuning) {
  // With s = n1 + n2 shown and m replaced in all (user 1 as if she were one of the others: PROOFS.md 6.2),
  //   delta = k/(n gamma) E_s E_m[ alpha (s-t) B_s(t) - (w-1) ((1-gamma) s/2 + gamma m/k) S_s(t) ],
  // alpha = (1-gamma)(1+w)/2, B_s(t) = C(s,t)/2^s, S_s(t) = Pr[Bin(s,1/2) > t], t = floor(tau s + kappa m).
  const unsigned long w_bits = static_cast<unsigned long>(std::max(0L, exponent_above(enclose_exp(eps, 128))));
  const Interval rough_gamma = enclose(gamma, 128);
  const Interval rough_one(Integer(1), 128);
  const long share_bits = exponent_above(Interval(Integer(k), 128) / rough_gamma);
  const unsigned long sizes =
      2 * static_cast<unsigned long>(std::bit_width(n)) + static_cast<unsigned long>(std::max(0L, share_bits)) + 32;
  const unsigned long span = effort.bits + effort.scale + sizes;
  const Window shown =
      tuning.shown ? *tuning.shown : around(n, times_power_of_two(rough_gamma, 1) / Interval(Integer(k), 128), span);
  const Window replaced = tuning.replaced ? *tuning.replaced : around(n, rough_gamma, span);
  const unsigned long fraction = tuning.fraction.value_or(span + w_bits);
  const unsigned long weight = tuning.fraction.value_or(effort.bits + sizes);
  const unsigned long threshold_bits = tuning.threshold_bits.value_or(span + 2 * w_bits + 16);
  const auto precision = static_cast<mpfr_prec_t>(fraction + 2 * w_bits + sizes + 200);
  const std::uint64_t first_s = shown.lo & ~std::uint64_t{1};  // even: then the first threshold is in half_row's domain
  const std::uint64_t rows = shown.hi - first_s + 1;
  const std::uint64_t columns = k == 2 ? 1 : replaced.hi - replaced.lo + 1;
  budget.charge(rows, limbs(fraction) * 16);
  if (columns > budget.left() / rows) throw TooMuchWork();
  budget.charge(rows * columns, 24 + 8 * limbs(weight));
  budget.charge(256 * limbs(static_cast<unsigned long>(precision)), limbs(static_cast<unsigned long>(precision)));

  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval g = enclose(gamma, precision);
  const Interval kk(Integer(k), precision);
  const Interval not_g = one - g;
  const Interval w_minus_1 = enclose_expm1(eps, precision);
  const Interval w_plus_1 = w_minus_1 + two;
  const Interval unit = Interval::unit(precision);
  // Dyadic thresholds, as in PROOFS.md 1.3.
  const auto dyadic = [&](const Interval& x) { return scaled_floor(x, static_cast<long>(threshold_bits)); };
  const auto error = [&](const Interval& x, const Integer& used) {
    const Interval at = times_power_of_two(Interval(used, precision + 64), -static_cast<long>(threshold_bits));
    return max(x.upper() - at, at - x.lower());
  };
  const Interval tau = (w_minus_1 + one) / w_plus_1;
  const Interval kappa = w_minus_1 * g / (kk * not_g * w_plus_1);
  const Interval odds_shown = two * g / (kk - two * g);
  const Interval odds_other = g * (kk - two) / (kk * not_g);  // of being replaced by another category
  if (!kappa.finite() || !odds_shown.finite() || !odds_other.finite()) return unit;
  const Integer tau_used = std::max(Integer(Integer(1) << (threshold_bits - 1)), dyadic(tau));
  const Integer kappa_used = std::max(Integer(0), dyadic(kappa));
  const Interval norm = kk / (Interval(Integer(n), precision) * g);
  const Interval slack =
      norm * not_g * w_plus_1 * Interval(Integer(n), precision) * (error(tau, tau_used) + error(kappa, kappa_used));
  const auto threshold = [&](std::uint64_t s, std::uint64_t m) -> std::uint64_t {
    const Integer at = Integer(tau_used * s + kappa_used * m) >> threshold_bits;
    return at > Integer(s) ? s + 1 : at.to_unsigned();
  };

  // The first m beyond n, or where the threshold exceeds t.
  const auto next_change = [&](std::uint64_t s, std::uint64_t t) -> std::uint64_t {
    const Integer room = Integer((Integer(t) + 1) << threshold_bits) - tau_used * s;
    if (kappa_used == 0 || room > kappa_used * n) return n + 1;
    return Integer((room + kappa_used - 1) / kappa_used).to_unsigned();
  };

  const Factor down(odds_other, weight);
  const Factor across(odds_shown, weight);
  const auto first_m = [&](std::uint64_t s) { return k == 2 ? s : std::max(s, replaced.lo); };
  const auto last_m = [&](std::uint64_t s) { return k == 2 ? s : replaced.hi; };
  Fixed sum_b{0, 0}, sum_s{0, 0}, sum_m{0, 0}, total{0, 0};
  Interval missing = zero;  // of the weights: those of m outside its window, in the unit of `total`
  Fixed r{Integer(1) << (weight + 64), Integer(1) << (weight + 64)};
  long dropped = 0;
  Coins base(first_s, std::min(first_s, threshold(first_s, first_m(first_s))), fraction, budget);
  std::uint64_t s = first_s;
  for (;; ++s) {
    const std::uint64_t others = n - s;  // who show neither category
    const std::uint64_t m_lo = first_m(s);
    const std::uint64_t m_hi = std::max(m_lo, last_m(s));
    while (base.t() < std::min(s, threshold(s, m_lo))) base.raise();
    // The row: weights of m = s + j, j ~ Bin(n - s, odds_other), from m_lo up, relative to the first one.
    Coins coins = base;
    Fixed v{Integer(1) << weight, Integer(1) << weight};
    const Interval v_first(v.lo, precision);
    long row_dropped = 0;
    Fixed row_b{0, 0}, row_s{0, 0}, row_m{0, 0}, row{0, 0}, run{0, 0}, run_m{0, 0};
    Fixed term;
    const auto flush = [&] {
      // One threshold, for all m of the run.
      term = coins.b();
      term.times(run, fraction);
      row_b.add_product(term, s - coins.t());
      term = coins.above();
      term.times(run, fraction);
      row_s.add(term);
      term = coins.above();
      term.times(run_m, fraction);
      row_m.add(term);
      row.add(run);
      run = {0, 0};
      run_m = {0, 0};
    };
    bool beyond = threshold(s, m_lo) > s;  // no gain from here on in this row
    std::uint64_t until = next_change(s, threshold(s, m_lo));
    std::uint64_t m = m_lo;
    for (;; ++m) {
      if (!beyond && m >= until) {
        flush();
        until = next_change(s, threshold(s, m));
        while (!beyond && coins.t() < threshold(s, m)) {
          if (coins.t() == s) {
            beyond = true;
          } else {
            coins.raise();
          }
        }
      }
      if (beyond) {
        row.add(v);
      } else {
        run.add(v);
        run_m.add_product(v, m);
      }
      if (m == m_hi) break;
      v.times_ratio(n - m, m - s + 1);
      v.times(down.value, down.shift);
      const unsigned long size = mpz_sizeinbase(raw(std::as_const(v.hi)), 2);
      if (size > weight + 128) {
        const unsigned long shift = size - weight - 64;
        for (Fixed* x : {&v, &row_b, &row_s, &row_m, &row, &run, &run_m}) x->shift_right(shift);
        row_dropped += static_cast<long>(shift);
      }
    }
    if (!beyond) flush();
    // What the row leaves out, relative to its sum.
    const std::uint64_t j_lo = m_lo - s;
    std::optional<Interval> below = zero;
    std::optional<Interval> above = zero;
    if (k > 2 && j_lo > 0) {
      below = rest(times_power_of_two(v_first, -row_dropped),
                   Interval(Rational(Integer(j_lo), Integer(others - j_lo + 1)), precision) / odds_other);
    }
    if (k > 2 && m < n) {
      above = rest(Interval(v.hi, precision),
                   Interval(Rational(Integer(n - m), Integer(m - s + 1)), precision) * odds_other);
    }
    if (below && above && row.lo > 0) {
      const Interval outside = *below + *above;
      const Integer row_hi = row.hi + scaled_ceil(outside, 0);
      const auto normalised = [&](const Fixed& x) {
        return Fixed{Integer((x.lo << weight) / row_hi), Integer(((x.hi << weight) + row.lo - 1) / row.lo)};
      };
      Fixed scaled = r;
      mpz_mul_ui(raw(scaled.lo), raw(scaled.lo), s);
      mpz_mul_ui(raw(scaled.hi), raw(scaled.hi), s);
      sum_b.add_product(r, normalised(row_b));
      sum_s.add_product(scaled, normalised(row_s));
      sum_m.add_product(r, normalised(row_m));
      missing = missing + Interval(r.hi, precision) * outside / Interval(row.lo, precision);
    } else {
      missing = missing + Interval(r.hi, precision);
    }
    total.add(r);
    if (s == shown.hi) break;
    r.times_ratio(n - s, s + 1);
    r.times(across.value, across.shift);
    const unsigned long size = mpz_sizeinbase(raw(std::as_const(r.hi)), 2);
    if (size > weight + 128) {
      const unsigned long shift = size - weight - 64;
      for (Fixed* x : {&r, &sum_b, &sum_s, &sum_m, &total}) x->shift_right(shift);
      missing = times_power_of_two(missing, -static_cast<long>(shift));
      dropped += static_cast<long>(shift);
    }
    base.next_row();
  }

  std::optional<Interval> below = zero;
  std::optional<Interval> above = zero;
  if (first_s > 0) {
    below = rest(times_power_of_two(one, static_cast<long>(weight) + 64 - dropped),
                 Interval(Rational(Integer(first_s), Integer(n - first_s + 1)), precision) / odds_shown);
  }
  if (s < n) {
    above = rest(Interval(r.hi, precision), Interval(Rational(Integer(n - s), Integer(s + 1)), precision) * odds_shown);
  }
  if (!below || !above) return unit;
  const Interval all(total.lo, total.hi, precision);
  const Interval outside_s = *below + *above;
  missing = missing + outside_s;
  const auto interval = [precision, weight](const Fixed& x) {
    return times_power_of_two(Interval(x.lo, x.hi, precision), -static_cast<long>(weight));
  };
  const Interval sum =
      not_g * w_plus_1 / two * interval(sum_b) - w_minus_1 * (not_g / two * interval(sum_s) + g / kk * interval(sum_m));
  const Interval all_weights = (all + outside_s).upper();
  // What is left out gains at most (1-gamma) s/2 + gamma m/k <= n/2 for each unit of weight; dyadic thresholds may lose
  // up to slack.
  const Interval left_out = missing * Interval(Integer(n), precision) / two;
  const Interval gained = max(zero, (sum.upper() + left_out.upper()).upper());
  const Interval upper = norm * gained / all.lower() + slack;
  const Interval lower = norm * max(zero, sum.lower()) / all_weights;
  return from_ends(max(zero, lower), min(one, upper));
}

}  // namespace hallmark::check
