#include "shuffle/response_sum.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

namespace {

constexpr Count kHalfBlock = 2;

/// A binomial law with its upper tails, in units of 2^-unit.
class TailedLaw {
 public:
  TailedLaw(Count trials, const Interval& odds, Count unit) {
    BinomialLaw law = binomial_law(trials, odds, unit, unit);
    first_ = law.first;
    masses_ = std::move(law.masses);
    outside_ = std::move(law.outside);
    Meter::room(masses_.size(), 4 * limbs(unit) + 16);
    tails_.resize(masses_.size(), zero_);
    for (std::size_t i = masses_.size(); i-- > 1;) {
      tails_[i - 1] = tails_[i];
      tails_[i - 1].add(masses_[i]);
    }
    whole_ = tails_[0];
    whole_.add(masses_[0]);
  }

  [[nodiscard]] Count first() const { return first_; }
  [[nodiscard]] Count last() const { return first_ + Count(masses_.size()) - 1; }
  [[nodiscard]] const Integer& outside() const { return outside_; }
  [[nodiscard]] const Fixed& mass(Count i) const { return i < first_ || i > last() ? zero_ : masses_[i - first_]; }
  /// Of all indices above i that the table has.
  [[nodiscard]] const Fixed& tail(Count i) const {
    if (i < first_) return whole_;
    return i > last() ? zero_ : tails_[i - first_];
  }

 private:
  Count first_ = 0;
  std::vector<Fixed> masses_, tails_;
  Integer outside_;
  Fixed zero_{0, 0}, whole_;
};

/// P(k) and Q(k) for the k of a block, first to last, and the sums of those above.
struct Block {
  std::vector<Interval> p, q;
  Interval p_above, q_above;
};

/// Of the ones or zeros, whichever are fewer.
Interval walked_odds(const Responses& x, const ResponseOdds& odds) {
  return x.ones < x.zeros ? odds.e : integer(1, odds.e.precision()) / odds.e;
}

/// The two laws around a threshold.
class Laws {
 public:
  Laws(const Responses& x, const ResponseOdds& odds, const ResponsePlan& plan)
      : unit_(plan.unit),
        walked_(std::min(x.ones, x.zeros)),
        odds_(walked_odds(x, odds)),
        window_(plan.window),
        others_(std::max(x.ones, x.zeros), x.ones < x.zeros ? integer(1, odds.e.precision()) / odds.e : odds.e, unit_),
        first_(x.record, odds.first, unit_),
        second_(x.record, odds.second, unit_) {}

  /// P and Q from k0 to k1: the coins that are walked, times the table of the others, times those of the record.
  [[nodiscard]] Block at(Count k0, Count k1) const {
    const Count w0 = window_.lo;
    const Count w1 = window_.hi;
    const Count r0 = std::max(w0 + others_.first(), k0 - std::max(first_.last(), second_.last()));
    const Count r1 = std::min(w1 + others_.last(), k1);
    const Count sums = std::max<Count>(0, r1 - r0 + 1);
    const Count each = limbs(unit_);
    Meter::room(sums, 4 * each);
    BinomialWalk walk(walked_, odds_, window_, unit_, sums + 1);
    do {
      const Count i = walk.index();
      for (Count r = std::max(r0, i + others_.first()); r <= std::min(r1, i + others_.last()); ++r) {
        walk.add(r - r0, others_.mass(r - i));
      }
      walk.add(sums, others_.tail(k1 - i));
    } while (walk.next());
    walk.close();

    const Count precision = odds_.precision();
    const Interval outside =
        walk.below() + walk.above() +
        to_interval({0, others_.outside() + std::max(first_.outside(), second_.outside())}, unit_, precision);
    const auto probability = [&](const Fixed& x) { return to_interval(x, 2 * unit_, precision) + outside; };
    const auto of = [&](const TailedLaw& record, Interval& above) {
      std::vector<Interval> masses;
      for (Count k = k0; k <= k1; ++k) {
        Fixed sum{0, 0};
        for (Count r = std::max(r0, k - record.last()); r <= std::min(r1, k - record.first()); ++r) {
          sum.add_product(walk.sums[r - r0], record.mass(k - r));
        }
        masses.push_back(probability(sum));
      }
      Fixed sum{walk.sums[sums].lo << unit_, walk.sums[sums].hi << unit_};
      for (Count r = std::max(r0, k1 - record.last()); r <= r1; ++r) {
        sum.add_product(walk.sums[r - r0], record.tail(k1 - r));
      }
      above = probability(sum);
      return masses;
    };
    Block block{{}, {}, Interval(precision), Interval(precision)};
    block.p = of(first_, block.p_above);
    block.q = of(second_, block.q_above);
    return block;
  }

