#include "bounds/basic/bounded_range_recursion.hpp"

#include <algorithm>
#include <cmath>

#include "exact/proposal.hpp"

namespace hallmark::basic {
namespace {

// The ends of a ball as balls of their own: what comes after begins anew without its width.
Ball upper_end(const Ball& x) { return Ball(x.upper(), x.bits()); }
Ball lower_end(const Ball& x) { return Ball(x.lower(), x.bits()); }

bool is_negative(const Ball& x) { return is_positive(-x) == Truth::yes; }

}  // namespace

RangeTable::RangeTable(const Number& range, slong rounds, slong cells, slong bits)
    : rounds_(rounds),
      cells_(cells),
      bits_(bits),
      reach_((rounds + 1) * cells + 3),
      range_(range.ball(bits)),
      growth_(exponential(range, bits)) {
  for (slong k = -reach_; k <= reach_; ++k) {
    const Ball x = range_ * Ball(Rational(k) / cells_, bits_);
    point_.push_back(exp(x));
    root_.push_back(exp(x / 2));
    above_.push_back(k < 0 ? 1 - point_.back() : Ball(0, bits_));
    below_.push_back(above_.back());
  }
}

RangeTable::ChordLine RangeTable::chord(const std::vector<Ball>& values, std::size_t from, std::size_t to) const {
  const Ball slope = (values[to] - values[from]) / (point_[to] - point_[from]);
  return {values[from] - slope * point_[from], slope};
}

RangeTable::Piece RangeTable::piece(std::size_t j) const {
  const auto m = static_cast<std::size_t>(cells_);
  const Ball nothing(0, bits_);
  Piece p{nothing, nothing, nothing, nothing, nothing};
  p.zero = above_[j].is_zero() && above_[j + 1].is_zero();
  if (p.zero) return p;
  const ChordLine c = chord(above_, j, j + 1);
  const ChordLine d = chord(above_, j + m, j + m + 1);
  const Ball share = growth_ - 1;
  const Ball a = growth_ * (c.slope - d.slope);
  const Ball fall = d.base - c.base;  // C/w
  p.base = (growth_ * c.base - d.base) / share;
  p.slope = (growth_ * d.slope - c.slope) / share;
  if (is_negative(a) && is_negative(fall)) {
    p.root = sqrt(-a) * sqrt(-fall) * 2 / share;  // the product of two wide balls below 0 may hold 0
    p.from = point_[j] * point_[j] * a / fall;
    p.to = point_[j + 1] * point_[j + 1] * a / fall;
  } else {
    p.anywhere = true;
    p.base += max(a * point_[j], a * point_[j + 1]) / share;
    p.slope += max(fall / point_[j], fall / point_[j + 1]) / share;
  }
  return p;
}

RangeTable::Round RangeTable::next() const {
  Round round;
  const auto m = static_cast<std::size_t>(cells_);
  for (std::size_t j = 0; j + m + 1 < point_.size(); ++j) {
    round.below.push_back(chord(below_, j, j + m));
    round.above.push_back(chord(above_, j, j + m));
    round.pieces.push_back(piece(j));
  }
  return round;
}

Ball RangeTable::upper(const Round& round, const Ball& w, const Ball& root, slong first, slong last) const {
  Ball best(0, bits_);
  for (std::size_t j = place(first); j <= place(last); ++j) {
    const Piece& p = round.pieces[j];
    if (p.zero) continue;  // then so are all to the right
    best = max(best, round.above[j].base + round.above[j].slope * w);
    if (p.anywhere) {
      best = max(best, p.base + p.slope * w);
    } else if (less_equal(w, p.from) != Truth::yes && less_equal(p.to, w) != Truth::yes) {
      best = max(best, p.base + p.slope * w - p.root * root);
    }
  }
  return best;
}

Ball RangeTable::lower(const Round& round, const Ball& w, slong first, slong last) const {
  Ball best(0, bits_);
  for (std::size_t j = place(first); j <= place(last); ++j) {
    best = max(best, round.below[j].base + round.below[j].slope * w);
  }
  return best;
}

std::optional<RangeTable> RangeTable::build(const Number& range, slong rounds, slong cells, slong bits,
                                            const Budget& budget) {
  RangeTable table(range, rounds, cells, bits);
  for (slong t = 1; t < rounds; ++t) {
    const Round round = table.next();
    std::vector<Ball> above = table.above_;
    std::vector<Ball> below = table.below_;
    // Further out V is what it was: 1 - w and 0.
    for (slong k = -t * cells + 1; k < t * cells; ++k) {
      if (budget.expired()) return std::nullopt;
      const std::size_t at = table.place(k);
      const Ball& w = table.point_[at];
      above[at] = upper_end(table.upper(round, w, table.root_[at], k - cells, k));
      below[at] = lower_end(table.lower(round, w, k - cells, k));
    }
    table.above_ = std::move(above);
    table.below_ = std::move(below);
  }
  table.last_ = table.next();
  return table;
}

RationalEnds RangeTable::delta(const Number& eps) const {
  const Ball x = eps.ball(bits_);
  const Ball w = exponential(eps, bits_);
  const double cell = roughly(x / range_) * static_cast<double>(cells_);
  const double most = static_cast<double>(rounds_ * cells_);
  if (less_equal(range_ * rounds_, x) == Truth::yes) return {Rational(0), Rational(0)};
  const slong k = static_cast<slong>(std::floor(std::clamp(cell, 0.0, most)));
  // The double may be one place off: two places more to the right and one to the left do no harm above, and are looked
  // at below.
  Rational hi = upper(last_, w, exp(x / 2), k - cells_ - 1, k + 2).upper();
  Rational lo(0);
  for (slong j = k - cells_; j <= k + 1; ++j) {
    const bool around =
        less_equal(point_[place(j)], w) == Truth::yes && less_equal(w, point_[place(j + cells_)]) == Truth::yes;
    if (around) lo = std::max(lo, lower(last_, w, j, j).lower());
  }
  // Both are probabilities.
  hi = std::min(hi, Rational(1));
  return {std::max(std::min(lo, hi), Rational(0)), std::max(hi, Rational(0))};
}

}  // namespace hallmark::basic
