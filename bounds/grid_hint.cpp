#include "bounds/grid_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bounds/phases_text.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark {
namespace {

constexpr double least_cells = 100;

double near(const Rational& x) { return roughly(Ball(x, 64)); }
double near(const Number& x) { return roughly(x.ball(64)); }

bool is_composed(const Term& term) { return term.arguments.has("phases"); }

// The quantity's delta at eps, its upper or lower end; nothing where it cannot be had or is 0.
std::optional<double> delta_at(const Term& term, const Number& eps, bool upper, const Budget& budget) {
  const Entry& delta_entry = term.entry->inverse ? entry(term.entry->inverse->of) : *term.entry;
  ParameterTexts texts = term.arguments.canonical();
  texts.erase("delta");
  texts["eps"] = eps.to_string();
  try {
    // Of compositions no more digits than are needed: they may be costly.
    const Request request{.digits = is_composed(term) ? 2 : 6, .default_effort = !is_composed(term), .budget = budget};
    const Answer a = evaluate(delta_entry, delta_entry.arguments(texts), request);
    const double delta = near(upper ? a.hi : a.lo);
    return delta > 0 ? std::optional(delta) : std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// The rate at which delta falls, and how far the claim is from it, relatively.
struct Margin {
  double lambda;
  double share;
};

std::optional<Margin> margin(const Term& term, const Answer& answer, bool upper, const Number& value,
                             const Budget& budget) {
  const double end = near(upper ? answer.hi : answer.lo);
  const double claimed = near(value);
  if (end <= 0 || claimed <= 0) return std::nullopt;  // decided without a grid
  constexpr double share_of_eps = 1.0 / 32;
  if (term.entry->inverse && is_composed(term)) {
    const double target = near(term.arguments.number("delta"));
    const double step = std::max(claimed, 0.5) * share_of_eps;
    const auto there = delta_at(term, Number(short_dyadic(claimed + step, 40)), upper, budget);
    if (!there || target <= 0) return std::nullopt;
    const double lambda = std::abs(steady::log(*there / target)) / step;
    return Margin{lambda, lambda * std::abs(claimed - end)};
  }
  if (term.entry->inverse) {
    const double target = near(term.arguments.number("delta"));
    const auto there = delta_at(term, value, upper, budget);
    if (!there || target <= 0 || claimed == end) return std::nullopt;
    return Margin{std::abs(steady::log(*there / target) / (claimed - end)),
                  std::abs(*there - target) / std::max(*there, target)};
  }
  const Number& eps = term.arguments.number("eps");
  const double step = std::max(near(eps), 0.5) * share_of_eps;
  const auto there = delta_at(term, Number(short_dyadic(near(eps) + step, 40)), upper, budget);
  if (!there) return std::nullopt;
  return Margin{std::abs(steady::log(end / *there)) / step, std::abs(claimed - end) / std::max(claimed, end)};
}

// The rounds as phases of a composition.
PhaseLines lines_of(const Term& term) {
  const Arguments& x = term.arguments;
  if (is_composed(term)) return composition_lines(x.word("phases"));
  const std::string_view id = term.entry->id;
  const auto dot = id.find('.');
  const std::string_view family = id.substr(0, dot);
  const auto view = id.find('.', dot + 1);
  std::string words(family == "shuffle" ? "clones" : family);
  if (view != std::string_view::npos) words += id.substr(view);
  for (const auto& [name, value] : x.canonical()) {
    constexpr std::array<std::string_view, 5> of_all{"adjacency", "delta", "direction", "eps", "rounds"};
    if (std::find(of_all.begin(), of_all.end(), name) == of_all.end()) words += fmt::format(" {}={}", name, value);
  }
  return {{words, x.count("rounds")}};
}

// Whether the checker can take all outcomes one by one.
bool can_be_listed(const Term& term, const Answer& answer) {
  constexpr double relative_bits = 84;
  const double least = near(term.entry->inverse ? term.arguments.number("delta") : Number(answer.lo));
  if (term.entry->certifier->methods.find("outcomes") == std::string_view::npos || !(least > 0)) return false;
  return has_few_outcomes(lines_of(term), relative_bits - steady::log2(least));
}

}  // namespace

std::optional<double> cells_needed(const Term& term, const Answer& answer, const Rational& cells,
                                   const ClaimedEnds& ends, const Budget& budget) {
  constexpr double safety = 1.5;
  const Arguments& x = term.arguments;
  const auto rounds = static_cast<double>(is_composed(term) ? composition_rounds(x.word("phases")) : x.count("rounds"));
  double needed = least_cells;
  const auto end = [&](bool upper, const Number& value) {
    const auto m = margin(term, answer, upper, value, budget);
    if (!m) return;
    const double spread = rounds * (m->lambda * m->lambda + m->lambda) / 12;
    needed = std::max(needed, safety * std::sqrt(spread / std::max(m->share, 1e-300)));
  };
  if (ends.upper) end(true, *ends.upper);
  if (ends.lower) end(false, *ends.lower);
  // The answer's own hint, where its route was on a grid, is as fine as its digits.
  if (near(cells) >= needed) return std::nullopt;
  return std::min(needed, 1e18);
}

Prepared prepare_on_grid(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  witness::Grid grid;
  const auto* found = std::get_if<witness::Grid>(&answer.witness.method);
  if (found != nullptr) grid = *found;
  if (is_composed(term)) grid.cells = Rational(fmt::format("{:.0f}", least_cells));  // nothing of what found it
  if (found != nullptr || is_composed(term)) {
    if (const auto cells = cells_needed(term, answer, grid.cells, ends, budget)) {
      const bool batches = is_composed(term) && composition_has_batches(term.arguments.word("phases"));
      if (*cells > (batches ? most_cells_of_batches : most_cells))
        return can_be_listed(term, answer) ? prepared(witness::Outcomes{})
                                           : refused("too close to the value for its grids");
      grid.cells = Rational(fmt::format("{:.0f}", *cells));
    }
  }
  return prepared(std::move(grid));
}

}  // namespace hallmark
