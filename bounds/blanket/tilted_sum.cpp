#include "bounds/blanket/tilted_sum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "exact/circular_power.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::blanket {
namespace {

constexpr slong largest_log2_size = 56;
constexpr slong largest_window = 20;

// In floating point, a proposal: a law's places, what they mean, and the logarithms of its masses.
class Tilting {
 public:
  Tilting(const Placed& law, const Meanings& meanings) {
    for (std::size_t i = 0; i < law.places.size(); ++i) {
      const double mass = law.weights[i].to_double_up();
      if (!(mass > 0)) continue;
      places_.push_back(static_cast<double>(law.places[i]));
      meanings_.push_back(meanings.empty() ? places_.back() : meanings[i]);
      logs_.push_back(steady::log(mass));
    }
  }

  struct Moments {
    double meaning;  // their mean
    double mean, variance;
  };
  // Under the masses times e^(t place).
  [[nodiscard]] Moments at(double t) const {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < logs_.size(); ++i) most = std::max(most, logs_[i] + t * places_[i]);
    double sum = 0, meaning = 0, one = 0, two = 0;
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      const double k = places_[i];
      const double p = steady::exp(logs_[i] + t * k - most);
      sum += p;
      meaning += p * meanings_[i];
      one += p * k;
      two += p * k * k;
    }
    const double mean = one / sum;
    return {meaning / sum, mean, std::max(two / sum - mean * mean, 0.0)};
  }

  // The t >= 0 at which what they mean is 0 in the mean: where the sum is most likely positive, if it ever is.
  [[nodiscard]] double best_tilt() const {
    if (std::none_of(meanings_.begin(), meanings_.end(), [](double x) { return x > 0; })) return 0;
    if (at(0).meaning >= 0) return 0;
    double low = 0;
    double high = 1e-12;
    while (high < 1e3 && at(high).meaning < 0) {
      low = high;
      high *= 4;
    }
    constexpr int halvings = 60;
    for (int i = 0; i < halvings; ++i) {
      const double middle = (low + high) / 2;
      (at(middle).meaning < 0 ? low : high) = middle;
    }
    return low;
  }

 private:
  std::vector<double> places_;
  std::vector<double> meanings_;
  std::vector<double> logs_;
};

Rational short_number(double x) {
  constexpr int kept = 20;
  return x == 0 ? Rational(0) : short_dyadic(x, kept);
}

// The tilted law in all.
struct TiltedLaw {
  Placed law;
  Ball total;
};

TiltedLaw tilted_law(const Placed& masses, const Ball& theta, slong bits) {
  TiltedLaw tilted{masses, Ball(0, bits)};
  const auto tilts = exponentials(theta, masses.places, bits);
  for (std::size_t i = 0; i < tilts.size(); ++i) {
    Ball& m = tilted.law.weights[i];
    m = max(m.with_bits(bits), Ball(0, bits)) * tilts[i];
    tilted.total += m;
  }
  for (Ball& m : tilted.law.weights) m /= tilted.total;
  return tilted;
}

// Chernoff: E e^(t (S - high)) over what lies above, E e^(-t (S - low)) below, for a few t.
void bound_outside(TiltedSum& sum, const Placed& law, slong rounds, slong bits) {
  const double unit = sum.deviation > 0 ? 1 / sum.deviation : 1;
  const slong low_bits = 64;
  const auto growth = [&](const Rational& t, slong sign, slong from) {
    Ball mean(0, low_bits);
    const auto tilts = exponentials(Ball(t, low_bits) * sign, law.places, low_bits);
    for (std::size_t i = 0; i < tilts.size(); ++i) mean += law.weights[i].with_bits(low_bits) * tilts[i];
    return exp(log(mean) * rounds - Ball(t, low_bits) * (sign * from));
  };
  Ball above(1, low_bits);
  Ball below(1, low_bits);
  for (const double multiple : {0.0, 2.0, 5.0, 8.0, 11.0, 16.0, 30.0}) {
    const Rational t = short_number(multiple * unit);
    Ball over = multiple == 0 ? Ball(1, low_bits) : growth(t, 1, sum.high());
    if (!over.is_finite()) continue;
    if (multiple > 0) {
      above = min(above, over);
      const Ball under = growth(t, -1, sum.low);
      if (under.is_finite()) below = min(below, under);
    }
    sum.growths.emplace_back(t, low_bits);
    sum.beyond.push_back(std::move(over));
  }
  sum.outside = (above + below).with_bits(bits);
}

