#include "bounds/shuffle/clones_renyi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "bounds/shuffle/clones.hpp"
#include "exact/ball_vector.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::clones {
namespace {

// The pair and the order at one precision.
struct Problem {
  Problem(const RenyiParameters& x, slong precision)
      : n(x.n),
        bits(precision),
        e(exponential(x.eps0, precision)),
        e_minus_1(exponential_minus_1(x.eps0, precision)),
        q(e_minus_1 / (e + 1)),
        p(1 / e),
        p_complement(e_minus_1 / e),
        alpha(x.alpha.ball(precision)),
        beta(alpha - 1) {
    if (const auto r = x.alpha.rational()) {
      beta = Ball(*r - 1, precision);
      constexpr slong largest = slong{1} << 40;
      if (r->is_integer() && *r <= Rational(largest)) whole = (*r - 1).to_long();
    }
  }

  // x^(alpha - 1).
  [[nodiscard]] Ball power(const Ball& x) const {
    return whole ? pow(x, static_cast<ulong>(*whole)) : exp(beta * log(x));
  }

  slong n;
  slong bits;
  Ball e, e_minus_1;
  Ball q;
  Ball p, p_complement;
  Ball alpha, beta;
  std::optional<slong> whole;  // alpha - 1, where it is an integer
};

// The same in plain doubles, for proposals. t = 1 - u, so that points near t = 1 can be told apart.
struct Sketch {
  explicit Sketch(const Problem& x, const Number& eps0_number)
      : count(static_cast<double>(x.n - 1)),
        eps0(eps0_number.ball(64).to_double_up()),
        p(steady::exp(-eps0)),
        q(steady::tanh(eps0 / 2)),
        q_complement(2 * p / (1 + p)),
        alpha(x.alpha.to_double_up()),
        beta(x.beta.to_double_up()) {}

  [[nodiscard]] double a(double u) const {
    const double t = 1 - u;
    return std::min(0.5 * (steady::log1p(q * t) - steady::log(q_complement + q * u)), eps0 / 2);
  }
  static double log_cosh(double x) {
    return x < 1e-4 ? x * x / 2 : x + steady::log1p(steady::exp(-2 * x)) - std::numbers::ln2;
  }
  static double log_sinh(double x) {
    constexpr double least = std::numeric_limits<double>::denorm_min();  // an order or an angle too small for a double
    return x < 1e-4 ? steady::log(std::max(x, least)) : x + steady::log1p(-steady::exp(-2 * x)) - std::numbers::ln2;
  }
  [[nodiscard]] double log_f(double u) const { return log_cosh((alpha + beta) * a(u)) - log_cosh(a(u)); }
  [[nodiscard]] double log_f_minus_1(double u) const {
    return std::numbers::ln2 + log_sinh(alpha * a(u)) + log_sinh(beta * a(u)) - log_cosh(a(u));
  }
  static double rate(double u) {
    const double t = 1 - u;
    return ((1 + t) * steady::log1p(t) + (u > 0 ? u * steady::log(u) : 0)) / 2;
  }
  // ln of E[e^(-(C+1) I)].
  [[nodiscard]] double log_tail(double u) const { return count * steady::log1p(p * steady::expm1(-rate(u))) - rate(u); }
  [[nodiscard]] double odds(double u) const { return p * steady::exp(-rate(u)) / -steady::expm1(-eps0); }

