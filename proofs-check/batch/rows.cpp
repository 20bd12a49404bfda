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

bool always_sampled(const Quantity& q) { return compare(q.parameter("rate"), Rational(1)) == Order::equal; }

ReadProfile read_gaussian() {
  return evaluated("formula", [](const Quantity& q, const Number& eps, Side, const Effort& effort, Budget& budget) {
    return Value{gaussian_delta(q.parameter("sigma"), eps, q.count("rounds"), effort, budget)};
  });
}

LogMoments gaussian_renyi() {
  return {.at =
              [](const Quantity& q, Direction, const Number& alpha, unsigned bits, Budget& budget) {
                charge_functions(static_cast<mpfr_prec_t>(bits + 64), 16, budget);
                return gaussian_log_moment(q.parameter("sigma"), alpha, bits);
              },
          .rounds = "rounds",
          .exact =
              [](const Quantity& q) {
                return gaussian_divergence(q.parameter("alpha"), q.parameter("sigma"), q.count("rounds"));
              },
          .method = "formula"};
}

/// How many records each side of the pair has alone in one direction; add exchanges the sides.
struct Sides {
  std::uint64_t up, down;
};
Sides sides_of(const Quantity& q, Direction direction) {
  const std::uint64_t inserted = q.count("inserted", 0);
  const std::uint64_t deleted = q.count("deleted", 0);
  const std::uint64_t first = inserted + deleted == 0 ? q.count("group", 1) : deleted;
  const std::uint64_t second = q.adjacency == Adjacency::replace_one ? 1 : inserted;
  return direction == Direction::add ? Sides{second, first} : Sides{first, second};
}

/// The pair of one step in one direction.
StepPair pair_of(const Quantity& q, Direction direction) {
  const Sides sides = sides_of(q, direction);
  return {q.parameter("sigma"), q.parameter("rate"), sides.up, sides.down};
}

/// A group, or records inserted and deleted, are stated under zero-out only, and in one way.
void check_neighbours(const Quantity& q) {
  const bool mixed = q.has("inserted") || q.has("deleted");
  if (q.has("group") && mixed) throw Rejected{"domain", "group: must be left out beside inserted and deleted"};
  if (q.adjacency == Adjacency::replace_one && (mixed || q.has("group"))) {
    throw Rejected{"domain", "adjacency: must be zero-out for a group, and for inserted and deleted"};
  }
  if (q.count("inserted", 0) + q.count("deleted", 0) > 100) {
    throw Rejected{"domain", "inserted: must be at most 100 with deleted"};
  }
}

/// Where eps stands to the largest log ratio of all steps: steps * ln(1/(1-rate)) for every record of one side alone.
Order to_poisson_zero_point(const Quantity& q, const Number& eps) {
  if (q.direction == Direction::both || always_sampled(q)) return Order::less;
  const Sides sides = sides_of(q, q.direction);
  if (sides.up != 0) return Order::less;
  return against_sampling(eps, q.parameter("rate"), q.count("steps") * sides.down);
}

Inversion read_one_inversion(Reader& reader, std::span<const std::string_view> words) {
  return read_inversion(reader, words, 1);
}

Profile read_poisson_inversions(Reader& reader, const Quantity& quantity, Relation relation) {
  check_neighbours(quantity);
  const Hints hints = read_bits(reader);
  const Sides sides = sides_of(quantity, Direction::remove);
  const bool one_number = sides.up == sides.down || (!quantity.has("eps") && !quantity.has("delta"));
  const auto ends = read_ends<Inversion>(reader, quantity, relation, "contour", read_one_inversion, one_number);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
            const std::uint64_t steps = q.count("steps");
            return ends.bound(side, [&](bool remove, const Inversion& inversion) {
              const StepPair pair = pair_of(q, remove ? Direction::remove : Direction::add);
              if (always_sampled(q)) {
                const std::uint64_t apart = pair.up + pair.down;  // mu grows by that factor
                return gaussian_delta(pair.sigma, eps, steps * apart * apart, effort, budget);
              }
              return poisson_delta(pair, steps, eps, inversion, effort, budget);
            });
          },
          to_poisson_zero_point, hints, kRoundsWork};
}

Profile read_inverted(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method inversions");
  return read_poisson_inversions(reader, quantity, relation);
}

