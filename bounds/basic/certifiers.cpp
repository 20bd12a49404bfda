#include "bounds/basic/certifiers.hpp"

#include <variant>

#include "bounds/basic/bounded_range.hpp"
#include "bounds/grid_hint.hpp"

namespace hallmark {
namespace {

constexpr slong most_points = 20'000;  // of all rounds
constexpr slong most_spline_rounds = 300;

// Sampled, the log ratios of noise stand at equal distances no more, and its closed form is lost: several rounds are
// checked on a grid.
bool is_on_grid(const Arguments& x) { return x.has("rate") && x.number("rate") != Number(1) && x.count("rounds") > 1; }
constexpr slong most_grid_rounds = 10'000;

std::string_view unless_short_lattice(const Arguments& x) {
  // The noise, at delta 0.
  if (x.has("eps") && x.has("delta") && x.number("delta").sign() == 0) return "the noise at delta 0 is not certified";
  const slong width = x.has("sensitivity") ? x.count("sensitivity") : 2;
  constexpr slong most_variance = 10'000;  // of one round: its outcomes are listed
  const bool is_short =
      x.count("rounds") <= most_points / width &&
      (!x.has("sigma2") || (less_equal(x.number("sigma2"), most_variance) == Truth::yes && x.count("rounds") <= 100));
  return is_short ? "" : too_much_work;
}

// The checker lists the outcomes of one round, about 25 standard deviations of them.
std::string_view unless_few_outcomes(const Arguments& x) {
  constexpr slong most = 10'000;
  constexpr slong most_parties = 64;
  const auto small = [&](std::string_view name, slong limit) {
    return !x.has(name) || less_equal(x.number(name), limit) == Truth::yes;
  };
  if (x.has("n") && x.has("rate") && x.number("rate") != Number(1)) return no_words;
  const bool is_wide = x.has("a") && less_equal(x.number("a"), Number(Rational(1) / 20)) != Truth::no;
  const bool is_few = small("variance", most) && small("n", most) && small("sensitivity", most) &&
                      small("parties", most_parties) && small("sigma2", 1000) && !is_wide;
  return is_few && x.count("rounds") <= most_grid_rounds ? "" : too_much_work;
}

std::string_view unless_short_spline(const Arguments& x) {
  return x.count("rounds") <= (is_on_grid(x) ? most_grid_rounds : most_spline_rounds) ? "" : too_much_work;
}

// What grid is fine enough for a noise is not known beforehand.
std::string_view unless_one_round(const Arguments& x) {
  if (is_on_grid(x)) return "the noise of several sampled rounds is not certified; delta and epsilon at a noise are";
  if (x.has("sensitivity") || x.number("delta").sign() == 0) return unless_short_lattice(x);
  return unless_short_spline(x);
}

// `Whole` where every round takes place.
template <typename Whole>
Prepared prepare_noise(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  return is_on_grid(term.arguments) ? prepare_on_grid(term, answer, ends, budget) : prepared(Whole{});
}

Prepared prepare_outcomes(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  if (term.arguments.count("rounds") > 1) return prepare_on_grid(term, answer, ends, budget);
  return prepared(witness::Sums{});
}

template <typename Method>
Prepared prepare_named(const Term&, const Answer& answer, const ClaimedEnds&, const Budget&) {
  if (!std::holds_alternative<Method>(answer.witness.method)) return refused("the answer names no witness");
  return prepared(answer.witness.method);
}

}  // namespace

const Certifier lattice_delta_certifier{
    .methods = "sums grid", .prepare = prepare_noise<witness::Sums>, .obstacle = unless_short_lattice};
const Certifier lattice_epsilon_certifier{.methods = "sums grid",
                                          .prepare = prepare_noise<witness::Sums>,
                                          .obstacle = unless_short_lattice,
                                          .can_state = is_moderate_eps};
const Certifier integer_delta_certifier{
    .methods = "sums grid", .prepare = prepare_outcomes, .obstacle = unless_few_outcomes};
const Certifier integer_epsilon_certifier{
    .methods = "sums grid", .prepare = prepare_outcomes, .obstacle = unless_few_outcomes, .can_state = is_moderate_eps};
const Certifier spline_delta_certifier{
    .methods = "formula grid", .prepare = prepare_noise<witness::Formula>, .obstacle = unless_short_spline};
const Certifier spline_epsilon_certifier{.methods = "formula grid",
                                         .prepare = prepare_noise<witness::Formula>,
                                         .obstacle = unless_short_spline,
                                         .can_state = is_moderate_eps};
const Certifier lattice_noise_certifier{.methods = "sums",
                                        .prepare = nothing_more<witness::Sums>,
                                        .obstacle = unless_one_round,
                                        .can_state = is_noise_below<4>};
const Certifier share_certifier{.methods = "sums",
                                .prepare = nothing_more<witness::Sums>,
                                .obstacle = unless_short_lattice,
                                .can_state = is_noise_below<0>};
const Certifier spline_noise_certifier{.methods = "formula",
                                       .prepare = nothing_more<witness::Formula>,
                                       .obstacle = unless_one_round,
                                       .can_state = is_noise_below<4>};
const Certifier gdp_noise_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .can_state = is_noise_below<30>};
const Certifier bounded_range_delta_certifier{
    .methods = "event recursion", .prepare = basic::prepare_bounded_range, .obstacle = unless_short_spline};
const Certifier bounded_range_epsilon_certifier{.methods = "event recursion",
                                                .prepare = basic::prepare_bounded_range,
                                                .obstacle = unless_short_spline,
                                                .can_state = is_moderate_eps};
const Certifier zcdp_delta_certifier{.methods = "orders", .prepare = prepare_named<witness::Orders>};
const Certifier zcdp_epsilon_certifier{
    .methods = "orders", .prepare = prepare_named<witness::Orders>, .can_state = is_moderate_eps};
const Certifier curve_certifier{.methods = "formula", .prepare = nothing_more<witness::Formula>, .of_curve = false};

}  // namespace hallmark
