// The rows of the registry for the Gaussian mechanism.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/certifiers.hpp"
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
  t.push_back({.id = "gaussian.delta",
               .summary = "delta of the Gaussian mechanism, sensitivity 1",
               .bounds = Bounds::mechanism,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[BW18] Theorem 8",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, eps, rounds},
               .cost = "O(1)",
               .routes = "balls",
               .certifier = &formula_certifier,
               .evaluate = [](const Arguments& x, const Request& r) {
                 const gaussian::DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("rounds")};
                 return from_balls([&](long bits) { return gaussian::delta(p, bits); }, r, "closed form with erfc");
               }});
  t.push_back({.id = "gaussian.epsilon",
               .summary = "smallest eps with gaussian.delta <= delta",
               .bounds = Bounds::mechanism,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[BW18] Theorem 8",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, positive_delta, rounds},
               .cost = "about 10 evaluations of gaussian.delta",
               .routes = "balls",
               .certifier = &formula_epsilon_certifier,
               .inverse = InverseOf{"gaussian.delta", nonincreasing},
               .evaluate = [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     gaussian::epsilon({x.number("sigma"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                     "certified inversion of gaussian.delta");
               }});
  t.push_back({.id = "gaussian.renyi",
               .summary = "Renyi divergence of the Gaussian mechanism, sensitivity 1",
               .bounds = Bounds::mechanism,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "Renyi divergence of two normals",
               .adjacency = Adjacency::zero_out,
               .parameters = {sigma, {"alpha", Domain::order}, rounds},
               .cost = "O(1)",
               .routes = "balls",
               .certifier = &formula_certifier,
               .evaluate = gaussian_renyi});
  t.push_back({.id = "gaussian.sigma",
               .summary = "smallest sigma with gaussian.delta <= delta",
               .bounds = Bounds::mechanism,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[BW18] Theorem 8",
               .adjacency = Adjacency::zero_out,
               .parameters = {eps, {"delta", Domain::open_probability}, rounds},
               .cost = "about 12 evaluations of gaussian.delta",
               .routes = "balls",
               .certifier = &gaussian_sigma_certifier,
               .inverse = InverseOf{"gaussian.delta", "gaussian-delta-decreasing-in-sigma"},
               .evaluate = [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     gaussian::sigma({x.number("eps"), x.number("delta"), x.count("rounds")}, r.digits, r.budget),
                     "certified inversion of gaussian.delta");
               }});
  return t;
}

}  // namespace hallmark
