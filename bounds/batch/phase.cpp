#include "bounds/batch/phase.hpp"

#include <fmt/format.h>

#include "bounds/batch/poisson_phase_line.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::composition {

Phase poisson_phase(const Number& noise, const Number& share, long rounds) {
  return {.key = fmt::format("poisson-gaussian sigma={} rate={}", noise.to_string(), share.to_string()),
          .rounds = rounds,
          .transform = [=](Direction direction) { return poisson_line_transform(noise, share, direction); },
          .transform_decays = true,
          .ratio_law =
              [=](Slope slope, const Resolution& resolution, const Budget& budget) {
                constexpr long bits = 256;
                const Ball deviation = noise.ball(bits);
                const auto base = lognormal_law(1 / (deviation * deviation), slope, resolution, budget);
                return base ? std::make_shared<const RatioLaw>(subsampled(*base, share)) : nullptr;
              }};
}

}  // namespace hallmark::composition
