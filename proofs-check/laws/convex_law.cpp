#include "laws/convex_law.hpp"

#include <algorithm>
#include <bit>

#include "laws/pair_base.hpp"

namespace hallmark::check {

namespace {

/// numerator / denominator, down or up; denominator > 0.
Integer divided(const Integer& numerator, const Integer& denominator, bool up) {
  return up ? ceil_div(numerator, denominator) : floor_div(numerator, denominator);
}

/// x 2^-bits, down or up.
Integer shifted(const Integer& x, Count bits, bool up) { return up ? -(-x >> bits) : x >> bits; }

}  // namespace

Regrid::Regrid(const Ratios& grid, const ConvexSpec& spec, Count position_shift, Count mass_shift)
    : grid_(grid),
      spec_(spec),
      position_shift_(position_shift),
      mass_shift_(mass_shift),
      mass_(grid.size() + 1, Integer(0)),
      moment_(grid.size() + 1, Integer(0)),
      at_(grid.size() + 1, Integer(0)) {
  for (const Integer& x : grid) ends_.push_back(x << position_shift);
}

bool Regrid::is_beyond(const Integer& position, std::size_t cell) const {
  return cell < ends_.size() && ends_[cell] <= position;
}

std::size_t Regrid::cell_of(const Integer& position, std::size_t from) const {
  while (is_beyond(position, from)) ++from;
  return from;
}

void Regrid::add(std::size_t cell, const Integer& mass, const Integer& moment) {
  mass_[cell] += mass;
  moment_[cell] += moment;
}

void Regrid::add_product(std::size_t cell, const Integer& a, const Integer& b) { mass_[cell].add_product(a, b); }

void Regrid::add_moment(std::size_t cell, const Integer& a, const Integer& b) { moment_[cell].add_product(a, b); }

void Regrid::add_between(std::size_t from, std::size_t to, const Interval& p, const Interval& q) {
  if (!p.finite() || !q.finite()) throw TooMuchWork();
  const Count fraction = spec_.fraction;
  const Integer p_lo = std::max(Integer(0), scaled_floor(p, fraction)) << spec_.unit;
  const Integer p_hi = std::max(Integer(0), scaled_ceil(p, fraction)) << spec_.unit;
  const Integer q_lo = std::max(Integer(0), scaled_floor(q, fraction));
  const Integer q_hi = std::max(Integer(0), scaled_ceil(q, fraction));
  const Integer left = point(from);
  const bool bounded = to <= grid_.size();
  if (spec_.side == Side::lower) {
    if (q_lo == 0) return;
    const bool rising = spec_.slope == Slope::rising;
    Integer position = rising ? std::max(left, floor_div(p_lo, q_hi)) : ceil_div(p_hi, q_lo);
    if (!rising && bounded) position = std::min(position, point(to));
    add(cell_of(position, from), q_lo, q_lo * position);
    return;
  }
  const Integer above = std::max(Integer(0), p_hi - left * q_lo);  // mass (ratio - left), at most
  if (!bounded) {
    at_[from] += q_hi;
    infinite_ += shifted(above, spec_.unit, true);
    return;
  }
  const Integer below = std::max(Integer(0), point(to) * q_hi - p_lo);
  at_[from] += ceil_div(below, point(to) - left);
  at_[to] += ceil_div(above, point(to) - left);
}

ConvexLaw Regrid::take() const { return spec_.side == Side::upper ? take_upper() : take_lower(); }

ConvexLaw Regrid::take_upper() const {
  std::vector<Integer> at = at_;
  Integer infinite = infinite_;
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    if (mass_[i] == 0) continue;
    const Integer above = moment_[i] - (point(i) << position_shift_) * mass_[i];
    if (i == ends_.size()) {
      at[i] += shifted(mass_[i], mass_shift_, true);
      infinite += shifted(above, spec_.unit + position_shift_ + mass_shift_, true);
      continue;
    }
    const Integer below = ends_[i] * mass_[i] - moment_[i];
    const Integer width = (point(i + 1) - point(i)) << (position_shift_ + mass_shift_);
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
    law.positions.push_back(divided(moment_[i], mass_[i] << position_shift_, spec_.slope == Slope::falling));
    law.masses.push_back(std::move(mass));
  }
  if (spec_.slope == Slope::rising) law.infinite = infinite_;
  return law;
}

