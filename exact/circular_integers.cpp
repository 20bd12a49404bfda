#include "exact/circular_integers.hpp"

#include <algorithm>
#include <utility>

#include "exact/fine_integers.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using fine::Complex;
using fine::Known;
using fine::Wide;

constexpr Wide largest = fine::one + (fine::one >> 10);  // 1 + 2^-10
constexpr double size_limit = 1.5;                       // of both parts that large
constexpr double most_off = 0x1p-20;

bool is_small(const Complex& x) { return x.re <= largest && -x.re <= largest && x.im <= largest && -x.im <= largest; }

// The powers 0 .. n/2 - 1 of e^(-2 pi i/n), and what each is off by at most.
struct Roots {
  std::vector<Complex> powers;
  double off = 0;

  explicit Roots(slong n) {
    constexpr slong few = 512, bits = 160;
    const auto root = [&](slong power) {
      const SineCosine at = sin_cos(Ball::pi(bits) * Ball(Rational(-2 * power) / n, bits));
      const auto found = fine::known(ComplexBall(at.cosine, at.sine), 0);
      off = std::max(off, found->off);  // at most 1: in the range of fine integers
      return found->value;
    };
    std::vector<Complex> near;
    for (slong i = 0; i < std::min(n / 2, few); ++i) near.push_back(root(i));
    powers = near;
    for (slong i = few; i < n / 2; i += few) {
      const Complex far = root(i);
      for (const Complex& x : near) powers.push_back(product(x, far));
    }
    if (n / 2 > few) off = fine::raised * ((2 + off) * off + fine::product_off);
  }
};

// The transform in place of numbers that are at most size_limit in size at all its steps, halved at each where `halve`;
// `off` is what each is off by, before and after. Whether the budget lasted.
bool transform(std::vector<Complex>& x, const Roots& roots, bool halve, double& off, const Budget& budget) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // bits of the place reversed
    std::size_t bit = n / 2;
    while ((j & bit) != 0) {
      j ^= bit;
      bit /= 2;
    }
    j |= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  const int shift = halve ? 1 : 0;
  for (std::size_t length = 2; length <= n; length *= 2) {
    const std::size_t half = length / 2, stride = n / length;
    for (std::size_t start = 0; start < n; start += length) {
      constexpr std::size_t piece = std::size_t{1} << 15;
      if (start % piece == 0 && budget.expired()) return false;
      for (std::size_t k = 0; k < half; ++k) {
        Complex& a = x[start + k];
        Complex& b = x[start + k + half];
        const Complex turned = k == 0 ? b : product(b, roots.powers[k * stride]);
        b = {(a.re - turned.re) >> shift, (a.im - turned.im) >> shift};
        a = {(a.re + turned.re) >> shift, (a.im + turned.im) >> shift};
      }
    }
    off = fine::raised * ((2 + roots.off) * off + size_limit * roots.off + fine::product_off);
    if (halve) off = fine::raised * (off / 2 + 1.5 * fine::unit);
  }
  return true;
}

// x^rounds of a number off by `off`; nothing where a power leaves the domain.
std::optional<Known> power(const Complex& x, double off, ulong rounds) {
  const auto is_known = [](const Known& a) { return is_small(a.value) && a.off <= most_off; };
  Known base{x, off};
  std::optional<Known> result;
  for (ulong left = rounds; is_known(base); base = product(base, base)) {
    if (left % 2 == 1) {
      result = result ? product(*result, base) : base;
      if (!is_known(*result)) return std::nullopt;
    }
    left /= 2;
    if (left == 0) return result;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<Ball>> circular_power_in_integers(const std::vector<Ball>& masses, slong rounds,
                                                            slong log2_size, slong bits, const Budget& budget) {
  const std::size_t n = std::size_t{1} << log2_size;
  std::vector<Complex> x(n);
  double off = 0;
  Wide total = 0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto mass = fine::part(masses[i].raw(), 0, off);
    if (!mass || *mass > largest || -*mass > largest) return std::nullopt;
    x[i].re = *mass;
    total += *mass < 0 ? -*mass : *mass;
    if (total > largest) return std::nullopt;
  }
  const double given = off + static_cast<double>(masses.size()) * fine::unit;
  if (!(given <= most_off) || budget.expired()) return std::nullopt;
  const Roots roots(static_cast<slong>(n));
  off = 0;
  if (!transform(x, roots, false, off, budget)) return std::nullopt;
  off = fine::raised * (off + given);
  double powers_off = 0;  // of all frequencies
  for (std::size_t k = 0; k <= n / 2; ++k) {
    constexpr std::size_t piece = 4096;
    if (k % piece == 0 && budget.expired()) return std::nullopt;
    const auto raised_to = power(x[k], off, static_cast<ulong>(rounds));
    if (!raised_to) return std::nullopt;
    powers_off += (k == 0 || k == n / 2 ? 1 : 2) * raised_to->off;
    x[k] = raised_to->value;
    x[k].im = -x[k].im;
  }
  for (std::size_t k = n / 2 + 1; k < n; ++k) x[k] = {x[n - k].re, -x[n - k].im};
  off = 0;
  if (!transform(x, roots, true, off, budget)) return std::nullopt;
  const Ball error = exactly(fine::raised * (off + powers_off / static_cast<double>(n)), bits);
  std::vector<Ball> sums;
  sums.reserve(n);
  for (const Complex& one : x) {
    sums.push_back(fine::ball_of(one.re, -2 * fine::half_bits, bits));
    sums.back().widen(error);
  }
  return sums;
}

}  // namespace hallmark
