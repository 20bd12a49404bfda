// parallel_for: independent pieces of one computation on all cores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace hallmark {

/// Calls body(i) once for every i in [0, count), in any order, on as many threads as the machine has cores
/// or as use_threads allows.
/// Domain:    body must not touch what another call writes; an exception of a call is rethrown after all threads ended
///            (if several throw, one of them), and calls not yet begun are skipped
/// Rigor:     which thread runs a call changes nothing that the call computes
/// Cost:      a thread a core; the caller's own takes part
void parallel_for(std::int64_t count, const std::function<void(std::int64_t)>& body);

/// total + sum(from, to) over the pieces of at most 32 numbers that lo..hi falls into, on all cores where there are four
/// or more; added in their order. Nothing where a piece is nothing.
/// Kind:      as the pieces
/// Domain:    lo <= hi; sum as the body of parallel_for
template <typename Total, typename Sum>
[[nodiscard]] std::optional<Total> sum_of_pieces(std::int64_t lo, std::int64_t hi, Total total, const Sum& sum) {
  constexpr std::int64_t piece = 32, few = 4;
  std::vector<std::optional<Total>> parts(static_cast<std::size_t>((hi - lo) / piece + 1));
  const auto count = static_cast<std::int64_t>(parts.size());
  const auto work = [&](std::int64_t i) {
    const std::int64_t from = lo + i * piece;
    parts[static_cast<std::size_t>(i)] = sum(from, std::min(from + piece - 1, hi));
  };
  if (count < few) {
    for (std::int64_t i = 0; i < count; ++i) work(i);
  } else {
    parallel_for(count, work);
  }
  for (const auto& part : parts) {
    if (!part) return std::nullopt;
    total += *part;
  }
  return total;
}

/// From now on parallel_for takes at most so many threads, the caller's own among them.
/// Domain:    most >= 1
void use_threads(std::int64_t most);

/// Frees what FLINT keeps for the calling thread: the last thing that a thread does.
void free_thread_caches();

}  // namespace hallmark