// The powers of the transform where they are not negligible; false where they are many, or the budget ends.
bool add_frequencies(TiltedSum& sum, const Placed& law, slong rounds, slong bits, const Budget& budget) {
  const slong negligible = sum.left_out.bits() + sum.log2_size;
  constexpr double of_frequency = 5, of_place = 0.03;  // microseconds, beside about one of a point of the window
  constexpr double most = 0x1p20;
  const double limit = std::ldexp(1 / (of_frequency + of_place * static_cast<double>(law.places.size())),
                                  static_cast<int>(sum.log2_size));
  auto runs = large_frequencies(law, rounds, sum.log2_size, negligible,
                                std::llround(sum.log2_size > largest_window ? most : std::min(limit, most)), budget);
  if (!runs) return false;
  auto powers = transform_at(*runs, law, sum.log2_size, bits, budget);
  if (!powers) return false;
  for (ComplexBall& power : *powers) power = pow(power, static_cast<ulong>(rounds));
  sum.runs = *std::move(runs);
  sum.powers = *std::move(powers);
  sum.left_out = Ball(1, sum.left_out.bits()).mul_2exp(-negligible);
  return true;
}

// The law on the window, one transform there and one back; false where it is too long or the budget ends.
bool add_window(TiltedSum& sum, const Placed& law, slong rounds, slong bits, const Budget& budget) {
  if (sum.log2_size > largest_window) return false;
  const slong size = slong{1} << sum.log2_size, first = law.places.front();
  std::vector<Ball> masses(static_cast<std::size_t>(law.places.back() - first + 1), Ball(0, bits));
  for (std::size_t i = 0; i < law.places.size(); ++i) {
    masses[static_cast<std::size_t>(law.places[i] - first)] = law.weights[i].with_bits(bits);
  }
  const auto around = circular_power(masses, rounds, sum.log2_size, bits, budget);
  if (!around) return false;
  // The sum k stands at k - rounds first, modulo the size.
  for (slong k = sum.low; k <= sum.high(); ++k) {
    const ulong at = static_cast<ulong>(k) - static_cast<ulong>(rounds) * static_cast<ulong>(first);
    sum.window.push_back(max((*around)[at & static_cast<ulong>(size - 1)], Ball(0, bits)));
  }
  return true;
}

// e^(-theta j - 2 pi i f j / n) for one frequency f after the other.
class PowerOfZ {
 public:
  PowerOfZ(const TiltedSum& sum, slong j, slong bits)
      : sum_(sum),
        j_(j),
        bits_(bits),
        size_(exp(-sum.theta.with_bits(bits) * j)),
        turn_(turned(Ball(1, bits), 1, -j, sum.log2_size, bits)),
        value_(bits) {}

  [[nodiscard]] const ComplexBall& at(slong f) {
    constexpr slong products = 16;  // before a fresh start
    if (f == next_ && f % products != 0) {
      value_ *= turn_;
    } else {
      value_ = turned(size_, f, -j_, sum_.log2_size, bits_);
    }
    next_ = f + 1;
    return value_;
  }

 private:
  const TiltedSum& sum_;
  slong j_, bits_;
  Ball size_;
  ComplexBall turn_;
  ComplexBall value_;
  slong next_ = -1;
};

// Bits of powers of z: those of a sum, and what differences of powers near 1 lose.
slong wide_bits(const TiltedSum& sum, slong bits) {
  const slong tilt_bits = sum.theta.is_zero() ? 0 : -sum.theta.centre_exponent();
  return bits + 3 * std::max(sum.log2_size, tilt_bits);
}

