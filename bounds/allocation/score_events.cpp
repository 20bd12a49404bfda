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

// A proposal: how fine the law is, and what of its tails is cut.
ScoreEffort effort_for(double smallest, bool fine_one) {
  const slong spare = fine_one ? 26 : 18;
  const slong tail = spare + static_cast<slong>(-steady::log2(std::clamp(smallest, 1e-280, 1.0)));
  return {.points = slong{1} << (fine_one ? 20 : 17), .unit_bits = (tail + 52 + 31) / 32 * 32, .tail_bits = tail};
}

Fineness finer_by(slong times) { return {fine.share, fine.least, fine.most, -times}; }
bool is_fine(const Fineness& fineness) { return fineness.share > 0; }

double size_of(const Rational& x) { return binary64(x, Rounding::down); }

// A proposal of a share near the one given, by parabolas through three values of lattices that differ in the share alone.
template <typename Value>
double refined(const Value& value, double share) {
  constexpr double step = 0.03;
  constexpr int rounds = 4;
  double moved = step;
  for (int round = 0; round < rounds && std::abs(moved) >= step; ++round) {
    double at[3];
    for (int i = 0; i < 3; ++i) {
      const auto event = value(share + (i - 1) * step, finer_by(-2), std::optional<ScoreEvent>());
      if (!event) return share;
      at[i] = size_of(event->value);
    }
    const double left = at[1] - at[0];
    const double right = at[1] - at[2];
    moved = left + right > 0 ? std::clamp(step * (left - right) / (left + right) / 2, -2 * step, 2 * step) : 0;
    share += moved;
  }
  return share;
}

// The best event of coarse lattices, and the share that is best in the limit of finer ones.
struct Searched {
  std::optional<ScoreEvent> best;
  double share;
};

template <typename Value>
Searched searched(const Value& value, const Budget& budget) {
  constexpr double finer_squared = 16;
  Searched s;
  s.share = best_share([&](double share) {
    if (budget.expired()) return -HUGE_VAL;
    const auto coarser = value(share, coarsest, s.best);
    auto now = value(share, coarse, s.best);
    if (!now || !coarser) return -HUGE_VAL;
    // What a lattice of h loses is about h^2: the limit of ever finer ones.
    const double at = size_of(now->value);
    const double limit = at + (at - size_of(coarser->value)) / (finer_squared - 1);
    if (!s.best || now->value > s.best->value) s.best = std::move(now);
    return limit;
  });
  return s;
}

// The fine law of the best share, or a coarse one of the search if that is better.
template <typename Value>
std::optional<ScoreEvent> best_of_shares(const Value& value, slong finer, const Budget& budget) {
  auto [best, share] = searched(value, budget);
  if (!best) return best;
  if (finer > 0) share = refined(value, share);
  std::optional<ScoreEvent> last;
  for (; !last && finer >= 0; --finer) last = value(share, finer_by(finer), best);
  return last && last->value > best->value ? last : best;
}

}  // namespace

ScoreLaw::ScoreLaw(Scores scores, slong cells, ScoreMasses a, ScoreMasses b)
    : scores_(std::move(scores)), cells_(cells), a_(std::move(a)), b_(std::move(b)) {}

std::optional<ScoreLaw> ScoreLaw::of(const StepRatio& step, const Selection& selection, Direction direction,
                                     const Scores& scores, const ScoreEffort& effort, const Budget& budget) {
  check_selection("allocation.scores", selection);
  check_one_direction("allocation.scores", direction);
  if (scores.lambda.sign() <= 0 || scores.lambda >= Rational(1)) {
    throw InputError("allocation.scores", "lambda", scores.lambda.to_string(), "0 < lambda < 1");
  }
  const ScoreCuts cuts = score_cuts(step, scores);
  const auto cells = step_cells(step, cuts.at, budget);
  if (!cells) return std::nullopt;
  const bool remove = direction == Direction::remove;
  const slong count = static_cast<slong>(cells->size());
  const slong first = remove ? cuts.first : 1 - cuts.first - count;
  if (count > effort.points) return std::nullopt;
  const auto law = [&](Ball StepCell::*mass, Rounding side) {
    std::vector<Ball> masses;
    for (slong i = 0; i < count; ++i) {
      Ball one = cells->at(static_cast<std::size_t>(remove ? i : count - 1 - i)).*mass;
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
  return ScoreLaw(scores, count, *std::move(a), *std::move(b));
}

double ScoreLaw::checking(const Selection& selection, double smallest) const {
  constexpr double any = 7e7, a_cell = 800, a_point = 250;  // measured; the law here has more cells and points
  const double copies = 1 + steady::log2(static_cast<double>(selection.steps) * static_cast<double>(selection.epochs));
  const double words = std::ceil((copies + 58 - steady::log2(smallest)) / 64);
  const auto points = static_cast<double>(std::max(a_.size(), b_.size()));
  return any + a_cell * static_cast<double>(cells_) * steady::pow(words + 2, 3) +
         a_point * points * (2 * words + 1) * copies;
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
                                            const Number& eps, slong finer, const Budget& budget) {
  const auto lower = [&](double share, const Fineness& fineness, const std::optional<ScoreEvent>& before) {
    const double smallest = before && before->value.sign() > 0 ? size_of(before->value) : 1e-12;
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(smallest, is_fine(fineness)), budget);
    return law ? std::optional(law->delta_lower(eps)) : std::nullopt;
  };
  return best_of_shares(lower, finer, budget);
}

std::optional<ScoreEvent> score_epsilon_lower(const StepRatio& step, const Selection& selection, Direction direction,
                                              const Rational& delta, slong finer, const Budget& budget) {
  if (delta.sign() <= 0) throw InputError("allocation.scores", "delta", delta.to_string(), "0 < delta");
  const auto lower = [&](double share, const Fineness& fineness, const std::optional<ScoreEvent>&) {
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(size_of(delta), is_fine(fineness)), budget);
    return law ? std::optional(law->epsilon_lower(delta)) : std::nullopt;
  };
  return best_of_shares(lower, finer, budget);
}

std::optional<ScoreEvent> score_proof(const StepRatio& step, const Selection& selection, Direction direction,
                                      const Number& eps, const Rational& delta, const Budget& budget) {
  const double smallest = size_of(delta);
  const auto lower = [&](double share, const Fineness& fineness, const std::optional<ScoreEvent>&) {
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, fineness),
                                  effort_for(smallest, is_fine(fineness)), budget);
    return law ? std::optional(law->delta_lower(eps)) : std::nullopt;
  };
  auto [best, share] = searched(lower, budget);
  if (best && best->value >= delta) return best;
  // No finer lattice makes up for more.
  if (!best || best->value * 10 < delta * 9) return std::nullopt;
  share = refined(lower, share);
  constexpr double most_work = 1.6e10;  // of the 2.4e10 that the checker allows
  std::optional<Rational> before;
  for (slong finer = -3; finer <= score_finest; ++finer) {
    const auto law = ScoreLaw::of(step, selection, direction, scores_for(step, selection, share, finer_by(finer)),
                                  effort_for(smallest, true), budget);
    if (!law || law->checking(selection, smallest) > most_work) return std::nullopt;
    const ScoreEvent event = law->delta_lower(eps);
    if (event.value >= delta) return event;
    // Half the steps lose a quarter: the limit is above by a third of what was gained, or hardly more.
    if (before && event.value + (event.value - *before) * Rational(2) / 3 < delta) return std::nullopt;
    before = event.value;
  }
  return std::nullopt;
}

}  // namespace hallmark::allocation
