#include "bounds/basic/discrete_laplace.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

// The noise itself on -reach..reach, both tails beyond as one outcome each: their ratios do not change any more.
std::vector<MassPair> noise(const Exact& z, long sensitivity) {
  const Exact middle = (1 - z) / (1 + z);
  const auto mass = [&](long x) {
    Exact r = middle;
    for (long i = 0; i < std::abs(x); ++i) r *= z;
    return r;
  };
  std::vector<MassPair> all;
  Exact p = 0;
  Exact q = 0;
  for (long x = 0; x <= sensitivity; ++x) {
    all.push_back({mass(x), mass(x - sensitivity)});
    p += all.back().p;
    q += all.back().q;
  }
  // Below 0: P{x < 0} = z/(1+z), Q-masses z^D smaller. Above D the other way round.
  Exact power = 1;
  for (long i = 0; i < sensitivity; ++i) power *= z;
  const Exact left = z / (1 + z);
  all.push_back({left, left * power});
  all.push_back({1 - p - left, 1 - q - left * power});
  return all;
}

}  // namespace

namespace {

// Every outcome of noise with odds e and sensitivity d, by every route, rate and direction.
void check_all_outcomes(std::initializer_list<std::pair<const char*, long>> noises,
                        std::initializer_list<long> all_rounds) {
  for (const auto& [e, d] : noises) {
    for (const long rounds : all_rounds) {
      const std::vector<MassPair> one = noise(1 / Exact(e), d);
      const ParameterTexts texts{
          {"a", "ln(" + std::string(e) + ")"}, {"sensitivity", std::to_string(d)}, {"rounds", std::to_string(rounds)}};
      for (const char* w : {"1", "6/5", "5/2"}) {
        check_delta("discrete-laplace.delta", texts, Exact(w), brute_delta(one, rounds, Exact(w)),
                    {"", "lattice", "convex"});
        ParameterTexts sampled = texts;
        sampled["rate"] = "1/5";
        sampled["direction"] = "remove";
        const std::vector<MassPair> fifth = with_rate(one, Exact(1, 5));
        check_delta("discrete-laplace.delta", sampled, Exact(w), brute_delta(fifth, rounds, Exact(w)),
                    {"", "lattice", "convex"});
        sampled["direction"] = "add";
        check_delta("discrete-laplace.delta", sampled, Exact(w), brute_delta(exchanged(fifth), rounds, Exact(w)),
                    {"", "lattice", "convex"});
      }
    }
  }
}

}  // namespace

TEST_CASE("discrete-laplace: all outcomes, by every route and rate") {
  check_all_outcomes({{"2", 1}, {"3", 2}}, {1, 2});
}

TEST_CASE("discrete-laplace: all outcomes of three rounds and of other noise", "[.long]") {
  check_all_outcomes({{"2", 1}, {"3", 2}}, {3});
  check_all_outcomes({{"3/2", 3}}, {1, 2, 3});
}

TEST_CASE("discrete-laplace: sensitivity 1 is randomized response, and delta rises with the sensitivity") {
  for (const char* eps : {"0", "1/3", "2"}) {
    const Answer noise =
        answer("discrete-laplace.delta", {{"a", "1"}, {"sensitivity", "1"}, {"rounds", "7"}, {"eps", eps}});
    const Answer response = answer("rr.delta", {{"eps0", "1"}, {"rounds", "7"}, {"eps", eps}});
    CHECK(noise.lo <= response.hi);
    CHECK(response.lo <= noise.hi);
    Answer before = noise;
    for (const char* d : {"2", "3", "5"}) {
      const Answer more =
          answer("discrete-laplace.delta", {{"a", "1"}, {"sensitivity", d}, {"rounds", "7"}, {"eps", eps}});
      CHECK(before.lo <= more.hi);
      before = more;
    }
  }
}

TEST_CASE("discrete-laplace: published values, inverses and refusals") {
  const Answer epsilon = answer("discrete-laplace.epsilon",
                                {{"a", "1/2"}, {"sensitivity", "2"}, {"rounds", "10"}, {"delta", "1e-6"}}, "", 20);
  CHECK(epsilon.lo <= Rational("9.999885471109986178451661"));
  CHECK(Rational("9.999885471109986176451661") <= epsilon.hi);
  const ParameterTexts texts{{"sensitivity", "2"}, {"rounds", "4"}, {"eps", "1"}};
  ParameterTexts all = texts;
  all["delta"] = "1e-4";
  check_inverse("discrete-laplace.delta", texts, "a", answer("discrete-laplace.a", all), Rational("1/10000"), true);
  CHECK_THROWS_WITH(basic::discrete_laplace(1, 0), Catch::Contains("from 1 to 10^6"));
  CHECK_THROWS_WITH(answer("discrete-laplace.delta", {{"a", "1"}, {"sensitivity", "3/2"}, {"eps", "1"}}),
                    Catch::Contains("sensitivity = 3/2"));
}
