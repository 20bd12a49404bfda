#include "laws/grid_law.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

namespace {

enum class Round { down, up };

constexpr std::size_t kMostCells = std::size_t{1} << 21;

/// Masses at the points first, first + 1, ... in units of 2^-fraction, each in `each` limbs of one block of memory. One
/// more bit than fraction: a mass that is rounded up may exceed 1 a little.
struct Law {
  std::int64_t first = 0;
  std::size_t each = 0;
  std::vector<mp_limb_t> limbs_;

  [[nodiscard]] std::size_t size() const { return limbs_.size() / each; }
  mpz_srcptr view(std::size_t i, mpz_t& storage) const {
    return mpz_roinit_n(storage, limbs_.data() + i * each, static_cast<mp_size_t>(each));
  }
  [[nodiscard]] Integer at(std::size_t i) const {
    mpz_t storage;
    Integer result;
    mpz_set(raw(result), view(i, storage));
    return result;
  }
  void put(std::size_t i, const Integer& x) {
    const std::size_t used = mpz_size(raw(x));
    if (used > each || x < 0) throw TooMuchWork();
    std::fill_n(limbs_.begin() + static_cast<std::ptrdiff_t>(i * each), each, mp_limb_t{0});
    std::copy_n(mpz_limbs_read(raw(x)), used, limbs_.begin() + static_cast<std::ptrdiff_t>(i * each));
  }
  [[nodiscard]] Integer total() const {
    Integer sum = 0;
    mpz_t storage;
    for (std::size_t i = 0; i < size(); ++i) mpz_add(raw(sum), raw(sum), view(i, storage));
    return sum;
  }
  /// Only the points [from, to) stay.
  void keep(std::size_t from, std::size_t to) {
    limbs_.resize(to * each);
    limbs_.erase(limbs_.begin(), limbs_.begin() + static_cast<std::ptrdiff_t>(from * each));
    first += static_cast<std::int64_t>(from);
  }
};

Law make_law(std::int64_t first, std::size_t points, unsigned long fraction) {
  if (points > kMostCells) throw TooMuchWork();
  Law law;
  law.first = first;
  law.each = fraction / 64 + 1;
  check_memory(points, law.each);
  law.limbs_.assign(points * law.each, 0);
  return law;
}

/// The law of a sum, every mass rounded in one direction: one product of two long integers with a slot for each point
/// (Kronecker's substitution). A slot holds a sum of products: at most the product of the totals, below 2^(2 fraction +
/// 2).
Law product(const Law& a, const Law& b, unsigned long fraction, Round round, Budget& budget) {
  const std::size_t slot = 2 * (fraction / 64) + 1;
  const std::size_t points = a.size() + b.size() - 1;
  if (points > kMostCells || points * slot > (std::size_t{1} << 23)) throw TooMuchWork();
  budget.charge((points + 1) * slot, 16 + std::bit_width(points));
  const auto spread = [&](const Law& law) {
    std::vector<mp_limb_t> out(law.size() * slot, 0);
    for (std::size_t i = 0; i < law.size(); ++i) {
      std::copy_n(law.limbs_.begin() + static_cast<std::ptrdiff_t>(i * law.each), law.each,
                  out.begin() + static_cast<std::ptrdiff_t>(i * slot));
    }
    return out;
  };
  std::vector<mp_limb_t> result((a.size() + b.size()) * slot, 0);
  {
    const std::vector<mp_limb_t> left = spread(a);
    if (&a == &b) {
      mpn_sqr(result.data(), left.data(), static_cast<mp_size_t>(left.size()));
    } else {
      const std::vector<mp_limb_t> right = spread(b);
      const bool longer = left.size() >= right.size();
      const std::vector<mp_limb_t>& x = longer ? left : right;
      const std::vector<mp_limb_t>& y = longer ? right : left;
      mpn_mul(result.data(), x.data(), static_cast<mp_size_t>(x.size()), y.data(), static_cast<mp_size_t>(y.size()));
    }
  }
  Law law = make_law(a.first + b.first, points, fraction);
  mpz_t storage;
  Integer mass;
  for (std::size_t i = 0; i < points; ++i) {
    mpz_srcptr whole = mpz_roinit_n(storage, result.data() + i * slot, static_cast<mp_size_t>(slot));
    if (round == Round::up) {
      mpz_cdiv_q_2exp(raw(mass), whole, fraction);
    } else {
      mpz_fdiv_q_2exp(raw(mass), whole, fraction);
    }
    law.put(i, mass);
  }
  return law;
}

/// Totals above 2 would overflow a slot: rounding up never gets there unless the fraction is far too short.
void check_total(const Law& law, unsigned long fraction) {
  if (law.total() >= Integer(Integer(1) << (fraction + 1))) throw TooMuchWork();
}

/// How much of the edges of a block of `block` of all `rounds` is negligible, in units of 2^-fraction.
Integer negligible_mass(std::uint64_t block, std::uint64_t rounds, const PowerTuning& tuning) {
  if (tuning.negligible + 7 > tuning.fraction) return 0;
  return Integer((Integer(1) << (tuning.fraction - tuning.negligible - 7)) * block / rounds);
}

/// The points that remain when masses of at most `least` are cut off either end.
std::pair<std::size_t, std::size_t> essential(const Law& law, const Integer& least, Integer& below, Integer& above) {
  mpz_t storage;
  std::size_t from = 0;
  std::size_t to = law.size();
  below = above = 0;
  Integer sum = 0;
  while (to > 1) {
    mpz_add(raw(sum), raw(above), law.view(to - 1, storage));
    if (sum > least) break;
    above = sum;
    --to;
  }
  while (from + 1 < to) {
    mpz_add(raw(sum), raw(below), law.view(from, storage));
    if (sum > least) break;
    below = sum;
    ++from;
  }
  return {from, to};
}

struct UpperLaw {
  Law law;
  Integer infinite;
};

void trim(UpperLaw& upper, const Integer& least) {
  Integer below, above;
  const auto [from, to] = essential(upper.law, least, below, above);
  upper.law.keep(from, to);
  upper.law.put(0, upper.law.at(0) + below);  // moved up
  upper.infinite += above;                    // moved to infinity
}

UpperLaw product(const UpperLaw& a, const UpperLaw& b, unsigned long fraction, Budget& budget) {
  UpperLaw result{product(a.law, b.law, fraction, Round::up, budget), 0};
  const Integer total_a = a.law.total();
  const Integer total_b = b.law.total() + b.infinite;
  const Integer infinite = a.infinite * total_b + total_a * b.infinite;
  mpz_cdiv_q_2exp(raw(result.infinite), raw(infinite), fraction);
  check_total(result.law, fraction);
  return result;
}

struct LowerLaws {
  Law p, q;  // the same points
};

void trim(LowerLaws& lower, const Integer& least) {
  Integer below, above;
  const auto [from, to] = essential(lower.p, least, below, above);
  lower.p.keep(from, to);  // outputs outside are left out of the event, under both laws
  lower.q.keep(from, to);
}

LowerLaws product(const LowerLaws& a, const LowerLaws& b, unsigned long fraction, Budget& budget) {
  const bool square = &a == &b;
  LowerLaws result{product(a.p, square ? a.p : b.p, fraction, Round::down, budget),
                   product(a.q, square ? a.q : b.q, fraction, Round::up, budget)};
  check_total(result.q, fraction);
  return result;
}

/// Left-to-right binary powering, edges trimmed after every product.
template <typename Laws>
Laws power(Laws base, std::uint64_t rounds, const PowerTuning& tuning, Budget& budget) {
  trim(base, negligible_mass(1, rounds, tuning));
  Laws result = base;
  std::uint64_t block = 1;
  for (int bit = static_cast<int>(std::bit_width(rounds)) - 2; bit >= 0; --bit) {
    result = product(result, result, tuning.fraction, budget);
    block *= 2;
    trim(result, negligible_mass(block, rounds, tuning));
    if ((rounds >> bit & 1U) == 0) continue;
    result = product(result, base, tuning.fraction, budget);
    ++block;
    trim(result, negligible_mass(block, rounds, tuning));
  }
  return result;
}

struct Span {
  std::int64_t first;
  std::int64_t last;
};

/// All points that the cells can reach.
Span span_of(const Cells& cells) {
  Span span{std::min<std::int64_t>(0, cells.first),
            std::max<std::int64_t>(0, cells.first + static_cast<std::int64_t>(cells.masses.size()))};
  for (const Cells::Boundary& boundary : cells.boundaries) {
    span.first = std::min(span.first, boundary.index - 1);
    span.last = std::max(span.last, boundary.index + 1);
  }
  if (static_cast<std::uint64_t>(span.last - span.first) >= kMostCells) throw TooMuchWork();
  return span;
}

/// exp(x h) for consecutive x.
class Exponentials {
 public:
  Exponentials(std::int64_t x, const Integer& grid, mpfr_prec_t precision)
      : step_(exp(Interval(Rational(Integer(1), grid), precision))),
        now_(exp(Interval(Rational(Integer(x), grid), precision))) {}
  [[nodiscard]] const Interval& operator*() const { return now_; }
  void next() { now_ = now_ * step_; }

