// The least value of a convex function of t >= 0 whose values at a few points are enclosed: both ends, and a search for
// good points.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "exact/budget.hpp"
#include "exact/rational.hpp"

namespace hallmark::risk {

/// The value of the function at t = e^log, or at t = 0, lies in [lo, hi].
struct Point {
  std::optional<Rational> log;  // none: t = 0
  Rational lo;
  Rational hi;
};

/// A number that a convex function of t >= 0 is nowhere below.
/// Kind:      lower bound; nothing where the values do not rise towards the last point
/// Domain:    points whose t increase
/// Rigor:     between two neighbours the function lies above the prolonged chord of the two points before them and above
///            that of the two after them, on [0, first] above that of the first two; beyond the last point it does not
///            fall, because it rises up to it
/// Source:    convexity; PROOFS.md section 19.2
/// Cost:      three exponentials a point
/// Example:   least_of_convex(std::vector<Point>{{Rational(-1), 2, 2}, {Rational(0), 1, 1}, {Rational(1), 2, 2}}, 64)->sign()
///            -> -1
[[nodiscard]] std::optional<Rational> least_of_convex(std::span<const Point> points, slong bits);

/// What is known of the least value.
struct Minimum {
  Rational hi;                 // the smallest value met
  std::optional<Rational> lo;  // where convexity gives one
  bool reached = false;        // both ends agree in the digits asked for
  Rational log;                // where hi was met
  std::vector<Point> points;   // that prove both ends
};

/// What is asked of a search: the value at t = e^log to about so many digits, where to begin, the length of the first
/// steps (2^-shift), the digits.
struct Search {
  std::function<Point(const Rational& log, slong digits)> value;
  double start = 0;
  slong shift = 3;
  slong digits = 6;
  slong most_steps = 120;
};

/// The least value of a convex function, by three points around its place that come nearer: by parabolas where it is
/// smooth, by the meeting of two chords where it has a kink.
/// Kind:      encloses where lo is there; hi is an upper end in any case
/// Domain:    a convex function of t >= 0; values that enclose it
/// Rigor:     every point proves an upper end, `least_of_convex` the lower one
/// Cost:      10 to 60 values
[[nodiscard]] Minimum minimum_of(const Search& search, const Budget& budget);

}  // namespace hallmark::risk
