// The suites `allocation` and `samplers`: the profile of random allocation with Gaussian noise, and four batch samplers
// side by side.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace allocation_cases {
namespace {

constexpr long digits = 15;
constexpr long epsilon_digits = 12;
constexpr long spare = 3;
constexpr std::string_view delta_id = "allocation.delta";
constexpr std::string_view epsilon_id = "allocation.epsilon";

using Texts = std::initializer_list<const char*>;

// Noise, steps and about the epsilon of delta = 10^-10 there.
struct Setting {
  const char* sigma;
  const char* steps;
  const char* far;
};
constexpr Setting settings[] = {{"1", "20", "2"},          {"1", "1000", "1/4"},      {"1", "10000", "1/14"},
                                {"1", "1000000", "1/150"}, {"2", "20", "5/8"},        {"2", "1000", "1/12"},
                                {"2", "10000", "1/40"},    {"2", "1000000", "1/400"}, {"5", "20", "1/4"},
                                {"5", "1000", "1/30"},     {"5", "10000", "1/100"},   {"20", "1000", "1/120"}};

ParameterTexts at(const char* sigma, const char* steps, const char* direction) {
  return {{"sigma", sigma}, {"steps", steps}, {"direction", direction}};
}

ParameterTexts with(ParameterTexts p, const char* name, std::string value) {
  p[name] = std::move(value);
  return p;
}

Group curves(const char* source, const char* direction, std::vector<std::string_view> flags) {
  constexpr long points = 18;
  Group g{delta_id, source, digits, false, std::move(flags), {}};
  g.spare = spare;
  for (const Setting& s : settings) {
    for (long j = 1; j <= points; ++j) {
      const std::string eps = (Rational(s.far) * j / (points - 2)).to_string();
      Case c{with(at(s.sigma, s.steps, direction), "eps", eps), "one curve down to about 10^-12"};
      c.smoke = j == 4 && std::string_view(s.steps) == "20";
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group total_variation() {
  Group g{delta_id, "eps-0", digits, false, {"EpsNearZero"}, {}};
  g.spare = spare;
  for (const Setting& s : settings) {
    g.cases.push_back({with(at(s.sigma, s.steps, "both"), "eps", "0"), "total variation: the same in both directions"});
  }
  return g;
}

Group heavy_tails(const char* source, const char* direction, Texts thresholds) {
  Group g{delta_id, source, digits, false, {"SymbolicInput"}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"3/10", "2/5", "1/2"}) {
    for (const char* steps : Texts{"3", "30", "100"}) {
      for (const char* eps : thresholds) {
        g.cases.push_back({with(at(sigma, steps, direction), "eps", eps), "one step alone can decide: heavy tails"});
      }
    }
  }
  return g;
}

Group many_steps() {
  Group g{delta_id, "many-steps", digits, false, {"LargeN"}, {}};
  g.spare = spare;
  for (const char* direction : Texts{"remove", "add"}) {
    for (const char* eps : Texts{"1/10000", "1/5000", "1/4000"}) {
      g.cases.push_back({with(at("1", "1000000000", direction), "eps", eps), "10^9 steps"});
      g.cases.push_back({with(at("2", "100000000", direction), "eps", eps), "10^8 steps"});
    }
  }
  return g;
}

Group every_step() {
  Group g{delta_id, "every-step", digits, false, {}, {}};
  for (const char* sigma : Texts{"1/2", "1", "3"}) {
    for (const char* eps : Texts{"0", "1/4", "1", "3"}) {
      for (const char* direction : Texts{"remove", "add"}) {
        g.cases.push_back({with(at(sigma, "1", direction), "eps", eps), "one step: the Gaussian mechanism"});
      }
      ParameterTexts all = with(at(sigma, "7", "both"), "eps", eps);
      all["selected"] = "7";
      all["epochs"] = "3";
      g.cases.push_back({std::move(all), "every step selected: 21 Gaussian mechanisms"});
    }
  }
  return g;
}

Group epsilon() {
  Group g{epsilon_id, "delta-range", epsilon_digits, false, {"DeltaRange"}, {}};
  g.spare = spare;
  for (const Setting& s : settings) {
    for (const char* direction : Texts{"remove", "add", "both"}) {
      for (const long k : {10, 20, 30, 40}) {
        g.cases.push_back(
            {with(at(s.sigma, s.steps, direction), "delta", two_to_minus(k)), fmt::format("delta = 2^-{}", k)});
      }
    }
  }
  return g;
}

Group decimal_settings() {
  Group g{epsilon_id, "decimal-settings", epsilon_digits, false, {"SymbolicInput", "DirectionsDiffer"}, {}};
  g.spare = spare;
  const auto add = [&](const char* sigma, const char* steps, const char* delta) {
    for (const char* direction : Texts{"remove", "add"}) {
      g.cases.push_back({with(at(sigma, steps, direction), "delta", delta), "a setting of the literature"});
    }
  };
  add("1", "10000", "1e-8");
  add("1/2", "1000", "1e-6");
  add("0.3", "100", "1e-8");
  add("1", "1000000", "1e-10");
  add("2", "10000", "1e-6");
  return g;
}

// What an accountant returned as a lower bound of remove; its direction=add gives the same number.
Group known_bugs() {
  Group g{epsilon_id, "known-bugs", epsilon_digits, false, {"KnownBug", "SymbolicInput"}, {}};
  g.spare = spare;
  const std::string program = "random_allocation 1.0.4 5a1958a, lower_bound: ";
  const auto add = [&](const char* sigma, const char* steps, const char* delta, const char* returned) {
    g.cases.push_back({with(at(sigma, steps, "both"), "delta", delta),
                       program + "\"lower bound\" " + returned + ", above the value, whatever its direction says"});
  };
  add("1/2", "1000", "1e-6", "4.106262787124115");
  add("0.3", "100", "1e-8", "19.075710939860894");
  return g;
}

// One sampler of the comparison: delta, sigma, number of batches.
Group sampler(const char* quantity, const char* source, long shown, const char* comment, bool directed,
              const char* rate_name, const char* steps_name, std::vector<std::string_view> flags) {
  Group g{quantity, source, shown, false, std::move(flags), {}};
  g.spare = spare;
  for (const char* delta : Texts{"1e-6", "1e-9"}) {
    for (const char* sigma : Texts{"1/2", "1", "2"}) {
      for (const char* steps : Texts{"100", "1000", "10000"}) {
        for (const char* direction : Texts{"remove", "add"}) {
          ParameterTexts p{{"sigma", sigma}, {"delta", delta}};
          if (directed) p["direction"] = direction;
          if (*steps_name != '\0') p[steps_name] = steps;
          if (*rate_name != '\0') p[rate_name] = fmt::format("1/{}", steps);
          g.cases.push_back({std::move(p), comment});
          if (!directed) break;
        }
        if (*steps_name == '\0') break;
      }
    }
  }
  return g;
}

}  // namespace
}  // namespace allocation_cases

Suite allocation_suite() {
  using namespace allocation_cases;
  return {"allocation",
          {"Random allocation: one step of `steps`, drawn uniformly, holds the user's data; Gaussian noise of standard "
           "deviation sigma in every step. The exact privacy profile of the dominating pair: for adaptive steps an "
           "upper bound that the worst of them attain.",
           "remove: the data with the record against the data without it; add: the other way round; both: the larger.",
           "delta with 15 proved digits, epsilon with 12."},
          {curves("curves-remove", "remove", {"SymbolicInput"}),
           curves("curves-add", "add", {"DirectionsDiffer", "SymbolicInput"}), total_variation(),
           heavy_tails("heavy-tails-remove", "remove", {"1", "4", "8"}),
           heavy_tails("heavy-tails-add", "add", {"1/4", "1", "2"}), many_steps(), every_step(), epsilon(),
           decimal_settings(), known_bugs()}};
}

Suite samplers_suite() {
  using namespace allocation_cases;
  return {"samplers",
          {"One epoch, batches of one step each, by four samplers: fixed batches, shuffled batches (between two "
           "proved ends), Poisson sampling at rate 1/steps, random allocation.",
           "remove and add where they differ. Twelve proved digits of epsilon, thirty of the two ends."},
          {sampler("gaussian.epsilon", "deterministic", epsilon_digits, "fixed batches: one Gaussian mechanism", false,
                   "", "", {"SymbolicInput"}),
           sampler("shuffled-batch.epsilon", "shuffled", 30, "lo by an event, hi by fixed batches", false, "", "steps",
                   {"BatchBracket", "SymbolicInput"}),
           sampler("poisson-gaussian.epsilon", "poisson", epsilon_digits, "Poisson sampling", true, "rate", "steps",
                   {"DirectionsDiffer"}),
           sampler("allocation.epsilon", "allocation", epsilon_digits, "random allocation", true, "", "steps",
                   {"DirectionsDiffer", "SymbolicInput"})}};
}

}  // namespace hallmark::cli
