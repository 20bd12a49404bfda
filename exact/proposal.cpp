#include "exact/proposal.hpp"

#include <cmath>

namespace hallmark {

Rational short_dyadic(double x, int kept) {
  if (!std::isfinite(x)) return 0;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(static_cast<long>(std::ldexp(mantissa, kept))) * pow(Rational(2), exponent - kept);
}

Rational near_dyadic(double x, int kept) {
  if (!std::isfinite(x)) return 0;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(std::lround(std::ldexp(mantissa, kept))) * pow(Rational(2), exponent - kept);
}

double roughly(const Rational& x) { return roughly(Ball(x, 64)); }

double roughly(const Ball& x) { return arf_get_d(arb_midref(x.raw()), ARF_RND_NEAR); }

}  // namespace hallmark
