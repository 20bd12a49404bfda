#include "shuffle/formulas.hpp"

#include <bit>

#include "shuffle/clones_sum.hpp"
#include "shuffle/response_sum.hpp"

namespace hallmark::check {

namespace {

/// What the witness says of eps1, the epsilon of one round: a number below it, a number that is at least it.
struct OneRound {
  Hints hints;
  Rational lower, upper;
};

Judgement attempt_composition(const OneRound& witness, const Quantity& quantity, Relation relation,
                              const Number& value) {
  const bool upper = has_upper_end(relation);
  if (auto decided = without_delta(relation, value, "epsilon", false)) return *std::move(decided);
  if (compare(value, Rational(Integer(10000) * quantity.count("rounds"))) == Order::greater) {
    return Judgement::no("domain", "value: must be at most 10000 rounds");
  }
  const Rational& eps1 = upper ? witness.upper : witness.lower;
  if (eps1 < 0 || eps1 > 10000) return Judgement::no("witness", "eps1: must satisfy 0 <= eps1 <= 10000");
  const Number& delta = quantity.parameter("delta");
  const Count rounds = quantity.count("rounds");
  const auto finer = [&](const Effort& effort) {  // about delta/(2 rounds)
    return Effort{effort.bits, effort.scale + bits_of(rounds) + 1};
  };
  // eps1 is where the divergence of one round is delta/(2 rounds). From eps0 on it is 0.
  const Number point{Number::Kind::rational, eps1};
  const Number& eps0 = quantity.parameter("eps0");
  const Order to_eps0 = compare(point, eps0);
  const auto divergences = [&](Side, const Effort& effort) {
    const Interval one = clones_delta(quantity.count("n"), eps0, point, finer(effort));
    return Value{one * integer(Integer(rounds) * 2, one.precision())};
  };
  const Relation of_eps1 = upper ? Relation::less_equal : Relation::greater;
  const bool known = to_eps0 == Order::less ? decide(divergences, of_eps1, delta, witness.hints).verified
                                            : upper && to_eps0 != Order::unknown;
  if (!known) {
    return Judgement::no("witness", upper ? "eps1-upper is not proved to be at least eps1"
                                          : "eps1-lower is not proved to be below eps1");
  }
  const auto composition = [&](Side, const Effort& effort) {
    // eps1 = 0: nothing is told apart. From rounds eps1 on the composition is 0.
    const Order order = compare(value, eps1 * rounds);
    const bool none = order == Order::greater || order == Order::equal;
    const Interval composed = none ? Interval(64) : responses_delta({0, 0, rounds}, point, value, finer(effort));
    const Count precision = effort.bits + effort.scale + 64 + 4 * bits_of(rounds);
    // 1 - (1-delta1)^rounds (1-delta') = lost + (1-lost) delta', delta1 = delta/(2 rounds)
    const Interval delta1 = enclose(delta, precision) / integer(Integer(rounds) * 2, precision);
    const Interval lost = -expm1(integer(rounds, precision) * log1p(-delta1));
    return Value{lost + (integer(1, precision) - lost) * composed};
  };
  return at_the_value(decide(composition, upper ? relation : Relation::greater, delta, witness.hints));
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
    return {[witness](const Quantity& q, Relation relation, const Number& value) {
      return attempt_composition(witness, q, relation, value);
    }};
  };
}

}  // namespace hallmark::check
