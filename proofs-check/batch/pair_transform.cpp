#include <algorithm>
#include <span>

#include "batch/line_transform.hpp"

namespace hallmark::check {

namespace {

/// e^(d^2/2)
Interval gauss(const Rational& d, Count precision) { return exp(Interval(Rational(d * d / 2), precision)); }

/// cos(angle/2)^s for s < 0, else 1.
Interval sector(const Rational& s, const Interval& angle) {
  const Count precision = angle.precision();
  if (s >= 0) return integer(1, precision);
  return exp(Interval(s, precision) * log(cos(angle * Interval(Rational(1, 2), precision)))).upper();
}

/// e^(-r y + r^2/2) Phi(r - y), the integral of e^(r (x - y)) phi(x) over x > y; infinite unless 0 <= y and r <= y.
Interval beyond(const Interval& y, const Interval& r) {
  const Count precision = y.precision();
  if (!proved(less_equal(r, y)) || !proved(less_equal(Interval(precision), y))) {
    return (integer(1, precision) / Interval(precision)).upper();
  }
  return exp(r * r / integer(2, precision) - r * y) * normal_cdf(r - y);
}

/// Log(1 + z) for Im z >= 0, 1 + z not on the line of the numbers <= 0.
Box log_one_plus(const Box& z) {
  const Count precision = z.re.precision();
  const Interval half(Rational(1, 2), precision);
  const Interval modulus = half * log1p(z.re * (integer(2, precision) + z.re) + z.im * z.im);
  return {modulus, half * Interval::pi(precision) - atan((integer(1, precision) + z.re) / z.im)};
}

/// The density of one side over that of the noise: A(y) = sum_j p_j e^(s_j y/sigma - s_j^2/(2 sigma^2)); of so many records
/// s_j = j, p_j = Bin(records, q)(j).
class SideDensity {
 public:
  SideDensity(const StepPair& pair, Count records, Count precision);
  SideDensity(const StepPair& pair, const Shifts& side, Count precision);

  /// ln A(y); Log A(y + ik) from the turns e^(i s_j k/sigma) of the positive shifts; 0 < k with all angles below pi.
  [[nodiscard]] Interval log_at(const Interval& y) const;
  [[nodiscard]] Box log_at(const Interval& y, std::span<const Box> turns) const;
  /// ln p_0 of no shift.
  [[nodiscard]] const Interval& log_constant() const { return log_constant_; }
  /// How many positive shifts there are, the largest one, and all of them over sigma.
  [[nodiscard]] std::size_t moves() const { return terms_.size(); }
  [[nodiscard]] const Rational& largest() const { return largest_; }
  [[nodiscard]] std::vector<Box> turns(const Interval& height) const;
  /// The mass of the outputs above y.
  [[nodiscard]] Interval above(const Interval& y, int sign) const;

 private:
  struct Term {
    Interval mass, shift;  // over sigma
  };
  void add(const Interval& mass, const Rational& shift);
  [[nodiscard]] Interval exponent(const Interval& y, const Term& term) const;

