#include "exact/lattice_law.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark {
namespace {

using Integer = GridInteger;

// Two polynomials aligned: the coefficient vector made at least `size` long, zeros included.
void resize(GridMasses& x, slong size) { fmpz_poly_fit_length(x.raw(), size); }

// x c / 2^bits rounded up, c an integer at least 0.
void scale_up(fmpz_t x, const fmpz_t c, slong bits) {
  fmpz_mul(x, x, c);
  fmpz_cdiv_q_2exp(x, x, static_cast<ulong>(bits));
}

Ball exp_of_steps(slong k, slong scale, slong bits) {
  Ball x(k, bits);
  arb_mul_2exp_si(x.raw(), x.raw(), -scale);
  return exp(x);
}

// e^(kh) for k that mostly rise by one: a product a step, a fresh exponential now and then.
class Exponentials {
 public:
  Exponentials(slong scale, slong bits)
      : scale_(scale), bits_(bits), one_step_(exp_of_steps(1, scale, bits)), now_(1, bits) {}
  const Ball& at(slong k) {
    constexpr slong fresh = 64;
    if (known_ && k == k_) return now_;
    now_ = known_ && k == k_ + 1 && k % fresh != 0 ? now_ * one_step_ : exp_of_steps(k, scale_, bits_);
    k_ = k;
    known_ = true;
    return now_;
  }

 private:
  slong scale_;
  slong bits_;
  Ball one_step_;
  Ball now_;
  slong k_ = 0;
  bool known_ = false;
};

slong floor_half(slong i) { return i >= 0 ? i / 2 : -((-i + 1) / 2); }
slong ceil_half(slong i) { return -floor_half(-i); }

Rational units(slong unit_bits) { return pow(Rational(2), unit_bits); }

slong bit_length(slong n) { return static_cast<slong>(std::bit_width(static_cast<ulong>(n))); }

// Half cells are rounded to the nearest grid point while e^(h/2) is short, and down where it would have a thousand digits
// or more: q e^(kh) is then at most p.
slong cells_rounded_up(slong scale) {
  constexpr slong coarsest = -12;
  return scale >= coarsest ? 1 : 0;
}

}  // namespace

LatticeLaw::LatticeLaw(const LatticeEffort& effort) : scale_(1000), unit_bits_(effort.unit_bits) {
  Integer one;
  fmpz_one_2exp(one, static_cast<ulong>(unit_bits_));
  add_to(upper_, 0, one);
  add_to(lower_p_, 0, one);
  add_to(lower_q_, 0, one);
}

