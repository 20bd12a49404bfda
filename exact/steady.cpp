#include "exact/steady.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace hallmark::steady {
namespace {

// ln 2 in two parts, of which products of the first with integers of eleven bits are exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

constexpr std::array<double, 15> inverse_factorials = [] {
  std::array<double, 15> result{1};
  for (std::size_t k = 1; k < result.size(); ++k) result[k] = result[k - 1] / static_cast<double>(k);
  return result;
}();

}  // namespace

double exp(double x) {
  constexpr double most = 720;
  if (!(x < most)) return std::numeric_limits<double>::infinity();
  if (x < -2 * most) return 0;
  const double count = std::nearbyint(x / std::numbers::ln2);
  const double rest = x - count * ln2_high - count * ln2_low;  // at most 0.347
  double sum = 0;
  for (std::size_t k = inverse_factorials.size(); k-- > 0;) sum = sum * rest + inverse_factorials[k];
  return std::ldexp(sum, static_cast<int>(count));
}

double log(double x) {
  if (!(x <= std::numeric_limits<double>::max())) return x;
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < std::numbers::sqrt2 / 2) {
    mantissa *= 2;
    --exponent;
  }
  // ln(1 + f) = 2 artanh(t) = f - t (f - sum), where 2 t = f - t f and |t| is at most 0.172.
  const double f = mantissa - 1, t = f / (2 + f);
  double sum = 0;
  for (int k = 23; k > 1; k -= 2) sum = (sum + 2.0 / k) * t * t;
  return exponent * ln2_high + (f - (t * (f - sum) - exponent * ln2_low));
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

}  // namespace hallmark::steady
