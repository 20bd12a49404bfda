#include "statement/rows.hpp"
#include "laws/finite_base.hpp"
#include "laws/rounds.hpp"
#include "shuffle/exact_sums.hpp"
#include "shuffle/formulas.hpp"
#include "shuffle/krr_sum.hpp"
#include "shuffle/moments.hpp"
#include "shuffle/response_sum.hpp"
#include "shuffle/zero_points.hpp"
#include "statement/orders.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

Round clones_round() {
  return {[](const Quantity& q, const Number& eps, const Effort& effort, Budget& budget) -> Value {
            const std::uint64_t n = q.count("n");
            const Number& eps0 = q.parameter("eps0");
            if (auto exact = clones_delta_exact(n, eps0, eps, budget)) return {Interval(*exact, 64), std::move(exact)};
            return {clones_delta(n, eps0, eps, effort, budget)};
          },
          [](const Quantity& q, const BaseSpec& spec, Budget& budget) {
            return clones_cells(q.count("n"), q.parameter("eps0"), spec, budget);
          }};
}

/// Shuffled randomized response, `others` of the other users holding 1. Counting zeros in place of ones exchanges the
/// directions, and `others` with n-1-others.
Round rr2_round(std::uint64_t others, Direction direction) {
  return {[=](const Quantity& q, const Number& eps, const Effort& effort, Budget& budget) -> Value {
            const Number& eps0 = q.parameter("eps0");
            const Responses removed{others, q.count("n") - 1 - others, 1};
            const Responses x = direction == Direction::remove ? removed : removed.reversed();
            auto exact = responses_delta_exact(x, eps0, eps, budget);
            if (exact) return {Interval(*exact, 64), std::move(exact)};
            return {responses_delta(x, eps0, eps, effort, budget)};
          },
          [=](const Quantity& q, const BaseSpec& spec, Budget& budget) {
            const std::uint64_t ones = direction == Direction::remove ? others : q.count("n") - 1 - others;
            return rr2_cells(q.count("n"), ones, q.parameter("eps0"), spec, budget);
          }};
}

Direction read_rr2_direction(Reader& reader) {
  return reader.one_of("rr2-direction", {"remove", "add"}) == "add" ? Direction::add : Direction::remove;
}

Profile read_rr2(Reader& reader, const Quantity& quantity, Relation relation) {
  const Method method = read_method(reader, quantity, "sums", {"grid", "laws"});
  Direction lower = quantity.direction;
  if (lower == Direction::both && has_lower_end(relation)) lower = read_rr2_direction(reader);
  return method.profile(
      [=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
        const auto at = [&](Direction direction) {
          const Round round = rr2_round(q.count("others"), direction);
          return method.delta(round, q, eps, side, effort, budget);
        };
        if (side == Side::lower) return at(lower);
        return in_directions(q, at);
      },
      to_rounds_times_eps0);
}

/// Upper end: the clones pair (axiom FMT21-Theorem-3.2). Lower end: randomized response is an eps0-local randomizer.
Profile read_shuffle(Reader& reader, const Quantity& quantity, Relation relation) {
  const Method method = read_method(reader, quantity, "sums", {"grid", "laws"});
  Round lower;
  if (has_lower_end(relation)) {
    const std::uint64_t others = reader.integer("others", 0, quantity.count("n") - 1).to_unsigned();
    lower = rr2_round(others, read_rr2_direction(reader));
  }
  return method.profile(
      [=](const Quantity& q, const Number& eps, Side side, const Effort& effort, Budget& budget) {
        return method.delta(side == Side::upper ? clones_round() : lower, q, eps, side, effort, budget);
      },
      to_rounds_times_eps0);
}

/// The three views of k-ary randomized response.
enum class View { strong, strong_pair, weak };

Value krr_sum(View view, const Quantity& q, const Number& eps, const Effort& effort, Budget& budget) {
  const std::uint64_t n = q.count("n");
  const Number& gamma = q.parameter("gamma");
  const std::uint64_t k = q.count("k");
  auto exact = view == View::weak ? krr_weak_delta_exact(n, gamma, k, eps, budget)
                                  : krr_pair_delta_exact(n, gamma, k, eps, budget);
  // w >= 1: an exposed user 1 gains nothing.
  if (exact) {
    if (view == View::strong) *exact *= 1 - gamma.argument;
    return {Interval(*exact, 64), std::move(exact)};
  }
  if (view == View::weak) return {krr_weak_delta(n, gamma, k, eps, effort, budget)};
  const Interval pair = coin_delta(n, krr_pair(gamma, k), eps, effort, budget);
  if (view == View::strong_pair) return {pair};
  return {(integer(1, pair.precision()) - enclose(gamma, pair.precision())) * pair};
}

