#include "bounds/batch/shuffled_batch_pair.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

using namespace hallmark;
using namespace hallmark::shuffled_batch;

namespace {

// T = 2: E psi(v(x)), x ~ N(0, s^2), psi(r) = N_2{v > -r} - w N_1{v > -r}, by panels of x on which balls enclose psi.
Ball two_steps(const Rational& sigma, const Rational& eps, long panels) {
  const long bits = 96;
  const Ball mu(1 / sigma, bits);
  const Ball w = exp(Ball(eps, bits));
  const Ball a = exp(-2 * mu * mu);
  const Ball b = w * exp(-mu * mu / 2);
  Ball pi(0, bits);
  arb_const_pi(pi.raw(), bits);
  // 1 - Phi on an enclosure of its argument, by its ends.
  const auto upper_tail = [&](const Ball& x) {
    return hull(normal_cdf(-Ball(x.lower(), bits)), normal_cdf(-Ball(x.upper(), bits)));
  };
  const auto psi = [&](const Ball& r) {
    // v = a y^2 - b y > -r: y above the larger root, or below the smaller one.
    const Ball square = max(Ball(0, bits), b * b - 4 * a * r);
    const Ball root = sqrt_of_nonnegative(square);
    const Ball high = log((b + root) / (2 * a)) / mu;
    Ball value = upper_tail(high - 2 * mu) - w * upper_tail(high - mu);
    const Ball low = max(Ball(0, bits), (b - root) / (2 * a));
    if (is_positive(low) == Truth::yes) {
      const Ball z = log(low) / mu;
      value += (1 - upper_tail(z - 2 * mu)) - w * (1 - upper_tail(z - mu));
    } else if (low.upper().sign() > 0) {
      const Ball z = log(Ball(low.upper(), bits)) / mu;
      const Ball none(0, bits);
      value += hull(none, 1 - upper_tail(z - 2 * mu)) - w * hull(none, 1 - upper_tail(z - mu));
    }
    return value;
  };
  Ball sum(0, bits);
  const Rational from = -9;
  const Rational step = Rational(18) / panels;
  for (long i = 0; i < panels; ++i) {
    const Rational left = from + step * i;
    const Ball x = Ball::between(left, left + step, bits);
    const Ball y = hull(exp(mu * Ball(left, bits)), exp(mu * Ball(left + step, bits)));
    sum += exp(-x * x / 2) / sqrt(2 * pi) * psi(a * y * y - b * y) * Ball(step, bits);
  }
  const Ball rest(Rational("1e-15"), bits);
  return sum + hull(-w * rest, rest);
}

PairBracket pair(const char* sigma, const char* eps, long steps, long digits) {
  return delta_pair({Number(sigma), Number(eps), steps}, digits);
}

}  // namespace

TEST_CASE("shuffled-batch pair: two steps by panels") {
  for (const char* sigma : {"1", "2"}) {
    for (const char* eps : {"0", "1/2"}) {
      const PairBracket found = pair(sigma, eps, 2, 4);
      const Ball panels = two_steps(Rational(sigma), Rational(eps), 6000);
      INFO("sigma=" << sigma << " eps=" << eps << ": " << panels.to_string() << " and " << found.lo.to_string() << ", "
                    << found.hi.to_string());
      CHECK(panels.relative_bits() > 4);
      CHECK(panels.lower() <= found.hi);
      CHECK(found.lo <= panels.upper());
      CHECK(found.reached);
    }
  }
}

TEST_CASE("shuffled-batch pair: between its bounds, and two lattices meet") {
  const PairBracket rough = pair("0.7", "2", 1000, 2);
  CHECK(rough.reached);
  CHECK(rough.lo > Rational("0.021616668"));
  CHECK(rough.hi < Rational("0.021636569"));
  CHECK(less(delta_threshold_lower({Number("0.7"), 2, 1000}, Event::some_at_least, 128).delta, rough.lo) == Truth::yes);
  // The published lower bounds that thresholds alone do not give.
  CHECK(pair("0.8", "1", 1000, 3).lo > Rational("0.018"));
  CHECK(pair("0.8", "4", 1000, 3).lo > Rational("1.6e-4"));
  CHECK(pair("1", "1", 1000, 2).hi < Rational("0.0011"));
}