  double count, eps0, p, q, q_complement, alpha, beta;
};

// |T| in [1 - right, 1 - left].
struct Cell {
  double left;
  double right;
  double log_bound;  // about ln of what it adds at most, over all c
};

// Cells over [0, 1] in u, fine where they matter, and how large one must be to matter, in nats.
struct Cells {
  std::vector<Cell> all;
  double least;
};

Cells make_cells(const Sketch& s, double depth) {
  double peak = -std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 4096; ++i) {
    const double x = i / 4096.0;
    for (const double u : {x, steady::exp2(-60 * x), 1 - steady::exp2(-60 * x)}) {
      if (u < 1) peak = std::max(peak, s.log_f_minus_1(u) + s.log_tail(u));
    }
  }
  constexpr double told_apart = 0x1p-50;  // of the peak, in doubles
  Cells cells{{}, peak - std::max(depth, std::fabs(peak) * told_apart)};
  constexpr double fine = 1.0;  // nats
  constexpr double smallest = 0x1p-70;
  constexpr std::size_t most = 20'000;
  std::vector<std::pair<double, double>> open{{0.0, 1.0}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    // The larger t is at the left.
    const double bound = s.log_f_minus_1(left) + s.log_tail(right);
    const double span = s.log_f(left) - s.log_f(right) + s.log_tail(right) - s.log_tail(left);
    const double middle = left == 0 && right < 1e-6 ? right / 16 : (left + right) / 2;
    const bool splits = bound > cells.least && !(span <= fine) && right - left > smallest && middle > left &&
                        middle < right && cells.all.size() + open.size() < most;
    if (splits) {
      open.emplace_back(left, middle);
      open.emplace_back(middle, right);
    } else {
      cells.all.push_back({left, right, bound});
    }
  }
  return cells;
}

// f(1 - u) - 1 = 2 sinh(alpha A) sinh((alpha-1) A) / cosh(A), and e^(-I(1 - u)) with I itself.
struct Bounds {
  Ball f_minus_1;
  Ball f;
};
Bounds f_at(const Problem& x, const Ball& u) {
  const Ball t = 1 - u;
  const Ball a = log(((1 + t) * x.e + u) / ((1 + t) + u * x.e)) / 2;
  const Ball f_minus_1 = 2 * sinh(x.alpha * a) * sinh(x.beta * a) / cosh(a);
  return {f_minus_1, f_minus_1 + 1};
}
Ball rate(const Ball& u) {
  const Ball t = 1 - u;
  const Ball left = (1 + t) * log1p(t);
  return (u.is_zero() ? left : left + u * log(u)) / 2;
}

// Where the sum lives, and what lies elsewhere.
struct Window {
  std::vector<Cell> cells;
  std::vector<Ball> masses;  // bounds of E_C Pr[|T| >= t], t the smaller end of the cell
  CountRange c;
  double u_lo, u_hi;
  Ball outside_c;  // all T, c outside
  Ball dropped;    // all c, T outside [1 - u_hi, 1 - u_lo]
  Ball all;        // everything: an upper bound of the whole sum
};

Window make_window(const Problem& x, const Sketch& s) {
  constexpr double ln2 = 0.6931471805599453;
  const double depth = static_cast<double>(x.bits) * ln2 + 40;
  const Cells cells = make_cells(s, depth);
  constexpr slong coarse = 192;
  Window w{cells.all, {}, {x.n - 1, 0}, 1, 0, Ball(0, coarse), Ball(0, coarse), Ball(0, coarse)};
  for (const Cell& cell : cells.all) {
    const double over = std::min(cell.log_bound - cells.least, 4 * depth);
    if (!(over > 0)) continue;
    w.u_lo = std::min(w.u_lo, cell.left);
    w.u_hi = std::max(w.u_hi, cell.right);
    const CountRange r = likely_range(x.n - 1, s.odds(cell.right), static_cast<slong>(over / ln2) + 8);
    w.c = {std::min(w.c.lo, r.lo), std::max(w.c.hi, r.hi)};
  }
  if (w.u_lo > w.u_hi) {  // beyond the doubles
    w.u_lo = 0;
    w.u_hi = 1;
    w.c = likely_range(x.n - 1, s.odds(0), static_cast<slong>(depth / ln2));
  }
  const Ball p = x.p.with_bits(coarse);
  const Ball p_complement = x.p_complement.with_bits(coarse);
  for (const Cell& cell : cells.all) {
    const Ball decay = rate(exactly(cell.right, coarse));
    const Ball lesser = p * exp(-decay);
    const Ball mass = lesser + p_complement;
    w.masses.push_back(2 * exp(-decay) * pow(mass, static_cast<ulong>(x.n - 1)));
    const Ball total = w.masses.back() * f_at(x, exactly(cell.left, coarse)).f_minus_1.with_bits(coarse);
    w.all += total;
    if (cell.right <= w.u_lo || cell.left >= w.u_hi) {
      w.dropped += total;
      continue;
    }
    const Binomial tilted{x.n - 1, lesser / mass, p_complement / mass};
    const Ball odds = lesser / p_complement;
    Ball rest(0, coarse);
    if (w.c.hi < x.n - 1) {
      rest += geometric_rest(pmf(tilted, w.c.hi), odds * (x.n - 1 - w.c.hi) / (w.c.hi + 1));
    }
    if (w.c.lo > 0) rest += geometric_rest(pmf(tilted, w.c.lo), Ball(w.c.lo, coarse) / (odds * (x.n - w.c.lo)));
    w.outside_c += rest.is_bounded() ? total * rest : total;
  }
  return w;
}

