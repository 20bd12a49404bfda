#include "basic/classes.hpp"

#include "basic/phases.hpp"
#include "basic/rounds_sum.hpp"
#include "batch/gaussian.hpp"

namespace hallmark::check {

Count precision_of(const Quantity& q, const Effort& effort) {
  return effort.bits + effort.scale + 4U * bits_of(q.count("rounds")) + 96U;
}

namespace {

/// The pair of log ratios t and t - eps0, the P-mass of the larger (1 - e^(t-eps0))/(1 - e^-eps0).
Outcomes two_ratios(const Quantity& q, const Rational& t, Count precision) {
  const Interval high(t, precision);
  const Interval low = high - enclose(q.parameter("eps0"), precision);
  if (t <= 0 || !proved(less(low, Rational(0))))
    throw Rejected{"witness", "threshold: must be positive and below eps0"};
  const Interval whole = expm1(-enclose(q.parameter("eps0"), precision));
  const Interval mass = expm1(low) / whole;
  return {{{mass, high}, {exp(low) * expm1(-high) / whole, low}}, Interval(precision)};
}

}  // namespace

Profile read_bounded_range(Reader& reader, const Quantity&, Relation relation) {
  enum class By { event, recursion };
  const bool recursion = reader.one_of<By>("method", {"event", "recursion"}) == By::recursion;
  const Hints hints = read_bits(reader);
  if (recursion) {
    const Count cells = reader.integer("cells", 1, 4096).to_count();
    return {[cells](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
              const Count precision = precision_of(q, effort);
              return one_sided(side, range_game(q.parameter("eps0"), q.count("rounds"), eps, cells, side, precision));
            },
            hints};
  }
  const Rational t = has_lower_end(relation) ? reader.rational("threshold") : Rational();
  return {[t](const Quantity& q, const Number& eps, Side side, const Effort& effort) -> Value {
            const Count rounds = q.count("rounds");
            if (side == Side::lower) {
              const Outcomes pair = two_ratios(q, t, precision_of(q, effort));
              return one_sided(side, lattice_delta(pair, rounds, eps));
            }
            const auto make = [&](Count precision) { return least_pair(q, precision); };
            return one_sided(side, spline_delta(make, rounds, eps, effort));
          },
          hints};
}

namespace {

/// By how much a record moves the difference of two scores, in units of its noise.
Interval shift_of_two(const Quantity& q, ScoreNoise noise, Count precision) {
  if (noise != ScoreNoise::gaussian) return enclose(q.parameter("eps0"), precision);
  return sqrt(integer(2, precision)) / enclose(q.parameter("sigma"), precision);
}

/// The same of all scores less their mean.
Interval shift_of_all(const Quantity& q, Count precision) {
  const Count m = q.count("candidates");
  const Rational squares = m % 2 == 0 ? Rational(Integer(m)) : Rational(Integer(m)) - Rational(Integer(1), Integer(m));
  return sqrt(Interval(squares, precision)) / enclose(q.parameter("sigma"), precision);
}

/// Pr[the difference of two noises > x]: of exponential and of Laplace noise for x >= 0.
Interval upper_tail(ScoreNoise noise, const Interval& x) {
  const Count precision = x.precision();
  if (noise == ScoreNoise::gaussian) return normal_cdf(-x);
  const Interval fall = exp(-x);
  if (noise == ScoreNoise::exponential) return fall / integer(2, precision);
  return (integer(2, precision) + x) * fall / integer(4, precision);
}

/// Whether the first of two candidates wins.
struct Chance {
  Interval wins, loses;
};

/// At a difference t of their scores. Domain: the sign of t is known, or the ends of a wide enclosure are taken apart.
Chance chance(ScoreNoise noise, const Interval& t) {
  const Count precision = t.precision();
  const Interval zero(precision);
  const auto right = [&](const Interval& x) {
    const Interval tail = upper_tail(noise, x);
    return Chance{integer(1, precision) - tail, tail};
  };
  const auto left = [&](const Interval& x) {
    const Interval tail = upper_tail(noise, -x);
    return Chance{tail, integer(1, precision) - tail};
  };
  if (proved(less_equal(zero, t))) return right(t);
  if (proved(less_equal(t, zero))) return left(t);
  // Winning grows with t and is 1/2 at 0.
  const Chance above = right(max(t, zero));
  const Chance below = left(min(t, zero));
  return {from_ends(below.wins, above.wins), from_ends(above.loses, below.loses)};
}

/// Two candidates with the difference t, and less by what a record may move it.
Outcomes two_candidates(const Quantity& q, ScoreNoise noise, const Rational& t, Count precision) {
  const Chance with = chance(noise, Interval(t, precision));
  const Chance without = chance(noise, Interval(t, precision) - shift_of_two(q, noise, precision));
  return {{{with.loses, log(with.loses / without.loses)}, {with.wins, log(with.wins / without.wins)}},
          Interval(precision)};
}

/// That of the pair above all.
Value from_above(const Quantity& q, ScoreNoise noise, const Number& eps, const Effort& effort) {
  const Count rounds = q.count("rounds");
  if (noise == ScoreNoise::gaussian) {
    const Count precision = 2 * precision_of(q, effort);
    const Interval mu = shift_of_all(q, precision) * sqrt(integer(rounds, precision));
    return one_sided(Side::upper, gaussian_profile(mu, enclose(eps, precision), enclose_exp(eps, precision)));
  }
  const auto make = [&](Count precision) { return laplace_noise(q, precision); };
  return one_sided(Side::upper, spline_delta(make, rounds, eps, effort));
}

}  // namespace

Profile read_noisy_max(Reader& reader, Relation relation, const Quantity& quantity, ScoreNoise noise) {
  if (noise == ScoreNoise::gumbel) return read_bounded_range(reader, quantity, relation);
  reader.exactly("method event");
  const Hints hints = read_bits(reader);
  const Rational t = has_lower_end(relation) ? reader.rational("threshold") : Rational();
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) -> Value {
            if (side == Side::upper) return from_above(q, noise, eps, effort);
            const Outcomes pair = two_candidates(q, noise, t, precision_of(q, effort));
            return one_sided(side, lattice_delta(pair, q.count("rounds"), eps));
          },
          hints};
}

}  // namespace hallmark::check
