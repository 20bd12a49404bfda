#include "exact/convex_cells.hpp"

#include <algorithm>

#include "exact/convex_internal.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

class Builder {
 public:
  Builder(const std::vector<double>& nodes, Slope slope, Side side) : nodes_(nodes), law_{slope, side, {}, {}, 0} {}

  /// The cell [g_k, g_(k+1)) has this mass and this first moment.
  void add(std::size_t k, const CellMoments& cell) {
    const slong bits = cell.mass.bits();
    if (law_.side == Side::upper && incoming_.empty()) incoming_.assign(nodes_.size(), Ball(0, bits));
    const Ball low = exactly(nodes_[k], bits);
    const bool last = k + 1 == nodes_.size();
    if (law_.side == Side::lower) {
      const double down = cell.mass.to_double_down();
      if (!(down >= least_mass)) return;
      const Ball barycentre = cell.moment / cell.mass;
      double position;
      if (law_.slope == Slope::rising) {
        position = std::max(nodes_[k], barycentre.to_double_down());
      } else {
        position = barycentre.to_double_up();
        if (!last) position = std::min(position, nodes_[k + 1]);
      }
      push_atom(law_, position, down);
    } else if (last) {
      incoming_[k] += cell.mass;
      if (law_.slope == Slope::rising) law_.infinity = std::max(0.0, (cell.moment - low * cell.mass).to_double_up());
    } else {
      const Ball high = exactly(nodes_[k + 1], bits);
      const Ball width = high - low;
      incoming_[k] += (high * cell.mass - cell.moment) / width;
      incoming_[k + 1] += (cell.moment - low * cell.mass) / width;
    }
  }

  ConvexLaw take() {
    for (std::size_t k = 0; k < incoming_.size(); ++k) {
      push_atom(law_, nodes_[k], std::max(0.0, incoming_[k].to_double_up()));
    }
    return std::move(law_);
  }

 private:
  const std::vector<double>& nodes_;
  ConvexLaw law_;
  std::vector<Ball> incoming_;
};

}  // namespace

std::optional<ConvexLaw> law_of_cells(const std::vector<double>& nodes,
                                      const std::function<CellMoments(std::size_t cell)>& cells, Slope slope, Side side,
                                      const Budget& budget) {
  check_grid(nodes);
  Builder builder(nodes, slope, side);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (budget.expired()) return std::nullopt;
    builder.add(k, cells(k));
  }
  return builder.take();
}

std::optional<RatioLaw> law_of_cells(const std::vector<double>& nodes,
                                     const std::function<CellMoments(std::size_t cell)>& cells, Slope slope,
                                     const Budget& budget) {
  return both_sides([&](Side side) { return law_of_cells(nodes, cells, slope, side, budget); });
}

}  // namespace hallmark
