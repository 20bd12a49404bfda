// What the tests of convex laws compute beside them, in exact rationals.
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "exact/convex_law.hpp"
#include "support/random.hpp"

namespace hallmark::test::convex {

using Exact = boost::multiprecision::mpq_rational;

inline constexpr Slope slopes[] = {Slope::rising, Slope::falling};

inline Exact exact(const Rational& x) { return Exact(x.to_string()); }

/// Above 0, at most 1.
inline double unit(Random& random) { return static_cast<double>(random.between(1, 1L << 40)) * 0x1p-40; }

}  // namespace hallmark::test::convex
