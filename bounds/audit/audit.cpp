#include "bounds/audit/audit.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "exact/binomial.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::audit {
namespace {

constexpr slong target_bits(slong digits) { return 16 * digits + 4096; }

void check_count(std::string_view where, std::string_view name, slong value, slong most, std::string_view domain) {
  if (value < 0 || value > most) throw InputError(where, name, Rational(value).to_string(), domain);
}
void check_beta(std::string_view where, std::string_view name, const Number& beta) {
  if (beta.sign() <= 0 || less(beta, 1) != Truth::yes) {
    throw InputError(where, name, beta.to_string(), "positive and below 1");
  }
}
void check_delta(std::string_view where, const Number& delta) {
  if (delta.sign() < 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "from 0 to 1");
  }
}

// The largest average of Pr[W = v-1], ..., Pr[W = v-i] over i = 1, ..., v.
Ball largest_average(const Binomial& law, slong v, const Budget& budget) {
  const slong bits = law.p.bits();
  const Ball odds = law.p / law.q;
  const CountRange range = likely_range(law.n, roughly(odds), bits);
  const Ball nothing(0, bits);
  const Ball outside = mass_outside(law, odds, range, bits);
  Ball largest = plus_up_to(nothing, outside);
  if (!outside.is_finite()) return Ball::between(0, 1, bits);
  const slong top = std::min(v - 1, range.hi);
  if (top < range.lo) return largest;
  constexpr slong poll = 1024;
  Ball term = pmf(law, top);
  Ball sum = nothing;
  for (slong k = top;; --k) {
    sum += term;
    largest = max(largest, plus_up_to(sum, outside) / (v - k));
    if (k == range.lo) return largest;
    if (k % poll == 0 && budget.expired()) return Ball::between(0, 1, bits);
    term *= k;
    term /= odds;
    term /= law.n - k + 1;
  }
}

// p(0) where its numbers are short: a tie with beta is decided so.
std::optional<Rational> probability_at_0(const OneRun& x) {
  constexpr slong few = 1000;
  const auto delta = x.delta.rational();
  if (!delta || x.guesses > few) return std::nullopt;
  Rational term = pow(Rational(2), -x.guesses);
  Rational tail = 0, below = 0, largest = 0;
  std::vector<Rational> masses;
  for (slong k = 0; k <= x.guesses; ++k) {
    masses.push_back(term);
    if (k >= x.right) tail += term;
    term *= Rational(x.guesses - k) / (k + 1);
  }
  for (slong i = 1; i <= x.right; ++i) {
    below += masses[static_cast<std::size_t>(x.right - i)];
    largest = std::max(largest, below / i);
  }
  return std::min(Rational(1), tail + 2 * x.canaries * *delta * largest);
}

// ln(n/(1 - beta)) from above. A binomial of n trials has a success with probability at most n x, so that the root x of
// Pr[none] = beta or of a larger tail is at least (1 - beta)/n: what an upper end is where nothing better is known.
Rational largest_limit(slong n, const Number& beta) {
  constexpr slong first_bits = 128;
  for (slong bits = first_bits;; bits *= 2) {
    const Ball limit = log(n / (1 - beta.ball(bits)));
    if (limit.is_finite()) return std::max(limit.upper(), Rational(0));
  }
}

// eps = ln((1-x)/x) of x = 1/(1+e^eps).
Ball epsilon_of(const Rational& x, slong bits) { return log1p(Ball((1 - 2 * x) / x, bits)); }

void check_one_run(const OneRun& x) {
  constexpr std::string_view where = "audit.epsilon.one-run";
  check_count(where, "guesses", x.guesses, x.canaries, "an integer from 0 to m");
  check_count(where, "right", x.right, x.guesses, "an integer from 0 to guesses");
  check_beta(where, "beta", x.beta);
  check_delta(where, x.delta);
  constexpr slong bits = 1024;
  const auto delta = x.delta.rational();
  const Truth small = delta ? (2 * x.canaries * *delta <= 1 ? Truth::yes : Truth::no)
                            : less_equal(2 * x.canaries * x.delta.ball(bits), Rational(1));
  if (small != Truth::yes) {
    throw InputError(
        where, "delta", x.delta.to_string(),
        "at most 1/(2 m): beyond it the bound of the theorem is not proved to grow with eps, so that the counts "
        "refute no epsilon");
  }
}

}  // namespace

Ball one_run_probability(const OneRun& x, const Rational& at, slong bits, const Budget& budget) {
  if (x.right == 0) return Ball(1, bits);
  const Binomial law{x.guesses, Ball(1 - at, bits), Ball(at, bits)};
  Ball p = upper_tail(law, x.right, budget);
  if (x.delta.sign() > 0) p += 2 * x.canaries * x.delta.ball(bits) * largest_average(law, x.right, budget);
  return p.is_finite() ? min(p, Ball(1, bits)) : Ball::between(0, 1, bits);
}

