#include "allocation/selected_steps.hpp"

#include <algorithm>
#include <vector>

#include "laws/grid_law.hpp"
#include "laws/rounds.hpp"
#include "numbers/narrow_masses.hpp"

namespace hallmark::check {

namespace {

constexpr Count kPlaces = 60;  // binary places of a cut
constexpr Count kRough = 96;   // bits of what only proposes them
constexpr Count kMostCells = 1 << 20;

/// A likelihood ratio X = exp(s z - s^2/2) of Gaussian noise, s = 1/sigma, in terms of z, standard normal under Q.
struct GaussianStep {
  Count precision;
  Interval s, half;  // half = s^2/2

  GaussianStep(const Number& sigma, Count bits)
      : precision(bits), s(integer(1, bits) / enclose(sigma, bits)), half(s * s / integer(2, bits)) {}

  [[nodiscard]] Interval at(const Integer& z) const { return times_power_of_two(Interval(z, precision), -kPlaces); }
  [[nodiscard]] Interval ratio(const Integer& z) const { return exp(s * at(z) - half); }
  /// About the z of a ratio, in units of 2^-kPlaces: a proposal.
  [[nodiscard]] Integer place(const Interval& ratio) const { return scaled_floor((log(ratio) + half) / s, kPlaces); }
};

/// The smaller one of the probabilities on either side of z.
struct Tail {
  bool left;
  Interval mass;
};

Tail tail_at(const Interval& z) {
  const bool left = mpfr_sgn(z.lo()) < 0;
  return {left, normal_cdf(left ? z : -z)};
}

/// The probability between two points.
Interval between(const Tail& a, const Tail& b) {
  const Interval zero(a.mass.precision());
  if (a.left && b.left) return max(zero, b.mass - a.mass);
  if (!a.left && !b.left) return max(zero, a.mass - b.mass);
  return max(zero, integer(1, a.mass.precision()) - a.mass - b.mass);
}

struct StepCell {
  Interval p, q;
};

/// The masses between cuts that increase: before the first, between neighbours, after the last.
std::vector<StepCell> cells_of(const GaussianStep& noise, const std::vector<Integer>& cuts) {
  const Interval zero(noise.precision);
  const NarrowMasses narrow(noise.precision);
  const auto mass = [&](std::size_t i, const Interval& shift) {
    if (i == 0) return between(Tail{true, zero}, tail_at(noise.at(cuts[0]) - shift));
    const Integer& from = cuts[i - 1];
    if (i == cuts.size()) return between(tail_at(noise.at(from) - shift), Tail{false, zero});
    const Integer& to = cuts[i];
    const Integer width = to - from;
    const Count depth = kPlaces + 1 - width.bits();
    const Interval middle = times_power_of_two(noise.at(from + to), -1) - shift;
    if (depth >= NarrowMasses::kDepth && exponent_above(middle) <= NarrowMasses::kExponent) {
      return narrow.around(middle, times_power_of_two(noise.at(width), -1), depth);
    }
    return between(tail_at(noise.at(from) - shift), tail_at(noise.at(to) - shift));
  };
  std::vector<StepCell> cells;
  for (std::size_t i = 0; i <= cuts.size(); ++i) cells.push_back({mass(i, noise.s), mass(i, zero)});
  return cells;
}

/// How far out cuts are of use: beyond z = -reach, s + reach is less than 2^-scale.
Count reach_of(const Effort& effort) {
  Count reach = 8;
  while (reach * reach * 10 < (effort.scale + 48) * 14) ++reach;
  return reach;
}

/// ln(1 - lambda + lambda X) at z.
Interval score_at(const GaussianStep& noise, const Integer& z, const Interval& lambda) {
  return log1p(lambda * (noise.ratio(z) - integer(1, noise.precision)));
}

// Scores.

/// A law of a sum of scores: of every mass lo is at most that under A, hi at least that under B times e^(h score), but
/// for what `missing` adds up.
struct ScoreLaw {
  Integer first;
  std::vector<Fixed> masses;
  Integer missing = 0;
};

Integer total(const ScoreLaw& law) {
  Integer sum = law.missing;
  for (const Fixed& mass : law.masses) sum += mass.hi;
  return sum;
}

/// Cuts off the ends where both masses add up to at most `least`.
void trim(ScoreLaw& law, const Integer& least) {
  std::vector<Fixed>& masses = law.masses;
  std::size_t from = 0;
  std::size_t to = masses.size();
  Fixed cut{0, 0};
  const auto takes = [&](const Fixed& mass) { return cut.lo + mass.lo <= least && cut.hi + mass.hi <= least; };
  while (from + 1 < to && takes(masses[from])) cut.add(masses[from++]);
  law.missing += cut.hi;
  cut = {0, 0};
  while (from + 1 < to && takes(masses[to - 1])) cut.add(masses[--to]);
  law.missing += cut.hi;
  masses.resize(to);
  masses.erase(masses.begin(), masses.begin() + Count(from));
  law.first += Count(from);
}

ScoreLaw product(const ScoreLaw& a, const ScoreLaw& b, Count fraction, const Integer& least) {
  ScoreLaw result{a.first + b.first, convolution(a.masses, b.masses, fraction), 0};
  result.missing = a.missing * total(b) + (total(a) - a.missing) * b.missing;
  result.missing.shift_up(fraction);
  trim(result, least);
  return result;
}

ScoreLaw power(const ScoreLaw& base, Count count, Count fraction, const Integer& least) {
  ScoreLaw result = base;
  for (int bit = static_cast<int>(bits_of(count)) - 2; bit >= 0; --bit) {
    result = product(result, result, fraction, least);
    if (count.has_bit(bit)) result = product(result, base, fraction, least);
  }
  return result;
}

/// The law of the score of one step; of A and B that of a selected step where told so.
ScoreLaw one_score(const std::vector<StepCell>& cells, const Integer& first, const AllocationScheme& scheme,
                   bool selected, Count scale, Count fraction) {
  const Count precision = cells.front().p.precision();
  const Integer count = Integer(cells.size());
  ScoreLaw law{scheme.remove ? first : Integer(1) - first - count, {}, 0};
  Meter::room(cells.size(), 2 * (4 + limbs(fraction)));
  const Interval step = exp(times_power_of_two(integer(1, precision), -scale));
  Interval tilt = exp(times_power_of_two(Interval(law.first, precision), -scale));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const StepCell& cell = cells[scheme.remove ? i : cells.size() - 1 - i];
    const Interval& with = selected ? cell.p : cell.q;
    const Interval& a = scheme.remove ? with : cell.q;
    const Interval& b = scheme.remove ? cell.q : with;
    law.masses.push_back(
        {std::max(Integer(0), scaled_floor(a, fraction)), std::max(Integer(0), scaled_ceil(b * tilt, fraction))});
    tilt = tilt * step;
  }
  return law;
}

// The product.

/// e_x = e^(-beta x (1 - x)) and Y = (1 - lambda + lambda X) e_x at a cut, x = pi.
struct Factor {
  Interval pi, e, y;
};

Factor factor_at(const Interval& ratio, const Interval& lambda, const Interval& beta) {
  const Interval one = integer(1, lambda.precision());
  const Interval part = lambda * ratio;
  const Interval all = one - lambda + part;
  const Interval pi = part / all;
  const Interval e = exp(-(beta * pi * (one - pi)));
  return {pi, e, all * e};
}

/// Cuts where ln Y is a little below the multiples first, first + 1, ... of 2^-scale: proposals.
std::vector<Integer> factor_cuts(const GaussianStep& noise, const ProductAbove& p, const Integer& first,
                                 const Interval& end) {
  const Interval one = integer(1, kRough);
  const Interval tiny = times_power_of_two(one, -kPlaces);
  const Interval lambda(p.lambda, kRough);
  const Interval beta(p.beta, kRough);
  const Interval rest = one - lambda;
  Interval u = log(rest);
  const Interval start = u;
  std::vector<Integer> cuts;
  for (Integer j = first;; ++j) {
    if (cuts.size() > std::size_t(kMostCells)) throw TooMuchWork();
    const Interval margin = times_power_of_two(one, -kPlaces + 16);
    const Interval target = times_power_of_two(Interval(j, kRough), -p.scale) - margin;
    constexpr int most_steps = 60;
    for (int i = 0; i < most_steps; ++i) {
      const Interval r = rest * exp(-u);
      const Interval miss = u - beta * (one - r) * r - target;
      const Interval slope = one - beta * r * (r + r - one);
      const Interval next = max(start, u - miss / max(slope, Interval(Rational(1, 100), kRough)));
      const Interval moved = next - u;
      u = Interval::between(next.lo(), next.lo());
      if (mpfr_cmp(max(moved, -moved).hi(), tiny.lo()) < 0) break;
    }
    const Interval ratio = (exp(u) - rest) / lambda;
    if (mpfr_sgn(ratio.lo()) <= 0) continue;
    Integer cut = noise.place(ratio);
    if (!cuts.empty() && cut <= cuts.back()) break;
    cuts.push_back(std::move(cut));
    if (mpfr_cmp(u.lo(), end.hi()) > 0) break;
  }
  return cuts;
}

/// An upper bound of I_0(x), x >= 0: its series and a geometric rest.
Interval bessel_upper(const Rational& x, Count precision) {
  constexpr Count most = 1 << 20;
  const Interval square(Rational(x * x / 4), precision);
  Interval term = integer(1, precision);
  Interval sum = term;
  const Interval one = term;
  for (Count m = 1; m < most; ++m) {
    const Interval quotient = square / Interval(Rational(Integer(m) * m), precision);
    term = term * quotient;
    sum = sum + term;
    const Interval half(Rational(1, 2), precision);
    const bool falls = mpfr_cmp(quotient.hi(), half.lo()) < 0;
    if (falls && exponent_above(term) < exponent_above(sum) - precision) {
      return (sum + term * quotient / (one - quotient)).upper();
    }
  }
  throw TooMuchWork();
}

void check_chord(const ProductAbove& p, Count precision) {
  for (const Rational& v : {p.low, p.high}) {
    // e^(alpha - beta v) >= e^-v I_0(v)
    const Interval left = exp(Interval(Rational(p.alpha - p.beta * v + v), precision));
    if (mpfr_cmp(left.lo(), bessel_upper(v, precision).hi()) < 0) {
      throw Rejected{"witness", "alpha, beta: alpha - beta V must be at least ln(e^-V I_0(V)) at both ends"};
    }
  }
}

/// The probability with the record that V leaves [low, high] in one epoch, at most.
Interval missed(const GaussianStep& noise, const AllocationScheme& scheme, const ProductAbove& p, Count reach) {
  const Count precision = noise.precision;
  const Integer right = scaled_ceil(noise.s, kPlaces);
  const auto place = [](Count z) { return Integer(z) << kPlaces; };
  // Nearly all is lost where both laws have most of their masses.
  constexpr Count near = 5;
  std::vector<Integer> cuts{place(-reach)};
  const auto up_to = [&](const Integer& to, Count count) {
    const Integer from = cuts.back();
    for (Count i = 1; i <= count; ++i) cuts.push_back(from + (to - from) * i / count);
  };
  up_to(place(-near), 512);
  up_to(right + place(near), 16384);
  up_to(right + place(reach), 512);
  const std::vector<StepCell> cells = cells_of(noise, cuts);
  const Interval lambda(p.lambda, precision);
  const Interval one = integer(1, precision);
  const Interval quarter(Rational(1, 4), precision);
  const Interval middle(Rational(1, 2), precision);
  std::vector<Interval> pi{Interval(precision)};
  for (const Integer& cut : cuts) pi.push_back(factor_at(noise.ratio(cut), lambda, Interval(precision)).pi);
  pi.push_back(one);
  const auto variance = [&](const Interval& x) { return x * (one - x); };
  const Count rest = scheme.steps - scheme.selected;
  // E e^(sign theta v), v at its largest (above) or least in every cell.
  const auto bound = [&](const Rational& edge, const Rational& theta, bool above) {
    const Interval th(theta, precision);
    Interval with(precision);
    Interval without(precision);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Interval a = variance(pi[i]);
      const Interval b = variance(pi[i + 1]);
      const bool on_one_side = mpfr_cmp(pi[i + 1].hi(), middle.lo()) < 0 || mpfr_cmp(pi[i].lo(), middle.hi()) > 0;
      const Interval v = !above ? min(a, b) : on_one_side ? max(a, b) : quarter;
      const Interval e = exp(above ? th * v : -(th * v));
      with = with + cells[i].p * e;
      without = without + cells[i].q * e;
    }
    const Interval at = th * Interval(edge, precision);
    return exp(above ? -at : at) * nth_power(with, scheme.selected) * nth_power(without, rest);
  };
  Interval sum(precision);
  if (p.low > 0) sum = sum + bound(p.low, p.theta_low, false);
  if (p.high * 4 < Rational(scheme.steps)) sum = sum + bound(p.high, p.theta_high, true);
  return sum;
}

