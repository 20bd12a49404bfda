#include "exact/log_sums.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

// Several copies of a function, of which the loader takes one, where there are such loaders.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define HALLMARK_FOR_WIDE_PROCESSORS [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define HALLMARK_FOR_WIDE_PROCESSORS
#endif

namespace hallmark {
namespace {

// Eight at a time whatever the processor has, so that the sums are added in one order and have the same bits everywhere.
constexpr std::size_t lanes = 8;
using Lanes [[gnu::vector_size(lanes * sizeof(double))]] = double;
using Bits [[gnu::vector_size(lanes * sizeof(double))]] = std::int64_t;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The eight numbers from p on, or `count` of them and then `rest`.
[[gnu::always_inline]] inline void read(const double* p, std::size_t count, double rest, Lanes& all) {
  if (count >= lanes) {
    std::memcpy(&all, p, sizeof all);
    return;
  }
  double few[lanes];
  for (std::size_t i = 0; i < lanes; ++i) few[i] = i < count ? p[i] : rest;
  std::memcpy(&all, few, sizeof all);
}

[[gnu::always_inline]] inline double total(const Lanes& x) {
  return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

// e^x = power (1 + rest), power a power of 2; x is cut off at -700.
[[gnu::always_inline]] inline void split(const Lanes& exponent, Lanes& power, Lanes& rest) {
  constexpr double least = -700, per_bit = 1.4426950408889634, shift = 0x1.8p52;
  constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b39p-40;
  constexpr int mantissa = 52;
  const Lanes x = exponent < least ? Lanes{} + least : exponent;
  const Lanes shifted = x * per_bit + shift;
  const Lanes k = shifted - shift;
  const Lanes f = (x - k * ln2_high) - k * ln2_low;
  const Lanes g = f * f;
  // f + f^2/2! + ... + f^13/13!, even and odd powers apart.
  const Lanes even =
      g * ((((((g * (1 / 479001600.0) + 1 / 3628800.0) * g + 1 / 40320.0) * g + 1 / 720.0) * g + 1 / 24.0) * g) + 0.5);
  const Lanes odd =
      (((((g * (1 / 6227020800.0) + 1 / 39916800.0) * g + 1 / 362880.0) * g + 1 / 5040.0) * g + 1 / 120.0) * g +
       1 / 6.0) *
      g;
  rest = (f * odd + even) + f;
  power = __builtin_bit_cast(Lanes,
                             (__builtin_bit_cast(Bits, shifted) << mantissa) + __builtin_bit_cast(Bits, Lanes{} + 1.0));
}

}  // namespace

HALLMARK_FOR_WIDE_PROCESSORS
double largest(const Exponents& e) {
  Lanes top = Lanes{} - infinity;
  for (std::size_t i = 0; i < e.x.size(); i += lanes) {
    const std::size_t count = e.x.size() - i;
    Lanes x, y;
    read(&e.x[i], count, -infinity, x);
    read(&e.y[i], count, 0, y);
    x -= y * e.t;
    top = x > top ? x : top;
  }
  double most = -infinity;
  for (std::size_t i = 0; i < lanes; ++i) most = top[i] > most ? top[i] : most;
  return most;
}

HALLMARK_FOR_WIDE_PROCESSORS
double exponential_sum(const Exponents& e, double top) {
  Lanes sum = {};
  for (std::size_t i = 0; i < e.x.size(); i += lanes) {
    const std::size_t count = e.x.size() - i;
    Lanes x, y, power, rest;
    read(&e.x[i], count, -infinity, x);
    read(&e.y[i], count, 0, y);
    split(x - y * e.t - top, power, rest);
    sum += power * rest + power;
  }
  return total(sum);
}

HALLMARK_FOR_WIDE_PROCESSORS
double growth_sum(std::span<const double> x, std::span<const double> weight, std::span<const double> y, double s) {
  Lanes sum = {};
  for (std::size_t i = 0; i < x.size(); i += lanes) {
    const std::size_t count = x.size() - i;
    Lanes depth, mass, rise, power, rest;
    read(&x[i], count, 0, depth);
    read(&weight[i], count, 0, mass);
    read(&y[i], count, 0, rise);
    rise *= s;
    // e^-x (e^r - 1) for a small r; for a large one e^(r-x) - e^-x, which cannot overflow.
    const Lanes factor = rise < 1 ? mass : Lanes{} + 1.0;
    split(rise < 1 ? rise : rise - depth, power, rest);
    sum += factor * (power * rest) + (factor * power - mass);
  }
  return total(sum);
}

}  // namespace hallmark