LatticeLaw::LatticeLaw(const RatioCells& cells, const LatticeEffort& effort)
    : scale_(cells.scale), unit_bits_(effort.unit_bits) {
  require(cells.p.size() == cells.q.size(), "as many P-masses as Q-masses");
  require(std::abs(scale_) <= 1000, "a scale in range");
  const slong count = static_cast<slong>(cells.p.size());
  slong bits = unit_bits_;
  for (const Ball& p : cells.p) bits = std::max(bits, p.bits());
  bits += 32 + std::max(slong{0}, scale_);
  Exponentials grow(scale_, bits);
  const slong up = cells_rounded_up(scale_);

  upper_first_ = std::min(floor_half(cells.first), ceil_half(cells.first));
  lower_first_ = floor_half(cells.first + up);
  for (const auto& s : cells.straddles) {
    upper_first_ = std::min(upper_first_, s.node - 1);
    lower_first_ = std::min(lower_first_, s.node - 1 + up);
  }
  Integer mass;
  // L in [ah, bh]: both masses kept on the two ends. Where e^(bh) has no ball, each end takes all.
  const auto spread = [&](slong a, slong b, const Ball& p, const Ball& q) {
    const Rational most = p.upper();
    const auto put = [&](slong node, const Ball& part) {
      const bool less_than_all = part.is_finite() && part.upper() < most;
      to_units(mass, less_than_all ? part : Ball(most, bits), unit_bits_, Rounding::up);
      add_to(upper_, node - upper_first_, mass);
    };
    const Ball low = grow.at(a);
    const Ball ratio = exp_of_steps(b - a, scale_, bits);
    put(a, (low * ratio * q - p) / (ratio - 1));
    put(b, (p - low * q) * ratio / (ratio - 1));
  };
  // Where e^(node h) has no ball, the outcomes are in no event.
  const auto round_to = [&](slong node, const Ball& p, const Ball& q) {
    const Ball grown = q * grow.at(node);
    if (!grown.is_finite()) return;
    to_units(mass, p, unit_bits_, Rounding::down);
    add_to(lower_p_, node - lower_first_, mass);
    to_units(mass, grown, unit_bits_, Rounding::up);
    add_to(lower_q_, node - lower_first_, mass);
  };
  // Upper: half cells 2j, 2j+1 lie in [jh, (j+1)h]. Lower: 2j-1, 2j round to j, or 2j, 2j+1 do.
  const auto sum_by = [&](const auto& node_of, const auto& use) {
    for (slong i = 0; i < count;) {
      const slong node = node_of(cells.first + i);
      Ball p = cells.p[static_cast<std::size_t>(i)];
      Ball q = cells.q[static_cast<std::size_t>(i)];
      for (++i; i < count && node_of(cells.first + i) == node; ++i) {
        p += cells.p[static_cast<std::size_t>(i)];
        q += cells.q[static_cast<std::size_t>(i)];
      }
      use(node, p.with_bits(bits), q.with_bits(bits));
    }
  };
  sum_by(floor_half, [&](slong node, const Ball& p, const Ball& q) {
    if (p.upper().sign() > 0) spread(node, node + 1, p, q);
  });
  sum_by([up](slong i) { return floor_half(i + up); }, round_to);
  for (const auto& s : cells.straddles) {
    spread(s.node - 1, s.node + 1, s.p.with_bits(bits), s.q.with_bits(bits));
    round_to(s.node - 1 + up, s.p.with_bits(bits), s.q.with_bits(bits));
  }
  to_units(mass, cells.p_below, unit_bits_, Rounding::up);
  add_to(upper_, ceil_half(cells.first) - upper_first_, mass);
  to_units(mass, cells.p_infinite, unit_bits_, Rounding::down);
  lower_infinite_ = integer(mass);
  to_units(mass, cells.p_infinite + cells.p_missing, unit_bits_, Rounding::up);
  upper_infinite_ = integer(mass);
}

LatticeLaw::LatticeLaw(const RatioCells& above, const RatioCells& below, const LatticeEffort& effort)
    : LatticeLaw(above, effort) {
  require(above.scale == below.scale, "one grid");
  LatticeLaw lower(below, effort);
  lower_first_ = lower.lower_first_;
  lower_p_ = std::move(lower.lower_p_);
  lower_q_ = std::move(lower.lower_q_);
  lower_infinite_ = std::move(lower.lower_infinite_);
}

double LatticeLaw::step() const { return std::ldexp(1.0, static_cast<int>(-scale_)); }

void LatticeLaw::trim(slong tail_bits) {
  Integer tail;
  if (tail_bits < unit_bits_) fmpz_one_2exp(tail, static_cast<ulong>(unit_bits_ - std::max(tail_bits, slong{1})));
  if (upper_.size() > 1) {
    Kept ends = kept(upper_, tail);
    if (ends.from >= ends.to) ends = {upper_.size() - 1, upper_.size()};
    Integer low;
    Integer high;
    sum_of(low, upper_, 0, ends.from);
    sum_of(high, upper_, ends.to, upper_.size());
    upper_infinite_ += integer(high);
    cut(upper_, ends);
    upper_first_ += ends.from;
    add_to(upper_, 0, low);  // up to the edge of the window
  }
  const Kept ends = kept(lower_p_, tail);
  cut(lower_p_, ends);
  cut(lower_q_, ends);
  lower_first_ += ends.from;
}

