#include "exact/bracket.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// Bits that `digits` decimal digits take: log2(10) < 3.3220.
long bits_of_digits(long digits) { return digits * 3322 / 1000 + 1; }

Rational ten_to_minus(long digits) { return pow(Rational(10), -digits); }

// About log2 |a / b|, at least 0.
long size_ratio_bits(const Rational& a, const Rational& b) {
  const Rational ratio = a / b;
  return std::max(0L, static_cast<long>(fmpz_bits(fmpq_numref(ratio.raw()))) -
                          static_cast<long>(fmpz_bits(fmpq_denref(ratio.raw()))));
}

// Proposals for one root by Newton's method on sqrt(log(1 / f)).
class Newton {
 public:
  Newton(const Inverse& problem, const Effort& effort)
      : problem_(problem),
        effort_(effort),
        full_bits_(std::max(effort.first_bits, bits_of_digits(problem.digits) + guard_)),
        bits_(std::min(full_bits_, 128L)) {}

  Inversion run() {
    const Bracket ends = narrow(
        {problem_.lo, problem_.hi}, [&](const Bracket& b) { return next(b); },
        [&](const Rational& x) { return holds(x); });
    return {ends, has_digits(ends.lo, ends.hi, problem_.digits), largest_bits_, evaluations_};
  }

 private:
  // A place looked at, and whether f is proved to be at most the target there.
  struct Probe {
    Rational x;
    Sample sample;
    Truth at_most;
  };

  Truth holds(const Rational& x) {
    ++evaluations_;
    largest_bits_ = std::max(largest_bits_, bits_);
    Sample s = problem_.f(x, bits_);
    const Truth at_most = less_equal(s.value, problem_.target);
    probe_ = Probe{x, std::move(s), at_most};
    return at_most;
  }

  std::optional<Rational> next(const Bracket& ends) {
    if (closing_) {
      open_ = open_ || probe_->at_most == Truth::unknown;
    } else if (probe_) {
      proposal_ = step(*probe_, ends);
      if (proposal_ && converged(probe_->x, *proposal_)) {
        close_around(*proposal_);
        proposal_.reset();
      }
    }
    if (closing_) {
      if (auto place = next_around(ends)) return place;
      closing_ = false;
      if (open_) widen_precision();
    }
    if (has_digits(ends.lo, ends.hi, problem_.digits) || effort_.budget.expired() || full_bits_ > effort_.last_bits) {
      return std::nullopt;
    }
    if (!proposal_ || *proposal_ <= ends.lo || *proposal_ >= ends.hi) {
      newton_step_.reset();
      return halfway(ends, bits_);
    }
    return proposal_;
  }

  // One Newton step; nothing where the sample does not allow it.
  std::optional<Rational> step(const Probe& probe, const Bracket& ends) {
    const auto& [x, s, decided] = probe;
    if (s.value.relative_bits() < bits_ - guard_) {
      // More bits lost than the guard allows for: no Newton step from here. Where the comparison is open too, the same
      // point again with a guard that covers the loss.
      if (decided != Truth::unknown) return std::nullopt;
      const long lost = bits_ - std::max(s.value.relative_bits(), 0L);
      guard_ = std::max(2 * guard_, lost + 32);
      full_bits_ = std::max(full_bits_, bits_of_digits(problem_.digits) + guard_);
      bits_ = full_bits_;
      return x;
    }
    // A search that no longer moves is limited by its precision.
    constexpr long patience = 30;
    if (decided == Truth::unknown && ++unmoved_ > patience) {
      unmoved_ = 0;
      widen_precision();
    }
    const Ball centre(s.value.is_finite() ? s.value.centre() : Rational(0), bits_);
    const Ball slope(s.slope.is_finite() ? s.slope.centre() : Rational(0), bits_);
    const Ball goal(problem_.target.centre(), bits_);
    if (is_positive(centre) != Truth::yes || is_positive(-slope) != Truth::yes || is_positive(goal) != Truth::yes) {
      return std::nullopt;
    }
    const Ball depth = -log(centre);
    const Ball goal_depth = -log(goal);
    if (is_positive(depth) != Truth::yes || is_positive(goal_depth) != Truth::yes) return std::nullopt;
    const Ball root = sqrt(depth);
    const Ball derivative = -slope / (2 * centre * root);
    const Ball step = (sqrt(goal_depth) - root) / derivative;
    if (!step.is_finite()) return std::nullopt;
    const Rational proposal = (Ball(x, bits_) + step).centre(bits_);
    if (proposal <= ends.lo || proposal >= ends.hi) return std::nullopt;
    newton_step_ = proposal > x ? proposal - x : x - proposal;
    // Quadratic convergence: the next point is worth twice the digits of this step.
    if (newton_step_->sign() != 0) {
      bits_ = std::clamp(96 + 3 * size_ratio_bits(proposal, *newton_step_), bits_, full_bits_);
    } else {
      bits_ = full_bits_;
    }
    return proposal;
  }

