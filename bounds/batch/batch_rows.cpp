// The rows of the registry that compare batch samplers.
#include "bounds/batch/batch.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer half_space(const Arguments& x, const Request& r) {
  return from_inversion(batch::half_space_eps1({x.number("sigma"), x.count("steps")}, r.digits, r.budget),
                        "where the two sides of equations (6) and (7) meet");
}

}  // namespace

std::vector<Entry> batch_rows() {
  std::vector<Entry> t;
  t.push_back({"batch.half-space-eps1",
               "eps from which a half-space shows Poisson batches less private than deterministic ones",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[CGKKMSZ24] Theorem 4.2",
               Adjacency::zero_out,
               {sigma, steps},
               "about 10 evaluations of two tails",
               "balls",
               'D',
               {},
               {},
               half_space});
  return t;
}

}  // namespace hallmark
