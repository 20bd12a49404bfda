// The suite `composition`: several rounds of one mechanism on the same data.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace composition_cases {
namespace {

constexpr long two_round_digits = 15;
constexpr long lattice_digits = 4;

using Texts = std::initializer_list<const char*>;

std::string product(std::string_view a, std::string_view b) { return (Rational(a) * Rational(b)).to_string(); }

Group clones_twice() {
  Group g{"clones.delta", "two-rounds", two_round_digits, false, {"Rounds"}, {}};
  for (const char* n : Texts{"2", "10", "100", "1000"}) {
    for (const char* eps0 : Texts{"1/2", "1", "2", "4"}) {
      for (const char* share : Texts{"1/64", "1/8", "1/2", "1", "7/4"}) {
        // Many users leave next to nothing so far out.
        if (std::string_view(share) == "7/4" && std::string_view(n).size() > 2) continue;
        g.cases.push_back({{{"n", n}, {"eps0", eps0}, {"eps", product(eps0, share)}, {"rounds", "2"}},
                           "two rounds; delta is 0 from 2 eps0 on"});
      }
    }
  }
  return g;
}

Group rr2_twice() {
  Group g{"rr2.delta", "two-rounds", two_round_digits, false, {"Rounds", "DirectionsDiffer"}, {}};
  for (const char* n : Texts{"10", "100", "1000"}) {
    for (const char* eps0 : Texts{"1", "2", "4"}) {
      for (const char* share : Texts{"1/8", "1/2"}) {
        for (const char* direction : Texts{"remove", "add"}) {
          g.cases.push_back(
              {{{"n", n}, {"eps0", eps0}, {"eps", product(eps0, share)}, {"direction", direction}, {"rounds", "2"}},
               "two rounds, one direction"});
        }
      }
    }
  }
  return g;
}

Group krr_twice(const char* quantity) {
  Group g{quantity, "two-rounds", two_round_digits, false, {"Rounds"}, {}};
  for (const char* n : Texts{"10", "60"}) {
    for (const char* k : Texts{"2", "4"}) {
      for (const char* gamma : Texts{"1/4", "1/2"}) {
        for (const char* eps : Texts{"1/4", "1"}) {
          g.cases.push_back({{{"n", n}, {"k", k}, {"gamma", gamma}, {"eps", eps}, {"rounds", "2"}}, "two rounds"});
        }
      }
    }
  }
  return g;
}

Group clones_often() {
  Group g{"clones.delta", "many-rounds", lattice_digits, false, {"Rounds"}, {}};
  g.spare = 1;
  for (const char* rounds : Texts{"3", "4", "16", "100"}) {
    for (const char* n : Texts{"100", "1000"}) {
      for (const char* eps0 : Texts{"1", "4"}) {
        for (const char* eps : Texts{"1/2", "1"}) {
          g.cases.push_back(
              {{{"n", n}, {"eps0", eps0}, {"eps", eps}, {"rounds", rounds}}, fmt::format("{} rounds", rounds)});
        }
      }
    }
  }
  return g;
}

Group epsilon_twice() {
  Group g{"clones.epsilon", "two-rounds", 10, false, {"Rounds"}, {}};
  for (const char* n : Texts{"100", "1000"}) {
    for (const char* eps0 : Texts{"1", "4"}) {
      for (long k : {10, 20}) {
        g.cases.push_back({{{"n", n}, {"eps0", eps0}, {"delta", two_to_minus(k)}, {"rounds", "2"}},
                           fmt::format("two rounds, delta = 2^-{}", k)});
      }
    }
  }
  return g;
}

Group bracket_twice() {
  Group g{"shuffle.delta", "two-rounds", 10, false, {"Rounds", "WorstCaseBracket"}, {}};
  for (const char* n : Texts{"100", "1000"}) {
    for (const char* eps0 : Texts{"1", "4"}) {
      g.cases.push_back({{{"n", n}, {"eps0", eps0}, {"eps", "1/2"}, {"rounds", "2"}}, "two rounds, both ends"});
    }
  }
  return g;
}

}  // namespace
}  // namespace composition_cases

Suite composition_suite() {
  using namespace composition_cases;
  return {"composition",
          {"Several rounds on the same data: the product of the pairs of every round.",
           "Two rounds are enclosed from the sorted atoms of one round, more rounds on a lattice of log ratios; hence "
           "the fewer digits there.",
           "Every round may be chosen after seeing the earlier ones; replace-one adjacency."},
          {clones_twice(), rr2_twice(), krr_twice("krr.delta.strong"), krr_twice("krr.delta.strong-pair"),
           krr_twice("krr.delta.weak"), clones_often(), epsilon_twice(), bracket_twice()}};
}

}  // namespace hallmark::cli
