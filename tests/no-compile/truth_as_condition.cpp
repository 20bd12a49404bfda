// error: convert
// A three-valued answer is not a condition: compare it with Truth::yes.
#include "exact/ball.hpp"

void truth_as_condition() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  bool x = false;
  if (less_equal(hallmark::Ball(1, 64), hallmark::Ball(2, 64))) x = true;
#else
  bool x = less_equal(hallmark::Ball(1, 64), hallmark::Ball(2, 64)) == hallmark::Truth::yes;
#endif
  static_cast<void>(x);
}
