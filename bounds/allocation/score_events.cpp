#include "bounds/allocation/score_events.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/directions.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

// Where scores change, and the first of them.
struct ScoreCuts {
  slong first;
  std::vector<double> at;
};

ScoreCuts score_cuts(const StepRatio& step, const Scores& scores) {
  const auto [low, high] = range_of(step);
  const double lambda = roughly(Ball(scores.lambda, 64));
  const double h = std::ldexp(1.0, static_cast<int>(-scores.scale));
  const auto score = [&](double x) { return std::llround(steady::log1p(lambda * (x - 1)) / h); };
  ScoreCuts cuts{score(low), {}};
  for (slong s = cuts.first; s < score(high); ++s) {
    const double x = 1 + steady::expm1((static_cast<double>(s) + 0.5) * h) / lambda;
    if (x > (cuts.at.empty() ? 0 : cuts.at.back())) {
      cuts.at.push_back(x);
    } else if (cuts.at.empty()) {
      ++cuts.first;
    }
  }
  return cuts;
}

Scores scores_for(const StepRatio& step, const Selection& s, double share, const Fineness& fineness) {
  const Rational lambda = rate_for(s, share);
  return {lambda, lattice_scale(step, s, lambda, fineness)};
}

ScoreEffort effort_for(double smallest, bool is_fine) {
  constexpr slong spare = 18;
  const slong tail = spare + static_cast<slong>(-steady::log2(std::clamp(smallest, 1e-280, 1.0)));
  return {
      .points = is_fine ? slong{1} << 19 : slong{1} << 17, .unit_bits = (tail + 52 + 31) / 32 * 32, .tail_bits = tail};
}

double size_of(const Rational& x) { return binary64(x, Rounding::down); }

// The fine law of the best share, or a coarse one of the search if that is better.
template <typename Value>
std::optional<ScoreEvent> best_of_shares(const Value& value, const Budget& budget) {
  constexpr double finer_squared = 16;
  std::optional<ScoreEvent> best;
  const double share = best_share([&](double s) {
    if (budget.expired()) return -HUGE_VAL;
    const auto coarser = value(s, coarsest, best);
    auto now = value(s, coarse, best);
    if (!now || !coarser) return -HUGE_VAL;
    // What a lattice of h loses is about h^2: the limit of ever finer ones.
    const double at = size_of(now->value);
    const double limit = at + (at - size_of(coarser->value)) / (finer_squared - 1);
    if (!best || now->value > best->value) best = std::move(now);
    return limit;
  });
  if (!best) return best;
  auto last = value(share, fine, best);
  return last && last->value > best->value ? last : best;
}

}  // namespace

ScoreLaw::ScoreLaw(Scores scores, ScoreMasses a, ScoreMasses b)
    : scores_(std::move(scores)), a_(std::move(a)), b_(std::move(b)) {}

std::optional<ScoreLaw> ScoreLaw::of(const StepRatio& step, const Selection& selection, Direction direction,
                                     const Scores& scores, const ScoreEffort& effort, const Budget& budget) {
  check_selection("allocation.scores", selection);
  check_one_direction("allocation.scores", direction);
  if (scores.lambda.sign() <= 0 || scores.lambda >= Rational(1)) {
    throw InputError("allocation.scores", "lambda", scores.lambda.to_string(), "0 < lambda < 1");
  }
  const ScoreCuts cuts = score_cuts(step, scores);
  const std::vector<StepCell> cells = step_cells(step, cuts.at);
  const bool remove = direction == Direction::remove;
  const slong count = static_cast<slong>(cells.size());
  const slong first = remove ? cuts.first : 1 - cuts.first - count;
  if (count > effort.points) return std::nullopt;
  const auto law = [&](Ball StepCell::*mass, Rounding side) {
    std::vector<Ball> masses;
    for (slong i = 0; i < count; ++i) {
      Ball one = cells[static_cast<std::size_t>(remove ? i : count - 1 - i)].*mass;
      if (side == Rounding::up) {
        Ball at(first + i, one.bits());
        one *= exp(at.mul_2exp(-scores.scale));
      }
      masses.push_back(std::move(one));
    }
    return ScoreMasses(first, masses, side, effort.unit_bits);
  };
  const auto sum = [&](Ball StepCell::*selected, Rounding side) -> std::optional<ScoreMasses> {
    const auto power = [&](Ball StepCell::*mass, slong copies) {
      return law(mass, side).power(copies, effort.tail_bits, effort.points, budget);
    };
    const slong with = selection.selected * selection.epochs;
    const slong rest = (selection.steps - selection.selected) * selection.epochs;
    if (selected == &StepCell::q) return power(&StepCell::q, with + rest);
    const auto some = power(selected, with);
    if (!some || rest == 0) return some;
    const auto others = power(&StepCell::q, rest);
    if (!others) return std::nullopt;
    return ScoreMasses::product(*some, *others, effort.tail_bits);
  };
  auto a = sum(remove ? &StepCell::p : &StepCell::q, Rounding::down);
  if (!a) return std::nullopt;
  auto b = sum(remove ? &StepCell::q : &StepCell::p, Rounding::up);
  if (!b) return std::nullopt;
  return ScoreLaw(scores, *std::move(a), *std::move(b));
}

