// Compositions: how the gap falls with the grid, and how time grows with the rounds.
#include <benchmark/benchmark.h>

#include "bounds/composition/finite_law.hpp"
#include "bounds/shuffle/atoms.hpp"

namespace {

using namespace hallmark;

const FiniteLaw& clones_law() {
  static const FiniteLaw law = *finite_law(atoms::clones(10'000, 4), {.bits = 200, .tail_bits = 90});
  return law;
}

// Relative gap of delta at eps = 1 after four rounds; argument: grid points.
void gap_against_points(benchmark::State& state) {
  double gap = 0;
  const LatticeEffort effort{.points = state.range(0), .unit_bits = 136, .tail_bits = 80};
  for (auto _ : state) {
    const auto value = lattice_law(clones_law(), effort).power(4, effort)->delta(1);
    gap = Ball((value.hi - value.lo) / value.hi, 64).to_double_up();
  }
  state.counters["gap"] = gap;
}
BENCHMARK(gap_against_points)
    ->RangeMultiplier(4)
    ->Range(1 << 10, 1 << 18)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

// Time of the law at 2^14 points; argument: rounds. The gap is that of delta at one standard deviation or so.
void time_against_rounds(benchmark::State& state) {
  double gap = 0;
  const LatticeEffort effort{.points = 1 << 14, .unit_bits = 140, .tail_bits = 80};
  const double eps = 0.01 * static_cast<double>(state.range(0));
  const Number at(Rational(static_cast<long>(eps * 100)) / 100);
  for (auto _ : state) {
    const auto value = lattice_law(clones_law(), effort).power(state.range(0), effort)->delta(at);
    gap = Ball((value.hi - value.lo) / value.hi, 64).to_double_up();
  }
  state.counters["gap"] = gap;
}
BENCHMARK(time_against_rounds)->RangeMultiplier(10)->Range(1, 10'000)->Unit(benchmark::kMillisecond)->Iterations(1);

// Exactly two rounds; argument: bits.
void two_rounds(benchmark::State& state) {
  const long bits = state.range(0);
  const FiniteLaw law = *finite_law(atoms::clones(10'000, 4), {.bits = bits, .tail_bits = bits - 56});
  for (auto _ : state) benchmark::DoNotOptimize(two_round_delta(law, law, exponential(Number("0.25"), bits)));
}
BENCHMARK(two_rounds)->Arg(128)->Arg(256)->Arg(512)->Unit(benchmark::kMillisecond);

}  // namespace
