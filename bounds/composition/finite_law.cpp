#include "bounds/composition/finite_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr double least_key = 1e-150;
constexpr double most_key = 1e150;
constexpr double margin = 0x1p-36;

bool by_key(const Atom& a, const Atom& b) { return a.extreme != b.extreme ? b.extreme : a.key < b.key; }

// [0, x] for a number known to be at least 0 and enclosed by `x`.
Ball up_to(const Ball& x) { return Ball::between(0, std::max(Rational(0), x.upper()), x.bits()); }

// The atoms that are not extreme: [0, count).
std::size_t regular(const FiniteLaw& law) {
  return static_cast<std::size_t>(
      std::find_if(law.atoms.begin(), law.atoms.end(), [](const Atom& a) { return a.extreme; }) - law.atoms.begin());
}

// Adds (p - w q)_+ to sum.
void add_positive_part(Ball& sum, const Ball& p, const Ball& wq) {
  const Ball gain = p - wq;
  const Truth positive = is_positive(gain);
  if (positive == Truth::yes) {
    sum += gain;
  } else if (positive == Truth::unknown) {
    sum += up_to(gain);
  }
}

}  // namespace

void FiniteLawBuilder::add(Ball p, Ball q) {
  const bool no_p = arb_is_zero(p.raw()) != 0;
  const bool no_q = arb_is_zero(q.raw()) != 0;
  if (no_p || no_q) {
    p_infinite_ += p;
    q_infinite_ += q;
    return;
  }
  constexpr long key_bits = 64;
  Ball ratio(0, key_bits);
  arb_div(ratio.raw(), p.raw(), q.raw(), key_bits);
  // At 45 bits of accuracy the centre, rounded to a double, is right to 2^-44.
  const double key = arf_get_d(arb_midref(ratio.raw()), ARF_RND_NEAR);
  constexpr long enough = 45;
  const bool extreme = ratio.relative_bits() < enough || !(key > least_key && key < most_key);
  atoms_.push_back({key, std::move(p), std::move(q), extreme});
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
    arb_add(p.raw(), p.raw(), a.p.raw(), bits_);
    arb_add(q.raw(), q.raw(), a.q.raw(), bits_);
  }
  return {std::move(atoms_), p_infinite_, q_infinite_, up_to(1 - p), up_to(1 - q)};
}

FiniteLaw swapped(const FiniteLaw& law) {
  FiniteLaw r{{}, law.q_infinite, law.p_infinite, law.q_missing, law.p_missing};
  r.atoms.reserve(law.atoms.size());
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
  const long bits = w.bits();
  const std::size_t count_a = regular(a);
  const std::size_t count_b = regular(b);
  const double threshold = arf_get_d(arb_midref(w.raw()), ARF_RND_NEAR);  // infinite or 0 where w is that extreme
  const bool usable = w.relative_bits() >= 60;
  const auto surely_above = [&](double product) { return usable && product > threshold * (1 + margin); };
  const auto surely_below = [&](double product) { return usable && product < threshold * (1 - margin); };
  Ball sum(0, bits), tail_p(0, bits), tail_q(0, bits), wq(0, bits), t(0, bits), u(0, bits);
  std::size_t from = count_b;  // tails over [from, count_b)
  constexpr std::size_t poll = 1024;
  for (std::size_t i = 0; i < count_a; ++i) {
    if (i % poll == 0 && budget.expired()) return Ball::between(0, 1, bits);
    const Atom& x = a.atoms[i];
    while (from > 0 && surely_above(x.key * b.atoms[from - 1].key)) {
      --from;
      arb_add(tail_p.raw(), tail_p.raw(), b.atoms[from].p.raw(), bits);
      arb_add(tail_q.raw(), tail_q.raw(), b.atoms[from].q.raw(), bits);
    }
    arb_mul(wq.raw(), w.raw(), x.q.raw(), bits);
    arb_mul(t.raw(), x.p.raw(), tail_p.raw(), bits);
    arb_mul(u.raw(), wq.raw(), tail_q.raw(), bits);
    arb_sub(t.raw(), t.raw(), u.raw(), bits);
    arb_add(sum.raw(), sum.raw(), t.raw(), bits);
    for (std::size_t j = from; j > 0 && !surely_below(x.key * b.atoms[j - 1].key); --j) {
      add_positive_part(sum, x.p * b.atoms[j - 1].p, wq * b.atoms[j - 1].q);
    }
  }
  for (std::size_t i = 0; i < a.atoms.size(); ++i) {
    if (budget.expired()) return Ball::between(0, 1, bits);
    const Atom& x = a.atoms[i];
    wq = w * x.q;
    for (std::size_t j = i < count_a ? count_b : 0; j < b.atoms.size(); ++j) {
      add_positive_part(sum, x.p * b.atoms[j].p, wq * b.atoms[j].q);
    }
  }
  sum += a.p_infinite + b.p_infinite - a.p_infinite * b.p_infinite;
  return clamp(plus_up_to(sum, a.p_missing + b.p_missing), 0, 1);
}