Profile read_poisson(Reader& reader, const Quantity& quantity, Relation relation) {
  const std::string_view method = reader.one_of("method", {"grid", "laws", "inversions"});
  if (method == "inversions") return read_poisson_inversions(reader, quantity, relation);
  check_neighbours(quantity);
  if (const Sides sides = sides_of(quantity, Direction::remove); sides.up != 1 || sides.down != 0) {
    throw Rejected{"witness", "method: must be inversions but for one record under zero-out"};
  }
  Hints hints = read_bits(reader);
  const Rounds rounds = read_rounds(reader, method, quantity.count("steps"), hints);
  struct Memo {  // of the last law cut, for both directions
    Number rate, sigma;
    BaseSpec spec;
    std::optional<Cells> cells;
  };
  const auto memo = std::make_shared<Memo>();
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
            const Base remove = [&](const BaseSpec& spec) {
              const Number& rate = q.parameter("rate");
              const Number& sigma = q.parameter("sigma");
              if (!memo->cells || memo->rate != rate || memo->sigma != sigma || memo->spec != spec) {
                *memo = {rate, sigma, spec, mixture_cells(rate, sigma, spec, budget)};
              }
              return *memo->cells;
            };
            const Base add = [&](const BaseSpec& spec) { return exchanged(remove(spec)); };
            return in_directions(q, [&](Direction d) {
              return rounds.delta(d == Direction::add ? add : remove, q.count("steps"), eps, side, effort, budget);
            });
          },
          to_poisson_zero_point, hints, kRoundsWork};
}

/// Batches of a fixed size: Poisson batches at half the noise from below, the coupling's pair from above.
Profile read_fixed_batch(Reader& reader, const Quantity& quantity, Relation relation) {
  reader.exactly("method inversions");
  if (quantity.parameter("sigma").kind != Number::Kind::rational) {
    throw Rejected{"domain", "sigma: must be rational for this quantity"};
  }
  const Hints hints = read_bits(reader);
  const auto ends = read_ends<Inversion>(reader, quantity, relation, "contour", read_one_inversion, true);
  return {[ends](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
            const Number& sigma = q.parameter("sigma");
            const Number half{Number::Kind::rational, sigma.argument / 2};
            const Number& share = q.parameter("share");
            return ends.bound(side, [&](bool remove, const Inversion& inversion) {
              if (!remove) throw Rejected{"witness", "contour-lower: must be of the direction remove"};
              const StepPair pair = side == Side::upper ? StepPair{sigma, share, 1, 1, true} : StepPair{half, share};
              return poisson_delta(pair, q.count("steps"), eps, inversion, effort, budget);
            });
          },
          never_zero, hints, kRoundsWork};
}

/// Pr[Bin(trials, q) >= least].
Interval upper_tail(std::uint64_t trials, std::uint64_t least, const Interval& q, Budget& budget) {
  const mpfr_prec_t precision = q.precision();
  const auto bits = static_cast<unsigned long>(precision);
  const BinomialLaw law = binomial_law(trials, q / (integer(1, precision) - q), bits, bits, budget);
  Integer lo = 0;
  Integer hi = law.outside;
  for (std::size_t i = 0; i < law.masses.size(); ++i) {
    if (law.first + i < least) continue;
    lo += law.masses[i].lo;
    hi += law.masses[i].hi;
  }
  return times_power_of_two(Interval(lo, hi, precision), -static_cast<long>(bits));
}

/// One step of Poisson batches cut to a largest size: a public coin between their pair and the coupling's.
/// Rigor:    PROOFS.md 15.6
RatioMasses cut_masses(const Quantity& q, bool remove, mpfr_prec_t precision, Budget& budget) {
  const Interval rate = enclose(q.parameter("rate"), precision);
  const Interval sigma = enclose(q.parameter("sigma"), precision);
  const std::uint64_t records = q.count("records");
  const std::uint64_t largest = q.count("largest");
  const Interval often = upper_tail(records - 1, largest, rate, budget);
  const Interval place = Interval(Rational(Integer(largest), Integer(records)), precision) *
                         upper_tail(records, largest + 1, rate, budget) / often;
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
  const Rounds rounds = read_rounds(reader, "laws", quantity.count("steps"), hints);
  hints.once = true;
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
            const auto at = [&](Direction direction) {
              const LawBase base = [&](const Ratios& grid, const ConvexSpec& spec) {
                const auto precision = static_cast<mpfr_prec_t>(spec.fraction + 96);
                const std::uint64_t size = limbs_of(precision);
                budget.charge(grid.size() + 1, 16'000 * size * size);
                return masses_base(cut_masses(q, direction != Direction::add, precision, budget), precision, grid,
                                   spec);
              };
              return rounds.product(base, q.count("steps"), eps, side, effort, budget);
            };
            return q.adjacency == Adjacency::replace_one ? at(Direction::remove) : in_directions(q, at);
          },
          never_zero, hints, kRoundsWork};
}

