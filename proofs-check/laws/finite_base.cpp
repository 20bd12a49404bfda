#include "laws/finite_base.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "numbers/binomial_law.hpp"
#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

namespace {

Count to_bits(const Interval& x) { return std::max<Count>(0, exponent_above(x)); }

/// Outputs in rows: a row (s, x) has outputs t = 0..s with
///   P = y_t (a t + b (s-t) + e x),   Q = y_t (a (s-t) + b t + e x),   y_t = v C(s,t)/2^s,
/// a > b >= 0, a + b <= 1, e <= 1; x = 0 or x >= s.
/// P/Q reaches w where t >= tau s + kappa x, tau = (wa-b)/((a-b)(1+w)), kappa = (w-1)e/((a-b)(1+w)); t and s-t
/// exchange P and Q.
struct RowLaw {
  Interval a, b, share, e;  ///< share = a - b
  bool bounded;             ///< Q is nowhere 0
};

class RowCells {
  static constexpr std::size_t kMostCells = std::size_t{1} << 19;
  static constexpr std::size_t kMostAlone = std::size_t{1} << 17;
  static constexpr Count kLastThreshold = 1 << 18;

 public:
  /// Domain:   s + x <= largest in every row
  RowCells(const RowLaw& law, Count largest, const BaseSpec& spec, Count unit)
      : law_(law),
        spec_(spec),
        unit_(unit),
        one_(std::int64_t{1} << static_cast<int>(61 - bits_of(largest))),
        last_threshold_(spec.grid ? threshold_at(kLastThreshold) : Threshold{}) {}

  /// Adds a row; y is y_t of t = ceil(s/2).
  void add(Count s, Count x, Fixed y) {
    const std::size_t least = unit_ - spec_.fraction;
    Count low = 0;
    Count high = 1;
    auto cell = cells_.begin();
    // The outputs of a short row are all listed: cells that are too many are refused before they are made.
    const bool whole = spec_.grid && s <= 8 && y.hi.bits() > least + 16;
    if (whole && (law_.bounded || s > 1) && last_listed(s) > below(last_threshold_, s, x)) throw TooMuchWork();
    for (Count t = s - s / 2;; ++t) {
      if (t == s && !law_.bounded && s > 0) {
        infinite_.add_product(y, t);
      } else if (!spec_.grid) {
        if (alone_.size() == kMostAlone) throw TooMuchWork();
        alone_.emplace_back(CellEnds{0, 2 * t == s ? 0 : 1}, Sums{}).second.add(y, s, t, x);
      } else {
        if (2 * t == s) {
          cell = cells_.try_emplace(cell, CellEnds{0, 0});
        } else {
          const Count here = t * one_;
          while (here >= above(threshold(low + 1), s, x)) ++low;
          while (here > below(threshold(high), s, x)) ++high;
          cell = cells_.try_emplace(cell, CellEnds{low, high});
        }
        if (cells_.size() > kMostCells) throw TooMuchWork();
        cell->second.add(y, s, t, x);
      }
      if (t == s) return;
      if (y.hi.bits() + bits_of(s + x) <= least) {
        // The ratios of y fall: what follows is at most y rho/(1-rho), rho = (s-t)/(t+1), and the same at the other
        // end.
        missing_ += 2 * (s + x) * ceil_div(y.hi * (s - t), Integer(2 * t + 1 - s));
        return;
      }
      y.times_ratio(s - t, t + 1);
    }
  }

  /// `equal`: the mass of further outputs with P = Q; `outside`: P-mass, and Q-mass, of the rows not added.
  [[nodiscard]] Cells take(const Interval& equal, const Interval& outside) const {
    const Count precision = equal.precision();
    Cells cells(spec_.cells(), precision);
    cells.check_room(2 * (cells_.size() + alone_.size()) + 1);
    const auto interval = [&](const Fixed& x) { return to_interval(x, unit_, precision); };
    const auto add = [&](const auto& cell, bool exchange) {
      const auto& [low, high] = cell.first;
      const Interval u = interval(cell.second.u);
      const Interval v = interval(cell.second.v);
      const Interval x = law_.e * interval(cell.second.x);
      const Interval p = law_.a * u + law_.b * v + x;
      const Interval q = law_.a * v + law_.b * u + x;
      cells.list.push_back(exchange ? Cell{-high, -low, q, p} : Cell{low, high, p, q});
    };
    const auto add_all = [&](const auto& list) {
      for (auto cell = list.rbegin(); cell != list.rend(); ++cell) {
        if (cell->first.second > 0) add(*cell, true);
      }
      for (const auto& cell : list) add(cell, false);
    };
    add_all(cells_);
    add_all(alone_);
    cells.list.push_back({0, 0, equal, equal});
    cells.infinite = law_.a * interval(infinite_);
    cells.missing = to_interval({missing_, missing_}, unit_, precision) + outside;
    return cells;
  }

