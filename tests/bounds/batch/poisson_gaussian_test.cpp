#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/pairs.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/batch/poisson_grid.hpp"
#include "bounds/batch/poisson_profile.hpp"
#include "bounds/batch/poisson_rare.hpp"
#include "bounds/batch/poisson_witness.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "support/random.hpp"

using namespace hallmark;
using namespace hallmark::poisson_gaussian;

namespace {

Rational decimal(const char* text) { return Rational(text); }

bool meets(const Enclosed& o, const Rational& lo, const Rational& hi) { return o.lo <= hi && lo <= o.hi; }

double phi(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

// H_{e^eps}(N(mu, 1) || N(0, 1)) in binary64.
double gauss(double mu, double eps) { return phi(mu / 2 - eps / mu) - std::exp(eps) * phi(-mu / 2 - eps / mu); }

// One step by the closed form, in binary64.
double one(double q, double sigma, double eps, bool add) {
  const double w = ((add ? std::exp(-eps) : std::exp(eps)) - 1 + q) / q;
  if (add) return w <= 0 ? 0 : std::exp(eps) * q * w * gauss(1 / sigma, -std::log(w));
  return w <= 0 ? 1 - std::exp(eps) : q * gauss(1 / sigma, std::log(w));
}

// Two steps: the mean of one step's profile over the other step, by the trapezoidal rule.
double two(double q, double sigma, double eps, bool add) {
  const double h = 0.01;
  double sum = 0;
  for (double x = -12 * sigma; x < 12 * sigma + 2; x += h * sigma) {
    const double b = std::exp(-x * x / (2 * sigma * sigma)) / std::sqrt(2 * M_PI);
    const double l = 1 - q + q * std::exp((2 * x - 1) / (2 * sigma * sigma));
    sum += h * b * (add ? one(q, sigma, eps + std::log(l), true) : l * one(q, sigma, eps - std::log(l), false));
  }
  return sum;
}

DeltaParameters at(const char* eps, const char* rate, const char* sigma, long steps, Direction direction) {
  return {Number(eps), Number(rate), Number(sigma), steps, direction};
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("poisson-gaussian: a short limit leaves what one step and Renyi divergences prove") {
  const auto at = [](const Number& rate, long steps, const Number& eps) {
    return poisson_gaussian::delta({eps, rate, 1, steps, Direction::both}, 15, Budget(std::chrono::milliseconds(1)));
  };
  const auto rare = at(Number("1e-40"), 1000, 0);
  CHECK(rare.hi < Rational("3.9e-38"));
  CHECK(rare.lo > Rational("3.8e-41"));
  const auto many = at(Number("1e-15"), 1'000'000'000'000'000, Number("1e-4"));
  CHECK(many.hi < Rational("0.006"));
  // Ends that do not depend on the time, around a value that is known.
  const auto wide = at(Number("1/10"), 20, Number("1/2"));
  const auto value = poisson_gaussian::delta({Number("1/2"), Number("1/10"), 1, 20, Direction::both}, 10, {});
  CHECK(wide.lo <= value.hi);
  CHECK(value.lo <= wide.hi);
}

TEST_CASE("poisson_gaussian: reference values computed elsewhere are met") {
  struct Row {
    const char* value;  // eps or delta
    const char* sigma;
    const char* rate;
    long steps;
    const char* lo;
    const char* hi;
  };
  const Row epsilons[] = {{"1e-6", "1.3", "1/10000", 10000, "0.03062686723640197", "0.030626867236849977"},
                          {"1e-5", "0.7", "1/1000", 1000, "0.6089492936455020", "0.6089492936721420"},
                          {"1e-6", "0.6", "1/500", 500, "2.7747257702510052", "2.7747257702914619"},
                          {"1e-6", "2.0", "1/400", 400, "0.10214773027382091", "0.1021477302753118"},
                          {"1e-6", "0.8", "1/100000", 100000, "0.020434093961064630", "0.020434093961364018"}};
  for (const Row& r : epsilons) {
    INFO(r.sigma << " " << r.steps);
    const Enclosed o = epsilon({Number(r.value), Number(r.rate), Number(r.sigma), r.steps, Direction::both}, 12);
    CHECK(o.reached);
    CHECK(meets(o, decimal(r.lo), decimal(r.hi)));
  }
  const Row deltas[] = {
      {"0.3", "1.5", "1/365", 365, "1.5518610550819203E-12", "1.5518612401100737E-12"},
      {"0.2", "1.2", "1/1000", 1000, "4.2594967450458173E-10", "4.2594967461010989E-10"},
      {"0", "0.5", "1/10", 10, "0.32649542271491487", "0.32649586046476909"},
      {"15", "0.5", "1/10", 10, "5.7739578475812828E-7", "5.7739734889907274E-7"},
      {"0", "1", "1/10", 10, "0.14201008398512901", "0.1420104185186810"},
      {"0", "0.8", "1/1000", 1000, "0.0241148239939", "0.0241148240701"},
      {"0", "1", "1/1000", 1000, "0.0164638864799", "0.0164638865388"},
  };
  for (const Row& r : deltas) {
    INFO(r.sigma << " " << r.steps << " " << r.value);
    const Enclosed o = delta(at(r.value, r.rate, r.sigma, r.steps, Direction::remove), 7);
    CHECK(o.reached);
    CHECK(meets(o, decimal(r.lo), decimal(r.hi)));
  }
}

TEST_CASE("poisson_gaussian: ten steps of small sigma meet the grid's reference values", "[.long]") {
  const char* rows[][3] = {{"0", "0.53314827509141493", "0.53314838100361096"},
                           {"1", "0.46604276575455588", "0.46604284553671017"},
                           {"5", "0.22641396686538847", "0.22641403659388935"},
                           {"9", "0.085853967049996662", "0.085854000336037920"},
                           {"25", "0.00059837478251096968", "0.00059837511248310189"},
                           {"30", "0.000093818867951623850", "0.000093818923734045665"},
                           {"40", "0.0000016348466300314826", "0.0000016348477387836726"}};
  for (const auto& r : rows) {
    INFO(r[0]);
    const Enclosed o = delta(at(r[0], "1/10", "0.3", 10, Direction::remove), 5);
    CHECK(o.reached);
    CHECK(meets(o, decimal(r[1]), decimal(r[2])));
  }
}

TEST_CASE("poisson_gaussian: one and two steps equal brute quadrature") {
  for (const auto& [q, sigma] : {std::pair{0.5, 1.0}, {0.125, 2.0}, {0.75, 3.0}, {0.25, 0.75}}) {
    for (const double eps : {-0.5, 0.0, 0.125, 0.5}) {
      for (const bool add : {false, true}) {
        const auto text = [](double x) { return Number(std::to_string(x)); };
        const Direction direction = add ? Direction::add : Direction::remove;
        INFO(q << " " << sigma << " " << eps << " " << add);
        const Enclosed first = delta({text(eps), text(q), text(sigma), 1, direction}, 12);
        CHECK(first.reached);
        CHECK(Ball(first.lo, 64).to_double_up() == Approx(one(q, sigma, eps, add)).epsilon(1e-11).margin(1e-14));
        const Enclosed second = delta({text(eps), text(q), text(sigma), 2, direction}, 9);
        CHECK(second.reached);
        CHECK(Ball(second.lo, 64).to_double_up() == Approx(two(q, sigma, eps, add)).epsilon(2e-8).margin(1e-12));
      }
    }
  }
}

TEST_CASE("poisson_gaussian: the transform has its closed values at integers, and its bounds bound it") {
  const Budget budget;
  for (const auto& [sigma, rate] : {std::pair{"1", "1/100"}, {"1/2", "1/10"}, {"3", "1/2"}}) {
    const BatchStep step{Number(sigma), Number(rate)};
    for (const bool add : {false, true}) {
      Scout scout = *scout_of({step.rate, step.sigma, 100}, add ? Direction::add : Direction::remove);
      const auto c = scout.contour(0.25, scout.ln_delta(0.25), -20);
      REQUIRE(c);
      const Rational s = add ? -c->lam : 1 + c->lam;
      const Ball norm = transform_bound(step, s, 0, c->norm, 128, std::nullopt, budget);
      REQUIRE(norm.is_finite());
      const Transform k(step, s, c->dt, c->transform, norm, c->bits, c->plan, budget);
      REQUIRE(k.error().is_finite());
      const long count = std::min(c->nodes + 40, 400L);
      const std::vector<ComplexBall> values = k.evaluate(0, count);
      const std::vector<ComplexBall> again = k.evaluate(count - 3, 3);
      for (long i = 0; i < count; ++i) {
        const ComplexBall& value = values[static_cast<std::size_t>(i)];
        const Ball modulus = abs(value.with_bits(64));
        CHECK(less(norm, modulus) != Truth::yes);
        if (i >= count - 3) {
          CHECK(acb_overlaps(value.raw(), again[static_cast<std::size_t>(i - count + 3)].raw()) != 0);
        }
        if (i % 16 != 0) continue;
        const Ball above = transform_bound(step, s, c->dt * i, c->tail, 128, norm, budget);
        CHECK(less(above, modulus) != Truth::yes);
      }
    }
    // E l^2 = 1 + q^2 (e^(1/sigma^2) - 1), E l = 1.
    Scout scout = *scout_of({step.rate, step.sigma, 100}, Direction::remove);
    const auto c = scout.contour(0.25, scout.ln_delta(0.25), -20);
    const Ball q = step.rate.ball(128);
    const Ball sigma_ball = step.sigma.ball(128);
    const Ball second = 1 + q * q * expm1(1 / (sigma_ball * sigma_ball));
    const Transform k(step, 2, c->dt, c->transform, 2 * second, 128, {}, budget);
    const ComplexBall value = k.evaluate(0, 1).front();
    CHECK(arb_overlaps(value.real().raw(), second.raw()) != 0);
    CHECK(value.imaginary().contains(0));
  }
}

TEST_CASE("poisson_gaussian: tables on different paths overlap, at any threshold") {
  const Budget budget;
  struct Setting {
    const char* sigma;
    const char* rate;
    long steps;
    double eps;
  };
  for (const Setting& x : {Setting{"1", "1/100", 100, 0.5},
                           {"0.6", "1/500", 500, 0.25},
                           {"4", "1/4", 300, 1},
                           {"1.3", "1/10000", 10000, 0.03}}) {
    for (const Direction direction : {Direction::remove, Direction::add}) {
      const Mechanism m{Number(x.rate), Number(x.sigma), x.steps};
      Scout scout = *scout_of(m, direction);
      const auto step = transform_of(m, direction);
      std::vector<LaplaceTable> tables;
      for (const double ln_tolerance : {-3.0, -25.0, -60.0}) {
        for (const double moved : {0.6, 1.0}) {
          INFO(x.sigma << " " << to_string(direction) << " " << ln_tolerance << " " << moved);
          const auto c = scout.contour(moved * x.eps, scout.ln_delta(moved * x.eps), ln_tolerance);
          REQUIRE(c);
          auto table = LaplaceTable::build(*step, x.steps, *c, budget);
          REQUIRE(table);
          tables.push_back(std::move(*table));
        }
      }
      for (const char* factor : {"-2", "-1/2", "0", "1/7", "0.6", "1", "3/2", "4"}) {
        const Ball eps = Ball(Rational(factor), 128) * Ball(Rational(std::to_string(x.eps)), 128);
        Proved p;
        for (const LaplaceTable& table : tables) {
          const Ball value = table.delta(eps);
          REQUIRE(value.lower() <= p.hi);
          REQUIRE(p.lo <= value.upper());
          p.meet(value);
        }
      }
    }
  }
}

namespace {

// Both routes on random settings of the whole domain; where one has not the time its ends still hold.
void routes_agree(int settings, double seconds) {
  test::Random random(815);
  INFO("seed " << random.seed());
  const std::vector<const char*> sigmas = {"0.3", "0.5", "0.8", "1", "1.5", "2.7", "5"};
  const std::vector<const char*> rates = {"1e-5", "1e-4", "1e-3", "1/60", "1/7", "1/2", "99/100", "1"};
  for (int i = 0; i < settings; ++i) {
    const Number sigma(random.pick(sigmas));
    const Number rate(random.pick(rates));
    const long steps = random.between(1, std::min(100'000L, 1L << random.between(1, 17)));
    const Number target(pow(Rational(10), -random.between(3, 25)));
    const Direction direction = random.between(0, 1) == 0 ? Direction::remove : Direction::add;
    INFO(sigma.to_string() << " " << rate.to_string() << " " << steps << " " << target.to_string() << " "
                           << to_string(direction));
    const Budget first(std::chrono::duration<double>{seconds});
    const Enclosed a = epsilon({target, rate, sigma, steps, direction}, 8, first);
    const Budget second(std::chrono::duration<double>{seconds});
    const Enclosed b = epsilon({target, rate, sigma, steps, direction}, 1, second, Route::grid);
    CHECK(meets(a, b.lo, b.hi));
    const Entry& row = entry("poisson-gaussian.epsilon");
    const Budget laws(std::chrono::duration<double>{seconds});
    try {
      const Answer l = evaluate(row,
                                row.arguments({{"sigma", sigma.to_string()},
                                               {"rate", rate.to_string()},
                                               {"steps", std::to_string(steps)},
                                               {"delta", target.to_string()},
                                               {"direction", std::string(to_string(direction))}}),
                                {.digits = 1, .route = "convex", .budget = laws});
      CHECK(meets(a, l.lo, l.hi));
    } catch (const InputError&) {  // no upper end in the time
    }
    const Budget third(std::chrono::duration<double>{seconds});
    const Enclosed c = delta({a.hi, rate, sigma, steps, direction}, 5, third);
    CHECK(c.lo <= *target.rational());  // delta at an end from above
  }
}

}  // namespace

TEST_CASE("poisson_gaussian: the routes agree on random settings") { routes_agree(test::repetitions(4), 1); }

TEST_CASE("poisson_gaussian: the routes agree on a hundred settings", "[.long]") {
  routes_agree(test::repetitions(100), 20);
}

TEST_CASE("poisson_gaussian: put and call, order of the directions, monotone in every parameter") {
  const auto value = [](const char* eps, const char* rate, const char* sigma, long steps, Direction d) {
    const Enclosed o = delta(at(eps, rate, sigma, steps, d), 10);
    CHECK(o.reached);
    return o;
  };
  // delta_remove(-e) = 1 - e^-e + e^-e delta_add(e)
  for (const char* eps : {"1/10", "1/2", "2"}) {
    const std::string minus = std::string("-") + eps;
    const Enclosed remove = value(minus.c_str(), "1/4", "1", 8, Direction::remove);
    const Enclosed add = value(eps, "1/4", "1", 8, Direction::add);
    const Ball e = exp(-Ball(Rational(eps), 128));
    const Ball expected = 1 - e + e * Ball::between(add.lo, add.hi, 128);
    CHECK(meets(remove, expected.lower(), expected.upper()));
  }
  // total variation: both directions meet at 0
  const Enclosed r0 = delta(at("1e-9", "1/4", "1", 8, Direction::remove), 6);
  const Enclosed a0 = delta(at("1e-9", "1/4", "1", 8, Direction::add), 6);
  const Enclosed tv = value("0", "1/4", "1", 8, Direction::both);
  CHECK(r0.lo <= tv.hi);
  CHECK(a0.lo <= tv.hi);
  CHECK(Ball(tv.lo - a0.hi, 64).to_double_up() < 1e-6);
  CHECK(Ball(tv.lo - r0.hi, 64).to_double_up() < 1e-6);
  const Direction d = Direction::both;
  CHECK(value("1", "1/100", "1", 100, d).lo > value("1.1", "1/100", "1", 100, d).hi);
  CHECK(value("1", "1/100", "1", 100, d).lo > value("1", "1/100", "1.1", 100, d).hi);
  CHECK(value("1", "1/100", "1", 100, d).hi < value("1", "1/99", "1", 100, d).lo);
  CHECK(value("1", "1/100", "1", 100, d).hi < value("1", "1/100", "1", 101, d).lo);
}

TEST_CASE("poisson_gaussian: limits") {
  // rate 1: the Gaussian mechanism composed
  for (const char* eps : {"0", "1/2", "3"}) {
    const Enclosed o = delta(at(eps, "1", "2", 5, Direction::both), 15);
    CHECK(o.reached);
    CHECK(Ball::between(o.lo, o.hi, 128)
              .contains(gaussian::delta({.sigma = 2, .eps = Number(eps), .rounds = 5}, 256).centre()));
  }
  // add is exactly 0 from T ln(1/(1-q)) on, also where they are equal
  CHECK(delta(at("7", "1/2", "1", 10, Direction::add), 15).hi == 0);
  CHECK(delta(at("ln(2)", "1/2", "1", 1, Direction::add), 15).hi == 0);
  CHECK(delta(at("6.9", "1/2", "1", 10, Direction::add), 8).lo > 0);
  // remove is 1 - e^eps as far down
  const Enclosed far = delta(at("-7", "1/2", "1", 10, Direction::remove), 15);
  CHECK(far.reached);
  CHECK(meets(far, (1 - exp(Ball(-7, 256))).lower(), (1 - exp(Ball(-7, 256))).upper()));
  // small sigma: every participation shows
  const Enclosed small = delta(at("1", "1/100", "1e-3", 50, Direction::remove), 15);
  CHECK(small.reached);
  CHECK(small.lo <= 1 - pow(Rational("99/100"), 50));
  CHECK(delta(at("1", "1/100", "1e-30", 50, Direction::both), 15).reached);
  // delta 0 and 1
  const Enclosed largest = epsilon({0, Number("1/10"), 1, 10, Direction::add}, 15);
  CHECK(largest.reached);
  CHECK(meets(largest, decimal("1.0536051565782"), decimal("1.0536051565783")));
  CHECK(epsilon({1, Number("1/10"), 1, 10, Direction::both}, 15).hi == 0);
  CHECK(epsilon({Number("0.99"), Number("1/10"), 1, 10, Direction::both}, 15).hi == 0);
  // a delta far below binary64's resolution, with its digits
  const Enclosed tiny = delta(at("4", "1/1000", "1", 1000, Direction::remove), 30);
  CHECK(tiny.reached);
  CHECK(tiny.hi < pow(Rational(10), -25));
}

TEST_CASE("poisson_gaussian: the sum of all outputs as an event, by the other route") {
  int used = 0;
  for (const Direction d : {Direction::remove, Direction::add}) {
    for (const auto& [rate, sigma, steps] :
         {std::tuple("1/2", "1", 500L), std::tuple("1/4", "1", 2000L), std::tuple("1/10", "1/2", 3000L)}) {
      for (const char* eps : {"-2", "0", "3"}) {
        const DeltaParameters x = at(eps, rate, sigma, steps, d);
        const Ball simple = elementary(x, 256);
        const Enclosed table = delta(x, 15, {}, Route::laplace);  // meets the two
        INFO(rate << " " << sigma << " " << eps << " " << to_string(d));
        CHECK(table.route == "laplace");
        CHECK(table.reached);
        CHECK(simple.lower() <= table.lo);
        used += simple.lower() > Rational("99/100") ? 1 : 0;
      }
    }
  }
  CHECK(used >= 9);
  // So many steps that no table is built: almost nothing is hidden, and that is proved.
  const Enclosed most = delta(at("1", "1/100", "1", 1'000'000'000'000'000, Direction::both), 15);
  CHECK(most.reached);
  CHECK(most.lo > 1 - pow(Rational(10), -50));
  CHECK(delta(at("3", "1/1000", "1/10", 10'000'000, Direction::both), 15).reached);
}

TEST_CASE("poisson_gaussian: a record that hardly ever takes part, and few steps") {
  for (const auto& [rate, steps] : {std::pair("1/1000", 20L), std::pair("1/100", 2L)}) {
    const EpsilonParameters x{Number("1e-6"), Number(rate), 1, steps, Direction::remove};
    const Enclosed o = epsilon(x, 4);
    const Enclosed grid = epsilon(x, 3, {}, Route::grid);
    INFO(rate << " " << steps);
    CHECK(o.reached);
    CHECK(grid.reached);
    CHECK(meets(o, grid.lo, grid.hi));
  }
  // delta is exactly 0 from T ln(1/(1-q)) on, and a grid says so.
  const Enclosed add = epsilon({Number("1e-30"), Number("1/10"), 1, 5, Direction::add}, 2, {}, Route::grid);
  CHECK(add.hi <= (-5 * log1p(-Ball(Rational("1/10"), 128))).upper());
  CHECK(delta(at("1", "1/10", "1", 5, Direction::add), 3, {}, Route::grid).hi == 0);
  // At one step and eps = 0 delta is below the rate for every sigma, and exactly that in the end.
  CHECK(sigma({0, Number("1/100"), Number("1/100"), 1, Direction::both}, 4).hi == 0);
  CHECK(sigma({0, Number("19/100"), Number("1/10"), 2, Direction::remove}, 4).hi == 0);
  CHECK(sigma({0, Number("1/1000"), Number("1/100"), 1, Direction::remove}, 4).lo.sign() > 0);
}

TEST_CASE("poisson_gaussian: next to no noise a grid has steps of millions, and an answer") {
  // Two steps that leave the record out, of probability 1/4, have no ratio above 0; all others have ratios beyond 10^6.
  const Enclosed one = delta({1, Number("1/2"), Number("1e-5"), 2, Direction::remove}, 4, {}, Route::grid);
  CHECK(one.lo <= Rational("3/4"));
  CHECK(one.hi >= Rational("3/4"));
  CHECK(one.hi - one.lo < Rational("1e-3"));
  for (const auto& [sigma, least] : {std::pair("1e-5", "1e10"), {"1e-6", "1e12"}, {"1e-30", "1e60"}}) {
    const Budget budget(std::chrono::milliseconds(300));
    const Enclosed o =
        epsilon({Number("6e-13"), Number("1/2"), Number(sigma), 2, Direction::remove}, 4, budget, Route::grid);
    CAPTURE(sigma);
    CHECK(o.hi > Rational(least));
    CHECK(o.lo < o.hi);
  }
}

TEST_CASE("poisson_gaussian: the range of a grid is looked for within the budget") {
  const Mechanism other{Number("1/2"), Number("1/4"), 1'000'000, {1, 1, false}};
  const Budget little = Budget::counted(3);
  CHECK_FALSE(GridProfile::build(other, Direction::remove, 1 << 11, -1e5, little).has_value());
  CHECK(little.work() <= 8);
}

TEST_CASE("poisson_gaussian: epsilon and delta are inverse to each other") {
  for (const Direction d : {Direction::remove, Direction::add, Direction::both}) {
    for (const char* target : {"1e-2", "1e-6", "1e-20"}) {
      INFO(target << " " << to_string(d));
      const Enclosed e = epsilon({Number(target), Number("1/50"), 1, 60, d}, 12);
      REQUIRE(e.reached);
      CHECK(delta({e.lo, Number("1/50"), 1, 60, d}, 14).hi > Rational(target));
      CHECK(delta({e.hi, Number("1/50"), 1, 60, d}, 14).lo <= Rational(target));
    }
  }
  // no sigma is too small for a delta above 1 - (1-q)^T
  CHECK(sigma({1, Number("1/2"), Number("1/100"), 10, Direction::both}, 4).hi == 0);
  const Enclosed s = sigma({1, Number("1e-6"), Number("1/100"), 100, Direction::both}, 4);
  REQUIRE(s.reached);
  CHECK(delta({1, Number("1/100"), s.lo, 100, Direction::both}, 9).hi > Rational("1e-6"));
  CHECK(delta({1, Number("1/100"), s.hi, 100, Direction::both}, 9).lo <= Rational("1e-6"));
}

TEST_CASE("poisson-gaussian: about 0 an epsilon is 0 where delta(0) proves it") {
  const auto zero = [](const char* sigma, const char* delta) {
    const Budget budget;
    Profile profile({Number("1e-5"), Number(sigma), 10}, Direction::remove, budget);
    return profile.zero(Number(delta), 6);
  };
  const auto found = zero("3/2", "1e-5");
  REQUIRE(found);
  CHECK(found->hi.sign() == 0);
  CHECK_FALSE(zero("3/2", "1e-6"));
  CHECK_FALSE(zero("1/2", "1e-5"));
}

TEST_CASE("poisson_gaussian: many thresholds, each as alone") {
  std::vector<Number> thresholds;
  for (long i = -3; i <= 12; ++i) thresholds.emplace_back(Rational(i) / 8);
  const Mechanism m{Number("1/100"), 1, 100};
  const auto all = deltas(m, Direction::both, thresholds, 8);
  REQUIRE(all.size() == thresholds.size());
  for (std::size_t i = 0; i < all.size(); i += 5) {
    const Enclosed alone = delta({thresholds[i], m.rate, m.sigma, m.steps, Direction::both}, 8);
    CHECK(all[i].reached);
    CHECK(meets(alone, all[i].lo, all[i].hi));
  }
}

TEST_CASE("poisson_gaussian: bad input is refused, a spent budget is an answer") {
  const Number one(1);
  const auto ask = [&](const char* eps, const char* rate, const char* sigma, long steps) {
    return refusal([&] { (void)delta(at(eps, rate, sigma, steps, Direction::both), 6); });
  };
  CHECK_THAT(ask("1", "0", "1", 5), Catch::Contains("rate = 0: must be positive and at most 1"));
  CHECK_THAT(ask("1", "1.5", "1", 5), Catch::Contains("rate = 3/2"));
  CHECK_THAT(ask("1", "1/2", "0", 5), Catch::Contains("sigma = 0: must be positive"));
  CHECK_THAT(ask("1", "1/2", "-1", 5), Catch::Contains("sigma = -1"));
  CHECK_THAT(ask("1", "1/2", "1", 0), Catch::Contains("steps = 0: must be an integer from 1 to 10^15"));
  CHECK_THAT(ask("1", "1/2", "1", 1L << 62), Catch::Contains("steps = 4611686018427387904"));
  CHECK_THAT(ask("1e7", "1/2", "1", 2), Catch::Contains("eps = 10000000: must be at most 10^6 in size"));
  for (const Direction d : {Direction::remove, Direction::both}) {
    CHECK_THAT(refusal([&] {
                 (void)epsilon({0, Number("1/2"), 1, 3, d}, 6);
               }),
               Catch::Contains("only direction add has a finite epsilon"));
  }
  CHECK_THAT(refusal([&] {
               (void)epsilon({2, Number("1/2"), 1, 3, Direction::add}, 6);
             }),
             Catch::Contains("delta = 2"));
  CHECK_THAT(refusal([&] { (void)read_route("fourier"); }), Catch::Contains("laplace or grid"));
  const Budget spent(std::chrono::duration<double>(0));
  const Enclosed o = delta(at("1", "1/100", "1", 1000, Direction::both), 15, spent);
  CHECK_FALSE(o.reached);
  CHECK(o.lo <= o.hi);
  const Enclosed e = epsilon({Number("1e-6"), Number("1/100"), 1, 1000, Direction::both}, 15, spent);
  CHECK_FALSE(e.reached);
  CHECK(e.lo < e.hi);
}

TEST_CASE("poisson_gaussian: where the budget ends before many digits, what few digits prove is kept") {
  const Budget budget(std::chrono::seconds(2));
  const auto narrow = [](const Enclosed& o) { return o.hi - o.lo <= o.hi * Rational("1e-12"); };
  const Enclosed value = delta({1, Number("1/100"), 1, 1000, Direction::remove}, 400, budget);
  CHECK(narrow(value));
  CHECK((value.reached || !value.shortfall.empty()));
  const Budget again(std::chrono::seconds(2));
  CHECK(narrow(epsilon({Number("1e-6"), Number("1/100"), 1, 1000, Direction::remove}, 400, again)));
}

TEST_CASE("poisson: a rare record by random allocation is the inversion of the whole") {
  struct Case {
    const char* rate;
    const char* sigma;
    long steps;
    const char* eps;
  };
  for (const Case& c :
       {Case{"1/1000", "2", 2, "0"}, Case{"1/100000", "1", 1000, "0"}, Case{"1/100000", "1", 1000, "1/1000"},
        Case{"1/1000", "2", 3, "1/2000"}, Case{"1/100000", "1", 400, "-1/10000"}}) {
    for (const Direction d : {Direction::remove, Direction::add}) {
      const DeltaParameters x{Number(c.eps), Number(c.rate), Number(c.sigma), c.steps, d};
      const auto rare = rare_delta(x, 12, Budget());
      INFO("rate=" << c.rate << " sigma=" << c.sigma << " steps=" << c.steps << " eps=" << c.eps << " "
                   << to_string(d));
      REQUIRE(rare);
      const Enclosed whole = poisson_gaussian::delta(x, 6, Budget(), Route::laplace);
      CHECK(rare->lower() <= whole.hi);
      CHECK(whole.lo <= rare->upper());
      // The gap is that of two batches and more.
      const Rational twice = Rational(c.rate) * Rational(c.rate) * c.steps * (c.steps - 1);
      CHECK(rare->upper() - rare->lower() < twice * Rational("1.01"));
    }
  }
}

TEST_CASE("poisson: a record that hardly ever takes part has all its digits") {
  const Enclosed o = poisson_gaussian::delta({0, Number("1e-40"), 1, 1000, Direction::both}, 15);
  CHECK(o.reached);
  CHECK(o.lo <= Rational("1.6495632920601701e-39"));
  CHECK(Rational("1.6495632920601601e-39") <= o.hi);
  CHECK_FALSE(rare_delta({1, Number("1e-40"), 1, 1000, Direction::remove}, 15, Budget()));
}

TEST_CASE("poisson: where delta is exactly 0 an inversion is for its upper end alone") {
  const Mechanism m{Number("1/169"), Number("38/17"), 2};
  const DeltaEnd upper{Number("24/25"), Number("1e-38"), true};
  const DeltaEnd lower{upper.eps, upper.value, false};
  CHECK(inversions(m, Direction::add, upper, Budget()));
  CHECK_FALSE(inversions(m, Direction::add, lower, Budget()));
  CHECK(inversions(m, Direction::add, {upper.eps, 0, false}, Budget()));  // so without any computation
}
