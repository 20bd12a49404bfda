#include "bounds/blanket/tilted_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/circular_power.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::blanket {
namespace {

constexpr slong largest_log2_size = 20;

// ln E e^(t K) and its first two derivatives, in floating point: a proposal.
struct Cumulants {
  double value;
  double mean;
  double variance;
};

Cumulants cumulants(const std::vector<double>& logs, slong first, double t) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < logs.size(); ++i) {
    most = std::max(most, logs[i] + t * static_cast<double>(first + static_cast<slong>(i)));
  }
  double sum = 0;
  double one = 0;
  double two = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const auto k = static_cast<double>(first + static_cast<slong>(i));
    const double p = steady::exp(logs[i] + t * k - most);
    sum += p;
    one += p * k;
    two += p * k * k;
  }
  const double mean = one / sum;
  return {most + steady::log(sum), mean, std::max(two / sum - mean * mean, 0.0)};
}

// The t >= 0 at which the mean is 0: where the sum is most likely positive, if it ever is.
double best_tilt(const std::vector<double>& logs, slong first) {
  const auto ones = logs.begin() + std::clamp(1 - first, slong{0}, static_cast<slong>(logs.size()));
  if (std::all_of(ones, logs.end(), [](double x) { return std::isinf(x); })) return 0;  // never positive
  if (cumulants(logs, first, 0).mean >= 0) return 0;
  double low = 0;
  double high = 1e-12;
  while (high < 1e3 && cumulants(logs, first, high).mean < 0) {
    low = high;
    high *= 4;
  }
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (cumulants(logs, first, middle).mean < 0 ? low : high) = middle;
  }
  return low;
}

Rational short_number(double x) {
  constexpr int kept = 20;
  return x == 0 ? Rational(0) : short_dyadic(x, kept);
}

}  // namespace

std::optional<TiltedSum> tilted_sum(const Masses& masses, slong rounds, slong bits, const Budget& budget) {
  require(rounds >= 0 && !masses.at.empty(), "a law to be summed");
  std::vector<double> logs;
  logs.reserve(masses.at.size());
  for (const Ball& m : masses.at) {
    const double x = m.to_double_up();
    logs.push_back(x > 0 ? steady::log(x) : -std::numeric_limits<double>::infinity());
  }
  const double tilt = rounds == 0 ? 0 : best_tilt(logs, masses.first);
  const Rational exact_tilt = short_number(tilt);
  const Cumulants shape = cumulants(logs, masses.first, tilt);
  const auto length = static_cast<double>(masses.at.size());
  const double deviation = std::sqrt(static_cast<double>(rounds) * shape.variance);
  const double reach = std::min(9 * deviation + length, static_cast<double>(rounds) * length + 2);
  slong log2_size = 2;
  while (std::ldexp(1.0, static_cast<int>(log2_size)) < std::max(2 * reach + 2, length)) ++log2_size;
  if (log2_size > largest_log2_size) return std::nullopt;
  const slong size = slong{1} << log2_size;

  TiltedSum sum{Ball(exact_tilt, bits), Ball(1, bits), -size / 2, {}, Ball(0, bits), {}, {}};
  const Ball factor = exp(sum.theta);
  std::vector<Ball> tilted;
  tilted.reserve(masses.at.size());
  Ball power = exp(sum.theta * masses.first);
  Ball total(0, bits);
  for (const Ball& m : masses.at) {
    tilted.push_back(max(m.with_bits(bits), Ball(0, bits)) * power);
    total += tilted.back();
    power *= factor;
  }
  if (rounds == 0) {
    sum.window.assign(static_cast<std::size_t>(size), Ball(0, bits));
    sum.window[static_cast<std::size_t>(-sum.low)] = Ball(1, bits);
    return sum;
  }
  for (Ball& m : tilted) m /= total;
  sum.scale = pow(total, static_cast<ulong>(rounds));
  auto around = circular_power(tilted, rounds, log2_size, bits, budget);
  if (!around) return std::nullopt;
  // The sum k stands at k - rounds first, modulo the size.
  const slong shift = (rounds % size) * (masses.first % size) % size;
  sum.window.reserve(static_cast<std::size_t>(size));
  for (slong k = sum.low; k < sum.low + size; ++k) {
    const slong at = (((k - shift) % size) + size) % size;
    sum.window.push_back(max((*around)[static_cast<std::size_t>(at)], Ball(0, bits)));
  }
  // Chernoff: E e^(t (S - high)) over what lies above, E e^(-t (S - low + 1)) below.
  const double unit = deviation > 0 ? 1 / deviation : 1;
  const slong low_bits = 64;
  const auto growth = [&](const Rational& t, slong sign, slong from) {
    const Ball step = exp(Ball(t, low_bits) * sign);
    Ball weight = exp(Ball(t, low_bits) * (sign * masses.first));
    Ball mean(0, low_bits);
    for (const Ball& m : tilted) {
      mean += m.with_bits(low_bits) * weight;
      weight *= step;
    }
    return exp(log(mean) * rounds - Ball(t, low_bits) * (sign * from));
  };
  Ball above(1, low_bits);
  Ball below(1, low_bits);
  for (const double multiple : {0.0, 2.0, 5.0, 8.0, 11.0, 16.0, 30.0}) {
    const Rational t = short_number(multiple * unit);
    Ball over = multiple == 0 ? Ball(1, low_bits) : growth(t, 1, sum.high());
    if (!over.is_finite()) continue;
    if (multiple > 0) {
      above = min(above, over);
      const Ball under = growth(t, -1, sum.low);
      if (under.is_finite()) below = min(below, under);
    }
    sum.growths.emplace_back(t, low_bits);
    sum.beyond.push_back(std::move(over));
  }
  sum.outside = (above + below).with_bits(bits);
  return sum;
}

Ball positive_part_upper(const TiltedSum& sum, slong bits) {
  Ball total(0, bits);
  const Ball factor = exp(-sum.theta);
  Ball power = factor;
  for (slong k = 1; k <= sum.high(); ++k) {
    total += sum.at(k) * power * k;
    power *= factor;
  }
  if (sum.growths.empty()) return sum.scale * total;  // no copies at all
  std::optional<Ball> tail;
  for (std::size_t i = 0; i < sum.growths.size(); ++i) {
    const Ball exponent = (sum.theta + sum.growths[i]) * sum.high();
    if (less_equal(Ball(1, bits), exponent) != Truth::yes) continue;
    Ball here = exp(-sum.theta * sum.high()) * sum.high() * sum.beyond[i];
    tail = tail ? min(*tail, here) : std::move(here);
  }
  if (!tail) return Ball(1, bits) / Ball(0, bits);
  return sum.scale * (total + *tail);
}

}  // namespace hallmark::blanket
