// The papers' bounds on random allocation: above what they bound, in the direction they state.
#include <catch2/catch.hpp>
#include <cmath>

#include "bounds/allocation/add_bounds.hpp"
#include "bounds/allocation/discrete.hpp"
#include "bounds/allocation/lognormal_laplace.hpp"
#include "bounds/allocation/monte_carlo.hpp"
#include "bounds/allocation/poisson_bounds.hpp"
#include "bounds/allocation/renyi_conversion.hpp"
#include "bounds/basic/row_answers.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

using namespace hallmark;
using namespace hallmark::allocation;

namespace {

Answer ask(std::string_view id, const ParameterTexts& texts, long digits = 12, const Budget& budget = {}) {
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.digits = digits, .budget = budget});
}

/// Of several selected steps, whose bracket a longer search narrows little.
Answer bracket(const ParameterTexts& texts) {
  return ask("allocation.delta", texts, 2, Budget(std::chrono::duration<double>(0.3)));
}

ParameterTexts scheme(const char* sigma, const char* steps, const char* direction) {
  return {{"sigma", sigma}, {"steps", steps}, {"direction", direction}};
}

// Poisson sampling with one step, in closed form: the mixture (1-q) N(0) + q N(1) against N(0) and back.
Bracket one_step_poisson(const Rational& rate, const Rational& eps, Direction direction) {
  const long bits = 256;
  const Ball w = exp(Ball(eps, bits));
  const Ball q(rate, bits);
  Ball value(0, bits);
  if (direction == Direction::remove) {
    const Ball c = (w - 1 + q) / q;
    value = q * (normal_cdf(Ball(1, bits) / 2 - log(c)) - c * normal_cdf(-Ball(1, bits) / 2 - log(c)));
  } else {
    const Ball c = (1 / w - 1 + q) / q;
    if (is_positive(c) == Truth::yes) {
      value = w * q * (c * normal_cdf(log(c) + Ball(1, bits) / 2) - normal_cdf(log(c) - Ball(1, bits) / 2));
    }
  }
  return {value.lower(), value.upper()};
}

}  // namespace

TEST_CASE("allocation bounds: conversions keep the published orders") {
  const auto at = [](const char* sigma, long steps, const char* delta, long epochs) {
    return epsilon_renyi_upper({{Number(sigma), steps}, epochs, Direction::remove}, Number(delta), 20);
  };
  CHECK(at("2", 1'000'000, "1e-10", 1).order == 110);
  CHECK(at("1", 1'000'000, "1e-5", 1).order == 27);
  CHECK(at("1", 1'000'000, "1e-5", 4).order == 27);
  CHECK(at("3/10", 1000, "1e-10", 1).order == 3);
  // More epochs, more loss; the limit of the orders is obeyed.
  const auto one = at("1", 1000, "1e-6", 1);
  const auto many = at("1", 1000, "1e-6", 10);
  CHECK(less(one.value, many.value) == Truth::yes);
  const auto few =
      epsilon_renyi_upper({{2, 1'000'000}, 1, Direction::remove, Divergences::best, {2, 60}}, Number("1e-10"), 15);
  CHECK(few.order == 60);
  // Several selected steps: the least of two bounds is at most either.
  for (const long k : {2L, 7L, 50L}) {
    ConversionParameters p{{1, 1000, k}, 3, Direction::remove, Divergences::best, {2, 200}};
    const Ball best = epsilon_renyi_upper(p, Number("1e-6"), 12).value;
    p.divergences = Divergences::blocks;
    CHECK(less(epsilon_renyi_upper(p, Number("1e-6"), 12).value, best) != Truth::yes);
    p.divergences = Divergences::overlap;
    CHECK(less(epsilon_renyi_upper(p, Number("1e-6"), 12).value, best) != Truth::yes);
  }
}

