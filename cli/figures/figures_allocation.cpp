// The figures of [FS25], by the numbers of its later version: random allocation.
#include <fmt/format.h>

#include "cli/figures/figures.hpp"

namespace hallmark::cli {
namespace {

using Texts = std::vector<std::string>;

ParameterTexts with(ParameterTexts p, const char* name, const std::string& value) {
  p[name] = value;
  return p;
}

// Upper bounds and the truth along sigma: Figures 1 and 2. With 10^6 steps the decomposition takes minutes a point, and
// the recursive bound with little noise; `easy` are the deviations where it is quick.
std::vector<Series> schemes(const std::string& steps, const Texts& sigmas, const Texts& easy, bool decomposition) {
  const ParameterTexts p = {{"sigma", "{x}"}, {"steps", steps}, {"delta", "1e-10"}, {"direction", "both"}};
  std::vector<Series> all = {
      {"local (no amplification)", "gaussian.epsilon", {{"sigma", "{x}"}, {"delta", "1e-10"}}, sigmas},
      {"Poisson", "poisson-gaussian.epsilon", with(p, "rate", "1/" + steps), sigmas, 3},
      {"random allocation", "allocation.epsilon", p, sigmas, 3},
      {"random allocation, Renyi and direct", "allocation.epsilon.renyi", p, sigmas, 3},
      {"random allocation, recursive", "allocation.epsilon.recursive", p, easy, 2}};
  if (decomposition) {
    all.push_back({"random allocation, decomposition", "allocation.epsilon.decomposition", p, sigmas, 2});
  }
  return all;
}

Figure figure_1() {
  return {"FS25-1",
          "random allocation: 1 of 10^6 steps, delta = 10^-10",
          "[FS25] Figure 1, parameters of the first version's caption",
          "sigma",
          "epsilon",
          true,
          true,
          schemes("1000000", {"0.4", "0.45", "0.5", "0.56", "0.63", "0.71", "0.8", "0.9", "1", "1.25", "1.6", "2"},
                  {"0.5", "0.56", "0.63", "0.71", "0.8", "0.9", "1", "1.25", "1.6", "2"}, false)};
}

// Figure 2 has three panels.
Figure figure_2(const char* panel, const std::string& steps, const Texts& sigmas) {
  return {fmt::format("FS25-2{}", panel),
          fmt::format("1 of {} steps, delta = 10^-10", steps),
          "[FS25] Figure 2; the parameters are those of its authors' public program",
          "sigma",
          "epsilon",
          true,
          false,
          schemes(steps, sigmas, sigmas, true)};
}

// Section 5.1: the mean squared error of a mean, per coordinate, along the number of users, at equal privacy.
Figure figure_3(const char* panel, const std::string& eps, const std::string& dimension) {
  const std::string steps = "10000";
  const Texts users = {"100", "160", "250", "400", "630", "1000", "1600", "2500", "4000", "6300", "10000"};
  const ParameterTexts p = {{"sigma", "{p}"}, {"steps", steps}, {"delta", "1e-10"}, {"direction", "both"}};
  const Solve noise = {"1/2", "2", eps};
  return {fmt::format("FS25-3{}", panel),
          fmt::format("mean of {} Bernoulli(9/10) coordinate{}: epsilon = {}, delta = 10^-10, {} steps", dimension,
                      dimension == "1" ? "" : "s", eps, steps),
          "[FS25] Section 5.1 and Figure 3; the parameters are those of its authors' public program",
          "users",
          "mean squared error of a coordinate",
          true,
          true,
          {{"Poisson",
            "poisson-gaussian.epsilon",
            with(p, "rate", "1/" + steps),
            users,
            4,
            noise,
            {true, "9/10", steps, dimension}},
           {"random allocation", "allocation.epsilon", p, users, 4, noise, {false, "9/10", steps, dimension}}}};
}

Figure figure_6() {
  const Texts steps = {"25", "50", "100", "150", "200", "300", "400", "550"};
  const ParameterTexts p = {{"sigma", "0.3"}, {"steps", "{x}"}, {"delta", "1e-4"}, {"direction", "both"}};
  return {"FS25-6",
          "1 of t steps, sigma = 0.3, delta = 10^-4",
          "[FS25] Figure 6 (3 of the first version); the parameters are those of its authors' public program",
          "steps t",
          "epsilon",
          false,
          false,
          {{"Poisson, Renyi", "poisson-gaussian.epsilon.renyi-real", with(p, "rate", "1/{x}"), steps, 3},
           {"Poisson", "poisson-gaussian.epsilon", with(p, "rate", "1/{x}"), steps, 3},
           {"random allocation", "allocation.epsilon", p, steps, 2},
           {"random allocation, Renyi and direct", "allocation.epsilon.renyi", p, steps, 3},
           {"random allocation, decomposition", "allocation.epsilon.decomposition", p, steps, 2}}};
}

Figure figure_7() {
  Figure f{"FS25-7",
           "1 of 10^4 steps, sigma = 1, delta = 10^-8",
           "[FS25] Figure 7 (2 of the first version), parameters of the first version's caption",
           "epochs",
           "epsilon",
           true,
           false,
           {}};
  const Texts epochs = {"1", "2", "4", "10", "21", "46", "100", "215", "464", "1000"};
  const ParameterTexts p = {
      {"sigma", "1"}, {"steps", "10000"}, {"epochs", "{x}"}, {"delta", "1e-8"}, {"direction", "both"}};
  ParameterTexts poisson = {
      {"sigma", "1"}, {"rate", "1/10000"}, {"steps", "{x}0000"}, {"delta", "1e-8"}, {"direction", "both"}};
  f.series = {{"Poisson", "poisson-gaussian.epsilon", poisson, epochs, 3},
              {"Poisson, Renyi", "poisson-gaussian.epsilon.renyi", poisson, epochs, 3},
              {"random allocation", "allocation.epsilon", p, epochs, 3},
              {"random allocation, Renyi and direct", "allocation.epsilon.renyi", p, epochs, 3}};
  return f;
}

Figure figure_8() {
  const Texts eps = {"0", "0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.25"};
  const ParameterTexts p = {{"sigma", "0.6"}, {"steps", "1000"}, {"eps", "{x}"}, {"direction", "both"}};
  const ParameterTexts sampled = with(with(with(p, "samples", "10000"), "confidence", "0.99"), "seed", "1");
  return {"FS25-8",
          "1 of 1000 steps, sigma = 0.6",
          "[FS25] Figure 8; the parameters are our choice: the caption's are not in the text",
          "epsilon",
          "delta",
          false,
          true,
          {{"Poisson", "poisson-gaussian.delta", with(p, "rate", "1/1000"), eps, 3},
           {"random allocation", "allocation.delta", p, eps, 3},
           {"random allocation, decomposition", "allocation.delta.decomposition", p, eps, 3},
           {"random allocation, Renyi and direct", "allocation.delta.renyi", p, eps, 3},
           {"random allocation, 10^4 samples, confidence 99 %",
            "allocation.delta.monte-carlo",
            sampled,
            {"0", "0.5", "1", "1.5", "2"},
            3}}};
}

}  // namespace

std::vector<Figure> allocation_figures() {
  return {figure_1(),
          figure_2("a", "100", {"0.8", "0.91", "1.03", "1.17", "1.33", "1.5", "1.71", "1.94", "2.2", "2.5"}),
          figure_2("b", "1000", {"0.65", "0.74", "0.83", "0.95", "1.07", "1.21", "1.37", "1.55", "1.77", "2"}),
          figure_2("c", "10000", {"0.6", "0.63", "0.66", "0.69", "0.72", "0.75", "0.79", "0.82", "0.86", "0.9"}),
          figure_3("a", "1/10", "1"),
          figure_3("b", "1", "1"),
          figure_3("c", "1", "1000"),
          figure_6(),
          figure_7(),
          figure_8()};
}

}  // namespace hallmark::cli
