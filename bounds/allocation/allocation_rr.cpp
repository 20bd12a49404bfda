#include "bounds/allocation/allocation_rr.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "bounds/directions.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"

namespace hallmark::allocation_rr {
namespace {

constexpr double most_digits = 99'000;

void check(const Scheme& s, Direction direction) {
  if (s.eps0.sign() <= 0) throw InputError("allocation-rr", "eps0", s.eps0.to_string(), "positive");
  allocation::check_domain("allocation-rr", {1, s.steps, s.selected});
  check_one_direction("allocation-rr", direction);
}
void check_eps(const Number& eps) {
  if (eps.sign() < 0) throw InputError("allocation-rr", "eps", eps.to_string(), "at least 0");
}

// f(n) in balls; anything when the budget ends.
Ball ratio_at(const Scheme& s, const Ball& e, slong n, const Budget& budget) {
  constexpr slong poll = 4096;
  const auto stopped = [&](slong i) { return i % poll == poll - 1 && budget.expired(); };
  const slong t = s.steps;
  const slong k = s.selected;
  const slong first = std::max(slong{0}, k - (t - n));
  const slong last = std::min(k, n);
  // C(n,j) C(t-n,k-j) / C(t,k) at the first j, factor by factor.
  Ball weight(1, e.bits());
  for (slong i = 0; i < first; ++i) {
    if (stopped(i)) return Ball::anything(e.bits());
    weight = weight * (n - i) / (i + 1);
  }
  for (slong i = 0; i < k - first; ++i) {
    if (stopped(i)) return Ball::anything(e.bits());
    weight = weight * (t - n - i) / (i + 1);
  }
  for (slong i = 0; i < k; ++i) {
    if (stopped(i)) return Ball::anything(e.bits());
    weight = weight * (i + 1) / (t - i);
  }
  const Ball square = e * e;
  Ball power = pow(e, static_cast<ulong>(std::abs(2 * first - k)));
  if (2 * first < k) power = 1 / power;
  Ball sum = weight * power;
  for (slong j = first; j < last; ++j) {
    if (stopped(j - first)) return Ball::anything(e.bits());
    weight = weight * (n - j) * (k - j) / (j + 1) / (t - n - k + j + 1);
    power *= square;
    sum += weight * power;
  }
  return sum;
}

// E (f(N) - w)_+ or E (1 - w f(N))_+ for an increasing f with q_n f(n) log-concave in n.
Ball one_sided_sum(const Binomial& law, const std::function<Ball(slong)>& f, const Ball& w, Direction direction,
                   const Budget& budget) {
  const slong t = law.n;
  const slong bits = w.bits();
  const Ball trivial = Ball::between(0, 1, bits);
  const bool remove = direction == Direction::remove;
  // The terms are 0 for n <= `zero` (remove), n >= `zero` (add), proved at `zero`.
  slong zero = remove ? -1 : t + 1;
  slong other = remove ? t + 1 : -1;
  while (std::abs(other - zero) > 1) {
    const slong middle = zero + (other - zero) / 2;
    const Ball value = f(middle);
    const bool proved =
        remove ? less_equal(value, w) == Truth::yes : less_equal(Ball(1, bits), w * value) == Truth::yes;
    (proved ? zero : other) = middle;
  }
  const slong step = remove ? 1 : -1;
  Ball mass = pmf(law, zero + step);
  Ball sum(0, bits);
  Ball before(0, bits);
  const Ball zero_ball(0, bits);
  slong seen = 0;
  for (slong n = zero + step; n >= 0 && n <= t; n += step) {
    if (++seen % 256 == 0 && budget.expired()) return trivial;
    const Ball value = f(n);
    sum += max(remove ? mass * (value - w) : mass * (1 - w * value), zero_ball);
    const Ball dominating = remove ? mass * value : mass;
    if (seen % 16 == 0) {
      const Ball ratio = dominating / before;
      if (less(ratio, 1) == Truth::yes) {
        const Ball rest = geometric_rest(dominating, ratio);
        if (less(rest, sum * Ball(pow(Rational(2), -bits), bits)) == Truth::yes)
          return clamp(plus_up_to(sum, rest), 0, 1);
      }
    }
    before = dominating;
    mass = remove ? mass * (t - n) / (n + 1) * law.p / law.q : mass * n / (t - n + 1) * law.q / law.p;
  }
  return clamp(sum, 0, 1);
}

Binomial null_law(const Ball& e, slong t) { return {t, 1 / (1 + e), e / (1 + e)}; }

// e^eps0 = a/b, w = u/v: the sums over n with integers only, divided once.
struct Fraction {
  Rational a;
  Rational b;
};

double digits_of(const Rational& x) { return static_cast<double>(x.height_bits()) * 0.30103; }

// f(n) times (a b)^k C(t,k), an integer.
Rational scaled_ratio(const Fraction& e, slong t, slong k, slong n) {
  const slong first = std::max(slong{0}, k - (t - n));
  const slong last = std::min(k, n);
  Rational weight = 1;
  for (slong i = 0; i < first; ++i) weight = weight * (n - i) / (i + 1);
  for (slong i = 0; i < k - first; ++i) weight = weight * (t - n - i) / (i + 1);
  Rational sum;
  for (slong j = first; j <= last; ++j) {
    sum += weight * pow(e.a, 2 * j) * pow(e.b, 2 * (k - j));
    if (j < last) weight = weight * (n - j) * (k - j) / (j + 1) / (t - n - k + j + 1);
  }
  return sum;
}

// sum_n C(t,n) a^(t-n) b^n (g(n) - w)_+ or (1 - w g(n))_+ over (a+b)^t, g increasing; nothing if the budget ends.
std::optional<Rational> exact_sum(const Fraction& e, slong t, const std::function<Rational(slong)>& g,
                                  const Rational& w, Direction direction, const Budget& budget) {
  const bool remove = direction == Direction::remove;
  Rational mass = remove ? pow(e.b, t) : pow(e.a, t);
  Rational sum;
  for (slong i = 0; i <= t; ++i) {
    if (i % 64 == 0 && budget.expired()) return std::nullopt;
    const slong n = remove ? t - i : i;
    const Rational gap = remove ? g(n) - w : 1 - w * g(n);
    if (gap.sign() <= 0) break;  // g increases
    sum += mass * gap;
    if (i < t) mass = remove ? mass * n / (t - n + 1) * e.a / e.b : mass * (t - n) / (n + 1) * e.b / e.a;
  }
  return sum / pow(e.a + e.b, t);
}

std::optional<Fraction> fraction(const Number& eps0) {
  const auto e = eps0.rational_exponential();
  if (!e) return std::nullopt;
  return Fraction{e->numerator(), e->denominator()};
}

Ball integer_power(const Ball& x, slong n) { return pow(x, static_cast<ulong>(n)); }

}  // namespace

Ball delta(const DeltaParameters& x, slong bits, const Budget& budget) {
  check(x.scheme, x.direction);
  check_eps(x.eps);
  const slong work = bits + 32;
  const Ball e = exponential(x.scheme.eps0, work);
  return one_sided_sum(
      null_law(e, x.scheme.steps), [&](slong n) { return ratio_at(x.scheme, e, n, budget); }, exponential(x.eps, work),
      x.direction, budget);
}

Ball delta_by_events(const DeltaParameters& x, slong bits) {
  check(x.scheme, x.direction);
  check_eps(x.eps);
  const Ball e = exponential(x.scheme.eps0, bits);
  const Ball gap = exponential_minus_1(x.scheme.eps0, bits) / (e + 1);  // a - b
  const Ball shift = gap * x.scheme.selected;
  const Ball wrong = (1 + exponential(x.eps, bits)) * exp(-shift * shift / (2 * Ball(x.scheme.steps, bits)));
  if (!wrong.is_finite()) return Ball::between(0, 1, bits);
  return Ball::between(std::max(1 - wrong.upper(), Rational(0)), 1, bits);
}

std::optional<Rational> delta_exact(const DeltaParameters& x, const Budget& budget) {
  check(x.scheme, x.direction);
  check_eps(x.eps);
  const auto e = fraction(x.scheme.eps0);
  const auto w = x.eps.rational_exponential();
  const slong t = x.scheme.steps;
  const slong k = x.scheme.selected;
  if (!e || !w) return std::nullopt;
  const double size = static_cast<double>(t) * digits_of(e->a + e->b) +
                      2 * static_cast<double>(k) * digits_of(e->a * e->b * t) + digits_of(*w);
  if (size > most_digits) return std::nullopt;
  Rational subsets = 1;
  for (slong i = 0; i < k; ++i) subsets = subsets * (t - i) / (i + 1);
  const Rational scale = pow(e->a * e->b, k) * subsets;
  return exact_sum(
      *e, t, [&](slong n) { return scaled_ratio(*e, t, k, n) / scale; }, *w, x.direction, budget);
}

Ball renyi(const RenyiParameters& x, slong bits, const Budget& budget) {
  check(x.scheme, x.direction);
  if (less(1, x.alpha) != Truth::yes) throw InputError("allocation-rr.renyi", "alpha", x.alpha.to_string(), "above 1");
  const slong t = x.scheme.steps;
  const slong k = x.scheme.selected;
  const slong work = bits + 64;
  const Ball e = exponential(x.scheme.eps0, work);
  const Ball alpha = x.alpha.ball(work);
  const Ball trivial = plus_up_to(Ball(0, work), x.scheme.eps0.ball(work) * k);
  const Binomial law = null_law(e, t);
  // The window: a proposal, paid for with the tails outside.
  slong first = 0;
  slong last = t;
  constexpr slong few = 4096;
  constexpr double many = 5e6;
  const double sum_bits = static_cast<double>(bits) + (alpha * k * x.scheme.eps0.ball(64)).to_double_up() * 1.4427;
  if (t > few && std::isfinite(sum_bits)) {
    const double mean = static_cast<double>(t) * law.p.to_double_up();
    const double half = std::sqrt(1.4 * static_cast<double>(t) * law.p.to_double_up() * sum_bits) + 2 * sum_bits;
    first = std::max(slong{0}, static_cast<slong>(mean - half));
    last = static_cast<slong>(std::min(static_cast<double>(t), mean + half));
  }
  if (static_cast<double>(last - first) * static_cast<double>(k) > many) return trivial;
  Ball sum(0, work);
  Ball mass = pmf(law, first);
  const Ball exponent = x.direction == Direction::remove ? alpha : 1 - alpha;
  for (slong n = first; n <= last; ++n) {
    if (n % 256 == 0 && budget.expired()) return trivial;
    sum += mass * exp(exponent * log(ratio_at(x.scheme, e, n, budget)));
    mass = mass * (t - n) / (n + 1) * law.p / law.q;
  }
  const Ball most = exp(alpha * k * x.scheme.eps0.ball(work));
  if (last < t) sum = plus_up_to(sum, most * upper_tail(law, last + 1, budget));
  if (first > 0) sum = plus_up_to(sum, most * upper_tail({t, law.q, law.p}, t - first + 1, budget));
  const Ball value = log(sum) / (alpha - 1);
  return value.is_finite() ? value : trivial;
}

Ball decomposition_upper(const DecompositionParameters& x, slong bits, const Budget& budget) {
  check({x.eps0, x.steps, 1}, x.direction);
  check_eps(x.eps);
  if (x.lambda.sign() <= 0 || less_equal(x.lambda, 1) != Truth::yes) {
    throw InputError("allocation-rr.delta.decomposition", "lambda", x.lambda.to_string(), "positive and at most 1");
  }
  const slong t = x.steps;
  const slong work = bits + 64;
  const Ball e = exponential(x.eps0, work);
  const Ball lambda = x.lambda.ball(work);
  const Ball w = exponential(x.eps, work);
  const bool remove = x.direction == Direction::remove;
  const Ball any = 1 - integer_power(1 - lambda, t);
  const Ball weight = remove ? any : any / (any + w * (1 - any));
  const Ball threshold = remove ? 1 + any * (w - 1) : 1 / (1 - any * (1 - 1 / w));
  const Ball up = 1 + lambda * (e - 1);
  const Ball down = 1 + lambda * (1 / e - 1);
  const auto f = [&](slong n) { return integer_power(up, n) * integer_power(down, t - n); };
  const Ball sum = one_sided_sum(null_law(e, t), f, threshold, x.direction, budget);
  // A delta is at most 1.
  return min(sum / weight, Ball(1, work));
}

std::optional<Rational> decomposition_exact(const DecompositionParameters& x, const Budget& budget) {
  check({x.eps0, x.steps, 1}, x.direction);
  check_eps(x.eps);
  const auto e = fraction(x.eps0);
  const auto w = x.eps.rational_exponential();
  const auto lambda = x.lambda.rational();
  if (!e || !w || !lambda || lambda->sign() <= 0 || *lambda > Rational(1)) return std::nullopt;
  const slong t = x.steps;
  const double size = static_cast<double>(t) * (2 * digits_of(e->a + e->b) + 3 * digits_of(*lambda)) + digits_of(*w);
  if (size > most_digits) return std::nullopt;
  const bool remove = x.direction == Direction::remove;
  const Rational any = 1 - pow(1 - *lambda, t);
  const Rational weight = remove ? any : any / (any + *w * (1 - any));
  const Rational threshold = remove ? 1 + any * (*w - 1) : 1 / (1 - any * (1 - 1 / *w));
  const Rational up = 1 + *lambda * (e->a / e->b - 1);
  const Rational down = 1 + *lambda * (e->b / e->a - 1);
  const auto sum = exact_sum(
      *e, t, [&](slong n) { return pow(up, n) * pow(down, t - n); }, threshold, x.direction, budget);
  if (!sum) return std::nullopt;
  return std::min(Rational(*sum / weight), Rational(1));
}

}  // namespace hallmark::allocation_rr
