#include <algorithm>
#include <array>

#include "basic/classes.hpp"
#include "numbers/binomial_law.hpp"
#include "statement/decide.hpp"
#include "statement/parameters.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

Interval one_of(Count precision) { return integer(1, precision); }
Value exactly(const Rational& value) { return {Interval(value, 64), value}; }
bool is_rational(const Number& x) { return x.kind == Number::Kind::rational; }

/// (e^(k eps) - 1)/(e^eps - 1) for an integer k of either sign.
Interval geometric_sum(const Number& eps, const Count& k, Count precision) {
  return expm1(enclose(eps, precision) * integer(k, precision)) / enclose_expm1(eps, precision);
}

/// The recursion in fractions, where they are short.
std::optional<Rational> shown_exactly(const Number& eps, const Number& delta, Count n) {
  constexpr Count most_users = 2000;
  constexpr Count most_bits = 100'000;
  if (n == 0 || compare(delta, Rational(0)) == Order::equal) return Rational(0);
  if (n > 1 && compare(delta, Rational(Integer(1), Integer(2))) != Order::less) {
    return compare(delta, Rational(Integer(1), Integer(2))) == Order::unknown ? std::nullopt
                                                                              : std::optional(Rational(1));
  }
  if (!is_rational(delta)) return std::nullopt;
  if (n == 1) return delta.argument;
  if (compare(eps, Rational(0)) == Order::equal) return std::min(Rational(1), Rational(Integer(n)) * delta.argument);
  const std::optional<Rational> growth = rational_exp(eps);
  if (!growth || n > most_users || n * growth->bits() + delta.argument.bits() > most_bits) return std::nullopt;
  Rational shown = 0;
  for (Count i = 0; i < n && shown < 1; ++i) {
    const Rational up = *growth * shown + delta.argument;
    const Rational down = 1 - (1 - shown - delta.argument) / *growth;
    shown = std::min({up, down, Rational(1)});
  }
  return shown;
}

/// pi(n): the least over the place k where the second map begins, of the places that are not excluded.
/// Rigor:    PROOFS.md section 18.1
Value shown(const Quantity& q, Count n, Count precision) {
  const Number& eps = q.parameter("eps");
  const Number& delta = q.parameter("delta");
  if (const auto exact = shown_exactly(eps, delta, n)) return exactly(*exact);
  const Interval d = enclose(delta, precision);
  if (compare(eps, Rational(0)) == Order::equal) return {min(one_of(precision), d * integer(n, precision))};
  const Interval e = enclose(eps, precision);
  const Interval place = log1p((one_of(precision) - d) * enclose_expm1(eps, precision) /
                               ((one_of(precision) + enclose_exp(eps, precision)) * d)) /
                         e;
  if (!place.finite()) return {Interval::unit(precision)};
  const auto clipped = [&](const Integer& x) { return std::clamp(x, Integer(1), Integer(n)).to_count(); };
  const Count first = clipped(scaled_floor(place, 0) + 1);
  const Count last = clipped(scaled_ceil(place, 0) + 1);
  constexpr Count few = 4;
  if (last - first > few) return {Interval::unit(precision)};
  Interval least = one_of(precision);
  for (Count k = first; k <= last; ++k) {
    const Interval up = d * geometric_sum(eps, k, precision);
    const Count m = n - k;
    const Interval rest =
        (one_of(precision) - up) * exp(-(e * integer(m, precision))) + d * geometric_sum(eps, -m, precision);
    least = min(least, m == 0 ? up : one_of(precision) - rest);
  }
  return {max(least, Interval(precision))};
}

Value shown_probability(const Quantity& q, const Effort& effort) {
  return shown(q, q.count("n"), effort.bits + effort.scale + 128);
}

/// The least n with pi(n) >= p, at least 1: pi(0) = 0.
Evaluator users_claim() {
  return [](Reader& reader, const Quantity&, Relation) -> Proof {
    reader.exactly("lemma partition-selection-probability-nondecreasing-in-n");
    reader.exactly("method formula");
    const Hints hints = read_bits(reader);
    return {[hints](const Quantity& quantity, Relation relation, const Number& value) {
      return decide_least_count(relation, value, [&](const Integer& n, bool enough) {
        const auto at = [&](Side, const Effort& effort) {
          return shown(quantity, n.to_count(), effort.bits + effort.scale + 128);
        };
        return decide(at, enough ? Relation::greater_equal : Relation::less, quantity.parameter("p"), hints);
      });
    }};
  };
}

