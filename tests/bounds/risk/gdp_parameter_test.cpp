#include "bounds/risk/gdp_parameter.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "bounds/basic/row_answers.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/risk/best_test.hpp"
#include "bounds/risk/derived.hpp"
#include "exact/normal.hpp"
#include "support/random.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

const Budget no_limit;

void check_mu(std::string_view id, const ParameterTexts& texts, const char* lo, const char* hi, long digits) {
  const Answer a = answer(id, texts, "", digits);
  INFO(id << " " << a.lo.to_string() << " " << a.hi.to_string());
  CHECK(a.reached);
  CHECK(a.lo <= Rational(hi));
  CHECK(Rational(lo) <= a.hi);
}

// delta of two laws of few atoms at e^eps, enclosed.
Bracket delta_of_atoms(const Atoms& p, const Atoms& q, const Rational& eps) {
  const Ball t = exp(Ball(eps, 512));
  Ball sum(0, 512);
  for (std::size_t i = 0; i < p.size(); ++i) sum = sum + max(Ball(p[i], 512) - t * Ball(q[i], 512), Ball(0, 512));
  return {std::max(sum.lower(), Rational(0)), std::max(sum.upper(), Rational(0))};
}

}  // namespace

TEST_CASE("mu: pure mechanisms down to nothing, Gaussian noise as it is") {
  check_mu("rr.mu", {{"eps0", "1"}, {"floor", "0"}}, "1.2320353853449009", "1.2320353853449010", 15);
  check_mu("gaussian.mu", {{"sigma", "2"}, {"rounds", "4"}, {"floor", "1e-9"}}, "1", "1", 15);
  CHECK(answer("gaussian.mu", {{"sigma", "2"}, {"floor", "1/2"}}).hi == 0);
  check_mu("poisson-gaussian.mu", {{"sigma", "9.4"}, {"rate", "41/125"}, {"steps", "2000"}, {"floor", "0"}},
           "4.757591441488", "4.757591441489", 12);
  check_mu("poisson-gaussian.mu", {{"sigma", "2"}, {"rate", "1"}, {"steps", "4"}, {"floor", "1e-5"}}, "1", "1", 15);
  // The cover alone, of the same Gaussian noise.
  check_mu("composition.mu", {{"phases", "gaussian(sigma=2)"}, {"floor", "1e-3"}}, "1/2", "1/2", 3);
}

TEST_CASE("mu: noisy gradient descent") {
  const ParameterTexts sgd{{"sigma", "1"}, {"rate", "1/100"}, {"steps", "1000"}, {"floor", "1e-9"}};
  check_mu("poisson-gaussian.mu", sgd, "0.51280783345", "0.51280783347", 5);
  // What one pair (eps, delta) says, or eps = 0 alone, is less than every eps needs.
  ParameterTexts coarse = sgd;
  coarse["floor"] = "1e-1";
  CHECK(answer("poisson-gaussian.mu", coarse, "", 4).hi < Rational("0.45"));
}

TEST_CASE("mu: what three rounds of randomized response need does not fall or rise with eps") {
  const Answer all = answer("rr.mu", {{"eps0", "1"}, {"rounds", "3"}, {"floor", "0"}}, "", 10);
  CHECK(all.lo > Rational("1.8453"));
  CHECK(all.hi < Rational("1.8454"));
  CHECK(all.lo < all.hi);
  const Answer down = answer("rr.mu", {{"eps0", "1"}, {"rounds", "3"}, {"floor", "1/100"}}, "", 10);
  CHECK(down.hi <= all.hi);
}

TEST_CASE("mu: of few atoms no eps needs more, and some eps needs as much") {
  Random random(45);
  for (int i = 0; i < 6; ++i) {
    Atoms p, q;
    Rational sum_p = 0, sum_q = 0;
    for (int j = 0; j < 4; ++j) {
      p.emplace_back(random.between(1, 20));
      q.emplace_back(random.between(1, 20));
      sum_p += p.back();
      sum_q += q.back();
    }
    for (Rational& x : p) x /= sum_p;
    for (Rational& x : q) x /= sum_q;
    const Rational floor = i % 2 == 0 ? Rational(0) : Rational("1/1000");
    const auto delta = [&](const Rational& eps, long) { return delta_of_atoms(p, q, eps); };
    const risk::GdpParameter found =
        risk::gdp_parameter("X.mu", {.delta = delta, .floor = Number(floor), .digits = 5}, no_limit);
    REQUIRE(found.hi);
    CHECK(found.lo <= *found.hi);
    CHECK(found.points.size() == found.tangents.size() + 1);
    if (*found.hi == 0) continue;
    CHECK(found.reached);
    for (int k = 0; k <= 200; ++k) {
      const Rational eps = Rational(k) / 50;
      const Ball gaussian = poisson_gaussian::gaussian_profile(Ball(*found.hi, 512), Ball(eps, 512));
      CHECK(delta(eps, 0).lo <= std::max(gaussian.upper(), floor));
    }
    // The line of each cell is above delta at both of its ends.
    const Ball mu(*found.hi, 512);
    for (std::size_t k = 0; k < found.tangents.size(); ++k) {
      const Ball s(found.tangents[k], 512);
      const Ball slope = normal_cdf(-s / mu - mu / 2), height = poisson_gaussian::gaussian_profile(mu, s);
      for (const Rational& eps : {found.points[k], found.points[k + 1]}) {
        CHECK((height - slope * (exp(Ball(eps, 512)) - exp(s))).upper() >= delta(eps, 0).lo);
      }
    }
    const Ball least = poisson_gaussian::gaussian_profile(Ball(found.lo, 512), Ball(found.best, 512));
    CHECK(delta(found.best, 0).hi > least.lower());
  }
}

TEST_CASE("mu: a delta that may be at most the floor proves no lower end") {
  const auto delta = [](const Rational& eps, long) {
    return eps < 1 ? Bracket{Rational("1/20"), Rational("1/5")} : Bracket{0, 0};
  };
  const risk::GdpParameter found =
      risk::gdp_parameter("X.mu", {.delta = delta, .floor = Number("1/10"), .digits = 3}, no_limit);
  CHECK(found.lo == 0);
}

TEST_CASE("mu: where no mu is enough it is refused in words") {
  CHECK_THAT(refusal("eps-delta.mu", {{"eps0", "1"}, {"delta0", "1/10"}, {"floor", "1/100"}}),
             Catch::Contains("eps-delta.mu: floor = 1/100: must be"));
  CHECK_THAT(refusal("gaussian.mu", {{"sigma", "1"}, {"floor", "1"}}), Catch::Contains("floor = 1: must be"));
  CHECK_THAT(refusal("gaussian.mu", {{"sigma", "1"}, {"floor", "-1e-9"}}), Catch::Contains("must be"));
  CHECK_THAT(refusal("gaussian.mu", {{"sigma", "1"}}), Catch::Contains("missing parameter floor"));
  CHECK(find_entry("renyi-curve.mu") == nullptr);
  // Rows of their own.
  CHECK(entry("gdp.mu").parameters.size() > 1);
  CHECK(delta_of("last-iterate.mu").empty());
}
