#include "bounds/shuffle/krr_weak.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "bounds/shuffle/count_diagonals.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "bounds/shuffle/threshold_runs.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::krr {
namespace {

// x_+ <= e^(theta x - 1) / theta turns the expectation into a product: with h = e^(-theta (w-1) gamma / k) and
// G = (e^(theta (1-gamma)) + e^(-theta w (1-gamma))) / 2 the inner expectation is at most scale G^s h^m.
struct Tilt {
  Ball h;
  Ball g;
  Ball scale;  // 1 / (e theta)
};

// The theta that makes the bound of the whole sum smallest, in plain doubles: a proposal.
double best_theta(const WeakView& x) {
  const double n = static_cast<double>(x.n);
  const double share = (x.gamma / x.k).to_double_up();
  const double truth = x.truth.to_double_up();
  const double w = x.w.to_double_up();
  const double drift = (x.w_minus_1 * x.gamma / x.k).to_double_up();
  const double edge = (x.edge / x.k).to_double_up();  // the largest gain of one user
  const double gamma = x.gamma.to_double_up();
  const auto worth = [&](double log_theta) {
    const double theta = steady::exp(log_theta);
    const double z_minus_1 = share * (steady::expm1(theta * edge) + steady::expm1(-theta * (w * truth + drift))) +
                             (gamma - 2 * share) * steady::expm1(-theta * drift);
    const double value = n * steady::log1p(z_minus_1) - log_theta;
    return std::isfinite(value) ? value : std::numeric_limits<double>::max();
  };
  return steady::exp(least_place(worth, -60, 690, 200));
}

Tilt tilt(const WeakView& x, slong bits) {
  const Ball theta = exactly(best_theta(x), bits);
  return {exp(-theta * x.w_minus_1 * x.gamma / x.k), (exp(theta * x.truth) + exp(-theta * x.w * x.truth)) / 2,
          exp(Ball(-1, bits)) / theta};
}

// sum over s of bin(n, 2 gamma/k; s) times sums over j = m - s of bin(n-s, rho; j) F(s + j, s).
struct Sums {
  Ball value;
  Ball slope;  // in w
  Sums& operator+=(const Sums& other) {
    value += other.value;
    slope += other.slope;
    return *this;
  }
};

class Double {
 public:
  Double(const WeakView& x, slong bits, const Budget& budget)
      : x_(x),
        bits_(bits),
        budget_(budget),
        tilt_(tilt(x, bits)),
        tau_(x.w / (x.w + 1)),
        step_(x.w_minus_1 * x.gamma / (x.truth * (x.w + 1) * x.k)),
        pairs_odds_(2 * x.gamma / x.rest),
        rho_(x.gamma * (x.k - 2) / x.rest),
        rho_complement_(x.truth * x.k / x.rest),
        down_(x.truth * x.k / (x.gamma * std::max(x.k - 2, slong{1}))),
        share_(x.gamma / x.k) {}

  Sample run() {
    const Ball z_pairs = 2 * share_ * tilt_.g * tilt_.h;
    const Ball z_others = share_ * (x_.k - 2) * tilt_.h + x_.truth;
    const Ball z = z_pairs + z_others;
    const Binomial tilted{x_.n, z_pairs / z, z_others / z};
    const Ball odds = z_pairs / z_others;
    const CountRange range = likely_range(x_.n, odds.to_double_up(), bits_);
    const Ball rest = mass_outside(tilted, odds, range, bits_) * (tilt_.scale * pow(z, static_cast<ulong>(x_.n)));

    const auto total = sum_of_pieces(range.lo, range.hi, Sums{Ball(0, bits_), Ball(0, bits_)},
                                     [&](slong from, slong to) { return rows(from, to); });
    if (!total) return nothing_known(bits_);
    const Ball factor = 1 / (share_ * x_.n);
    const Ball value = plus_up_to(total->value, rest) * factor;
    if (!value.is_finite()) return nothing_known(bits_);
    return {clamp(value, 0, 1), x_.w * total->slope * factor};
  }

