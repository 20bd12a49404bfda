#include "bounds/composition/finite_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

constexpr double least_key = 1e-150;
constexpr double most_key = 1e150;
constexpr double margin = 0x1p-36;

bool by_key(const Atom& a, const Atom& b) { return a.extreme != b.extreme ? b.extreme : a.key < b.key; }

// p/q as a double, and whether it may be wrong by more than 2^-40 relative or stands outside the range of keys.
struct Key {
  double ratio;
  bool extreme;
};
Key key_of(const Ball& p, const Ball& q) {
  // Centres right to 2^-44 each; the quotient adds 4 2^-53.
  constexpr slong enough = 45;
  const double ratio = centre_quotient(p, q);
  const bool extreme =
      p.relative_bits() < enough || q.relative_bits() < enough || !(ratio > least_key && ratio < most_key);
  return {ratio, extreme};
}

// [0, x] for a number known to be at least 0 and enclosed by `x`.
Ball up_to(const Ball& x) { return Ball::between(0, std::max(Rational(0), x.upper()), x.bits()); }

// The atoms that are not extreme: [0, count).
std::size_t regular(const FiniteLaw& law) {
  return static_cast<std::size_t>(
      std::find_if(law.atoms.begin(), law.atoms.end(), [](const Atom& a) { return a.extreme; }) - law.atoms.begin());
}

// Adds (p - w q)_+ to sum: at most p, also where w is beyond all numbers.
void add_positive_part(Ball& sum, const Ball& p, const Ball& wq) {
  const Ball gain = p - wq;
  const Truth positive = is_positive(gain);
  if (positive == Truth::yes) {
    sum += gain;
  } else if (positive == Truth::unknown) {
    sum += up_to(gain.is_finite() ? gain : p);
  }
}

}  // namespace

void FiniteLawBuilder::add(const Ball& p, const Ball& q) {
  if (p.is_zero() || q.is_zero()) {
    p_infinite_ += p;
    q_infinite_ += q;
    return;
  }
  const Key key = key_of(p, q);
  atoms_.push_back({key.ratio, p, q, key.extreme});
}

std::optional<FiniteLaw> finite_law(const AtomSource& source, const Listing& listing, const Budget& budget) {
  FiniteLawBuilder law(listing.bits);
  if (!source(law, listing, budget)) return std::nullopt;
  return law.finish();
}

FiniteLaw FiniteLawBuilder::finish() {
  std::vector<std::uint32_t> order(atoms_.size());
  require(atoms_.size() < (1UL << 31), "few enough atoms");
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return by_key(atoms_[a], atoms_[b]); });
  // Apply the permutation in place, cycle by cycle.
  for (std::uint32_t start = 0; start < order.size(); ++start) {
    std::uint32_t here = start;
    while (order[here] != start) {
      const std::uint32_t next = order[here];
      std::swap(atoms_[here], atoms_[next]);
      order[here] = here;
      here = next;
    }
    order[here] = here;
  }
  Ball p = p_infinite_;
  Ball q = q_infinite_;
  for (const Atom& a : atoms_) {
    p += a.p;
    q += a.q;
  }
  return {std::move(atoms_), p_infinite_, q_infinite_, up_to(1 - p), up_to(1 - q)};
}

FiniteLaw swapped(const FiniteLaw& law) {
  FiniteLaw r{{}, law.q_infinite, law.p_infinite, law.q_missing, law.p_missing};
  const std::size_t count = regular(law);
  for (std::size_t i = count; i-- > 0;)
    r.atoms.push_back({1 / law.atoms[i].key, law.atoms[i].q, law.atoms[i].p, false});
  for (std::size_t i = count; i < law.atoms.size(); ++i) {
    r.atoms.push_back({1 / law.atoms[i].key, law.atoms[i].q, law.atoms[i].p, true});
  }
  return r;
}

Ball one_round_delta(const FiniteLaw& law, const Ball& w) {
  Ball sum = law.p_infinite;
  for (const Atom& a : law.atoms) add_positive_part(sum, a.p, w * a.q);
  return clamp(plus_up_to(sum, law.p_missing), 0, 1);
}

Ball two_round_delta(const FiniteLaw& a, const FiniteLaw& b, const Ball& w, const Budget& budget) {
  return two_round_delta_with_slope(a, b, w, budget).value;
}

