// The row of the registry for the calibration of random allocation: allocation.sigma.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/allocation/allocation_sigma.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer allocation_sigma(const Arguments& x, const Request& r) {
  const allocation::SigmaParameters p{x.number("eps"),     x.number("delta"), x.count("steps"),
                                      x.count("selected"), x.count("epochs"), x.direction()};
  // One epoch of one selected step is a Laplace inversion; the others are convex laws, costly from a few digits on.
  const bool laplace = p.selected == 1 && p.epochs == 1;
  constexpr long laplace_digits = 8;
  constexpr long convex_digits = 3;
  long digits = r.digits;
  if (r.default_effort && p.selected != p.steps) digits = laplace ? laplace_digits : convex_digits;
  const Entry& forward = entry("allocation.delta");
  const auto curve = [&](const Rational& sigma, Direction d, long asked) {
    ParameterTexts texts;
    for (const auto& [name, text] : x.canonical()) {
      if (name != "delta") texts[name] = text;
    }
    texts["sigma"] = sigma.to_string();
    texts["direction"] = to_string(d);
    // The noise moves ln delta many times as much as ln sigma: convex laws need no spare digits.
    constexpr long spare_digits = 3;
    const long enough = laplace ? asked : std::max(asked - spare_digits, 2L);
    const Answer a = evaluate(forward, forward.arguments(texts), {.digits = enough, .budget = r.budget});
    return Bracket{a.lo, a.hi};
  };
  const allocation::SigmaOutcome found = allocation::sigma(p, curve, digits, r.budget);
  Answer a;
  a.lo = found.bracket.lo;
  a.hi = found.bracket.hi;
  a.reached = found.reached;
  a.method =
      fmt::format("certified inversion of allocation.delta in sigma, {} evaluations; the upper end is safe to use",
                  found.evaluations);
  if (!a.reached) {
    a.shortfall = p.selected == 1 || p.selected == p.steps
                      ? "the search ended before the digits were there: more time or fewer digits"
                      : "the ends are those of two bounds on delta: several selected steps have no exact value here";
  }
  return a;
}

}  // namespace

std::vector<Entry> allocation_sigma_rows() { return {row("allocation.sigma", allocation_sigma)}; }

}  // namespace hallmark
