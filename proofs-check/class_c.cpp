#include "class_c.hpp"

#include <algorithm>

#include "allocation/allocation_moments.hpp"
#include "allocation/allocation_sums.hpp"
#include "batch/gaussian_moments.hpp"
#include "batch/poisson_moment.hpp"
#include "shuffle/clones_moments.hpp"
#include "shuffle/rr2_moments.hpp"

namespace hallmark::check {

namespace {

Number integer_number(std::uint64_t value) { return {Number::Kind::rational, Rational(Integer(value))}; }

/// Which direction of the divergence: ln E_Q[(dP/dQ)^alpha] or with P and Q exchanged.
enum class Way { remove, add };

/// Thrown where an order has no certified evaluation here.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// (alpha-1) times the Renyi divergence of the whole composition.
class LogMoments {
 public:
  LogMoments(const Quantity& quantity, Way way, Budget& budget) : quantity_(quantity), way_(way), budget_(budget) {}

  /// At the integer orders first..last.
  [[nodiscard]] std::vector<Interval> at_orders(std::uint64_t first, std::uint64_t last, unsigned bits) const {
    std::vector<Interval> result = one_round(first, last, bits);
    for (Interval& x : result) x = x * composed(x.precision());
    return result;
  }

  /// At any order.
  [[nodiscard]] Interval at(const Number& alpha, unsigned bits) const {
    if (is("rr2.")) {
      const std::uint64_t n = quantity_.count("n");
      const std::uint64_t others = quantity_.count("others");
      const Interval one = rr2_log_moment(n, way_ == Way::remove ? others : n - 1 - others, quantity_.parameter("eps0"),
                                          alpha, bits, budget_);
      return one * composed(one.precision());
    }
    const std::optional<std::uint64_t> order = small_integer(alpha);
    if (order) return at_orders(*order, *order, bits).front();
    Interval result(64);
    if (is("clones.")) {
      result = clones_log_moments(quantity_.count("n"), quantity_.parameter("eps0"), alpha, 1, bits, budget_).front();
    } else if (is("poisson-gaussian.") && way_ == Way::add) {
      result = poisson_add(quantity_.parameter("rate"), quantity_.parameter("sigma"), alpha, bits, budget_);
    } else if (is("poisson-gaussian.") && alpha.kind == Number::Kind::rational &&
               compare(quantity_.parameter("rate"), Rational(1)) == Order::less) {
      result =
          poisson_remove_real(quantity_.parameter("rate"), quantity_.parameter("sigma"), alpha.argument, bits, budget_);
    } else if (is("allocation-rr.")) {
      result = response_moment(alpha, bits);
    } else if (is("allocation.") && (quantity_.count("selected") == 1 || every_step())) {
      result = allocation_single(quantity_.count("steps"), alpha, bits);
    } else {
      throw Unsupported("alpha: must be an integer below 2^63 for this quantity and direction");
    }
    return result * composed(result.precision());
  }

 private:
  [[nodiscard]] bool is(std::string_view family) const { return quantity_.row->id.starts_with(family); }

  /// How many independent rounds one statement composes.
  [[nodiscard]] Interval composed(mpfr_prec_t precision) const {
    for (const char* name : {"rounds", "epochs"}) {
      if (quantity_.parameters.contains(name)) return {Integer(quantity_.count(name)), precision};
    }
    // The steps of Poisson sampling are rounds; those of random allocation are not.
    return {Integer(is("poisson-gaussian.") ? quantity_.count("steps") : 1), precision};
  }

