#include "class_a.hpp"

#include "allocation/allocation_sums.hpp"
#include "shuffle/exact_sums.hpp"
#include "shuffle/krr_sum.hpp"
#include "statement/zero_point.hpp"

namespace hallmark::check {

namespace {

Value clones(std::uint64_t n, const Number& eps0, const Number& eps, Effort effort, Budget& budget) {
  if (std::optional<Rational> exact = clones_delta_exact(n, eps0, eps, budget)) {
    return {Interval(*exact, 64), std::move(exact)};
  }
  return {clones_delta(n, eps0, eps, effort, budget), std::nullopt};
}

Value responses(const Responses& x, const Number& eps0, const Number& eps, Effort effort, Budget& budget) {
  if (std::optional<Rational> exact = responses_delta_exact(x, eps0, eps, budget)) {
    return {Interval(*exact, 64), std::move(exact)};
  }
  return {responses_delta(x, eps0, eps, effort, budget), std::nullopt};
}

/// One direction of shuffled randomized response. Counting zeros in place of ones exchanges the directions and `others`
/// with n-1-others.
Value rr2(std::uint64_t n, std::uint64_t others, std::string_view direction, const Number& eps0, const Number& eps,
          Effort effort, Budget& budget) {
  const Responses removed{others, n - 1 - others, 1};
  return responses(direction == "remove" ? removed : removed.reversed(), eps0, eps, effort, budget);
}

Value krr(const Quantity& quantity, std::uint64_t n, const Number& eps, Effort effort, Budget& budget) {
  const std::string_view id = quantity.row->id;
  const Number& gamma = quantity.parameter("gamma");
  const std::uint64_t k = quantity.count("k");
  const bool weak = id.ends_with(".weak");
  const bool exposed = id.ends_with(".strong");  // the factor 1-gamma; w >= 1, so that an exposed user 1 gains nothing
  std::optional<Rational> exact =
      weak ? krr_weak_delta_exact(n, gamma, k, eps, budget) : krr_pair_delta_exact(n, gamma, k, eps, budget);
  if (exact) {
    if (exposed) *exact *= 1 - gamma.argument;
    return {Interval(*exact, 64), std::move(exact)};
  }
  if (weak) return {krr_weak_delta(n, gamma, k, eps, effort, budget), std::nullopt};
  const Interval pair = coin_delta(n, krr_pair(gamma, k), eps, effort, budget);
  if (!exposed) return {pair, std::nullopt};
  const Interval one(Integer(1), pair.precision());
  return {(one - enclose(gamma, pair.precision())) * pair, std::nullopt};
}

Value larger(Value a, Value b) {
  Interval enclosure = max(a.enclosure, b.enclosure);
  if (a.exact && b.exact) return {std::move(enclosure), *a.exact < *b.exact ? std::move(b.exact) : std::move(a.exact)};
  return {std::move(enclosure), std::nullopt};
}

/// One direction of random allocation of randomized response.
Value allocation_rr(const Quantity& quantity, bool remove, const Number& eps, Effort effort, Budget& budget) {
  const ResponseScheme scheme{quantity.parameter("eps0"), quantity.count("steps"), quantity.count("selected"), remove};
  if (!quantity.row->id.ends_with(".decomposition")) {
    return responses(scheme.responses(), scheme.eps0, eps, effort, budget);
  }
  const Number& lambda = quantity.parameter("lambda");
  if (std::optional<Rational> exact = decomposition_exact(scheme.steps, lambda, remove, scheme.eps0, eps, budget)) {
    return {Interval(*exact, 64), std::move(exact)};
  }
  return {allocation_rr_decomposition(scheme, lambda, eps, effort, budget), std::nullopt};
}

Value allocation_rr(const Quantity& quantity, const Number& eps, const Effort& effort, Budget& budget) {
  if (quantity.direction != "both") return allocation_rr(quantity, quantity.direction == "remove", eps, effort, budget);
  return larger(allocation_rr(quantity, true, eps, effort, budget),
                allocation_rr(quantity, false, eps, effort, budget));
}

}  // namespace

Divergence class_a_divergence(const Quantity& quantity, const Witness& witness, Budget& budget) {
  const std::string_view id = quantity.row->id;
  Divergence divergence;
  divergence.to_zero_point = zero_point(quantity);
  if (id.starts_with("allocation-rr.")) {
    divergence.evaluate = [&quantity, &budget](const Number& eps, Side, Effort effort) {
      return allocation_rr(quantity, eps, effort, budget);
    };
    return divergence;
  }
  const std::uint64_t n = quantity.count("n");
  if (id.starts_with("krr.")) {
    divergence.evaluate = [&quantity, n, &budget](const Number& eps, Side, Effort effort) {
      return krr(quantity, n, eps, effort, budget);
    };
    return divergence;
  }
  const Number& eps0 = quantity.parameter("eps0");
  if (id.starts_with("clones.")) {
    divergence.evaluate = [=, &eps0, &budget](const Number& eps, Side, Effort effort) {
      return clones(n, eps0, eps, effort, budget);
    };
  } else if (id.starts_with("rr2.")) {
    const std::uint64_t others = quantity.count("others");
    const std::string direction = quantity.direction;
    const std::string lower_direction = direction == "both" ? witness.rr2_direction : direction;
    divergence.evaluate = [=, &eps0, &budget](const Number& eps, Side side, Effort effort) {
      if (side == Side::lower) return rr2(n, others, lower_direction, eps0, eps, effort, budget);
      if (direction != "both") return rr2(n, others, direction, eps0, eps, effort, budget);
      return larger(rr2(n, others, "remove", eps0, eps, effort, budget),
                    rr2(n, others, "add", eps0, eps, effort, budget));
    };
  } else {
    const std::uint64_t others = witness.others ? witness.others->to_unsigned() : 0;
    const std::string direction = witness.rr2_direction;
    divergence.evaluate = [=, &eps0, &budget](const Number& eps, Side side, Effort effort) {
      if (side == Side::upper) return clones(n, eps0, eps, effort, budget);
      return rr2(n, others, direction, eps0, eps, effort, budget);
    };
  }
  return divergence;
}

Outcome check_class_a(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  if (quantity.row->id == "allocation-rr.delta.decomposition") {
    // A number that a formula gives, 0 from some eps on: not taken apart.
    return decide(
        [&](Side, Effort effort) { return allocation_rr(quantity, quantity.parameter("eps"), effort, budget); },
        relation, value, witness);
  }
  return decide_divergence(class_a_divergence(quantity, witness, budget), quantity.parameter("eps"), relation, value,
                           witness);
}

}  // namespace hallmark::check