 private:
  std::optional<Sums> rows(slong from, slong to) const {
    if (budget_.expired()) return std::nullopt;
    Sums sums{Ball(0, bits_), Ball(0, bits_)};
    Ball weight = pmf({x_.n, 2 * share_, x_.rest / x_.k}, from);
    FairCoins coins(bits_, budget_);
    for (slong s = from; s <= to; ++s) {
      if (s > 0) {  // no pairs, no gain
        const auto one = row(s, coins);
        if (!one) return std::nullopt;
        sums.value += weight * one->value;
        sums.slope += weight * one->slope;
      }
      weight = weight * pairs_odds_ * (x_.n - s) / (s + 1);
    }
    return sums;
  }

  // (t - 1 - tau s) / step: the smallest m, as a real, whose threshold is t or more.
  [[nodiscard]] Ball start_of(slong t, slong s) const { return (t - 1 - tau_ * s) / step_; }

  // The threshold t of the largest m in [bottom, m] whose gain may not be 0, beyond s nothing is gained; `unsure` where
  // the threshold of that m may be t + 1 = s + 1. An m below `bottom`: there is none.
  struct Top {
    slong m, t;
    bool unsure;
  };
  [[nodiscard]] std::optional<Top> top_of(slong s, slong bottom, slong m) const {
    const Ball threshold = tau_ * s + step_ * m;
    if (!threshold.is_finite()) return std::nullopt;
    const Rational t = floor(threshold.upper()) + 1;
    if (floor(threshold.lower()) + 2 < t) return std::nullopt;
    if (t <= Rational(s)) return Top{m, t.to_long(), false};
    const auto beyond = clipped_ceiling(start_of(s + 1, s), bottom, m);
    if (!beyond) return std::nullopt;
    return Top{beyond->ambiguous ? beyond->at : beyond->at - 1, s, beyond->ambiguous};
  }

  // The masses w of m, m - 1, ..., start added up, m and w taken down to `start`.
  [[nodiscard]] std::optional<Ball> mass_down_to(slong start, slong s, slong& m, Ball& w) const {
    Ball total = w;
    for (; m > start; --m) {
      if (m % 4096 == 0 && budget_.expired()) return std::nullopt;
      const slong j = m - s;
      w *= j;
      w /= x_.n - s - j + 1;
      w *= down_;
      total += w;
    }
    return total;
  }

