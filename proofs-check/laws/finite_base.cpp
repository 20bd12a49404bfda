#include "laws/finite_base.hpp"

#include <algorithm>
#include <bit>

#include "numbers/binomial_law.hpp"
#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

namespace {

__extension__ typedef unsigned __int128 Wide;

unsigned long to_bits(const Interval& x) { return static_cast<unsigned long>(std::max(0L, exponent_above(x))); }
unsigned long to_bits(const Integer& x) { return mpz_sizeinbase(raw(x), 2); }

unsigned long whole_limbs(unsigned long bits) { return (bits + 63) / 64 * 64; }

/// The lowest terms of all: a probability as a pair in units of 2^-unit.
Fixed to_fixed(const Interval& x, unsigned long unit) {
  return {scaled_floor(x, static_cast<long>(unit)), scaled_ceil(x, static_cast<long>(unit))};
}

/// Outputs in rows: a row (s, x) has outputs t = 0..s with
///   P = y_t (a t + b (s-t) + e x),   Q = y_t (a (s-t) + b t + e x),   y_t = v C(s,t)/2^s,   a > b >= 0, a + b <= 1, e
///   <= 1.
/// P/Q reaches w where t >= tau s + kappa x, tau = (wa-b)/((a-b)(1+w)), kappa = (w-1)e/((a-b)(1+w)); t and s-t
/// exchange P and Q.
struct RowLaw {
  Interval a, b, share, e;  ///< share = a - b
  bool has_e;
  bool has_b;
};

class RowCells {
  static constexpr std::int64_t kMostBoundaries = std::int64_t{1} << 18;

 public:
  RowCells(const RowLaw& law, const BaseSpec& spec, unsigned long unit, Budget& budget)
      : law_(law), spec_(spec), unit_(unit), budget_(budget), last_(threshold_of(kMostBoundaries)) {}

  /// Adds a row; y is y_t of t = ceil(s/2).
  void add(std::uint64_t s, std::uint64_t x, Fixed y) {
    std::uint64_t t = s / 2 + (s & 1U);
    const std::uint64_t largest = s + x;
    const std::size_t least = unit_ - spec_.fraction;
    if (t == s - t) {
      at(equal_, y, t, t, x);
      if (t == s) return;  // s = 0
      y.times_ratio(s - t, t + 1);
      ++t;
    }
    std::int64_t j = 0;
    Wide next_lo = 0;
    Wide next_hi = 0;
    const auto load = [&] {
      const Threshold& next = threshold(j + 1);
      next_lo = next.tau_lo * s + next.kappa_lo * x;
      next_hi = next.tau_hi * s + next.kappa_hi * x;
    };
    load();
    const Wide too_far = last_.tau_lo * s + last_.kappa_lo * x;
    std::uint64_t steps = 0;
    for (;; ++t) {
      const Wide here = static_cast<Wide>(t) << 64U;
      if (here >= too_far && (t < s || law_.has_b || law_.has_e)) throw TooMuchWork();  // before all the cells below it
      while (here >= next_hi) {
        if (t == s && !law_.has_b && !law_.has_e) break;  // Q = 0
        ++j;
        ++steps;
        load();
      }
      if (t == s && !law_.has_b && !law_.has_e) {
        mpz_addmul_ui(raw(infinite_.lo), raw(std::as_const(y.lo)), t);
        mpz_addmul_ui(raw(infinite_.hi), raw(std::as_const(y.hi)), t);
      } else if (here > next_lo && is_below(here, threshold(j + 2), s, x)) {
        ties_.push_back({j + 1, {}});
        at(ties_.back().second, y, t, s - t, x);
      } else if (here > next_lo) {  // cells narrower than what is known of their ends
        missing_ += 2 * y.hi * largest;
      } else {
        if (cells_.size() <= static_cast<std::size_t>(j)) cells_.resize(static_cast<std::size_t>(j) + 1);
        at(cells_[static_cast<std::size_t>(j)], y, t, s - t, x);
      }
      ++steps;
      if (t == s) break;
      if (mpz_sizeinbase(raw(std::as_const(y.hi)), 2) + static_cast<std::size_t>(std::bit_width(largest)) <= least) {
        // The ratios of y fall: what follows is at most y rho/(1-rho), rho = (s-t)/(t+1), and the same at the other
        // end.
        Integer rest = y.hi * (s - t);
        mpz_cdiv_q_ui(raw(rest), raw(rest), 2 * t + 1 - s);
        missing_ += 2 * rest * largest;
        break;
      }
      y.times_ratio(s - t, t + 1);
    }
    budget_.charge(steps + 8, 8 + 5 * limbs(unit_));
  }

