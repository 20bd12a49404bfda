// What the enclosures of the profile of random allocation rest on: convex order, put and call, aliases, rotation.
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "lemmas/allocation_schemes.hpp"
#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

/// Every outcome with its ratio spread to (1 - d) and (1 + d) times itself, with equal masses: above in convex order.
Step spread(const Step& step, const Rational& d) {
  Step result{step.name + " spread by " + text(d), {}};
  for (const Atom& atom : step.outcomes) {
    result.outcomes.push_back({atom.p * (1 - d) / 2, atom.q / 2});
    result.outcomes.push_back({atom.p * (1 + d) / 2, atom.q / 2});
  }
  return result;
}

bool below(const Pair& lower, const Pair& upper) {
  return !Profile(upper).exceeded_by(lower) && !Profile(reversed(upper)).exceeded_by(reversed(lower));
}

/// A spread ratio raises delta in both directions, for every number of selected steps: the ratio of the scheme is
/// affine in each X_i.
void sums(Tally& tally, bool long_run) {
  for (const Step& step : several_steps()) {
    for (const Rational& d : {ratio(1, 10), ratio(1, 2), ratio(1, 1)}) {
      const Step wide = spread(step, d);
      const int most = step.outcomes.size() > 2 && !long_run ? 2 : 3;
      for (int t = 1; t <= most; ++t) {
        for (int k = 1; k <= t; ++k) {
          tally.expect(below(allocation_pair(step, t, k), allocation_pair(wide, t, k)),
                       [&] { return wide.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k); });
        }
      }
    }
  }
}

/// The same for two epochs, the second one spread or not.
void products(Tally& tally) {
  const Step step = randomized_response_step(ratio(3, 1));
  for (const Rational& d : {ratio(1, 5), ratio(2, 3)}) {
    const Step wide = spread(step, d);
    for (int t = 1; t <= 2; ++t) {
      const Pair narrow = allocation_pair(step, t, 1);
      const Pair other = allocation_pair(wide, t, 1);
      const auto where = [&] { return wide.name + ", t=" + std::to_string(t); };
      tally.expect(below(product(narrow, narrow), product(narrow, other)), where);
      tally.expect(below(product(narrow, other), product(other, other)), where);
    }
  }
}

/// H_w(A||Q^t) = 1 - w + w H_{1/w}(Q^t||A) where Q^t covers A.
void put_call(Tally& tally) {
  for (const Step& step : several_steps()) {
    for (int t = 1; t <= 3; ++t) {
      for (int k = 1; k <= t; ++k) {
        const Pair pair = allocation_pair(step, t, k);
        for (const Rational& w : {ratio(1, 3), ratio(1, 1), ratio(3, 2), ratio(7, 1)}) {
          tally.expect(hockey_stick(pair, w) == 1 - w + w * hockey_stick(reversed(pair), 1 / w), [&] {
            return step.name + ", t=" + std::to_string(t) + ", k=" + std::to_string(k) + ", w=" + text(w);
          });
        }
      }
    }
  }
}

Enclosure number(long value) { return value; }
Enclosure number(long a, long b) { return Rational(a, b); }

/// (1/W) sum over k of e^(z theta_k)/theta_k^2, theta_k = a + 2 pi i k/W, the nodes left out bounded.
Enclosure trapezoid(const Enclosure& a, const Enclosure& width, const Enclosure& z, long nodes) {
  const Enclosure step = number(2) * pi() / width;
  Enclosure sum = number(1) / (a * a);
  for (long k = 1; k < nodes; ++k) {
    const Enclosure y = step * number(k);
    const Enclosure square = a * a + y * y;
    // Re (e^(izy) / (a + iy)^2) = ((a^2 - y^2) cos zy + 2 a y sin zy) / |theta|^4
    sum = sum + number(2) * ((a * a - y * y) * cos(z * y) + number(2) * a * y * sin(z * y)) / (square * square);
  }
  const Enclosure rest = number(2) / (step * step * number(nodes - 1));
  return (sum - rest).hull(sum + rest) * exp(a * z) / width;
}

