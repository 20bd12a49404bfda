#include "bounds/composition/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

Ask ask_of(Direction direction, const Request& request) {
  return {.direction = direction,
          .digits = request.digits,
          .default_effort = request.default_effort,
          .route = request.route == "balls" ? std::string_view() : std::string_view(request.route),
          .budget = request.budget};
}

Answer answer_of(const Enclosed& found, const std::vector<Phase>& phases, const Request& request) {
  Answer a = rows::from_enclosed(found);
  a.route = found.route;
  if (a.lo == a.hi && found.route.empty()) a.exact = a.lo;
  if (!a.reached) {
    a.shortfall = request.budget.expired()
                      ? "the budget ended before the digits asked for were proved"
                      : "the finest grid or the longest list of this route was reached before the digits asked for";
  }
  // A hint for the checker: one grid for all rounds, as fine as the rounds' own were on the way.
  double rounds = 0;
  for (const Phase& p : phases) rounds += static_cast<double>(p.rounds);
  constexpr double least = 100;
  constexpr double most = 1e15;
  a.larger = found.lower_direction;
  if (found.ratios.empty()) {
    const double cells = std::clamp(std::ldexp(std::sqrt(rounds), static_cast<int>(found.scale) - 1), least, most);
    a.witness.method = witness::Grid{Rational(fmt::format("{:.0f}", cells))};
  } else {
    a.witness.method = witness::Laws{certificate_cells, ratio_unit, found.ratios};
  }
  return a;
}

}  // namespace

bool is_composed(const Arguments& arguments, const Request& request) {
  return arguments.count("rounds") > 1 || (!request.route.empty() && request.route != "balls");
}

Answer delta_answer(const std::vector<Phase>& phases, Direction direction, const Number& eps, const Request& request) {
  return answer_of(delta(phases, eps, ask_of(direction, request)), phases, request);
}

Answer epsilon_answer(const std::vector<Phase>& phases, Direction direction, const Number& target,
                      const Request& request) {
  return answer_of(epsilon(phases, target, ask_of(direction, request)), phases, request);
}

}  // namespace hallmark::composition
