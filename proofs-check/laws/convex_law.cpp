#include "laws/convex_law.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

namespace {

Integer shifted_up(const Integer& x, unsigned long bits) { return x << bits; }

/// numerator / denominator, down or up; denominator > 0.
Integer divided(const Integer& numerator, const Integer& denominator, bool up) {
  Integer result;
  if (up) {
    mpz_cdiv_q(raw(result), raw(numerator), raw(denominator));
  } else {
    mpz_fdiv_q(raw(result), raw(numerator), raw(denominator));
  }
  return result;
}

/// x 2^-bits, down or up.
Integer shifted(const Integer& x, unsigned long bits, bool up) {
  Integer result;
  if (up) {
    mpz_cdiv_q_2exp(raw(result), raw(x), bits);
  } else {
    mpz_fdiv_q_2exp(raw(result), raw(x), bits);
  }
  return result;
}

std::size_t bits_of(const Integer& x) { return mpz_sizeinbase(raw(x), 2); }

}  // namespace

Regrid::Regrid(const Ratios& grid, const ConvexSpec& spec, unsigned long position_shift, unsigned long mass_shift)
    : grid_(grid),
      spec_(spec),
      position_shift_(position_shift),
      mass_shift_(mass_shift),
      mass_(grid.size() + 1, Integer(0)),
      moment_(grid.size() + 1, Integer(0)),
      at_(grid.size() + 1, Integer(0)) {
  for (const Integer& x : grid) ends_.push_back(shifted_up(x, position_shift));
}

bool Regrid::is_beyond(const Integer& position, std::size_t cell) const {
  return cell < ends_.size() && mpz_cmp(raw(ends_[cell]), raw(position)) <= 0;
}

std::size_t Regrid::cell_of(const Integer& position, std::size_t from) const {
  while (is_beyond(position, from)) ++from;
  return from;
}

void Regrid::add(std::size_t cell, const Integer& mass, const Integer& moment) {
  mass_[cell] += mass;
  moment_[cell] += moment;
}

void Regrid::add_product(std::size_t cell, const Integer& a, const Integer& b) {
  mpz_addmul(raw(mass_[cell]), raw(a), raw(b));
}

void Regrid::add_moment(std::size_t cell, const Integer& a, const Integer& b) {
  mpz_addmul(raw(moment_[cell]), raw(a), raw(b));
}

ConvexLaw Regrid::take() const { return spec_.side == Side::upper ? take_upper() : take_lower(); }

ConvexLaw Regrid::take_upper() const {
  std::vector<Integer> at = at_;
  Integer infinite = infinite_;
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    if (mass_[i] == 0) continue;
    const Integer above = moment_[i] - shifted_up(point(i), position_shift_) * mass_[i];
    if (i == ends_.size()) {
      at[i] += shifted(mass_[i], mass_shift_, true);
      infinite += shifted(above, spec_.unit + position_shift_ + mass_shift_, true);
      continue;
    }
    const Integer below = ends_[i] * mass_[i] - moment_[i];
    const Integer width = shifted_up(point(i + 1) - point(i), position_shift_ + mass_shift_);
    at[i] += divided(below, width, true);
    at[i + 1] += divided(above, width, true);
  }
  ConvexLaw law;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] <= 0) continue;
    law.positions.push_back(point(i));
    law.masses.push_back(at[i]);
  }
  if (spec_.slope == Slope::rising) law.infinite = infinite;
  return law;
}

ConvexLaw Regrid::take_lower() const {
  ConvexLaw law;
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    Integer mass = shifted(mass_[i], mass_shift_, false);
    if (mass <= 0) continue;
    law.positions.push_back(divided(moment_[i], shifted_up(mass_[i], position_shift_), spec_.slope == Slope::falling));
    law.masses.push_back(std::move(mass));
  }
  if (spec_.slope == Slope::rising) law.infinite = infinite_;
  return law;
}