  [[nodiscard]] std::vector<Interval> one_round(std::uint64_t first, std::uint64_t last, unsigned bits) const {
    if (is("allocation-rr.")) {
      std::vector<Interval> result;
      for (std::uint64_t order = first; order <= last; ++order) {
        result.push_back(response_moment(integer_number(order), bits));
      }
      return result;
    }
    if (is("clones.")) {
      return clones_log_moments(quantity_.count("n"), quantity_.parameter("eps0"), integer_number(first),
                                last - first + 1, bits, budget_);
    }
    const Number& sigma = quantity_.parameter("sigma");
    if (is("poisson-gaussian.")) {
      const Number& rate = quantity_.parameter("rate");
      if (way_ == Way::remove) return poisson_remove(rate, sigma, first, last, bits, budget_);
      std::vector<Interval> result;
      for (std::uint64_t order = first; order <= last; ++order) {
        result.push_back(poisson_add(rate, sigma, integer_number(order), bits, budget_));
      }
      return result;
    }
    const std::uint64_t steps = quantity_.count("steps");
    const std::uint64_t selected = quantity_.count("selected");
    std::vector<Interval> result;
    if (quantity_.row->id.ends_with(".blocks")) {
      const std::uint64_t length = steps / selected;
      const std::uint64_t longer = steps % selected;
      result = allocation_singles(length, first, last, bits);
      for (Interval& x : result) x = x * Interval(Integer(selected - longer), x.precision());
      if (longer == 0) return result;
      const std::vector<Interval> others = allocation_singles(length + 1, first, last, bits);
      for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = result[i] + others[i] * Interval(Integer(longer), others[i].precision());
      }
      return result;
    }
    if (quantity_.row->id.ends_with(".overlap")) {
      for (std::uint64_t order = first; order <= last; ++order) {
        result.push_back(allocation_overlap(steps, selected, sigma, order, bits, budget_));
      }
      return result;
    }
    if (selected == 1) return allocation_singles(steps, first, last, bits);
    if (every_step()) {
      for (std::uint64_t order = first; order <= last; ++order) {
        result.push_back(allocation_single(steps, integer_number(order), bits));
      }
      return result;
    }
    if (way_ == Way::add) throw Unsupported("the direction add of several selected steps is not checked");
    for (std::uint64_t order = first; order <= last; ++order) {
      result.push_back(allocation_remove_selected(steps, selected, sigma, order, bits, budget_));
    }
    return result;
  }

  [[nodiscard]] bool every_step() const { return quantity_.count("selected") == quantity_.count("steps"); }

  /// One selected step out of `steps`, or all of them.
  [[nodiscard]] Interval allocation_single(std::uint64_t steps, const Number& alpha, unsigned bits) const {
    const Number& sigma = quantity_.parameter("sigma");
    if (steps != 1 && !(every_step() && !quantity_.row->id.ends_with(".blocks"))) {
      return allocation_at_real_order(steps, sigma, alpha, way_ == Way::remove, bits, budget_);
    }
    // Gaussian mechanisms.
    const auto precision = static_cast<mpfr_prec_t>(bits + 64);
    const Interval a = enclose(alpha, precision);
    const Interval s = enclose(sigma, precision);
    return a * (a - Interval(Integer(1), precision)) * Interval(Integer(steps), precision) /
           (Interval(Integer(2), precision) * s * s);
  }

  [[nodiscard]] std::vector<Interval> allocation_singles(std::uint64_t steps, std::uint64_t first, std::uint64_t last,
                                                         unsigned bits) const {
    if (way_ == Way::remove) {
      return allocation_remove(steps, quantity_.parameter("sigma"), first, last, bits, budget_);
    }
    std::vector<Interval> result;
    for (std::uint64_t order = first; order <= last; ++order) {
      result.push_back(allocation_single(steps, integer_number(order), bits));
    }
    return result;
  }

  [[nodiscard]] Interval response_moment(const Number& alpha, unsigned bits) const {
    const ResponseScheme scheme{quantity_.parameter("eps0"), quantity_.count("steps"), quantity_.count("selected"),
                                way_ == Way::remove};
    return allocation_rr_moment(scheme, alpha, bits, budget_);
  }

