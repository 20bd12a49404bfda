#include "bounds/mechanisms/mechanisms.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "bounds/aliases.hpp"
#include "bounds/allocation/phase.hpp"
#include "bounds/basic/bounded_range.hpp"
#include "bounds/basic/discrete_gaussian.hpp"
#include "bounds/basic/discrete_laplace.hpp"
#include "bounds/basic/eps_delta.hpp"
#include "bounds/basic/gdp.hpp"
#include "bounds/basic/laplace.hpp"
#include "bounds/basic/rr.hpp"
#include "bounds/basic/rr_local.hpp"
#include "bounds/basic/sampled.hpp"
#include "bounds/batch/phase.hpp"
#include "bounds/quantity_rows.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/phases.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

Phase krr_of(KrrView view, const Arguments& x, slong rounds) {
  return krr_phase(view, x.count("n"), x.count("k"), x.number("gamma"), rounds);
}

// A law as a phase, Poisson-sampled where there is a rate.
Phase rounds_of(const basic::Law& law, const Arguments& x, slong rounds) {
  Phase phase = x.canonical().contains("rate") ? basic::sampled_phase(law.phase, x.number("rate")) : law.phase;
  phase.rounds = rounds;
  return phase;
}

}  // namespace

std::vector<Mechanism> shuffle_mechanisms() {
  constexpr Adjacency replace = Adjacency::replace_one;
  return {
      {"clones", replace, parameters("n eps0"),
       [](const Arguments& x, slong rounds) { return clones_phase(x.count("n"), x.number("eps0"), rounds); }},
      {"rr2", replace, parameters("n eps0 others/number"),
       [](const Arguments& x, slong rounds) {
         return rr2_phase(x.count("n"), x.number("eps0"), x.count("others"), rounds);
       }},
      {"krr.strong", replace, parameters("n k gamma"),
       [](const Arguments& x, slong rounds) { return krr_of(KrrView::strong, x, rounds); }},
      {"krr.strong-pair", replace, parameters("n k gamma"),
       [](const Arguments& x, slong rounds) { return krr_of(KrrView::strong_pair, x, rounds); }},
      {"krr.weak", replace, parameters("n k gamma"),
       [](const Arguments& x, slong rounds) { return krr_of(KrrView::weak, x, rounds); }},
  };
}

std::vector<Mechanism> gaussian_mechanisms() {
  return {{"gaussian", Adjacency::zero_out, parameters("sigma"),
           [](const Arguments& x, slong rounds) { return gaussian(x.number("sigma"), rounds); }}};
}

std::vector<Mechanism> sampled_mechanisms() {
  return {{"fixed-batch", Adjacency::replace_one, parameters("sigma share"),
           [](const Arguments& x, slong rounds) {
             return pair_phase({x.number("share"), x.number("sigma"), rounds, {1, 1, true}});
           }},
          {"poisson-replace-one", Adjacency::replace_one, parameters("sigma rate/open"),
           [](const Arguments& x, slong rounds) {
             return pair_phase({x.number("rate"), x.number("sigma"), rounds, {1, 1}});
           }},
          {"allocation", Adjacency::zero_out, parameters("sigma steps selected"),
           [](const Arguments& x, slong rounds) {
             rows::check_selected("allocation", x);
             return allocation_phase(x.number("sigma"), x.count("steps"), x.count("selected"), rounds);
           }},
          {"poisson-gaussian", Adjacency::zero_out, parameters("sigma rate"), [](const Arguments& x, slong rounds) {
             return poisson_phase(x.number("sigma"), x.number("rate"), rounds);
           }}};
}

std::vector<Mechanism> basic_mechanisms() {
  constexpr Adjacency zero = Adjacency::zero_out;
  constexpr Adjacency replace = Adjacency::replace_one;
  return {
      {"bounded-range", zero, parameters("eps0"),
       [](const Arguments& x, slong n) { return rounds_of(basic::bounded_range_upper(x.number("eps0")), x, n); }},
      {"discrete-gaussian", zero, parameters("sigma2 sensitivity rate/or-1"),
       [](const Arguments& x, slong n) {
         return rounds_of(basic::discrete_gaussian(x.number("sigma2"), x.count("sensitivity")), x, n);
       }},
      {"discrete-laplace", zero, parameters("a sensitivity rate/or-1"),
       [](const Arguments& x, slong n) {
         return rounds_of(basic::discrete_laplace(x.number("a"), x.count("sensitivity")), x, n);
       }},
      {"eps-delta", zero, parameters("eps delta/or-0"),
       [](const Arguments& x, slong n) {
         return rounds_of(basic::eps_delta(x.number("eps"), x.number("delta")), x, n);
       }},
      {"gdp", zero, parameters("mu"),
       [](const Arguments& x, slong n) { return rounds_of(basic::gdp(x.number("mu")), x, n); }},
      {"laplace", zero, parameters("eps0 rate/or-1"),
       [](const Arguments& x, slong n) { return rounds_of(basic::laplace(x.number("eps0")), x, n); }},
      {"rr", replace, parameters("eps0"),
       [](const Arguments& x, slong n) { return rounds_of(basic::rr(x.number("eps0")), x, n); }},
      {"rr-local", replace, parameters("k p"),
       [](const Arguments& x, slong n) { return rounds_of(basic::rr_local(x.count("k"), x.number("p")), x, n); }},
  };
}

