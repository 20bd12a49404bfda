#include "lemmas/directed.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <stdexcept>

namespace hallmark::lemmas {

Enclosure::Enclosure(long value) {
  mpfr_init2(lo_, precision);
  mpfr_init2(hi_, precision);
  mpfr_set_si(lo_, value, MPFR_RNDD);
  mpfr_set_si(hi_, value, MPFR_RNDU);
}

Enclosure::Enclosure(int value) : Enclosure(long{value}) {}

Enclosure::Enclosure(const Rational& value) {
  mpfr_init2(lo_, precision);
  mpfr_init2(hi_, precision);
  mpfr_set_q(lo_, value.backend().data(), MPFR_RNDD);
  mpfr_set_q(hi_, value.backend().data(), MPFR_RNDU);
}

Enclosure::Enclosure(const Enclosure& other) {
  mpfr_init2(lo_, precision);
  mpfr_init2(hi_, precision);
  mpfr_set(lo_, other.lo_, MPFR_RNDD);
  mpfr_set(hi_, other.hi_, MPFR_RNDU);
}

Enclosure& Enclosure::operator=(const Enclosure& other) {
  if (this != &other) {
    mpfr_set(lo_, other.lo_, MPFR_RNDD);
    mpfr_set(hi_, other.hi_, MPFR_RNDU);
  }
  return *this;
}

Enclosure::~Enclosure() {
  mpfr_clear(lo_);
  mpfr_clear(hi_);
}

Enclosure& Enclosure::operator+=(const Enclosure& other) {
  mpfr_add(lo_, lo_, other.lo_, MPFR_RNDD);
  mpfr_add(hi_, hi_, other.hi_, MPFR_RNDU);
  return *this;
}

Enclosure& Enclosure::operator-=(const Enclosure& other) {
  if (this == &other) {
    const Enclosure copy = other;
    return *this -= copy;
  }
  mpfr_sub(lo_, lo_, other.hi_, MPFR_RNDD);
  mpfr_sub(hi_, hi_, other.lo_, MPFR_RNDU);
  return *this;
}

Enclosure& Enclosure::operator*=(const Enclosure& other) {
  if (mpfr_sgn(lo_) >= 0 && mpfr_sgn(other.lo_) >= 0) {
    const bool same = this == &other;
    mpfr_mul(lo_, lo_, other.lo_, MPFR_RNDD);
    mpfr_mul(hi_, hi_, same ? hi_ : other.hi_, MPFR_RNDU);
    return *this;
  }
  const Enclosure a = *this;
  const Enclosure b = other;
  Enclosure product;
  bool first = true;
  for (const mpfr_t* x : {&a.lo_, &a.hi_}) {
    for (const mpfr_t* y : {&b.lo_, &b.hi_}) {
      mpfr_mul(product.lo_, *x, *y, MPFR_RNDD);
      mpfr_mul(product.hi_, *x, *y, MPFR_RNDU);
      if (first || mpfr_less_p(product.lo_, lo_) != 0) {
        mpfr_set(lo_, product.lo_, MPFR_RNDD);
      }
      if (first || mpfr_greater_p(product.hi_, hi_) != 0) {
        mpfr_set(hi_, product.hi_, MPFR_RNDU);
      }
      first = false;
    }
  }
  return *this;
}

Enclosure& Enclosure::operator/=(const Enclosure& other) {
  if (mpfr_sgn(other.lo_) <= 0) {
    throw std::domain_error("Enclosure: division by " + other.text());
  }
  const Enclosure divisor = other;
  // A negative end is divided by the end of the divisor that moves it outwards.
  mpfr_div(lo_, lo_, mpfr_sgn(lo_) >= 0 ? divisor.hi_ : divisor.lo_, MPFR_RNDD);
  mpfr_div(hi_, hi_, mpfr_sgn(hi_) >= 0 ? divisor.lo_ : divisor.hi_, MPFR_RNDU);
  return *this;
}

Rational Enclosure::lower() const {
  Rational value;
  mpfr_get_q(value.backend().data(), lo_);
  return value;
}

Rational Enclosure::upper() const {
  Rational value;
  mpfr_get_q(value.backend().data(), hi_);
  return value;
}

Enclosure Enclosure::hull(const Enclosure& other) const {
  Enclosure result = *this;
  mpfr_min(result.lo_, lo_, other.lo_, MPFR_RNDD);
  mpfr_max(result.hi_, hi_, other.hi_, MPFR_RNDU);
  return result;
}

std::string Enclosure::text() const {
  std::array<char, 64> low{};
  std::array<char, 64> high{};
  mpfr_snprintf(low.data(), low.size(), "%.7RDg", lo_);
  mpfr_snprintf(high.data(), high.size(), "%.7RUg", hi_);
  return std::string("[") + low.data() + ", " + high.data() + "]";
}

template <class Function>
Enclosure Enclosure::increasing(const Enclosure& x, const Function& function) {
  Enclosure result;
  function(result.lo_, x.lo_, MPFR_RNDD);
  function(result.hi_, x.hi_, MPFR_RNDU);
  return result;
}

Enclosure exp(const Enclosure& x) { return Enclosure::increasing(x, mpfr_exp); }

Enclosure log(const Enclosure& x) {
  if (mpfr_sgn(x.lo_) <= 0) {
    throw std::domain_error("Enclosure: log of " + x.text());
  }
  return Enclosure::increasing(x, mpfr_log);
}

Enclosure sqrt(const Enclosure& x) {
  if (mpfr_sgn(x.lo_) < 0) {
    throw std::domain_error("Enclosure: square root of " + x.text());
  }
  return Enclosure::increasing(x, mpfr_sqrt);
}

Enclosure cos(const Enclosure& x) {
  Enclosure value;
  mpfr_cos(value.lo_, x.lo_, MPFR_RNDD);
  mpfr_cos(value.hi_, x.lo_, MPFR_RNDU);
  const Rational size = x.upper() - x.lower();
  return value + Enclosure(-size).hull(size);
}

Enclosure sin(const Enclosure& x) {
  Enclosure value;
  mpfr_sin(value.lo_, x.lo_, MPFR_RNDD);
  mpfr_sin(value.hi_, x.lo_, MPFR_RNDU);
  const Rational size = x.upper() - x.lower();
  return value + Enclosure(-size).hull(size);
}

Enclosure pi() {
  Enclosure value;
  mpfr_const_pi(value.lo_, MPFR_RNDD);
  mpfr_const_pi(value.hi_, MPFR_RNDU);
  return value;
}

Enclosure normal_cdf(const Enclosure& x) {
  // Phi(x) = erfc(-x/sqrt(2))/2; erfc decreases, so each end is carried by the opposite end of its argument.
  const Enclosure scaled = (Enclosure(0L) - x) / sqrt(Enclosure(2L));
  Enclosure result;
  mpfr_erfc(result.lo_, scaled.hi_, MPFR_RNDD);
  mpfr_erfc(result.hi_, scaled.lo_, MPFR_RNDU);
  return result / Enclosure(2L);
}

Enclosure log_factorial(int n) {
  static std::map<int, Enclosure> known;
  static std::mutex guard;  // checks run in several threads
  const std::scoped_lock lock(guard);
  const auto [place, is_new] = known.try_emplace(n);
  if (is_new) {
    mpfr_t argument;
    mpfr_init2(argument, 64);
    mpfr_set_si(argument, long{n} + 1, MPFR_RNDN);  // exact
    mpfr_lngamma(place->second.lo_, argument, MPFR_RNDD);
    mpfr_lngamma(place->second.hi_, argument, MPFR_RNDU);
    mpfr_clear(argument);
  }
  return place->second;
}

bool less_equal(const Enclosure& a, const Enclosure& b) { return mpfr_lessequal_p(a.hi_, b.lo_) != 0; }

Enclosure operator+(Enclosure a, const Enclosure& b) { return a += b; }
Enclosure operator-(Enclosure a, const Enclosure& b) { return a -= b; }
Enclosure operator*(Enclosure a, const Enclosure& b) { return a *= b; }
Enclosure operator/(Enclosure a, const Enclosure& b) { return a /= b; }

namespace {

/// Below this the rest of a sum is bounded instead of added.
const Enclosure& negligible() {
  static const Enclosure value(Rational(1) / power(2, 150));
  return value;
}

Enclosure log_choose(int n, int k) { return log_factorial(n) - log_factorial(k) - log_factorial(n - k); }

/// The interval [0, x.upper].
Enclosure up_to(const Enclosure& x) { return Enclosure(0L).hull(x); }

/// S_c(k+1) = Pr[Bin(c, 1/2) > k] from B_c(k), for k >= c/2 - 1: the ratio of neighbours (c-j)/(j+1) is at most 1 and
/// falls.
Enclosure fair_tail_above(int c, int k, const Enclosure& mass_at_k) {
  Enclosure term = mass_at_k;
  Enclosure sum;
  for (int j = k; j < c; ++j) {
    term *= Enclosure(c - j);
    term /= Enclosure(j + 1);
    sum += term;
    const int next = j + 1;
    if (c - next < next + 1 && less_equal(term, negligible())) {
      const Rational quotient = ratio(c - next, next + 1);
      sum += up_to(term * Enclosure(quotient / (1 - quotient)));
      break;
    }
  }
  return sum;
}

}  // namespace

Enclosure binomial_pmf_enclosure(int n, const Rational& p, int k) {
  return exp(log_choose(n, k) + Enclosure(k) * log(Enclosure(p)) + Enclosure(n - k) * log(Enclosure(1 - p)));
}

Enclosure binomial_lower_tail_enclosure(int n, const Rational& p, int k) {
  Enclosure term = binomial_pmf_enclosure(n, p, k);
  Enclosure sum = term;
  for (int c = k; c > 0; --c) {
    const Rational quotient = c * (1 - p) / ((n - c + 1) * p);  // pmf(c-1)/pmf(c), falls with c
    if (quotient < 1 && less_equal(term, negligible())) {
      sum += up_to(term * Enclosure(quotient / (1 - quotient)));
      break;
    }
    term *= Enclosure(quotient);
    sum += term;
  }
  return sum;
}

Enclosure pair_delta(int n, const Rational& p, const std::optional<Rational>& e, const Rational& w) {
  if (e && w >= *e) {
    return 0L;
  }
  const Rational front = e ? Rational((*e - w) / (*e + 1)) : Rational(1);
  const Rational tau = e ? Rational((w * *e - 1) / ((*e - 1) * (w + 1))) : Rational(w / (1 + w));
  const Enclosure front_enclosure(front);
  const Enclosure excess(w - 1);
  const Enclosure log_half = log(Enclosure(ratio(1, 2)));
  const auto conditional = [&](int c) {
    const int k = floor_of(tau * (c + 1)).convert_to<int>();
    const Enclosure mass = exp(log_choose(c, k) + Enclosure(c) * log_half);
    return front_enclosure * mass - excess * fair_tail_above(c, k, mass);
  };
  const int count = n - 1;
  if (p == 1) {
    return conditional(count);
  }
  const int mode = std::min(count, floor_of(n * p).convert_to<int>());
  const Enclosure odds(p / (1 - p));
  const Enclosure peak = binomial_pmf_enclosure(count, p, mode);
  Enclosure sum = peak * conditional(mode);
  Enclosure mass = peak;
  for (int c = mode; c > 0; --c) {
    const Rational quotient = c * (1 - p) / ((count - c + 1) * p);
    if (quotient < 1 && less_equal(mass, negligible())) {
      sum += up_to(front_enclosure * mass * Enclosure(quotient / (1 - quotient)));
      break;
    }
    mass *= Enclosure(c);
    mass /= Enclosure(count - c + 1);
    mass /= odds;
    sum += mass * conditional(c - 1);
  }
  mass = peak;
  for (int c = mode; c < count; ++c) {
    const Rational quotient = (count - c) * p / ((c + 1) * (1 - p));
    if (quotient < 1 && less_equal(mass, negligible())) {
      sum += up_to(front_enclosure * mass * Enclosure(quotient / (1 - quotient)));
      break;
    }
    mass *= Enclosure(count - c);
    mass /= Enclosure(c + 1);
    mass *= odds;
    sum += mass * conditional(c + 1);
  }
  return sum;
}

}  // namespace hallmark::lemmas
