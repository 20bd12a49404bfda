// error: deleted|conversion
// Ball is never made from floating point.
#include "exact/ball.hpp"

void ball_from_double() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Ball b = 0.1;
#else
  hallmark::Ball b(1, 64);
#endif
  static_cast<void>(b);
}
