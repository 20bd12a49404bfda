#include "bounds/grid_hint.hpp"

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

double near(const Rational& x) { return roughly(Ball(x, 64)); }
double near(const Number& x) { return roughly(x.ball(64)); }

// The delta of the same family at eps, its upper or lower end; nothing where it cannot be had or is 0.
std::optional<double> delta_at(const Term& term, const Number& eps, bool upper, const Budget& budget) {
  std::string id(term.entry->id);
  if (const auto at = id.find(".epsilon"); at != std::string::npos) id.replace(at, 8, ".delta");
  const Entry* entry = find_entry(id);
  if (entry == nullptr) return std::nullopt;
  ParameterTexts texts = term.arguments.canonical();
  texts.erase("delta");
  texts["eps"] = eps.to_string();
  try {
    const Answer a = evaluate(*entry, entry->arguments(texts), {.digits = 6, .default_effort = true, .budget = budget});
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

std::optional<Margin> margin(const Statement& s, bool upper, const Number& value, const Budget& budget) {
  const double end = near(upper ? s.left_answer.hi : s.left_answer.lo);
  const double claimed = near(value);
  if (end <= 0 || claimed <= 0) return std::nullopt;  // decided without a grid
  if (s.left.entry->id.find(".epsilon") != std::string_view::npos) {
    const double target = near(s.left.arguments.number("delta"));
    const auto there = delta_at(s.left, value, upper, budget);
    if (!there || target <= 0 || claimed == end) return std::nullopt;
    return Margin{std::abs(std::log(*there / target) / (claimed - end)),
                  std::abs(*there - target) / std::max(*there, target)};
  }
  const Number& eps = s.left.arguments.number("eps");
  const double step = std::max(near(eps), 0.5) / 32;
  const auto there = delta_at(s.left, Number(short_dyadic(near(eps) + step, 40)), upper, budget);
  if (!there) return std::nullopt;
  return Margin{std::abs(std::log(end / *there)) / step, std::abs(claimed - end) / std::max(claimed, end)};
}

}  // namespace

std::optional<double> cells_needed(const Statement& s, const Budget& budget) {
  const std::string_view id = s.left.entry->id;
  const auto& texts = s.left.arguments.canonical();
  const auto rounds = texts.find("rounds");
  const bool composed = rounds != texts.end() && rounds->second != "1";
  const bool on_grid = s.left.entry->certificate_class == 'A' ||
                       (s.left.entry->certificate_class == 'E' && id != "clones.epsilon.advanced-composition");
  const bool profile = id.find(".delta") != std::string_view::npos || id.find(".epsilon") != std::string_view::npos;
  if (!composed || !on_grid || !profile || id.starts_with("gaussian.") || s.right) return std::nullopt;
  if (s.left_answer.witness.contains("ratios") || !s.left_answer.witness.contains("grid")) return std::nullopt;
  constexpr double least_cells = 100;
  constexpr double safety = 1.5;
  double cells = least_cells;
  const auto end = [&](bool upper, const Number& value) {
    const auto m = margin(s, upper, value, budget);
    if (!m) return;
    const double spread = near(Rational(rounds->second)) * (m->lambda * m->lambda + m->lambda) / 12;
    cells = std::max(cells, safety * std::sqrt(spread / std::max(m->share, 1e-300)));
  };
  if (has_upper_end(s.relation)) end(true, s.values.back());
  if (has_lower_end(s.relation)) end(false, s.values.front());
  // The answer's own hint, where its route was on a grid, is as fine as its digits.
  if (near(Rational(s.left_answer.witness.at("grid"))) >= cells) return std::nullopt;
  return std::min(cells, 1e18);
}

}  // namespace hallmark
