// What the routes of a composition share: phases grouped by law, tables kept, ends of a search.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bounds/composition/composition.hpp"
#include "bounds/composition/line_transform.hpp"
#include "exact/bracket.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::composition {

inline constexpr slong most_tail_bits = slong{1} << 14;
inline constexpr slong default_digits = 6;       // of default effort
inline constexpr slong usual_exact_digits = 12;  // of default effort where digits are cheap

// The last few tables, by all that they depend on: thresholds asked for one after another share them.
template <typename Table>
class Memo {
 public:
  explicit Memo(std::size_t most) : most_(most) {}
  std::shared_ptr<const Table> get(const std::string& key, const Budget& budget,
                                   const std::function<std::optional<Table>()>& make) {
    {
      const std::lock_guard lock(mutex_);
      for (auto i = tables_.begin(); i != tables_.end(); ++i) {
        if (i->key != key) continue;
        tables_.splice(tables_.begin(), tables_, i);
        budget.charge(i->work);
        return budget.expired() ? nullptr : i->table;
      }
      if (tables_.size() >= most_) tables_.pop_back();  // before the next one is made: memory
    }
    const slong before = budget.work();
    std::optional<Table> made = make();
    if (!made) return nullptr;
    auto table = std::make_shared<const Table>(std::move(*made));
    const std::lock_guard lock(mutex_);
    tables_.push_front({key, table, budget.work() - before});
    return budget.expired() ? nullptr : table;
  }

 private:
  struct Kept {
    std::string key;
    std::shared_ptr<const Table> table;
    slong work;  // counted: whoever uses the table again is charged as if it made it
  };

  std::size_t most_;
  std::mutex mutex_;
  std::list<Kept> tables_;
};

// Phases of one law together, and all Gaussian ones apart.
struct Groups {
  std::vector<Phase> phases;
  std::vector<Phase> gaussian;
  slong rounds = 0;
  bool symmetric = true;
  bool add = false;  // the largest log ratios are asked for in direction add, where they differ
};

/// The phases by their laws.
/// Kind:      exact
/// Domain:    at least one phase, rounds from 1 to 10^15 in all; otherwise throws InputError
[[nodiscard]] Groups group(const std::vector<Phase>& phases);

/// What is true of the phases in one direction, where it is less than in the worse one: no mass of an infinite ratio where
/// a phase has none in direction add.
/// Kind:      exact
/// Domain:    any groups, any direction
[[nodiscard]] Groups in_direction(Groups groups, Direction direction);

/// The variance of the log ratio of all Gaussian phases together: the sum of rounds / sigma^2.
/// Kind:      encloses
[[nodiscard]] Ball gaussian_variance(const Groups& groups, slong bits);

/// The same with what dominates each of the other phases.
/// Kind:      encloses; nothing where some phase is not dominated by a Gaussian mechanism
[[nodiscard]] std::optional<Ball> dominating_variance(const Groups& groups, slong bits);

/// The transform of a normal log ratio N(v/2, v).
/// Kind:      encloses, as the variance
/// Domain:    0 < v
[[nodiscard]] std::shared_ptr<const LineTransform> gaussian_transform(std::function<Ball(slong bits)> variance);

/// The sum of the largest log ratios, where every phase has one.
/// Kind:      encloses
struct Limit {
  Ball ball;
  std::optional<Rational> exact;
};
[[nodiscard]] std::optional<Limit> limit(const Groups& groups, slong bits);

/// An upper end of epsilon at `target` > 0 (at least the mass of an infinite ratio), known beforehand: the sum of the
/// largest finite log ratios; for phases that are, or are dominated by, Gaussian ones of variance v in all, where no
/// ratio is infinite, v/2 + sqrt(2 v ln(1/target)) more, which their log ratio exceeds with probability at most target.
/// Kind:      upper bound; nothing where none is known
/// Domain:    0 < target, at least the mass of an infinite ratio
/// Rigor:     a product of pairs that dominate the rounds dominates their product
/// Source:    elementary; the tail of a normal law
[[nodiscard]] std::optional<Rational> largest_epsilon(const Groups& groups, const Number& target);

