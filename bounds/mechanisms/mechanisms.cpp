#include "bounds/mechanisms/mechanisms.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/phase.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/phases.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

using rows::eps0;
using rows::gamma;
using rows::k;
using rows::n;
using rows::sigma;

Phase krr_of(KrrView view, const Arguments& x, long rounds) {
  return krr_phase(view, x.count("n"), x.count("k"), x.number("gamma"), rounds);
}

}  // namespace

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

void PhaseList::add(std::string_view mechanism, const ParameterTexts& parameters, long rounds) {
  constexpr long most = 1'000'000'000'000'000;
  if (rounds < 1 || rounds > most) {
    throw InputError(mechanism, "rounds", std::to_string(rounds), "an integer from 1 to 10^15");
  }
  NamedPhase named = named_phase(mechanism, parameters, rounds);
  if (phases_.empty()) {
    adjacency_ = named.adjacency;
    first_ = mechanism;
  } else if (named.adjacency != adjacency_) {
    throw InputError(fmt::format("{} has adjacency {}, but {} has {}: must be one adjacency for all", mechanism,
                                 to_string(named.adjacency), first_, to_string(adjacency_)));
  }
  phases_.push_back(std::move(named.phase));
}

}  // namespace hallmark::composition
