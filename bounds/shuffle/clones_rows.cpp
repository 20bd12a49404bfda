// The rows of the registry for the clones pair and its closed forms.
#include <fmt/format.h>

#include <chrono>

#include "bounds/composition/answers.hpp"
#include "bounds/renyi.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/advanced_composition.hpp"
#include "bounds/shuffle/approximate.hpp"
#include "bounds/shuffle/certifiers.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/clones_renyi.hpp"
#include "bounds/shuffle/closed_forms.hpp"
#include "bounds/shuffle/phases.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

// Several rounds on the same data, each dominated by the pair.
std::vector<composition::Phase> several(const Arguments& x) {
  return {composition::clones_phase(x.count("n"), x.number("eps0"), x.count("rounds"))};
}

Answer clones_delta(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r)) return composition::delta_answer(several(x), Direction::both, x.number("eps"), r);
  const clones::DeltaParameters p{x.count("n"), x.number("eps0"), x.number("eps")};
  if (less_equal(p.eps0, p.eps) == Truth::yes) {
    Answer a;
    a.method = "exactly 0: the pair is eps0-indistinguishable";
    set_exact(a, 0);
    return a;
  }
  if (r.exact) {
    if (const auto fraction = clones::delta_exact(p, r.budget)) {
      Answer a;
      a.method = "exact rational sum over the clone count";
      set_exact(a, *fraction);
      return a;
    }
  }
  Answer a =
      from_balls([&](slong bits) { return clones::delta(p, bits, r.budget); }, r, "ball sum over the clone count");
  if (!a.reached) {
    const Budget extra = r.budget.beyond(std::chrono::milliseconds(500), 20'000);
    constexpr slong bits = 96;
    meet(a, clones::rough_delta(p, bits, extra), r, "between two clone counts");
  }
  return a;
}

Answer clones_epsilon(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r))
    return composition::epsilon_answer(several(x), Direction::both, x.number("delta"), r);
  return from_inversion(clones::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget),
                        "certified inversion of clones.delta");
}

// The closed form as printed, or with sharper constants.
template <Ball (*form)(const closed_forms::Parameters&, slong), approximate::Form approximate_form>
Answer closed_form(const Arguments& x, const Request& r) {
  if (x.number("delta0").sign() > 0) {
    Answer a =
        from_inversion(approximate::epsilon_upper(
                           approximate_form, {x.count("n"), x.number("eps0"), x.number("delta0"), x.number("delta")},
                           r.digits, r.budget),
                       "Theorem 3.8: the closed form at delta less what approximate randomizers add, least eps");
    const auto& texts = x.canonical();
    a.axioms = {
        fmt::format("FMT21-Theorem-3.8 delta0={} eps0={} n={}", texts.at("delta0"), texts.at("eps0"), texts.at("n"))};
    return a;
  }
  const closed_forms::Parameters p{x.count("n"), x.number("eps0"), x.number("delta")};
  return from_balls([&](slong bits) { return form(p, bits); }, r, "closed form");
}

Answer clones_renyi(const Arguments& x, const Request& r) {
  const bool beyond = less(clones::largest_order, x.number("alpha")) == Truth::yes;
  const Number order = beyond ? Number(clones::largest_order) : x.number("alpha");
  const clones::RenyiParameters p{x.count("n"), x.number("eps0"), order, x.count("rounds")};
  Answer a =
      from_balls([&](slong bits) { return clones::renyi(p, bits, r.budget); }, r, "moments over the clone count");
  if (!a.reached) a.shortfall = "the sum over clones and their halves needs more time; both ends are proved";
  if (beyond) between_orders(a, x, r);
  return a;
}

Answer clones_epsilon_renyi(const Arguments& x, const Request& r) {
  const renyi::Curve curve{
      [&](slong order, slong bits) {
        return clones::renyi({x.count("n"), x.number("eps0"), order, x.count("rounds")}, bits, r.budget);
      },
      renyi::Shape::divergence};
  const auto [first, last] = x.orders();
  const renyi::Conversion c = renyi::epsilon_upper(curve, x.number("delta"), {first, last}, r.digits, r.budget);
  return from_conversion(c, "clones.epsilon.renyi", fmt::format("Renyi order {}", c.order));
}

Answer clones_epsilon_advanced(const Arguments& x, const Request& r) {
  const clones::AdvancedComposition found = clones::advanced_composition(
      {x.count("n"), x.number("eps0"), x.number("delta"), x.count("rounds")}, r.digits, r.budget);
  Answer a = from_inversion(found.epsilon, "exact composition of (eps, delta)-DP rounds");
  a.witness.method = witness::OneRound{found.eps1.lo, found.eps1.hi};
  return a;
}

Answer lemma_a1(const Arguments& x, const Request& r) {
  return from_balls(
      [&](slong bits) {
        return closed_forms::lemma_a1_upper({x.count("n"), x.number("p"), x.number("delta")}, bits);
      },
      r, "closed form");
}

}  // namespace

std::vector<Entry> clones_rows() {
  return {row("clones.delta", clones_delta, &rounds_certifier),
          row("clones.epsilon", clones_epsilon, &rounds_epsilon_certifier),
          row("clones.epsilon.closed-form", closed_form<closed_forms::theorem_3_1_upper, approximate::Form::printed>,
              &pure_formula_certifier),
          row("clones.epsilon.closed-form-sharp",
              closed_form<closed_forms::theorem_3_1_sharp_upper, approximate::Form::sharp>, &pure_formula_certifier),
          row("clones.epsilon.lemma-a1", lemma_a1, &formula_certifier),
          row("clones.epsilon.advanced-composition", clones_epsilon_advanced, &advanced_composition_certifier),
          row("clones.epsilon.renyi", clones_epsilon_renyi, &orders_certifier),
          row("clones.renyi", clones_renyi, &moments_certifier)};
}

}  // namespace hallmark