/// How often the sensitivity moves the noise of the answers "above": once each of monotone queries, else twice.
Count moves(const Quantity& q) { return q.count("cut") * (q.word("monotone") == 0 ? 2 : 1); }

/// The sum of s/b1 and moves s/b2, exactly where all three are rational.
Value pure_epsilon(const Quantity& q, Count precision) {
  const Number& b1 = q.parameter("b1");
  const Number& b2 = q.parameter("b2");
  const Number& s = q.parameter("sensitivity");
  if (is_rational(b1) && is_rational(b2) && is_rational(s)) {
    return exactly(s.argument / b1.argument + s.argument * Rational(Integer(moves(q))) / b2.argument);
  }
  return {enclose(s, precision) *
          (one_of(precision) / enclose(b1, precision) + integer(moves(q), precision) / enclose(b2, precision))};
}

Value queries_epsilon(const Quantity& q, const Effort& effort) { return pure_epsilon(q, effort.bits + 128); }

/// The smaller one of two upper ends: PROOFS.md section 18.2.
Value queries_delta(const Quantity& q, const Number& eps, Side, const Effort& effort) {
  const Count precision = effort.bits + effort.scale + 256;
  const Interval s = enclose(q.parameter("sensitivity"), precision);
  const Interval reach = s / enclose(q.parameter("b1"), precision);
  const Interval answers = s * integer(moves(q), precision) / enclose(q.parameter("b2"), precision);
  const Interval x = enclose(eps, precision);
  const Interval at = x - answers;
  const Interval whole = reach + answers;
  const Interval threshold = -expm1(min((at - reach) / integer(2, precision), at));
  const Interval pure = -expm1(x - whole) / (one_of(precision) + exp(-whole));
  return {max(min(threshold, pure), Interval(precision))};
}

Reach queries_reach(const Quantity& q, bool) {
  const Value whole = pure_epsilon(q, 64);
  if (whole.exact) return Reach::multiple({Number::Kind::rational, *whole.exact});
  return Reach::enclosed([q](Count precision) { return pure_epsilon(q, precision).enclosure; });
}

/// The laws of the number of runs, in the order of the words, and what each takes.
enum class Runs { geometric, poisson, tnb, binomial, fixed };
constexpr std::array<std::string_view, 5> kTaken{"gamma", "mean", "eta gamma", "n p", "n"};

void check_runs(const Quantity& q) {
  check_taken(q, kTaken.at(q.word("runs")), {"eta", "gamma", "mean", "n", "p"}, "these runs");
}

/// The largest ratio over all pure mechanisms: PROOFS.md section 18.3.
Value best_run_epsilon(const Quantity& q, const Effort& effort) {
  const Count precision = effort.bits + 192;
  const Number& eps0 = q.parameter("eps0");
  const Interval one = one_of(precision);
  const Interval whole = one + enclose_exp(eps0, precision);
  const Interval least = one / whole;
  const Interval gap = enclose_expm1(eps0, precision) / whole;
  const auto given = [&](std::string_view name) { return enclose(q.parameter(name), precision); };
  const auto growth = [&](const Interval& rest, const Interval& share) {
    return log1p(share * gap / (rest + share * least));
  };
  const Interval base = enclose(eps0, precision);
  switch (static_cast<Runs>(q.word("runs"))) {
    case Runs::geometric:
      return {base + integer(2, precision) * growth(given("gamma"), one - given("gamma"))};
    case Runs::poisson:
      return {base + given("mean") * gap};
    case Runs::tnb:
      return {base + (given("eta") + one) * growth(given("gamma"), one - given("gamma"))};
    case Runs::binomial:
      return {base + integer(q.count("n") - 1, precision) * growth(one - given("p"), given("p"))};
    case Runs::fixed:
      if (is_rational(eps0)) return exactly(eps0.argument * Rational(Integer(q.count("n"))));
      return {base * integer(q.count("n"), precision)};
  }
  throw Rejected{"statement", "runs"};
}

