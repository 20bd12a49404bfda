#include "bounds/proof.hpp"

#include <algorithm>

#include "exact/decimal.hpp"

namespace hallmark {

StatedEnds stated_ends(const Answer& answer, slong digits) {
  constexpr slong whole = 20;  // of a number that is short, in full
  const bool is_short = answer.lo == answer.hi && is_short_decimal(answer.lo, std::max(digits, whole));
  const slong shown = is_short ? std::max(digits, whole) : digits;
  return {decimal(answer.lo, shown, Rounding::down), decimal(answer.hi, shown, Rounding::up)};
}

}  // namespace hallmark
