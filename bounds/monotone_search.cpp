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

class Passage {
 public:
  Passage(const MonotoneSearch& problem, const Effort& effort)
      : p_(problem), effort_(effort), lo_(problem.lo), hi_(problem.hi), bits_(effort.first_bits) {}

  Inversion run() {
    Rational x = p_.start > lo_ && p_.start < hi_ ? p_.start : halfway();
    while (goes_on()) {
      const Rational width = hi_ - lo_;
      const bool decided = visit(x);
      if (done()) break;
      if (!decided) {
        widen();
        if (++stuck_ > 6) break;
        if (p_.rough_first) continue;
      }
      std::optional<Rational> next = proposal();
      // Interpolation that does not shrink the bracket gives way to halving, once both ends have moved.
      slow_ = (hi_ - lo_) * 2 > width ? slow_ + 1 : 0;
      constexpr slong most_slow = 5;
      if (next && slow_ > most_slow && both_moved()) {
        next.reset();
        slow_ = 0;
      }
      if (!next) {
        x = halfway();
        continue;
      }
      if (last_step_ && converged(*next)) {
        if (const auto root = proposal(true)) {
          close_around(*root);
          if (p_.least) climb(*root);
        }
        if (done() || !goes_on()) break;
        next = proposal();
        if (!next) next = halfway();
      }
      last_step_ = distance(*next, x);
      x = *next;
    }
    return {{lo_, hi_}, done(), largest_bits_, evaluations_};
  }

 private:
  [[nodiscard]] bool done() const { return has_digits(lo_, hi_, p_.digits); }
  [[nodiscard]] bool goes_on() const {
    return !done() && evaluations_ < p_.most_evaluations && !effort_.budget.expired() && bits_ <= effort_.last_bits;
  }
  [[nodiscard]] bool both_moved() const { return lo_ != p_.lo && hi_ != p_.hi; }

  // Evaluates at x and moves an end; whether it could.
  bool visit(const Rational& x) {
    ++evaluations_;
    largest_bits_ = std::max(largest_bits_, bits_);
    const Ball value = p_.f(x, bits_);
    const Truth at_most = less_equal(value, p_.target);
    remember(x, value);
    if (at_most == Truth::unknown) return false;
    bool below = at_most == (p_.increasing ? Truth::yes : Truth::no);
    if (below && p_.least) {
      below = less(p_.target, p_.least(lo_, x, bits_)) == Truth::yes;
      if (!below) {
        stride_ = (x - lo_) / 2;
        share_ = share_ / 2;
        return true;
      }
      if (share_ < Rational(1)) share_ = std::min(share_ * Rational("5/4"), Rational(1));
    }
    (below ? lo_ : hi_) = x;
    stride_.reset();
    return true;
  }

  void remember(const Rational& x, const Ball& value) {
    if (!value.is_finite()) return;
    const Ball centre(value.centre(), bits_);
    if (is_positive(centre) != Truth::yes || less(centre, Rational(1)) != Truth::yes) return;
    const Ball height = sqrt(-log(centre));
    if (!height.is_finite()) return;
    for (const Point& p : points_) {
      if (p_.rough_first && p.x == x) {
        const Ball error = height - p.height;
        for (Point& other : points_) other.height = Ball((other.height + error).centre(), bits_);
        return;
      }
      if (p.x == x || Ball(p.height - height).contains(0)) return;
    }
    points_.push_back({x, Ball(height.centre(), bits_)});
    constexpr std::size_t most = 4;
    if (points_.size() > most) points_.erase(points_.begin());
  }

  // The x at which the interpolation of x over the heights meets the target's height.
  std::optional<Rational> proposal(bool whole = false) {
    if (stride_ && !whole) return Ball(lo_ + *stride_, bits_).centre(bits_);
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
      const Rational next = x == lo_ ? x + step : x - step;
      if (next <= lo_ || next >= hi_) return std::nullopt;
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
    if (next <= lo_ || next >= hi_) return std::nullopt;
    if (!whole && share_ < Rational(1)) return Ball(lo_ + (next - lo_) * share_, bits_).centre(bits_);
    return next;
  }

  // After a step of relative size s the error is about s^1.8.
  [[nodiscard]] bool converged(const Rational& next) const {
    constexpr std::size_t enough = 3;
    if (points_.size() < enough || next.sign() == 0) return false;
    const Rational step = distance(next, points_.back().x) / distance(next, 0);
    return pow(step, 5) * pow(Rational(10), 3 * p_.digits + 3) < Rational(1);
  }

  void close_around(const Rational& x) {
    const Rational margin = margin_of(x);
    for (const Rational& end : {x + margin, x - margin}) {
      const Rational place = Ball(end, bits_).centre(bits_);
      bool open = place > lo_ && place < hi_;
      for (int i = 0; open && i < patience() && goes_on(); ++i) {
        open = !visit(place);
        if (open) widen();
      }
    }
    stride_.reset();
  }

  // Moves the lower end up to a passage found, in strides on which f > target can be proved.
  void climb(const Rational& x) {
    const Rational goal = x - margin_of(x);
    Rational stride = std::min(share_, Rational("15/16"));
    const Rational least_stride("1/4096");
    while (goes_on() && lo_ < goal && stride > least_stride) {
      const Rational from = lo_;
      const Rational place = Ball(lo_ + (goal - lo_) * stride, bits_).centre(bits_);
      const bool last = goal - place <= margin_of(x) / 8;
      if (!visit(last ? goal : place)) widen();
      stride_.reset();
      stride = lo_ > from ? std::min(stride * Rational("5/4"), Rational("15/16")) : stride / 2;
    }
  }

  [[nodiscard]] Rational margin_of(const Rational& x) const {
    return distance(x, 0) * pow(Rational(10), -p_.digits) * Rational("2/5");
  }

  void widen() { bits_ += bits_ / 2; }
  // How often an end is asked for.
  [[nodiscard]] int patience() const {
    constexpr int of_rough = 4;
    return p_.rough_first ? of_rough : 1;
  }

  [[nodiscard]] Rational halfway() const {
    if (lo_.sign() > 0 && hi_ > lo_ * 4) return sqrt(Ball(lo_, bits_) * Ball(hi_, bits_)).centre(bits_);
    if (lo_.sign() == 0) return (Ball(hi_, bits_) / 16).centre(bits_);
    return Ball((lo_ + hi_) / 2, bits_ + 64).centre(bits_ + 64);
  }

  const MonotoneSearch& p_;
  const Effort& effort_;
  Rational lo_;
  Rational hi_;
  std::vector<Point> points_;
  std::optional<Rational> stride_;
  Rational share_ = 1;  // of the way to a proposal on which f > target can be proved
  std::optional<Rational> last_step_;
  slong slow_ = 0;
  slong stuck_ = 0;
  slong bits_;
  slong largest_bits_ = 0;
  slong evaluations_ = 0;
};

}  // namespace

Inversion search(const MonotoneSearch& problem, const Effort& effort) {
  require(problem.lo.sign() >= 0 && problem.lo < problem.hi, "the ends of a search are ordered and not negative");
  require(!(problem.increasing && problem.least), "a first crossing is asked for downwards");
  return Passage(problem, effort).run();
}

}  // namespace hallmark
