#include "exact/series.hpp"

#include <algorithm>

#include "exact/error.hpp"
#include "exact/lattice_law.hpp"

namespace hallmark {
namespace {

void check(std::string_view where, std::size_t coefficients, slong t) {
  if (t < 1 || t > 1'000'000'000'000'000) {
    throw InputError(where, "t", Rational(t).to_string(), "an integer from 1 to 10^15");
  }
  if (coefficients < 1 || coefficients > 100'001) {
    throw InputError(where, "coefficients", Rational(coefficients).to_string(), "at least 1 and at most 10^5 + 1");
  }
}

// A plain array of arb_t, as Arb's vector functions want it.
class Row {
 public:
  explicit Row(std::size_t size) : size_(static_cast<slong>(size)), row_(new arb_struct[size]) {
    for (slong i = 0; i < size_; ++i) arb_init(row_ + i);
  }
  explicit Row(const std::vector<Ball>& balls) : Row(balls.size()) {
    for (slong i = 0; i < size_; ++i) arb_set(row_ + i, balls[static_cast<std::size_t>(i)].raw());
  }
  ~Row() {
    for (slong i = 0; i < size_; ++i) arb_clear(row_ + i);
    delete[] row_;
  }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  [[nodiscard]] arb_ptr at(slong i) { return row_ + i; }
  [[nodiscard]] slong size() const { return size_; }
  void swap(Row& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(row_, other.row_);
  }
  [[nodiscard]] std::vector<Ball> balls(slong bits) const {
    std::vector<Ball> all;
    all.reserve(static_cast<std::size_t>(size_));
    for (slong i = 0; i < size_; ++i) {
      all.emplace_back(0, bits);
      arb_set(all.back().raw(), row_ + i);
    }
    return all;
  }

