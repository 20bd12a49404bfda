// The suite `poisson-gaussian`: Poisson batches with Gaussian noise, the accountant of DP-SGD.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace poisson_gaussian_cases {
namespace {

constexpr long digits = 15;
constexpr long few_digits = 5;
constexpr long spare = 3;

using Texts = std::initializer_list<const char*>;

// Rate and number of steps: one epoch of different lengths, and several epochs.
struct Sampling {
  const char* rate;
  const char* steps;
};
constexpr Sampling one_epoch[] = {{"1/64", "64"}, {"1/1024", "1024"}, {"1/65536", "65536"}};
constexpr Sampling short_epoch[] = {{"1/64", "64"}};
constexpr Sampling long_epochs[] = {{"1/1024", "1024"}, {"1/65536", "65536"}};
constexpr Sampling several_epochs[] = {{"1/64", "1024"}, {"1/1024", "16384"}, {"1/16", "512"}};

ParameterTexts step(const char* sigma, const Sampling& s, const char* direction) {
  return {{"sigma", sigma}, {"rate", s.rate}, {"steps", s.steps}, {"direction", direction}};
}
ParameterTexts with(ParameterTexts p, const char* name, std::string value) {
  p[name] = std::move(value);
  return p;
}

Group curves(const char* source, const char* direction, std::span<const Sampling> samplings, Texts thresholds,
             std::vector<std::string_view> flags) {
  Group g{"poisson-gaussian.delta", source, digits, false, std::move(flags), {}};
  g.together = true;
  g.spare = spare;
  for (const char* sigma : Texts{"1/2", "1", "2"}) {
    for (const Sampling& s : samplings) {
      for (const char* eps : thresholds) {
        g.cases.push_back({with(step(sigma, s, direction), "eps", eps), "one curve down to its end"});
      }
    }
  }
  return g;
}

Group limits() {
  Group g{"poisson-gaussian.delta", "limits", digits, false, {}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"1", "4"}) {
    for (const char* direction : Texts{"remove", "add"}) {
      g.cases.push_back({with(step(sigma, {"1", "16"}, direction), "eps", "1"), "rate 1: the Gaussian mechanism"});
      for (const char* rate : Texts{"1/2", "1/1024", "1/1048576"}) {
        for (const char* eps : Texts{"0", "1/1024", "1/2"}) {
          g.cases.push_back({with(step(sigma, {rate, "1"}, direction), "eps", eps), "one step: a closed form"});
        }
      }
    }
    g.cases.push_back({with(step(sigma, {"1/4", "8"}, "add"), "eps", "3"),
                       "beyond -steps ln(1 - rate): exactly 0",
                       {"TrivialAnswer"}});
  }
  for (const char* eps : Texts{"-1/8", "-1"}) {
    for (const char* direction : Texts{"remove", "add"}) {
      g.cases.push_back({with(step("1", {"1/64", "64"}, direction), "eps", eps), "the profile at a negative eps"});
    }
  }
  return g;
}

Group epsilon(const char* source, std::span<const Sampling> samplings) {
  Group g{"poisson-gaussian.epsilon", source, 12, false, {"DeltaRange"}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"1/2", "1", "2"}) {
    for (const Sampling& s : samplings) {
      for (const char* direction : Texts{"remove", "add", "both"}) {
        for (long k : {10, 17, 20, 30, 60}) {
          Case c{with(step(sigma, s, direction), "delta", two_to_minus(k)), fmt::format("delta = 2^-{}", k)};
          if (k == 60) c.flags.push_back("TinyDelta");
          if (k == 60 && direction == std::string_view("both") && sigma == std::string_view("1") &&
              s.rate == std::string_view("1/1024") && s.steps == std::string_view("16384")) {
            c.comment =
                "dp_accounting 0.6.0 b5b0286, from_gaussian_mechanism(..., pessimistic_estimate=False)"
                ".self_compose(16384): \"lower bound\" inf, above the value";
            c.flags.push_back("KnownBug");
          }
          if (k == 30 && direction == std::string_view("both") && sigma == std::string_view("1") &&
              s.rate == std::string_view("1/16")) {
            c.comment =
                "dp_accounting 0.6.0 b5b0286, from_gaussian_mechanism(...).self_compose(512), defaults: \"upper bound\" "
                "14.159250742628176, below the value";
            c.flags.push_back("KnownBug");
          }
          g.cases.push_back(std::move(c));
        }
      }
    }
  }
  return g;
}

