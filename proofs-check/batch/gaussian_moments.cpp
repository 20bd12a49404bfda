#include "batch/gaussian_moments.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include "numbers/power_series.hpp"
#include "numbers/trapezoid.hpp"

namespace hallmark::check {

namespace {

std::uint64_t limbs(mpfr_prec_t precision) { return static_cast<std::uint64_t>(precision) / 64 + 1; }

Interval integer(const Integer& value, mpfr_prec_t precision) { return {value, precision}; }

/// 1/sigma^2
Interval curvature(const Number& sigma, mpfr_prec_t precision) {
  const Interval s = enclose(sigma, precision);
  return integer(1, precision) / (s * s);
}

/// Bits that a number above 2^-result loses to 1 when it is added to it.
long bits_below_one(const Interval& small) {
  if (mpfr_regular_p(small.lo()) == 0) return 0;
  return std::max(0L, 2 - static_cast<long>(mpfr_get_exp(small.lo())));
}

mpfr_prec_t checked(long precision) {
  if (precision > (1L << 24)) throw TooMuchWork();
  return precision;
}

/// ln(1 + x) of an excess x >= 0, of which `x` is an enclosure.
Interval log_of_one_and(const Interval& x) { return log1p(max(x, Interval(x.precision()))); }

}  // namespace

std::vector<Interval> poisson_remove(const Number& rate, const Number& sigma, std::uint64_t first, std::uint64_t last,
                                     unsigned bits, Budget& budget) {
  const mpfr_prec_t precision = checked(static_cast<long>(bits) + 64 + 4 * std::bit_width(last));
  budget.charge(64, limbs(precision) * limbs(precision));
  const Interval one = integer(1, precision);
  const Interval c = curvature(sigma, precision);
  const Interval q = enclose(rate, precision);
  const bool always = compare(rate, Rational(1)) == Order::equal;
  const Interval step = exp(c);
  std::vector<Interval> result;
  for (std::uint64_t order = first; order <= last; ++order) {
    if (always) {
      result.push_back(c * integer(Integer(order) * (order - 1) / 2, precision));
      continue;
    }
    budget.charge(order, 12 * limbs(precision));
    // sum over k >= 2 of C(order,k) (1-q)^(order-k) q^k (e^(ck(k-1)/2) - 1), every factor positive.
    const Interval rest = Interval(Rational(1), precision) - q;
    const Interval odds = q / rest;
    Interval weight = nth_power(rest, order) * odds * integer(order, precision);
    Interval gain(precision);   // e^(c k(k-1)/2) - 1 at k = 1
    Interval slope = expm1(c);  // e^(c k) - 1
    const Interval first_slope = slope;
    Interval sum(precision);
    for (std::uint64_t k = 2; k <= order; ++k) {
      weight = weight * odds * integer(order - k + 1, precision) / integer(k, precision);
      gain = gain * (slope + one) + slope;
      slope = slope * step + first_slope;
      sum = sum + weight * gain;
    }
    result.push_back(log_of_one_and(sum));
  }
  return result;
}

Interval poisson_add(const Number& rate, const Number& sigma, const Number& alpha, unsigned bits, Budget& budget,
                     long chosen) {
  const Interval rough_r = enclose(alpha, 64) - integer(1, 64);
  const Interval rough_q = enclose(rate, 64);
  if (compare(rate, Rational(1)) == Order::equal) {
    const auto precision = static_cast<mpfr_prec_t>(bits + 64);
    const Interval a = enclose(alpha, precision);
    return a * (a - integer(1, precision)) * curvature(sigma, precision) / integer(2, precision);
  }
  // The excess is at least about r q^2/sigma^2 (a guess: precision only).
  const Interval guess = min(rough_r, integer(1, 64)) * rough_q * rough_q * min(integer(1, 64), curvature(sigma, 64));
  const long accuracy = static_cast<long>(bits) + 16 + bits_below_one(guess);
  const long room =
      std::max(0L, exponent_above(enclose(alpha, 64))) + 2 * std::max(0L, exponent_above(curvature(sigma, 64)));
  const mpfr_prec_t precision = checked(accuracy + 64 + room);
  budget.charge(64, limbs(precision) * limbs(precision));
  const Interval one = integer(1, precision);
  const Interval r = enclose(alpha, precision) - one;
  const Interval q = enclose(rate, precision);
  const Interval s = one / enclose(sigma, precision);
  const Interval half_square = s * s / integer(2, precision);
  const Interval peak = exp(-(r * log1p(-q)));  // (1-q)^-r, the largest value of the ratio's power
  const NormalTrapezoid rule(s, chosen > 0 ? chosen : accuracy + std::max(0L, exponent_above(peak)), precision);
  const Interval sum =
      rule.sum([&](const Interval& x) { return exp(-(r * log1p(q * expm1(s * x - half_square)))); }, budget);
  const Interval moment = sum + rule.error(peak);
  return log_of_one_and(moment - one);
}

std::vector<Interval> allocation_remove(std::uint64_t steps, const Number& sigma, std::uint64_t first,
                                        std::uint64_t last, unsigned bits, Budget& budget) {
  // The moment exceeds 1 by at least (e^(1/sigma^2) - 1)/steps >= 1/(sigma^2 steps).
  const Interval guess = min(integer(1, 64), curvature(sigma, 64)) / integer(steps, 64);
  const mpfr_prec_t precision =
      checked(static_cast<long>(bits) + 48 + bits_below_one(guess) + 2 * std::bit_width(last) + std::bit_width(steps));
  budget.charge(last, 16 * limbs(precision) * limbs(precision));
  const Interval c = curvature(sigma, precision + 64);
  std::vector<Interval> series;
  Interval factorial = integer(1, precision);
  for (std::uint64_t p = 0; p <= last; ++p) {
    if (p > 1) factorial = factorial * integer(p, precision);
    const Interval moment = p < 2 ? integer(1, precision) : exp(c * integer(Integer(p) * (p - 1) / 2, precision + 64));
    series.push_back(moment / factorial);
  }
  const std::vector<Interval> powers = truncated_power(series, steps, precision, budget);
  const Interval t = integer(steps, precision);
  std::vector<Interval> result;
  Interval scale = integer(1, precision);  // p!/steps^p
  for (std::uint64_t p = 1; p <= last; ++p) {
    scale = scale * integer(p, precision) / t;
    if (p >= first) result.push_back(log_of_one_and(powers[p] * scale - integer(1, precision)));
  }
  return result;
}

Interval allocation_remove_selected(std::uint64_t steps, std::uint64_t selected, const Number& sigma,
                                    std::uint64_t order, unsigned bits, Budget& budget) {
  if (order > 64 || selected > 256) throw TooMuchWork();
  const mpfr_prec_t precision = checked(static_cast<long>(bits) + 96);
  const Interval c = curvature(sigma, precision);
  budget.charge(64, limbs(precision) * limbs(precision));
  // counts[j]: how many steps were chosen j+1 times so far; the rest were not chosen. Weights are numbers of ways.
  using Counts = std::vector<std::uint64_t>;
  std::map<Counts, Integer> law;
  law.emplace(Counts(order, 0), 1);
  const auto choose = [&](std::uint64_t n, std::uint64_t k) {
    Integer value;
    mpz_bin_ui(raw(value), raw(Integer(n)), k);
    return value;
  };
  for (std::uint64_t round = 0; round < order; ++round) {
    std::map<Counts, Integer> next;
    for (const auto& entry : law) {
      const Counts& counts = entry.first;
      const Integer& ways = entry.second;
      // Choose x_j of the steps chosen j times, for all j: recursively from the most chosen down to the never chosen.
      const auto place = [&](auto&& self, std::size_t level, std::uint64_t left, Counts& to,
                             const Integer& so_far) -> void {
        if (level == 0) {
          std::uint64_t used = 0;
          for (const std::uint64_t x : counts) used += x;
          if (left > steps - used) return;
          to[0] += left;
          budget.charge(1, 64 + selected + limbs(static_cast<mpfr_prec_t>(mpz_sizeinbase(raw(so_far), 2))));
          next[to] += so_far * choose(steps - used, left);
          to[0] -= left;
          return;
        }
        const std::uint64_t here = counts[level - 1];
        for (std::uint64_t x = 0; x <= std::min(left, here); ++x) {
          if (x > 0 && level == order) break;
          to[level - 1] -= x;
          if (level < order) to[level] += x;
          self(self, level - 1, left - x, to, so_far * choose(here, x));
          to[level - 1] += x;
          if (level < order) to[level] -= x;
        }
      };
      Counts to = counts;
      place(place, order, selected, to, ways);
    }
    law = std::move(next);
  }
  Integer all = 0;
  for (const auto& [counts, ways] : law) all += ways;
  Interval excess(precision);
  for (const auto& [counts, ways] : law) {
    Integer exponent = 0;
    for (std::size_t j = 0; j < counts.size(); ++j) exponent += Integer(counts[j]) * (j + 1) * j / 2;
    budget.charge(limbs(precision), limbs(precision));
    excess = excess + Interval(Rational(ways, all), precision) * expm1(c * integer(exponent, precision));
  }
  return log_of_one_and(excess);
}

}  // namespace hallmark::check
