// The rows of the registry that compare batch samplers.

#include "bounds/batch/batch.hpp"
#include "bounds/batch/crossing.hpp"
#include "bounds/batch/substitution.hpp"
#include "bounds/certifier.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer half_space(const Arguments& x, const Request& r) {
  return from_inversion(batch::half_space_eps1({x.number("sigma"), x.count("steps")}, r.digits, r.budget),
                        "where the two sides of equations (6) and (7) meet");
}

Answer crossing(const Arguments& x, const Request& r) {
  const batch::Crossing c = batch::crossing({x.number("sigma"), x.count("steps")}, r.digits, r.budget);
  Answer a;
  a.lo = c.lo;
  a.hi = c.hi;
  a.bits = 192;
  a.reached = c.reached;
  a.method =
      c.unique ? "one crossing, proved on intervals up to eps1 and beyond" : "some crossing, not proved the only one";
  if (!c.unique) a.shortfall = "it is not proved that there is only one crossing";
  return a;
}

Answer substitution(const Arguments& x, const Request& r) {
  return from_inversion(
      poisson_gaussian::epsilon_substitution_upper({x.number("rate"), x.number("sigma"), x.count("steps")},
                                                   x.number("delta"), r.digits, r.budget),
      "group privacy from poisson-gaussian.delta");
}

}  // namespace

std::vector<Entry> batch_rows() {
  return {row("batch.crossing", crossing), row("batch.half-space-eps1", half_space, &formula_certifier),
          row("poisson-gaussian.epsilon.substitution", substitution)};
}

}  // namespace hallmark
