#include "bounds/batch/pair_renyi.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/certifier.hpp"
#include "bounds/registry.hpp"
#include "bounds/statement.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::poisson_renyi;

namespace {

// One step by the trapezoidal rule in binary64.
double one_step(double sigma, double q, double alpha) {
  const auto density = [&](double y) { return 1 - q + q * std::exp(y / sigma - 1 / (2 * sigma * sigma)); };
  double sum = 0;
  const double h = std::min(0.01, sigma / 50);
  for (double y = -14; y < alpha / sigma + 14; y += h) {
    sum += h / std::sqrt(2 * M_PI) *
           std::exp(alpha * std::log(density(y)) + (1 - alpha) * std::log(density(-y)) - y * y / 2);
  }
  return std::log(sum) / (alpha - 1);
}

}  // namespace

TEST_CASE("renyi of replace-one: one step is its integral") {
  for (const char* sigma : {"0.7", "1", "3"}) {
    for (const char* rate : {"1/1000", "1/10", "4/5"}) {
      for (const char* alpha : {"1.1", "2", "7.5", "24"}) {
        INFO(sigma << " " << rate << " " << alpha);
        const Ball r = divergence_replaced({Number(sigma), Number(rate), 1}, Number(alpha), 160);
        const auto about = [](const char* text) { return Ball(Rational(text), 64).to_double_up(); };
        CHECK(r.to_double_up() ==
              Approx(one_step(about(sigma), about(rate), about(alpha))).epsilon(1e-8).margin(1e-11));
        CHECK(r.to_double_up() - r.to_double_down() < 1e-14 * r.to_double_up());
      }
    }
  }
}

TEST_CASE("renyi of replace-one: order, steps, limits") {
  const Sampling step{1, Number("1/20"), 1};
  const Ball one = divergence_replaced(step, 5, 128);
  CHECK((one * 40 - divergence_replaced({1, Number("1/20"), 40}, 5, 128)).contains(0));
  // More precision stays inside.
  CHECK((one - divergence_replaced(step, 5, 300)).contains(0));
  for (const Direction d : {Direction::remove, Direction::add}) {
    CHECK(less(divergence(step, 5, d, 128), one) == Truth::yes);
  }
  CHECK(less(one, divergence_replaced(step, 6, 128)) == Truth::yes);
  CHECK(divergence_replaced({2, 1, 3}, 5, 128).contains(Rational("15/2")));  // 4 alpha T/(2 sigma^2)
  // Beyond the rule's nodes two bounds remain, and hold.
  const Ball far = divergence_replaced({Number("1/2000"), Number("1/20"), 1}, 3, 128);
  CHECK(far.is_finite());
  CHECK_THROWS_AS(divergence_replaced(step, 1, 128), InputError);
  CHECK_THROWS_AS(divergence_replaced({0, Number("1/20"), 1}, 2, 128), InputError);
}

TEST_CASE("renyi of replace-one: the row answers, and has words for a certificate") {
  const Entry& row = entry("poisson-gaussian.renyi");
  ParameterTexts texts{{"sigma", "1"}, {"rate", "1/100"}, {"steps", "1000"}, {"alpha", "8"}, {"direction", "both"}};
  const Budget budget;
  const Term usual{&row, row.arguments(texts)};
  texts["adjacency"] = "replace-one";
  const Term replaced{&row, row.arguments(texts)};
  const Answer a = evaluate(row, usual.arguments, {.digits = 12, .budget = budget});
  const Answer b = evaluate(row, replaced.arguments, {.digits = 12, .budget = budget});
  CHECK(a.reached);
  CHECK(b.reached);
  CHECK(a.hi < b.lo);
  CHECK(obstacle_of(usual).empty());
  CHECK(obstacle_of(replaced).empty());
}
