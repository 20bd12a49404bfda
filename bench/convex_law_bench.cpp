// Convex laws: time of one squaring, and time and gap of a profile, against the number of nodes.
#include <benchmark/benchmark.h>

#include "bounds/allocation/convex_profile.hpp"
#include "exact/decimal.hpp"

namespace {

using namespace hallmark;

double relative_gap(const Rational& lo, const Rational& hi) { return binary64((hi - lo) / hi, Rounding::up); }

// One squaring, both sides at once.
void squaring(benchmark::State& state, bool multiply) {
  const Resolution resolution{.nodes = state.range(0), .smallest_delta = 1e-8};
  const auto law = lognormal_law(1, Slope::rising, resolution);
  for (auto _ : state) {
    benchmark::DoNotOptimize(multiply ? product(*law, *law, resolution) : sum(*law, *law, resolution));
  }
}
BENCHMARK_CAPTURE(squaring, sum, false)->RangeMultiplier(2)->Range(1024, 16384)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(squaring, product, true)->RangeMultiplier(2)->Range(1024, 16384)->Unit(benchmark::kMillisecond);

void lognormal(benchmark::State& state) {
  const Resolution resolution{.nodes = state.range(0), .smallest_delta = 1e-8};
  for (auto _ : state) benchmark::DoNotOptimize(lognormal_law(1, Slope::rising, resolution));
}
BENCHMARK(lognormal)->Arg(4096)->Arg(16384)->Unit(benchmark::kMillisecond);

// sigma = 1, 10^4 steps: relative gaps of delta at eps = 0.06 and of epsilon at delta = 10^-8.
void allocation_profile(benchmark::State& state, Direction direction) {
  const Resolution resolution{.nodes = state.range(0), .smallest_delta = 1e-8};
  for (auto _ : state) {
    const auto law = allocation::profile_law({1, 10000, 1, direction}, resolution);
    const RationalEnds d = delta(*law, Number("0.06"));
    const EpsilonBounds e = epsilon(*law, Rational("1e-8"));
    state.counters["delta_gap"] = relative_gap(d.lo, d.hi);
    state.counters["eps_gap"] = e.hi.has_value() ? relative_gap(e.lo, *e.hi) : 1;
  }
}
BENCHMARK_CAPTURE(allocation_profile, remove, Direction::remove)
    ->RangeMultiplier(2)
    ->Range(1024, 16384)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(allocation_profile, add, Direction::add)
    ->RangeMultiplier(2)
    ->Range(1024, 16384)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
