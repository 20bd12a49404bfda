// The lower law along a short band. Doubles carry it: every mass and position is rounded towards a smaller law.
//
// Rounding. Masses, positions and terms are >= 0 and nothing is subtracted. A cell collects at most 2^15 pairs (q, p),
// so that the sums of q and of q p, of operands rounded a few times, have relative errors below 2^-37.9 each, their
// quotient one below 2^-36.8: the factors `less_mass` = 1 - 2^-37 and `less_position` = 1 - 2^-36 make both lower bounds. A rising F >= 0 of
// smaller positions with smaller masses is smaller. Masses below 10^-200 are left out, so that nothing underflows:
// positions are above 10^-60 (has_short_band). Into which cell a sum goes is free.
#include <algorithm>
#include <cmath>
#include <utility>

#include "bounds/matrix/band.hpp"
#include "exact/convex_kernel.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::matrix {
namespace {

constexpr slong cell_bits = 192;
constexpr double less_mass = 1 - 0x1p-37;
constexpr double less_position = 1 - 0x1p-36;
constexpr double least_cell_mass = 1e-200;

// The masses of the cells under N(shift, 1).
std::vector<Ball> cell_masses(const std::vector<Rational>& ends, const Ball& shift) {
  std::vector<Ball> masses;
  Ball below(0, cell_bits);
  for (const Rational& end : ends) {
    Ball next = normal_cdf(Ball(end, cell_bits) - shift);
    masses.push_back(next - below);
    below = std::move(next);
  }
  masses.push_back(1 - below);
  return masses;
}

// What the chain along the circle is made of: the normal variable of row i has mass[i][c] in its cell c, and
// term[j][k][c] is the mean there of bin j's factor from the row j + k.
struct Circle {
  slong bins;
  std::size_t length;
  std::vector<std::vector<double>> mass;
  std::vector<std::vector<std::vector<double>>> term;
  double deviation;  // about that of a bin's log ratio; a proposal
};

Circle circle_of(const Toeplitz& m, slong bins, const Rational& sigma, const BandEffort& effort) {
  const auto length = m.column.size();
  Rational norm = 0;
  for (const Rational& c : m.column) norm += c * c;
  const Rational scale = 1 / (sigma * sigma * (m.normalised ? norm : Rational(1)));
  Circle circle{bins, length, {}, {}, 0};
  const auto rows_of = [&](slong i) { return i < m.iterations ? (m.iterations - 1 - i) / bins + 1 : 0; };
  const auto cells_of = [&](slong i) {
    return band_cells(i + 1 < static_cast<slong>(length) ? effort.start_cells : effort.cells);
  };
  for (slong i = 0; i < bins; ++i) {
    circle.mass.emplace_back();
    for (const Ball& p : cell_masses(cells_of(i), Ball(0, cell_bits))) circle.mass.back().push_back(p.to_double_down());
  }
  double variance = 0;
  for (slong j = 0; j < bins; ++j) {
    auto& factors = circle.term.emplace_back();
    for (std::size_t k = 0; k < length; ++k) {
      const slong i = (j + static_cast<slong>(k)) % bins;
      const slong rows = rows_of(i);
      // Of the rows i, i + bins, ..., the first stands above the bin's first column where the circle is passed.
      const slong own = j + static_cast<slong>(k) < bins ? rows : std::max(rows - 1, slong{0});
      const Rational square = rows == 0 ? Rational(0) : Rational(m.column[k] * m.column[k] * scale * own * own / rows);
      const Ball shift = sqrt_of_nonnegative(Ball(square, cell_bits));
      if (j == 0) variance += roughly(Ball(square, cell_bits));
      const auto ends = cells_of(i);
      const auto plain = cell_masses(ends, Ball(0, cell_bits));
      const auto tilted = cell_masses(ends, shift);
      auto& means = factors.emplace_back();
      for (std::size_t c = 0; c < plain.size(); ++c) means.push_back((tilted[c] / plain[c]).to_double_down());
    }
  }
  circle.deviation = std::sqrt(variance);
  return circle;
}

// CellSums of ratios with their masses, in order but for the last digits.
struct CellSums {
  std::vector<double> position;
  std::vector<double> mass;
};

// Collects the sums of `terms` bins into cells.
class Collector {
 public:
  Collector(slong terms, double deviation, slong cells)
      : mass_(static_cast<std::size_t>(cells)), moment_(mass_.size()) {
    constexpr double reach = 6;
    const double low = steady::log(static_cast<double>(terms)) - reach * deviation;
    const double step = 2 * reach * deviation / static_cast<double>(cells - 2);
    for (slong i = 0; i + 1 < cells; ++i) ends_.push_back(steady::exp(low + step * static_cast<double>(i)));
  }

