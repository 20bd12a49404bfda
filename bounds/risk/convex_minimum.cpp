#include "bounds/risk/convex_minimum.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "exact/bracket.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::risk {
namespace {

// t at a point; the length from one to the next without cancellation.
Ball place(const Point& p, slong bits) { return p.log ? exp(Ball(*p.log, bits)) : Ball(0, bits); }
Ball length(const Point& a, const Point& b, slong bits) {
  if (!a.log) return place(b, bits);
  return place(a, bits) * expm1(Ball(*b.log - *a.log, bits));
}

// How far below `at` a chord falls on that has come down from `from` over `run`, prolonged over `on`.
Rational prolonged(const Rational& from, const Rational& at, const Ball& on, const Ball& run) {
  if (from <= at) return at;
  return at - (Ball(from - at, on.bits()) * on / run).upper();
}

double log2_of(const Rational& positive) { return roughly(log(Ball(positive, 64))) / std::numbers::ln2; }
Rational power_of_2(slong exponent) { return pow(Rational(2), exponent); }

// x rounded to a multiple of 2^-bits.
Rational rounded(const Rational& x, slong bits) {
  const Rational unit = power_of_2(bits);
  return floor(x * unit + Rational("1/2")) / unit;
}

class Descent {
 public:
  Descent(const Search& search, const Budget& budget)
      : s_(search), budget_(budget), shift_(search.shift), most_digits_(search.digits + 8) {
    const Rational start = rounded(exactly(search.start, 64).centre(), std::max(shift_, slong{0}) + 6);
    centre_ = std::clamp(start, Rational(-farthest), Rational(farthest));
  }

  Minimum run() {
    for (slong step = 0; step < s_.most_steps; ++step) {
      if (!look()) break;
      if (!is_least_in_the_middle()) {
        walk();
        continue;
      }
      direction_ = 0;
      if (step_inwards()) continue;
      break;
    }
    return result();
  }

 private:
  static constexpr slong farthest = 1'000'000;  // of a logarithm: beyond, its exponential is no number to compute with
  [[nodiscard]] Rational h() const { return power_of_2(-shift_); }

  const Point& at(const Rational& log) {
    const auto known = points_.find(log);
    if (known != points_.end() && known->second.digits >= digits_) return known->second.point;
    Point p = s_.value(log, digits_);
    if (known != points_.end()) {
      p.lo = std::max(p.lo, known->second.point.lo);
      p.hi = std::min(p.hi, known->second.point.hi);
    }
    return (points_[log] = {std::move(p), digits_}).point;
  }

  // The three points of this step. False where all is done, or no time is left.
  bool look() {
    const Rational most(farthest);
    if (centre_ > most || centre_ < -most || h() > most) return false;
    middle_ = at(centre_);
    if (budget_.expired()) return false;
    left_ = at(centre_ - h());
    if (budget_.expired()) return false;
    right_ = at(centre_ + h());
    if (budget_.expired()) return false;
    bound();
    return !done_;
  }

  void bound() {
    for (const auto& [log, known] : points_) {
      if (hi_ && known.point.hi >= *hi_) continue;
      hi_ = known.point.hi;
      best_ = log;
    }
    std::vector<Point> all;
    for (const auto& [log, known] : points_) all.push_back(known.point);
    const slong bits = s_.digits * 4 + 64;
    const auto lower = least_of_convex(all, bits);
    if (lower && (!lo_ || *lower > *lo_)) lo_ = lower;
    done_ = lo_ && hi_ && has_digits(*lo_, *hi_, s_.digits);
  }

  [[nodiscard]] static Rational centre_of(const Point& p) { return (p.lo + p.hi) / 2; }

  [[nodiscard]] bool is_least_in_the_middle() const { return left_.lo >= middle_.hi && right_.lo >= middle_.hi; }

  // Towards the smaller side; further with every step that goes on so. Where the three can hardly be told apart: sharper
  // values first, longer steps then.
  void walk() {
    const Rational a = centre_of(left_), b = centre_of(middle_), c = centre_of(right_);
    const Rational noise = (middle_.hi - middle_.lo) * 4;
    const bool falls_left = b - a > noise, falls_right = b - c > noise;
    if (falls_left || falls_right) {
      const int direction = falls_left ? -1 : 1;
      centre_ = falls_left ? centre_ - h() : centre_ + h();
      if (direction == direction_) --shift_;
      direction_ = direction;
      return;
    }
    direction_ = 0;
    if (digits_ < most_digits_) {
      digits_ = std::min(most_digits_, digits_ + 4);
    } else {
      --shift_;
    }
  }

