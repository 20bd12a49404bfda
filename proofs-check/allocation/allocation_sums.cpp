#include "allocation/allocation_sums.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "numbers/binomial_law.hpp"

namespace hallmark::check {

namespace {

constexpr std::uint64_t kMostSelected = 4096;

Integer choose(std::uint64_t n, std::uint64_t k) {
  Integer value;
  mpz_bin_ui(raw(value), raw(Integer(n)), k);
  return value;
}

Integer power(const Integer& base, std::uint64_t exponent) { return pow(base, static_cast<unsigned>(exponent)); }

/// A law on 0, 1, ... in units of 1/unit.
struct ExactLaw {
  std::vector<Integer> masses;
  Integer unit;
};

ExactLaw bernoulli_sum(std::uint64_t trials, const Rational& p) {
  const Integer num = numerator(p);
  const Integer den = denominator(p);
  ExactLaw law{{}, power(den, trials)};
  for (std::uint64_t i = 0; i <= trials; ++i) {
    law.masses.push_back(choose(trials, i) * power(num, i) * power(Integer(den - num), trials - i));
  }
  return law;
}

ExactLaw sum_of(const ExactLaw& x, const ExactLaw& y) {
  ExactLaw law{std::vector<Integer>(x.masses.size() + y.masses.size() - 1, Integer(0)), x.unit * y.unit};
  for (std::size_t i = 0; i < x.masses.size(); ++i) {
    for (std::size_t j = 0; j < y.masses.size(); ++j) law.masses[i + j] += x.masses[i] * y.masses[j];
  }
  return law;
}

/// sum max(0, p - w q)
Rational divergence(const ExactLaw& p, const ExactLaw& q, const Rational& w) {
  const Integer p_factor = q.unit * denominator(w);
  const Integer q_factor = p.unit * numerator(w);
  Integer total = 0;
  for (std::size_t i = 0; i < p.masses.size(); ++i) {
    const Integer gain = p.masses[i] * p_factor - q.masses[i] * q_factor;
    if (gain > 0) total += gain;
  }
  return Rational(total, Integer(p.unit * p_factor));
}

struct Small {
  Rational e;
  Rational w;
};

/// E and w, if both are rational and every integer stays below about 2^16 bits.
std::optional<Small> small_case(const ResponseScheme& x, const Number& eps, std::size_t more_bits_a_step) {
  const std::optional<Rational> e = rational_exp(x.eps0);
  const std::optional<Rational> w = rational_exp(eps);
  constexpr std::uint64_t most_steps = 512;
  if (!e || !w || x.steps > most_steps) return std::nullopt;
  const auto size = [](const Rational& r) {
    return mpz_sizeinbase(mpq_numref(raw(r)), 2) + mpz_sizeinbase(mpq_denref(raw(r)), 2);
  };
  constexpr std::size_t most_bits = 16384;
  if ((size(*e) + more_bits_a_step) * x.steps > most_bits || size(*w) > most_bits) return std::nullopt;
  return Small{*e, *w};
}

/// What E is needed for, at one precision.
struct Sides {
  Interval one, e, a, b;
  explicit Sides(const Number& eps0, mpfr_prec_t precision)
      : one(Integer(1), precision), e(enclose_exp(eps0, precision)), a(e / (e + one)), b(one / (e + one)) {}
};

Interval mass(const BinomialLaw& law, std::uint64_t n, unsigned long unit, mpfr_prec_t precision) {
  if (n < law.first || n - law.first >= law.masses.size()) return Interval(precision);
  const Fixed& m = law.masses[n - law.first];
  return times_power_of_two(Interval(m.lo, m.hi, precision), -static_cast<long>(unit));
}

Interval outside(const BinomialLaw& law, unsigned long unit, mpfr_prec_t precision) {
  return times_power_of_two(Interval(law.outside, precision), -static_cast<long>(unit));
}

/// Lower and upper ends of a sum of positive parts, with what was left out: `more` above, `less` below.
Interval with_rest(const Interval& lower, const Interval& upper, const Interval& less, const Interval& more) {
  const Interval zero(upper.precision());
  const Interval one(Integer(1), upper.precision());
  return from_ends(max(zero, lower.lower() - less.upper()), min(one, upper.upper() + more.upper()));
}

unsigned long bits_above_one(const Interval& x) { return static_cast<unsigned long>(std::max(0L, exponent_above(x))); }

}  // namespace

std::optional<Rational> allocation_rr_delta_exact(const ResponseScheme& x, const Number& eps, Budget& budget) {
  const std::optional<Small> small = small_case(x, eps, 0);
  if (!small) return std::nullopt;
  budget.charge((x.selected + 2) * (x.steps - x.selected + 2), 512);
  const Rational a = small->e / (small->e + 1);
  const Rational b = 1 - a;
  const ExactLaw p = sum_of(bernoulli_sum(x.selected, a), bernoulli_sum(x.steps - x.selected, b));
  const ExactLaw q = bernoulli_sum(x.steps, b);
  return x.remove ? divergence(p, q, small->w) : divergence(q, p, small->w);
}

Interval allocation_rr_delta(const ResponseScheme& x, const Number& eps, const Effort& effort, Budget& budget,
                             unsigned long cut) {
  if (x.selected > kMostSelected) throw TooMuchWork();
  const unsigned long unit =
      effort.bits + effort.scale + bits_above_one(enclose_exp(eps, 128)) + std::bit_width(x.steps) + 128;
  const auto precision = static_cast<mpfr_prec_t>(unit + 64);
  const Sides s(x.eps0, precision);
  const std::optional<BinomialLaw> rest =
      binomial_law(x.steps - x.selected, s.one / s.e, unit, cut > 0 ? cut : unit - 32, budget);
  if (!rest) return Interval::unit(precision);
  const Interval w = enclose_exp(eps, precision);
  // How much one mass of the steps that are never selected adds to P - wQ (or Q - wP), j outputs more.
  std::vector<Interval> factors;
  for (std::uint64_t j = 0; j <= x.selected; ++j) {
    const std::uint64_t others = x.selected - j;
    const Interval p = nth_power(s.a, j) * nth_power(s.b, others);
    const Interval q = nth_power(s.b, j) * nth_power(s.a, others);
    // Under Q the selected steps are like the others: Bin(selected, b).
    factors.push_back(Interval(choose(x.selected, j), precision) * (x.remove ? p - w * q : q - w * p));
  }
  const std::uint64_t terms = rest->masses.size() + x.selected;
  budget.charge(terms, (x.selected + 1) * 16 * limbs(unit));
  const Interval zero(precision);
  Interval lower = zero;
  Interval upper = zero;
  for (std::uint64_t i = 0; i < terms; ++i) {
    Interval gain = zero;
    for (std::uint64_t j = 0; j <= std::min(i, x.selected); ++j) {
      if (i - j < rest->masses.size()) gain = gain + factors[j] * mass(*rest, rest->first + (i - j), unit, precision);
    }
    lower = lower + max(zero, gain.lower());
    upper = upper + max(zero, gain.upper());
  }
  const Interval missing = outside(*rest, unit, precision);
  return with_rest(lower, upper, w * missing, missing);
}

namespace {

/// The rate of the output on the record's side, the threshold and the share of the decomposition, of whatever type.
template <class Real>
struct Decomposed {
  Real p, w, share;
};

template <class Real>
Decomposed<Real> decomposed(bool remove, const Real& one, const Real& lambda, const Real& never, const Real& a,
                            const Real& b, const Real& w) {
  const Real any = one - never;
  const Real p = b + lambda * (a - b);
  if (remove) return {p, Real(one + any * (w - one)), any};
  return {p, Real(one / (one - any * (one - one / w))), Real(any / (any + w * never))};
}

}  // namespace

std::optional<Rational> allocation_rr_decomposition_exact(const ResponseScheme& x, const Number& lambda,
                                                          const Number& eps, Budget& budget) {
  if (lambda.kind != Number::Kind::rational) return std::nullopt;
  const Rational& l = lambda.argument;
  const std::optional<Small> small = small_case(x, eps, 2 * mpz_sizeinbase(mpq_denref(raw(l)), 2));
  if (!small) return std::nullopt;
  budget.charge(4 * (x.steps + 2), 2048);
  const Rational a = small->e / (small->e + 1);
  const Rational b = 1 - a;
  const Rational rest = 1 - l;
  const Rational never(power(numerator(rest), x.steps), power(denominator(rest), x.steps));
  const Decomposed<Rational> d = decomposed<Rational>(x.remove, 1, l, never, a, b, small->w);
  const ExactLaw p = bernoulli_sum(x.steps, d.p);
  const ExactLaw q = bernoulli_sum(x.steps, b);
  const Rational value = (x.remove ? divergence(p, q, d.w) : divergence(q, p, d.w)) / d.share;
  return value < 1 ? value : Rational(1);
}

Interval allocation_rr_decomposition(const ResponseScheme& x, const Number& lambda, const Number& eps,
                                     const Effort& effort, Budget& budget, unsigned long cut) {
  const Interval rough = enclose(lambda, 128);
  const unsigned long small_share =
      mpfr_regular_p(rough.lo()) != 0 ? static_cast<unsigned long>(std::max(0L, 2 - mpfr_get_exp(rough.lo()))) : 0;
  const unsigned long unit = effort.bits + effort.scale + small_share + 2 * bits_above_one(enclose_exp(eps, 128)) +
                             std::bit_width(x.steps) + 128;
  if (unit > (1UL << 20)) throw TooMuchWork();
  const auto precision = static_cast<mpfr_prec_t>(unit + 64);
  const Sides s(x.eps0, precision);
  const Interval l = enclose(lambda, precision);
  const Interval zero(precision);
  const Interval t(Integer(x.steps), precision);
  const bool always = compare(lambda, Rational(1)) == Order::equal;
  const Interval never = always ? zero : exp(t * log1p(-l));
  const Decomposed<Interval> d = decomposed<Interval>(x.remove, s.one, l, never, s.a, s.b, enclose_exp(eps, precision));
  const unsigned long at = cut > 0 ? cut : unit - 32;
  const std::optional<BinomialLaw> p = binomial_law(x.steps, d.p / (s.one - d.p), unit, at, budget);
  const std::optional<BinomialLaw> q = binomial_law(x.steps, s.one / s.e, unit, at, budget);
  if (!p || !q) return Interval::unit(precision);
  const BinomialLaw& gains = x.remove ? *p : *q;
  const BinomialLaw& losses = x.remove ? *q : *p;
  budget.charge(gains.masses.size(), 24 * limbs(unit));
  Interval lower = zero;
  Interval upper = zero;
  for (std::uint64_t i = 0; i < gains.masses.size(); ++i) {
    const std::uint64_t n = gains.first + i;
    const Interval gain = mass(gains, n, unit, precision) - d.w * mass(losses, n, unit, precision);
    lower = lower + max(zero, gain.lower());
    upper = upper + max(zero, gain.upper());
  }
  const Interval sum = with_rest(lower, upper, d.w * outside(losses, unit, precision), outside(gains, unit, precision));
  const Interval value = sum / d.share;
  return from_ends(max(zero, value), min(s.one, value));
}

Interval allocation_rr_moment(const ResponseScheme& x, const Number& alpha, unsigned bits, Budget& budget) {
  constexpr std::uint64_t most_steps = 20'000;
  if (x.steps > most_steps || x.selected > kMostSelected) throw TooMuchWork();
  // The moment exceeds 1 by at least about min(1, alpha-1) eps0^2/steps (a guess: precision only).
  const Interval rough_eps0 = min(enclose(x.eps0, 64), Interval(Integer(1), 64));
  const Interval rough =
      min(enclose(alpha, 64) - Interval(Integer(1), 64), Interval(Integer(1), 64)) * rough_eps0 * rough_eps0;
  const long small =
      mpfr_regular_p(rough.lo()) != 0 ? std::max(0L, 2 - static_cast<long>(mpfr_get_exp(rough.lo()))) : 0;
  const auto size = static_cast<long>(std::bit_width(x.steps));
  const long large = std::max(0L, exponent_above(enclose(alpha, 64) * enclose(x.eps0, 64)));
  const long wanted =
      static_cast<long>(bits) + 96 + small + 3 * size + large + std::max(0L, exponent_above(enclose(alpha, 64)));
  if (wanted > (1L << 20)) throw TooMuchWork();
  const auto precision = static_cast<mpfr_prec_t>(wanted);
  const std::uint64_t each = limbs(static_cast<unsigned long>(precision));
  budget.charge(x.steps + 1, (x.selected + 1) * 16 * each + 200 * each * each);
  const Sides s(x.eps0, precision);
  const Interval order = enclose(alpha, precision);
  const Interval exponent = x.remove ? order : s.one - order;
  // P(n) = sum_j Pr[Bin(selected, a) = j] Pr[Bin(steps - selected, b) = n - j], every mass from the one before.
  const auto binomial = [&](std::uint64_t trials, const Interval& p, const Interval& q) {
    std::vector<Interval> law = {nth_power(q, trials)};
    for (std::uint64_t i = 0; i < trials; ++i) {
      law.push_back(law.back() * (p / q) * Interval(Rational(Integer(trials - i), Integer(i + 1)), precision));
    }
    return law;
  };
  const std::vector<Interval> chosen = binomial(x.selected, s.a, s.b);
  const std::vector<Interval> rest = binomial(x.steps - x.selected, s.b, s.a);
  const std::vector<Interval> null = binomial(x.steps, s.b, s.a);
  Interval moment(precision);
  for (std::uint64_t n = 0; n <= x.steps; ++n) {
    Interval p(precision);
    for (std::uint64_t j = 0; j <= std::min(n, x.selected); ++j) {
      if (n - j < rest.size()) p = p + chosen[j] * rest[n - j];
    }
    moment = moment + null[n] * exp(exponent * log(p / null[n]));
  }
  return log1p(max(moment - s.one, Interval(precision)));
}

}  // namespace hallmark::check