// The mean over all frequencies of the powers times what `value(i, f)` says at the frequency f, the i-th.
template <typename Value>
Ball mean_of(const TiltedSum& sum, slong bits, const Value& value) {
  Ball total(0, bits);
  std::size_t i = 0;
  const slong half = slong{1} << (sum.log2_size - 1);
  for (const Run& run : sum.runs) {
    for (slong f = run.first; f < run.first + run.count; ++f, ++i) {
      Ball one = real_of_product(sum.powers[i], value(i, f));
      total += f == 0 || f == half ? one : one.mul_2exp(1);
    }
  }
  return total.mul_2exp(-sum.log2_size);
}

ComplexBall one_of(slong bits) { return {Ball(1, bits), Ball(0, bits)}; }

}  // namespace

Placed Masses::placed() const {
  Placed all;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i].is_zero() && i > 0 && i + 1 < at.size()) continue;
    all.places.push_back(first + static_cast<slong>(i));
    all.weights.push_back(at[i]);
  }
  return all;
}

std::optional<TiltedSum> tilted_sum(const Placed& masses, slong rounds, slong bits, const Budget& budget,
                                    const Meanings& meanings) {
  require(rounds >= 1 && !masses.places.empty(), "a law to be summed");
  const Tilting shape(masses, meanings);
  const double tilt = shape.best_tilt();
  const Tilting::Moments moments = shape.at(tilt);
  const auto length = static_cast<double>(masses.places.back() - masses.places.front() + 1);
  const auto copies = static_cast<double>(rounds);
  const double deviation = std::sqrt(copies * moments.variance);
  const double reach = std::min(9 * deviation + length, copies * length + 2);
  slong log2_size = 3;
  while (std::ldexp(1.0, static_cast<int>(log2_size)) < std::max(2 * reach + 2, length)) ++log2_size;
  constexpr double largest_middle = 0x1p60;
  if (log2_size > largest_log2_size || !(std::fabs(copies * moments.mean) < largest_middle)) return std::nullopt;

  const slong middle = meanings.empty() ? 0 : std::llround(copies * moments.mean);
  TiltedSum sum{.theta = Ball(short_number(tilt), bits),
                .scale = Ball(1, bits),
                .low = middle - (slong{1} << (log2_size - 1)),
                .log2_size = log2_size,
                .deviation = deviation,
                .window = {},
                .runs = {},
                .powers = {},
                .left_out = Ball(0, bits),
                .outside = Ball(0, bits),
                .growths = {},
                .beyond = {}};
  const slong power_bits = bits + static_cast<slong>(std::ilogb(copies)) + 1;
  const TiltedLaw tilted = tilted_law(masses, sum.theta, power_bits);
  sum.scale = pow(tilted.total, static_cast<ulong>(rounds));
  constexpr slong few_rounds = 128;  // of which a power is small hardly anywhere
  const bool is_short = rounds <= few_rounds && log2_size <= largest_window;
  if ((is_short || !add_frequencies(sum, tilted.law, rounds, power_bits, budget)) &&
      !add_window(sum, tilted.law, rounds, bits, budget)) {
    return std::nullopt;
  }
  bound_outside(sum, tilted.law, rounds, bits);
  return sum;
}

namespace {

// sum_k k e^(-theta k) q(k) over 1 <= k <= high.
Ball first_moment(const TiltedSum& sum, slong bits) {
  const slong wide = wide_bits(sum, bits), high = sum.high();
  PowerOfZ firsts(sum, 1, wide), lasts(sum, high, wide);
  const auto moments = [&](slong f) -> ComplexBall {
    if (f == 0 && sum.theta.is_zero()) return {Ball(Rational(high) * (high + 1) / 2, bits), Ball(0, bits)};
    const ComplexBall &z = firsts.at(f), &last = lasts.at(f);
    const ComplexBall below_one = one_of(wide) - z;
    const ComplexBall inner = one_of(wide) - last * Ball(high + 1, wide) + z * last * Ball(high, wide);
    return (z * inner / (below_one * below_one)).rounded(bits);
  };
  Ball total = mean_of(sum, bits, [&](std::size_t, slong f) { return moments(f); });
  return total.widen(sum.left_out * moments(0).real());
}

Ball first_moment_of_window(const TiltedSum& sum, slong bits) {
  Ball total(0, bits);
  const Ball factor = exp(-sum.theta);
  Ball power = factor;
  for (slong k = 1; k <= sum.high(); ++k) {
    total += sum.at(k) * power * k;
    power *= factor;
  }
  return total;
}

}  // namespace