void LatticeLaw::coarsen() {
  const slong bits = unit_bits_ + 32;
  const Ball shrink = exp_of_steps(-1, scale_, bits + std::max(slong{0}, scale_));
  Integer to_right, to_left, factor, part;
  to_units(to_right, 1 / (1 + shrink), bits, Rounding::up);
  to_units(to_left, shrink / (1 + shrink), bits, Rounding::up);
  to_units(factor, shrink, bits, Rounding::up);

  // Upper: 2j stays, 2j + 1 goes to j and j + 1.
  {
    GridMasses next;
    const slong first = floor_half(upper_first_);
    const slong size = floor_half(upper_first_ + upper_.size() - 1) + 2 - first;
    resize(next, size);
    fmpz* c = coefficients(next);
    for (slong i = 0; i < upper_.size(); ++i) {
      const slong k = upper_first_ + i;
      const slong j = floor_half(k) - first;
      const fmpz* mass = coefficients(upper_) + i;
      if (k == 2 * (j + first)) {
        fmpz_add(c + j, c + j, mass);
        continue;
      }
      fmpz_set(part, mass);
      scale_up(part, to_left, bits);
      fmpz_add(c + j, c + j, part);
      fmpz_set(part, mass);
      scale_up(part, to_right, bits);
      fmpz_add(c + j + 1, c + j + 1, part);
    }
    _fmpz_poly_set_length(next.raw(), size);
    _fmpz_poly_normalise(next.raw());
    upper_ = std::move(next);
    upper_first_ = first;
  }
  // Lower: 2j and 2j + 1 are joined to j; q_(2j+1) e^(2jh) is its mass times e^-h.
  {
    GridMasses p, q;
    const slong first = floor_half(lower_first_);
    const slong length = std::max(lower_p_.size(), lower_q_.size());
    const slong size = floor_half(lower_first_ + length) + 1 - first;
    resize(p, size);
    resize(q, size);
    for (slong i = 0; i < lower_p_.size(); ++i) {
      const slong j = floor_half(lower_first_ + i) - first;
      fmpz_add(coefficients(p) + j, coefficients(p) + j, coefficients(lower_p_) + i);
    }
    for (slong i = 0; i < lower_q_.size(); ++i) {
      const slong k = lower_first_ + i;
      const slong j = floor_half(k) - first;
      fmpz_set(part, coefficients(lower_q_) + i);
      if (k != 2 * (j + first)) scale_up(part, factor, bits);
      fmpz_add(coefficients(q) + j, coefficients(q) + j, part);
    }
    _fmpz_poly_set_length(p.raw(), size);
    _fmpz_poly_set_length(q.raw(), size);
    _fmpz_poly_normalise(p.raw());
    _fmpz_poly_normalise(q.raw());
    lower_p_ = std::move(p);
    lower_q_ = std::move(q);
    lower_first_ = first;
  }
  --scale_;
}

// Moves the labels of the lower law so that q e^(kh) keeps the size of p: any label of an event is as good.
void LatticeLaw::recentre() {
  Integer p, q;
  sum_of(p, lower_p_, 0, lower_p_.size());
  sum_of(q, lower_q_, 0, lower_q_.size());
  if (fmpz_sgn(p) <= 0 || fmpz_sgn(q) <= 0) return;
  const double drift = (log_of(q) - log_of(p)) / step();
  if (!(std::abs(drift) >= 1) || std::abs(drift) > 1e15) return;
  const slong move = -std::llround(drift);
  const slong bits = unit_bits_ + 32;
  to_units(q, exp_of_steps(move, scale_, bits + 64 + std::max(slong{0}, scale_)), bits, Rounding::up);
  for (slong i = 0; i < lower_q_.size(); ++i) scale_up(coefficients(lower_q_) + i, q, bits);
  lower_first_ += move;
}

void LatticeLaw::fit(const LatticeEffort& effort, slong extra_tail_bits) {
  trim(effort.tail_bits + extra_tail_bits);
  const slong most = std::max(effort.points, slong{16});
  while (std::max(upper_.size(), lower_p_.size()) > most) coarsen();
  recentre();
}

