#include "blanket/reports.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

namespace {

/// Reports on which U has one value.
Reports even(const Interval& first, const Interval& second, const Interval& reference, const Interval& w) {
  const Interval u = (first - w * second) / reference;
  return {first, second, reference, u, u};
}

/// The share of the sets of `size` of k categories that hold `in` given ones and none of `out` others.
Rational share_of(Count k, Count size, Count in, Count out) {
  Rational share = 1;
  for (Count i = 0; i < in + out; ++i) {
    const Count has = i < in ? size : k - size;
    const Count used = i < in ? i : i - in;
    share *= Rational(has - std::min(has, used), k - i);
  }
  return share;
}

/// Where mass lies: U from `low` to `high` (nothing: without end), with its first moment.
struct Place {
  Interval low;
  std::optional<Interval> high;
  Interval mass, moment;
};

/// The law of U from one side, 0 with what is left of 1. Above, what has no least value is raised to its largest; below,
/// it stands at its mean, and what may have no mass is left out.
std::vector<Place> places(const std::vector<Reports>& all, Side side, const Interval& w) {
  const Interval none(w.precision());
  std::vector<Place> result;
  Interval rest(Integer(1), w.precision());
  for (const Reports& r : all) {
    if (!r.low && !r.high) continue;
    rest = rest - r.reference;
    const Interval moment = r.first - w * r.second;
    if (side == Side::upper && !r.low) {
      result.push_back({r.high->upper(), r.high, r.reference, r.high->upper() * r.reference});
    } else if (side == Side::upper || mpfr_sgn(r.reference.lo()) > 0) {
      result.push_back({r.low ? *r.low : moment / r.reference, r.high, r.reference, moment});
    }
  }
  result.push_back({none, none, max(rest, none), none});
  for (const Place& p : result) {
    if (!p.low.finite() || (p.high && !p.high->finite()) || !p.moment.finite()) throw TooMuchWork();
    constexpr Count most_bits = 16'384;  // of a place
    if (exponent_above(p.low) > most_bits || (p.high && exponent_above(*p.high) > most_bits)) throw TooMuchWork();
  }
  return result;
}

/// The law of U plus `shift` units, which is never negative, on a grid; what only the record reports stands at infinity.
ConvexLaw law_of(const std::vector<Reports>& pair, const Interval& w, const Integer& shift, const Ratios& grid,
                 const ConvexSpec& spec) {
  Regrid regrid(grid, spec, 0, 0);
  const Count unit = spec.unit;
  for (const Place& p : places(pair, spec.side, w)) {
    const auto after = std::upper_bound(grid.begin(), grid.end(), scaled_floor(p.low, unit) + shift);
    const auto end = p.high ? std::lower_bound(after, grid.end(), scaled_ceil(*p.high, unit) + shift) : grid.end();
    const Interval moved = p.moment + times_power_of_two(Interval(shift, p.mass.precision()), -unit) * p.mass;
    regrid.add_between(Count(after - grid.begin()), Count(end - grid.begin()) + 1, moved, p.mass);
  }
  const Count fraction = spec.fraction;
  for (const Reports& r : pair) {
    if (r.low || r.high) continue;
    const Interval alone = max(Interval(w.precision()), r.first - w * r.second);
    regrid.add_infinite(spec.side == Side::upper ? scaled_ceil(alone, fraction) : scaled_floor(alone, fraction));
  }
  return regrid.take();
}

/// A law above several, of functions that rise, on one grid: of the largest of their functions c -> Phi((x - c)_+).
class Envelope {
 public:
  Envelope(const Ratios& grid, const ConvexSpec& spec) : unit_(spec.unit), points_{0}, most_(grid.size() + 1) {
    points_.insert(points_.end(), grid.begin(), grid.end());
  }

  void add(const ConvexLaw& law) {
    Integer above = 0;
    Integer moment = law.infinite << unit_;
    std::size_t left = law.positions.size();
    for (std::size_t i = points_.size(); i-- > 0;) {
      if (i + 1 < points_.size()) moment += above * (points_[i + 1] - points_[i]);
      most_[i] = std::max(most_[i], moment);
      if (left > 0 && law.positions[left - 1] == points_[i]) above += law.masses[--left];
    }
    total_ = std::max(total_, above);
  }

  [[nodiscard]] ConvexLaw take() const {
    ConvexLaw law;
    Integer below = total_;  // at least the mass from here on
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const bool last = i + 1 == points_.size();
      const Integer fall = last ? Integer(0) : most_[i] - most_[i + 1];
      const Integer width = last ? Integer(1) : points_[i + 1] - points_[i];
      const Integer mass = below - floor_div(fall, width);
      below = ceil_div(fall, width);
      if (mass <= 0) continue;
      law.positions.push_back(points_[i]);
      law.masses.push_back(mass);
    }
    law.infinite = most_.back() >> unit_;
    return law;
  }

 private:
  Count unit_;
  std::vector<Integer> points_;  // 0 and the grid
  std::vector<Integer> most_;    // at the points, in units of 2^-(fraction + unit)
  Integer total_ = 0;
};

}  // namespace

