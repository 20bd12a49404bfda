// Elementary functions of doubles that no C library computes: the same bits on every machine.
#pragma once

#include <complex>

namespace hallmark::steady {

/// exp(x) to about 15 digits, by operations alone that IEEE 754 rounds. The C libraries differ in the last bit, and one
/// and the same does on processors with and without fused multiply-add; what the functions of this header propose is the
/// same everywhere. Outside of the domains of real functions they are infinite or undefined as those of the C library.
/// Kind:      a proposal, never an enclosure
/// Domain:    any x; infinite from 720 on and for an undefined x, 0 below -1440
[[nodiscard]] double exp(double x);

/// exp(x) - 1, likewise.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double expm1(double x);

/// 2^x, likewise; exact for whole x.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double exp2(double x);

/// ln x, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    0 < x
[[nodiscard]] double log(double x);

/// ln(1 + x), likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    -1 < x
[[nodiscard]] double log1p(double x);

/// The binary logarithm of x, likewise; exact for powers of 2.
/// Kind:      a proposal, never an enclosure
/// Domain:    0 < x
[[nodiscard]] double log2(double x);

/// x^y, likewise; by products where y is whole and small.
/// Kind:      a proposal, never an enclosure
/// Domain:    0 <= x, or y whole with |y| <= 22
[[nodiscard]] double pow(double x, double y);

/// The cube root of x, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    finite x; 0 where x is not positive
[[nodiscard]] double cube_root(double x);

/// The sine of x, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    |x| below 2^52
[[nodiscard]] double sin(double x);

/// The cosine of x, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    |x| below 2^52
[[nodiscard]] double cos(double x);

/// The angle of x + iy, in [-pi, pi], likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    finite x and y
[[nodiscard]] double atan2(double y, double x);

/// (e^x - e^-x) / 2, likewise.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double sinh(double x);

/// (e^x + e^-x) / 2, likewise.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double cosh(double x);

/// sinh(x) / cosh(x), likewise.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double tanh(double x);

/// 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x, likewise.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double erf(double x);

/// 1 - erf(x), likewise.
/// Kind:      a proposal, never an enclosure
[[nodiscard]] double erfc(double x);

/// ln Gamma(x), likewise: to about 14 digits of max(1, |ln Gamma(x)|), 0 at 1 and 2.
/// Kind:      a proposal, never an enclosure
/// Domain:    0 < x
[[nodiscard]] double lgamma(double x);

/// exp(z), likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    |imaginary part| below 2^52
[[nodiscard]] std::complex<double> exp(const std::complex<double>& z);

/// The principal ln z, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    z not 0
[[nodiscard]] std::complex<double> log(const std::complex<double>& z);

}  // namespace hallmark::steady
