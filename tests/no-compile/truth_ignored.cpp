// error: nodiscard
// An answer must not be dropped.
#include "exact/ball.hpp"

void truth_ignored() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  const bool x = true;
  less(hallmark::Ball(1, 64), hallmark::Ball(2, 64));
#else
  const bool x = less(hallmark::Ball(1, 64), hallmark::Ball(2, 64)) == hallmark::Truth::yes;
#endif
  static_cast<void>(x);
}