/// C(t, k) lambda^k (1 - lambda)^(t - k).
Interval share(const AllocationScheme& scheme, const Rational& lambda, Count precision) {
  const Count k = std::min(scheme.selected, Count(scheme.steps - scheme.selected));
  if (k > (1 << 22)) throw TooMuchWork();
  Interval b = integer(1, precision);
  for (Count i = 0; i < k; ++i) b = b * Interval(Rational(Integer(scheme.steps - i), Integer(i + 1)), precision);
  const Interval l(lambda, precision);
  return b * nth_power(l, scheme.selected) *
         nth_power(integer(1, precision) - l, Count(scheme.steps - scheme.selected));
}

/// The cells of Y: p is at least E_Q[Y; cell], any number above it will do; q is the mass under Q.
Cells factor_cells(const GaussianStep& noise, const ProductAbove& p, Count reach) {
  const Count precision = noise.precision;
  const Interval lambda(p.lambda, precision);
  const Interval beta(p.beta, precision);
  const Interval one = integer(1, precision);
  const Interval zero(precision);
  const Integer lowest = scaled_floor(log(one - lambda), p.scale);
  const Integer far = (Integer(reach) << kPlaces) + scaled_ceil(noise.s, kPlaces);
  const std::vector<Integer> cuts = factor_cuts(noise, p, lowest + 1, score_at(noise, far, lambda));
  if (cuts.empty()) throw TooMuchWork();
  // Cuts that came out before their ratio was positive are left out: the first one ends the first cell.
  const std::vector<StepCell> steps = cells_of(noise, cuts);
  Cells cells(Integer(1) << p.scale, precision);
  cells.check_room(Count(steps.size()));
  Factor from{zero, one, one - lambda};
  GridRatios powers(cells.grid, precision);
  Integer low = lowest;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Interval with = lambda * steps[i].p;
    const Interval mass = (one - lambda) * steps[i].q + with;
    const bool last = i == cuts.size();
    const Factor to = last ? Factor{one, one, zero} : factor_at(noise.ratio(cuts[i]), lambda, beta);
    const Interval chord = (from.e * (to.pi * mass - with) + to.e * (with - from.pi * mass)) / (to.pi - from.pi);
    if (last) {
      cells.infinite = max(zero, chord.upper());
      break;
    }
    const Integer high = scaled_ceil(log(to.y), p.scale);
    const Interval raised = max(zero, powers.at(low.to_count()) - from.y) * steps[i].q;
    cells.list.push_back(
        {low.to_count(), std::max(high, Integer(low + 1)).to_count(), max(zero, (chord + raised).upper()), steps[i].q});
    low = high;
    from = to;
  }
  return cells;
}

