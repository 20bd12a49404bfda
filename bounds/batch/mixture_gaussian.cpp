#include "bounds/batch/mixture_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bounds/batch/pair_tails.hpp"
#include "bounds/batch/pair_transform.hpp"
#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::batch {
namespace {

using composition::ModelledStep;
using composition::Phase;
using poisson_gaussian::ModelSide;
using poisson_gaussian::PairDensity;
using poisson_gaussian::ShiftMixture;

ModelSide model_side(const ShiftMixture& mixture) {
  ModelSide side;
  for (std::size_t j = 0; j < mixture.shifts.size(); ++j) {
    side.ln_mass.push_back(roughly(log(Ball(mixture.weights[j], 64))));
    side.shift.push_back(roughly(Ball(mixture.shifts[j], 64)));
  }
  return side;
}

// Both densities in one direction.
struct BothDensities {
  PairDensity above, below;
};
BothDensities both_densities(const ShiftedPair& pair, Direction direction, slong bits) {
  const PairDensity with(pair.sigma, pair.with, bits);
  const PairDensity without(pair.sigma, pair.without, bits);
  return direction == Direction::add ? BothDensities{without, with} : BothDensities{with, without};
}

Sample mixture_round(const BothDensities& pair, const basic::Threshold& at) {
  return poisson_gaussian::one_step_of(pair.above, pair.below, {at.eps, at.w, expm1(at.eps)});
}

std::string shifts_text(const ShiftMixture& mixture) {
  std::string text;
  for (std::size_t j = 0; j < mixture.shifts.size(); ++j) {
    text += fmt::format(" {}:{}", mixture.weights[j].to_string(), mixture.shifts[j].to_string());
  }
  return text;
}

// Where the first side does not move: the ratio stays below 1/(weight of no shift) of the second one.
std::optional<composition::LargestRatio> largest_ratio(const ShiftMixture& first, const ShiftMixture& second) {
  if (first.shifts.back().sign() > 0 || second.shifts.front().sign() > 0) return std::nullopt;
  const Rational most = 1 / second.weights.front();
  return composition::LargestRatio{[most](slong bits) { return log(Ball(most, bits)); }, most};
}

Phase mixture_phase(const ShiftedPair& pair) {
  Phase phase{.key = fmt::format("mixture-gaussian sigma={}{} against{}", pair.sigma.to_string(),
                                 shifts_text(pair.with), shifts_text(pair.without)),
              .symmetric = pair.with == pair.without,
              .largest_sampled = largest_ratio(pair.with, pair.without),
              .largest_sampled_of_add = largest_ratio(pair.without, pair.with)};
  // H_w is jointly convex, and of two Gaussians it rises with their distance.
  phase.dominating_variance =
      composition::normal_variance(pair.sigma, pair.with.shifts.back() + pair.without.shifts.back());
  phase.one_round = [=](Direction direction, const Number& eps, slong bits, const Budget&) {
    return mixture_round(both_densities(pair, direction, bits), basic::threshold(eps, bits)).value;
  };
  phase.transform = [=](Direction direction) -> std::shared_ptr<const composition::LineTransform> {
    auto step = mixture_step(pair, direction);
    return step ? composition::step_line_transform(*std::move(step)) : nullptr;
  };
  phase.transform_decays = true;
  phase.ratio_law = [=](Slope slope, const Resolution& resolution,
                        const Budget& budget) -> std::shared_ptr<const RatioLaw> {
    constexpr slong bits = 256;
    const poisson_gaussian::PairTails tails(pair.sigma, pair.with, pair.without, bits);
    const auto at = [&](double x) { return tails.at(log(exactly(x, bits))); };
    auto law = tails_law(at, tails.sketch(), slope, resolution, budget);
    return law ? std::make_shared<const RatioLaw>(*std::move(law)) : nullptr;
  };
  return phase;
}

[[noreturn]] void refuse(std::string_view parameter, std::size_t count, std::string_view must) {
  throw InputError("mixture-gaussian", parameter, fmt::format("{} numbers", count), must);
}

}  // namespace

ShiftMixture mixture_of(const std::vector<Rational>& weights, const std::vector<Rational>& shifts) {
  constexpr std::size_t most_shifts = 64;
  if (weights.size() > most_shifts) refuse("weights", weights.size(), "at most 64");
  if (shifts.size() != weights.size()) refuse("shifts", shifts.size(), "as many as there are weights");
  std::vector<std::pair<Rational, Rational>> all;
  Rational sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j].sign() <= 0) refuse("weights", weights.size(), "all of them above 0");
    if (shifts[j].sign() < 0) {
      refuse("shifts", shifts.size(), "none of them below 0: shifts the other way are those of shifts2");
    }
    all.emplace_back(shifts[j], weights[j]);
    sum = sum + weights[j];
  }
  if (sum != Rational(1)) refuse("weights", weights.size(), "probabilities: of the sum 1");
  std::sort(all.begin(), all.end());
  ShiftMixture mixture{{}, {}};
  for (const auto& [shift, weight] : all) {
    if (!mixture.shifts.empty() && mixture.shifts.back() == shift) {
      mixture.weights.back() = mixture.weights.back() + weight;
    } else {
      mixture.shifts.push_back(shift);
      mixture.weights.push_back(weight);
    }
  }
  return mixture;
}

std::optional<ModelledStep> mixture_step(const ShiftedPair& pair, Direction direction) {
  constexpr double least_sigma = 0.03;  // over the largest shift
  constexpr double most_sigma = 1e35;
  constexpr double least_weight = 1e-250;
  const double sigma = roughly(pair.sigma.ball(64));
  const ShiftMixture& up = direction == Direction::add ? pair.without : pair.with;
  const ShiftMixture& down = direction == Direction::add ? pair.with : pair.without;
  const double most = roughly(Ball(std::max(up.shifts.back(), down.shifts.back()), 64));
  const auto usable = [](const ShiftMixture& side) {
    const Rational& least = *std::min_element(side.weights.begin(), side.weights.end());
    return side.shifts.front().sign() == 0 && roughly(Ball(least, 64)) > least_weight;
  };
  if (!(sigma >= least_sigma * most) || !(sigma < most_sigma * most) || !usable(up) || !usable(down)) {
    return std::nullopt;
  }
  return ModelledStep{poisson_gaussian::shifts_transform(pair.sigma, up, down),
                      [=] { return poisson_gaussian::shifts_model(sigma, model_side(up), model_side(down)); }};
}

basic::Law mixture_law(const ShiftedPair& pair) {
  if (pair.sigma.sign() <= 0) throw InputError("mixture-gaussian", "sigma", pair.sigma.to_string(), "positive");
  if ((pair.with.shifts.back() + pair.without.shifts.back()).sign() == 0) {
    refuse("shifts", pair.with.shifts.size(), "one of them, or of shifts2, above 0 at least");
  }
  basic::Law law;
  law.phase = mixture_phase(pair);
  law.method = "closed form: both masses beyond the output where the ratio is e^eps";
  law.curve = [=](Direction direction, slong rounds, slong bits, const Budget&) -> std::optional<basic::Curve> {
    if (rounds != 1) return std::nullopt;
    return [both = both_densities(pair, direction, 2 * bits + 128)](const basic::Threshold& at) {
      return mixture_round(both, at);
    };
  };
  return law;
}

}  // namespace hallmark::batch