Ball positive_part_upper(const TiltedSum& sum, slong bits) {
  const slong high = sum.high();
  require(sum.low <= 1 && high >= 1, "a window around 0");
  const Ball total = sum.window.empty() ? first_moment(sum, bits) : first_moment_of_window(sum, bits);
  std::optional<Ball> tail;
  for (std::size_t i = 0; i < sum.growths.size(); ++i) {
    const Ball exponent = (sum.theta + sum.growths[i]) * high;
    if (less_equal(Ball(1, bits), exponent) != Truth::yes) continue;
    Ball here = exp(-sum.theta * high) * high * sum.beyond[i];
    tail = tail ? min(*tail, here) : std::move(here);
  }
  if (!tail) return Ball(1, bits) / Ball(0, bits);
  return sum.scale * (total + *tail);
}

std::optional<EventGain> EventGain::of(const TiltedSum& sum, Placed gains, slong bits, const Budget& budget) {
  EventGain event(sum, std::move(gains), bits);
  if (!sum.window.empty()) return event;
  Placed turned = event.gains_;
  const auto tilts = exponentials(sum.theta, turned.places, bits);
  for (std::size_t i = 0; i < tilts.size(); ++i) turned.weights[i] *= tilts[i];
  auto at = transform_at(sum.runs, turned, sum.log2_size, bits, budget);
  if (!at) return std::nullopt;
  event.at_ = *std::move(at);
  return event;
}

EventGain::EventGain(const TiltedSum& sum, Placed gains, slong bits)
    : sum_(sum), gains_(std::move(gains)), bits_(bits), wide_(wide_bits(sum, bits)) {}

Ball EventGain::at(slong total) const { return sum_.window.empty() ? by_frequencies(total) : by_window(total); }

Ball EventGain::by_window(slong total) const {
  slong k = std::max(sum_.low, total - gains_.places.back());
  const Ball factor = exp(-sum_.theta);
  Ball power = exp(-sum_.theta * k);
  Ball value(0, bits_), gain(0, bits_);
  auto i = gains_.places.size();
  for (; k <= sum_.high(); ++k) {
    for (; i > 0 && gains_.places[i - 1] >= total - k; --i) gain += gains_.weights[i - 1];
    value += sum_.at(k) * power * gain;
    power *= factor;
  }
  return sum_.scale * value;
}

Ball EventGain::by_frequencies(slong total) const {
  const slong high = sum_.high();
  Ball all(0, bits_), terms(0, bits_), sizes(0, bits_);
  for (std::size_t i = 0; i < gains_.places.size(); ++i) {
    const slong from = total - gains_.places[i];
    all += gains_.weights[i];
    terms += gains_.weights[i] * (high + 1 - from);
    sizes += abs_upper_end(gains_.weights[i]) * exp(-sum_.theta * from);
  }
  PowerOfZ firsts(sum_, 1, wide_), totals(sum_, total, wide_), lasts(sum_, high + 1, wide_);
  Ball value = mean_of(sum_, bits_, [&](std::size_t i, slong f) -> ComplexBall {
    if (f == 0 && sum_.theta.is_zero()) return {terms, Ball(0, bits_)};
    return (totals.at(f) * at_[i] - lasts.at(f) * all) / (one_of(wide_) - firsts.at(f));
  });
  return sum_.scale * value.widen(sizes.mul_2exp(sum_.log2_size) * sum_.left_out);
}