/// delta(eps) of the one Gaussian mechanism that dominates all rounds; 1 where some phase is not dominated by one.
/// Kind:      upper bound
/// Rigor:     as largest_epsilon
/// Source:    [BW18] Theorem 8
[[nodiscard]] Rational delta_of_dominating(const Groups& groups, const Number& eps);

/// Whether eps is proved to be at least the limit; equal logarithms of rationals are decided by their powers.
[[nodiscard]] bool beyond(const Groups& groups, const Number& eps);

/// The P-mass of an infinite ratio in some round.
/// Kind:      encloses
[[nodiscard]] Ball infinite_mass(const Groups& groups, slong bits);

/// Whether some epsilon is enough: infinite_mass <= target.
/// Kind:      exact: yes and no are proved; unknown where they are equal, or nearly so, and have no names to compare
[[nodiscard]] Truth covers_infinite_mass(const Groups& groups, const Number& target);

/// The atoms of one round; the last few lists are kept.
/// Kind:      encloses; null where the list is too long or the budget ends
/// Domain:    a phase with atoms, direction not both
/// Source:    that of the phase
[[nodiscard]] std::shared_ptr<const FiniteLaw> listed(const Phase& phase, Direction direction, const Listing& listing,
                                                      const Budget& budget);

/// The convex law of the ratio of one round: the phase's own, or that of its atoms.
/// Kind:      encloses; null where the list is too long or the budget ends
/// Domain:    a phase with a law or atoms: otherwise throws InputError
/// Source:    that of the phase
[[nodiscard]] std::shared_ptr<const RatioLaw> law_of_one_round(const Phase& phase, Slope slope,
                                                               const Resolution& resolution, const Budget& budget);

/// The convex law of the ratio of all rounds of all phases: for functions of that slope, of the pair with the record against
/// without it.
/// Kind:      encloses; nothing where a list is too long or the budget ends
/// Domain:    phases as law_of_one_round
/// Source:    products of pairs; proofs-check/PROOFS.md section 13
[[nodiscard]] std::optional<RatioLaw> law_of_all_rounds(const Groups& groups, Slope slope, const Resolution& resolution,
                                                        const Budget& budget);

/// Exactly two rounds in all, both of them lists.
[[nodiscard]] bool is_pair_of_lists(const Groups& groups);

/// The bits of that many decimal digits.
/// Kind:      a proposal
/// Domain:    digits >= 0
[[nodiscard]] constexpr slong bits_of(slong digits) { return digits * 3322 / 1000 + 1; }

/// About log2(1/x), rounded up.
/// Kind:      a proposal
/// Domain:    0 < x <= 1
[[nodiscard]] slong depth(const Rational& x);

/// Throws InputError unless some epsilon of the phases may have the delta `target`.
/// Kind:      exact
void check_target(const Groups& groups, const Number& target);

[[noreturn]] void refuse_delta(const Number& target);

/// The ends that one round of R of one mechanism proves immediately: delta_1(eps) <= delta <= 1 - (1 - delta_1(eps/R))^R.
/// Kind:      encloses; [0, 1] and [0, infinity) where no phase says what one round is
/// Domain:    direction not both; 0 <= eps; 0 < target <= 1
/// Rigor:     an adversary may look at one round alone; (eps/R, d)-DP rounds compose to (eps, 1 - (1-d)^R)-DP
/// Source:    the basic composition theorem
/// Cost:      two values of one round at a few bits; of epsilon about forty
[[nodiscard]] RationalEnds delta_by_one_round(const Groups& groups, Direction direction, const Number& eps,
                                              const Budget& budget);
struct OneRoundEpsilon {
  Rational lo;
  std::optional<Rational> hi;
};
[[nodiscard]] OneRoundEpsilon epsilon_by_one_round(const Groups& groups, Direction direction, const Number& target,
                                                   const Budget& budget);