Limit one_run(const OneRun& x, slong digits, const Budget& budget) {
  check_one_run(x);
  constexpr slong first_bits = 128;
  const Rational half("1/2");
  const auto f = [&](const Rational& at, slong bits) {
    // d Pr[W >= v]/dx = -r Pr[Bin(r-1, 1-x) = v-1]: a proposal for the whole.
    const Binomial one_less{x.guesses - 1, Ball(1 - at, bits), Ball(at, bits)};
    return Sample{one_run_probability(x, at, bits, budget), -x.guesses * pmf(one_less, x.right - 1)};
  };
  if (x.right == 0) return {0, 0, true, first_bits};
  const Ball target = x.beta.ball(target_bits(digits));
  const auto exact = probability_at_0(x);
  const Truth none =
      exact ? less_equal(x.beta, *exact)
            : decide([&](slong bits) { return less_equal(target, one_run_probability(x, half, bits, budget)); },
                     {.first_bits = first_bits, .last_bits = target_bits(digits), .budget = budget});
  if (none == Truth::yes) return {0, 0, true, first_bits};
  if (none == Truth::unknown) return {0, largest_limit(x.guesses, x.beta), false, first_bits};
  Limit limit;
  // Where eps is small, x lies next to 1/2 and takes more digits.
  for (slong inner = digits + 2; !limit.reached; inner *= 2) {
    const Inversion found = bisect({.f = f, .target = target, .lo = 0, .hi = half, .digits = inner},
                                   {.first_bits = first_bits, .last_bits = bisection_bits(inner), .budget = budget});
    const slong bits = 8 * inner + first_bits;
    limit.lo = epsilon_of(found.bracket.hi, bits).lower();
    limit.hi =
        found.bracket.lo.sign() > 0 ? epsilon_of(found.bracket.lo, bits).upper() : largest_limit(x.guesses, x.beta);
    limit.bits = found.bits;
    limit.reached = has_digits(limit.lo, limit.hi, digits);
    if (budget.expired() || !found.reached) break;
  }
  limit.lo = std::max(limit.lo, Rational(0));
  return limit;
}

Inversion upper_limit(slong n, slong k, const Number& beta, slong digits, const Budget& budget) {
  if (k == n) return {{1, 1}, true, 64, 0};
  const auto f = [&](const Rational& x, slong bits) {
    const Ball p(x, bits), q(1 - x, bits);
    return Sample{upper_tail({n, q, p}, n - k, budget), -n * pmf({n - 1, p, q}, k)};
  };
  return bisect({.f = f, .target = beta.ball(target_bits(digits)), .lo = 0, .hi = 1, .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

namespace {

// ln(above/below), or minus infinity as nothing, where `above` is not proved to be positive.
std::optional<Ball> log_ratio(const Ball& above, const Ball& below) {
  if (is_positive(above) != Truth::yes || is_positive(below) != Truth::yes) return std::nullopt;
  return log(above / below);
}

// The limit at given rates, which rises with that of hits and falls with that of alarms; an upper end takes what is not
// proved to be positive for it.
Rational limit_at(const Rational& misses, const Rational& alarms, const TwoRuns& x, bool upper, slong bits) {
  const Ball p(1 - misses, bits), q(alarms, bits), d = x.delta.ball(bits);
  Rational limit = 0;
  for (const auto& [above, below] : {std::pair{p - d, q}, {1 - q - d, 1 - p}}) {
    const auto term = log_ratio(above, below);
    if (term) limit = std::max(limit, upper ? term->upper() : term->lower());
    if (!term && upper && is_positive(above) != Truth::no) {
      return std::max(largest_limit(x.runs_with, x.beta_hits), largest_limit(x.runs_without, x.beta_alarms));
    }
  }
  return limit;
}

void check_two_runs(const TwoRuns& x) {
  constexpr std::string_view where = "audit.epsilon.two-run";
  check_count(where, "tp", x.hits, x.runs_with, "an integer from 0 to n1");
  check_count(where, "fp", x.alarms, x.runs_without, "an integer from 0 to n0");
  check_beta(where, "beta1", x.beta_hits);
  check_beta(where, "beta2", x.beta_alarms);
  check_delta(where, x.delta);
}

// What the enclosures of misses, 1 - p, and of alarms say.
Rates rates_of(const Bracket& misses, const Bracket& alarms, const TwoRuns& x, slong bits) {
  return {{1 - misses.hi, 1 - misses.lo},
          alarms,
          {limit_at(misses.hi, alarms.hi, x, false, bits), limit_at(misses.lo, alarms.lo, x, true, bits)}};
}

constexpr slong bits_of_rates(slong digits) { return 8 * digits + 256; }

}  // namespace

Limit two_runs(const TwoRuns& x, slong digits, const Budget& budget) {
  check_two_runs(x);
  Limit limit;
  for (slong inner = digits + 3; !limit.reached; inner *= 2) {
    // The rate of hits is at least p where that of misses is at most 1 - p.
    const Inversion misses = upper_limit(x.runs_with, x.runs_with - x.hits, x.beta_hits, inner, budget);
    const Inversion alarms = upper_limit(x.runs_without, x.alarms, x.beta_alarms, inner, budget);
    const Rates rates = rates_of(misses.bracket, alarms.bracket, x, bits_of_rates(inner));
    limit.lo = rates.limit.lo;
    limit.hi = rates.limit.hi;
    limit.bits = std::max(misses.bits, alarms.bits);
    limit.reached = has_digits(limit.lo, limit.hi, digits);
    constexpr slong most_digits = 4000;
    if (budget.expired() || !misses.reached || !alarms.reached || inner > most_digits) break;
  }
  return limit;
}

Rates rates_around(const TwoRuns& x, slong digits, const Budget& budget) {
  check_two_runs(x);
  const Rational step = pow(Rational(10), -digits);
  const auto widened = [&](const Bracket& b) {
    return b.lo == b.hi ? b : Bracket{b.lo * (1 - step), std::min(b.hi * (1 + step), Rational(1))};
  };
  const Inversion misses = upper_limit(x.runs_with, x.runs_with - x.hits, x.beta_hits, digits, budget);
  const Inversion alarms = upper_limit(x.runs_without, x.alarms, x.beta_alarms, digits, budget);
  return rates_of(widened(misses.bracket), widened(alarms.bracket), x, bits_of_rates(digits));
}

}  // namespace hallmark::audit
