// The base law of the Gaussian mechanism: cells of a lognormal from erfc in balls.
#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/convex_cells.hpp"
#include "exact/convex_grid.hpp"
#include "exact/convex_internal.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

constexpr slong bits = 192;

/// Pr[a < Z < b] for consecutive cells, from the tail on the side of 0 where the cell lies.
class Cells {
 public:
  /// The probability between the last node and this one; the first node is -infinity.
  Ball to(const Ball& z) {
    const bool left = left_ && arf_sgn(arb_midref(z.raw())) <= 0;  // nodes increase: once right of 0, always
    const Ball tail = left ? normal_cdf(z) : normal_cdf(-z);
    Ball between = left ? tail - tail_ : (left_ ? 1 - tail - tail_ : tail_ - tail);
    tail_ = tail;
    left_ = left;
    return between;
  }
  /// The probability above the last node.
  [[nodiscard]] Ball rest() const { return left_ ? 1 - tail_ : tail_; }

 private:
  Ball tail_ = Ball(0, bits);
  bool left_ = true;  // whether tail_ is the left tail
};

/// One side of the law of exp(s Z - s^2/2) on these nodes.
std::optional<ConvexLaw> on_nodes(const Ball& variance, Slope slope, Side side, const std::vector<double>& nodes,
                                  const Budget& budget) {
  const Ball s = sqrt(variance);
  Cells base;
  Cells shifted;
  return law_of_cells(
      nodes,
      [&](std::size_t k) -> CellMoments {
        if (k + 1 == nodes.size()) return {base.rest(), shifted.rest()};
        const Ball z = (log(exactly(nodes[k + 1], bits)) + s * s / 2) / s;
        const Ball mass = base.to(z);
        return {mass, shifted.to(z - s)};
      },
      slope, side, budget);
}

std::vector<double> lognormal_nodes(const Ball& variance, Slope slope, Side side, const Resolution& resolution) {
  const ConvexLaw like{slope, side, {}, {}, 0};
  const grid::Aim aim = grid::aim(kernel::Operation::sum, like, resolution, 1, 1e12);
  std::vector<double> nodes = grid::place(grid::lognormal_sketch(std::sqrt(variance.to_double_down())), aim);
  return nodes;
}

}  // namespace

std::optional<RatioLaw> lognormal_law(const Number& variance, Slope slope, const Resolution& resolution,
                                      const Budget& budget) {
  if (variance.sign() <= 0) throw InputError("lognormal_law", "variance", variance.to_string(), "0 < variance");
  return lognormal_law(variance.ball(bits), slope, resolution, budget);
}

std::optional<RatioLaw> lognormal_law(const Ball& variance, Slope slope, const Resolution& resolution,
                                      const Budget& budget) {
  check_resolution("lognormal_law", resolution);
  if (is_positive(variance) != Truth::yes) {
    throw InputError("lognormal_law", "variance", variance.to_string(), "0 < variance");
  }
  return both_sides([&](Side side) -> std::optional<ConvexLaw> {
    return on_nodes(variance, slope, side, lognormal_nodes(variance, slope, side, resolution), budget);
  });
}

std::optional<RatioLaw> tails_law(const RatioTails& tails, const RatioSketch& sketch, Slope slope,
                                  const Resolution& resolution, const Budget& budget) {
  check_resolution("tails_law", resolution);
  return both_sides([&](Side side) -> std::optional<ConvexLaw> {
    const ConvexLaw like{slope, side, {}, {}, 0};
    const grid::Aim aim = grid::aim(kernel::Operation::sum, like, resolution, 1, 1e12);
    const std::vector<double> nodes = grid::place({sketch.position, sketch.mass}, aim);
    check_grid(nodes);
    const Ball none(0, bits);
    RatioTail before{none, Ball(1, bits), none, Ball(1, bits)};
    // Through the tails on the side where they are small.
    const auto between = [](const Ball& below_a, const Ball& above_a, const Ball& below_b, const Ball& above_b) {
      return less(above_a, below_a) == Truth::yes ? above_a - above_b : below_b - below_a;
    };
    return law_of_cells(
        nodes,
        [&](std::size_t k) -> CellMoments {
          if (k + 1 == nodes.size()) return {before.q_above, before.p_above};
          RatioTail at = tails(nodes[k + 1]);
          const CellMoments cell{between(before.q_below, before.q_above, at.q_below, at.q_above),
                                 between(before.p_below, before.p_above, at.p_below, at.p_above)};
          before = std::move(at);
          return cell;
        },
        slope, side, budget);
  });
}

std::optional<TracedLaw> traced_lognormal(const Number& variance, Slope slope, Side side, const Resolution& resolution,
                                          const Budget& budget) {
  if (variance.sign() <= 0) throw InputError("lognormal_law", "variance", variance.to_string(), "0 < variance");
  check_resolution("lognormal_law", resolution);
  const Ball ball = variance.ball(bits);
  std::vector<double> nodes = lognormal_nodes(ball, slope, side, resolution);
  auto law = on_nodes(ball, slope, side, nodes, budget);
  if (!law.has_value()) return std::nullopt;
  return TracedLaw{*std::move(law), {std::move(nodes)}};
}

}  // namespace hallmark
