// The row of the registry for the steps that random allocation needs: allocation.steps.
#include "bounds/rows.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer allocation_steps(const Arguments& x, const Request& r) {
  return count_within({.id = "allocation.steps",
                       .of = "allocation.delta",
                       .parameter = "steps",
                       .grows = false,
                       .least = x.count("selected")},
                      x, r);
}

}  // namespace

std::vector<Entry> allocation_steps_rows() {
  std::vector<Entry> t;
  t.push_back({.id = "allocation.steps",
               .summary = "least number of steps an epoch with allocation.delta <= delta",
               .bounds = Bounds::mechanism,
               .kind = Kind::bracket,
               .status = Status::proved,
               .theorem = "[FS25] Theorem 3.1; delta falls with the steps: reversed martingale",
               .adjacency = Adjacency::zero_out,
               .parameters = {eps, {"delta", Domain::open_probability}, sigma, selected, epochs, direction},
               .cost = "about 10 evaluations of allocation.delta",
               .routes = "balls",
               .axiom = allocation_reduction(),
               .evaluate = allocation_steps});
  return t;
}

}  // namespace hallmark
