// The rows of the registry for the basic mechanisms, and the same mechanisms as phases of compositions.
#include "bounds/basic/basic_rows.hpp"

#include "bounds/basic/bounded_range.hpp"
#include "bounds/basic/certifiers.hpp"
#include "bounds/basic/discrete_gaussian.hpp"
#include "bounds/basic/discrete_laplace.hpp"
#include "bounds/basic/eps_delta.hpp"
#include "bounds/basic/gdp.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/basic/renyi_curve.hpp"
#include "bounds/basic/rr.hpp"
#include "bounds/basic/rr_local.hpp"
#include "bounds/basic/sampled.hpp"
#include "bounds/basic/zcdp.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;
using basic::Family;
using basic::Law;

constexpr Parameter sampling{"rate", Domain::positive_probability, "1"};
constexpr Parameter sensitivity{"sensitivity", Domain::count};
constexpr Parameter open_delta{"delta", Domain::open_probability};

Law laplace_law(const Arguments& x) { return basic::sampled(basic::laplace(x.number("eps0")), x.number("rate")); }
Law discrete_laplace_law(const Arguments& x) {
  return basic::sampled(basic::discrete_laplace(x.number("a"), x.count("sensitivity")), x.number("rate"));
}
Law discrete_gaussian_law(const Arguments& x) {
  return basic::sampled(basic::discrete_gaussian(x.number("sigma2"), x.count("sensitivity")), x.number("rate"));
}
Law rr_law(const Arguments& x) { return basic::rr(x.number("eps0")); }
Law rr_local_law(const Arguments& x) { return basic::rr_local(x.count("k"), x.number("p")); }
Law eps_delta_law(const Arguments& x) { return basic::eps_delta(x.number("eps0"), x.number("delta0")); }
Law gdp_law(const Arguments& x) { return basic::gdp(x.number("mu")); }

// The noise of a largest log ratio of one round.
Ball reach_itself(const Arguments& /*x*/, const Ball& reach) { return reach; }
Ball reach_of_one(const Arguments& x, const Ball& reach) { return reach / x.count("sensitivity"); }
Ball share_of_reach(const Arguments& x, const Ball& reach) {
  const long answers = x.count("k");
  return answers / (answers - 1 + exp(reach));
}

std::vector<Family> noise_families() {
  return {{.delta_id = "laplace.delta",
           .epsilon_id = "laplace.epsilon",
           .inverse_id = "laplace.eps0",
           .delta_summary = "delta of Laplace noise of scale sensitivity/eps0, Poisson-sampled at the rate",
           .epsilon_summary = "smallest eps with laplace.delta <= delta",
           .inverse_summary = "largest eps0 with laplace.delta <= delta",
           .theorem = "[DMNS06] Laplace noise, closed form ours",
           .parameters = {eps0, sampling},
           .law = laplace_law,
           .noise = "eps0",
           .grows = true,
           .monotone = "laplace-delta-nondecreasing-in-eps0",
           .noise_of_reach = reach_itself,
           .delta_certifier = &spline_delta_certifier,
           .epsilon_certifier = &spline_epsilon_certifier,
           .inverse_certifier = &spline_noise_certifier},
          {.delta_id = "discrete-laplace.delta",
           .epsilon_id = "discrete-laplace.epsilon",
           .inverse_id = "discrete-laplace.a",
           .delta_summary = "delta of geometric noise tanh(a/2) e^(-a|n|), Poisson-sampled at the rate",
           .epsilon_summary = "smallest eps with discrete-laplace.delta <= delta",
           .inverse_summary = "largest a with discrete-laplace.delta <= delta",
           .theorem = "[GRS12] geometric noise, lattice",
           .parameters = {{"a", Domain::positive_eps}, sensitivity, sampling},
           .law = discrete_laplace_law,
           .noise = "a",
           .grows = true,
           .monotone = "discrete-laplace-delta-nondecreasing-in-a",
           .noise_of_reach = reach_of_one,
           .delta_certifier = &lattice_delta_certifier,
           .epsilon_certifier = &lattice_epsilon_certifier,
           .inverse_certifier = &lattice_noise_certifier},
          {.delta_id = "discrete-gaussian.delta",
           .epsilon_id = "discrete-gaussian.epsilon",
           .inverse_id = {},
           .delta_summary = "delta of discrete Gaussian noise, one coordinate, Poisson-sampled at the rate",
           .epsilon_summary = "smallest eps with discrete-gaussian.delta <= delta",
           .theorem = "[CKS20] Theorem 7",
           .parameters = {{"sigma2", Domain::deviation}, sensitivity, sampling},
           .law = discrete_gaussian_law,
           .delta_certifier = &lattice_delta_certifier,
           .epsilon_certifier = &lattice_epsilon_certifier},
          {.delta_id = "gdp.delta",
           .epsilon_id = "gdp.epsilon",
           .inverse_id = "gdp.mu",
           .delta_summary = "delta of mu-GDP mechanisms: Gaussian noise at sigma = 1/mu",
           .epsilon_summary = "smallest eps with gdp.delta <= delta",
           .inverse_summary = "largest mu with gdp.delta <= delta",
           .theorem = "[DRS19] Definition 2.6",
           .parameters = {{"mu", Domain::deviation}},
           .law = gdp_law,
           .noise = "mu",
           .grows = true,
           .monotone = "gdp-delta-nondecreasing-in-mu",
           .delta_certifier = &formula_certifier,
           .epsilon_certifier = &formula_epsilon_certifier,
           .inverse_certifier = &gdp_noise_certifier}};
}

