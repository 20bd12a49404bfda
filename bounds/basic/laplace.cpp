#include "bounds/basic/laplace.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "bounds/basic/sampled_transform.hpp"
#include "bounds/basic/spline_lattice.hpp"
#include "bounds/basic/spline_transform.hpp"
#include "exact/convex_cells.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::basic {
namespace {

// 0, both atoms closely fenced, and the ratios between e^-r and e^r at equal distances of their logarithms.
std::vector<double> nodes_of(double reach, slong count) {
  constexpr double fence = 1e-13;
  std::vector<double> nodes{0};
  const auto place = [&](double x) {
    if (x > nodes.back()) nodes.push_back(x);
  };
  for (slong i = 0; i <= count; ++i) {
    const double x = steady::exp(reach * (2 * static_cast<double>(i) / static_cast<double>(count) - 1));
    if (i == 0 || i == count) {
      place(x * (1 - fence));
      place(x * (1 + fence));
    } else {
      place(x);
    }
  }
  return nodes;
}

// Mass and first moment of the ratio under Q between two nodes.
class SplineCells {
 public:
  SplineCells(const SplinePair& pair, const std::vector<double>& nodes)
      : low_(exp(-pair.reach)), high_(exp(pair.reach)), between_(pair.scale * pair.density * 2) {
    for (const double x : nodes) nodes_.push_back(exactly(x, pair.reach.bits()));
    low_mass_ = pair.scale * pair.atom / sqrt(low_);
    high_mass_ = pair.scale * pair.atom / sqrt(high_);
  }

  CellMoments operator()(std::size_t k) const {
    const Ball from = inside(nodes_[k]);
    const Ball to = k + 1 < nodes_.size() ? inside(nodes_[k + 1]) : high_;
    CellMoments cell{between_ * (1 / sqrt(from) - 1 / sqrt(to)), between_ * (sqrt(to) - sqrt(from))};
    add(cell, k, low_, low_mass_);
    add(cell, k, high_, high_mass_);
    return cell;
  }

 private:
  [[nodiscard]] Ball inside(const Ball& x) const { return max(low_, min(high_, x)); }
  // An atom belongs to the cell that holds it: the nodes are fences around both, 10^-13 away.
  void add(CellMoments& cell, std::size_t k, const Ball& at, const Ball& mass) const {
    if (mass.is_zero()) return;
    const Truth from = less_equal(nodes_[k], at);
    const Truth to = k + 1 < nodes_.size() ? less(at, nodes_[k + 1]) : Truth::yes;
    require(from != Truth::unknown && to != Truth::unknown, "an atom stands apart from the nodes");
    if (from == Truth::no || to == Truth::no) return;
    cell.mass += mass;
    cell.moment += mass * at;
  }

  Ball low_;
  Ball high_;
  Ball between_;
  Ball low_mass_ = Ball(0, 64);
  Ball high_mass_ = Ball(0, 64);
  std::vector<Ball> nodes_;
};

constexpr double largest_reach = 150;  // ratios stay in the range of convex laws

}  // namespace

Law spline_law_of(std::string key, const Number& reach, std::function<SplinePair(slong bits)> pair) {
  Law law;
  law.method = "closed form: truncated powers of the log ratio";
  law.cheap_rounds = 450;  // sums of as many terms as rounds squared, of as many bits
  law.phase.key = std::move(key);
  law.phase.symmetric = true;
  law.phase.largest_log_ratio = reach;
  law.phase.ratio_law = [=](Slope slope, const Resolution& resolution,
                            const Budget& budget) -> std::shared_ptr<const RatioLaw> {
    constexpr slong bits = 256;
    const double far = roughly(reach.ball(bits));
    if (!(far < largest_reach)) {
      throw InputError("composition", "eps0", reach.to_string(), "at most 150 by convex laws");
    }
    const std::vector<double> nodes = nodes_of(far, resolution.nodes);
    const auto cells = SplineCells(pair(bits), nodes);
    const auto made = law_of_cells(nodes, cells, slope, budget);
    return made ? std::make_shared<const RatioLaw>(*made) : nullptr;
  };
  law.phase.transform = [pair](Direction) { return spline_transform(pair); };
  law.phase.sampled_lattice = [pair](Direction direction, const Number& rate, const LatticeEffort& effort,
                                     const Budget& budget) {
    const slong bits = spline_lattice_bits(effort);
    return spline_lattice(pair(bits), rate.ball(bits), direction, effort, budget);
  };
  law.phase.lattice = [whole = law.phase.sampled_lattice](Direction direction, const LatticeEffort& effort,
                                                          const Budget& budget) {
    return whole(direction, 1, effort, budget);
  };
  law.phase.powers = pair;
  law.phase.sampled_transform = [pair](Direction direction, const Number& rate) {
    return sampled_spline_transform(pair, rate, direction);
  };
  law.curve = [pair](Direction, slong rounds, slong bits, const Budget& budget) -> std::optional<Curve> {
    if (rounds > most_spline_rounds) return std::nullopt;
    const std::vector<SplineRounds> kinds{{pair(bits + 4 * rounds + 128), rounds}};
    return [=, &budget](const Threshold& at) { return spline_delta(kinds, at, bits, budget); };
  };
  return law;
}

Law laplace(const Number& eps0) {
  if (eps0.sign() <= 0) throw InputError("laplace", "eps0", eps0.to_string(), "positive");
  return spline_law_of(fmt::format("laplace eps0={}", eps0.to_string()), eps0, [=](slong bits) {
    const Ball reach = eps0.ball(bits);
    return SplinePair{reach, exp(-reach / 2), Ball(Rational("1/2"), bits), Ball(Rational("1/4"), bits)};
  });
}

}  // namespace hallmark::basic
