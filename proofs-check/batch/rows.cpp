#include <algorithm>
#include <memory>

#include "batch/gaussian.hpp"
#include "batch/gaussian_moments.hpp"
#include "batch/line_inversion.hpp"
#include "batch/shuffled_batch.hpp"
#include "laws/mixture_base.hpp"
#include "laws/pair_base.hpp"
#include "laws/rounds.hpp"
#include "numbers/binomial_law.hpp"
#include "statement/ends.hpp"
#include "statement/orders.hpp"
#include "statement/parameters.hpp"
#include "statement/rows.hpp"

namespace hallmark::check {

namespace {

bool is_replaced(const Quantity& q) { return q.adjacency == Adjacency::replace_one; }
bool always_sampled(const Quantity& q) { return compare(q.parameter("rate"), Rational(1)) == Order::equal; }

ReadProfile read_gaussian() {
  return evaluated("formula", [](const Quantity& q, const Number& eps, Side, const Effort& effort) {
    return Value{gaussian_delta(q.parameter("sigma"), eps, q.count("rounds"), effort)};
  });
}

LogMoments gaussian_renyi() {
  return {.at = [](const Quantity& q, Direction, const Number& alpha,
                   unsigned bits) { return gaussian_log_moment(q.parameter("sigma"), alpha, bits); },
          .rounds = all_rounds,
          .exact =
              [](const Quantity& q) {
                return gaussian_divergence(q.parameter("alpha"), q.parameter("sigma"), q.count("rounds"));
              },
          .method = "formula"};
}

/// How many records each side of the pair has alone in one direction; add exchanges the sides.
struct Sides {
  Count up, down;
};
Sides sides_of(const Quantity& q, Direction direction) {
  const Count inserted = q.count("inserted", 0);
  const Count deleted = q.count("deleted", 0);
  const Count first = inserted + deleted == 0 ? q.count("group", 1) : deleted;
  const Count second = q.adjacency == Adjacency::replace_one ? Count(1) : inserted;
  return direction == Direction::add ? Sides{second, first} : Sides{first, second};
}

/// The pair of one step in one direction.
StepPair pair_of(const Quantity& q, Direction direction) {
  const Sides sides = sides_of(q, direction);
  return {q.parameter("sigma"), q.parameter("rate"), sides.up, sides.down};
}

/// A group, or records inserted and deleted, are stated under zero-out only, and in one way.
void check_neighbours(const Quantity& q) {
  const bool mixed = q.count("inserted", 0) + q.count("deleted", 0) > 0;
  const bool group = q.count("group", 1) > 1;
  if (group && mixed) throw Rejected{"domain", "group: must be left out beside inserted and deleted"};
  if (is_replaced(q) && (mixed || group)) {
    throw Rejected{"domain", "adjacency: must be zero-out for a group, and for inserted and deleted"};
  }
  if (q.count("inserted", 0) + q.count("deleted", 0) > 100) {
    throw Rejected{"domain", "inserted: must be at most 100 with deleted"};
  }
}

/// Gaussian noise reaches everywhere, but where the first side has no record: each of the second side has the log ratio of
/// sampled noise in the direction add.
Reach poisson_reach(const Quantity& q, bool remove) {
  const Sides sides = sides_of(q, remove ? Direction::remove : Direction::add);
  return sides.up != 0 ? Reach::unbounded()
                       : Reach::unbounded().sampled(q.parameter("rate"), false).times(q.count("steps") * sides.down);
}

bool same_sides(const Quantity& q) {
  const Sides sides = sides_of(q, Direction::remove);
  return sides.up == sides.down;
}

Inversion read_one_inversion(Reader& reader, std::span<const std::string_view> words) {
  return read_inversion(reader, words, 1);
}

Profile read_poisson_inversions(Reader& reader, const Quantity& quantity, Relation relation) {
  check_neighbours(quantity);
  const Hints hints = read_bits(reader);
  const bool one_number = (*quantity.row->one_number)(quantity);
  const auto ends = read_ends<Inversion>(reader, quantity, relation, "contour", read_one_inversion, one_number);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            const Count steps = q.count("steps");
            return ends.bound(side, [&](bool remove, const Inversion& inversion) {
              const StepPair pair = pair_of(q, remove ? Direction::remove : Direction::add);
              if (always_sampled(q)) {
                const Count apart = pair.up + pair.down;  // mu grows by that factor
                return gaussian_delta(pair.sigma, eps, steps * apart * apart, effort);
              }
              return poisson_delta(pair, steps, eps, inversion, effort);
            });
          },
          hints};
}