namespace {

// What a total gains but for a constant, e^(-theta (total - middle)) times a sum of waves, in floating point.
class Waves {
 public:
  Waves(const TiltedSum& sum, const Placed& gains, const std::vector<ComplexBall>& at, slong bits)
      : middle_(sum.middle()), theta_(roughly(sum.theta)), log2_size_(static_cast<int>(sum.log2_size)) {
    const slong half = slong{1} << (sum.log2_size - 1);
    const Ball unit =
        exp(-sum.theta * (middle_ + gains.places.back()));  // keeps what is tilted in the range of doubles
    PowerOfZ firsts(sum, 1, bits);
    std::size_t i = 0;
    for (const Run& run : sum.runs) {
      for (slong f = run.first; f < run.first + run.count; ++f, ++i) {
        if (f == 0 && sum.theta.is_zero()) continue;
        const ComplexBall wave = sum.powers[i] * at[i] * unit / (one_of(bits) - firsts.at(f));
        const double share = f == 0 || f == half ? 0.5 : 1;
        waves_.push_back({f, share * roughly(wave.real()), share * roughly(wave.imaginary())});
      }
    }
    if (!sum.theta.is_zero()) return;
    for (const Ball& gain : gains.weights) slope_ -= roughly(gain) / 2;
  }

  [[nodiscard]] double at(slong total) const {
    double v = slope_ * static_cast<double>(total);
    for (const Wave& wave : waves_) {
      const ulong steps =
          static_cast<ulong>(wave.frequency) * static_cast<ulong>(total) & ((ulong{1} << log2_size_) - 1);
      const double angle = 2 * M_PI * std::ldexp(static_cast<double>(steps), -log2_size_);
      v += wave.re * steady::cos(angle) + wave.im * steady::sin(angle);
    }
    return v * steady::exp(std::clamp(-theta_ * static_cast<double>(total - middle_), -600.0, 600.0));
  }

 private:
  struct Wave {
    slong frequency;
    double re, im;
  };
  slong middle_;
  double theta_;
  int log2_size_;
  std::vector<Wave> waves_;
  double slope_ = 0;  // of the frequency 0 without a tilt
};

// The same by sums over the window.
class WindowSums {
 public:
  WindowSums(const TiltedSum& sum, const Placed& gains) : low_(sum.low), places_(gains.places) {
    const double theta = roughly(sum.theta);
    from_.resize(sum.window.size() + 1);
    for (slong k = sum.high(); k >= sum.low; --k) {
      const auto i = static_cast<std::size_t>(k - low_);
      const double tilt = std::clamp(-theta * static_cast<double>(k - sum.middle()), -600.0, 600.0);
      from_[i] = from_[i + 1] + roughly(sum.at(k)) * steady::exp(tilt);
    }
    for (const Ball& gain : gains.weights) gains_.push_back(roughly(gain));
  }

  [[nodiscard]] double at(slong total) const {
    double v = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const slong from = std::clamp(total - places_[i] - low_, slong{0}, static_cast<slong>(from_.size()) - 1);
      v += gains_[i] * from_[static_cast<std::size_t>(from)];
    }
    return v;
  }

 private:
  slong low_;
  const std::vector<slong>& places_;
  std::vector<double> gains_;
  std::vector<double> from_;  // what the law has from a place on
};

}  // namespace

slong EventGain::best_total(slong first, slong last) const {
  std::function<double(slong)> value;
  if (sum_.window.empty()) {
    value = [waves = Waves(sum_, gains_, at_, wide_)](slong total) { return waves.at(total); };
  } else {
    value = [sums = WindowSums(sum_, gains_)](slong total) { return sums.at(total); };
  }
  slong best = sum_.middle();
  double height = value(best);
  for (slong by = std::llround(sum_.deviation / 2) + 1; by >= 1; by /= 2) {
    for (bool moved = true; moved;) {
      moved = false;
      for (const slong next : {best - by, best + by}) {
        if (next <= first || next >= last) continue;
        if (const double here = value(next); here > height) {
          height = here;
          best = next;
          moved = true;
        }
      }
    }
  }
  return best;
}

}  // namespace hallmark::blanket