std::span<const Mechanism> mechanisms() {
  static const std::vector<Mechanism> all = [] {
    std::vector<Mechanism> r;
    for (const auto& family : {shuffle_mechanisms, gaussian_mechanisms, sampled_mechanisms, basic_mechanisms}) {
      for (Mechanism& m : family()) r.push_back(std::move(m));
    }
    return r;
  }();
  return all;
}

namespace {

// The parameter `mechanism` Poisson-sampled at the parameter `rate`.
NamedPhase sampled_mechanism(const ParameterTexts& texts, slong rounds) {
  ParameterTexts given = understood("sampled", parameters("rate"), Adjacency::zero_out, texts).texts;
  const auto take = [&](const char* name, const char* must) {
    const auto at = given.find(name);
    if (at == given.end()) throw InputError(fmt::format("sampled: missing parameter {}: must be {}", name, must));
    std::string text = at->second;
    given.erase(at);
    return text;
  };
  const std::string inner = take("mechanism", "the name of a mechanism of zero-out adjacency");
  const std::string rate = take("rate", "a probability, above 0");
  if (inner == "sampled") throw InputError("sampled", "mechanism", inner, "another one: the rates of two multiply");
  const Number share = Arguments("sampled", parameters("rate"), Adjacency::zero_out, {{"rate", rate}}).number("rate");
  // The same law, which has a transform and certificates.
  if (canonical_id(inner) == "gaussian" && share != Number(1)) {
    given["rate"] = share.to_string();
    return named_phase("poisson-gaussian", given, rounds);
  }
  NamedPhase named = named_phase(inner, given, rounds);
  if (named.adjacency != Adjacency::zero_out) {
    throw InputError("sampled", "mechanism", inner,
                     "of zero-out adjacency: sampling compares the round with and without the record, and a pair of "
                     "two records does not say what happens without one");
  }
  return {basic::sampled_phase(named.phase, share), named.adjacency,
          fmt::format("sampled of={} rate={}", named.words, share.to_string()), named.rounds};
}

constexpr slong most_rounds = 1'000'000'000'000'000;

// Takes the parameter rounds out of the texts: so many rounds of each of `rounds`.
slong taken_rounds(std::string_view name, ParameterTexts& texts, slong rounds) {
  const auto at = texts.find("rounds");
  if (at == texts.end()) return rounds;
  const Parameter count{"rounds", Domain::count};
  const slong each = Arguments(name, {count}, Adjacency::zero_out, {{"rounds", at->second}}).count("rounds");
  if (each > most_rounds / rounds) throw InputError(name, "rounds", at->second, "an integer from 1 to 10^15 in all");
  texts.erase(at);
  return each * rounds;
}

slong checked_rounds(std::string_view mechanism, slong rounds) {
  if (rounds >= 1 && rounds <= most_rounds) return rounds;
  throw InputError(mechanism, "rounds", std::to_string(rounds), "an integer from 1 to 10^15");
}

}  // namespace

NamedPhase named_phase(std::string_view name, const ParameterTexts& parameters, slong rounds) {
  if (name == "sampled") return sampled_mechanism(parameters, rounds);
  const std::string mechanism = canonical_id(name);
  const auto all = mechanisms();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Mechanism& m) { return m.name == mechanism; });
  if (at == all.end()) {
    std::string names;
    for (const Mechanism& m : all) names += fmt::format("{}, ", m.name);
    throw InputError("composition", "mechanism", shortened(mechanism), fmt::format("one of {}sampled", names));
  }
  std::vector<Parameter> with_rounds = at->parameters;
  const bool counts_itself = std::any_of(with_rounds.begin(), with_rounds.end(),
                                         [](const Parameter& p) { return p.name == "rounds" || p.name == "steps"; });
  if (!counts_itself) with_rounds.push_back({"rounds", Domain::count});
  ParameterTexts texts = understood(at->name, with_rounds, at->adjacency, parameters).texts;
  if (!counts_itself) rounds = taken_rounds(at->name, texts, rounds);
  const Arguments arguments(at->name, at->parameters, at->adjacency, texts);
  std::string words(at->name);
  for (const auto& [parameter, value] : arguments.canonical()) words += fmt::format(" {}={}", parameter, value);
  return {at->make(arguments, rounds), at->adjacency, std::move(words), rounds};
}

