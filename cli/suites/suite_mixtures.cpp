// The suite `mixtures`: two to five mechanisms on the same data, all rounds composed.
#include "cli/suites/suites.hpp"

namespace hallmark::cli {
namespace mixtures_cases {
namespace {

using Texts = std::vector<std::string>;

// Every mix at every eps (or delta), as the direction says; one of `every` has a certificate, none where that is 0.
Group mixes(std::string_view quantity, std::string_view source, std::string_view comment, long digits,
            const Texts& phases, const Texts& targets, const Texts& directions, long every) {
  Group g{quantity, source, digits, false, {"Mixture"}, {}};
  g.spare = 2;
  const std::string target = quantity.ends_with(".delta") ? "eps" : "delta";
  long count = 0;
  for (const std::string& list : phases) {
    for (const std::string& value : targets) {
      for (const std::string& direction : directions) {
        Case c{{{"phases", list}, {target, value}, {"direction", direction}}, std::string(comment)};
        c.certified = every > 0 && ++count % every == 1;
        g.cases.push_back(std::move(c));
      }
    }
  }
  return g;
}

// One of the phases has no largest log ratio: all transforms on one line.
Texts on_a_line() {
  return {"gaussian(sigma=4)+laplace(eps0=1/4)",
          "10*gaussian(sigma=8)+3*laplace(eps0=1/8)+discrete-laplace(a=1/4,sensitivity=2)",
          "100*poisson-gaussian(rate=1/100,sigma=1)+3*laplace(eps0=1/10)+2*gaussian(sigma=5)+"
          "discrete-gaussian(sensitivity=1,sigma2=16)",
          "gdp(mu=1/2)+eps-delta(delta=1/1099511627776,eps=1/4)",
          "gdp(mu=1/4)+gaussian(sigma=2)+2*discrete-gaussian(sensitivity=1,sigma2=25)",
          "gaussian(sigma=3)+discrete-laplace(a=1/8,rate=1/2,sensitivity=1)",
          "4*gaussian(sigma=6)+5*bounded-range(eps0=1/4)",
          "gaussian(sigma=2)+2*laplace(eps0=1/2)+eps-delta(eps=1/8)+bounded-range(eps0=1/8)+gdp(mu=1/8)",
          "3*gaussian(sigma=4)+20*discrete-laplace(a=1/16,sensitivity=1)",
          "gaussian(sigma=3)+4*discrete-gaussian(rate=1/8,sensitivity=1,sigma2=9)"};
}

Texts sampled_batches() {
  return {"50*poisson-gaussian(rate=1/64,sigma=1)+gaussian(sigma=4)",
          "20*poisson-gaussian(rate=1/50,sigma=3/2)+20*poisson-gaussian(rate=1/100,sigma=1)",
          "200*poisson-gaussian(rate=1/256,sigma=1)+8*laplace(eps0=1/32)",
          "10*poisson-gaussian(rate=1/16,sigma=2)+gdp(mu=1/8)+2*eps-delta(delta=1/1099511627776,eps=1/16)"};
}

// Answers over few ratios: exact sums.
Texts of_responses() {
  return {"rr(eps0=1/2)+rr(eps0=1/4)", "2*rr(eps0=1/2)+rr(eps0=1)+rr(eps0=1/8)", "rr(eps0=ln(2))+2*rr-local(k=3,p=1/2)",
          "4*rr(eps0=1/8)+rr-local(k=10,p=1/2)+rr-local(k=4,p=3/4)"};
}

Texts of_private() {
  return {"eps-delta(delta=1/1024,eps=1/2)+eps-delta(delta=1/4096,eps=1/4)",
          "3*eps-delta(delta=1/1048576,eps=1/8)+2*eps-delta(eps=1/4)",
          "discrete-laplace(a=1/2,sensitivity=1)+eps-delta(delta=1/1024,eps=1/4)",
          "2*discrete-laplace(a=1/4,sensitivity=2)+discrete-laplace(a=1/2,sensitivity=1)+eps-delta(eps=1/8)"};
}

}  // namespace
}  // namespace mixtures_cases

Suite mixtures_suite() {
  using namespace mixtures_cases;
  constexpr long digits = 10;
  const Texts remove{"remove"};
  const Texts both{"both"};
  const Texts each{"remove", "add"};
  return {
      "mixtures",
      {"Mixes of two to five mechanisms on the same data. A mix is one text, ROUNDS*MECHANISM(name=value,...) joined "
       "by +, as --compose reads it from a file.",
       "The number belongs to the product of the pairs. A phase of bounded range stands for the least pair that "
       "dominates its class: then it is an upper bound for these.",
       "Some of the mixes with a Gaussian phase have a certificate."},
      {mixes("composition.delta", "lines", "noise of several kinds", digits, on_a_line(),
             {"1/4", "1/2", "1", "3/2", "2"}, both, 5),
       mixes("composition.epsilon", "lines", "the epsilon of noise of several kinds", digits, on_a_line(),
             {"1/1024", "1/65536", "1/1048576"}, both, 6),
       mixes("composition.delta", "batches", "Poisson batches among others", digits, sampled_batches(),
             {"1/16", "1/8", "1/4", "3/8", "1/2"}, each, 8),
       mixes("composition.epsilon", "batches", "the epsilon of Poisson batches among others", digits, sampled_batches(),
             {"1/1024", "1/65536", "1/1048576", "1/1073741824"}, remove, 0),
       mixes("composition.delta", "responses", "randomized responses of several kinds", digits, of_responses(),
             {"1/32", "3/32", "5/32", "7/16", "17/16"}, both, 0),
       mixes("composition.delta", "private", "private mechanisms of several kinds", digits, of_private(),
             {"1/32", "3/32", "5/32", "7/16", "17/16"}, both, 0),
       mixes("composition.epsilon", "private", "their epsilon", digits, of_private(), {"1/128", "1/256", "1/512"}, both,
             0),
       mixes("composition.epsilon", "responses", "their epsilon", digits, of_responses(), {"1/32", "1/64", "1/256"},
             both, 0)}};
}

}  // namespace hallmark::cli
