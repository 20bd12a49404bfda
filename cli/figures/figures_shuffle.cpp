// The figures of [KHH21] and [FMT21]: shuffled reports.
#include <fmt/format.h>

#include "cli/figures/figures.hpp"

namespace hallmark::cli {
namespace {

using Texts = std::vector<std::string>;

std::string rounds_text(const std::string& rounds) { return rounds == "1" ? "1 round" : rounds + " rounds"; }

Figure khh21_1a() {
  Figure f{"KHH21-1a",
           "k-ary randomized response: n = 1000, k = 4, gamma = 1/4",
           "[KHH21] Figure 1a, parameters of its caption",
           "epsilon",
           "delta",
           false,
           true,
           {}};
  const Texts eps = {"0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"};
  const ParameterTexts fixed = {{"n", "1000"}, {"k", "4"}, {"gamma", "1/4"}, {"eps", "{x}"}};
  for (const char* name : {"strong", "weak"}) {
    for (const char* rounds : {"1", "2", "3", "4"}) {
      ParameterTexts p = fixed;
      p["rounds"] = rounds;
      f.series.push_back(
          {fmt::format("{} adversary, {}", name, rounds_text(rounds)), fmt::format("krr.delta.{}", name), p, eps, 3});
    }
  }
  f.series.push_back({"strong pair of the paper, 1 round", "krr.delta.strong-pair", fixed, eps, 3});
  f.series.push_back({"BBGN'19, 1 round",
                      "krr.epsilon.bbgn19",
                      {{"n", "1000"}, {"k", "4"}, {"gamma", "1/4"}, {"delta", "{p}"}},
                      eps,
                      3,
                      {"1e-30", "1", "{x}"}});
  return f;
}

Figure khh21_1b() {
  Figure f{"KHH21-1b",
           "shuffled reports of any eps0-local randomizer: n = 10^4, eps0 = 4",
           "[KHH21] Figure 1b, parameters of its caption; the pair is that of [FMT21] Theorem 3.2",
           "epsilon",
           "delta",
           false,
           true,
           {}};
  const Texts eps = {"0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"};
  for (const char* rounds : {"1", "2", "3", "4"}) {
    f.series.push_back({fmt::format("clones, {}", rounds_text(rounds)),
                        "clones.delta",
                        {{"n", "10000"}, {"eps0", "4"}, {"eps", "{x}"}, {"rounds", rounds}},
                        eps,
                        3});
  }
  return f;
}

// The seven curves of [FMT21] Figure 2, along n or eps0.
std::vector<Series> amplification(const std::string& n, const std::string& eps0, const std::string& delta,
                                  const Texts& xs) {
  const ParameterTexts p = {{"n", n}, {"eps0", eps0}, {"delta", delta}};
  ParameterTexts both = p;
  both["direction"] = "both";
  return {{"Clones", "clones.epsilon", p, xs},
          {"Clones, Theoretical", "clones.epsilon.closed-form", p, xs},
          {"Clones, Theoretical (sharper constants)", "clones.epsilon.closed-form-sharp", p, xs},
          {"2RR, lower bound", "rr2.epsilon", both, xs},
          {"BBGN'19", "shuffle.epsilon.bbgn19-bennett", p, xs},
          {"BKMTT'20", "shuffle.epsilon.bkmtt20", p, xs},
          {"CSUZZ'19, 2RR", "rr2.epsilon.csuzz19", p, xs}};
}

constexpr const char* our_parameters = "; the fixed parameters are our choice: the caption's are not in the text";

Figure fmt21_2_along_n(const char* panel, const std::string& eps0) {
  return {fmt::format("FMT21-2{}", panel),
          fmt::format("amplification by shuffling: eps0 = {}, delta = 10^-6", eps0),
          fmt::format("[FMT21] Figure 2{}{}", panel, our_parameters),
          "n",
          "epsilon",
          true,
          true,
          amplification("{x}", eps0, "1e-6",
                        {"1000", "2000", "5000", "10000", "20000", "50000", "100000", "200000", "500000", "1000000"})};
}

Figure fmt21_2c() {
  return {"FMT21-2c",
          "amplification by shuffling: n = 10^6, delta = 10^-8",
          fmt::format("[FMT21] Figure 2c{}", our_parameters),
          "eps0",
          "epsilon",
          false,
          true,
          amplification("1000000", "{x}", "1e-8",
                        {"0.5", "1", "1.5", "2", "2.5", "3", "4", "5", "6", "7", "8", "9", "10"})};
}

Figure fmt21_3a() {
  const Texts orders = {"1.5", "2", "3", "4", "6", "8", "12", "16", "24", "32", "48", "64", "96", "128"};
  const ParameterTexts p = {{"n", "10000"}, {"eps0", "4"}, {"alpha", "{x}"}};
  ParameterTexts both = p;
  both["direction"] = "both";
  return {"FMT21-3a",
          "Renyi divergence of shuffled reports: n = 10^4, eps0 = 4",
          fmt::format("[FMT21] Figure 3a{}", our_parameters),
          "order alpha",
          "Renyi divergence",
          true,
          true,
          {{"Clones", "clones.renyi", p, orders},
           {"2RR, lower bound", "rr2.renyi", both, orders},
           {"GDDSK'21", "shuffle.renyi.gddsk21", p, orders}}};
}

Figure fmt21_3b() {
  const Texts rounds = {"1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024"};
  const ParameterTexts p = {{"n", "100000"}, {"eps0", "2"}, {"delta", "1e-6"}, {"rounds", "{x}"}};
  ParameterTexts to_60 = p;
  to_60["orders"] = "2..60";
  return {"FMT21-3b",
          "shufflers composed: n = 10^5, eps0 = 2, delta = 10^-6",
          fmt::format("[FMT21] Figure 3b{}", our_parameters),
          "rounds",
          "epsilon",
          true,
          true,
          {{"Clones, via Approximate DP", "clones.epsilon.advanced-composition", p, rounds},
           {"Clones, via RDP (orders 2 to 60)", "clones.epsilon.renyi", to_60, rounds},
           {"Clones, composed exactly", "clones.epsilon", p, {"1", "4", "8", "16", "32"}, 2},
           {"GDDSK'21, via RDP (orders 2 to 60)", "shuffle.epsilon.gddsk21", to_60, rounds}}};
}

Figure fmt21_4() {
  Figure f{"FMT21-4",
           "tails of the privacy loss: n = 1000",
           fmt::format("[FMT21] Figure 4{}", our_parameters),
           "delta",
           "epsilon",
           true,
           false,
           {}};
  const Texts deltas = {"1e-2",  "1e-4",  "1e-6",  "1e-8",  "1e-10", "1e-13", "1e-16", "1e-20", "1e-24",
                        "1e-28", "1e-32", "1e-36", "1e-40", "1e-45", "1e-50", "1e-60", "1e-70", "1e-80"};
  for (const char* eps0 : {"2", "3", "4"}) {
    const ParameterTexts p = {{"n", "1000"}, {"eps0", eps0}, {"delta", "{x}"}};
    ParameterTexts both = p;
    both["direction"] = "both";
    f.series.push_back({fmt::format("2RR, eps0 = {}", eps0), "rr2.epsilon", both, deltas});
    f.series.push_back({fmt::format("Clones, eps0 = {}", eps0), "clones.epsilon", p, deltas});
  }
  return f;
}

}  // namespace

std::vector<Figure> shuffle_figures() {
  return {khh21_1a(), khh21_1b(), fmt21_2_along_n("a", "1"), fmt21_2_along_n("b", "4"), fmt21_2c(), fmt21_3a(),
          fmt21_3b(), fmt21_4()};
}

}  // namespace hallmark::cli
