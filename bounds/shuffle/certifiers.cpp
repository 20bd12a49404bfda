#include "bounds/shuffle/certifiers.hpp"

#include "bounds/grid_hint.hpp"

namespace hallmark {
namespace {

bool is_composed(const Arguments& x) { return x.count("rounds") > 1; }

// The randomized response that proves a lower end, as far as the statement does not say it.
std::optional<witness::Response> response_of(const Term& term, const Answer& answer) {
  const auto& found = answer.witness.response;
  if (!found || term.entry->kind == Kind::bracket) return found;
  if (term.arguments.direction() != Direction::both) return std::nullopt;
  return witness::Response{std::nullopt, found->direction};
}

Prepared prepare_rounds(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  Witness w{witness::Sums{}, response_of(term, answer)};
  if (!is_composed(term.arguments)) return {std::move(w)};
  if (std::holds_alternative<witness::Laws>(answer.witness.method)) {
    w.method = answer.witness.method;
    return {std::move(w)};
  }
  Prepared grid = prepare_on_grid(term, answer, ends, budget);
  if (grid.witness) grid.witness->response = w.response;
  return grid;
}

Prepared prepare_calibration(const Term& term, const Answer&, const ClaimedEnds&, const Budget&) {
  if (is_composed(term.arguments)) return prepared(witness::Grid{});
  return prepared(witness::Sums{});
}

Prepared prepare_advanced_composition(const Term& term, const Answer& answer, const ClaimedEnds&, const Budget&) {
  if (is_composed(term.arguments)) return prepared(answer.witness.method);
  return prepared(witness::Sums{});
}

std::string_view unless_pure(const Arguments& x) { return x.number("delta0").sign() == 0 ? "" : no_words; }

// Without a fourth category the checker has the exact sum alone.
std::string_view unless_few_users(const Arguments& x) {
  constexpr slong most_users = 40;
  constexpr slong most_bits = 4000;  // of a product of as many factors as there are users
  const auto p = x.number("p").rational();
  if (less(x.number("p"), Rational("1/3")) == Truth::yes) return "";
  const auto q = x.number("q").rational();
  const auto w = x.number("eps").rational_exponential();
  const bool short_numbers =
      p && q && w && w->height_bits() <= most_bits && (p->height_bits() + q->height_bits()) * x.count("n") <= most_bits;
  return x.count("n") <= most_users && short_numbers
             ? ""
             : "the checker has for p = 1/3 the exact sum of at most 40 users with short rational q and e^eps";
}

// On a grid the checker evaluates delta at an eps below 10^4.
bool is_eps_of_rounds(const Arguments& x, Relation relation, const Number& value) {
  return !is_composed(x) || is_moderate_eps(x, relation, value);
}

bool is_population(const Arguments&, Relation, const Number& value) {
  return value.rational() && *value.rational() <= pow(Rational(10), 15);
}

}  // namespace

const Certifier rounds_certifier{.methods = "sums grid laws outcomes", .prepare = prepare_rounds};
const Certifier rounds_epsilon_certifier{
    .methods = "sums grid laws outcomes", .prepare = prepare_rounds, .can_state = is_eps_of_rounds};
const Certifier pair_epsilon_certifier{
    .methods = "sums grid laws outcomes", .prepare = prepare_rounds, .can_state = is_moderate_eps};
const Certifier four_categories_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .obstacle = unless_few_users, .of_curve = false};
const Certifier local_eps0_certifier{
    .methods = "sums grid", .prepare = prepare_calibration, .can_state = is_noise_below<4>};
const Certifier population_certifier{
    .methods = "sums grid", .prepare = prepare_calibration, .can_state = is_population};
const Certifier pure_formula_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .obstacle = unless_pure};
const Certifier advanced_composition_certifier{
    .methods = "sums", .prepare = prepare_advanced_composition, .can_state = is_eps_of_rounds};

}  // namespace hallmark
