// Several selected steps of a few: a quadrature over their differences.
#include "bounds/allocation/few_steps.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::allocation;
using namespace hallmark::test;

namespace {

Answer of_few(const char* asked, const char* sigma, const char* steps, const char* selected, const ParameterTexts& more,
              const std::string& route = "", long digits = 6) {
  ParameterTexts texts{{"sigma", sigma}, {"steps", steps}, {"selected", selected}};
  for (const auto& [name, text] : more) texts[name] = text;
  return answer("allocation." + std::string(asked), texts, route, digits);
}

void check_meet(const Answer& a, const Answer& b) {
  CHECK(a.lo <= b.hi);
  CHECK(b.lo <= a.hi);
}

}  // namespace

TEST_CASE("few steps: two of three, to the digits of a plane quadrature") {
  struct Known {
    const char *sigma, *eps, *direction, *value, *near;
  };
  for (const Known& k :
       {Known{"1", "1", "remove", "0.2004099130", "1e-10"}, Known{"1", "1", "add", "0.19719388614", "1e-11"},
        Known{"0.6", "1", "remove", "0.53302984", "1e-8"}, Known{"0.6", "1", "add", "0.52687683", "1e-8"},
        Known{"2", "0.3", "remove", "0.1282219762555", "1e-12"}, Known{"2", "0.3", "add", "0.128028630946", "1e-12"}}) {
    CAPTURE(k.sigma, k.direction);
    const Answer a = of_few("delta", k.sigma, "3", "2", {{"eps", k.eps}, {"direction", k.direction}}, "", 10);
    CHECK(a.reached);
    CHECK(a.lo - Rational(k.near) <= Rational(k.value));
    CHECK(Rational(k.value) <= a.hi + Rational(k.near));
  }
}

TEST_CASE("few steps: one selected step as the inversion of its transform has it") {
  for (const Direction direction : {Direction::remove, Direction::add}) {
    for (const long steps : {2L, 3L}) {
      const std::string text = std::to_string(steps);
      const char* word = direction == Direction::add ? "add" : "remove";
      CAPTURE(steps, word);
      const Ball value = few_steps_delta({Number(1), steps, 1, direction, 1}, Number("1/2"), 40, {});
      const Answer other = of_few("delta", "1", text.c_str(), "1", {{"eps", "1/2"}, {"direction", word}}, "", 12);
      CHECK(value.lower() <= other.hi);
      CHECK(other.lo <= value.upper());
      CHECK(value.upper() - value.lower() < Rational("1e-11"));
    }
  }
}

TEST_CASE("few steps: rules of every coarseness hold the number") {
  const Number eps("1");
  for (const Direction direction : {Direction::remove, Direction::add}) {
    const ProfileParameters p{Number(1), 3, 1, direction, 2};
    const Rational value(direction == Direction::remove ? "0.20040991299" : "0.19719388614");
    for (const char* step : {"2", "3/2", "1", "1/2"}) {
      for (const char* reach : {"1/4", "3/4", "3/2"}) {
        for (const long last : {1L, 2L, 4L, 12L}) {
          CAPTURE(step, reach, last);
          const Ball found = few_steps_delta(p, eps.ball(128), {Rational(step), Rational(reach), last}, 128, {});
          CHECK(found.lower() <= value + Rational("1e-11"));
          CHECK(value - Rational("1e-11") <= found.upper());
        }
      }
    }
    // Beyond the sector in which the logarithm is analytic, and before the shifts: nothing.
    for (const auto& [reach, last] : {std::pair{"2", 40L}, {"3/2", 1L}}) {
      const Ball none = few_steps_delta(p, eps.ball(128), {Rational("1/4"), Rational(reach), last}, 128, {});
      CHECK(none.lower() <= 0);
      CHECK(none.upper() >= 1);
    }
  }
}

TEST_CASE("few steps: within scores and blocks, small deltas, and the inverse") {
  for (const char* direction : {"remove", "add"}) {
    CAPTURE(direction);
    const ParameterTexts at{{"eps", "1"}, {"direction", direction}};
    check_meet(of_few("delta", "1", "4", "3", at), of_few("delta", "1", "4", "3", at, "convex", 2));
    const Answer tiny = of_few("delta", "2", "3", "2", {{"eps", "6"}, {"direction", direction}});
    CHECK(tiny.reached);
    CHECK(tiny.hi < Rational("1e-10"));
    const Answer eps = of_few("epsilon", "1", "3", "2", {{"delta", "1e-3"}, {"direction", direction}}, "", 8);
    CHECK(eps.reached);
    const auto delta_at = [&](const Rational& x) {
      return of_few("delta", "1", "3", "2", {{"eps", x.to_string()}, {"direction", direction}}, "", 12);
    };
    CHECK(delta_at(eps.lo).hi >= Rational("1e-3"));
    CHECK(delta_at(eps.hi).lo <= Rational("1e-3"));
  }
}