/// sum over all m of e^(-amW) (z + mW)_+, by its geometric series from the first m with z + mW > 0.
Enclosure aliases(const Enclosure& a, const Enclosure& width, const Enclosure& z, long first) {
  const Enclosure one = number(1);
  const Enclosure r = exp(number(-1) * a * width);
  const Enclosure from = z + number(first) * width;
  return exp(number(-first) * a * width) * (from / (one - r) + width * r / ((one - r) * (one - r)));
}

/// The trapezoid rule of the inversion is the sum of the put over all periods, for a law of three atoms.
void alias_identity(Tally& tally, bool long_run) {
  const long nodes = long_run ? 20'000 : 2'000;
  const std::array<std::pair<long, long>, 3> atoms = {{{1, 2}, {3, 1}, {11, 4}}};  // x; masses 1/6, 1/3, 1/2
  for (const long a : {1, 2}) {
    for (const long width : {2, 5, 9}) {
      for (const long c : {1, 3, 7}) {
        Enclosure left;
        Enclosure right;
        for (std::size_t i = 0; i < atoms.size(); ++i) {
          const Enclosure mass = number(static_cast<long>(i) + 1, 6);
          const auto [x, y] = atoms[i];
          const Enclosure z = number(c) - number(x, y);
          // The first m with c - x/y + m width > 0.
          long first = -20;
          while ((c + first * width) * y <= x) ++first;
          left = left + mass * trapezoid(number(a, 4), number(width), z, nodes);
          right = right + mass * aliases(number(a, 4), number(width), z, first);
        }
        const bool meet = left.lower() <= right.upper() && right.lower() <= left.upper();
        tally.expect(meet && left.upper() - left.lower() < Rational(1, 50), [&] {
          return "a=" + std::to_string(a) + "/4, W=" + std::to_string(width) + ", c=" + std::to_string(c);
        });
      }
    }
  }
}

/// L(theta) = E exp(-theta e^(sZ - s^2/2)) by a plain sum on the real line.
std::complex<double> transform(std::complex<double> theta, double s) {
  std::complex<double> sum = 0;
  constexpr double h = 1.0 / 256;
  for (double x = -9; x <= 9; x += h) {
    sum += std::exp(-x * x / 2 - theta * std::exp(s * x - s * s / 2));
  }
  return sum * h / std::sqrt(2 * std::numbers::pi);
}

/// |L(theta)| <= e^(f^2/(2 s^2)) L(Re(theta e^(-if))) where that real part is positive.
void rotation(Tally& tally) {
  for (const double s : {0.5, 1.0, 2.0}) {
    for (const double re : {0.01, 0.3, 2.0}) {
      for (const double im : {0.0, 0.1, 1.0, 6.0}) {
        const double size = std::abs(transform({re, im}, s));
        for (const double f : {0.0, 0.05, 0.2, 0.5, 1.0, 1.5}) {
          const double r = re * std::cos(f) + im * std::sin(f);
          const double bound = std::exp(f * f / (2 * s * s)) * transform({r, 0}, s).real();
          tally.expect(size <= bound * (1 + 1e-9) + 1e-12, [&] {
            return "s=" + std::to_string(s) + ", theta=" + std::to_string(re) + "+" + std::to_string(im) +
                   "i, f=" + std::to_string(f);
          });
        }
      }
    }
  }
}

/// Negative control: without the factor the rotated real part bounds nothing.
void rotation_without_factor(Tally& tally) {
  const double size = std::abs(transform({0.3, 1.0}, 1));
  const double r = 0.3 * std::cos(1.0) + std::sin(1.0);
  tally.expect(size <= transform({r, 0}, 1).real(), [&] { return std::string("s=1, theta=0.3+i, f=1"); });
}

}  // namespace

Checks allocation_profile_lemmas() {
  return {
      {"allocation-profile.sums", sums},
      {"allocation-profile.products", products},
      {"allocation-profile.put-call", put_call},
      {"allocation-profile.aliases", alias_identity},
      {"allocation-profile.rotation", rotation},
      {"allocation-profile.rotation-without-factor", rotation_without_factor},
  };
}

}  // namespace hallmark::lemmas
