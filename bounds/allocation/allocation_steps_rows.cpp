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

std::vector<Entry> allocation_steps_rows() { return {row("allocation.steps", allocation_steps)}; }

}  // namespace hallmark
