// The rows of the registry for what a target allows: rounds of Gaussian noise, steps and rate of Poisson batches.

#include <algorithm>
#include <cmath>

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/inverse_certifier.hpp"
#include "bounds/monotone_search.hpp"
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer gaussian_rounds(const Arguments& x, const Request& r) {
  return count_within(*question_within("gaussian.rounds"), x, r);
}

Answer poisson_steps(const Arguments& x, const Request& r) {
  return count_within(*question_within("poisson-gaussian.steps"), x, r);
}

// About the rate: the deviation of the log ratio, q sqrt(T (e^(1/sigma^2) - 1)), is eps/sqrt(2 ln(1/delta)).
double about_rate(const Arguments& x) {
  const double sigma = roughly(x.number("sigma").ball(64)), eps = roughly(x.number("eps").ball(64));
  const double ln_inverse = -roughly(log(x.number("delta").ball(64)));
  const double steps = static_cast<double>(x.count("steps"));
  return std::max(eps, 1e-3) / std::sqrt(2 * ln_inverse * steps * steady::expm1(std::min(1 / (sigma * sigma), 200.0)));
}

Answer poisson_rate(const Arguments& x, const Request& r) {
  constexpr slong bits = 4096;  // of ends that are compared
  const Entry& row = entry("poisson-gaussian.delta");
  const auto at = [&](const Rational& q, slong digits) {
    const Answer a =
        evaluate(row, arguments_at(row, {{"rate", q.to_string()}}, x), {.digits = digits, .budget = r.budget});
    return Ball::between(a.lo, a.hi, bits);
  };
  const Ball goal = x.number("delta").ball(2 * bits);
  Answer a;
  a.method = "certified inversion of poisson-gaussian.delta in the rate; the lower end is safe to use";
  constexpr slong first_digits = 6;
  if (less_equal(at(1, first_digits), goal) == Truth::yes) {
    set_exact(a, 1);
    return a;
  }
  // A record takes part in some step with probability at most T q.
  const Rational safe = x.number("delta").ball(64).lower() / x.count("steps");
  const Rational start = short_dyadic(std::clamp(about_rate(x), roughly(Ball(safe, 64)) * 2, 0.5), 20);
  const Inversion i = search({.f = [&](const Rational& q, slong b) { return at(q, b / 4); },
                              .increasing = true,
                              .target = goal,
                              .lo = safe,
                              .hi = 1,
                              .start = start,
                              .digits = r.digits,
                              .most_evaluations = 40},
                             {.first_bits = 4 * (r.digits + 3), .last_bits = 32 * (r.digits + 3), .budget = r.budget});
  a.lo = i.bracket.lo;
  a.hi = i.bracket.hi;
  a.reached = i.reached;
  a.bits = i.bits;
  if (!a.reached) a.shortfall = "the search ended before the digits were there: more time or fewer digits";
  return a;
}

}  // namespace

std::vector<Entry> within_rows() {
  return {row("gaussian.rounds", gaussian_rounds, &count_certifier),
          row("poisson-gaussian.steps", poisson_steps, &count_certifier),
          row("poisson-gaussian.rate", poisson_rate, &rate_certifier)};
}

}  // namespace hallmark
