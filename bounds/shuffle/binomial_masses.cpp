#include "bounds/shuffle/binomial_masses.hpp"

#include <cmath>

namespace hallmark::atoms {

Range binomial_range(const Binomial& law, double depth) {
  const double n = static_cast<double>(law.n);
  const double mean = n * law.p.to_double_up();
  const double variance = mean * law.q.to_double_up();
  const double reach = depth / 3 + std::sqrt(depth * depth / 9 + 2 * depth * variance) + 2;
  const auto clipped = [&](double x) { return x <= 0 ? slong{0} : (x >= n ? law.n : static_cast<slong>(x)); };
  return {clipped(mean - reach), clipped(mean + reach)};
}

double log_of(const Ball& x) {
  if (!x.is_finite() || is_positive(x) != Truth::yes) return -1e300;
  return log(x.with_bits(64)).to_double_up();
}

}  // namespace hallmark::atoms
