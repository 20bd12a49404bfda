#include "bounds/shuffle/count_diagonals.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "bounds/shuffle/threshold_runs.hpp"
#include "exact/binomial.hpp"
#include "exact/parallel.hpp"

namespace hallmark {
namespace {

// Mass and one pmf of U up to v, moved from one place to the next.
class LowerTail {
 public:
  LowerTail(const Ball& rho, const Ball& complement, slong least, slong bits)
      : rho_(rho), complement_(complement), down_(complement / rho), least_(least), mass_(0, bits), pmf_(0, bits) {}

  // P(Bin(count, rho) <= v) and its last term.
  void start(slong count, slong v) {
    count_ = count;
    v_ = v;
    const Binomial law{count, rho_, complement_};
    pmf_ = hallmark::pmf(law, v);
    mass_ = pmf_;
    Ball term = pmf_;
    for (slong u = v; u > least_; --u) {
      term *= u;
      term /= count - u + 1;
      term *= down_;
      mass_ += term;
    }
    const slong last = std::min(v, least_);
    if (last > 0) mass_ = plus_up_to(mass_, geometric_rest(term, down_ * last / (count - last + 1)));
  }

  // The same for a count that is `fewer` less, and v at another place.
  void move(slong fewer, slong v) {
    constexpr slong edge = 4;
    if (v_ > count_ - fewer - edge || v > count_ - fewer - edge || std::abs(v - v_) > v_ - least_) {
      start(count_ - fewer, v);
      return;
    }
    for (slong i = 0; i < fewer; ++i) {
      pmf_ *= count_ - v_;
      pmf_ /= count_;
      pmf_ /= complement_;
      mass_.add_product(rho_, pmf_);
      --count_;
    }
    for (; v_ > v; --v_) {
      mass_ -= pmf_;
      pmf_ *= v_;
      pmf_ /= count_ - v_ + 1;
      pmf_ *= down_;
    }
    for (; v_ < v; ++v_) {
      pmf_ *= count_ - v_;
      pmf_ /= v_ + 1;
      pmf_ /= down_;
      mass_ += pmf_;
    }
  }

  [[nodiscard]] const Ball& mass() const { return mass_; }
  [[nodiscard]] const Ball& pmf() const { return pmf_; }
  [[nodiscard]] Ball pmf_after() const { return pmf_ * (count_ - v_) / (v_ + 1) / down_; }
  // The sum of u times its mass, up to v.
  [[nodiscard]] Ball moment() const { return rho_ * (mass_ * count_ - pmf_ * (count_ - v_)); }

 private:
  const Ball& rho_;
  const Ball& complement_;
  Ball down_;
  slong least_;
  slong count_ = 0;
  slong v_ = 0;
  Ball mass_;
  Ball pmf_;
};

class Diagonals {
 public:
  Diagonals(const ThreeCounts& x, const Weights& slope, const PairWindow& pairs, slong reach, slong bits,
            const Budget& budget)
      : x_(x),
        slope_(slope),
        bits_(bits),
        budget_(budget),
        pairs_(pairs),
        both_(x.gain + x.loss),
        tau_(x.loss / both_),
        step_(x.drift / both_),
        rest_(x.third + x.neither),
        rho_(x.third / rest_),
        complement_(x.neither / rest_) {
    const double odds = (x.third / x.neither).to_double_up();
    least_ = likely_range(x.n - pairs.range.hi, odds, reach).lo;
    most_ = likely_range(x.n - pairs.range.lo, odds, reach).hi;
  }

  // Whether the boundary is short beside the rectangle of all pairs of counts, and in memory: a proposal.
  [[nodiscard]] bool are_few() const {
    constexpr double small = 200'000;
    constexpr double most_rows = 0x1p23;
    const double rows = static_cast<double>(pairs_.range.hi - pairs_.range.lo) + 1;
    const double width = static_cast<double>(most_ - least_) + 1;
    const double diagonals = (2 * tau_.to_double_up() - 1) * rows + 2 * step_.to_double_up() * width;
    return rows * width > small && rows <= most_rows && 4 * diagonals < rows;
  }

