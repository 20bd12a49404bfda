#include "bounds/allocation/phase.hpp"

#include <fmt/format.h>

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/phase_line.hpp"

namespace hallmark::composition {

Phase allocation_phase(const Number& noise, slong length, slong chosen, slong rounds) {
  return {.key = fmt::format("allocation sigma={} steps={} selected={}", noise.to_string(), length, chosen),
          .rounds = rounds,
          // H_w is jointly convex: that of known steps, all at once.
          .dominating_variance = [=, one = normal_variance(noise, 1)](slong bits) { return one(bits) * chosen; },
          .transform = [=](Direction d) -> std::shared_ptr<const LineTransform> {
            return chosen == 1 ? allocation_transform(noise, length, d) : nullptr;
          },
          .transform_decays = true,
          .ratio_law =
              [=](Slope slope, const Resolution& resolution, const Budget& budget) {
                const Direction d = slope == Slope::rising ? Direction::remove : Direction::add;
                auto law = allocation::profile_law(
                    {.sigma = noise, .steps = length, .direction = d, .selected = chosen}, resolution, budget);
                return law ? std::make_shared<const RatioLaw>(*std::move(law)) : nullptr;
              }};
}

}  // namespace hallmark::composition