  // All m of one s, from the top of the window down, run by run of the threshold t.
  std::optional<Sums> row(slong s, FairCoins& coins) const {
    if (budget_.expired()) return std::nullopt;
    const slong count = x_.n - s;
    CountRange range{0, 0};
    const bool single = x_.k == 2 || count == 0;
    if (!single) range = likely_range(count, (tilt_.h / down_).to_double_up(), bits_);
    const slong bottom = s + range.lo;
    const auto top = top_of(s, bottom, s + range.hi);
    if (!top) return std::nullopt;
    Sums sums = remainders(s, range, count, single);
    slong m = top->m;
    if (m < bottom) return sums;

    slong t = top->t;
    Ball w = single ? Ball(1, bits_) : pmf({count, rho_, rho_complement_}, m - s);
    coins.move_to(s, t);
    Ball b = coins.pmf();
    Ball tail = coins.tail();
    if (top->unsure) {
      // m has threshold s or s + 1, and gains F or 0: take back what the run of s is about to add.
      const Ball gain = gain_of(t, s, b, tail, Ball(1, bits_), Ball(m, bits_));
      sums.value += hull(Ball(0, bits_), -gain) * w;
    }
    while (true) {
      if (t % 256 == 0 && budget_.expired()) return std::nullopt;
      // The run of t: from `start` to m.
      ClippedCeiling start{bottom, false};
      if (t != 0 && !step_.is_zero()) {
        const auto c = clipped_ceiling(start_of(t, s), bottom, m);
        if (!c) return std::nullopt;
        start = *c;
      }
      if (start.at <= m) {
        const slong high = m - s;
        const Ball w_high = w;
        const auto total = mass_down_to(start.at, s, m, w);
        if (!total) return std::nullopt;
        // sum of j bin(count, rho; j) over the run.
        const slong low = m - s;
        const Ball first = single ? Ball(0, bits_)
                                  : rho_ * count * *total + rho_complement_ * low * w - rho_ * (count - high) * w_high;
        const Ball moment = first + *total * s;
        sums.value += gain_of(t, s, b, tail, *total, moment);
        sums.slope += x_.truth * t / 2 * b * *total - (x_.truth * s / 2 * *total + share_ * moment) * tail;
        if (start.ambiguous) {
          // m = start.at might have threshold t - 1, which then gains more by this.
          const Ball more = b * t / (s - t + 1) * x_.truth * (x_.w + 1) * ((t - 1) - tau_ * s - step_ * m);
          sums.value += hull(Ball(0, bits_), max(more, Ball(0, bits_))) * w;
        }
        if (m == bottom) return sums;
        --m;
        w = w * (m + 1 - s) / (count - m + s) * down_;
      }
      // Threshold t - 1: B(t-1) = B(t) t / (s-t+1), S(t-1) = S(t) + B(t-1).
      b = b * t / (s - t + 1);
      tail += b;
      --t;
      require(t >= 0, "thresholds end at 0");
    }
  }

  // F summed over a run: total = sum of weights, moment = sum of m times weights.
  [[nodiscard]] Ball gain_of(slong t, slong s, const Ball& b, const Ball& tail, const Ball& total,
                             const Ball& moment) const {
    return x_.truth * (x_.w + 1) * t / 2 * b * total -
           x_.w_minus_1 * (x_.truth * s / 2 * total + share_ * moment) * tail;
  }

  // What the m outside the window of s add: between 0 and this.
  [[nodiscard]] Sums remainders(slong s, const CountRange& range, slong count, bool single) const {
    Sums none{Ball(0, bits_), Ball(0, bits_)};
    if (single) return none;
    const Binomial law{count, rho_, rho_complement_};
    Ball rest(0, bits_);
    if (range.hi < count) {
      rest += geometric_rest(pmf(law, range.hi) * pow(tilt_.h, static_cast<ulong>(s + range.hi)),
                             tilt_.h * (count - range.hi) / (down_ * (range.hi + 1)));
    }
    if (range.lo > 0) {
      rest += geometric_rest(pmf(law, range.lo) * pow(tilt_.h, static_cast<ulong>(s + range.lo)),
                             down_ * range.lo / (tilt_.h * (count - range.lo + 1)));
    }
    none.value = plus_up_to(none.value, rest * tilt_.scale * pow(tilt_.g, static_cast<ulong>(s)));
    return none;
  }

  const WeakView& x_;
  slong bits_;
  const Budget& budget_;
  Tilt tilt_;
  Ball tau_;             // w / (w+1)
  Ball step_;            // (w-1) gamma / (k (1-gamma) (1+w)): the threshold is floor(tau s + step m) + 1
  Ball pairs_odds_;      // of a report in the two categories: (2 gamma/k) / (1 - 2 gamma/k)
  Ball rho_;             // of a uniform report in another category, given that it is in neither
  Ball rho_complement_;  // 1 - rho
  Ball down_;            // (1 - rho) / rho
  Ball share_;           // gamma / k
};

}  // namespace

Sample weak_delta(const WeakView& view, slong bits, const Budget& budget) { return Double(view, bits, budget).run(); }

