#include "basic/sampled_noise.hpp"

#include <bit>

#include "laws/rounds.hpp"

namespace hallmark::check {

namespace {

constexpr Count kMostPlaceBits = 24;

/// The cell of the grid in which the lower end of a log ratio lies.
Count place(const Interval& at) {
  if (!at.finite()) throw TooMuchWork();
  const Integer cell = scaled_floor(at, 0);
  if (cell.bits() > kMostPlaceBits) throw TooMuchWork();
  return cell.to_count();
}

}  // namespace

Count cells_precision(const BaseSpec& spec) { return spec.fraction + spec.cells().bits() + 128; }

/// With the scale c, the atoms' a and the density d of the spline, between the ratios x1 < x2 of the round that takes
/// place P has 2cd (sqrt(x2) - sqrt(x1)), Q 2cd (1/sqrt(x1) - 1/sqrt(x2)); at e^r and e^-r there are ca e^(r/2) and
/// ca e^(-r/2), and the other way round.
Cells spline_cells(const Spline& whole, const Number& rate_of, const BaseSpec& spec) {
  const Count precision = cells_precision(spec);
  const Interval one(Integer(1), precision);
  const Interval half(Rational(1, 2), precision);
  const Interval rate = enclose(rate_of, precision);
  const Interval grid(spec.cut(), precision);
  const Interval& reach = whole.reach;
  const Interval low = log1p(rate * expm1(-reach)) * grid;
  const Interval high = log1p(rate * expm1(reach)) * grid;
  const Count first = place(low);
  const Count end = place(high.upper()) + 1;
  Cells cells(spec.cut(), precision);
  cells.check_room(end - first + 2);
  const auto add = [&](Count from, Count to, const Interval& p, const Interval& without) {
    cells.list.push_back({from, to, (one - rate) * without + rate * p, without});
  };
  const Interval atom = whole.scale * whole.atom;
  const Interval more = atom * exp(reach * half);
  const Interval less = atom * exp(-(reach * half));
  const Interval between = whole.scale * whole.density * integer(2, precision);
  add(first, place(low.upper()) + 1, less, more);
  // The root of the ratio at a point of the grid.
  const Interval least = exp(-reach);
  const auto root = [&](Count k) {
    const Interval x = one + expm1(Interval(Rational(Integer(k), spec.cut()), precision)) / rate;
    return sqrt(min(max(x, least), exp(reach)));
  };
  Interval from = root(first);
  for (Count k = first; k < end; ++k) {
    const Interval to = root(k + 1);
    add(k, k + 1, max(between * (to - from), Interval(precision)),
        max(between * (one / from - one / to), Interval(precision)));
    from = to;
  }
  add(place(high), place(high.upper()) + 1, more, less);
  return cells;
}

Cells outcome_cells(const Outcomes& all, const BaseSpec& spec) {
  const Count precision = cells_precision(spec);
  Cells cells(spec.cells(), precision);
  cells.check_room(all.list.size());
  cells.infinite = all.infinite;
  Interval left = integer(1, precision) - all.infinite;
  for (const LogOutcome& x : all.list) {
    const Interval at = x.log_ratio * Interval(spec.cells(), precision);
    const Interval without = x.p * exp(-x.log_ratio);
    left = left - without;
    cells.list.push_back({place(at), place(at.upper()) + 1, x.p, without});
  }
  cells.missing = max(all.missing(), left).upper();
  return cells;
}

Interval laplace_round(const Quantity& q, bool remove, const Number& eps, Count precision) {
  const Interval one(Integer(1), precision);
  const Interval zero(precision);
  const Interval rate = enclose(q.parameter("rate"), precision);
  const Interval shrink = exp(-enclose(q.parameter("eps0"), precision));
  const Interval w = enclose_exp(eps, precision);
  if (remove) return rate * max(one - sqrt((one + enclose_expm1(eps, precision) / rate) * shrink), zero);
  const Interval rest = max(one - w * (one - rate), zero);
  return max(rest - sqrt(rest * w * rate * shrink), zero);
}

SampledRound outcomes_round(const Mechanism& mechanism) {
  return [&mechanism](const Quantity& q, bool remove, const Number& eps, Count precision) {
    const Outcomes all = outcomes_of(mechanism, q, remove, precision);
    Interval sum = all.infinite;
    for (const LogOutcome& x : all.list) {
      sum = sum + max(x.p * -expm1(enclose(eps, precision) - x.log_ratio), Interval(precision));
    }
    return from_ends(sum, sum + all.missing());
  };
}

Profile read_sampled(Reader& reader, const Quantity& quantity, std::string_view single, const Mechanism& mechanism,
                     const SampledRound& one_round) {
  const Method method = read_method(reader, quantity, single, false);
  const auto round = [=, &mechanism](bool remove) {
    return Round{
        [=](const Quantity& q, const Number& eps, const Effort& effort) -> Value {
          const Count precision = effort.bits + effort.scale + 128U;
          return {min(one_round(q, remove, eps, precision), integer(1, precision))};
        },
        [=, &mechanism](const Quantity& q, const BaseSpec& spec) { return cells_of(mechanism, q, remove, spec); }};
  };
  const auto delta = [=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
    return in_directions(q, [&](Direction direction) {
      return method.delta(round(direction == Direction::remove), q, eps, side, effort);
    });
  };
  return method.profile(delta, EpsRange::below_10000);
}

}  // namespace hallmark::check