  /// `outside`: P-mass, and Q-mass, of the rows not added.
  [[nodiscard]] Cells take(const Interval& equal, const Interval& outside) const {
    const mpfr_prec_t precision = equal.precision();
    Cells cells(spec_.grid, precision);
    cells.check_room(2 * cells_.size());
    cells.first = -static_cast<std::int64_t>(cells_.size());
    const auto masses = [&](const Sums& sums) {
      const auto interval = [&](const Fixed& f) {
        return times_power_of_two(Interval(f.lo, f.hi, precision), -static_cast<long>(unit_));
      };
      const Interval u = interval(sums.u);
      const Interval v = interval(sums.v);
      const Interval x = law_.e * interval(sums.x);
      return Masses{law_.a * u + law_.b * v + x, law_.a * v + law_.b * u + x};
    };
    std::vector<Masses> upper;
    for (const Sums& sums : cells_) upper.push_back(masses(sums));
    for (auto m = upper.rbegin(); m != upper.rend(); ++m) cells.masses.push_back({m->q, m->p});
    cells.masses.insert(cells.masses.end(), upper.begin(), upper.end());
    for (const auto& [index, sums] : ties_) {
      const Masses m = masses(sums);
      cells.boundaries.push_back({index, m});
      cells.boundaries.push_back({-index, {m.q, m.p}});
    }
    cells.equal = equal + masses(equal_).p;
    cells.infinite =
        law_.a * times_power_of_two(Interval(infinite_.lo, infinite_.hi, precision), -static_cast<long>(unit_));
    const Interval missing = times_power_of_two(Interval(missing_, precision), -static_cast<long>(unit_)) + outside;
    cells.p_missing = missing;
    cells.q_missing = missing;
    return cells;
  }

 private:
  struct Sums {
    Fixed u{0, 0}, v{0, 0}, x{0, 0};  // of y t, y (s-t), y x
  };
  struct Threshold {
    Wide tau_lo, tau_hi, kappa_lo, kappa_hi;  // in units of 2^-64
  };

  static bool is_below(Wide here, const Threshold& next, std::uint64_t s, std::uint64_t x) {
    return here < next.tau_lo * s + next.kappa_lo * x;
  }

  void at(Sums& sums, const Fixed& y, std::uint64_t t, std::uint64_t rest, std::uint64_t x) const {
    sums.u.add_product(y, t);
    sums.v.add_product(y, rest);
    if (law_.has_e) sums.x.add_product(y, x);
  }

  /// Where P/Q reaches e^(jh), j >= 1.
  [[nodiscard]] Threshold threshold_of(const Integer& j) const {
    constexpr mpfr_prec_t precision = 256;
    budget_.charge(1, 4096);
    const Interval exponent(Rational(j, spec_.grid), precision);
    const Interval w_minus_1 = expm1(exponent);
    const Interval norm = law_.share * (w_minus_1 + Interval(Integer(2), precision));
    const Interval tau = (law_.share + w_minus_1 * law_.a) / norm;
    const Interval kappa = w_minus_1 * law_.e / norm;
    const auto wide = [](const Interval& x, bool up) {
      if (!x.finite()) throw TooMuchWork();
      const Integer units = up ? scaled_ceil(x, 64) : std::max(Integer(0), scaled_floor(x, 64));
      if (to_bits(units) > 76) throw TooMuchWork();  // times 2^50: within 128 bits, twice
      Integer high = units >> 64;
      Integer low = units - (high << 64);
      return (static_cast<Wide>(mpz_get_ui(raw(std::as_const(high)))) << 64U) + mpz_get_ui(raw(std::as_const(low)));
    };
    return {wide(tau, false), wide(tau, true), wide(kappa, false), wide(kappa, true)};
  }

