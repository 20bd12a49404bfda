// Several selected steps: events of scores below, products of independent factors above, against brute force.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "bounds/allocation/product_bound.hpp"
#include "bounds/allocation/profile_routes.hpp"
#include "bounds/allocation/score_events.hpp"
#include "bounds/allocation/step_ratio.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

using namespace hallmark;
using namespace hallmark::allocation;

namespace {

struct Atom {
  Rational p;
  Rational q;
  double below;  // the double below its ratio, and the ratio in it
};

// P = (3/5, 3/10, 1/10), Q = (1/5, 3/10, 1/2): ratios 3, 1, 1/5.
const std::vector<Atom> atoms{{Rational("1/10"), Rational("1/2"), 0.2},
                              {Rational("3/10"), Rational("3/10"), 1},
                              {Rational("3/5"), Rational("1/5"), 3}};

StepRatio table_step() {
  const auto tails = [](double x) {
    Rational p = 0;
    Rational q = 0;
    for (const Atom& a : atoms) {
      if (a.below >= x) continue;
      p += a.p;
      q += a.q;
    }
    constexpr long bits = 192;
    return RatioTail{Ball(q, bits), Ball(1 - q, bits), Ball(p, bits), Ball(1 - p, bits)};
  };
  return {tails, {{0.2, 1, 3}, {0.5, 0.3, 0.2}}};
}

// All outputs of `steps` steps: their probability under the mixture of all selections, under Q, and which atoms.
void each_output(
    long steps, long selected,
    const std::function<void(const Rational& p, const Rational& q, const std::vector<int>& which)>& visit) {
  std::vector<int> which(static_cast<std::size_t>(steps), 0);
  for (;;) {
    // Coefficients of prod(1 + z X): e_k.
    std::vector<Rational> e(static_cast<std::size_t>(selected) + 1, Rational(0));
    e[0] = 1;
    Rational q = 1;
    Rational subsets = 1;
    for (long i = 0; i < selected; ++i) subsets = subsets * (steps - i) / (i + 1);
    for (const int w : which) {
      const Atom& a = atoms[static_cast<std::size_t>(w)];
      q *= a.q;
      for (std::size_t k = e.size() - 1; k > 0; --k) e[k] += e[k - 1] * a.p / a.q;
    }
    visit(q * e.back() / subsets, q, which);
    std::size_t i = 0;
    while (i < which.size() && ++which[i] == static_cast<int>(atoms.size())) which[i++] = 0;
    if (i == which.size()) return;
  }
}

Rational brute(const Selection& s, Direction direction, const Rational& w) {
  std::vector<std::pair<Rational, Rational>> one;
  each_output(s.steps, s.selected,
              [&](const Rational& p, const Rational& q, const std::vector<int>&) { one.emplace_back(p, q); });
  std::vector<std::pair<Rational, Rational>> all{{1, 1}};
  for (long i = 0; i < s.epochs; ++i) {
    std::vector<std::pair<Rational, Rational>> next;
    for (const auto& [p, q] : all) {
      for (const auto& [p2, q2] : one) next.emplace_back(p * p2, q * q2);
    }
    all = std::move(next);
  }
  Rational delta = 0;
  for (const auto& [p, q] : all) {
    const Rational gain = direction == Direction::remove ? Rational(p - w * q) : Rational(q - w * p);
    if (gain.sign() > 0) delta += gain;
  }
  return delta;
}

const Number ln_five_quarters = Number::ln(Rational("5/4"));

}  // namespace

TEST_CASE("selected: where the time ended beside the best share, the share is that one") {
  for (const double known : {0.8, 0.86, 0.92}) {
    const double found = allocation::best_share([&](double s) { return s == known ? 1 : -HUGE_VAL; });
    CHECK(std::abs(found - known) < 0.1);
  }
}

