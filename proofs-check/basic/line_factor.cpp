#include "basic/line_factor.hpp"

#include "basic/phases.hpp"

namespace hallmark::check {

namespace {

constexpr std::uint64_t kRun = 16;  // products before a fresh rotation: each widens the rectangle

/// L is normal of variance v, M(z) = e^(v z (z+1)/2).
class NormalFactor : public LineFactor {
 public:
  NormalFactor(Interval variance, Budget& budget) : v_(std::move(variance)), budget_(budget) {}

  [[nodiscard]] std::vector<Box> values(const Line& line) const override {
    charge_functions(v_.precision(), 4 * line.nodes, budget_);
    std::vector<Box> all;
    const Interval a = number(line.a);
    const Interval slope = v_ * (a + number(Rational(1, 2)));
    for (std::uint64_t k = 0; k < line.nodes; ++k) {
      const Interval t = number(Rational(line.step * k));
      all.push_back(exp(Box{exponent(line.a, t), slope * t}));
    }
    return all;
  }
  [[nodiscard]] Interval at_line(const Line& line) const override { return at(line.a); }
  [[nodiscard]] Interval at_right(const Rational& right) const override { return at(right); }
  [[nodiscard]] Interval at_left(const Rational& left) const override { return at(Rational(-1 - left)); }
  [[nodiscard]] Interval beyond(const Line& line) const override {
    return exp(exponent(line.a, number(Rational(line.step * line.nodes)))).upper();
  }
  [[nodiscard]] Interval p_mass() const override { return number(1); }
  [[nodiscard]] Interval q_mass() const override { return number(1); }
  [[nodiscard]] Interval infinite() const override { return number(0); }
  [[nodiscard]] Interval missing() const override { return number(0); }

 private:
  [[nodiscard]] Interval number(const Rational& x) const { return {x, v_.precision()}; }
  [[nodiscard]] Interval exponent(const Rational& a, const Interval& t) const {
    return v_ * (number(Rational(a * (a + 1))) - t * t) * number(Rational(1, 2));
  }
  [[nodiscard]] Interval at(const Rational& a) const { return exp(exponent(a, number(0))).upper(); }

  Interval v_;
  Budget& budget_;
};

/// M(z) = sum p e^(z L).
class OutcomesFactor : public LineFactor {
 public:
  OutcomesFactor(Outcomes outcomes, mpfr_prec_t precision, Budget& budget)
      : outcomes_(std::move(outcomes)), precision_(precision), budget_(budget) {}

  [[nodiscard]] std::vector<Box> values(const Line& line) const override {
    budget_.charge(outcomes_.list.size() * line.nodes, 400 * static_cast<std::uint64_t>(precision_ / 64 + 1));
    std::vector<Box> all(line.nodes, Box{number(0), number(0)});
    for (const LogOutcome& x : outcomes_.list) {
      const Interval weight = x.p * exp(x.log_ratio * number(line.a));
      const Box forward = rotation(x.log_ratio * number(line.step));
      Box state = forward;
      for (std::uint64_t k = 0; k < line.nodes; ++k) {
        state = k % kRun == 0 ? rotation(x.log_ratio * number(Rational(line.step * k))) * weight : state * forward;
        all[k] = all[k] + state;
      }
    }
    return all;
  }
  [[nodiscard]] Interval at_line(const Line& line) const override { return at(line.a).upper(); }
  [[nodiscard]] Interval at_right(const Rational& right) const override { return at(right).upper(); }
  [[nodiscard]] Interval at_left(const Rational& left) const override { return at(Rational(-1 - left)).upper(); }
  [[nodiscard]] Interval p_mass() const override { return at(0); }
  [[nodiscard]] Interval q_mass() const override { return at(-1); }
  [[nodiscard]] Interval infinite() const override { return outcomes_.infinite; }
  [[nodiscard]] Interval missing() const override { return outcomes_.missing(); }

 private:
  [[nodiscard]] Interval number(const Rational& x) const { return {x, precision_}; }
  [[nodiscard]] Interval at(const Rational& a) const {
    charge_functions(precision_, 2 * outcomes_.list.size(), budget_);
    Interval sum(precision_);
    for (const LogOutcome& x : outcomes_.list) sum = sum + x.p * exp(x.log_ratio * number(a));
    return sum;
  }

  Outcomes outcomes_;
  mpfr_prec_t precision_;
  Budget& budget_;
};

/// scale (2 atom cosh(s r) + 2 density sinh(s r)/s), s = z + 1/2.
class SplineFactor : public LineFactor {
 public:
  SplineFactor(Spline one, Budget& budget)
      : reach_(std::move(one.reach)), atom_(std::move(one.atom)), density_(std::move(one.density)), budget_(budget) {}