 private:
  Interval step_, now_;
};

/// Collects masses rounded up, or down.
class Builder {
 public:
  Builder(const Cells& cells, unsigned long fraction)
      : span_(span_of(cells)),
        law_(make_law(span_.first, static_cast<std::size_t>(span_.last - span_.first + 1), fraction)),
        fraction_(static_cast<long>(fraction)) {}

  void add(std::int64_t point, const Interval& mass, Round round) {
    const auto i = static_cast<std::size_t>(point - span_.first);
    const Integer units = round == Round::up ? scaled_ceil(mass, fraction_) : scaled_floor(mass, fraction_);
    if (units > 0) law_.put(i, law_.at(i) + units);
  }
  [[nodiscard]] Law take() { return std::move(law_); }

 private:
  Span span_;
  Law law_;
  long fraction_;
};

/// The grid pair: each cell split onto its two ends, both masses preserved.
UpperLaw upper_law(const Cells& cells, unsigned long fraction) {
  const mpfr_prec_t precision = cells.precision;
  const Interval zero(precision);
  const Interval one_step(Rational(Integer(1), cells.grid), precision);
  const Interval shrink = exp(-one_step);
  const Interval norm = -expm1(-one_step);
  Builder builder(cells, fraction);
  const auto capped = [&](const Interval& mass, const Interval& p) {
    return min(max(zero, mass), max(zero, p.upper()));
  };
  // Of outputs in cell j, ratio = e^(jh): what goes to the upper and to the lower end of the cell.
  const auto up = [&](const Masses& m, const Interval& ratio) { return capped((m.p - ratio * m.q) / norm, m.p); };
  const auto down = [&](const Masses& m, const Interval& ratio) {
    return capped((ratio * m.q - shrink * m.p) / norm, m.p);
  };
  Exponentials ratio(cells.first, cells.grid, precision);
  std::int64_t j = cells.first;
  for (const Masses& m : cells.masses) {
    if (mpfr_sgn(m.p.hi()) > 0) {
      builder.add(j + 1, up(m, *ratio), Round::up);
      builder.add(j, down(m, *ratio), Round::up);
    }
    ++j;
    ratio.next();
  }
  for (const Cells::Boundary& boundary : cells.boundaries) {
    // In the cell above the boundary or in the one below: enough for either.
    const Interval above = *Exponentials(boundary.index, cells.grid, precision);
    builder.add(boundary.index, boundary.masses.p, Round::up);
    builder.add(boundary.index + 1, up(boundary.masses, above), Round::up);
    builder.add(boundary.index - 1, down(boundary.masses, above * shrink), Round::up);
  }
  builder.add(0, cells.equal, Round::up);
  const Integer infinite = scaled_ceil(cells.infinite + cells.p_missing.upper(), static_cast<long>(fraction));
  UpperLaw result{builder.take(), std::max(Integer(0), infinite)};
  check_total(result.law, fraction);
  return result;
}

LowerLaws lower_laws(const Cells& cells, unsigned long fraction) {
  Builder p(cells, fraction);
  Builder q(cells, fraction);
  const auto add = [&](std::int64_t point, const Interval& p_mass, const Interval& q_mass) {
    p.add(point, p_mass, Round::down);
    q.add(point, q_mass, Round::up);
  };
  std::int64_t j = cells.first;
  for (const Masses& m : cells.masses) add(j++, m.p, m.q);
  for (const Cells::Boundary& boundary : cells.boundaries) {
    add(boundary.index, boundary.masses.p, boundary.masses.q);
  }
  add(0, cells.equal, cells.equal);
  LowerLaws result{p.take(), q.take()};
  check_total(result.p, fraction);
  check_total(result.q, fraction);
  return result;
}

}  // namespace

