// error: use of deleted function .*Required
// A mechanism of a composition says whether it is sampled and symmetric, and what its largest log ratio is: none has a default.
#include "basic/phases.hpp"

void phase_without_reach() {
  using namespace hallmark::check;
#ifdef HALLMARK_MUST_NOT_COMPILE
  const Mechanism m{.sampling = Sampling::always, .symmetry = Symmetry::symmetric, .law = Law{}};
#else
  const Mechanism m{.sampling = Sampling::always,
                    .symmetry = Symmetry::symmetric,
                    .reach = std::function<Reach(const Arguments&)>{},
                    .law = Law{}};
#endif
  static_cast<void>(m);
}
