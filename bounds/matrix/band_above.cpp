// The upper law along a band: a Markov chain around the circle of bins. Doubles carry it, rounded towards a larger law.
//
// Rounding. Masses are >= 0; a point collects at most 2^13 products of rounded numbers, with a relative error below
// 2^-39: `more_mass` = 1 + 2^-38 a step. Masses that are not 0 are raised to 2^-400 and weights to 2^-200, so that no
// product underflows. A sum p between the points x < x' goes to x' with a share f >= (p - x)/(x' - x), to x with the
// rest: the mean does not fall, and a rising convex F is at most its chord. Points and sums are doubles, so that the
// share has a relative error below 2^-51: `more_share` is added, and the sum was raised by a factor 1 + 2^-50 before.
#include <algorithm>
#include <cmath>
#include <utility>

#include "bounds/matrix/band.hpp"
#include "exact/convex_kernel.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::matrix {
namespace {

constexpr slong chord_bits = 96;
constexpr double more = 1 + 0x1p-50;
constexpr double more_mass = 1 + 0x1p-38;
constexpr double more_share = 0x1p-50;
constexpr double least_point_mass = 0x1p-400;
constexpr double least_weight = 0x1p-200;

// Covariances d (rho^k + rho^(bins - k)) / (1 + rho^bins) of bins k apart.
struct Ring {
  slong bins;
  Rational d;
  std::vector<Rational> share;  // of d, k = 0, ..., bins
};

Ring ring_of(const Gram& gram, const Rational& d, slong parts) {
  const auto bins = static_cast<slong>(gram.size());
  const Rational rho = Rational(parts) / 1024;
  std::vector<Rational> power{1};
  for (slong k = 1; k <= bins; ++k) power.push_back(power.back() * rho);
  Ring ring{bins, d, {}};
  const auto size = static_cast<std::size_t>(bins);
  for (std::size_t k = 0; k <= size; ++k) ring.share.push_back((power[k] + power[size - k]) / (1 + power[size]));
  return ring;
}

// Whether every covariance of the bins is at most the ring's.
bool is_above(const Ring& ring, const Gram& gram, const Rational& scale) {
  for (std::size_t j = 0; j < gram.size(); ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      if (gram[j][k] * scale > ring.d * ring.share[j - k]) return false;
    }
  }
  return true;
}

std::optional<Ring> ring_above(const Gram& gram, const Rational& sigma) {
  const Rational scale = 1 / (sigma * sigma);
  Rational d = 0;
  for (std::size_t j = 0; j < gram.size(); ++j) d = std::max(d, Rational(gram[j][j] * scale));
  slong no = 0;
  slong yes = 1024;
  while (yes - no > 1) {
    const slong middle = (no + yes) / 2;
    (is_above(ring_of(gram, d, middle), gram, scale) ? yes : no) = middle;
  }
  if (yes == 1024) return std::nullopt;
  return ring_of(gram, d, yes);
}

// E (X - g)_+ for X standard normal.
Ball excess(const Ball& g) { return normal_density(g) - g * normal_cdf(-g); }

// Where N(mean, deviation^2) goes on nodes g: to two of them by chords, below the first one to it, above the last one to
// it with the moment `beyond` left over.
struct Spread {
  std::vector<double> weight;
  double beyond = 0;
};

Spread spread(const Ball& mean, const Ball& deviation, const std::vector<double>& nodes) {
  std::vector<Ball> over;  // E (X - g)_+
  for (const double g : nodes) over.push_back(deviation * excess((exactly(g, chord_bits) - mean) / deviation));
  std::vector<Ball> slope;  // of the chords: minus the derivative of E (X - g)_+
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    slope.push_back((over[i] - over[i + 1]) / (exactly(nodes[i + 1], chord_bits) - exactly(nodes[i], chord_bits)));
  }
  Spread s;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Ball before = i == 0 ? Ball(1, chord_bits) : slope[i - 1];
    const Ball weight = i + 1 < nodes.size() ? before - slope[i] : before;
    s.weight.push_back(std::max(weight.to_double_up(), least_weight));
  }
  s.beyond = std::max(over.back().to_double_up(), least_weight);
  return s;
}

// Where states stand, in deviations: denser in the middle.
std::vector<double> places(slong nodes) {
  constexpr double centre = 0.5;
  constexpr double reach = 6.5;
  constexpr double curve = 2.6;
  std::vector<double> x;
  for (slong i = 0; i < nodes; ++i) {
    const double t = 2 * static_cast<double>(i) / static_cast<double>(nodes - 1) - 1;
    x.push_back(centre + reach * steady::sinh(curve * t) / steady::sinh(curve));
  }
  return x;
}

