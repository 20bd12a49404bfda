#include "class_b.hpp"

#include <bit>
#include <memory>

#include "laws/convex_law.hpp"
#include "laws/finite_base.hpp"
#include "laws/mixture_base.hpp"
#include "statement/zero_point.hpp"

namespace hallmark::check {

namespace {

/// One direction of one round, cut into cells.
using Base = std::function<Cells(const BaseSpec&)>;

/// Enough for a value of 2^-scale to about 24 bits: rounding adds up to 2^-fraction for each of 2^21 points in each of
/// rounds blocks.
PowerTuning tuning_for(unsigned long scale, std::uint64_t rounds) {
  const unsigned long bits = scale + static_cast<unsigned long>(std::bit_width(rounds)) + 24;
  if (bits > 60'000) throw TooMuchWork();
  return {(bits + 24 + 63) / 64 * 64, scale + 24};
}

/// The same by convex laws on the witness's grids (class G).
Interval by_convex_laws(const Base& base, std::uint64_t rounds, const Number& eps, Side side, const Effort& effort,
                        const Witness& witness, Budget& budget) {
  constexpr unsigned long guard = 96;
  const unsigned long bits = effort.scale + static_cast<unsigned long>(std::bit_width(rounds)) + guard;
  if (bits > 60'000) throw TooMuchWork();
  const ConvexSpec spec{Slope::rising, side, witness.unit, (bits + 63) / 64 * 64};
  const Cells cells = base({effort.grid, spec.fraction});
  const std::span<const Ratios> grids = witness.ratios;
  const ConvexLaw law = power(convex_base(cells, grids.front(), spec, budget), rounds, Combination::product,
                              grids.subspan(1), spec, budget);
  const Interval bound = hinge(law, eps, spec);
  const Interval one(Integer(1), bound.precision());
  if (side == Side::upper) return from_ends(Interval(64), min(bound, one));
  return from_ends(bound, one);
}

/// H_w of the product, from the side that is asked for; the other end is trivial.
Interval of_rounds(const Base& base, std::uint64_t rounds, const Number& eps, Side side, const Effort& effort,
                   const Witness& witness, Budget& budget) {
  if (!witness.ratios.empty()) return by_convex_laws(base, rounds, eps, side, effort, witness, budget);
  const PowerTuning tuning = tuning_for(effort.scale, rounds);
  const Cells cells = base({effort.grid, tuning.fraction});
  if (side == Side::upper) return from_ends(Interval(64), upper_delta(cells, rounds, eps, tuning, budget));
  return from_ends(lower_delta(cells, rounds, eps, tuning, budget), Interval(Integer(1), 64));
}

Divergence poisson_divergence(const Quantity& quantity, const Witness& witness, Budget& budget) {
  const std::uint64_t steps = quantity.count("steps");
  const std::string direction = quantity.direction;
  // The cells of the last grid, for both directions.
  const auto memo = std::make_shared<std::optional<Cells>>();
  const auto forward = [&quantity, memo, &budget](const BaseSpec& spec) {
    if (!*memo || (*memo)->grid != spec.grid) {
      *memo = mixture_cells(quantity.parameter("rate"), quantity.parameter("sigma"), spec, budget);
    }
    return **memo;
  };
  const Base remove = forward;
  const Base add = [forward](const BaseSpec& spec) { return exchanged(forward(spec)); };
  return {[=, &witness, &budget](const Number& eps, Side side, const Effort& effort) {
            if (direction != "both") {
              return Value{of_rounds(direction == "add" ? add : remove, steps, eps, side, effort, witness, budget),
                           std::nullopt};
            }
            return Value{max(of_rounds(remove, steps, eps, side, effort, witness, budget),
                             of_rounds(add, steps, eps, side, effort, witness, budget)),
                         std::nullopt};
          },
          zero_point(quantity)};
}

}  // namespace

Divergence class_b_divergence(const Quantity& quantity, const Witness& witness, Budget& budget) {
  const std::string_view id = quantity.row->id;
  if (id.starts_with("poisson-gaussian.")) return poisson_divergence(quantity, witness, budget);
  const std::uint64_t n = quantity.count("n");
  const std::uint64_t rounds = quantity.count("rounds");
  const auto of_base = [=, &witness, &budget](const Base& base, const Number& eps, Side side, const Effort& effort) {
    return of_rounds(base, rounds, eps, side, effort, witness, budget);
  };
  Divergence divergence;
  divergence.to_zero_point = zero_point(quantity);
  if (id.starts_with("krr.")) {
    const Number& gamma = quantity.parameter("gamma");
    const std::uint64_t k = quantity.count("k");
    const bool weak = id.ends_with(".weak");
    const bool exposed = id.ends_with(".strong");
    const Base base = [=, &gamma, &budget](const BaseSpec& spec) {
      return weak ? krr_weak_cells(n, gamma, k, spec, budget) : krr_pair_cells(n, gamma, k, exposed, spec, budget);
    };
    divergence.evaluate = [=](const Number& eps, Side side, const Effort& effort) {
      return Value{of_base(base, eps, side, effort), std::nullopt};
    };
    return divergence;
  }
  const Number& eps0 = quantity.parameter("eps0");
  const Base clones = [=, &eps0, &budget](const BaseSpec& spec) { return clones_cells(n, eps0, spec, budget); };
  if (id.starts_with("clones.")) {
    divergence.evaluate = [=](const Number& eps, Side side, const Effort& effort) {
      return Value{of_base(clones, eps, side, effort), std::nullopt};
    };
    return divergence;
  }
  // Counting zeros in place of ones exchanges the directions and `others` with n-1-others.
  const auto rr2 = [=, &eps0, &budget](std::uint64_t others, std::string_view direction) -> Base {
    const std::uint64_t ones = direction == "remove" ? others : n - 1 - others;
    return [=, &eps0, &budget](const BaseSpec& spec) { return rr2_cells(n, ones, eps0, spec, budget); };
  };
  if (id.starts_with("rr2.")) {
    const std::uint64_t others = quantity.count("others");
    const std::string direction = quantity.direction;
    const std::string lower_direction = direction == "both" ? witness.rr2_direction : direction;
    divergence.evaluate = [=](const Number& eps, Side side, const Effort& effort) {
      if (side == Side::lower || direction != "both") {
        return Value{of_base(rr2(others, lower_direction.empty() ? direction : lower_direction), eps, side, effort),
                     std::nullopt};
      }
      return Value{
          max(of_base(rr2(others, "remove"), eps, side, effort), of_base(rr2(others, "add"), eps, side, effort)),
          std::nullopt};
    };
    return divergence;
  }
  // shuffle.*: every round dominated by the clones pair; randomized response in every round is one of the mechanisms.
  const std::uint64_t others = witness.others ? witness.others->to_unsigned() : 0;
  const std::string direction = witness.rr2_direction;
  divergence.evaluate = [=](const Number& eps, Side side, const Effort& effort) {
    return Value{of_base(side == Side::upper ? clones : rr2(others, direction), eps, side, effort), std::nullopt};
  };
  return divergence;
}

Outcome check_class_b(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  return decide_divergence(class_b_divergence(quantity, witness, budget), quantity.parameter("eps"), relation, value,
                           witness);
}

}  // namespace hallmark::check