  Count precision_;
  Interval sigma_, log_constant_;
  Rational largest_ = 0;
  bool rests_ = true;  // p_0 > 0
  std::vector<Term> terms_;
};

void SideDensity::add(const Interval& mass, const Rational& shift) {
  terms_.push_back({mass, Interval(shift, precision_) / sigma_});
  largest_ = std::max(largest_, shift);
}

SideDensity::SideDensity(const StepPair& pair, Count records, Count precision)
    : precision_(precision), sigma_(enclose(pair.sigma, precision)), log_constant_(precision) {
  const Interval q = enclose(pair.rate, precision);
  const Interval rest = integer(1, precision) - q;
  log_constant_ = log1p(-q) * integer(records, precision);
  Integer ways = 1;
  for (Count j = 1; j <= records; ++j) {
    ways = ways * Integer(records - j + 1) / Integer(j);
    add(Interval(ways, precision) * nth_power(q, j) * nth_power(rest, records - j), Rational(Integer(j)));
  }
}

SideDensity::SideDensity(const StepPair& pair, const Shifts& side, Count precision)
    : precision_(precision), sigma_(enclose(pair.sigma, precision)), log_constant_(precision) {
  const Rational rest = side.rest();
  rests_ = rest > 0;
  log_constant_ = log(Interval(rest, precision));
  for (std::size_t j = 0; j < side.shifts.size(); ++j) {
    if (side.shifts[j] > 0) add(Interval(side.weights[j], precision), side.shifts[j]);
  }
}

/// s y/sigma - s^2/(2 sigma^2)
Interval SideDensity::exponent(const Interval& y, const Term& term) const {
  return term.shift * (y - term.shift * Interval(Rational(1, 2), precision_));
}

Interval SideDensity::log_at(const Interval& y) const {
  Interval sum(precision_);
  for (const Term& t : terms_) sum = sum + t.mass * (rests_ ? expm1(exponent(y, t)) : exp(exponent(y, t)));
  return rests_ ? log1p(sum) : log(sum);
}

Box SideDensity::log_at(const Interval& y, std::span<const Box> turns) const {
  if (terms_.empty()) return {Interval(precision_), Interval(precision_)};
  Box sum{Interval(precision_), Interval(precision_)};
  for (std::size_t j = 0; j < terms_.size(); ++j) {
    const Interval& mass = terms_[j].mass;
    const Interval growth = exp(exponent(y, terms_[j]));
    sum = sum + Box{(growth * turns[j].re - integer(1, precision_)) * mass, growth * turns[j].im * mass};
  }
  return log_one_plus(sum);
}

std::vector<Box> SideDensity::turns(const Interval& height) const {
  std::vector<Box> all;
  for (const Term& t : terms_) all.push_back(rotation(height * t.shift));
  return all;
}

/// Of the mirror image where sign is -1.
Interval SideDensity::above(const Interval& y, int sign) const {
  Interval sum(precision_);
  if (rests_) sum = exp(log_constant_) * normal_cdf(-y);
  for (const Term& t : terms_) sum = sum + t.mass * normal_cdf((sign < 0 ? -t.shift : t.shift) - y);
  return sum;
}

/// M(z) = int phi A^(1+z) B^-z of a pair of mixtures, B(y) the other side's density at -y.
/// Rigor:    PROOFS.md 15.4, where one side is the noise alone 12.1
class MixtureTransform final : public LineTransform {
 public:
  MixtureTransform(const StepPair& pair, SideDensity up, SideDensity down, bool mirrored, Count precision)
      : LineTransform(precision, 1 + up.moves() + down.moves()),
        sigma_(enclose(pair.sigma, precision)),
        up_(std::move(up)),
        down_(std::move(down)) {
    mirrored_ = mirrored;
  }

 private:
  [[nodiscard]] bool is_analytic(const Rational& height) const override { return below(height, 1); }
  [[nodiscard]] bool is_monotone(const Rational& height) const override { return below(height, Rational(1, 2)); }

  [[nodiscard]] std::vector<Interval> at(const Rational& a, const Rational& place) const override {
    const Interval y = number(place);
    return {
        exp(number(Rational(1 + a)) * up_.log_at(y) - number(a) * down_.log_at(-y) - y * y * number(Rational(1, 2)))};
  }

  [[nodiscard]] std::vector<Box> turns(const Rational& height) const override {
    std::vector<Box> all = up_.turns(number(height));
    for (const Box& turn : down_.turns(number(height))) all.push_back(turn);
    return all;
  }

  [[nodiscard]] Node at(const Rational& a, const Rational& y, const Rational& height,
                        const std::vector<Box>& turns) const override {
    const std::span<const Box> all(turns);
    const Box above = up_.log_at(number(y), all.first(up_.moves()));
    // The other side turns the other way.
    const Box under = down_.log_at(number(Rational(-y)), all.subspan(up_.moves()));
    // -(y + ik)^2/2 = (k^2 - y^2)/2 - iky
    const Box normal{number(Rational((height * height - y * y) / 2)), number(Rational(-height * y))};
    const Box log = above * number(Rational(1 + a)) + Box{under.re, -under.im} * number(Rational(-a)) + normal;
    return {{above.re - under.re, above.im + under.im}, {number(1), number(0)}, {log}};
  }

  [[nodiscard]] Edge edge(std::size_t, const Rational& a, const Rational& height, const Rational& reach,
                          bool modulus) const override {
    const Rational top = height + reach;
    const Interval growth = modulus ? gauss(height, precision_) * gauss(reach, precision_) : gauss(top, precision_);
    return {growth * spread(a, top), growth * most(a, top)};
  }

  [[nodiscard]] Interval left_out(std::size_t, const Rational& a, const Rule& rule,
                                  const Rational& height) const override {
    const Interval wider = spread(a, height);
    const Interval least = most(a, height);
    const auto side = [&](const Rational& node, const Rational& grows_to, const SideDensity& grows,
                          const Rational& falls_to, const SideDensity& falls) {
      const Interval y = number(node);
      const Interval rising = number(std::max(grows_to, Rational(0))) * number(grows.largest());
      const Interval here = falls.log_at(-y);
      const Interval& last = falls_to >= 0 ? here : falls.log_constant();
      const Interval size = exp(number(grows_to) * grows.log_at(y) + number(falls_to) * last) * wider;
      const Interval best = (min(size, least) * beyond(y, rising / sigma_)).upper();
      if (falls_to >= 0 || grows.moves() != 0 || falls.moves() != 1) return best;
      // ln B is convex: its slope at the node, times -falls_to.
      const Interval steep = number(Rational(-falls_to * falls.largest()));
      const Interval slope = (steep * -expm1(falls.log_constant() - here) / sigma_).upper();
      return min(best, (exp(number(falls_to) * here) * beyond(y, slope) * wider).upper());
    };
    const Interval right = side(Rational(rule.step * rule.last), Rational(1 + a), up_, Rational(-a), down_);
    const Interval left = side(Rational(-rule.step * rule.first), Rational(-a), down_, Rational(1 + a), up_);
    return ((right + left) * gauss(height, precision_)).upper();
  }

