#include "bounds/matrix/cyclic.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/registry.hpp"
#include "exact/decimal.hpp"

using namespace hallmark;
using Catch::Contains;

namespace {

Answer ask(const std::string& id, const ParameterTexts& texts) {
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.default_effort = true, .budget = Budget()});
}

ParameterTexts banded(const char* column, const char* iterations, const char* bins) {
  return {{"column", column},      {"iterations", iterations},
          {"bins", bins},          {"sigma", "2"},
          {"rate", "1/4"},         {"eps", "1/2"},
          {"direction", "remove"}, {"sampling", "cyclic-poisson"}};
}

// Two Poisson steps of squared norms a and b by a sum over the plane, noise 2, rate 1/4, e^eps = w.
double two_steps(double a, double b, double w, bool remove) {
  constexpr double h = 0.02;
  const auto ratio = [](double z, double v) { return 0.75 + 0.25 * std::exp(z * std::sqrt(v) - v / 2); };
  double sum = 0;
  for (int i = -400; i <= 400; ++i) {
    for (int j = -400; j <= 400; ++j) {
      const double x = i * h;
      const double y = j * h;
      const double r = ratio(x, a / 4) * ratio(y, b / 4);
      sum += std::exp(-(x * x + y * y) / 2) * std::max(0.0, remove ? r - w : 1 - w * r);
    }
  }
  return sum * h * h / (2 * M_PI);
}

}  // namespace

TEST_CASE("matrix-gaussian: cyclic Poisson sampling is Poisson batches of its columns") {
  // No correlation: the steps of one group.
  const Answer plain = ask("matrix-gaussian.delta", banded("1", "10", "4"));
  const Answer batches =
      ask("poisson-gaussian.delta",
          {{"sigma", "2"}, {"rate", "1/4"}, {"steps", "3"}, {"eps", "1/2"}, {"direction", "remove"}});
  CHECK(plain.lo <= batches.hi);
  CHECK(batches.lo <= plain.hi);
  // Columns 1, 1/2 and, cut short, 1: two steps.
  for (const bool remove : {true, false}) {
    ParameterTexts p = banded("1,1/2", "3", "2");
    p["direction"] = remove ? "remove" : "add";
    const Answer two = ask("matrix-gaussian.delta", p);
    const double truth = two_steps(1.25, 1, std::exp(0.5), remove);
    INFO((remove ? "remove " : "add ") << truth);
    CHECK(binary64(two.lo, Rounding::down) <= truth + 1e-5);
    CHECK(binary64(two.hi, Rounding::up) >= truth - 1e-5);
    CHECK((two.hi - two.lo) * 100 < two.hi);
  }
  const auto columns = matrix::cyclic_columns({1, Rational("1/2")}, 3, 2, true);
  CHECK(columns.whole == 1);
  CHECK(columns.norm == Rational(1));
  CHECK(columns.last == Rational("4/5"));
}

TEST_CASE("matrix-gaussian: cyclic Poisson sampling, its inverses and refusals") {
  ParameterTexts p = banded("1,1/2,1/4", "40", "4");
  p.erase("eps");
  p["delta"] = "1e-4";
  const Answer eps = ask("matrix-gaussian.epsilon", p);
  CHECK(eps.lo.sign() > 0);
  p.erase("sigma");
  p["eps"] = eps.hi.to_string();
  const Answer sigma = ask("matrix-gaussian.sigma", p);
  CHECK(sigma.lo <= Rational(2));
  CHECK(sigma.hi >= Rational("1.999"));
  CHECK(sigma.hi <= Rational("2.01"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", banded("1,1/2,1/4", "10", "2")), Contains("share no row"));
  ParameterTexts without = banded("1", "10", "2");
  without.erase("rate");
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", without), Contains("rate"));
  ParameterTexts bins = banded("1", "10", "2");
  bins["sampling"] = "balls-in-bins";
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", bins), Contains("rate"));
  ParameterTexts negative = banded("1", "10", "2");
  negative["eps"] = "-1";
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", negative), Contains("at least 0"));
  const Entry& delta = entry("matrix-gaussian.delta");
  CHECK_THROWS_WITH(
      evaluate(delta, delta.arguments(banded("1", "10", "2")), {.route = "comparison", .budget = Budget()}),
      Contains("route"));
}
