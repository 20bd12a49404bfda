#include "batch/line_inversion.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace hallmark::check {

namespace {

using Factors = std::vector<Factor>;

/// The members of BatchRules, in the order of their lines.
constexpr std::array kRules{&BatchRules::values, &BatchRules::norm, &BatchRules::beyond, &BatchRules::right,
                            &BatchRules::left};

Rule read_rule(Reader& reader) {
  constexpr Count most = 1'000'000;  // nodes on either side
  const std::vector<std::string_view> parts = reader.words("rule");
  if (parts.size() != 5) reader.fail("`rule`, three rationals and two integers");
  return {reader.to_rational(parts[0]), reader.to_rational(parts[1]), reader.to_rational(parts[2]),
          reader.to_integer(parts[3], -most, most).to_count(), reader.to_integer(parts[4], -most, most).to_count()};
}

class BatchFactor final : public LineFactor {
 public:
  BatchFactor(const StepPair& pair, const BatchRules& rules, const InversionLine& line, Count precision)
      : LineFactor(precision),
        pair_(pair),
        rules_(rules),
        transform_(line_transform(pair, precision)),
        norm_(transform_->bound(line.a, rules.norm)) {}

  [[nodiscard]] std::vector<Box> values(const InversionLine& line) const override {
    return transform_->values(line.a, line.step, line.nodes, rules_.values, norm_);
  }
  [[nodiscard]] Interval bound(const Rational& a, Purpose purpose) const override {
    if (purpose == Purpose::line) return norm_;
    return transform_->bound(a, purpose == Purpose::right ? rules_.right : rules_.left);
  }
  [[nodiscard]] Interval beyond(const InversionLine& line) const override {
    return min(norm_, transform_->bound_beyond(line.a, Rational(line.step * line.nodes), rules_.beyond, norm_));
  }
  [[nodiscard]] Interval largest() const override { return largest_log_ratio(pair_, true, precision_); }
  [[nodiscard]] Interval least() const override { return largest_log_ratio(pair_, false, precision_); }

 private:
  StepPair pair_;
  BatchRules rules_;
  std::unique_ptr<LineTransform> transform_;
  Interval norm_;
};

/// The product of one number of every factor, each to its rounds.
template <class Function>
Interval product(const Factors& factors, Count precision, const Function& function) {
  Interval all(Integer(1), precision);
  for (const Factor& f : factors) all = all * nth_power(function(*f.one), f.rounds);
  return all;
}

/// The sum of one number of every factor, each times its rounds.
template <class Function>
Interval sum_of(const Factors& factors, Count precision, const Function& function) {
  Interval all(precision);
  for (const Factor& f : factors) all = all + function(*f.one) * integer(f.rounds, precision);
  return all;
}

/// a^a/(1+a)^(1+a), a > 0.
Interval peak(const Interval& a) {
  const Interval one(Integer(1), a.precision());
  return exp(a * log(a) - (one + a) * log1p(a));
}

/// r/(1-r) for 0 <= r < 1, infinite if that is not proved.
Interval geometric(const Interval& r) {
  const Interval one(Integer(1), r.precision());
  if (!proved(less(r, Rational(1)))) return one / Interval(r.precision());
  return r / (one - r);
}

/// Bits of working precision: what the claim needs, and what the sum, the powers and the largest term take away. They are
/// counted in doubles, because any precision encloses: whatever is not between 40 and the most is refused, NaN too.
Count working_precision(const FactorsAt& factors_at, const Number& eps, const Inversion& c, const Effort& effort) {
  constexpr Count look = 128;
  constexpr double log2 = 0.6931471805599453;
  constexpr double most = 20'000;
  const Factors factors = factors_at(look);
  const auto at_line = [&](const LineFactor& f) { return f.bound(c.line.a, LineFactor::Purpose::line); };
  const Interval exponent = log(product(factors, look, at_line)) - Interval(c.line.a, look) * enclose(eps, look);
  const double term = mpfr_get_d(exponent.hi(), MPFR_RNDU) / log2;
  Count rounds = 0;
  double height = 0;
  for (const Factor& f : factors) rounds += f.rounds;
  for (const BatchRules& r : c.rules) height = std::max(height, roughly(r.values.height));
  const Rational end = c.line.step * c.line.nodes;
  const Integer whole = numerator(end) / denominator(end);
  const double angles = static_cast<double>(whole == 0 ? Count(0) : whole.bits());
  const double scale = static_cast<double>(effort.scale);
  const double need = static_cast<double>(effort.bits) + std::max(0.0, scale + std::max(term, -scale)) +
                      2 * static_cast<double>(bits_of(rounds)) + angles + static_cast<double>(bits_of(c.line.nodes)) +
                      height * height / (2 * log2) + 40;
  if (!(need < most)) throw TooMuchWork();
  return Count(need);
}

/// sum over the nodes of Re e^(-i t eps) M(z)/(z (z+1)), the first by half: both halves of the line at once.
Interval node_sum(const Factors& factors, const InversionLine& line, const Interval& eps) {
  const Count precision = eps.precision();
  // A power and a product of boxes a factor, a few functions a node.
  const auto words = limbs(precision);
  Meter::room(line.nodes, 8 * (words + 7));
  const auto number = [&](const Rational& x) { return Interval(x, precision); };
  std::vector<Box> all(line.nodes, Box{number(1), number(0)});
  for (const Factor& f : factors) {
    const std::vector<Box> values = f.one->values(line);
    for (Count k = 0; k < line.nodes; ++k) all[k] = all[k] * power(values[k], f.rounds);
  }
  Interval sum(precision);
  const Interval a = number(line.a);
  for (Count k = 0; k < line.nodes; ++k) {
    const Interval t = number(Rational(line.step * k));
    const Box value = all[k] * inverse(Box{a, t} * Box{a + number(1), t});
    const Box turn = rotation(t * eps);
    const Interval part = value.re * turn.re + value.im * turn.im;
    sum = sum + (k == 0 ? part * number(Rational(1, 2)) : part);
  }
  return sum;
}

}  // namespace