  const Quantity& quantity_;
  Way way_;
  Budget& budget_;
};

/// The directions that a statement is about.
std::vector<Way> ways(const Quantity& quantity) {
  if (quantity.row->directions.size() == 1 || quantity.direction == "remove") return {Way::remove};
  if (quantity.direction == "add") return {Way::add};
  return {Way::remove, Way::add};
}

/// The divergence where every step uses the record: that of Gaussian mechanisms, the same in both directions.
std::optional<Rational> exact_divergence(const Quantity& quantity) {
  const bool always =
      quantity.parameters.contains("rate")
          ? compare(quantity.parameter("rate"), Rational(1)) == Order::equal
          : quantity.parameters.contains("selected") && quantity.count("selected") == quantity.count("steps");
  if (!always) return std::nullopt;
  if (!quantity.parameters.contains("sigma")) return std::nullopt;
  const Number& alpha = quantity.parameter("alpha");
  const Number& sigma = quantity.parameter("sigma");
  if (alpha.kind != Number::Kind::rational || sigma.kind != Number::Kind::rational) return std::nullopt;
  return Rational(alpha.argument * quantity.count("steps") / (2 * sigma.argument * sigma.argument));
}

Outcome check_divergence(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                         Budget& budget) {
  const Number& alpha = quantity.parameter("alpha");
  const auto divergence = [&](Way way, unsigned bits) {
    const Interval moment = LogMoments(quantity, way, budget).at(alpha, bits);
    const Interval minus_1 = alpha.kind == Number::Kind::rational
                                 ? Interval(Rational(alpha.argument - 1), moment.precision())
                                 : enclose(alpha, moment.precision()) - Interval(Integer(1), moment.precision());
    return max(moment / minus_1, Interval(moment.precision()));
  };
  return decide(
      [&](Side, Effort effort) {
        if (const std::optional<Rational> exact = exact_divergence(quantity)) return Value{Interval(*exact, 64), exact};
        Interval larger(64);
        for (const Way way : ways(quantity)) larger = max(larger, divergence(way, effort.bits));
        return Value{larger, std::nullopt};
      },
      relation, value, witness.bits);
}

/// Whether the order `alpha` proves (eps, delta): the sign of
/// F = l - (alpha-1) eps + alpha ln(1-1/alpha) - ln(alpha-1) - ln(delta), l = (alpha-1) times the divergence. F <= 0 is
/// delta_alpha(eps) <= delta and eps_alpha(delta) <= eps.
Interval conversion(const Interval& moment, const Rational& alpha, const Number& eps, const Number& delta) {
  const mpfr_prec_t precision = moment.precision() + 64;
  const Interval minus_1(Rational(alpha - 1), precision);
  const Interval order(alpha, precision);
  return moment - minus_1 * enclose(eps, precision) + order * log(minus_1 / order) - log(minus_1) -
         log(enclose(delta, precision));
}

Truth sign_is(const Interval& f, Relation relation) {
  const Rational zero = 0;
  const auto negated = [](Truth truth) {
    if (truth == Truth::unknown) return truth;
    return truth == Truth::yes ? Truth::no : Truth::yes;
  };
  switch (relation) {
    case Relation::less_equal:
      return less_equal(f, zero);
    case Relation::less:
      return less(f, zero);
    case Relation::greater_equal:
      return negated(less(f, zero));
    case Relation::greater:
      return negated(less_equal(f, zero));
    case Relation::in:
      break;
  }
  return Truth::unknown;
}

/// One direction of a conversion, with (eps, delta) on the curve that the claim is about.
class Conversion {
 public:
  Conversion(const Quantity& quantity, Way way, const Number& eps, const Number& delta, Relation relation,
             Budget& budget)
      : moments_(quantity, way, budget), range_(*quantity.orders), eps_(eps), delta_(delta), relation_(relation) {}

  [[nodiscard]] Truth at_order(const Integer& order, unsigned bits) const {
    const auto alpha = order.to_unsigned();
    const Interval moment = moments_.at_orders(alpha, alpha, bits).front();
    return sign_is(conversion(moment, alpha, eps_, delta_), relation_);
  }

  /// At any order.
  [[nodiscard]] Interval excess(const Rational& order, unsigned bits) const {
    return conversion(moments_.at({Number::Kind::rational, order}, bits), order, eps_, delta_);
  }
  [[nodiscard]] Truth at_order(const Rational& order, unsigned bits) const {
    return sign_is(excess(order, bits), relation_);
  }

  /// Every real order, by three of them: F is convex, so outside [a, c] it is at least its value at the nearer end
  /// where it falls from a to b and rises from b to c, on [a, b] it is above the line through b and c, on [b, c] above
  /// that through a and b.
  [[nodiscard]] Truth around(const std::array<Rational, 3>& orders, unsigned bits) const {
    const auto& [a, b, c] = orders;
    const Interval at_a = excess(a, bits);
    const Interval at_b = excess(b, bits);
    const Interval at_c = excess(c, bits);
    const mpfr_prec_t precision = at_b.precision();
    if (!proved(less_equal(at_b, at_a)) || !proved(less_equal(at_b, at_c))) return Truth::unknown;
    const Interval below = at_b - (at_c - at_b) * Interval(Rational((b - a) / (c - b)), precision);
    const Interval above = at_b - (at_a - at_b) * Interval(Rational((c - b) / (b - a)), precision);
    // A line below F that crosses 0 says nothing.
    return proved(sign_is(min(min(below, above), at_b), relation_)) ? Truth::yes : Truth::unknown;
  }

  /// Every order of the range. From an order on whose divergence R satisfies R + ln(1-delta) >= eps no order can do
  /// better: R does not decrease, and the rest of the conversion is at least ln(1-delta).
  [[nodiscard]] Truth at_every_order(unsigned bits) const {
    const auto end = range_.last.to_unsigned();
    std::uint64_t from = range_.first.to_unsigned();
    for (std::uint64_t count = 64;; count *= 2) {
      const std::uint64_t to = std::min(end, from + count - 1);
      const std::vector<Interval> moments = moments_.at_orders(from, to, bits);
      for (std::uint64_t alpha = from; alpha <= to; ++alpha) {
        const Interval& moment = moments[alpha - from];
        const Truth holds = sign_is(conversion(moment, alpha, eps_, delta_), relation_);
        if (holds != Truth::yes) return holds;
        if (can_stop(moment, alpha)) return Truth::yes;
      }
      if (to == end) return Truth::yes;
      from = to + 1;
    }
  }

