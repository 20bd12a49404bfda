// The rows of the registry for batches of a fixed size.
#include "bounds/batch/certifiers.hpp"
#include "bounds/batch/fixed_batch_gaussian.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

constexpr Parameter share{"share", Domain::open_probability};

Answer answer(const Enclosed& o) {
  Answer a;
  a.lo = o.lo;
  a.hi = o.hi;
  a.reached = o.reached;
  a.bits = o.bits;
  a.method = o.method;
  a.shortfall = o.shortfall;
  return a;
}

Entry row(std::string_view id, std::string_view summary, std::vector<Parameter> parameters) {
  return {.id = id,
          .summary = summary,
          .bounds = Bounds::mechanism,
          .kind = Kind::bracket,
          .status = Status::proved,
          .theorem = "[BBG18] Theorem 2",
          .adjacency = Adjacency::replace_one,
          .parameters = std::move(parameters),
          .cost = "two inversions of poisson-gaussian and a few convex laws",
          .routes = "laplace"};
}

// The route adaptive: a lower end by queries that are chosen after what was seen.
fixed_batch::Queries queries(const Request& r) {
  return r.route == "adaptive" ? fixed_batch::Queries::adaptive : fixed_batch::Queries::fixed;
}

}  // namespace

std::vector<Entry> fixed_batch_rows() {
  std::vector<Entry> t;
  t.push_back(row("fixed-batch-gaussian.delta", "delta of the Gaussian mechanism on batches of a fixed size, composed",
                  {eps, share, sigma, steps}));
  t.back().certifier = &fixed_batch_delta_certifier;
  t.back().evaluate = [](const Arguments& x, const Request& r) {
    return answer(fixed_batch::delta({x.number("sigma"), x.number("share"), x.count("steps")}, x.number("eps"),
                                     r.digits, r.budget, queries(r)));
  };
  t.back().routes = "laplace adaptive";
  t.push_back(row("fixed-batch-gaussian.epsilon", "smallest eps with fixed-batch-gaussian.delta <= delta",
                  {positive_delta, share, sigma, steps}));
  t.back().certifier = &fixed_batch_epsilon_certifier;
  t.back().inverse = InverseOf{"fixed-batch-gaussian.delta", nonincreasing};
  t.back().evaluate = [](const Arguments& x, const Request& r) {
    return answer(fixed_batch::epsilon({x.number("sigma"), x.number("share"), x.count("steps")}, x.number("delta"),
                                       r.digits, r.budget, queries(r)));
  };
  t.back().routes = "laplace adaptive";
  t.push_back(row("fixed-batch-gaussian.sigma", "smallest sigma with fixed-batch-gaussian.delta <= delta",
                  {eps, {"delta", Domain::open_probability}, share, steps}));
  t.back().evaluate = [](const Arguments& x, const Request& r) {
    return answer(fixed_batch::sigma({1, x.number("share"), x.count("steps")}, x.number("eps"), x.number("delta"),
                                     r.digits, r.budget));
  };
  return t;
}

}  // namespace hallmark
