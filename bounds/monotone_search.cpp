#include "bounds/monotone_search.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

// A point with sqrt(ln(1/f)) there: centres, proposals only.
struct Point {
  Rational x;
  Ball height;
};

Rational distance(const Rational& a, const Rational& b) { return a < b ? b - a : a - b; }

// Proposals for the passage of a function that costs much.
class Passage {
 public:
  Passage(const MonotoneSearch& problem, const Effort& effort)
      : p_(problem), effort_(effort), ends_{problem.lo, problem.hi}, x_(problem.start), bits_(effort.first_bits) {}

  Inversion run() {
    const Bracket ends = narrow(
        ends_, [&](const Bracket& b) { return next(b); }, [&](const Rational& x) { return holds(x); });
    return {ends, has_digits(ends.lo, ends.hi, p_.digits), largest_bits_, evaluations_};
  }

 private:
  // What the last place was asked for.
  enum class Aim { nothing, passage, surroundings, climb };

  [[nodiscard]] bool done() const { return has_digits(ends_.lo, ends_.hi, p_.digits); }
  [[nodiscard]] bool goes_on() const {
    return !done() && evaluations_ < p_.most_evaluations && !effort_.budget.expired() && bits_ <= effort_.last_bits;
  }
  [[nodiscard]] bool both_moved() const { return ends_.lo != p_.lo && ends_.hi != p_.hi; }

  std::optional<Rational> next(const Bracket& ends) {
    const Rational width = ends_.hi - ends_.lo;
    ends_ = ends;
    switch (aim_) {
      case Aim::nothing:
        aim_ = Aim::passage;
        return go(x_ > ends_.lo && x_ < ends_.hi ? x_ : middle());
      case Aim::passage:
        return after_passage(width);
      case Aim::surroundings:
        if (!decided_) widen();
        return around();
      case Aim::climb:
        if (!decided_) widen();
        stride_.reset();
        climb_ = ends_.lo > climbed_from_ ? std::min(climb_ * Rational("5/4"), Rational("15/16")) : climb_ / 2;
        return climb();
    }
    return std::nullopt;
  }

  std::optional<Rational> go(const Rational& x) {
    if (!goes_on()) return std::nullopt;
    x_ = x;
    return x;
  }

  std::optional<Rational> after_passage(const Rational& width) {
    if (done()) return std::nullopt;
    if (!decided_) {
      widen();
      if (++stuck_ > 6) return std::nullopt;
    }
    std::optional<Rational> place = proposal();
    // Interpolation that does not shrink the bracket gives way to halving, once both ends have moved.
    slow_ = (ends_.hi - ends_.lo) * 2 > width ? slow_ + 1 : 0;
    constexpr long patience = 5;
    if (place && slow_ > patience && both_moved()) {
      place.reset();
      slow_ = 0;
    }
    if (!place) return go(middle());
    if (last_step_ && converged(*place)) {
      if (const auto root = proposal(true)) {
        root_ = *root;
        around_ = {*root - margin_of(*root), *root + margin_of(*root)};
        return around();
      }
      return resume();
    }
    last_step_ = distance(*place, x_);
    return go(*place);
  }

  // The two places next to a passage found.
  std::optional<Rational> around() {
    aim_ = Aim::surroundings;
    while (!around_.empty()) {
      const Rational place = Ball(around_.back(), bits_).centre(bits_);
      around_.pop_back();
      if (place > ends_.lo && place < ends_.hi && goes_on()) return place;
    }
    stride_.reset();
    climb_ = std::min(share_, Rational("15/16"));
    return p_.least ? climb() : resume();
  }

  // Moves the lower end up to the passage found, in strides on which f > target can be proved.
  std::optional<Rational> climb() {
    aim_ = Aim::climb;
    const Rational margin = margin_of(root_);
    const Rational goal = root_ - margin;
    const Rational least_stride("1/4096");
    if (!goes_on() || ends_.lo >= goal || climb_ <= least_stride) return resume();
    climbed_from_ = ends_.lo;
    const Rational place = Ball(ends_.lo + (goal - ends_.lo) * climb_, bits_).centre(bits_);
    return goal - place <= margin / 8 ? goal : place;
  }

  std::optional<Rational> resume() {
    if (!goes_on()) return std::nullopt;
    aim_ = Aim::passage;
    const Rational place = proposal().value_or(middle());
    last_step_ = distance(place, x_);
    return go(place);
  }

  Truth holds(const Rational& x) {
    const Truth moves = compare(x);
    if (moves != Truth::unknown) stride_.reset();
    return moves;
  }

