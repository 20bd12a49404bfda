// The suite `gaussian`: the Gaussian mechanism of sensitivity 1.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace gaussian_cases {
namespace {

constexpr long digits = 40;

using Texts = std::initializer_list<const char*>;

Group delta() {
  Group g{"gaussian.delta", "sigma-eps", digits, false, {}, {}};
  for (const char* sigma : Texts{"1/32", "1/4", "1/2", "1", "2", "8"}) {
    for (const char* eps : Texts{"1/1024", "1/8", "1", "8"}) {
      g.cases.push_back({{{"sigma", sigma}, {"eps", eps}},
                         "a grid of noise and threshold",
                         {},
                         std::string_view(sigma) == "1" && *eps == '1'});
    }
  }
  for (const char* sigma : Texts{"1/1024", "1", "1024"}) {
    g.cases.push_back({{{"sigma", sigma}, {"eps", "0"}}, "total variation distance", {"EpsNearZero"}});
    g.cases.push_back({{{"sigma", sigma}, {"eps", two_to_minus(100)}}, "eps = 2^-100", {"EpsNearZero"}});
  }
  return g;
}

Group tiny_delta() {
  Group g{"gaussian.delta", "tiny-delta", digits, false, {"TinyDelta"}, {}};
  for (const char* eps : Texts{"4", "12", "16", "24", "32", "36", "40", "64"}) {
    g.cases.push_back({{{"sigma", "1"}, {"eps", eps}}, "one curve down to its end", {}, std::string_view(eps) == "36"});
  }
  for (const char* eps : Texts{"1/64", "1/32"}) {
    g.cases.push_back({{{"sigma", "1024"}, {"eps", eps}}, "much noise: the difference of the two tails cancels"});
  }
  return g;
}

Group rounds() {
  Group g{"gaussian.delta", "rounds", digits, false, {"Rounds"}, {}};
  g.cases.push_back({{{"sigma", "4"}, {"eps", "1"}, {"rounds", "16"}}, "16 rounds at 4 are one at 1", {}, true});
  g.cases.push_back({{{"sigma", "1"}, {"eps", "1"}, {"rounds", "2"}}, "two rounds"});
  g.cases.push_back({{{"sigma", "32"}, {"eps", "1"}, {"rounds", "1000"}}, "1000 rounds"});
  g.cases.push_back({{{"sigma", "1024"}, {"eps", "4"}, {"rounds", "1000000"}}, "10^6 rounds"});
  g.cases.push_back({{{"sigma", "32768"}, {"eps", "4"}, {"rounds", "1000000000"}}, "10^9 rounds"});
  return g;
}

Group epsilon() {
  Group g{"gaussian.epsilon", "delta-range", digits, false, {"DeltaRange"}, {}};
  for (const char* sigma : Texts{"1/2", "1", "8"}) {
    for (long k : {1, 2, 5, 10, 20, 40, 66, 100, 200, 400, 997}) {
      Case c{{{"sigma", sigma}, {"delta", two_to_minus(k)}}, fmt::format("delta = 2^-{}", k)};
      if (k >= 66) c.flags.push_back("TinyDelta");
      c.smoke = std::string_view(sigma) == "1" && (k == 20 || k == 997);
      g.cases.push_back(std::move(c));
    }
  }
  return g;
}

Group epsilon_more() {
  Group g{"gaussian.epsilon", "more", digits, false, {}, {}};
  g.cases.push_back({{{"sigma", "1"}, {"delta", "1"}}, "delta = 1: eps is 0", {"TrivialAnswer"}});
  g.cases.push_back(
      {{{"sigma", "1"}, {"delta", "1e-5"}}, "a common setting", {"PublishedParameters", "SymbolicInput"}});
  g.cases.push_back(
      {{{"sigma", "0.7"}, {"delta", "1e-6"}}, "a common setting", {"PublishedParameters", "SymbolicInput"}});
  g.cases.push_back({{{"sigma", "1/64"}, {"delta", two_to_minus(20)}}, "hardly any noise: eps in the thousands"});
  g.cases.push_back({{{"sigma", "1048576"}, {"delta", two_to_minus(30)}}, "very much noise: eps below 10^-6"});
  for (const char* times : Texts{"100", "10000", "1000000"}) {
    g.cases.push_back({{{"sigma", "64"}, {"delta", two_to_minus(20)}, {"rounds", times}},
                       fmt::format("{} rounds", times),
                       {"Rounds"},
                       std::string_view(times) == "100"});
  }
  return g;
}

Group calibration() {
  Group g{"gaussian.sigma", "calibration", digits, false, {}, {}};
  for (const char* eps : Texts{"0", "1/1024", "1/8", "1", "2"}) {
    for (long k : {5, 20, 40, 200}) {
      g.cases.push_back({{{"eps", eps}, {"delta", two_to_minus(k)}},
                         fmt::format("delta = 2^-{}", k),
                         {},
                         k == 20 && *eps == '1' && std::string_view(eps).size() == 1});
      if (k == 200) g.cases.back().flags.push_back("TinyDelta");
      if (*eps == '0') g.cases.back().flags.push_back("EpsNearZero");
    }
  }
  g.cases.push_back({{{"eps", "1"}, {"delta", two_to_minus(20)}, {"rounds", "1000"}}, "1000 rounds", {"Rounds"}});
  return g;
}

Group classical() {
  Group g{"gaussian.sigma", "classical-rule", digits, false, {"ClassicalCalibration"}, {}};
  const auto add = [&](const char* eps, std::string delta, std::string comment,
                       std::vector<std::string_view> flags = {}, bool smoke = false) {
    g.cases.push_back({{{"eps", eps}, {"delta", std::move(delta)}}, std::move(comment), std::move(flags), smoke});
  };
  add("10", "1e-5", "the rule gives 0.48448, less noise than is needed", {"SymbolicInput"}, true);
  for (const char* eps : Texts{"8", "16", "64", "1024"}) add(eps, two_to_minus(20), "delta = 2^-20");
  return g;
}

Group renyi() {
  Group g{"gaussian.renyi", "exact", digits, false, {"ExactRational"}, {}};
  for (const char* alpha : Texts{"3/2", "2", "64", "1048576"}) {
    g.cases.push_back({{{"sigma", "1"}, {"alpha", alpha}}, "alpha / 2"});
    g.cases.push_back({{{"sigma", "3/4"}, {"alpha", alpha}, {"rounds", "7"}},
                       "7 alpha / (2 sigma^2)",
                       {"Rounds"},
                       std::string_view(alpha) == "3/2"});
  }
  return g;
}

}  // namespace
}  // namespace gaussian_cases

Suite gaussian_suite() {
  using namespace gaussian_cases;
  return {
      "gaussian",
      {"The Gaussian mechanism of sensitivity 1 with standard deviation sigma, composed over `rounds` adaptive rounds.",
       "delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu = sqrt(rounds)/sigma; epsilon and sigma are its "
       "inverses. Zero-out adjacency; add-remove gives the same numbers.",
       "Values have 40 proved digits."},
      {delta(), tiny_delta(), rounds(), epsilon(), epsilon_more(), calibration(), classical(), renyi()}};
}

}  // namespace hallmark::cli
