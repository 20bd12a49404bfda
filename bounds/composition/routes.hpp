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
#include "exact/bracket.hpp"

namespace hallmark::composition {

inline constexpr long most_tail_bits = 1L << 14;
inline constexpr long default_digits = 6;       // of default effort
inline constexpr long usual_exact_digits = 12;  // of default effort where digits are cheap

// The last few tables, by all that they depend on: thresholds asked for one after another share them.
template <typename Table>
class Memo {
 public:
  explicit Memo(std::size_t most) : most_(most) {}
  std::shared_ptr<const Table> get(const std::string& key, const std::function<std::optional<Table>()>& make) {
    {
      const std::lock_guard lock(mutex_);
      for (auto i = tables_.begin(); i != tables_.end(); ++i) {
        if (i->first != key) continue;
        tables_.splice(tables_.begin(), tables_, i);
        return i->second;
      }
      if (tables_.size() >= most_) tables_.pop_back();  // before the next one is made: memory
    }
    std::optional<Table> made = make();
    if (!made) return nullptr;
    auto table = std::make_shared<const Table>(std::move(*made));
    const std::lock_guard lock(mutex_);
    tables_.emplace_front(key, table);
    return table;
  }

 private:
  std::size_t most_;
  std::mutex mutex_;
  std::list<std::pair<std::string, std::shared_ptr<const Table>>> tables_;
};

// Phases of one law together, and all Gaussian ones apart.
struct Groups {
  std::vector<Phase> phases;
  std::vector<Phase> gaussian;
  long rounds = 0;
  bool symmetric = true;
};

/// Domain:    at least one phase, rounds from 1 to 10^15 in all; otherwise throws InputError
[[nodiscard]] Groups group(const std::vector<Phase>& phases);

[[nodiscard]] Ball gaussian_variance(const Groups& groups, long bits);

// The sum of the largest log ratios, where every phase has one.
struct Limit {
  Ball ball;
  std::optional<Rational> exact;
};
[[nodiscard]] std::optional<Limit> limit(const Groups& groups, long bits);

/// An upper end of epsilon at `target` > 0 (at least the mass of an infinite ratio), known beforehand: the sum of the
/// largest finite log ratios; for Gaussian phases of variance v, where no ratio is infinite, v/2 + sqrt(2 v
/// ln(1/target)) more, which their log ratio exceeds with probability at most target.
[[nodiscard]] std::optional<Rational> largest_epsilon(const Groups& groups, const Number& target);

/// Whether eps is proved to be at least the limit; equal logarithms of rationals are decided by their powers.
[[nodiscard]] bool beyond(const Groups& groups, const Number& eps);

/// Encloses the P-mass of an infinite ratio in some round.
[[nodiscard]] Ball infinite_mass(const Groups& groups, long bits);

/// The atoms of one round; the last few lists are kept.
[[nodiscard]] std::shared_ptr<const FiniteLaw> listed(const Phase& phase, Direction direction, const Listing& listing,
                                                      const Budget& budget);

/// Exactly two rounds in all, both of them lists.
[[nodiscard]] bool is_pair_of_lists(const Groups& groups);

/// The bits of that many decimal digits.
[[nodiscard]] constexpr long bits_of(long digits) { return digits * 3322 / 1000 + 1; }

/// About log2(1/x), rounded up, of 0 < x <= 1.
[[nodiscard]] long depth(const Rational& x);

[[noreturn]] void refuse_delta(const Number& target);

// The routes, each for one direction. delta_of_two, epsilon_of_two: nothing where a list is too long.
[[nodiscard]] std::optional<Found> delta_of_two(const Groups& groups, Direction direction, const Number& eps,
                                                const Ask& ask);
[[nodiscard]] std::optional<Found> epsilon_of_two(const Groups& groups, Direction direction, const Number& target,
                                                  const Ask& ask);
[[nodiscard]] Found delta_on_lattice(const Groups& groups, Direction direction, const Number& eps, const Ask& ask);
[[nodiscard]] Found epsilon_on_lattice(const Groups& groups, Direction direction, const Number& target, const Ask& ask);
[[nodiscard]] Found delta_by_convex_laws(const Groups& groups, Direction direction, const Number& eps, const Ask& ask);
[[nodiscard]] Found epsilon_by_convex_laws(const Groups& groups, Direction direction, const Number& target,
                                           const Ask& ask);
[[nodiscard]] Found delta_of_gaussians(const Groups& groups, const Number& eps, const Ask& ask);
[[nodiscard]] Found epsilon_of_gaussians(const Groups& groups, const Number& target, const Ask& ask);

/// inf {eps >= 0 : curve(eps) <= target} of a nonincreasing curve in balls.
[[nodiscard]] Found invert(const std::function<Sample(const Number& eps, long bits)>& curve, const Number& target,
                           std::optional<Rational> hi, long digits, long first_bits, const Budget& budget);

}  // namespace hallmark::composition