  std::optional<PositivePart> run() {
    const auto size = static_cast<std::size_t>(pairs_.range.hi - pairs_.range.lo + 1);
    first_.assign(size, 0);
    beyond_.assign(size, 0);
    PositivePart total{plus_up_to(Ball(0, bits_), pairs_.rest + x_.drift * outside()), Ball(0, bits_)};
    constexpr slong chunk = 64;
    if (!add_all(total, (static_cast<slong>(size) - 1) / chunk + 1, [&](slong i) {
          const slong from = pairs_.range.lo + i * chunk;
          return rows(from, std::min(from + chunk - 1, pairs_.range.hi));
        })) {
      return std::nullopt;
    }
    if (x_.drift.is_zero()) return total;
    slong lowest = 0;
    slong highest = -1;
    for (slong t = pairs_.range.lo; t <= pairs_.range.hi; ++t) {
      const auto [first, beyond] = zone(t);
      if (first >= beyond) continue;
      lowest = highest < lowest ? 2 * first - t : std::min(lowest, 2 * first - t);
      highest = std::max(highest, 2 * (beyond - 1) - t);
    }
    if (!add_all(total, highest - lowest + 1, [&](slong i) { return diagonal(lowest + i); })) return std::nullopt;
    return total;
  }

  // The sum at the mean of U, and along the chord between the ends of its window.
  std::optional<Ball> at_mean() const {
    const Ball odds = 2 * x_.pair / rest_;
    Ball weight = pmf({x_.n, 2 * x_.pair, rest_}, pairs_.range.lo);
    FairCoins middle(bits_, budget_);
    FairCoins left(bits_, budget_);
    FairCoins right(bits_, budget_);
    Ball below(0, bits_);
    Ball above = pairs_.rest + x_.drift * outside();
    const Ball window(most_ - least_, bits_);
    for (slong t = pairs_.range.lo; t <= pairs_.range.hi; ++t) {
      if (budget_.expired()) return std::nullopt;
      const Ball mean = rho_ * (x_.n - t);
      const auto low = gain_at(t, Ball(least_, bits_), left);
      const auto high = gain_at(t, Ball(most_, bits_), right);
      const auto typical = gain_at(t, mean, middle);
      if (!low || !high || !typical) return std::nullopt;
      below += weight * *typical;
      above += weight * (*low * (most_ - mean) + *high * (mean - least_)) / window;
      weight = weight * odds * (x_.n - t) / (t + 1);
    }
    if (!below.is_finite() || !above.is_finite()) return std::nullopt;
    const Rational least = std::max(below.lower(), Rational(0));
    return Ball::between(least, std::max(least, above.upper()), bits_);
  }

 private:
  // E(gain N1 - loss N2 - drift u)_+ given N1 + N2 = t, for a real u. A k in doubt is counted: it gains at most what the
  // place of the threshold leaves open.
  std::optional<Ball> gain_at(slong t, const Ball& u, FairCoins& coins) const {
    const Ball threshold = tau_ * t + step_ * u;
    if (!threshold.is_finite()) return std::nullopt;
    const Rational width = threshold.upper() - threshold.lower();
    const Rational first = std::max(floor(threshold.lower()) + 1, Rational(1));
    if (width >= Rational(1)) return std::nullopt;
    if (first > Rational(t)) return Ball(0, bits_);
    coins.move_to(t, first.to_long());
    const Ball sum = sum_from({x_.gain, x_.loss, x_.drift}, t, first.to_long(), u, coins);
    return plus_up_to(sum, both_ * Ball(width, bits_));
  }

  struct Zone {
    slong first;   // fewer of the first category gain nothing within the window of U
    slong beyond;  // from here on all of it gains
  };
  [[nodiscard]] Zone zone(slong t) const {
    const auto i = static_cast<std::size_t>(t - pairs_.range.lo);
    return {first_[i], beyond_[i]};
  }

  template <typename Part>
  bool add_all(PositivePart& total, slong count, const Part& part) {
    std::vector<std::optional<PositivePart>> parts(static_cast<std::size_t>(std::max(count, slong{0})));
    parallel_for(count, [&](slong i) { parts[static_cast<std::size_t>(i)] = part(i); });
    for (const auto& one : parts) {
      if (!one) return false;
      total.value += one->value;
      total.slope += one->slope;
    }
    return total.value.is_finite();
  }

