#include "bounds/allocation/spectral.hpp"

#include <catch2/catch.hpp>

#include "bounds/allocation/hyperbola.hpp"
#include "bounds/allocation/rotated_laplace.hpp"
#include "bounds/allocation/vertical_line.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "support/random.hpp"

using namespace hallmark;
using namespace hallmark::allocation;

namespace {

const Budget unlimited;

Ball delta(const char* sigma, long steps, Direction direction, const char* eps, long bits = 50) {
  const auto value = spectral_delta({Number(sigma), steps, direction}, Number(eps), bits, unlimited);
  REQUIRE(value);
  return *value;
}

bool meets(const Ball& value, const char* lo, const char* hi) {
  return value.lower() <= Rational(hi) && Rational(lo) <= value.upper();
}

}  // namespace

TEST_CASE("spectral: the Laplace transform at complex arguments") {
  // Against the plain trapezoid sum on the real line at many more bits.
  test::Random random(5);
  for (int i = 0; i < test::repetitions(12); ++i) {
    const Number sigma(random.pick(std::vector<std::string>{"1/3", "1", "7/2", "40"}));
    const RotatedLaplace few(sigma, 60), many(sigma, 200);
    const Ball re(Rational(random.pick(std::vector<std::string>{"1/1000", "1/3", "2", "50"})), 300);
    const Ball im(Rational(random.pick(std::vector<std::string>{"0", "1/50", "1", "10", "300"})), 300);
    const ComplexBall a = few(ComplexBall(re, im));
    const ComplexBall b = many(ComplexBall(re, im));
    CHECK(acb_overlaps(a.raw(), b.raw()) != 0);
    CHECK(acb_rel_error_bits(b.raw()) < 0);
    CHECK(arb_rel_error_bits(b.real().raw()) < 20);
  }
}

TEST_CASE("spectral: small weights take fewer bits, and the transform keeps its own") {
  for (const char* sigma : {"3/10", "1", "7/2", "40"}) {
    const RotatedLaplace laplace(Number(sigma), 120);
    for (const char* im : {"0", "1/50", "10"}) {
      INFO("sigma=" << sigma << " im=" << im);
      const ComplexBall value = laplace(ComplexBall(Ball(Rational("1/3"), 300), Ball(Rational(im), 300)));
      CHECK(arb_rel_accuracy_bits((1 + value.real()).raw()) > 110);
      CHECK(arb_rel_accuracy_bits((1 + value.imaginary()).raw()) > 110);
    }
  }
}

