// The rows of the registry for Poisson batches cut to a largest size.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/truncated_poisson_gaussian.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using truncated_poisson::Rounded;

constexpr Parameter either_direction{"direction", Domain::direction, "both"};

// Both roundings of the rate of the cut steps: the formula lies between.
Answer answer(const Arguments& x, const Request& r,
              const std::function<Answer(const std::vector<composition::Phase>&)>& ask) {
  const truncated_poisson::Mechanism m{x.number("sigma"),  x.number("rate"),   x.count("steps"),
                                       x.count("records"), x.count("largest"), x.adjacency() == Adjacency::replace_one};
  const auto above = truncated_poisson::phase(m, Rounded::up, r.budget);
  const auto below = m.largest < m.records ? truncated_poisson::phase(m, Rounded::down, r.budget) : above;
  Answer a;
  if (above && below) {
    a = ask({*above});
    if (m.largest < m.records) {
      const Answer other = ask({*below});
      a.lo = std::min(a.lo, other.lo);
      a.reached = a.reached && other.reached;
    }
    a.method += "; a public coin says whether the step is cut";
  } else {  // whatever is drawn, the means are at most 2 apart
    const auto sigma = m.sigma.rational();
    if (!sigma) throw InputError("truncated-poisson-gaussian", "sigma", m.sigma.to_string(), "a rational number");
    a = ask({composition::gaussian(Number(*sigma / 2), m.steps)});
    a.lo = 0;
    a.reached = false;
    a.shortfall = "the budget ended before it was known how often a step is cut";
  }
  a.exact.reset();
  a.witness = {};
  return a;
}

Entry row(std::string_view id, std::string_view summary, const Parameter& given) {
  return {.id = id,
          .summary = summary,
          .bounds = Bounds::formula,
          .kind = Kind::upper,
          .status = Status::proved,
          .theorem = "[BBG18] Theorem 2",
          .adjacency = Adjacency::zero_out,
          .parameters = {given,
                         either_direction,
                         {"largest", Domain::count},
                         rate,
                         {"records", Domain::count},
                         sigma,
                         steps,
                         zero_out_or_replace_one},
          .cost = "twice a composition of two pairs",
          .routes = "contour convex"};
}

}  // namespace

std::vector<Entry> truncated_poisson_rows() {
  std::vector<Entry> t;
  t.push_back(row("truncated-poisson-gaussian.delta",
                  "delta of Gaussian noise on Poisson batches cut to a largest size, composed", eps));
  t.back().evaluate = [](const Arguments& x, const Request& r) {
    return answer(x, r, [&](const std::vector<composition::Phase>& phases) {
      return composition::delta_answer(phases, x.direction(), x.number("eps"), r);
    });
  };
  t.push_back(row("truncated-poisson-gaussian.epsilon", "smallest eps with truncated-poisson-gaussian.delta <= delta",
                  positive_delta));
  t.back().evaluate = [](const Arguments& x, const Request& r) {
    return answer(x, r, [&](const std::vector<composition::Phase>& phases) {
      return composition::epsilon_answer(phases, x.direction(), x.number("delta"), r);
    });
  };
  return t;
}

}  // namespace hallmark
