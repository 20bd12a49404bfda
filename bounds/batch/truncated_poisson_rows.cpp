// The rows of the registry for Poisson batches cut to a largest size.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/noise_search.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/truncated_poisson_gaussian.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using truncated_poisson::mechanism;
using truncated_poisson::Rounded;

// Both roundings of the rate of the cut steps: the formula lies between.
Answer answer(const Arguments& x, const Request& r,
              const std::function<Answer(const std::vector<composition::Phase>&, const Request&)>& ask) {
  const truncated_poisson::Mechanism m = mechanism(x, x.number("sigma"));
  const auto above = truncated_poisson::phase(m, Rounded::up, r.budget);
  const auto below = m.largest < m.records ? truncated_poisson::phase(m, Rounded::down, r.budget) : above;
  Answer a;
  if (above && below) {
    const bool two = m.largest < m.records;
    Request first = r;
    if (two) first.budget = r.budget.half();
    a = ask({*above}, first);
    if (two) {
      const Answer other = ask({*below}, r);
      a.lo = std::min(a.lo, other.lo);
      a.reached = a.reached && other.reached;
    }
    a.method += "; a public coin says whether the step is cut";
  } else {  // whatever is drawn, the means are at most 2 apart
    const auto sigma = m.sigma.rational();
    if (!sigma) throw InputError("truncated-poisson-gaussian", "sigma", m.sigma.to_string(), "a rational number");
    a = ask({composition::gaussian(Number(*sigma / 2), m.steps)}, r);
    a.lo = 0;
    a.reached = false;
    a.shortfall = "the budget ended before it was known how often a step is cut";
  }
  a.exact.reset();
  a.witness = {};
  return a;
}

// The formula's delta falls as sigma grows: the profiles of both its pairs do, for every w.
Answer sigma_answer(const Arguments& x, const Request& r) {
  const truncated_poisson::Mechanism m = mechanism(x, 1);
  const Number& delta = x.number("delta");
  Answer a;
  const Ball target = delta.ball(truncated_poisson::coin_bits);
  if (less_equal(truncated_poisson::told_by_taking_part(m, r.budget), target) == Truth::yes) {
    set_exact(a, 0);
    a.method = "any sigma will do: delta is below the target for all";
    return a;
  }
  constexpr slong usual_digits = 5;
  constexpr slong coarse = 2;
  const slong digits = r.default_effort ? usual_digits : r.digits;
  // Two Gaussian mechanisms whose means are 2 apart dominate both pairs.
  const Rational most = gaussian::sigma({x.number("eps"), delta, m.steps}, coarse, r.budget).bracket.hi * 2;
  const Rational start =
      poisson_gaussian::sigma({x.number("eps"), delta, m.rate, m.steps, Direction::remove, {1, m.replaced ? 1 : 0}},
                              coarse, r.budget)
          .hi;
  const auto problem = [&](Direction direction) {
    return NoiseSearch{"truncated-poisson-gaussian.delta",      direction, most, start, false,
                       {{"contour", digits + 3}, {"convex", 2}}};
  };
  const Request asked{.digits = digits, .budget = r.budget};
  const bool symmetric = m.replaced && x.direction() == Direction::both;
  const Inversion best =
      symmetric ? smallest_noise(problem(Direction::both), x, asked) : smallest_noise(problem, x.direction(), x, asked);
  a = from_inversion(best,
                     fmt::format("certified inversion of truncated-poisson-gaussian.delta in sigma, {} evaluations",
                                 best.evaluations));
  if (!a.reached) a.shortfall = "the search ended before the digits were there: more time or fewer digits";
  return a;
}

}  // namespace

std::vector<Entry> truncated_poisson_rows() {
  return {row(
              "truncated-poisson-gaussian.delta",
              [](const Arguments& x, const Request& r) {
                return answer(x, r, [&](const std::vector<composition::Phase>& phases, const Request& asked) {
                  return composition::delta_answer(phases, x.direction(), x.number("eps"), asked);
                });
              },
              &truncated_poisson_certifier),
          row(
              "truncated-poisson-gaussian.epsilon",
              [](const Arguments& x, const Request& r) {
                return answer(x, r, [&](const std::vector<composition::Phase>& phases, const Request& asked) {
                  return composition::epsilon_answer(phases, x.direction(), x.number("delta"), asked);
                });
              },
              &truncated_poisson_epsilon_certifier),
          row("truncated-poisson-gaussian.sigma", sigma_answer)};
}

}  // namespace hallmark