Sample two_round_delta_with_slope(const FiniteLaw& a, const FiniteLaw& b, const Ball& w, const Budget& budget) {
  const slong bits = w.bits();
  const std::size_t count_a = regular(a);
  const std::size_t count_b = regular(b);
  const double threshold = roughly(w);  // infinite or 0 where w is that extreme
  const bool usable = w.relative_bits() >= 60;
  const auto surely_above = [&](double product) { return usable && product > threshold * (1 + margin); };
  const auto surely_below = [&](double product) { return usable && product < threshold * (1 - margin); };
  Ball slope(0, bits);
  Ball sum(0, bits), tail_p(0, bits), tail_q(0, bits), wq(0, bits), t(0, bits), u(0, bits);
  std::size_t from = count_b;  // tails over [from, count_b)
  constexpr std::size_t poll = 1024;
  for (std::size_t i = 0; i < count_a; ++i) {
    if (i % poll == 0 && budget.expired()) return {Ball::between(0, 1, bits), Ball::anything(bits)};
    const Atom& x = a.atoms[i];
    while (from > 0 && surely_above(x.key * b.atoms[from - 1].key)) {
      --from;
      tail_p += b.atoms[from].p;
      tail_q += b.atoms[from].q;
    }
    wq.set_product(w, x.q);
    t.set_product(x.p, tail_p);
    u.set_product(wq, tail_q);
    t -= u;
    slope -= u;
    sum += t;
    for (std::size_t j = from; j > 0 && !surely_below(x.key * b.atoms[j - 1].key); --j) {
      add_positive_part(sum, x.p * b.atoms[j - 1].p, wq * b.atoms[j - 1].q);
    }
  }
  for (std::size_t i = 0; i < a.atoms.size(); ++i) {
    if (budget.expired()) return {Ball::between(0, 1, bits), Ball::anything(bits)};
    const Atom& x = a.atoms[i];
    wq = w * x.q;
    for (std::size_t j = i < count_a ? count_b : 0; j < b.atoms.size(); ++j) {
      add_positive_part(sum, x.p * b.atoms[j].p, wq * b.atoms[j].q);
    }
  }
  sum += a.p_infinite + b.p_infinite - a.p_infinite * b.p_infinite;
  return {clamp(plus_up_to(sum, a.p_missing + b.p_missing), 0, 1), slope};
}

namespace {

// Cells of a grid that takes outcomes in any order.
class GridSink : public AtomSink {
 public:
  GridSink(slong scale, slong first, slong last, bool reverse, slong bits)
      : scale_(scale),
        first_(first),
        last_(last),
        reverse_(reverse),
        bits_(bits),
        cells_{.scale = scale,
               .first = first,
               .p = std::vector<Ball>(static_cast<std::size_t>(last - first), Ball(0, bits)),
               .q = std::vector<Ball>(static_cast<std::size_t>(last - first), Ball(0, bits)),
               .p_infinite = Ball(0, bits),
               .p_below = Ball(0, bits),
               .p_missing = Ball(0, bits)},
        one_(Rational(0), bits),
        ends_(static_cast<std::size_t>(last - first) + 1) {
    const slong working = 64 + std::max(slong{0}, scale);
    for (slong i = first; i <= last; ++i) {
      Ball x(i, working);
      x.mul_2exp(-scale - 1);
      ends_[static_cast<std::size_t>(i - first)] = roughly(exp(x));
    }
  }

  void add(const Ball& p, const Ball& q) override { reverse_ ? take(q, p) : take(p, q); }

  /// All P-mass that was not seen is missing.
  RatioCells finish() {
    for (const Ball& p : cells_.p) one_ += p;
    for (const auto& s : cells_.straddles) one_ += s.p;
    one_ += cells_.p_infinite + cells_.p_below;
    // What is counted as missing already is part of 1 - one_.
    cells_.p_missing = up_to(1 - one_);
    return std::move(cells_);
  }

 private:
  void take(const Ball& p, const Ball& q) {
    if (p.is_zero()) return;
    if (q.is_zero()) {
      cells_.p_infinite += p;
      return;
    }
    const Key key = key_of(p, q);
    if (!key.extreme) {
      const double position = std::ldexp(steady::log(key.ratio), static_cast<int>(scale_ + 1));
      if (position < static_cast<double>(first_) && key.ratio < ends_.front() * (1 - margin)) {
        cells_.p_below += p;
        return;
      }
      if (position >= static_cast<double>(last_)) return;  // missing
      const auto cell = static_cast<std::size_t>(std::max(slong{0}, static_cast<slong>(std::floor(position)) - first_));
      if (key.ratio > ends_[cell] * (1 + margin) && key.ratio < ends_[cell + 1] * (1 - margin)) {
        cells_.p[cell] += p;
        cells_.q[cell] += q;
        return;
      }
    }
    place(p, q);
  }

  // By the ball of the logarithm.
  void place(const Ball& p, const Ball& q) {
    Ball position = log((p / q).with_bits(bits_ + std::max(slong{0}, scale_)));
    position.mul_2exp(scale_ + 1);
    if (!position.is_finite()) return;
    const Rational lo = floor(position.lower());
    const Rational hi = floor(position.upper());
    if (hi < Rational(first_)) {
      cells_.p_below += p;
      return;
    }
    if (lo < Rational(first_) || hi >= Rational(last_)) return;
    const slong i = hi.to_long();
    const auto cell = static_cast<std::size_t>(i - first_);
    if (lo == hi || (lo == hi - 1 && i % 2 != 0)) {
      cells_.p[cell] += p;
      cells_.q[cell] += q;
    } else if (lo == hi - 1) {
      if (!cells_.straddles.empty() && cells_.straddles.back().node == i / 2) {
        cells_.straddles.back().p += p;
        cells_.straddles.back().q += q;
      } else {
        cells_.straddles.push_back({i / 2, p, q});
      }
    }
  }

