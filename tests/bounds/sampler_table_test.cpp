#include "hallmark/samplers.hpp"

#include <catch2/catch.hpp>

#include "bounds/registry.hpp"
#include "exact/error.hpp"

using namespace hallmark;

TEST_CASE("one training run asks every sampler for what it takes") {
  const auto all = samplers(
      {{"noise_multiplier", "1.1"}, {"batch", "256"}, {"n", "60_000"}, {"epochs", "60"}, {"target_delta", "10^-5"}});
  const char* const wanted[] = {
      "poisson-gaussian.epsilon(delta=1/100000, direction=both, rate=8/1875, sigma=11/10, steps=14063)",
      "poisson-gaussian.epsilon(adjacency=replace-one, delta=1/100000, direction=both, rate=8/1875, sigma=11/10, "
      "steps=14063)",
      "fixed-batch-gaussian.epsilon(delta=1/100000, share=8/1875, sigma=11/10, steps=14063)",
      "shuffled-batch.epsilon(delta=1/100000, epochs=60, sigma=11/10, steps=234)",
      "allocation.epsilon(delta=1/100000, direction=both, epochs=60, selected=1, sigma=11/10, steps=234)",
  };
  REQUIRE(all.size() == std::size(wanted));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Entry& e = entry(all[i].question.quantity);
    CHECK(std::string(e.id) + e.arguments(all[i].question.parameters).text() == wanted[i]);
  }
}

TEST_CASE("a false positive rate asks every sampler for the true one") {
  for (const Sampler& s :
       samplers({{"sigma", "1"}, {"batch", "10"}, {"n", "100"}, {"epochs", "1"}, {"fpr", "1/1000"}})) {
    CHECK(s.question.quantity.ends_with(".tpr"));
    CHECK(entry(s.question.quantity).arguments(s.question.parameters).canonical().at("fpr") == "1/1000");
  }
}

TEST_CASE("a training run that says too little, too much or something else is refused") {
  const ParameterTexts run{{"sigma", "1"}, {"batch", "10"}, {"n", "100"}, {"epochs", "1"}, {"delta", "1e-5"}};
  for (const char* name : {"sigma", "batch", "n", "epochs", "delta"}) {
    ParameterTexts less = run;
    less.erase(name);
    CHECK_THROWS_AS(samplers(less), InputError);
  }
  for (const char* name : {"eps", "fpr", "steps", "rate", "adjacency", "noise_multiplier"}) {
    ParameterTexts more = run;
    more[name] = "1";
    CHECK_THROWS_AS(samplers(more), InputError);
  }
}
