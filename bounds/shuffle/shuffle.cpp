#include "bounds/shuffle/shuffle.hpp"

#include <algorithm>

#include "bounds/shuffle/clones.hpp"

namespace hallmark::shuffle {
namespace {

constexpr slong search_limit = 20'000;

rr2::Composition composition(slong n, const Number& eps0, const Number& eps, const Budget& budget) {
  if (n > search_limit || less(eps, eps0) != Truth::yes) return {0, Direction::both};
  return rr2::search_composition(n, eps0, eps, budget);
}

}  // namespace

WorstCase delta(const DeltaParameters& x, slong digits, const Budget& budget) {
  const Effort effort{.first_bits = 128 + 4 * digits, .budget = budget};
  const Evaluation upper = evaluate(
      [&](slong bits) {
        return clones::delta({x.n, x.eps0, x.eps}, bits, budget);
      },
      digits, effort);
  const auto lower_at = [&](const rr2::Composition& c) {
    return evaluate(
        [&](slong bits) {
          return rr2::delta({x.n, x.eps0, x.eps, c.direction, c.others}, bits, budget);
        },
        digits, effort);
  };
  rr2::Composition witness{0, Direction::both};
  Evaluation lower = lower_at(witness);
  const rr2::Composition searched = composition(x.n, x.eps0, x.eps, budget);
  if (searched.others != 0) {
    Evaluation other = lower_at(searched);
    if (other.value.lower() > lower.value.lower()) {
      lower = std::move(other);
      witness = searched;
    }
  }
  witness.direction = rr2::larger_direction({x.n, x.eps0, x.eps, witness.direction, witness.others}, budget);
  return {{lower.value.lower(), upper.value.upper()},
          lower.reached && upper.reached,
          std::max(lower.value.bits(), upper.value.bits()),
          witness};
}

WorstCase epsilon(const EpsilonParameters& x, slong digits, const Budget& budget) {
  const Inversion upper = clones::epsilon({x.n, x.eps0, x.delta}, digits, budget);
  const auto lower_at = [&](const rr2::Composition& c) {
    return rr2::epsilon({x.n, x.eps0, x.delta, c.direction, c.others}, digits, budget);
  };
  rr2::Composition witness{0, Direction::both};
  Inversion lower = lower_at(witness);
  const rr2::Composition searched = composition(x.n, x.eps0, lower.bracket.lo, budget);
  if (searched.others != 0) {
    Inversion other = lower_at(searched);
    if (other.bracket.lo > lower.bracket.lo) {
      lower = std::move(other);
      witness = searched;
    }
  }
  witness.direction = rr2::larger_direction({x.n, x.eps0, lower.bracket.lo, witness.direction, witness.others}, budget);
  return {
      {lower.bracket.lo, upper.bracket.hi}, lower.reached && upper.reached, std::max(lower.bits, upper.bits), witness};
}

}  // namespace hallmark::shuffle