  const Threshold& threshold(std::int64_t j) {
    if (j > kMostBoundaries) throw TooMuchWork();
    while (thresholds_.size() < static_cast<std::size_t>(j)) {
      thresholds_.push_back(threshold_of(Integer(thresholds_.size() + 1)));
    }
    return thresholds_[static_cast<std::size_t>(j - 1)];
  }

  RowLaw law_;
  BaseSpec spec_;
  unsigned long unit_;
  Budget& budget_;
  Threshold last_;
  std::vector<Threshold> thresholds_;
  std::vector<Sums> cells_;
  std::vector<std::pair<std::int64_t, Sums>> ties_;
  Sums equal_;
  Fixed infinite_{0, 0};
  Integer missing_ = 0;
};

/// C(s, ceil(s/2))/2^s for s going up, in units of 2^-unit.
class Middle {
 public:
  Middle(std::uint64_t s, unsigned long unit, Budget& budget) : s_(s) {
    HalfRow row = half_row(s, s / 2 + (s & 1U), unit, budget);
    value_ = {std::move(row.b_lo), std::move(row.b_hi)};
  }
  [[nodiscard]] const Fixed& value() const { return value_; }
  void next() {
    // C(2r+1, r+1)/2^(2r+1) = C(2r, r)/2^(2r) (2r+1)/(2r+2) = C(2r+2, r+1)/2^(2r+2).
    if ((s_ & 1U) == 0) value_.times_ratio(s_ + 1, s_ + 2);
    ++s_;
  }

 private:
  std::uint64_t s_;
  Fixed value_;
};

[[noreturn]] void no_law() { throw TooMuchWork(); }

/// c coins and user 1: a row of s = c + 1, v = 2 pmf(c)/s times `weight`.
Cells coin_cells(std::uint64_t n, const RowLaw& law, const Interval& odds, const Interval& weight,
                 const Interval& equal, unsigned long ratio_bits, const BaseSpec& spec, Budget& budget) {
  const unsigned long unit =
      spec.fraction + 2 * static_cast<unsigned long>(std::bit_width(n)) + to_bits(spec.grid) + ratio_bits + 32;
  const std::optional<BinomialLaw> coins = binomial_law(n - 1, odds, unit, spec.fraction + 8, budget);
  if (!coins) no_law();
  RowCells rows(law, spec, unit, budget);
  Middle middle(coins->first + 1, unit, budget);
  const Fixed scale = to_fixed(weight, unit);
  std::uint64_t s = coins->first + 1;
  for (const Fixed& mass : coins->masses) {
    Fixed y = mass;
    y.times_ratio(2, s);
    y.times(scale, unit);
    y.times(middle.value(), unit);
    rows.add(s, 0, std::move(y));
    middle.next();
    ++s;
  }
  const auto precision = static_cast<mpfr_prec_t>(unit + 64);
  return rows.take(equal + Interval(precision),
                   times_power_of_two(Interval(coins->outside, precision), -static_cast<long>(unit)));
}

mpfr_prec_t precision_for(std::uint64_t n, const BaseSpec& spec, unsigned long ratio_bits) {
  return static_cast<mpfr_prec_t>(spec.fraction + 4 * static_cast<unsigned long>(std::bit_width(n)) +
                                  to_bits(spec.grid) + 2 * ratio_bits + 192);
}

}  // namespace

