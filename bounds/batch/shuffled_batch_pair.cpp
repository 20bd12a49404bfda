#include "bounds/batch/shuffled_batch_pair.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bounds/batch/gaussian.hpp"
#include "exact/circular_power.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::shuffled_batch {
namespace {

// The law of v = l_(level+1) - w l_level under N(a, s^2), a = 0, level, level + 1.
class Values {
 public:
  Values(const DeltaParameters& p, const Rational& level, const Ball& w)
      : mu_(1 / p.sigma.ball(w.bits())), one_(mu_ * Ball(level, w.bits())), two_(one_ + mu_), w_(w), level_(level) {
    const slong bits = w.bits();
    const Ball l(level, bits);
    if (level == 1) {
      a_ = exp(-2 * mu_ * mu_);
      b_ = w * exp(-mu_ * mu_ / 2);
      least_ = -b_ * b_ / (4 * a_);
    } else if (level == 0) {
      least_ = -w;
    } else {  // at the place where the slope is 0
      const Ball part = w * l / (l + 1);
      least_ = -(w / (l + 1)) * exp(log(part) * l + (l * l + l) * mu_ * mu_ / 2);
      lowest_ = roughly(log(part) / mu_ + (2 * l + 1) * mu_ / 2);
    }
  }

  [[nodiscard]] const Ball& w() const { return w_; }
  [[nodiscard]] const Ball& least() const { return least_; }

  // N_a{v <= c} for a = 0, level, level + 1.
  struct Masses {
    Ball zero;
    Ball one;
    Ball two;
  };
  [[nodiscard]] Masses up_to(const Ball& c) const {
    const Ball none(0, c.bits());
    if (less_equal(c, least_) == Truth::yes) return {none, none, none};
    return level_ == 1 ? between_roots(c) : between_places(c);
  }

