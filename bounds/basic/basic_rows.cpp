// The rows of the registry for the basic mechanisms, and the same mechanisms as phases of compositions.
#include "bounds/basic/bounded_range.hpp"
#include "bounds/basic/certifiers.hpp"
#include "bounds/basic/discrete_gaussian.hpp"
#include "bounds/basic/discrete_laplace.hpp"
#include "bounds/basic/eps_delta.hpp"
#include "bounds/basic/family.hpp"
#include "bounds/basic/gdp.hpp"
#include "bounds/basic/integer_noise.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/basic/last_iterate.hpp"
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

Law laplace_law(const Arguments& x) { return basic::sampled(basic::laplace(x.number("eps0")), x.number("rate")); }
Law discrete_laplace_law(const Arguments& x) {
  return basic::sampled(basic::discrete_laplace(x.number("a"), x.count("sensitivity")), x.number("rate"));
}
Law discrete_gaussian_law(const Arguments& x) {
  return basic::sampled(basic::discrete_gaussian(x.number("sigma2"), x.count("sensitivity")), x.number("rate"));
}
Law skellam_law(const Arguments& x) {
  return basic::sampled(basic::skellam(x.number("variance"), x.count("sensitivity")), x.number("rate"));
}
Law binomial_law(const Arguments& x) {
  return basic::sampled(basic::binomial_noise(x.count("n"), x.count("sensitivity")), x.number("rate"));
}
Law gaussian_sum_law(const Arguments& x) {
  return basic::sampled(basic::discrete_gaussian_sum(x.number("sigma2"), x.count("parties"), x.count("sensitivity")),
                        x.number("rate"));
}
Law laplace_sum_law(const Arguments& x) {
  return basic::sampled(basic::discrete_laplace_sum(x.number("a"), x.count("parties"), x.count("sensitivity")),
                        x.number("rate"));
}
Law rr_law(const Arguments& x) { return basic::rr(x.number("eps0")); }
Law rr_local_law(const Arguments& x) { return basic::rr_local(x.count("k"), x.number("p")); }
Law eps_delta_law(const Arguments& x) { return basic::eps_delta(x.number("eps0"), x.number("delta0")); }
Law gdp_law(const Arguments& x) { return basic::gdp(x.number("mu")); }

// The noise of a largest log ratio of one round.
Ball reach_itself(const Arguments& /*x*/, const Ball& reach) { return reach; }
Ball reach_of_one(const Arguments& x, const Ball& reach) { return reach / x.count("sensitivity"); }
Ball share_of_reach(const Arguments& x, const Ball& reach) {
  const slong answers = x.count("k");
  return answers / (answers - 1 + exp(reach));
}

const Family families_of_noise[] = {
    {.name = "laplace",
     .law = laplace_law,
     .noise = "eps0",
     .grows = true,
     .noise_of_reach = reach_itself,
     .delta_certifier = &spline_delta_certifier,
     .epsilon_certifier = &spline_epsilon_certifier,
     .inverse_certifier = &spline_noise_certifier},
    {.name = "discrete-laplace",
     .law = discrete_laplace_law,
     .noise = "a",
     .grows = true,
     .noise_of_reach = reach_of_one},
    {.name = "discrete-gaussian", .law = discrete_gaussian_law},
    {.name = "skellam",
     .law = skellam_law,
     .noise = "variance",
     .delta_certifier = &integer_delta_certifier,
     .epsilon_certifier = &integer_epsilon_certifier,
     .inverse_certifier = nullptr},
    {.name = "binomial-noise",
     .law = binomial_law,
     .delta_certifier = &integer_delta_certifier,
     .epsilon_certifier = &integer_epsilon_certifier},
    {.name = "discrete-gaussian-sum",
     .law = gaussian_sum_law,
     .delta_certifier = &integer_delta_certifier,
     .epsilon_certifier = &integer_epsilon_certifier},
    {.name = "discrete-laplace-sum",
     .law = laplace_sum_law,
     .delta_certifier = &integer_delta_certifier,
     .epsilon_certifier = &integer_epsilon_certifier},
    {.name = "gdp",
     .law = gdp_law,
     .noise = "mu",
     .grows = true,
     .delta_certifier = &formula_certifier,
     .epsilon_certifier = &formula_epsilon_certifier,
     .inverse_certifier = &gdp_noise_certifier},
    {.name = "rr", .law = rr_law, .noise = "eps0", .grows = true, .noise_of_reach = reach_itself},
    {.name = "rr-local",
     .law = rr_local_law,
     .noise = "p",
     .noise_of_reach = share_of_reach,
     .inverse_certifier = &share_certifier},
    {.name = "eps-delta", .law = eps_delta_law, .noise = "eps0", .grows = true},
};

basic::LastIterate last_iterate_of(const Arguments& x) { return {x.number("c"), x.count("steps"), x.number("ratio")}; }

Answer last_iterate_mu(const Arguments& x, const Request& r) {
  const basic::LastIterate iterates = last_iterate_of(x);
  return from_balls([&](slong bits) { return basic::last_iterate_mu(iterates, bits); }, r,
                    "closed form, attained by linear maps");
}
using LeastRho = decltype(basic::pure_zcdp);
Entry least_rho_row(std::string_view id, LeastRho* rho) {
  const auto value = [rho](const Arguments& x, const Request& r) {
    return from_balls([&](slong bits) { return rho(x.number("eps0"), x.count("rounds"), bits); }, r,
                      "the Kullback-Leibler divergence, in closed form");
  };
  return row(id, value, &formula_certifier);
}
Answer last_iterate_delta(const Arguments& x, const Request& r) {
  return basic::delta_answer(basic::last_iterate(last_iterate_of(x)), 1, x.number("eps"), x, r);
}
Answer last_iterate_epsilon(const Arguments& x, const Request& r) {
  return basic::epsilon_answer(basic::last_iterate(last_iterate_of(x)), 1, x.number("delta"), x, r);
}

}  // namespace

std::vector<Entry> basic_rows() {
  std::vector<Entry> t = {row("bounded-range.delta", basic::bounded_range_delta, &bounded_range_delta_certifier),
                          row("bounded-range.epsilon", basic::bounded_range_epsilon, &bounded_range_epsilon_certifier),
                          row("last-iterate.delta", last_iterate_delta, &formula_certifier),
                          row("last-iterate.epsilon", last_iterate_epsilon, &formula_epsilon_certifier),
                          row("last-iterate.mu", last_iterate_mu, &formula_certifier),
                          least_rho_row("laplace.zcdp", basic::laplace_zcdp),
                          least_rho_row("rr.zcdp", basic::pure_zcdp),
                          row("zcdp.delta", basic::zcdp_delta, &zcdp_delta_certifier),
                          row("zcdp.epsilon", basic::zcdp_epsilon, &zcdp_epsilon_certifier),
                          row("zcdp.rho", basic::zcdp_rho),
                          row("renyi-curve.delta", basic::renyi_curve_delta, &curve_certifier),
                          row("renyi-curve.epsilon", basic::renyi_curve_epsilon, &formula_epsilon_certifier)};
  for (const Family& f : families_of_noise) {
    for (Entry& entry : basic::family_rows(f)) t.push_back(std::move(entry));
  }
  return t;
}

}  // namespace hallmark