  /// Whether all angles up to this height are below that share of pi.
  [[nodiscard]] bool below(const Rational& height, const Rational& share_of_pi) const {
    const Rational degree = std::max(up_.largest(), down_.largest());
    return proved(less(number(Rational(height * degree)) / sigma_, number(share_of_pi) * pi_));
  }

  /// How much |A|^(1+a) |B|^-a may exceed its value on the real axis, at heights up to this one.
  [[nodiscard]] Interval spread(const Rational& a, const Rational& height) const {
    const Interval theta = number(height) / sigma_;
    return sector(Rational(1 + a), theta * number(up_.largest())) *
           sector(Rational(-a), theta * number(down_.largest()));
  }

  /// A bound of the same product at heights up to this one: where a side is the noise alone and the power of the other
  /// negative, its constant is its least modulus.
  [[nodiscard]] Interval most(const Rational& a, const Rational& height) const {
    const auto power = [&](const Rational& s, const SideDensity& one, const SideDensity& other) {
      if (s >= 0 || other.moves() > 0 || !is_monotone(height)) return infinite();
      return exp(number(s) * one.log_constant()).upper();
    };
    return min(power(Rational(1 + a), up_, down_), power(Rational(-a), down_, up_));
  }

  Interval sigma_;
  SideDensity up_, down_;
};

/// M(z) = K(1 + z) + K(-z) + atom of the coupling's pair, K(s) = int_{mu/2}^inf phi r^s.
/// Rigor:    PROOFS.md 15.5
class CoupledTransform final : public LineTransform {
 public:
  CoupledTransform(const StepPair& pair, Count precision)
      : LineTransform(precision, 3),
        rate_(enclose(pair.rate, precision)),
        mu_(integer(2, precision) / enclose(pair.sigma, precision)),
        half_(mu_ * number(Rational(1, 2))) {
    parts_ = 2;
    atom_ = (number(1) - rate_) * (number(1) - number(2) * normal_cdf(-half_));
  }

 private:
  static Rational power_of(std::size_t i, const Rational& a) { return i == 0 ? Rational(1 + a) : Rational(-a); }
  /// ln r
  [[nodiscard]] Interval log_ratio(const Interval& w) const { return log1p(rate_ * expm1(w * mu_)); }

  /// Below pi/2, and mu times it below pi.
  [[nodiscard]] bool is_analytic(const Rational& height) const override {
    const Interval k = number(height);
    return proved(less(number(2) * k, pi_)) && proved(less(k * mu_, pi_));
  }
  [[nodiscard]] bool is_monotone(const Rational& height) const override {
    return is_analytic(height) && proved(less_equal((number(1) + mu_) * number(Rational(2 * height)), pi_));
  }

  [[nodiscard]] std::vector<Interval> at(const Rational& a, const Rational& v) const override {
    const Interval growth = exp(number(v));
    const Interval w = log1p(growth);
    const Interval y = w + half_;
    const Interval l = log_ratio(w);
    const auto part = [&](std::size_t i) {
      return exp(number(power_of(i, a)) * l - y * y * number(Rational(1, 2))) * growth / (number(1) + growth);
    };
    return {part(0), part(1)};
  }

  [[nodiscard]] std::vector<Box> turns(const Rational& height) const override { return {rotation(number(height))}; }

  [[nodiscard]] Node at(const Rational& a, const Rational& v, const Rational&,
                        const std::vector<Box>& turns) const override {
    const Box growth = turns.front() * exp(number(v));
    const Box w = log_one_plus(growth);
    const Box y{w.re + half_, w.im};
    const Box normal = y * y * number(Rational(-1, 2));
    const Box ratio = exp(w * mu_);
    const Box l = log_one_plus({rate_ * (ratio.re - number(1)), rate_ * ratio.im});
    const auto part = [&](std::size_t i) { return l * number(power_of(i, a)) + normal; };
    return {l, growth * inverse({number(1) + growth.re, growth.im}), {part(0), part(1)}};
  }

  [[nodiscard]] Edge edge(std::size_t i, const Rational& a, const Rational& height, const Rational& reach,
                          bool) const override {
    const Rational top = height + reach;
    const Interval k = number(top);
    return {(gauss(top, precision_) / cos(k) * sector(power_of(i, a), k * mu_)).upper(), infinite()};
  }