LogMoments poisson_renyi() {
  return {[](const Quantity& q, Direction direction, const Number& alpha, unsigned bits, Budget& budget) {
            const Number& rate = q.parameter("rate");
            const Number& sigma = q.parameter("sigma");
            if (direction == Direction::add || always_sampled(q)) return poisson_add(rate, sigma, alpha, bits, budget);
            if (alpha.kind != Number::Kind::rational) {
              throw Rejected{"domain", "alpha: must be rational for this quantity and direction"};
            }
            return poisson_remove_real(rate, sigma, alpha.argument, bits, budget);
          },
          "steps",
          [](const Quantity& q, Direction direction, std::uint64_t first, std::uint64_t last, unsigned bits,
             Budget& budget) {
            if (direction == Direction::add) return std::vector<Interval>();
            return poisson_remove(q.parameter("rate"), q.parameter("sigma"), first, last, bits, budget);
          },
          // Every step uses the record: the divergence of Gaussian mechanisms, the same in both directions.
          [](const Quantity& q) -> std::optional<Rational> {
            if (!always_sampled(q)) return std::nullopt;
            return gaussian_divergence(q.parameter("alpha"), q.parameter("sigma"), q.count("steps"));
          }};
}

/// Upper ends by one Gaussian step: of the pair by joint convexity, of the mechanism by axiom CGKKMSZ24-Theorem-4.1.
/// `bad_event` is not an event of the pair.
ReadProfile read_shuffled(std::string_view bad_event) {
  return [bad_event](Reader& reader, const Quantity&, Relation relation) -> Profile {
    reader.exactly("method event");
    const Hints hints = read_bits(reader);
    std::optional<BatchScores> scores;
    Rational threshold;
    BatchEvent event = BatchEvent::some_at_least;
    if (has_lower_end(relation)) {
      const std::string_view name = reader.one_of("event", {"some-at-least", "all-below", "scores"});
      if (name == bad_event) throw Rejected{"witness", "event: must be of the direction of the pair"};
      if (name == "all-below") event = BatchEvent::all_below;
      if (name == "scores") scores = read_scores(reader);
      if (name != "scores") threshold = reader.rational("threshold");
    }
    return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) -> Value {
              const Number& sigma = q.parameter("sigma");
              const std::uint64_t steps = q.count("steps");
              if (side == Side::upper) return {gaussian_delta(sigma, eps, 1, effort, budget)};
              return one_sided(side, scores ? batch_scores(sigma, eps, steps, *scores, effort, budget)
                                            : batch_event_at(sigma, eps, steps, threshold, event, effort, budget));
            },
            never_zero, hints};
  };
}

/// The supremum over all thresholds; a lower end by the one of the witness.
Profile read_threshold(Reader& reader, const Quantity&, Relation relation) {
  reader.exactly("method event");
  const Hints hints = read_bits(reader);
  const Rational threshold = has_lower_end(relation) ? reader.rational("threshold") : Rational();
  return {[=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) -> Value {
            const Number& sigma = q.parameter("sigma");
            const std::uint64_t steps = q.count("steps");
            if (side == Side::upper) return {batch_threshold(sigma, eps, steps, effort, budget)};
            return one_sided(side,
                             batch_event_at(sigma, eps, steps, threshold, BatchEvent::some_at_least, effort, budget));
          },
          never_zero, hints};
}

}  // namespace

