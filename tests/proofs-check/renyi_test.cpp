// Class C: moments against enumeration with exact rationals, against other formulas, and one route against the other.

#include <catch2/catch.hpp>

#include "batch/gaussian_moments.hpp"
#include "claim.hpp"
#include "exact_text.hpp"
#include "numbers/power_series.hpp"
#include "shuffle/moments.hpp"
#include "statement/orders.hpp"

namespace hallmark::check::test {
namespace {

constexpr unsigned kBits = 128;

Number number(const std::string& text) { return parse_number(text).value(); }
Number integer_number(std::uint64_t x) { return {Number::Kind::rational, Rational(Integer(x))}; }

bool overlap(const Interval& a, const Interval& b) { return less(a, b) != Truth::yes && less(b, a) != Truth::yes; }

/// Width below 2^-bits of the value (or of 1).
bool narrow(const Interval& x, long bits) {
  const Interval width = x.upper() - x.lower();
  const Interval limit = times_power_of_two(max(x.upper(), Interval(Rational(1, Integer(1) << 200), 64)), -bits);
  return less(width, limit) == Truth::yes;
}

Rational power_of(Rational x, std::uint64_t n) {
  Rational result = 1;
  for (; n != 0; n >>= 1, x *= x) {
    if ((n & 1) != 0) result *= x;
  }
  return result;
}

Rational choose(std::uint64_t n, std::uint64_t k) { return binomial(Integer(n), k); }

/// sum over every output of P^alpha Q^(1-alpha) for the clones pair, from its definition.
Rational clones_moment(std::uint64_t n, const Rational& e, std::uint64_t alpha) {
  const Rational a = e / (e + 1);
  const Rational b = 1 / (e + 1);
  Rational total = 0;
  for (std::uint64_t c = 0; c < n; ++c) {
    const Rational weight = choose(n - 1, c) * power_of(1 / e, c) * power_of(1 - 1 / e, n - 1 - c);
    for (std::uint64_t x = 0; x <= c + 1; ++x) {
      const Rational with = x == 0 ? Rational(0) : Rational(choose(c, x - 1) / power_of(2, c));
      const Rational without = x > c ? Rational(0) : Rational(choose(c, x) / power_of(2, c));
      const Rational p = a * with + b * without;
      const Rational q = b * with + a * without;
      total += weight * q * power_of(p / q, alpha);
    }
  }
  return total;
}

std::vector<Interval> moments(std::uint64_t n, const Number& eps0, const Number& alpha, std::uint64_t count,
                              unsigned bits) {
  return clones_log_moments(n, eps0, alpha, count, moment_plan(n, eps0, alpha, count, bits));
}

/// Of 400 users at eps0 = ln 2, summed as planned, with the bits of a plan for 64.
Interval moment_of_400(const Number& alpha, MomentPlan plan) {
  const Number eps0 = number("ln(2)");
  plan.accuracy = moment_plan(400, eps0, alpha, 1, 64).accuracy;
  return clones_log_moments(400, eps0, alpha, 1, plan).front();
}

TEST_CASE("the clones moment equals the sum over every output") {
  for (const std::uint64_t n : {1, 2, 3, 5, 8, 20}) {
    for (const char* e : {"2", "3", "3/2", "1000"}) {
      for (const std::uint64_t order : {2, 3, 8}) {
        const Interval log_moment =
            moments(n, number(std::string("ln(") + e + ")"), integer_number(order), 1, kBits).front();
        const Rational exact = clones_moment(n, number(e).argument, order);
        CAPTURE(n, e, order);
        CHECK(narrow(log_moment, 120));
        CHECK(overlap(log_moment, log(Interval(exact, 400))));
      }
    }
  }
}

TEST_CASE("the series of the clones moment equals the sum of its terms, at every split") {
  for (const char* order : {"3/2", "5"}) {
    const auto moment = [&](const MomentPlan& plan) { return moment_of_400(number(order), plan); };
    const Interval terms = moment({.hi = 399, .split = 400});
    CHECK(narrow(terms, 60));
    for (const std::uint64_t split : {0, 20, 170, 190, 210}) {
      for (const int radius : {16, 32, 48}) {
        const Interval series = moment({.hi = 399, .split = split, .terms = 64, .radius = radius});
        CAPTURE(order, split, radius);
        CHECK(narrow(series, 50));
        CHECK(overlap(terms, series));
      }
    }
  }
}

TEST_CASE("badly cut sums enclose the clones moment: every remainder counts") {
  const auto moment = [&](const MomentPlan& plan) { return moment_of_400(number("3"), plan); };
  const Interval tight = moments(400, number("ln(2)"), number("3"), 1, 64).front();
  CHECK(narrow(tight, 50));
  // A narrow window: the remainders in the number of clones, and those of the weights' total. The mean is 199.5.
  for (const auto& [lo, hi] : {std::pair{150, 399}, std::pair{180, 399}, std::pair{0, 215}, std::pair{185, 230}}) {
    for (const std::uint64_t split : {170, 190, 400}) {
      const Interval wide = moment(MomentPlan{.lo = static_cast<std::uint64_t>(lo),
                                              .hi = static_cast<std::uint64_t>(hi),
                                              .split = split,
                                              .terms = 40,
                                              .radius = 16});
      CAPTURE(lo, hi, split);
      CHECK(less_equal(wide.lower(), tight.lower()) == Truth::yes);
      CHECK(less_equal(tight.upper(), wide.upper()) == Truth::yes);
      CHECK_FALSE(narrow(wide, 20));
    }
  }
  // A window all on one side of the mean bounds nothing.
  CHECK_THROWS_AS(moment(MomentPlan{.lo = 210, .hi = 399, .split = 400}), TooMuchWork);
  // Few terms: the remainder of the expansion.
  for (const std::size_t terms : {2, 3, 5}) {
    for (const int radius : {0, 16, 60}) {
      const Interval wide = moment(MomentPlan{.hi = 399, .split = 100, .terms = terms, .radius = radius});
      CAPTURE(terms, radius);
      CHECK(less(wide.lower(), tight.lower()) == Truth::yes);
      CHECK(less(tight.upper(), wide.upper()) == Truth::yes);
    }
  }
}

TEST_CASE("huge numbers of users and orders") {
  const auto moment = [&](std::uint64_t n, const char* eps0, const char* order, unsigned bits) {
    const Interval value = moments(n, number(eps0), number(order), 1, bits).front();
    CAPTURE(n, eps0, order, bits);
    CHECK(narrow(value, static_cast<long>(bits) - 8));
    return value;
  };
  // Few bits and many have other plans; ln M is convex in the order and 0 at 1.
  const Interval wide = moment(100'000'000, "1", "5/2", 64);
  CHECK(overlap(wide, moment(100'000'000, "1", "5/2", 160)));
  CHECK(less(wide + wide, moment(100'000'000, "1", "2", 64) + moment(100'000'000, "1", "3", 64)) == Truth::yes);
  // A real order beside an integer: no step between the two routes.
  const char* beside = "5000000000000000000000000000001/1000000000000000000000000000000";
  const Interval step = moment(300, "4", beside, 64) - moment(300, "4", "5", 64);
  CHECK(less(max(step, -step), Rational(Integer(1), Integer(1) << 60)) == Truth::yes);
  CHECK(overlap(moment(100, "1", "1000001", 64), moment(100, "1", "1000001", 128)));
  // 2 alpha (alpha-1) q^2/m at the first order, 1/m averaged: (1-(1-p)^n)/(n p).
  const Interval tiny = moment(100, "1/100000000000000000000", "2", 64);
  CHECK(less(tiny, Rational(Integer(101), pow(Integer(10), 44))) == Truth::yes);
  CHECK(less(-tiny, Rational(Integer(-99), pow(Integer(10), 44))) == Truth::yes);
}

TEST_CASE("several orders at once are the orders one by one") {
  for (const char* first : {"2", "5/2"}) {
    for (const char* eps0 : {"1", "4"}) {
      const std::vector<Interval> together = moments(150, number(eps0), number(first), 4, 64);
      for (std::size_t i = 0; i < together.size(); ++i) {
        CAPTURE(first, eps0, i);
        const Number order{Number::Kind::rational, number(first).argument + Rational(i)};
        CHECK(narrow(together[i], 50));
        CHECK(overlap(together[i], moments(150, number(eps0), order, 1, 64).front()));
      }
    }
  }
}

/// The first coefficients of a power.
std::vector<Integer> exact_power(const std::vector<Integer>& a, std::uint64_t exponent) {
  std::vector<Integer> exact(a.size(), 0);
  exact[0] = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) {
    std::vector<Integer> next(a.size(), 0);
    for (std::size_t p = 0; p < a.size(); ++p) {
      for (std::size_t j = 0; j <= p; ++j) next[p] += exact[j] * a[p - j];
    }
    exact = std::move(next);
  }
  return exact;
}

TEST_CASE("the power of a series is the exact power") {
  // The second has coefficients far apart: what is left out below is counted above.
  std::vector<Integer> steep;
  for (unsigned i = 0; i < 9; ++i) steep.push_back(Integer(1) << (40 * i * i));
  for (const std::vector<Integer>& a : {std::vector<Integer>{3, 1, 4, 1, 5, 9, 2, 6}, steep}) {
    for (const std::uint64_t exponent : {1, 2, 3, 5, 6, 7, 20, 33}) {
      const std::vector<Integer> exact = exact_power(a, exponent);
      for (const mpfr_prec_t precision : {24, 64, 200}) {
        std::vector<Interval> series;
        for (const Integer& x : a) series.emplace_back(x, precision);
        const std::vector<Interval> power = truncated_power(series, exponent);
        for (std::size_t p = 0; p < a.size(); ++p) {
          CAPTURE(a.size(), exponent, precision, p);
          CHECK(power[p].contains(Rational(exact[p])));
          CHECK(narrow(power[p], precision - 14));
        }
      }
    }
  }
}

/// Moments of X = exp(N/sigma - 1/(2 sigma^2)).
Interval lognormal(std::uint64_t p, const Number& sigma) {
  const Interval s = enclose(sigma, 400);
  return exp(Interval(Integer(p * (p - 1)), 400) / (Interval(Integer(2), 400) * s * s));
}

/// E[f^alpha], f = mean over all `selected`-subsets of products of X: every alpha-tuple of subsets.
Interval allocation_moment(std::uint64_t steps, std::uint64_t selected, const Number& sigma, std::uint64_t alpha) {
  std::vector<unsigned> subsets;
  for (unsigned mask = 0; mask < (1U << steps); ++mask) {
    if (static_cast<std::uint64_t>(std::popcount(mask)) == selected) subsets.push_back(mask);
  }
  std::uint64_t tuples = 1;
  for (std::uint64_t i = 0; i < alpha; ++i) tuples *= subsets.size();
  Interval sum(400);
  for (std::uint64_t code = 0; code < tuples; ++code) {
    std::vector<std::uint64_t> counts(steps, 0);
    std::uint64_t rest = code;
    for (std::uint64_t i = 0; i < alpha; ++i, rest /= subsets.size()) {
      for (std::uint64_t j = 0; j < steps; ++j) counts[j] += (subsets[rest % subsets.size()] >> j) & 1U;
    }
    Interval product(Integer(1), 400);
    for (const std::uint64_t count : counts) {
      if (count > 1) product = product * lognormal(count, sigma);
    }
    sum = sum + product;
  }
  return sum / Interval(Integer(tuples), 400);
}

TEST_CASE("random allocation: the moments equal the sum over every choice of steps") {
  for (const char* sigma : {"1", "1/2", "3", "exp(1)"}) {
    for (const std::uint64_t steps : {1, 2, 4}) {
      const std::vector<Interval> logs = allocation_remove(steps, number(sigma), 2, 5, kBits);
      for (std::uint64_t alpha = 2; alpha <= 5; ++alpha) {
        CAPTURE(sigma, steps, alpha);
        CHECK(narrow(logs[alpha - 2], 110));
        CHECK(overlap(logs[alpha - 2], log(allocation_moment(steps, 1, number(sigma), alpha))));
      }
      for (std::uint64_t selected = 1; selected <= steps; ++selected) {
        for (std::uint64_t alpha = 2; alpha <= 4; ++alpha) {
          CAPTURE(sigma, steps, selected, alpha);
          const Interval log_moment = allocation_remove_selected(steps, selected, number(sigma), alpha, kBits);
          CHECK(narrow(log_moment, 110));
          CHECK(overlap(log_moment, log(allocation_moment(steps, selected, number(sigma), alpha))));
        }
      }
    }
  }
  // One selected step: the power series against the law of the counts, at many steps.
  for (const std::uint64_t steps : {7, 1000, 1000000}) {
    const std::vector<Interval> logs = allocation_remove(steps, number("7/10"), 2, 8, kBits);
    for (std::uint64_t alpha = 2; alpha <= 8; ++alpha) {
      CAPTURE(steps, alpha);
      CHECK(overlap(logs[alpha - 2], allocation_remove_selected(steps, 1, number("7/10"), alpha, kBits)));
    }
  }
}

TEST_CASE("Poisson sampling: the binomial sum, and the other direction against a finer sum") {
  const auto direct = [](const char* rate, const char* sigma, std::uint64_t alpha) {
    const Rational q = number(rate).argument;
    Interval sum(400);
    for (std::uint64_t k = 0; k <= alpha; ++k) {
      sum = sum + Interval(Rational(choose(alpha, k) * power_of(q, k) * power_of(1 - q, alpha - k)), 400) *
                      (k == 0 ? Interval(Integer(1), 400) : lognormal(k, number(sigma)));
    }
    return log(sum);
  };
  for (const char* rate : {"1/1000", "1/2", "1"}) {
    for (const char* sigma : {"1/2", "2", "ln(3)"}) {
      const std::vector<Interval> logs = poisson_remove(number(rate), number(sigma), 2, 20, kBits);
      for (std::uint64_t alpha = 2; alpha <= 20; ++alpha) {
        CAPTURE(rate, sigma, alpha);
        CHECK(narrow(logs[alpha - 2], 100));
        CHECK(overlap(logs[alpha - 2], direct(rate, sigma, alpha)));
      }
    }
  }
  for (const char* rate : {"1/1000", "1/2", "99/100"}) {
    for (const char* sigma : {"1/4", "1", "10"}) {
      for (const char* alpha : {"3/2", "2", "30"}) {
        CAPTURE(rate, sigma, alpha);
        const Interval log_moment = poisson_add(number(rate), number(sigma), number(alpha), 64);
        CHECK(narrow(log_moment, 50));
        // The plain midpoint sum with a much finer step.
        const mpfr_prec_t precision = 200;
        const Interval r = Interval(Rational(number(alpha).argument - 1), precision);
        const Interval s = Interval(Integer(1), precision) / enclose(number(sigma), precision);
        const Interval q(number(rate).argument, precision);
        Interval sum(precision);
        const int fine = 100;
        for (int k = -13 * fine; k < 13 * fine; ++k) {
          const Interval x(Rational(2 * k + 1, 2 * fine), precision);
          const Interval two(Integer(2), precision);
          const Interval ratio = q * expm1(s * x - s * s / two);
          sum = sum + exp(-(x * x / two) - r * log1p(ratio));
        }
        sum = sum /
              (Interval(Integer(fine), precision) * sqrt(Interval(Integer(2), precision) * Interval::pi(precision)));
        const Interval difference = log(sum) - log_moment;
        CHECK(less(max(difference, -difference), Rational(Integer(1), Integer(1) << 40)) == Truth::yes);
      }
    }
  }
}

TEST_CASE("a conversion is the least over its orders, from both sides and at the clipped ends") {
  // Always sampled: alpha T/(2 sigma^2) at every order, the conversion in closed form.
  Quantity eps = quantity_of(
      "poisson-gaussian.epsilon.renyi",
      {{"delta", number("1/100000")}, {"rate", number("1")}, {"sigma", number("5")}, {"steps", number("10")}});
  eps.orders = Range{2, 60};
  const auto at = [&](std::uint64_t order) {
    const Interval a(Integer(order), 300);
    const Interval one(Integer(1), 300);
    return a / Interval(Integer(5), 300) + log(one - one / a) - log(a * Interval(Rational(1, 100000), 300)) / (a - one);
  };
  std::uint64_t best = 2;
  for (std::uint64_t order = 3; order <= 60; ++order) {
    if (less(at(order), at(best)) == Truth::yes) best = order;
  }
  REQUIRE(best > 2);
  REQUIRE(best < 60);
  const Integer down = scaled_floor(at(best), 100);
  const Rational below(down, Integer(1) << 100);
  const Rational above(down + 1, Integer(1) << 100);
  std::uint64_t order = best;
  const auto holds = [&](const Quantity& q, Relation relation, const Rational& value) {
    const std::string orders = "order " + std::to_string(order) + "\norder-add " + std::to_string(best) + "\n";
    return attempt(q, relation, {Number::Kind::rational, value},
                   "method orders\nbits 128\n" + (has_upper_end(relation) ? orders : ""))
        .verified;
  };
  CHECK(holds(eps, Relation::less_equal, above));
  CHECK(holds(eps, Relation::less, above));
  CHECK_FALSE(holds(eps, Relation::less_equal, below));
  CHECK(holds(eps, Relation::greater_equal, below));
  CHECK(holds(eps, Relation::greater, below));
  CHECK_FALSE(holds(eps, Relation::greater_equal, above));
  CHECK(holds(eps, Relation::greater_equal, Rational(0)));
  CHECK(holds(eps, Relation::greater, Rational(-1)));
  CHECK_FALSE(holds(eps, Relation::less, Rational(0)));
  CHECK_FALSE(holds(eps, Relation::less_equal, Rational(-1)));
  // Another order proves less.
  order = best + 1;
  CHECK_FALSE(holds(eps, Relation::less_equal, above));
  order = best;
  // A range without the best order: the least is at its end, and the early stop is not reached.
  eps.orders = Range{2, best - 3};
  CHECK(holds(eps, Relation::greater, above));
  eps.orders = Range{best + 3, 60};
  CHECK(holds(eps, Relation::greater, above));
  eps.orders = Range{2, 60};

  // The same curve read the other way: delta at that epsilon.
  Quantity delta =
      quantity_of("poisson-gaussian.delta.renyi",
                  {{"eps", number("1")}, {"rate", number("1")}, {"sigma", number("5")}, {"steps", number("10")}});
  delta.orders = Range{2, 60};
  delta.parameters["eps"] = {Number::Kind::rational, above};
  CHECK(holds(delta, Relation::less, Rational(1, 100000)));
  CHECK_FALSE(holds(delta, Relation::greater_equal, Rational(1, 100000)));
  delta.parameters["eps"] = {Number::Kind::rational, below};
  CHECK(holds(delta, Relation::greater, Rational(1, 100000)));
  CHECK_FALSE(holds(delta, Relation::less_equal, Rational(1, 100000)));
  CHECK(holds(delta, Relation::less_equal, Rational(1)));
  CHECK_FALSE(holds(delta, Relation::greater, Rational(1)));
  CHECK(holds(delta, Relation::greater, Rational(0)));
  // Clipped at 1: far below the divergence nothing is proved.
  delta.parameters["eps"] = number("-1");
  CHECK(holds(delta, Relation::greater_equal, Rational(1)));
  CHECK_FALSE(holds(delta, Relation::less, Rational(1)));
}

TEST_CASE("reference values of Renyi divergences") {
  const std::string witness = "method moments\nbits 96\n";
  const auto clones = [&](const char* n, const char* eps0, const char* alpha, const char* lo, const char* unit) {
    const Quantity q = quantity_of(
        "clones.renyi", {{"alpha", number(alpha)}, {"eps0", number(eps0)}, {"n", number(n)}, {"rounds", number("1")}});
    const Rational below{integer_of(lo), integer_of(unit)};
    const Rational above{Integer(integer_of(lo) + 1), integer_of(unit)};
    return attempt(q, Relation::greater_equal, {Number::Kind::rational, below}, witness).verified &&
           attempt(q, Relation::less_equal, {Number::Kind::rational, above}, witness).verified;
  };
  CHECK(clones("100", "4", "8", "3867292725415959065", "1000000000000000000"));
  CHECK(clones("1000", "2", "2", "1721988660617385886", "100000000000000000000"));
  // Every step uses the record: exactly alpha steps/(2 sigma^2), in every direction and at every order.
  const Quantity always = quantity_of(
      "allocation.renyi",
      {{"alpha", number("5/2")}, {"selected", number("3")}, {"sigma", number("1/2")}, {"steps", number("3")}});
  CHECK(attempt(always, Relation::greater_equal, number("15"), witness).verified);
  CHECK(attempt(always, Relation::less_equal, number("15"), witness).verified);
  CHECK_FALSE(attempt(always, Relation::less, number("15"), witness).verified);
  // ln(1 + (e-1)/1000), as E[f^2] = 1 + (E[X^2] - 1)/steps.
  const Quantity allocation = quantity_of(
      "allocation.renyi",
      {{"alpha", number("2")}, {"selected", number("1")}, {"sigma", number("1")}, {"steps", number("1000")}},
      Direction::remove);
  CHECK(attempt(allocation, Relation::greater, number("1716807271133/1000000000000000"), witness).verified);
  CHECK(attempt(allocation, Relation::less, number("858403635567/500000000000000"), witness).verified);
}

}  // namespace
TEST_CASE("conversions and Gaussian moments are charged before they are computed") {
  // A million orders, none of which lets the search stop: each must take of the meter.
  const auto refused = [](Quantity quantity) {
    quantity.orders = Range{2, 1'000'000};
    const std::string text = seal("method orders\nbits 64\n");
    Reader reader(text);
    const Proof proof = (*quantity.row->evaluator)(reader, quantity, Relation::greater_equal);
    const Meter meter(20'000'000);
    CHECK_THROWS_AS(proof.attempt(quantity, Relation::greater_equal, *parse_number("1/1000000")), TooMuchWork);
  };
  const auto number = [](const char* text) { return *parse_number(text); };
  refused(quantity_of(
      "poisson-gaussian.epsilon.renyi",
      {{"delta", number("1/100000000")}, {"rate", number("1")}, {"sigma", number("1000000")}, {"steps", number("1")}}));
  refused(quantity_of("allocation.epsilon.blocks",
                      {{"delta", number("1/100000000")},
                       {"epochs", number("1")},
                       {"selected", number("2")},
                       {"sigma", number("1000000")},
                       {"steps", number("2")}},
                      Direction::add));
}

