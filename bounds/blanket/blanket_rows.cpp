// The rows of the registry for shuffled reports of particular randomizers.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "bounds/blanket/laws_witness.hpp"
#include "bounds/blanket/randomizers.hpp"
#include "bounds/rows.hpp"

namespace hallmark {
namespace {

using namespace rows;
using blanket::Randomizer;

constexpr slong default_digits = 4;
constexpr slong default_bits = 128;
slong digits_of(const Request& r) { return r.default_effort ? default_digits : r.digits; }

Answer answer_of(const blanket::Found& f, bool by_laws) {
  Answer a;
  a.lo = f.lo;
  a.hi = f.hi;
  a.reached = f.reached;
  a.bits = f.bits;
  a.method = fmt::format("lower end: dataset {}; upper end: blanket; {} {}", f.dataset + 1, f.cells,
                         by_laws ? "cells of a report" : "cells to a deviation");
  if (!a.reached) a.shortfall = "the lattice gives either end to three or four digits, not to more";
  return a;
}

// Whether two inputs are reported without noise and apart: users who all hold one of them show the other.
bool reveals(const Arguments& x) {
  if (!x.has("table")) return false;
  std::optional<std::size_t> certain;
  for (const auto& row : x.rows("table")) {
    const auto first = std::find_if(row.begin(), row.end(), [](const Rational& p) { return p.sign() != 0; });
    if (std::any_of(first + 1, row.end(), [](const Rational& p) { return p.sign() != 0; })) continue;
    const auto at = static_cast<std::size_t>(first - row.begin());
    if (certain && *certain != at) return true;
    certain = at;
  }
  return false;
}

// Noise without bounds has scores that reach so far that a lattice is coarse in the middle.
bool has_laws(const Randomizer& randomizer, const Arguments& x) {
  constexpr slong most = 1'000'000'000'000;
  return randomizer.wide && x.count("n") <= most;
}

Answer delta_of(const Randomizer& randomizer, const Arguments& x, const Request& r) {
  if (reveals(x)) {
    Answer a;
    set_exact(a, 1);
    a.method = "exactly 1: two inputs are reported without noise, each as another value";
    return a;
  }
  if (randomizer.most && less_equal(*randomizer.most, x.number("eps")) == Truth::yes) {
    Answer a;
    set_exact(a, 0);
    a.method = "exactly 0: eps is at least that of one report";
    return a;
  }
  const bool by_laws = r.default_effort && has_laws(randomizer, x);
  Answer a = answer_of(
      blanket::delta({x.count("n"), randomizer.problem, by_laws}, x.number("eps"), digits_of(r), r.budget), by_laws);
  if (by_laws) {
    a.hi = std::min(a.hi, randomizer.alone(x.number("eps"), default_bits).upper());
    a.reached = a.hi < Rational(1) && !r.budget.expired();
  }
  if (a.reached) a.shortfall.clear();
  // Little noise leaves a lattice too coarse for one report, whose score is nearly two points.
  if (x.count("n") == 1 && randomizer.alone && (by_laws || !has_digits(a.lo, a.hi, 2))) {
    const Evaluation e = evaluate([&](slong bits) { return randomizer.alone(x.number("eps"), bits); }, r.digits,
                                  {.first_bits = 128 + 4 * r.digits, .budget = r.budget});
    a.lo = std::max(a.lo, e.value.lower());
    a.hi = std::min(a.hi, e.value.upper());
    a.reached = e.reached;
    a.method = "closed form of one report";
    if (e.reached) a.shortfall.clear();
  }
  return a;
}

Answer epsilon_of(const Randomizer& randomizer, const Arguments& x, const Request& r) {
  const Number& delta = x.number("delta");
  if (x.count("n") == 1 && randomizer.epsilon_alone) {
    return from_inversion(randomizer.epsilon_alone(delta, r.digits, r.budget),
                          "that of one report, by its closed form");
  }
  const bool by_laws = has_laws(randomizer, x);
  return answer_of(blanket::epsilon({x.count("n"), randomizer.problem, by_laws}, delta, randomizer.enough(delta),
                                    digits_of(r), r.budget),
                   by_laws);
}

Randomizer laplace(const Arguments& x) { return blanket::laplace(x.number("eps0")); }
Randomizer gaussian(const Arguments& x) { return blanket::gaussian(x.number("sigma")); }
Randomizer krr(const Arguments& x) { return blanket::krr(x.count("k"), x.number("gamma")); }
Randomizer hadamard(const Arguments& x) { return blanket::hadamard(x.count("k"), x.number("eps0")); }
Randomizer subsets(const Arguments& x) { return blanket::subset(x.count("k"), x.count("subset"), x.number("eps0")); }
Randomizer any(const Arguments& x) { return blanket::table(x.rows("table")); }

template <Randomizer (*randomizer)(const Arguments&)>
Answer evaluate_delta(const Arguments& x, const Request& r) {
  return delta_of(randomizer(x), x, r);
}

template <Randomizer (*randomizer)(const Arguments&)>
Answer evaluate_epsilon(const Arguments& x, const Request& r) {
  return epsilon_of(randomizer(x), x, r);
}

template <Randomizer (*randomizer)(const Arguments&)>
Prepared prepare(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const auto end = [&](const std::optional<Number>& value, bool upper) {
    return value ? std::optional(delta_end(x, *value, upper)) : std::nullopt;
  };
  auto laws =
      blanket::laws({x.count("n"), randomizer(x).problem}, end(ends.lower, false), end(ends.upper, true), budget);
  return laws ? prepared(*std::move(laws)) : refused("no law small enough for the checker proves an end");
}

std::string_view unless_few_users(const Arguments& x) {
  constexpr slong most = 1'000'000'000'000;
  return x.count("n") <= most ? "" : too_much_work;
}

template <Randomizer (*randomizer)(const Arguments&)>
const Certifier delta_certifier{.methods = "laws", .prepare = prepare<randomizer>, .obstacle = unless_few_users};
template <Randomizer (*randomizer)(const Arguments&)>
const Certifier epsilon_certifier{
    .methods = "laws", .prepare = prepare<randomizer>, .obstacle = unless_few_users, .can_state = is_moderate_eps};

template <Randomizer (*randomizer)(const Arguments&)>
void add(std::vector<Entry>& t, std::string_view family) {
  t.push_back(row(fmt::format("{}.delta", family), evaluate_delta<randomizer>, &delta_certifier<randomizer>));
  t.push_back(row(fmt::format("{}.epsilon", family), evaluate_epsilon<randomizer>, &epsilon_certifier<randomizer>));
}

}  // namespace

std::vector<Entry> blanket_rows() {
  std::vector<Entry> t;
  add<laplace>(t, "shuffle-laplace");
  add<gaussian>(t, "shuffle-gaussian");
  add<krr>(t, "shuffle-krr");
  add<hadamard>(t, "shuffle-hadamard");
  add<subsets>(t, "shuffle-subset");
  add<any>(t, "shuffle-table");
  return t;
}

}  // namespace hallmark