  void add(const CellSums& sums, double term) {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < sums.position.size(); ++i) {
      const double p = sums.position[i] + term;
      while (cell < ends_.size() && ends_[cell] < p) ++cell;
      mass_[cell] += sums.mass[i];
      moment_[cell] += sums.mass[i] * p;
    }
  }

  // The barycentres, with `weight` times their masses; empties the cells.
  CellSums take(double weight) {
    CellSums s;
    for (std::size_t i = 0; i < mass_.size(); ++i) {
      const double mass = mass_[i] * weight * less_mass;
      if (mass >= least_cell_mass) {
        s.position.push_back(moment_[i] / mass_[i] * less_position);
        s.mass.push_back(mass);
      }
      mass_[i] = moment_[i] = 0;
    }
    return s;
  }

 private:
  std::vector<double> ends_;
  std::vector<double> mass_;
  std::vector<double> moment_;
};

// The sums of all bins where the circle begins, and ends, with the cells `start` of the first rows.
class WalkBelow {
 public:
  WalkBelow(const Circle& circle, std::vector<std::size_t> start, const BandEffort& effort)
      : circle_(circle), start_(std::move(start)), effort_(effort) {
    const slong most = std::max(effort.cells, effort.start_cells);
    base_ = static_cast<std::size_t>(most);
    for (std::size_t k = 0; k + 2 < circle.length; ++k) rest_ *= base_;
  }

  [[nodiscard]] CellSums sums(const Budget& budget) const {
    // A state is the cells of the length - 1 rows that the bin and later ones share, the oldest in front.
    std::vector<CellSums> laws(rest_ * base_);
    std::size_t first = 0;
    double weight = 1;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      first = first * base_ + start_[i];
      weight *= circle_.mass[i][start_[i]] * (1 - 0x1p-50);
    }
    laws[first] = {{0}, {weight}};
    for (slong j = 0; j < circle_.bins && !budget.expired(); ++j) laws = step(j, laws);
    return std::move(laws[first]);
  }

 private:
  [[nodiscard]] std::vector<CellSums> step(slong j, const std::vector<CellSums>& laws) const {
    const auto next = static_cast<std::size_t>(j) + circle_.length - 1;
    const auto bins = static_cast<std::size_t>(circle_.bins);
    const bool is_free = next < bins;
    const auto& term = circle_.term[static_cast<std::size_t>(j)];
    Collector collector(j + 1, circle_.deviation, effort_.sums);
    std::vector<CellSums> all(laws.size());
    for (std::size_t rest = 0; rest < rest_; ++rest) {
      for (std::size_t c = is_free ? 0 : start_[next - bins]; c < term.back().size(); ++c) {
        for (std::size_t old = 0; old < term.front().size(); ++old) {
          const CellSums& from = laws[old * rest_ + rest];
          if (!from.mass.empty()) collector.add(from, product(term, old, rest, c));
        }
        all[rest * base_ + c] = collector.take(is_free ? circle_.mass[next][c] : 1);
        if (!is_free) break;
      }
    }
    return all;
  }

  // The ratio of a bin, from below.
  [[nodiscard]] double product(const std::vector<std::vector<double>>& term, std::size_t old, std::size_t rest,
                               std::size_t c) const {
    double value = term.front()[old] * term.back()[c];
    for (std::size_t k = circle_.length - 2; k > 0; --k, rest /= base_) value *= term[k][rest % base_];
    return value * (1 - 0x1p-50);
  }

  const Circle& circle_;
  std::vector<std::size_t> start_;
  const BandEffort& effort_;
  std::size_t base_ = 1;
  std::size_t rest_ = 1;
};

}  // namespace

