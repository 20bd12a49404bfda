#include "bounds/renyi.hpp"

#include <catch2/catch.hpp>

#include "bounds/renyi_real.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using test::Exact;

namespace {

using Pair = std::vector<std::pair<Rational, Rational>>;

// ln sum P^a Q^(1-a) / (a-1).
renyi::Curve curve_of(const Pair& pair, renyi::Shape shape) {
  return {[pair](long order, long bits) {
            Rational sum(0);
            for (const auto& [p, q] : pair) sum += pow(p, order) * pow(q, 1 - order);
            return log(Ball(sum, bits)) / (order - 1);
          },
          shape};
}

Rational hockey_stick(const Pair& pair, const Rational& w) {
  Rational sum(0);
  for (const auto& [p, q] : pair) sum += std::max(Rational(0), p - w * q);
  return sum;
}

const std::vector<Pair> pairs{
    {{Rational("3/4"), Rational("1/4")}, {Rational("1/4"), Rational("3/4")}},
    {{Rational("2/3"), Rational("1/6")}, {Rational("1/6"), Rational("1/2")}, {Rational("1/6"), Rational("1/3")}},
    {{Rational("1/100"), Rational("1/1000")}, {Rational("99/100"), Rational("999/1000")}},
};

// order / (2 sigma^2): one Gaussian step.
renyi::Curve gaussian(const Rational& sigma, renyi::Shape shape) {
  return {[sigma](long order, long bits) { return Ball(order, bits) / 2 / Ball(sigma * sigma, bits); }, shape};
}

}  // namespace

TEST_CASE("renyi: the converted bounds hold for pairs that can be summed, at every order") {
  for (const Pair& pair : pairs) {
    const renyi::Curve curve = curve_of(pair, renyi::Shape::divergence);
    for (const char* w_text : {"1", "11/10", "3/2", "2", "5/2"}) {
      const Rational w(w_text);
      const Rational truth = hockey_stick(pair, w);
      for (long order : {2L, 3L, 7L, 40L}) {
        const Ball r = curve.at(order, 128);
        CHECK(less(renyi::delta_at_order(order, r, Number::ln(w)), truth) == Truth::no);
        if (truth.sign() > 0) {
          // epsilon at the true delta is at least the true epsilon, ln w (the curve falls strictly there).
          CHECK(less(renyi::epsilon_at_order(order, r, truth), Number::ln(w).ball(128)) != Truth::yes);
        }
      }
      const renyi::Conversion best = renyi::delta_upper(curve, Number::ln(w), {2, 60}, 15);
      CHECK(best.reached);
      CHECK(best.value.upper() >= truth);
    }
  }
}

TEST_CASE("renyi: the constant is the best one: a two-point pair attains it") {
  // P/Q = z on an event of Q-mass m, the rest of P on a set where Q = 1 - m carries almost all: with z = w a/(a-1) and
  // m so small that the rest adds nothing, delta / (the bound) tends to 1.
  const long order = 4;
  const Rational w = 3;
  const Rational z = w * order / (order - 1);
  const Rational m = pow(Rational(10), -30);
  const Ball moment(m * pow(z, order), 256);  // of the event alone
  const Ball bound = renyi::delta_at_order(order, log(moment) / (order - 1), Number::ln(w));
  const Rational delta = m * (z - w);
  CHECK(bound.contains(delta));
}

TEST_CASE("renyi: the search finds what the scan of every order finds") {
  for (const char* sigma : {"1/2", "1", "3", "20", "100"}) {
    for (const char* delta : {"1/2", "1e-5", "1e-10", "1e-60"}) {
      const renyi::Orders orders{2, 300};
      const auto search =
          renyi::epsilon_upper(gaussian(Rational(sigma), renyi::Shape::divergence), Number(delta), orders, 20);
      const auto stopped =
          renyi::epsilon_upper(gaussian(Rational(sigma), renyi::Shape::nondecreasing), Number(delta), orders, 20);
      const auto scan = renyi::epsilon_upper(gaussian(Rational(sigma), renyi::Shape::any), Number(delta), orders, 20);
      INFO("sigma=" << sigma << " delta=" << delta << " " << search.order << " " << scan.order);
      CHECK(search.reached);
      CHECK(scan.reached);
      CHECK(stopped.reached);
      CHECK(search.order == scan.order);
      CHECK(stopped.order == scan.order);
      CHECK(arb_overlaps(search.value.raw(), scan.value.raw()) != 0);
      CHECK(arb_overlaps(stopped.value.raw(), scan.value.raw()) != 0);
      CHECK(search.evaluations < 60);
      // Every single order is no better.
      for (long order = 2; order <= 300; order += 7) {
        const Ball here =
            renyi::epsilon_at_order(order, gaussian(Rational(sigma), renyi::Shape::any).at(order, 128), Number(delta));
        CHECK(less(max(here, Ball(0, 128)), search.value) != Truth::yes);
      }
      const Number eps(Rational("1/3"));
      const auto delta_search =
          renyi::delta_upper(gaussian(Rational(sigma), renyi::Shape::divergence), eps, orders, 20);
      const auto delta_scan = renyi::delta_upper(gaussian(Rational(sigma), renyi::Shape::any), eps, orders, 20);
      CHECK(arb_overlaps(delta_search.value.raw(), delta_scan.value.raw()) != 0);
      CHECK(delta_search.reached);
    }
  }
}

