#include "bounds/batch/shuffled_batch_epochs.hpp"

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::shuffled_batch {
namespace {

constexpr slong bits = 256;
constexpr slong cells = 1200;

// Pr[all coordinates below c], one of them of mean `shift`.
struct Below {
  Ball p;
  Ball q;
};

RatioAtom atom(const Ball& p, const Ball& q) {
  const Ball ratio = p / q;
  return {std::max(0.0, ratio.to_double_down()), ratio.to_double_up(), std::max(0.0, q.to_double_down()),
          q.to_double_up()};
}

template <typename Read>
Rational best(const Epochs& epochs, const Budget& budget, const Read& read) {
  Rational most = 0;
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    const auto law = power_product(largest_coordinate_law(epochs, slope), epochs.count,
                                   {.nodes = 2048, .smallest_delta = 1e-14}, budget);
    if (law) most = std::max(most, read(*law));
  }
  return most;
}

}  // namespace

RatioLaw largest_coordinate_law(const Epochs& epochs, Slope slope) {
  if (epochs.sigma.sign() <= 0) throw InputError("shuffled-batch", "sigma", epochs.sigma.to_string(), "positive");
  if (epochs.steps < 1) throw InputError("shuffled-batch", "steps", std::to_string(epochs.steps), "at least 1");
  const Ball s = epochs.sigma.ball(bits);
  const double noise = roughly(s);
  const double peak = noise * std::sqrt(2 * steady::log(static_cast<double>(epochs.steps)));
  constexpr double deviations = 8;
  const double low = std::min(1.0, peak) - deviations * noise;
  const double high = 2 + peak + deviations * noise;
  // Of the cells below a point and of those above it, both relatively accurate.
  struct Tails {
    Below below;
    Below above;
  };
  const auto tails = [&](const Rational& c) {
    const Ball others = log1p(-normal_cdf(-Ball(c, bits) / s)) * (epochs.steps - 1);
    const auto one = [&](slong shift) { return others + log1p(-normal_cdf((shift - Ball(c, bits)) / s)); };
    const Ball p = one(2);
    const Ball q = one(1);
    return Tails{{exp(p), exp(q)}, {-expm1(p), -expm1(q)}};
  };
  RatioAtoms law;
  constexpr double least = 1e-70;
  const auto add = [&](const Ball& p, const Ball& q) {
    const RatioAtom a = atom(p, q);
    const bool usable = a.mass_lo > least && std::isfinite(a.ratio_hi) && a.ratio_lo > least && a.ratio_hi < 1 / least;
    if (usable) {
      law.atoms.push_back(a);
    } else {
      law.missing_q = std::nextafter(law.missing_q + std::max(0.0, q.to_double_up()), 2.0);
      law.missing_p = std::nextafter(law.missing_p + std::max(0.0, p.to_double_up()), 2.0);
    }
  };
  std::optional<Tails> before;
  for (slong i = 0; i <= cells; ++i) {
    constexpr int kept = 40;
    const double at = low + (high - low) * static_cast<double>(i) / static_cast<double>(cells);
    const Tails here = tails(short_dyadic(at, kept));
    if (!before) {
      add(here.below.p, here.below.q);
    } else {
      // On the side where nothing cancels.
      const bool left = less(here.below.q, here.above.q) == Truth::yes;
      add(left ? here.below.p - before->below.p : before->above.p - here.above.p,
          left ? here.below.q - before->below.q : before->above.q - here.above.q);
    }
    before = here;
  }
  add(before->above.p, before->above.q);
  return atoms_law(law, slope);
}

Rational delta_of_epochs_lower(const Epochs& epochs, const Number& eps, const Budget& budget) {
  return best(epochs, budget, [&](const RatioLaw& law) { return delta(law, eps).lo; });
}

Rational epsilon_of_epochs_lower(const Epochs& epochs, const Number& target, const Budget& budget) {
  const Rational above = std::min(Rational(1), target.ball(bits).upper());
  return best(epochs, budget, [&](const RatioLaw& law) { return epsilon(law, above).lo; });
}

}  // namespace hallmark::shuffled_batch
