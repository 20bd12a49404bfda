#include "basic/composition_line.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "basic/phases.hpp"
#include "batch/poisson_line.hpp"

namespace hallmark::check {

namespace {

using Factors = std::vector<std::unique_ptr<const LineFactor>>;

Factors factors_of(const std::vector<Phase>& phases, bool remove, const LineWitness& witness, mpfr_prec_t precision,
                   Budget& budget) {
  Factors all;
  auto rules = witness.rules.begin();
  for (const Phase& phase : phases) {
    all.push_back(line_factor(phase, remove, batch_of(phase, true) ? &*rules++ : nullptr, precision, budget));
  }
  return all;
}

/// The product of one number of every factor, each to its rounds.
template <class Function>
Interval product(const Factors& factors, const std::vector<Phase>& phases, mpfr_prec_t precision,
                 const Function& function) {
  Interval all(Integer(1), precision);
  for (std::size_t i = 0; i < factors.size(); ++i) all = all * nth_power(function(*factors[i]), phases[i].rounds);
  return all;
}

/// Bits of working precision: what the claim needs, and what the sum, the powers and the largest term take away. They are
/// counted in doubles, because any precision encloses: whatever is not between 40 and the most is refused, NaN too.
mpfr_prec_t working_precision(const std::vector<Phase>& phases, bool remove, const Number& eps, const LineWitness& w,
                              const Effort& effort, Budget& budget) {
  constexpr mpfr_prec_t look = 128;
  constexpr double log2 = 0.6931471805599453;
  constexpr double most = 20'000;
  const Factors factors = factors_of(phases, remove, w, look, budget);
  const Interval size = product(factors, phases, look, [&](const LineFactor& f) { return f.at_line(w.line); });
  const Interval exponent = log(size) - Interval(w.line.a, look) * enclose(eps, look);
  const double term = mpfr_get_d(exponent.hi(), MPFR_RNDU) / log2;
  std::uint64_t rounds = 0;
  double height = 0;
  for (const Phase& phase : phases) rounds += phase.rounds;
  for (const BatchRules& r : w.rules) height = std::max(height, roughly(r.values.height));
  const Rational end = w.line.step * w.line.nodes;
  const Integer whole = numerator(end) / denominator(end);
  const double angles = static_cast<double>(whole == 0 ? 0 : whole.bits());
  const double scale = static_cast<double>(effort.scale);
  const double need = static_cast<double>(effort.bits) + std::max(0.0, scale + std::max(term, -scale)) +
                      2 * static_cast<double>(std::bit_width(rounds)) + angles +
                      static_cast<double>(std::bit_width(w.line.nodes)) + height * height / (2 * log2) + 40;
  if (!(need < most)) throw TooMuchWork();
  return static_cast<mpfr_prec_t>(need);
}

/// sum over the nodes of Re e^(-i t eps) M(z)/(z (z+1)), the first by half.
Interval node_sum(const Factors& factors, const std::vector<Phase>& phases, const Line& line, const Interval& eps,
                  Budget& budget) {
  const mpfr_prec_t precision = eps.precision();
  // A power and a product of boxes a factor, a few functions a node.
  const auto words = static_cast<std::uint64_t>(precision / 64 + 1);
  check_memory(line.nodes, 8 * (words + 7));
  for (const Phase& phase : phases) {
    budget.charge(line.nodes, 200 * words * (2 * static_cast<std::uint64_t>(std::bit_width(phase.rounds)) + 1));
  }
  charge_functions(precision, 8 * line.nodes, budget);
  const auto number = [&](const Rational& x) { return Interval(x, precision); };
  std::vector<Box> all(line.nodes, Box{number(1), number(0)});
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const std::vector<Box> values = factors[i]->values(line);
    for (std::uint64_t k = 0; k < line.nodes; ++k) all[k] = all[k] * power(values[k], phases[i].rounds);
  }
  Interval sum(precision);
  const Interval a = number(line.a);
  for (std::uint64_t k = 0; k < line.nodes; ++k) {
    const Interval t = number(Rational(line.step * k));
    const Box value = all[k] * inverse(Box{a, t} * Box{a + number(1), t});
    const Box turn = rotation(t * eps);
    const Interval part = value.re * turn.re + value.im * turn.im;
    sum = sum + (k == 0 ? part * number(Rational(1, 2)) : part);
  }
  return sum;
}

}  // namespace