LatticeLaw lattice_law(const FiniteLaw& law, const LatticeEffort& effort) {
  const std::size_t count = regular(law);
  const long bits = law.p_infinite.bits();
  const double tail = std::ldexp(1.0, static_cast<int>(-std::min(effort.tail_bits, 1000L)));
  // What to keep, and the step: proposals.
  std::size_t from = 0;
  std::size_t to = count;
  for (double sum = 0; from < to && (sum += law.atoms[from].p.to_double_up()) <= tail;) ++from;
  for (double sum = 0; to > from && (sum += law.atoms[to - 1].p.to_double_up()) <= tail;) --to;
  double low = from < to ? std::log(law.atoms[from].key) : 0;
  double high = from < to ? std::log(law.atoms[to - 1].key) : 0;
  for (std::size_t i = count; i < law.atoms.size(); ++i) {
    const Ball position = log(law.atoms[i].p / law.atoms[i].q);
    if (!position.is_finite()) continue;
    if (law.atoms[i].p.to_double_up() <= tail) continue;
    low = std::min(low, position.to_double_down());
    high = std::max(high, position.to_double_up());
  }
  const double points = static_cast<double>(std::max(effort.points, 16L)) - 4;
  const double range = std::max(high - low, 1e-30);
  const long scale = std::clamp(static_cast<long>(std::floor(std::log2(points / range))), -900L, 900L);

  RatioCells cells{.scale = scale, .p_infinite = law.p_infinite, .p_below = Ball(0, bits), .p_missing = law.p_missing};
  const auto half_step_of = [&](const Ball& log_ratio) {
    Ball x(log_ratio);
    arb_mul_2exp_si(x.raw(), x.raw(), scale + 1);
    return x;
  };
  const long guard = bits + std::max(0L, scale);
  const auto exp_of_half_steps = [&](long i) {
    Ball x(i, guard);
    arb_mul_2exp_si(x.raw(), x.raw(), -scale - 1);
    return exp(x);
  };
  const long first = static_cast<long>(std::floor(std::ldexp(low, static_cast<int>(scale + 1)))) - 1;
  const long last = static_cast<long>(std::ceil(std::ldexp(high, static_cast<int>(scale + 1)))) + 1;
  cells.first = first;
  const auto size = static_cast<std::size_t>(last - first);
  cells.p.assign(size, Ball(0, bits));
  cells.q.assign(size, Ball(0, bits));
  // By the ball of its logarithm.
  const auto place = [&](const Atom& a) {
    const Ball position = half_step_of(log((a.p / a.q).with_bits(guard)));
    if (position.is_finite()) {
      const Rational lo = floor(position.lower());
      const Rational hi = floor(position.upper());
      if (hi < Rational(first)) {
        cells.p_below += a.p;
        return;
      }
      if (lo >= Rational(first) && hi < Rational(last)) {
        const long i = hi.to_long();
        if (lo == hi || (lo == hi - 1 && i % 2 != 0)) {
          cells.p[static_cast<std::size_t>(i - first)] += a.p;
          cells.q[static_cast<std::size_t>(i - first)] += a.q;
          return;
        }
        if (lo == hi - 1) {
          cells.straddles.push_back({i / 2, a.p, a.q});
          return;
        }
      }
    }
    cells.p_missing += up_to(a.p);
  };
  // By keys: half cell [lower, upper) with both ends proved, walking up. Ends as doubles right to 2^-50.
  long cell = first;
  const auto end_of = [&](long i) { return arf_get_d(arb_midref(exp_of_half_steps(i).raw()), ARF_RND_NEAR); };
  double lower = end_of(cell);
  double upper = end_of(cell + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Atom& a = law.atoms[i];
    if (cell == first && a.key < lower * (1 - margin)) {
      cells.p_below += a.p;
      continue;
    }
    if (i >= to) {
      cells.p_missing += up_to(a.p);
      continue;
    }
    while (cell + 1 < last && a.key > upper * (1 + margin)) {
      ++cell;
      lower = upper;
      upper = end_of(cell + 1);
    }
    if (a.key > lower * (1 + margin) && a.key < upper * (1 - margin)) {
      Ball& p = cells.p[static_cast<std::size_t>(cell - first)];
      Ball& q = cells.q[static_cast<std::size_t>(cell - first)];
      arb_add(p.raw(), p.raw(), a.p.raw(), bits);
      arb_add(q.raw(), q.raw(), a.q.raw(), bits);
    } else {
      place(a);
    }
  }
  for (std::size_t i = count; i < law.atoms.size(); ++i) place(law.atoms[i]);
  return LatticeLaw(cells, effort);
}

}  // namespace hallmark
