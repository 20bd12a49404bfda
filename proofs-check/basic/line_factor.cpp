#include "basic/line_factor.hpp"

#include "basic/outcomes.hpp"
#include "statement/parameters.hpp"

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
  SplineFactor(Interval reach, Interval atom, Interval density, Budget& budget)
      : reach_(std::move(reach)), atom_(std::move(atom)), density_(std::move(density)), budget_(budget) {}

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

/// Poisson sampling of Gaussian noise: K(1 + z) (remove), K(-z) (add) of PoissonTransform.
class PoissonFactor : public LineFactor {
 public:
  PoissonFactor(const Phase& phase, bool remove, const PoissonRules& rules, mpfr_prec_t precision, Budget& budget)
      : transform_(phase.parameter("sigma"), phase.parameter("rate"), precision, budget),
        remove_(remove),
        rules_(rules),
        precision_(precision) {}

  [[nodiscard]] std::vector<Box> values(const Line& line) const override {
    const Rational s = exponent(line.a);
    std::vector<Box> all = transform_.values(s, line.step, line.nodes, rules_.values, at_line(line));
    for (Box& value : all) {
      if (!remove_) value.im = -value.im;  // M(z) = K(-a - it)
    }
    return all;
  }
  [[nodiscard]] Interval at_line(const Line& line) const override {
    return transform_.real_bound(exponent(line.a), rules_.norm);
  }
  [[nodiscard]] Interval at_right(const Rational& right) const override {
    return transform_.real_bound(exponent(right), rules_.right);
  }
  [[nodiscard]] Interval at_left(const Rational& left) const override {
    return transform_.real_bound(exponent(Rational(-1 - left)), rules_.left);
  }
  [[nodiscard]] Interval beyond(const Line& line) const override {
    const Interval norm = at_line(line);
    return min(norm, transform_.bound_beyond(exponent(line.a), Rational(line.step * line.nodes), rules_.beyond, norm));
  }
  [[nodiscard]] Interval p_mass() const override { return {Integer(1), precision_}; }
  [[nodiscard]] Interval q_mass() const override { return {Integer(1), precision_}; }
  [[nodiscard]] Interval infinite() const override { return Interval(precision_); }
  [[nodiscard]] Interval missing() const override { return Interval(precision_); }

 private:
  [[nodiscard]] Rational exponent(const Rational& a) const { return remove_ ? Rational(1 + a) : Rational(-a); }

  PoissonTransform transform_;
  bool remove_;
  PoissonRules rules_;
  mpfr_prec_t precision_;
};

Outcomes outcomes_of(const Phase& phase, mpfr_prec_t precision, Budget& budget) {
  const std::string_view name = phase.row->name;
  if (name == "discrete-laplace")
    return discrete_laplace(phase.parameter("a"), phase.count("sensitivity"), precision, budget);
  if (name == "discrete-gaussian") {
    return discrete_gaussian(phase.parameter("sigma2"), phase.count("sensitivity"), precision, budget);
  }
  return eps_delta(phase.parameter("eps"), phase.parameter("delta"), precision);
}

bool has_rate_below_1(const Phase& phase) {
  return phase.parameters.contains("rate") && compare(phase.parameter("rate"), Rational(1)) != Order::equal;
}

}  // namespace

bool is_normal(const Phase& phase) { return phase.row->name == "gaussian" || phase.row->name == "gdp"; }

bool is_poisson(const Phase& phase) { return phase.row->name == "poisson-gaussian"; }

std::unique_ptr<const LineFactor> line_factor(const Phase& phase, bool remove, const PoissonRules* rules,
                                              mpfr_prec_t precision, Budget& budget) {
  const std::string_view name = phase.row->name;
  const Interval one(Integer(1), precision);
  const Interval half(Rational(1, 2), precision);
  if (is_normal(phase)) {
    const Interval size = enclose(phase.parameter(name == "gdp" ? "mu" : "sigma"), precision);
    return std::make_unique<NormalFactor>(name == "gdp" ? size * size : one / (size * size), budget);
  }
  if (is_poisson(phase)) {
    if (!proved(less(enclose(phase.parameter("rate"), precision), Rational(1)))) {
      throw Rejected{"domain", "rate: must be below 1 on a line with other phases"};
    }
    return std::make_unique<PoissonFactor>(phase, remove, *rules, precision, budget);
  }
  if (name == "laplace" || name == "bounded-range") {
    if (has_rate_below_1(phase)) throw Rejected{"domain", "rate: must be 1 for Laplace noise on a line"};
    const Interval reach = enclose(phase.parameter("eps0"), precision);
    const bool noise = name == "laplace";
    const Interval density = noise ? half * half : half / -expm1(-reach);
    return std::make_unique<SplineFactor>(reach, noise ? half : Interval(precision), density, budget);
  }
  Outcomes outcomes = outcomes_of(phase, precision, budget);
  if (has_rate_below_1(phase)) outcomes = sampled(outcomes, phase.parameter("rate"), remove);
  return std::make_unique<OutcomesFactor>(std::move(outcomes), precision, budget);
}

std::span<const PhaseRow> phase_table() {
  using namespace parameters;
  static const std::vector<PhaseRow> table{
      {"bounded-range", {eps0}},
      {"discrete-gaussian", {rate, sensitivity, sigma2}},
      {"discrete-laplace", {a, rate, sensitivity}},
      {"eps-delta", {delta, eps}},
      {"gaussian", {sigma}},
      {"gdp", {mu}},
      {"laplace", {eps0, rate}},
      {"poisson-gaussian", {rate, sigma}},
  };
  return table;
}

}  // namespace hallmark::check
