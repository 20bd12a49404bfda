#include <algorithm>

#include "numbers/binomial_law.hpp"
#include "statement/decide.hpp"
#include "statement/parameters.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

Interval in_units(const Fixed& sum, Count unit) {
  return times_power_of_two(Interval(sum.lo, sum.hi, unit + 64), -unit);
}

/// Pr[W >= v] + 2 m delta max over 1 <= i <= v of Pr[v-i <= W <= v-1]/i, W ~ Bin(guesses, e^eps/(1+e^eps)), at most 1.
/// Rigor:     PROOFS.md section 18.5; what the law leaves out is added to the upper end of each sum, and further counts
///            make an average no larger
Value refuted_probability(const Quantity& q, const Number& eps, const Effort& effort) {
  const Count unit = effort.bits + effort.scale + 32;
  const Count v = q.count("right");
  const Count m = q.count("m");
  const Count precision = unit + 64 + 2 * bits_of(q.count("guesses"));
  const BinomialLaw law = binomial_law(q.count("guesses"), enclose_exp(eps, precision), unit, unit);
  const Interval tail = in_units(mass_from(law, v), unit);
  const Interval one = integer(1, precision);
  if (compare(q.parameter("delta"), Rational(0)) == Order::equal) return {min(tail, one)};
  Fixed sum{0, law.outside};
  Interval largest = in_units(sum, unit);
  for (Count k = std::min(v, law.first + Count(law.masses.size())) - 1; k >= law.first; --k) {
    sum.add(law.masses[k - law.first]);
    largest = max(largest, in_units(sum, unit) / integer(v - k, unit + 64));
  }
  const Interval twice = integer(2, precision) * integer(m, precision) * enclose(q.parameter("delta"), precision);
  return {min(tail + twice * largest, one)};
}

/// inf {eps >= 0 : p(eps) >= beta}, p increasing where it is below 1.
Judgement attempt_one_run(const Hints& hints, const Quantity& q, Relation relation, const Number& value) {
  if (auto decided = without_delta(relation, value, "epsilon", false)) return *std::move(decided);
  if (compare(value, Rational(10000)) != Order::less) return Judgement::no("domain", "value: must satisfy eps < 10000");
  const bool upper = has_upper_end(relation);
  if (q.count("right") == 0) {  // p = 1 everywhere: the limit is 0
    return upper ? Judgement::yes() : Judgement::no("comparison", "epsilon is 0");
  }
  const Relation at = !upper                       ? Relation::less
                      : relation == Relation::less ? Relation::greater
                                                   : Relation::greater_equal;
  return at_the_value(decide([&](Side, const Effort& effort) { return refuted_probability(q, value, effort); }, at,
                             q.parameter("beta"), hints));
}

Proof read_one_run(Reader& reader, const Quantity& quantity, Relation) {
  const Order to_most = compare(quantity.parameter("delta"), Rational(1, 2 * Integer(quantity.count("m"))));
  if (to_most != Order::less && to_most != Order::equal) throw Rejected{"domain", "delta: must be at most 1/(2 m)"};
  reader.exactly("lemma audit-one-run-increasing-in-eps");
  reader.exactly("method sums");
  const Hints hints = read_bits(reader);
  return {[hints](const Quantity& q, Relation relation, const Number& value) {
    return attempt_one_run(hints, q, relation, value);
  }};
}

/// Pr[Bin(n, x) <= k] against beta, for a rational x in [0, 1]; true at the ends.
Judgement limit_is(Count n, Count k, const Rational& x, Relation relation, const Number& beta, const Hints& hints) {
  const auto tail = [&](Side, const Effort& effort) -> Value {
    const Count unit = effort.bits + effort.scale + 32;
    if (x == 0 || k == n) return {Interval(Rational(1), 64), Rational(1)};
    if (x == 1) return {Interval(Rational(0), 64), Rational(0)};
    const Count precision = unit + 64 + 2 * bits_of(n);
    const BinomialLaw law = binomial_law(n, Interval(Rational((1 - x) / x), precision), unit, unit);
    return {in_units(mass_from(law, n - k), unit)};
  };
  return decide(tail, relation, beta, hints);
}

/// The limits of two rates, from below and from above as the witness has them.
struct Rates {
  Hints hints;
  Rational hits, alarms;
};

