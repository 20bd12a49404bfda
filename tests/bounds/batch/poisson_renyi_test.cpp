#include "bounds/batch/poisson_renyi.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::poisson_renyi;

namespace {

bool overlap(const Ball& a, const Ball& b) { return arb_overlaps(a.raw(), b.raw()) != 0; }

// E_B[(1 - q + q e^u)^z] by panels: l^z is monotone in y, so its ends enclose it on a panel.
Ball panels(const Sampling& x, const Rational& z, long cells) {
  const long bits = 96;
  Ball pi(0, bits);
  arb_const_pi(pi.raw(), bits);
  const Ball mu = 1 / x.sigma.ball(bits);
  const Ball q = x.rate.ball(bits);
  const auto term = [&](const Ball& y) {
    return exp(Ball(z, bits) * log1p(q * expm1(mu * y - mu * mu / 2)) - y * y / 2) / sqrt(2 * pi);
  };
  const Rational from = -12;
  const Rational to = 24;
  const Rational step = (to - from) / cells;
  Ball sum(0, bits);
  for (long i = 0; i < cells; ++i) {
    const Rational left = from + step * i;
    sum += term(Ball::between(left, left + step, bits)) * Ball(step, bits);
  }
  return plus_up_to(sum, Ball(pow(Rational(10), -20), bits));
}

}  // namespace