/// What one moment proves: delta(eps) <= c_b M(b) e^(-b eps), M(b) = E_P e^(bL) of all rounds, c_b = b^b/(1+b)^(1+b).
/// Kind:      upper bound; 1, or nothing, where some phase has no bound of its moments, or an infinite ratio
/// Domain:    direction not both; 0 < target
/// Rigor:     (1 - e^-w)_+ <= c_b e^(bw) for every b > 0. M(b) of a phase by its transform; or, with log ratios in [-l, h],
///            by the pair of both ends, because E_Q X^(1+b) is convex in X and E_Q X = 1; or by the Gaussian mechanism
///            that dominates it, M being E of a convex function. Any b is valid
/// Source:    [CKS20] Proposition 12, with the constant of PROOFS.md section 12.2
/// Cost:      one moment
[[nodiscard]] Rational delta_by_moments(const Groups& groups, Direction direction, const Number& eps,
                                        const Budget& budget);
[[nodiscard]] std::optional<Rational> epsilon_by_moments(const Groups& groups, Direction direction,
                                                         const Number& target, const Budget& budget);

/// The routes, each for one direction. Those of two and of few: nothing where a list is too long;
/// on a line: nothing where a phase has no transform, or none decays.
/// Kind:      encloses
/// Domain:    as delta, epsilon of composition.hpp; direction not both
/// Source:    as delta, epsilon of composition.hpp
[[nodiscard]] std::optional<Enclosed> delta_of_two(const Groups& groups, Direction direction, const Number& eps,
                                                   const Ask& ask);
[[nodiscard]] std::optional<Enclosed> epsilon_of_two(const Groups& groups, Direction direction, const Number& target,
                                                     const Ask& ask);
[[nodiscard]] std::optional<Enclosed> delta_of_few(const Groups& groups, Direction direction, const Number& eps,
                                                   const Ask& ask);
[[nodiscard]] std::optional<Enclosed> epsilon_of_few(const Groups& groups, Direction direction, const Number& target,
                                                     const Ask& ask);
[[nodiscard]] std::optional<Enclosed> delta_on_line(const Groups& groups, Direction direction, const Number& eps,
                                                    const Ask& ask);
[[nodiscard]] std::optional<Enclosed> epsilon_on_line(const Groups& groups, Direction direction, const Number& target,
                                                      const Ask& ask);
[[nodiscard]] Enclosed delta_on_lattice(const Groups& groups, Direction direction, const Number& eps, const Ask& ask);
[[nodiscard]] Enclosed epsilon_on_lattice(const Groups& groups, Direction direction, const Number& target,
                                          const Ask& ask);
[[nodiscard]] Enclosed delta_by_convex_laws(const Groups& groups, Direction direction, const Number& eps,
                                            const Ask& ask);
[[nodiscard]] Enclosed epsilon_by_convex_laws(const Groups& groups, Direction direction, const Number& target,
                                              const Ask& ask);
[[nodiscard]] Enclosed delta_of_gaussians(const Groups& groups, const Number& eps, const Ask& ask);
[[nodiscard]] Enclosed epsilon_of_gaussians(const Groups& groups, const Number& target, const Ask& ask);

/// The next epsilon of a search for one that is enough: by doubling, and faster beyond a million; nothing beyond 2^256.
/// Kind:      a proposal
/// Domain:    0 < eps
[[nodiscard]] std::optional<Rational> next_larger(const Rational& eps);

/// inf {eps >= 0 : curve(eps) <= target} of a nonincreasing curve in balls.
/// Kind:      encloses, as bisect
/// Domain:    0 <= target, curve(hi) <= target where hi is given; throws InputError where no eps up to 2^256 is proved enough
/// Source:    that of the curve
[[nodiscard]] Enclosed invert(const std::function<Sample(const Number& eps, slong bits)>& curve, const Number& target,
                              std::optional<Rational> hi, slong digits, slong first_bits, const Budget& budget);

}  // namespace hallmark::composition
