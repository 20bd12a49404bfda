// The rows of the registry for the Poisson-subsampled Gaussian mechanism.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/neighbours.hpp"
#include "bounds/batch/pairs.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "bounds/shared_tables.hpp"
#include "exact/error.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer answer(const Enclosed& o) {
  Answer a = from_enclosed(o);
  if (o.lo == o.hi && o.reached) a.exact = o.lo;
  a.route = o.route;
  return a;
}

poisson_gaussian::Pair pair(const Arguments& x) { return poisson_gaussian::pair_of("poisson-gaussian", x); }

poisson_gaussian::Mechanism mechanism(const Arguments& x) {
  return {x.number("rate"), x.number("sigma"), x.count("steps"), pair(x)};
}

// What an answer says of a pair that is not that of one record under zero-out.
Answer naming_the_pair(const Arguments& x, Answer a) {
  const poisson_gaussian::Pair p = pair(x);
  if (is_usual(p)) return a;
  if (x.adjacency() == Adjacency::replace_one) {
    a.method += "; the pair of Theorem R";
  } else if (p.down == 0) {
    a.method += fmt::format(
        "; the pair of Theorem G: a user with at most {0} records, all present or all absent, each sampled by itself (k in "
        "and {0} - k out is another pair: inserted=k deleted={0}-k)",
        p.up);
  } else {
    a.method += fmt::format("; the pair of Theorem G: {} records deleted, {} inserted", p.up, p.down);
  }
  return a;
}

// Cells per unit of log ratio for a certificate near `eps`: a grid of step h moves delta by about T h^2 (1 + z^2)/(8
// S^2), z = eps/S, where the log ratio is nearly normal of deviation S; elsewhere a grid that serves most questions.
witness::Grid grid_for(const Arguments& x, const Rational& eps) {
  constexpr double usual = 1000;
  constexpr double farthest = 8;  // deviations
  constexpr double aim = 0.4;     // 8 times the relative error aimed at
  constexpr double finest = 1e9;
  const double noise = x.number("sigma").ball(64).to_double_up();
  const double steps = static_cast<double>(x.count("steps"));
  const double deviation =
      x.number("rate").ball(64).to_double_up() * std::sqrt(steady::expm1(1 / (noise * noise)) * steps);
  const double z = Ball(eps, 64).to_double_up() / deviation;
  if (!(deviation > 0) || !(std::abs(z) <= farthest)) return {static_cast<slong>(usual)};
  const double cells = std::sqrt(steps * (1 + z * z) / aim) / deviation;
  return {static_cast<slong>(std::clamp(cells, usual, finest))};
}

// The thresholds asked for together, computed once, in the order given: a function of the key alone.
struct Together {
  std::mutex mutex = {};
  std::vector<Enclosed> outcomes = {};
  bool complete = false;
};

Answer shared_delta(const Arguments& x, const Request& r) {
  static SharedTables<Together> tables;
  const std::shared_ptr<Together> table = tables.at(shared_key(x, r));
  const std::lock_guard lock(table->mutex);
  if (!table->complete) {
    table->outcomes = poisson_gaussian::deltas(mechanism(x), x.direction(), r.thresholds, r.digits, r.budget);
    table->complete = !r.budget.expired();
  }
  for (std::size_t i = 0; i < table->outcomes.size(); ++i) {
    if (r.thresholds[i] == x.number("eps")) return answer(table->outcomes[i]);
  }
  return answer(poisson_gaussian::delta(
      {x.number("eps"), x.number("rate"), x.number("sigma"), x.count("steps"), x.direction(), pair(x)}, r.digits,
      r.budget));
}

// Third route, the products of the ratios 1 - q + q X.
bool by_convex_laws(const Request& r) { return r.route == "convex"; }

std::vector<composition::Phase> phases(const Arguments& x) {
  const poisson_gaussian::Mechanism m = mechanism(x);
  if (m.rate == Number(1) && !is_usual(m.pair)) {
    throw InputError("poisson-gaussian", "route", "convex", "another one at rate 1, where a closed form holds");
  }
  return {composition::pair_phase(m)};
}

Answer delta_answer(const Arguments& x, const Request& r) {
  if (by_convex_laws(r)) return composition::delta_answer(phases(x), x.direction(), x.number("eps"), r);
  if (r.thresholds.size() > 1 && r.route.empty()) return shared_delta(x, r);
  Answer a = answer(poisson_gaussian::delta(
      {x.number("eps"), x.number("rate"), x.number("sigma"), x.count("steps"), x.direction(), pair(x)}, r.digits,
      r.budget, poisson_gaussian::read_route(r.route)));
  a.witness.method = grid_for(x, x.number("eps").ball(64).centre());
  return naming_the_pair(x, std::move(a));
}

Answer epsilon_answer(const Arguments& x, const Request& r) {
  if (by_convex_laws(r)) return composition::epsilon_answer(phases(x), x.direction(), x.number("delta"), r);
  Answer a = answer(poisson_gaussian::epsilon(
      {x.number("delta"), x.number("rate"), x.number("sigma"), x.count("steps"), x.direction(), pair(x)}, r.digits,
      r.budget, poisson_gaussian::read_route(r.route)));
  a.witness.method = grid_for(x, a.hi);
  return naming_the_pair(x, std::move(a));
}

}  // namespace

std::vector<Entry> poisson_gaussian_rows() {
  return {row("poisson-gaussian.delta", delta_answer, &poisson_delta_certifier),
          row("poisson-gaussian.epsilon", epsilon_answer, &poisson_epsilon_certifier),
          row(
              "poisson-gaussian.sigma",
              [](const Arguments& x, const Request& r) {
                return answer(poisson_gaussian::sigma(
                    {x.number("eps"), x.number("delta"), x.number("rate"), x.count("steps"), x.direction(), pair(x)},
                    r.digits, r.budget));
              },
              &poisson_sigma_certifier)};
}

}  // namespace hallmark
