// The sum over the nodes of a line against the same sum in doubles, and its parts.
#include "bounds/poisson_summation.hpp"

#include <catch2/catch.hpp>
#include <complex>

using namespace hallmark;

TEST_CASE("the series of a line is the sum over its nodes, and so is its derivative") {
  const Rational a("3/4"), dt("1/10");
  std::vector<ComplexBall> values;
  for (long k = 0; k < 50; ++k) values.emplace_back(Ball(Rational(1) / (k + 1), 128), Ball(Rational(k) / 60, 128));
  for (const double eps : {-2.0, 0.0, 0.25, 5.0}) {
    std::complex<double> sum = 0, derivative = 0;
    for (int k = 0; k < 50; ++k) {
      const std::complex<double> term = std::complex<double>(1.0 / (k + 1), k / 60.0) *
                                        std::exp(std::complex<double>(0, -0.1 * k * eps)) * (k == 0 ? 0.5 : 1);
      sum += term;
      derivative -= term * std::complex<double>(0.75, 0.1 * k);
    }
    const Ball at(Rational(static_cast<long>(eps * 4)) / 4, 128);
    const TurningPlan integers{Turning::in_words, 64};
    for (const auto& fine : {std::optional<TurnedSeries>(), poisson_summation::fine_values(values, 128, integers)}) {
      const auto series = [&](bool d) { return poisson_summation::series({a, dt}, values, fine, at, d); };
      CHECK(series(false).to_double_up() == Approx(sum.real() * 0.1 / M_PI).margin(1e-12));
      CHECK(series(true).to_double_up() == Approx(derivative.real() * 0.1 / M_PI).margin(1e-12));
      CHECK(series(true).to_double_up() - series(true).to_double_down() < 1e-14);
    }
  }
}

TEST_CASE("the values of a line are taken in integers where these lose nothing") {
  const std::vector<ComplexBall> values(20, ComplexBall(Ball(1, 128), Ball(0, 128)));
  CHECK(poisson_summation::fine_values(values, 128, {Turning::in_words, 64}));
  CHECK_FALSE(poisson_summation::fine_values(values, 200, {Turning::in_words, 64}));
  CHECK_FALSE(poisson_summation::fine_values(values, 128, {Turning::in_balls, 64}));
}

TEST_CASE("the aliases: the largest weight, and the sum of all powers") {
  CHECK(arb_overlaps(poisson_summation::peak(1, 128).raw(), Ball(Rational("1/4"), 128).raw()) != 0);
  CHECK(poisson_summation::ln_peak(1) == Approx(std::log(0.25)));
  CHECK(arb_overlaps(poisson_summation::geometric(Ball(Rational("1/3"), 128)).raw(),
                     Ball(Rational("1/2"), 128).raw()) != 0);
  CHECK_FALSE(poisson_summation::geometric(Ball(1, 128)).is_finite());
  CHECK_FALSE(poisson_summation::geometric(Ball::between(0, 2, 128)).is_finite());
}
