// error: no match|deleted|ambiguous
// Nor in the middle of a formula.
#include "exact/rational.hpp"

int main() {
#ifdef HALLMARK_MUST_NOT_COMPILE
  hallmark::Rational r = hallmark::Rational("1/3") + 0.5;
#else
  hallmark::Rational r = hallmark::Rational("1/3") + 1;
#endif
  static_cast<void>(r);
}
