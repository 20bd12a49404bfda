// The suite `batches`: adjacency, groups and batches of a fixed size, as training runs have them.
#include <fmt/format.h>

#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace batches_cases {
namespace {

constexpr long digits = 12;
constexpr long spare = 2;

using Texts = std::initializer_list<const char*>;

struct Sampling {
  const char* rate;
  const char* steps;
};
constexpr Sampling samplings[] = {{"1/64", "64"}, {"1/1024", "1024"}, {"1/16", "512"}};

ParameterTexts replaced(const char* sigma, const Sampling& s) {
  return {{"sigma", sigma}, {"rate", s.rate}, {"steps", s.steps}, {"direction", "both"}, {"adjacency", "replace-one"}};
}
ParameterTexts with(ParameterTexts p, const char* name, std::string value) {
  p[name] = std::move(value);
  return p;
}

Group replace_one_delta() {
  Group g{"poisson-gaussian.delta", "replace-one", digits, false, {"Binary64Inputs"}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"3/4", "1", "2", "4"}) {
    for (const Sampling& s : samplings) {
      for (const char* eps : Texts{"1/16", "1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "3"}) {
        g.cases.push_back({with(replaced(sigma, s), "eps", eps), "a record changed into another"});
      }
    }
  }
  return g;
}

Group replace_one_epsilon() {
  Group g{"poisson-gaussian.epsilon", "replace-one", digits, false, {"DeltaRange"}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"3/4", "1", "2", "4"}) {
    for (const Sampling& s : samplings) {
      for (const long k : {10, 17, 20, 30}) {
        g.cases.push_back({with(replaced(sigma, s), "delta", two_to_minus(k)), fmt::format("delta = 2^-{}", k)});
      }
    }
  }
  return g;
}

// Trainings whose epsilon was published: sigma, rate, steps, delta.
struct Training {
  const char* sigma;
  Sampling sampling;
  const char* delta;
  const char* comment;
};
constexpr Training trainings[] = {
    {"1.3", {"256/60000", "3516"}, "1e-5", "MNIST tutorial of TensorFlow Privacy, 15 epochs: published 1.19"},
    {"1.1", {"256/60000", "14063"}, "1e-5", "MNIST tutorial of TensorFlow Privacy, 60 epochs: published 3.01"},
    {"0.7", {"256/60000", "10547"}, "1e-5", "MNIST tutorial of TensorFlow Privacy, 45 epochs: published 7.10"},
    {"4", {"1/100", "10000"}, "1e-5", "Abadi et al. 2016, Section 3: published 1.26"},
    {"10", {"4096/50000", "725"}, "1e-5", "CIFAR-10 of De et al. 2022, jax_privacy's configuration: published 1"},
    {"21.1",
     {"16384/50000", "250"},
     "1e-5",
     "fine-tuning on CIFAR-100 of De et al. 2022, jax_privacy's configuration: published 1"},
    {"0.614",
     {"517989/12695312500", "100000"},
     "1.1e-10",
     "language model VaultGemma 1B, sequences, parameters not confirmed, batches not cut: published 2.0"}};

Group published(const char* adjacency) {
  Group g{"poisson-gaussian.epsilon", "trainings", digits, false, {"PublishedParameters", "SymbolicInput"}, {}};
  g.spare = spare;
  for (const Training& t : trainings) {
    g.cases.push_back({with(with(replaced(t.sigma, t.sampling), "delta", t.delta), "adjacency", adjacency), t.comment});
  }
  return g;
}

Group published_fixed() {
  Group g{"fixed-batch-gaussian.epsilon", "trainings", 8, false, {"PublishedParameters", "SymbolicInput"}, {}};
  g.spare = spare;
  for (const Training& t : trainings) {
    g.cases.push_back(
        {{{"sigma", t.sigma}, {"share", t.sampling.rate}, {"steps", t.sampling.steps}, {"delta", t.delta}}, t.comment});
  }
  return g;
}

Group replace_one_renyi() {
  Group g{"poisson-gaussian.renyi", "replace-one", digits, false, {}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"1", "2"}) {
    for (const Sampling& s : samplings) {
      for (const char* alpha : Texts{"3/2", "2", "8", "32"}) {
        g.cases.push_back({with(replaced(sigma, s), "alpha", alpha), "a record changed into another"});
      }
    }
  }
  return g;
}

Group truncated(const char* adjacency) {
  Group g{"truncated-poisson-gaussian.epsilon", "cut", 8, false, {}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"1", "2"}) {
    for (const char* largest : Texts{"1000", "1100", "1200"}) {
      ParameterTexts p{
          {"sigma", sigma}, {"rate", "1/100"}, {"steps", "1000"}, {"records", "100000"}, {"delta", "1e-5"}};
      p["largest"] = largest;
      p["adjacency"] = adjacency;
      g.cases.push_back({p, "1000 records expected in a batch"});
    }
  }
  return g;
}

Group groups(const char* direction) {
  Group g{"poisson-gaussian.delta", "groups", digits, false, {"Binary64Inputs", "DirectionsDiffer"}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"2", "4"}) {
    for (const Sampling& s : samplings) {
      for (const char* group : Texts{"2", "3", "8"}) {
        for (const char* eps : Texts{"1/8", "1/2", "1"}) {
          ParameterTexts p{{"sigma", sigma}, {"rate", s.rate}, {"steps", s.steps}, {"direction", direction}};
          p["group"] = group;
          g.cases.push_back({with(p, "eps", eps), "a user with several records"});
        }
      }
    }
  }
  return g;
}

Group mixed() {
  Group g{"poisson-gaussian.epsilon", "inserted-and-deleted", digits, false, {}, {}};
  g.spare = spare;
  for (const char* direction : Texts{"remove", "add"}) {
    for (const Sampling& s : samplings) {
      ParameterTexts p{{"sigma", "2"}, {"rate", s.rate}, {"steps", s.steps}, {"direction", direction}};
      p["inserted"] = "1";
      p["deleted"] = "2";
      for (const long k : {10, 20}) {
        g.cases.push_back({with(p, "delta", two_to_minus(k)), "two records leave, one comes"});
      }
    }
  }
  return g;
}

Group fixed() {
  Group g{"fixed-batch-gaussian.epsilon", "fixed-size", 8, false, {}, {}};
  g.spare = spare;
  for (const char* sigma : Texts{"2", "4"}) {
    for (const Sampling& s : samplings) {
      for (const long k : {10, 20}) {
        g.cases.push_back({{{"sigma", sigma}, {"share", s.rate}, {"steps", s.steps}, {"delta", two_to_minus(k)}},
                           "a uniformly random subset in every step: two ends that do not close"});
      }
    }
  }
  return g;
}

}  // namespace
}  // namespace batches_cases

Suite batches_suite() {
  using namespace batches_cases;
  return {"batches",
          {"Gaussian noise on batches as they are drawn: Poisson batches under replace-one and for groups of records, "
           "batches of a fixed size under replace-one.",
           "replace-one: a record becomes another one, one number for both directions. group: g records all present or "
           "all absent; inserted and deleted: so many records come and leave; zero-out, each sampled by itself.",
           "Of batches cut to a largest size an upper bound is given under both adjacencies.",
           "Values have 12 proved digits, the two ends of fixed batches 8 each."},
          {replace_one_delta(), replace_one_epsilon(), published("zero-out"), published("replace-one"),
           published_fixed(), groups("remove"), groups("add"), mixed(), fixed(), replace_one_renyi(),
           truncated("zero-out"), truncated("replace-one")}};
}

}  // namespace hallmark::cli
