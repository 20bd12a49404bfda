#include "basic/composition_line.hpp"

#include "basic/phases.hpp"

namespace hallmark::check {

namespace {

/// L is normal of variance v, M(z) = e^(v z (z+1)/2).
class NormalFactor final : public LineFactor {
 public:
  NormalFactor(Interval variance) : LineFactor(variance.precision()), v_(std::move(variance)) {}

  [[nodiscard]] std::vector<Box> values(const InversionLine& line) const override {
    std::vector<Box> all;
    const Interval slope = v_ * (number(line.a) + number(Rational(1, 2)));
    for (Count k = 0; k < line.nodes; ++k) {
      const Interval t = number(Rational(line.step * k));
      all.push_back(exp(Box{exponent(line.a, t), slope * t}));
    }
    return all;
  }
  [[nodiscard]] Interval bound(const Rational& a, Purpose) const override {
    return exp(exponent(a, number(0))).upper();
  }
  [[nodiscard]] Interval beyond(const InversionLine& line) const override {
    return exp(exponent(line.a, number(Rational(line.step * line.nodes)))).upper();
  }

 private:
  [[nodiscard]] Interval exponent(const Rational& a, const Interval& t) const {
    return v_ * (number(Rational(a * (a + 1))) - t * t) * number(Rational(1, 2));
  }

  Interval v_;
};

/// M(z) = sum p e^(z L).
class OutcomesFactor final : public LineFactor {
 public:
  OutcomesFactor(Outcomes outcomes, Count precision) : LineFactor(precision), outcomes_(std::move(outcomes)) {}

  [[nodiscard]] std::vector<Box> values(const InversionLine& line) const override {
    constexpr Count run = 16;  // products before a fresh rotation: each widens the rectangle
    std::vector<Box> all(line.nodes, Box{number(0), number(0)});
    for (const LogOutcome& x : outcomes_.list) {
      const Interval weight = x.p * exp(x.log_ratio * number(line.a));
      const Box forward = rotation(x.log_ratio * number(line.step));
      Box state = forward;
      for (Count k = 0; k < line.nodes; ++k) {
        state = k % run == 0 ? rotation(x.log_ratio * number(Rational(line.step * k))) * weight : state * forward;
        all[k] = all[k] + state;
      }
    }
    return all;
  }
  [[nodiscard]] Interval bound(const Rational& a, Purpose) const override { return at(a).upper(); }
  [[nodiscard]] Masses masses() const override { return {at(0), at(-1), outcomes_.infinite, outcomes_.missing()}; }

 private:
  [[nodiscard]] Interval at(const Rational& a) const {
    Interval sum(precision_);
    for (const LogOutcome& x : outcomes_.list) sum = sum + x.p * exp(x.log_ratio * number(a));
    return sum;
  }

  Outcomes outcomes_;
};

/// scale (2 atom cosh(s r) + 2 density sinh(s r)/s), s = z + 1/2.
class SplineFactor final : public LineFactor {
 public:
  SplineFactor(Spline one) : LineFactor(one.reach.precision()), one_(std::move(one)) {}

  [[nodiscard]] std::vector<Box> values(const InversionLine& line) const override {
    std::vector<Box> all;
    const Interval half = number(Rational(line.a + Rational(1, 2)));
    for (Count k = 0; k < line.nodes; ++k) {
      const Box s{half, number(Rational(line.step * k))};
      // times e^(-r/2), the scale
      const Box shift{-(one_.reach * number(Rational(1, 2))), number(0)};
      const Box up = exp(s * one_.reach + shift);
      const Box down = exp(s * -one_.reach + shift);
      const Box difference{up.re - down.re, up.im - down.im};
      all.push_back((up + down) * one_.atom + difference * inverse(s) * one_.density);
    }
    return all;
  }
  /// a is not -1/2: lines and right orders are positive, left ones below -1.
  [[nodiscard]] Interval bound(const Rational& a, Purpose) const override {
    const Interval s = number(Rational(a + Rational(1, 2)));
    const Interval shift = one_.reach * number(Rational(1, 2));
    const Interval up = exp(s * one_.reach - shift);
    const Interval down = exp(-(s * one_.reach) - shift);
    return ((up + down) * one_.atom + (up - down) / s * one_.density).upper();
  }

 private:
  Spline one_;
};

/// The factor of one round of a phase; `rules` for batches.
std::unique_ptr<const LineFactor> factor_of(const Phase& phase, bool remove, const Inversion& inversion,
                                            const BatchRules* rules, Count precision) {
  const Mechanism& mechanism = phase.row->mechanism;
  using Made = std::unique_ptr<const LineFactor>;
  return std::visit(
      Cases{
          [&](const NormalLaw& law) -> Made { return std::make_unique<NormalFactor>(law.variance(phase, precision)); },
          [&](const BatchLaw& law) -> Made {
            const StepPair pair = law.pair(phase, remove);
            if (!proved(less(enclose(pair.rate, precision), Rational(1)))) {
              throw Rejected{"domain", "rate: must be below 1 on a line with other phases"};
            }
            return batch_factor(pair, *rules, inversion.line, precision);
          },
          [&](const SplineLaw& law) -> Made {
            if (is_sampled(mechanism, phase)) {
              throw Rejected{"domain", "rate: must be 1 for Laplace noise on a line"};
            }
            return std::make_unique<SplineFactor>(law.whole(phase, precision));
          },
          [&](const auto&) -> Made {
            return std::make_unique<OutcomesFactor>(outcomes_of(mechanism, phase, remove, precision), precision);
          }},
      *mechanism.law);
}

}  // namespace

Interval composition_delta(const std::vector<Phase>& phases, bool remove, const Number& eps, const Inversion& inversion,
                           const Effort& effort) {
  const auto factors_at = [&](Count precision) {
    std::vector<Factor> all;
    auto rules = inversion.rules.begin();
    for (const Phase& phase : phases) {
      const BatchRules* own = is_batch(phase) ? &*rules++ : nullptr;
      all.push_back({factor_of(phase, remove, inversion, own, precision), phase.rounds});
    }
    return all;
  };
  return line_delta(factors_at, eps, inversion, effort);
}

}  // namespace hallmark::check
