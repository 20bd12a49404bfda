#include "bounds/route.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::routes {

Budget part_of(const Budget& budget, Share share) {
  switch (share) {
    case Share::most:
      return budget.first(3, 4);
    case Share::half:
      return budget.half();
    case Share::all:
      break;
  }
  return budget;
}

bool Trail::gave(std::string_view route) const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](const Tried& s) { return s.route == route && s.fate == Fate::gave; });
}

std::optional<std::size_t> Order::next(const std::function<Cost(std::size_t)>& cost) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < costs_.size(); ++i) {
    if (taken_[i]) continue;
    if (!costs_[i]) costs_[i] = cost(i);
    if (!least || *costs_[i] < *costs_[*least]) least = i;
    if (*costs_[i] == Cost::immediate) break;
  }
  if (least) taken_[*least] = true;
  return least;
}

bool meet(Rational& lo, Rational& hi, const Rational& other_lo, const Rational& other_hi) {
  const bool moved = lo < other_lo || other_hi < hi;
  lo = std::max(lo, other_lo);
  hi = std::min(hi, other_hi);
  require(lo <= hi, "two enclosures of one number meet");
  return moved;
}

void refuse(const Asked& asked, std::string_view must_be) {
  throw InputError(asked.where, "route", asked.route, must_be);
}

}  // namespace hallmark::routes
