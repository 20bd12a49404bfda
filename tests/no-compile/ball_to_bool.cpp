// error: convert
// A ball is not a condition.
#include "exact/ball.hpp"

void ball_to_bool() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  bool x = hallmark::Ball(1, 64);
#else
  bool x = hallmark::Ball(1, 64).is_exact();
#endif
  static_cast<void>(x);
}