LineWitness read_line(Reader& reader, std::span<const std::string_view> words, const std::vector<Phase>& phases) {
  if (words.size() != 5) reader.fail("four rationals and a number of nodes");
  LineWitness w;
  std::size_t at = 0;
  for (Rational* part : {&w.line.a, &w.line.step, &w.right, &w.left}) *part = reader.to_rational(words[at++]);
  w.line.nodes = reader.to_integer(words[4], 1, 100'000).to_unsigned();
  if (w.line.a <= 0 || w.line.step <= 0 || w.right <= w.line.a || w.left <= 0) {
    throw Rejected{"witness", "inversion: must satisfy 0 < line < right, 0 < left, 0 < step"};
  }
  for (const Phase& phase : phases) {
    if (!batch_of(phase, true)) continue;
    BatchRules& rules = w.rules.emplace_back();
    for (Rule* rule : {&rules.values, &rules.norm, &rules.beyond, &rules.right, &rules.left}) *rule = read_rule(reader);
  }
  return w;
}

Interval composition_delta(const std::vector<Phase>& phases, bool remove, const Number& threshold, const LineWitness& w,
                           const Effort& effort, Budget& budget) {
  const mpfr_prec_t precision = working_precision(phases, remove, threshold, w, effort, budget);
  const Factors factors = factors_of(phases, remove, w, precision, budget);
  const auto number = [&](const Rational& x) { return Interval(x, precision); };
  const auto all = [&](const auto& function) { return product(factors, phases, precision, function); };
  const Interval one = number(1);
  const Interval eps = enclose(threshold, precision);
  const Interval a = number(w.line.a);
  const Interval step = number(w.line.step);
  const Interval pi = Interval::pi(precision);
  const Interval period = number(2) * pi / step;
  const Interval sum = node_sum(factors, phases, w.line, eps, budget);
  const Interval first = number(Rational(w.line.nodes));  // the first node left out
  const Interval beyond = all([&](const LineFactor& f) { return f.beyond(w.line); });
  const Interval tail = (beyond * (one / (first * first) + one / first) / (step * step)).upper();
  const Interval scale = exp(-(a * eps)) * step / pi;
  const Interval trapezoid = from_ends((sum - tail) * scale, (sum + tail) * scale);

  // What the sum holds beside D(eps): D(eps + mW) for every m != 0.
  const Interval growth = enclose_exp(threshold, precision);
  const Interval p = all([](const LineFactor& f) { return f.p_mass(); });
  const Interval q = all([](const LineFactor& f) { return f.q_mass(); });
  const Interval closed = p * geometric(exp(-(a * period))) - q * growth * geometric(exp(-((a + one) * period)));
  const Interval b = number(w.right);
  const Interval right = (peak(b) * all([&](const LineFactor& f) { return f.at_right(w.right); }) * exp(-(b * eps)) *
                          geometric(exp((a - b) * period)))
                             .upper();
  const Interval order = number(Rational(1 + w.left));
  const Interval left = (peak(number(w.left)) * all([&](const LineFactor& f) { return f.at_left(w.left); }) *
                         exp(order * eps) * geometric(exp(-((a + order) * period))))
                            .upper();
  const Interval infinite = one - all([&](const LineFactor& f) { return one - f.infinite(); });
  Interval missing = number(0);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    missing = missing + factors[i]->missing() * number(Rational(phases[i].rounds));
  }
  const Interval value = trapezoid - closed + infinite;
  const Interval delta = from_ends(value - right - left, value + missing.upper());
  if (!delta.finite()) return Interval::unit(precision);
  return max(min(delta, one), number(0));
}

}  // namespace hallmark::check
