// error: convert
// A rational is never rounded silently.
#include "exact/rational.hpp"

void rational_to_double() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  double r = hallmark::Rational("1/3");
#else
  auto r = hallmark::Rational("1/3").to_string();
#endif
  static_cast<void>(r);
}