TEST_CASE("poisson-renyi: moments by panels") {
  const Sampling x{1, Number("1/3"), 1};
  for (const char* z : {"-7/2", "-1", "1/2", "3/2", "3"}) {
    const auto k = log_moment(x, Rational(z), 96);
    REQUIRE(k);
    const Ball wide = panels(x, Rational(z), 20'000);
    INFO("z=" << z << ": " << exp(*k).to_string() << " " << wide.to_string());
    CHECK(overlap(exp(*k), wide));
    CHECK(wide.relative_bits() > 5);
    CHECK(k->relative_bits() > 60);
  }
}

TEST_CASE("poisson-renyi: the binomial sum and the quadrature meet") {
  for (const char* sigma : {"3/10", "1", "20"}) {
    for (const char* rate : {"1e-6", "1/7", "99/100"}) {
      for (const long z : {2L, 3L, 17L, 400L}) {
        const Sampling x{Number(sigma), Number(rate), 1};
        INFO("sigma=" << sigma << " rate=" << rate << " z=" << z);
        const Ball sum = log1p(moment_minus_1(x, z, 128));
        for (const long bits : {128L, 300L}) {
          const auto k = log_moment(x, z, bits);
          REQUIRE(k);
          CHECK(overlap(*k, sum));
        }
      }
    }
  }
}

TEST_CASE("poisson-renyi: divergences of both directions") {
  for (const Direction d : {Direction::remove, Direction::add}) {
    // No sampling: the Gaussian mechanism.
    CHECK(overlap(divergence({2, 1, 5}, 3, d, 128), gaussian::renyi({2, 3, 5}, 128)));
    for (const char* sigma : {"1/2", "2", "1e-30", "1e30"}) {
      for (const char* rate : {"1e-4", "1/2"}) {
        std::optional<Ball> before;
        for (const char* alpha : {"1.001", "3/2", "2", "5/2", "100", "1e30"}) {
          INFO("sigma=" << sigma << " rate=" << rate << " alpha=" << alpha);
          const Ball r = divergence({Number(sigma), Number(rate), 7}, Number(alpha), d, 300);
          REQUIRE(r.is_finite());
          CHECK(overlap(r, divergence({Number(sigma), Number(rate), 7}, Number(alpha), d, 128)));
          // Nondecreasing in the order, at most that without sampling, and the add side below -T ln(1-q).
          if (before) CHECK(less(r, *before) != Truth::yes);
          CHECK(less(gaussian::renyi({Number(sigma), Number(alpha), 7}, 300), r) != Truth::yes);
          if (d == Direction::add) CHECK(less(-7 * log1p(-Number(rate).ball(300)), r) != Truth::yes);
          before = r;
        }
      }
    }
  }
  // Orders where the rule is out of reach keep a proved bracket that is narrow.
  CHECK(divergence({1, Number("1/3"), 1}, Number("1e30"), Direction::add, 128).relative_bits() > 40);
  CHECK(divergence({1, Number("1/3"), 1}, Number("1e30"), Direction::remove, 128).relative_bits() > 40);
}

TEST_CASE("poisson-renyi: conversions") {
  const Sampling x{Number("1/2"), Number("1/10000"), 10'000};
  const Number delta("1e-6");
  const Converted integers = epsilon_upper(x, delta, Direction::both, Grid::integers, {}, 12);
  CHECK(integers.reached);
  CHECK(integers.order == 4);
  const Converted reals = epsilon_upper(x, delta, Direction::both, Grid::reals, {}, 12);
  CHECK(reals.reached);
  CHECK(less(reals.value, integers.value) == Truth::yes);
  // The bound at the order named, straight from the formula, is the value; neighbours are worse.
  const auto at = [&](const Rational& a) {
    const Ball order(a, 200);
    return divergence(x, a, Direction::remove, 200) + log1p(-1 / order) -
           (log(delta.ball(200)) + log(order)) / (order - 1);
  };
  CHECK(overlap(at(reals.order), reals.value));
  CHECK(less(reals.value, at(reals.order + Rational("1/1000"))) == Truth::yes);
  CHECK(less(reals.value, at(reals.order - Rational("1/1000"))) == Truth::yes);
  // delta and epsilon are inverse to each other.
  const Rational eps = reals.value.upper();
  const Converted back = delta_upper(x, eps, Direction::both, Grid::reals, {}, 12);
  CHECK(less(back.value, Rational("1.00001e-6")) == Truth::yes);
  CHECK(less(Ball(Rational("0.99999e-6"), 64), back.value) == Truth::yes);
  CHECK(less(delta_upper(x, eps, Direction::add, Grid::reals, {}, 12).value, back.value) == Truth::yes);
}

TEST_CASE("poisson-renyi: what a spent budget leaves of a conversion is proved") {
  const Budget spent(std::chrono::duration<double>(-1));
  const Sampling x{1, Number("1/1000"), 1000};
  for (const char* eps : {"1/10", "3"}) {
    INFO("eps=" << eps);
    const Converted all = delta_upper(x, Number(eps), Direction::remove, Grid::reals, {}, 6);
    const Converted stopped = delta_upper(x, Number(eps), Direction::remove, Grid::reals, {}, 6, spent);
    REQUIRE(all.reached);
    CHECK_FALSE(stopped.reached);
    CHECK(stopped.value.lower() <= all.value.lower());
    CHECK(stopped.value.upper() >= all.value.upper());
    CHECK(stopped.value.upper() <= Rational("1.001"));
  }
  const Converted all = epsilon_upper(x, Number("1e-6"), Direction::remove, Grid::reals, {}, 6);
  const Converted stopped = epsilon_upper(x, Number("1e-6"), Direction::remove, Grid::reals, {}, 6, spent);
  CHECK(stopped.value.lower() <= all.value.lower());
  CHECK(stopped.value.upper() >= all.value.upper());
}

TEST_CASE("poisson-renyi: with little noise the best order is below 2") {
  const Entry& e = entry("poisson-gaussian.epsilon.renyi-real");
  const auto at = [&](const char* orders) {
    return evaluate(e,
                    e.arguments({{"sigma", "0.3"},
                                 {"rate", "1/100"},
                                 {"steps", "100"},
                                 {"delta", "1e-4"},
                                 {"direction", "remove"},
                                 {"orders", orders}}),
                    {.digits = 6, .budget = {}});
  };
  const Answer all = at("1..1500");
  CHECK(all.reached);
  const Rational best = *std::get<witness::Orders>(all.witness.method).order;
  CHECK(1 < best);
  CHECK(best < 2);
  CHECK(all.hi < Rational("27.58"));  // that of order 7/5
  CHECK(at("2..1500").lo > 211);
  // Any order is an upper bound, and none is below the lower end.
  const Sampling x{Number("0.3"), Number("1/100"), 100};
  for (const char* order : {"11/10", "13/10", "7/5", "3/2", "8/5", "9/5"}) {
    const Ball a(Rational(order), 128);
    const Ball r = divergence(x, Number(order), Direction::remove, 128);
    const Ball value = r + log(1 - 1 / a) - log(Ball(Rational("1e-4"), 128) * a) / (a - 1);
    CHECK(value.upper() >= all.lo);
  }
}

TEST_CASE("poisson-renyi: the rows and bad input") {
  const auto value = [](std::string_view id, const ParameterTexts& texts) {
    const Entry& e = entry(id);
    return evaluate(e, e.arguments(texts), {.digits = 10, .budget = {}});
  };
  const ParameterTexts base{{"sigma", "0.8"}, {"rate", "1/1000"}, {"steps", "1000"}};
  const auto with = [&](ParameterTexts more) {
    more.insert(base.begin(), base.end());
    return more;
  };
  CHECK(value("poisson-gaussian.delta.renyi-real", with({{"eps", "1"}})).hi < Rational("3.346e-5"));
  CHECK(value("poisson-gaussian.delta.renyi", with({{"eps", "1"}})).lo > Rational("5e-5"));
  const Answer integers = value("poisson-gaussian.epsilon.renyi", with({{"delta", "1e-5"}}));
  CHECK(*std::get<witness::Orders>(integers.witness.method).order == Rational(8));
  CHECK(value("poisson-gaussian.renyi", with({{"alpha", "5/2"}, {"direction", "add"}})).reached);
  CHECK_THROWS_AS(value("poisson-gaussian.renyi", with({{"alpha", "1"}, {"direction", "add"}})), InputError);
  CHECK_THROWS_AS(value("poisson-gaussian.epsilon.renyi", with({{"delta", "0"}})), InputError);
  CHECK_THROWS_AS(value("poisson-gaussian.epsilon.renyi", with({{"delta", "1e-5"}, {"orders", "1..5"}})), InputError);
  CHECK_THROWS_AS(value("poisson-gaussian.epsilon.renyi-real", with({{"delta", "1e-5"}, {"orders", "5..5"}})),
                  InputError);
  CHECK_THROWS_AS(value("poisson-gaussian.epsilon.renyi-real", with({{"delta", "1e-5"}, {"orders", "0..5"}})),
                  InputError);
  CHECK_THROWS_AS(divergence({0, Number("1/2"), 1}, 2, Direction::add, 64), InputError);
  CHECK_THROWS_AS(divergence({1, 2, 1}, 2, Direction::add, 64), InputError);
  CHECK_THROWS_AS(divergence({1, Number("1/2"), 0}, 2, Direction::add, 64), InputError);
}
