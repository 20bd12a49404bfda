#include "statement/rows.hpp"
#include "laws/finite_base.hpp"
#include "laws/rounds.hpp"
#include "shuffle/exact_sums.hpp"
#include "shuffle/formulas.hpp"
#include "shuffle/krr_sum.hpp"
#include "shuffle/moments.hpp"
#include "shuffle/response_sum.hpp"
#include "statement/orders.hpp"
#include "statement/parameters.hpp"

namespace hallmark::check {

namespace {

Round clones_round() {
  return {
      [](const Quantity& q, const Number& eps, const Effort& effort) -> Value {
        const Count n = q.count("n");
        const Number& eps0 = q.parameter("eps0");
        if (auto exact = clones_delta_exact(n, eps0, eps)) return {Interval(*exact, 64), std::move(exact)};
        return {clones_delta(n, eps0, eps, effort)};
      },
      [](const Quantity& q, const BaseSpec& spec) { return clones_cells(q.count("n"), q.parameter("eps0"), spec); }};
}

/// Shuffled randomized response, `others` of the other users holding 1. Counting zeros in place of ones exchanges the
/// directions, and `others` with n-1-others.
Round rr2_round(Count others, Direction direction) {
  return {[=](const Quantity& q, const Number& eps, const Effort& effort) -> Value {
            const Number& eps0 = q.parameter("eps0");
            const Responses removed{others, q.count("n") - 1 - others, 1};
            const Responses x = direction == Direction::remove ? removed : removed.reversed();
            auto exact = responses_delta_exact(x, eps0, eps);
            if (exact) return {Interval(*exact, 64), std::move(exact)};
            return {responses_delta(x, eps0, eps, effort)};
          },
          [=](const Quantity& q, const BaseSpec& spec) {
            const Count ones = direction == Direction::remove ? others : q.count("n") - 1 - others;
            return rr2_cells(q.count("n"), ones, q.parameter("eps0"), spec);
          }};
}

Direction read_rr2_direction(Reader& reader) { return reader.one_of<Direction>("rr2-direction", {"remove", "add"}); }

Profile read_rr2(Reader& reader, const Quantity& quantity, Relation relation) {
  const Method method = read_method(reader, quantity, "sums", true);
  Direction lower = quantity.direction;
  if (lower == Direction::both && has_lower_end(relation)) lower = read_rr2_direction(reader);
  return method.profile(
      [=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
        const auto at = [&](Direction direction) {
          const Round round = rr2_round(q.count("others"), direction);
          return method.delta(round, q, eps, side, effort);
        };
        if (side == Side::lower) return at(lower);
        return in_directions(q, at);
      },
      EpsRange::all);
}

/// Upper end: the clones pair (axiom FMT21-Theorem-3.2). Lower end: randomized response is an eps0-local randomizer.
Profile read_shuffle(Reader& reader, const Quantity& quantity, Relation relation) {
  const Method method = read_method(reader, quantity, "sums", true);
  Round lower;
  if (has_lower_end(relation)) {
    const Count others = reader.integer("others", 0, quantity.count("n") - 1).to_count();
    lower = rr2_round(others, read_rr2_direction(reader));
  }
  return method.profile(
      [=](const Quantity& q, const Number& eps, Side side, const Effort& effort) {
        return method.delta(side == Side::upper ? clones_round() : lower, q, eps, side, effort);
      },
      EpsRange::all);
}

/// The three views of k-ary randomized response.
enum class View { strong, strong_pair, weak };

Value krr_sum(View view, const Quantity& q, const Number& eps, const Effort& effort) {
  const Count n = q.count("n");
  const Number& gamma = q.parameter("gamma");
  const Count k = q.count("k");
  auto exact = view == View::weak ? krr_weak_delta_exact(n, gamma, k, eps) : krr_pair_delta_exact(n, gamma, k, eps);
  // w >= 1: an exposed user 1 gains nothing.
  if (exact) {
    if (view == View::strong) *exact *= 1 - gamma.argument;
    return {Interval(*exact, 64), std::move(exact)};
  }
  if (view == View::weak) return {categories_delta(n, krr_weak_view(n, gamma, k), eps, effort)};
  const Interval pair = coin_delta(n, krr_pair(gamma, k), eps, effort);
  if (view == View::strong_pair) return {pair};
  return {(integer(1, pair.precision()) - enclose(gamma, pair.precision())) * pair};
}

ReadProfile read_krr(View view) {
  return [view](Reader& reader, const Quantity& quantity, Relation) {
    const Method method = read_method(reader, quantity, "sums", true);
    const Round round{
        [view](const Quantity& q, const Number& eps, const Effort& effort) { return krr_sum(view, q, eps, effort); },
        [view](const Quantity& q, const BaseSpec& spec) {
          const Count n = q.count("n");
          const Number& gamma = q.parameter("gamma");
          if (view == View::weak) return krr_weak_cells(n, gamma, q.count("k"), spec);
          return krr_pair_cells(n, gamma, q.count("k"), view == View::strong, spec);
        }};
    return method.profile([=](const Quantity& q, const Number& eps, Side side,
                              const Effort& effort) { return method.delta(round, q, eps, side, effort); },
                          EpsRange::all);
  };
}

Value four_categories_delta(const Quantity& q, const Effort& effort) {
  const Count n = q.count("n");
  const Number& x = q.parameter("p");
  const Number& share = q.parameter("q");
  const Number& eps = q.parameter("eps");
  auto exact = four_categories_delta_exact(n, x, share, eps);
  if (exact) return {Interval(*exact, 64), std::move(exact)};
  return {categories_delta(n, four_categories(n, x, share), eps, effort)};
}

/// The clones pair, of one round or of several: also for its inverses in eps0 and n.
Profile read_clones(Reader& reader, const Quantity& quantity, Relation) {
  const Method method = read_method(reader, quantity, "sums", true);
  return method.profile([=](const Quantity& q, const Number& eps, Side side,
                            const Effort& effort) { return method.delta(clones_round(), q, eps, side, effort); },
                        EpsRange::all);
}

Judgement holds_if(bool condition, const char* rule) {
  return condition ? Judgement::yes() : Judgement::no("comparison", rule);
}

/// sup {eps0 > 0 : delta(eps0) <= delta}, of none 0; delta does not fall as eps0 grows.
Judgement attempt_eps0(const Profile& profile, const Quantity& q, Relation relation, const Number& value) {
  if (compare(value, Rational(0)) == Order::greater && q.count("rounds") == 1 &&
      compare(q.parameter("delta"), Rational(0)) == Order::equal) {
    // The largest log ratio grows with eps0, so that the value stands to the supremum as that of its pair to eps.
    const std::optional<Order> order = to_zero_point(q.with("eps0", value), q.parameter("eps"));
    const bool weak = relation == Relation::less_equal || relation == Relation::greater_equal;
    return holds_if(
        (order == Order::equal && weak) || order == (has_upper_end(relation) ? Order::less : Order::greater),
        "eps0 at delta = 0 is eps");
  }
  return decide_supremum(profile, q, {"eps0", {}, true, Rational(10000), false}, relation, value);
}

std::vector<Interval> clones_moments(const Quantity& q, const Number& alpha, Count count, unsigned bits) {
  const Count n = q.count("n");
  const Number& eps0 = q.parameter("eps0");
  return clones_log_moments(n, eps0, alpha, count, moment_plan(n, eps0, alpha, count, bits));
}

LogMoments clones_renyi() {
  return {[](const Quantity& q, Direction, const Number& alpha, unsigned bits) {
            return clones_moments(q, alpha, 1, bits).front();
          },
          all_rounds,
          [](const Quantity& q, Direction, Count first, Count last, unsigned bits) {
            return clones_moments(q, {Number::Kind::rational, first}, last - first + 1, bits);
          }};
}

LogMoments rr2_renyi() {
  return {[](const Quantity& q, Direction direction, const Number& alpha, unsigned bits) {
            const Count n = q.count("n");
            const Count others = q.count("others");
            const Count ones = direction == Direction::remove ? others : n - 1 - others;
            return rr2_log_moment(n, ones, q.parameter("eps0"), alpha, bits);
          },
          all_rounds};
}

Reach eps0_rounds(const Quantity& q, bool) { return Reach::multiple(q.parameter("eps0"), q.count("rounds")); }
Reach gamma_rounds(const Quantity& q, bool) {
  return Reach::replaced(q.parameter("gamma"), q.count("k")).times(q.count("rounds"));
}

/// Of all rows of this file; what differs is given.
Claims claims_of(Bounds bounds, const decltype(Claims::reach)& reach, const std::vector<Axiom>& axioms) {
  return {.bounds = bounds,
          .adjacencies = std::vector{Adjacency::replace_one},
          .directions = kBoth,
          .one_number = agree,
          .reach = reach,
          .axioms = axioms};
}

}  // namespace

std::vector<QuantityRow> shuffle_rows() {
  using namespace parameters;
  using enum Bounds;
  using Needed = Axiom::Needed;
  const std::vector<Axiom> clones{{"FMT21-Theorem-3.2", {"eps0", "n"}, Needed::always}};
  const std::vector<Axiom> clones_above{{"FMT21-Theorem-3.2", {"eps0", "n"}, Needed::for_upper_ends}};
  const std::vector<Axiom> printed{{"FMT21-Theorem-3.1", {"delta", "eps0", "n"}, Needed::always}};
  const std::vector<Axiom> four{{"FMT21-Theorem-4.1", {"eps0", "k", "n"}, Needed::always}};
  const std::vector<Axiom> report_noise{{"BBGN19-Theorem-3.1", {"delta", "gamma", "k", "n"}, Needed::always}};
  const std::vector<Axiom> any_report{{"BBGN19-privacy-blanket", {"eps0", "n"}, Needed::always}};
  const std::vector<Axiom> not_pure{{"FMT21-Theorem-3.8", {"delta0", "eps0", "n"}, Needed::always}};
  const std::vector<Parameter> at_eps{eps, eps0, n, rounds};
  const std::vector<Parameter> at_delta{delta, eps0, n, rounds};
  const std::vector<Parameter> krr_at_eps{eps, gamma, k, n, rounds};
  const std::vector<Parameter> krr_at_delta{delta, gamma, k, n, rounds};
  const std::vector<Parameter> form{positive_delta, delta0, eps0, n};
  const std::vector<Parameter> blanket{positive_delta, eps0, n};
  const Claims the_pair = claims_of(pair, eps0_rounds, kNoAxioms);
  const Claims divergence = claims_of(pair, no_profile, kNoAxioms);
  const Claims modulo_clones = claims_of(formula, no_profile, clones);
  const Claims modulo_blanket = claims_of(formula, no_profile, any_report);
  const Claims advanced = claims_of(formula, eps0_rounds, clones);  // of one round the profile of the pair
  const Claims shuffled = claims_of(mechanism, eps0_rounds, clones_above);
  const Claims strong = claims_of(mechanism, unbounded, kNoAxioms);
  const Claims strong_pair = claims_of(formula, unbounded, kNoAxioms);
  const Claims weak = claims_of(mechanism, gamma_rounds, kNoAxioms);
  const auto directed = [](Claims claims) {
    claims.directions = kDirected;
    claims.one_number = differ;
    return claims;
  };
  const Claims rr2 = directed(claims_of(mechanism, eps0_rounds, kNoAxioms));
  const Claims rr2_divergence = directed(claims_of(mechanism, no_profile, kNoAxioms));
  return {
      attacked(Worst::one_pair, {the_pair, "clones.delta", at_eps, delta_claim(read_clones)}),
      {the_pair, "clones.eps0", std::vector{delta, eps, n, rounds},
       profile_claim("clones-delta-nondecreasing-in-eps0", read_clones, attempt_eps0)},
      {the_pair, "clones.epsilon", at_delta, epsilon_claim(read_clones)},
      {advanced, "clones.epsilon.advanced-composition", std::vector{positive_delta, eps0, n, rounds},
       advanced_composition_claim(epsilon_claim(read_clones))},
      {claims_of(formula, no_profile, not_pure), "clones.epsilon.approximate",
       std::vector{positive_delta, positive_delta0, eps0, n}, least_eps_claim(EpsForm::approximate)},
      {claims_of(formula, no_profile, printed), "clones.epsilon.closed-form", form,
       closed_form_claim(ClosedForm::printed)},
      {modulo_clones, "clones.epsilon.closed-form-sharp", form, closed_form_claim(ClosedForm::sharp)},
      {claims_of(formula, no_profile, kNoAxioms), "clones.epsilon.lemma-a1", std::vector{positive_delta, n, p},
       closed_form_claim(ClosedForm::lemma_a1)},
      {modulo_clones, "clones.epsilon.renyi", std::vector{positive_delta, eps0, n, orders, rounds},
       conversion_claim(clones_renyi(), Converted::epsilon)},
      {the_pair, "clones.n", std::vector{delta, eps, eps0, rounds},
       count_claim(read_clones, {"n", "clones-delta-nonincreasing-in-n", false})},
      {divergence, "clones.renyi", std::vector{alpha, eps0, n, rounds}, divergence_claim(clones_renyi())},
      {strong, "krr.delta.strong", krr_at_eps, delta_claim(read_krr(View::strong))},
      {strong_pair, "krr.delta.strong-pair", krr_at_eps, delta_claim(read_krr(View::strong_pair))},
      {weak, "krr.delta.weak", krr_at_eps, delta_claim(read_krr(View::weak))},
      {claims_of(formula, no_profile, report_noise), "krr.epsilon.bbgn19", std::vector{positive_delta, gamma, k, n},
       closed_form_claim(ClosedForm::blanket)},
      {claims_of(formula, no_profile, four), "krr.epsilon.closed-form", std::vector{positive_delta, eps0, k, n},
       closed_form_claim(ClosedForm::k_answers)},
      {strong, "krr.epsilon.strong", krr_at_delta, epsilon_claim(read_krr(View::strong))},
      {strong_pair, "krr.epsilon.strong-pair", krr_at_delta, epsilon_claim(read_krr(View::strong_pair))},
      {weak, "krr.epsilon.weak", krr_at_delta, epsilon_claim(read_krr(View::weak))},
      {claims_of(pair, unbounded, kNoAxioms), "multinomial.delta", std::vector{eps, n, third_p, q},
       formula_claim(four_categories_delta)},
      {claims_of(formula, no_profile, kNoAxioms), "multinomial.epsilon.closed-form",
       std::vector{positive_delta, n, third_p, q}, closed_form_claim(ClosedForm::four_categories)},
      attacked(Worst::one_pair, {rr2, "rr2.delta", std::vector{eps, eps0, n, others, rounds}, delta_claim(read_rr2)}),
      {rr2, "rr2.epsilon", std::vector{delta, eps0, n, others, rounds}, epsilon_claim(read_rr2)},
      {rr2_divergence, "rr2.renyi", std::vector{alpha, eps0, n, others, rounds}, divergence_claim(rr2_renyi())},
      attacked(Worst::class_of_pairs, {shuffled, "shuffle.delta", at_eps, delta_claim(read_shuffle)}),
      {shuffled, "shuffle.epsilon", at_delta, epsilon_claim(read_shuffle)},
      {modulo_blanket, "shuffle.epsilon.bbgn19-bennett", blanket, least_eps_claim(EpsForm::bennett)},
      {modulo_blanket, "shuffle.epsilon.bbgn19-hoeffding", blanket, least_eps_claim(EpsForm::hoeffding)},
  };
}

}  // namespace hallmark::check
