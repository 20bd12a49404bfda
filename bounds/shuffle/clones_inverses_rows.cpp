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
  constexpr long composed_digits = 4;
  const long many = x.count("rounds");
  const long digits = many > 1 && r.default_effort ? composed_digits : r.digits;
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
  std::vector<Entry> t;
  t.push_back({.id = "clones.eps0",
               .summary = "largest eps0 with clones.delta <= delta",
               .bounds = Bounds::pair,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[FMT21] Theorem 3.2",
               .adjacency = Adjacency::replace_one,
               .parameters = {n, eps, {"delta", Domain::probability}, rounds},
               .cost = "about 12 evaluations of clones.delta",
               .routes = "balls",
               .certifier = &local_eps0_certifier,
               .inverse = InverseOf{"clones.delta", "clones-delta-nondecreasing-in-eps0"},
               .evaluate = clones_eps0});
  t.push_back({.id = "clones.n",
               .summary = "smallest n with clones.delta <= delta",
               .bounds = Bounds::pair,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[FMT21] Theorem 3.2",
               .adjacency = Adjacency::replace_one,
               .parameters = {eps0, eps, delta, rounds},
               .cost = "about 10 evaluations of clones.delta",
               .routes = "balls",
               .certifier = &population_certifier,
               .inverse = InverseOf{"clones.delta", "clones-delta-nonincreasing-in-n"},
               .evaluate = clones_n});
  return t;
}

}  // namespace hallmark