// Denser where the mass and the ratio are.
std::vector<Rational> band_cells(slong cells) {
  constexpr double centre = 0.5;
  constexpr double spread = 1.75;
  std::vector<Rational> ends;
  for (slong i = 1; i < cells; ++i) {
    const double u = static_cast<double>(i) / static_cast<double>(cells);
    // The logistic quantile is close to the normal one.
    ends.push_back(short_dyadic(centre + spread * steady::log(u / (1 - u)) * 0.5513, 20));
  }
  return ends;
}

BandEffort band_effort(const Toeplitz& matrix, slong bins) {
  constexpr slong few_bins = 16;
  const BandEffort coarse{.nodes = 48, .sums = 300};
  BandEffort effort = bins <= few_bins ? BandEffort{} : coarse;
  switch (matrix.column.size()) {
    case 2:
      effort.cells = effort.start_cells = 32;
      break;
    case 3:
      effort.cells = bins <= few_bins ? 14 : 10;
      effort.start_cells = bins <= few_bins ? 10 : 6;
      break;
    default:
      effort.cells = bins <= few_bins ? 8 : 6;
      effort.start_cells = bins <= few_bins ? 4 : 3;
  }
  return effort;
}

bool has_short_band(const Toeplitz& matrix, const Gram& gram, const Rational& sigma) {
  constexpr std::size_t longest = 4;
  constexpr std::size_t most_bins = 64;
  const std::size_t length = matrix.column.size();
  if (length < 2 || length > longest || gram.size() < 2 * length - 1 || gram.size() > most_bins) return false;
  const Rational square = sigma * sigma;
  return std::all_of(gram.begin(), gram.end(), [&, j = std::size_t{0}](const std::vector<Rational>& row) mutable {
    const Rational& variance = row[j++];
    return variance * 1000 >= square && variance <= 9 * square;
  });
}

std::optional<ConvexLaw> band_below(const Toeplitz& matrix, slong bins, const Rational& sigma, const BandEffort& effort,
                                    const Budget& budget) {
  kernel::require_nearest();
  require(effort.cells >= 2 && effort.start_cells >= 2 && effort.sums >= 64 && effort.sums <= 2048 &&
              std::max(effort.cells, effort.start_cells) * effort.sums <= 0x8000,
          "at most 2^15 pairs for a cell");
  const Circle circle = circle_of(matrix, bins, sigma, effort);
  slong starts = 1;
  for (std::size_t k = 1; k < circle.length; ++k) starts *= effort.start_cells;
  std::vector<CellSums> parts(static_cast<std::size_t>(starts));
  parallel_for(starts, [&](slong number) {
    std::vector<std::size_t> start;
    for (slong k = 1, left = number; k < static_cast<slong>(circle.length); ++k, left /= effort.start_cells) {
      start.push_back(static_cast<std::size_t>(left % effort.start_cells));
    }
    parts[static_cast<std::size_t>(number)] = WalkBelow(circle, std::move(start), effort).sums(budget);
  });
  if (budget.expired()) return std::nullopt;
  std::vector<std::pair<double, double>> atoms;
  for (const CellSums& s : parts) {
    for (std::size_t i = 0; i < s.mass.size(); ++i) atoms.emplace_back(s.position[i], s.mass[i]);
  }
  std::sort(atoms.begin(), atoms.end());
  ConvexLaw law{Slope::rising, Side::lower, {}, {}, 0};
  for (const auto& [position, mass] : atoms) {
    law.position.push_back(position);
    law.mass.push_back(mass);
  }
  return divided(law, bins);
}

}  // namespace hallmark::matrix