ConvexLaw combined(const ConvexLaw& a, const ConvexLaw& b, Combination how, const Ratios& grid,
                   const ConvexSpec& spec) {
  const bool product = how == Combination::product;
  const bool up = spec.side == Side::upper;
  const std::size_t largest = (a.positions.empty() ? Count(1) : a.positions.back().bits()) +
                              (b.positions.empty() ? Count(1) : b.positions.back().bits());
  // Barycentres beyond the last point grow from product to product.
  constexpr std::size_t most_bits = 16'384;
  if (largest > most_bits) throw TooMuchWork();
  const bool same = &a == &b;
  Regrid regrid(grid, spec, product ? spec.unit : Count(0), spec.fraction);
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
    product ? at.set_product(x, b.positions[j]) : at.set_sum(x, b.positions[j]);
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
      mass.set_difference(masses[to], masses[from]);
      moment.set_difference(moments[to], moments[from]);
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
  const Count shift = spec.fraction + (product ? spec.unit : Count(0));
  regrid.add_infinite(shifted(Integer(weight * b.infinite), shift, up) + a.infinite);
  return regrid.take();
}

std::size_t combinations(Count count) { return bits_of(count) + std::popcount(static_cast<std::uint64_t>(count)) - 2; }

ConvexLaw power(const ConvexLaw& base, Count count, Combination how, std::span<const Ratios> grids,
                const ConvexSpec& spec) {
  // What laws take that fill their grids: two products of masses for every pair, half the pairs of a law with itself.
  // Out of reach is refused before it is begun.
  Count pairs = 0;
  std::size_t before = base.positions.size();
  for (const Ratios& grid : grids) {
    pairs += before * (before + 1) / 2;
    before = grid.size() + 1;
  }
  Meter::foresee(pairs, 2 * price::product(limbs(spec.fraction), limbs(spec.fraction)));
  ConvexLaw result = base;
  std::size_t next = 0;
  for (int bit = static_cast<int>(bits_of(count)) - 2; bit >= 0; --bit) {
    result = combined(result, result, how, grids[next++], spec);
    if (count.has_bit(bit)) result = combined(result, base, how, grids[next++], spec);
  }
  return result;
}

ConvexLaw divided(const ConvexLaw& law, Count count, const ConvexSpec& spec) {
  const bool upper = spec.side == Side::upper;
  ConvexLaw result = law;
  for (Integer& x : result.positions) x = divided(x, Integer(count), upper == (spec.slope == Slope::rising));
  result.infinite = divided(law.infinite, Integer(count), upper);
  return result;
}

namespace {

/// Bounds of b and of 1 - b, in units of 2^-unit.
struct Skipped {
  Integer least, most, rest_least, rest_most;
};

/// Of an upper law of falling functions: the first `atoms` masses give way to one at b and one at the last of them.
struct AtOnce {
  std::size_t atoms = 0;
  Integer at_b = 0, at_last = 0;
};

AtOnce least_line(const ConvexLaw& law, const Skipped& b) {
  AtOnce best;
  if (law.positions.empty() || law.positions.front() > b.most) return best;
  Integer total = 0;   // of the masses before i
  Integer height = 0;  // E(k - .)^+ at k = position i
  for (std::size_t i = 0; i < law.positions.size(); ++i) {
    if (i > 0) height += total * (law.positions[i] - law.positions[i - 1]);
    total += law.masses[i];
    if (law.positions[i] <= b.most) continue;
    Integer at_b = divided(height, Integer(law.positions[i] - b.most), true);
    if (best.atoms > 0 && at_b >= best.at_b) continue;
    Integer rest = std::max(Integer(0), Integer(total - at_b));
    best = {i + 1, std::move(at_b), std::move(rest)};
  }
  if (best.atoms == 0) best = {law.positions.size(), total, 0};
  return best;
}

}  // namespace

