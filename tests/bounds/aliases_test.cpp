#include "bounds/aliases.hpp"

#include <catch2/catch.hpp>

#include <set>
#include <sstream>

#include "bounds/guide.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"

using namespace hallmark;

namespace {

ParameterTexts texts_of(const std::string& line) {
  ParameterTexts texts;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (const auto equals = word.find('='); equals != std::string::npos) {
      texts[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return texts;
}

std::string canonical(std::string_view id, const std::string& line) {
  std::string text;
  const Arguments arguments = entry(id).arguments(texts_of(line));
  for (const auto& [name, value] : arguments.canonical()) {
    text += (text.empty() ? "" : " ") + name + "=" + value;
  }
  return text;
}

std::string refusal(std::string_view id, const std::string& line) {
  try {
    return "read as " + canonical(id, line);
  } catch (const InputError& error) {
    return error.what();
  }
}

struct Line {
  const char* id;
  const char* parameters;
  const char* statement;
};

// Command lines of the version before there were aliases, and what they stated.
constexpr Line lines_of_before[] = {
    {"allocation-rr.delta", "eps0=1 steps=100 eps=0.5 direction=both",
     "direction=both eps=1/2 eps0=1 selected=1 steps=100"},
    {"allocation.delta", "sigma=1 steps=100 eps=0.5 direction=both",
     "direction=both epochs=1 eps=1/2 selected=1 sigma=1 steps=100"},
    {"allocation.epsilon", "sigma=1 steps=100 delta=1e-6 direction=both",
     "delta=1/1000000 direction=both epochs=1 selected=1 sigma=1 steps=100"},
    {"allocation.sigma", "eps=0.5 delta=1e-6 steps=100 direction=both",
     "delta=1/1000000 direction=both epochs=1 eps=1/2 selected=1 steps=100"},
    {"allocation.renyi", "sigma=1 steps=100 alpha=4 direction=both",
     "alpha=4 direction=both selected=1 sigma=1 steps=100"},
    {"bounded-range.epsilon", "eps0=1 delta=1e-6", "delta=1/1000000 direction=both eps0=1 rounds=1"},
    {"clones.delta", "n=10000 eps0=1 eps=0.5", "eps=1/2 eps0=1 n=10000 rounds=1"},
    {"clones.epsilon", "n=10000 eps0=1 delta=1e-6", "delta=1/1000000 eps0=1 n=10000 rounds=1"},
    {"clones.eps0", "n=10000 eps=0.5 delta=1e-6", "delta=1/1000000 eps=1/2 n=10000 rounds=1"},
    {"clones.n", "eps0=4 eps=0.1 delta=1e-6", "delta=1/1000000 eps=1/10 eps0=4 rounds=1"},
    {"clones.renyi", "n=10000 eps0=1 alpha=4", "alpha=4 eps0=1 n=10000 rounds=1"},
    {"clones.epsilon.closed-form", "n=10000 eps0=1 delta=1e-6", "delta=1/1000000 delta0=0 eps0=1 n=10000"},
    {"discrete-gaussian.epsilon", "sigma2=4 sensitivity=1 delta=1e-6",
     "delta=1/1000000 direction=both rate=1 rounds=1 sensitivity=1 sigma2=4"},
    {"discrete-laplace.epsilon", "a=1 sensitivity=1 delta=1e-6",
     "a=1 delta=1/1000000 direction=both rate=1 rounds=1 sensitivity=1"},
    {"discrete-laplace.a", "sensitivity=1 eps=0.5 delta=1e-6",
     "delta=1/1000000 direction=both eps=1/2 rate=1 rounds=1 sensitivity=1"},
    {"eps-delta.epsilon", "eps0=1 delta=1e-6", "delta=1/1000000 delta0=0 direction=both eps0=1 rounds=1"},
    {"eps-delta.delta", "eps0=1 eps=0.5", "delta0=0 direction=both eps=1/2 eps0=1 rounds=1"},
    {"fixed-batch-gaussian.epsilon", "delta=1e-6 share=1/100 sigma=1 steps=100",
     "delta=1/1000000 share=1/100 sigma=1 steps=100"},
    {"fixed-batch-gaussian.sigma", "eps=0.5 delta=1e-6 share=1/100 steps=100",
     "delta=1/1000000 eps=1/2 share=1/100 steps=100"},
    {"fixed-batch-gaussian.delta", "eps=0.5 share=1/100 sigma=1 steps=100", "eps=1/2 share=1/100 sigma=1 steps=100"},
    {"gaussian.delta", "sigma=1 eps=0.5", "eps=1/2 rounds=1 sigma=1"},
    {"gaussian.epsilon", "sigma=1 delta=1e-6", "delta=1/1000000 rounds=1 sigma=1"},
    {"gaussian.sigma", "eps=0.5 delta=1e-6", "delta=1/1000000 eps=1/2 rounds=1"},
    {"gaussian.renyi", "sigma=1 alpha=4", "alpha=4 rounds=1 sigma=1"},
    {"gdp.epsilon", "mu=1 delta=1e-6", "delta=1/1000000 direction=both mu=1 rounds=1"},
    {"gdp.mu", "eps=0.5 delta=1e-6", "delta=1/1000000 direction=both eps=1/2 rounds=1"},
    {"krr.delta.strong", "n=100 k=4 gamma=1/4 eps=0.5", "eps=1/2 gamma=1/4 k=4 n=100 rounds=1"},
    {"krr.epsilon.closed-form", "n=1000000 k=4 eps0=1 delta=1e-6", "delta=1/1000000 eps0=1 k=4 n=1000000"},
    {"laplace.delta", "eps0=1 eps=0.5", "direction=both eps=1/2 eps0=1 rate=1 rounds=1"},
    {"laplace.epsilon", "eps0=1 delta=1e-6", "delta=1/1000000 direction=both eps0=1 rate=1 rounds=1"},
    {"laplace.eps0", "eps=0.5 delta=1e-6", "delta=1/1000000 direction=both eps=1/2 rate=1 rounds=1"},
    {"matrix-gaussian.delta", "column=1,1/2 iterations=20 bins=5 sigma=1 eps=0.5 direction=both",
     "bins=5 column=1,1/2 direction=both eps=1/2 iterations=20 normalised=no sampling=balls-in-bins sigma=1"},
    {"multinomial.delta", "n=1000 p=1/10 q=1/2 eps=0.5", "eps=1/2 n=1000 p=1/10 q=1/2"},
    {"poisson-gaussian.delta", "eps=0.5 rate=1/100 sigma=1 steps=100 direction=both",
     "direction=both eps=1/2 rate=1/100 sigma=1 steps=100"},
    {"poisson-gaussian.epsilon", "delta=1e-6 rate=1/100 sigma=1 steps=100 direction=both",
     "delta=1/1000000 direction=both rate=1/100 sigma=1 steps=100"},
    {"poisson-gaussian.epsilon.renyi", "delta=1e-6 rate=1/100 sigma=1 steps=100",
     "delta=1/1000000 direction=both orders=2..1500 rate=1/100 sigma=1 steps=100"},
    {"poisson-gaussian.renyi", "alpha=4 direction=both rate=1/100 sigma=1 steps=100",
     "alpha=4 direction=both rate=1/100 sigma=1 steps=100"},
    {"poisson-gaussian.sigma", "eps=0.5 delta=1e-6 rate=1/100 steps=100 direction=both",
     "delta=1/1000000 direction=both eps=1/2 rate=1/100 steps=100"},
    {"rr-local.epsilon", "k=4 p=1/2 delta=1e-6", "delta=1/1000000 direction=both k=4 p=1/2 rounds=1"},
    {"rr.epsilon", "eps0=1 delta=1e-6", "delta=1/1000000 direction=both eps0=1 rounds=1"},
    {"rr2.delta", "n=10000 eps0=1 eps=0.5 direction=both", "direction=both eps=1/2 eps0=1 n=10000 others=0 rounds=1"},
    {"shuffle.epsilon", "n=10000 eps0=1 delta=1e-6", "delta=1/1000000 eps0=1 n=10000 rounds=1"},
    {"shuffle-krr.epsilon", "n=100 k=4 gamma=1/4 delta=1e-6", "delta=1/1000000 gamma=1/4 k=4 n=100"},
    {"shuffled-batch.delta", "sigma=1 eps=0.5 steps=100", "eps=1/2 sigma=1 steps=100"},
    {"shuffled-batch.epsilon", "sigma=1 delta=1e-6 steps=100", "delta=1/1000000 sigma=1 steps=100"},
    {"truncated-poisson-gaussian.epsilon", "delta=1e-6 sigma=1 largest=130 rate=1/100 records=10000 steps=100",
     "delta=1/1000000 direction=both largest=130 rate=1/100 records=10000 sigma=1 steps=100"},
    {"variation-ratio.delta", "n=100 p=3 beta=1/4 q=3 eps=0.5", "beta=1/4 eps=1/2 n=100 p=3 q=3"},
    {"zcdp.epsilon", "rho=0.1 delta=1e-6", "delta=1/1000000 direction=both rho=1/10 rounds=1 xi=0"},
    {"zcdp.rho", "eps=0.5 delta=1e-6", "delta=1/1000000 direction=both eps=1/2 rounds=1 xi=0"},
};

}  // namespace

TEST_CASE("canonical command lines state what they stated before there were aliases") {
  CHECK(std::size(lines_of_before) == 49);
  for (const Line& line : lines_of_before) {
    INFO(line.id);
    CHECK(canonical(line.id, line.parameters) == line.statement);
    CHECK(entry(line.id).arguments(texts_of(line.parameters)).readings().empty());
  }
}

TEST_CASE("no alias collides with another, with a parameter of its row, or with a canonical statement") {
  std::set<std::pair<std::string_view, std::string_view>> names;
  for (const Alias& alias : aliases()) CHECK(names.emplace(alias.name, alias.family).second);
  for (const Entry& e : registry()) {
    CHECK(canonical_id(e.id) == e.id);
    ParameterTexts own;
    for (const Parameter& p : e.parameters) own[std::string(p.name)] = std::string(p.default_text);
    const Understood same = understood(e.id, e.parameters, e.adjacency, own);
    INFO(e.id);
    CHECK(same.texts == own);
    CHECK(same.readings.empty());
    for (const Alias& alias : aliases()) {
      const bool needs_others = alias.parameters == "batch" || alias.parameters == "epochs";  // refused alone
      // n is a number of coins or of runs there.
      const bool other_n = (e.id.starts_with("binomial-noise.") || e.id.starts_with("private-selection.")) &&
                           (alias.parameters == "n" || alias.parameters == "n records");
      if (own.contains(std::string(alias.name)) || !alias.family.empty() || needs_others || other_n) continue;
      const Understood one = understood(e.id, e.parameters, e.adjacency, {{std::string(alias.name), "1"}});
      REQUIRE(one.texts.size() == 1);
      const std::string meant = one.texts.begin()->first;
      INFO(alias.name << " is read as " << meant);
      CHECK((own.contains(meant) || meant == alias.name || meant == "n" || meant == "adjacency" || meant == "scale"));
    }
  }
}

TEST_CASE("names that mean something else in a row are refused there") {
  const auto read = [](const char* id, const ParameterTexts& texts) {
    const Entry& e = entry(id);
    return understood(e.id, e.parameters, e.adjacency, texts);
  };
  for (const char* name : {"max_steps", "num_train_steps", "compositions"}) {
    const ParameterTexts texts{{"sigma", "1"}, {name, "600"}, {"epochs", "6"}, {"delta", "1e-5"}};
    CHECK_THROWS_WITH(read("allocation.epsilon", texts), Catch::Contains("whole training"));
  }
  CHECK_THROWS_WITH(
      read("binomial-noise.epsilon", {{"dataset_size", "60000"}, {"sensitivity", "1"}, {"delta", "1e-6"}}),
      Catch::Contains("not the number of records"));
  CHECK_THROWS_WITH(read("binomial-noise.epsilon", {{"n", "60000"}, {"batch", "256"}, {"delta", "1e-6"}}),
                    Catch::Contains("batch"));
}

TEST_CASE("the names that people use are read as those of the row") {
  const Line lines[] = {
      {"dp-sgd.epsilon", "noise_multiplier=1.1 sample_rate=1% steps=1000 delta=10^-5",
       "delta=1/100000 direction=both rate=1/100 sigma=11/10 steps=1000"},
      {"DP-SGD.epsilon", "noise-multiplier=1.1 q=0.01 num_steps=1_000 target_delta=1e-5 adjacency=ADD_OR_REMOVE_ONE",
       "delta=1/100000 direction=both rate=1/100 sigma=11/10 steps=1000"},
      {"dpsgd.delta", "z=1 sampling_rate=1/100 rounds=10 epsilon=1 adjacency=replace",
       "adjacency=replace-one direction=both eps=1 rate=1/100 sigma=1 steps=10"},
      {"poisson-gaussian.epsilon", "sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5",
       "delta=1/100000 direction=both rate=8/1875 sigma=11/10 steps=14063"},
      {"poisson-gaussian.epsilon",
       "sigma=1.1 batch_size=256 dataset_size=60000 num_epochs=60 delta=1e-5 rate=256/60000",
       "delta=1/100000 direction=both rate=8/1875 sigma=11/10 steps=14063"},
      {"poisson-gaussian.sigma", "target_epsilon=3 delta=1e-5 rate=0.01 epochs=10",
       "delta=1/100000 direction=both eps=3 rate=1/100 steps=1000"},
      {"fixed-batch-gaussian.epsilon", "noise_multiplier=2 batch=10 n=1000 epochs=1 delta=1e-6",
       "delta=1/1000000 share=1/100 sigma=2 steps=100"},
      {"truncated-poisson-gaussian.epsilon", "sigma=1 batch=100 n=10000 largest=130 epochs=1 delta=1e-6",
       "delta=1/1000000 direction=both largest=130 rate=1/100 records=10000 sigma=1 steps=100"},
      {"allocation.epsilon", "sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5",
       "delta=1/100000 direction=both epochs=60 selected=1 sigma=11/10 steps=234"},
      {"shuffled-batch.epsilon", "sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5",
       "delta=1/100000 epochs=60 sigma=11/10 steps=234"},
      {"gaussian.epsilon", "noise=2 steps=4 delta=1e-5 direction=both adjacency=add/remove",
       "delta=1/100000 rounds=4 sigma=2"},
      {"laplace.epsilon", "eps0=1 batch=1 n=100 epochs=2 delta=1e-6",
       "delta=1/1000000 direction=both eps0=1 rate=1/100 rounds=200"},
      {"DP_Adam.eps",
       "multiplier=1.1 B=256 N=60_000 n_epochs=60 delta=1/(10*n) relation=NeighboringRelation.REPLACE_ONE",
       "adjacency=replace-one delta=1/600000 direction=both rate=8/1875 sigma=11/10 steps=14063"},
      {"poisson-gaussian.epsilon", "sigma=1 p=0.01 T=10 n=100 delta=1/n adjacency=unbounded",
       "delta=1/100 direction=both rate=1/100 sigma=1 steps=10"},
      {"Laplace.epsilon", "noise_scale=2 delta=10**-6", "delta=1/1000000 direction=both eps0=1/2 rate=1 rounds=1"},
      {"clones.epsilon", "users=1000 eps0=1 delta=1/N", "delta=1/1000 eps0=1 n=1000 rounds=1"},
      {"composition.epsilon",
       "phases=1_0*gaussian(sigma=2,steps=3)+dp-sgd(z=1,batch=1,n=100,epochs=2)+sampled(mechanism=laplace,eps0=1,"
       "rate=1/2,rounds=7) delta=1e-6",
       "delta=1/1000000 direction=both phases=30*gaussian(sigma=2)+200*poisson-gaussian(rate=1/100,sigma=1)+7*sampled("
       "mechanism=laplace,eps0=1,rate=1/2)"},
      {"multinomial.delta", "n=1000 p=1/10 q=1/2 epsilon=1/2", "eps=1/2 n=1000 p=1/10 q=1/2"},
      {"composition.epsilon", "phases=10*dp-sgd(noise_multiplier=1,sample_rate=1/100)+gaussian(z=2) delta=1e-6",
       "delta=1/1000000 direction=both phases=gaussian(sigma=2)+10*poisson-gaussian(rate=1/100,sigma=1)"},
      {"composition.epsilon",
       "phases=10*sampled(q=1/100,mechanism=laplace,eps0=1)+eps-delta(eps0=1,delta0=0) delta=1e-6",
       "delta=1/1000000 direction=both phases=eps-delta(delta=0,eps=1)+10*sampled(mechanism=laplace,eps0=1,rate=1/100)"},
  };
  for (const Line& line : lines) {
    INFO(line.id << " " << line.parameters);
    CHECK(refusal(line.id, line.parameters) == "read as " + std::string(line.statement));
  }
}

TEST_CASE("what was worked out is said") {
  const auto readings = [](std::string_view id, const std::string& line) {
    std::string all;
    const Arguments arguments = entry(id).arguments(texts_of(line));
    for (const std::string& text : arguments.readings()) all += text + "\n";
    return all;
  };
  CHECK(readings("dp-sgd.epsilon", "sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5") ==
        "rate = 8/1875: a batch of 256 of 60000 records\nsteps = 14063: 60 epochs of 234.375 steps, rounded up\n");
  CHECK(readings("allocation.epsilon", "sigma=1.1 batch=256 n=60000 epochs=60 delta=1e-5") ==
        "steps = 234: a batch of 256 of 60000 records, 234.375 steps an epoch rounded down\n");
  CHECK(readings("dp-sgd.epsilon", "sigma=1.1 rate=1/100 epochs=60 delta=1e-5") ==
        "steps = 6000: 60 epochs of 100 steps\n");
  CHECK_THAT(readings("gaussian.epsilon", "sigma=1 delta=1e-5 adjacency=add-remove"), Catch::Contains("zero-out"));
}

TEST_CASE("what contradicts itself, or is not the row's, is refused by name") {
  const Line lines[] = {
      {"dp-sgd.epsilon", "sigma=1 noise_multiplier=2 rate=0.01 steps=10 delta=1e-5", "are the same parameter"},
      {"dp-sgd.epsilon", "sigma=1 batch=300 n=256 epochs=1 delta=1e-5", "batch = 300: must be at most n = 256"},
      {"dp-sgd.epsilon", "sigma=1 batch=256 n=60000 rate=0.1 steps=10 delta=1e-5",
       "rate = 0.1: must be 8/1875, or left out"},
      {"dp-sgd.epsilon", "sigma=1 batch=256 n=60000 epochs=60 steps=14062 delta=1e-5",
       "steps = 14062: must be 14063, or left out"},
      {"dp-sgd.epsilon", "sigma=1 batch=256 epochs=60 delta=1e-5", "must stand beside n"},
      {"dp-sgd.epsilon", "sigma=1 epochs=60 delta=1e-5", "must stand beside batch and n, or beside rate"},
      {"dp-sgd.epsilon", "sigma=1 batch=0 n=10 epochs=60 delta=1e-5", "batch = 0: must be an integer from 1"},
      {"dp-sgd.epsilon", "sigma=1 batch=1.5 n=10 epochs=60 delta=1e-5", "batch = 1.5: must be an integer from 1"},
      {"dp-sgd.epsilon", "sigma=1 batch=nan n=10 epochs=60 delta=1e-5", "batch = nan: must be an integer from 1"},
      {"dp-sgd.epsilon", "sigma=1 batch=1 n=10^400 epochs=60 delta=1e-5", "n = 10^400: must be an integer from 1"},
      {"dp-sgd.epsilon", "sigma=1 batch=1 n=10 epochs=-1 delta=1e-5", "epochs = -1: must be a rational above 0"},
      {"dp-sgd.epsilon", "sigma=1 batch=1 n=10^15 epochs=10^15 delta=1e-5",
       "steps = 1000000000000000000000000000000: must be"},
      {"dp-sgd.epsilon", "sigma=1 rate=exp(-1) epochs=1 delta=1e-5", "epochs = 1: must be a rational above 0"},
      {"dp-sgd.epsilon", "sigma=1 rate=1-1/e steps=1 delta=1e-5", "e is not rational"},
      {"dp-sgd.epsilon", "sigma=1 rate=0.1 steps=1 delta=1e-5 n=100", "unknown parameter n"},
      {"shuffled-batch.epsilon", "sigma=1 steps=10 delta=1e-5 adjacency=add-remove",
       "a missing record moves the others"},
      {"fixed-batch-gaussian.epsilon", "sigma=1 share=0.1 steps=10 delta=1e-5 adjacency=add-remove",
       "a dataset of a fixed size"},
      {"clones.epsilon", "n=100 eps0=1 delta=1e-5 adjacency=add-remove", "replace-one, the adjacency of this quantity"},
      {"gaussian.epsilon", "sigma=1 delta=1e-5 adjacency=replace", "zero-out, the adjacency of this quantity"},
      {"gaussian.epsilon", "sigma=1 delta=1e-5 epochs=3", "unknown parameter epochs"},
      {"clones.eps0", "n=100 eps=1 delta=1e-5 eps0=1", "unknown parameter eps0"},
      {"dp-sgd.epsilon", "sigma=1 rate=0.1 steps=10.5 delta=1e-5", "(10.5 is no integer; the next one is 11)"},
      {"dp-sgd.epsilon", "sigma=1 rate=0.1 steps=1 n=0.5 delta=1/n", "n = 0.5: must be an integer from 1"},
      {"dp-sgd.epsilon", "sigma=1 rate=0.1 steps=1 delta=1/n", "delta = 1/n: must be a probability"},
      {"dp-sgd.epsilon", "sigma=1 batch=1 n=9 steps=1 delta=nn", "delta = nn: must be a probability"},
      {"composition.epsilon", "phases=10^9*gaussian(sigma=1,steps=10^9) delta=1e-5", "from 1 to 10^15 in all"},
      {"composition.epsilon", "phases=2*gaussian(sigma=1,steps=1/2) delta=1e-5", "rounds = 1/2: must be an integer"},
      {"composition.epsilon", "phases=gaussian(sigma=1,steps=2,rounds=3) delta=1e-5", "are the same parameter"},
  };
  for (const Line& line : lines) {
    INFO(line.id << " " << line.parameters);
    CHECK_THAT(refusal(line.id, line.parameters), Catch::Contains(line.statement));
  }
  const Entry& e = entry("poisson-gaussian.epsilon");
  const auto foreign = [&](const ParameterTexts& texts) { return foreign_name(e.id, e.parameters, texts); };
  CHECK(foreign({{"sigma", "1"}, {"noise", "1"}}) == "noise");
  CHECK(foreign({{"batch", "1"}}) == "batch");
  CHECK(foreign({{"sigma", "1"}, {"adjacency", "zero-out"}, {"nonsense", "1"}}).empty());
}

TEST_CASE("noise by its scale or its standard deviation is what its row takes, and says so") {
  CHECK(canonical("laplace.epsilon", "scale=2 delta=0") == canonical("laplace.epsilon", "eps0=1/2 delta=0"));
  CHECK(canonical("laplace.delta", "b=2 eps0=0.5 eps=0") == canonical("laplace.delta", "eps0=1/2 eps=0"));
  CHECK(canonical("discrete-gaussian.delta", "sigma=3 sensitivity=1 eps=0") ==
        canonical("discrete-gaussian.delta", "sigma2=9 sensitivity=1 eps=0"));
  CHECK(refusal("laplace.delta", "b=2 eps0=2 eps=0") ==
        "laplace.delta: eps0 = 2: must be 1/2, or left out: noise of scale 2 at sensitivity 1");
  CHECK(refusal("laplace.delta", "b=1e31 eps=0").find("scale = 1e31: must be a rational from") != std::string::npos);
  CHECK(refusal("rr.delta", "scale=2 eps=0").find("unknown parameter scale") != std::string::npos);
  const Entry& e = entry("discrete-gaussian.delta");
  CHECK(foreign_name(e.id, e.parameters, {{"sigma", "3"}}) == "sigma");  // files keep canonical names
}

TEST_CASE("families have the names of their mechanisms, phases keep their own") {
  CHECK(canonical_id("Randomized-Response.epsilon") == "rr.epsilon");
  CHECK(canonical_id("fixed_batch.delta") == "fixed-batch-gaussian.delta");
  CHECK(canonical_id("fixed-batch") == "fixed-batch");
  CHECK(canonical_id("dp-sgd") == "poisson-gaussian");
  CHECK(canonical_id("poisson-gaussian.tv") == "poisson-gaussian.advantage");
  CHECK_THROWS_WITH(entry("dp-sgd"),
                    Catch::Contains("a family of quantities: must be one of poisson-gaussian.advantage,"));
  CHECK(
      refusal("poisson-gaussian.epsilon", "eps=1 rate=1 sigma=1 steps=1 delta=0.1").find("eps is what is asked for") !=
      std::string::npos);
}
