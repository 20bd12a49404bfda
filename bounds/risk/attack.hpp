// What an attacker reaches who must tell two neighbours apart, from the row of a delta: rates, advantage, posterior.
#pragma once

#include "bounds/registry.hpp"
#include "bounds/risk/convex_minimum.hpp"

namespace hallmark::risk {

inline constexpr slong farthest_eps = 9000;  // that is asked for: a row takes eps up to 10^4

/// Whose numbers an attacker has: those of one pair of laws a direction; the largest of a class of pairs, of which no
/// single one need have all of them; numbers that are only at least those of the pair.
enum class Whose { pair, largest_of_class, upper_end };
/// Kind:      exact
/// Domain:    the row of a delta
[[nodiscard]] Whose whose(const Entry& delta, const Arguments& arguments);

/// The direction of the pair exchanged; both stays both.
/// Kind:      exact
[[nodiscard]] Direction exchanged(Direction direction);

/// A number that is offset + part delta at one eps.
struct Lift {
  Number eps;
  Direction direction;
  Rational offset, part;
};
/// Of advantage and bayes, which delta they are made of.
/// Kind:      exact
/// Domain:    arguments of X.advantage or X.bayes; throws InputError as `bayes`
[[nodiscard]] Lift lift_of(const Entry& delta, std::string_view what, const Arguments& arguments);

/// What a test assumes until its outcome says otherwise, in words: Q of the direction.
/// Kind:      exact
[[nodiscard]] std::string_view null_hypothesis(Adjacency adjacency, Direction direction);

/// The parameters of the row of a delta at an eps, in a direction, from those of a quantity made of it.
/// Kind:      exact
[[nodiscard]] Arguments question_at(const Entry& delta, const Number& eps, Direction direction,
                                    const Arguments& arguments);

/// What is asked of the row for what is made of it.
/// Kind:      exact
[[nodiscard]] Request asked_of_row(const Request& request, slong digits);

/// The largest P(phi) over tests phi with Q(phi) <= fpr: min over t >= 0 of D(t) + t fpr. Direction remove: P with the
/// record and Q without it, so that the null hypothesis is that the record is out; add: the reverse; both: the larger.
/// Kind:      encloses (pair); a bracket (class); an upper end
/// Units:     a probability
/// Domain:    arguments with fpr in (0, 1)
/// Rigor:     the neighbours of the least value prove it by convexity in t; a class: any t above, one event below
/// Source:    [DRS19] Proposition 2.12; PROOFS.md section 19.1
/// Cost:      10 to 40 evaluations of the row
[[nodiscard]] Answer tpr(const Entry& delta, const Arguments& arguments, const Request& request);

/// The least Q(phi) over tests phi with P(phi) >= tpr: 1 - TPR'(1 - tpr) of the pair exchanged. Direction both: the smaller
/// one, that of the stronger attack.
/// Kind:      encloses (pair); a bracket (class)
/// Units:     a probability
/// Domain:    arguments with tpr in (0, 1)
/// Source:    [DRS19] Proposition 2.12; PROOFS.md section 19.1
/// Cost:      10 to 40 evaluations of the row
[[nodiscard]] Answer fpr(const Entry& delta, const Arguments& arguments, const Request& request);

/// The largest TPR - FPR of a test, delta at eps = 0, the same in both directions; and the largest probability of guessing
/// right whether the record is in, where that has probability `prior`: 1 - prior + prior D((1 - prior)/prior).
/// Kind:      as the row
/// Units:     a probability
/// Domain:    a rational prior in (0, 1); away from 1/2 a direction: in `both` the prior would belong to two hypotheses.
///            Otherwise throws InputError
/// Source:    definition; PROOFS.md section 19.1
[[nodiscard]] Answer advantage(const Entry& delta, const Arguments& arguments, const Request& request);
[[nodiscard]] Answer bayes(const Entry& delta, const Arguments& arguments, const Request& request);

}  // namespace hallmark::risk
