#include "bounds/basic/discrete_laplace.hpp"

#include <fmt/format.h>

#include "bounds/basic/lattice_law_of.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {
namespace {

constexpr slong largest_sensitivity = 1'000'000;  // outcomes are listed

std::vector<ExactAtom> exact_outcomes(const Rational& e, slong sensitivity) {
  const Rational z = 1 / e;
  const Rational middle = (1 - z) / (1 + z);
  std::vector<ExactAtom> all;
  for (slong x = 0; x <= sensitivity; ++x) {
    const Rational p = x == 0 ? 1 / (1 + z) : x == sensitivity ? pow(z, sensitivity) / (1 + z) : middle * pow(z, x);
    all.push_back({p, p * pow(z, sensitivity - 2 * x)});
  }
  return all;
}

}  // namespace

Law discrete_laplace(const Number& a, slong sensitivity) {
  if (a.sign() <= 0) throw InputError("discrete-laplace", "a", a.to_string(), "positive");
  if (sensitivity < 1 || sensitivity > largest_sensitivity) {
    throw InputError("discrete-laplace", "sensitivity", std::to_string(sensitivity), "an integer from 1 to 10^6");
  }
  Law law =
      lattice_law_of(fmt::format("discrete-laplace a={} sensitivity={}", a.to_string(), sensitivity), [=](slong bits) {
        const slong working = bits + 32;
        const Ball e = a.ball(working);
        const Ball z = 1 / exponential(a, working);
        const Ball middle = -expm1(-e) / (1 + z);
        std::vector<Ball> p(static_cast<std::size_t>(sensitivity) + 1, Ball(0, working));
        Ball power(1, working);  // z^x
        for (slong x = 0; x <= sensitivity; ++x) {
          p[static_cast<std::size_t>(sensitivity - x)] = x == 0 || x == sensitivity ? power / (1 + z) : middle * power;
          power *= z;
        }
        return LatticePair{-e * sensitivity, e * 2, std::move(p), Ball(0, working), Ball(0, working)};
      });
  if (const auto exact = a.rational()) law.phase.largest_log_ratio = Number(*exact * sensitivity);
  if (const auto e = a.rational_exponential(); e && sensitivity <= 1000) {
    law.phase.largest_log_ratio = Number::ln(pow(*e, sensitivity));
    law.phase.exact_atoms = [=](const Budget& /*none is needed*/) { return exact_outcomes(*e, sensitivity); };
  }
  return law;
}

}  // namespace hallmark::basic
