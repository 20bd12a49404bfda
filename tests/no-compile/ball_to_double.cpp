// error: convert
// A ball loses its direction in a double: only to_double_down and to_double_up.
#include "exact/ball.hpp"

void ball_to_double() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  double x = hallmark::Ball(1, 64);
#else
  double x = hallmark::Ball(1, 64).to_double_up();
#endif
  static_cast<void>(x);
}