 private:
  Count unit_;
  Count walked_;
  Interval odds_;
  Window window_;
  TailedLaw others_, first_, second_;
};

/// Where P/Q is about w: both are a tilted law of the same mean there, up to the coins of the record. Only the cost
/// depends on it.
Count guess_threshold(const Responses& x, const ResponseOdds& o) {
  const Count precision = o.w.precision();
  const Interval one(Integer(1), precision);
  const auto count = [&](Count n) { return integer(n, precision); };
  const Interval v = exp(log(o.w) / count(x.record));
  const Interval tilt =
      (v * (one + o.first) - (one + o.second)) / (o.first * (one + o.second) - v * o.second * (one + o.first));
  const auto mean = [&](const Interval& odds) { return odds * tilt / (one + odds * tilt); };
  const Interval t = count(x.ones) * mean(o.e) + count(x.zeros) * mean(one / o.e) +
                     times_power_of_two(count(x.record) * (mean(o.first) + mean(o.second)), -1);
  const Integer n = Integer(x.ones) + x.zeros + x.record;
  if (!t.finite()) return n.to_count();
  return std::clamp(scaled_floor(t, 0) + 1, Integer(0), n).to_count();
}

}  // namespace

ResponsePlan response_plan(const Responses& x, const ResponseOddsAt& odds_at, const Effort& effort) {
  const Count n = x.ones + x.zeros + x.record;
  const Count small = effort.bits + effort.scale;
  const Count w_bits = integer_bits(odds_at(128).w);
  const Count unit = small + w_bits + 3 * bits_of(n) / 2 + 80;
  const Interval odds = walked_odds(x, odds_at(unit + w_bits + 64));
  return {unit, central_window(std::min(x.ones, x.zeros), odds, unit, unit), guess_threshold(x, odds_at(256)), small};
}

Interval responses_delta(const Responses& x, const ResponseOddsAt& odds_at, const Effort& effort) {
  return responses_sum(x, odds_at, response_plan(x, odds_at, effort));
}

Interval responses_sum(const Responses& x, const ResponseOddsAt& odds_at, const ResponsePlan& plan) {
  const Count precision = plan.unit + integer_bits(odds_at(128).w) + 64;
  const ResponseOdds odds = odds_at(precision);
  const Laws laws(x, odds, plan);

  const Interval zero(precision);
  const Interval one(Integer(1), precision);
  const Count last = x.ones + x.zeros + x.record;
  const Interval small = times_power_of_two(one, -plan.small);
  Interval lower = zero;
  Interval upper = one;
  Count below = -1;  // no gain there
  Count above = last + 1;
  Count step = 2 * kHalfBlock;
  Count at = std::clamp<Count>(plan.start, 0, last);
  for (int tries = 0; tries < 48 && above - below > 1; ++tries) {
    const Count k0 = at - kHalfBlock;
    const Count k1 = at + kHalfBlock;
    const Block block = laws.at(k0, k1);
    // The gain P - wQ changes its sign once, from negative to positive. Where one is proved not positive nothing is
    // gained below; where one is proved not negative nothing is lost above, and what is above is all gained.
    bool lost = k0 <= 0;
    bool gained = k1 >= last;
    const Interval beyond = block.p_above - odds.w * block.q_above;
    Interval event = beyond.lower();  // any event is a lower bound
    Interval sum = beyond;
    Interval all = block.p_above;
    for (Count k = k0; k <= k1; ++k) {
      const Count i = k - k0;
      const Interval gain = block.p[i] - odds.w * block.q[i];
      if (k <= last && proved(less_equal(gain, zero))) {
        lost = true;
        sum = beyond;
        all = block.p_above;
        continue;
      }
      gained = gained || (k >= 0 && proved(less_equal(zero, gain)));
      event = event + max(zero, gain.lower());
      sum = sum + max(zero, gain);
      all = all + block.p[i];
    }
    lower = max(lower, event);
    if (lost) upper = min(upper, gained ? sum.upper() : all.upper());
    // Where both signs are seen the sum is narrow. Where they are too small to be seen, P bounds the gains.
    if ((lost && gained) || proved(less_equal(upper, small))) break;
    (lost ? below : above) = at;
    if (below < 0 || above > last) {
      at = std::clamp<Count>(lost ? at + step : at - step, 0, last);
      step *= 4;
    } else {
      at = below + (above - below) / 2;
    }
  }
  return from_ends(lower, min(one, max(zero, upper)));
}

ResponseOddsAt response_odds(const Number& eps0, const Number& eps) {
  return [eps0, eps](Count precision) {
    const Interval e = enclose_exp(eps0, precision);
    const Interval inverse = integer(1, precision) / e;
    return ResponseOdds{e, e, inverse, enclose_exp(eps, precision)};
  };
}

Interval responses_delta(const Responses& responses, const Number& eps0, const Number& eps, const Effort& effort) {
  return responses_delta(responses, response_odds(eps0, eps), effort);
}

}  // namespace hallmark::check
