#pragma once

#include <functional>
#include <optional>
#include <string>

#include "numbers/interval.hpp"
#include "statement/quantity.hpp"

namespace hallmark::check {

/// Which end of an enclosure a claim needs. An evaluation asked for one side may leave the other end trivial.
enum class Side { lower, upper };

/// What an evaluation found: an enclosure and, where it is known, the exact rational.
struct Value {
  Interval enclosure;
  std::optional<Rational> exact = std::nullopt;
};

/// The larger of two numbers; exact only if both are.
[[nodiscard]] Value larger(Value a, Value b);
/// A number of the direction that a quantity is about, of both the larger.
template <class Function>
[[nodiscard]] Value in_directions(const Quantity& quantity, const Function& at) {
  if (quantity.direction != Direction::both) return at(quantity.direction);
  return larger(at(Direction::remove), at(Direction::add));
}
/// What is known of a number in [0, 1] from one side: [value, 1] or [0, value].
[[nodiscard]] Value one_sided(Side side, const Interval& value);

/// What the witness suggests: bits, or cells of the grid for a quantity that is evaluated on one.
struct Hints {
  std::optional<unsigned> bits = {};  ///< none: laws on the grids of the witness, which more bits would not change
  std::optional<Integer> grid = {};   ///< cells per unit of log ratio
  unsigned first = 64;                ///< bits of the first try: fewer where bits are costly and the witness is coarse
};

/// Throws Rejected unless a lower end proved in this direction is one of the statement; `line` is the witness's.
void check_lower_direction(const Quantity& quantity, Direction direction, const std::string& line);

/// Reads the line `bits`.
[[nodiscard]] Hints read_bits(Reader& reader, unsigned first = 64);

/// Proves `quantity RELATION target` or does not; RELATION is not `in`. Tries `first` and 64 bits, then `bits`, 2 bits and
/// 4 bits; with a grid 64 bits on the grid of that many cells, then of twice and four times as many.
/// Rigor:    the exact number is compared exactly; else the end of the enclosure that the relation needs, with a
///           rational exactly and with ln(r), exp(r) by its enclosure. A comparison that is not proved is never
///           guessed.
[[nodiscard]] Judgement decide(const std::function<Value(Side, const Effort&)>& evaluate, Relation relation,
                               const Number& target, const Hints& hints);

/// A claim about a number that a closed form gives. The witness: the method `formula`, and `bits`; `check` throws Rejected.
[[nodiscard]] Evaluator formula_claim(std::function<Value(const Quantity&, const Effort&)> value,
                                      std::function<void(const Quantity&)> check = {});

/// Proves `the least n >= 1 that is enough RELATION value`, where more are enough too: `prove` tries that n is enough, or
/// that it is not.
[[nodiscard]] Judgement decide_least_count(Relation relation, const Number& value,
                                           const std::function<Judgement(const Integer& n, bool enough)>& prove);
/// Proves `the greatest n >= 0 that is enough RELATION value`, where 0 and fewer are enough too.
[[nodiscard]] Judgement decide_greatest_count(Relation relation, const Number& value,
                                              const std::function<Judgement(const Integer& n, bool enough)>& prove);

/// At which eps a law is evaluated.
enum class EpsRange { below_10000, all };

/// A privacy profile: delta as a function of eps, not negative, nonincreasing, and how the witness has it evaluated.
struct Profile {
  std::function<Value(const Quantity&, const Number& eps, Side, const Effort&)> delta;
  Hints hints = {};
  EpsRange range = EpsRange::below_10000;  ///< where delta may be asked for
};

/// Reads the lines of the witness that say how a profile is evaluated; has_lower_end and has_upper_end of the relation
/// say which.
using ReadProfile = std::function<Profile(Reader&, const Quantity&, Relation)>;

/// That of a witness of two lines: the method, and `bits`.
[[nodiscard]] ReadProfile evaluated(std::string_view method, decltype(Profile::delta) delta);

/// Where eps stands to the point from which delta is exactly 0, the later one of both directions: the largest log ratio of
/// the row. Nothing: none is known.
[[nodiscard]] std::optional<Order> to_zero_point(const Quantity& quantity, const Number& eps);

/// Proves `delta(eps) RELATION target`, with the cases that no enclosure decides (0 and the point from which it is
/// 0) taken exactly.
[[nodiscard]] Judgement decide_delta(const Profile& profile, const Quantity& quantity, const Number& eps,
                                     Relation relation, const Number& target);

/// A claim that an infimum of numbers that are at least 0 decides by itself, where the value is not above 0; `attained`:
/// it is positive.
[[nodiscard]] std::optional<Judgement> without_delta(Relation relation, const Number& value, const std::string& name,
                                                     bool attained);
/// Proves `quantity RELATION value`, the quantity being what some profile decides.
using Attempt = std::function<Judgement(const Profile&, const Quantity&, Relation, const Number& value)>;
/// A claim that is proved so. The witness begins with the lemma, if there is one.
[[nodiscard]] Evaluator profile_claim(std::string_view lemma, ReadProfile read, Attempt attempt);
/// A claim about delta at the parameter eps.
[[nodiscard]] Evaluator delta_claim(ReadProfile read);
/// A claim about inf {eps >= 0 : delta(eps) <= delta}, which follows from the value of delta at one eps. The
/// witness begins with the lemma `hockey-stick-nonincreasing-in-eps`.
[[nodiscard]] Evaluator epsilon_claim(ReadProfile read);
/// A parameter in which delta is monotone and continuous, and the lemma that says so. Where `attained`, the infimum is
/// positive.
struct Noise {
  std::string_view name, lemma;
  Required<bool> grows;     ///< delta with the parameter
  Required<Rational> most;  ///< the values are below it
  Required<bool> attained;
};
/// Proves `sup {x > 0 : delta_x(eps) <= delta} RELATION value`, of none 0, where delta grows with x.
[[nodiscard]] Judgement decide_supremum(const Profile& profile, const Quantity& quantity, const Noise& noise,
                                        Relation relation, const Number& value);
/// The same about the supremum, or inf {x > 0 : delta_x(eps) <= delta} where delta falls. `read` is given the relation of
/// delta: the mirrored one where delta grows.
[[nodiscard]] Evaluator noise_claim(ReadProfile read, Noise noise);
/// A count in which delta is monotone, and the lemma that says so.
struct MonotoneCount {
  std::string_view name, lemma;
  Required<bool> grows;  ///< delta with the count
};
/// A claim about max {n >= 0 : delta_n(eps) <= delta} where delta grows with n and is 0 at n = 0, else about min {n >= 1 :
/// delta_n(eps) <= delta}. `read` is given the relation of delta.
[[nodiscard]] Evaluator count_claim(ReadProfile read, MonotoneCount count);

/// A failure of a claim about delta, with where it is.
[[nodiscard]] Judgement at_the_value(Judgement outcome);

}  // namespace hallmark::check