  // E(U - most)_+ + E(least - U)_+ for all counts of pairs: masses beyond fall at least geometrically.
  [[nodiscard]] Ball outside() const {
    Ball sum(0, bits_);
    const auto series = [&](const Ball& mass, const Ball& ratio) {
      const Ball room = 1 - ratio;
      sum += is_positive(room) == Truth::yes ? mass / (room * room) : Ball::anything(bits_);
    };
    const slong many = x_.n - pairs_.range.lo;
    if (most_ < many) {
      series(pmf({many, rho_, complement_}, most_ + 1),
             rho_ * std::max(many - most_ - 1, slong{0}) / (complement_ * (most_ + 2)));
    }
    const slong few = x_.n - pairs_.range.hi;
    if (least_ > 0) {
      series(pmf({few, rho_, complement_}, least_ - 1), complement_ * (least_ - 1) / (rho_ * (few - least_ + 2)));
    }
    return sum;
  }

  // first a - second (t - a) - third U, summed over a >= k: all U.
  static Ball sum_from(const Weights& w, slong t, slong k, const Ball& mean, const FairCoins& coins) {
    return (w.first + w.second) * (coins.tail() * t + coins.pmf() * k) / 2 -
           (w.second * t + w.third * mean) * coins.tail();
  }

  // The zones of some t, and what lies beyond them.
  std::optional<PositivePart> rows(slong from, slong to) {
    if (budget_.expired()) return std::nullopt;
    PositivePart sum{Ball(0, bits_), Ball(0, bits_)};
    const Weights gains{x_.gain, x_.loss, x_.drift};
    const Ball odds = 2 * x_.pair / rest_;
    Ball weight = pmf({x_.n, 2 * x_.pair, rest_}, from);
    FairCoins coins(bits_, budget_);
    for (slong t = from; t <= to; ++t) {
      const Ball low = tau_ * t + step_ * least_;
      const Ball high = tau_ * t + step_ * most_;
      if (!high.is_finite()) return std::nullopt;
      const auto place = [&](const Rational& x) {
        return std::clamp(floor(x) + 1, Rational(1), Rational(t) + 1).to_long();
      };
      const auto i = static_cast<std::size_t>(t - pairs_.range.lo);
      const slong first = first_[i] = place(low.lower());
      const slong beyond = beyond_[i] = place(high.upper());
      if (beyond <= t) {
        coins.move_to(t, beyond);
        const Ball mean = rho_ * (x_.n - t);
        sum.value += weight * sum_from(gains, t, beyond, mean, coins);
        sum.slope += weight * sum_from(slope_, t, beyond, mean, coins);
      }
      for (slong k = first; x_.drift.is_zero() && k < beyond; ++k) {  // a tie that the balls cannot see
        const Ball half(Rational("1/2"), bits_);
        const Ball most = max(both_ * (k - tau_ * t), Ball(0, bits_)) * pmf({t, half, half}, k);
        sum.value = plus_up_to(sum.value, weight * most);
      }
      weight = weight * odds * (x_.n - t) / (t + 1);
    }
    return sum;
  }

