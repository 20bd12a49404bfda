// error: no match|deleted|ambiguous
// Nor in the middle of a formula.
#include "exact/rational.hpp"

void rational_plus_double() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Rational r = hallmark::Rational("1/3") + 0.5;
#else
  hallmark::Rational r = hallmark::Rational("1/3") + 1;
#endif
  static_cast<void>(r);
}