std::vector<Family> response_families() {
  return {{.delta_id = "rr.delta",
           .epsilon_id = "rr.epsilon",
           .inverse_id = "rr.eps0",
           .delta_summary = "delta of randomized response over two answers, and of any eps0-private mechanisms",
           .epsilon_summary = "smallest eps with rr.delta <= delta",
           .inverse_summary = "largest eps0 with rr.delta <= delta",
           .theorem = "[KOV15] Theorem 3.2",
           .adjacency = Adjacency::replace_one,
           .parameters = {eps0},
           .law = rr_law,
           .noise = "eps0",
           .grows = true,
           .monotone = "rr-delta-nondecreasing-in-eps0",
           .noise_of_reach = reach_itself,
           .delta_certifier = &lattice_delta_certifier,
           .epsilon_certifier = &lattice_epsilon_certifier,
           .inverse_certifier = &lattice_noise_certifier},
          {.delta_id = "rr-local.delta",
           .epsilon_id = "rr-local.epsilon",
           .inverse_id = "rr-local.p",
           .delta_summary = "delta of randomized response over k answers, a uniform draw with probability p",
           .epsilon_summary = "smallest eps with rr-local.delta <= delta",
           .inverse_summary = "smallest p with rr-local.delta <= delta",
           .theorem = "randomized response over k answers",
           .adjacency = Adjacency::replace_one,
           .parameters = {k, {"p", Domain::positive_probability}},
           .law = rr_local_law,
           .noise = "p",
           .monotone = "rr-local-delta-nonincreasing-in-p",
           .noise_of_reach = share_of_reach,
           .delta_certifier = &lattice_delta_certifier,
           .epsilon_certifier = &lattice_epsilon_certifier,
           .inverse_certifier = &share_certifier},
          {.delta_id = "eps-delta.delta",
           .epsilon_id = "eps-delta.epsilon",
           .inverse_id = "eps-delta.eps0",
           .delta_summary = "delta of any (eps0, delta0)-private mechanisms, composed",
           .epsilon_summary = "smallest eps with eps-delta.delta <= delta",
           .inverse_summary = "largest eps0 with eps-delta.delta <= delta",
           .theorem = "[KOV15] Theorem 3.2",
           .parameters = {eps0, delta0},
           .law = eps_delta_law,
           .noise = "eps0",
           .grows = true,
           .monotone = "eps-delta-delta-nondecreasing-in-eps0",
           .delta_certifier = &lattice_delta_certifier,
           .epsilon_certifier = &lattice_epsilon_certifier,
           .inverse_certifier = &lattice_noise_certifier}};
}

