#include "bounds/batch/fixed_batch_gaussian.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/registry.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using fixed_batch::Mechanism;

namespace {

double low(const Enclosed& o) { return Ball(o.lo, 64).to_double_down(); }
double high(const Enclosed& o) { return Ball(o.hi, 64).to_double_up(); }

double phi(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

// The coupling's profile of one step, in binary64.
double coupled(double sigma, double q, double eps) {
  const double mu = 2 / sigma;
  const double a = 1 + std::expm1(eps) / q;
  return q * (phi(mu / 2 - std::log(a) / mu) - a * phi(-mu / 2 - std::log(a) / mu));
}

}  // namespace

TEST_CASE("fixed_batch_gaussian: one step has one value") {
  for (const char* eps : {"0", "1/10", "1", "3"}) {
    const auto o = fixed_batch::delta({1, Number("1/10"), 1}, Number(eps), 15);
    INFO(eps);
    CHECK(o.reached);
    CHECK(low(o) == Approx(coupled(1, 0.1, Ball(Rational(eps), 64).to_double_up())).epsilon(1e-12));
    CHECK(high(o) == Approx(low(o)).epsilon(1e-12));
  }
}

TEST_CASE("fixed_batch_gaussian: both ends at the values of three settings") {
  const auto check = [](const char* sigma, const char* share, long steps, const char* delta, double lo, double hi) {
    const auto o = fixed_batch::epsilon({Number(sigma), Number(share), steps}, Number(delta), 10);
    INFO(sigma << " " << share << ": " << low(o) << " to " << high(o));
    CHECK(o.reached);
    CHECK(low(o) >= lo * (1 - 1e-8));
    CHECK(low(o) < lo * 1.01);
    CHECK(high(o) == Approx(hi).epsilon(1e-8));
  };
  check("4", "1/20", 500, "1e-6", 2.872625744, 3.241084603);
  check("1", "1/100", 1000, "1e-5", 13.36082398, 14.820666873);
}

TEST_CASE("fixed_batch_gaussian: sigma goes back to epsilon") {
  const auto o = fixed_batch::sigma({1, Number("1/20"), 100}, 1, Number("1e-3"), 6);
  REQUIRE(o.lo.sign() > 0);
  CHECK(o.lo < o.hi);
  CHECK(fixed_batch::delta({Number(o.hi * Rational("1.001")), Number("1/20"), 100}, 1, 6).hi <= Rational("1e-3"));
  CHECK(fixed_batch::delta({Number(o.lo * Rational("0.999")), Number("1/20"), 100}, 1, 6).lo > Rational("1e-3"));
}

TEST_CASE("fixed_batch_gaussian: bad input is refused") {
  CHECK_THROWS_AS(fixed_batch::delta({1, 1, 1}, 0, 6), InputError);
  CHECK_THROWS_AS(fixed_batch::delta({Number("ln(3)"), Number("1/2"), 1}, 0, 6), InputError);
  CHECK_THROWS_AS(fixed_batch::epsilon({1, Number("1/2"), 1}, 0, 6), InputError);
}