std::vector<Fixed> convolution(const std::vector<Fixed>& a, const std::vector<Fixed>& b, unsigned long fraction,
                               Budget& budget) {
  const auto ends = [fraction](const std::vector<Fixed>& x, Integer Fixed::*end) {
    Law law = make_law(0, x.size(), fraction);
    for (std::size_t i = 0; i < x.size(); ++i) law.put(i, x[i].*end);
    check_total(law, fraction);
    return law;
  };
  const Law lo = product(ends(a, &Fixed::lo), ends(b, &Fixed::lo), fraction, Round::down, budget);
  const Law hi = product(ends(a, &Fixed::hi), ends(b, &Fixed::hi), fraction, Round::up, budget);
  std::vector<Fixed> result;
  for (std::size_t i = 0; i < lo.size(); ++i) result.push_back({lo.at(i), hi.at(i)});
  return result;
}

Cells exchanged(const Cells& cells) {
  Cells result(cells.grid, cells.precision);
  result.first = -(cells.first + static_cast<std::int64_t>(cells.masses.size()));
  for (auto m = cells.masses.rbegin(); m != cells.masses.rend(); ++m) result.masses.push_back({m->q, m->p});
  for (const Cells::Boundary& b : cells.boundaries) {
    result.boundaries.push_back({-b.index, {b.masses.q, b.masses.p}});
  }
  result.equal = cells.equal;
  result.p_missing = cells.q_missing;
  result.q_missing = cells.p_missing;
  return result;
}

