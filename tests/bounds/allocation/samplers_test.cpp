// Random allocation against Poisson batches at rate 1/steps and against shuffled batches: the sign of the difference.
#include <catch2/catch.hpp>
#include <string>

#include "bounds/registry.hpp"

using namespace hallmark;

namespace {

struct Setting {
  const char *sigma, *steps, *delta;
  bool below_shuffled = true;  // below what an event proves for shuffled batches
};

Answer epsilon(std::string_view id, const Setting& s, const char* direction) {
  ParameterTexts texts{{"sigma", s.sigma}, {"steps", s.steps}, {"delta", s.delta}};
  if (id != "shuffled-batch.epsilon") texts["direction"] = direction;
  if (id == "poisson-gaussian.epsilon") texts["rate"] = std::string("1/") + s.steps;
  const Entry& e = entry(id);
  const Budget budget(std::chrono::seconds(60));
  return evaluate(e, e.arguments(texts), {.digits = 4, .budget = budget});
}

void compare(const std::vector<Setting>& settings) {
  for (const Setting& s : settings) {
    INFO("sigma " << s.sigma << ", steps " << s.steps << ", delta " << s.delta);
    const Answer remove = epsilon("allocation.epsilon", s, "remove");
    const Answer add = epsilon("allocation.epsilon", s, "add");
    CHECK(remove.hi < epsilon("poisson-gaussian.epsilon", s, "remove").lo);
    CHECK(add.lo > epsilon("poisson-gaussian.epsilon", s, "add").hi);
    CHECK(add.hi < remove.lo);
    // The event of shuffled batches proves a loss that allocation does not have.
    if (s.below_shuffled) CHECK(remove.hi < epsilon("shuffled-batch.epsilon", s, "").lo);
  }
}

}  // namespace

TEST_CASE("allocation is better than Poisson batches in remove, worse in add; better than shuffled batches") {
  compare({{"1", "100", "1e-6"}, {"2", "1000", "1e-3", false}});
}

TEST_CASE("allocation against the other samplers on a grid", "[.long]") {
  std::vector<Setting> all;
  for (const char* sigma : {"1/2", "1", "2", "5"}) {
    for (const char* steps : {"100", "1000", "10000"}) {
      for (const char* delta : {"1e-3", "1e-6", "1e-9"}) {
        const bool much_noise = *sigma == '5' || (*sigma == '2' && (steps == std::string("10000") || delta[3] == '3'));
        if (*sigma == '5' && std::string(steps) == "10000") continue;  // where epsilon may be 0
        all.push_back({sigma, steps, delta, !much_noise});
      }
    }
  }
  compare(all);
}
