#include "bounds/basic/certifiers.hpp"

#include <variant>

namespace hallmark {
namespace {

constexpr long most_points = 20'000;  // of all rounds
constexpr long most_spline_rounds = 300;

bool is_whole(const Arguments& x) { return !x.canonical().contains("rate") || x.number("rate") == Number(1); }

bool is_short_lattice(const Arguments& x) {
  const long width = x.canonical().contains("sensitivity") ? x.count("sensitivity") : 2;
  if (!is_whole(x) || x.count("rounds") > most_points / width) return false;
  if (!x.canonical().contains("sigma2")) return true;
  constexpr long most_variance = 10'000;  // of one round: its outcomes are listed
  return less_equal(x.number("sigma2"), most_variance) == Truth::yes && x.count("rounds") <= 100;
}

bool is_short_spline(const Arguments& x) { return is_whole(x) && x.count("rounds") <= most_spline_rounds; }

template <typename Method>
Prepared prepare_named(const Term&, const Answer& answer, const ClaimedEnds&, const Budget&) {
  if (!std::holds_alternative<Method>(answer.witness.method)) return refused("the answer names no witness");
  return prepared(answer.witness.method);
}

}  // namespace

const Certifier lattice_delta_certifier{
    .methods = "sums", .prepare = nothing_more<witness::Sums>, .has_words = is_short_lattice};
const Certifier lattice_epsilon_certifier{.methods = "sums",
                                          .prepare = nothing_more<witness::Sums>,
                                          .has_words = is_short_lattice,
                                          .can_state = is_moderate_eps};
const Certifier spline_delta_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .has_words = is_short_spline};
const Certifier spline_epsilon_certifier{.methods = "formula",
                                         .prepare = nothing_more<witness::Formula>,
                                         .has_words = is_short_spline,
                                         .can_state = is_moderate_eps};
const Certifier bounded_range_delta_certifier{
    .methods = "event", .prepare = prepare_named<witness::Threshold>, .has_words = is_short_spline};
const Certifier bounded_range_epsilon_certifier{.methods = "event",
                                                .prepare = prepare_named<witness::Threshold>,
                                                .has_words = is_short_spline,
                                                .can_state = is_moderate_eps};
const Certifier zcdp_delta_certifier{.methods = "orders", .prepare = prepare_named<witness::Orders>};
const Certifier zcdp_epsilon_certifier{
    .methods = "orders", .prepare = prepare_named<witness::Orders>, .can_state = is_moderate_eps};

}  // namespace hallmark
