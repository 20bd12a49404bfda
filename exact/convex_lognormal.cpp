// The base law of the Gaussian mechanism: cells of a lognormal from erfc in balls.
#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/convex_grid.hpp"
#include "exact/convex_internal.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark {
namespace {

constexpr long bits = 192;

Ball ball_of(double x) {
  Ball b(0, bits);
  arb_set_d(b.raw(), x);
  return b;
}

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

class Builder {
 public:
  Builder(const Ball& variance, Slope slope, Side side, std::vector<double> nodes)
      : nodes_(std::move(nodes)), s_(sqrt(variance)), law_{slope, side, {}, {}, 0} {
    if (side == Side::upper) incoming_.assign(nodes_.size(), Ball(0, bits));
  }

  std::optional<ConvexLaw> build(const Budget& budget) {
    Cells base;
    Cells shifted;
    for (std::size_t k = 0; k + 1 < nodes_.size(); ++k) {
      if (budget.expired()) return std::nullopt;
      const Ball z = (log(ball_of(nodes_[k + 1])) + s_ * s_ / 2) / s_;
      const Ball mass = base.to(z);
      add(k, mass, shifted.to(z - s_));
    }
    add(nodes_.size() - 1, base.rest(), shifted.rest());
    if (law_.side == Side::upper) {
      for (std::size_t k = 0; k < nodes_.size(); ++k) {
        push_atom(law_, nodes_[k], std::max(0.0, incoming_[k].to_double_up()));
      }
    }
    return law_;
  }

 private:
  /// The cell [g_k, g_(k+1)) has this mass and this first moment.
  void add(std::size_t k, const Ball& mass, const Ball& moment) {
    const Ball low = ball_of(nodes_[k]);
    const bool last = k + 1 == nodes_.size();
    if (law_.side == Side::lower) {
      const double down = mass.to_double_down();
      if (!(down >= least_mass)) return;
      const Ball barycentre = moment / mass;
      double position;
      if (law_.slope == Slope::rising) {
        position = std::max(nodes_[k], barycentre.to_double_down());
      } else {
        position = barycentre.to_double_up();
        if (!last) position = std::min(position, nodes_[k + 1]);
      }
      push_atom(law_, position, down);
    } else if (last) {
      incoming_[k] += mass;
      if (law_.slope == Slope::rising) law_.infinity = std::max(0.0, (moment - low * mass).to_double_up());
    } else {
      const Ball high = ball_of(nodes_[k + 1]);
      const Ball width = high - low;
      incoming_[k] += (high * mass - moment) / width;
      incoming_[k + 1] += (moment - low * mass) / width;
    }
  }

  std::vector<double> nodes_;
  Ball s_;
  ConvexLaw law_;
  std::vector<Ball> incoming_;
};

std::vector<double> lognormal_nodes(const Ball& variance, Slope slope, Side side, const Resolution& resolution) {
  const ConvexLaw like{slope, side, {}, {}, 0};
  const grid::Aim aim = grid::aim(kernel::Operation::sum, like, resolution, 1, 1e12);
  std::vector<double> nodes = grid::place(grid::lognormal_sketch(std::sqrt(variance.to_double_down())), aim);
  check_grid(nodes);
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
    return Builder(variance, slope, side, lognormal_nodes(variance, slope, side, resolution)).build(budget);
  });
}

std::optional<TracedLaw> traced_lognormal(const Number& variance, Slope slope, Side side, const Resolution& resolution,
                                          const Budget& budget) {
  if (variance.sign() <= 0) throw InputError("lognormal_law", "variance", variance.to_string(), "0 < variance");
  check_resolution("lognormal_law", resolution);
  const Ball ball = variance.ball(bits);
  std::vector<double> nodes = lognormal_nodes(ball, slope, side, resolution);
  auto law = Builder(ball, slope, side, nodes).build(budget);
  if (!law.has_value()) return std::nullopt;
  return TracedLaw{*std::move(law), {std::move(nodes)}};
}

}  // namespace hallmark
