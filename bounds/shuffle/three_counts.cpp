#include "bounds/shuffle/three_counts.hpp"

#include <cmath>
#include <limits>

#include "bounds/shuffle/threshold_runs.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

// x_+ <= e^(theta x - 1) / theta turns the expectation into a product.
struct Tilt {
  Ball h;      // e^(-theta drift)
  Ball g;      // (e^(theta gain) + e^(-theta loss)) / 2
  Ball scale;  // 1 / (e theta)
};

// The theta that makes the bound of the whole sum smallest, in plain doubles: a proposal.
double best_theta(const ThreeCounts& x) {
  const double n = static_cast<double>(x.n);
  const double pair = x.pair.to_double_up();
  const double third = x.third.to_double_up();
  const double gain = x.gain.to_double_up();
  const double loss = x.loss.to_double_up();
  const double drift = x.drift.to_double_up();
  const auto worth = [&](double log_theta) {
    const double theta = steady::exp(log_theta);
    const double z_minus_1 =
        pair * (steady::expm1(theta * gain) + steady::expm1(-theta * loss)) + third * steady::expm1(-theta * drift);
    const double value = n * steady::log1p(z_minus_1) - log_theta;
    return std::isfinite(value) ? value : std::numeric_limits<double>::max();
  };
  return steady::exp(least_place(worth, -60, 690, 200));
}

Tilt tilt(const ThreeCounts& x, slong bits) {
  const Ball theta = exactly(best_theta(x), bits);
  return {exp(-theta * x.drift), (exp(theta * x.gain) + exp(-theta * x.loss)) / 2, exp(Ball(-1, bits)) / theta};
}

PairWindow window(const ThreeCounts& x, const Tilt& tilt, slong bits) {
  const Ball z_pairs = 2 * x.pair * tilt.g;
  const Ball z_others = x.nothing_else ? x.third * tilt.h : x.third * tilt.h + x.neither;
  const Ball z = z_pairs + z_others;
  const Binomial tilted{x.n, z_pairs / z, z_others / z};
  const Ball odds = z_pairs / z_others;
  const CountRange range = likely_range(x.n, odds.to_double_up(), bits);
  const Ball most = tilt.scale * pow(z, static_cast<ulong>(x.n));
  return {range, mass_outside(tilted, odds, range, bits) * most, most};
}

class Double {
 public:
  Double(const ThreeCounts& x, slong bits, const Budget& budget)
      : x_(x),
        bits_(bits),
        budget_(budget),
        tilt_(tilt(x, bits)),
        both_(x.gain + x.loss),
        tau_(x.loss / both_),
        step_(x.drift / both_),
        rest_(x.nothing_else ? x.third : x.third + x.neither),
        rho_(x.third / rest_),
        rho_complement_(x.neither / rest_),
        down_(x.neither / x.third) {}

  std::optional<Ball> run() {
    const auto [range, rest, most] = window(x_, tilt_, bits_);

    const auto sum =
        sum_of_pieces(range.lo, range.hi, Ball(0, bits_), [&](slong from, slong to) { return rows(from, to); });
    if (!sum) return std::nullopt;
    const Ball total = plus_up_to(*sum, rest);
    return total.is_finite() ? std::optional(total) : std::nullopt;
  }

 private:
  // The sum over from <= t <= to.
  std::optional<Ball> rows(slong from, slong to) const {
    if (budget_.expired()) return std::nullopt;
    Ball sum(0, bits_);
    const Ball odds = 2 * x_.pair / rest_;
    Ball weight = pmf({x_.n, 2 * x_.pair, rest_}, from);
    FairCoins coins(bits_, budget_);
    for (slong t = from; t <= to; ++t) {
      if (t > 0) {  // no pairs, no gain
        const auto one = row(t, coins);
        if (!one) return std::nullopt;
        sum += weight * *one;
      }
      weight = weight * odds * (x_.n - t) / (t + 1);
    }
    return sum;
  }

  // (k - 1 - tau t) / step: the smallest u, as a real, whose threshold is k or more.
  [[nodiscard]] Ball start_of(slong k, slong t) const { return (k - 1 - tau_ * t) / step_; }

