// error: deleted
// 0.1 is not 1/10 in binary: a rational is made from integers or text.
#include "exact/rational.hpp"

void rational_from_double() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Rational r(0.1);
#else
  hallmark::Rational r("0.1");
#endif
  static_cast<void>(r);
}