Group published() {
  Group g{"poisson-gaussian.epsilon", "published-settings", 12, false, {"PublishedParameters", "SymbolicInput"}, {}};
  g.spare = spare;
  const auto add = [&](const char* sigma, const char* rate, const char* steps, const char* delta, const char* comment,
                       std::vector<std::string_view> flags = {}) {
    g.cases.push_back({with(step(sigma, {rate, steps}, "both"), "delta", delta), comment, std::move(flags)});
  };
  add("0.5", "1/10000", "10000", "1e-6",
      "dp_accounting 0.6.0 b5b0286, PLDAccountant(value_discretization_interval=1e-5): \"upper bound\" 1.953224187732705, "
      "below the value",
      {"KnownBug"});
  add("0.4", "1/10000", "10000", "1e-6", "one epoch of 10^4 steps");
  add("1.3", "1/1000", "1000", "1e-5", "one epoch of 1000 steps");
  add("1.3", "1/100000", "100000", "1e-6", "one epoch of 10^5 steps");
  add("0.7", "1/1000", "1000", "1e-5",
      "fourier_accountant 2d9702b, get_epsilon_R with nx = 2e6: epsilon 0.176899, without a warning", {"KnownBug"});
  add("1.1", "256/60000", "14063", "1e-5", "60 epochs of MNIST in batches of 256");
  return g;
}

// What accountants returned at settings of [CGKKMSZ24]; several reports on one input are separated by " | ".
Group known_bugs() {
  Group g{"poisson-gaussian.delta", "known-bugs", digits, false, {"KnownBug", "SymbolicInput"}, {}};
  g.spare = spare;
  const std::string google = "dp_accounting 0.6.0 b5b0286, ";
  const std::string plain = google + "from_gaussian_mechanism(...).self_compose(1000), defaults: ";
  const std::string buckets = google + "from_gaussian_mechanism(..., use_connect_dots=False).self_compose(1000), ";
  const std::string optimistic = buckets + "pessimistic_estimate=False: ";
  const std::string fourier = "fourier_accountant 2d9702b, get_delta_R with nx = 2e6: ";
  const std::string microsoft = "prv_accountant a844f72, delta_error=1e-13, eps_error=0.01: ";
  const auto add = [&](const char* sigma, const char* steps, const char* eps, std::string comment,
                       std::vector<std::string_view> flags = {}) {
    g.cases.push_back({with(step(sigma, {"1/1000", steps}, "both"), "eps", eps), std::move(comment), std::move(flags)});
  };
  add("0.8", "1000", "1", fourier + "delta 5.9351e-9, below the value");
  add("0.8", "1000", "2",
      plain + "\"upper bound\" 1.4750916651809857e-11, below the value | " + fourier +
          "delta 8.9706e-12, below the value");
  add("0.8", "1000", "3",
      plain + "\"upper bound\" 1e-15, below the value | " + google +
          "PLDAccountant(), defaults: \"upper bound\" 1.54985e-14, below the value | " + optimistic +
          "\"lower bound\" 5.315e-14, above the value");
  add("0.8", "1000", "3.5", plain + "\"upper bound\" 1e-15, below the value", {"TinyDelta"});
  add("0.8", "1000", "4", optimistic + "\"lower bound\" 2.0293e-14, above the value", {"TinyDelta"});
  add("1", "1000", "1",
      plain + "\"upper bound\" 1.8446153033489114e-13, below the value | " + google +
          "PLDAccountant(), defaults: \"upper bound\" 2.2220e-13, below the value | " + buckets +
          "value_discretization_interval=1e-5: \"upper bound\" 2.2151e-13, below the value | " + microsoft +
          "\"upper bound\" 2.525e-13, below the value");
  add("1", "1000", "2",
      microsoft + "\"upper bound\" -2.2e-14, a negative probability | " + optimistic +
          "\"lower bound\" 1e-15, above the value",
      {"TinyDelta"});
  add("1", "1000", "4",
      fourier + "delta -1.05e-14, a negative probability | " + optimistic + "\"lower bound\" 1e-15, above the value",
      {"TinyDelta"});
  ParameterTexts long_training = with(step("1", {"1/1024", "16384"}, "both"), "eps", "9/4");
  g.cases.push_back({std::move(long_training),
                     google + "from_gaussian_mechanism(...).self_compose(16384), defaults: \"upper bound\" "
                              "-4.1386998181710433e-13, a negative probability",
                     {"TinyDelta"}});
  return g;
}

