#include "numbers/power_series.hpp"

#include <bit>

#include "numbers/fixed.hpp"

namespace hallmark::check {

namespace {

/// Numbers x >= 0 and x <= 2^exponent.
struct Coefficients {
  std::vector<Interval> values;
  std::vector<Count> exponents;

  explicit Coefficients(std::vector<Interval> x) : values(std::move(x)) {
    for (const Interval& value : values) exponents.push_back(exponent(value));
  }
  void push_back(const Interval& x) {
    values.push_back(x);
    exponents.push_back(exponent(x));
  }
  static Count exponent(const Interval& x) {
    constexpr Count beyond = 1'099'511'627'776;
    if (!x.finite()) return beyond;
    return mpfr_zero_p(x.hi()) != 0 ? -beyond : exponent_above(x);
  }
};

/// sum over from <= i <= p of a_i b_(p-i). A product much smaller than the sum is only counted, at its largest.
Interval convolution(const Coefficients& a, const Coefficients& b, std::size_t from, std::size_t p) {
  Interval sum = a.values[p] * b.values[0];
  const Count drop = sum.precision() + 16;
  Count dropped = 0;
  for (std::size_t i = p; i-- > from;) {
    if (a.exponents[i] + b.exponents[p - i] < Coefficients::exponent(sum) - drop) {
      ++dropped;
    } else {
      sum = sum + a.values[i] * b.values[p - i];
    }
  }
  if (dropped == 0 || !sum.finite()) return sum;
  const Interval left_out = times_power_of_two(integer(dropped, sum.precision()), exponent_above(sum) - drop);
  return sum + from_ends(Interval(sum.precision()), left_out);
}

/// f g' = t f' g for g = f^t: p f_0 g_p = sum_i (i (t+1) - p) f_i g_(p-i), where i (t+1) - p = i (t+1-p) + (i-1) p.
std::vector<Interval> by_recurrence(const std::vector<Interval>& f, Count t) {
  const auto number = [&](const Integer& x) { return Interval(x, f[0].precision()); };
  Coefficients once({});
  Coefficients less({});
  for (std::size_t i = 0; i < f.size(); ++i) {
    once.push_back(f[i] * number(i));
    less.push_back(f[i] * number(i == 0 ? 0 : i - 1));
  }
  Coefficients g({nth_power(f[0], t)});
  for (std::size_t p = 1; p < f.size(); ++p) {
    const Interval first = convolution(once, g, 1, p);
    const Interval second = convolution(less, g, 1, p);
    g.push_back((number(Integer(t) + 1 - p) * first / number(p) + second) / f[0]);
  }
  return g.values;
}

Coefficients product(const Coefficients& a, const Coefficients& b) {
  Coefficients result({});
  for (std::size_t p = 0; p < a.values.size(); ++p) result.push_back(convolution(a, b, 0, p));
  return result;
}

}  // namespace

std::vector<Interval> truncated_power(const std::vector<Interval>& series, Count exponent) {
  const Count size = series.size();
  if (size > 100'000) throw TooMuchWork();
  const bool recurs = size <= 2 || exponent >= size - 2;  // then no term of the recurrence is negative
  if (recurs) return by_recurrence(series, exponent);
  const Coefficients base(series);
  Coefficients result = base;
  for (int bit = static_cast<int>(bits_of(exponent)) - 2; bit >= 0; --bit) {
    result = product(result, result);
    if (exponent.has_bit(bit)) result = product(result, base);
  }
  return result.values;
}

}  // namespace hallmark::check
