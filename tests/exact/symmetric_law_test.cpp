#include "exact/symmetric_law.hpp"

#include <boost/multiprecision/gmp.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "exact/error.hpp"
#include "support/random.hpp"

using namespace hallmark;
using Exact = boost::multiprecision::mpq_rational;

namespace {

Exact exact(const Rational& x) { return Exact(x.to_string()); }

/// A random lower law with E R <= 1 that is itself the truth: a few dyadic ratios and masses.
ConvexLaw random_truth(test::Random& random, Slope slope) {
  ConvexLaw law{slope, Side::lower, {}, {}, 0};
  double x = random.between(0, 1) == 0 ? 0 : 1.0 / 16;
  for (long i = random.between(2, 3); i > 0; --i) {
    law.position.push_back(x);
    law.mass.push_back(static_cast<double>(random.between(1, 15)) / 64);
    x += static_cast<double>(random.between(1, 40)) / 16;
  }
  return law;
}

/// E f(e_k / C(t, k)) over all outcomes, f = (x - c)_+ or (1 - c x)_+.
Exact expectation(const ConvexLaw& law, long t, long k, const Exact& c) {
  std::vector<std::size_t> outcome(static_cast<std::size_t>(t), 0);
  Exact ways = 1;
  for (long i = 0; i < k; ++i) ways *= Exact(t - i) / (i + 1);
  Exact total = 0;
  for (;;) {
    std::vector<Exact> e(static_cast<std::size_t>(k) + 1, 0);
    e[0] = 1;
    Exact mass = 1;
    for (const std::size_t o : outcome) {
      for (std::size_t j = e.size() - 1; j > 0; --j) e[j] += e[j - 1] * Exact(law.position[o]);
      mass *= Exact(law.mass[o]);
    }
    const Exact x = e.back() / ways;
    const Exact f = law.slope == Slope::rising ? Exact(x - c) : Exact(1 - c * x);
    if (f > 0) total += mass * f;
    std::size_t place = 0;
    while (place < outcome.size() && ++outcome[place] == law.position.size()) outcome[place++] = 0;
    if (place == outcome.size()) return total;
  }
}

}  // namespace

TEST_CASE("Symmetric laws: below every outcome's expectation, and equal to it where few values are merged") {
  test::Random random(21);
  INFO("seed " << random.seed());
  for (int repetition = 0; repetition < test::repetitions(6); ++repetition) {
    for (const Slope slope : {Slope::rising, Slope::falling}) {
      const ConvexLaw base = random_truth(random, slope);
      const long t = random.between(2, 6);
      const long k = random.between(1, std::min(3L, t));
      for (const long nodes : {16L, 4000L}) {
        const ConvexLaw law = *symmetric_mean_lower(base, t, k, {.nodes = nodes, .smallest_delta = 1e-6});
        ConvexLaw top = law;  // only the lower side is of interest
        top.side = Side::upper;
        top.infinity = slope == Slope::rising ? 10 : 0;
        for (double& m : top.mass) m *= 1.001;
        for (const char* factor : {"1/100", "1/3", "9/10", "1", "3/2", "4"}) {
          const Exact truth = expectation(base, t, k, Exact(factor));
          const Exact lo = exact(delta({top, law}, Number::ln(Rational(factor))).lo);
          INFO("t " << t << " k " << k << " nodes " << nodes << " factor " << factor);
          CHECK(lo <= truth);
          if (nodes == 4000) CHECK(truth - lo <= Exact(1e-2) * truth + Exact(1e-12));
          if (nodes == 4000 && k == 1) CHECK(truth - lo <= Exact(1e-11));
        }
      }
    }
  }
}

TEST_CASE("Symmetric laws: budgets and bad input") {
  const RatioLaw law = *lognormal_law(1, Slope::rising, {.nodes = 100});
  const Budget none(std::chrono::duration<double>(0));
  CHECK(!symmetric_mean_lower(law.lower, 10, 2, {.nodes = 100}, none).has_value());
  CHECK_THROWS_AS(symmetric_mean_lower(law.upper, 10, 2, {}), InputError);
  CHECK_THROWS_WITH(symmetric_mean_lower(law.lower, 10, 9, {}),
                    "symmetric_mean_lower: chosen = 9: must be in 1..min(8, count)");
  for (const char* variance : {"1e-80", "1e3", "1e80"}) {
    for (const Slope slope : {Slope::rising, Slope::falling}) {
      const RatioLaw base = *lognormal_law(Number(variance), slope, {.nodes = 50});
      CHECK(symmetric_mean_lower(base.lower, 1000, 8, {.nodes = 50}).has_value());
    }
  }
}
