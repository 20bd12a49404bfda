#include "basic/rounds_sum.hpp"

#include <algorithm>
#include <stdexcept>

namespace hallmark::check {

namespace {

/// base + slope w - root sqrt(w), for w between the two where `root` is used.
struct Bound {
  Interval base, slope, root, from, to;
};

/// V of one round more from V at the points, from one side.
class Game {
 public:
  Game(const Number& eps0, Count rounds, Count cells, Side side, Count precision)
      : side_(side),
        cells_(cells),
        reach_((rounds + 1) * cells + 3),
        zero_(precision),
        e_(enclose_exp(eps0, precision)) {
    const Interval step = enclose(eps0, precision) / integer(cells, precision);
    const Interval one(Integer(1), precision);
    for (Count k = -reach_; k <= reach_; ++k) {
      point_.push_back(exp(step * integer(k, precision)));
      value_.push_back(k < 0 ? end(one - point_.back()) : zero_);
    }
    round_of_.resize(value_.size(), 0);
  }

  /// Prepares the bounds that V at the points gives, for a from the point `first` to the point `last`.
  void prepare(Count first, Count last) {
    first_ = first;
    bounds_.clear();
    for (Count k = first; k <= last; ++k) {
      const std::size_t j = place(k);
      bounds_.push_back(chord(j, place(k + cells_)));
      if (side_ == Side::upper) bounds_.push_back(between(j, place(k + cells_)));
    }
  }

  /// The largest of them at w for a from `first` to `last`; a lower bound takes those alone that surround w.
  [[nodiscard]] Interval at(const Interval& w, Count first, Count last) const {
    const Interval root = sqrt(w);
    Interval most = zero_;
    const Count each = side_ == Side::upper ? 2 : 1;
    for (Count i = (first - first_) * each; i < (last + 1 - first_) * each; ++i) {
      const Bound& b = bounds_[Count(i)];
      const bool outside = proved(less(w, b.from)) || proved(less(b.to, w));
      const bool inside = proved(less_equal(b.from, w)) && proved(less_equal(w, b.to));
      if (side_ == Side::upper ? outside : !inside) continue;
      most = max(most, end(b.base + b.slope * w - b.root * root));
    }
    return most;
  }

  [[nodiscard]] const Interval& point(Count k) const { return point_[place(k)]; }
  /// The values of one round more, from the point `first` on; all others are 1 - w or 0, or are not asked for again.
  void set(Count first, std::vector<Interval> values) {
    ++round_;
    for (Interval& value : values) {
      value_.at(place(first)) = std::move(value);
      round_of_[place(first++)] = round_;
    }
  }

 private:
  /// V of this round, which between E^-round and E^round is one that was set in it: never that of an earlier one.
  [[nodiscard]] const Interval& value(std::size_t i) const {
    const Count k = Count(i) - reach_;
    if (round_of_.at(i) != round_ && k > -round_ * cells_ && k < round_ * cells_) {
      throw std::logic_error("range game: a point outside of the window");
    }
    return value_[i];
  }
  [[nodiscard]] std::size_t place(Count k) const { return k + reach_; }
  [[nodiscard]] Interval end(const Interval& x) const { return side_ == Side::upper ? x.upper() : x.lower(); }

  /// Through V at two points; from above it is used everywhere.
  [[nodiscard]] Bound chord(std::size_t i, std::size_t j) const {
    const Interval slope = (value(j) - value(i)) / (point_.at(j) - point_[i]);
    const bool everywhere = side_ == Side::upper;
    return {value(i) - slope * point_[i], slope, zero_, everywhere ? zero_ : point_[i],
            everywhere ? integer(1, zero_.precision()) / zero_ : point_[j]};
  }

  /// For a between the points i and i + 1, b between j and j + 1.
  [[nodiscard]] Bound between(std::size_t i, std::size_t j) const {
    const Bound c = chord(i, i + 1);
    const Bound d = chord(j, j + 1);
    const Interval share = e_ - integer(1, zero_.precision());
    const Interval a = e_ * (c.slope - d.slope);
    const Interval fall = d.base - c.base;
    Bound b{(e_ * c.base - d.base) / share, (e_ * d.slope - c.slope) / share, zero_, c.from, c.to};
    if (proved(less(a, Rational(0))) && proved(less(fall, Rational(0)))) {
      b.root = integer(2, zero_.precision()) * sqrt(a * fall) / share;
      b.from = point_[i] * point_[i] * a / fall;
      b.to = point_[i + 1] * point_[i + 1] * a / fall;
    } else {
      b.base = b.base + max(a * point_[i], a * point_[i + 1]) / share;
      b.slope = b.slope + max(fall / point_[i], fall / point_[i + 1]) / share;
    }
    return b;
  }

  Side side_;
  Count cells_, reach_, first_ = 0, round_ = 0;
  Interval zero_, e_;
  std::vector<Interval> point_, value_;
  std::vector<Count> round_of_;  // in which a value was set
  std::vector<Bound> bounds_;
};

}  // namespace

Interval range_game(const Number& eps0, Count rounds, const Number& eps, Count cells, Side side, Count precision) {
  constexpr Count most = 4096;
  if (rounds > most || cells > most) throw TooMuchWork();
  const Count m = cells;
  const Count count = rounds;
  const Interval x = enclose(eps, precision) / enclose(eps0, precision) * integer(cells, precision);
  const Integer floor = std::min(Integer(count * m), scaled_floor(x, 0));
  const Count place = floor.to_count();
  Game game(eps0, count, m, side, precision);
  for (Count t = 1; t < count; ++t) {
    // What the rounds to come ask for, inside of where V is 1 - w or 0 and no bound is needed.
    const Count far = (count - t) * (m + 2) + 2;
    const Count first = std::max(1 - t * m, place - far);
    const Count last = std::min(t * m - 1, place + far);
    if (first <= last) game.prepare(first - m, last);
    std::vector<Interval> next;
    for (Count k = first; k <= last; ++k) next.push_back(game.at(game.point(k), k - m, k));
    game.set(first, std::move(next));
  }
  // The ball of x may reach into the cell after the next point: its far end is prepared too.
  game.prepare(place - m - 1, place + 2);
  return min(game.at(enclose_exp(eps, precision), place - m - 1, place + 2), integer(1, precision));
}

}  // namespace hallmark::check
