// The figures of [CGKKMSZ24]: deterministic, Poisson and shuffled batches.
#include <fmt/format.h>

#include "cli/figures/figures.hpp"

namespace hallmark::cli {
namespace {

using Texts = std::vector<std::string>;

struct Setting {
  std::string steps;
  std::string fixed;  // delta, or sigma
};

// The five curves of a figure: epsilon or delta of every sampler, at the parameters of all and of the batches.
std::vector<Series> samplers(const std::string& value, const ParameterTexts& all, const std::string& steps,
                             const Texts& xs) {
  ParameterTexts shuffled = all;
  shuffled["steps"] = steps;
  ParameterTexts poisson = shuffled;
  poisson["rate"] = "1/" + steps;
  poisson["direction"] = "both";
  return {{"deterministic batches", "gaussian." + value, all, xs},
          {"shuffled batches", "shuffled-batch." + value, shuffled, xs},
          {"shuffled batches, lower bound", fmt::format("shuffled-batch.{}.threshold", value), shuffled, xs},
          {"Poisson batches, Renyi (real orders)", fmt::format("poisson-gaussian.{}.renyi-real", value), poisson, xs},
          {"Poisson batches", "poisson-gaussian." + value, poisson, xs}};
}

// Epsilon along sigma, at one delta.
Figure along_sigma(const char* name, const char* source, const Setting& at, const Texts& sigmas) {
  return {name,      fmt::format("epsilon of one epoch by four samplers: {} steps, delta = {}", at.steps, at.fixed),
          source,    "sigma",
          "epsilon", false,
          true,      samplers("epsilon", {{"sigma", "{x}"}, {"delta", at.fixed}}, at.steps, sigmas)};
}

// Delta along epsilon, at one sigma.
Figure along_eps(const char* name, const char* source, const Setting& at, const Texts& eps) {
  return {name,    fmt::format("delta of one epoch by four samplers: {} steps, sigma = {}", at.steps, at.fixed),
          source,  "epsilon",
          "delta", false,
          true,    samplers("delta", {{"sigma", at.fixed}, {"eps", "{x}"}}, at.steps, eps)};
}

Figure figure_2() {
  Texts eps;
  for (int i = 0; i <= 40; ++i) eps.push_back(std::to_string(i));
  const ParameterTexts poisson = {
      {"sigma", "0.3"}, {"steps", "10"}, {"rate", "1/10"}, {"direction", "both"}, {"eps", "{x}"}};
  return {"CGKKMSZ24-2",
          "delta of one epoch by four samplers: 10 steps, sigma = 0.3",
          "[CGKKMSZ24] Figure 2, parameters of its caption",
          "epsilon",
          "delta",
          false,
          true,
          {{"deterministic batches", "gaussian.delta", {{"sigma", "0.3"}, {"eps", "{x}"}}, eps},
           {"Poisson batches", "poisson-gaussian.delta", poisson, eps}}};
}

}  // namespace

std::vector<Figure> batch_figures() {
  const Texts sigmas = {"0.4", "0.45", "0.5", "0.55", "0.6", "0.65", "0.7", "0.75", "0.8", "0.85",
                        "0.9", "0.95", "1",   "1.05", "1.1", "1.15", "1.2", "1.25", "1.3"};
  const Texts to_16 = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"};
  const Texts to_4 = {"0",    "0.25", "0.5",  "0.75", "1",    "1.25", "1.5",  "1.75", "2",
                      "2.25", "2.5",  "2.75", "3",    "3.25", "3.5",  "3.75", "4"};
  return {along_sigma("CGKKMSZ24-1", "[CGKKMSZ24] Figure 1, parameters of its caption", {"10000", "1e-6"}, sigmas),
          figure_2(),
          along_eps("CGKKMSZ24-3", "[CGKKMSZ24] Figure 3, parameters of its caption", {"10000", "0.4"}, to_16),
          along_sigma("CGKKMSZ24-4",
                      "[CGKKMSZ24] Figure 4, parameters of the text of Appendix A (the caption prints 10,000 steps)",
                      {"100000", "1e-6"}, sigmas),
          along_sigma("CGKKMSZ24-5", "[CGKKMSZ24] Figure 5, parameters of its caption", {"1000", "1e-5"}, sigmas),
          along_eps("CGKKMSZ24-6", "[CGKKMSZ24] Figure 6, parameters of its caption", {"1000", "0.8"}, to_4),
          along_eps("CGKKMSZ24-7", "[CGKKMSZ24] Figure 7, parameters of its caption", {"1000", "1.0"}, to_4)};
}

}  // namespace hallmark::cli