/// One side of a mixture of shifts. Throws Rejected where it is none.
Shifts shifts_of(const Quantity& q, const std::string& weights, const std::string& shifts) {
  constexpr std::size_t most = 64;
  const Shifts side{q.list(weights), q.list(shifts)};
  if (side.weights.size() > most || side.weights.size() != side.shifts.size()) {
    throw Rejected{"domain", shifts + ": must be as many as weights, and at most 64"};
  }
  Rational sum = 0;
  for (const Rational& weight : side.weights) {
    if (weight <= 0) throw Rejected{"domain", weights + ": must be positive"};
    sum += weight;
  }
  if (sum != 1) throw Rejected{"domain", weights + ": must have the sum 1"};
  if (*std::min_element(side.shifts.begin(), side.shifts.end()) < 0) {
    throw Rejected{"domain", shifts + ": must not be negative"};
  }
  return side;
}

/// The pair of one round of a mixture in one direction.
StepPair mixture_of(const Quantity& q, bool remove) {
  StepPair pair{q.parameter("sigma"), {}};
  pair.mixtures = {shifts_of(q, "weights", "shifts"), shifts_of(q, "weights2", "shifts2")};
  if (pair.mixtures->front().largest() + pair.mixtures->back().largest() == 0) {
    throw Rejected{"domain", "shifts: must not all be 0"};
  }
  if (!remove) std::swap(pair.mixtures->front(), pair.mixtures->back());
  return pair;
}

bool same_mixtures(const Quantity& q) {
  return q.list("weights") == q.list("weights2") && q.list("shifts") == q.list("shifts2");
}

Reach mixture_reach(const Quantity& q, bool remove) {
  const Shifts moved = shifts_of(q, remove ? "weights" : "weights2", remove ? "shifts" : "shifts2");
  const Shifts other = shifts_of(q, remove ? "weights2" : "weights", remove ? "shifts2" : "shifts");
  const Rational rest = other.rest();
  if (moved.largest() > 0 || rest == 0) return Reach::unbounded();
  return Reach::multiple({Number::Kind::ln, Rational(1 / rest)}, q.count("rounds"));
}

Profile read_mixture(Reader& reader, const Quantity& quantity, Relation relation) {
  enum class By { formula, inversions };
  const By method = reader.one_of<By>("method", {"formula", "inversions"});
  const Count rounds = quantity.count("rounds");
  if (method == By::formula) {
    if (rounds > 1) throw Rejected{"witness", "method: must be inversions for several rounds"};
    return {[](const Quantity& q, const Number& eps, Side, const Effort& effort) {
              return in_directions(q, [&](Direction d) {
                return Value{mixture_step(mixture_of(q, d == Direction::remove), eps, effort)};
              });
            },
            read_bits(reader)};
  }
  if (shifts_of(quantity, "weights", "shifts").rest() == 0 || shifts_of(quantity, "weights2", "shifts2").rest() == 0) {
    throw Rejected{"witness", "method: must not be inversions where a side has no shift 0"};
  }
  const Hints hints = read_bits(reader);
  const auto ends =
      read_ends<Inversion>(reader, quantity, relation, "contour", read_one_inversion, same_mixtures(quantity));
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            return ends.bound(side, [&](bool remove, const Inversion& inversion) {
              return poisson_delta(mixture_of(q, remove), rounds, eps, inversion, effort);
            });
          },
          hints};
}

Profile read_inverted(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method inversions");
  return read_poisson_inversions(reader, quantity, relation);
}

/// One side of one step, with none of the records or with one.
Shifts one_or_none(const Number& rate, Count records) {
  if (records == 0) return {{Rational(1)}, {Rational(0)}};
  return {{1 - rate.argument, rate.argument}, {Rational(0), Rational(1)}};
}