  // Where the row of t begins: the largest u that gains, and its threshold; u may have k + 1 too where that is ambiguous.
  struct Top {
    slong u;
    slong k;
    bool ambiguous = false;
  };
  [[nodiscard]] std::optional<Top> top_of(slong t, const CountRange& range) const {
    const Ball at_top = tau_ * t + step_ * range.hi;
    if (!at_top.is_finite()) return std::nullopt;
    const Rational k_top = floor(at_top.upper()) + 1;
    if (floor(at_top.lower()) + 2 < k_top) return std::nullopt;
    if (k_top <= Rational(t)) return Top{range.hi, k_top.to_long()};
    // Beyond t nothing is gained. With a drift of 0 all u have the threshold of the top: at most t, as tau < 1.
    if (step_.is_zero()) return Top{range.hi, t};
    const auto above = clipped_ceiling(start_of(t + 1, t), range.lo, range.hi);
    if (!above) return std::nullopt;
    return Top{above->ambiguous ? above->at : above->at - 1, t, above->ambiguous};
  }

  // The smallest u of [bottom, top] with the threshold k.
  [[nodiscard]] std::optional<ClippedCeiling> start_of_run(slong k, slong t, slong bottom, slong top) const {
    if (k == 0) return ClippedCeiling{bottom, false};
    if (!step_.is_zero()) return clipped_ceiling(start_of(k, t), bottom, top);
    // No drift: the threshold is floor(tau t) + 1 for every u, or one less where the ball cannot tell.
    const Ball place = tau_ * t;
    return ClippedCeiling{bottom, floor(place.lower()) + 1 < Rational(k)};
  }

  // What the sums over a row go along: u with its weight, k with the coins' mass and tail.
  struct Place {
    slong u;
    Ball w;
    slong k;
    Ball b;
    Ball tail;
  };

  // The run of at.k, from at.u down to its start.
  std::optional<Ball> run_of(Place& at, slong t, slong count, bool single, const ClippedCeiling& start) const {
    const slong high = at.u;
    const Ball w_high = at.w;
    Ball total = at.w;
    for (; at.u > start.at; --at.u) {
      if (at.u % 4096 == 0 && budget_.expired()) return std::nullopt;
      at.w *= at.u;
      at.w /= count - at.u + 1;
      at.w *= down_;
      total += at.w;
    }
    // sum of u bin(count, rho; u) over the run.
    const Ball moment =
        single ? total * high : rho_ * count * total + rho_complement_ * at.u * at.w - rho_ * (count - high) * w_high;
    Ball sum = gain_of(at.k, t, at.b, at.tail, total, moment);
    if (start.ambiguous) {
      // The first u of the run (without drift: all of them) might have threshold k - 1, which then gains more.
      const Ball more = at.b * at.k / (t - at.k + 1) * both_ * ((at.k - 1) - tau_ * t - step_ * at.u);
      sum += hull(Ball(0, bits_), max(more, Ball(0, bits_))) * (step_.is_zero() ? total : at.w);
    }
    return sum;
  }

  // All u of one t, from the top of the window down, run by run of the threshold k.
  std::optional<Ball> row(slong t, FairCoins& coins) const {
    if (budget_.expired()) return std::nullopt;
    const slong count = x_.n - t;
    const bool single = x_.nothing_else || count == 0;
    CountRange range{count, count};
    if (!single) range = likely_range(count, (tilt_.h / down_).to_double_up(), bits_);
    const slong bottom = range.lo;
    const auto top = top_of(t, range);
    if (!top) return std::nullopt;
    if (top->u < bottom) return remainders(t, range, count, single);
    coins.move_to(t, top->k);
    Place at{top->u, single ? Ball(1, bits_) : pmf({count, rho_, rho_complement_}, top->u), top->k, coins.pmf(),
             coins.tail()};
    Ball sum(0, bits_);
    if (top->ambiguous) {
      // u = top has threshold t or t + 1, and gains F or 0: take back what the run of t is about to add.
      const Ball gain = gain_of(at.k, t, at.b, at.tail, Ball(1, bits_), Ball(at.u, bits_));
      sum += hull(Ball(0, bits_), -gain) * at.w;
    }
    while (true) {
      if (at.k % 256 == 0 && budget_.expired()) return std::nullopt;
      const auto start = start_of_run(at.k, t, bottom, at.u);
      if (!start) return std::nullopt;
      if (start->at <= at.u) {
        const auto gained = run_of(at, t, count, single, *start);
        if (!gained) return std::nullopt;
        sum += *gained;
        if (at.u == bottom) break;
        --at.u;
        at.w = at.w * (at.u + 1) / (count - at.u) * down_;
      }
      // Threshold k - 1: B(k-1) = B(k) k / (t-k+1), S(k-1) = S(k) + B(k-1).
      at.b = at.b * at.k / (t - at.k + 1);
      at.tail += at.b;
      --at.k;
      require(at.k >= 0, "thresholds end at 0");
    }
    return sum + remainders(t, range, count, single);
  }