Cells clones_cells(std::uint64_t n, const Number& eps0, const BaseSpec& spec, Budget& budget) {
  const unsigned long ratio_bits = to_bits(enclose_exp(eps0, 64));
  const mpfr_prec_t precision = precision_for(n, spec, ratio_bits);
  const Interval one(Integer(1), precision);
  const Interval e_minus_1 = enclose_expm1(eps0, precision);
  const Interval sum = e_minus_1 + one + one;
  const RowLaw law{(e_minus_1 + one) / sum, one / sum, e_minus_1 / sum, Interval(precision), false, true};
  return coin_cells(n, law, one / e_minus_1, one, Interval(precision), ratio_bits, spec, budget);
}

Cells krr_pair_cells(std::uint64_t n, const Number& gamma, std::uint64_t k, bool exposed, const BaseSpec& spec,
                     Budget& budget) {
  const auto ratio_bits = static_cast<unsigned long>(std::bit_width(n));
  const mpfr_prec_t precision = precision_for(n, spec, ratio_bits);
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval odds = one / krr_pair(gamma, k).odds_against(precision);
  if (!odds.finite()) no_law();
  const Interval g = enclose(gamma, precision);
  const RowLaw law{one, zero, one, zero, false, false};
  return coin_cells(n, law, odds, exposed ? one - g : one, exposed ? g : zero, ratio_bits, spec, budget);
}

Cells krr_weak_cells(std::uint64_t n, const Number& gamma, std::uint64_t k, const BaseSpec& spec, Budget& budget) {
  const Interval rough = Interval(Integer(k), 64) / enclose(gamma, 64);
  const unsigned long ratio_bits = to_bits(rough);
  const unsigned long sizes = 3 * static_cast<unsigned long>(std::bit_width(n)) + ratio_bits;
  const mpfr_prec_t precision = precision_for(n, spec, ratio_bits + sizes);
  const unsigned long unit = spec.fraction + sizes + to_bits(spec.grid) + ratio_bits + 48;
  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Interval g = enclose(gamma, precision);
  const Interval kk(Integer(k), precision);
  const Interval odds_shown = one / krr_pair(gamma, k).odds_against(precision);
  const Interval odds_other = g * (kk - one - one) / (kk * (one - g));
  const Interval norm = kk / (Interval(Integer(n), precision) * g);
  if (!odds_shown.finite() || !odds_other.finite() || !norm.finite()) no_law();
  // (k/(n gamma)) Bin(n, 2 gamma/k)(s) Bin(n-s, .)(m-s): s users show one of the two categories, m are replaced
  // (PROOFS.md 6.2).
  const unsigned long cut = spec.fraction + sizes + 8;
  const std::optional<BinomialLaw> shown = binomial_law(n, odds_shown, unit, cut, budget);
  if (!shown) no_law();
  RowCells rows(RowLaw{one - g, zero, one - g, g / kk, true, false}, spec, unit, budget);
  Middle middle(shown->first, unit, budget);
  const unsigned long norm_bits = to_bits(norm);
  const Fixed scale = to_fixed(norm, unit);
  Integer outside = shown->outside;
  std::uint64_t s = shown->first;
  for (const Fixed& mass : shown->masses) {
    Fixed of_row = mass;
    of_row.times(middle.value(), unit);
    of_row.times(scale, unit);
    if (k == 2) {
      rows.add(s, s, of_row);
    } else {
      const std::optional<BinomialLaw> others = binomial_law(n - s, odds_other, unit, cut, budget);
      if (!others) no_law();
      std::uint64_t m = s + others->first;
      for (const Fixed& other : others->masses) {
        Fixed y = other;
        y.times(of_row, unit);
        rows.add(s, m, std::move(y));
        ++m;
      }
      Integer lost = mass.hi * others->outside;
      mpz_cdiv_q_2exp(raw(lost), raw(lost), unit);
      outside += lost;
    }
    middle.next();
    ++s;
  }
  (void)norm_bits;
  // A unit of weight left out has P-mass at most k/(n gamma) n/2.
  return rows.take(zero, (kk / g) * times_power_of_two(Interval(outside, precision), -static_cast<long>(unit)));
}