// sum_{j=1}^{J} a_2j q^2j E[T_m^2j] as a polynomial in 1/m, and what is left after J terms, averaged over m.
struct Series {
  std::vector<Ball> d;  // of m^-i
  Ball rest;
};

// How many terms, and for every cell the s at which f's own rest is bounded.
struct Plan {
  slong terms;
  std::vector<double> s;
};

// f's rest after J terms is at most (t/s)^(2J+2) f(s) for t <= s: the least of these over a grid, for every cell.
class Planner {
 public:
  Planner(const Sketch& x, const Window& w) : x_(x), w_(w) {
    constexpr int points = 256;
    for (int i = points; i >= 1; --i) {
      const double s = static_cast<double>(i) / points;
      grid_.emplace_back(s, x.log_f(1 - s));
    }
  }

  // ln of the rest, about; `chosen` gets the s of every cell.
  [[nodiscard]] double rest(slong terms, std::vector<double>* chosen) const {
    double worst = -std::numeric_limits<double>::infinity();
    for (const Cell& cell : w_.cells) {
      const double t = 1 - cell.left;
      double best = x_.log_f(cell.left);
      double at = t;
      for (const auto& [s, log_f] : grid_) {
        if (s <= t) break;
        const double here = log_f + static_cast<double>(2 * terms + 2) * steady::log(t / s);
        if (here < best) {
          best = here;
          at = s;
        }
      }
      if (chosen != nullptr) chosen->push_back(at);
      worst = std::max(worst, best + x_.log_tail(cell.right));
    }
    return worst;
  }

  // The fewest terms that leave less than e^goal; nothing where that is too many.
  [[nodiscard]] std::optional<Plan> find(double goal) const {
    constexpr slong most = 1024;
    slong low = 0, high = 1;
    while (rest(high, nullptr) > goal) {
      low = high;
      high *= 2;
      if (low >= most) return std::nullopt;
    }
    while (high - low > 1) {
      const slong middle = (low + high) / 2;
      (rest(middle, nullptr) > goal ? low : high) = middle;
    }
    Plan plan{high, {}};
    (void)rest(high, &plan.s);
    return plan;
  }

 private:
  const Sketch& x_;
  const Window& w_;
  std::vector<std::pair<double, double>> grid_;  // s, ln f(s), falling
};