LatticeLaw LatticeLaw::multiply(const LatticeLaw& a, const LatticeLaw& b, const LatticeEffort& effort,
                                slong extra_tail_bits) {
  require(a.unit_bits_ == b.unit_bits_, "laws of one unit");
  const auto is_far = [](const LatticeLaw& x) {
    constexpr slong farthest = slong{1} << 60;
    return std::max(std::abs(x.upper_first_), std::abs(x.lower_first_)) > farthest;
  };
  if (is_far(a) || is_far(b)) {  // positions add up: they are halved before they could overflow
    LatticeLaw coarser(is_far(a) ? a : b);
    while (is_far(coarser)) coarser.coarsen();
    return is_far(a) ? multiply(coarser, b, effort, extra_tail_bits) : multiply(a, coarser, effort, extra_tail_bits);
  }
  if (a.scale_ != b.scale_) {
    const bool a_is_finer = a.scale_ > b.scale_;
    LatticeLaw finer(a_is_finer ? a : b);
    const LatticeLaw& other = a_is_finer ? b : a;
    while (finer.scale_ > other.scale_) finer.coarsen();
    return multiply(finer, other, effort, extra_tail_bits);
  }
  LatticeLaw r(effort);
  const slong bits = a.unit_bits_;
  r.unit_bits_ = bits;
  r.scale_ = a.scale_;
  const auto one_of_three = [&](slong i) {
    if (i == 0) {
      set_product(r.upper_, a.upper_, b.upper_, bits, Rounding::up);
    } else if (i == 1) {
      set_product(r.lower_p_, a.lower_p_, b.lower_p_, bits, Rounding::down);
    } else {
      set_product(r.lower_q_, a.lower_q_, b.lower_q_, bits, Rounding::up);
    }
  };
  constexpr slong worth_a_thread = 2048;
  if (std::max(a.points(), b.points()) >= worth_a_thread) {
    parallel_for(3, one_of_three);
  } else {
    for (slong i = 0; i < 3; ++i) one_of_three(i);
  }
  r.upper_first_ = a.upper_first_ + b.upper_first_;
  r.lower_first_ = a.lower_first_ + b.lower_first_;
  // Infinite in one round at least: inf (finite' + inf') + finite inf'.
  const auto infinite = [&](const GridMasses& x, const Rational& inf, const GridMasses& y, const Rational& inf_y) {
    Integer total;
    sum_of(total, x, 0, x.size());
    const Rational finite = integer(total);
    sum_of(total, y, 0, y.size());
    return (inf * (integer(total) + inf_y) + finite * inf_y) / units(bits);
  };
  r.upper_infinite_ = ceil(infinite(a.upper_, a.upper_infinite_, b.upper_, b.upper_infinite_));
  r.lower_infinite_ = floor(infinite(a.lower_p_, a.lower_infinite_, b.lower_p_, b.lower_infinite_));
  r.fit(effort, extra_tail_bits);
  return r;
}

LatticeLaw LatticeLaw::product(const LatticeLaw& a, const LatticeLaw& b, const LatticeEffort& effort) {
  return multiply(a, b, effort, 4);
}

std::optional<LatticeLaw> LatticeLaw::power(slong rounds, const LatticeEffort& effort, const Budget& budget) const {
  require(rounds >= 1, "at least one round");
  // What is cut at a power m is cut rounds / m times over.
  const auto extra = [&](slong m) { return bit_length(rounds / m) + 4; };
  LatticeLaw base(*this);
  base.fit(effort, extra(1));
  LatticeLaw result(base);
  slong m = 1;
  for (slong bit = bit_length(rounds) - 2; bit >= 0; --bit) {
    if (budget.expired()) return std::nullopt;
    m *= 2;
    result = multiply(result, result, effort, extra(m));
    if (((rounds >> bit) & 1) == 0) continue;
    if (budget.expired()) return std::nullopt;
    ++m;
    result = multiply(result, base, effort, extra(m));
  }
  return result;
}

