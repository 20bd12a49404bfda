// Lower ends for several selected steps: events of additive scores.
#pragma once

#include <optional>

#include "bounds/allocation/step_ratio.hpp"
#include "exact/budget.hpp"
#include "exact/score_masses.hpp"
#include "hallmark/words.hpp"

namespace hallmark::allocation {

/// Every output of a step scores the multiple of h = 2^-scale nearest to ln(1 - lambda + lambda X); for the direction
/// add its opposite.
struct Scores {
  Rational lambda;
  slong scale;
};

/// The event that the scores of all steps add up to at least threshold h, and what it proves.
struct ScoreEvent {
  Scores scores;
  slong threshold;
  Rational value;
};

/// How fine the law of a sum of scores is. None of it is part of a proof.
struct ScoreEffort {
  slong points = slong{1} << 18;  // of a law at most
  slong unit_bits = 128;          // masses are integer multiples of 2^-unit_bits
  slong tail_bits = 60;           // tails below about 2^-tail_bits are cut off
};

/// Events of additive scores on the outputs of all steps.
/// Kind:      lower bound: each event E proves A(E) - e^eps B(E) <= delta(eps), (A, B) = (with, without) the record for
///            remove, (without, with) for add
/// Units:     adjacency zero-out; direction remove or add
/// Rigor:     {the scores add up to at least K} does not depend on the order of the steps, so every selection gives it
///            the same probability: that of k scores with the record and t - k without. Any cuts and scores will do. Masses
///            of A are rounded down; those of B stand as mass times e^(h j) at the score j, rounded up, so that what is
///            cut off counts at most e^(-h K) times itself in the event.
/// Source:    our proof
/// Cost:      about 4 log2(steps epochs) squarings of integer polynomials
class ScoreLaw {
 public:
  /// Nothing when the budget ends, or where the law would have too many points.
  /// Domain:    as check_selection, 0 < lambda < 1, direction not both; otherwise throws InputError
  [[nodiscard]] static std::optional<ScoreLaw> of(const StepRatio& step, const Selection& selection,
                                                  Direction direction, const Scores& scores, const ScoreEffort& effort,
                                                  const Budget& budget = {});
  /// The event that proves most of delta(eps).
  [[nodiscard]] ScoreEvent delta_lower(const Number& eps) const;
  /// The event that proves the largest eps with delta(eps') > delta for all eps' < eps; 0 where none does.
  [[nodiscard]] ScoreEvent epsilon_lower(const Rational& delta) const;
  /// About what the checker charges for such a law of scores of Gaussian noise, where delta is as small as told.
  [[nodiscard]] double checking(const Selection& selection, double smallest) const;

 private:
  ScoreLaw(Scores scores, slong cells, ScoreMasses a, ScoreMasses b);
  template <typename Value>
  [[nodiscard]] ScoreEvent best(const Value& value) const;
  struct Masses {
    Ball a;  // at most A(E)
    Ball b;  // at least B(E) e^(h threshold)
  };
  [[nodiscard]] Masses masses(slong threshold) const;

  Scores scores_;
  slong cells_;
  ScoreMasses a_;
  ScoreMasses b_;
};

/// So often the steps of a lattice are halved at most: what is next to a claim is worth it.
inline constexpr slong score_finest = 3;

/// delta(eps) from below, by the best scores of a few, on lattices whose steps are halved `finer` times.
/// Kind:      lower bound
/// Units:     eps in nats, any real
/// Domain:    as ScoreLaw::of
/// Rigor:     ScoreLaw
/// Source:    our proof
/// Cost:      that of some coarse laws and a fine one
[[nodiscard]] std::optional<ScoreEvent> score_delta_lower(const StepRatio& step, const Selection& selection,
                                                          Direction direction, const Number& eps, slong finer = 0,
                                                          const Budget& budget = {});

/// An eps up to which delta(eps) > delta, by the best scores of a few.
/// Kind:      lower bound of the least eps with delta(eps) <= delta
/// Units:     nats
/// Domain:    as ScoreLaw::of, 0 < delta; otherwise throws InputError
/// Rigor:     ScoreLaw
/// Source:    our proof
/// Cost:      as score_delta_lower
[[nodiscard]] std::optional<ScoreEvent> score_epsilon_lower(const StepRatio& step, const Selection& selection,
                                                            Direction direction, const Rational& delta, slong finer = 0,
                                                            const Budget& budget = {});

/// The event of the coarsest of some lattices that proves delta(eps) >= delta; nothing where none does that the checker
/// takes.
/// Kind:      lower bound
/// Units:     eps in nats, any real
/// Domain:    as ScoreLaw::of
/// Rigor:     ScoreLaw
/// Source:    our proof
/// Cost:      as score_delta_lower
[[nodiscard]] std::optional<ScoreEvent> score_proof(const StepRatio& step, const Selection& selection,
                                                    Direction direction, const Number& eps, const Rational& delta,
                                                    const Budget& budget = {});

}  // namespace hallmark::allocation
