#include <catch2/catch.hpp>

#include "bounds/allocation/complex_moments.hpp"
#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/epochs_line.hpp"
#include "bounds/allocation/rotated_laplace.hpp"
#include "bounds/allocation/small_theta.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "exact/bracket.hpp"
#include "exact/proposal.hpp"

using namespace hallmark;
using namespace hallmark::allocation;

namespace {

const Budget unlimited;

bool overlap(const Ball& a, const Ball& b) { return arb_overlaps(a.raw(), b.raw()) != 0; }

bool meets(const Ball& value, const char* lo, const char* hi) {
  return value.lower() <= Rational(hi) && Rational(lo) <= value.upper();
}

Ball delta(const SpectralParameters& x, long epochs, const char* eps, double log_delta, long bits = 40) {
  const auto value = epochs_delta(x, epochs, Number(eps), bits, log_delta, unlimited);
  REQUIRE(value);
  return *value;
}

}  // namespace

TEST_CASE("epochs: complex moments of one step are those of a lognormal") {
  // M(r) = e^(r (r+1)/(2 sigma^2)).
  for (const char* sigma : {"1/2", "1", "4"}) {
    const ComplexMoments::Plan plan{Rational("3/2"), Rational("1/4"), 24, 80};
    const auto m = ComplexMoments::build(Number(sigma), 1, plan, unlimited);
    REQUIRE(m);
    const Ball v = 1 / (Number(sigma).ball(160) * Number(sigma).ball(160));
    for (long k = 0; k < plan.nodes; ++k) {
      const ComplexBall r(Ball(plan.rho, 160), Ball(plan.step * k, 160));
      const ComplexBall next(r.real() + 1, r.imaginary());
      const ComplexBall exact = exp(r * next * (v / 2));
      INFO("sigma=" << sigma << " k=" << k);
      CHECK(acb_overlaps((*m)[k].raw(), exact.raw()) != 0);
      if (*sigma == '4') CHECK(less(abs((*m)[k] - exact), m->real() * Ball(Rational("1e-20"), 64)) == Truth::yes);
      if (k == 0) continue;
      CHECK(less(m->log_size(plan.step * k, plan.step * k), log(abs(exact))) != Truth::yes);
      CHECK(less(m->log_size(plan.step * k / 2, plan.step * k), log(abs(exact))) != Truth::yes);
      const Ball rest = m->log_size(plan.step * k, std::nullopt);
      CHECK(less(rest, log(abs(exact))) != Truth::yes);
    }
  }
}