// The states of one bin j, given the first bin's y: log ratio + d/2 is share_j y plus the state.
struct Stage {
  std::vector<double> nodes;
  std::vector<Spread> from;      // of every state before
  std::vector<double> factor;    // exp(state), from above
  std::vector<double> by_first;  // exp(share_j y - d/2) of every place y of the first bin, from above
};

struct Chain {
  Spread first;
  std::vector<Stage> stages;  // of the bins 1, ..., bins - 1
  std::vector<double> alone;  // exp(y - d/2), the ratio of the first bin
  double deviation = 0;       // about that of a bin's log ratio; a proposal
  double left_out = 0;        // E of the ratios less what stands for them beyond the last places
};

std::vector<double> scaled(const std::vector<double>& places, double by) {
  std::vector<double> nodes;
  for (const double x : places) nodes.push_back(x * by);
  return nodes;
}

std::vector<double> exponentials(const Ball& slope, const std::vector<double>& nodes, const Ball& less) {
  std::vector<double> values;
  for (const double y : nodes) values.push_back(exp(slope * exactly(y, chord_bits) - less).to_double_up());
  return values;
}

Chain chain_of(const Ring& ring, const std::vector<double>& places) {
  const Ball half(ring.d / 2, chord_bits);
  const Ball root = sqrt(Ball(ring.d, chord_bits));
  Chain chain;
  chain.deviation = roughly(root);
  const auto first = scaled(places, chain.deviation);
  const Ball end = exactly(first.back(), chord_bits);
  chain.first = spread(Ball(0, chord_bits), root, first);
  chain.alone = exponentials(Ball(1, chord_bits), first, half);
  const Ball one_beyond = exactly(chain.first.beyond, chord_bits);
  Ball left_out = normal_cdf((Ball(ring.d, chord_bits) - end) / root) + one_beyond * exp(end - half);
  // K(j, k) = d (share_(k-j) - share_j share_k), j <= k, of the states.
  const auto covariance = [&](slong j, slong k) {
    const auto at = [&](slong i) -> const Rational& { return ring.share[static_cast<std::size_t>(i)]; };
    return Rational(ring.d * (at(k - j) - at(j) * at(k)));
  };
  std::vector<double> before{0};
  for (slong j = 1; j < ring.bins; ++j) {
    const Rational variance = covariance(j, j);
    const Rational pull = j == 1 ? Rational(0) : Rational(covariance(j - 1, j) / covariance(j - 1, j - 1));
    const Ball deviation = sqrt(Ball(j == 1 ? variance : Rational(variance - pull * covariance(j - 1, j)), chord_bits));
    const Ball whole = sqrt(Ball(variance, chord_bits));
    const Ball share(ring.share[static_cast<std::size_t>(j)], chord_bits);
    Stage stage;
    stage.nodes = scaled(places, roughly(whole));
    for (const double y : before)
      stage.from.push_back(spread(Ball(pull, chord_bits) * exactly(y, chord_bits), deviation, stage.nodes));
    stage.factor = exponentials(Ball(1, chord_bits), stage.nodes, Ball(0, chord_bits));
    stage.by_first = exponentials(share, first, half);
    const Ball last = exactly(stage.nodes.back(), chord_bits);
    left_out += normal_cdf((share * Ball(ring.d, chord_bits) - end) / root) +
                normal_cdf((Ball(variance, chord_bits) - last) / whole) +
                one_beyond * exp(share * end - half + Ball(variance / 2, chord_bits));
    before = stage.nodes;
    chain.stages.push_back(std::move(stage));
  }
  chain.left_out = left_out.to_double_up();
  return chain;
}

// Points for the sums of `terms` bins: 0, and a geometric sequence.
std::vector<double> points(slong terms, double deviation, slong count) {
  constexpr double reach = 6.5;
  const double low = steady::log(static_cast<double>(terms)) - reach * deviation;
  const double step = 2 * reach * deviation / static_cast<double>(count - 2);
  std::vector<double> x{0};
  for (slong i = 0; i + 1 < count; ++i) x.push_back(steady::exp(low + step * static_cast<double>(i)));
  return x;
}