std::string check_inversion(const Inversion& c) {
  if (c.line.a <= 0 || c.line.step <= 0 || c.right <= c.line.a || c.left <= 0 || c.line.nodes < 1) {
    return "inversion: must satisfy 0 < line < right, 0 < left, 0 < step";
  }
  for (const BatchRules& rules : c.rules) {
    for (const auto member : kRules) {
      const Rule& rule = rules.*member;
      if (rule.step <= 0 || rule.reach <= 0 || rule.height < 0 || rule.first > 0 || rule.last < 0) {
        return "rule: must satisfy 0 < step, 0 < reach, 0 <= height, first <= 0 <= last";
      }
    }
  }
  return {};
}

Inversion read_inversion(Reader& reader, std::span<const std::string_view> words, std::size_t batches) {
  if (words.size() != 5) reader.fail("four rationals and a number of nodes");
  Inversion c;
  for (std::size_t i = 0; Rational * part : {&c.line.a, &c.line.step, &c.right, &c.left})
    *part = reader.to_rational(words[i++]);
  c.line.nodes = reader.to_integer(words[4], 1, 100'000).to_count();
  c.rules.resize(batches);
  for (BatchRules& rules : c.rules) {
    for (const auto member : kRules) rules.*member = read_rule(reader);
  }
  if (std::string rule = check_inversion(c); !rule.empty()) throw Rejected{"witness", std::move(rule)};
  return c;
}

std::unique_ptr<const LineFactor> batch_factor(const StepPair& pair, const BatchRules& rules, const InversionLine& line,
                                               Count precision) {
  return std::make_unique<BatchFactor>(pair, rules, line, precision);
}

Interval line_delta(const FactorsAt& factors_at, const Number& threshold, const Inversion& c, const Effort& effort) {
  const Count precision = working_precision(factors_at, threshold, c, effort);
  const Factors factors = factors_at(precision);
  const auto number = [&](const Rational& x) { return Interval(x, precision); };
  const auto all = [&](const auto& function) { return product(factors, precision, function); };
  const Interval one = number(1);
  const Interval eps = enclose(threshold, precision);
  const Interval a = number(c.line.a);
  const Interval step = number(c.line.step);
  const Interval pi = Interval::pi(precision);
  const Interval period = number(2) * pi / step;
  const Interval sum = node_sum(factors, c.line, eps);
  const Interval first = number(Rational(c.line.nodes));  // the first node left out
  const Interval beyond = all([&](const LineFactor& f) { return f.beyond(c.line); });
  const Interval tail = (beyond * (one / (first * first) + one / first) / (step * step)).upper();
  const Interval scale = exp(-(a * eps)) * step / pi;
  const Interval trapezoid = from_ends((sum - tail) * scale, (sum + tail) * scale);

  // What the sum holds beside D(eps): D(eps + mW) for every m != 0, on the right nothing from the largest L on, on the
  // left what is closed alone up to the least.
  const Interval growth = enclose_exp(threshold, precision);
  Interval p = one;
  Interval q = one;
  Interval finite = one;
  Interval missing = number(0);
  for (const Factor& f : factors) {
    const LineFactor::Masses masses = f.one->masses();
    p = p * nth_power(masses.p, f.rounds);
    q = q * nth_power(masses.q, f.rounds);
    finite = finite * nth_power(one - masses.infinite, f.rounds);
    missing = missing + masses.missing * integer(f.rounds, precision);
  }
  const Interval closed = p * geometric(exp(-(a * period))) - q * growth * geometric(exp(-((a + one) * period)));
  Interval right = number(0);
  const Interval largest = sum_of(factors, precision, [](const LineFactor& f) { return f.largest(); });
  if (!proved(less_equal(largest, eps + period))) {
    const Interval b = number(c.right);
    const Interval mean = all([&](const LineFactor& f) { return f.bound(c.right, LineFactor::Purpose::right); });
    right = (peak(b) * mean * exp(-(b * eps)) * geometric(exp((a - b) * period))).upper();
  }
  Interval left = number(0);
  const Interval least = sum_of(factors, precision, [](const LineFactor& f) { return f.least(); });
  if (!proved(less_equal(least, period - eps))) {
    const Rational order = 1 + c.left;
    const Interval mean =
        all([&](const LineFactor& f) { return f.bound(Rational(-order), LineFactor::Purpose::left); });
    left = (peak(number(c.left)) * mean * exp(number(order) * eps) * geometric(exp(-((a + number(order)) * period))))
               .upper();
  }
  const Interval value = trapezoid - closed + one - finite;
  const Interval delta = from_ends(value - right - left, value + missing.upper());
  if (!delta.finite()) return Interval::unit(precision);
  return max(min(delta, one), number(0));
}

Interval poisson_delta(const StepPair& pair, Count steps, const Number& eps, const Inversion& inversion,
                       const Effort& effort) {
  constexpr Count look = 256;
  const Interval largest = largest_log_ratio(pair, true, look) * integer(steps, look);
  if (proved(less_equal(largest, enclose(eps, look)))) return Interval(look);
  const auto factors_at = [&](Count precision) {
    Factors all;
    all.push_back({batch_factor(pair, inversion.rules.at(0), inversion.line, precision), steps});
    return all;
  };
  return line_delta(factors_at, eps, inversion, effort);
}

}  // namespace hallmark::check