TEST_CASE("renyi: orders up to 10^9 are found by strides") {
  // sigma = 10^6: the best order is about sigma sqrt(2 ln(1/delta)), several million.
  const auto c = renyi::epsilon_upper(gaussian(Rational(1'000'000), renyi::Shape::divergence), Number("1e-12"),
                                      {2, 1'000'000'000}, 20);
  CHECK(c.reached);
  CHECK(c.order > 1'000'000);
  CHECK(c.order < 10'000'000);
  CHECK(c.evaluations < 200);
}

TEST_CASE("renyi: edges of the order range, ties and bounds below zero") {
  const renyi::Curve flat{[](long, long bits) { return Ball(Rational("1/10"), bits); }, renyi::Shape::divergence};
  // With a constant curve the best order is 1/delta, the bound R + ln(1 - delta).
  const auto at_inverse = renyi::epsilon_upper(flat, Number("1/10"), {2, 1500}, 15);
  CHECK(at_inverse.order == 10);
  CHECK(at_inverse.complete);
  CHECK(at_inverse.value.contains(0));  // 1/10 + ln(9/10) < 0, clipped
  CHECK(at_inverse.value.is_exact());
  const auto only = renyi::epsilon_upper(flat, Number("1e-3"), {5, 5}, 15);
  CHECK(only.order == 5);
  CHECK(only.reached);
  CHECK(renyi::epsilon_upper(flat, Number("1e-5"), {2, 50}, 15).order == 50);
  CHECK(renyi::epsilon_upper(flat, Number("1e-5"), {2, 50}, 15).reached);
  CHECK(renyi::delta_upper(flat, 0, {2, 3}, 15).value.upper() <= Rational(1));
  CHECK(renyi::delta_upper({[](long, long bits) { return Ball(100, bits); }, renyi::Shape::divergence}, 1, {2, 9}, 15)
            .value.contains(1));
}

TEST_CASE("renyi: an infinite divergence is skipped, an unknown one spoils only the lower end") {
  const auto infinite_from = [](long bound) {
    return [bound](long order, long bits) {
      if (order < bound) return Ball(order, bits) / 50;
      return 1 / Ball(0, bits) + Ball(0, bits);
    };
  };
  const auto unknown = renyi::epsilon_upper({infinite_from(8), renyi::Shape::any}, Number("1e-5"), {2, 30}, 15);
  CHECK(unknown.value.is_finite());
  CHECK_FALSE(unknown.complete);
  CHECK(unknown.order == 7);
  CHECK(unknown.value.upper() >= renyi::epsilon_at_order(7, Ball(7, 128) / 50, Number("1e-5")).lower());
  const renyi::Curve infinite{[&](long order, long bits) {
                                Ball r(0, bits);
                                if (order < 8) return Ball(order, bits) / 50;
                                arb_pos_inf(r.raw());
                                return r;
                              },
                              renyi::Shape::divergence};
  const auto known = renyi::epsilon_upper(infinite, Number("1e-5"), {2, 30}, 15);
  CHECK(known.reached);
  CHECK(known.order == 7);
}

TEST_CASE("renyi: an expired budget leaves a valid upper end") {
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(100), &stop);
  const auto c = renyi::epsilon_upper(gaussian(1, renyi::Shape::divergence), Number("1e-5"), {2, 100}, 15, expired);
  CHECK_FALSE(c.complete);
  CHECK_FALSE(c.reached);
  const auto d = renyi::delta_upper(gaussian(1, renyi::Shape::any), 1, {2, 100}, 15, expired);
  CHECK(d.value.contains(Rational("1/2")));
}

TEST_CASE("renyi: bad input is refused by name") {
  const renyi::Curve curve = gaussian(1, renyi::Shape::divergence);
  CHECK_THROWS_WITH(renyi::epsilon_upper(curve, Number("1e-5"), {1, 9}, 15),
                    "renyi.epsilon: orders = 1..9: must be a..b with integers 2 <= a <= b <= 10^9");
  CHECK_THROWS_AS(renyi::epsilon_upper(curve, Number("1e-5"), {9, 2}, 15), InputError);
  CHECK_THROWS_AS(renyi::delta_upper(curve, 1, {2, 1'000'000'001}, 15), InputError);
  CHECK_THROWS_WITH(renyi::epsilon_upper(curve, 0, {2, 9}, 15),
                    "renyi.epsilon: delta = 0: must be positive and at most 1");
  CHECK_THROWS_AS(renyi::epsilon_upper(curve, 2, {2, 9}, 15), InputError);
  CHECK_THROWS_AS(renyi::epsilon_at_order(1, Ball(1, 64), Number("1/2")), InputError);
}

TEST_CASE("renyi: few digits of the least bound over real orders hold the many") {
  // R_a = a/50, the Gaussian mechanism of sigma = 5.
  const auto curve = [](const Rational& order, long bits) { return Ball(order / 50, bits); };
  const auto at = [&](long digits) {
    return renyi::epsilon_upper_real(curve, Number("1e-5"), Rational("11/10"), 500, digits).value;
  };
  const Ball fine = at(30);
  for (const long digits : {2L, 5L, 12L}) {
    const Ball coarse = at(digits);
    CHECK(coarse.lower() <= fine.lower());
    CHECK(coarse.upper() >= fine.upper());
  }
}
