// error: use of deleted function .*Required
// What a row of the checker says about its number has no default: whose it is, its directions, its largest log ratio, its axioms.
#include "statement/quantity.hpp"

void row_without_one_number() {
  using namespace hallmark::check;
#ifdef HALLMARK_MUST_NOT_COMPILE
  const Claims claims{.bounds = Bounds::pair,
                      .adjacencies = std::vector{Adjacency::zero_out},
                      .directions = std::vector<Direction>{},
                      .reach = no_profile,
                      .axioms = kNoAxioms};
#else
  const Claims claims{.bounds = Bounds::pair,
                      .adjacencies = std::vector{Adjacency::zero_out},
                      .directions = std::vector<Direction>{},
                      .one_number = differ,
                      .reach = no_profile,
                      .axioms = kNoAxioms};
#endif
  static_cast<void>(claims);
}
