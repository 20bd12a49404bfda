#include "bounds/allocation/allocation.hpp"

#include "exact/error.hpp"

namespace hallmark::allocation {

void check_domain(std::string_view where, const Scheme& scheme) {
  if (scheme.sigma.sign() <= 0) throw InputError(where, "sigma", scheme.sigma.to_string(), "positive");
  if (scheme.steps < 1 || scheme.steps > max_steps) {
    throw InputError(where, "steps", Rational(scheme.steps).to_string(), "an integer from 1 to 10^15");
  }
  if (scheme.selected < 1 || scheme.selected > scheme.steps) {
    throw InputError(where, "selected", Rational(scheme.selected).to_string(), "an integer from 1 to steps");
  }
}

std::vector<Ball> gaussian_moments(const Number& sigma, slong n, slong bits) {
  check_domain("allocation.moments", {sigma, 1, 1});
  if (n < 0) throw InputError("allocation.moments", "n", Rational(n).to_string(), "at least 0");
  const Ball s = sigma.ball(bits);
  const Ball half_square = 1 / (2 * s * s);
  std::vector<Ball> m;
  m.reserve(static_cast<std::size_t>(n) + 1);
  for (slong p = 0; p <= n; ++p) m.push_back(exp(half_square * p * (p - 1)));
  return m;
}

Blocks blocks(const Scheme& scheme) {
  check_domain("allocation.blocks", scheme);
  return {scheme.steps / scheme.selected, scheme.steps % scheme.selected, scheme.selected};
}

}  // namespace hallmark::allocation
