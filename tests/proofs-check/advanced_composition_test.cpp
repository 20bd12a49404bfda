// Advanced composition: the composed randomized response against every outcome, and the certificate's two steps.

#include <bit>
#include <catch2/catch.hpp>

#include "claim.hpp"
#include "shuffle/response_sum.hpp"

namespace hallmark::check::test {
namespace {

Number number(const std::string& text) { return parse_number(text).value(); }

TEST_CASE("the composed randomized response is the sum over every outcome") {
  constexpr mpfr_prec_t precision = 300;
  for (const unsigned rounds : {1U, 2U, 3U, 7U}) {
    for (const char* eps1 : {"1/10", "1", "5"}) {
      for (const char* eps : {"0", "1/20", "1", "3", "ln(2)", "40"}) {
        CAPTURE(rounds, eps1, eps);
        const Interval one(Integer(1), precision);
        const Interval e = enclose_exp(number(eps1), precision);
        const Interval w = enclose_exp(number(eps), precision);
        Interval sum(precision);
        for (unsigned outcome = 0; outcome < (1U << rounds); ++outcome) {
          const auto lies = static_cast<unsigned>(std::popcount(outcome));
          const Interval p = nth_power(e / (one + e), rounds - lies) * nth_power(one / (one + e), lies);
          const Interval q = nth_power(e / (one + e), lies) * nth_power(one / (one + e), rounds - lies);
          sum = sum + max(Interval(precision), p - w * q);
        }
        const Interval difference = sum - responses_delta({0, 0, rounds}, number(eps1), number(eps), {precision, 0});
        CHECK(less(max(difference, -difference), Rational(Integer(1), Integer(1) << 250)) == Truth::yes);
      }
    }
  }
}

TEST_CASE("advanced composition: both ends, and what the witness must be") {
  const Parameters parameters = {
      {"delta", number("1/1000000")}, {"eps0", number("2")}, {"n", number("10000")}, {"rounds", number("20")}};
  const Quantity quantity = quantity_of("clones.epsilon.advanced-composition", parameters);
  // eps1: the epsilon of one round at delta/40, by bisection with the checker itself.
  const Quantity one_round =
      quantity_of("clones.epsilon", parameters).with("rounds", number("1")).with("delta", number("1/40000000"));
  const std::string head = "lemma hockey-stick-nonincreasing-in-eps\nmethod sums\nbits 96\n";
  const auto at_most = [&](const Quantity& q, const Rational& value) {
    return attempt(q, Relation::less_equal, {Number::Kind::rational, value}, head).verified;
  };
  const auto bisect = [](const std::function<bool(const Rational&)>& proved, Rational lo, Rational hi) {
    for (int i = 0; i < 30; ++i) {
      const Rational middle = (lo + hi) / 2;
      (proved(middle) ? hi : lo) = middle;
    }
    return std::pair{lo, hi};
  };
  const auto [below, above] = bisect([&](const Rational& x) { return at_most(one_round, x); }, 0, 2);
  Rational eps1_lower = below;
  Rational eps1_upper = above;
  const auto holds = [&](Relation relation, const Rational& value) {
    const bool upper = has_upper_end(relation);
    const std::string eps1 = to_text(Number{Number::Kind::rational, upper ? eps1_upper : eps1_lower});
    return attempt(quantity, relation, {Number::Kind::rational, value},
                   head + (upper ? "eps1-upper " : "eps1-lower ") + eps1 + "\n")
        .verified;
  };
  const auto [lo, hi] = bisect([&](const Rational& x) { return holds(Relation::less_equal, x); }, 0, 40);
  CHECK(holds(Relation::less, hi + Rational(1, 1000000)));
  CHECK(holds(Relation::greater, lo - Rational(1, 1000000)));
  CHECK_FALSE(holds(Relation::less_equal, lo - Rational(1, 1000000)));
  CHECK_FALSE(holds(Relation::greater_equal, hi + Rational(1, 1000000)));
  // More than one round alone, less than the sum of all.
  CHECK(hi > above);
  CHECK(hi < 20 * above);
  CHECK(holds(Relation::greater_equal, 0));
  CHECK_FALSE(holds(Relation::less, 0));
  // A witness on the wrong side proves nothing.
  eps1_upper = below;
  CHECK_FALSE(holds(Relation::less_equal, hi + 1));
  eps1_lower = above;
  CHECK_FALSE(holds(Relation::greater_equal, lo / 2));
  eps1_upper = Rational(2);  // eps0: always enough, but loose
  CHECK_FALSE(holds(Relation::less_equal, hi));
  CHECK(holds(Relation::less_equal, Rational(40)));
}

TEST_CASE("advanced composition: what is lost and what is composed add up to delta") {
  const Quantity quantity =
      quantity_of("clones.epsilon.advanced-composition",
                  {{"delta", number("1/2")}, {"eps0", number("2")}, {"n", number("3")}, {"rounds", number("2")}});
  // eps0 is always enough for eps1.
  const std::string witness = "lemma hockey-stick-nonincreasing-in-eps\nmethod sums\nbits 96\neps1-upper 2\n";
  // lost = 1 - (7/8)^2 = 15/64; lost + (1 - lost) delta' <= 1/2 iff delta' <= 17/49.
  for (int i = 1; i < 40; ++i) {
    const Number value{Number::Kind::rational, Rational(i, 10)};
    const Interval composed = responses_delta({0, 0, 2}, number("2"), value, {128, 0});
    CAPTURE(i);
    CHECK(attempt(quantity, Relation::less_equal, value, witness).verified ==
          (less_equal(composed, Rational(17, 49)) == Truth::yes));
  }
}

}  // namespace
}  // namespace hallmark::check::test
