// The rows of the registry for mixtures of Gaussians.
#include "bounds/batch/mixture_gaussian.hpp"
#include "bounds/batch/poisson_witness.hpp"
#include "bounds/composition/line_route.hpp"
#include "bounds/directions.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

batch::ShiftedPair mixture_pair(const Arguments& x, const Number& sigma) {
  const auto mixture = [&](std::string_view weights, std::string_view shifts) {
    return batch::mixture_of(x.rows(weights).front(), x.rows(shifts).front());
  };
  return {sigma, mixture("weights", "shifts"), mixture("weights2", "shifts2")};
}

basic::Law law_of_mixture(const Arguments& x) { return batch::mixture_law(mixture_pair(x, x.number("sigma"))); }

// A line that proves delta(eps) at most, or at least, delta in one direction, in the checker's time.
std::optional<witness::Inversion> mixture_inversion(const batch::ShiftedPair& pair, slong rounds, Direction direction,
                                                    const DeltaEnd& end, const Budget& budget) {
  constexpr double most_work = 1e6;
  constexpr slong bits = 256;
  composition::Phase phase = batch::mixture_law(pair).phase;
  phase.rounds = rounds;
  const auto& largest = direction == Direction::add ? phase.largest_sampled_of_add : phase.largest_sampled;
  const bool is_zero = largest && less_equal(largest->log(bits) * rounds, end.eps.ball(bits)) == Truth::yes;
  const bool is_nothing = end.is_nothing_below();
  if (is_zero || is_nothing) {
    return is_zero && !end.upper && !is_nothing ? std::nullopt
                                                : std::optional(poisson_gaussian::formal_inversion(direction));
  }
  const auto path = composition::path_for({phase}, direction, end.eps, end.value, end.upper, budget);
  auto step = batch::mixture_step(pair, direction);
  if (!path || !step) return std::nullopt;
  const auto lines = composition::step_lines(*std::move(step), *path);
  if (!lines) return std::nullopt;
  const auto width = static_cast<double>(lines->values.last - lines->values.first + 1);
  if (static_cast<double>(path->nodes) * width > most_work) return std::nullopt;
  witness::Inversion found{direction, path->a, path->dt, path->right, path->left, path->nodes, {}};
  poisson_gaussian::add_rules(found, *lines);
  return found;
}

Prepared prepare_mixture(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const slong rounds = x.count("rounds");
  if (rounds == 1) return prepared(witness::Formula{});
  const bool of_sigma = !x.has("sigma");
  // Of the same lists on either side both directions are one number.
  const bool same = x.rows("weights") == x.rows("weights2") && x.rows("shifts") == x.rows("shifts2");
  const auto directions = directions_of(same ? Direction::remove : x.direction());
  auto all =
      prove_ends<witness::Inversion>(directions, ends, [&](Direction direction, const Number& value, bool upper) {
        const batch::ShiftedPair pair = mixture_pair(x, of_sigma ? value : x.number("sigma"));
        return mixture_inversion(pair, rounds, direction, delta_end(x, value, upper), budget);
      });
  return all ? prepared(*std::move(all)) : refused(too_much_work);
}

std::string_view unless_shift_0(const Arguments& x) {
  if (x.count("rounds") == 1) return "";
  const batch::ShiftedPair pair = mixture_pair(x, 1);
  const bool on_line = pair.with.shifts.front().sign() == 0 && pair.without.shifts.front().sign() == 0;
  return on_line ? "" : "several rounds without 0 among the shifts of either side are not certified";
}

const Certifier mixture_delta_certifier{
    .methods = "formula inversions", .prepare = prepare_mixture, .obstacle = unless_shift_0};
const Certifier mixture_epsilon_certifier{.methods = "formula inversions",
                                          .prepare = prepare_mixture,
                                          .obstacle = unless_shift_0,
                                          .can_state = is_moderate_eps};
const Certifier mixture_sigma_certifier{.methods = "formula inversions",
                                        .prepare = prepare_mixture,
                                        .obstacle = unless_shift_0,
                                        .can_state = is_noise_below<30>};

}  // namespace

std::vector<Entry> mixture_gaussian_rows() {
  return basic::family_rows({.name = "mixture-gaussian",
                             .law = law_of_mixture,
                             .noise = "sigma",
                             .delta_certifier = &mixture_delta_certifier,
                             .epsilon_certifier = &mixture_epsilon_certifier,
                             .inverse_certifier = &mixture_sigma_certifier});
}

}  // namespace hallmark