std::optional<Series> series(const Problem& x, const Window& w, const Plan& plan, const Budget& budget) {
  const auto terms = static_cast<std::size_t>(plan.terms);
  // Neighbouring powers of 1/m cancel about J^2 / m nats of each other.
  const slong guard = 2 * plan.terms * std::min(plan.terms / (w.c.lo + 1) + 1, slong{4});
  const slong bits = x.bits + std::min(guard, 64 + 4 * plan.terms * plan.terms / (w.c.lo + 1));
  // f_k of ((1+z)/(1-z))^(alpha-1): (k+1) f_(k+1) = (k-1) f_(k-1) + 2 (alpha-1) f_k; a_k = f_k + f_(k-1).
  std::vector<Ball> f{Ball(1, bits), 2 * x.beta.with_bits(bits)};
  for (slong k = 1; k < 2 * plan.terms; ++k) {
    const auto i = static_cast<std::size_t>(k);
    f.push_back(((k - 1) * f[i - 1] + 2 * x.beta.with_bits(bits) * f[i]) / (k + 1));
  }
  // tanh z = sum tau_l z^(2l-1), from tanh' = 1 - tanh^2: (2l-1) tau_l = [l = 1] - sum tau_i tau_(l-i).
  std::vector<Ball> tau{Ball(0, bits)};
  for (std::size_t l = 1; l <= terms; ++l) {
    Ball sum(l == 1 ? 1 : 0, bits);
    for (std::size_t i = 1; i < l; ++i) sum -= tau[i] * tau[l - i];
    tau.push_back(sum / (2 * l - 1));
  }
  // E[Y^2k] / (2k)! = sum_i F_(k,i) m^i, Y = m T, from cosh^m: F_k = m / (2k) sum_l tau_l F_(k-l). Row i holds
  // F_(i,i), F_(i+1,i), ...
  const BallVector tau_row(tau);
  std::vector<BallVector> rows;
  rows.reserve(terms + 1);
  for (std::size_t i = 0; i <= terms; ++i) rows.emplace_back(static_cast<slong>(terms - i + 1));
  rows[0].set(0, Ball(1, bits));
  Series result{std::vector<Ball>(2 * terms, Ball(0, bits)), Ball(0, bits)};
  Ball scale(1, bits);  // (2k)! q^2k
  const Ball q2 = x.q.with_bits(bits) * x.q.with_bits(bits);
  for (std::size_t k = 1; k <= terms; ++k) {
    if (budget.expired()) return std::nullopt;
    scale = scale * q2 * (2 * k) * (2 * k - 1);
    const Ball weight = (f[2 * k] + f[2 * k - 1]) * scale;
    for (std::size_t i = 1; i <= k; ++i) {
      // F_(k,i) = sum over l = 1, ..., k-i+1 of tau_l F_(k-l,i-1) / (2k)
      const auto last = static_cast<slong>(k - i);
      Ball here = BallVector::convolution(tau_row, 1, rows[i - 1], last, last + 1, bits);
      here /= 2 * k;
      rows[i].set(last, here);
      result.d[2 * k - i].add_product(weight, here);
    }
  }
  for (std::size_t i = 0; i < w.cells.size(); ++i) {
    const slong coarse = w.masses[i].bits();
    const Ball t = 1 - exactly(w.cells[i].left, coarse);
    const bool at_t = plan.s[i] <= 1 - w.cells[i].left;
    const Ball s = at_t ? t : exactly(plan.s[i], coarse);
    Ball rest = w.masses[i] * f_at(x, 1 - s).f.with_bits(coarse);
    if (!at_t) rest *= pow(t / s, static_cast<ulong>(2 * plan.terms + 2));
    result.rest += rest;
  }
  return result;
}

// Sums over lo <= c <= hi of bin(n-1, p; c) (M_c - 1).
struct Partial {
  Ball sum;
  bool complete;
  bool all_counts = false;  // the sum is over all c
};

Partial by_series(const Problem& x, const Series& series, const CountRange& range, const Budget& budget) {
  const slong bits = series.rest.bits();
  Ball sum(0, bits);
  Ball weight = pmf({x.n - 1, x.p.with_bits(bits), x.p_complement.with_bits(bits)}, range.hi);
  const Ball odds = x.e_minus_1.with_bits(bits);
  constexpr slong poll = 1024;
  for (slong c = range.hi;; --c) {
    const Ball inverse = 1 / Ball(c + 1, bits);
    Ball value(0, bits);
    for (std::size_t i = series.d.size(); i-- > 0;) {
      value *= inverse;
      value += series.d[i];
    }
    sum.add_product(weight, value);
    if (c == range.lo) break;
    if ((range.hi - c) % poll == 0 && budget.expired()) return {sum, false};
    weight = weight * odds * c / (x.n - c);
  }
  return {plus_up_to(sum, series.rest), true};
}

// 1/m^i = sum_{k=i}^{K} c(k-1,i-1)/(m)_k + R_i(m), m = C + 1, (m)_k = m (m+1) ... (m+k-1), c the Stirling numbers of the first
// kind without signs: 1/(m (m)_k) = 1/(m)_(k+1) + k/(m (m)_(k+1)), over and over. R_1 = 0, R_(i+1) = R_i/m + c(K,i)/(m (m)_K),
// and 0 <= R_i <= 1/m^i <= 1. E[1/(m)_k] = Pr[bin(n+k-1, p) >= k] / (p^k n (n+1) ... (n+k-1)).
struct Factorials {
  slong count;     // K, at most half the mean of C
  Rational least;  // at most half of it, too
  Ball small;      // at least Pr[m < least] and Pr[bin(n+k-1, p) < k]: e^(-mean/8), of Chernoff's bound
};

