// The clones pair: the sizes and digits that the project promises.
#include <benchmark/benchmark.h>

#include "bounds/shuffle/clones.hpp"

namespace {

using hallmark::Number;

// delta at 128 bits, eps0 = 4, eps = 1/10: grows as sqrt(n).
void clones_delta(benchmark::State& state) {
  const Number eps("0.1");
  for (auto _ : state) {
    benchmark::DoNotOptimize(hallmark::clones::delta({.n = state.range(0), .eps0 = 4, .eps = eps}, 128));
  }
}
BENCHMARK(clones_delta)->RangeMultiplier(10)->Range(10'000, 100'000'000'000)->Unit(benchmark::kMillisecond);

// epsilon at eps0 = 4, delta = 1e-8; arguments: n, digits.
void clones_epsilon(benchmark::State& state) {
  const Number delta("1e-8");
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        hallmark::clones::epsilon({.n = state.range(0), .eps0 = 4, .delta = delta}, state.range(1)));
  }
}
BENCHMARK(clones_epsilon)
    ->Args({1'000'000, 15})
    ->Args({1'000'000, 40})
    ->Args({1'000'000, 100})
    ->Args({1'000'000'000, 15})
    ->Unit(benchmark::kMillisecond);

// delta at n = 10^9 with 30 digits: about 100 bits.
void clones_delta_30_digits(benchmark::State& state) {
  const Number eps("0.002");
  for (auto _ : state) {
    benchmark::DoNotOptimize(hallmark::clones::delta({.n = 1'000'000'000, .eps0 = 4, .eps = eps}, 160));
  }
}
BENCHMARK(clones_delta_30_digits)->Unit(benchmark::kMillisecond);

}  // namespace