  // A smaller step around a better place. False where nothing more is to be had.
  bool step_inwards() {
    const Rational a = centre_of(left_), b = centre_of(middle_), c = centre_of(right_);
    const Rational bend = a + c - b * 2;
    const Rational size = b.sign() == 0 ? Rational(1) : b.sign() < 0 ? -b : b;
    const double lg_bend = log2_of(bend), lg_size = log2_of(size);
    const double lg_aim = lg_size - static_cast<double>(s_.digits) * steady::log2(10.0);
    const bool kink =
        last_bend_ && (last_bend_->second - lg_bend) < 1.5 * static_cast<double>(shift_ - last_bend_->first);
    last_bend_ = {shift_, lg_bend};
    const double excess = lg_bend - lg_aim;  // how many bits the bend is above what is asked for
    slong deeper = 1;
    Rational next = centre_;
    if (kink) {
      deeper = std::clamp(static_cast<slong>(std::ceil(excess + 2)), slong{1}, std::max(slong{4}, shift_ - 2));
      if (const auto crossing = chords_meet()) next = *crossing;
    } else {
      deeper = std::clamp(static_cast<slong>(std::ceil((excess + 1) / 2)), slong{1}, slong{4});
      next = centre_ + h() / 2 * short_dyadic(roughly(Ball((a - c) / bend, 64)), 24);
    }
    const slong deepest = 4 * s_.digits + 80;
    if (shift_ + deeper > deepest) return false;
    const double lg_next = lg_bend - static_cast<double>(deeper) * (kink ? 1 : 2);
    const slong needed = static_cast<slong>(std::ceil((lg_size - lg_next) / steady::log2(10.0))) + 2;
    if (needed > most_digits_ && digits_ >= most_digits_ && excess <= 0) return false;
    digits_ = std::clamp(needed, digits_, most_digits_);
    shift_ += deeper;
    centre_ = rounded(next, shift_ + 6);
    return true;
  }

  // Where the chord through two points on the left meets that of two on the right.
  std::optional<Rational> chords_meet() {
    const Point far_left = at(centre_ - h() * 2), far_right = at(centre_ + h() * 2);
    const slong bits = s_.digits * 8 + 128;
    const auto height = [&](const Point& p) { return Ball(centre_of(p), bits); };
    const Ball rise_left = (height(left_) - height(far_left)) / length(far_left, left_, bits);
    const Ball rise_right = (height(far_right) - height(right_)) / length(right_, far_right, bits);
    const Ball t = place(left_, bits) + (height(right_) - height(left_) - rise_right * length(left_, right_, bits)) /
                                            (rise_left - rise_right);
    const Ball log_t = log(t);
    if (!log_t.is_finite()) return std::nullopt;
    const Rational found = log_t.centre();
    return found > *left_.log && found < *right_.log ? std::optional(found) : std::nullopt;
  }

  // The fewest points around the best one that prove as much as all do.
  Minimum result() {
    Minimum m;
    if (!hi_) {
      bound();
    }
    require(hi_.has_value(), "a value was asked for");
    m.hi = *hi_;
    m.lo = lo_;
    m.reached = done_;
    m.log = best_;
    std::vector<Point> all;
    for (const auto& [log, known] : points_) all.push_back(known.point);
    const auto at_best = std::find_if(all.begin(), all.end(), [&](const Point& p) { return p.log == best_; });
    auto first = at_best, last = at_best + 1;
    const slong bits = s_.digits * 4 + 64;
    for (;;) {
      const auto lower = least_of_convex({first, last}, bits);
      if (lower && lo_ && *lower >= *lo_) break;
      if (lower && has_digits(*lower, *hi_, s_.digits)) break;
      const bool more_left = first != all.begin(), more_right = last != all.end();
      if (!more_left && !more_right) break;
      if (more_left) --first;
      if (more_right) ++last;
    }
    m.points.assign(first, last);
    return m;
  }

  struct Known {
    Point point;
    slong digits;
  };

  const Search& s_;
  const Budget& budget_;
  std::map<Rational, Known> points_ = {};
  Rational centre_;
  slong shift_;
  slong digits_ = 5;
  slong most_digits_;
  int direction_ = 0;
  std::optional<std::pair<slong, double>> last_bend_ = {};
  Point left_, middle_, right_;
  std::optional<Rational> lo_ = {}, hi_ = {};
  Rational best_;
  bool done_ = false;
};

}  // namespace

std::optional<Rational> least_of_convex(std::span<const Point> p, slong bits) {
  const std::size_t n = p.size();
  if (n < 2 || p[n - 1].lo < p[n - 2].hi) return std::nullopt;
  std::vector<Ball> lengths;
  for (std::size_t j = 0; j + 1 < n; ++j) lengths.push_back(length(p[j], p[j + 1], bits));
  Rational least = p[n - 1].lo;
  if (p[0].log) least = std::min(least, prolonged(p[1].hi, p[0].lo, place(p[0], bits), lengths[0]));
  for (std::size_t j = 0; j + 1 < n; ++j) {
    std::optional<Rational> above;
    if (j > 0) above = prolonged(p[j - 1].hi, p[j].lo, lengths[j], lengths[j - 1]);
    if (j + 2 < n) {
      const Rational by_right = prolonged(p[j + 2].hi, p[j + 1].lo, lengths[j], lengths[j + 1]);
      above = above ? std::max(*above, by_right) : by_right;
    }
    if (!above) return std::nullopt;
    least = std::min(least, *above);
  }
  return least;
}

Minimum minimum_of(const Search& search, const Budget& budget) { return Descent(search, budget).run(); }

}  // namespace hallmark::risk
