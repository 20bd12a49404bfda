#include "bounds/allocation/add_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/lognormal_laplace.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong max_epochs = 1'000'000'000'000'000;

// The Gaussian pair that stands below the mean, and by how much eps moves.
struct Shifted {
  Ball mu;
  Ball shift;
};

Shifted shifted_pair(const Scheme& scheme, slong epochs, slong bits) {
  const Blocks b = blocks(scheme);
  const Ball s = scheme.sigma.ball(bits);
  const Rational inverse_lengths =
      (Rational(b.selected - b.longer) / b.length + Rational(b.longer) / (b.length + 1)) * epochs;
  const Ball square = Ball(inverse_lengths, bits) / (s * s);
  const Ball shift = Ball(Rational(b.selected) * epochs - inverse_lengths, bits) / (2 * s * s);
  return {sqrt(square), shift};
}

void check(const Scheme& scheme, slong epochs) {
  check_domain("allocation.delta.direct-add", scheme);
  if (epochs < 1 || epochs > max_epochs) {
    throw InputError("allocation.delta.direct-add", "epochs", Rational(epochs).to_string(),
                     "an integer from 1 to 10^15");
  }
}

void check_eps(std::string_view where, const Number& eps) {
  if (eps.sign() < 0) throw InputError(where, "eps", eps.to_string(), "at least 0");
}

void check_delta(std::string_view where, const Number& delta) {
  if (delta.sign() <= 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "positive and at most 1");
  }
}

// G(mu, x) for any real x, with its derivative.
Sample gaussian_profile(const Ball& mu, const Ball& x) {
  const Ball far = exp(x) * normal_cdf(-mu / 2 - x / mu);
  const Ball value = normal_cdf(mu / 2 - x / mu) - far;
  return {value.is_finite() ? clamp(value, 0, 1) : Ball::between(0, 1, mu.bits()), -far};
}

// ln of the bound at u.
Ball log_bound(const LognormalLaplace& laplace, const Ball& u, const Ball& w, slong steps) {
  return u - 1 - log(u) + log(laplace(u * w / steps)) * steps;
}

double middle(const Ball& x) { return (x.to_double_down() + x.to_double_up()) / 2; }

// A good u in [1, inf), to 20 bits: the bound is convex in u.
Rational search_u(const Number& sigma, slong steps, const Ball& w, const Budget& budget) {
  constexpr slong bits = 64;
  const LognormalLaplace laplace(sigma, bits + static_cast<slong>(steady::log2(static_cast<double>(steps))));
  constexpr slong scale = slong{1} << 20;
  const auto rational = [](double u) { return Rational(std::llround(u * scale)) / scale; };
  const auto value = [&](double u) { return middle(log_bound(laplace, Ball(rational(u), bits), w, steps)); };
  return std::max(Rational(1), rational(least_place_from(value, 1, 2, 1e9, 1e-5, 40, budget)));
}

// The bound at the u that the search finds.
Ball chernoff(const LaplaceAddParameters& x, slong bits, const Budget& budget) {
  check_domain("allocation.delta.laplace-add", {x.sigma, x.steps, 1});
  check_eps("allocation.delta.laplace-add", x.eps);
  const Rational u = search_u(x.sigma, x.steps, exponential(x.eps, 64), budget);
  const slong work = bits + 2 * static_cast<slong>(steady::log2(static_cast<double>(x.steps))) + 32;
  const LognormalLaplace laplace(x.sigma, work);
  const Ball at(u, work);
  const Ball value = exp(log_bound(laplace, at, exponential(x.eps, work), x.steps));
  // A delta is at most 1, whatever the bound says.
  return value.is_finite() ? min(value, Ball(1, work)) : Ball::between(0, 1, work);
}

}  // namespace

Sample delta_direct_add_upper(const DirectAddParameters& x, slong bits) {
  check(x.scheme, x.epochs);
  check_eps("allocation.delta.direct-add", x.eps);
  const Shifted pair = shifted_pair(x.scheme, x.epochs, bits);
  return gaussian_profile(pair.mu, x.eps.ball(bits) - pair.shift);
}

Inversion epsilon_direct_add_upper(const Scheme& scheme, slong epochs, const Number& delta, slong digits,
                                   const Budget& budget) {
  check(scheme, epochs);
  check_delta("allocation.epsilon.direct-add", delta);
  const auto f = [&](const Rational& eps, slong bits) { return delta_direct_add_upper({scheme, epochs, eps}, bits); };
  const Truth zero = decide([&](slong bits) { return less_equal(f(0, bits).value, delta.ball(2 * bits)); },
                            {.first_bits = 128, .last_bits = 4096, .budget = budget});
  if (zero == Truth::yes) return {{0, 0}, true, 128, 1};
  // As for gaussian.epsilon: G(mu, mu^2/2 + mu t) <= Phi(-t) <= e^(-t^2/2) = delta for t = sqrt(2 ln(1/delta)).
  constexpr slong bits = 256;
  const Shifted pair = shifted_pair(scheme, epochs, bits);
  const Rational hi =
      (pair.shift + pair.mu * pair.mu / 2 + pair.mu * sqrt_of_nonnegative(-2 * log(delta.ball(bits)))).upper();
  if (zero == Truth::unknown) return {{0, hi}, false, 4096, 1};
  return bisect({.f = f, .target = delta.ball(digits * 16 + 4096), .lo = 0, .hi = hi, .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

UpperEnd delta_laplace_add_upper(const LaplaceAddParameters& x, slong bits, const Budget& budget) {
  const Ball value = chernoff(x, bits, budget);
  return UpperEnd::of_choice({std::max(value.lower(), Rational(0)), value.upper()});
}

Inversion epsilon_laplace_add_upper(const Number& sigma, slong steps, const Number& delta, slong digits,
                                    const Budget& budget) {
  check_domain("allocation.epsilon.laplace-add", {sigma, steps, 1});
  check_delta("allocation.epsilon.laplace-add", delta);
  const auto f = [&](const Rational& eps, slong bits) {
    const Ball value = chernoff({sigma, steps, eps}, bits, budget);
    // The slope is a proposal, by a difference.
    const Rational step = std::max(eps, Rational(1)) / 1'000'000;
    const Ball next = chernoff({sigma, steps, eps + step}, bits, budget);
    return Sample{value, (next - value) / Ball(step, bits)};
  };
  const Ball target = delta.ball(digits * 16 + 4096);
  if (less_equal(f(0, 128).value, target) == Truth::yes) return {{0, 0}, true, 128, 1};
  Rational hi = 1;
  slong tries = 0;
  while (less_equal(f(hi, 128).value, target) != Truth::yes) {
    constexpr slong most = 14;
    if (++tries > most || budget.expired()) {
      // Nothing found: the other bound on the same epsilon stands in.
      return {{0, epsilon_direct_add_upper({sigma, steps, 1}, 1, delta, 5, Budget()).bracket.hi}, false, 128, tries};
    }
    hi = hi * 2;
  }
  return bisect({.f = f, .target = target, .lo = 0, .hi = hi, .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark::allocation
