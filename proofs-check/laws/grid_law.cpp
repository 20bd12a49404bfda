#include "laws/grid_law.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "statement/decide.hpp"

namespace hallmark::check {

namespace {

constexpr Count kMostPoints = 1 << 21;

/// Masses at the points first, first + 1, ... in units of 2^-fraction. A law for an upper bound has hi >= the mass
/// under P, and lo = 0; one for a lower bound has lo <= the mass under P, hi >= that under Q.
struct GridLaw {
  Count first = 0;
  std::vector<Fixed> masses;
  Integer infinite = 0;  ///< of an upper law: P-mass at an infinite ratio
};

/// The integer of these words, the lowest first.
Integer from_words(std::span<const Count> words) {
  Integer all;
  all.write(price::copy(words.size()), words.size(),
            [&](mpz_ptr z) { mpz_import(z, words.size(), -1, sizeof(Count), 0, 0, words.data()); });
  return all;
}

/// That many masses of zero; throws TooMuchWork where they are too many.
std::vector<Fixed> no_masses(Count points, Count fraction) {
  if (points > kMostPoints) throw TooMuchWork();
  Meter::room(points, 2 * (4 + limbs(fraction)));
  return std::vector<Fixed>(points);
}

/// The masses of one round on the points. Upper: each cell split onto its two ends, both masses preserved (7.1). Lower:
/// all of it at one point.
GridLaw cut(const Cells& cells, Side side, Count fraction) {
  Count first = 0;
  Count last = 0;
  for (const Cell& cell : cells.list) {
    first = std::min(first, cell.low);
    last = std::max(last, cell.high);
  }
  GridLaw law{first, no_masses(last - first + 1, fraction)};
  const Count precision = cells.precision;
  const Interval zero(precision);
  const auto add = [&](Count point, const Interval& lo, const Interval& hi) {
    Fixed& mass = law.masses[point - first];
    mass.lo += std::max(Integer(0), scaled_floor(lo, fraction));
    mass.hi += std::max(Integer(0), scaled_ceil(hi, fraction));
  };
  GridRatios ratios(cells.grid, precision);
  Count width = 0;
  Interval shrink(Integer(1), precision);  // e^(-width h)
  Interval norm(precision);                // 1 - e^(-width h)
  for (const Cell& cell : cells.list) {
    if (side == Side::lower) {
      add(cell.low + (cell.high - cell.low) / 2, cell.p, cell.q);
    } else if (cell.low == cell.high) {
      add(cell.low, zero, cell.p);
    } else if (mpfr_sgn(cell.p.hi()) > 0) {
      if (width != cell.high - cell.low) {
        width = cell.high - cell.low;
        const Interval h(Rational(Integer(width), cells.grid), precision);
        shrink = exp(-h);
        norm = -expm1(-h);
      }
      const Interval moved = ratios.at(cell.low) * cell.q;
      const Interval most = cell.p.upper();
      add(cell.high, zero, min(most, max(zero, (cell.p - moved) / norm)));
      add(cell.low, zero, min(most, max(zero, (moved - shrink * cell.p) / norm)));
    }
  }
  if (side == Side::upper) {
    law.infinite = std::max(Integer(0), scaled_ceil(cells.infinite + cells.missing.upper(), fraction));
  }
  return law;
}

/// Cuts masses that add up to at most `least` off either end. Upper: those below are moved up, those above to infinity.
/// Lower: their outputs are left out of the event.
void trim(GridLaw& law, Side side, const Integer& least) {
  const auto end = side == Side::upper ? &Fixed::hi : &Fixed::lo;
  std::vector<Fixed>& masses = law.masses;
  std::size_t from = 0;
  std::size_t to = masses.size();
  Integer below = 0;
  Integer above = 0;
  while (to > 1 && above + masses[to - 1].*end <= least) above += masses[--to].*end;
  while (from + 1 < to && below + masses[from].*end <= least) below += masses[from++].*end;
  masses.resize(to);
  masses.erase(masses.begin(), masses.begin() + Count(from));
  law.first += Count(from);
  if (side == Side::lower) return;
  masses.front().hi += below;
  law.infinite += above;
}

GridLaw product(const GridLaw& a, const GridLaw& b, Count fraction) {
  GridLaw result{a.first + b.first, convolution(a.masses, b.masses, fraction)};
  const auto total = [](const GridLaw& law) {
    Integer sum = 0;
    for (const Fixed& mass : law.masses) sum += mass.hi;
    return sum;
  };
  result.infinite = a.infinite * (total(b) + b.infinite) + total(a) * b.infinite;
  result.infinite.shift_up(fraction);
  return result;
}

/// The law of all rounds; the P-probability that none of them is infinite is at most `none`.
struct AllRounds {
  GridLaw law;
  Integer grid;
  Interval none;
};

/// All rounds: of each pair by left-to-right binary powering, the edges trimmed after every product.
AllRounds power(const std::vector<GridRounds>& all, Side side, const PowerPlan& plan) {
  Count count = 0;
  for (const GridRounds& pair : all) count += pair.rounds;
  const auto trimmed = [&](GridLaw law, Count block) {
    const bool none = plan.negligible + 7 > plan.fraction;
    const Integer least = none ? Integer(0) : (Integer(1) << (plan.fraction - plan.negligible - 7)) * block / count;
    trim(law, side, least);
    return law;
  };
  const Count precision = plan.fraction + 64;
  const Interval one(Integer(1), precision);
  AllRounds together{{}, {}, one};
  Count before = 0;
  for (const auto& [cells_of, rounds] : all) {
    const Cells cells = cells_of();
    together.grid = cells.grid;
    together.none = together.none * nth_power(one - min(one, max(Interval(precision), cells.infinite.lower())), rounds);
    const GridLaw base = trimmed(cut(cells, side, plan.fraction), 1);
    GridLaw result = base;
    Count block = 1;
    for (int bit = static_cast<int>(bits_of(rounds)) - 2; bit >= 0; --bit) {
      block *= 2;
      result = trimmed(product(result, result, plan.fraction), block);
      if (!rounds.has_bit(bit)) continue;
      ++block;
      result = trimmed(product(result, base, plan.fraction), block);
    }
    GridLaw& law = together.law;
    law = before == 0 ? std::move(result) : trimmed(product(law, result, plan.fraction), before + rounds);
    before += rounds;
  }
  return together;
}

}  // namespace

const Interval& GridRatios::at(Count k) {
  if (k == at_ + 1) {
    now_ = now_ * step_;
  } else if (k != at_) {
    now_ = exp(Interval(Rational(Integer(k), grid_), step_.precision()));
  }
  at_ = k;
  return now_;
}

std::vector<Fixed> convolution(const std::vector<Fixed>& a, const std::vector<Fixed>& b, Count fraction) {
  // In words of 64 bits: a slot holds a sum of products, at most the product of the totals, below 2^(2 fraction + 2).
  const std::size_t slot = (2 * fraction + 65) / 64;
  const std::size_t points = a.size() + b.size() - 1;
  if (points * slot > (1 << 23)) throw TooMuchWork();
  std::vector<Fixed> result = no_masses(points, fraction);
  std::vector<Count> words;
  const auto packed = [&](const std::vector<Fixed>& masses, Integer Fixed::*end) {
    Integer total = 0;
    for (const Fixed& mass : masses) {
      if ((mass.*end).sign() < 0) throw TooMuchWork();
      total += mass.*end;
    }
    // Rounding up never gets there unless the fraction is far too short.
    if (total.bits() > fraction + 1) throw TooMuchWork();
    words.assign(masses.size() * slot, 0);
    for (std::size_t i = 0; i < masses.size(); ++i) {
      mpz_export(&words[i * slot], nullptr, -1, sizeof(Count), 0, 0, raw(masses[i].*end));
    }
    return from_words(words);
  };
  const auto multiply = [&](Integer Fixed::*end, bool up) {
    Integer all = packed(a, end);
    if (all.sign() == 0) return;
    if (&a == &b) {
      all *= all;
    } else {
      all *= packed(b, end);
    }
    words.assign(points * slot, 0);
    mpz_export(words.data(), nullptr, -1, sizeof(Count), 0, 0, raw(all));
    for (std::size_t i = 0; i < points; ++i) {
      Integer& mass = result[i].*end;
      mass = from_words(std::span(words).subspan(i * slot, slot));
      up ? mass.shift_up(fraction) : mass >>= fraction;
    }
  };
  multiply(&Fixed::lo, false);
  multiply(&Fixed::hi, true);
  return result;
}

std::vector<Fixed> first_terms_of_power(const std::vector<Fixed>& base, Count n, std::size_t most, Count fraction) {
  std::vector<Fixed> result(1, Fixed{Integer(1) << fraction, Integer(1) << fraction});
  for (int bit = static_cast<int>(bits_of(n)) - 1; bit >= 0; --bit) {
    const auto times = [&](const std::vector<Fixed>& other) {
      result = convolution(result, other, fraction);
      result.resize(std::min(result.size(), most));
    };
    times(result);
    if (n.has_bit(bit)) times(base);
  }
  return result;
}

Cells exchanged(const Cells& cells) {
  Cells result = cells;
  std::reverse(result.list.begin(), result.list.end());
  for (Cell& cell : result.list) cell = {-cell.high, -cell.low, std::move(cell.q), std::move(cell.p)};
  return result;
}

Interval upper_delta(const std::vector<GridRounds>& pairs, const Number& eps, const PowerPlan& plan, const Rest& rest) {
  const Count precision = plan.fraction + 64;
  const AllRounds rounds = power(pairs, Side::upper, plan);
  const GridLaw& all = rounds.law;
  const Interval one(Integer(1), precision);
  const Interval zero(precision);
  // sum of p_k (1 - e^(eps - kh)) over kh > eps. Where the sign is not seen the term is cut at 0.
  const Interval x = enclose(eps, precision);
  const Integer start = scaled_floor(x * Interval(rounds.grid, precision), 0);
  const Interval w = enclose_exp(eps, precision);
  GridRatios ratios(rounds.grid, precision);
  Interval sum(all.infinite, precision);
  for (std::size_t i = all.masses.size(); i-- > 0;) {
    const Count k = all.first + Count(i);
    if (!rest && k < start) break;
    const Interval beyond = w * ratios.at(-k);
    const Interval gain =
        rest ? rest(x - Interval(Rational(Integer(k), rounds.grid), precision), beyond) : one - beyond;
    sum = sum + Interval(all.masses[i].hi, precision) * max(zero, gain);
  }
  return min(one, times_power_of_two(sum, -plan.fraction).upper());
}

Interval lower_delta(const std::vector<GridRounds>& pairs, const Number& eps, const PowerPlan& plan, const Rest& rest) {
  const Count precision = plan.fraction + 64;
  const AllRounds rounds = power(pairs, Side::lower, plan);
  constexpr Count w_bits = 128;
  const Integer w = scaled_ceil(enclose_exp(eps, 256), w_bits);
  const Interval threshold = enclose_exp(eps, precision);
  Integer gained = 0;  // in units of 2^-(fraction + w_bits)
  for (const Fixed& mass : rounds.law.masses) {
    if (rest) {
      if (mass.lo.sign() <= 0) continue;
      const Interval share = threshold * Interval(mass.hi, precision) / Interval(mass.lo, precision);
      const Interval gain = rest(log(share), share) * Interval(mass.lo, precision);
      gained += std::max(Integer(0), scaled_floor(gain, w_bits));
      continue;
    }
    const Integer gain = (mass.lo << w_bits) - w * mass.hi;
    if (gain.sign() > 0) gained += gain;
  }
  const Interval finite = times_power_of_two(Interval(gained, precision), -(plan.fraction + w_bits)).lower();
  // Some round is infinite: an event that has probability 0 under Q.
  const Interval one(Integer(1), precision);
  return max(Interval(precision), (finite + one - rounds.none).lower());
}

}  // namespace hallmark::check
