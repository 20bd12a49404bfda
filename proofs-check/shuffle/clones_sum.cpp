#include "shuffle/clones_sum.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

CoinRow::CoinRow(Count c, const Integer& position, Count position_bits, Count fraction)
    : c_(c), k_(0), position_bits_(position_bits), unit_(Integer(1) << position_bits) {
  k_ = std::min(Integer(c), position >> position_bits).to_count();
  excess_ = position - unit_ * k_;
  const Interval odds(Integer(1), fraction + 64);
  const Count bits = fraction + bits_of(c) / 2 + 8;
  BinomialWalk walk(c, odds, central_window(c, odds, bits, bits), bits, 2);
  do {
    if (walk.index() >= k_) walk.sums[walk.index() == k_ ? 0 : 1].add(walk.weight());
  } while (walk.next());
  walk.close(fraction);
  here_ = std::move(walk.sums[0]);
  tail_ = std::move(walk.sums[1]);
  const Integer above = scaled_ceil(walk.above(), fraction);
  here_.hi += above;
  tail_.hi += above;
}

void CoinRow::next_row(const Integer& by) {
  // Pascal: Pr[Bin(c+1) > k] = Pr[Bin(c) > k] + C(c,k)/2^(c+1).
  half_ = here_;
  half_.shift_right(1);
  tail_.add(half_);
  ++c_;
  advance(by);
  here_.times_ratio(c_, 2 * (due() ? k_ + 1 : c_ - k_));
  if (due()) raise();
  settle();
}

void CoinRow::settle() {
  while (due() && k_ < c_) {
    here_.times_ratio(c_ - k_, k_ + 1);
    raise();
  }
}

void CoinRow::raise() {
  excess_ -= unit_;
  tail_.subtract(here_);
  ++k_;
}

Count integer_bits(const Interval& x) { return std::max<Count>(0, exponent_above(x)); }

CoinPairAt clones_pair(const Number& eps0) {
  return [eps0](const Interval& w_minus_1) {
    const Count precision = w_minus_1.precision();
    const Interval one(Integer(1), precision);
    const Interval e_minus_1 = enclose_expm1(eps0, precision);
    const Interval e = e_minus_1 + one;
    const Interval w = w_minus_1 + one;
    return CoinPair{one / e_minus_1, (e - w) / (e + one), (w * e - one) / (e_minus_1 * (w + one)),
                    e_minus_1 / (e + one)};
  };
}

Interval krr_odds(const Number& gamma, Count k, Count precision) {
  const Interval one(Integer(1), precision);
  if (gamma.kind == Number::Kind::rational) return one / Interval(Rational(k / (2 * gamma.argument) - 1), precision);
  const Interval twice = times_power_of_two(enclose(gamma, precision), 1);
  return twice / (integer(k, precision) - twice);
}

CoinPairAt krr_pair(const Number& gamma, Count k) {
  return [gamma, k](const Interval& w_minus_1) {
    const Interval one(Integer(1), w_minus_1.precision());
    const Interval w = w_minus_1 + one;
    return CoinPair{krr_odds(gamma, k, w_minus_1.precision()), one, w / (w + one), one};
  };
}

Interval clones_delta(Count n, const Number& eps0, const Number& eps, const Effort& effort) {
  return coin_delta(n, clones_pair(eps0), eps, effort);
}

Interval coin_delta(Count n, const CoinPairAt& pair, const Number& eps, const Effort& effort) {
  return coin_sum(n, pair, eps, coin_plan(n, pair, eps, effort));
}

CoinPlan coin_plan(Count n, const CoinPairAt& pair, const Number& eps, const Effort& effort) {
  const Interval rough = pair(enclose_expm1(eps, 128)).odds;
  if (!rough.finite()) throw TooMuchWork();
  const Window window = central_window(n - 1, rough, effort.bits + effort.scale, effort.bits + 48);
  const Count w_bits = integer_bits(enclose_exp(eps, 128));
  const Count guard = 2 * bits_of(window.hi - window.lo + 1) + 24;
  const Count fraction = effort.bits + effort.scale + w_bits + guard;
  return {window, fraction, effort.bits + guard, fraction + w_bits + 16};
}

Interval coin_sum(Count n, const CoinPairAt& pair, const Number& eps, const CoinPlan& plan) {
  const auto& [window, fraction, weight, tau_bits] = plan;
  const Count w_bits = integer_bits(enclose_exp(eps, 128));
  const Count precision = fraction + 2 * w_bits + 200;

  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval w_minus_1 = enclose_expm1(eps, precision);
  const auto [odds, alpha, tau, share] = pair(w_minus_1);
  if (!odds.finite()) return Interval::unit(precision);

  // tau by a dyadic tau' in [1/2, 1); what the wrong thresholds may cost is `slack` (PROOFS.md 1.3).
  const Integer full = Integer(1) << tau_bits;
  const Integer tau_used = std::max(full >> 1, std::min(scaled_floor(tau, tau_bits), Integer(full - 1)));
  const Interval at = times_power_of_two(Interval(tau_used, precision + 64), -tau_bits);
  const Interval two(Integer(2), precision);
  const Interval slack = two * share * (two + w_minus_1) * max(tau.upper() - at, at - tau.lower());

  Meter::foresee(window.hi - window.lo + 1, 300 + 40 * limbs(fraction));  // no more than is paid, as everywhere
  BinomialWalk coins(n - 1, odds, window, weight, 2);
  CoinRow row(window.lo, tau_used * (Integer(window.lo) + 1), tau_bits, fraction);
  for (;;) {
    coins.add(0, row.here());
    coins.add(1, row.tail());
    if (!coins.next()) break;
    row.next_row(tau_used);
  }
  coins.close();
  const auto interval = [&, unit = fraction](const Fixed& x) { return to_interval(x, unit, precision); };
  const Interval sum = alpha * interval(coins.sums[0]) - w_minus_1 * interval(coins.sums[1]);
  // What is left out gains at most alpha below, D of the last row above (PROOFS.md 1.4); a dyadic threshold may lose
  // `slack` in each row.
  const Interval last = min(alpha, alpha * interval(row.here()) + slack);
  const Interval upper = max(zero, sum + alpha * coins.below() + last * coins.above()) + slack;
  return from_ends(max(zero, sum), min(one, upper));
}

}  // namespace hallmark::check
