#include "exact/gauss_legendre.hpp"

#include <catch2/catch.hpp>

using namespace hallmark;

namespace {

Ball by_rule(long count, const std::function<Ball(const Ball&)>& f, long bits) {
  Ball sum(0, bits);
  for (const QuadratureNode& node : *gauss_legendre(count, bits)) sum += node.weight * f(node.at);
  return sum;
}

}  // namespace

TEST_CASE("gauss-legendre: exact for polynomials of degree 2 count - 1, and not beyond") {
  const long bits = 128;
  for (const long count : {1, 2, 5, 24}) {
    for (unsigned long k = 0; k < 2 * static_cast<unsigned long>(count); ++k) {
      const Ball sum = by_rule(
          count, [&](const Ball& x) { return pow(x, k); }, bits);
      CHECK(sum.contains(k % 2 == 1 ? Rational(0) : Rational(2) / static_cast<long>(k + 1)));
    }
    const auto next = 2 * static_cast<unsigned long>(count);
    CHECK_FALSE(by_rule(
                    count, [&](const Ball& x) { return pow(x, next); }, bits)
                    .contains(Rational(2) / static_cast<long>(next + 1)));
  }
}

TEST_CASE("gauss-legendre: the error bound holds, and is near the error, of 1/(3/2 - x) and of e^x") {
  const long bits = 256;
  for (const long count : {2, 3, 8, 20}) {
    // 1/(3/2 - x) is analytic up to (rho + 1/rho)/2 = 3/2; at rho = 5/2 the ellipse ends at 1.45
    const Ball one = by_rule(
        count, [&](const Ball& x) { return 1 / (Ball(Rational("3/2"), bits) - x); }, bits);
    const Ball far = abs_upper_end(one - log(Ball(5, bits)));
    const Ball bound = gauss_legendre_error(count, Rational("5/2"), Ball(20, bits));
    CHECK(less_equal(far, bound) == Truth::yes);
    const Ball growth = by_rule(
        count, [](const Ball& x) { return exp(x); }, bits);
    const Ball off = abs_upper_end(growth - 2 * sinh(Ball(1, bits)));
    const Ball entire = gauss_legendre_error(count, 6, exp(Ball(Rational("37/12"), bits)));
    CHECK(less_equal(off, entire) == Truth::yes);
    CHECK(less(bound, far * 1000) == Truth::yes);
  }
  CHECK_FALSE(gauss_legendre_error(1, 2, Ball(1, bits)).is_finite());
  CHECK_FALSE(gauss_legendre_error(8, 1, Ball(1, bits)).is_finite());
}
