#include "bounds/composition/line_cover.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "exact/proposal.hpp"

using namespace hallmark;
using composition::largest_between;
using composition::LineFacts;

namespace {

// Three outcomes in doubles and balls: |sum p e^(i t x)|.
constexpr double places[] = {-1, 0.25, 1.5};
constexpr double masses[] = {0.25, 0.5, 0.25};
const Budget no_limit;

double modulus_about(double t) {
  double re = 0, im = 0;
  for (int i = 0; i < 3; ++i) {
    re += masses[i] * std::cos(t * places[i]);
    im += masses[i] * std::sin(t * places[i]);
  }
  return std::hypot(re, im);
}

LineFacts facts(long bits) {
  const auto modulus = [=](const Rational& t) {
    Ball re(0, bits), im(0, bits);
    for (int i = 0; i < 3; ++i) {
      const SineCosine at = sin_cos(Ball(t, bits) * exactly(places[i], bits));
      re += at.cosine * exactly(masses[i], bits);
      im += at.sine * exactly(masses[i], bits);
    }
    return sqrt_of_nonnegative(re * re + im * im);
  };
  Ball spread(0, bits);
  for (int i = 0; i < 3; ++i) {
    const Ball off = exactly(places[i], bits) - exactly(0.25, bits);
    spread += exactly(masses[i], bits) * off * off;
  }
  return {modulus, Ball(1, bits), spread};
}

}  // namespace

TEST_CASE("line-cover: at least every value on the stretch, and near the largest") {
  const LineFacts three = facts(64);
  struct Stretch {
    double from, to;
  };
  for (const Stretch s : {Stretch{0.01, 0.3}, Stretch{0.5, 1}, Stretch{1, 3}, Stretch{2, 4}, Stretch{1.7, 1.8}}) {
    const double bound = roughly(largest_between(three, short_dyadic(s.from, 30), short_dyadic(s.to, 30), no_limit));
    double largest = 0;
    for (int i = 0; i <= 2000; ++i) largest = std::max(largest, modulus_about(s.from + (s.to - s.from) * i / 2000));
    INFO(s.from << " to " << s.to);
    CHECK(largest <= bound);
    CHECK(1 - bound * bound >= 0.6 * (1 - largest * largest));
  }
}

TEST_CASE("line-cover: where the transform comes back to its norm, or the budget ends, the bound is the norm") {
  // Places at distances of 1.25: |M| = 1 at 2 pi/1.25 = 5.03.
  CHECK(roughly(largest_between(facts(64), 4, 6, no_limit)) == 1);
  CHECK(roughly(largest_between(facts(64), 1, 3, Budget::counted(3))) == 1);
}
