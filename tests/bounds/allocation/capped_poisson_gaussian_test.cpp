// Poisson sampling with a cap on the steps of a record, against what is known of it and a sum over a grid of outputs.
#include "bounds/allocation/capped_poisson_gaussian.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/basic/row_answers.hpp"

using namespace hallmark;
using namespace hallmark::test;

namespace {

Answer capped(const char* asked, const char* steps, const char* cap, const ParameterTexts& more, long digits = 10) {
  ParameterTexts texts{{"sigma", "1"}, {"rate", "1/2"}, {"steps", steps}, {"cap", cap}};
  for (const auto& [name, text] : more) texts[name] = text;
  return answer("capped-poisson-gaussian." + std::string(asked), texts, "", digits);
}

// Three steps at rate 1/2 and sigma 1: delta by a sum over outputs, to about 0.001.
double by_grid(int cap, double eps, bool add) {
  constexpr double step = 0.2;
  constexpr int last = 35;
  std::array<double, 2 * last + 1> weight{};
  std::array<double, 2 * last + 1> ratio{};
  for (int i = -last; i <= last; ++i) {
    const double y = step * i;
    const auto at = static_cast<std::size_t>(i + last);
    weight[at] = step * std::exp(-y * y / 2) / std::sqrt(2 * std::acos(-1.0));
    ratio[at] = std::exp(y - 0.5);
  }
  const double w = std::exp(eps);
  double sum = 0;
  for (std::size_t i = 0; i < ratio.size(); ++i) {
    for (std::size_t j = 0; j < ratio.size(); ++j) {
      for (std::size_t k = 0; k < ratio.size(); ++k) {
        const double a = ratio[i], b = ratio[j], c = ratio[k];
        const std::array<double, 4> mean{1, (a + b + c) / 3, (a * b + a * c + b * c) / 3, a * b * c};
        constexpr std::array<double, 4> drawn{0.125, 0.375, 0.375, 0.125};
        double r = 0;
        for (int n = 0; n < 4; ++n)
          r += drawn[static_cast<std::size_t>(n)] * mean[static_cast<std::size_t>(std::min(n, cap))];
        const double more = add ? 1 - w * r : r - w;
        if (more > 0) sum += weight[i] * weight[j] * weight[k] * more;
      }
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("capped Poisson: one step at most, three steps") {
  for (const auto& [direction, value] : {std::pair{"remove", "0.08350299325"}, {"add", "0.06150634375"}}) {
    const Answer a = capped("delta", "3", "1", {{"eps", "1/2"}, {"direction", direction}});
    CAPTURE(direction);
    CHECK(a.reached);
    CHECK(a.lo - Rational("1e-10") <= Rational(value));
    CHECK(Rational(value) <= a.hi + Rational("1e-10"));
  }
  // Nobody was drawn with the probability 1/8: no output is more likely than 8 times by that.
  CHECK(capped("delta", "3", "1", {{"eps", "2.08"}, {"direction", "add"}}).hi.sign() == 0);
  CHECK(capped("delta", "3", "1", {{"eps", "2.07"}, {"direction", "add"}}).lo.sign() > 0);
}

TEST_CASE("capped Poisson: a grid of outputs lies between the ends") {
  for (const char* direction : {"remove", "add"}) {
    for (const char* cap : {"1", "2", "3"}) {
      CAPTURE(direction, cap);
      const Answer a = capped("delta", "3", cap, {{"eps", "1/2"}, {"direction", direction}}, 6);
      const double about = by_grid(cap[0] - '0', 0.5, direction[0] == 'a');
      CHECK(a.lo <= Rational(std::to_string(about + 0.001)));
      CHECK(Rational(std::to_string(about - 0.001)) <= a.hi);
      CHECK(a.hi < Rational("0.6"));
    }
  }
}

TEST_CASE("capped Poisson: without a cap, drawn always, and the inverse") {
  for (const char* direction : {"remove", "add"}) {
    const ParameterTexts at{{"eps", "1/2"}, {"direction", direction}};
    const Answer none =
        answer("poisson-gaussian.delta",
               {{"sigma", "1"}, {"rate", "1/2"}, {"steps", "3"}, {"eps", "1/2"}, {"direction", direction}}, "", 10);
    CHECK(capped("delta", "3", "3", at).lo == none.lo);
    ParameterTexts always = at;
    always["rate"] = "1";
    const Answer all =
        answer("allocation.delta",
               {{"sigma", "1"}, {"selected", "2"}, {"steps", "3"}, {"eps", "1/2"}, {"direction", direction}}, "", 10);
    CHECK(capped("delta", "3", "2", always).lo == all.lo);
    const char* cap = direction[0] == 'a' ? "2" : "1";
    const Answer eps =
        capped("epsilon", "20", cap, {{"delta", "1/100"}, {"rate", "1/50"}, {"direction", direction}}, 4);
    const auto delta_at = [&](const Rational& x) {
      return capped("delta", "20", cap, {{"eps", x.to_string()}, {"rate", "1/50"}, {"direction", direction}}, 6);
    };
    CHECK(delta_at(eps.lo).hi >= Rational("1/100"));
    CHECK(delta_at(eps.hi).lo <= Rational("1/100"));
  }
}

TEST_CASE("capped Poisson: the noise for a target") {
  const auto sigma = [](const char* cap, const char* direction, const char* delta) {
    return answer(
        "capped-poisson-gaussian.sigma",
        {{"rate", "1/50"}, {"steps", "20"}, {"cap", cap}, {"eps", "1/4"}, {"delta", delta}, {"direction", direction}},
        "", 4);
  };
  const auto delta_at = [](const Rational& x, const char* cap, const std::string& direction) {
    return capped("delta", "20", cap,
                  {{"sigma", x.to_string()}, {"eps", "1/4"}, {"rate", "1/50"}, {"direction", direction}}, 6);
  };
  const auto met = [&](const Answer& found, const char* cap, const char* direction) {
    CAPTURE(cap, direction);
    CHECK(found.lo.sign() > 0);
    CHECK(delta_at(found.hi, cap, direction).lo <= Rational("1/1000"));
    CHECK(delta_at(found.lo, cap, direction).hi >= Rational("1/1000"));
  };
  for (const char* direction : {"remove", "add", "both"}) {
    const Answer once = sigma("1", direction, "1/1000");
    met(once, "1", direction);
    CHECK(once.reached);
    if (std::string(direction) != "both") continue;  // each of both is asked
    const Answer twice = sigma("2", direction, "1/1000");
    met(twice, "2", direction);
    CHECK(twice.lo >= once.lo);
  }
  // Without noise remove is 1 - (49/50)^20 = 0.3324, add 1 - e^(1/4) (49/50)^20 = 0.1428; 0 at eps = 1/2 and a small rate.
  CHECK(sigma("1", "remove", "0.3324").hi.sign() == 0);
  CHECK(sigma("1", "remove", "0.33").lo.sign() > 0);
  CHECK(sigma("1", "add", "0.143").hi.sign() == 0);
  const Answer rare = answer(
      "capped-poisson-gaussian.sigma",
      {{"rate", "1/500"}, {"steps", "20"}, {"cap", "1"}, {"eps", "1/2"}, {"delta", "1e-6"}, {"direction", "add"}}, "",
      4);
  CHECK(rare.hi.sign() == 0);
  // Nobody is drawn, or hardly anybody of very many steps.
  for (const auto& [delta, least] : {std::pair{"1e-5", 0}, {"1e-290", 1}}) {
    const Answer never = answer("capped-poisson-gaussian.sigma",
                                {{"rate", "1e-300"},
                                 {"steps", "1000000000000000"},
                                 {"cap", "5"},
                                 {"eps", "0"},
                                 {"delta", delta},
                                 {"direction", "remove"}},
                                "", 4);
    CHECK(never.lo.sign() >= 0);
    CHECK((never.hi.sign() > 0) == (least > 0));
  }
}