NamedPhase on_one_sample(const std::vector<Release>& releases, const ParameterTexts& others, slong rounds) {
  const auto rate_texts = understood("sampled", parameters("rate"), Adjacency::zero_out, others).texts;
  const Arguments given("sampled", parameters("rate"), Adjacency::zero_out, rate_texts);
  std::vector<std::string> words;
  std::vector<Phase> phases;
  std::optional<Rational> variance = Rational(0);  // of Gaussian ones
  for (const Release& release : releases) {
    NamedPhase named = named_phase(release.mechanism, release.parameters, 1);
    const std::vector<std::string_view> parts = words_of_text(named.words);
    std::string inside;
    for (const std::string_view part : std::span(parts).subspan(1)) {
      if (part != "rate=1") inside += fmt::format("{}{}", inside.empty() ? "" : ",", part);
    }
    if (parts.front() == "sampled" || inside.find("rate=") != std::string::npos) {
      throw InputError("sampled", "of", shortened(named.words), "without a rate: the sample has one for all of it");
    }
    if (named.adjacency != Adjacency::zero_out || !named.phase.symmetric) {
      throw InputError("sampled", "of", shortened(parts.front()),
                       "of zero-out adjacency and the same in both directions");
    }
    constexpr std::string_view deviation = "sigma=";
    const auto square = parts.front() == "gaussian" && inside.starts_with(deviation)
                            ? Number(inside.substr(deviation.size())).signed_square()
                            : std::nullopt;
    if (square && variance) *variance += named.rounds / *square;
    if (!square) variance.reset();
    if (named.rounds != 1) inside += fmt::format(",rounds={}", named.rounds);
    words.push_back(fmt::format(" of={}({})", parts.front(), inside));
    phases.push_back(std::move(named.phase));
  }
  if (variance) {
    ParameterTexts one = rate_texts;
    one["mechanism"] = "gaussian";
    one["sigma"] = Number::sqrt(1 / *variance).to_string();
    return sampled_mechanism(one, rounds);
  }
  std::sort(words.begin(), words.end());
  const Number rate = given.number("rate");
  Phase phase = basic::sampled_phase(basic::together(phases), rate);
  phase.rounds = rounds;
  return {std::move(phase), Adjacency::zero_out,
          fmt::format("sampled{} rate={}", fmt::join(words, ""), rate.to_string()), rounds};
}

void PhaseList::add(std::string_view mechanism, const ParameterTexts& parameters, slong rounds) {
  add(named_phase(mechanism, parameters, checked_rounds(mechanism, rounds)), mechanism);
}

void PhaseList::add(NamedPhase named, std::string_view mechanism) {
  const slong rounds = named.rounds;
  if (phases_.empty()) {
    adjacency_ = named.adjacency;
    first_ = mechanism;
  } else if (named.adjacency != adjacency_) {
    throw InputError(fmt::format("{} has adjacency {}, but {} has {}: must be one adjacency for all", mechanism,
                                 to_string(named.adjacency), first_, to_string(adjacency_)));
  }
  slong& together = lines_[named.words];
  if (together > most_rounds - rounds) {
    throw InputError(mechanism, "rounds", std::to_string(rounds),
                     "an integer from 1 to 10^15, with all phases together");
  }
  together += rounds;
  for (const char* share : {" rate=", " share="}) {
    const auto at = named.words.rfind(share);
    if (at != std::string::npos && named.words.substr(named.words.find('=', at)) != "=1") {
      ++sampled_;
      break;
    }
  }
  phases_.push_back(std::move(named.phase));
}

std::string_view PhaseList::reading() const {
  if (sampled_ < 2) return {};
  return "every sampled phase draws a sample of its own; releases on one Poisson sample are one phase: "
         "sampled(rate=1/100,of=gaussian(sigma=1),of=gaussian(sigma=2))";
}

}  // namespace hallmark::composition