// Sends the masses on `from`, moved by `term`, to the points `to`; returns the moment beyond the last one.
double send(const std::vector<double>& from, const std::vector<double>& mass, double term,
            const std::vector<double>& to, std::vector<double>& result) {
  double beyond = 0;
  std::size_t k = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (mass[i] == 0) continue;
    const double p = (from[i] + term) * more;
    while (k + 2 < to.size() && to[k + 1] <= p) ++k;
    if (p >= to.back()) {
      result.back() += mass[i];
      beyond += mass[i] * ((p - to.back()) * more + p * 0x1p-50);
      continue;
    }
    const double share = std::min(1.0, (p - to[k]) / (to[k + 1] - to[k]) + more_share);
    result[k + 1] += mass[i] * share;
    result[k] += mass[i] * (1 - share);
  }
  return beyond;
}

void raise_all(std::vector<double>& masses) {
  for (double& m : masses) {
    if (m > 0) m = std::max(m * more_mass, least_point_mass);
  }
}

struct PointSums {
  std::vector<double> mass;
  double beyond = 0;
};

// The sums of all bins given the first bin's place.
class WalkAbove {
 public:
  WalkAbove(const Chain& chain, const std::vector<std::vector<double>>& points, std::size_t first)
      : chain_(chain), points_(points), first_(first) {}

  [[nodiscard]] PointSums sums(const Budget& budget) const {
    std::vector<std::vector<double>> laws(1, std::vector<double>(points_.front().size(), 0));
    PointSums all;
    all.beyond = send({0}, {1}, chain_.alone[first_], points_.front(), laws.front());
    raise_all(laws.front());
    double slope = 0;  // of the later bins' ratios in a state, at most
    for (const Stage& s : chain_.stages) slope += s.by_first[first_] * s.factor.back() * more;
    for (std::size_t j = 0; j < chain_.stages.size() && !budget.expired(); ++j) {
      const Stage& stage = chain_.stages[j];
      std::vector<std::vector<double>> next(stage.nodes.size(), std::vector<double>(points_[j + 1].size(), 0));
      std::vector<double> mixed(points_[j].size());
      for (std::size_t q = 0; q < next.size(); ++q) {
        std::fill(mixed.begin(), mixed.end(), 0);
        for (std::size_t i = 0; i < laws.size(); ++i) {
          const double weight = stage.from[i].weight[q];
          const double* mass = laws[i].data();
          for (std::size_t k = 0; k < mixed.size(); ++k) mixed[k] += weight * mass[k];
        }
        const double term = stage.by_first[first_] * stage.factor[q] * more;
        all.beyond += send(points_[j], mixed, term, points_[j + 1], next[q]) * more;
        raise_all(next[q]);
      }
      for (std::size_t i = 0; i < laws.size(); ++i) {
        double mass = 0;
        for (const double m : laws[i]) mass += m;
        all.beyond += mass * stage.from[i].beyond * slope;
      }
      laws = std::move(next);
    }
    all.beyond *= more_mass;
    all.mass = std::move(laws.front());
    for (std::size_t i = 1; i < laws.size(); ++i) {
      for (std::size_t k = 0; k < all.mass.size(); ++k) all.mass[k] += laws[i][k];
    }
    return all;
  }

 private:
  const Chain& chain_;
  const std::vector<std::vector<double>>& points_;
  std::size_t first_;
};

}  // namespace

std::optional<ConvexLaw> band_above(const Gram& gram, const Rational& sigma, const BandEffort& effort,
                                    const Budget& budget) {
  kernel::require_nearest();
  require(effort.nodes >= 8 && effort.nodes <= 200 && effort.sums >= 64 && effort.sums <= 2048,
          "at most 2^13 products");
  const auto ring = ring_above(gram, sigma);
  if (!ring) return std::nullopt;
  const Chain chain = chain_of(*ring, places(effort.nodes));
  std::vector<std::vector<double>> grids;
  for (slong j = 1; j <= ring->bins; ++j) grids.push_back(points(j, chain.deviation, effort.sums));
  std::vector<PointSums> parts(static_cast<std::size_t>(effort.nodes));
  parallel_for(effort.nodes, [&](slong i) {
    const auto place = static_cast<std::size_t>(i);
    parts[place] = WalkAbove(chain, grids, place).sums(budget);
  });
  if (budget.expired()) return std::nullopt;
  ConvexLaw law{Slope::rising, Side::upper, grids.back(), std::vector<double>(grids.back().size(), 0), chain.left_out};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < law.mass.size(); ++k) law.mass[k] += chain.first.weight[i] * parts[i].mass[k];
    law.infinity += chain.first.weight[i] * parts[i].beyond;
  }
  for (double& m : law.mass) m = std::max(m * more_mass, least_point_mass);
  law.infinity *= more_mass;
  return divided(law, ring->bins);
}

}  // namespace hallmark::matrix
