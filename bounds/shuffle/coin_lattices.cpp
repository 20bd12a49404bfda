#include "bounds/shuffle/coin_lattices.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "bounds/composition/finite_law.hpp"
#include "bounds/shuffle/binomial_masses.hpp"
#include "bounds/shuffle/coin_grid.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::atoms {
namespace {

constexpr double deepest = 590;

// Pr[Bin(m, 1/2) = ceil(m/2)], for neighbouring m from one of them: m to m + 1 multiplies by (m+1)/(m+2) where m is even.
class Middles {
 public:
  explicit Middles(slong bits) : bits_(bits) {}
  const Ball& at(slong m) {
    if (values_.empty()) {
      first_ = m;
      const Ball half(Rational("1/2"), bits_);
      values_.push_back(pmf({m, half, half}, (m + 1) / 2));
    }
    for (; m < first_; --first_) {
      values_.push_front(first_ % 2 != 0 ? values_.front() * (first_ + 1) / first_ : values_.front());
    }
    for (slong last = first_ + static_cast<slong>(values_.size()) - 1; last < m; ++last) {
      values_.push_back(last % 2 == 0 ? values_.back() * (last + 1) / (last + 2) : values_.back());
    }
    return values_[static_cast<std::size_t>(m - first_)];
  }

 private:
  slong bits_;
  slong first_ = 0;
  std::deque<Ball> values_;
};

// A grid for log ratios up to 2 artanh(slope), a proposal; nothing where that is too large.
std::optional<CoinGrid> grid_up_to(double slope, double depth, const LatticeEffort& effort) {
  constexpr double steepest = 0.999;
  constexpr double flattest = 1e-9;
  if (!(slope > flattest && slope < steepest) || depth > deepest) return std::nullopt;
  const double reach = steady::log1p(2 * slope / (1 - slope));
  const slong scale = scale_for(-reach, reach, effort.points);
  return CoinGrid(scale, static_cast<slong>(std::ldexp(reach, static_cast<int>(scale + 1))) + 2, depth);
}

slong bits_for(const LatticeEffort& effort) { return effort.unit_bits + 48; }

// The largest y/m of a run of m coins, up to e^-depth.
double largest_share(slong m, double depth) {
  const double coins = static_cast<double>(m);
  return std::min(1.0, (std::sqrt(2 * depth * coins) + 2) / coins);
}

// Clones whose count is Bin(n-1, p), with P(x) from a - b = lean; the share `share` of all, the rest at log ratio 0.
std::optional<LatticeLaw> count_lattice(const Binomial& count, const Ball& lean, const Ball& share,
                                        const LatticeEffort& effort, const Budget& budget) {
  const double depth = static_cast<double>(effort.tail_bits) * ln2 + 14;
  const Range counts = binomial_range(count, depth);
  auto grid = grid_up_to(roughly(lean) * largest_share(counts.lo + 1, depth), depth, effort);
  if (!grid) return std::nullopt;
  const slong bits = bits_for(effort);
  Middles middles(bits);
  const Ball one(1, bits);
  Ball unseen = one;
  bool usable = true;
  const bool finished = for_each_mass(count, counts, budget, [&](slong c, const Ball& weight) {
    if (!usable || log_of(weight) < -depth) return;
    const slong m = c + 1;
    usable = grid->add(m, weight * share * middles.at(m), one, lean / m);
    unseen -= weight;
  });
  if (!finished || !usable) return std::nullopt;
  grid->add_ties(1 - share);
  return grid->finish(max(unseen, Ball(0, bits)), effort);
}

std::optional<LatticeLaw> weak_lattice(slong n, slong k, const Number& gamma, const LatticeEffort& effort,
                                       const Budget& budget) {
  const slong bits = bits_for(effort);
  const double depth = static_cast<double>(effort.tail_bits) * ln2 + 14;
  const Ball g = gamma.ball(bits);
  const Ball lies = 1 - g;
  const Binomial blanket{n - 1, g, lies};
  const Ball in_two(Rational(2) / k, bits);
  const Ball in_rest(Rational(k - 2) / k, bits);
  const auto seen = [&](slong m, double deep) {
    return k == 2 ? Range{m, m} : binomial_range({m, in_two, in_rest}, deep);
  };
  const auto odd = [&](slong m) { return lies * k / (2 * m); };
  const Range counts = binomial_range(blanket, depth);
  const auto steepest = [&](slong m) {
    const slong s = std::max(slong{1}, seen(m, depth).lo);
    return roughly(odd(m) * s / (g + odd(m) * s)) * largest_share(s, depth);
  };
  auto grid = grid_up_to(std::max(steepest(counts.lo + 1), steepest(counts.hi + 1)), depth, effort);
  if (!grid) return std::nullopt;
  Middles middles(bits);
  Ball unseen(1, bits);
  bool usable = true;
  const bool finished = for_each_mass(blanket, counts, budget, [&](slong count, const Ball& weight) {
    const double left = depth + log_of(weight);
    if (!usable || left <= 0) return;
    const slong m = count + 1;
    const Ball slope = odd(m);
    usable = for_each_mass({m, in_two, in_rest}, seen(m, left), budget,
                           [&](slong s, const Ball& in_s) {
                             const Ball both = weight * in_s;
                             if (!usable || s < 1 || log_of(both) < -depth) return;
                             usable = grid->add(s, both * middles.at(s), g + slope * s, slope);
                             unseen -= both * (g + slope * s);
                           }) &&
             usable;
  });
  if (!finished || !usable) return std::nullopt;
  return grid->finish(max(unseen, Ball(0, bits)), effort);
}

}  // namespace

std::optional<LatticeLaw> clones_lattice(slong n, const Number& eps0, const LatticeEffort& effort,
                                         const Budget& budget) {
  const slong bits = bits_for(effort);
  const Ball e = exponential(eps0, bits);
  const Ball rest = exponential_minus_1(eps0, bits);
  return count_lattice({n - 1, 1 / e, rest / e}, rest / (e + 1), Ball(1, bits), effort, budget);
}

std::optional<LatticeLaw> krr_lattice(krr::View view, slong n, slong k, const Number& gamma,
                                      const LatticeEffort& effort, const Budget& budget) {
  if (view == krr::View::weak) return weak_lattice(n, k, gamma, effort, budget);
  const slong bits = bits_for(effort);
  const Ball g = gamma.ball(bits + 16);
  const Ball p = g * 2 / k;
  const Ball share = view == krr::View::strong ? (1 - g).with_bits(bits) : Ball(1, bits);
  return count_lattice({n - 1, p.with_bits(bits), (1 - p).with_bits(bits)}, Ball(1, bits), share, effort, budget);
}

}  // namespace hallmark::atoms
