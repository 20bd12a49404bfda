// error: deleted
// Not with a precision either.
#include "exact/ball.hpp"

void ball_from_double_bits() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Ball b(0.1, 64);
#else
  hallmark::Ball b(1, 64);
#endif
  static_cast<void>(b);
}
