#include "bounds/matrix/comparison.hpp"

#include <algorithm>
#include <utility>

#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::matrix {

std::vector<Part> stars_above(const Gram& g, slong classes) {
  const auto bins = static_cast<slong>(g.size());
  require(classes >= 1 && classes <= bins, "classes of bins");
  std::vector<Part> parts;
  for (slong c = 0; c < classes; ++c) {
    Rational off = 0;
    Rational diagonal = 0;
    slong count = 0;
    for (slong j = c; j < bins; j += classes) {
      const auto& row = g[static_cast<std::size_t>(j)];
      diagonal = std::max(diagonal, row[static_cast<std::size_t>(j)]);
      for (slong k = c; k < j; k += classes) off = std::max(off, row[static_cast<std::size_t>(k)]);
      ++count;
    }
    Rational own = std::max(diagonal - off, Rational(0));
    parts.push_back({{off, 0, std::move(own), count, 1}, Rational(count) / bins});
  }
  return parts;
}

Star star_below(const Gram& g, slong length) {
  const auto bins = static_cast<slong>(g.size());
  require(length >= 1 && bins % length == 0, "blocks of equal length");
  Rational all = g[0][0];
  Rational inside = g[0][0];
  Rational diagonal = g[0][0];
  for (slong j = 0; j < bins; ++j) {
    const auto& row = g[static_cast<std::size_t>(j)];
    for (slong k = 0; k <= j; ++k) {
      const Rational& x = row[static_cast<std::size_t>(k)];
      all = std::min(all, x);
      if (j / length == k / length) inside = std::min(inside, x);
      if (j == k) diagonal = std::min(diagonal, x);
    }
  }
  if (length == 1) return {all, 0, diagonal - all, bins, 1};
  return {all, inside - all, diagonal - inside, bins / length, length};
}

namespace {

void append(std::vector<std::vector<double>>& all, const std::vector<std::vector<double>>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

StarLaws::StarLaws(const Rational& sigma, Slope slope, Side side, const Resolution& resolution, const Budget& budget)
    : slope_(slope), side_(side), resolution_(resolution), budget_(budget) {
  require(sigma.sign() > 0, "0 < sigma");
  scale_ = 1 / (sigma * sigma);
}

// The law of exp(N - Var/2); the ratio 1 without a variance.
std::optional<TracedLaw> StarLaws::factor(const Rational& variance) {
  if (variance.sign() == 0) return TracedLaw{{slope_, side_, {1}, {1}, 0}, {}};
  if (const auto known = factors_.find(variance); known != factors_.end()) return known->second;
  auto law = traced_lognormal(Number(variance), slope_, side_, resolution_, budget_);
  if (law) factors_.emplace(variance, *law);
  return law;
}

// Of the mean of `count` copies.
bool StarLaws::average(std::optional<TracedLaw>& law, slong count) const {
  if (!law || count == 1) return law.has_value();
  auto sum = traced_power_sum(law->law, count, resolution_, budget_);
  if (!sum) {
    law.reset();
    return false;
  }
  append(law->grids, sum->grids);
  law->law = divided(sum->law, count);
  return true;
}

bool StarLaws::times(std::optional<TracedLaw>& law, const Rational& variance) {
  if (!law || variance.sign() == 0) return law.has_value();
  const auto common = factor(variance);
  auto product = common ? traced_product(law->law, common->law, resolution_, budget_) : std::nullopt;
  if (!product) {
    law.reset();
    return false;
  }
  append(law->grids, common->grids);
  append(law->grids, product->grids);
  law->law = std::move(product->law);
  return true;
}

std::optional<TracedLaw> StarLaws::of(const Star& star) {
  if (const auto known = stars_.find(star); known != stars_.end()) return known->second;
  auto law = factor(star.own * scale_);
  if (!average(law, star.length)) return std::nullopt;
  if (!times(law, star.block * scale_)) return std::nullopt;
  if (!average(law, star.blocks)) return std::nullopt;
  if (!times(law, star.common * scale_)) return std::nullopt;
  stars_.emplace(star, *law);
  return law;
}

ConvexLaw mixture(const std::vector<std::pair<ConvexLaw, Rational>>& parts) {
  require(!parts.empty(), "a mixture of laws");
  ConvexLaw all{parts.front().first.slope, Side::upper, {}, {}, 0};
  if (parts.size() == 1) return parts.front().first;
  std::vector<std::pair<double, double>> atoms;
  constexpr double up = 1 + 0x1p-50;    // of two roundings to nearest, each at most 1 + 2^-53
  constexpr double normal = 0x1p-1000;  // a positive product is at least that: smaller ones round to 0, or by more
  for (const auto& [law, share] : parts) {
    require(law.side == Side::upper && law.slope == all.slope, "upper laws of one slope");
    const double weight = binary64(share, Rounding::up);
    for (std::size_t i = 0; i < law.position.size(); ++i) {
      atoms.emplace_back(law.position[i], std::max(law.mass[i] * weight * up, 0x1p-460));
    }
    if (law.infinity > 0) all.infinity = (all.infinity + std::max(law.infinity * weight, normal)) * up;
  }
  std::sort(atoms.begin(), atoms.end());
  for (const auto& [position, mass] : atoms) {
    all.position.push_back(position);
    all.mass.push_back(mass);
  }
  return all;
}

}  // namespace hallmark::matrix