/// Proves that the rate of misses (the lower limit p of hits is 1 less theirs) and the rate of alarms are on the side
/// that the end needs: for an upper end of epsilon p is at most `hits`, q at least `alarms`.
Judgement rates_are(const Rates& rates, const Quantity& q, bool upper) {
  if (rates.hits < 0 || rates.hits > 1 || rates.alarms < 0 || rates.alarms > 1) {
    return Judgement::no("witness", "tpr, fpr: must satisfy 0 <= rate <= 1");
  }
  // The root x of Pr[Bin(n, x) <= k] = beta is at least a rate where the probability there is at least beta.
  const Relation relation = upper ? Relation::greater_equal : Relation::less_equal;
  const Count misses = q.count("n1") - q.count("tp");
  const bool no_hit = q.count("tp") == 0;                  // p = 0
  const bool all_alarms = q.count("fp") == q.count("n0");  // q = 1
  const Judgement wrong = Judgement::no("witness", "tpr, fpr: are not proved to be on their side of the limits");
  const bool hits =
      no_hit ? upper || rates.hits == 0
             : limit_is(q.count("n1"), misses, 1 - rates.hits, relation, q.parameter("beta1"), rates.hints).verified;
  const bool alarms =
      all_alarms
          ? upper || rates.alarms == 1
          : limit_is(q.count("n0"), q.count("fp"), rates.alarms, relation, q.parameter("beta2"), rates.hints).verified;
  return hits && alarms ? Judgement::yes() : wrong;
}

/// max(0, ln((p - delta)/q), ln((1 - q - delta)/(1 - p))), a term without positive numerator left out.
Value epsilon_at(const Rates& rates, const Quantity& q, Side side, Count precision) {
  const Interval delta = enclose(q.parameter("delta"), precision);
  const auto number = [&](const Rational& x) { return Interval(x, precision); };
  const Interval whole = integer(1000000, precision);
  Interval largest(precision);
  for (const auto& [above, below] : {std::pair{number(rates.hits) - delta, rates.alarms},
                                     std::pair{number(1 - rates.alarms) - delta, Rational(1 - rates.hits)}}) {
    if (proved(less_equal(above, Rational(0)))) continue;
    const bool positive = proved(negated(less_equal(above, Rational(0))));
    if (positive && below > 0) {
      largest = max(largest, log(above / number(below)));
    } else if (side == Side::upper) {
      largest = max(largest, whole);  // unknown or infinite
    }
  }
  return {largest};
}

Proof read_two_runs(Reader& reader, const Quantity&, Relation whole) {
  reader.exactly("method sums");
  const Hints hints = read_bits(reader);
  Rates lower{hints, 0, 1};
  Rates upper{hints, 1, 0};
  if (has_lower_end(whole)) {
    lower.hits = reader.rational("tpr-lower");
    lower.alarms = reader.rational("fpr-upper");
  }
  if (has_upper_end(whole)) {
    upper.hits = reader.rational("tpr-upper");
    upper.alarms = reader.rational("fpr-lower");
  }
  return {[=](const Quantity& q, Relation relation, const Number& value) {
    if (auto decided = without_delta(relation, value, "epsilon", false)) return *std::move(decided);
    const bool is_upper = has_upper_end(relation);
    const Rates& rates = is_upper ? upper : lower;
    if (Judgement known = rates_are(rates, q, is_upper); !known.verified) return known;
    return decide([&](Side side, const Effort& effort) { return epsilon_at(rates, q, side, effort.bits + 192); },
                  relation, value, rates.hints);
  }};
}

}  // namespace

std::vector<QuantityRow> audit_rows() {
  using namespace parameters;
  const auto claims_of = [](const std::vector<Axiom>& axioms) {
    return Claims{.bounds = Bounds::formula,
                  .adjacencies = std::vector{Adjacency::zero_out},
                  .directions = kBoth,
                  .one_number = agree,
                  .reach = no_profile,
                  .axioms = axioms};
  };
  const std::vector<Axiom> theorem{
      {"SNJ23-one-run", {"beta", "delta", "guesses", "m", "right"}, Axiom::Needed::always}};
  return {
      {claims_of(theorem), "audit.epsilon.one-run", std::vector{beta, delta, guesses, m, right}, read_one_run},
      {claims_of(kNoAxioms), "audit.epsilon.two-run", std::vector{beta1, beta2, delta, fp, n0, n1, tp}, read_two_runs},
  };
}

}  // namespace hallmark::check