  // Evaluates at x; whether the upper end may move there, or the lower one.
  Truth compare(const Rational& x) {
    ++evaluations_;
    largest_bits_ = std::max(largest_bits_, bits_);
    const Ball value = p_.f(x, bits_);
    const Truth at_most = less_equal(value, p_.target);
    remember(x, value);
    decided_ = at_most != Truth::unknown;
    const Truth above = p_.increasing ? !at_most : at_most;
    if (above != Truth::no || !p_.least) return above;
    if (less(p_.target, p_.least(ends_.lo, x, bits_)) != Truth::yes) {
      stride_ = (x - ends_.lo) / 2;
      share_ = share_ / 2;
      return Truth::unknown;
    }
    if (share_ < Rational(1)) share_ = std::min(share_ * Rational("5/4"), Rational(1));
    return above;
  }

  void remember(const Rational& x, const Ball& value) {
    if (!value.is_finite()) return;
    const Ball centre(value.centre(), bits_);
    if (is_positive(centre) != Truth::yes || less(centre, Rational(1)) != Truth::yes) return;
    const Ball height = sqrt(-log(centre));
    if (!height.is_finite()) return;
    for (const Point& p : points_) {
      if (p.x == x || Ball(p.height - height).contains(0)) return;
    }
    points_.push_back({x, Ball(height.centre(), bits_)});
    constexpr std::size_t most = 4;
    if (points_.size() > most) points_.erase(points_.begin());
  }

  // The x at which the interpolation of x over the heights meets the target's height.
  std::optional<Rational> proposal(bool whole = false) {
    if (stride_ && !whole) return Ball(ends_.lo + *stride_, bits_).centre(bits_);
    const Ball goal_value(p_.target.centre(), bits_);
    if (points_.empty() || is_positive(goal_value) != Truth::yes || less(goal_value, Rational(1)) != Truth::yes) {
      return std::nullopt;
    }
    const Ball goal = sqrt(-log(goal_value));
    if (!goal.is_finite()) return std::nullopt;
    if (points_.size() == 1) {
      // A second point a little towards the passage.
      const Rational& x = points_.front().x;
      const Rational step = distance(x, 0) / 16;
      const Rational next = x == ends_.lo ? x + step : x - step;
      if (next <= ends_.lo || next >= ends_.hi) return std::nullopt;
      return Ball(next, bits_).centre(bits_);
    }
    // Over ln x, in which powers are straight lines.
    std::vector<Ball> line;
    for (const Point& p : points_) line.push_back(log(Ball(p.x, bits_)));
    for (std::size_t level = 1; level < points_.size(); ++level) {
      for (std::size_t i = 0; i + level < points_.size(); ++i) {
        const Ball& a = points_[i].height;
        const Ball& b = points_[i + level].height;
        line[i] = ((goal - b) * line[i] - (goal - a) * line[i + 1]) / (a - b);
        line[i] = line[i].is_finite() ? Ball(line[i].centre(), bits_) : line[i];
      }
    }
    constexpr double largest_log = 1e5;
    if (!line[0].is_finite() || !(std::abs(roughly(line[0])) < largest_log)) return std::nullopt;
    const Rational next = exp(line[0]).centre(bits_);
    if (next <= ends_.lo || next >= ends_.hi) return std::nullopt;
    if (!whole && share_ < Rational(1)) return Ball(ends_.lo + (next - ends_.lo) * share_, bits_).centre(bits_);
    return next;
  }

  // After a step of relative size s the error is about s^1.8.
  [[nodiscard]] bool converged(const Rational& next) const {
    constexpr std::size_t enough = 3;
    if (points_.size() < enough || next.sign() == 0) return false;
    const Rational step = distance(next, points_.back().x) / distance(next, 0);
    return pow(step, 5) * pow(Rational(10), 3 * p_.digits + 3) < Rational(1);
  }

  [[nodiscard]] Rational margin_of(const Rational& x) const {
    return distance(x, 0) * pow(Rational(10), -p_.digits) * Rational("2/5");
  }

  void widen() { bits_ += bits_ / 2; }

  [[nodiscard]] Rational middle() const { return Ball(halfway(ends_, bits_), bits_ + 64).centre(bits_ + 64); }

  const MonotoneSearch& p_;
  const Effort& effort_;
  Bracket ends_;
  Aim aim_ = Aim::nothing;
  Rational x_;  // the last place on the way to the passage
  bool decided_ = false;
  std::vector<Point> points_;
  std::optional<Rational> stride_;
  Rational share_ = 1;  // of the way to a proposal on which f > target can be proved
  std::optional<Rational> last_step_;
  Rational root_;                 // a passage found
  std::vector<Rational> around_;  // its surroundings, from the last place on
  Rational climb_;                // the share of the way to it that the next stride takes
  Rational climbed_from_;
  long slow_ = 0;
  long stuck_ = 0;
  long bits_;
  long largest_bits_ = 0;
  long evaluations_ = 0;
};

}  // namespace

Inversion search(const MonotoneSearch& problem, const Effort& effort) {
  require(problem.lo.sign() >= 0 && problem.lo < problem.hi, "the ends of a search are ordered and not negative");
  require(!(problem.increasing && problem.least), "a first crossing is asked for downwards");
  return Passage(problem, effort).run();
}

}  // namespace hallmark
