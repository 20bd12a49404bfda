// Elementary functions of doubles that no C library computes: the same bits on every machine.
#pragma once

namespace hallmark::steady {

/// exp(x) to about 15 digits, by operations alone that IEEE 754 rounds. The C libraries differ in the last bit, and one
/// and the same does on processors with and without fused multiply-add; grids placed by these three are the same
/// everywhere.
/// Kind:      a proposal, never an enclosure
/// Domain:    any x; infinite from 720 on, 0 below -1440
[[nodiscard]] double exp(double x);

/// ln x, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    0 < x
[[nodiscard]] double log(double x);

/// The cube root of x, likewise.
/// Kind:      a proposal, never an enclosure
/// Domain:    finite x; 0 where x is not positive
[[nodiscard]] double cube_root(double x);

}  // namespace hallmark::steady