  slong scale_;
  slong first_;
  slong last_;
  bool reverse_;
  slong bits_;
  RatioCells cells_;
  Ball one_;
  std::vector<double> ends_;
};

// Where the log ratios of a list lie, but for tails of about `tail` of P-mass: a proposal.
struct Extent {
  double low = 0;
  double high = 0;
};
Extent extent(const FiniteLaw& law, double tail) {
  const std::size_t count = regular(law);
  Extent r;
  std::size_t from = 0;
  std::size_t to = count;
  for (double sum = 0; from < to && (sum += law.atoms[from].p.to_double_up()) <= tail;) ++from;
  for (double sum = 0; to > from && (sum += law.atoms[to - 1].p.to_double_up()) <= tail;) --to;
  if (from < to) r = {steady::log(law.atoms[from].key), steady::log(law.atoms[to - 1].key)};
  constexpr double narrow = 1e-8;  // keys do not tell such ratios apart
  const bool by_balls = r.high - r.low < narrow;
  for (std::size_t i = by_balls ? 0 : count; i < law.atoms.size(); ++i) {
    if (law.atoms[i].p.to_double_up() <= tail) continue;
    const Ball position = log(law.atoms[i].p / law.atoms[i].q);
    if (!position.is_finite()) continue;
    r.low = std::min(r.low, position.to_double_down());
    r.high = std::max(r.high, position.to_double_up());
  }
  return r;
}

// The range of the log ratios that pass by.
class ExtentSink : public AtomSink {
 public:
  explicit ExtentSink(bool reverse) : reverse_(reverse) {}
  void add(const Ball& p, const Ball& q) override {
    if (p.is_zero() || q.is_zero()) return;
    const Key key = key_of(p, q);
    double at = steady::log(key.ratio);
    constexpr double narrow = 1e-6;
    if (key.extreme || std::abs(at) < narrow) {
      const Ball position = log(p / q);
      if (!position.is_finite()) return;
      at = position.to_double_up();
    }
    low_ = std::min(low_, at);
    high_ = std::max(high_, at);
  }
  [[nodiscard]] Extent extent() const {
    if (low_ > high_) return {};
    return reverse_ ? Extent{-high_, -low_} : Extent{low_, high_};
  }

 private:
  bool reverse_;
  double low_ = 1e300;
  double high_ = -1e300;
};

// A proposal: 2^-tail_bits, no subnormal number.
double small(slong tail_bits) { return std::ldexp(1.0, static_cast<int>(-std::min(tail_bits, slong{1000}))); }

}  // namespace

slong scale_for(double low, double high, slong points) {
  const double cells = static_cast<double>(std::max(points, slong{16})) - 4;
  const double fine = std::floor(steady::log2(cells / std::max(high - low, 1e-30)));
  const double coarse = 58 - std::ceil(steady::log2(std::max({std::abs(low), std::abs(high), 1e-60})));
  return std::clamp(static_cast<slong>(std::min(fine, coarse)), -slong{900}, slong{900});
}

LatticeLaw lattice_law(const FiniteLaw& law, const LatticeEffort& effort) {
  const Extent at = extent(law, small(effort.tail_bits));
  const slong scale = scale_for(at.low, at.high, effort.points);
  const auto half_steps = [&](double x) { return std::floor(std::ldexp(x, static_cast<int>(scale + 1))); };
  GridSink grid(scale, static_cast<slong>(half_steps(at.low)) - 1, static_cast<slong>(half_steps(at.high)) + 2, false,
                law.p_infinite.bits());
  for (const Atom& a : law.atoms) grid.add(a.p, a.q);
  grid.add(law.p_infinite, Ball(0, law.p_infinite.bits()));
  return LatticeLaw(grid.finish(), effort);
}

std::optional<LatticeLaw> lattice_law(const AtomSource& source, bool reverse, const Listing& listing,
                                      const LatticeEffort& effort, const Budget& budget) {
  // The extent of a rough list, stretched as a normal law's would be.
  constexpr slong rough_tail = 12;
  constexpr std::size_t most = 200'000'000;
  Listing all = listing;
  all.merge = false;
  all.most = most;
  Listing rough = all;
  rough.tail_bits = std::min(listing.tail_bits, rough_tail);
  ExtentSink sketch(reverse);
  if (!source(sketch, rough, budget)) return std::nullopt;
  const Extent at = sketch.extent();
  const double stretch =
      1.1 * std::sqrt(static_cast<double>(listing.tail_bits + 12) / static_cast<double>(rough.tail_bits + 12));
  const double centre = (at.high + at.low) / 2;
  const double reach = (at.high - at.low) / 2 * stretch;
  const slong scale = scale_for(centre - reach, centre + reach, effort.points);
  const auto half_steps = [&](double x) {
    return static_cast<slong>(std::floor(std::ldexp(x, static_cast<int>(scale + 1))));
  };
  GridSink grid(scale, half_steps(centre - reach), half_steps(centre + reach) + 1, reverse, listing.bits);
  if (!source(grid, all, budget)) return std::nullopt;
  return LatticeLaw(grid.finish(), effort);
}

}  // namespace hallmark
