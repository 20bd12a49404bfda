// The rows of the registry for Renyi accounting of the Poisson-subsampled Gaussian.
#include <algorithm>

#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/pair_renyi.hpp"
#include "bounds/batch/poisson_renyi.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using poisson_renyi::Converted;
using poisson_renyi::Grid;
using poisson_renyi::Sampling;

Sampling sampling(const Arguments& x) { return {x.number("sigma"), x.number("rate"), x.count("steps")}; }

renyi::Orders range(const Arguments& x) { return {x.orders().first, x.orders().second}; }

Answer renyi_divergence(const Arguments& x, const Request& r) {
  if (x.adjacency() == Adjacency::replace_one) {
    return from_balls(
        [&](slong bits) { return poisson_renyi::divergence_replaced(sampling(x), x.number("alpha"), bits, r.budget); },
        r, "moment of the likelihood ratio; the pair of Theorem R, one number for both directions");
  }
  return from_balls(
      [&](slong bits) {
        return poisson_renyi::divergence(sampling(x), x.number("alpha"), x.direction(), bits, r.budget);
      },
      r, "moment of the likelihood ratio");
}

Answer from_conversion(const Converted& c, const Arguments& x, Grid grid) {
  Answer a;
  a.lo = c.value.is_finite() ? std::max(c.value.lower(), Rational(0)) : Rational(0);
  if (!c.value.is_finite()) {
    throw InputError("Renyi accounting: no order gives a finite bound at these parameters: they must be less extreme");
  }
  a.hi = c.value.upper();
  a.reached = c.reached;
  a.bits = c.value.bits();
  a.method = grid == Grid::integers ? "least bound over integer orders" : "least bound over real orders";
  witness::Orders found{.order = x.direction() == Direction::add ? c.order_add : c.order, .add = {}};
  if (x.direction() == Direction::both) found.add = c.order_add;
  a.witness.method = std::move(found);
  return a;
}

template <Grid grid>
Answer epsilon_over(const Arguments& x, const Request& r) {
  return from_conversion(
      poisson_renyi::epsilon_upper(sampling(x), x.number("delta"), x.direction(), grid, range(x), r.digits, r.budget),
      x, grid);
}

template <Grid grid>
Answer delta_over(const Arguments& x, const Request& r) {
  return from_conversion(
      poisson_renyi::delta_upper(sampling(x), x.number("eps"), x.direction(), grid, range(x), r.digits, r.budget), x,
      grid);
}

}  // namespace

std::vector<Entry> poisson_renyi_rows() {
  return {row("poisson-gaussian.renyi", renyi_divergence, &moments_certifier),
          row("poisson-gaussian.delta.renyi", delta_over<Grid::integers>, &orders_certifier),
          row("poisson-gaussian.delta.renyi-real", delta_over<Grid::reals>, &real_orders_certifier),
          row("poisson-gaussian.epsilon.renyi", epsilon_over<Grid::integers>, &orders_certifier),
          row("poisson-gaussian.epsilon.renyi-real", epsilon_over<Grid::reals>, &real_orders_certifier)};
}

}  // namespace hallmark
