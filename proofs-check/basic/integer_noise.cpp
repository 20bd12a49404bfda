#include "basic/integer_noise.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "laws/grid_law.hpp"
#include "statement/reader.hpp"

namespace hallmark::check {

namespace {

/// A wish for so many outcomes on one side. The doubles choose the reach alone, and every reach encloses: NaN, infinity and
/// what is too far are refused.
Count reach_of(double wanted) {
  if (!(wanted >= 0 && wanted < static_cast<double>(kMostOutcomes))) throw TooMuchWork();
  return Count(wanted) + 1;
}

double size_of(const Interval& x) { return mpfr_get_d(x.hi(), MPFR_RNDU); }

/// P at x is the mass at x - sensitivity, Q that at x: outcomes of which both are listed. Where all masses are listed the
/// others have an infinite ratio, else they are missing.
Outcomes shifted(const std::vector<Interval>& masses, Count sensitivity, bool all_listed, Count precision) {
  Outcomes all{{}, Interval(precision)};
  const Count size = masses.size();
  for (Count x = sensitivity; x < size; ++x) {
    const Interval& p = masses[x - sensitivity];
    all.list.push_back({p, log(p / masses[x])});
  }
  for (Count x = std::max(Count(0), size - sensitivity); all_listed && x < size; ++x) {
    all.infinite = all.infinite + masses[x];
  }
  return all;
}

/// Weights at 0, 1, ..., reach over the sum of all integers', both sides: beyond the reach a quotient of neighbours is at
/// most `ratio`.
std::vector<Interval> normalised(const std::vector<Interval>& weights, const Interval& ratio) {
  const Count precision = ratio.precision();
  const Interval one = integer(1, precision);
  if (!proved(less(ratio, Rational(1)))) throw TooMuchWork();
  const Interval two = integer(2, precision);
  Interval sum = weights.front();
  for (std::size_t i = 1; i < weights.size(); ++i) sum = sum + two * weights[i];
  const Interval total = from_ends(sum, sum + (two * weights.back() * ratio / (one - ratio)).upper());
  std::vector<Interval> masses;
  for (std::size_t i = weights.size(); i-- > 1;) masses.push_back(weights[i] / total);
  for (const Interval& weight : weights) masses.push_back(weight / total);
  return masses;
}

/// The sum of `parties` copies of a law that these masses list but for a tail, between the first and the last mass above
/// 2^-precision.
std::vector<Interval> sum_of(const std::vector<Interval>& one, Count parties, Count precision) {
  if (Count(one.size()) > kMostOutcomes || parties > kMostOutcomes / Count(one.size())) throw TooMuchWork();
  const Count working = one.front().precision();
  const Count fraction = working - 16;
  std::vector<Fixed> base;
  Interval missing = integer(1, working);
  for (const Interval& mass : one) {
    base.push_back({std::max(Integer(0), scaled_floor(mass, fraction)), scaled_ceil(mass, fraction)});
    missing = missing - mass;
  }
  const Interval lacks = max(missing * integer(parties, working), Interval(working)).upper();
  const std::vector<Fixed> sums = first_terms_of_power(base, parties, SIZE_MAX, fraction);
  const auto is_large = [&](const Fixed& mass) { return mass.lo.bits() + precision > fraction; };
  const auto from = std::find_if(sums.begin(), sums.end(), is_large);
  const auto to = std::find_if(sums.rbegin(), std::make_reverse_iterator(from), is_large).base();
  std::vector<Interval> masses;
  std::transform(from, to, std::back_inserter(masses), [&](const Fixed& mass) {
    const Interval low = times_power_of_two(Interval(mass.lo, mass.hi, working), -fraction);
    return from_ends(low, low + lacks);
  });
  return masses;
}

}  // namespace

Outcomes skellam(const Number& variance, Count sensitivity, Count precision) {
  const Interval v = enclose(variance, precision);
  const double size = size_of(v);
  // e^-V I_n(V) lies near e^(-n^2/(2V)), and far out near (V/2)^n/n!.
  const double bits = static_cast<double>(precision);
  const Count reach = reach_of(std::sqrt(1.3863 * bits * size) + bits / 2 + static_cast<double>(sensitivity));
  const Count start = reach + reach_of(std::sqrt(bits * size) + bits / 2);
  const auto twice = [&](Count n) { return Interval(Integer(2) * Integer(n), precision) / v; };
  // r_n = I_(n+1)/I_n, from [0, 1] far out.
  std::vector<Interval> ratios(reach + 1, Interval(precision));
  Interval r = Interval::unit(precision);
  for (Count n = start; n-- > 0;) {
    r = integer(1, precision) / (twice(n + 1) + r);
    if (n <= reach) ratios[n] = r;
  }
  std::vector<Interval> weights{integer(1, precision)};
  for (Count n = 0; n < reach; ++n) weights.push_back(weights.back() * ratios[n]);
  return shifted(normalised(weights, ratios.back()), sensitivity, false, precision);
}

Outcomes binomial_noise(Count coins, Count sensitivity, Count precision) {
  if (coins >= kMostOutcomes) throw TooMuchWork();
  if (coins < sensitivity) throw Rejected{"domain", "n: must be at least the sensitivity"};
  std::vector<Interval> masses;
  Integer choose = 1;
  for (Count x = 0; x <= coins; ++x) {
    masses.push_back(times_power_of_two(Interval(choose, precision), -coins));
    choose = choose * Integer(coins - x) / Integer(x + 1);  // exact
  }
  return shifted(masses, sensitivity, true, precision);
}

Outcomes discrete_gaussian_sum(const Number& sigma2, Count parties, Count sensitivity, Count precision) {
  const Count working = 2 * precision + 64;
  const Interval variance = enclose(sigma2, working);
  const Count reach = reach_of(std::sqrt(1.3863 * static_cast<double>(working) * size_of(variance)));
  const auto power = [&](const Integer& x) { return exp(-(Interval(x, working) / (integer(2, working) * variance))); };
  std::vector<Interval> weights;
  for (Count x = 0; x <= reach; ++x) weights.push_back(power(Integer(x) * Integer(x)));
  const std::vector<Interval> one = normalised(weights, power(Integer(2 * reach + 1)));
  return shifted(sum_of(one, parties, precision), sensitivity, false, precision);
}

Outcomes discrete_laplace_sum(const Number& a, Count parties, Count sensitivity, Count precision) {
  const Count working = 2 * precision + 64;
  const Interval z = integer(1, working) / enclose_exp(a, working);
  const Count reach = reach_of(0.6932 * static_cast<double>(working) / mpfr_get_d(enclose(a, 64).lo(), MPFR_RNDD));
  std::vector<Interval> weights{integer(1, working)};
  for (Count x = 0; x < reach; ++x) weights.push_back(weights.back() * z);
  return shifted(sum_of(normalised(weights, z), parties, precision), sensitivity, false, precision);
}

}  // namespace hallmark::check