 private:
  using CellEnds = std::pair<Count, Count>;  // of a cell
  struct Sums {
    Fixed u{0, 0}, v{0, 0}, x{0, 0};  // of y t, y (s-t), y x
    void add(const Fixed& y, Count s, Count t, Count others) {
      u.add_product(y, t);
      v.add_product(y, s - t);
      x.add_product(y, others);
    }
  };
  struct Threshold {
    Count tau_lo, tau_hi, kappa_lo, kappa_hi;  // in units of 2^-places
  };

  static Count above(const Threshold& at, Count s, Count x) { return at.tau_hi * s + at.kappa_hi * x; }
  static Count below(const Threshold& at, Count s, Count x) { return at.tau_lo * s + at.kappa_lo * x; }

  /// Where P/Q reaches e^(jh), j >= 1.
  const Threshold& threshold(Count j) {
    if (j > kLastThreshold) throw TooMuchWork();
    while (thresholds_.size() < j) {
      thresholds_.push_back(threshold_at(Count(thresholds_.size()) + 1));
    }
    return thresholds_[j - 1];
  }

  [[nodiscard]] Threshold threshold_at(Count j) const {
    constexpr Count precision = 256;
    const Interval w_minus_1 = expm1(Interval(Rational(Integer(j), spec_.cut()), precision));
    const Interval norm = law_.share * (w_minus_1 + integer(2, precision));
    const Interval tau = (law_.share + w_minus_1 * law_.a) / norm;
    const Interval kappa = w_minus_1 * law_.e / norm;
    if (!tau.finite() || !kappa.finite()) throw TooMuchWork();
    // What is above 1 is never reached, as t <= s <= x: one unit above will do. So no sum of two products with s and
    // x exceeds 64 bits.
    const Integer one = one_;
    const auto lo = [&](const Interval& y) {
      return std::clamp(scaled_floor(y, bits_of(one_) - 1), Integer(0), one).to_count();
    };
    const auto hi = [&](const Interval& y) { return std::min(scaled_ceil(y, bits_of(one_) - 1), one + 1).to_count(); };
    return {lo(tau), hi(tau), lo(kappa), hi(kappa)};
  }

  /// The last output of a row with a finite ratio.
  [[nodiscard]] Count last_listed(Count s) const { return (law_.bounded ? s : s - 1) * one_; }

  RowLaw law_;
  BaseSpec spec_;
  Count unit_;
  Count one_;  // 2^places
  Threshold last_threshold_;
  std::vector<Threshold> thresholds_;
  std::map<CellEnds, Sums> cells_;
  std::vector<std::pair<CellEnds, Sums>> alone_;  // without a grid: the second end is 0 where P = Q
  Fixed infinite_{0, 0};
  Integer missing_ = 0;
};

/// C(s, ceil(s/2))/2^s for s going up: positions (s+1)/2.
CoinRow middle_of(Count s, Count unit) { return {s, Integer(s) + 1, 1, unit}; }

/// c coins and user 1: a row of s = c + 1, v = 2 pmf(c)/s times `weight`.
Cells coin_cells(Count n, const RowLaw& law, const Interval& odds, const Interval& weight, const Interval& equal,
                 Count ratio_bits, const BaseSpec& spec) {
  const Count unit = spec.fraction + 2 * bits_of(n) + spec.cells().bits() + ratio_bits + 32;
  const BinomialLaw coins = binomial_law(n - 1, odds, unit, spec.fraction + 8);
  Count s = coins.first + 1;
  RowCells rows(law, s + coins.masses.size(), spec, unit);
  CoinRow middle = middle_of(s, unit);
  const Fixed scale = to_fixed(weight, unit);
  for (const Fixed& mass : coins.masses) {
    Fixed y = mass;
    y.times_ratio(2, s);
    y.times(scale, unit);
    y.times(middle.here(), unit);
    rows.add(s, 0, std::move(y));
    middle.next_row(1);
    ++s;
  }
  const Count precision = unit + 64;
  return rows.take(equal + Interval(precision), to_interval({coins.outside, coins.outside}, unit, precision));
}

Count precision_for(Count n, const BaseSpec& spec, Count ratio_bits) {
  return spec.fraction + 4 * bits_of(n) + spec.cells().bits() + 2 * ratio_bits + 192;
}

}  // namespace

Cells clones_cells(Count n, const Number& eps0, const BaseSpec& spec) {
  const Count ratio_bits = to_bits(enclose_exp(eps0, 64));
  const Count precision = precision_for(n, spec, ratio_bits);
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval e_minus_1 = enclose_expm1(eps0, precision);
  const Interval sum = e_minus_1 + one + one;
  const RowLaw law{(e_minus_1 + one) / sum, one / sum, e_minus_1 / sum, zero, true};
  return coin_cells(n, law, one / e_minus_1, one, zero, ratio_bits, spec);
}

Cells krr_pair_cells(Count n, const Number& gamma, Count k, bool exposed, const BaseSpec& spec) {
  const auto ratio_bits = bits_of(n);
  const Count precision = precision_for(n, spec, ratio_bits);
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval g = enclose(gamma, precision);
  const RowLaw law{one, zero, one, zero, false};
  return coin_cells(n, law, krr_odds(gamma, k, precision), exposed ? one - g : one, exposed ? g : zero, ratio_bits,
                    spec);
}