ReadProfile read_krr(View view) {
  return [view](Reader& reader, const Quantity& quantity, Relation) {
    const Method method = read_method(reader, quantity, "sums", {"grid", "laws"});
    const Round round{[view](const Quantity& q, const Number& eps, const Effort& effort, Budget& budget) {
                        return krr_sum(view, q, eps, effort, budget);
                      },
                      [view](const Quantity& q, const BaseSpec& spec, Budget& budget) {
                        const std::uint64_t n = q.count("n");
                        const Number& gamma = q.parameter("gamma");
                        if (view == View::weak) return krr_weak_cells(n, gamma, q.count("k"), spec, budget);
                        return krr_pair_cells(n, gamma, q.count("k"), view == View::strong, spec, budget);
                      }};
    return method.profile([=](const Quantity& q, const Number& eps, Side side, const Effort& effort,
                              Budget& budget) { return method.delta(round, q, eps, side, effort, budget); },
                          view == View::weak ? to_weak_zero_point : never_zero);
  };
}

/// The clones pair, of one round or of several: also for its inverses in eps0 and n.
Profile read_clones(Reader& reader, const Quantity& quantity, Relation) {
  const Method method = read_method(reader, quantity, "sums", {"grid", "laws"});
  return method.profile([=](const Quantity& q, const Number& eps, Side side, const Effort& effort,
                            Budget& budget) { return method.delta(clones_round(), q, eps, side, effort, budget); },
                        to_rounds_times_eps0);
}

Outcome holds_if(bool condition, const char* rule) {
  return condition ? Outcome::yes() : Outcome::no("comparison", rule);
}

/// Proves `clones.delta RELATION delta` where the parameter `name` is the value.
Outcome clones_at(const Profile& profile, const Quantity& q, std::string_view name, const Number& value,
                  Relation relation, Budget& budget) {
  return at_the_value(
      decide_delta(profile, q.with(name, value), q.parameter("eps"), relation, q.parameter("delta"), budget));
}

/// sup {eps0 > 0 : delta(eps0) <= delta}, of none 0; delta does not fall as eps0 grows.
Outcome attempt_eps0(const Profile& profile, const Quantity& q, Relation relation, const Number& value,
                     Budget& budget) {
  if (compare(value, Rational(0)) == Order::greater && q.count("rounds") == 1 &&
      compare(q.parameter("delta"), Rational(0)) == Order::equal) {
    const Order order = compare(value, q.parameter("eps"));
    const bool weak = relation == Relation::less_equal || relation == Relation::greater_equal;
    return holds_if(
        (order == Order::equal && weak) || order == (has_upper_end(relation) ? Order::greater : Order::less),
        "eps0 at delta = 0 is eps");
  }
  return decide_supremum(profile, q, {"eps0", {}, true, Rational(10000)}, relation, value, budget);
}

/// The least n with delta(n) <= delta; delta does not grow with n.
Outcome attempt_n(const Profile& profile, const Quantity& q, Relation relation, const Number& value, Budget& budget) {
  if (value.kind != Number::Kind::rational || value.argument > Rational(pow(Integer(10), 15))) {
    return Outcome::no("domain", "value: must be rational and at most 10^15");
  }
  const Integer floor = floor_div(numerator(value.argument), denominator(value.argument));
  const Integer ceiling = ceil_div(numerator(value.argument), denominator(value.argument));
  if (has_upper_end(relation)) {
    const Integer most = relation == Relation::less ? ceiling - 1 : floor;
    if (most < 1) return Outcome::no("comparison", "n is at least 1");
    return clones_at(profile, q, "n", {Number::Kind::rational, most}, Relation::less_equal, budget);
  }
  const Integer least = relation == Relation::greater ? floor + 1 : ceiling;
  if (least <= 1) return Outcome::yes();
  return clones_at(profile, q, "n", {Number::Kind::rational, least - 1}, Relation::greater, budget);
}

LogMoments clones_renyi() {
  return {[](const Quantity& q, Direction, const Number& alpha, unsigned bits, Budget& budget) {
            return clones_log_moments(q.count("n"), q.parameter("eps0"), alpha, 1, bits, budget).front();
          },
          "rounds",
          [](const Quantity& q, Direction, std::uint64_t first, std::uint64_t last, unsigned bits, Budget& budget) {
            const Number alpha{Number::Kind::rational, first};
            return clones_log_moments(q.count("n"), q.parameter("eps0"), alpha, last - first + 1, bits, budget);
          }};
}

LogMoments rr2_renyi() {
  return {[](const Quantity& q, Direction direction, const Number& alpha, unsigned bits, Budget& budget) {
            const std::uint64_t n = q.count("n");
            const std::uint64_t others = q.count("others");
            const std::uint64_t ones = direction == Direction::remove ? others : n - 1 - others;
            return rr2_log_moment(n, ones, q.parameter("eps0"), alpha, bits, budget);
          },
          "rounds"};
}

}  // namespace

Order to_rounds_times_eps0(const Quantity& quantity, const Number& eps) {
  return against_multiple(eps, quantity.parameter("eps0"), quantity.count("rounds", 1));
}

