// The rows of the registry for the Gaussian mechanism.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/gaussian.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer gaussian_renyi(const Arguments& x, const Request& r) {
  const gaussian::RenyiParameters p{x.number("sigma"), x.number("alpha"), x.count("rounds")};
  Answer a = from_balls([&](long bits) { return gaussian::renyi(p, bits); }, r, "alpha rounds / (2 sigma^2)");
  const auto s = p.sigma.rational();
  const auto alpha = p.alpha.rational();
  if (s && alpha) set_exact(a, *alpha * p.rounds / (*s * *s * 2));
  return a;
}

}  // namespace

std::vector<Entry> gaussian_rows() {
  std::vector<Entry> t;
  t.push_back({"gaussian.delta",
               "delta of the Gaussian mechanism, sensitivity 1",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[BW18] Theorem 8",
               Adjacency::zero_out,
               {sigma, eps, rounds},
               "O(1)",
               "balls",
               'D',
               {},
               {},
               [](const Arguments& x, const Request& r) {
                 const gaussian::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("rounds")};
                 return from_balls([&](long bits) { return gaussian::delta(p, bits); }, r, "closed form with erfc");
               }});
  t.push_back({"gaussian.epsilon",
               "smallest eps with gaussian.delta <= delta",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[BW18] Theorem 8",
               Adjacency::zero_out,
               {sigma, positive_delta, rounds},
               "about 10 evaluations of gaussian.delta",
               "balls",
               'E',
               nonincreasing,
               {},
               [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     gaussian::epsilon({x.number("sigma"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                     "certified inversion of gaussian.delta");
               }});
  t.push_back({"gaussian.renyi",
               "Renyi divergence of the Gaussian mechanism, sensitivity 1",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "Renyi divergence of two normals",
               Adjacency::zero_out,
               {sigma, {"alpha", Domain::order}, rounds},
               "O(1)",
               "balls",
               'D',
               {},
               {},
               gaussian_renyi});
  t.push_back({"gaussian.sigma",
               "smallest sigma with gaussian.delta <= delta",
               Bounds::mechanism,
               Kind::exact,
               Status::proved,
               "[BW18] Theorem 8",
               Adjacency::zero_out,
               {eps, {"delta", Domain::open_probability}, rounds},
               "about 12 evaluations of gaussian.delta",
               "balls",
               'E',
               "gaussian-delta-decreasing-in-sigma",
               {},
               [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     gaussian::sigma({x.number("eps"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                     "certified inversion of gaussian.delta");
               }});
  return t;
}

}  // namespace hallmark