Cells rr2_cells(std::uint64_t n, std::uint64_t ones, const Number& eps0, const BaseSpec& spec, Budget& budget) {
  const unsigned long ratio_bits = to_bits(enclose_exp(eps0, 64));
  const unsigned long cut =
      spec.fraction + static_cast<unsigned long>(std::bit_width(n)) + to_bits(spec.grid) + 2 * ratio_bits + 64;
  const unsigned long unit = whole_limbs(cut + static_cast<unsigned long>(std::bit_width(n)) + 64);
  const mpfr_prec_t precision = precision_for(n, spec, ratio_bits) + static_cast<mpfr_prec_t>(unit - spec.fraction);
  const Interval one(Integer(1), precision);
  const Interval e_minus_1 = enclose_expm1(eps0, precision);
  const Interval e = e_minus_1 + one;
  const Interval a = e / (e + one);
  const Interval b = one / (e + one);
  const std::optional<BinomialLaw> f = binomial_law(ones, e, unit, cut, budget);
  const std::optional<BinomialLaw> g = binomial_law(n - 1 - ones, one / e, unit, cut, budget);
  if (!f || !g) no_law();
  std::vector<Fixed> r = convolution(f->masses, g->masses, unit, budget);
  const Integer outside = f->outside + g->outside;
  for (Fixed& mass : r) mass.hi += outside;
  budget.charge(r.size(), 2000 + 40 * limbs(unit));

  Cells cells(spec.grid, precision);
  const auto interval = [&](const Integer& lo, const Integer& hi) {
    return times_power_of_two(Interval(lo, hi, precision), -static_cast<long>(unit));
  };
  // What lies beyond the window: two neighbours share it.
  Interval missing = interval(Integer(0), Integer(2 * outside));
  struct Located {
    std::int64_t index;
    Masses masses;
  };
  std::vector<Located> located;
  const Interval cells_a_unit(spec.grid, precision);
  for (std::size_t i = 0; i <= r.size(); ++i) {
    const Fixed none{0, outside};
    const Fixed& before = i == 0 ? none : r[i - 1];
    const Fixed& here = i == r.size() ? none : r[i];
    const Interval u = interval(before.lo, before.hi);
    const Interval v = interval(here.lo, here.hi);
    const Masses m{a * u + b * v, b * u + a * v};
    const bool negligible = to_bits(Integer(before.hi + here.hi)) + spec.fraction + 8 <= unit;
    const Interval ratio = negligible ? Interval(precision) : m.p / m.q;
    const Interval position =
        negligible || !ratio.finite() || mpfr_sgn(ratio.lo()) <= 0 ? Interval(precision) : log(ratio) * cells_a_unit;
    if (negligible || !ratio.finite() || mpfr_sgn(ratio.lo()) <= 0 || !position.finite()) {
      missing = missing + m.p.upper();
      continue;
    }
    const Integer low = scaled_floor(position.lower(), 0);
    const Integer high = scaled_floor(position.upper(), 0);
    if (to_bits(low) > 24 || to_bits(high) > 24) throw TooMuchWork();
    if (low == high) {
      located.push_back({low.to_signed(), m});
    } else if (high == low + 1) {
      cells.boundaries.push_back({high.to_signed(), m});
    } else {
      missing = missing + m.p.upper();
    }
  }
  if (!located.empty()) {
    const auto [first, last] = std::minmax_element(
        located.begin(), located.end(), [](const Located& x, const Located& y) { return x.index < y.index; });
    if (last->index - first->index > (std::int64_t{1} << 20)) throw TooMuchWork();
    cells.check_room(static_cast<std::uint64_t>(last->index - first->index + 1));
    cells.first = first->index;
    cells.masses.assign(static_cast<std::size_t>(last->index - first->index + 1),
                        {Interval(precision), Interval(precision)});
    for (const Located& x : located) {
      Masses& into = cells.masses[static_cast<std::size_t>(x.index - cells.first)];
      into = {into.p + x.masses.p, into.q + x.masses.q};
    }
  }
  cells.p_missing = missing;
  return cells;
}

}  // namespace hallmark::check
