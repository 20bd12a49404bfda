// The rows of the registry for approximate local randomizers, and what follows from calibrated pure ones.
#include <fmt/format.h>

#include "bounds/certifier.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/approximate.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/clones_inverses.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using approximate::Form;

Answer delta_approximate(const Arguments& x, const Request& r) {
  const Number& eps = x.number("eps");
  const approximate::LeastSum found =
      approximate::delta_upper(x.count("n"), x.number("eps0"), x.number("delta0"), eps, r.digits, r.budget);
  Answer a = from_least(found.least, "the clones pair and the slack of approximate randomizers");
  a.bits = found.bits;
  if (!(found.eps == eps)) {
    a.method += fmt::format(", at the smaller eps = {} where their sum is least", found.eps.ball(64).to_string(6));
  }
  return a;
}

Answer epsilon_approximate(const Arguments& x, const Request& r) {
  return from_inversion(
      approximate::epsilon_upper(Form::pair, {x.count("n"), x.number("eps0"), x.number("delta0"), x.number("delta")},
                                 r.digits, r.budget),
      "least eps that the clones pair and the slack of approximate randomizers allow");
}

Answer noisy_sgd(const Arguments& x, const Request& r) {
  const approximate::NoisySgd found =
      approximate::noisy_sgd_upper({x.count("n"), x.number("sigma"), x.number("delta")}, r.digits, r.budget);
  Answer a =
      from_choice(found.epsilon, r,
                  fmt::format("Gaussian steps as (eps0, delta0)-local randomizers, eps0 = {}", found.eps0.to_string()));
  a.bits = found.bits;
  return a;
}

// k sqrt(E) / ((E-1) sqrt n) at E = e^eps0, eps0 = min(the certified largest one, ln k).
Answer frequency_error(const Arguments& x, const Request& r) {
  const slong n_reports = x.count("n");
  const slong k_categories = x.count("k");
  const Inversion calibrated =
      clones::largest_eps0({n_reports, x.number("eps"), x.number("delta")}, r.digits + 3, r.budget);
  const auto error = [&](const Rational& local, slong bits) {
    const Ball capped = min(Ball(local, bits), log(Ball(k_categories, bits)));
    return k_categories * exp(capped / 2) / (expm1(capped) * sqrt(Ball(n_reports, bits)));
  };
  const slong bits = first_bits(r) + 32;
  if (calibrated.bracket.lo.sign() <= 0) {
    throw InputError("shuffle.frequency-error", "delta", x.number("delta").to_string(),
                     "large enough that some eps0 > 0 is proved to keep it in this time");
  }
  Answer a;
  a.lo = error(calibrated.bracket.hi, bits).lower();
  a.hi = error(calibrated.bracket.lo, bits).upper();
  a.reached = has_digits(a.lo, a.hi, r.digits);
  a.bits = bits;
  a.axioms = {"[FMT21] Theorem 5.1, an O(.) statement, not verified by us"};
  a.method = fmt::format("certified largest eps0 = {} (not above ln k is used); what O(.) hides is not known",
                         Ball(calibrated.bracket.lo, 64).to_string(10));
  return a;
}

}  // namespace

std::vector<Entry> approximate_rows() {
  return {row("clones.delta.approximate", delta_approximate),
          row("clones.epsilon.approximate", epsilon_approximate, &formula_certifier),
          row("clones.epsilon.noisy-sgd", noisy_sgd), row("shuffle.frequency-error", frequency_error)};
}

}  // namespace hallmark
