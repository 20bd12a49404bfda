#include "numbers/binomial_law.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace hallmark::check {

namespace {

/// weight (rho + rho^2 + ...), enclosed in [0, h]; infinite unless rho < 1 is proved.
Interval geometric(const Interval& weight, const Interval& rho) {
  const Interval zero(rho.precision());
  const Interval one(Integer(1), rho.precision());
  const Interval sum = proved(less(rho, one)) ? weight * rho / (one - rho) : one / zero;
  return from_ends(zero, max(zero, sum));
}

}  // namespace

Window central_window(Count trials, const Interval& odds, Count below, Count above) {
  const Interval whole = odds + integer(1, odds.precision());
  const Interval mean = integer(trials, odds.precision()) * odds / whole;
  const Integer mu = scaled_floor(mean, 0);
  const Integer variance = std::max(Integer(0), scaled_ceil(mean / whole, 0));
  const auto spread = [&variance](Count bits) {
    const Integer lambda = Integer(bits) * 7 / 10 + 1;
    return Integer(sqrt(2 * lambda * variance) + lambda + 2);
  };
  const Integer lo = std::max(Integer(0), Integer(mu - spread(below)));
  const Integer hi = std::min(Integer(trials), Integer(mu + spread(above)));
  return {std::min(lo, hi).to_count(), hi.to_count()};
}

BinomialWalk::BinomialWalk(Count trials, const Interval& odds, const Window& window, Count bits,
                           std::size_t number_of_sums)
    : sums(number_of_sums, Fixed{0, 0}),
      trials_(trials),
      first_(window.lo),
      index_(window.lo),
      last_(window.hi),
      odds_(odds),
      size_(bits + 40),
      shift_(std::max<Count>(0, bits + 16 - exponent_above(odds))),
      below_(odds.precision()),
      above_(odds.precision()) {
  factor_ = to_fixed(odds, 0);
  if (factor_.lo == factor_.hi) shift_ = 0;
  factor_ = to_fixed(odds, shift_);
  weight_ = {Integer(1) << size_, Integer(1) << size_};
  total_ = weight_;
}

bool BinomialWalk::next() {
  // Far above the mode the weights are negligible; the remainder accounts for the rest, wherever the walk stops.
  if (index_ == last_ || weight_.hi.bits() <= 24) return false;
  weight_.times_ratio(trials_ - index_, index_ + 1);
  weight_.times(factor_, shift_);
  ++index_;
  total_.add(weight_);
  if (const std::size_t bits = weight_.hi.bits(); bits > size_ + 64) {
    for (Fixed* x : {&weight_, &total_}) x->shift_right(bits - size_);
    for (Fixed& x : sums) x.shift_right(bits - size_);
    dropped_ += bits - size_;
  }
  return true;
}

void BinomialWalk::close(Count unit) {
  const Count precision = odds_.precision();
  const Interval one(Integer(1), precision);
  const auto ratio = [&](Count up, Count down) { return Interval(Rational(up, down), precision); };
  const Count dropped = std::min<Count>(dropped_, 1 << 29);
  const Interval first = times_power_of_two(one, size_ - dropped);
  if (first_ > 0) below_ = geometric(first, ratio(first_, trials_ - first_ + 1) / odds_);
  if (index_ < trials_) above_ = geometric({weight_.hi, precision}, ratio(trials_ - index_, index_ + 1) * odds_);
  const Interval outside = below_ + above_;
  if (total_.lo == 0) throw TooMuchWork();  // odds of no digits
  const Integer whole = outside.finite() ? total_.hi + scaled_ceil(outside, 0) : Integer(0);
  for (Fixed& x : sums) {
    x.lo = whole == 0 ? Integer(0) : floor_div(x.lo << unit, whole);
    x.hi = ceil_div(x.hi << unit, total_.lo);
  }
  for (Interval* x : {&below_, &above_}) *x = min(one, *x / Interval(total_.lo, precision));
}

BinomialLaw binomial_law(Count trials, const Interval& odds, Count unit, Count cut) {
  if (!odds.finite()) throw TooMuchWork();
  const Window window = central_window(trials, odds, cut, cut);
  const Count terms = window.hi - window.lo + 1;
  Meter::room(terms, 2 * limbs(unit) + 16);
  BinomialWalk walk(trials, odds, window, unit + bits_of(terms), 0);
  walk.sums.reserve(terms);
  do walk.sums.push_back(walk.weight());
  while (walk.next());
  walk.close(unit);
  const Interval outside = walk.below() + walk.above();
  if (!proved(less(outside, Rational(1)))) throw TooMuchWork();
  return {window.lo, std::move(walk.sums), scaled_ceil(outside, unit)};
}

Fixed mass_from(const BinomialLaw& law, Count least) {
  Fixed sum{0, law.outside};
  for (std::size_t i = 0; i < law.masses.size(); ++i) {
    if (law.first + i >= least) sum.add(law.masses[i]);
  }
  return sum;
}

}  // namespace hallmark::check
