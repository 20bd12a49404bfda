// error: use of deleted function .*Required
// A row of the checker says what it rests on, where its parameters may lie and how it is evaluated: none of it has a default.
#include "statement/quantity.hpp"

void row_without_axioms() {
  using namespace hallmark::check;
  const QuantityRow row{.id = "x.delta",
                        .bounds = Bounds::pair,
                        .adjacency = Adjacency::zero_out,
                        .directions = {},
#ifdef HALLMARK_MUST_NOT_COMPILE
                        .parameters = std::vector<Parameter>{},
                        .evaluator = Evaluator{}};
#else
                        .parameters = std::vector<Parameter>{},
                        .axioms = kNoAxioms,
                        .evaluator = Evaluator{}};
#endif
  static_cast<void>(row);
}