// Nothing where they are no cheaper than the counts of the window, or where m is not large beside their number.
std::optional<Factorials> factorials_for(const Problem& x, slong powers, slong counts, slong bits) {
  constexpr slong many = 20'000;
  if (counts < many) return std::nullopt;
  const Ball mean = x.p.with_bits(bits) * (x.n - 1);
  const Rational least = short_dyadic(mean.to_double_down() / 2.01, 40);
  const double each = steady::log2(roughly(Ball(least, 64))) - 2 * steady::log2(static_cast<double>(powers + bits));
  constexpr double enough = 3;  // bits a factorial
  if (!(each > enough)) return std::nullopt;
  return Factorials{powers + static_cast<slong>(static_cast<double>(bits) / each) + 2, least, exp(-mean / 8)};
}

// sum over all c of bin(n-1, p; c) sum_i d_i (c+1)^-i: E[1/m^i] of each i.
Partial by_factorials(const Problem& x, const Series& series, const Factorials& f) {
  const slong bits = series.rest.bits();
  const auto count = static_cast<std::size_t>(f.count);
  // E[1/(m)_k], k = 1, ..., count.
  std::vector<Ball> inverse{Ball(1, bits)};
  const Ball all_but_small = 1 - Ball::between(0, f.small.upper(), bits);
  Ball product(1, bits);
  for (slong k = 1; k <= f.count; ++k) {
    product *= x.p.with_bits(bits) * (x.n + k - 1);
    inverse.push_back(all_but_small / product);
  }
  // Row k - 1 of the Stirling numbers, and of each power the sum so far.
  std::vector<Ball> stirling{Ball(1, bits)};
  std::vector<Ball> powers(series.d.size(), Ball(0, bits));
  for (std::size_t k = 1; k <= count; ++k) {
    for (std::size_t i = 1; i < powers.size() && i <= k; ++i) powers[i].add_product(stirling[i - 1], inverse[k]);
    std::vector<Ball> next(k + 1, Ball(0, bits));
    for (std::size_t l = 0; l < k; ++l) {
      next[l].add_product(stirling[l], Ball(static_cast<slong>(k - 1), bits));
      next[l + 1] += stirling[l];
    }
    stirling = std::move(next);
  }
  Ball sum(0, bits);
  Ball rest(0, bits);
  for (std::size_t i = 1; i < powers.size(); ++i) {
    sum += series.d[i] * plus_up_to(powers[i], abs_upper_end(rest));
    rest = (rest + stirling[i] * inverse.back()) / Ball(f.least, bits) + f.small;
  }
  return {plus_up_to(sum, series.rest), true, true};
}

// M_c - 1 over the T of the window.
Partial directly(const Problem& x, slong c, const Window& w, const Budget& budget) {
  const slong m = c + 1;
  const double half = static_cast<double>(m) / 2;
  const slong last = (m - 1) / 2;  // i = m - (number of heads) < m / 2; T = 0 adds nothing
  constexpr double margin = 2;
  const slong from = std::clamp(static_cast<slong>(half * w.u_lo - margin), slong{0}, last);
  const slong to = std::clamp(static_cast<slong>(half * w.u_hi + margin), slong{0}, last);
  const Ball half_ball(Rational("1/2"), x.bits);
  Ball weight = pmf({m, half_ball, half_ball}, from);
  const Ball scale = 1 / ((x.e + 1) * m);
  Ball sum(0, x.bits);
  Ball up = x.e * m - x.e_minus_1 * from;
  Ball down = m + x.e_minus_1 * from;
  constexpr slong poll = 64;
  for (slong i = from;; ++i) {
    if ((i - from) % poll == 0 && budget.expired()) return {2 * sum, false};
    const Ball r = x.power(up / down);
    sum += weight * ((up * r + down / r) * scale - 1);
    if (i == to) break;
    weight *= m - i;
    weight /= i + 1;
    up -= x.e_minus_1;
    down += x.e_minus_1;
  }
  return {2 * sum, true};
}

