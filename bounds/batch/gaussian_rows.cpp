// The rows of the registry for the Gaussian mechanism.

#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer gaussian_renyi(const Arguments& x, const Request& r) {
  const gaussian::RenyiParameters p{x.number("sigma"), x.number("alpha"), x.count("rounds")};
  Answer a = from_balls([&](slong bits) { return gaussian::renyi(p, bits); }, r, "alpha rounds / (2 sigma^2)");
  const auto s = p.sigma.rational();
  const auto alpha = p.alpha.rational();
  if (s && alpha) set_exact(a, *alpha * p.rounds / (*s * *s * 2));
  return a;
}

}  // namespace

std::vector<Entry> gaussian_rows() {
  return {row(
              "gaussian.delta",
              [](const Arguments& x, const Request& r) {
                const gaussian::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("rounds")};
                return from_balls([&](slong bits) { return gaussian::delta(p, bits); }, r, "closed form with erfc");
              },
              &formula_certifier),
          row(
              "gaussian.epsilon",
              [](const Arguments& x, const Request& r) {
                return from_inversion(
                    gaussian::epsilon({x.number("sigma"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                    "certified inversion of gaussian.delta");
              },
              &formula_epsilon_certifier),
          row("gaussian.renyi", gaussian_renyi, &formula_certifier),
          row(
              "gaussian.sigma",
              [](const Arguments& x, const Request& r) {
                return from_inversion(
                    gaussian::sigma({x.number("eps"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                    "certified inversion of gaussian.delta");
              },
              &gaussian_sigma_certifier)};
}

}  // namespace hallmark