 private:
  [[nodiscard]] Masses below(const Ball& place) const {
    return {normal_cdf(place), normal_cdf(place - one_), normal_cdf(place - two_)};
  }
  // With y = e^(x/s^2) v is a y^2 - b y.
  [[nodiscard]] Masses between_roots(const Ball& c) const {
    const Ball none(0, c.bits());
    const Ball root = sqrt_of_nonnegative(b_ * b_ + 4 * a_ * c);
    const Masses m = below(log((b_ + root) / (2 * a_)) / mu_);
    if (less_equal(Ball(0, c.bits()), c) == Truth::yes) return m;
    const Ball smaller = -2 * c / (b_ + root);
    if (is_positive(smaller) != Truth::yes) {  // c next to 0: y > 0 is almost everything
      return {hull(none, m.zero), hull(none, m.one), hull(none, m.two)};
    }
    const Masses left = below(log(smaller) / mu_);
    return {m.zero - left.zero, m.one - left.one, m.two - left.two};
  }
  [[nodiscard]] Masses between_places(const Ball& c) const {
    const Ball none(0, c.bits());
    const auto high = place(c, true);
    const Masses m = high ? below(*high) : Masses{hull(none, 1 + none), hull(none, 1 + none), hull(none, 1 + none)};
    if (level_ == 0 || less_equal(none, c) == Truth::yes) return m;
    const auto low = place(c, false);
    if (!low) return {hull(none, m.zero), hull(none, m.one), hull(none, m.two)};
    const Masses left = below(*low);
    return {m.zero - left.zero, m.one - left.one, m.two - left.two};
  }
  [[nodiscard]] Ball upper(const Ball& t) const { return exp(two_ * (t - two_ / 2)); }
  [[nodiscard]] Ball lower(const Ball& t) const { return exp(one_ * (t - one_ / 2)); }
  // Encloses the place t = x/s right or left of the lowest one where v is c; nothing where none is found. A place is
  // proposed, moved by Newton's method and enclosed by two signs: v < c holds between the two places alone.
  [[nodiscard]] std::optional<Ball> place(const Ball& c, bool right) const {
    const slong bits = c.bits();
    const auto excess = [&](const Rational& t) { return upper(Ball(t, bits)) - w_ * lower(Ball(t, bits)) - c; };
    const Rational sign = right ? 1 : -1;
    constexpr int kept = 40;
    Rational t = short_dyadic(rough_place(roughly(c), right), kept);
    for (int i = 0; i < 6; ++i) {
      const Ball at(t, bits);
      const Ball move = excess(t) / (two_ * upper(at) - one_ * w_ * lower(at));
      if (!move.is_finite()) break;
      t = Ball(at - move).centre(bits);
      if (abs_upper_end(move).upper() < pow(Rational(2), -bits / 3)) break;
    }
    const Rational factor = pow(Rational(2), std::max(slong{8}, bits / 16));
    for (Rational apart = pow(Rational(2), -bits * 3 / 4); apart < 1; apart = apart * factor) {
      if (is_positive(excess(t + sign * apart)) == Truth::yes && is_positive(-excess(t - sign * apart)) == Truth::yes) {
        return Ball::between(t - apart, t + apart, bits);
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] double rough_place(double c, bool right) const {
    const double one = roughly(one_), two = roughly(two_), w = roughly(w_);
    if (level_ == 0) return steady::log(c + w) / two + two / 2;
    const auto excess = [&](double t) {
      return steady::exp(two * (t - two / 2)) - w * steady::exp(one * (t - one / 2)) - c;
    };
    const double sign = right ? 1 : -1;
    double inside = lowest_, size = 1;
    constexpr double farthest = 1e6;
    while (size < farthest && !(excess(lowest_ + sign * size) > 0)) size *= 2;
    double outside = lowest_ + sign * size;
    for (int i = 0; i < 60; ++i) {
      const double middle = (inside + outside) / 2;
      (excess(middle) > 0 ? outside : inside) = middle;
    }
    return inside;
  }

  Ball mu_;   // 1/s
  Ball one_;  // level/s
  Ball two_;  // (level + 1)/s
  Ball w_;
  Rational level_;
  Ball a_{0, 64};
  Ball b_{0, 64};
  Ball least_{0, 64};
  double lowest_ = 0;
};

// How the lattice is laid: points first h .. last h. Chosen in floating point, no part of the proof.
struct Lattice {
  Rational step;
  slong first;
  slong last;
  slong log2_size;
};

// About where the sum of T values v may stand: U of the header over 3.
double scale_of(const DeltaParameters& p) {
  const double mu = roughly(1 / p.sigma.ball(64));
  const double eps = roughly(p.eps.ball(64));
  const auto t = static_cast<double>(p.steps);
  const double z = std::sqrt(2 * steady::log(t + 2)) + 0.5;
  const double a = steady::exp(-2 * mu * mu);
  const double b = steady::exp(eps - mu * mu / 2);
  const double y = steady::exp(z * mu);
  return t * steady::expm1(eps) + b * b / a + std::fabs(a * y * y - b * y);
}

// Room for all that `below` and `above` sum between these points.
slong log2_size_of(slong first, slong last) {
  slong log2_size = 1;
  while ((slong{1} << log2_size) < 7 * (last - first)) ++log2_size;
  return log2_size;
}

std::optional<Lattice> lay(const DeltaParameters& p, const Ball& least, slong cells) {
  const double top = 3 * scale_of(p);
  if (!std::isfinite(top) || !(top > 1e-280) || top > 1e280) return std::nullopt;
  const double bottom = std::min(top, -roughly(least));
  const double h = (top + bottom) / static_cast<double>(cells);
  const int exponent = std::ilogb(h);
  const Rational step = Rational(static_cast<slong>(std::ldexp(h, 20 - exponent))) * pow(Rational(2), exponent - 20);
  // Even ends, so that the coarser lattice of the event has them too.
  const slong last = 2 * std::llround(std::ceil(top / h / 2));
  const slong first = -2 * std::llround(std::ceil(bottom / h / 2)) - 2;
  return Lattice{step, first, last, log2_size_of(first, last)};
}

using Laws = std::vector<Values::Masses>;

// N_a{v <= k h} for k = first .. last.
Laws tabulate(const Values& values, const Lattice& x, slong bits, const Budget& budget) {
  const Ball none(0, bits);
  Laws laws(static_cast<std::size_t>(x.last - x.first + 1), {none, none, none});
  constexpr slong piece = 256;
  const auto count = static_cast<slong>(laws.size());
  parallel_for((count + piece - 1) / piece, [&](slong part) {
    if (budget.expired()) return;
    for (slong i = part * piece; i < std::min(count, (part + 1) * piece); ++i) {
      laws[static_cast<std::size_t>(i)] = values.up_to(Ball(x.step * (x.first + i), bits));
    }
  });
  return laws;
}

// An upper bound of E[e^(theta (K_1 + ... + K_T - at))] over a few theta of the given sign: P(sum beyond `at`), and the
// theta that gives it. K stands at first + i times `stride`.
struct Tail {
  Ball bound;
  double theta;
};
Tail chernoff(const std::vector<Ball>& masses, slong first, slong rounds, slong at, bool above, double spread) {
  const slong bits = 64;
  Tail best{Ball(1, bits), 0};
  constexpr slong polling = 14;
  for (slong trial = 0; trial < polling; ++trial) {
    const double size = std::ldexp(1.0 / spread, static_cast<int>(trial) - 2);
    const double theta = above ? size : -size;
    const Ball t(Rational(std::llround(theta * 0x1p40)) / (slong{1} << 40), bits);
    const Ball factor = exp(t);
    Ball power = exp(t * first);
    Ball sum(0, bits);
    for (const Ball& m : masses) {
      sum += max(m.with_bits(bits), Ball(0, bits)) * power;
      power *= factor;
    }
    const Ball bound = exp(log(sum) * rounds - t * at);
    if (bound.is_finite() && less(bound, best.bound) == Truth::yes) {
      best = {bound, std::fabs(static_cast<double>(std::llround(theta * 0x1p40)) * 0x1p-40)};
    }
  }
  return best;
}

std::size_t wrap(slong index, slong size) { return static_cast<std::size_t>(((index % size) + size) % size); }

// The masses on the lattice points under N_0, the mean of every cell kept; what is beyond the ends stands there.
std::vector<Ball> spread(const Values& values, const Laws& laws, const Lattice& x, slong bits) {
  const Ball h(x.step, bits);
  std::vector<Ball> masses(laws.size(), Ball(0, bits));
  masses.front() += laws.front().zero;  // raised to the first point
  for (std::size_t i = 0; i + 1 < laws.size(); ++i) {
    const Ball mass = laws[i + 1].zero - laws[i].zero;
    const Ball mean = laws[i + 1].two - laws[i].two - values.w() * (laws[i + 1].one - laws[i].one);
    const Ball high = mean / h - mass * (x.first + static_cast<slong>(i));
    masses[i + 1] += high;
    masses[i] += mass - high;
  }
  masses.back() += 1 - laws.back().zero;
  return masses;
}

// E (sum v)_+ / T from above.
std::optional<Ball> above(const DeltaParameters& p, const Values& values, const Laws& laws, const Lattice& x,
                          slong bits, const Budget& budget) {
  const Ball h(x.step, bits);
  const std::vector<Ball> masses = spread(values, laws, x, bits);
  const auto sums = circular_power(masses, p.steps, x.log2_size, bits, budget);
  if (!sums) return std::nullopt;
  const slong n = slong{1} << x.log2_size;
  const slong top = 5 * x.last;
  Ball total(0, bits);
  for (slong k = 1; k < top; ++k) total += (*sums)[wrap(k - p.steps % n * (x.first % n), n)] * k;
  // E[S; S >= top] <= top e^(-theta top) E e^(theta S) where theta top >= 1.
  const Tail far = chernoff(masses, x.first, p.steps, top, true, static_cast<double>(x.last));
  if (far.theta * static_cast<double>(top) < 1) return std::nullopt;
  total += far.bound * top;
  const Values::Masses& cap = laws.back();
  const Ball over = (1 - cap.two) - values.w() * (1 - cap.one) - h * x.last * (1 - cap.zero);
  return total * h / p.steps + max(over, Ball(0, bits));
}

// P_S(E) - w Q_S(E) for an event as in the header, the best of a few thresholds.
std::optional<Ball> below(const DeltaParameters& p, const Values& values, const Laws& laws, const Lattice& x,
                          slong bits, const Budget& budget) {
  // Points of step 2h: K = k where v lies in ((2k-1) h, (2k+1) h], the ends take what is beyond.
  const slong first = x.first / 2;
  const slong last = x.last / 2;
  const auto size = static_cast<std::size_t>(last - first + 1);
  const auto boundary = [&](slong k) -> const Values::Masses& {  // v <= (2k-1) h
    return laws[static_cast<std::size_t>(2 * k - 1 - x.first)];
  };
  std::vector<Ball> masses(size, Ball(0, bits));
  std::vector<Ball> gain(size, Ball(0, bits));  // N_2{K >= k} - w N_1{K >= k}
  gain[0] = 1 - values.w();
  for (slong k = first; k <= last; ++k) {
    const auto i = static_cast<std::size_t>(k - first);
    const Ball from = k == first ? Ball(0, bits) : boundary(k).zero;
    const Ball to = k == last ? Ball(1, bits) : boundary(k + 1).zero;
    masses[i] = to - from;
    if (k > first) gain[i] = (1 - boundary(k).two) - values.w() * (1 - boundary(k).one);
  }
  const slong others = p.steps - 1;
  const slong log2_size = x.log2_size - 1;
  const slong n = slong{1} << log2_size;
  const auto sums = circular_power(masses, others, log2_size, bits, budget);
  if (!sums) return std::nullopt;
  const slong top = 5 * last;  // the window is [top - n, top)
  const Tail over = chernoff(masses, first, others, top, true, static_cast<double>(last));
  const Tail under = chernoff(masses, first, others, top - n, false, static_cast<double>(last));
  const Ball lost = (over.bound + under.bound) + values.w() * over.bound;
  const auto value = [&](slong k0) {
    Ball total(0, bits);
    for (slong k = std::max(top - n, k0 - last); k < top; ++k) {
      const slong need = k0 - k;  // K >= need
      const auto at = static_cast<std::size_t>(std::max(need - first, slong{0}));
      total += (*sums)[wrap(k - others % n * (first % n), n)] * gain[at];
    }
    return total - lost;
  };
  slong best = 0;
  Ball most = value(0);
  for (slong stride = std::max(slong{1}, (last - first) / 512); stride >= 1 && !budget.expired(); stride /= 2) {
    for (bool moved = true; moved && !budget.expired();) {
      moved = false;
      for (const slong k0 : {best - stride, best + stride}) {
        if (k0 <= top - n + last) continue;
        Ball here = value(k0);
        if (less(most, here) != Truth::yes) continue;
        most = std::move(here);
        best = k0;
        moved = true;
      }
    }
  }
  return most;
}

}  // namespace

PairBracket delta_pair(const DeltaParameters& p, slong digits, const Budget& budget) {
  constexpr slong first_bits = 128;
  const Ball threshold = delta_threshold_lower(p, Event::some_at_least, first_bits).delta;
  const Ball whole = gaussian::delta({p.sigma, p.eps}, first_bits);
  PairBracket found{std::max(threshold.lower(), Rational(0)), whole.upper(), false, first_bits, 0};
  const auto done = [&] { return has_digits(found.lo, found.hi, digits); };
  const double size = roughly(log(threshold)) - roughly(p.eps.ball(64));
  if (done() || p.steps == 1 || !std::isfinite(size) || size < -3000) {
    found.reached = done();
    return found;
  }
  constexpr slong fewest_cells = slong{1} << 12;
  constexpr slong most_cells = slong{1} << 16;
  for (slong cells = fewest_cells; cells <= most_cells && !done() && !budget.expired(); cells *= 4) {
    const slong bits =
        96 + std::llround(-size * 1.5) + static_cast<slong>(steady::log2(static_cast<double>(p.steps)) * 1.2);
    const Values values(p, 1, exponential(p.eps, bits));
    const auto lattice = lay(p, values.least(), cells);
    if (!lattice) break;
    const Laws laws = tabulate(values, *lattice, bits, budget);
    if (budget.expired()) break;
    const auto hi = above(p, values, laws, *lattice, bits, budget);
    const auto lo = below(p, values, laws, *lattice, bits, budget);
    found.bits = bits;
    found.cells = cells;
    if (hi && hi->is_finite()) found.hi = std::min(found.hi, hi->upper());
    if (lo && lo->is_finite()) found.lo = std::max(found.lo, lo->lower());
  }
  found.reached = done();
  return found;
}

namespace {

// E (sum v)_- / T from above, the lattice as in the header.
std::optional<Ball> negative_part(const DeltaParameters& p, const Values& values, const Laws& laws, const Lattice& x,
                                  slong log2_size, slong bits, const Budget& budget) {
  std::vector<Ball> masses = spread(values, laws, x, bits);
  const auto sums = circular_power(masses, p.steps, log2_size, bits, budget);
  if (!sums) return std::nullopt;
  const slong n = slong{1} << log2_size;
  Ball total(0, bits);
  for (slong k = p.steps * x.first; k < 0; ++k) total += (*sums)[wrap(k - p.steps * x.first, n)] * -k;
  return total * Ball(x.step, bits) / p.steps;
}

// D_w(P || Q) at w = e^eps, or at its inverse.
PairBracket remove_at(const DeltaParameters& p, const Rational& level, bool inverse, slong digits,
                      const Budget& budget) {
  constexpr slong first_bits = 192;
  const auto weight = [&](slong bits) {
    const Ball w = exponential(p.eps, bits);
    return inverse ? 1 / w : w;
  };
  const Ball w = weight(first_bits);
  const Ball one = gaussian::delta({p.sigma, p.eps}, first_bits);
  const Ball of_one = inverse ? 1 - w + w * one : one;
  PairBracket found{std::max((1 - w).lower(), Rational(0)), of_one.upper(), false, first_bits, 0};
  if (p.steps == 1) found.lo = std::max(of_one.lower(), Rational(0));
  const auto done = [&] { return has_digits(found.lo, found.hi, digits); };
  const double least = -roughly(Values(p, level, w).least());
  constexpr double most_least = 1e6;
  constexpr slong most_steps = slong{1} << 10;
  for (slong cells = slong{1} << 11; cells <= slong{1} << 16; cells *= 4) {
    if (done() || budget.expired() || p.steps > most_steps || !(least > 0) || !(least < most_least)) break;
    const auto t = static_cast<double>(p.steps);
    const slong bits = first_bits + std::llround(2 * steady::log2(t));
    const double h = t * least / static_cast<double>(cells);
    // Even ends; the first below the least value, the last above what matters.
    const Rational step = short_dyadic(h, 20);
    const slong first = -2 * std::llround(std::ceil(least / h / 2)) - 2;
    const slong last = 2 * std::llround(std::ceil((t - 1) * least / h / 2)) + 2;
    const slong log2_size = log2_size_of(first, last);
    slong log2_sum = log2_size;
    while ((slong{1} << log2_sum) < p.steps * (last - first) + 1) ++log2_sum;
    constexpr slong most_sum = 21;
    if (log2_sum > most_sum) break;
    const Values values(p, level, weight(bits));
    // Both ends of the lattice are part of the proof: nothing lies below the first, nothing matters above the last.
    const Ball& deepest = values.least();
    if (less_equal(Ball(step * first, bits), deepest) != Truth::yes ||
        less_equal(-deepest * (p.steps - 1), Ball(step * last, bits)) != Truth::yes) {
      break;
    }
    const Lattice x{step, first, last, log2_size};
    const Laws laws = tabulate(values, x, bits, budget);
    if (budget.expired()) break;
    const auto hi = negative_part(p, values, laws, x, log2_sum, bits, budget);
    const auto lo = below(p, values, laws, x, bits, budget);
    found.bits = bits;
    found.cells = cells;
    if (hi && hi->is_finite()) found.hi = std::min(found.hi, (1 - values.w() + *hi).upper());
    if (lo && lo->is_finite()) found.lo = std::max(found.lo, lo->lower());
  }
  found.reached = done();
  return found;
}

}  // namespace

PairBracket delta_pair_at(const DeltaParameters& p, const Rational& level, Direction direction, slong digits,
                          const Budget& budget) {
  if (level.sign() < 0) throw InputError("shuffled-batch", "level", level.to_string(), "at least 0");
  require(direction != Direction::both, "one direction");
  if (direction == Direction::remove) return remove_at(p, level, false, digits, budget);
  PairBracket found = remove_at(p, level, true, digits, budget);
  const Ball w = exponential(p.eps, found.bits);
  found.lo = std::max(Rational(0), (1 - w + w * Ball(found.lo, found.bits)).lower());
  found.hi = std::min(Rational(1), (1 - w + w * Ball(found.hi, found.bits)).upper());
  found.reached = has_digits(found.lo, found.hi, digits);
  return found;
}

}  // namespace hallmark::shuffled_batch