Count fraction_for(const Effort& effort, const Integer& copies) {
  constexpr Count guard = 56;
  const Count bits = effort.scale + copies.bits() + guard;
  if (bits > 8000) throw TooMuchWork();
  return (bits + 63) / 64 * 64;
}

Integer copies_of(const AllocationScheme& scheme) {
  const Integer copies = Integer(scheme.steps) * scheme.epochs;
  if (copies > Integer(1'000'000'000)) throw TooMuchWork();
  return copies;
}

}  // namespace

Interval selected_lower(const AllocationScheme& scheme, const Number& eps, const ScoreEvent& event,
                        const Effort& effort) {
  const Integer copies = copies_of(scheme);
  const Count fraction = fraction_for(effort, copies);
  const Count precision = fraction + 64;
  const GaussianStep noise(scheme.sigma, precision);
  const Interval lambda(event.lambda, precision);
  const Integer reach = Integer(reach_of(effort)) << kPlaces;
  const auto score = [&](const Integer& z) { return scaled_floor(score_at(noise, z, lambda), event.scale); };
  Integer first = score(-reach);
  const Integer last = score(reach + scaled_ceil(noise.s, kPlaces)) + 1;
  if (last - first > Integer(kMostCells)) throw TooMuchWork();
  std::vector<Integer> cuts;
  const GaussianStep rough(scheme.sigma, kRough);
  const Interval rate(event.lambda, kRough);
  for (Integer i = first; i < last; ++i) {
    const Interval half = times_power_of_two(Interval(Integer(i * 2 + 1), kRough), -event.scale - 1);
    const Interval ratio = integer(1, kRough) + expm1(half) / rate;
    const bool is_positive = mpfr_sgn(ratio.lo()) > 0;
    Integer cut = is_positive ? rough.place(ratio) : Integer(0);
    if (is_positive && (cuts.empty() || cut > cuts.back())) {
      cuts.push_back(std::move(cut));
    } else if (cuts.empty()) {
      ++first;
    } else {
      break;
    }
  }
  const std::vector<StepCell> cells = cells_of(noise, cuts);
  const Integer least = Integer(1) << std::max<Count>(0, fraction - effort.scale - copies.bits() - 24);
  const auto law = [&](bool selected, const Integer& count) {
    return power(one_score(cells, first, scheme, selected, event.scale, fraction), count.to_count(), fraction, least);
  };
  ScoreLaw all = law(true, Integer(scheme.selected) * scheme.epochs);
  const Integer others = Integer(scheme.steps - scheme.selected) * scheme.epochs;
  if (others > 0) all = product(all, law(false, others), fraction, least);

  // sum of lo, sum of hi e^(-h (j - threshold)), over j >= threshold.
  Integer a = 0;
  Interval b(precision);
  const Interval shrink = exp(-times_power_of_two(integer(1, precision), -event.scale));
  Integer j = all.first + Integer(all.masses.size()) - 1;
  for (std::size_t i = all.masses.size(); i-- > 0 && j >= event.threshold; --j) {
    a += all.masses[i].lo;
    b = b * shrink + Interval(all.masses[i].hi, precision);
  }
  // A threshold below all that is kept: the sum stands for a larger event under A, and is moved down for B.
  const Integer below = j - event.threshold + 1;
  if (below > 0) b = b * exp(-times_power_of_two(Interval(below, precision), -event.scale));
  b = b + Interval(all.missing, precision);
  const Interval at = times_power_of_two(Interval(event.threshold, precision), -event.scale);
  const Interval value = Interval(a, precision) - exp(enclose(eps, precision) - at) * b;
  return max(Interval(precision), times_power_of_two(value, -fraction).lower());
}

Interval selected_upper(const AllocationScheme& scheme, const Number& eps, const ProductAbove& product,
                        const Effort& effort) {
  const Integer copies = copies_of(scheme);
  const Count precision = fraction_for(effort, copies) + 64;
  check_chord(product, precision);
  const GaussianStep noise(scheme.sigma, precision);
  const Count reach = reach_of(effort);
  const Interval lost = missed(noise, scheme, product, reach) * integer(scheme.epochs, precision);
  const Interval one_epoch = exp(Interval(product.alpha, precision)) / share(scheme, product.lambda, precision);
  const Interval factor = nth_power(one_epoch, scheme.epochs).upper();
  const Interval shifted = enclose(eps, precision) - log(factor);
  if (!shifted.finite() || !lost.finite()) throw TooMuchWork();
  const Number at{Number::Kind::rational, Rational(scaled_floor(shifted, kPlaces), Integer(1) << kPlaces)};
  const auto pairs = [&](const BaseSpec& spec) {
    return std::vector<GridRounds>{{[&product, reach, &scheme, spec] {
                                      return factor_cells(GaussianStep(scheme.sigma, spec.fraction + 64), product,
                                                          reach);
                                    },
                                    copies.to_count()}};
  };
  const Value law = grid_delta(pairs, copies.to_count(), at, Side::upper, effort);
  return (factor * law.enclosure.upper() + lost.upper()).upper();
}

}  // namespace hallmark::check