ConvexLaw combined(const ConvexLaw& a, const ConvexLaw& b, Combination how, const Ratios& grid, const ConvexSpec& spec,
                   Budget& budget) {
  const bool product = how == Combination::product;
  const bool up = spec.side == Side::upper;
  const std::size_t largest = bits_of(a.positions.empty() ? Integer(0) : a.positions.back()) +
                              bits_of(b.positions.empty() ? Integer(0) : b.positions.back());
  // Barycentres beyond the last point grow from product to product.
  constexpr std::size_t most_bits = 16'384;
  if (largest > most_bits) throw TooMuchWork();
  const bool same = &a == &b;
  budget.charge((a.positions.size() + 1) * (b.positions.size() + grid.size() + 1) / (same ? 2 : 1),
                12 + 2 * limbs(spec.fraction + largest));
  Regrid regrid(grid, spec, product ? spec.unit : 0, spec.fraction);
  // Sums of the masses of b, and of their moments, up to each position.
  std::vector<Integer> masses = {0};
  std::vector<Integer> moments = {0};
  for (std::size_t j = 0; j < b.positions.size(); ++j) {
    masses.push_back(masses.back() + b.masses[j]);
    moments.push_back(moments.back() + b.masses[j] * b.positions[j]);
  }
  const std::size_t count = b.positions.size();
  Integer at;
  const auto place = [&](const Integer& x, std::size_t j) {
    if (product) {
      mpz_mul(raw(at), raw(x), raw(b.positions[j]));
    } else {
      mpz_add(raw(at), raw(x), raw(b.positions[j]));
    }
  };
  Integer mass;
  Integer moment;
  for (std::size_t i = 0; i < a.positions.size(); ++i) {
    const Integer& x = a.positions[i];
    // Of a law with itself every pair j < i stands for two, and i with itself for one.
    const std::size_t last = same ? i : count;
    Integer weight = a.masses[i];
    if (same) weight <<= 1;
    Integer weighted = weight * x;
    std::size_t cell = 0;
    const auto put = [&](std::size_t from, std::size_t to) {
      mpz_sub(raw(mass), raw(masses[to]), raw(masses[from]));
      mpz_sub(raw(moment), raw(moments[to]), raw(moments[from]));
      regrid.add_product(cell, weight, mass);
      if (product) {
        regrid.add_moment(cell, weighted, moment);
      } else {
        regrid.add_moment(cell, weighted, mass);
        regrid.add_moment(cell, weight, moment);
      }
    };
    std::size_t j = 0;
    if (last > 0) place(x, 0);
    while (j < last) {
      cell = regrid.cell_of(at, cell);
      std::size_t k = j + 1;
      for (; k < last; ++k) {
        place(x, k);
        if (regrid.is_beyond(at, cell)) break;
      }
      put(j, k);
      j = k;
    }
    if (!same) continue;
    place(x, i);
    cell = regrid.cell_of(at, cell);
    weight = a.masses[i];
    weighted = weight * x;
    put(i, i + 1);
  }
  // What f'(inf) is multiplied by: x f'(inf) (product), f'(inf) (sum) for each x of a, and all of that of a itself.
  Integer weight = 0;
  for (std::size_t i = 0; i < a.positions.size(); ++i) weight += product ? a.masses[i] * a.positions[i] : a.masses[i];
  const unsigned long shift = spec.fraction + (product ? spec.unit : 0);
  regrid.add_infinite(shifted(Integer(weight * b.infinite), shift, up) + a.infinite);
  return regrid.take();
}

std::size_t combinations(std::uint64_t count) {
  return static_cast<std::size_t>(std::bit_width(count) - 1 + std::popcount(count) - 1);
}

ConvexLaw power(const ConvexLaw& base, std::uint64_t count, Combination how, std::span<const Ratios> grids,
                const ConvexSpec& spec, Budget& budget) {
  ConvexLaw result = base;
  std::size_t next = 0;
  for (int bit = static_cast<int>(std::bit_width(count)) - 2; bit >= 0; --bit) {
    result = combined(result, result, how, grids[next++], spec, budget);
    if ((count >> bit & 1U) != 0) result = combined(result, base, how, grids[next++], spec, budget);
  }
  return result;
}

ConvexLaw divided(const ConvexLaw& law, std::uint64_t count, const ConvexSpec& spec) {
  const bool upper = spec.side == Side::upper;
  ConvexLaw result = law;
  for (Integer& x : result.positions) x = divided(x, Integer(count), upper == (spec.slope == Slope::rising));
  result.infinite = divided(law.infinite, Integer(count), upper);
  return result;
}