  // The inner expectation summed over a run: total = sum of weights, moment = sum of u times weights.
  [[nodiscard]] Ball gain_of(slong k, slong t, const Ball& b, const Ball& tail, const Ball& total,
                             const Ball& moment) const {
    return both_ * k / 2 * b * total - ((x_.loss - x_.gain) * t / 2 * total + x_.drift * moment) * tail;
  }

  // What the u outside the window of t add: between 0 and this.
  [[nodiscard]] Ball remainders(slong t, const CountRange& range, slong count, bool single) const {
    Ball none(0, bits_);
    if (single) return none;
    const Binomial law{count, rho_, rho_complement_};
    Ball rest(0, bits_);
    if (range.hi < count) {
      rest += geometric_rest(pmf(law, range.hi) * pow(tilt_.h, static_cast<ulong>(range.hi)),
                             tilt_.h * (count - range.hi) / (down_ * (range.hi + 1)));
    }
    if (range.lo > 0) {
      rest += geometric_rest(pmf(law, range.lo) * pow(tilt_.h, static_cast<ulong>(range.lo)),
                             down_ * range.lo / (tilt_.h * (count - range.lo + 1)));
    }
    return plus_up_to(none, rest * tilt_.scale * pow(tilt_.g, static_cast<ulong>(t)));
  }

  const ThreeCounts& x_;
  slong bits_;
  const Budget& budget_;
  Tilt tilt_;
  Ball both_;            // gain + loss
  Ball tau_;             // loss / both
  Ball step_;            // drift / both: the threshold is floor(tau t + step u) + 1
  Ball rest_;            // 1 - 2 pair
  Ball rho_;             // of the third category, given that a draw is in neither of the two
  Ball rho_complement_;  // 1 - rho
  Ball down_;            // (1 - rho) / rho
};

}  // namespace

PairWindow pair_window(const ThreeCounts& counts, slong bits) { return window(counts, tilt(counts, bits), bits); }

std::optional<Ball> positive_part(const ThreeCounts& counts, slong bits, const Budget& budget) {
  return Double(counts, bits, budget).run();
}

std::optional<Rational> positive_part_exact(const ExactThreeCounts& x, const Budget& budget) {
  constexpr slong most = 100;
  if (x.n > most) return std::nullopt;
  const Rational neither = 1 - x.pair * 2 - x.third;
  const Rational half("1/2");
  Rational sum(0);
  Rational choose_t(1);  // C(n, t) (2 pair)^t
  for (slong t = 1; t <= x.n; ++t) {
    if (budget.expired()) return std::nullopt;
    choose_t = choose_t * (x.n - t + 1) / t * x.pair * 2;
    const slong count = x.n - t;
    for (slong u = 0; u <= count; ++u) {
      Rational weight = choose_t * pow(x.third, u);
      for (slong i = 0; i < u; ++i) weight = weight * (count - i) / (i + 1);
      if (neither.sign() != 0 || count != u) weight *= pow(neither, count - u);
      if (weight.sign() == 0) continue;
      Rational coins = pow(half, t);
      for (slong j = t; j >= 0; --j) {
        const Rational worth = x.gain * j - x.loss * (t - j) - x.drift * u;
        if (worth.sign() <= 0) break;
        sum += weight * coins * worth;
        coins = coins * j / (t - j + 1);
      }
    }
  }
  return sum;
}

}  // namespace hallmark
