// error: no match
// Balls have no operator<: it would have three answers.
#include "exact/ball.hpp"

void ball_less_operator() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  auto x = hallmark::Ball(1, 64) < hallmark::Ball(2, 64);
#else
  auto x = less(hallmark::Ball(1, 64), hallmark::Ball(2, 64));
#endif
  static_cast<void>(x);
}
