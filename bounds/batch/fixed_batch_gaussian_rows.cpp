// The rows of the registry for batches of a fixed size.
#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/fixed_batch_gaussian.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

// The route adaptive: a lower end by queries that are chosen after what was seen.
fixed_batch::Queries queries(const Request& r) {
  return r.route == "adaptive" ? fixed_batch::Queries::adaptive : fixed_batch::Queries::fixed;
}

}  // namespace

std::vector<Entry> fixed_batch_gaussian_rows() {
  return {row(
              "fixed-batch-gaussian.delta",
              [](const Arguments& x, const Request& r) {
                return from_enclosed(fixed_batch::delta({x.number("sigma"), x.number("share"), x.count("steps")},
                                                        x.number("eps"), r.digits, r.budget, queries(r)));
              },
              &fixed_batch_delta_certifier),
          row(
              "fixed-batch-gaussian.epsilon",
              [](const Arguments& x, const Request& r) {
                return from_enclosed(fixed_batch::epsilon({x.number("sigma"), x.number("share"), x.count("steps")},
                                                          x.number("delta"), r.digits, r.budget, queries(r)));
              },
              &fixed_batch_epsilon_certifier),
          row("fixed-batch-gaussian.sigma", [](const Arguments& x, const Request& r) {
            return from_enclosed(fixed_batch::sigma({1, x.number("share"), x.count("steps")}, x.number("eps"),
                                                    x.number("delta"), r.digits, r.budget));
          })};
}

}  // namespace hallmark
