// Tiny pairs of laws, written out from the definitions of FORMAT.md, for tests of what the checker's rows say of themselves.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace hallmark::check::test {

/// Masses of the outputs under P and Q.
struct Atom {
  double p, q;
};
using Atoms = std::vector<Atom>;
/// A pair whose outputs are cut off beyond a range, where it has no end.
using PairOf = std::function<Atoms(double range)>;

// The pairs. Parameters: eps0 = ln 2, sigma = mu = 1, rate = share = 1/3, gamma = p = 1/2, k = 3, n = 2.
constexpr double kTwo = 2;
constexpr double kThird = 1.0 / 3;

inline double normal(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0)); }

inline PairOf on_line(std::function<double(double)> p, std::function<double(double)> q, double step = 1.0 / 64) {
  return [=](double range) {
    Atoms all;
    for (double x = -range + 0.5; x <= range + 0.5; x += step) all.push_back({p(x) * step, q(x) * step});
    return all;
  };
}
inline PairOf fixed(const Atoms& atoms) {
  return [=](double) { return atoms; };
}
/// ((1-q) Q + q P, Q).
inline PairOf sampled_pair(const PairOf& whole, double q = kThird) {
  return [=](double range) {
    Atoms all = whole(range);
    for (Atom& a : all) a.p = (1 - q) * a.q + q * a.p;
    return all;
  };
}
inline PairOf gaussian() {
  return on_line([](double x) { return normal(x - 1); }, normal);
}
inline PairOf laplace() {
  const double rate = std::log(kTwo);
  return on_line([=](double x) { return rate / 2 * std::exp(-rate * std::abs(x - 1)); },
                 [=](double x) { return rate / 2 * std::exp(-rate * std::abs(x)); });
}
inline PairOf on_integers(const std::function<double(double)>& weight, int shift) {
  return [=](double range) {
    double total = 0;
    for (int x = -60; x <= 60; ++x) total += weight(x);
    Atoms all;
    const int most = static_cast<int>(range);
    for (int x = -most; x <= most + shift; ++x) all.push_back({weight(x - shift) / total, weight(x) / total});
    return all;
  };
}
inline PairOf geometric() {
  return on_integers([](double x) { return std::exp(-std::abs(x) / 2); }, 2);
}
inline PairOf discrete_normal() {
  return on_integers([](double x) { return std::exp(-x * x / 2); }, 1);
}
inline PairOf poisson_difference() {  // variance 1: e^-1 I_|x|(1)
  return on_integers([](double x) { return std::cyl_bessel_i(std::abs(x), 1.0); }, 6);
}
inline PairOf heads_of_three() {
  return fixed({{0, 0.125}, {0.125, 0.375}, {0.375, 0.375}, {0.375, 0.125}, {0.125, 0}});
}
inline PairOf response(double e = kTwo) { return fixed({{e / (1 + e), 1 / (1 + e)}, {1 / (1 + e), e / (1 + e)}}); }
inline PairOf local() {  // k = 3, p = 1/2
  return fixed({{2.0 / 3, 1.0 / 6}, {1.0 / 6, 1.0 / 6}, {1.0 / 6, 2.0 / 3}});
}
inline PairOf private_pair() {  // delta = 1/10
  return fixed({{0.1, 0}, {0.6, 0.3}, {0.3, 0.6}, {0, 0.1}});
}
inline PairOf least_of_range() {
  const double r = std::log(kTwo);
  const int cells = 20'000;
  Atoms all;
  for (int i = 0; i <= cells; ++i) {
    const double x = -r + 2 * r * i / cells;
    const double p = std::exp((x - r) / 2) / (2 * (1 - std::exp(-r))) * 2 * r / cells;
    all.push_back({p, p * std::exp(-x)});
  }
  return fixed(all);
}
inline PairOf replaced() {
  const auto side = [](double x, double at) { return (1 - kThird) * normal(x) + kThird * normal(x - at); };
  return on_line([=](double x) { return side(x + 0.5, 1); }, [=](double x) { return side(x + 0.5, -1); });
}
inline PairOf coupling() {  // X = dN(2)/dN(0), where X > 1 the ratio 1 - q + qX, the mirror image, and the rest at 1
  return [](double range) {
    Atoms all;
    double left = 1;
    const double step = 1.0 / 256;
    for (double y = 1 + step / 2; y < range + 1; y += step) {
      const double q = normal(y) * step;
      const double p = (1 - kThird + kThird * std::exp(2 * y - 2)) * q;
      all.push_back({p, q});
      all.push_back({q, p});
      left -= p + q;
    }
    all.push_back({left, left});
    return all;
  };
}
inline PairOf clones() {  // n = 2: one clone or none, E = 2
  Atoms all;
  const double a = 2.0 / 3;
  for (const int c : {0, 1}) {
    std::vector<Atom> counts(static_cast<std::size_t>(c + 2), Atom{0, 0});
    for (std::size_t heads = 0; heads <= static_cast<std::size_t>(c); ++heads) {
      const double mass = 0.5 * (c == 0 ? 1 : 0.5);
      counts[heads + 1].p += mass * a;
      counts[heads].p += mass * (1 - a);
      counts[heads + 1].q += mass * (1 - a);
      counts[heads].q += mass * a;
    }
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return fixed(all);
}
inline PairOf rr2() {  // n = 2, others = 0: the other one reports 1 with probability 1/3
  const double a = 2.0 / 3;
  const double b = 1.0 / 3;
  return fixed({{b * a, a * a}, {a * a + b * b, a * b + b * a}, {a * b, b * b}});
}
inline PairOf krr_strong(bool exposed) {  // gamma = 1/2, k = 3, n = 2: (N1+1, N2) against (N1, N2+1)
  const double g = 1.0 / 6;
  const double scale = exposed ? 0.5 : 1;
  Atoms all{{scale * (1 - 2 * g), 0}, {0, scale * (1 - 2 * g)}, {scale * g, 0}, {scale * g, scale * g}, {0, scale * g}};
  if (exposed) all.push_back({0.5, 0.5});
  return fixed(all);
}
inline PairOf krr_weak() {
  const double g = 1.0 / 6;
  Atoms all{{0.5 * (0.5 + g), 0.5 * g}, {0.5 * g, 0.5 * (0.5 + g)}, {0.5 * g, 0.5 * g}};  // nobody else replaced
  const double own[3][2] = {{0.5 + g, g}, {g, 0.5 + g}, {g, g}};
  double mass[3][3][2] = {};
  for (int mine = 0; mine < 3; ++mine) {
    for (int other = 0; other < 3; ++other) {
      for (int law = 0; law < 2; ++law)
        mass[std::min(mine, other)][std::max(mine, other)][law] += 0.5 / 3 * own[mine][law];
    }
  }
  for (const auto& row : mass) {
    for (const auto& entry : row) {
      if (entry[0] + entry[1] > 0) all.push_back({entry[0], entry[1]});
    }
  }
  return fixed(all);
}
inline PairOf allocated_response() {  // one of two steps
  const double a = 2.0 / 3;
  const double b = 1.0 / 3;
  return fixed({{a * b, b * b}, {a * a + b * b, 2 * a * b}, {a * b, a * a}});
}
/// One of two steps, Gaussian: S/2 of two lognormal ratios; or both, with that probability.
inline PairOf allocated(double both = 0) {
  return [both](double range) {
    Atoms all;
    const double step = 1.0 / 16;
    for (double x = -range; x <= range; x += step) {
      for (double y = -range; y <= range; y += step) {
        const double q = normal(x) * normal(y) * step * step;
        const double mean = (std::exp(x - 0.5) + std::exp(y - 0.5)) / 2;
        all.push_back({q * ((1 - both) * mean + both * std::exp(x + y - 1)), q});
      }
    }
    return all;
  };
}
inline PairOf allocated_of(const PairOf& step) {  // one of two steps
  return [=](double range) {
    const Atoms one = step(range);
    Atoms all;
    for (const Atom& a : one) {
      for (const Atom& b : one) all.push_back({(a.p * b.q + a.q * b.p) / 2, a.q * b.q});
    }
    return all;
  };
}
inline PairOf one_of_two_bins() {  // bins = 2, one iteration: half of the records take part in nothing
  return on_line([](double x) { return (normal(x) + normal(x - 1)) / 2; }, normal);
}
inline PairOf cut_batches() {  // records = 2, largest = 1, rate = 1/3: tau = 1/3, q' = (1/9)/(2 tau)
  return [](double range) {
    Atoms all = sampled_pair(gaussian())(range);
    for (Atom& a : all) a = {a.p * 2 / 3, a.q * 2 / 3};
    double left = 1;
    const double step = 1.0 / 256;
    for (double y = 1 + step / 2; y < range + 1; y += step) {
      const double q = normal(y) * step;
      const double p = (1 - 1.0 / 6 + 1.0 / 6 * std::exp(2 * y - 2)) * q;
      all.push_back({p / 3, q / 3});
      all.push_back({q / 3, p / 3});
      left -= p + q;
    }
    all.push_back({left / 3, left / 3});
    return all;
  };
}
inline PairOf shifted_batches() {  // (1/2) sum N(2 e_t) against (1/2) sum N(e_t)
  return [](double range) {
    Atoms all;
    const double step = 1.0 / 16;
    for (double x = -range; x <= range; x += step) {
      for (double y = -range; y <= range; y += step) {
        const auto side = [&](double at) { return (normal(x - at) * normal(y) + normal(x) * normal(y - at)) / 2; };
        all.push_back({side(2) * step * step, side(1) * step * step});
      }
    }
    return all;
  };
}

}  // namespace hallmark::check::test
