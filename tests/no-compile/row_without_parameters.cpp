// error: use of deleted function .*Required
// A row of the checker says where its parameters may lie and how it is evaluated: none of it has a default.
#include "statement/quantity.hpp"

void row_without_parameters(const hallmark::check::Claims& claims) {
  using namespace hallmark::check;
#ifdef HALLMARK_MUST_NOT_COMPILE
  const QuantityRow row{claims, "x.delta"};
#else
  const QuantityRow row{claims, "x.delta", std::vector<Parameter>{}, Evaluator{}};
#endif
  static_cast<void>(row);
}