TEST_CASE("shuffled-batch pair: finer lattices stay inside coarser ones", "[.long]") {
  for (const auto& [sigma, eps, steps] : {std::tuple("1", "0", 100L), std::tuple("1.3", "0.1", 10'000L)}) {
    const PairBracket coarse = pair(sigma, eps, steps, 1);
    const PairBracket fine = pair(sigma, eps, steps, 4);
    CHECK(coarse.lo <= fine.hi);
    CHECK(fine.lo <= coarse.hi);
    CHECK(fine.hi - fine.lo < fine.lo / 1000);
  }
}

TEST_CASE("shuffled-batch pair: other levels") {
  struct Case {
    const char* level;
    long steps;
    Direction direction;
    const char* value;  // sigma = 1, eps = 1/2; by quadrature
  };
  for (const Case& c : {Case{"0", 2, Direction::add, "0.14268696582"}, Case{"0", 2, Direction::remove, "0.14917752314"},
                        Case{"1", 2, Direction::add, "0.20510674663"}, Case{"1", 2, Direction::remove, "0.22126854532"},
                        Case{"3", 2, Direction::add, "0.2381174956"}, Case{"3", 2, Direction::remove, "0.2383947057"},
                        Case{"0", 4, Direction::add, "0.0720232223"}, Case{"0", 4, Direction::remove, "0.08155406319"},
                        Case{"1", 4, Direction::add, "0.16270434058"}, Case{"1", 4, Direction::remove, "0.19630814052"},
                        Case{"1/2", 1, Direction::add, "0.2384217081"}}) {
    const PairBracket found = delta_pair_at({1, Rational("1/2"), c.steps}, Rational(c.level), c.direction, 3);
    INFO("level=" << c.level << " steps=" << c.steps << ": " << found.lo.to_string() << ", " << found.hi.to_string());
    const Rational value(c.value);
    const Rational near = value / 1'000'000'000;
    CHECK(found.lo <= value + near);
    CHECK(value - near <= found.hi);
    CHECK(found.hi - found.lo <= value / 100);
  }
  // At level 0 it is random allocation, by another road.
  const Entry& e = entry("allocation.delta");
  for (const char* direction : {"remove", "add"}) {
    const Answer a =
        evaluate(e, e.arguments({{"sigma", "2"}, {"eps", "0.2"}, {"steps", "3"}, {"direction", direction}}),
                 {.digits = 8, .budget = {}});
    const Direction d = std::string_view(direction) == "add" ? Direction::add : Direction::remove;
    const PairBracket found = delta_pair_at({2, Number("0.2"), 3}, 0, d, 4);
    CHECK(found.lo <= a.hi);
    CHECK(a.lo <= found.hi);
    CHECK(found.hi - found.lo < a.lo / 100);
  }
  // Where the least value is far away nothing but the trivial ends is known.
  const PairBracket far = delta_pair_at({Number("0.1"), 1, 2}, 10, Direction::remove, 3);
  CHECK_FALSE(far.reached);
  CHECK(far.lo <= far.hi);
  CHECK_THROWS_AS(delta_pair_at({1, 1, 2}, -1, Direction::remove, 3), InputError);
}

TEST_CASE("shuffled-batch pair: limits, budget and bad input") {
  const PairBracket one = pair("1", "1", 1, 10);
  CHECK(one.reached);
  CHECK(gaussian::delta({1, 1}, 200).lower() >= one.lo);
  CHECK(pair("1e-30", "1", 100, 10).reached);
  CHECK(pair("1e30", "1", 100, 10).lo.sign() >= 0);
  const PairBracket stopped = delta_pair({1, 1, 1000}, 6, Budget(std::chrono::duration<double>(-1)));
  CHECK_FALSE(stopped.reached);
  CHECK(stopped.lo < Rational("0.00101"));
  CHECK(stopped.hi > Rational("0.1"));
  CHECK_THROWS_AS(delta_pair({0, 1, 10}, 3), InputError);
  CHECK_THROWS_AS(delta_pair({1, -1, 10}, 3), InputError);
  const Entry& e = entry("shuffled-batch.delta");
  const Answer a = evaluate(e, e.arguments({{"sigma", "0.8"}, {"eps", "1"}, {"steps", "1000"}}),
                            {.digits = 3, .route = "pair", .budget = {}});
  CHECK(a.lo > Rational("0.018"));
}