TEST_CASE("several selected steps: the reference values of a table, by brute force") {
  struct Row {
    long steps, selected;
    const char* remove;
    const char* add;
  };
  for (const Row& r : {Row{3, 1, "303/2000", "159/800"}, Row{3, 2, "31/80", "69/160"},
                       Row{4, 2, "423/1250", "2797/8000"}, Row{6, 3, "85123/200000", "348537/800000"}}) {
    CHECK(brute({r.steps, r.selected}, Direction::remove, Rational("5/4")) == Rational(r.remove));
    CHECK(brute({r.steps, r.selected}, Direction::add, Rational("5/4")) == Rational(r.add));
  }
}

TEST_CASE("several selected steps: events of scores are below brute force, and reach it on a table") {
  const StepRatio step = table_step();
  const ScoreEffort effort;
  for (const Selection s : {Selection{3, 2}, Selection{4, 2}, Selection{6, 3}, Selection{5, 5}, Selection{3, 2, 2}}) {
    for (const Direction d : {Direction::remove, Direction::add}) {
      const Rational truth = brute(s, d, Rational("5/4"));
      for (const char* lambda : {"1/3", "1/2"}) {
        const auto law = ScoreLaw::of(step, s, d, {Rational(lambda), 6}, effort);
        REQUIRE(law.has_value());
        const ScoreEvent event = law->delta_lower(ln_five_quarters);
        INFO(s.steps << " " << s.selected << " " << s.epochs << " " << lambda << " " << event.value.to_string());
        CHECK(event.value <= truth);
        CHECK(event.value >= truth * Rational("0.93"));
        // At this delta the event proves about this eps.
        const ScoreEvent inverse = law->epsilon_lower(event.value);
        CHECK(less_equal(Number(inverse.value), ln_five_quarters) == Truth::yes);
        CHECK(inverse.value >= Rational("0.2231"));
      }
    }
  }
  const auto best = ScoreLaw::of(step, {6, 3}, Direction::remove, {Rational("1/2"), 6}, effort);
  CHECK(best->delta_lower(ln_five_quarters).value >= Rational("85123/200000") - Rational("1e-15"));
}

TEST_CASE("several selected steps: tails that are cut off keep scores below brute force") {
  const StepRatio step = table_step();
  for (const long tail : {3L, 6L, 12L}) {
    for (const Direction d : {Direction::remove, Direction::add}) {
      const auto law = ScoreLaw::of(step, {6, 3}, d, {Rational("1/2"), 6}, {1L << 18, 64, tail});
      REQUIRE(law.has_value());
      CHECK(law->delta_lower(ln_five_quarters).value <= brute({6, 3}, d, Rational("5/4")));
    }
  }
}

TEST_CASE("several selected steps: ln(e^-V I_0(V))") {
  CHECK(log_peak(0, 128).contains(0));
  // V of X = 3, 1, 1, 1/5 at lambda = 1/2.
  const Rational v = Rational("3/16") + Rational("1/2") + Rational("5/36");
  const Ball g = exp(log_peak(v, 128));
  CHECK(less(g, Rational("0.51559281695")) == Truth::yes);
  CHECK(less(Ball(Rational("0.51559281685"), 128), g) == Truth::yes);
}

