#include "bounds/composition/mechanisms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/atoms.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

using rows::eps0;
using rows::gamma;
using rows::k;
using rows::n;
using rows::sigma;

// ln(1 + k (1-gamma)/gamma), where that is a number of the grammar.
std::optional<Number> krr_eps0(long k_categories, const Number& gamma_share) {
  const auto g = gamma_share.rational();
  if (!g) return std::nullopt;
  return Number::ln(1 + Rational(k_categories) * (1 - *g) / *g);
}

Phase krr_of(KrrView view, const Arguments& x, long rounds) {
  return krr_phase(view, x.count("n"), x.count("k"), x.number("gamma"), rounds);
}

}  // namespace

Phase clones_phase(long reports, const Number& local_eps, long rounds) {
  return {.key = fmt::format("clones n={} eps0={}", reports, local_eps.to_string()),
          .rounds = rounds,
          .symmetric = true,
          .largest_log_ratio = local_eps,
          .atoms = atoms::clones(reports, local_eps)};
}

Phase rr2_phase(long reports, const Number& local_eps, long others, long rounds) {
  return {.key = fmt::format("rr2 n={} eps0={} others={}", reports, local_eps.to_string(), others),
          .rounds = rounds,
          .largest_log_ratio = local_eps,
          .atoms = atoms::rr2(reports, local_eps, others)};
}

Phase krr_phase(KrrView view, long users, long categories, const Number& share, long rounds) {
  Phase phase;
  phase.rounds = rounds;
  phase.symmetric = true;
  // N1/N2 with 1 <= N2 and N1 + N2 <= n.
  const Number finite = Number::ln(users);
  const std::string parameters = fmt::format("n={} k={} gamma={}", users, categories, share.to_string());
  // No report of the others in the second category: (1 - gamma/k)^(n-1).
  const auto infinite = [=](long bits) {
    return pow(1 - share.ball(bits) / categories, static_cast<unsigned long>(users - 1));
  };
  switch (view) {
    case KrrView::strong:
      phase.key = "krr.strong " + parameters;
      phase.atoms = atoms::krr_strong(users, categories, share);
      phase.largest_finite_log_ratio = finite;
      phase.infinite = [=](long bits) { return (1 - share.ball(bits)) * infinite(bits); };
      return phase;
    case KrrView::strong_pair:
      phase.key = "krr.strong-pair " + parameters;
      phase.atoms = atoms::krr_strong_pair(users, categories, share);
      phase.largest_finite_log_ratio = finite;
      phase.infinite = infinite;
      return phase;
    case KrrView::weak:
      phase.key = "krr.weak " + parameters;
      phase.atoms = atoms::krr_weak(users, categories, share);
      phase.largest_log_ratio = krr_eps0(categories, share);
      return phase;
  }
  require(false, "a view");
  return phase;
}

Phase allocation_phase(const Number& noise, long length, long chosen, long rounds) {
  return {.key = fmt::format("allocation sigma={} steps={} selected={}", noise.to_string(), length, chosen),
          .rounds = rounds,
          .ratio_law = [=](Slope slope, const Resolution& resolution, const Budget& budget) {
            const Direction d = slope == Slope::rising ? Direction::remove : Direction::add;
            auto law = allocation::profile_law({.sigma = noise, .steps = length, .direction = d, .selected = chosen},
                                               resolution, budget);
            return law ? std::make_shared<const RatioLaw>(*std::move(law)) : nullptr;
          }};
}

Phase poisson_phase(const Number& noise, const Number& share, long rounds) {
  return {.key = fmt::format("poisson-gaussian sigma={} rate={}", noise.to_string(), share.to_string()),
          .rounds = rounds,
          .ratio_law = [=](Slope slope, const Resolution& resolution, const Budget& budget) {
            constexpr long bits = 256;
            const Ball deviation = noise.ball(bits);
            const auto base = lognormal_law(1 / (deviation * deviation), slope, resolution, budget);
            return base ? std::make_shared<const RatioLaw>(subsampled(*base, share)) : nullptr;
          }};
}

std::vector<Mechanism> shuffle_mechanisms() {
  constexpr Parameter others{"others", Domain::natural, "0"};
  constexpr Adjacency replace = Adjacency::replace_one;
  return {
      {"clones",
       replace,
       {n, eps0},
       [](const Arguments& x, long rounds) { return clones_phase(x.count("n"), x.number("eps0"), rounds); }},
      {"rr2",
       replace,
       {n, eps0, others},
       [](const Arguments& x, long rounds) {
         return rr2_phase(x.count("n"), x.number("eps0"), x.count("others"), rounds);
       }},
      {"krr.strong",
       replace,
       {n, k, gamma},
       [](const Arguments& x, long rounds) { return krr_of(KrrView::strong, x, rounds); }},
      {"krr.strong-pair",
       replace,
       {n, k, gamma},
       [](const Arguments& x, long rounds) { return krr_of(KrrView::strong_pair, x, rounds); }},
      {"krr.weak",
       replace,
       {n, k, gamma},
       [](const Arguments& x, long rounds) { return krr_of(KrrView::weak, x, rounds); }},
  };
}

std::vector<Mechanism> gaussian_mechanisms() {
  return {{"gaussian", Adjacency::zero_out, {sigma}, [](const Arguments& x, long rounds) {
             return gaussian(x.number("sigma"), rounds);
           }}};
}

std::vector<Mechanism> sampled_mechanisms() {
  return {{"allocation",
           Adjacency::zero_out,
           {sigma, rows::steps, rows::selected},
           [](const Arguments& x, long rounds) {
             rows::check_selected("allocation", x);
             return allocation_phase(x.number("sigma"), x.count("steps"), x.count("selected"), rounds);
           }},
          {"poisson-gaussian", Adjacency::zero_out, {sigma, rows::rate}, [](const Arguments& x, long rounds) {
             return poisson_phase(x.number("sigma"), x.number("rate"), rounds);
           }}};
}

std::span<const Mechanism> mechanisms() {
  static const std::vector<Mechanism> all = [] {
    std::vector<Mechanism> r;
    for (const auto& family : {shuffle_mechanisms, gaussian_mechanisms, sampled_mechanisms}) {
      for (Mechanism& m : family()) r.push_back(std::move(m));
    }
    return r;
  }();
  return all;
}

NamedPhase named_phase(std::string_view mechanism, const ParameterTexts& parameters, long rounds) {
  const auto all = mechanisms();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Mechanism& m) { return m.name == mechanism; });
  if (at == all.end()) {
    std::string names;
    for (const Mechanism& m : all) names += fmt::format("{}{}", names.empty() ? "" : ", ", m.name);
    throw InputError("composition", "mechanism", shortened(mechanism), fmt::format("one of {}", names));
  }
  return {at->make(Arguments(at->name, at->parameters, at->adjacency, parameters), rounds), at->adjacency};
}

}  // namespace hallmark::composition
