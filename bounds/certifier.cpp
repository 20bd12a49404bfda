#include "bounds/certifier.hpp"

#include "bounds/grid_hint.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/statement.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

Prepared prepare_orders(const Term& term, const Answer& answer, const ClaimedEnds&, const Budget&) {
  return prepared(orders_of(term, answer));
}

// The checker does not know from which eps on the delta of bounded phases is 0.
bool asks_for_zero(const Term& term, const ClaimedEnds& ends) {
  const auto is_not_positive = [](const std::optional<Number>& value) { return value && value->sign() <= 0; };
  return !term.entry->inverse && (is_not_positive(ends.lower) || is_not_positive(ends.upper)) &&
         composition_is_bounded(term.arguments.word("phases"), term.arguments.direction());
}

// On a line where all phases have transforms; else on a grid where all have cells.
Prepared prepare_composition(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const std::string& phases = term.arguments.word("phases");
  if (asks_for_zero(term, ends)) return refused("the checker does not know where the delta of its phases is 0");
  auto found = composition_witness(phases, term.arguments, ends.lower, ends.upper, budget);
  if (found) return prepared(*std::move(found));
  if (composition_has_grid(phases)) {
    return prepare_on_grid(term, answer, ends, budget);
  }
  return refused("no line of their transforms proves it");
}

std::string_view unless_listed(const Arguments& x) {
  if (!x.has("phases")) return "phases of --compose are certified by --certificate";
  return composition_obstacle(x.word("phases"));
}

}  // namespace

const Certifier formula_certifier{.methods = "formula", .prepare = nothing_more<witness::Formula>};
const Certifier formula_epsilon_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .can_state = is_moderate_eps};
const Certifier composition_certifier{.methods = "grid inversions outcomes",
                                      .prepare = prepare_composition,
                                      .obstacle = unless_listed,
                                      .can_state = is_moderate_eps};
const Certifier sums_certifier{.methods = "sums", .prepare = nothing_more<witness::Sums>};
const Certifier moments_certifier{.methods = "moments", .prepare = nothing_more<witness::Moments>};
const Certifier orders_certifier{.methods = "orders", .prepare = prepare_orders};

witness::Orders orders_of(const Term& term, const Answer& answer) {
  const auto* found = std::get_if<witness::Orders>(&answer.witness.method);
  require(found != nullptr, "an answer that names its orders");
  witness::Orders orders = *found;
  if (!term.entry->directional() || term.arguments.direction() != Direction::both) orders.add.reset();
  return orders;
}

bool is_moderate_eps(const Arguments&, Relation, const Number& value) { return less(value, 10'000) == Truth::yes; }

bool is_noise(Relation relation, const Number& value, slong exponent) {
  const bool needs_no_delta =
      relation == Relation::greater_equal ? less_equal(value, 0) == Truth::yes : less(value, 0) == Truth::yes;
  if (!has_upper_end(relation) && needs_no_delta) return true;
  const Rational ten(10);
  return less(pow(ten, -30), value) == Truth::yes && less(value, pow(ten, exponent)) == Truth::yes;
}

}  // namespace hallmark
