#include "bounds/batch/fixed_batch_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bounds/batch/fixed_batch_adaptive.hpp"
#include "bounds/batch/phase.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::fixed_batch {
namespace {

constexpr std::string_view family = "fixed-batch-gaussian";

void check(const Mechanism& m) {
  if (!m.sigma.rational()) throw InputError(family, "sigma", m.sigma.to_string(), "a rational number");
  if (m.share.sign() <= 0 || less(m.share, 1) != Truth::yes) {
    throw InputError(family, "share", m.share.to_string(), "positive and below 1");
  }
}

// delta at eps where `others` of the steps are turned round, from below, by convex laws.
Rational with_some_turned(const Mechanism& m, slong turned, const Number& eps, const Budget& budget) {
  const poisson_gaussian::Mechanism one = lower_mechanism(m);
  const auto law_of = [&](slong steps, const poisson_gaussian::Pair& pair) -> std::optional<RatioLaw> {
    constexpr Resolution resolution{.nodes = 512, .smallest_delta = 1e-12};
    const auto base =
        composition::pair_phase({one.rate, one.sigma, steps, pair}).ratio_law(Slope::rising, resolution, budget);
    return base ? power_product(*base, steps, resolution, budget) : std::nullopt;
  };
  auto law = turned < m.steps ? law_of(m.steps - turned, {1, 0}) : std::nullopt;
  if (turned > 0) {
    const auto other = law_of(turned, {0, 1});
    if (other && law) law = product(*law, *other, {.nodes = 512, .smallest_delta = 1e-12}, budget);
    if (other && turned == m.steps) law = other;
  }
  return law ? hallmark::delta(*law, eps).lo : Rational(0);
}

// The best of a few j other than j = steps, if it proves more than `lo` at this eps.
struct Turned {
  slong steps = 0;
  Rational lo;
};
std::optional<Turned> better_turned(const Mechanism& m, const Number& eps, const Rational& lo, const Budget& budget) {
  constexpr slong most_steps = 1'000'000;
  if (m.steps < 2 || m.steps > most_steps) return std::nullopt;
  std::optional<Turned> best;
  for (const slong turned : {m.steps / 4, m.steps / 2, m.steps - m.steps / 4, m.steps}) {
    if (turned == 0 || budget.expired()) continue;
    const Rational value = with_some_turned(m, turned, eps, budget);
    if (value > lo && (!best || value > best->lo)) best = Turned{turned, value};
  }
  return best;
}

std::string explain(const Mechanism& m, const std::optional<Turned>& turned) {
  return fmt::format(
      "upper: the coupling's pair, composed; lower: all others equal, {} of {} steps turned round (j = {})",
      turned ? turned->steps : 0, m.steps, m.steps - (turned ? turned->steps : 0));
}

Enclosed bracket(const Enclosed& below, const Enclosed& above, std::string method) {
  Enclosed o{.lo = below.lo,
             .hi = above.hi,
             .reached = below.reached && above.reached,
             .bits = std::max(below.bits, above.bits),
             .method = std::move(method)};
  if (!below.reached) o.shortfall = fmt::format("lower end: {}", below.shortfall);
  if (!above.reached) o.shortfall += fmt::format("{}upper end: {}", below.reached ? "" : "; ", above.shortfall);
  return o;
}

// Raises the lower end to `value` where that is more.
void raise(Enclosed& o, const Rational& value) {
  if (value <= o.lo) return;
  o.lo = value;
  o.method += "; the lower end raised by queries chosen after what was seen";
}

}  // namespace

poisson_gaussian::Mechanism lower_mechanism(const Mechanism& m) {
  return {m.share, Number(*m.sigma.rational() / 2), m.steps};
}

poisson_gaussian::Mechanism upper_mechanism(const Mechanism& m) { return {m.share, m.sigma, m.steps, {1, 1, true}}; }

Enclosed delta(const Mechanism& m, const Number& eps, slong digits, const Budget& budget, Queries queries) {
  check(m);
  const auto end = [&](const poisson_gaussian::Mechanism& x) {
    return poisson_gaussian::delta({eps, x.rate, x.sigma, x.steps, Direction::both, x.pair}, digits, budget);
  };
  Enclosed below = end(lower_mechanism(m));
  const Enclosed above = end(upper_mechanism(m));
  const auto turned = better_turned(m, eps, below.lo, budget);
  if (turned) below.lo = turned->lo;
  Enclosed o = bracket(below, above, explain(m, turned));
  if (queries == Queries::adaptive) {
    raise(o, delta_of_tests(adaptive_tests(m, roughly(eps.ball(64)), budget), eps));
  }
  return o;
}

Enclosed epsilon(const Mechanism& m, const Number& delta, slong digits, const Budget& budget, Queries queries) {
  check(m);
  if (delta.sign() <= 0) throw InputError(family, "delta", delta.to_string(), "positive and at most 1");
  const auto end = [&](const poisson_gaussian::Mechanism& x) {
    return poisson_gaussian::epsilon({delta, x.rate, x.sigma, x.steps, Direction::both, x.pair}, digits, budget);
  };
  Enclosed below = end(lower_mechanism(m));
  const Enclosed above = end(upper_mechanism(m));
  std::optional<Turned> turned;
  if (below.lo.sign() > 0) {
    turned = better_turned(m, below.lo, delta.ball(256).upper(), budget);
    // Further right by steps of an eighth of what is open, as long as they prove more.
    while (turned && below.lo < above.hi && !budget.expired()) {
      const Rational next = below.lo + (above.hi - below.lo) / 8;
      if (with_some_turned(m, turned->steps, next, budget) <= delta.ball(256).upper()) break;
      below.lo = next;
    }
  }
  Enclosed o = bracket(below, above, explain(m, turned));
  if (queries == Queries::adaptive) {
    const double around = roughly(Ball((o.lo + o.hi) / 2, 64));
    raise(o, epsilon_of_tests(adaptive_tests(m, around, budget), delta));
  }
  return o;
}

Enclosed sigma(const Mechanism& m, const Number& eps, const Number& delta, slong digits, const Budget& budget) {
  if (m.share.sign() <= 0 || less(m.share, 1) != Truth::yes) {
    throw InputError(family, "share", m.share.to_string(), "positive and below 1");
  }
  Enclosed below = poisson_gaussian::sigma({eps, delta, m.share, m.steps, Direction::both}, digits, budget);
  below.lo = below.lo * 2;
  const Enclosed above =
      poisson_gaussian::sigma({eps, delta, m.share, m.steps, Direction::both, {1, 1, true}}, digits, budget);
  return bracket(below, above, explain(m, std::nullopt));
}

}  // namespace hallmark::fixed_batch
