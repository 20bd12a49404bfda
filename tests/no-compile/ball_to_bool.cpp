// error: convert
// A ball is not a condition.
#include "exact/ball.hpp"

int main() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  bool x = hallmark::Ball(1, 64);
#else
  bool x = hallmark::Ball(1, 64).is_exact();
#endif
  static_cast<void>(x);
}