TEST_CASE("a conversion is charged for its own logarithms, where the moments cost nothing") {
  const Evaluator evaluator = conversion_claim(
      {[](const Quantity&, Direction, const Number&, unsigned bits) { return Interval(bits); }, one_round},
      Converted::epsilon);
  const auto number = [](const char* text) { return *parse_number(text); };
  Quantity quantity = quantity_of(
      "poisson-gaussian.epsilon.renyi",
      {{"delta", number("1/100000000")}, {"rate", number("1")}, {"sigma", number("1000000")}, {"steps", number("1")}});
  quantity.orders = Range{2, 1001};
  const std::string text = seal("method orders\nbits 64\n");
  Reader reader(text);
  const Proof proof = evaluator(reader, quantity, Relation::greater_equal);
  // The divergence is 0 at each of the thousand orders, so that none of them stops the search.
  const Meter enough(50'000'000);
  CHECK(proof.attempt(quantity, Relation::greater_equal, *parse_number("1/1000000")).verified);
  CHECK(Meter::left() <= 50'000'000 - 1000 * 20'000);
}

TEST_CASE("at rate 1 a Poisson divergence is the Gaussian one at any order, in both directions") {
  const auto number = [](const char* text) { return *parse_number(text); };
  for (const Direction direction : {Direction::remove, Direction::add}) {
    const Quantity q = quantity_of(
        "poisson-gaussian.renyi",
        {{"alpha", number("ln(20)")}, {"rate", number("1")}, {"sigma", number("2")}, {"steps", number("8")}},
        direction);
    // ln(20) = 2.99573..., times 8/(2 4)
    CHECK(attempt(q, Relation::greater_equal, number("29957/10000"), "method moments\nbits 64\n").verified);
    CHECK(attempt(q, Relation::less_equal, number("14979/5000"), "method moments\nbits 64\n").verified);
    CHECK(!attempt(q, Relation::less_equal, number("29957/10000"), "method moments\nbits 64\n").verified);
  }
}

}  // namespace hallmark::check::test
