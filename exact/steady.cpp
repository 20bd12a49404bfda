#include "exact/steady.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

namespace hallmark::steady {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

// Pairs of doubles, of which the second is below the last place of the first: for tables, computed by the compiler.
struct Pair {
  double high, low;
};
constexpr Pair sum(double a, double b) {
  const double s = a + b, of_b = s - a;
  return {s, (a - (s - of_b)) + (b - of_b)};
}
constexpr Pair halves(double a) {  // of 26 bits each
  const double c = 0x1.0000002p27 * a;
  const double high = c - (c - a);
  return {high, a - high};
}
constexpr Pair product(double a, double b) {
  const double p = a * b;
  const Pair x = halves(a), y = halves(b);
  return {p, ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low};
}
constexpr Pair operator+(Pair a, Pair b) {
  const Pair s = sum(a.high, b.high);
  return sum(s.high, s.low + (a.low + b.low));
}
constexpr Pair operator*(Pair a, Pair b) {
  const Pair p = product(a.high, b.high);
  return sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
constexpr Pair operator/(Pair a, Pair b) {
  const double q = a.high / b.high;
  const Pair back = Pair{-q, 0} * b;
  return sum(q, (a + back).high / b.high);
}
constexpr Pair integer(std::int64_t i) { return {static_cast<double>(i), 0}; }

constexpr Pair ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
// The same in two parts, of which products of the first with integers of 20 bits are exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;
constexpr Pair half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// sum of x^(2k+1) / (2k+1), with alternating signs or without: artanh or arctan of a small x.
constexpr Pair odd_series(Pair x, bool alternating) {
  Pair result{0, 0};
  for (int k = 41; k > 0; k -= 2) {
    const Pair term = integer(alternating && k % 4 == 3 ? -1 : 1) / integer(k);
    result = result * x * x + term;
  }
  return result * x;
}

// 2^(j/128): the double, and what is missing as a part of it.
constexpr std::int64_t steps = 128;
constexpr std::array<Pair, steps> powers = [] {
  std::array<Pair, steps> result{};
  for (std::int64_t j = 0; j < steps; ++j) {
    const Pair x = ln2 * integer(j) / integer(steps);
    Pair e{1, 0};
    for (std::int64_t k = 30; k > 0; --k) e = e * x / integer(k) + Pair{1, 0};
    result[static_cast<std::size_t>(j)] = {e.high, e.low / e.high};
  }
  return result;
}();

// ln(j/128) for 90 <= j <= 180: a multiple of 2^-42, and the rest.
constexpr std::int64_t first_node = 90;
constexpr std::array<Pair, 91> logarithms = [] {
  std::array<Pair, 91> result{};
  for (std::int64_t i = 0; i < 91; ++i) {
    const std::int64_t j = i + first_node;
    const Pair ln = integer(2) * odd_series(integer(j - steps) / integer(j + steps), false);
    const double high = (ln.high + 0x1.8p10) - 0x1.8p10;
    result[static_cast<std::size_t>(i)] = {high, (ln.high - high) + ln.low};
  }
  return result;
}();

// arctan(j/8)
constexpr std::array<Pair, 9> arctangents = [] {
  std::array<Pair, 9> result{};
  for (std::int64_t j = 0; j < 8; ++j) {
    result[static_cast<std::size_t>(j + 1)] =
        result[static_cast<std::size_t>(j)] + odd_series(integer(8) / integer(64 + j * (j + 1)), true);
  }
  return result;
}();

constexpr std::array<double, 16> inverse_factorials = [] {
  std::array<double, 16> result{1};
  for (std::size_t k = 1; k < result.size(); ++k) result[k] = result[k - 1] / static_cast<double>(k);
  return result;
}();

constexpr std::array<double, 23> factorials = [] {  // exact
  std::array<double, 23> result{1};
  for (std::size_t k = 1; k < result.size(); ++k) result[k] = result[k - 1] * static_cast<double>(k);
  return result;
}();

// Nodes of the trapezoidal rule of erfc: e^(-(j/2)^2).
constexpr std::array<double, 13> gauss = [] {
  std::array<double, 13> result{};
  for (std::int64_t j = 0; j < 13; ++j) {
    Pair e{1, 0};  // e^(j^2/128), 32 times itself
    for (std::int64_t k = 40; k > 0; --k) e = e * integer(j * j) / integer(128 * k) + Pair{1, 0};
    for (int k = 0; k < 5; ++k) e = e * e;
    result[static_cast<std::size_t>(j)] = 1 / e.high;
  }
  return result;
}();

// first + x (second + x (third + ...))
template <typename... More>
constexpr double horner(double x, double first, More... more) {
  if constexpr (sizeof...(more) == 0) {
    return first;
  } else {
    return first + x * horner(x, more...);
  }
}

// To the nearest integer, and its bits below 2^51 in the last places.
constexpr double shift = 0x1.8p52;

// e^x = 2^exponent (scale + scale more), where scale is in [1, 2) and |more| below 0.0028.
struct Parts {
  std::int64_t exponent;
  double scale, more;
};
Parts parts(double x) {
  const double shifted = x * (static_cast<double>(steps) / std::numbers::ln2) + shift;
  const double count = shifted - shift;
  const double r = x - count * (ln2_high / steps) - count * (ln2_low / steps);
  const auto k = static_cast<std::int64_t>(count);
  const Pair& power = powers[static_cast<std::size_t>(k & (steps - 1))];
  const double square = r * r;
  return {k >> 7, power.high,
          power.low + r + (square * (0.5 + r * (1.0 / 6)) + square * square * (1.0 / 24 + r * (1.0 / 120)))};
}

// x 2^exponent where that is in the normal range, as is x.
double scaled(double x, std::int64_t exponent) {
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(x) + (exponent << 52));
}

// e^(x + low) for a small `low`
double exponential(double x, double low) {
  constexpr double most = 720;
  if (!(x < most)) return infinity;
  if (x < -2 * most) return 0;
  const auto [exponent, scale, more] = parts(x);
  if (exponent < -1020 || exponent > 1022) return std::ldexp(scale + scale * (more + low), static_cast<int>(exponent));
  const double power = scaled(scale, exponent);
  return power + power * (more + low);
}

// ln(x + x more) for a small `more`; to about 60 bits
Pair logarithm(double x, double more) {
  constexpr std::int64_t lowest = std::bit_cast<std::int64_t>(static_cast<double>(first_node) / steps);
  auto bits = std::bit_cast<std::int64_t>(x);
  std::int64_t below = 0;
  if (!(x >= std::numeric_limits<double>::min() && x < infinity)) {
    if (!(x > 0)) return {x == 0 ? -infinity : undefined, 0};
    if (x == infinity) return {x, 0};
    below = 54;
    bits = std::bit_cast<std::int64_t>(x * 0x1p54);
  }
  const std::int64_t exponent = (bits - lowest) >> 52;
  const double mantissa = std::bit_cast<double>(bits - (exponent << 52));  // in [90/128, 180/128)
  const auto node = static_cast<std::int64_t>(mantissa * steps + 0.5);
  const double c = static_cast<double>(node) / steps;
  const double r = (mantissa - c) / c;  // |r| is at most 0.0056
  const Pair& ln_c = logarithms[static_cast<std::size_t>(node - first_node)];
  const auto count = static_cast<double>(exponent - below);
  const double whole = count * ln2_high + ln_c.high;  // exact
  const double high = whole + r;
  const double low = (whole - high) + r + (count * ln2_low + ln_c.low + more);
  const double square = r * r;
  const double tail = 1.0 / 3 - r * (1.0 / 4) + square * (1.0 / 5 - r * (1.0 / 6) + square * (1.0 / 7 - r * (1.0 / 8)));
  return {high, low + square * (r * tail - 0.5)};
}

// x - n pi/2 as a pair for the nearest n, and n modulo 4. Beyond a million the products are taken with all their bits.
struct Turn {
  double high, low;
  int quarters;
};
Turn turn(double x) {
  constexpr double high = 0x1.921fb544p0, middle = 0x1.0b4611a6p-34, low = 0x1.3198a2e037073p-69;  // of 31 bits, 33, 53
  const double shifted = x * (1 / half_pi.high) + shift;
  const double n = shifted - shift;
  const int quarters = static_cast<int>(std::bit_cast<std::int64_t>(shifted) & 3);
  Pair rest{};
  if (std::abs(n) < 0x1p20) {
    const Pair first = sum(x - n * high, -n * middle);
    rest = sum(first.high, first.low - n * low);
  } else {
    const Pair p = product(n, half_pi.high);
    rest = sum(x - p.high, -p.low - n * half_pi.low);
  }
  return {rest.high, rest.low, quarters};
}

// Of x + low, |x| at most pi/4.
double sine(double x, double low) {
  const double y = x * x;
  const double tail = horner(y, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800,
                             -1.0 / 1307674368000, 1.0 / 355687428096000);
  return x + (x * y * tail + low * (1 - y / 2));
}
double cosine(double x, double low) {
  const double y = x * x;
  const double tail = horner(y, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200,
                             1.0 / 20922789888000);
  const double half = y / 2, rest = 1 - half;
  return rest + (((1 - rest) - half) + (y * y * tail - x * low));
}
// The sine of x + quarters pi/2.
double sine_of(const Turn& t, int quarters) {
  const int all = (t.quarters + quarters) & 3;
  const double value = (all & 1) != 0 ? cosine(t.high, t.low) : sine(t.high, t.low);
  return (all & 2) != 0 ? -value : value;
}

// e^(-x^2), where the square is taken in two parts.
double bell(double x) {
  const auto most = static_cast<double>(static_cast<float>(x));
  return exp(-most * most) * exp(-(x - most) * (x + most));
}

double small_erf(double x) {
  double result = 0;
  for (int k = 18; k >= 0; --k) result = 1.0 / (2 * k + 1) - x * x / (k + 1) * result;
  return 2 * std::numbers::inv_sqrtpi * x * result;
}

}  // namespace

