#include "basic/rounds_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "laws/grid_law.hpp"

namespace hallmark::check {

namespace {

constexpr Count kMostLatticePoints = 200'000;
constexpr Count kMostSplineRounds = 1000;

/// G_-1 .. G_rounds at c >= 0, G_j = sum over odd k of 2^-k c^(j+k)/(j+k)!: element j + 1.
std::vector<Interval> series(const Interval& c, Count rounds) {
  const Count precision = c.precision();
  const auto number = [&](Count x) { return integer(x, precision); };
  // The double chooses where the recurrence starts alone: `beyond` bounds its two first numbers there, wherever that is.
  const double size = mpfr_get_d(c.hi(), MPFR_RNDU);
  if (!(size < 1e5)) throw TooMuchWork();
  const Count start = rounds + Count(3 * size + static_cast<double>(precision)) + 8;
  std::vector<Interval> terms{number(1)};  // c^m/m!
  for (Count m = 1; m <= start + 1; ++m) terms.push_back(terms.back() * c / number(m));
  const Interval half(Rational(1, 2), precision);
  const Interval sinh = (exp(c * half) - exp(-(c * half))) * half;
  const auto beyond = [&](Count m) { return from_ends(number(0), terms[m] * sinh); };
  std::vector<Interval> g(rounds + 2, number(0));
  Interval later = beyond(start + 1);  // G_(j+2)
  Interval middle = beyond(start);     // G_(j+1)
  for (Count j = start + 1; j-- > 0;) {
    // Element j stands for G_(j-1).
    const Interval here = (later * half + terms[j]) * half;
    if (j <= rounds + 1) g[j] = here;
    later = middle;
    middle = here;
  }
  return g;
}

}  // namespace

Interval lattice_delta(const Outcomes& one, Count rounds, const Number& eps) {
  const Count width = one.list.size() - 1;
  if (width > 0 && rounds > kMostLatticePoints / width) throw TooMuchWork();
  const Count precision = one.infinite.precision();
  const Count fraction = precision - 16;
  std::vector<Fixed> base;
  for (const LogOutcome& outcome : one.list) {
    base.push_back({std::max(Integer(0), scaled_floor(outcome.p, fraction)), scaled_ceil(outcome.p, fraction)});
  }
  const std::vector<Fixed> masses = first_terms_of_power(base, rounds, SIZE_MAX, fraction);
  const auto number = [&](const Integer& x) { return Interval(x, precision); };
  const Interval first = one.list.front().log_ratio * number(Integer(rounds));
  // From outcome to outcome the log ratio changes by this.
  const Interval step = width == 0 ? number(0) : one.list[1].log_ratio - one.list[0].log_ratio;
  const Interval growth = exp(-step);
  Interval ratio = exp(enclose(eps, precision) - first);  // e^(eps - L)
  Interval sum = number(0);
  for (const Fixed& mass : masses) {
    const Interval gain = max(number(1) - ratio, number(0));
    sum = sum + times_power_of_two(Interval(mass.lo, mass.hi, precision), -fraction) * gain;
    ratio = ratio * growth;
  }
  const Interval infinite = number(1) - nth_power(number(1) - one.infinite, rounds);
  const Interval missing = one.missing() * number(Integer(rounds));
  return max(min(from_ends(sum + infinite, sum + infinite + missing), number(1)), number(0));
}

Interval spline_delta(const std::function<Spline(Count)>& make, Count rounds, const Number& eps, const Effort& effort) {
  if (rounds > kMostSplineRounds) throw TooMuchWork();
  const Count precision = effort.bits + effort.scale + 4 * rounds + 64;
  const Spline one = make(precision);
  const auto number = [&](Count x) { return integer(x, precision); };
  const Interval zero = number(0);
  const Interval threshold = enclose(eps, precision);
  // C(T,j) atom^(T-j) density^j.
  std::vector<Interval> weights;
  Interval binomial = number(1);
  for (Count j = 0; j <= rounds; ++j) {
    weights.push_back(binomial * nth_power(one.atom, rounds - j) * nth_power(one.density, j));
    binomial = binomial * number(rounds - j) / number(j + 1);
  }
  Interval sum = zero;
  std::vector<Interval> column(rounds + 1, zero);  // K_j(a-1)
  std::vector<Interval> next(rounds + 1, zero);
  Interval choose = number(1);  // C(T,a)
  for (Count a = 0; 2 * a < rounds; ++a) {
    const Interval c = one.reach * number(rounds - 2 * a) - threshold;
    if (!proved(less(zero, c.upper()))) break;
    next[0] = choose;
    for (std::size_t j = 0; j < rounds; ++j) next[j + 1] = next[j] - column[j] - column[j + 1];
    const std::vector<Interval> g = series(max(c, zero), rounds);
    for (std::size_t j = 0; j <= rounds; ++j) sum = sum + weights[j] * next[j] * g[j + 1];
    std::swap(column, next);
    choose = choose * number(rounds - a) / number(a + 1);
  }
  const Interval front = number(2) * exp(threshold / number(2)) * nth_power(one.scale, rounds);
  return max(min(front * sum, number(1)), zero);
}

}  // namespace hallmark::check