 private:
  slong size_;
  arb_struct* row_;
};

// An fmpz with a destructor.
class Integer {
 public:
  Integer() { fmpz_init(value_); }
  ~Integer() { fmpz_clear(value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  [[nodiscard]] fmpz* raw() { return value_; }

 private:
  fmpz_t value_;
};

// a^t truncated, coefficients in units of 2^-bits, every one rounded down, or up; false when the budget ends.
bool power_in_units(GridMasses& r, const GridMasses& a, slong size, slong t, slong bits, bool up,
                    const Budget& budget) {
  const auto times = [&](const GridMasses& other) {
    fmpz_poly_mullow(r.raw(), r.raw(), other.raw(), size);
    fmpz_poly_struct* p = r.raw();
    for (slong i = 0; i < p->length; ++i) {
      if (up) {
        fmpz_cdiv_q_2exp(p->coeffs + i, p->coeffs + i, static_cast<ulong>(bits));
      } else {
        fmpz_fdiv_q_2exp(p->coeffs + i, p->coeffs + i, static_cast<ulong>(bits));
      }
    }
    _fmpz_poly_normalise(p);
  };
  r = a;
  slong mask = 1;
  while (mask <= t / 2) mask *= 2;
  for (mask /= 2; mask > 0; mask /= 2) {
    if (budget.expired()) return false;
    times(r);
    if ((t & mask) != 0) times(a);
  }
  return true;
}

// r = x y, truncated; false when the budget ends.
bool multiply(Row& r, Row& x, Row& y, slong bits, const Budget& budget) {
  for (slong n = 0; n < r.size(); ++n) {
    if (n % 64 == 0 && budget.expired()) return false;
    arb_dot(r.at(n), nullptr, 0, x.at(0), 1, y.at(n), -1, n + 1, bits);
  }
  return true;
}

std::vector<Rational> product(const std::vector<Rational>& x, const std::vector<Rational>& y) {
  std::vector<Rational> r(x.size());
  for (std::size_t n = 0; n < r.size(); ++n) {
    for (std::size_t j = 0; j <= n; ++j) r[n] += x[j] * y[n - j];
  }
  return r;
}

}  // namespace

std::vector<Rational> series_power_by_recurrence(const std::vector<Rational>& a, slong t) {
  check("series_power_by_recurrence", a.size(), t);
  if (a[0].sign() == 0) throw InputError("series_power_by_recurrence", "a_0", "0", "not 0");
  std::vector<Rational> b(a.size());
  b[0] = pow(a[0], t);
  for (std::size_t n = 1; n < a.size(); ++n) {
    for (std::size_t j = 1; j <= n; ++j) b[n] += (Rational(t) * j - Rational(n - j)) * a[j] * b[n - j];
    b[n] /= a[0] * n;
  }
  return b;
}

std::optional<std::vector<Ball>> series_power_by_recurrence(const std::vector<Ball>& a, slong t, const Budget& budget,
                                                            const std::vector<Ball>& known) {
  check("series_power_by_recurrence", a.size(), t);
  if (is_positive(a[0] * a[0]) != Truth::yes) {
    throw InputError("series_power_by_recurrence", "a_0", a[0].to_string(), "not 0");
  }
  const slong bits = a[0].bits();
  Row given(a);
  Row weighted(a.size());
  Row b(a.size());
  arb_pow_ui(b.at(0), given.at(0), static_cast<ulong>(t), bits);
  const slong first = std::clamp(static_cast<slong>(known.size()), slong{1}, b.size());
  for (slong n = 0; n < std::min(static_cast<slong>(known.size()), b.size()); ++n) {
    arb_set(b.at(n), known[static_cast<std::size_t>(n)].raw());
  }
  Integer factor;
  Integer step;
  fmpz_set_si(step.raw(), t);
  fmpz_add_ui(step.raw(), step.raw(), 1);
  for (slong n = first; n < b.size(); ++n) {
    if (n % 16 == 0 && budget.expired()) return std::nullopt;
    fmpz_set_si(factor.raw(), -n);
    for (slong j = 1; j <= n; ++j) {
      fmpz_add(factor.raw(), factor.raw(), step.raw());  // (t + 1) j - n
      arb_mul_fmpz(weighted.at(j), given.at(j), factor.raw(), bits);
    }
    arb_dot(b.at(n), nullptr, 0, weighted.at(1), 1, b.at(n - 1), -1, n, bits);
    arb_div_si(b.at(n), b.at(n), n, bits);
    arb_div(b.at(n), b.at(n), given.at(0), bits);
  }
  return b.balls(bits);
}

std::vector<Rational> series_power_by_squaring(const std::vector<Rational>& a, slong t) {
  check("series_power_by_squaring", a.size(), t);
  std::vector<Rational> r = a;
  slong mask = 1;
  while (mask <= t / 2) mask *= 2;
  for (mask /= 2; mask > 0; mask /= 2) {
    r = product(r, r);
    if ((t & mask) != 0) r = product(r, a);
  }
  return r;
}

std::optional<std::vector<Ball>> series_power_by_squaring(const std::vector<Ball>& a, slong t, const Budget& budget) {
  check("series_power_by_squaring", a.size(), t);
  const slong bits = a[0].bits();
  Row given(a);
  Row r(a);
  Row next(a.size());
  slong mask = 1;
  while (mask <= t / 2) mask *= 2;
  for (mask /= 2; mask > 0; mask /= 2) {
    if (!multiply(next, r, r, bits, budget)) return std::nullopt;
    r.swap(next);
    if ((t & mask) == 0) continue;
    if (!multiply(next, r, given, bits, budget)) return std::nullopt;
    r.swap(next);
  }
  return r.balls(bits);
}

std::optional<std::vector<Ball>> series_power_by_integers(const std::vector<Ball>& a, slong t, const Budget& budget) {
  constexpr std::string_view where = "series_power_by_integers";
  check(where, a.size(), t);
  const slong bits = a[0].bits();
  const auto size = static_cast<slong>(a.size());
  GridMasses power[2];
  for (const bool up : {false, true}) {
    GridMasses units;
    Integer unit;
    for (slong i = 0; i < size; ++i) {
      const Ball& x = a[static_cast<std::size_t>(i)];
      const Rational end = up ? x.upper() : x.lower();
      if (end.sign() < 0 && up) throw InputError(where, "a", x.to_string(), "not negative");
      if (end.sign() <= 0) continue;
      const Rational scaled = end * pow(Rational(2), bits);
      const Rational whole = up ? ceil(scaled) : floor(scaled);
      fmpz_set(unit.raw(), fmpq_numref(whole.raw()));
      fmpz_poly_set_coeff_fmpz(units.raw(), i, unit.raw());
    }
    if (!power_in_units(power[up ? 1 : 0], units, size, t, bits, up, budget)) return std::nullopt;
  }
  std::vector<Ball> all;
  Ball ends[2] = {Ball(0, bits), Ball(0, bits)};
  Integer unit;
  for (slong i = 0; i < size; ++i) {
    for (const int e : {0, 1}) {
      fmpz_poly_get_coeff_fmpz(unit.raw(), power[e].raw(), i);
      arb_set_fmpz(ends[e].raw(), unit.raw());
      arb_mul_2exp_si(ends[e].raw(), ends[e].raw(), -bits);
    }
    all.push_back(hull(ends[0], ends[1]));
  }
  return all;
}

}  // namespace hallmark