Cells krr_weak_cells(Count n, const Number& gamma, Count k, const BaseSpec& spec) {
  const Count ratio_bits = to_bits(integer(k, 64) / enclose(gamma, 64));
  const Count sizes = 3 * bits_of(n) + ratio_bits;
  const Count precision = precision_for(n, spec, ratio_bits + sizes);
  const Count unit = spec.fraction + sizes + spec.cells().bits() + ratio_bits + 48;
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval g = enclose(gamma, precision);
  const Interval kk(Integer(k), precision);
  const Interval norm = kk / (integer(n, precision) * g);
  if (!norm.finite()) throw TooMuchWork();
  // (k/(n gamma)) Bin(n, 2 gamma/k)(s) Bin(n-s, .)(m-s): s users show one of the two categories, m are replaced
  // (PROOFS.md 6.2). Of two categories all are shown: m = s.
  const Count cut = spec.fraction + sizes + 8;
  const BinomialLaw shown = binomial_law(n, krr_odds(gamma, k, precision), unit, cut);
  Count s = shown.first;
  RowCells rows(RowLaw{one - g, zero, one - g, g / kk, true}, n + s + shown.masses.size(), spec, unit);
  CoinRow middle = middle_of(s, unit);
  const Fixed scale = to_fixed(norm, unit);
  Integer outside = shown.outside;
  for (const Fixed& mass : shown.masses) {
    Fixed of_row = mass;
    of_row.times(middle.here(), unit);
    of_row.times(scale, unit);
    BinomialLaw others{0, {{Integer(1) << unit, Integer(1) << unit}}};
    if (k > 2) others = binomial_law(n - s, g * (kk - one - one) / (kk * (one - g)), unit, cut);
    Count m = s + others.first;
    for (const Fixed& other : others.masses) {
      Fixed y = other;
      y.times(of_row, unit);
      rows.add(s, m, std::move(y));
      ++m;
    }
    Integer lost = mass.hi * others.outside;
    outside += lost.shift_up(unit);
    middle.next_row(1);
    ++s;
  }
  // A unit of weight left out has P-mass at most k/(n gamma) n/2.
  return rows.take(zero, (kk / g) * to_interval({outside, outside}, unit, precision));
}

BinomialLaw rr2_others(Count n, Count ones, const Interval& e, Count unit, Count cut) {
  const BinomialLaw f = binomial_law(ones, e, unit, cut);
  const BinomialLaw g = binomial_law(n - 1 - ones, Interval(Integer(1), e.precision()) / e, unit, cut);
  BinomialLaw sum{f.first + g.first, convolution(f.masses, g.masses, unit), f.outside + g.outside};
  for (Fixed& mass : sum.masses) mass.hi += sum.outside;
  return sum;
}

Cells rr2_cells(Count n, Count ones, const Number& eps0, const BaseSpec& spec) {
  const Count ratio_bits = to_bits(enclose_exp(eps0, 64));
  const auto width = bits_of(n);
  const Count cut = spec.fraction + width + spec.cells().bits() + 2 * ratio_bits + 64;
  const Count unit = cut + width + 64;
  const Count precision = precision_for(n, spec, ratio_bits) + unit - spec.fraction;
  const Interval one(Integer(1), precision);
  const Interval e = enclose_expm1(eps0, precision) + one;
  const Interval a = e / (e + one);
  const Interval b = one / (e + one);
  BinomialLaw others = rr2_others(n, ones, e, unit, cut);
  const Integer& outside = others.outside;
  std::vector<Fixed>& r = others.masses;
  // What lies beyond the window: two neighbours share it.
  r.insert(r.begin(), {Integer(0), outside});
  r.push_back({Integer(0), outside});
  Cells cells(spec.cells(), precision);
  cells.check_room(r.size());
  cells.missing = to_interval({0, 2 * outside}, unit, precision);
  for (std::size_t i = 1; i < r.size(); ++i) {
    const Interval u = to_interval(r[i - 1], unit, precision);
    const Interval v = to_interval(r[i], unit, precision);
    const Interval p = a * u + b * v;
    const Interval q = b * u + a * v;
    const bool negligible = (r[i - 1].hi + r[i].hi).bits() + spec.fraction + 8 <= unit;
    // Infinite where too little is known.
    const Interval place = negligible ? one / Interval(precision) : log(p / q) * Interval(spec.cells(), precision);
    if (!place.finite()) {
      cells.missing = cells.missing + max(p, q).upper();
      continue;
    }
    const Integer low = scaled_floor(place, 0);
    const Integer high = scaled_floor(place.upper(), 0) + 1;
    if (low.bits() > 24 || high.bits() > 24) throw TooMuchWork();
    cells.list.push_back({low.to_count(), high.to_count(), p, q});
  }
  return cells;
}

}  // namespace hallmark::check