std::vector<QuantityRow> batch_rows() {
  using namespace parameters;
  using enum Bounds;
  const auto row = [](const std::string& id, Bounds bounds, const std::vector<Parameter>& parameters,
                      Evaluator evaluator, const std::vector<Direction>& directions,
                      const std::vector<Axiom>& axioms = kNoAxioms) {
    return QuantityRow{id, bounds, Adjacency::zero_out, directions, parameters, axioms, std::move(evaluator)};
  };
  const auto fixed = [](const std::string& id, const std::vector<Parameter>& parameters, Evaluator evaluator) {
    return QuantityRow{id, mechanism, Adjacency::replace_one, kBoth, parameters, kNoAxioms, std::move(evaluator)};
  };
  const auto replaced = [](QuantityRow known) {
    known.other_adjacency = Adjacency::replace_one;
    return known;
  };
  const Evaluator conversion = conversion_claim(poisson_renyi());
  const ReadProfile shuffled = read_shuffled("");
  const std::vector<Axiom> deterministic{{"CGKKMSZ24-Theorem-4.1", {"sigma", "steps"}, Axiom::Needed::for_upper_ends}};
  const Parameter& some_delta = positive_delta;
  const Rational sizes = pow(Integer(10), 30);
  return {
      fixed("fixed-batch-gaussian.delta", {eps, share, sigma, steps}, delta_claim(read_fixed_batch)),
      fixed("fixed-batch-gaussian.epsilon", {some_delta, share, sigma, steps}, epsilon_claim(read_fixed_batch)),
      row("gaussian.delta", mechanism, {eps, rounds, sigma}, delta_claim(read_gaussian()), kBoth),
      row("gaussian.epsilon", mechanism, {some_delta, rounds, sigma}, epsilon_claim(read_gaussian()), kBoth),
      row("gaussian.renyi", mechanism, {alpha, rounds, sigma}, divergence_claim(gaussian_renyi()), kBoth),
      row("gaussian.sigma", mechanism, {delta_below_1, eps, rounds},
          noise_claim(read_gaussian(), {"sigma", "gaussian-delta-decreasing-in-sigma", false, sizes, true}), kBoth),
      replaced(row("poisson-gaussian.delta", mechanism, {deleted, real_eps, group, inserted, rate, sigma, steps},
                   delta_claim(read_poisson), kDirected)),
      row("poisson-gaussian.delta.renyi", formula, {real_eps, orders, rate, sigma, steps}, conversion, kDirected),
      row("poisson-gaussian.delta.renyi-real", formula, {real_eps, real_orders, rate, sigma, steps}, conversion,
          kDirected),
      replaced(row("poisson-gaussian.epsilon", mechanism, {deleted, some_delta, group, inserted, rate, sigma, steps},
                   epsilon_claim(read_poisson), kDirected)),
      row("poisson-gaussian.epsilon.renyi", formula, {some_delta, orders, rate, sigma, steps}, conversion, kDirected),
      row("poisson-gaussian.epsilon.renyi-real", formula, {some_delta, real_orders, rate, sigma, steps}, conversion,
          kDirected),
      row("poisson-gaussian.renyi", mechanism, {alpha, rate, sigma, steps}, divergence_claim(poisson_renyi()),
          kDirected),
      replaced(row("poisson-gaussian.sigma", mechanism, {delta_below_1, eps, rate, steps},
                   noise_claim(read_inverted, {"sigma", "poisson-gaussian-delta-nonincreasing-in-sigma", false, sizes}),
                   kDirected)),
      replaced(row("poisson-gaussian.tv", mechanism, {rate, sigma, steps}, delta_claim(read_inverted), kBoth)),
      row("shuffled-batch.delta", mechanism, {eps, sigma, steps}, delta_claim(shuffled), kBoth, deterministic),
      row("shuffled-batch.delta.pair", pair, {eps, sigma, steps}, delta_claim(read_shuffled("all-below")), kBoth),
      row("shuffled-batch.delta.threshold", formula, {eps, sigma, steps}, delta_claim(read_threshold), kBoth),
      row("shuffled-batch.epsilon", mechanism, {some_delta, sigma, steps}, epsilon_claim(shuffled), kBoth,
          deterministic),
      row("shuffled-batch.epsilon.threshold", formula, {some_delta, sigma, steps}, epsilon_claim(read_threshold),
          kBoth),
      replaced(row("truncated-poisson-gaussian.delta", formula, {eps, largest, rate, records, sigma, steps},
                   delta_claim(read_truncated), kDirected)),
      replaced(row("truncated-poisson-gaussian.epsilon", formula, {some_delta, largest, rate, records, sigma, steps},
                   epsilon_claim(read_truncated), kDirected)),
  };
}

}  // namespace hallmark::check
