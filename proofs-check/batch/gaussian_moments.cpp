#include "batch/gaussian_moments.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "numbers/fixed.hpp"
#include "numbers/power_series.hpp"

namespace hallmark::check {

namespace {

/// 1/sigma^2
Interval curvature(const Number& sigma, Count precision) {
  const Interval s = enclose(sigma, precision);
  return integer(1, precision) / (s * s);
}

/// C(k, 2), the pairs among k choices of one step.
Integer pairs(Count k) { return Integer(k) * (k - 1) / 2; }

/// ln(1 + x) of an excess x >= 0, of which `x` is an enclosure.
Interval log_of_one_and(const Interval& x) { return log1p(max(x, Interval(x.precision()))); }

}  // namespace

Interval gaussian_log_moment(const Number& sigma, const Number& alpha, unsigned bits) {
  const Count precision = bits + 64;
  const Interval order = enclose(alpha, precision);
  return order * enclose_minus_1(alpha, precision) * curvature(sigma, precision) / integer(2, precision);
}

std::vector<Interval> poisson_remove(const Number& rate, const Number& sigma, Count first, Count last, unsigned bits) {
  const Count precision = bits + 64 + 4 * bits_of(last);
  const Interval one = integer(1, precision);
  const Interval c = curvature(sigma, precision);
  const Interval q = enclose(rate, precision);
  const Interval step = exp(c);
  const Interval odds = q / (one - q);
  std::vector<Interval> result;
  for (Count order = first; order <= last; ++order) {
    if (compare(rate, Rational(1)) == Order::equal) {
      result.push_back(gaussian_log_moment(sigma, {Number::Kind::rational, Rational(order)}, bits));
      continue;
    }
    // sum over k >= 2 of C(order,k) (1-q)^(order-k) q^k (e^(ck(k-1)/2) - 1), every factor positive.
    Interval weight = nth_power(one - q, order) * odds * integer(order, precision);
    Interval gain(precision);   // e^(c k(k-1)/2) - 1 at k = 1
    Interval slope = expm1(c);  // e^(c k) - 1
    const Interval first_slope = slope;
    Interval sum(precision);
    for (Count k = 2; k <= order; ++k) {
      weight = weight * odds * integer(order - k + 1, precision) / integer(k, precision);
      gain = gain * (slope + one) + slope;
      slope = slope * step + first_slope;
      sum = sum + weight * gain;
    }
    result.push_back(log_of_one_and(sum));
  }
  return result;
}

std::vector<Interval> allocation_remove(Count steps, const Number& sigma, Count first, Count last, unsigned bits) {
  // The moment exceeds 1 by at least (e^(1/sigma^2) - 1)/steps >= 1/(sigma^2 steps) (a guess: precision only).
  const Interval rough = curvature(sigma, 64);
  const Interval small = integer(steps, 64) / rough;
  if (!rough.finite() || !small.finite()) throw TooMuchWork();
  const Count room = 2 * bits_of(last) + 2 * bits_of(steps) + std::max<Count>(0, exponent_above(rough));
  const Count precision = bits + 64 + room + std::max<Count>(0, exponent_above(small));
  if (precision > (1L << 24)) throw TooMuchWork();
  const Interval c = curvature(sigma, precision);
  std::vector<Interval> series;
  Interval factorial = integer(1, precision);
  for (Count p = 0; p <= last; ++p) {
    if (p > 1) factorial = factorial * integer(p, precision);
    series.push_back(exp(c * integer(pairs(p), precision)) / factorial);
  }
  const std::vector<Interval> powers = truncated_power(series, steps);
  std::vector<Interval> result;
  Interval scale = integer(1, precision);  // p!/steps^p
  for (Count p = 1; p <= last; ++p) {
    scale = scale * integer(p, precision) / integer(steps, precision);
    if (p >= first) result.push_back(log_of_one_and(powers[p] * scale - integer(1, precision)));
  }
  return result;
}

Interval allocation_remove_selected(Count steps, Count selected, const Number& sigma, Count order, unsigned bits) {
  if (order > 64 || selected > 256) throw TooMuchWork();
  const Count precision = bits + 96;
  const Interval c = curvature(sigma, precision);
  // counts[j]: how many steps were chosen j+1 times so far; the rest were not chosen. Weights are numbers of ways.
  using Counts = std::vector<Count>;
  std::map<Counts, Integer> law;
  law.emplace(Counts(order, 0), 1);
  for (Count round = 0; round < order; ++round) {
    std::map<Counts, Integer> next;
    for (const auto& entry : law) {
      const Counts& counts = entry.first;
      // Choose x_j of the steps chosen j times, for all j: recursively from the most chosen down to the never chosen,
      // `left` of the `room` steps that are chosen at most `level` times.
      const auto place = [&](auto&& self, std::size_t level, Count left, Count room, Counts& to,
                             const Integer& so_far) -> void {
        if (level == 0) {
          Meter::room(next.size(), order + 16);
          to[0] += left;
          next[to] += so_far * binomial(room, left);
          to[0] -= left;
          return;
        }
        const Count here = counts[level - 1];
        const Count below = room - here;
        for (Count x = std::max<Count>(left - below, 0); x <= std::min(left, here); ++x) {
          if (x > 0 && level == order) break;
          to[level - 1] -= x;
          if (level < order) to[level] += x;
          self(self, level - 1, left - x, below, to, so_far * binomial(here, x));
          to[level - 1] += x;
          if (level < order) to[level] -= x;
        }
      };
      Counts to = counts;
      place(place, order, selected, steps, to, entry.second);
    }
    law = std::move(next);
  }
  Integer all = 0;
  for (const auto& [counts, ways] : law) all += ways;
  Interval excess(precision);
  for (const auto& [counts, ways] : law) {
    Integer exponent = 0;
    for (std::size_t j = 0; j < counts.size(); ++j) exponent += Integer(counts[j]) * pairs(j + 1);
    excess = excess + Interval(Rational(ways, all), precision) * expm1(c * integer(exponent, precision));
  }
  return log_of_one_and(excess);
}

}  // namespace hallmark::check
