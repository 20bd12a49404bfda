#include "bounds/allocation/phase.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/phase_line.hpp"
#include "exact/given_drawn.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {
namespace {

std::shared_ptr<const RatioLaw> drawn_law(const Ball& variance, slong length, const Rational& lambda, Slope slope,
                                          Resolution resolution, const Budget& budget) {
  const Ball never = never_drawn(lambda, length);
  if (!is_drawn_often(never)) return nullptr;
  const double share = roughly(1 - never) / static_cast<double>(length);
  resolution.smallest_delta = std::max(1e-290, resolution.smallest_delta * share);
  const auto step = lognormal_law(variance, slope, resolution, budget);
  if (!step) return nullptr;
  const auto all = power_product(subsampled(*step, Number(lambda)), length, resolution, budget);
  return all ? std::make_shared<const RatioLaw>(given_drawn(*all, never)) : nullptr;
}

}  // namespace

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

Phase drawn_phase(const Number& noise, slong length, const Rational& lambda, slong rounds) {
  if (length == 1) return gaussian(noise, rounds);
  return {.key = fmt::format("drawn sigma={} steps={} lambda={}", noise.to_string(), length, lambda.to_string()),
          .rounds = rounds,
          // That of known steps: all of them at most.
          .dominating_variance = [=, one = normal_variance(noise, 1)](slong bits) { return one(bits) * length; },
          .ratio_law =
              [=, one = normal_variance(noise, 1)](Slope slope, const Resolution& resolution, const Budget& budget) {
                return drawn_law(one(256), length, lambda, slope, resolution, budget);
              }};
}

}  // namespace hallmark::composition
