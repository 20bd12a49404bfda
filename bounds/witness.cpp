#include "bounds/witness.hpp"

#include <algorithm>

#include "exact/proposal.hpp"

namespace hallmark::witness {

Ratios ratios_of(Ratios units) {
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  units.erase(units.begin(), std::find_if(units.begin(), units.end(), [](const Rational& u) { return u.sign() > 0; }));
  if (units.empty()) units.emplace_back(1);
  return units;
}

Ratios ratios_of(const std::vector<double>& nodes, slong unit) {
  constexpr int mantissa = 53;
  Ratios units;
  for (const double x : nodes) {
    if (x > 0) units.push_back(floor(short_dyadic(x, mantissa) * pow(Rational(2), static_cast<int>(unit))));
  }
  return ratios_of(std::move(units));
}

}  // namespace hallmark::witness