TEST_CASE("several selected steps: the product is above brute force") {
  const StepRatio step = table_step();
  const LatticeEffort effort{.points = 1L << 16, .unit_bits = 128, .tail_bits = 60};
  for (const Selection s : {Selection{3, 2}, Selection{4, 2}, Selection{6, 3}, Selection{3, 2, 2}}) {
    const Rational truth = brute(s, Direction::remove, Rational("5/4"));
    for (const double missed : {1e-3, 0.3}) {
      for (const char* lambda : {"9/20", "1/2"}) {
        const ProductChoice c = product_choice(step, s, Rational(lambda), missed);
        const auto bound = product_bound(step, s, c, 9, effort);
        REQUIRE(bound.has_value());
        const Rational upper = delta_of(*bound, ln_five_quarters);
        INFO(s.steps << " " << s.selected << " " << lambda << " " << missed << ": " << upper.to_string());
        CHECK(upper >= truth);
      }
    }
  }
  // Every output between the least and the largest V, as on paper: .673811615 at 1/2 and .654075583 at 9/20.
  const auto paper = [&](const char* lambda, const Rational& low, const Rational& high) {
    ProductChoice c{Rational(lambda), low * 6, high * 6, 0, 0, 1, -1};
    const Ball slope = (log_peak(c.low, 128) - log_peak(c.high, 128)) / Ball(c.high - c.low, 128);
    c.beta = short_dyadic(roughly(slope), 50);
    c.alpha = std::max((log_peak(c.low, 128) + Ball(c.beta * c.low, 128)).upper(),
                       (log_peak(c.high, 128) + Ball(c.beta * c.high, 128)).upper());
    auto bound = product_bound(step, {6, 3}, c, 13, effort);
    REQUIRE(bound.has_value());
    bound->missed = 0;  // V does not leave the range
    return delta_of(*bound, ln_five_quarters);
  };
  const Rational half = paper("1/2", Rational("5/36"), Rational("1/4"));
  CHECK(half >= Rational("0.673811614"));
  CHECK(half <= Rational("0.6739"));
}

TEST_CASE("several selected steps: what the chord does not reach is counted at its probability with the record") {
  const StepRatio step = table_step();
  const Selection s{6, 3};
  const LatticeEffort effort{.points = 1L << 16, .unit_bits = 128, .tail_bits = 60};
  const Rational lambda("1/2");
  const auto v = [&](int which) {
    const Rational x = which == 0 ? Rational("1/5") : which == 1 ? Rational(1) : Rational(3);
    const Rational pi = x / (1 + x);
    return Rational(pi * (1 - pi));
  };
  for (const double missed : {0.02, 0.2}) {
    const ProductChoice c = product_choice(step, s, lambda, missed);
    Rational below = 0;
    Rational above = 0;
    each_output(6, 3, [&](const Rational& p, const Rational&, const std::vector<int>& which) {
      Rational sum = 0;
      for (const int w : which) sum += v(w);
      if (sum < c.low) below += p;
      if (c.high < sum) above += p;
    });
    const auto bound = product_bound(step, s, c, 6, effort);
    REQUIRE(bound.has_value());
    // Either end alone: the other one cannot be left.
    const auto alone = [&](const Rational& low, const Rational& high) {
      ProductChoice one = c;
      one.low = low;
      one.high = high;
      one.beta = 0;
      one.alpha = 0;
      return product_bound(step, s, one, 6, effort)->missed;
    };
    INFO(c.low.to_string() << " " << c.high.to_string());
    CHECK(alone(0, Rational("3/2")) == 0);
    CHECK(below.sign() > 0);
    CHECK(above.sign() > 0);
    CHECK(alone(c.low, Rational("3/2")) >= below);
    CHECK(alone(0, c.high) >= above);
    CHECK(bound->missed >= alone(0, c.high));
    CHECK(bound->missed >= alone(c.low, Rational("3/2")));
    CHECK(bound->missed <= Rational("2.2") * short_dyadic(missed, 30));
    const auto twice = product_bound(step, {6, 3, 2}, c, 6, effort);
    CHECK(twice->missed >= bound->missed * 2);
  }
}

TEST_CASE("several selected steps: choices that prove nothing are refused") {
  const StepRatio step = table_step();
  const Selection s{6, 3};
  const LatticeEffort effort;
  const ProductChoice good = product_choice(step, s, Rational("1/2"), 1e-3);
  const auto refused = [&](auto&& change, const char* name) {
    ProductChoice c = good;
    change(c);
    CHECK_THROWS_WITH(product_bound(step, s, c, 6, effort),
                      Catch::Contains(std::string("allocation.product: ") + name));
  };
  refused([](ProductChoice& c) { c.alpha -= Rational("1e-6"); }, "alpha");
  refused([](ProductChoice& c) { c.beta = 2; }, "beta");
  refused([](ProductChoice& c) { c.beta = -1; }, "beta");
  refused([](ProductChoice& c) { c.low = c.high; }, "high");
  refused([](ProductChoice& c) { c.lambda = 1; }, "lambda");
  refused([](ProductChoice& c) { c.theta_low = 0; }, "theta_low");
  refused([](ProductChoice& c) { c.theta_high = 1; }, "theta_high");
  CHECK_THROWS_AS(product_bound(step, {6, 6}, good, 6, effort), InputError);
  CHECK_THROWS_AS(ScoreLaw::of(step, s, Direction::both, {Rational("1/2"), 6}, {}), InputError);
  CHECK_THROWS_AS(ScoreLaw::of(step, s, Direction::add, {Rational(1), 6}, {}), InputError);
  CHECK_THROWS_AS(ScoreLaw::of(step, {3, 4}, Direction::add, {Rational("1/2"), 6}, {}), InputError);
}

