#pragma once

#include <span>
#include <vector>

#include "laws/grid_law.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// The functions that a law speaks for: convex, f >= 0 on [0, inf), of finite slope at infinity f'(inf); nondecreasing,
/// or nonincreasing (then f'(inf) = 0).
enum class Slope { rising, falling };

/// How two independent numbers become one: likelihood ratios of rounds are multiplied, those of the steps of a uniform
/// mixture added.
enum class Combination { product, sum };

/// Where masses may stand: 0, and these: positive, increasing, in units of 2^-unit.
using Ratios = std::vector<Integer>;

struct ConvexSpec {
  Slope slope = Slope::rising;
  Side side = Side::upper;
  Count unit = 64;       ///< positions are integers in units of 2^-unit
  Count fraction = 192;  ///< masses in units of 2^-fraction
};

/// A finite measure with a first moment at infinity. For every f of the slope, Phi(f) = E_Q f(R) + f'(inf) P(dQ = 0) is
/// at most (upper), at least (lower) the sum of mass f(position) and f'(inf) infinite.
/// Rigor:    PROOFS.md 13, for all functions below
struct ConvexLaw {
  std::vector<Integer> positions;  ///< nondecreasing
  std::vector<Integer> masses;     ///< positive
  Integer infinite = 0;            ///< in units of 2^-fraction; 0 where the slope is falling
};

/// Collects masses with their first moments between neighbouring points of a grid and brings them to its points (upper:
/// along chords) or to their barycentres (lower): the one place that rounds.
class Regrid {
 public:
  /// Masses will come in units of 2^-(fraction + mass_shift), positions in units of 2^-(unit + position_shift).
  Regrid(const Ratios& grid, const ConvexSpec& spec, Count position_shift, Count mass_shift);

  /// The smallest cell whose upper end lies above `position`, not below `from`. Cell i begins at point i, the first at
  /// 0; the last one has no end.
  [[nodiscard]] std::size_t cell_of(const Integer& position, std::size_t from) const;
  /// Whether cell `cell` ends at or below `position`.
  [[nodiscard]] bool is_beyond(const Integer& position, std::size_t cell) const;

  /// Mass, and mass times position, of what lies in one cell.
  void add(std::size_t cell, const Integer& mass, const Integer& moment);

  /// The same in parts: a b is added to the mass, to the moment.
  void add_product(std::size_t cell, const Integer& a, const Integer& b);
  void add_moment(std::size_t cell, const Integer& a, const Integer& b);

  /// Outputs of masses p and q under the two laws at ratios from point `from` to point `to` (0: position 0; beyond the
  /// last: no end).
  void add_between(std::size_t from, std::size_t to, const Interval& p, const Interval& q);

  /// A first moment that already stands at infinity, in units of 2^-fraction.
  void add_infinite(const Integer& moment) { infinite_ += moment; }

  [[nodiscard]] ConvexLaw take() const;

 private:
  [[nodiscard]] Integer point(std::size_t i) const { return i == 0 ? Integer(0) : grid_[i - 1]; }
  [[nodiscard]] ConvexLaw take_upper() const;
  [[nodiscard]] ConvexLaw take_lower() const;

  const Ratios& grid_;
  ConvexSpec spec_;
  Count position_shift_, mass_shift_;
  std::vector<Integer> ends_;  // of the cells, in the units of the positions that come
  std::vector<Integer> mass_, moment_;
  std::vector<Integer> at_;
  Integer infinite_ = 0;
};

/// The law of the product or of the sum of two independent ones, on the points of `grid`.
/// Cost:     one product and one comparison of integers a pair, a few more a pair of a position and a cell; half of it
///           for a law with itself
[[nodiscard]] ConvexLaw combined(const ConvexLaw& a, const ConvexLaw& b, Combination how, const Ratios& grid,
                                 const ConvexSpec& spec);

/// How many combinations `power` makes: left-to-right binary powering.
[[nodiscard]] std::size_t combinations(Count count);

/// The law of `count` independent copies, the i-th combination on grids[i].
/// Domain:   grids.size() == combinations(count)
[[nodiscard]] ConvexLaw power(const ConvexLaw& base, Count count, Combination how, std::span<const Ratios> grids,
                              const ConvexSpec& spec);

/// The law of R/count, from that of R: of the mean of `count` ratios from that of their sum.
[[nodiscard]] ConvexLaw divided(const ConvexLaw& law, Count count, const ConvexSpec& spec);

/// The law of (R - b)/(1 - b) from that of R, which is nowhere below b: of rounds that may all be skipped, `never` their
/// probability b, given that one takes place.
/// Domain:   never is proved to be below 1; otherwise throws TooMuchWork
/// Rigor:    PROOFS.md 20.9
[[nodiscard]] ConvexLaw given_drawn(const ConvexLaw& law, const Interval& never, const ConvexSpec& spec);

/// The law of X = exp(sZ - s^2/2), s = 1/sigma, Z standard normal: the ratio of one Gaussian mechanism.
/// Cost:     two complementary error functions a point
[[nodiscard]] ConvexLaw lognormal_base(const Number& sigma, const Ratios& grid, const ConvexSpec& spec);
/// The same where s^2 is given.
/// Domain:   0 < variance
[[nodiscard]] ConvexLaw lognormal_base(const Rational& variance, const Ratios& grid, const ConvexSpec& spec);

/// The bound on Phi of (x - w)_+ (rising), of (1 - w x)_+ (falling), w = e^eps.
[[nodiscard]] Interval hinge(const ConvexLaw& law, const Number& eps, const ConvexSpec& spec);

/// One round, cut into cells, as the law of its likelihood ratio; for functions with f(0) = 0, the slope rising.
[[nodiscard]] ConvexLaw convex_base(const Cells& cells, const Ratios& grid, const ConvexSpec& spec);

}  // namespace hallmark::check