  [[nodiscard]] Interval left_out(std::size_t i, const Rational& a, const Rule& rule,
                                  const Rational& height) const override {
    const Rational s = power_of(i, a);
    const Interval step = number(rule.step);
    const Interval start = log1p(exp(number(Rational(rule.step * rule.first))));
    const Interval largest = s > 0 ? exp(number(s) * log_ratio(start)) : number(1);
    const Interval density = exp(-(mu_ * mu_) / number(8)) / sqrt(number(2) * pi_);
    const Interval left =
        density * largest * step * exp(number(Rational(rule.step * (rule.first - 1)))) / -expm1(-step);
    const Interval last = number(Rational(rule.step * rule.last));
    const Interval rising = s > 0 ? number(s) * mu_ : number(0);
    const Interval right = exp(number(s) * log_ratio(last)) * beyond(half_ + last, rising);
    return ((left + right) * gauss(height, precision_) * sector(s, number(height) * mu_)).upper();
  }

  Interval rate_, mu_, half_;
};

}  // namespace

std::unique_ptr<LineTransform> line_transform(const StepPair& pair, Count precision) {
  if (pair.coupled) return std::make_unique<CoupledTransform>(pair, precision);
  if (pair.mixtures) {
    const auto side = [&](std::size_t i) { return SideDensity(pair, (*pair.mixtures)[i], precision); };
    return std::make_unique<MixtureTransform>(pair, side(0), side(1), false, precision);
  }
  // Of one record against none both directions are one integral.
  const bool added = pair.up == 0 && pair.down == 1;
  const auto side = [&](Count records) { return SideDensity(pair, records, precision); };
  return std::make_unique<MixtureTransform>(pair, side(added ? pair.down : pair.up), side(added ? pair.up : pair.down),
                                            added, precision);
}

Rational Shifts::rest() const {
  Rational rest = 0;
  for (std::size_t j = 0; j < shifts.size(); ++j) {
    if (shifts[j] == 0) rest += weights[j];
  }
  return rest;
}

Interval largest_log_ratio(const StepPair& pair, bool second, Count precision) {
  const Interval infinite = (integer(1, precision) / Interval(precision)).upper();
  if (pair.coupled) return infinite;
  if (pair.mixtures) {
    const Shifts& none = (*pair.mixtures)[second ? 0 : 1];
    const Rational rest = (*pair.mixtures)[second ? 1 : 0].rest();
    return none.largest() > 0 || rest == 0 ? infinite : -log(Interval(rest, precision));
  }
  if ((second ? pair.up : pair.down) != 0) return infinite;
  return -(log1p(-enclose(pair.rate, precision)) * integer(second ? pair.down : pair.up, precision));
}

Interval mixture_step(const StepPair& pair, const Number& eps, const Effort& effort) {
  const Count precision = 2 * effort.bits + effort.scale + 256;
  const Interval nothing(precision);
  const Interval threshold = enclose(eps, precision);
  if (proved(less_equal(largest_log_ratio(pair, true, precision), threshold))) return nothing;
  const SideDensity up(pair, pair.mixtures->front(), precision);
  const SideDensity down(pair, pair.mixtures->back(), precision);
  // ln P - ln Q - eps rises with y.
  const auto excess = [&](const Rational& y) {
    const Interval at(y, precision);
    return up.log_at(at) - down.log_at(-at) - threshold;
  };
  const auto above = [&](const Rational& y) { return proved(less(nothing, excess(y))); };
  const auto below = [&](const Rational& y) { return proved(less(excess(y), nothing)); };
  constexpr Count most_doublings = 400;
  Rational lo = -1;
  Rational hi = 1;
  for (Count i = 0; i < most_doublings && !below(lo); ++i) lo *= 2;
  for (Count i = 0; i < most_doublings && !above(hi); ++i) hi *= 2;
  if (!below(lo) || !above(hi)) throw TooMuchWork();
  for (Count i = 0; i < precision; ++i) {
    const Rational middle = (lo + hi) / 2;
    if (above(middle)) {
      hi = middle;
    } else if (below(middle)) {
      lo = middle;
    } else {  // next to it
      Rational apart(Integer(1), Integer(1) << (precision / 2));
      while (apart < hi - middle && !(above(middle + apart) && below(middle - apart))) apart *= 256;
      if (apart < hi - middle) lo = middle - apart, hi = middle + apart;
      break;
    }
  }
  const Interval y = from_ends(Interval(lo, precision), Interval(hi, precision));
  const Interval value = up.above(y, 1) - enclose_exp(eps, precision) * down.above(y, -1);
  return max(min(value, integer(1, precision)), nothing);
}

}  // namespace hallmark::check
