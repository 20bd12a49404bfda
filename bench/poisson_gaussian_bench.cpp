// The Poisson-subsampled Gaussian: cost against steps, digits and thresholds.
#include <benchmark/benchmark.h>

#include "bounds/batch/poisson_gaussian.hpp"

namespace {

using hallmark::Direction;
using hallmark::Number;
using hallmark::Rational;

// epsilon at delta = 1e-6, rate = 1/steps; arguments: 100 sigma, steps.
void poisson_gaussian_epsilon(benchmark::State& state) {
  const Number sigma(Rational(state.range(0)) / 100);
  const Number rate(1 / Rational(state.range(1)));
  for (auto _ : state) {
    benchmark::DoNotOptimize(hallmark::poisson_gaussian::epsilon(
        {Number("1e-6"), rate, sigma, static_cast<long>(state.range(1)), Direction::remove}, 10));
  }
}
BENCHMARK(poisson_gaussian_epsilon)
    ->ArgsProduct({{40, 50, 80, 130}, {1'000, 10'000, 100'000, 1'000'000}})
    ->Unit(benchmark::kMillisecond);

// delta at sigma = 1, 1000 steps, eps = 4: 1.3e-26; argument: digits.
void poisson_gaussian_digits(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        hallmark::poisson_gaussian::delta({4, Number("1/1000"), 1, 1000, Direction::remove}, state.range(0)));
  }
}
BENCHMARK(poisson_gaussian_digits)->Arg(6)->Arg(15)->Arg(30)->Arg(60)->Arg(120)->Unit(benchmark::kMillisecond);

// A hundred thresholds of one mechanism.
void poisson_gaussian_thresholds(benchmark::State& state) {
  std::vector<Number> thresholds;
  for (long i = 0; i < 100; ++i) thresholds.emplace_back(Rational(100 + i) / 400);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        hallmark::poisson_gaussian::deltas({Number("1/10000"), 1, 10'000}, Direction::remove, thresholds, 10));
  }
}
BENCHMARK(poisson_gaussian_thresholds)->Unit(benchmark::kMillisecond);

}  // namespace
