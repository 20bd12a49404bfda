#include "batch/poisson_line.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace hallmark::check {

namespace {

constexpr std::string_view kRuleDomain = "rule: must satisfy 0 < step, 0 < reach, 0 <= height, first <= 0 <= last";

bool is_rule(const Rule& rule) {
  return rule.step > 0 && rule.reach > 0 && rule.height >= 0 && rule.first <= 0 && rule.last >= 0;
}

Rule parse_rule(Reader& reader) {
  constexpr std::int64_t most = 1'000'000;  // nodes on either side
  const std::vector<std::string_view> parts = reader.words("rule");
  if (parts.size() != 5) reader.fail("`rule`, three rationals and two integers");
  return {reader.to_rational(parts[0]), reader.to_rational(parts[1]), reader.to_rational(parts[2]),
          reader.to_integer(parts[3], -most, most).to_signed(), reader.to_integer(parts[4], -most, most).to_signed()};
}

double rough(const Interval& x) { return mpfr_get_d(x.hi(), MPFR_RNDU); }

/// Bits of working precision: what the claim needs, and what the sum, the powers and the turned line take away.
mpfr_prec_t working_precision(const StepPair& pair, std::uint64_t steps, const Number& eps, const Inversion& c,
                              const Effort& effort, Budget& budget) {
  constexpr double log2 = 0.6931471805599453;
  constexpr double most = 20'000;
  const auto width = [](const Integer& n) { return static_cast<double>(n == 0 ? 0 : n.bits()); };
  constexpr mpfr_prec_t look = 128;
  const Interval largest = line_transform(pair, look, budget)->bound(c.line, c.norm);
  // log2 of the largest term and of the largest angle.
  const Interval line(c.line, look);
  const double term = (static_cast<double>(steps) * rough(log(largest)) - rough(line * enclose(eps, look))) / log2;
  const double height = roughly(c.values.height);
  const Rational end = c.step * c.nodes;
  const double angles = width(Integer(numerator(end) / denominator(end)));
  const double scale = static_cast<double>(effort.scale);
  const double need = static_cast<double>(effort.bits) + std::max(0.0, scale + std::max(term, -scale)) +
                      2 * static_cast<double>(std::bit_width(steps)) + angles +
                      static_cast<double>(std::bit_width(c.nodes)) + height * height / (2 * log2) + 32;
  if (!(need < most)) throw TooMuchWork();
  return static_cast<mpfr_prec_t>(need);
}

}  // namespace

Interval peak(const Interval& a) {
  const Interval one(Integer(1), a.precision());
  return exp(a * log(a) - (one + a) * log1p(a));
}

Interval geometric(const Interval& r) {
  const Interval one(Integer(1), r.precision());
  if (!proved(less(r, Rational(1)))) return one / Interval(r.precision());
  return r / (one - r);
}

std::string check_inversion(const Inversion& c) {
  if (c.line <= 0 || c.step <= 0 || c.right <= c.line || c.left <= 0 || c.nodes < 1) {
    return "inversion: must satisfy 0 < line < right, 0 < left, 0 < step";
  }
  for (const Rule* rule : {&c.values, &c.norm, &c.tail, &c.right_rule, &c.left_rule}) {
    if (!is_rule(*rule)) return std::string(kRuleDomain);
  }
  return {};
}

Rule read_rule(Reader& reader) {
  Rule rule = parse_rule(reader);
  if (!is_rule(rule)) throw Rejected{"witness", std::string(kRuleDomain)};
  return rule;
}

Inversion read_inversion(Reader& reader, std::span<const std::string_view> words) {
  if (words.size() != 5) reader.fail("four rationals and a number of nodes");
  Inversion c;
  for (std::size_t i = 0; Rational * part : {&c.line, &c.step, &c.right, &c.left})
    *part = reader.to_rational(words[i++]);
  c.nodes = reader.to_integer(words[4], 1, 100'000).to_unsigned();
  for (Rule* rule : {&c.values, &c.norm, &c.tail, &c.right_rule, &c.left_rule}) {
    *rule = parse_rule(reader);
  }
  if (std::string rule = check_inversion(c); !rule.empty()) throw Rejected{"witness", std::move(rule)};
  return c;
}

Interval poisson_delta(const StepPair& pair, std::uint64_t steps, const Number& threshold, const Inversion& c,
                       const Effort& effort, Budget& budget) {
  constexpr mpfr_prec_t look = 256;
  if (const auto end = largest_ratio(pair, look)) {  // of one step
    if (proved(less_equal(*end * Interval(Integer(steps), look), enclose(threshold, look)))) return Interval(look);
  }
  const mpfr_prec_t precision = working_precision(pair, steps, threshold, c, effort, budget);
  const std::unique_ptr<LineTransform> transform = line_transform(pair, precision, budget);
  const auto number = [&](const Rational& x) { return Interval(x, precision); };
  const Interval one = number(1);
  const Interval zero(precision);
  const Interval eps = enclose(threshold, precision);
  const Interval line = number(c.line);
  const Interval step = number(c.step);
  const Interval pi = Interval::pi(precision);
  const Interval period = number(2) * pi / step;
  // The trapezoid sum: half the node on the axis, then both halves of the line at once.
  const Interval norm = transform->bound(c.line, c.norm);
  const std::vector<Box> values = transform->values(c.line, c.step, c.nodes, c.values, norm);
  Interval sum(precision);
  for (std::uint64_t k = 0; k < c.nodes; ++k) {
    const Interval t = number(Rational(c.step * k));
    Box value = power(values[k], steps);
    value = value * inverse(Box{line, t} * Box{line + one, t});
    const Box turn = rotation(t * eps);
    const Interval part = value.re * turn.re + value.im * turn.im;
    sum = sum + (k == 0 ? part * number(Rational(1, 2)) : part);
  }
  const Interval first = number(Rational(c.nodes));  // the first node left out
  const Interval beyond = nth_power(transform->bound_beyond(c.line, Rational(c.step * c.nodes), c.tail, norm), steps);
  const Interval tail = (beyond * (one / (first * first) + one / first) / (step * step)).upper();
  const Interval scale = exp(-(line * eps)) * step / pi;
  const Interval trapezoid = from_ends((sum - tail) * scale, (sum + tail) * scale);

  // What the sum holds beside delta(eps): D(eps + mW) for every m != 0.
  const Interval growth = enclose_exp(threshold, precision);
  const Interval closed = geometric(exp(-(line * period))) - growth * geometric(exp(-((line + one) * period)));
  Interval right = zero;
  const auto past = [&](const std::optional<Interval>& limit, const Interval& place) {
    return limit && proved(less_equal(*limit * number(Rational(steps)), place));
  };
  if (!past(largest_ratio(pair, precision), eps + period)) {
    const Interval b = number(c.right);
    const Interval mean = nth_power(transform->bound(c.right, c.right_rule), steps);
    right = (peak(b) * mean * exp(-(b * eps)) * geometric(exp((line - b) * period))).upper();
  }
  Interval left = zero;
  if (!past(least_ratio(pair, precision), period - eps)) {
    const Rational order = 1 + c.left;
    const Interval mean = nth_power(transform->bound(Rational(-order), c.left_rule), steps);
    left = (peak(number(c.left)) * mean * exp(number(order) * eps) * geometric(exp(-((line + number(order)) * period))))
               .upper();
  }
  const Interval value = trapezoid - closed;
  const Interval delta = from_ends(value - right - left, value);
  if (!delta.finite()) return Interval::unit(precision);
  return max(min(delta, one), zero);
}

}  // namespace hallmark::check
