// error: deleted|conversion
// Nor from float.
#include "exact/rational.hpp"

void rational_from_float() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Rational r = 0.1f;
#else
  hallmark::Rational r = 2;
#endif
  static_cast<void>(r);
}
