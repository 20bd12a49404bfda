// The suite `mechanisms`: the basic mechanisms alone, their rounds, sampling and inverses.
#include <fmt/format.h>

#include <algorithm>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace mechanisms_cases {
namespace {

constexpr long digits = 20;

using Texts = std::vector<std::string>;

// One parameter and the values it takes.
struct Axis {
  std::string name;
  Texts values;
};

// Every combination of the values.
Group grid(std::string_view quantity, std::string_view source, std::string_view comment, const std::vector<Axis>& axes,
           std::vector<std::string_view> flags = {}) {
  Group g{quantity, source, digits, false, std::move(flags), {}};
  std::vector<ParameterTexts> all{{}};
  for (const Axis& axis : axes) {
    std::vector<ParameterTexts> next;
    for (const ParameterTexts& begun : all) {
      for (const std::string& value : axis.values) {
        next.push_back(begun);
        next.back()[axis.name] = value;
      }
    }
    all = std::move(next);
  }
  for (ParameterTexts& parameters : all) {
    Case c{std::move(parameters), std::string(comment)};
    if (const auto rounds = c.parameters.find("rounds"); rounds != c.parameters.end() && rounds->second != "1") {
      c.flags.push_back("Rounds");
    }
    g.cases.push_back(std::move(c));
  }
  return g;
}

Texts powers(std::initializer_list<long> exponents) {
  Texts all;
  for (const long k : exponents) all.push_back(two_to_minus(k));
  return all;
}

std::vector<Group> laplace() {
  return {grid("laplace.delta", "rounds", "Laplace noise, several rounds",
               {{"eps0", {"1/64", "1/8", "1/2", "1", "4"}},
                {"rounds", {"1", "2", "5", "20", "64"}},
                {"eps", {"0", "1/64", "1"}}}),
          grid("laplace.delta", "sampled", "one round of Laplace noise, Poisson-sampled",
               {{"eps0", {"1/4", "1", "4"}},
                {"rate", {"1/128", "1/8", "1/2"}},
                {"eps", {"1/64", "1/4"}},
                {"direction", {"remove", "add"}}}),
          grid("laplace.epsilon", "targets", "the epsilon of Laplace noise",
               {{"eps0", {"1/8", "1/2", "1"}}, {"rounds", {"1", "8", "50"}}, {"delta", powers({10, 20, 40})}}),
          grid("laplace.eps0", "calibration", "the least noise that will do",
               {{"eps", {"1/2", "1", "4"}}, {"rounds", {"1", "8"}}, {"delta", powers({10, 20})}})};
}

std::vector<Group> discrete() {
  return {grid("discrete-laplace.delta", "rounds", "geometric noise, several rounds",
               {{"a", {"1/16", "1/2", "1", "ln(2)"}},
                {"sensitivity", {"1", "2", "5"}},
                {"rounds", {"1", "5", "30"}},
                {"eps", {"1/4", "1"}}}),
          grid("discrete-laplace.epsilon", "targets", "the epsilon of geometric noise",
               {{"a", {"1/16", "1/2"}},
                {"sensitivity", {"1", "2"}},
                {"rounds", {"1", "10"}},
                {"delta", powers({10, 20, 40})}}),
          grid("discrete-laplace.a", "calibration", "the least noise that will do",
               {{"eps", {"1/2", "2"}}, {"sensitivity", {"1", "3"}}, {"rounds", {"1", "8"}}, {"delta", powers({20})}}),
          grid("discrete-gaussian.delta", "rounds", "discrete Gaussian noise, several rounds",
               {{"sigma2", {"1/4", "1", "4", "100"}},
                {"sensitivity", {"1", "3"}},
                {"rounds", {"1", "10"}},
                {"eps", {"0", "1/2", "2"}}}),
          grid("discrete-gaussian.delta", "sampled", "one round of discrete Gaussian noise, Poisson-sampled",
               {{"sigma2", {"1", "4"}},
                {"sensitivity", {"1"}},
                {"rate", {"1/8", "1/2"}},
                {"eps", {"1/8", "1/2"}},
                {"direction", {"remove", "add"}}}),
          grid("discrete-gaussian.epsilon", "targets", "the epsilon of discrete Gaussian noise",
               {{"sigma2", {"1", "16"}},
                {"sensitivity", {"1", "2"}},
                {"rounds", {"1", "10"}},
                {"delta", powers({10, 20})}})};
}

Group composed_once() {
  Group g{"rr.delta", "known-bugs", digits, false, {"KnownBug", "Rounds", "SymbolicInput"}, {}};
  g.cases.push_back(
      {{{"eps0", "ln(3)"}, {"rounds", "4"}, {"eps", "2"}},
       "dp_accounting 0.6.0 b5b0286, PLDAccountant(REPLACE_ONE).compose(RandomizedResponseDpEvent(0.5, 2), "
       "4): \"upper bound\" 0, below the value, for the mechanism is composed once whatever its count"});
  return g;
}

std::vector<Group> responses() {
  return {composed_once(),
          grid("rr.delta", "rounds", "randomized response over two answers",
               {{"eps0", {"1/8", "1/2", "1", "4"}}, {"rounds", {"1", "3", "10", "100"}}, {"eps", {"0", "1/4", "2"}}}),
          grid("rr.epsilon", "targets", "the epsilon of randomized response",
               {{"eps0", {"1/8", "1/2"}}, {"rounds", {"1", "3", "100"}}, {"delta", powers({10, 20})}}),
          grid("rr.eps0", "calibration", "the largest eps0 that will do",
               {{"eps", {"1/2", "2"}}, {"rounds", {"1", "10"}}, {"delta", powers({10, 20})}}),
          grid("rr-local.delta", "rounds", "randomized response over k answers",
               {{"k", {"2", "3", "10"}}, {"p", {"1/16", "1/2"}}, {"rounds", {"1", "4", "30"}}, {"eps", {"1/4", "1"}}}),
          grid("rr-local.epsilon", "targets", "the epsilon of randomized response over k answers",
               {{"k", {"3", "10"}}, {"p", {"1/2"}}, {"rounds", {"1", "4", "30"}}, {"delta", powers({10, 20})}}),
          grid("rr-local.p", "calibration", "the least chance of a uniform draw",
               {{"k", {"2", "5"}}, {"eps", {"1"}}, {"rounds", {"1", "4"}}, {"delta", powers({10})}}),
          grid("eps-delta.delta", "rounds", "any (eps0, delta0)-private mechanisms",
               {{"eps0", {"1/8", "1"}},
                {"delta0", powers({10, 20, 40})},
                {"rounds", {"1", "4", "50"}},
                {"eps", {"1/4", "2"}}}),
          grid("eps-delta.epsilon", "targets", "the epsilon of any (eps0, delta0)-private mechanisms",
               {{"eps0", {"1/8", "1"}},
                {"delta0", powers({30})},
                {"rounds", {"1", "4", "50"}},
                {"delta", powers({10, 20})}})};
}

std::vector<Group> classes() {
  std::vector<Group> all{
      grid("bounded-range.delta", "rounds", "mechanisms of bounded range, both ends",
           {{"eps0", {"1/8", "1/2", "1"}}, {"rounds", {"1", "2", "10", "50"}}, {"eps", {"1/8", "3/4"}}},
           {"WorstCaseBracket"}),
      grid("bounded-range.epsilon", "targets", "the epsilon of bounded range, both ends",
           {{"eps0", {"1/8", "1/2"}}, {"rounds", {"2", "10", "50"}}, {"delta", powers({10, 20})}},
           {"WorstCaseBracket"}),
      grid("zcdp.delta", "orders", "all mechanisms of this rho, both ends",
           {{"rho", {"1/64", "1/2", "4"}}, {"xi", {"0", "1/4"}}, {"eps", {"1/2", "2", "8"}}}, {"WorstCaseBracket"}),
      grid("zcdp.epsilon", "orders", "all mechanisms of this rho, both ends",
           {{"rho", {"1/64", "1/2", "4"}}, {"xi", {"0", "1/4"}}, {"delta", powers({10, 20, 40})}},
           {"WorstCaseBracket"})};
  for (Group& g : all) g.digits = 12;
  for (Group& g : {std::ref(all[0]), std::ref(all[1])}) {
    std::erase_if(g.cases,
                  [](const Case& c) { return c.parameters.at("eps0") == "1/8" && c.parameters.at("rounds") == "1"; });
  }
  all.push_back(grid("gdp.delta", "rounds", "mu-GDP",
                     {{"mu", {"1/8", "1", "4"}}, {"rounds", {"1", "16"}}, {"eps", {"1/4", "2"}}}));
  all.push_back(grid("gdp.epsilon", "targets", "the epsilon of mu-GDP",
                     {{"mu", {"1/8", "1", "4"}}, {"rounds", {"1", "16"}}, {"delta", powers({10, 40})}}));
  all.push_back(grid("gdp.mu", "calibration", "the largest mu that will do",
                     {{"eps", {"1/2", "2"}}, {"rounds", {"1", "9"}}, {"delta", powers({20, 60})}}));
  const Texts curves{"2,1/2", "3/2,1/16;2,1/8;4,1/4;8,1/2;16,1;32,2", "2,1/4;3,1/2;5,1;9,2;33,8"};
  all.push_back(grid("renyi-curve.delta", "orders", "a table of Renyi divergences",
                     {{"curve", curves}, {"rounds", {"1", "4"}}, {"eps", {"1/2", "4"}}}));
  all.push_back(grid("renyi-curve.epsilon", "orders", "the epsilon of a table of Renyi divergences",
                     {{"curve", curves}, {"rounds", {"1", "4"}}, {"delta", powers({10, 40})}}));
  return all;
}

}  // namespace
}  // namespace mechanisms_cases

Suite mechanisms_suite() {
  using namespace mechanisms_cases;
  Suite s{
      "mechanisms",
      {"Noise and randomized response by themselves: Laplace, discrete Laplace and Gaussian noise, responses over two and k answers, "
       "(eps, delta), bounded range, zero-concentrated and Gaussian differential privacy.",
       "Directions both unless a round is sampled. For a class of mechanisms (bounded-range, zcdp) lo is attained by one of them and hi "
       "holds for all.",
       "Values have 20 proved digits, each end of a bracket 12."},
      {}};
  for (const auto& groups : {laplace(), discrete(), responses(), classes()}) {
    s.groups.insert(s.groups.end(), groups.begin(), groups.end());
  }
  return s;
}

}  // namespace hallmark::cli
