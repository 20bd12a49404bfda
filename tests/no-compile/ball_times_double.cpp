// error: no match|deleted
// No double takes part in a formula.
#include "exact/ball.hpp"

void ball_times_double() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Ball x = hallmark::Ball(1, 64) * 0.5;
#else
  hallmark::Ball x = hallmark::Ball(1, 64) * 2;
#endif
  static_cast<void>(x);
}