/// One step of Poisson batches as the mixtures of the shifts 0 and 1.
/// Rigor:    PROOFS.md 15.9
Profile read_poisson_formula(Reader& reader, const Quantity& quantity) {
  check_neighbours(quantity);
  const Number& rate = quantity.parameter("rate");
  const Sides sides = sides_of(quantity, Direction::remove);
  if (quantity.count("steps") != 1 || sides.up > 1 || sides.down > 1) {
    throw Rejected{"witness", "method: must not be formula but for one record in one step"};
  }
  if (rate.kind != Number::Kind::rational || rate.argument == 1) {
    throw Rejected{"domain", "rate: must be rational and below 1 for the method formula"};
  }
  return {[](const Quantity& q, const Number& eps, Side, const Effort& effort) {
            if (compare(eps, Rational(0)) == Order::less) {
              throw Rejected{"domain", "eps: must not be negative for the method formula"};
            }
            return in_directions(q, [&](Direction d) {
              const Sides of = sides_of(q, d);
              StepPair pair{q.parameter("sigma"), {}};
              pair.mixtures = {one_or_none(q.parameter("rate"), of.up), one_or_none(q.parameter("rate"), of.down)};
              return Value{mixture_step(pair, eps, effort)};
            });
          },
          read_bits(reader)};
}

Profile read_poisson(Reader& reader, const Quantity& quantity, Relation relation) {
  enum class By { formula, grid, laws, inversions };
  const By method = reader.one_of<By>("method", {"formula", "grid", "laws", "inversions"});
  if (method == By::formula) return read_poisson_formula(reader, quantity);
  if (method == By::inversions) return read_poisson_inversions(reader, quantity, relation);
  check_neighbours(quantity);
  if (const Sides sides = sides_of(quantity, Direction::remove); sides.up != 1 || sides.down != 0) {
    throw Rejected{"witness", "method: must be inversions but for one record under zero-out"};
  }
  Hints hints = read_bits(reader);
  const Several several = method == By::grid ? Several::grid : Several::laws;
  const Rounds rounds = read_rounds(reader, several, quantity.count("steps"), hints);
  struct Memo {  // of the last law cut, for both directions
    Number rate, sigma;
    BaseSpec spec;
    std::optional<Cells> cells;
  };
  const auto memo = std::make_shared<Memo>();
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            const Base remove = [&](const BaseSpec& spec) {
              const Number& rate = q.parameter("rate");
              const Number& sigma = q.parameter("sigma");
              if (!memo->cells || memo->rate != rate || memo->sigma != sigma || memo->spec != spec) {
                *memo = {rate, sigma, spec, mixture_cells(rate, sigma, spec)};
              }
              return *memo->cells;
            };
            const Base add = [&](const BaseSpec& spec) { return exchanged(remove(spec)); };
            return in_directions(q, [&](Direction d) {
              return rounds.delta(d == Direction::add ? add : remove, q.count("steps"), eps, side, effort);
            });
          },
          hints};
}

/// Batches of a fixed size: Poisson batches at half the noise from below, the coupling's pair from above.
Profile read_fixed_batch(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method inversions");
  if (quantity.parameter("sigma").kind != Number::Kind::rational) {
    throw Rejected{"domain", "sigma: must be rational for this quantity"};
  }
  const Hints hints = read_bits(reader);
  const auto ends = read_ends<Inversion>(reader, quantity, relation, "contour", read_one_inversion, true);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            const Number& sigma = q.parameter("sigma");
            const Number half{Number::Kind::rational, sigma.argument / 2};
            const Number& share = q.parameter("share");
            return ends.bound(side, [&](bool remove, const Inversion& inversion) {
              if (!remove) throw Rejected{"witness", "contour-lower: must be of the direction remove"};
              const StepPair pair = side == Side::upper ? StepPair{sigma, share, 1, 1, true} : StepPair{half, share};
              return poisson_delta(pair, q.count("steps"), eps, inversion, effort);
            });
          },
          hints};
}