namespace {

// The third count is that of all reports drawn at random: those in the two categories drift too.
ThreeCounts counts_of(const WeakView& x) {
  const Ball share = x.gamma / x.k;
  const Ball drift = x.w_minus_1 * share;
  return {.n = x.n,
          .pair = share,
          .third = share * (x.k - 2),
          .neither = x.truth,
          .nothing_else = false,
          .gain = x.edge / x.k,
          .loss = x.w * x.truth + drift,
          .drift = drift};
}

}  // namespace

Ball weak_delta_upper(const WeakView& view, slong bits) {
  return pair_window(counts_of(view), bits).most * view.k / (view.gamma * view.n);
}

std::optional<Sample> weak_delta_by_diagonals(const std::function<WeakView(slong bits)>& view_at, slong bits,
                                              const Budget& budget) {
  const auto counts = [&](slong at) { return counts_of(view_at(at)); };
  const auto slope = [&](slong at) {
    const WeakView x = view_at(at);
    const Ball share = x.gamma / x.k;
    return Weights{-share, x.truth + share, share};
  };
  const auto found = positive_part_by_diagonals({counts, slope}, bits, budget);
  if (!found) return std::nullopt;
  const WeakView x = view_at(2 * bits);
  const Ball factor = x.k / (x.gamma * x.n);
  return Sample{clamp(found->value * factor, 0, 1).with_bits(bits), (x.w * found->slope * factor).with_bits(bits)};
}

std::optional<Rational> weak_delta_exact(slong n, slong k, const Rational& gamma, const Rational& w,
                                         const Budget& budget) {
  constexpr slong most = 500;
  if (n > most) return std::nullopt;
  const Rational u = gamma.numerator();
  const Rational v = gamma.denominator();
  const Rational x = w.numerator();
  const Rational y = w.denominator();
  constexpr double limit = 1e5;  // digits
  const double digits = 0.30103 * (static_cast<double>(n) * static_cast<double>((v * k).height_bits()) +
                                   static_cast<double>(y.height_bits() + u.height_bits()) + 32);
  if (digits > limit) return std::nullopt;
  // All weights over (v k)^n, all gains over 2 v y k 2^s: sums of integers.
  const Rational others = u * (k - 2);
  const Rational none = (v - u) * k;
  Rational sum(0);
  Rational choose_s(1);  // C(n, s) u^s
  for (slong s = 1; s <= n; ++s) {
    if (budget.expired()) return std::nullopt;
    choose_s = choose_s * (n - s + 1) / s * u;
    const slong count = n - s;
    Rational weight = choose_s * pow(none, count);  // times C(count, j) others^j none^-j
    // Threshold t = floor((w s + (w-1) gamma m / (k (1-gamma))) / (1+w)) + 1, m = s + j.
    const Rational slope = (w - 1) * gamma / ((1 - gamma) * k * (w + 1));
    const Rational base = w / (w + 1) * s;
    slong t = s + 1;
    Rational c(0), tail(0);  // C(s, t), sum of C(s, i) over i >= t
    std::vector<std::pair<Rational, Rational>> from(static_cast<std::size_t>(s) + 2, {Rational(0), Rational(0)});
    for (t = s; t >= 0; --t) {
      c = t == s ? Rational(1) : c * (t + 1) / (s - t);
      tail += c;
      from[static_cast<std::size_t>(t)] = {c, tail};
    }
    for (slong j = 0; j <= count; ++j) {
      const slong m = s + j;
      const Rational threshold = floor(base + slope * m) + 1;
      if (threshold > Rational(s)) break;
      const auto& [here, above] = from[static_cast<std::size_t>(threshold.to_long())];
      sum += weight * ((v - u) * (x + y) * threshold * k * here - (x - y) * ((v - u) * s * k + u * 2 * m) * above);
      if (k == 2) break;
      weight = weight * (count - j) / (j + 1) * others / none;
    }
  }
  return sum / (u * y * 2 * n) / pow(v * k, n);
}

}  // namespace hallmark::krr