TEST_CASE("epochs: complex moments do not depend on the rays") {
  // Other precisions group the nodes otherwise.
  for (const long steps : {2L, 100L, 10'000L}) {
    const auto few = ComplexMoments::build(1, steps, {12, Rational("5/2"), 20, 40}, unlimited);
    const auto many = ComplexMoments::build(1, steps, {12, Rational("5/2"), 20, 110}, unlimited);
    REQUIRE((few && many));
    for (long k = 0; k < 20; ++k) {
      CHECK(acb_overlaps((*few)[k].raw(), (*many)[k].raw()) != 0);
      CHECK(less(abs((*many)[k]), exp(many->log_size(Rational("5/2") * k + Rational("1/100"), std::nullopt)) +
                                      many->real()) == Truth::yes);
      if (k > 0) {
        CHECK(less(exp(many->log_size(Rational("5/2") * k, Rational("5/2") * k)), abs((*many)[k])) != Truth::yes);
      }
    }
  }
}

TEST_CASE("epochs: nodes next to theta = 0 are summed by powers") {
  // Those of one step of the polynomial, one by one, against two sums.
  for (const char* sigma : {"1/2", "2"}) {
    for (const long steps : {1L, 50L}) {
      const SmallTheta near(Number(sigma), steps, 300);
      const RotatedLaplace laplace(Number(sigma), 150);
      for (const char* angle : {"0", "3/2"}) {
        for (const long powers : {0L, 1L, 2L, 7L}) {
          INFO("sigma=" << sigma << " steps=" << steps << " angle=" << angle << " powers=" << powers);
          const ComplexBall r(Ball(Rational("3/4"), 300), Ball(Rational("5/3"), 300));
          const Rational h("1/2");
          const auto nodes = [&](long first) { return SmallTheta::Nodes{Rational(angle), h, first, powers}; };
          ComplexBall between(300);
          for (long j = -40; j < -34; ++j) {
            const ComplexBall w(Ball(h * j, 300), Ball(Rational(angle), 300));
            between += exp(r * Ball(h * j, 300)) * pow(laplace(exp(w)), static_cast<unsigned long>(steps));
          }
          const ComplexBall further = near.sum(nodes(-34), r);
          const ComplexBall less_far = near.sum(nodes(-40), r) + between;
          CHECK(acb_overlaps(further.raw(), less_far.raw()) != 0);
          if (powers == 7 && *sigma == '2') CHECK(acb_rel_accuracy_bits(further.raw()) > 80);
        }
      }
      // Without any, from below and above: 0 to the whole geometric series.
      const auto choice = near.least_left(0.75, -20);
      CHECK(near.farthest(0.75, choice.log_left).place >= -20.001);
    }
  }
}

TEST_CASE("epochs: a hundred epochs of a heavy tail") {
  const auto laws = profile_delta({Number("1/2"), 1000, 100, Direction::remove}, Number("14"), 2, unlimited);
  const Ball value =
      delta({Number("1/2"), 1000, Direction::remove}, 100, "14", log(Ball(laws.delta.hi, 64)).to_double_up());
  CHECK(laws.delta.lo <= value.upper());
  CHECK(value.lower() <= laws.delta.hi);
  CHECK(value.relative_bits() > 35);
}

TEST_CASE("epochs: one step an epoch is the Gaussian mechanism composed") {
  for (const char* sigma : {"2"}) {
    for (const long epochs : {1L, 4L}) {
      const Ball exact = gaussian::delta({Number(sigma), Number("1/2"), epochs}, 200);
      for (const Direction d : {Direction::remove, Direction::add}) {
        const Ball value = delta({Number(sigma), 1, d}, epochs, "1/2", log(exact.with_bits(64)).to_double_up(), 30);
        INFO("sigma=" << sigma << " epochs=" << epochs << " " << to_string(d));
        CHECK(overlap(value, exact));
        CHECK(value.relative_bits() > 20);
      }
    }
  }
}

TEST_CASE("epochs: one epoch is what the inversion in theta gives") {
  struct Case {
    const char* sigma;
    long steps;
    const char* eps;
  };
  for (const Case& c :
       {Case{"1", 10'000, "1/20"}, Case{"1/2", 1000, "1/2"}, Case{"2", 37, "1/5"}, Case{"1", 100, "1/2"}}) {
    for (const Direction d : {Direction::remove, Direction::add}) {
      const SpectralParameters x{Number(c.sigma), c.steps, d};
      const auto other = spectral_delta(x, Number(c.eps), 50, unlimited);
      REQUIRE(other);
      const Ball value = delta(x, 1, c.eps, log(other->with_bits(64)).to_double_up());
      INFO("sigma=" << c.sigma << " steps=" << c.steps << " eps=" << c.eps << " " << to_string(d));
      CHECK(overlap(value, *other));
      CHECK(value.relative_bits() > 35);
    }
  }
}

TEST_CASE("epochs: several epochs lie inside their convex laws") {
  for (const long epochs : {2L, 10L}) {
    for (const Direction d : {Direction::remove, Direction::add}) {
      const auto laws = profile_delta({1, 100, epochs, d}, Number("3/4"), 3, unlimited);
      const Ball value = delta({1, 100, d}, epochs, "3/4", log(Ball(laws.delta.hi, 64)).to_double_up());
      INFO("epochs=" << epochs << " " << to_string(d));
      CHECK(laws.delta.lo <= value.upper());
      CHECK(value.lower() <= laws.delta.hi);
      CHECK(value.relative_bits() > 35);
    }
  }
}

TEST_CASE("epochs: reference values computed elsewhere") {
  const auto remove = Direction::remove;
  const auto add = Direction::add;
  CHECK(meets(delta({2, 10'000, remove}, 10, "1/20", -11.8), "7.44012695682e-6", "7.44012695714e-6"));
  CHECK(meets(delta({2, 10'000, add}, 10, "1/20", -11.8), "7.40011841418e-6", "7.40011841426e-6"));
  CHECK(meets(delta({1, 100, remove}, 4, "1", -10.5), "2.54187968766e-5", "2.54187968772e-5"));
  const auto eps =
      epochs_epsilon({1, 10'000, remove}, 10, Number("1e-8"), {Rational("19/100"), Rational("1/5")}, 12, unlimited);
  REQUIRE(eps);
  CHECK(eps->bracket.lo <= Rational("0.197323653074617966"));
  CHECK(Rational("0.197323653074294669") <= eps->bracket.hi);
  CHECK(eps->reached);
}

TEST_CASE("epochs: any plan encloses") {
  const SpectralParameters x{1, 1000, Direction::remove};
  const auto good = propose_epochs(x, 5, 0.5, 50, -17);
  REQUIRE(good);
  const Ball value = EpochsLine(x, 5, *good, unlimited).delta(Number("1/2"));
  CHECK(value.relative_bits() > 40);
  for (const Direction d : {Direction::remove, Direction::add}) {
    const SpectralParameters y{1, 1000, d};
    const Ball best = delta(y, 5, "1/2", -17, 50);
    for (const char* rho : {"2/3", "1", "13/10"}) {
      for (const char* step : {"1/2", "1", "3/2"}) {
        for (const char* nodes : {"1/5", "1"}) {
          EpochsLine::Plan plan = *good;
          plan.moments.rho =
              short_dyadic(Number(rho).ball(64).to_double_up() * roughly(Ball(plan.moments.rho, 64)), 20);
          plan.moments.step =
              short_dyadic(Number(step).ball(64).to_double_up() * roughly(Ball(plan.moments.step, 64)), 20);
          plan.moments.nodes = std::max(1L, floor(Rational(nodes) * plan.moments.nodes).to_long());
          plan.moments.bits = 40;
          plan.rho_alias = plan.moments.rho * 4;
          INFO("rho=" << rho << " step=" << step << " nodes=" << nodes << " " << to_string(d));
          CHECK(overlap(EpochsLine(y, 5, plan, unlimited).delta(Number("1/2")), best));
        }
      }
    }
  }
}

TEST_CASE("epochs: many nodes of one phase may be left out") {
  // Steps so short that the nodes left out begin where they still add up.
  const Ball exact = gaussian::delta({2, Number("1/2"), 1}, 128);
  for (const Direction d : {Direction::remove, Direction::add}) {
    const EpochsLine::Plan plan{{1, Rational("1/1024"), 200, 40}, 2};
    const Ball value = EpochsLine({2, 1, d}, 1, plan, unlimited).delta(Number("1/2"));
    INFO(to_string(d));
    CHECK(overlap(value, exact));
  }
}

TEST_CASE("epochs: an ended budget leaves nothing") {
  CHECK_FALSE(
      epochs_delta({1, 100, Direction::add}, 3, Number("1/2"), 40, -10, Budget(std::chrono::duration<double>(-1))));
}

TEST_CASE("allocation: few digits of an epsilon are those of many") {
  const Entry& e = entry("allocation.epsilon");
  for (const char* delta : {"1/100", "1e-6"}) {
    const Arguments x = e.arguments({{"sigma", "3/4"}, {"steps", "100"}, {"delta", delta}, {"direction", "both"}});
    const Answer many = evaluate(e, x, {.digits = 5, .budget = unlimited});
    for (const long digits : {1L, 3L}) {
      const Answer few = evaluate(e, x, {.digits = digits, .budget = unlimited});
      INFO("delta=" << delta << " digits=" << digits << " " << few.method);
      CHECK(few.reached);
      CHECK(has_digits(few.lo, few.hi, digits));
      CHECK(few.lo <= many.hi);
      CHECK(many.lo <= few.hi);
    }
  }
}

namespace {

/// A question, its digits, and its thresholds in no order.
struct Together {
  ParameterTexts texts;
  long digits;
  std::vector<const char*> thresholds;
};

void check_together(const std::vector<Together>& cases) {
  const Entry& e = entry("allocation.delta");
  for (const Together& c : cases) {
    const Budget budget(std::chrono::duration<double>{60});
    std::vector<Number> all(c.thresholds.begin(), c.thresholds.end());
    for (const char* eps : c.thresholds) {
      ParameterTexts texts = c.texts;
      texts["eps"] = eps;
      const Arguments arguments = e.arguments(texts);
      const bool blocks = texts.contains("selected");
      const auto ask = [&](std::vector<Number> thresholds) {
        return evaluate(
            e, arguments,
            {.digits = c.digits, .thresholds = std::move(thresholds), .default_effort = blocks, .budget = budget});
      };
      const Answer together = ask(all);
      const Answer alone = ask({});
      INFO(eps);
      CHECK(together.reached);
      CHECK(together.lo <= alone.hi);
      CHECK(alone.lo <= together.hi);
      CHECK(together.method == alone.method);
      if (!blocks) CHECK(together.hi - together.lo <= together.hi * pow(Rational(10), static_cast<int>(1 - c.digits)));
    }
  }
}

}  // namespace

TEST_CASE("allocation: thresholds asked for together are those asked for one by one, also of epochs", "[.long]") {
  check_together({{{{"sigma", "1/2"}, {"steps", "1000"}, {"direction", "remove"}}, 10, {"1", "3/2", "1/2"}},
                  {{{"sigma", "2"}, {"steps", "1000"}, {"direction", "add"}, {"epochs", "3"}}, 4, {"1/10", "1/8"}},
                  {{{"sigma", "1"}, {"steps", "40"}, {"direction", "both"}, {"selected", "2"}}, 2, {"1/2", "1"}}});
}

TEST_CASE("allocation: thresholds asked for together are those asked for one by one") {
  check_together({{{{"sigma", "1"}, {"steps", "1000"}, {"direction", "both"}}, 8, {"1/20", "0"}},
                  {{{"sigma", "2"}, {"steps", "20"}, {"direction", "add"}, {"epochs", "3"}}, 4, {"1/10", "1/8"}}});
  const Entry& e = entry("allocation.delta");
  // What a budget cut short is taken up again.
  const ParameterTexts texts{{"sigma", "1"}, {"steps", "300"}, {"direction", "add"}, {"eps", "1/4"}};
  const Budget none(std::chrono::duration<double>{0});
  const Budget enough(std::chrono::duration<double>{60});
  const std::vector<Number> pair{Number("1/4"), Number("1/5")};
  CHECK(!evaluate(e, e.arguments(texts), {.digits = 9, .thresholds = pair, .budget = none}).reached);
  CHECK(evaluate(e, e.arguments(texts), {.digits = 9, .thresholds = pair, .budget = enough}).reached);
}