/// Pr[Bin(trials, q) >= least].
Interval upper_tail(Count trials, Count least, const Interval& q) {
  const Count precision = q.precision();
  const Count bits = precision;
  const BinomialLaw law = binomial_law(trials, q / (integer(1, precision) - q), bits, bits);
  const Fixed mass = mass_from(law, least);
  return times_power_of_two(Interval(mass.lo, mass.hi, precision), -bits);
}

/// One step of Poisson batches cut to a largest size: a public coin between their pair and the coupling's.
/// Rigor:    PROOFS.md 15.6
RatioMasses cut_masses(const Quantity& q, bool remove, Count precision) {
  const Interval rate = enclose(q.parameter("rate"), precision);
  const Interval sigma = enclose(q.parameter("sigma"), precision);
  const Count records = q.count("records");
  const Count largest = q.count("largest");
  const Interval often = upper_tail(records - 1, largest, rate);
  const Interval place = Interval(Rational(Integer(largest), Integer(records)), precision) *
                         upper_tail(records, largest + 1, rate) / often;
  if (!place.finite()) throw TooMuchWork();
  const Interval one(Integer(1), precision);
  const bool replaced = q.adjacency == Adjacency::replace_one;
  const RatioMasses whole = poisson_masses(rate, sigma, replaced);
  const RatioMasses cut = coupled_masses(place, sigma);
  return [=](const Rational& x) -> Below {
    const Below a = cut(x);
    Below b = whole(remove ? x : Rational(1 / x));
    if (!remove) b = {one - b.q, one - b.p};  // the laws exchanged, the ratio turned round
    const Interval rest = one - often;
    return {often * a.p + rest * b.p, often * a.q + rest * b.q};
  };
}

Profile read_truncated(Reader& reader, const Quantity& quantity, Relation) {
  reader.exactly("method laws");
  if (quantity.count("largest") >= quantity.count("records") || always_sampled(quantity)) {
    throw Rejected{"domain", "largest, rate: must be below records and below 1"};
  }
  Hints hints = read_bits(reader);
  const Rounds rounds = read_rounds(reader, Several::laws, quantity.count("steps"), hints);
  hints.bits.reset();  // the law is cut at its ratios
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
            const auto at = [&](Direction direction) {
              const LawBase base = [&](const Ratios& grid, const ConvexSpec& spec) {
                const Count precision = spec.fraction + 96;
                return masses_base(cut_masses(q, direction != Direction::add, precision), precision, grid, spec);
              };
              return rounds.product(base, q.count("steps"), eps, side, effort);
            };
            return is_replaced(q) ? at(Direction::remove) : in_directions(q, at);
          },
          hints};
}

LogMoments poisson_renyi() {
  return {[](const Quantity& q, Direction direction, const Number& alpha, unsigned bits) {
            const Number& rate = q.parameter("rate");
            const Number& sigma = q.parameter("sigma");
            const bool replaced = is_replaced(q);
            if (always_sampled(q)) {
              const Interval one = gaussian_log_moment(sigma, alpha, bits);
              return replaced ? times_power_of_two(one, 2) : one;
            }
            if (direction == Direction::add && !replaced) return poisson_add(rate, sigma, alpha, bits);
            if (alpha.kind != Number::Kind::rational) {
              throw Rejected{"domain", "alpha: must be rational for this quantity and direction"};
            }
            const auto moment = replaced ? poisson_replaced : poisson_remove_real;
            return moment(rate, sigma, alpha.argument, bits);
          },
          all_steps,
          [](const Quantity& q, Direction direction, Count first, Count last, unsigned bits) {
            if (direction == Direction::add || is_replaced(q)) return std::vector<Interval>();
            return poisson_remove(q.parameter("rate"), q.parameter("sigma"), first, last, bits);
          },
          // Every step uses the record: the divergence of Gaussian mechanisms, the same in both directions; of replaced
          // records twice as far apart.
          [](const Quantity& q) -> std::optional<Rational> {
            if (!always_sampled(q)) return std::nullopt;
            const Count apart = is_replaced(q) ? 4 : 1;
            return gaussian_divergence(q.parameter("alpha"), q.parameter("sigma"), q.count("steps") * apart);
          }};
}

