#include "exact/convex_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>

#include "exact/steady.hpp"

namespace hallmark::grid {
namespace {

constexpr double smallest_position = 0x1p-250;
constexpr double largest_position = 0x1p+250;
// Tuned on random allocation at sigma = 0.3 to 4, t = 37 to 10^6.
constexpr double tail_weight = 0.55;
constexpr double logarithmic_weight = 0.3;

/// Where the grid ends, as a share of the smallest first moment wanted: about 30 cuts add up, and the spread inside the
/// grid costs a few thousand / nodes^2.
double cut_ratio(slong nodes) { return 4 / (static_cast<double>(nodes) * static_cast<double>(nodes)); }

double value(kernel::Operation operation, double x, double y) {
  return operation == kernel::Operation::sum ? x + y : x * y;
}

/// At most `groups` barycentres of consecutive atoms.
Sketch sketch(const ConvexLaw& law, std::size_t groups) {
  Sketch coarse;
  const std::size_t size = law.position.size();
  const std::size_t step = (size + groups - 1) / groups;
  for (std::size_t i = 0; i < size; i += step) {
    double mass = 0;
    double moment = 0;
    for (std::size_t j = i; j < std::min(size, i + step); ++j) {
      mass += law.mass[j];
      moment += law.mass[j] * law.position[j];
    }
    coarse.position.push_back(moment / mass);
    coarse.mass.push_back(mass);
  }
  return coarse;
}

Sketch pairs(kernel::Operation operation, const Sketch& a, const Sketch& b, bool same) {
  std::vector<std::pair<double, double>> all;
  all.reserve(a.position.size() * b.position.size());
  for (std::size_t i = 0; i < a.position.size(); ++i) {
    for (std::size_t j = 0; j < (same ? i + 1 : b.position.size()); ++j) {
      all.emplace_back(value(operation, a.position[i], b.position[j]), (same && j < i ? 2 : 1) * a.mass[i] * b.mass[j]);
    }
  }
  std::sort(all.begin(), all.end());
  Sketch result;
  result.position.reserve(all.size());
  result.mass.reserve(all.size());
  for (const auto& [position, mass] : all) {
    result.position.push_back(position);
    result.mass.push_back(mass);
  }
  return result;
}

/// The nodes at which a lattice law is exact: one for every cluster of values, if there are at most `nodes`. A lower
/// law's node stands just below its cluster, so that rounding does not put part of it into the cell before.
std::vector<double> clusters(const Sketch& values, const Aim& aim) {
  std::vector<double> nodes{0};
  double last = 0;
  for (const double x : values.position) {
    if (x <= last * (1 + 0x1p-40) || x < 2 * smallest_position || x > largest_position / 2) {
      last = std::max(last, std::min(x, largest_position / 2));
      continue;
    }
    nodes.push_back(aim.side == Side::upper ? x : x * (1 - 0x1p-46));
    last = x;
    if (nodes.size() > static_cast<std::size_t>(aim.nodes)) return {};
  }
  if (nodes.size() == 1) nodes.push_back(1);
  return nodes;
}

/// What lies right and left of every value, times its distance.
struct FirstMoments {
  std::vector<double> right;
  std::vector<double> left;
};

FirstMoments first_moments(const Sketch& sketch) {
  const std::vector<double>& x = sketch.position;
  const std::vector<double>& m = sketch.mass;
  const std::size_t size = x.size();
  FirstMoments moments{std::vector<double>(size, 0), std::vector<double>(size, 0)};
  double tail = 0;
  for (std::size_t i = size - 1; i-- > 0;) {
    tail += m[i + 1];
    moments.right[i] = moments.right[i + 1] + tail * (x[i + 1] - x[i]);
  }
  double head = 0;
  for (std::size_t i = 1; i < size; ++i) {
    head += m[i - 1];
    moments.left[i] = moments.left[i - 1] + head * (x[i] - x[i - 1]);
  }
  return moments;
}

/// Consecutive values with their share of both densities of nodes.
struct Bin {
  double from, to, bulk, tail;
};

std::vector<Bin> bins_of(const Sketch& sketch, const FirstMoments& moments, const Aim& aim, std::size_t first,
                         std::size_t last) {
  const std::vector<double>& x = sketch.position;
  const std::vector<double>& m = sketch.mass;
  const bool rising = aim.slope == Slope::rising;
  const std::vector<double>& beyond = rising ? moments.right : moments.left;
  const double total = std::accumulate(m.begin(), m.end(), 0.0);
  // |ln(a / b)|, 0 unless both are positive, against 1 and against 0.02.
  const auto change_of = [](double a, double b) {
    return a > 0 && b > 0 ? std::min(1.0, std::abs(steady::log(a / b))) : 0.0;
  };
  const auto near = [](double a, double b) {
    constexpr double ratio = 1.0202013400267558;
    return !(a > 0 && b > 0) || (a < ratio * b && b < ratio * a);
  };
  std::vector<Bin> bins;
  for (std::size_t i = first; i < last;) {
    double mass = 0;
    std::size_t j = i;
    do {
      mass += m[j];
      ++j;
    } while (j < last && (x[j] <= x[i] || (mass < total / 2000 && near(beyond[j], beyond[i]))));
    const double width = x[j] - x[i];
    if (width > 0) {
      // Below the smallest first moment wanted, an error counts only as much as it is large.
      const double wanted = cut_ratio(aim.nodes) * (rising ? beyond[j] / aim.right : beyond[j] / (aim.left * x[j]));
      const double middle = (x[i] + x[j]) / 2;
      bins.push_back({x[i], x[j],
                      (1 - logarithmic_weight) * steady::cube_root(mass * width * width) +
                          logarithmic_weight * steady::cube_root(mass * width * width / middle),
                      steady::cube_root(std::min(1.0, wanted)) * change_of(beyond[j], beyond[i])});
    }
    i = j;
  }
  return bins;
}

}  // namespace

Aim aim(kernel::Operation operation, const ConvexLaw& law, const Resolution& resolution, double share, double count) {
  const double cut = cut_ratio(resolution.nodes) * resolution.smallest_delta;
  const bool sum = operation == kernel::Operation::sum;
  const double scale = sum ? share : share / count;
  const bool rising = law.slope == Slope::rising;
  return {.slope = law.slope,
          .side = law.side,
          .nodes = resolution.nodes,
          .right = (rising ? cut : std::max(cut, 1e-10)) * scale,
          .left = rising ? cut * scale : cut * (sum ? 1 : scale),
          .far = sum ? 4 * count : 8};
}

std::vector<double> place(const Sketch& sketch, const Aim& aim) {
  const std::vector<double>& x = sketch.position;
  const std::size_t size = x.size();
  const FirstMoments moments = first_moments(sketch);
  const bool rising = aim.slope == Slope::rising;
  std::size_t first = 0;
  while (first + 1 < size && moments.left[first + 1] < aim.left * (rising ? 1 : x[first + 1])) ++first;
  std::size_t last = size - 1;
  while (last > first + 1 && (moments.right[last - 1] < aim.right || (!rising && x[last - 1] > aim.far))) --last;

  const std::vector<Bin> bins = bins_of(sketch, moments, aim, first, last);
  double bulk = 0;
  double tails = 0;
  for (const Bin& bin : bins) {
    bulk += bin.bulk;
    tails += bin.tail;
  }
  std::vector<double> nodes{0};
  const auto push = [&](double node) {
    if (node > nodes.back() * (1 + 0x1p-45) && node >= 2 * smallest_position && node <= largest_position / 2) {
      nodes.push_back(node);
    }
  };
  push(x[first]);
  const double weight = bulk > 0 && tails > 0 ? tail_weight : (tails > 0 ? 1 : 0);
  const double steps = static_cast<double>(std::max(slong{2}, aim.nodes - 3));
  double done = 0;
  double next = 1;
  for (const Bin& bin : bins) {
    const double density =
        (bulk > 0 ? (1 - weight) * bin.bulk / bulk : 0) + (tails > 0 ? weight * bin.tail / tails : 0);
    while (density > 0 && next <= steps && (done + density) * steps >= next) {
      push(bin.from + (bin.to - bin.from) * (next / steps - done) / density);
      next += 1;
    }
    done += density;
  }
  push(x[last]);
  if (nodes.size() == 1) nodes.push_back(1);
  return nodes;
}

std::vector<double> for_pairs(kernel::Operation operation, const ConvexLaw& a, const ConvexLaw& b, const Aim& aim) {
  const bool same = &a == &b;
  const std::size_t sizes = a.position.size() + b.position.size();
  if (sizes <= static_cast<std::size_t>(aim.nodes) + 1 &&
      std::uint64_t{a.position.size()} * b.position.size() <= (1 << 21)) {
    std::vector<double> nodes = clusters(pairs(operation, {a.position, a.mass}, {b.position, b.mass}, same), aim);
    if (!nodes.empty()) return nodes;
  }
  const std::size_t groups = std::clamp<std::size_t>(static_cast<std::size_t>(aim.nodes) / 8, 100, 400);
  const Sketch coarse = sketch(a, groups);
  return place(pairs(operation, coarse, same ? coarse : sketch(b, groups), same), aim);
}

Sketch lognormal_sketch(double s) {
  Sketch result;
  const double step = 1.0 / 256;
  for (double z = -30; z <= 30; z += step) {
    const double x = steady::exp(s * z - s * s / 2);
    if (x < 4 * smallest_position || x > largest_position / 4) continue;
    result.position.push_back(x);
    result.mass.push_back(step * steady::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi));
  }
  if (result.position.empty()) result = {{0.5, 1}, {0.5, 0.5}};
  return result;
}

}  // namespace hallmark::grid
