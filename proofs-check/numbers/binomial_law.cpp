#include "numbers/binomial_law.hpp"

#include <algorithm>

namespace hallmark::check {

std::optional<BinomialLaw> binomial_law(std::uint64_t trials, const Interval& odds, unsigned long unit,
                                        unsigned long cut, Budget& budget) {
  const mpfr_prec_t precision = odds.precision();
  const Interval one(Integer(1), precision);
  const Interval p = odds / (one + odds);
  const Integer variance = scaled_ceil(Interval(Integer(trials), precision) * p / (one + odds), 0);
  const Integer reach = 2 * (sqrt(Integer(Integer(cut) * 14 / 10 * variance)) + cut + 2);
  const std::uint64_t terms = std::min(Integer(trials) + 1, reach).to_unsigned();
  if (terms > (std::uint64_t{1} << 22)) throw TooMuchWork();
  budget.charge(terms, 40 + 8 * limbs(unit));

  const Integer start = scaled_floor(Interval(Integer(trials + 1), precision) * p, 0);
  const auto mode = std::max(Integer(0), std::min(Integer(trials), start)).to_unsigned();
  const Integer top = Integer(1) << unit;
  const std::size_t least = unit > cut ? unit - cut : 1;
  std::vector<Fixed> below;
  std::vector<Fixed> above = {{top, top}};
  Integer outside = 0;
  const auto walk = [&](bool upward) -> bool {
    // Going down the weight is multiplied by i/(trials-i+1) and by 1/odds.
    const Interval factor = upward ? odds : one / odds;
    const long shift = std::max(0L, static_cast<long>(unit) + 8 - exponent_above(factor));
    const Fixed fixed{scaled_floor(factor, shift), scaled_ceil(factor, shift)};
    std::vector<Fixed>& weights = upward ? above : below;
    Fixed w{top, top};
    std::uint64_t i = mode;
    while (i != (upward ? trials : 0) && mpz_sizeinbase(raw(std::as_const(w.hi)), 2) > least) {
      w.times_ratio(upward ? trials - i : i, upward ? i + 1 : trials - i + 1);
      w.times(fixed, static_cast<unsigned long>(shift));
      i = upward ? i + 1 : i - 1;
      weights.push_back(w);
      if (weights.size() > 2 * terms + 64) throw TooMuchWork();
    }
    if (i == (upward ? trials : 0)) return true;
    const Rational ratio =
        upward ? Rational(Integer(trials - i), Integer(i + 1)) : Rational(Integer(i), Integer(trials - i + 1));
    const Interval rho = Interval(ratio, precision) * factor;
    if (!proved(less(rho, one))) return false;
    outside += scaled_ceil(Interval(w.hi, precision) * rho / (one - rho), 0);
    return true;
  };
  if (!walk(true) || !walk(false)) return std::nullopt;

  BinomialLaw law;
  law.first = mode - below.size();
  law.masses.assign(below.rbegin(), below.rend());
  law.masses.insert(law.masses.end(), above.begin(), above.end());
  Fixed total{0, outside};
  for (const Fixed& w : law.masses) total.add(w);
  const auto up = [&](const Integer& x) { return Integer(((x << unit) + total.lo - 1) / total.lo); };
  for (Fixed& w : law.masses) w = {Integer((w.lo << unit) / total.hi), up(w.hi)};
  law.outside = up(outside);
  return law;
}

}  // namespace hallmark::check
