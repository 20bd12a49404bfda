#include "exact/proposal.hpp"

#include <cmath>

namespace hallmark {

Rational short_dyadic(double x, int kept) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(static_cast<slong>(std::ldexp(mantissa, kept))) * pow(Rational(2), exponent - kept);
}

Ball exactly(double x, slong bits) {
  Ball r(0, bits);
  arb_set_d(r.raw(), x);
  return r;
}

double roughly(const Ball& x) { return arf_get_d(arb_midref(x.raw()), ARF_RND_NEAR); }

}  // namespace hallmark
