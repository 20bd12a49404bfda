#include "exact/bracket.hpp"

#include <algorithm>
#include <optional>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// Bits that `digits` decimal digits take: log2(10) < 3.3220.
slong bits_of_digits(slong digits) { return digits * 3322 / 1000 + 1; }

Rational ten_to_minus(slong digits) { return pow(Rational(10), -digits); }

// About log2 |a / b|, at least 0.
slong size_ratio_bits(const Rational& a, const Rational& b) {
  const Rational ratio = a / b;
  return std::max(slong{0}, static_cast<slong>(fmpz_bits(fmpq_numref(ratio.raw()))) -
                                static_cast<slong>(fmpz_bits(fmpq_denref(ratio.raw()))));
}

// The search for one root: a certified bracket and the proposals that shrink it.
class Search {
 public:
  Search(const Inverse& problem, const Effort& effort)
      : problem_(problem),
        effort_(effort),
        lo_(problem.lo),
        hi_(problem.hi),
        full_bits_(std::max(effort.first_bits, bits_of_digits(problem.digits) + guard_)),
        bits_(std::min(full_bits_, slong{128})) {}

  Inversion run() {
    std::optional<Rational> next;
    while (!done() && !effort_.budget.expired() && full_bits_ <= effort_.last_bits) {
      if (!next || *next <= lo_ || *next >= hi_) {
        next = halfway();
        newton_step_.reset();
      }
      const Rational x = *next;
      next = newton(x);
      if (next && converged(x, *next)) {
        close_around(*next);
        next.reset();
      }
    }
    return {{lo_, hi_}, done(), largest_bits_, evaluations_};
  }

 private:
  bool done() const { return has_digits(lo_, hi_, problem_.digits); }

  // A sample and whether it is proved to be at most the target.
  struct Probe {
    Sample sample;
    Truth at_most;
  };

  // Evaluates f(x), moves an end if the comparison is proved.
  Probe probe(const Rational& x) {
    ++evaluations_;
    largest_bits_ = std::max(largest_bits_, bits_);
    Sample s = problem_.f(x, bits_);
    const Truth at_most = less_equal(s.value, problem_.target);
    if (at_most == Truth::yes && x < hi_) hi_ = x;
    if (at_most == Truth::no && x > lo_) lo_ = x;
    return {std::move(s), at_most};
  }

  // One Newton step on sqrt(log(1 / f)); nothing where the sample does not allow it.
  std::optional<Rational> newton(const Rational& x) {
    const auto [s, decided] = probe(x);
    if (s.value.relative_bits() < bits_ - guard_) {
      // More bits lost than the guard allows for: no Newton step from here. Where the comparison is open too, the same
      // point again with a guard that covers the loss.
      if (decided != Truth::unknown) return std::nullopt;
      const slong lost = bits_ - std::max(s.value.relative_bits(), slong{0});
      guard_ = std::max(2 * guard_, lost + 32);
      full_bits_ = std::max(full_bits_, bits_of_digits(problem_.digits) + guard_);
      bits_ = full_bits_;
      return x;
    }
    // A search that no longer moves is limited by its precision.
    constexpr slong patience = 30;
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
    if (proposal <= lo_ || proposal >= hi_) return std::nullopt;
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

  // Tries to prove a bracket of the width asked for around a converged point.
  void close_around(const Rational& x) {
    bits_ = full_bits_;
    const Rational margin = x * ten_to_minus(problem_.digits) * Rational("2/5");
    const Rational below = Ball(x - margin, bits_).centre(bits_);
    const Rational above = Ball(x + margin, bits_).centre(bits_);
    bool open = false;
    for (const Rational* end : {&above, &below}) {
      if (*end > lo_ && *end < hi_ && probe(*end).at_most == Truth::unknown) open = true;
    }
    if (open) widen_precision();
  }

  void widen_precision() {
    full_bits_ += full_bits_ / 2;
    bits_ = full_bits_;
  }

  // The middle of the bracket: geometric while its ends differ in size.
  Rational halfway() const {
    if (lo_.sign() > 0 && hi_ > lo_ * 4) return sqrt(Ball(lo_, bits_) * Ball(hi_, bits_)).centre(bits_);
    if (lo_.sign() == 0) return (Ball(hi_, bits_) / 16).centre(bits_);
    return (lo_ + hi_) / 2;
  }

  const Inverse& problem_;
  const Effort& effort_;
  Rational lo_;
  Rational hi_;
  std::optional<Rational> newton_step_;
  slong guard_ = 64;
  slong unmoved_ = 0;
  slong full_bits_;
  slong bits_;
  slong largest_bits_ = 0;
  slong evaluations_ = 0;
};

}  // namespace

Truth decide(const std::function<Truth(slong bits)>& question, const Effort& effort) {
  for (slong bits = effort.first_bits; bits <= effort.last_bits; bits *= 2) {
    const Truth answer = question(bits);
    if (answer != Truth::unknown || effort.budget.expired()) return answer;
  }
  return Truth::unknown;
}

bool has_digits(const Rational& lo, const Rational& hi, slong digits) {
  if (lo == hi) return true;
  if (lo.sign() * hi.sign() <= 0) return false;
  const Rational size = lo.sign() > 0 ? lo : -hi;
  return (hi - lo) * pow(Rational(10), digits) <= size;
}

Evaluation evaluate(const std::function<Ball(slong bits)>& quantity, slong digits, const Effort& effort) {
  const Rational smallest_written = pow(Rational(10), -max_exponent);  // below it no digits help
  std::optional<Ball> best;
  for (slong bits = effort.first_bits; bits <= effort.last_bits; bits *= 2) {
    Ball value = quantity(bits);
    const bool better = value.is_finite() &&
                        (!best || !best->is_finite() || value.upper() - value.lower() < best->upper() - best->lower());
    if (!best || better) best = std::move(value);
    if (best->is_finite() && has_digits(best->lower(), best->upper(), digits)) return {*best, true};
    if (best->is_finite() && best->upper() < smallest_written) break;
    if (effort.budget.expired() || (effort.sign_alone && best->is_finite() && best->lower().sign() > 0)) break;
  }
  return {*best, false};
}

Inversion bisect(const Inverse& problem, const Effort& effort) {
  require(problem.lo <= problem.hi, "the ends of an inverse are ordered");
  return Search(problem, effort).run();
}

}  // namespace hallmark