ConvexLaw lognormal_base(const Number& sigma, const Ratios& grid, const ConvexSpec& spec, Budget& budget) {
  const auto precision = static_cast<mpfr_prec_t>(spec.fraction + 96);
  const std::uint64_t size = limbs(static_cast<unsigned long>(precision));
  budget.charge(grid.size() + 1, 4000 * size * size);
  const auto fraction = static_cast<long>(spec.fraction);
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval noise = enclose(sigma, precision);
  const Interval half = one / (two * noise);  // s/2
  const Interval root = sqrt(two);
  // Q and P of all below a point: Phi(z), Phi(z - s), z = sigma ln x + s/2.
  struct Below {
    Interval q, p;
  };
  const auto below = [&](const Integer& x) {
    const Interval at = log(Interval(Rational(x, Integer(1) << spec.unit), precision)) * noise;
    return Below{erfc(-(at + half) / root) / two, erfc(-(at - half) / root) / two};
  };
  const bool rising = spec.slope == Slope::rising;
  Regrid regrid(grid, spec, 0, 0);
  ConvexLaw law;
  Below from{Interval(precision), Interval(precision)};
  for (std::size_t i = 0; i <= grid.size(); ++i) {
    const bool last = i == grid.size();
    Below to = last ? Below{one, one} : below(grid[i]);
    const Interval q = max(to.q - from.q, Interval(precision));
    const Interval p = max(to.p - from.p, Interval(precision));
    if (!q.finite() || !p.finite()) throw TooMuchWork();
    const Integer q_lo = scaled_floor(q, fraction);
    const Integer q_hi = scaled_ceil(q, fraction);
    const Integer p_lo = scaled_floor(p, fraction) << spec.unit;
    const Integer p_hi = scaled_ceil(p, fraction) << spec.unit;
    const Integer left = i == 0 ? Integer(0) : grid[i - 1];
    if (spec.side == Side::lower) {
      if (q_lo > 0) {
        Integer position = rising ? std::max(left, divided(p_lo, q_hi, false)) : divided(p_hi, q_lo, true);
        if (!rising && !last) position = std::min(position, grid[i]);
        law.positions.push_back(std::move(position));
        law.masses.push_back(q_lo);
      }
    } else {
      const Integer above = std::max(Integer(0), Integer(p_hi - left * q_lo));
      if (last) {
        regrid.add_at(i, q_hi);
        regrid.add_infinite(shifted(above, spec.unit, true));
      } else {
        const Integer under = std::max(Integer(0), Integer(grid[i] * q_hi - p_lo));
        const Integer width = grid[i] - left;
        regrid.add_at(i, divided(under, width, true));
        regrid.add_at(i + 1, divided(above, width, true));
      }
    }
    from = std::move(to);
  }
  return spec.side == Side::lower ? law : regrid.take();
}

Interval hinge(const ConvexLaw& law, const Number& eps, const ConvexSpec& spec) {
  // A larger w gives less, of both functions.
  const bool up = spec.side == Side::upper;
  constexpr unsigned long guard = 64;
  const auto unit = static_cast<long>(spec.unit + guard);
  const long size = std::max(0L, exponent_above(enclose_exp(eps, 64)));
  const Interval w_ball = enclose_exp(eps, static_cast<mpfr_prec_t>(unit + size + 64));
  const Integer w = up ? scaled_floor(w_ball, unit) : scaled_ceil(w_ball, unit);
  const Integer one = Integer(1) << (2 * spec.unit + guard);
  Integer total = 0;
  for (std::size_t i = 0; i < law.positions.size(); ++i) {
    const Integer gain = spec.slope == Slope::rising ? Integer(shifted_up(law.positions[i], guard) - w)
                                                     : Integer(one - w * law.positions[i]);
    if (gain > 0) total += law.masses[i] * gain;
  }
  const unsigned long shift = spec.slope == Slope::rising ? spec.unit + guard : 2 * spec.unit + guard;
  total += shifted_up(law.infinite, shift);
  const auto precision = static_cast<mpfr_prec_t>(bits_of(total) + 64);
  return times_power_of_two(Interval(total, precision), -static_cast<long>(spec.fraction + shift));
}

