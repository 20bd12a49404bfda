// Random allocation: sums over every output and every subset, integrals at real orders, remainders that count.

#include <catch2/catch.hpp>
#include <vector>

#include "allocation/allocation_moments.hpp"
#include "allocation/allocation_sums.hpp"
#include "batch/gaussian.hpp"
#include "batch/gaussian_moments.hpp"
#include "claim.hpp"
#include "shuffle/exact_sums.hpp"

namespace hallmark::check::test {
namespace {

constexpr unsigned kBits = 96;

Number number(const std::string& text) { return parse_number(text).value(); }
Number integer_number(std::uint64_t x) { return {Number::Kind::rational, Rational(Integer(x))}; }

bool overlap(const Interval& a, const Interval& b) { return less(a, b) != Truth::yes && less(b, a) != Truth::yes; }
bool inside(const Interval& a, const Interval& b) {
  return less_equal(b.lower(), a.lower()) == Truth::yes && less_equal(a.upper(), b.upper()) == Truth::yes;
}
bool narrow(const Interval& x, long bits) {
  const Interval width = x.upper() - x.lower();
  const Interval limit = times_power_of_two(max(x.upper(), Interval(Rational(1, Integer(1) << 300), 64)), -bits);
  return less(width, limit) == Truth::yes;
}

Rational power_of(const Rational& x, std::uint64_t n) {
  Rational result = 1;
  for (std::uint64_t i = 0; i < n; ++i) result *= x;
  return result;
}

/// The probabilities of every output of t steps of randomized response, weight(chosen) the weight of each set of
/// steps that use the record.
template <class Weight>
std::vector<Rational> mixture(std::uint64_t t, const Rational& e, const Weight& weight) {
  const Rational high = e / (e + 1);
  std::vector<Rational> law(std::size_t{1} << t, Rational(0));
  for (std::uint64_t set = 0; set < (std::uint64_t{1} << t); ++set) {
    const Rational share = weight(set);
    if (share == 0) continue;
    for (std::uint64_t output = 0; output < law.size(); ++output) {
      Rational p = share;
      for (std::uint64_t i = 0; i < t; ++i) p *= ((output ^ set) >> i & 1U) == 0 ? high : Rational(1 - high);
      law[output] += p;
    }
  }
  return law;
}

std::vector<Rational> allocation(std::uint64_t t, std::uint64_t k, const Rational& e) {
  std::uint64_t sets = 0;
  const auto size = [](std::uint64_t set) { return static_cast<std::uint64_t>(__builtin_popcountll(set)); };
  for (std::uint64_t set = 0; set < (std::uint64_t{1} << t); ++set) sets += size(set) == k ? 1 : 0;
  return mixture(t, e, [&](std::uint64_t set) { return size(set) == k ? Rational(1, Integer(sets)) : Rational(0); });
}

Rational hockey_stick(const std::vector<Rational>& p, const std::vector<Rational>& q, const Rational& w) {
  Rational total = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > w * q[i]) total += p[i] - w * q[i];
  }
  return total;
}

/// The sum of numbers of so few bits, over a window of so few.
Interval short_sum(const Responses& x, const Number& eps0, const Number& eps, unsigned long unit) {
  const ResponseOddsAt odds = response_odds(eps0, eps);
  ResponsePlan plan = response_plan(x, odds, {64, 0});
  const Interval e = odds(256).e;
  const Interval walked = x.ones < x.zeros ? e : integer(1, 256) / e;
  plan.unit = unit;
  plan.window = central_window(std::min(x.ones, x.zeros), walked, unit, unit);
  return responses_sum(x, odds, plan);
}