/// Upper ends by one Gaussian step: of the pair by joint convexity, of the mechanism by axiom CGKKMSZ24-Theorem-4.1.
/// `bad_event` is not an event of the pair.
ReadProfile read_shuffled(std::optional<BatchEvent> bad_event) {
  return [bad_event](Reader& reader, const Quantity&, Relation relation) -> Profile {
    reader.exactly("method event");
    const Hints hints = read_bits(reader);
    std::optional<BatchScores> scores;
    Rational threshold;
    BatchEvent event = BatchEvent::some_at_least;
    if (has_lower_end(relation)) {
      event = reader.one_of<BatchEvent>("event", {"some-at-least", "all-below", "scores"});
      if (event == bad_event) throw Rejected{"witness", "event: must be of the direction of the pair"};
      if (event == BatchEvent::scores) {
        scores = read_scores(reader);
      } else {
        threshold = reader.rational("threshold");
      }
    }
    return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) -> Value {
              const Number& sigma = q.parameter("sigma");
              const Count steps = q.count("steps");
              if (side == Side::upper) return {gaussian_delta(sigma, eps, 1, effort)};
              return one_sided(side, scores ? batch_scores(sigma, eps, steps, *scores, effort)
                                            : batch_event_at(sigma, eps, steps, threshold, event, effort));
            },
            hints};
  };
}

/// The supremum over all thresholds; a lower end by the one of the witness.
Profile read_threshold(Reader& reader, const Quantity&, Relation relation) {
  reader.exactly("method event");
  const Hints hints = read_bits(reader);
  const Rational threshold = has_lower_end(relation) ? reader.rational("threshold") : Rational();
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort) -> Value {
            const Number& sigma = q.parameter("sigma");
            const Count steps = q.count("steps");
            if (side == Side::upper) return {batch_threshold(sigma, eps, steps, effort)};
            return one_sided(side, batch_event_at(sigma, eps, steps, threshold, BatchEvent::some_at_least, effort));
          },
          hints};
}

/// ln Phi(-x). Far out by Phi(-x) = phi(x)/x (1 - 1/x^2 + 3/x^4 - ...), whose partial sums lie on both sides of it in turn.
Interval log_tail(const Interval& x) {
  const Count precision = x.precision();
  if (!proved(less(integer(1000, precision), x))) return log(normal_cdf(-x));
  const Interval square = x * x;
  Interval term = integer(1, precision);
  Interval sum = term;
  for (Count k = 0; k < 20; ++k) {
    term = -(term * integer(2 * k + 1, precision) / square);
    sum = sum + term;
  }
  // The last term was added twenty times in all: the sum is above the series, the one before it below.
  const Interval series = from_ends((sum - term).lower(), sum.upper());
  return log(series / x) - (square + log(integer(2, precision) * Interval::pi(precision))) / integer(2, precision);
}

/// ln Phi(x6) - ln Phi(x7) - ln 2, x6 = -(eps + ln 2 + T ln T) sigma/sqrt(T) - sqrt(T)/(2 sigma), x7 = 1/(2 sigma) - eps
/// sigma: of one sign before eps1 and of the other one after it (PROOFS.md section 10.2).
Interval half_space_gap(const Number& sigma, Count steps, const Number& eps, Count bits) {
  const Interval deviation = enclose(sigma, 64);
  const Interval rough = enclose(eps, 64) * deviation + integer(steps, 64) * (deviation + integer(1, 64) / deviation);
  if (!rough.finite()) throw TooMuchWork();
  const Count precision = bits + 128 + 4 * std::max<Count>(0, exponent_above(rough));
  const Interval t = integer(steps, precision);
  const Interval two = integer(2, precision);
  const Interval s = enclose(sigma, precision);
  const Interval e = enclose(eps, precision);
  const Interval minus_six = (e + log(two) + t * log(t)) * s / sqrt(t) + sqrt(t) / (two * s);
  const Interval minus_seven = e * s - integer(1, precision) / (two * s);
  return log_tail(minus_six) - log_tail(minus_seven) - log(two);
}

