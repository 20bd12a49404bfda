// parallel_for: independent pieces of one computation on all cores.
#pragma once

#include <functional>

namespace hallmark {

/// Calls body(i) once for every i in [0, count), in any order, on as many threads as the machine has cores
/// or as use_threads allows.
/// Domain:    body must not touch what another call writes; an exception of a call is rethrown after all threads ended
///            (if several throw, one of them), and calls not yet begun are skipped
/// Rigor:     which thread runs a call changes nothing that the call computes
/// Cost:      a thread a core; the caller's own takes part
void parallel_for(long count, const std::function<void(long)>& body);

/// From now on parallel_for takes at most so many threads, the caller's own among them.
/// Domain:    most >= 1
void use_threads(long most);

/// Frees what FLINT keeps for the calling thread: the last thing that a thread does.
void free_thread_caches();

}  // namespace hallmark