double exp(double x) { return exponential(x, 0); }

double expm1(double x) {
  if (x < -40) return -1;
  if (!(x < 700)) return exp(x);
  // e^x - 1 = 2^k (1 + r + r^2 / 2 - r rest) - 1. C libraries add in this order too: the usual last bits.
  const double count = (x * std::numbers::log2e + shift) - shift;
  const double high = x - count * ln2_high, low = count * ln2_low;
  const double r = high - low, lost = (high - r) - low, square = r * (r / 2);
  const auto& c = inverse_factorials;
  const double rest = horner(r, c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13], c[14], c[15]);
  const double minus = r * (-2 * square * rest - lost) - lost - square;
  const auto k = static_cast<std::int64_t>(count);
  if (k == -1) return (r - minus) / 2 - 0.5;
  if (k == 1 && r < -0.25) return -2 * (minus - (r + 0.5));
  if (k < 0 || k > 56) return scaled(1 - (minus - r), k) - 1;
  const double one = scaled(1, -k);
  return scaled(k < 20 ? (1 - one) - (minus - r) : (r - (minus + one)) + 1, k);
}

double exp2(double x) {
  if (!(x < 1100)) return infinity;
  if (x < -1200) return 0;
  const double whole = std::floor(x);
  return std::ldexp(exp((x - whole) * std::numbers::ln2), static_cast<int>(whole));
}