ConvexLaw given_drawn(const ConvexLaw& law, const Interval& never, const ConvexSpec& spec) {
  const bool upper = spec.side == Side::upper;
  const bool up = upper == (spec.slope == Slope::rising);
  const Integer one = Integer(1) << spec.unit;
  Skipped b{scaled_floor(never, spec.unit), scaled_ceil(never, spec.unit), 0, 0};
  b.rest_least = one - b.most;
  b.rest_most = one - b.least;
  if (b.least < 0 || b.rest_least <= 0) throw TooMuchWork();
  const auto moved = [&](const Integer& x) {
    const Integer beyond = std::max(Integer(0), Integer(x - (up ? b.least : b.most)));
    return divided(Integer(beyond << spec.unit), up ? b.rest_least : b.rest_most, up);
  };
  const AtOnce first = upper && spec.slope == Slope::falling ? least_line(law, b) : AtOnce{};
  ConvexLaw result;
  const auto put = [&](Integer position, const Integer& mass) {
    if (mass <= 0) return;
    result.positions.push_back(std::move(position));
    result.masses.push_back(mass);
  };
  put(0, first.at_b);
  if (first.atoms > 0) put(moved(law.positions[first.atoms - 1]), first.at_last);
  for (std::size_t i = first.atoms; i < law.positions.size(); ++i) put(moved(law.positions[i]), law.masses[i]);
  result.infinite = divided(Integer(law.infinite << spec.unit), upper ? b.rest_least : b.rest_most, upper);
  return result;
}

namespace {

Count base_precision(const ConvexSpec& spec) { return spec.fraction + 96; }

/// `noise` is 1/s.
ConvexLaw lognormal_of(const Interval& noise, const Ratios& grid, const ConvexSpec& spec) {
  const Count precision = base_precision(spec);
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const Interval half = one / (two * noise);  // s/2
  const Interval root = sqrt(two);
  // Phi(z), Phi(z - s), z = sigma ln x + s/2.
  const RatioMasses below = [&](const Rational& x) {
    const Interval at = log(Interval(x, precision)) * noise;
    return Below{erfc(-(at - half) / root) / two, erfc(-(at + half) / root) / two};
  };
  return masses_base(below, precision, grid, spec);
}

}  // namespace

ConvexLaw lognormal_base(const Number& sigma, const Ratios& grid, const ConvexSpec& spec) {
  return lognormal_of(enclose(sigma, base_precision(spec)), grid, spec);
}

ConvexLaw lognormal_base(const Rational& variance, const Ratios& grid, const ConvexSpec& spec) {
  const Count precision = base_precision(spec);
  return lognormal_of(integer(1, precision) / sqrt(Interval(variance, precision)), grid, spec);
}

Interval hinge(const ConvexLaw& law, const Number& eps, const ConvexSpec& spec) {
  // A larger w gives less, of both functions.
  const bool up = spec.side == Side::upper;
  constexpr Count guard = 64;
  const Count unit = spec.unit + guard;
  const Count size = std::max<Count>(0, exponent_above(enclose_exp(eps, 64)));
  const Interval w_ball = enclose_exp(eps, unit + size + 64);
  const Integer w = up ? scaled_floor(w_ball, unit) : scaled_ceil(w_ball, unit);
  const Integer one = Integer(1) << (2 * spec.unit + guard);
  Integer total = 0;
  for (std::size_t i = 0; i < law.positions.size(); ++i) {
    const Integer gain = spec.slope == Slope::rising ? (law.positions[i] << guard) - w : one - w * law.positions[i];
    if (gain > 0) total += law.masses[i] * gain;
  }
  const Count shift = spec.slope == Slope::rising ? spec.unit + guard : 2 * spec.unit + guard;
  total += law.infinite << shift;
  const Count precision = total.bits() + 64;
  return times_power_of_two(Interval(total, precision), -(spec.fraction + shift));
}

ConvexLaw convex_base(const Cells& cells, const Ratios& grid, const ConvexSpec& spec) {
  const Count unit = spec.unit;
  Regrid regrid(grid, spec, 0, 0);
  GridRatios ratios(cells.grid, cells.precision);
  for (const Cell& cell : cells.list) {
    if (mpfr_sgn(cell.p.hi()) <= 0) continue;
    const Interval low = ratios.at(cell.low);
    const Interval high = ratios.at(cell.high);
    if (!high.finite()) throw TooMuchWork();
    // The points around.
    const auto after = std::upper_bound(grid.begin(), grid.end(), scaled_floor(low, unit));
    const auto end = std::lower_bound(after, grid.end(), scaled_ceil(high, unit));
    regrid.add_between(Count(after - grid.begin()), Count(end - grid.begin()) + 1, cell.p, cell.q);
  }
  const Count fraction = spec.fraction;
  const Integer infinite = spec.side == Side::upper ? scaled_ceil(cells.infinite + cells.missing.upper(), fraction)
                                                    : scaled_floor(cells.infinite, fraction);
  regrid.add_infinite(std::max(Integer(0), infinite));
  return regrid.take();
}

}  // namespace hallmark::check