TEST_CASE("allocation bounds: direct add") {
  // One step: the Gaussian mechanism itself.
  for (const char* eps : {"0", "1/2", "3"}) {
    const Ball ours = delta_direct_add_upper({{Number("3/4"), 1}, 1, Number(eps)}, 128).value;
    CHECK(arb_overlaps(ours.raw(), gaussian::delta({Number("3/4"), Number(eps)}, 128).raw()) != 0);
  }
  // The printed counterexample to an unscaled shift: .73021 for two rounds of two steps, above the true 0.45426.
  const Ball two = delta_direct_add_upper({{Number("3/10"), 2}, 2, 8}, 128).value;
  CHECK(less(two, Rational("0.73022")) == Truth::yes);
  CHECK(less(two, Rational("0.73020")) == Truth::no);
  // Blocks and epochs count alike.
  const Ball blocks_of_two = delta_direct_add_upper({{1, 4, 2}, 1, 1}, 128).value;
  const Ball epochs_of_two = delta_direct_add_upper({{1, 2}, 2, 1}, 128).value;
  CHECK(arb_overlaps(blocks_of_two.raw(), epochs_of_two.raw()) != 0);
  for (const char* delta : {"1/2", "1e-6", "1e-200"}) {
    const auto i = epsilon_direct_add_upper({1, 1000}, 3, Number(delta), 15);
    REQUIRE(i.reached);
    if (i.bracket.hi.sign() == 0) continue;
    CHECK(less_equal(delta_direct_add_upper({{1, 1000}, 3, i.bracket.hi}, 1000).value, Rational(delta)) == Truth::yes);
  }
  CHECK_THROWS_AS(delta_direct_add_upper({{1, 10}, 0, 1}, 64), InputError);
  CHECK_THROWS_AS(delta_direct_add_upper({{1, 10}, 1, -1}, 64), InputError);
  CHECK_THROWS_AS(epsilon_direct_add_upper({1, 10}, 1, 0, 15), InputError);
}

TEST_CASE("allocation bounds: Chernoff's bound is above the truth and not far") {
  // True deltas of the add direction.
  struct Row {
    const char* sigma;
    long steps;
    const char* eps;
    const char* truth;
    const char* at_most;
  };
  for (const Row& row : {Row{"1", 100, "1/2", "5.92e-7", "2.05e-6"}, Row{"1/2", 1000, "1", "2.08e-18", "1.18e-17"},
                         Row{"3/10", 1000, "2", "1.0391750e-6", "1e-5"}}) {
    const UpperEnd end = delta_laplace_add_upper({Number(row.sigma), row.steps, Number(row.eps)}, 100);
    CHECK(end.value() >= Rational(row.truth));
    CHECK(end.value() < Rational(row.at_most));
  }
  const auto i = epsilon_laplace_add_upper(1, 100, Number("1e-6"), 8);
  REQUIRE(i.reached);
  CHECK(delta_laplace_add_upper({1, 100, i.bracket.hi}, 200).value() <= Rational("1e-6"));
  CHECK_THROWS_AS(delta_laplace_add_upper({1, 10, -1}, 64), InputError);
}

TEST_CASE("allocation bounds: decomposition and truncated posterior on one step") {
  // One step at rate 1: the bound is the Gaussian delta itself, for every bound and direction.
  for (const Direction d : {Direction::remove, Direction::add}) {
    for (const char* eps : {"0", "1/2", "2"}) {
      const PoissonBoundParameters p{1, 1, Number(eps), d};
      const Ball truth = gaussian::delta({1, Number(eps)}, 200);
      for (const char* rate : {"1", "1/2", "1/1000"}) {
        const Bracket b = decomposition_upper(p, Rational(rate), one_step_poisson).delta.of_the_choice();
        INFO(eps << " " << rate << " " << to_string(d));
        CHECK(b.lo <= truth.upper());
        CHECK(truth.lower() <= b.hi);
        CHECK(b.hi - b.lo < Rational("1e-30"));
      }
      CHECK(truth.lower() <= truncated_poisson_upper(p, one_step_poisson).delta.value());
      CHECK(truth.lower() <= recursive_upper(p, one_step_poisson).delta.value());
    }
  }
  CHECK_THROWS_AS(decomposition_upper({1, 1, 0, Direction::add}, 0, one_step_poisson), InputError);
  CHECK_THROWS_AS(decomposition_upper({1, 1, 0, Direction::both}, 1, one_step_poisson), InputError);
}

