// The rows of the registry for shuffled binary randomized response.
#include <fmt/format.h>

#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/certifiers.hpp"
#include "bounds/shuffle/clones_renyi.hpp"
#include "bounds/shuffle/phases.hpp"
#include "bounds/shuffle/rr2.hpp"
#include "bounds/shuffle/rr2_renyi.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

// The composition of the others asked for; for "best" a search at eps.
rr2::Composition composition(const Arguments& x, const Number& at_eps, const Request& r) {
  if (const auto m = x.others()) return {*m, x.direction()};
  // The search runs over remove; add with m others equals remove with n-1-m, and both is at least either.
  const rr2::Composition found = rr2::search_composition(x.count("n"), x.number("eps0"), at_eps, r.budget);
  const slong m = x.direction() == Direction::add ? x.count("n") - 1 - found.others : found.others;
  return {m, x.direction()};
}

void check_others(std::string_view id, const Arguments& x) {
  const auto m = x.others();
  if (m && *m >= x.count("n")) throw InputError(id, "others", std::to_string(*m), "an integer from 0 to n - 1");
}

void report_composition(Answer& a, const Arguments& x, const rr2::Composition& c) {
  a.witness.response = witness::Response{c.others, c.direction};
  if (!x.others()) a.chosen["others"] = std::to_string(c.others);
}

Answer rr2_delta(const Arguments& x, const Request& r) {
  check_others("rr2.delta", x);
  const rr2::Composition c = composition(x, x.number("eps"), r);
  const rr2::DeltaParameters p{x.count("n"), x.number("eps0"), x.number("eps"), c.direction, c.others};
  Answer a;
  if (composition::is_composed(x, r)) {
    // The same others in every round.
    a = composition::delta_answer({composition::rr2_phase(p.n, p.eps0, c.others, x.count("rounds"))}, c.direction,
                                  p.eps, r);
    report_composition(a, x, {c.others, c.direction == Direction::both ? *a.larger : c.direction});
    return a;
  }
  if (less_equal(p.eps0, p.eps) == Truth::yes) {
    a.method = "exactly 0: the mechanism is eps0-DP";
    set_exact(a, 0);
  } else {
    a = from_balls([&](slong bits) { return rr2::delta(p, bits, r.budget); }, r,
                   fmt::format("one tail of the number of ones (others={})", c.others));
  }
  report_composition(a, x, {c.others, rr2::larger_direction(p, r.budget)});
  return a;
}

Answer rr2_epsilon(const Arguments& x, const Request& r) {
  check_others("rr2.epsilon", x);
  // "best" is searched at the epsilon of others = 0.
  const auto at = [&](const rr2::Composition& c, slong digits) {
    return rr2::epsilon({x.count("n"), x.number("eps0"), x.number("delta"), c.direction, c.others}, digits, r.budget);
  };
  constexpr slong rough = 6;
  const rr2::Composition c = x.others() ? rr2::Composition{*x.others(), x.direction()}
                                        : composition(x, at({0, x.direction()}, rough).bracket.lo, r);
  if (composition::is_composed(x, r)) {
    Answer a = composition::epsilon_answer(
        {composition::rr2_phase(x.count("n"), x.number("eps0"), c.others, x.count("rounds"))}, c.direction,
        x.number("delta"), r);
    report_composition(a, x, {c.others, c.direction == Direction::both ? *a.larger : c.direction});
    return a;
  }
  const Inversion i = at(c, r.digits);
  Answer a = from_inversion(i, fmt::format("certified inversion of rr2.delta (others={})", c.others));
  report_composition(a, x,
                     {c.others, rr2::larger_direction(
                                    {x.count("n"), x.number("eps0"), i.bracket.lo, c.direction, c.others}, r.budget)});
  return a;
}

Answer rr2_renyi(const Arguments& x, const Request& r) {
  if (x.count("others") >= x.count("n")) {
    throw InputError("rr2.renyi", "others", std::to_string(x.count("others")), "an integer from 0 to n - 1");
  }
  const bool beyond = less(clones::largest_order, x.number("alpha")) == Truth::yes;
  const Number order = beyond ? Number(clones::largest_order) : x.number("alpha");
  const auto at = [&](Direction direction, slong bits) {
    return rr2::renyi({x.count("n"), x.number("eps0"), order, direction, x.count("others"), x.count("rounds")}, bits,
                      r.budget);
  };
  Answer a = from_balls([&](slong bits) { return at(x.direction(), bits); }, r, "sum over the number of ones");
  if (beyond) between_orders(a, x, r);
  Direction larger = x.direction();
  if (larger == Direction::both) {
    constexpr slong rough = 64;
    larger = less(at(Direction::remove, rough), at(Direction::add, rough)) == Truth::yes ? Direction::add
                                                                                         : Direction::remove;
  }
  report_composition(a, x, {x.count("others"), larger});
  return a;
}

}  // namespace

std::vector<Entry> rr2_rows() {
  return {row("rr2.delta", rr2_delta, &rounds_certifier), row("rr2.epsilon", rr2_epsilon, &rounds_epsilon_certifier),
          row("rr2.renyi", rr2_renyi, &moments_certifier)};
}

}  // namespace hallmark