  // The error after a step of relative size s is about s^2.
  bool converged(const Rational& x, const Rational& proposal) const {
    if (!newton_step_ || bits_ < full_bits_) return newton_step_ && newton_step_->sign() == 0;
    const Rational relative = *newton_step_ / (proposal.sign() != 0 ? proposal : x);
    return relative * relative * 100 < ten_to_minus(problem_.digits);
  }

  // The places next to a converged point x at which a bracket of the width asked for may be proved.
  void close_around(const Rational& x) {
    bits_ = full_bits_;
    const Rational margin = x * ten_to_minus(problem_.digits) * Rational("2/5");
    around_ = {Ball(x - margin, bits_).centre(bits_), Ball(x + margin, bits_).centre(bits_)};
    closing_ = true;
    open_ = false;
  }

  std::optional<Rational> next_around(const Bracket& ends) {
    while (!around_.empty()) {
      Rational place = std::move(around_.back());
      around_.pop_back();
      if (place > ends.lo && place < ends.hi) return place;
    }
    return std::nullopt;
  }

  void widen_precision() {
    full_bits_ += full_bits_ / 2;
    bits_ = full_bits_;
  }

  const Inverse& problem_;
  const Effort& effort_;
  std::optional<Probe> probe_;
  std::optional<Rational> proposal_;
  std::optional<Rational> newton_step_;
  std::vector<Rational> around_;  // a converged point, from the last place on
  bool closing_ = false;
  bool open_ = false;  // whether a comparison around it was left open
  long guard_ = 64;
  long unmoved_ = 0;
  long full_bits_;
  long bits_;
  long largest_bits_ = 0;
  long evaluations_ = 0;
};

}  // namespace

Truth decide(const std::function<Truth(long bits)>& question, const Effort& effort) {
  for (long bits = effort.first_bits; bits <= effort.last_bits; bits *= 2) {
    const Truth answer = question(bits);
    if (answer != Truth::unknown || effort.budget.expired()) return answer;
  }
  return Truth::unknown;
}

Bracket narrow(Bracket ends, const std::function<std::optional<Rational>(const Bracket& ends)>& next,
               const std::function<Truth(const Rational& x)>& holds) {
  while (const std::optional<Rational> x = next(ends)) {
    const Truth proved = holds(*x);
    if (proved == Truth::yes && *x < ends.hi) ends.hi = *x;
    if (proved == Truth::no && *x > ends.lo) ends.lo = *x;
  }
  return ends;
}

Bracket halve(Bracket ends, long steps, const std::function<bool(const Bracket& ends)>& enough,
              const std::function<Truth(const Rational& x)>& holds) {
  const auto middle = [&](const Bracket& b) -> std::optional<Rational> {
    if (steps-- <= 0 || enough(b)) return std::nullopt;
    return (b.lo + b.hi) / 2;
  };
  return narrow(std::move(ends), middle, holds);
}

Rational halfway(const Bracket& ends, long bits) {
  if (ends.lo.sign() > 0 && ends.hi > ends.lo * 4) return sqrt(Ball(ends.lo, bits) * Ball(ends.hi, bits)).centre(bits);
  if (ends.lo.sign() == 0) return (Ball(ends.hi, bits) / 16).centre(bits);
  return (ends.lo + ends.hi) / 2;
}

bool has_digits(const Rational& lo, const Rational& hi, long digits) {
  if (lo == hi) return true;
  if (lo.sign() * hi.sign() <= 0) return false;
  const Rational size = lo.sign() > 0 ? lo : -hi;
  return (hi - lo) * pow(Rational(10), digits) <= size;
}

Evaluation evaluate(const std::function<Ball(long bits)>& quantity, long digits, const Effort& effort) {
  const Rational smallest_written = pow(Rational(10), -max_exponent);  // below it no digits help
  std::optional<Ball> best;
  for (long bits = effort.first_bits; bits <= effort.last_bits; bits *= 2) {
    Ball value = quantity(bits);
    const bool better = value.is_finite() &&
                        (!best || !best->is_finite() || value.upper() - value.lower() < best->upper() - best->lower());
    if (!best || better) best = std::move(value);
    if (best->is_finite() && has_digits(best->lower(), best->upper(), digits)) return {*best, true};
    if (best->is_finite() && best->upper() < smallest_written) break;
    if (effort.budget.expired()) break;
  }
  return {*best, false};
}

Inversion bisect(const Inverse& problem, const Effort& effort) {
  require(problem.lo <= problem.hi, "the ends of an inverse are ordered");
  return Newton(problem, effort).run();
}

}  // namespace hallmark
