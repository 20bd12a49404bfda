// The suites `shuffled-batch` and `poisson-renyi`: batch samplers of DP-SGD beyond the profile of Poisson batches.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace shuffled_batch_cases {
namespace {

constexpr long digits = 30;
constexpr long pair_digits = 2;

using Texts = std::initializer_list<const char*>;

ParameterTexts at(const char* sigma, const char* name, std::string value, const char* steps) {
  return {{"sigma", sigma}, {name, std::move(value)}, {"steps", steps}};
}

Group thresholds() {
  Group g{"shuffled-batch.delta.threshold", "grid", digits, false, {"BestThreshold"}, {}};
  for (const char* sigma : Texts{"1/4", "1/2", "1", "2", "8"}) {
    for (const char* eps : Texts{"0", "1/8", "1", "4"}) {
      for (const char* steps : Texts{"1", "2", "10", "1000", "1000000"}) {
        Case c{at(sigma, "eps", eps, steps), "a grid of noise, threshold and number of batches"};
        if (*eps == '0') c.flags.push_back("EpsNearZero");
        if (std::string_view(sigma) == "8" && (*eps == '1' || *eps == '4')) c.flags.push_back("TinyDelta");
        c.smoke = std::string_view(sigma) == "1" && std::string_view(eps) == "1" && std::string_view(steps) == "1000";
        g.cases.push_back(std::move(c));
      }
    }
  }
  return g;
}

Group threshold_corners() {
  Group g{"shuffled-batch.delta.threshold", "corners", digits, false, {"BestThreshold"}, {}};
  g.cases.push_back({at("1", "eps", two_to_minus(60), "1000"), "eps = 2^-60", {"EpsNearZero"}});
  g.cases.push_back({at("1048576", "eps", "0", "1000"), "very much noise", {"EpsNearZero"}});
  g.cases.push_back({at("1/1024", "eps", "1", "1000"), "hardly any noise: delta next to 1"});
  g.cases.push_back({at("1", "eps", "1", "1000000000"), "10^9 batches"});
  g.cases.push_back({at("1/2", "eps", "1", "1000000000000000"), "10^15 batches"});
  for (const char* eps : Texts{"8", "16", "32", "64"}) {
    g.cases.push_back({at("1", "eps", eps, "100"), "one curve down to its end", {"TinyDelta"}});
  }
  return g;
}

Group delta_bracket() {
  Group g{"shuffled-batch.delta", "grid", digits, false, {"BatchBracket"}, {}};
  for (const char* sigma : Texts{"1/2", "1", "4"}) {
    for (const char* eps : Texts{"0", "1/64", "1"}) {
      for (const char* steps : Texts{"1", "2", "100", "100000"}) {
        Case c{at(sigma, "eps", eps, steps), "lo by an event, hi by deterministic batches"};
        if (*eps == '0') c.flags.push_back("EpsNearZero");
        if (std::string_view(sigma) == "4" && std::string_view(eps) == "1/64") c.flags.push_back("ComplementEvent");
        g.cases.push_back(std::move(c));
      }
    }
  }
  g.cases.push_back(
      {at("5", "eps", "1/1000", "100000"), "the complement gives 900 times as much", {"ComplementEvent"}});
  return g;
}

Group epsilon(const char* quantity, std::string_view flag) {
  Group g{quantity, "delta-range", digits, false, {flag, "DeltaRange"}, {}};
  for (const char* sigma : Texts{"1/2", "1", "2"}) {
    for (const long k : {5, 20, 100, 997}) {
      for (const char* steps : Texts{"10", "1000", "100000"}) {
        Case c{at(sigma, "delta", two_to_minus(k), steps), fmt::format("delta = 2^-{}", k)};
        if (k >= 100) c.flags.push_back("TinyDelta");
        g.cases.push_back(std::move(c));
      }
    }
  }
  g.cases.push_back({at("1", "delta", "1", "1000"), "delta = 1: eps is 0", {"TrivialAnswer"}});
  return g;
}

Group printed_epsilon() {
  Group g{
      "shuffled-batch.epsilon", "printed", digits, false, {"BatchBracket", "PublishedParameters", "SymbolicInput"}, {}};
  const auto add = [&](const char* sigma, const char* delta, const char* steps, const char* comment) {
    g.cases.push_back({at(sigma, "delta", delta, steps), comment});
  };
  add("0.5", "1e-6", "10000", "[CGKKMSZ24] Figure 1: above 10.994");
  add("1.3", "1e-6", "10000", "[CGKKMSZ24] Figure 1: above 0.26");
  add("0.4", "1e-6", "100000", "[CGKKMSZ24] Figure 4: at least 14.45");
  add("1.3", "1e-6", "100000", "[CGKKMSZ24] Figure 4: above 0.029");
  add("0.7", "1e-5", "1000", "[CGKKMSZ24] Figure 5: at least 6.528");
  add("1.3", "1e-5", "1000", "[CGKKMSZ24] Figure 5: above 0.83");
  return g;
}

Group printed_delta() {
  Group g{
      "shuffled-batch.delta", "printed", digits, false, {"BatchBracket", "PublishedParameters", "SymbolicInput"}, {}};
  const auto add = [&](const char* sigma, const char* eps, const char* steps, const char* comment) {
    g.cases.push_back({at(sigma, "eps", eps, steps), comment});
  };
  add("0.4", "4", "10000", "[CGKKMSZ24] Figure 3: at least 0.226");
  add("0.4", "12", "10000", "[CGKKMSZ24] Figure 3: at least 7.5e-5, which is above hi");
  add("0.8", "1", "1000", "[CGKKMSZ24] Figure 6: at least 0.018, which no threshold gives");
  add("0.8", "4", "1000", "[CGKKMSZ24] Figure 6: at least 1.6e-4, which no threshold gives");
  add("1.0", "0.5", "1000", "[CGKKMSZ24] Figure 7: the number 0.004, printed there for eps = 1");
  add("1.0", "4", "1000", "[CGKKMSZ24] Figure 7: at least 4.38e-7");
  return g;
}

Group pair() {
  Group g{"shuffled-batch.delta.pair", "lattice", pair_digits, false, {}, {}, false, 1};
  const auto add = [&](const char* sigma, const char* eps, const char* steps,
                       std::vector<std::string_view> flags = {}) {
    g.cases.push_back(
        {at(sigma, "eps", eps, steps), "the whole curve of the pair of Conjecture 3.2", std::move(flags)});
  };
  add("1", "1", "2");
  add("1", "0", "100", {"EpsNearZero"});
  add("1", "1", "1000");
  add("1/2", "4", "1000");
  add("0.7", "2", "1000", {"SymbolicInput"});
  add("0.8", "1", "1000", {"PublishedParameters", "SymbolicInput"});
  add("0.8", "4", "1000", {"PublishedParameters", "SymbolicInput"});
  add("0.4", "4", "10000", {"PublishedParameters", "SymbolicInput"});
  return g;
}

Group half_space() {
  Group g{"batch.half-space-eps1", "grid", digits, false, {}, {}};
  for (const char* sigma : Texts{"1/4", "1", "4"}) {
    for (const char* steps : Texts{"2", "10", "10000", "1000000000"}) {
      g.cases.push_back({{{"sigma", sigma}, {"steps", steps}}, "where equations (6) and (7) of Theorem 4.2 meet"});
    }
  }
  return g;
}

ParameterTexts sampled(const char* sigma, const char* rate, const char* steps, ParameterTexts more) {
  more.insert({{"sigma", sigma}, {"rate", rate}, {"steps", steps}});
  return more;
}

Group divergences() {
  Group g{"poisson-gaussian.renyi", "orders", digits, false, {}, {}};
  for (const char* direction : Texts{"remove", "add"}) {
    for (const char* sigma : Texts{"1/2", "1", "4"}) {
      for (const char* rate : Texts{"1/1024", "1/2", "1"}) {
        for (const char* alpha : Texts{"9/8", "2", "5/2", "17", "1024"}) {
          Case c{sampled(sigma, rate, "1", {{"alpha", alpha}, {"direction", direction}}), "one step"};
          if (std::string_view(alpha).find('/') != std::string_view::npos) c.flags.push_back("RealOrder");
          if (std::string_view(alpha) == "1024") c.flags.push_back("LargeOrder");
          if (*direction == 'a') c.flags.push_back("AddDirection");
          g.cases.push_back(std::move(c));
        }
      }
    }
  }
  return g;
}

Group conversions(const char* quantity, const char* name, Texts values) {
  Group g{quantity, "conversion", 12, false, {}, {}};
  for (const char* direction : Texts{"remove", "add"}) {
    for (const char* sigma : Texts{"1/2", "1", "4"}) {
      for (const char* value : values) {
        g.cases.push_back(
            {sampled(sigma, "1/1024", "1024", {{name, value}, {"direction", direction}, {"orders", "2..1500"}}),
             "the least bound over orders from 2 to 1500"});
      }
    }
  }
  return g;
}

// Little noise, where the best order is below 2.
Group low_orders() {
  Group g{"poisson-gaussian.epsilon.renyi-real", "orders-below-2", 12, false, {"SymbolicInput"}, {}};
  for (const char* direction : Texts{"remove", "both"}) {
    for (const char* steps : Texts{"25", "100", "1000"}) {
      g.cases.push_back({sampled("0.3", fmt::format("1/{}", steps).c_str(), steps,
                                 {{"delta", "1e-4"}, {"direction", direction}, {"orders", "1..1500"}}),
                         "the best of all orders above 1 is below 2"});
    }
  }
  return g;
}

Group printed_conversions(const char* quantity) {
  Group g{quantity, "printed", 12, false, {"PublishedParameters", "SymbolicInput"}, {}};
  g.cases.push_back({sampled("0.5", "1/10000", "10000", {{"delta", "1e-6"}, {"orders", "2..1500"}}),
                     "[CGKKMSZ24] Figure 1: below 3.43"});
  g.cases.push_back({sampled("0.4", "1/100000", "100000", {{"delta", "1e-6"}, {"orders", "2..1500"}}),
                     "[CGKKMSZ24] Figure 4: at most 4.71"});
  g.cases.push_back({sampled("0.7", "1/1000", "1000", {{"delta", "1e-5"}, {"orders", "2..1500"}}),
                     "[CGKKMSZ24] Figure 5: at most 1.64"});
  return g;
}

}  // namespace
}  // namespace shuffled_batch_cases