  // All boundary points with 2k - t = d.
  std::optional<PositivePart> diagonal(slong d) const {
    PositivePart sum{Ball(0, bits_), Ball(0, bits_)};
    LowerTail tail(rho_, complement_, least_, bits_);
    const Ball half(Rational("1/2"), bits_);
    const Ball ratio = x_.pair * x_.pair / (rest_ * rest_);
    Ball weight(0, bits_);
    slong last = -3;  // the t before, if any
    for (slong t = pairs_.range.lo + ((pairs_.range.lo ^ d) & 1); t <= pairs_.range.hi; t += 2) {
      const slong k = (t + d) / 2;
      const auto [first, beyond] = zone(t);
      if (t + d < 0 || k < first || k >= beyond) continue;
      if (budget_.expired()) return std::nullopt;
      const slong count = x_.n - t;
      const Ball excess = k - tau_ * t;
      const Ball edge = excess / step_;
      if (!edge.is_finite()) return std::nullopt;
      const Rational low = edge.lower();
      const Rational high = edge.upper();
      const slong v = std::clamp(floor(low), Rational(least_), Rational(std::min(most_, count))).to_long();
      if ((v < count && high > Rational(v + 2)) || low < Rational(v - 1)) return std::nullopt;
      if (last == t - 2) {
        weight *= count + 2;
        weight *= count + 1;
        weight /= k;
        weight /= t - k;
        weight *= ratio;
        tail.move(2, v);
      } else {
        weight = pmf({x_.n, 2 * x_.pair, rest_}, t) * pmf({t, half, half}, k);
        tail.start(count, v);
      }
      last = t;
      const Ball moment = tail.moment();
      Ball gain = both_ * (excess * tail.mass() - step_ * moment);
      if (v < count && high > Rational(v + 1))
        gain = plus_up_to(gain, x_.drift * Ball(high - (v + 1), bits_) * tail.pmf_after());
      if (low < Rational(v)) gain = plus_up_to(gain, x_.drift * Ball(Rational(v) - low, bits_) * tail.pmf());
      sum.value.add_product(weight, gain);
      sum.slope += weight * ((slope_.first * k - slope_.second * (t - k)) * tail.mass() - slope_.third * moment);
    }
    return sum;
  }

  const ThreeCounts& x_;
  const Weights& slope_;
  slong bits_;
  const Budget& budget_;
  const PairWindow& pairs_;
  Ball both_;        // gain + loss
  Ball tau_;         // loss / both
  Ball step_;        // drift / both
  Ball rest_;        // 1 - 2 pair
  Ball rho_;         // of the third category, given that a draw is in neither of the two
  Ball complement_;  // 1 - rho
  slong least_ = 0;  // the window of U
  slong most_ = 0;
  std::vector<slong> first_;  // the zones, by t
  std::vector<slong> beyond_;
};

}  // namespace

std::optional<PositivePart> positive_part_by_diagonals(const CountsAtBits& x, slong bits, const Budget& budget,
                                                       DiagonalsAre used) {
  constexpr slong smallest = 300;  // bits of the value
  constexpr slong rough = 64;
  const ThreeCounts draft = x.counts(rough);
  if (draft.nothing_else || is_positive(draft.third) != Truth::yes) return std::nullopt;
  const Ball most = pair_window(draft, rough).most;
  if (!most.is_finite() || is_positive(most) != Truth::yes) return std::nullopt;
  const bool chosen = used == DiagonalsAre::always;
  if (!chosen && most.centre_exponent() < -smallest) return std::nullopt;
  const slong reach = bits + rough / 2 + std::max(slong{0}, -most.centre_exponent());
  slong inner = reach;
  for (slong n = draft.n; n > 1; n /= 2) inner += 2;  // sums of the size of n cancel
  const ThreeCounts counts = x.counts(inner);
  const Weights slope = x.slope(inner);
  const PairWindow pairs = pair_window(counts, reach);
  Diagonals diagonals(counts, slope, pairs, reach, inner, budget);
  return chosen || diagonals.are_few() ? diagonals.run() : std::nullopt;
}

std::optional<Ball> positive_part_at_mean(const CountsAtBits& x, const Budget& budget) {
  constexpr slong bits = 128;
  constexpr slong spare = 12;       // bits of the value that the windows may leave out
  constexpr slong smallest = 2000;  // bits of the value: the windows of a smaller one are too long
  const ThreeCounts draft = x.counts(bits);
  if (is_positive(draft.neither) != Truth::yes || is_positive(draft.third) != Truth::yes) return std::nullopt;
  const Ball most = pair_window(draft, bits).most;
  if (!most.is_finite() || is_positive(most) != Truth::yes) return std::nullopt;
  if (most.centre_exponent() < -smallest) return std::nullopt;
  const slong reach = spare + std::max(slong{0}, -most.centre_exponent());
  const ThreeCounts counts = x.counts(bits + 2 * reach);
  const Weights slope{counts.gain, counts.loss, counts.drift};
  const PairWindow pairs = pair_window(counts, reach);
  return Diagonals(counts, slope, pairs, reach, bits + 2 * reach, budget).at_mean();
}

}  // namespace hallmark