std::vector<Reports> noise_reports(bool gaussian, const Number& scale, Reference reference, const List& cuts,
                                   const Interval& w) {
  const auto constant = [&](const Rational& x) { return Interval(x, w.precision()); };
  const Interval one = constant(1);
  const Interval none = constant(0);
  const Rational half(1, 2);
  const Interval noise = enclose(scale, w.precision());
  const auto below = [&](const Rational& z, int input) {  // Pr[report < z]
    const Rational t = z - input;
    if (gaussian) return erfc(constant(-t) / (noise * sqrt(constant(2)))) / constant(2);
    const Interval tail = exp(constant(t < 0 ? t : -t) * noise) / constant(2);
    return t < 0 ? tail : one - tail;
  };
  const Interval s = gaussian ? one / (constant(2) * noise * noise) : noise;  // R_0/R_1 is e^(s (1 - 2z)) on [0, 1]
  const auto value = [&](const Rational& z) {                                 // it falls
    const Rational at = gaussian ? z : std::clamp(z, Rational(0), Rational(1));
    const Interval ratio = exp(s * constant(1 - 2 * at));
    const bool over_second = reference == Reference::blanket ? at < half : reference == Reference::second;
    return over_second ? ratio - w : one - w / ratio;
  };
  struct At {
    Interval first, second, blanket;
    std::optional<Interval> value = {};
  };
  At from{none, none, none};
  At last{one, one, constant(2) * below(half, 1)};
  if (!gaussian) {
    from.value = value(0);
    last.value = value(1);
  } else if (reference == Reference::first) {
    from.value = one;
  } else if (reference == Reference::second) {
    last.value = -w;
  }
  std::vector<Reports> all;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    At to = last;
    if (i < cuts.size()) {
      to = {below(cuts[i], 0), below(cuts[i], 1), none, value(cuts[i])};
      to.blanket = cuts[i] < half ? to.second : below(half, 1) + to.first - below(half, 0);
    }
    const Interval first = to.first - from.first;
    const Interval second = to.second - from.second;
    const Interval blanket = to.blanket - from.blanket;
    const Interval& mass = reference == Reference::blanket ? blanket : reference == Reference::first ? first : second;
    all.push_back({first, second, max(none, mass), to.value, from.value});
    from = to;
  }
  return all;
}

std::vector<Reports> favoured_reports(Count k, Count size, const Interval& ratio, Reference reference,
                                      const Interval& w) {
  const bool hadamard = size == 0;
  const Interval one(Integer(1), w.precision());
  const Interval share(hadamard ? Rational(1, 2) : Rational(size, k), w.precision());
  const Interval low = one / (share * ratio + one - share);
  std::vector<Reports> all;
  const auto put = [&](const Rational& count, bool first, bool second, bool other) {
    if (count == 0) return;
    const Interval rest = Interval(count, w.precision()) * low;
    const auto mass = [&](bool favoured) { return favoured ? ratio * rest : rest; };
    all.push_back(even(mass(first), mass(second), mass(other), w));
  };
  Integer outputs = 2;
  while (outputs <= k) outputs *= 2;
  // The output 0 of Hadamard response is favoured by all inputs.
  const Rational zero = hadamard && reference == Reference::blanket ? Rational(1, outputs) : Rational(0);
  put(zero, true, true, true);
  for (const unsigned bits : {7U, 6U, 5U, 4U, 3U, 2U, 1U, 0U}) {
    const bool first = (bits & 4U) != 0;
    const bool second = (bits & 2U) != 0;
    const bool other = (bits & 1U) != 0;
    const Count in = (first ? 1 : 0) + (second ? 1 : 0);
    const Count all_in = in + (other ? 1 : 0);
    if (reference == Reference::third || reference == Reference::fourth) {
      if (!hadamard) put(share_of(k, size, all_in, 3 - all_in), first, second, other);
      if (hadamard && reference == Reference::fourth) put(Rational(1, 8), first, second, other);
      // The third input is the sum of the others: orthogonal to what both are or neither is.
      if (hadamard && reference == Reference::third && other == (first == second)) put({1, 4}, first, second, other);
      continue;
    }
    if (other != (reference == Reference::first ? first : reference == Reference::second && second)) continue;
    const Rational count = hadamard ? Rational(1, 4) : share_of(k, size, in, 2 - in);
    put(in == 2 ? Rational(count - zero) : count, first, second, other);
  }
  return all;
}

std::vector<Reports> table_reports(const List& first, const List& second, const List& reference, const Interval& w) {
  std::vector<Reports> all;
  for (std::size_t y = 0; y < first.size(); ++y) {
    const auto number = [&](const Rational& x) { return Interval(x, w.precision()); };
    const Interval mass = number(reference[y]);
    const Reports never{number(first[y]), number(second[y]), mass};
    all.push_back(reference[y] == 0 ? never : even(never.first, never.second, mass, w));
  }
  return all;
}

Interval reports_bound(const Pairs& pair_at, std::size_t count, Count n, Side side, std::span<const Ratios> grids,
                       Count unit, const Effort& effort, const Interval& w) {
  const Count bits = effort.scale + 2 * bits_of(n) + 128;
  const ConvexSpec spec{Slope::rising, side, unit, (bits + 63) / 64 * 64};
  Integer shift = 1;  // the same for all pairs, as their grids are
  std::vector<Reports> pair;
  for (std::size_t i = 0; i < count; ++i) {
    pair = pair_at(i);
    for (const Place& p : places(pair, side, w)) {
      shift = std::max(shift, -scaled_floor(p.low, unit));
    }
  }
  const Number middle{Number::Kind::ln, Rational(shift * n, Integer(1) << unit)};
  const auto value = [&](const ConvexLaw& law) {
    const ConvexLaw sum = power(law, n, Combination::sum, grids.subspan(1), spec);
    return hinge(sum, middle, spec) / integer(n, w.precision());
  };
  constexpr std::size_t few = 6;  // so many are taken one by one, more of them by one law above all
  Envelope all(grids.front(), spec);
  Interval most(w.precision());
  for (std::size_t i = 0; i < count; ++i) {
    if (count > 1) pair = pair_at(i);
    const ConvexLaw law = law_of(pair, w, shift, grids.front(), spec);
    if (count > few) {
      all.add(law);
    } else {
      most = max(most, value(law));
    }
  }
  return count > few ? value(all.take()) : most;
}

}  // namespace hallmark::check
