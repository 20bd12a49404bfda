// The rows of the registry for calibration with the clones pair: clones.eps0 and clones.n.
#include <fmt/format.h>

#include "bounds/rows.hpp"
#include "bounds/shuffle/certifiers.hpp"
#include "bounds/shuffle/clones_inverses.hpp"

namespace hallmark {
namespace {

using namespace rows;

constexpr std::string_view shortfall = "the search ended before both ends were there: more time, or fewer digits";

Answer clones_eps0(const Arguments& x, const Request& r) {
  // Digits of a composition are costly.
  constexpr slong composed_digits = 4;
  const slong many = x.count("rounds");
  const slong digits = many > 1 && r.default_effort ? composed_digits : r.digits;
  const Inversion found =
      clones::largest_eps0({x.count("n"), x.number("eps"), x.number("delta"), many}, digits, r.budget);
  Answer a = from_inversion(
      found, fmt::format("certified inversion of clones.delta in eps0, {} evaluations; the lower end is safe to use",
                         found.evaluations));
  if (a.lo == a.hi && a.reached) set_exact(a, a.lo);
  if (!a.reached) a.shortfall = shortfall;
  return a;
}

Answer clones_n(const Arguments& x, const Request& r) {
  const Inversion found =
      clones::smallest_n({x.number("eps0"), x.number("eps"), x.number("delta"), x.count("rounds")}, r.budget);
  Answer a =
      from_inversion(found, fmt::format("certified inversion of clones.delta in n, {} evaluations", found.evaluations));
  if (a.reached) set_exact(a, a.hi);
  if (!a.reached) a.shortfall = shortfall;
  return a;
}

}  // namespace

std::vector<Entry> clones_inverses_rows() {
  return {row("clones.eps0", clones_eps0, &local_eps0_certifier), row("clones.n", clones_n, &population_certifier)};
}

}  // namespace hallmark
