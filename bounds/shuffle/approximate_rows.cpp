// The rows of the registry for approximate local randomizers, and what follows from calibrated pure ones.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/rows.hpp"
#include "bounds/shuffle/approximate.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/clones_inverses.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using approximate::Form;

constexpr Parameter approximate_delta0{"delta0", Domain::positive_probability};

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
  const long n_reports = x.count("n");
  const long k_categories = x.count("k");
  const Inversion calibrated =
      clones::largest_eps0({n_reports, x.number("eps"), x.number("delta")}, r.digits + 3, r.budget);
  const auto error = [&](const Rational& local, long bits) {
    const Ball capped = min(Ball(local, bits), log(Ball(k_categories, bits)));
    return k_categories * exp(capped / 2) / (expm1(capped) * sqrt(Ball(n_reports, bits)));
  };
  const long bits = first_bits(r) + 32;
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
  std::vector<Entry> t;
  t.push_back(
      {.id = "clones.delta.approximate",
       .summary = "delta for every (eps0, delta0)-local randomizer: clones.delta and a slack, least over smaller eps",
       .bounds = Bounds::formula,
       .kind = Kind::upper,
       .status = Status::proved,
       .theorem = "[FMT21] Theorem 3.8, sharpened",
       .adjacency = Adjacency::replace_one,
       .parameters = {n, eps0, approximate_delta0, eps},
       .cost = "as clones.delta",
       .routes = "balls",
       .axiom = AxiomUse{"FMT21-Theorem-3.8", {"delta0", "eps0", "n"}},
       .evaluate = delta_approximate});
  t.push_back({.id = "clones.epsilon.approximate",
               .summary = "least eps with clones.delta.approximate <= delta",
               .bounds = Bounds::formula,
               .kind = Kind::upper,
               .status = Status::proved,
               .theorem = "[FMT21] Theorem 3.8, sharpened",
               .adjacency = Adjacency::replace_one,
               .parameters = {n, eps0, approximate_delta0, positive_delta},
               .cost = "a few evaluations of clones.epsilon",
               .routes = "balls",
               .axiom = AxiomUse{"FMT21-Theorem-3.8", {"delta0", "eps0", "n"}},
               .evaluate = epsilon_approximate});
  t.push_back(
      {.id = "clones.epsilon.noisy-sgd",
       .summary =
           "epsilon of noisy SGD without replacement, one record a step, noise sigma in units of the clipping norm",
       .bounds = Bounds::formula,
       .kind = Kind::upper,
       .status = Status::proved,
       .theorem = "[FMT21] Proposition 5.3, by Theorem 3.8",
       .adjacency = Adjacency::replace_one,
       .parameters = {n, sigma, positive_delta},
       .cost = "about 30 evaluations of clones.epsilon",
       .routes = "balls",
       .axiom = AxiomUse{"FMT21-Theorem-3.8", {"n"}},
       .evaluate = noisy_sgd});
  t.push_back({.id = "shuffle.frequency-error",
               .summary = "argument of the O(.) of the l1 error of frequency estimation at the certified largest eps0",
               .bounds = Bounds::formula,
               .kind = Kind::upper,
               .status = Status::literature,
               .theorem = "[FMT21] Theorems 5.1 and 5.2",
               .adjacency = Adjacency::replace_one,
               .parameters = {n, k, eps, {"delta", Domain::open_probability}},
               .cost = "one clones.eps0",
               .routes = "balls",
               .evaluate = frequency_error});
  return t;
}

}  // namespace hallmark