TEST_CASE("allocation bounds: the truncated posterior of several selected steps is above their delta") {
  for (const char* direction : {"remove", "add"}) {
    for (const char* selected : {"2", "3"}) {  // 3 does not divide 100
      const ParameterTexts at{
          {"sigma", "2"}, {"steps", "100"}, {"selected", selected}, {"eps", "1/5"}, {"direction", direction}};
      CAPTURE(direction, selected);
      const Answer bound = test::answer("allocation.delta.truncated-poisson", at, "", 4);
      const Answer truth = test::answer("allocation.delta", at, "convex", 2);
      CHECK(bound.hi >= truth.lo);
      CHECK(bound.hi < truth.hi * 30);
      const ParameterTexts target{
          {"sigma", "2"}, {"steps", "100"}, {"selected", selected}, {"delta", "1e-3"}, {"direction", direction}};
      const Answer eps = test::answer("allocation.epsilon.truncated-poisson", target, "", 4);
      CHECK(eps.hi >= test::answer("allocation.epsilon", target, "convex", 2).lo);
    }
  }
}

TEST_CASE("allocation bounds: the probability of a low posterior") {
  const Budget unlimited;
  Ball before(1, 64);
  for (const char* g : {"0", "1/100", "1/10", "1/2"}) {
    const Ball p = low_posterior_upper(1, 1000, Rational(g), 64, unlimited);
    CHECK(less(before, p) != Truth::yes);
    before = p;
  }
  // Chernoff beats Bernstein: exp(-t g^2 / (2 e)) at t = 10^4, g = 1/10 is 1.03e-8.
  CHECK(less(low_posterior_upper(1, 10'000, Rational("1/10"), 64, unlimited), Rational("1.03e-8")) == Truth::yes);
  // At least the probability that the first half alone ends below: one step of two.
  const Ball two = low_posterior_upper(1, 2, Rational("1/4"), 64, unlimited);
  const Ball first = normal_cdf(log(Ball(Rational("1/2"), 64)) + Ball(1, 64) / 2);  // Pr[(1 + X)/2 < 3/4]
  CHECK(less(two, first) != Truth::yes);
  CHECK_THROWS_AS(low_posterior_upper(1, 10, 1, 64, unlimited), InputError);
}

TEST_CASE("allocation bounds: simulation covers the exact values") {
  const auto covers = [](const MonteCarlo& m, const char* truth) {
    INFO(truth);
    CHECK(m.lo <= Rational(truth));
    CHECK(Rational(truth) <= m.hi);
    CHECK(m.lo < m.mean);
    CHECK(m.mean < m.hi);
  };
  const Number c("9999/10000");
  covers(monte_carlo({1, 100, Number("1/2"), Direction::remove, 4000, c, 1}), "4.408908e-5");
  covers(monte_carlo({Number("1/2"), 100, 1, Direction::remove, 4000, c, 2}), "0.0284427722");
  covers(monte_carlo({1, 3, Number("1/2"), Direction::add, 20'000, c, 3}), "0.0980949440611");
  const auto once = monte_carlo({1, 10, 1, Direction::add, 500, c, 7});
  const auto again = monte_carlo({1, 10, 1, Direction::add, 500, c, 7});
  CHECK(once.mean == again.mean);
  CHECK(entry("allocation.delta.monte-carlo").status == Status::statistical);
  CHECK_THROWS_AS(monte_carlo({1, 10, 1, Direction::both, 500, c, 7}), InputError);
  CHECK_THROWS_AS(monte_carlo({1, 10, 1, Direction::add, 0, c, 7}), InputError);
  CHECK_THROWS_AS(monte_carlo({1, 10, 1, Direction::add, 10, 1, 7}), InputError);
}

TEST_CASE("allocation bounds: every upper bound is above the exact delta and epsilon") {
  for (const char* sigma : {"1/2", "1"}) {
    for (const char* direction : {"remove", "add"}) {
      ParameterTexts at = scheme(sigma, "100", direction);
      at["eps"] = "1/2";
      const Rational delta = ask("allocation.delta", at, 3).lo;
      for (const char* id : {"allocation.delta.renyi", "allocation.delta.blocks", "allocation.delta.overlap",
                             "allocation.delta.direct-add", "allocation.delta.laplace-add"}) {
        if (std::string_view(direction) == "remove" && std::string_view(id).ends_with("-add")) continue;
        if (std::string_view(direction) == "add" && std::string_view(id).ends_with("overlap")) continue;
        ParameterTexts texts = at;
        if (entry(id).id.ends_with("renyi") || entry(id).id.ends_with("blocks")) texts["orders"] = "2..40";
        INFO(id << " " << sigma << " " << direction);
        CHECK(delta <= ask(id, texts).hi);
      }
      ParameterTexts inverse = scheme(sigma, "100", direction);
      inverse["delta"] = "1e-5";
      const Rational eps = ask("allocation.epsilon", inverse, 3).lo;
      inverse["orders"] = "2..40";
      CHECK(eps <= ask("allocation.epsilon.renyi", inverse).hi);
    }
  }
}

TEST_CASE("allocation: the profile's routes meet, several selected steps are bracketed") {
  const Budget unlimited;
  const Entry& e = entry("allocation.delta");
  ParameterTexts texts = scheme("1", "100", "both");
  texts["eps"] = "1/2";
  const Answer laplace = evaluate(e, e.arguments(texts), {.digits = 12, .route = "laplace", .budget = unlimited});
  const Answer convex = evaluate(e, e.arguments(texts), {.digits = 2, .route = "convex", .budget = unlimited});
  CHECK(laplace.reached);
  CHECK(laplace.lo <= convex.hi);
  CHECK(convex.lo <= laplace.hi);
  CHECK(laplace.lo <= Rational("4.408909e-5"));
  CHECK(Rational("4.408907e-5") <= laplace.hi);
  texts["selected"] = "2";
  const Answer two = bracket(texts);
  CHECK(laplace.lo <= two.hi);
  CHECK(two.lo <= two.hi);
  CHECK(two.lo.sign() > 0);
  texts["selected"] = "101";
  CHECK_THROWS_AS(evaluate(e, e.arguments(texts), {.budget = unlimited}), InputError);
  texts.erase("selected");
  const Answer all = evaluate(e, e.arguments(texts), {.digits = 3, .all_methods = true, .budget = unlimited});
  CHECK(all.methods.size() >= 4);
}

TEST_CASE("allocation bounds: the epsilon of a Poisson bound is where its delta is reached") {
  for (const char* direction : {"remove", "add"}) {
    ParameterTexts texts = scheme("1", "100", direction);
    texts["delta"] = "1e-4";
    const Rational truth = ask("allocation.epsilon", texts, 6).lo;
    for (const std::string name : {"decomposition", "truncated-poisson", "recursive"}) {
      INFO(name << " " << direction);
      ParameterTexts at = texts;
      if (name == "decomposition") at["lambda"] = "1/100";
      const Answer epsilon = ask("allocation.epsilon." + name, at, 6);
      CHECK(epsilon.reached);
      CHECK(epsilon.lo <= epsilon.hi);
      CHECK(truth <= epsilon.hi);
      if (name != "decomposition") continue;
      // Its delta on either side.
      at.erase("delta");
      at["eps"] = epsilon.hi.to_string();
      CHECK(ask("allocation.delta." + name, at, 8).lo <= Rational("1e-4"));
      at["eps"] = Rational(epsilon.hi + Rational("1e-4")).to_string();
      CHECK(ask("allocation.delta." + name, at, 8).hi < Rational("1e-4"));
      at["eps"] = Rational(epsilon.lo - Rational("1e-4")).to_string();
      CHECK(ask("allocation.delta." + name, at, 8).lo > Rational("1e-4"));
    }
  }
}

TEST_CASE("allocation bounds: the decomposition of several epochs and selected steps") {
  for (const std::string direction : {"remove", "add"}) {
    CAPTURE(direction);
    ParameterTexts texts = scheme("1", "20", direction.c_str());
    texts["eps"] = "1/2";
    texts["lambda"] = "1/20";
    // One epoch, by convex laws and by the profile of Poisson sampling.
    const Answer direct = ask("allocation.delta.decomposition", texts, 6);
    const Answer laws = answer("allocation.delta.decomposition", texts, "convex", 4);
    CHECK(laws.lo <= direct.hi);
    CHECK(direct.lo <= laws.hi);
    CHECK(laws.hi - laws.lo < laws.hi / 1000);
    // Three epochs: above the truth, which it tends to with the rate, and below all steps of an epoch together.
    texts["epochs"] = "3";
    const Answer three = ask("allocation.delta.decomposition", texts, 4);
    texts["lambda"] = "1/2000";
    const Answer rare = ask("allocation.delta.decomposition", texts, 3);
    texts.erase("lambda");
    const Answer truth = ask("allocation.delta", texts, 4);
    CHECK(truth.hi < three.lo);
    CHECK(rare.hi < three.lo);
    CHECK(truth.lo <= rare.hi);
    CHECK(rare.hi < truth.hi * Rational("1.05"));
    // Blocks of seven, seven and six steps.
    texts.erase("epochs");
    texts["selected"] = "3";
    texts["lambda"] = "1/100";
    const Answer blocks = ask("allocation.delta.decomposition", texts, 4);
    texts.erase("lambda");
    CHECK(bracket(texts).lo <= blocks.hi);
    // Every step selected: Gaussian noise, whatever the rate.
    texts["selected"] = "20";
    CHECK(ask("allocation.delta.decomposition", texts, 6).hi >= ask("allocation.delta", texts, 6).lo);
    CHECK(ask("allocation.delta.decomposition", texts, 6).lo <= ask("allocation.delta", texts, 6).hi);
  }
  ParameterTexts texts = scheme("1", "20", "remove");
  texts["epochs"] = "2";
  texts["lambda"] = "1/20";
  texts["delta"] = "1e-5";
  const Answer epsilon = ask("allocation.epsilon.decomposition", texts, 4);
  texts.erase("delta");
  texts["eps"] = epsilon.hi.to_string();
  CHECK(ask("allocation.delta.decomposition", texts, 4).lo <= Rational("1e-5"));
  for (const char* rate : {"0", "1e-300"}) {
    texts["lambda"] = rate;
    if (std::string(rate) == "0") {
      CHECK_THROWS_AS(ask("allocation.delta.decomposition", texts, 4), InputError);
    } else {
      CHECK(ask("allocation.delta.decomposition", texts, 4).hi <= Rational(1));
    }
  }
  texts["lambda"] = "1";
  texts["epochs"] = "1000000000000000";
  texts["selected"] = "2";
  CHECK_THROWS_AS(ask("allocation.delta.decomposition", texts, 4), InputError);
}

TEST_CASE("allocation bounds: all methods are listed, each with its direction") {
  const Entry& e = entry("allocation.epsilon");
  const Budget unlimited;
  const ParameterTexts texts{{"sigma", "2"}, {"steps", "20"}, {"delta", "1e-3"}, {"direction", "both"}};
  const Answer a = evaluate(e, e.arguments(texts), {.digits = 4, .all_methods = true, .budget = unlimited});
  CHECK(a.methods.size() == 8);
  for (const Method& m : a.methods) {
    INFO(m.id << ": " << m.note);
    CHECK_FALSE(m.axioms.empty());
    const bool one_direction = m.id.ends_with("-add") || m.id.ends_with("overlap");
    CHECK(m.hi.has_value() != one_direction);
    if (m.hi) CHECK(a.lo <= *m.hi);
    if (one_direction) CHECK(m.note.find(" only: at most ") != std::string::npos);
  }
}

TEST_CASE("allocation bounds: bad input") {
  const auto refused = [](std::string_view id, ParameterTexts texts) { CHECK_THROWS_AS(ask(id, texts), InputError); };
  refused("allocation.epsilon.renyi", {{"sigma", "0"}, {"steps", "10"}, {"delta", "1e-5"}, {"direction", "remove"}});
  refused("allocation.epsilon.renyi",
          {{"sigma", "1"}, {"steps", "10"}, {"delta", "1e-5"}, {"direction", "remove"}, {"selected", "11"}});
  refused("allocation.epsilon.renyi",
          {{"sigma", "1"}, {"steps", "10"}, {"delta", "1e-5"}, {"direction", "remove"}, {"orders", "1..5"}});
  refused("allocation.epsilon.renyi",
          {{"sigma", "1"}, {"steps", "10"}, {"delta", "1e-5"}, {"direction", "remove"}, {"orders", "2..1000000"}});
  refused("allocation.epsilon.overlap", {{"sigma", "1"}, {"steps", "10"}, {"delta", "1e-5"}, {"direction", "add"}});
  refused("allocation.delta.direct-add", {{"sigma", "1"}, {"steps", "10"}, {"eps", "1"}, {"direction", "remove"}});
  refused("allocation.delta.laplace-add",
          {{"sigma", "1"}, {"steps", "10"}, {"eps", "1"}, {"direction", "add"}, {"selected", "2"}});
  // A very large number of epochs is no error.
  const Answer many =
      ask("allocation.epsilon.renyi",
          {{"sigma", "1"}, {"steps", "1000"}, {"delta", "1e-5"}, {"direction", "remove"}, {"epochs", "1000000000"}});
  CHECK(many.hi > Rational(1'000'000));
}

TEST_CASE("allocation bounds: blocks of two lengths count both") {
  const Budget unlimited;
  const auto curve = [&](long steps, long selected) {
    return divergence_curve({.scheme = {2, steps, selected},
                             .epochs = 1,
                             .direction = Direction::remove,
                             .divergences = Divergences::blocks,
                             .orders = {2, 8}},
                            unlimited);
  };
  const renyi::Curve all = curve(5, 2);
  const renyi::Curve shorter = curve(2, 1);
  const renyi::Curve longer = curve(3, 1);
  for (const long order : {2L, 3L, 8L}) {
    const Ball gap = all.at(order, 128) - (shorter.at(order, 128) + longer.at(order, 128));
    CHECK(gap.contains(0));
    CHECK(less(gap, pow(Rational(10), -20)) == Truth::yes);
  }
}

TEST_CASE(
    "allocation bounds: where the budget ended before one of two bounds, the least of them may be anything below the other") {
  const Budget unlimited;
  const Budget none = Budget::counted(0);
  const auto curve = [](Divergences which, const Budget& budget) {
    return divergence_curve({.scheme = {Rational("62/100"), 1000, 2},
                             .epochs = 10,
                             .direction = Direction::remove,
                             .divergences = which,
                             .orders = {2, 8}},
                            budget);
  };
  for (const long order : {2L, 5L}) {
    const Ball overlap = curve(Divergences::overlap, unlimited).at(order, 128);
    const Ball blocks = curve(Divergences::blocks, unlimited).at(order, 128);
    const Ball least = curve(Divergences::best, none).at(order, 128);
    REQUIRE(least.is_finite());
    CHECK(least.lower() <= blocks.lower());
    CHECK(least.lower() <= overlap.lower());
    CHECK(least.lower() <= 0);
    CHECK(least.upper() >= overlap.lower());
  }
}
