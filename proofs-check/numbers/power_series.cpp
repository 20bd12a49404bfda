#include "numbers/power_series.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace hallmark::check {

namespace {

/// Positive numbers of one precision.
class Coefficients {
 public:
  Coefficients(std::size_t size, mpfr_prec_t precision) : values_(size) {
    for (auto& value : values_) mpfr_init2(&value, precision);
  }
  ~Coefficients() {
    for (auto& value : values_) mpfr_clear(&value);
  }
  Coefficients(const Coefficients&) = delete;
  Coefficients& operator=(const Coefficients&) = delete;

  [[nodiscard]] mpfr_ptr at(std::size_t i) { return &values_[i]; }
  [[nodiscard]] mpfr_srcptr at(std::size_t i) const { return &values_[i]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  void swap(Coefficients& other) { values_.swap(other.values_); }

  /// Exponents of all coefficients; false if one is zero or infinite.
  bool exponents(std::vector<long>& result) const {
    result.resize(size());
    for (std::size_t i = 0; i < size(); ++i) {
      if (mpfr_regular_p(at(i)) == 0) return false;
      result[i] = mpfr_get_exp(at(i));
    }
    return true;
  }

 private:
  std::vector<__mpfr_struct> values_;
};

/// result = a b, cut; all operations in one direction. A product is below 2^(sum of exponents) and at least a quarter
/// of it: what has an exponent `drop` below the largest is left out when rounding down and counted as 2^exponent when
/// rounding up.
bool multiply(const Coefficients& a, const Coefficients& b, Coefficients& result, mpfr_rnd_t direction, long drop) {
  std::vector<long> a_exponents;
  std::vector<long> b_exponents;
  if (!a.exponents(a_exponents) || !b.exponents(b_exponents)) return false;
  const bool square = &a == &b;
  const mpfr_prec_t precision = mpfr_get_prec(result.at(0));
  mpfr_t product;
  mpfr_init2(product, precision);
  for (std::size_t p = 0; p < result.size(); ++p) {
    long top = std::numeric_limits<long>::min();
    for (std::size_t i = 0; i <= p; ++i) top = std::max(top, a_exponents[i] + b_exponents[p - i]);
    const long floor = top - drop;
    unsigned long dropped = 0;
    mpfr_ptr sum = result.at(p);
    mpfr_set_zero(sum, 1);
    const std::size_t end = square ? (p + 1) / 2 : p + 1;
    for (std::size_t i = 0; i < end; ++i) {
      if (a_exponents[i] + b_exponents[p - i] < floor) {
        ++dropped;
        continue;
      }
      mpfr_mul(product, a.at(i), b.at(p - i), direction);
      mpfr_add(sum, sum, product, direction);
    }
    if (square) {
      mpfr_mul_2ui(sum, sum, 1, direction);
      dropped *= 2;
      if (p % 2 == 0) {
        mpfr_sqr(product, a.at(p / 2), direction);
        mpfr_add(sum, sum, product, direction);
      }
    }
    if (direction == MPFR_RNDU && dropped != 0) {
      mpfr_set_ui_2exp(product, dropped, floor, direction);
      mpfr_add(sum, sum, product, direction);
    }
  }
  mpfr_clear(product);
  return true;
}

/// One end of all coefficients of the power; false if it leaves the range of numbers.
bool power_of_ends(Coefficients& base, std::uint64_t exponent, mpfr_rnd_t direction, long drop, Coefficients& result) {
  Coefficients scratch(base.size(), mpfr_get_prec(base.at(0)));
  for (std::size_t i = 0; i < base.size(); ++i) mpfr_set(result.at(i), base.at(i), direction);
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 2; bit >= 0; --bit) {
    if (!multiply(result, result, scratch, direction, drop)) return false;
    result.swap(scratch);
    if (((exponent >> bit) & 1) != 0) {
      if (!multiply(result, base, scratch, direction, drop)) return false;
      result.swap(scratch);
    }
  }
  std::vector<long> unused;
  return result.exponents(unused);
}

}  // namespace

std::vector<Interval> truncated_power(const std::vector<Interval>& series, std::uint64_t exponent,
                                      mpfr_prec_t precision, Budget& budget) {
  const std::uint64_t size = series.size();
  const auto limbs = static_cast<std::uint64_t>(precision) / 64 + 1;
  const std::uint64_t products =
      static_cast<std::uint64_t>(std::bit_width(exponent)) + 2 * static_cast<std::uint64_t>(std::popcount(exponent));
  if (size > 100'000) throw TooMuchWork();
  budget.charge(size * (size + 1) / 2 * products, 2 + limbs / 2);
  Interval line = Interval(precision) / Interval(precision);  // division by 0: the whole line
  std::vector<Interval> result(size, line);
  Coefficients base(size, precision);
  Coefficients lo(size, precision);
  Coefficients hi(size, precision);
  const long drop = static_cast<long>(precision) + 16;
  for (std::size_t i = 0; i < size; ++i) mpfr_set(base.at(i), series[i].lo(), MPFR_RNDD);
  if (!power_of_ends(base, exponent, MPFR_RNDD, drop, lo)) return result;
  for (std::size_t i = 0; i < size; ++i) mpfr_set(base.at(i), series[i].hi(), MPFR_RNDU);
  if (!power_of_ends(base, exponent, MPFR_RNDU, drop, hi)) return result;
  for (std::size_t i = 0; i < size; ++i) result[i] = Interval::between(lo.at(i), hi.at(i));
  return result;
}

}  // namespace hallmark::check