Rational LatticeLaw::upper_delta(const Number& eps) const {
  const slong bits = unit_bits_ + 64 + std::max(slong{0}, scale_);
  const Ball at = eps.ball(bits + 32);
  Ball steps(at);
  arb_mul_2exp_si(steps.raw(), steps.raw(), scale_);
  const Ball shrink = exp_of_steps(-1, scale_, bits);
  const auto gain = [&](slong k, const Ball& q) {  // e^(eps - kh) q
    Ball x(k, bits);
    arb_mul_2exp_si(x.raw(), x.raw(), -scale_);
    return exp(at - x).with_bits(bits) * q;
  };
  const auto clipped = [&](const Rational& position, slong first) {
    const Rational i = position - first;
    return i.sign() <= 0 ? slong{0} : (i >= Rational(upper_.size()) ? upper_.size() : i.to_long());
  };
  // Points from `sure` on lie above eps; those from `perhaps` to there are undecided and count where positive.
  const slong sure = clipped(floor(steps.upper()) + 1, upper_first_);
  const slong perhaps = clipped(floor(steps.lower()), upper_first_);
  const fmpz* c = coefficients(upper_);
  Rational total = upper_infinite_;
  // The part of a P-mass that is above 0 without what is lost; all of it where that has no ball.
  const auto add = [&](const Ball& p, const Ball& lost) {
    const Ball left = p - lost;
    if (is_positive(left) == Truth::no) return;
    const Rational most = (left.is_finite() ? left : p).upper();
    if (most.sign() > 0) total += most;
  };
  const auto mass = [&](slong i) {
    Ball x(0, bits);
    arb_set_fmpz(x.raw(), c + i);
    return x;
  };
  for (slong i = perhaps; i < sure; ++i) add(mass(i), gain(upper_first_ + i, mass(i)));
  if (sure < upper_.size()) {
    Integer p;
    Ball q(0, bits);
    for (slong i = upper_.size() - 1; i >= sure; --i) {
      fmpz_add(p, p, c + i);
      arb_mul(q.raw(), q.raw(), shrink.raw(), bits);
      arb_add_fmpz(q.raw(), q.raw(), c + i, bits);
    }
    Ball sum(0, bits);
    arb_set_fmpz(sum.raw(), p);
    add(sum, gain(upper_first_ + sure, q));
  }
  return std::min(total / units(unit_bits_), Rational(1));
}

Rational LatticeLaw::lower_delta(const Number& eps) const {
  const slong bits = unit_bits_ + 64 + std::max(slong{0}, scale_);
  const Ball at = eps.ball(bits + 32);
  const double guess = at.to_double_up();
  const Ball shrink = exp_of_steps(-1, scale_, bits);
  Integer p;
  Ball q(0, bits);
  const fmpz* cp = coefficients(lower_p_);
  const fmpz* cq = coefficients(lower_q_);
  const slong both = std::min(lower_p_.size(), lower_q_.size());
  for (slong i = lower_p_.size() - 1; i >= both; --i) fmpz_add(p, p, cp + i);  // Q-mass 0: cannot happen, harmless
  for (slong i = both - 1; i >= 0; --i) {
    arb_mul(q.raw(), q.raw(), shrink.raw(), bits);
    if (fmpz_is_zero(cp + i)) continue;
    // Which events to take is a proposal.
    const double worth = log_of(cp + i) - log_of(cq + i) + static_cast<double>(lower_first_ + i) * step() - guess;
    if (!(worth > 0)) continue;
    fmpz_add(p, p, cp + i);
    arb_add_fmpz(q.raw(), q.raw(), cq + i, bits);
  }
  Ball sum(0, bits);
  arb_set_fmpz(sum.raw(), p);
  Ball x(lower_first_, bits);
  arb_mul_2exp_si(x.raw(), x.raw(), -scale_);
  const Ball value = sum - exp(at - x).with_bits(bits) * q;
  const Rational finite = value.is_finite() ? std::max(value.lower(), Rational(0)) : Rational(0);
  return std::clamp((lower_infinite_ + finite) / units(unit_bits_), Rational(0), Rational(1));
}

LatticeLaw::Value LatticeLaw::delta(const Number& eps) const { return {lower_delta(eps), upper_delta(eps)}; }

}  // namespace hallmark