double log(double x) {
  const Pair ln = logarithm(x, 0);
  return ln.high + ln.low;
}

double log1p(double x) {
  if (!(x > -1 && x < infinity)) return x == -1 ? -infinity : x < -1 ? undefined : x;
  double count = 0, f = x, rest = 0;
  if (x < std::numbers::sqrt2 / 2 - 1 || x > std::numbers::sqrt2 - 1) {
    const double all = 1 + x;
    const auto bits = std::bit_cast<std::int64_t>(all);
    const std::int64_t exponent = (bits - std::bit_cast<std::int64_t>(std::numbers::sqrt2 / 2)) >> 52;
    count = static_cast<double>(exponent);
    f = std::bit_cast<double>(bits - (exponent << 52)) - 1;
    rest = (x < 1 ? x - (all - 1) : 1 - (all - x)) / all + count * ln2_low;
  }
  // ln(1 + f) = 2 artanh t = f - f^2 / 2 + t (f^2 / 2 + series), where |t| is at most 0.172.
  const double half = f * f / 2, t = f / (2 + f), square = t * t;
  const double series = square * horner(square, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13, 2.0 / 15,
                                        2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23);
  return count * ln2_high + (f - (half - (t * (half + series) + rest)));
}

double log2(double x) {
  if (!(x > 0 && x < infinity)) return log(x);
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < std::numbers::sqrt2 / 2) {
    mantissa *= 2;
    --exponent;
  }
  return exponent + log(mantissa) * std::numbers::log2e;
}

double pow(double x, double y) {
  constexpr double most_factors = 22;  // powers of 10 up to this one are doubles
  if (std::abs(y) <= most_factors && y == std::floor(y)) {
    double result = 1;
    for (int left = static_cast<int>(std::abs(y)); left > 0; left /= 2) {
      if (left % 2 == 1) result *= x;
      x *= x;
    }
    return y < 0 ? 1 / result : result;
  }
  Pair ln = logarithm(x, 0);
  if (!(std::abs(ln.high) < infinity && std::abs(y) < 0x1p100)) return exp(y * ln.high);
  ln = sum(ln.high, ln.low);
  const Pair power = product(y, ln.high);
  return exponential(power.high, power.low + y * ln.low);
}