Evaluator half_space_claim() {
  return [](Reader& reader, const Quantity&, Relation) -> Proof {
    reader.exactly("method formula");
    const Hints hints = read_bits(reader);
    return {[=](const Quantity& q, Relation relation, const Number& value) {
      if (auto decided = without_delta(relation, value, "eps1", true)) return *std::move(decided);
      // The gap grows from eps1 on, where it is 0, and is negative before it.
      return decide(
          [&](Side, const Effort& effort) {
            return Value{half_space_gap(q.parameter("sigma"), q.count("steps"), value, effort.bits)};
          },
          mirrored(relation), Number{}, hints);
    }};
  };
}

/// Of all rows of this file; what differs is given.
Claims claims_of(Bounds bounds, const std::vector<Direction>& directions,
                 const decltype(Claims::one_number)& one_number, const decltype(Claims::reach)& reach,
                 const std::vector<Axiom>& axioms) {
  return {.bounds = bounds,
          .adjacencies = std::vector{Adjacency::zero_out},
          .directions = directions,
          .one_number = one_number,
          .reach = reach,
          .axioms = axioms};
}
Claims under(std::vector<Adjacency> adjacencies, Claims claims) {
  claims.adjacencies = std::move(adjacencies);
  return claims;
}

}  // namespace

std::vector<QuantityRow> batch_rows() {
  using namespace parameters;
  using enum Bounds;
  const std::vector<Adjacency> replace{Adjacency::replace_one};
  const std::vector<Adjacency> either{Adjacency::zero_out, Adjacency::replace_one};
  const std::vector<Axiom> deterministic{{"CGKKMSZ24-Theorem-4.1", {"sigma", "steps"}, Axiom::Needed::for_upper_ends}};
  const Claims gaussian = claims_of(mechanism, kBoth, agree, unbounded, kNoAxioms);
  const Claims divergence = claims_of(mechanism, kBoth, agree, no_profile, kNoAxioms);
  const Claims poisson_divergence = under(either, claims_of(mechanism, kDirected, is_replaced, no_profile, kNoAxioms));
  const Claims conversion = claims_of(formula, kDirected, differ, no_profile, kNoAxioms);
  const Claims fixed = under(replace, gaussian);
  const Claims poisson = under(either, claims_of(mechanism, kDirected, same_sides, poisson_reach, kNoAxioms));
  const Claims mixture = claims_of(mechanism, kDirected, same_mixtures, mixture_reach, kNoAxioms);
  const Claims truncated = under(either, claims_of(formula, kDirected, is_replaced, unbounded, kNoAxioms));
  const Claims shuffled = claims_of(mechanism, kBoth, agree, unbounded, deterministic);
  const Claims shuffled_pair = claims_of(pair, kBoth, agree, unbounded, kNoAxioms);
  const Claims shuffled_threshold = claims_of(formula, kBoth, agree, unbounded, kNoAxioms);
  const ReadProfile read_mechanism = read_shuffled({});
  const Evaluator to_delta = conversion_claim(poisson_renyi(), Converted::delta);
  const Evaluator to_epsilon = conversion_claim(poisson_renyi(), Converted::epsilon);
  const Parameter& some_delta = positive_delta;
  const Rational sizes = pow(Integer(10), 30);
  const std::vector<Parameter> at_eps{eps, sigma, steps};
  const std::vector<Parameter> at_delta{some_delta, sigma, steps};
  return {
      {divergence, "batch.half-space-eps1", std::vector{sigma, several_steps}, half_space_claim()},
      attacked(Worst::class_of_pairs, {fixed, "fixed-batch-gaussian.delta", std::vector{eps, share, sigma, steps},
                                       delta_claim(read_fixed_batch)}),
      {fixed, "fixed-batch-gaussian.epsilon", std::vector{some_delta, share, sigma, steps},
       epsilon_claim(read_fixed_batch)},
      attacked(Worst::one_pair,
               {gaussian, "gaussian.delta", std::vector{eps, rounds, sigma}, delta_claim(read_gaussian())}),
      {gaussian, "gaussian.epsilon", std::vector{some_delta, rounds, sigma}, epsilon_claim(read_gaussian())},
      {divergence, "gaussian.renyi", std::vector{alpha, rounds, sigma}, divergence_claim(gaussian_renyi())},
      {gaussian, "gaussian.rounds", std::vector{delta_below_1, eps, sigma},
       count_claim(read_gaussian(), {"rounds", "gaussian-delta-nondecreasing-in-rounds", true})},
      {gaussian, "gaussian.sigma", std::vector{delta_below_1, eps, rounds},
       noise_claim(read_gaussian(), {"sigma", "gaussian-delta-decreasing-in-sigma", false, sizes, true})},
      attacked(Worst::one_pair,
               {mixture, "mixture-gaussian.delta", std::vector{eps, rounds, shifts, shifts2, sigma, weights, weights2},
                delta_claim(read_mixture)}),
      {mixture, "mixture-gaussian.epsilon", std::vector{some_delta, rounds, shifts, shifts2, sigma, weights, weights2},
       epsilon_claim(read_mixture)},
      {mixture, "mixture-gaussian.sigma", std::vector{delta_below_1, eps, rounds, shifts, shifts2, weights, weights2},
       noise_claim(read_mixture, {"sigma", "mixture-gaussian-delta-nonincreasing-in-sigma", false, sizes, false})},
      attacked(Worst::one_pair,
               {poisson, "poisson-gaussian.delta", std::vector{deleted, real_eps, group, inserted, rate, sigma, steps},
                delta_claim(read_poisson)}),
      {conversion, "poisson-gaussian.delta.renyi", std::vector{real_eps, orders, rate, sigma, steps}, to_delta},
      {conversion, "poisson-gaussian.delta.renyi-real", std::vector{real_eps, real_orders, rate, sigma, steps},
       to_delta},
      {poisson, "poisson-gaussian.epsilon", std::vector{deleted, some_delta, group, inserted, rate, sigma, steps},
       epsilon_claim(read_poisson)},
      {conversion, "poisson-gaussian.epsilon.renyi", std::vector{some_delta, orders, rate, sigma, steps}, to_epsilon},
      {conversion, "poisson-gaussian.epsilon.renyi-real", std::vector{some_delta, real_orders, rate, sigma, steps},
       to_epsilon},
      {under({Adjacency::zero_out}, poisson), "poisson-gaussian.rate", std::vector{delta_below_1, eps, sigma, steps},
       noise_claim(read_inverted, {"rate", "poisson-gaussian-delta-nondecreasing-in-rate", true, Rational(1), false})},
      {poisson_divergence, "poisson-gaussian.renyi", std::vector{alpha, rate, sigma, steps},
       divergence_claim(poisson_renyi())},
      {poisson, "poisson-gaussian.sigma", std::vector{delta_below_1, eps, rate, steps},
       noise_claim(read_inverted, {"sigma", "poisson-gaussian-delta-nonincreasing-in-sigma", false, sizes, false})},
      {poisson, "poisson-gaussian.steps", std::vector{delta_below_1, eps, rate, sigma},
       count_claim(read_inverted, {"steps", "poisson-gaussian-delta-nondecreasing-in-steps", true})},
      attacked(Worst::class_of_pairs, {shuffled, "shuffled-batch.delta", at_eps, delta_claim(read_mechanism)}),
      {shuffled_pair, "shuffled-batch.delta.pair", at_eps, delta_claim(read_shuffled(BatchEvent::all_below))},
      {shuffled_threshold, "shuffled-batch.delta.threshold", at_eps, delta_claim(read_threshold)},
      {shuffled, "shuffled-batch.epsilon", at_delta, epsilon_claim(read_mechanism)},
      {shuffled_threshold, "shuffled-batch.epsilon.threshold", at_delta, epsilon_claim(read_threshold)},
      attacked(Worst::class_of_pairs,
               {truncated, "truncated-poisson-gaussian.delta", std::vector{eps, largest, rate, records, sigma, steps},
                delta_claim(read_truncated)}),
      {truncated, "truncated-poisson-gaussian.epsilon", std::vector{some_delta, largest, rate, records, sigma, steps},
       epsilon_claim(read_truncated)},
  };
}

}  // namespace hallmark::check