Partial by_terms(const Problem& x, const Window& w, const CountRange& range, const Budget& budget) {
  constexpr slong shortest = 8;
  constexpr slong most = slong{1} << 18;  // parts in memory
  const slong chunk = std::max(shortest, (range.hi - range.lo) / most + 1);
  const slong chunks = (range.hi - range.lo) / chunk + 1;
  std::vector<Partial> parts(static_cast<std::size_t>(chunks), {Ball(0, x.bits), false});
  parallel_for(chunks, [&](slong k) {
    if (budget.expired()) return;
    Partial& part = parts[static_cast<std::size_t>(k)];
    const slong from = range.lo + k * chunk;
    const slong to = std::min(from + chunk - 1, range.hi);
    Ball weight = pmf({x.n - 1, x.p, x.p_complement}, to);
    for (slong c = to;; --c) {
      const Partial one = directly(x, c, w, budget);
      part.sum += weight * one.sum;
      if (!one.complete) return;
      if (c == from) break;
      weight = weight * x.e_minus_1 * c / (x.n - c);
    }
    part.complete = true;
  });
  Partial result{Ball(0, x.bits), true};
  for (const Partial& part : parts) {
    result.sum += part.sum;
    result.complete = result.complete && part.complete;
  }
  return result;
}

}  // namespace

Ball renyi(const RenyiParameters& parameters, slong bits, const Budget& budget) {
  check_domain("clones.renyi", parameters.n, parameters.eps0);
  if (less(1, parameters.alpha) != Truth::yes || less_equal(parameters.alpha, largest_order) != Truth::yes) {
    throw InputError("clones.renyi", "alpha", parameters.alpha.to_string(), "above 1 and at most 10^15");
  }
  if (parameters.rounds < 1 || parameters.rounds > max_reports) {
    throw InputError("clones.renyi", "rounds", Rational(parameters.rounds).to_string(), "an integer from 1 to 10^15");
  }
  const Problem x(parameters, bits);
  const Sketch sketch(x, parameters.eps0);
  const Window w = make_window(x, sketch);
  const double peak = log(w.all).to_double_up();

  // By moments or by terms, whichever looks cheaper.
  constexpr double ln2 = 0.6931471805599453;
  const auto plan = Planner(sketch, w).find(peak - static_cast<double>(bits) * ln2 - 8);
  const double counts = static_cast<double>(w.c.hi - w.c.lo + 1);
  const double points = (static_cast<double>(w.c.lo + w.c.hi) / 2 + 2) * (w.u_hi - w.u_lo) / 2 + 4;
  const double terms = plan ? static_cast<double>(plan->terms) : 0;
  const bool by_moments = plan && terms * terms * terms / 6 + counts * 2 * terms < 20 * counts * points;
  const auto moments = [&]() -> Partial {
    const auto found = series(x, w, *plan, budget);
    if (!found) return {Ball(0, bits), false};
    const slong powers = static_cast<slong>(found->d.size());
    const auto factorials = factorials_for(x, powers, w.c.hi - w.c.lo + 1, found->rest.bits());
    return factorials ? by_factorials(x, *found, *factorials) : by_series(x, *found, w.c, budget);
  };
  const Partial p = by_moments ? moments() : by_terms(x, w, w.c, budget);
  Ball sum = p.sum.with_bits(bits);
  if (!p.all_counts) {  // the moments know all T, but only for c in the window: what is dropped counts either way
    sum = plus_up_to(sum, w.dropped.with_bits(bits));
    sum = plus_up_to(sum, w.outside_c.with_bits(bits));
  }
  const auto divergence = [&](const Ball& value) { return log1p(value) * parameters.rounds / x.beta; };
  if (p.complete) return divergence(sum);
  const Ball low = divergence(p.sum.with_bits(bits));
  const Ball high = divergence(w.all.with_bits(bits));
  if (!low.is_bounded() || !high.is_bounded()) return Ball::anything(bits);
  return hull(low, high);
}

}  // namespace hallmark::clones
