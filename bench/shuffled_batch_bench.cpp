// Shuffled batches: the best threshold, scores of all coordinates, the pair's whole curve.
#include <benchmark/benchmark.h>

#include "bounds/batch/shuffled_batch.hpp"
#include "bounds/batch/shuffled_batch_pair.hpp"
#include "bounds/batch/shuffled_batch_scores.hpp"

namespace {

using hallmark::Number;
using hallmark::Rational;
namespace batches = hallmark::shuffled_batch;

// delta at sigma = 0.8, eps = 1, 1000 steps; argument: bits.
void shuffled_batch_threshold(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        batches::delta_threshold_lower({Number("0.8"), 1, 1000}, batches::Event::some_at_least, state.range(0)));
  }
}
BENCHMARK(shuffled_batch_threshold)->Arg(64)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);

// More than any threshold proves, at eps = 1 and 4.
void shuffled_batch_scores(benchmark::State& state) {
  const Rational wanted(state.range(0) == 1 ? "0.018" : "1.6e-4");
  for (auto _ : state) {
    benchmark::DoNotOptimize(batches::scores_above({Number("0.8"), Number(Rational(state.range(0))), 1000}, wanted));
  }
}
BENCHMARK(shuffled_batch_scores)->Arg(1)->Arg(4)->Unit(benchmark::kMillisecond);

// The pair; argument: digits.
void shuffled_batch_pair(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(batches::delta_pair({Number("0.8"), 1, 1000}, state.range(0)));
  }
}
BENCHMARK(shuffled_batch_pair)->Arg(2)->Arg(3)->Unit(benchmark::kMillisecond);

}  // namespace