TEST_CASE("spectral: powers of L at few bits enclose those at many, and are near them") {
  test::Random random(11);
  for (int i = 0; i < test::repetitions(40); ++i) {
    const Number sigma(random.pick(std::vector<std::string>{"3/10", "1", "7/2", "40"}));
    const auto steps = random.pick(std::vector<long>{1, 2, 100, 10'000, 1'000'000'000'000});
    const Ball theta(Rational(random.pick(std::vector<std::string>{"1/1000000000", "1/1000", "1/3", "2", "50"})), 300);
    INFO("sigma=" << sigma.to_string() << " steps=" << steps << " theta=" << theta.to_string());
    const RotatedLaplace precise(sigma, 200);
    const Ball few = RealPower(sigma, steps, 100, precise)(theta);
    const Ball many = pow(LognormalLaplace(sigma, 250)(theta), static_cast<ulong>(steps));
    CHECK(arb_overlaps(few.raw(), many.raw()) != 0);
    CHECK(less(few, many * Ball(Rational("257/256"), 250)) == Truth::yes);
    CHECK(less(many * Ball(Rational("255/256"), 250), few) == Truth::yes);
  }
}

TEST_CASE("spectral: the values of a ray are those of its points") {
  for (const char* sigma : {"1/3", "1", "7/2"}) {
    for (const char* angle : {"0", "3/4", "11/8"}) {
      for (const char* step : {"1/64", "3/4"}) {
        INFO("sigma=" << sigma << " angle=" << angle << " step=" << step);
        const RotatedLaplace laplace(Number(sigma), 80);
        const auto ray = laplace.on_ray(Rational(angle), Rational(step), -5, 9, unlimited);
        REQUIRE(ray);
        for (long i = 0; i < 9; ++i) {
          const ComplexBall theta = exp(ComplexBall(Ball(Rational(step) * (i - 5), 300), Ball(Rational(angle), 300)));
          const ComplexBall one = laplace(theta);
          CHECK(acb_overlaps((*ray)[static_cast<std::size_t>(i)].raw(), one.raw()) != 0);
          CHECK(acb_rel_error_bits((*ray)[static_cast<std::size_t>(i)].raw()) < -50);
        }
      }
    }
  }
  const Budget none{std::chrono::milliseconds(0)};
  CHECK_FALSE(RotatedLaplace(1, 80).on_ray(0, Rational("1/8"), 0, 4, none));
}

TEST_CASE("spectral: one step is the Gaussian mechanism") {
  for (const char* sigma : {"1/2", "3"}) {
    for (const char* eps : {"1/4"}) {
      const Ball exact = gaussian::delta({Number(sigma), Number(eps), 1}, 200);
      for (const Direction d : {Direction::remove, Direction::add}) {
        const auto value = spectral_delta({Number(sigma), 1, d}, Number(eps), 30, unlimited);
        if (!value) continue;  // few steps and little noise: not the case for this method
        INFO(sigma << " " << eps << " " << to_string(d) << " " << value->to_string() << " " << exact.to_string());
        CHECK(arb_overlaps(value->raw(), exact.raw()) != 0);
      }
    }
  }
}

TEST_CASE("spectral: reference values") {
  CHECK(meets(delta("1", 3, Direction::add, "2"), "0.00026028102958697892", "0.0002602810295869793"));
  CHECK(meets(delta("3/2", 1'000'000, Direction::add, "1/200"), "1.2262119246452084E-15", "1.2262119246459717E-15"));
  CHECK(
      meets(delta("1", 1'000'000'000, Direction::remove, "1/5000"), "5.596398090043801E-12", "5.5963980900472236E-12"));
  CHECK(meets(delta("5", 20, Direction::remove, "1/10"), "0.00022335917535000926", "0.00022335917535014488"));
  CHECK(meets(delta("5", 20, Direction::add, "1/10"), "0.00022127072478679402", "0.00022127072478679418"));
}

TEST_CASE("spectral: any plan encloses, and two overlap") {
  test::Random random(7);
  for (int i = 0; i < test::repetitions(10); ++i) {
    const SpectralParameters x{Number(random.pick(std::vector<std::string>{"1/2", "1", "2", "20"})),
                               random.pick(std::vector<long>{2, 10, 300, 10'000}),
                               random.pick(std::vector<Direction>{Direction::remove, Direction::add})};
    const Number eps(random.pick(std::vector<std::string>{"1/100", "1/10", "1/2", "-1/20", "0"}));
    const auto few = propose_line(x, eps, 20, -10, 200);
    const auto many = propose_line(x, eps, 60, -14, 400);
    if (!few || !many) continue;
    const Ball a = VerticalLine(x, *few, unlimited).delta(eps);
    const Ball b = VerticalLine(x, *many, unlimited).delta(eps);
    INFO(x.sigma.to_string() << " " << x.steps << " " << to_string(x.direction) << " " << eps.to_string() << ": "
                             << a.to_string() << " " << b.to_string());
    CHECK(arb_overlaps(a.raw(), b.raw()) != 0);
    // Plans that are too short, too near the axis or wrong by any factor are wide, not wrong.
    LinePlan bad = *many;
    bad.nodes = std::max(1L, bad.nodes / 3);
    CHECK(arb_overlaps(VerticalLine(x, bad, unlimited).delta(eps).raw(), b.raw()) != 0);
    bad = *many;
    bad.step = bad.step * 2;
    CHECK(arb_overlaps(VerticalLine(x, bad, unlimited).delta(eps).raw(), b.raw()) != 0);
    bad = *many;
    bad.a = bad.a / 8;
    CHECK(arb_overlaps(VerticalLine(x, bad, unlimited).delta(eps).raw(), b.raw()) != 0);
  }
}

TEST_CASE("spectral: the hyperbola, alone and against the line") {
  CHECK(meets(delta("3/10", 100, Direction::remove, "10"), "0.00170205398373317112", "0.00170205398373317134"));
  CHECK(meets(delta("3/10", 2, Direction::add, "5"), "0.27395556874552634", "0.2739555687455267"));
  CHECK(meets(delta("3/10", 3, Direction::add, "4"), "0.3075823961865571", "0.30758239618655748"));
  const SpectralParameters x{Number("1"), 50, Direction::add};
  const Number eps("1/2");
  const auto line = propose_line(x, eps, 40, -8, 1000);
  const auto hyperbola = propose_hyperbola(x, eps, 40, -8, 1000);
  REQUIRE(line);
  REQUIRE(hyperbola);
  const Ball a = VerticalLine(x, *line, unlimited).delta(eps);
  const Ball b = Hyperbola(x, *hyperbola, unlimited).delta(eps);
  INFO(a.to_string() << " " << b.to_string());
  CHECK(arb_overlaps(a.raw(), b.raw()) != 0);
  CHECK(b.relative_bits() > 30);
  // Bad plans are wide, not wrong.
  HyperbolaPlan bad = *hyperbola;
  bad.nodes = std::max(2L, bad.nodes / 2);
  CHECK(arb_overlaps(Hyperbola(x, bad, unlimited).delta(eps).raw(), a.raw()) != 0);
  bad = *hyperbola;
  bad.step = bad.step * 2;
  CHECK(arb_overlaps(Hyperbola(x, bad, unlimited).delta(eps).raw(), a.raw()) != 0);
  bad = *hyperbola;
  bad.above = bad.above / 8;
  CHECK(arb_overlaps(Hyperbola(x, bad, unlimited).delta(eps).raw(), a.raw()) != 0);
}

TEST_CASE("spectral: the noise for a target lies where delta passes it") {
  const std::vector<std::pair<ParameterTexts, std::string>> targets{{{{"eps", "1/2"}, {"steps", "100"}}, "1e-6"},
                                                                    {{{"eps", "2"}, {"steps", "1000"}}, "1e-5"}};
  for (const auto& [pair, delta] : targets) {
    INFO(pair.at("eps") << " " << delta);
    ParameterTexts texts = pair;
    texts["direction"] = "both";
    texts["delta"] = delta;
    const Entry& inverse = entry("allocation.sigma");
    const Answer sigma = evaluate(inverse, inverse.arguments(texts), {.digits = 8, .budget = unlimited});
    CHECK(sigma.reached);
    texts.erase("delta");
    const auto delta_at = [&](const Rational& noise) {
      texts["sigma"] = noise.to_string();
      const Entry& forward = entry("allocation.delta");
      return evaluate(forward, forward.arguments(texts), {.digits = 9, .budget = unlimited});
    };
    CHECK(delta_at(sigma.hi).hi <= Rational(delta));
    CHECK(delta_at(sigma.lo).lo > Rational(delta));
  }
}

TEST_CASE("spectral: epsilon") {
  const auto eps = [](const char* sigma, long steps, Direction d, const char* delta) {
    const auto i = spectral_epsilon({Number(sigma), steps, d}, Number(delta), 12, unlimited);
    REQUIRE(i);
    REQUIRE(i->reached);
    return i->bracket;
  };
  const auto meet = [](const Bracket& b, const char* lo, const char* hi) {
    return b.lo <= Rational(hi) && Rational(lo) <= b.hi;
  };
  CHECK(meet(eps("1", 10'000, Direction::remove, "1e-8"), "0.0604010269194546548", "0.0604010269194577495"));
  CHECK(meet(eps("1", 10'000, Direction::add, "1e-8"), "0.0579185860923874460", "0.0579185860923889309"));
  CHECK(meet(eps("1", 1'000'000, Direction::add, "1e-10"), "0.006455340885794998", "0.006455340885795085"));
  CHECK(meet(eps("3/10", 10'000, Direction::add, "1e-10"), "1.2375208414095723", "1.2375208414095810"));
  CHECK(meet(eps("3/10", 100, Direction::add, "1e-8"), "4.46381169128753186", "4.46381169128757449"));
}

TEST_CASE("spectral: nothing where L on every contour is too small to be sooner than convex laws") {
  CHECK(!spectral_delta({1000, 2, Direction::remove}, Number("1e-4"), 60, {}).has_value());
  CHECK(!spectral_delta({1000, 2, Direction::add}, Number("1e-4"), 60, {}).has_value());
  // A small delta alone is no reason.
  CHECK(spectral_delta({1, 1000, Direction::add}, Number("1/2"), 60, {}).has_value());
}

TEST_CASE("spectral: a line without time for its tail knows nothing") {
  const Budget none(std::chrono::duration<double>(0));
  const auto plan = propose_line({1, 100, Direction::remove}, Number("1/2"), 60, -10, 4000);
  REQUIRE(plan.has_value());
  const Ball value = VerticalLine({1, 100, Direction::remove}, *plan, none).delta(Number("1/2"));
  CHECK((value.contains(0) && value.contains(1)));
}