ScoreLaw::Masses ScoreLaw::masses(slong threshold) const {
  const slong bits = a_.unit_bits() + 64;
  Ball step(-1, bits);
  const Ball shrink = exp(step.mul_2exp(-scores_.scale));
  Ball b = b_.sum_from(threshold, shrink);
  b += Ball(b_.missing() / pow(Rational(2), b_.unit_bits()), bits);
  return {a_.sum_from(threshold, Ball(1, bits)), b};
}

// The threshold at which a value of A(E) and of the logarithm of B(E) is largest, in doubles.
template <typename Value>
ScoreEvent ScoreLaw::best(const Value& value) const {
  const double h = std::ldexp(1.0, static_cast<int>(-scores_.scale));
  const double shrink = steady::exp(-h);
  const double missing = size_of(b_.missing() / pow(Rational(2), b_.unit_bits()));
  double a = 0;
  double b = 0;
  double most = -HUGE_VAL;
  const slong top = std::max(a_.first() + a_.size(), b_.first() + b_.size()) - 1;
  ScoreEvent event{scores_, top, 0};
  for (slong j = top; j >= a_.first(); --j) {
    a += a_.share(j);
    b = b * shrink + b_.share(j);
    const double now = value(a, steady::log(b + missing) - h * static_cast<double>(j));
    if (!(now > most)) continue;
    most = now;
    event.threshold = j;
  }
  return event;
}

ScoreEvent ScoreLaw::delta_lower(const Number& eps) const {
  const double at = roughly(eps.ball(64));
  ScoreEvent event = best([&](double a, double log_b) { return a - steady::exp(at + log_b); });
  const Masses m = masses(event.threshold);
  Ball label(event.threshold, m.b.bits());
  const Ball value = m.a - exp(eps.ball(m.b.bits() + 64) - label.mul_2exp(-scores_.scale)) * m.b;
  if (value.is_finite()) event.value = std::max(Rational(0), value.lower());
  return event;
}

ScoreEvent ScoreLaw::epsilon_lower(const Rational& delta) const {
  const double target = size_of(delta);
  ScoreEvent event =
      best([&](double a, double log_b) { return a > target ? steady::log(a - target) - log_b : -HUGE_VAL; });
  const Masses m = masses(event.threshold);
  const Ball left = m.a - Ball(delta, m.a.bits());
  if (is_positive(left) != Truth::yes) return event;
  Ball label(event.threshold, m.b.bits());
  const Ball value = log(left / m.b) + label.mul_2exp(-scores_.scale);
  if (value.is_finite()) event.value = std::max(Rational(0), value.lower());
  return event;
}

std::optional<ScoreEvent> score_delta_lower(const StepRatio& step, const Selection& selection, Direction direction,
                                            const Number& eps, const Budget& budget) {
  const auto lower = [&](double share, const Fineness& fineness, const std::optional<ScoreEvent>& before) {
    const double smallest = before && before->value.sign() > 0 ? size_of(before->value) : 1e-12;
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(smallest, &fineness == &fine), budget);
    return law ? std::optional(law->delta_lower(eps)) : std::nullopt;
  };
  return best_of_shares(lower, budget);
}

std::optional<ScoreEvent> score_epsilon_lower(const StepRatio& step, const Selection& selection, Direction direction,
                                              const Rational& delta, const Budget& budget) {
  if (delta.sign() <= 0) throw InputError("allocation.scores", "delta", delta.to_string(), "0 < delta");
  const auto lower = [&](double share, const Fineness& fineness, const std::optional<ScoreEvent>&) {
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(size_of(delta), &fineness == &fine), budget);
    return law ? std::optional(law->epsilon_lower(delta)) : std::nullopt;
  };
  return best_of_shares(lower, budget);
}

std::optional<ScoreEvent> score_proof(const StepRatio& step, const Selection& selection, Direction direction,
                                      const Number& eps, const Rational& delta, const Budget& budget) {
  const double smallest = size_of(delta);
  const auto lower = [&](double share, const Fineness& fineness, const std::optional<ScoreEvent>&) {
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(smallest, &fineness == &fine), budget);
    return law ? std::optional(law->delta_lower(eps)) : std::nullopt;
  };
  double share = 0;
  const auto best = best_of_shares(
      [&](double s, const Fineness& fineness, const std::optional<ScoreEvent>& before) {
        if (&fineness != &fine) return lower(s, fineness, before);
        share = s;
        return std::optional<ScoreEvent>();
      },
      budget);
  if (best && best->value >= delta) return best;
  // No finer lattice makes up for more.
  if (!best || !(share > 0) || best->value * 10 < delta * 9) return std::nullopt;
  for (slong coarser = 3; coarser >= 0; --coarser) {
    const Fineness fineness{fine.share, fine.least, fine.most, coarser};
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(smallest, true), budget);
    if (!law) return std::nullopt;
    const ScoreEvent event = law->delta_lower(eps);
    if (event.value >= delta) return event;
  }
  return std::nullopt;
}

}  // namespace hallmark::allocation