  [[nodiscard]] std::vector<Box> values(const Line& line) const override {
    charge_functions(reach_.precision(), 12 * line.nodes, budget_);
    std::vector<Box> all;
    const Interval half = number(Rational(line.a + Rational(1, 2)));
    for (std::uint64_t k = 0; k < line.nodes; ++k) {
      const Box s{half, number(Rational(line.step * k))};
      // times e^(-r/2), the scale
      const Box up = exp(s * reach_ + Box{-(reach_ * number(Rational(1, 2))), number(0)});
      const Box down = exp(s * -reach_ + Box{-(reach_ * number(Rational(1, 2))), number(0)});
      const Box difference{up.re - down.re, up.im - down.im};
      all.push_back((up + down) * atom_ + difference * inverse(s) * density_);
    }
    return all;
  }
  [[nodiscard]] Interval at_line(const Line& line) const override { return at(line.a).upper(); }
  [[nodiscard]] Interval at_right(const Rational& right) const override { return at(right).upper(); }
  [[nodiscard]] Interval at_left(const Rational& left) const override { return at(Rational(-1 - left)).upper(); }
  [[nodiscard]] Interval p_mass() const override { return number(1); }
  [[nodiscard]] Interval q_mass() const override { return number(1); }
  [[nodiscard]] Interval infinite() const override { return number(0); }
  [[nodiscard]] Interval missing() const override { return number(0); }

 private:
  [[nodiscard]] Interval number(const Rational& x) const { return {x, reach_.precision()}; }
  /// a is not -1/2: lines and right orders are positive, left ones below -1.
  [[nodiscard]] Interval at(const Rational& a) const {
    const Interval s = number(Rational(a + Rational(1, 2)));
    const Interval shift = reach_ * number(Rational(1, 2));
    const Interval up = exp(s * reach_ - shift);
    const Interval down = exp(-(s * reach_) - shift);
    return (up + down) * atom_ + (up - down) / s * density_;
  }

  Interval reach_, atom_, density_;
  Budget& budget_;
};

/// Steps on batches with Gaussian noise.
class BatchFactor : public LineFactor {
 public:
  BatchFactor(const StepPair& pair, const BatchRules& rules, mpfr_prec_t precision, Budget& budget)
      : transform_(line_transform(pair, precision, budget)), rules_(rules), precision_(precision) {}

  [[nodiscard]] std::vector<Box> values(const Line& line) const override {
    return transform_->values(line.a, line.step, line.nodes, rules_.values, at_line(line));
  }
  [[nodiscard]] Interval at_line(const Line& line) const override { return transform_->bound(line.a, rules_.norm); }
  [[nodiscard]] Interval at_right(const Rational& right) const override {
    return transform_->bound(right, rules_.right);
  }
  [[nodiscard]] Interval at_left(const Rational& left) const override {
    return transform_->bound(Rational(-1 - left), rules_.left);
  }
  [[nodiscard]] Interval beyond(const Line& line) const override {
    const Interval norm = at_line(line);
    return min(norm, transform_->bound_beyond(line.a, Rational(line.step * line.nodes), rules_.beyond, norm));
  }
  [[nodiscard]] Interval p_mass() const override { return {Integer(1), precision_}; }
  [[nodiscard]] Interval q_mass() const override { return {Integer(1), precision_}; }
  [[nodiscard]] Interval infinite() const override { return Interval(precision_); }
  [[nodiscard]] Interval missing() const override { return Interval(precision_); }

 private:
  std::unique_ptr<LineTransform> transform_;
  BatchRules rules_;
  mpfr_prec_t precision_;
};

}  // namespace

std::unique_ptr<const LineFactor> line_factor(const Phase& phase, bool remove, const BatchRules* rules,
                                              mpfr_prec_t precision, Budget& budget) {
  if (is_normal(phase)) {
    Phase one = phase;
    one.rounds = 1;
    return std::make_unique<NormalFactor>(variance_of(one, precision), budget);
  }
  if (const auto batch = batch_of(phase, remove)) {
    if (!proved(less(enclose(batch->rate, precision), Rational(1)))) {
      throw Rejected{"domain", "rate: must be below 1 on a line with other phases"};
    }
    return std::make_unique<BatchFactor>(*batch, *rules, precision, budget);
  }
  if (auto spline = spline_of(phase, precision)) {
    if (is_sampled(phase)) throw Rejected{"domain", "rate: must be 1 for Laplace noise on a line"};
    return std::make_unique<SplineFactor>(*std::move(spline), budget);
  }
  return std::make_unique<OutcomesFactor>(outcomes_of(phase, remove, precision, budget), precision, budget);
}

}  // namespace hallmark::check