Interval upper_delta(const Cells& cells, std::uint64_t rounds, const Number& eps, const PowerTuning& tuning,
                     Budget& budget) {
  const auto precision = static_cast<mpfr_prec_t>(tuning.fraction + 64);
  budget.charge(cells.masses.size() + cells.boundaries.size(), 512);
  const UpperLaw all = power(upper_law(cells, tuning.fraction), rounds, tuning, budget);
  budget.charge(all.law.size(), 128);
  const Interval one(Integer(1), precision);
  const Interval zero(precision);
  const Interval shrink = exp(-Interval(Rational(Integer(1), cells.grid), precision));
  // sum of p_k (1 - e^(eps - kh)) over kh > eps. Where the sign is not seen the term is cut at 0.
  const Integer start = scaled_floor(enclose(eps, precision) * Interval(cells.grid, precision), 0);
  Interval sum(all.infinite, precision);
  const Integer last = Integer(all.law.first) + Integer(all.law.size()) - 1;
  if (start <= last) {
    const std::int64_t from = std::max(Integer(all.law.first), start).to_signed();
    Interval ratio =
        exp(enclose(eps, precision) - Interval(Rational(Integer(from), cells.grid), precision));  // e^(eps - kh)
    for (auto i = static_cast<std::size_t>(from - all.law.first); i < all.law.size(); ++i) {
      sum = sum + Interval(all.law.at(i), precision) * max(zero, one - ratio);
      ratio = ratio * shrink;
    }
  }
  return min(one, times_power_of_two(sum, -static_cast<long>(tuning.fraction)).upper());
}

Interval lower_delta(const Cells& cells, std::uint64_t rounds, const Number& eps, const PowerTuning& tuning,
                     Budget& budget) {
  const auto precision = static_cast<mpfr_prec_t>(tuning.fraction + 64);
  budget.charge(cells.masses.size() + cells.boundaries.size(), 512);
  const LowerLaws all = power(lower_laws(cells, tuning.fraction), rounds, tuning, budget);
  constexpr unsigned long w_bits = 128;
  const Integer w = scaled_ceil(enclose_exp(eps, 256), static_cast<long>(w_bits));
  budget.charge(all.p.size(), 8 + 4 * mpz_size(raw(w)));
  Integer gained = 0;  // in units of 2^-(fraction + w_bits)
  Integer gain, loss;
  mpz_t storage;
  for (std::size_t i = 0; i < all.p.size(); ++i) {
    mpz_mul_2exp(raw(gain), all.p.view(i, storage), w_bits);
    mpz_mul(raw(loss), raw(w), all.q.view(i, storage));
    if (gain > loss) gained += gain - loss;
  }
  const Interval finite =
      times_power_of_two(Interval(gained, precision), -static_cast<long>(tuning.fraction + w_bits)).lower();
  // Some round is infinite: an event that has probability 0 under Q.
  const Interval one(Integer(1), precision);
  const Interval infinite = min(one, max(Interval(precision), cells.infinite.lower()));
  Interval all_finite = one;
  Interval factor = one - infinite;
  for (std::uint64_t bits = rounds; bits != 0; bits >>= 1U) {
    if ((bits & 1U) != 0) all_finite = all_finite * factor;
    factor = factor * factor;
  }
  return max(Interval(precision), (finite + one - all_finite).lower());
}

}  // namespace hallmark::check
