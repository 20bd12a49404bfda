#include "shuffle/advanced_composition.hpp"

#include <algorithm>
#include <bit>

#include "shuffle/clones_sum.hpp"
#include "shuffle/response_sum.hpp"

namespace hallmark::check {

namespace {

Interval integer(const Integer& value, mpfr_prec_t precision) { return {value, precision}; }

/// delta/(2 rounds)
Interval share_of_delta(const Number& delta, std::uint64_t rounds, mpfr_prec_t precision) {
  return enclose(delta, precision) / integer(Integer(rounds) * 2, precision);
}

/// Whether eps1 is proved to be at most (`upper`) or more than the rational of the witness.
bool is_bound_on_eps1(const Quantity& quantity, const Rational& eps1, bool upper, const std::vector<unsigned>& tries,
                      unsigned long scale, Budget& budget) {
  const Number point{Number::Kind::rational, eps1};
  const Number& eps0 = quantity.parameter("eps0");
  const Order order = compare(point, eps0);
  if (order == Order::unknown) return false;
  if (order != Order::less) return upper;  // the divergence is 0 there
  for (const unsigned bits : tries) {
    const Interval divergence = clones_delta(quantity.count("n"), eps0, point, {bits, scale}, budget);
    const Interval bound =
        share_of_delta(quantity.parameter("delta"), quantity.count("rounds"), divergence.precision());
    const Truth truth = upper ? less_equal(divergence, bound) : less(bound, divergence);
    if (truth != Truth::unknown) return truth == Truth::yes;
  }
  return false;
}

}  // namespace

namespace {

/// What the witness says of eps1, the epsilon of one round: a number below it, a number that is at least it.
struct OneRound {
  Hints hints;
  Rational lower, upper;
};

Outcome attempt_composition(const OneRound& witness, const Quantity& quantity, Relation relation, const Number& value,
                            Budget& budget) {
  const bool upper = has_upper_end(relation);
  const Order sign = compare(value, Rational(0));
  if (sign == Order::unknown) return Outcome::no("comparison", "the sign of the value is undecided");
  if (sign == Order::less ||
      (sign == Order::equal && (relation == Relation::less || relation == Relation::greater_equal))) {
    return upper ? Outcome::no("comparison", "epsilon is not negative") : Outcome::yes();
  }
  if (compare(value, Rational(Integer(10000) * quantity.count("rounds"))) == Order::greater) {
    return Outcome::no("domain", "value: must be at most 10000 rounds");
  }
  const Rational& eps1 = upper ? witness.upper : witness.lower;
  if (eps1 < 0 || eps1 > 10000) return Outcome::no("witness", "eps1: must satisfy 0 <= eps1 <= 10000");
  const Number& delta = quantity.parameter("delta");
  const std::uint64_t rounds = quantity.count("rounds");
  const Interval rough = share_of_delta(delta, rounds, 64);
  if (mpfr_regular_p(rough.lo()) == 0 || mpfr_get_exp(rough.lo()) < -(1L << 24)) throw TooMuchWork();
  const auto scale = static_cast<unsigned long>(std::max(0L, 2 - static_cast<long>(mpfr_get_exp(rough.lo()))));
  std::vector<unsigned> tries = {64, witness.hints.bits, 2 * witness.hints.bits, 4 * witness.hints.bits};
  tries.erase(std::unique(tries.begin(), tries.end()), tries.end());
  if (!is_bound_on_eps1(quantity, eps1, upper, tries, scale, budget)) {
    return Outcome::no("witness", upper ? "eps1-upper is not proved to be at least eps1"
                                        : "eps1-lower is not proved to be below eps1");
  }
  for (const unsigned bits : tries) {
    // eps1 = 0: nothing is told apart. From rounds eps1 on the composition is 0.
    const Order order = compare(value, eps1 * rounds);
    const Interval composed =
        order == Order::greater || order == Order::equal
            ? Interval(64)
            : responses_delta({0, 0, rounds}, {Number::Kind::rational, eps1}, value, {bits, scale}, budget);
    const auto precision = static_cast<mpfr_prec_t>(bits + scale + 64 + 4 * std::bit_width(rounds));
    const Interval one = integer(1, precision);
    // 1 - (1-delta1)^rounds (1-delta') = lost + (1-lost) delta'
    const Interval lost = -expm1(integer(rounds, precision) * log1p(-share_of_delta(delta, rounds, precision)));
    const Interval total = lost + (one - lost) * composed;
    const Interval bound = enclose(delta, precision);
    const Truth truth =
        upper ? (relation == Relation::less ? less(total, bound) : less_equal(total, bound)) : less(bound, total);
    if (truth == Truth::yes) return Outcome::yes();
    if (truth == Truth::no) {
      return Outcome::no("comparison", "the composition at the value is not what the recomputation gives");
    }
  }
  return Outcome::no("comparison",
                     "the composition at the value is undecided at " + std::to_string(tries.back()) + " bits");
}

}  // namespace

Evaluator advanced_composition_claim(Evaluator one_round) {
  return [one_round = std::move(one_round)](Reader& reader, const Quantity& quantity, Relation whole) -> Proof {
    if (quantity.count("rounds") == 1) return one_round(reader, quantity, whole);
    reader.exactly("lemma hockey-stick-nonincreasing-in-eps");
    reader.exactly("method sums");
    OneRound witness{read_bits(reader), 0, 0};
    if (has_lower_end(whole)) witness.lower = reader.rational("eps1-lower");
    if (has_upper_end(whole)) witness.upper = reader.rational("eps1-upper");
    return {[witness](const Quantity& q, Relation relation, const Number& value, Budget& budget) {
      return attempt_composition(witness, q, relation, value, budget);
    }};
  };
}

}  // namespace hallmark::check