 private:
  [[nodiscard]] bool can_stop(const Interval& moment, std::uint64_t alpha) const {
    const mpfr_prec_t precision = moment.precision();
    const Interval divergence = moment / Interval(Integer(alpha - 1), precision);
    const Interval least = divergence + log(Interval(Integer(1), precision) - enclose(delta_, precision));
    const Truth truth = less(enclose(eps_, precision), least);
    return proved(truth);
  }

  LogMoments moments_;
  const Range& range_;
  const Number& eps_;
  const Number& delta_;
  Relation relation_;
};

Outcome check_conversion(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                         Budget& budget) {
  if (quantity.row->id.ends_with(".renyi") && quantity.parameters.contains("selected") &&
      quantity.count("selected") != 1) {
    return Outcome::no("domain", "selected: must be 1 in a conversion");
  }
  const bool of_epsilon = quantity.parameters.contains("delta");
  const bool upper = has_upper_end(relation);
  const bool strict = relation == Relation::less || relation == Relation::greater;
  // The clipped ends: 0 <= eps, 0 < delta <= 1.
  const Order to_zero = compare(value, Rational(0));
  const Order to_one = compare(value, Rational(1));
  if (to_zero == Order::unknown || to_one == Order::unknown) {
    return Outcome::no("comparison", "the sign of the value is undecided");
  }
  if (of_epsilon) {
    if (upper && (to_zero == Order::less || (strict && to_zero == Order::equal))) {
      return Outcome::no("comparison", "epsilon is not negative");
    }
    if (!upper && (to_zero == Order::less || (!strict && to_zero == Order::equal))) return Outcome::yes();
  } else {
    if (to_zero != Order::greater) {
      return upper ? Outcome::no("comparison", "delta is positive") : Outcome::yes();
    }
    const bool beyond = to_one == Order::greater || (to_one == Order::equal && !strict);
    if (upper && beyond) return Outcome::yes();
    if (!upper && (to_one == Order::greater || (to_one == Order::equal && strict))) {
      return Outcome::no("comparison", "delta is at most 1");
    }
  }
  const Number& eps = of_epsilon ? value : quantity.parameter("eps");
  const Number& delta = of_epsilon ? quantity.parameter("delta") : value;
  const bool real = quantity.row->has_real_orders();
  std::vector<Way> all = ways(quantity);
  if (real && !upper) all = {witness.bracket_direction == "add" ? Way::add : Way::remove};
  std::vector<unsigned> tries = {64, witness.bits, 2 * witness.bits, 4 * witness.bits};
  tries.erase(std::unique(tries.begin(), tries.end()), tries.end());
  Outcome failure = Outcome::no("comparison", "undecided at " + std::to_string(tries.back()) + " bits");
  // An upper end: every direction, at its order. A lower end: one direction, at every order.
  const auto order_of = [&](Way way) {
    return way == Way::add && all.size() > 1 ? *witness.order_add : *witness.order;
  };
  std::size_t proved_ways = 0;
  for (const Way way : all) {
    const Conversion conversion(quantity, way, eps, delta, relation, budget);
    bool holds = false;
    for (const unsigned bits : tries) {
      const auto truth_of = [&] {
        if (real && !upper) return conversion.around(*witness.order_bracket, bits);
        if (real)
          return conversion.at_order(way == Way::add && all.size() > 1 ? *witness.real_order_add : *witness.real_order,
                                     bits);
        return upper ? conversion.at_order(order_of(way), bits) : conversion.at_every_order(bits);
      };
      const Truth truth = truth_of();
      if (truth == Truth::unknown) continue;
      holds = truth == Truth::yes;
      if (!holds) {
        failure = Outcome::no("comparison", upper ? "the order of the witness does not prove the value"
                                                  : "an order of the range proves less");
      }
      break;
    }
    if (holds) ++proved_ways;
    if (holds && !upper) return Outcome::yes();
    if (!holds && upper) return failure;
  }
  return upper && proved_ways == all.size() ? Outcome::yes() : failure;
}

}  // namespace

Outcome check_class_c(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  try {
    if (quantity.orders) return check_conversion(quantity, relation, value, witness, budget);
    return check_divergence(quantity, relation, value, witness, budget);
  } catch (const Unsupported& missing) {
    return Outcome::no("domain", missing.what());
  }
}

}  // namespace hallmark::check