TEST_CASE("random allocation of randomized response: every output, every subset") {
  for (const char* e_text : {"2", "3", "3/2", "5"}) {
    const Rational e = number(e_text).argument;
    const Number eps0 = number(std::string("ln(") + e_text + ")");
    for (std::uint64_t t = 1; t <= 4; ++t) {
      const std::vector<Rational> q = allocation(t, 0, e);
      for (std::uint64_t k = 1; k <= t; ++k) {
        const std::vector<Rational> p = allocation(t, k, e);
        for (const char* w_text : {"1", "11/10", "21/10", "29/10", "4"}) {
          const Rational w = number(w_text).argument;
          const Number eps = w == 1 ? number("0") : number(std::string("ln(") + w_text + ")");
          for (const bool remove : {true, false}) {
            CAPTURE(e_text, t, k, w_text, remove);
            const Responses scheme = ResponseScheme{eps0, t, k, remove}.responses();
            const Rational truth = remove ? hockey_stick(p, q, w) : hockey_stick(q, p, w);
            CHECK(responses_delta_exact(scheme, eps0, eps).value() == truth);
            const Interval enclosed = responses_delta(scheme, eps0, eps, {64, 0});
            CHECK(inside(Interval(truth, 400), enclosed));
            CHECK((truth == 0 || narrow(enclosed, 60)));
            // Too few bits, in the numbers and in the windows, are paid for.
            for (const unsigned long fraction : {1UL, 3UL, 6UL}) {
              CHECK(inside(Interval(truth, 400), short_sum(scheme, eps0, eps, fraction)));
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a narrow window encloses random allocation of randomized response: every remainder counts") {
  const Number eps0 = number("ln(3)");
  const Number eps = number("ln(5/4)");
  for (const std::uint64_t selected : {1, 2, 7}) {
    for (const bool remove : {true, false}) {
      const Responses scheme = ResponseScheme{eps0, 60, selected, remove}.responses();
      const Interval truth(responses_delta_exact(scheme, eps0, eps).value(), 400);
      for (const unsigned long fraction : {2UL, 4UL, 8UL, 16UL}) {
        const Interval wide = short_sum(scheme, eps0, eps, fraction);
        CAPTURE(selected, remove, fraction);
        CHECK(inside(truth, wide));
        CHECK_FALSE(narrow(wide, 40));
      }
    }
  }
}

TEST_CASE("the decomposition formula is that of Poisson sampling, output by output") {
  for (const char* e_text : {"2", "5"}) {
    const Rational e = number(e_text).argument;
    const Number eps0 = number(std::string("ln(") + e_text + ")");
    for (std::uint64_t t = 1; t <= 4; ++t) {
      const std::vector<Rational> q = allocation(t, 0, e);
      for (const char* l_text : {"1/10", "1/2", "1"}) {
        const Rational l = number(l_text).argument;
        const std::vector<Rational> p = mixture(t, e, [&](std::uint64_t set) {
          const auto size = static_cast<std::uint64_t>(__builtin_popcountll(set));
          return Rational(power_of(l, size) * power_of(1 - l, t - size));
        });
        const Rational any = 1 - power_of(1 - l, t);
        for (const char* w_text : {"11/10", "29/20", "21/10"}) {
          const Rational w = number(w_text).argument;
          const Number eps = number(std::string("ln(") + w_text + ")");
          const Rational remove = hockey_stick(p, q, 1 + any * (w - 1)) / any;
          const Rational add = hockey_stick(q, p, 1 / (1 - any * (1 - 1 / w))) * (any + w * (1 - any)) / any;
          for (const bool is_remove : {true, false}) {
            CAPTURE(e_text, t, l_text, w_text, is_remove);
            const ResponseScheme scheme{eps0, t, 1, is_remove};
            const Rational truth = std::min(is_remove ? remove : add, Rational(1));
            CHECK(decomposition_exact(t, number(l_text), is_remove, eps0, eps).value() == truth);
            if (l == 1) continue;
            const Interval enclosed = allocation_rr_decomposition(scheme, number(l_text), eps, {64, 0});
            CHECK(inside(Interval(truth, 400), enclosed));
            CHECK((truth == 0 || narrow(enclosed, 50)));
            // It bounds the scheme.
            CHECK(responses_delta_exact(scheme.responses(), eps0, eps).value() <= truth);
          }
        }
      }
    }
  }
}

TEST_CASE("moments of random allocation of randomized response: every output, every subset") {
  const Rational e = 3;
  for (std::uint64_t t = 1; t <= 4; ++t) {
    const std::vector<Rational> q = allocation(t, 0, e);
    for (std::uint64_t k = 1; k <= t; ++k) {
      const std::vector<Rational> p = allocation(t, k, e);
      for (const std::uint64_t alpha : {2, 3, 7}) {
        for (const bool remove : {true, false}) {
          Rational moment = 0;
          for (std::size_t i = 0; i < p.size(); ++i) {
            moment +=
                remove ? Rational(q[i] * power_of(p[i] / q[i], alpha)) : Rational(p[i] * power_of(q[i] / p[i], alpha));
          }
          CAPTURE(t, k, alpha, remove);
          const Interval log_moment =
              allocation_rr_moment({number("ln(3)"), t, k, remove}, integer_number(alpha), kBits);
          CHECK(narrow(log_moment, 80));
          CHECK(overlap(log_moment, log(Interval(moment, 400))));
        }
      }
    }
  }
}

TEST_CASE("the integral at an integer order is the sum over the series") {
  for (const char* sigma : {"1", "3"}) {
    for (const std::uint64_t steps : {2, 1000000}) {
      for (const std::uint64_t alpha : {2, 3}) {
        CAPTURE(sigma, steps, alpha);
        const Interval series = allocation_remove(steps, number(sigma), alpha, alpha, 64).front();
        const Interval integral = allocation_at_real_order(steps, number(sigma), integer_number(alpha), true, 64);
        CHECK(narrow(integral, 50));
        CHECK(overlap(series, integral));
      }
    }
  }
}

TEST_CASE("one step: both directions are the Gaussian divergence at every order") {
  for (const char* sigma : {"1", "10"}) {
    for (const char* alpha : {"101/100", "3/2"}) {
      for (const bool remove : {true, false}) {
        CAPTURE(sigma, alpha, remove);
        const Rational a = number(alpha).argument;
        const Rational s = number(sigma).argument;
        const Interval value = allocation_at_real_order(1, number(sigma), number(alpha), remove, 64);
        CHECK(narrow(value, 50));
        CHECK(inside(Interval(Rational(a * (a - 1) / (2 * s * s)), 300), value));
      }
    }
  }
}

TEST_CASE("the add direction against a number known otherwise") {
  // steps = 1000, sigma = 1, alpha = 2, by another quadrature.
  const Interval value = allocation_at_real_order(1000, number("1"), number("2"), false, 96);
  const Rational known = number("171189560941818529/100000000000000000000").argument;
  const Rational unit(1, pow(Integer(10), 20));
  CHECK(inside(value, from_ends(Interval(Rational(known - unit), 200), Interval(Rational(known + unit), 200))));
  CHECK(narrow(value, 80));
}

TEST_CASE("a coarse rule encloses the moment at a real order: every remainder counts") {
  for (const bool remove : {true, false}) {
    for (const char* alpha : {"3/2"}) {
      const Interval tight = allocation_at_real_order(3, number("1"), number(alpha), remove, 64);
      CHECK(narrow(tight, 50));
      const auto planned = [&](long accuracy, unsigned long transform, long cut, double coarser) {
        QuadraturePlan result = quadrature_plan(number(alpha), remove, accuracy, transform);
        result.cut = cut;
        result.step *= coarser;
        return result;
      };
      for (const QuadraturePlan& plan :
           {planned(88, 200, 88, 4), planned(88, 200, 88, 8), planned(4, 200, 4, 1), planned(8, 200, 8, 1),
            planned(16, 24, 16, 1), planned(88, 200, 1, 1), planned(88, 200, 4, 1), planned(88, 200, 12, 1)}) {
        CAPTURE(remove, alpha, plan.step, plan.accuracy, plan.cut, plan.transform);
        const Interval wide =
            allocation_by_quadrature(3, number("1"), number(alpha), remove, plan).value_or(Interval(64));
        CHECK(inside(tight, wide));
        CHECK_FALSE(narrow(wide, 50));
      }
    }
  }
}

TEST_CASE("the overlap bound: equal at order 2, above at others") {
  for (const std::uint64_t steps : {2, 5, 9}) {
    for (std::uint64_t selected = 1; selected <= std::min<std::uint64_t>(steps, 3); ++selected) {
      CAPTURE(steps, selected);
      const auto exact = [&](std::uint64_t order) {
        return allocation_remove_selected(steps, selected, number("1"), order, 64);
      };
      const auto bound = [&](std::uint64_t order) {
        return allocation_overlap(steps, selected, number("1"), order, 64);
      };
      CHECK(overlap(exact(2), bound(2)));
      CHECK(narrow(bound(2), 50));
      CHECK(less(exact(3), bound(3)) == (selected == steps ? Truth::unknown : Truth::yes));
    }
  }
}

TEST_CASE("below the mean: one step is the Gaussian mechanism, more steps are below it") {
  const auto quantity = [](const char* epochs, const char* steps) {
    return quantity_of("allocation.delta.direct-add",
                       {{"epochs", number(epochs)},
                        {"eps", number("1")},
                        {"selected", number("1")},
                        {"sigma", number("2")},
                        {"steps", number(steps)}},
                       Direction::add);
  };
  // As narrow as 2^-60: nothing else lies between the two sides of a Gaussian delta.
  const auto is = [](const Quantity& q, const Interval& delta) {
    const Rational margin = 1 / pow(Rational(2), 60);
    const auto value = [&](const Interval& end, const Rational& shift) {
      return Number{Number::Kind::rational, Rational(scaled_floor(end, 200), pow(Integer(2), 200)) + shift};
    };
    const std::string witness = "method formula\nbits 128\n";
    return attempt(q, Relation::less_equal, value(delta.upper(), margin), witness).verified &&
           attempt(q, Relation::greater_equal, value(delta.lower(), -margin), witness).verified;
  };
  CHECK(is(quantity("3", "1"), gaussian_delta(number("2"), number("1"), 3, {64, 0})));
  // steps = 4: mu = 1/4 and eps - 9/32, a pair of rationals.
  CHECK(is(quantity("1", "4"), gaussian_delta(number("4"), number("29/32"), 1, {64, 0})));
}

}  // namespace
}  // namespace hallmark::check::test