// Few steps with little noise, where only the grid answers.
Group known_bugs_few_steps() {
  Group g{"poisson-gaussian.delta", "known-bugs-few-steps", few_digits, false, {"KnownBug", "SymbolicInput"}, {}};
  g.spare = 0;
  const std::string fourier = "fourier_accountant 2d9702b, get_delta_R with nx = 2e6: ";
  const auto add = [&](const char* eps, const char* returned) {
    g.cases.push_back({with(step("0.3", {"1/10", "10"}, "both"), "eps", eps),
                       fourier + "delta " + returned + ", a probability above 1"});
  };
  add("1", "1578.81");
  add("5", "566.7");
  add("10", "92.75");
  add("20", "1.748");
  return g;
}

// The same at delta of an epsilon: ordinary settings, where the defaults of one accountant are below the truth.
Group known_bugs_epsilon() {
  Group g{"poisson-gaussian.epsilon", "known-bugs-epsilon", 12, false, {"KnownBug", "SymbolicInput"}, {}};
  g.spare = spare;
  const std::string google = "dp_accounting 0.6.0 b5b0286, ";
  const auto add = [&](const char* sigma, const char* rate, const char* steps, const char* delta, std::string comment) {
    g.cases.push_back({with(step(sigma, {rate, steps}, "both"), "delta", delta), std::move(comment)});
  };
  add("0.5", "1/1000", "1000", "1e-9",
      google + "PLDAccountant(), defaults: \"upper bound\" 6.927494120851158, below the value");
  add("0.5", "1/100", "100", "1e-9",
      google + "PLDAccountant(), defaults: \"upper bound\" 12.111071408889787, below the value");
  return g;
}

}  // namespace
}  // namespace poisson_gaussian_cases

Suite poisson_gaussian_suite() {
  using namespace poisson_gaussian_cases;
  return {
      "poisson-gaussian",
      {"Steps of the Gaussian mechanism, each with an independent sample of the data: every record with probability "
       "rate.",
       "remove: the data with the record against the data without it; add: the other way round; both: the larger. "
       "Zero-out adjacency; add-remove gives the same numbers.",
       "delta with 15 proved digits, epsilon with 12."},
      {curves("short-epoch-remove", "remove", short_epoch,
              {"1/64", "1/16", "1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "3", "4", "6"}, {"Binary64Inputs"}),
       curves("short-epoch-add", "add", short_epoch, {"1/64", "1/16", "1/8", "1/4", "1/2", "3/4"},
              {"Binary64Inputs", "DirectionsDiffer"}),
       curves("long-epochs-remove", "remove", long_epochs,
              {"1/1024", "1/512", "1/256", "1/128", "1/64", "1/32", "3/64", "1/16", "3/32", "1/8"}, {"Binary64Inputs"}),
       curves("long-epochs-add", "add", long_epochs, {"1/1024", "1/512", "1/256", "1/128", "1/64", "1/32"},
              {"Binary64Inputs", "DirectionsDiffer"}),
       curves("several-epochs", "both", several_epochs, {"1/16", "1/8", "1/4", "1/2", "3/4", "1", "3/2", "2"},
              {"Binary64Inputs", "Rounds"}),
       limits(), epsilon("one-epoch", one_epoch), epsilon("several-epochs", several_epochs), published(), known_bugs(),
       known_bugs_epsilon(), known_bugs_few_steps()}};
}

}  // namespace hallmark::cli