// Rows of a class of mechanisms, bracketed.
Entry bracket(std::string_view id, std::string_view summary, std::string_view theorem,
              std::vector<Parameter> parameters, Answer (*evaluate)(const Arguments&, const Request&)) {
  parameters.push_back(rounds);
  parameters.push_back(rows::direction);
  return {.id = id,
          .summary = summary,
          .bounds = Bounds::mechanism,
          .kind = Kind::bracket,
          .status = Status::proved,
          .theorem = theorem,
          .adjacency = Adjacency::zero_out,
          .parameters = std::move(parameters),
          .cost = "seconds: a search over the attacks below, one formula above",
          .routes = "balls",
          .evaluate = evaluate};
}

// Rows of a table of Renyi orders: an upper bound for every mechanism that has them.
Entry from_curve(std::string_view id, std::string_view summary, const Parameter& target,
                 Answer (*evaluate)(const Arguments&, const Request&)) {
  return {.id = id,
          .summary = summary,
          .bounds = Bounds::formula,
          .kind = Kind::upper,
          .status = Status::proved,
          .theorem = "[CKS20] Proposition 12",
          .adjacency = Adjacency::zero_out,
          .parameters = {{"curve", Domain::table}, rounds, target},
          .cost = "milliseconds: one formula an order",
          .routes = "balls",
          .evaluate = evaluate};
}

}  // namespace

std::vector<Entry> basic_rows() {
  std::vector<Entry> t;
  for (const auto& families : {noise_families(), response_families()}) {
    for (const Family& f : families) {
      for (Entry& entry : basic::family_rows(f)) t.push_back(std::move(entry));
    }
  }
  constexpr Parameter rho{"rho", Domain::deviation};
  constexpr Parameter xi{"xi", Domain::eps, "0"};
  t.push_back(bracket("bounded-range.delta", "delta of mechanisms of range eps0, such as the exponential mechanism",
                      "[DDR20] bounded range", {eps0, eps}, basic::bounded_range_delta));
  t.back().certifier = &bounded_range_delta_certifier;
  t.back().routes = "recursion pairs";
  t.push_back(bracket("bounded-range.epsilon", "smallest eps with bounded-range.delta <= delta",
                      "[DDR20] bounded range", {eps0, delta}, basic::bounded_range_epsilon));
  t.back().certifier = &bounded_range_epsilon_certifier;
  t.back().routes = "recursion pairs";
  t.back().inverse = InverseOf{"bounded-range.delta", nonincreasing};
  t.push_back(bracket("zcdp.delta", "delta of all (xi, rho)-zCDP mechanisms", "[CKS20] Proposition 12", {rho, xi, eps},
                      basic::zcdp_delta));
  t.back().certifier = &zcdp_delta_certifier;
  t.push_back(bracket("zcdp.epsilon", "smallest eps with zcdp.delta <= delta", "[CKS20] Proposition 12",
                      {rho, xi, open_delta}, basic::zcdp_epsilon));
  t.back().certifier = &zcdp_epsilon_certifier;
  t.back().inverse = InverseOf{"zcdp.delta", nonincreasing};
  t.push_back(bracket("zcdp.rho", "largest rho with zcdp.delta <= delta", "[CKS20] Proposition 12",
                      {xi, eps, open_delta}, basic::zcdp_rho));
  t.push_back(from_curve("renyi-curve.delta", "delta of all mechanisms of these Renyi divergences", eps,
                         basic::renyi_curve_delta));
  t.push_back(from_curve("renyi-curve.epsilon", "epsilon of all mechanisms of these Renyi divergences", open_delta,
                         basic::renyi_curve_epsilon));
  return t;
}

}  // namespace hallmark
