#include "bounds/basic/pair_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "bounds/composition/routes.hpp"
#include "bounds/rows.hpp"

namespace hallmark::basic {
namespace {

constexpr slong most_rounds = 20'000;  // of the lower end's search

// The curves of one pair, one a precision, made when they are asked for.
class PairCurves {
 public:
  PairCurves(const PairClass& all, const Rational& t, slong rounds, const Budget& budget)
      : law_(all.pair(t)), rounds_(rounds), budget_(budget) {}

  Sample at(const Number& eps, slong bits) const {
    auto found = made_.find(bits);
    if (found == made_.end()) {
      found = made_.emplace(bits, law_.curve(Direction::remove, rounds_, bits, budget_)).first;
    }
    if (!found->second) return {Ball::between(0, 1, bits), Ball::anything(bits)};
    return (*found->second)(threshold(eps, 2 * bits));
  }

 private:
  Law law_;
  slong rounds_;
  const Budget& budget_;
  mutable std::map<slong, std::optional<Curve>> made_;
};

// delta of the pair t at eps, at these bits.
Sample at_pair(const PairClass& all, const Rational& t, slong rounds, const Number& eps, slong bits,
               const Budget& budget) {
  return PairCurves(all, t, rounds, budget).at(eps, bits);
}

// How finely the parameter is looked for. Any one is a proof. Where a value is costly, few bits and few places have to
// do, and half of the digits, for the value is flat about its largest.
struct Fineness {
  slong bits;
  slong coarse;
  slong narrow_bits;
};
Fineness fineness(slong rounds, slong digits, slong bits) {
  constexpr slong few_rounds = 1000;
  if (rounds <= few_rounds) return {bits, 48, std::min(bits / 3, slong{70})};
  return {64, 12, composition::bits_of(digits) / 2 + 4};
}

// The parameter whose pair is about the worst at eps.
Rational worst_pair(const PairClass& all, slong rounds, const Number& eps, const Fineness& fine, const Budget& budget) {
  const slong bits = fine.bits;
  const slong coarse = fine.coarse;
  const auto value = [&](const Rational& share) {
    return Ball(at_pair(all, all.parameter(share, bits), rounds, eps, bits, budget).value.centre(), bits);
  };
  Rational best = Rational(1) / 2;
  Ball most = value(best);
  for (slong i = 1; i < coarse; ++i) {
    const Ball here = value(Rational(i) / coarse);
    if (less(most, here) == Truth::yes) {
      most = here;
      best = Rational(i) / coarse;
    }
  }
  // Golden section between its neighbours.
  const Rational golden("0.38196601125010515179541316563436188227969082019424");
  Rational lo = best - Rational(1) / coarse;
  Rational hi = best + Rational(1) / coarse;
  Rational left = lo + (hi - lo) * golden;
  Rational right = hi - (hi - lo) * golden;
  Ball at_left = value(left);
  Ball at_right = value(right);
  const Rational narrow = pow(Rational(2), -fine.narrow_bits);
  while (hi - lo > narrow && !budget.expired()) {
    if (less(at_left, at_right) == Truth::yes) {
      lo = left;
      left = right;
      at_left = at_right;
      right = Ball(hi - (hi - lo) * golden, bits).centre(bits);
      at_right = value(right);
    } else {
      hi = right;
      right = left;
      at_right = at_left;
      left = Ball(lo + (hi - lo) * golden, bits).centre(bits);
      at_left = value(left);
    }
    if (left >= right) break;
  }
  return all.parameter(Ball((lo + hi) / 2, bits).centre(96), bits);
}

}  // namespace

Answer delta_of_class(const PairClass& all, const Arguments& x, const Request& r) {
  const Number& eps = x.number("eps");
  const slong rounds = x.count("rounds");
  Answer a = delta_answer(all.upper, rounds, eps, x, r);
  a.exact.reset();
  const std::string upper = a.method;
  if (a.hi.sign() == 0) {
    rows::set_exact(a, 0);
    return a;
  }
  Rational lo = 0;
  if (rounds <= most_rounds) {
    const slong bits = rows::first_bits(r) + 128;
    const Rational t = worst_pair(all, rounds, eps, fineness(rounds, r.digits, bits), r.budget);
    const Evaluation e =
        evaluate([&](slong b) { return at_pair(all, t, rounds, eps, b, r.budget).value; }, r.digits, rows::effort(r));
    lo = std::max(lo, e.value.lower());
    a.witness.method = witness::Threshold{t};
    a.reached = a.reached && e.reached;
    a.method = fmt::format("above: the least dominating pair, {}; below: {}", upper, all.below(t));
  } else {
    a.reached = false;
    a.shortfall = "the lower end is proved for at most 20000 rounds";
  }
  a.lo = std::min(lo, a.hi);
  return a;
}

Answer epsilon_of_class(const PairClass& all, const Arguments& x, const Request& asked) {
  const Number& target = x.number("delta");
  const slong rounds = x.count("rounds");
  // Of many rounds the ends are costly, and further apart than four digits.
  constexpr slong few_digits = 4;
  Request r = asked;
  if (r.default_effort && rounds > all.upper.cheap_rounds) r.digits = std::min(r.digits, few_digits);
  Answer a = epsilon_answer(all.upper, rounds, target, x, r);
  a.exact.reset();
  const std::string upper = a.method;
  // At delta 0 the sum of the largest log ratios is the supremum over the class: some member comes as near as one likes.
  if (target.sign() == 0) return a;
  a.lo = 0;
  if (a.hi.sign() == 0 || rounds > most_rounds) {
    a.reached = a.hi.sign() == 0;
    if (!a.reached) a.shortfall = "the lower end is proved for at most 20000 rounds";
    return a;
  }
  const slong bits = rows::first_bits(r) + 128;
  Number near(a.hi);
  bool reached = false;
  constexpr int patience = 6;
  for (int i = 0; i < patience && !r.budget.expired(); ++i) {
    const Rational t = worst_pair(all, rounds, near, fineness(rounds, r.digits, bits), r.budget);
    const PairCurves curves(all, t, rounds, r.budget);
    const auto curve = [&](const Number& eps, slong b) { return curves.at(eps, b); };
    const Enclosed found = composition::invert(curve, target, all.largest(t, bits) * rounds, r.digits, bits, r.budget);
    const bool better = found.lo > a.lo * (1 + pow(Rational(10), -r.digits - 1));
    if (found.lo > a.lo) {
      a.lo = found.lo;
      a.witness.method = witness::Threshold{t};
      reached = found.reached;
    }
    if (!better) break;
    near = Number(a.lo);
  }
  a.lo = std::min(a.lo, a.hi);
  a.reached = a.reached && reached;
  a.method =
      fmt::format("above: the least dominating pair, {}; below: one pair of two log ratios in all rounds", upper);
  return a;
}

}  // namespace hallmark::basic
