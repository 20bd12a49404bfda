#include "bounds/batch/gaussian.hpp"

#include <catch2/catch.hpp>
#include <chrono>

#include "exact/error.hpp"
#include "exact/normal.hpp"

using namespace hallmark;

TEST_CASE("gaussian: total variation, rounds and overlap of precisions") {
  // eps = 0: 2 Phi(mu/2) - 1.
  for (const char* sigma : {"1/10", "1", "50"}) {
    const Ball tv = 2 * normal_cdf(Ball(1, 256) / (2 * Ball(Rational(sigma), 256))) - 1;
    CHECK(arb_overlaps(gaussian::delta({Number(sigma), 0}, 128).raw(), tv.raw()) != 0);
    for (const char* eps : {"0", "1/10", "1", "30"}) {
      const Ball fine = gaussian::delta({Number(sigma), Number(eps)}, 3000);
      CHECK(arb_overlaps(gaussian::delta({Number(sigma), Number(eps)}, 64).raw(), fine.raw()) != 0);
      // Four rounds are one at sigma / 2.
      CHECK(arb_overlaps(gaussian::delta({Number(sigma), Number(eps), 4}, 256).raw(),
                         gaussian::delta({Number(Rational(sigma) / 2), Number(eps)}, 256).raw()) != 0);
    }
  }
}

TEST_CASE("gaussian: delta by brute quadrature of its definition") {
  // integral of max(0, phi(x - mu) - e^eps phi(x)) over x: the integrand is 0 below x* = eps/mu + mu/2 and, for mu = 1,
  // eps = 1, rises and falls once beyond; upper and lower sums by panels whose extremes are enclosed by balls.
  const long bits = 96;
  Ball pi(0, bits);
  arb_const_pi(pi.raw(), bits);
  const Ball norm = sqrt(2 * pi);
  const auto density = [&](const Ball& x) { return exp(-x * x / 2) / norm; };
  Ball sum(0, bits);
  const long panels = 20'000;
  const Rational from("3/2");
  const Rational to = 12;
  const Rational step = (to - from) / panels;
  for (long i = 0; i < panels; ++i) {
    const Rational left = from + step * i;
    const Ball x = Ball::between(left, left + step, bits);
    sum += (density(x - 1) - exp(Ball(1, bits)) * density(x)) * Ball(step, bits);
  }
  const Ball rest = normal_cdf(Ball(-11, bits));  // at most Pr[N(1,1) > 12]
  CHECK(arb_overlaps(plus_up_to(sum, rest).raw(), gaussian::delta({1, 1}, 128).raw()) != 0);
  CHECK(sum.relative_bits() > 8);
}

TEST_CASE("gaussian: epsilon and sigma are bracketed by delta") {
  for (const char* delta : {"1/2", "1e-6", "1e-100", "1e-300"}) {
    const Number target(delta);
    for (const char* sigma : {"1/10", "1", "20"}) {
      const Inversion i = gaussian::epsilon({Number(sigma), target}, 20);
      INFO("sigma=" << sigma << " delta=" << delta);
      REQUIRE(i.reached);
      if (i.bracket.hi.sign() == 0) continue;
      CHECK(less(gaussian::delta({Number(sigma), i.bracket.lo}, 4000), target.ball(8000)) == Truth::no);
      CHECK(less_equal(gaussian::delta({Number(sigma), i.bracket.hi}, 4000), target.ball(8000)) == Truth::yes);
    }
    for (const char* eps : {"0", "1/10", "8"}) {
      const Inversion i = gaussian::sigma({Number(eps), target, 3}, 20);
      INFO("eps=" << eps << " delta=" << delta);
      REQUIRE(i.reached);
      CHECK(less(gaussian::delta({i.bracket.lo, Number(eps), 3}, 4000), target.ball(8000)) == Truth::no);
      CHECK(less_equal(gaussian::delta({i.bracket.hi, Number(eps), 3}, 4000), target.ball(8000)) == Truth::yes);
    }
  }
}

TEST_CASE("gaussian: delta = 1 asks for nothing, and a delta next to delta(0) leaves a small bracket") {
  const Inversion nothing = gaussian::epsilon({Number("0.001"), 1, 1}, 15);
  CHECK(nothing.bracket.hi.sign() == 0);
  CHECK(nothing.reached);
  // A delta within 10^-3000 of delta(0): whether it lies above is not told, but an eps of 10^-1000 is enough.
  const Rational near = gaussian::delta({1, 0, 1}, 12'000).upper();
  const Inversion close = gaussian::epsilon({1, near, 1}, 15);
  CHECK(close.bracket.lo.sign() == 0);
  CHECK(close.bracket.hi <= pow(Rational(10), -1000));
  // 1 - 10^-60000 against 1 - 10^-54287: that no eps is told to be enough either must not be taken for a proof.
  const Inversion open = gaussian::epsilon({Number("0.001"), 1 - pow(Rational(10), -60'000), 1}, 15);
  CHECK(open.bracket.hi > Rational(1000));
}

TEST_CASE("gaussian: a sigma that the time cuts short has an upper end near by") {
  const auto cut = gaussian::sigma({10'000, Number("1e-99999"), 1}, 15, Budget(std::chrono::milliseconds(0)));
  CHECK(cut.bracket.hi < Rational("1/10"));
  for (const char* eps : {"0", "1e-6", "1", "50"}) {
    for (const char* delta : {"1e-12", "1/4", "9/10"}) {
      CAPTURE(eps, delta);
      const auto rough = gaussian::sigma({Number(eps), Number(delta), 3}, 15, Budget(std::chrono::milliseconds(0)));
      const auto exact = gaussian::sigma({Number(eps), Number(delta), 3}, 15);
      CHECK(exact.bracket.hi <= rough.bracket.hi);
      CHECK(exact.reached);
    }
  }
}

TEST_CASE("gaussian: the smallest sigma is not closed by a loose start") {
  // An unproved end would be a wrong enclosure: sigma = 1e-30 has an epsilon of about 5e59.
  const Inversion i = gaussian::epsilon({Number("1e-30"), Number("1e-6")}, 10);
  REQUIRE(i.reached);
  CHECK(i.bracket.lo > pow(Rational(10), 59) * 4);
  CHECK(i.bracket.hi < pow(Rational(10), 59) * 6);
}

TEST_CASE("gaussian: Renyi and bad input") {
  CHECK(gaussian::renyi({2, 3, 4}, 64).contains(Rational("3/2")));
  CHECK_THROWS_AS(gaussian::renyi({2, 1, 1}, 64), InputError);
  CHECK_THROWS_AS(gaussian::delta({0, 1}, 64), InputError);
  CHECK_THROWS_AS(gaussian::delta({1, -1}, 64), InputError);
  CHECK_THROWS_AS(gaussian::delta({1, 1, 0}, 64), InputError);
  CHECK_THROWS_AS(gaussian::epsilon({1, 0}, 15), InputError);
  CHECK_THROWS_AS(gaussian::sigma({1, 1}, 15), InputError);
}
