#include "bounds/basic/spline_lattice.hpp"

#include <catch2/catch.hpp>

#include "row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

Answer laplace_delta(const char* eps0, const char* rate, const char* rounds, const char* eps, const char* direction,
                     const std::string& route, long digits) {
  return answer("laplace.delta",
                {{"eps0", eps0}, {"rate", rate}, {"rounds", rounds}, {"eps", eps}, {"direction", direction}}, route,
                digits);
}

void check_close(const Answer& grid, const Answer& other, long digits) {
  CHECK(grid.lo <= other.hi);
  CHECK(other.lo <= grid.hi);
  CHECK(has_digits(grid.lo, grid.hi, digits));
}

}  // namespace

TEST_CASE("spline-lattice: one round and several, sampled or not, against closed forms and a contour") {
  for (const char* direction : {"remove", "add"}) {
    for (const char* eps : {"0", "1/3", "9/10"}) {
      INFO(direction << " " << eps);
      check_close(laplace_delta("1", "1", "1", eps, direction, "lattice", 4),
                  laplace_delta("1", "1", "1", eps, direction, "", 10), 4);
      check_close(laplace_delta("1", "1", "3", eps, direction, "lattice", 4),
                  laplace_delta("1", "1", "3", eps, direction, "", 10), 4);
    }
    check_close(laplace_delta("2", "1/4", "1", "1/5", direction, "lattice", 4),
                laplace_delta("2", "1/4", "1", "1/5", direction, "", 10), 4);
    check_close(laplace_delta("1", "1/10", "100", "2", direction, "lattice", 3),
                laplace_delta("1", "1/10", "100", "2", direction, "", 8), 3);
  }
}

TEST_CASE("spline-lattice: a few sampled rounds have six digits") {
  const Answer a =
      answer("laplace.epsilon", {{"eps0", "1"}, {"rate", "1/10"}, {"rounds", "10"}, {"delta", "1e-5"}}, "", 6);
  CHECK(a.reached);
  CHECK(a.route == "lattice");
  CHECK(a.lo <= Rational("1.17440615432605"));  // the ends of products of convex laws
  CHECK(Rational("1.17420724791469") <= a.hi);
}

TEST_CASE("spline-lattice: a composition of Laplace noise has the closed form of its rounds") {
  const Answer one = answer("composition.epsilon",
                            {{"phases", "20*laplace(eps0=1/10)"}, {"delta", "1e-6"}, {"direction", "both"}}, "", 12);
  const Answer row = answer("laplace.epsilon", {{"eps0", "1/10"}, {"rounds", "20"}, {"delta", "1e-6"}}, "", 12);
  CHECK(one.reached);
  CHECK(one.route == "closed form");
  CHECK(one.lo <= row.hi);
  CHECK(row.lo <= one.hi);
}

TEST_CASE("spline-lattice: several kinds of rounds have a closed form, that of one kind where they are equal") {
  const auto pair = [](const char* eps0, long bits) {
    const Ball reach = Number(eps0).ball(bits);
    return basic::SplinePair{reach, exp(-reach / 2), Ball(Rational("1/2"), bits), Ball(Rational("1/4"), bits)};
  };
  constexpr long bits = 192;
  for (const char* eps : {"0", "1/4", "1", "7/5"}) {
    INFO(eps);
    const basic::Threshold at = basic::threshold(Number(eps), 2 * bits);
    const auto delta = [&](const std::vector<basic::SplineRounds>& kinds) {
      return basic::spline_delta(kinds, at, bits);
    };
    const basic::SplinePair one = pair("2/7", bits);
    const Sample whole = delta({{one, 5}});
    for (const Sample& parts : {delta({{one, 2}, {one, 3}}), delta({{one, 1}, {one, 3}, {one, 1}})}) {
      CHECK((whole.value - parts.value).contains(Rational(0)));
      CHECK((whole.slope - parts.slope).contains(Rational(0)));
      CHECK(parts.value.upper() - parts.value.lower() < pow(Rational(10), -40));
    }
    CHECK((delta({{one, 3}, {pair("1/9", bits), 4}}).value - delta({{pair("1/9", bits), 4}, {one, 3}}).value)
              .contains(Rational(0)));
  }
  // Rounds of a kind that does next to nothing.
  const Answer with = answer("composition.epsilon",
                             {{"phases", "10*laplace(eps0=1/10)+2*laplace(eps0=1e-9)"}, {"delta", "1e-5"}}, "", 6);
  const Answer without = answer("laplace.epsilon", {{"eps0", "1/10"}, {"rounds", "10"}, {"delta", "1e-5"}}, "", 6);
  CHECK(with.route == "closed form");
  CHECK(without.lo <= with.hi);
  CHECK(with.lo <= without.hi + pow(Rational(10), -8));
  for (const char* phases :
       {"10*laplace(eps0=1/10)+10*laplace(eps0=1/5)", "3*laplace(eps0=1)+2*bounded-range(eps0=1/2)"}) {
    INFO(phases);
    const ParameterTexts texts{{"phases", phases}, {"delta", "1e-5"}, {"direction", "both"}};
    const Answer closed = answer("composition.epsilon", texts, "", 12);
    CHECK(closed.reached);
    CHECK(closed.route == "closed form");
    check_close(answer("composition.epsilon", texts, "lattice", 5), closed, 5);
  }
  // Too many weights: a grid.
  CHECK(answer("composition.epsilon",
               {{"phases", "60*laplace(eps0=1/10)+60*laplace(eps0=1/5)"}, {"delta", "1e-5"}, {"direction", "both"}}, "",
               3)
            .route != "closed form");
}

TEST_CASE("spline-lattice: hardly any noise, where the formulas of a mixture lose the log ratio") {
  for (const char* eps0 : {"127", "130", "1000", "10000"}) {
    INFO(eps0);
    const std::string phases = std::string("laplace(eps0=") + eps0 + ")+laplace(eps0=1)";
    const Answer a = answer("composition.delta", {{"phases", phases}, {"eps", "1/2"}, {"direction", "both"}}, "", 4);
    CHECK(a.lo > Rational("0.9999"));
    // The first one alone: 1 - e^((eps - eps0)/2).
    const Answer one = answer("laplace.delta", {{"eps0", eps0}, {"eps", "1/2"}}, "", 4);
    CHECK(a.hi >= one.lo);
    const Answer e =
        answer("composition.epsilon", {{"phases", phases}, {"delta", "1e-5"}, {"direction", "both"}}, "", 4);
    CHECK(e.lo >= Rational(eps0));
    CHECK(e.hi <= Rational(eps0) + 1);
  }
}
