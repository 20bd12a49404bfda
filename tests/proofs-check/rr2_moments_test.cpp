// The Renyi moment of shuffled randomized response against the sum over every output with exact rationals.

#include <catch2/catch.hpp>

#include "exact_text.hpp"
#include "shuffle/moments.hpp"

namespace hallmark::check::test {
namespace {

Number number(const std::string& text) { return parse_number(text).value(); }

/// The law of the number of ones: `ones` coins of probability a, the other of probability 1 - a.
std::vector<Rational> law_of(unsigned coins, unsigned ones, const Rational& a) {
  std::vector<Rational> law = {1};
  for (unsigned i = 0; i < coins; ++i) {
    const Rational p = i < ones ? a : Rational(1 - a);
    law.emplace_back(0);
    for (std::size_t k = law.size(); k-- > 0;)
      law[k] = law[k] * (1 - p) + (k > 0 ? Rational(law[k - 1] * p) : Rational(0));
  }
  return law;
}

Rational power_of(const Rational& x, unsigned n) {
  Rational result = 1;
  for (unsigned i = 0; i < n; ++i) result *= x;
  return result;
}

TEST_CASE("rr2 moments: integer orders are the sum over every output") {
  for (const char* e : {"3/2", "2", "9"}) {
    const Rational ratio = rational_of(e);
    const Rational a = ratio / (ratio + 1);
    const Number eps0{Number::Kind::ln, ratio};
    for (const unsigned n : {1U, 2U, 3U, 7U}) {
      for (unsigned ones = 0; ones < n; ++ones) {
        const std::vector<Rational> p = law_of(n, ones + 1, a);  // user 1 among those who hold 1
        const std::vector<Rational> q = law_of(n, ones, a);
        for (const unsigned alpha : {2U, 3U, 8U}) {
          CAPTURE(e, n, ones, alpha);
          Rational moment = 0;
          for (std::size_t k = 0; k < p.size(); ++k) moment += q[k] * power_of(p[k] / q[k], alpha);
          const Interval truth = log(Interval(moment, 300));
          const Interval found = rr2_log_moment(n, ones, eps0, number(std::to_string(alpha)), 128);
          CHECK(less(found, truth.lower()) != Truth::yes);
          CHECK(less(truth.upper(), found) != Truth::yes);
          CHECK(less(found.upper() - found.lower(), Rational(Integer(1), Integer(1) << 100)) == Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("rr2 moments: many users, real orders between their neighbours, short windows") {
  const auto at = [&](const char* alpha, unsigned bits) {
    return rr2_log_moment(3000, 20, number("2"), number(alpha), bits);
  };
  const Interval wide = at("5/2", 64);
  const Interval narrow = at("5/2", 200);
  CHECK(less(wide, narrow) != Truth::yes);
  CHECK(less(narrow, wide) != Truth::yes);
  CHECK(less(narrow.upper() - narrow.lower(), Rational(Integer(1), Integer(1) << 150)) == Truth::yes);
  // ln M is convex in the order and 0 at 1.
  CHECK(less(at("2", 128), narrow) == Truth::yes);
  CHECK(less(narrow + narrow, at("2", 128) + at("3", 128)) == Truth::yes);
  // At most (alpha-1) eps0, and close to it for a huge order.
  CHECK(less(at("1000", 64), Rational(999 * 2)) == Truth::yes);
}

}  // namespace
}  // namespace hallmark::check::test