Suite shuffled_batch_suite() {
  using namespace shuffled_batch_cases;
  return {
      "shuffled-batch",
      {"Shuffled batches of one epoch with Gaussian noise: threshold events on the largest coordinate, the bracket "
       "with deterministic batches above, the whole curve of one pair, and the half-space of [CGKKMSZ24] Theorem "
       "4.2.",
       "Zero-out adjacency. Values have 30 proved digits, those of the pair two."},
      {thresholds(), threshold_corners(), delta_bracket(), epsilon("shuffled-batch.epsilon.threshold", "BestThreshold"),
       epsilon("shuffled-batch.epsilon", "BatchBracket"), printed_epsilon(), printed_delta(), pair(), half_space()}};
}

Suite poisson_renyi_suite() {
  using namespace shuffled_batch_cases;
  return {"poisson-renyi",
          {"Renyi divergences of Poisson batches with Gaussian noise, and the epsilon and delta they convert to, over "
           "integer and over real orders.",
           "Zero-out adjacency, both directions."},
          {divergences(), conversions("poisson-gaussian.epsilon.renyi", "delta", {"1/1024", "1/1048576"}),
           conversions("poisson-gaussian.epsilon.renyi-real", "delta", {"1/1024", "1/1048576"}),
           conversions("poisson-gaussian.delta.renyi", "eps", {"1/2", "2"}),
           conversions("poisson-gaussian.delta.renyi-real", "eps", {"1/2", "2"}),
           printed_conversions("poisson-gaussian.epsilon.renyi"),
           printed_conversions("poisson-gaussian.epsilon.renyi-real"), low_orders()}};
}

}  // namespace hallmark::cli
