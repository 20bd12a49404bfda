#include "bounds/batch/phase.hpp"

#include <fmt/format.h>

#include "bounds/batch/pair_line.hpp"
#include "bounds/batch/pair_tails.hpp"
#include "bounds/batch/pairs.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/batch/poisson_phase_line.hpp"
#include "exact/convex_law.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {

Phase poisson_phase(const Number& noise, const Number& share, slong rounds) {
  return {.key = fmt::format("poisson-gaussian sigma={} rate={}", noise.to_string(), share.to_string()),
          .rounds = rounds,
          .dominating_variance = normal_variance(noise, 1),  // H_w is jointly convex: that of a batch with the record
          .transform = [=](Direction direction) { return poisson_line_transform(noise, share, direction); },
          .transform_decays = true,
          .ratio_law =
              [=](Slope slope, const Resolution& resolution, const Budget& budget) {
                constexpr slong bits = 256;
                const Ball deviation = noise.ball(bits);
                const auto base = lognormal_law(1 / (deviation * deviation), slope, resolution, budget);
                return base ? std::make_shared<const RatioLaw>(subsampled(*base, share)) : nullptr;
              }};
}

Phase pair_phase(const poisson_gaussian::Mechanism& mechanism) {
  using namespace poisson_gaussian;
  const Pair& pair = mechanism.pair;
  if (is_usual(pair) && pair.up == 1) return poisson_phase(mechanism.sigma, mechanism.rate, mechanism.steps);
  return {.key = fmt::format("batches {} sigma={} rate={} up={} down={}", pair.coupled ? "fixed" : "poisson",
                             mechanism.sigma.to_string(), mechanism.rate.to_string(), pair.up, pair.down),
          .rounds = mechanism.steps,
          .symmetric = is_symmetric(pair),
          .dominating_variance = normal_variance(mechanism.sigma, Rational(pair.up) + Rational(pair.down)),
          .one_round =
              [=](Direction direction, const Number& eps, slong bits, const Budget&) {
                return one_step({eps, mechanism.rate, mechanism.sigma, 1, direction, pair}, bits);
              },
          .transform = [=](Direction direction) { return pair_line_transform(mechanism, direction); },
          .transform_decays = true,
          .upper = pair.coupled,
          .ratio_law =
              [=](Slope slope, const Resolution& resolution, const Budget& budget) {
                constexpr slong bits = 256;
                const PairTails tails(mechanism, Direction::remove, bits);
                const auto at = [&](double x) { return tails.at(log(exactly(x, bits))); };
                auto law = tails_law(at, tails.sketch(), slope, resolution, budget);
                return law ? std::make_shared<const RatioLaw>(*std::move(law)) : nullptr;
              }};
}

}  // namespace hallmark::composition