/// rounds * ln(1 + k (1-gamma)/gamma); the strong views have an atom at infinity.
Order to_weak_zero_point(const Quantity& q, const Number& eps) {
  const Number& gamma = q.parameter("gamma");
  const Integer k = q.count("k");
  if (gamma.kind == Number::Kind::rational) {
    const Number unit{Number::Kind::ln, 1 + Rational(k) * (1 - gamma.argument) / gamma.argument};
    return against_multiple(eps, unit, q.count("rounds", 1));
  }
  return against(eps, [&](mpfr_prec_t precision) {
    const Interval g = enclose(gamma, precision);
    const Interval ratio = Interval(k, precision) * (integer(1, precision) - g) / g;
    return log1p(ratio) * integer(q.count("rounds", 1), precision);
  });
}

std::vector<QuantityRow> shuffle_rows() {
  using namespace parameters;
  using enum Bounds;
  const auto row = [](const std::string& id, Bounds bounds, const std::vector<Parameter>& parameters,
                      const std::vector<Axiom>& axioms, Evaluator evaluator, const std::vector<Direction>& directions) {
    return QuantityRow{id, bounds, Adjacency::replace_one, directions, parameters, axioms, std::move(evaluator)};
  };
  const std::vector<Axiom> clones{{"FMT21-Theorem-3.2", {"eps0", "n"}}};
  const std::vector<Axiom> clones_above{{"FMT21-Theorem-3.2", {"eps0", "n"}, Axiom::Needed::for_upper_ends}};
  const std::vector<Axiom> closed{{"FMT21-Theorem-3.1", {"delta", "eps0", "n"}}};
  const std::vector<Parameter> at_eps{eps, eps0, n, rounds};
  const std::vector<Parameter> at_delta{delta, eps0, n, rounds};
  const std::vector<Parameter> krr_at_eps{eps, gamma, k, n, rounds};
  const std::vector<Parameter> krr_at_delta{delta, gamma, k, n, rounds};
  const std::vector<Parameter> form{positive_delta, delta0, eps0, n};
  return {
      row("clones.delta", pair, at_eps, kNoAxioms, delta_claim(read_clones), kBoth),
      row("clones.eps0", pair, {delta, eps, n, rounds}, kNoAxioms,
          profile_claim("clones-delta-nondecreasing-in-eps0", read_clones, attempt_eps0), kBoth),
      row("clones.epsilon", pair, at_delta, kNoAxioms, epsilon_claim(read_clones), kBoth),
      row("clones.epsilon.advanced-composition", formula, {positive_delta, eps0, n, rounds}, clones,
          advanced_composition_claim(epsilon_claim(read_clones)), kBoth),
      row("clones.epsilon.closed-form", formula, form, closed, closed_form_claim(ClosedForm::printed), kBoth),
      row("clones.epsilon.closed-form-sharp", formula, form, clones, closed_form_claim(ClosedForm::sharp), kBoth),
      row("clones.epsilon.lemma-a1", formula, {positive_delta, n, p}, kNoAxioms,
          closed_form_claim(ClosedForm::lemma_a1), kBoth),
      row("clones.epsilon.renyi", formula, {positive_delta, eps0, n, orders, rounds}, clones,
          conversion_claim(clones_renyi()), kBoth),
      row("clones.n", pair, {delta, eps, eps0, rounds}, kNoAxioms,
          profile_claim("clones-delta-nonincreasing-in-n", read_clones, attempt_n), kBoth),
      row("clones.renyi", pair, {alpha, eps0, n, rounds}, kNoAxioms, divergence_claim(clones_renyi()), kBoth),
      row("krr.delta.strong", mechanism, krr_at_eps, kNoAxioms, delta_claim(read_krr(View::strong)), kBoth),
      row("krr.delta.strong-pair", formula, krr_at_eps, kNoAxioms, delta_claim(read_krr(View::strong_pair)), kBoth),
      row("krr.delta.weak", mechanism, krr_at_eps, kNoAxioms, delta_claim(read_krr(View::weak)), kBoth),
      row("krr.epsilon.strong", mechanism, krr_at_delta, kNoAxioms, epsilon_claim(read_krr(View::strong)), kBoth),
      row("krr.epsilon.strong-pair", formula, krr_at_delta, kNoAxioms, epsilon_claim(read_krr(View::strong_pair)),
          kBoth),
      row("krr.epsilon.weak", mechanism, krr_at_delta, kNoAxioms, epsilon_claim(read_krr(View::weak)), kBoth),
      row("rr2.delta", mechanism, {eps, eps0, n, others, rounds}, kNoAxioms, delta_claim(read_rr2), kDirected),
      row("rr2.epsilon", mechanism, {delta, eps0, n, others, rounds}, kNoAxioms, epsilon_claim(read_rr2), kDirected),
      row("rr2.renyi", mechanism, {alpha, eps0, n, others, rounds}, kNoAxioms, divergence_claim(rr2_renyi()),
          kDirected),
      row("shuffle.delta", mechanism, at_eps, clones_above, delta_claim(read_shuffle), kBoth),
      row("shuffle.epsilon", mechanism, at_delta, clones_above, epsilon_claim(read_shuffle), kBoth),
  };
}

}  // namespace hallmark::check
