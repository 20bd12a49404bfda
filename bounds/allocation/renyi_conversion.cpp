#include "bounds/allocation/renyi_conversion.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "bounds/allocation/renyi.hpp"
#include "bounds/allocation/renyi_add.hpp"
#include "bounds/allocation/renyi_remove.hpp"
#include "bounds/directions.hpp"
#include "exact/error.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong largest_order = 20'000;
constexpr slong max_epochs = 1'000'000'000'000'000;

void check(const ConversionParameters& x) {
  check_domain("allocation.epsilon.renyi", x.scheme);
  if (x.epochs < 1 || x.epochs > max_epochs) {
    throw InputError("allocation.epsilon.renyi", "epochs", Rational(x.epochs).to_string(),
                     "an integer from 1 to 10^15");
  }
  check_one_direction("allocation.epsilon.renyi", x.direction);
  if (x.orders.first < 2 || x.orders.last < x.orders.first || x.orders.last > largest_order) {
    throw InputError("allocation.epsilon.renyi", "orders",
                     Rational(x.orders.first).to_string() + ".." + Rational(x.orders.last).to_string(),
                     "a range within 2..20000");
  }
  if (x.divergences == Divergences::overlap && (x.direction != Direction::remove || x.scheme.selected > 1'000'000)) {
    throw InputError("allocation.epsilon.overlap", "direction, selected", std::string(to_string(x.direction)),
                     "remove, with at most 10^6 selected steps");
  }
}

// D_alpha of one selected step out of m, both directions, with what was computed before.
class Single {
 public:
  /// `replaced` becomes true where a bound stands in for the divergence.
  Single(const Number& sigma, slong m, Direction direction, const Budget& budget, std::shared_ptr<bool> replaced)
      : sigma_(sigma), steps_(m), direction_(direction), budget_(budget), replaced_(std::move(replaced)) {}

  Ball at(slong order, slong bits) {
    if (steps_ == 1) {
      const Ball s = sigma_.ball(bits);
      return Ball(order, bits) / (2 * s * s);
    }
    return direction_ == Direction::remove ? from_table(order, bits) : by_quadrature(order, bits);
  }

 private:
  Ball from_table(slong order, slong bits) {
    const auto index = static_cast<std::size_t>(order) - 2;
    if (index >= table_.size() || table_bits_ < bits) {
      constexpr slong shortest = 64;
      const slong n = std::clamp(2 * order, shortest, largest_order);
      auto table = renyi_remove_orders(sigma_, steps_, n, bits, budget_);
      if (!table) return Ball::anything(bits);
      table_ = std::move(*table);
      table_bits_ = bits;
    }
    return table_[index];
  }
  Ball by_quadrature(slong order, slong bits) {
    const auto found = values_.find(order);
    if (found != values_.end() && found->second.bits() >= bits) return found->second;
    const auto value = renyi_add(sigma_, steps_, order, bits, budget_);
    if (!value) {
      // AM-GM; a bound of the same shape.
      *replaced_ = true;
      const Ball s = sigma_.ball(bits);
      return (Ball(order, bits) + (steps_ - 1)) / (2 * s * s * steps_);
    }
    values_.insert_or_assign(order, *value);
    return *value;
  }

  Number sigma_;
  slong steps_;
  Direction direction_;
  const Budget& budget_;
  std::shared_ptr<bool> replaced_;
  std::vector<Ball> table_;
  slong table_bits_ = 0;
  std::map<slong, Ball> values_;
};

// min(a, b) of two bounds on a divergence; where one is not known, all that lies below the other.
Ball least_of(const Ball& a, const Ball& b) {
  if (a.is_finite() && b.is_finite()) return min(a, b);
  const Ball& known = a.is_finite() ? a : b;
  return known.is_finite() ? Ball::between(0, std::max(known.upper(), Rational(0)), known.bits()) : known;
}

renyi::Curve curve(const ConversionParameters& x, const Budget& budget, const std::shared_ptr<bool>& replaced) {
  check(x);
  const Blocks b = blocks(x.scheme);
  const auto shorter = std::make_shared<Single>(x.scheme.sigma, b.length, x.direction, budget, replaced);
  const auto longer = std::make_shared<Single>(x.scheme.sigma, b.length + 1, x.direction, budget, replaced);
  const auto sum = [=, epochs = x.epochs](slong order, slong bits) {
    Ball all = shorter->at(order, bits) * (b.selected - b.longer);
    if (b.longer > 0) all += longer->at(order, bits) * b.longer;
    return all * epochs;
  };
  const auto overlaps = [scheme = x.scheme, epochs = x.epochs](slong order, slong bits) {
    return overlap_bound_upper(scheme, order, bits) * epochs;
  };
  constexpr slong affordable = 100'000;
  switch (x.divergences) {
    case Divergences::blocks:
      return {sum, renyi::Shape::divergence};
    case Divergences::overlap:
      return {overlaps, renyi::Shape::nondecreasing};
    case Divergences::best:
      break;
  }
  if (x.scheme.selected == 1 || x.direction == Direction::add || x.scheme.selected > affordable) {
    // Sums of divergences. Where a quadrature failed the AM-GM bound stands in, which can cost the least order, never
    // the validity of the bound found.
    return {sum, renyi::Shape::divergence};
  }
  return {[=](slong order, slong bits) { return least_of(overlaps(order, bits), sum(order, bits)); },
          renyi::Shape::nondecreasing};
}

// Where a bound stood in for a divergence only the upper end is proved.
renyi::Conversion honest(renyi::Conversion c, bool replaced) {
  if (!replaced || !c.value.is_finite()) return c;
  c.value = Ball::between(0, std::max(c.value.upper(), Rational(0)), c.value.bits());
  c.reached = false;
  return c;
}

}  // namespace

renyi::Curve divergence_curve(const ConversionParameters& x, const Budget& budget) {
  return curve(x, budget, std::make_shared<bool>(false));
}

renyi::Conversion epsilon_renyi_upper(const ConversionParameters& x, const Number& delta, slong digits,
                                      const Budget& budget) {
  const auto replaced = std::make_shared<bool>(false);
  const renyi::Conversion found = renyi::epsilon_upper(curve(x, budget, replaced), delta, x.orders, digits, budget);
  return honest(found, *replaced);
}

renyi::Conversion delta_renyi_upper(const ConversionParameters& x, const Number& eps, slong digits,
                                    const Budget& budget) {
  const auto replaced = std::make_shared<bool>(false);
  const renyi::Conversion found = renyi::delta_upper(curve(x, budget, replaced), eps, x.orders, digits, budget);
  return honest(found, *replaced);
}

}  // namespace hallmark::allocation