namespace {

/// Brings outputs whose ratio lies in [low, high] to a grid.
class BaseBuilder {
 public:
  BaseBuilder(const Ratios& grid, const ConvexSpec& spec) : grid_(grid), spec_(spec), regrid_(grid, spec, 0, 0) {}

  void add(const Interval& low, const Interval& high, const Masses& masses) {
    if (!low.finite() || !high.finite() || !masses.p.finite() || !masses.q.finite()) throw TooMuchWork();
    const auto unit = static_cast<long>(spec_.unit);
    const auto fraction = static_cast<long>(spec_.fraction);
    const Integer zero = 0;
    const Integer p_lo = std::max(zero, scaled_floor(masses.p, fraction));
    const Integer p_hi = std::max(zero, scaled_ceil(masses.p, fraction));
    const Integer q_lo = std::max(zero, scaled_floor(masses.q, fraction));
    const Integer q_hi = std::max(zero, scaled_ceil(masses.q, fraction));
    if (spec_.side == Side::lower) {
      if (q_lo == 0) return;
      const Integer position = divided(shifted_up(p_lo, spec_.unit), q_hi, false);
      regrid_.add(regrid_.cell_of(position, 0), q_lo, q_lo * position);
      return;
    }
    // The points around: all f lie below the chord between them, or below the ray of slope f'(inf).
    const auto after = std::upper_bound(grid_.begin(), grid_.end(), scaled_floor(low.lower(), unit));
    const Integer left = after == grid_.begin() ? zero : *std::prev(after);
    const auto left_index = static_cast<std::size_t>(after - grid_.begin());
    const auto end = std::lower_bound(after, grid_.end(), scaled_ceil(high.upper(), unit));
    // mass (ratio - left), at most
    const Integer above = std::max(zero, Integer(shifted_up(p_hi, spec_.unit) - left * q_lo));
    if (end == grid_.end()) {
      regrid_.add_at(left_index, q_hi);
      regrid_.add_infinite(shifted(above, spec_.unit, true));
      return;
    }
    const Integer below = std::max(zero, Integer(*end * q_hi - shifted_up(p_lo, spec_.unit)));
    const Integer width = *end - left;
    regrid_.add_at(left_index, divided(below, width, true));
    regrid_.add_at(static_cast<std::size_t>(end - grid_.begin()) + 1, divided(above, width, true));
  }

  void add_infinite(const Interval& mass) {
    const auto fraction = static_cast<long>(spec_.fraction);
    const Integer units = spec_.side == Side::upper ? scaled_ceil(mass, fraction) : scaled_floor(mass, fraction);
    if (units > 0) regrid_.add_infinite(units);
  }

  [[nodiscard]] ConvexLaw take() const { return regrid_.take(); }

 private:
  const Ratios& grid_;
  ConvexSpec spec_;
  Regrid regrid_;
};

}  // namespace

ConvexLaw convex_base(const Cells& cells, const Ratios& grid, const ConvexSpec& spec, Budget& budget) {
  budget.charge(cells.masses.size() + cells.boundaries.size(), 100 + 4 * limbs(spec.fraction));
  BaseBuilder builder(grid, spec);
  const mpfr_prec_t precision = cells.precision;
  const auto ratio_at = [&](std::int64_t index) {
    return exp(Interval(Rational(Integer(index), cells.grid), precision));
  };
  const Interval step = ratio_at(1);
  Interval low = ratio_at(cells.first);
  for (const Masses& m : cells.masses) {
    Interval high = low * step;
    if (mpfr_sgn(m.p.hi()) > 0) builder.add(low, high, m);
    low = std::move(high);
  }
  for (const Cells::Boundary& boundary : cells.boundaries) {
    const Interval middle = ratio_at(boundary.index);
    builder.add(middle / step, middle * step, boundary.masses);
  }
  const Interval one(Integer(1), precision);
  if (mpfr_sgn(cells.equal.hi()) > 0) builder.add(one, one, {cells.equal, cells.equal});
  builder.add_infinite(spec.side == Side::upper ? cells.infinite + cells.p_missing.upper() : cells.infinite);
  return builder.take();
}

}  // namespace hallmark::check