/// The maximum with the noise of a parameter.
ScoreNoise noise_of(const Quantity& q) {
  const ScoreNoise noise{static_cast<ScoreNoise>(q.word("noise"))};
  check_taken(q, noise == ScoreNoise::gaussian ? "sigma candidates" : "eps0", {"candidates", "eps0", "sigma"},
              "this noise");
  return noise;
}

Reach rounds_of_eps0(const Quantity& q, bool) { return Reach::multiple(q.parameter("eps0"), q.count("rounds")); }
Reach maximum_reach(const Quantity& q, bool remove) {
  return noise_of(q) == ScoreNoise::gaussian ? Reach::unbounded() : rounds_of_eps0(q, remove);
}

}  // namespace

std::vector<QuantityRow> selection_rows() {
  using namespace parameters;
  const auto claims_of = [](Bounds bounds, const decltype(Claims::reach)& reach) {
    return Claims{.bounds = bounds,
                  .adjacencies = std::vector{Adjacency::zero_out},
                  .directions = kBoth,
                  .one_number = agree,
                  .reach = reach,
                  .axioms = kNoAxioms};
  };
  const Claims mechanism = claims_of(Bounds::mechanism, no_profile);
  const Claims upper = claims_of(Bounds::formula, queries_reach);
  const auto maxima = [](const decltype(Claims::reach)& reach) {
    return Claims{.bounds = Bounds::mechanism,
                  .adjacencies = std::vector{Adjacency::zero_out},
                  .directions = kDirected,
                  .one_number = agree,
                  .reach = reach,
                  .axioms = kNoAxioms};
  };
  const auto read = [](ScoreNoise noise) {
    return [noise](Reader& reader, const Quantity& q, Relation relation) {
      return read_noisy_max(reader, relation, q, noise);
    };
  };
  const auto read_any = [](Reader& reader, const Quantity& q, Relation relation) {
    return read_noisy_max(reader, relation, q, noise_of(q));
  };
  const Claims pure = maxima(rounds_of_eps0);
  const Claims any = maxima(maximum_reach);
  const std::vector of_delta{eps, eps0, rounds};
  const std::vector of_epsilon{delta, eps0, rounds};
  return {
      attacked(Worst::class_of_pairs, {pure, "exponential.delta", of_delta, delta_claim(read(ScoreNoise::gumbel))}),
      {pure, "exponential.epsilon", of_epsilon, epsilon_claim(read(ScoreNoise::gumbel))},
      attacked(Worst::class_of_pairs,
               {any, "noisy-max.delta", std::vector{candidates, eps, noise_eps0, noise, rounds, noise_sigma},
                delta_claim(read_any)}),
      {any, "noisy-max.epsilon", std::vector{candidates, delta, noise_eps0, noise, rounds, noise_sigma},
       epsilon_claim(read_any)},
      attacked(Worst::class_of_pairs,
               {pure, "permute-and-flip.delta", of_delta, delta_claim(read(ScoreNoise::exponential))}),
      {pure, "permute-and-flip.epsilon", of_epsilon, epsilon_claim(read(ScoreNoise::exponential))},
      {mechanism, "partition-selection.n", std::vector{delta, eps, p}, users_claim()},
      {mechanism, "partition-selection.probability", std::vector{delta, eps, users}, formula_claim(shown_probability)},
      {mechanism, "private-selection.epsilon", std::vector{eps0, eta, runs_gamma, runs_mean, runs_n, runs_p, runs},
       formula_claim(best_run_epsilon, check_runs)},
      attacked(Worst::class_of_pairs,
               {upper, "sparse-vector.delta", std::vector{b1, b2, cut, eps, monotone, real_sensitivity},
                delta_claim(evaluated("formula", queries_delta))}),
      {mechanism, "sparse-vector.epsilon", std::vector{b1, b2, cut, monotone, real_sensitivity},
       formula_claim(queries_epsilon)},
  };
}

}  // namespace hallmark::check