double cube_root(double x) {
  if (!(x > 0)) return 0;
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  const int rest = (exponent % 3 + 3) % 3;
  const double cube = std::ldexp(mantissa, rest);  // in [1/2, 4)
  double root = (2 + cube) / 3;                    // above the root, to which Newton's steps fall
  for (int step = 0; step < 4; ++step) root -= (root - cube / (root * root)) / 3;
  // Halley's step from a root so short that its square is exact: cubes of short numbers have theirs.
  root = static_cast<double>(static_cast<float>(root));
  const double other = cube / (root * root);
  root += root * (other - root) / (2 * root + other);
  return std::ldexp(root, (exponent - rest) / 3);
}

double sin(double x) { return std::abs(x) < 0x1p52 ? sine_of(turn(x), 0) : undefined; }

double cos(double x) { return std::abs(x) < 0x1p52 ? sine_of(turn(x), 1) : undefined; }

double atan2(double y, double x) {
  const double across = std::abs(x), up = std::abs(y);
  const double t = up == 0 ? 0 : std::min(across, up) / std::max(across, up);
  const auto node = static_cast<std::size_t>(t * 8 + 0.5);
  const double c = static_cast<double>(node) / 8;
  const double u = (t - c) / (1 + t * c), square = u * u;  // |u| is at most 1/16
  double series = 0;
  for (int k = 13; k > 1; k -= 2) series = ((k % 4 == 1 ? 1.0 : -1.0) / k + series * square);
  double angle = arctangents[node].high + (u + (u * square * series + arctangents[node].low));
  if (up > across) angle = half_pi.high - angle + half_pi.low;
  if (std::signbit(x)) angle = 2 * half_pi.high - angle + 2 * half_pi.low;
  return std::copysign(angle, y);
}

double sinh(double x) {
  const double e = expm1(std::abs(x));
  return std::copysign(e < infinity ? (e + e / (e + 1)) / 2 : e, x);
}

double cosh(double x) {
  const double e = exp(std::abs(x));
  return (e + 1 / e) / 2;
}

double tanh(double x) {
  const double e = expm1(2 * std::min(std::abs(x), 30.0));
  return std::copysign(e / (e + 2), x);
}

double erf(double x) {
  if (std::abs(x) < 0.5) return small_erf(x);
  return x > 0 ? 1 - erfc(x) : erfc(-x) - 1;
}

double erfc(double x) {
  if (std::abs(x) < 0.5) return 1 - small_erf(x);
  if (x < 0) return 2 - erfc(-x);
  if (!(x < 28)) return x > 0 ? 0 : x;
  // erfc x = (x / pi) e^(-x^2) int e^(-t^2) / (x^2 + t^2) dt: the trapezoidal rule with step 1/2 misses e^(-4 pi^2) and,
  // where x < 2 pi, the residue at ix.
  const double square = x * x;
  double sum = 0;
  for (std::size_t j = gauss.size() - 1; j > 0; --j) sum += gauss[j] / (square + static_cast<double>(j * j) / 4);
  const double rule = bell(x) * (0.5 / x + x * sum) * std::numbers::inv_pi;
  return x < 6 ? rule - 2 / expm1(4 * std::numbers::pi * x) : rule;
}

double lgamma(double x) {
  if (!(x > 0 && x < 1e300)) return infinity;
  if (x <= static_cast<double>(factorials.size()) && x == std::floor(x)) {
    return log(factorials[static_cast<std::size_t>(x) - 1]);
  }
  double below = 1;
  for (; x < 16; x += 1) below *= x;
  const double y = 1 / (x * x);
  const double tail = 1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188))));
  return (x - 0.5) * log(x) - x + 0.9189385332046727418 + tail / x - log(below);
}

std::complex<double> exp(const std::complex<double>& z) {
  const double size = exp(z.real());
  return z.imag() == 0 ? std::complex<double>(size, z.imag())
                       : std::complex<double>(size * cos(z.imag()), size * sin(z.imag()));
}

std::complex<double> log(const std::complex<double>& z) {
  const double x = std::abs(z.real()), y = std::abs(z.imag());
  const double most = std::max(x, y), least = std::min(x, y), ratio = least / most;
  const double ln_size = most > 0.5 && most < 2 ? log1p((most - 1) * (most + 1) + least * least) / 2
                         : most > 0             ? log(most) + log1p(ratio * ratio) / 2
                                                : -infinity;
  return {ln_size, atan2(z.imag(), z.real())};
}

}  // namespace hallmark::steady