TEST_CASE("several selected steps: masses between many cuts stop where the budget ends") {
  const std::vector<double> cuts{0.1, 0.5, 2};
  CHECK(step_cells(table_step(), cuts, Budget::counted(1)));
  CHECK(!step_cells(table_step(), cuts, Budget::counted(0)));
}

TEST_CASE("several selected steps: Gaussian noise, two of three steps") {
  const StepRatio step = gaussian_step(1);
  // 0.2004099130 and 0.1971938861 by quadrature.
  const auto lower = ScoreLaw::of(step, {3, 2}, Direction::remove, {Rational("1/2"), 8}, {})->delta_lower(1).value;
  CHECK(lower <= Rational("0.2004099131"));
  CHECK(lower >= Rational("0.1992"));
  const auto add = ScoreLaw::of(step, {3, 2}, Direction::add, {Rational("1/2"), 8}, {})->delta_lower(1).value;
  CHECK(add <= Rational("0.1971938862"));
  CHECK(add >= Rational("0.1949"));
  const ProductChoice c = product_choice(step, {3, 2}, Rational("1/2"), 1e-3);
  const auto bound = product_bound(step, {3, 2}, c, 8, {});
  REQUIRE(bound.has_value());
  CHECK(delta_of(*bound, 1) >= Rational("0.2004099129"));
}

TEST_CASE("several selected steps: eps at sigma 1, 64 of 1024 steps, coarsely") {
  const StepRatio step = gaussian_step(1);
  const Selection s{1024, 64};
  const Rational delta("1e-6");
  const Rational lambda = rate_for(s, 0.852);
  const auto scores =
      ScoreLaw::of(step, s, Direction::remove, {lambda, 8}, {.points = 1L << 18, .unit_bits = 96, .tail_bits = 40});
  REQUIRE(scores.has_value());
  const Rational lower = scores->epsilon_lower(delta).value;
  CHECK(lower >= Rational("14.672"));
  CHECK(lower <= Rational("14.6919"));
  const auto bound = product_bound(step, s, product_choice(step, s, lambda, 5e-10), 8, {1L << 18, 96, 44});
  REQUIRE(bound.has_value());
  CHECK(delta_of(*bound, Number("14.70")) <= delta);
  CHECK(delta_of(*bound, Number("14.675")) > delta);
}

TEST_CASE("several selected steps: the answer is no wider than the finest laws, above a floor that it may be above") {
  const ProfileParameters p{1, 8, 1, Direction::add, 2};
  const Rational delta("1/10");
  const Request request;
  const Budget budget;
  const Answer a = epsilon_by_routes(p, Number(delta), request, budget);
  const auto laws = profile_epsilon(p, delta, 5);
  CHECK(a.lo >= laws.epsilon.lo);
  REQUIRE(laws.epsilon.hi);
  CHECK(a.hi <= *laws.epsilon.hi);
  const Answer within = epsilon_by_routes(p, Number(delta), request, budget, (a.lo + a.hi) / 2);
  CHECK(within.lo == a.lo);
  CHECK(within.hi == a.hi);
  const Answer below = epsilon_by_routes(p, Number(delta), request, budget, a.hi * 2);
  CHECK(below.reached);
  CHECK(below.lo <= a.lo);
  CHECK(below.hi <= a.hi * 2);
}
