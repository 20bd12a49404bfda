// The rows of the registry for the clones pair and its closed forms.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/composition/answers.hpp"
#include "bounds/renyi.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/advanced_composition.hpp"
#include "bounds/shuffle/approximate.hpp"
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
  return from_balls([&](long bits) { return clones::delta(p, bits, r.budget); }, r, "ball sum over the clone count");
}

Answer clones_epsilon(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r))
    return composition::epsilon_answer(several(x), Direction::both, x.number("delta"), r);
  return from_inversion(clones::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget),
                        "certified inversion of clones.delta");
}

Answer closed_form(const Arguments& x, const Request& r, Ball (*form)(const closed_forms::Parameters&, long),
                   approximate::Form approximate_form) {
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
  return from_balls([&](long bits) { return form(p, bits); }, r, "closed form");
}

Answer clones_renyi(const Arguments& x, const Request& r) {
  const clones::RenyiParameters p{x.count("n"), x.number("eps0"), x.number("alpha"), x.count("rounds")};
  Answer a = from_balls([&](long bits) { return clones::renyi(p, bits, r.budget); }, r, "moments over the clone count");
  if (!a.reached) a.shortfall = "the sum over clones and their halves needs more time; both ends are proved";
  return a;
}

Answer clones_epsilon_renyi(const Arguments& x, const Request& r) {
  const renyi::Curve curve{
      [&](long order, long bits) {
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
  a.witness["eps1-lower"] = found.eps1.lo.to_string();
  a.witness["eps1-upper"] = found.eps1.hi.to_string();
  return a;
}

}  // namespace

std::vector<Entry> clones_rows() {
  std::vector<Entry> t;
  t.push_back({"clones.delta",
               "hockey-stick divergence of the clones pair",
               Bounds::pair,
               Kind::exact,
               Status::proved,
               "[FMT21] Theorem 3.2",
               Adjacency::replace_one,
               {n, eps0, eps, rounds},
               "O(sqrt(n e^-eps0)) ball operations",
               composition::one_or_more_rounds,
               'A',
               {},
               {},
               clones_delta});
  t.push_back({"clones.epsilon",
               "smallest eps with clones.delta <= delta",
               Bounds::pair,
               Kind::exact,
               Status::proved,
               "[FMT21] Theorem 3.2",
               Adjacency::replace_one,
               {n, eps0, delta, rounds},
               "about 8 evaluations of clones.delta",
               composition::one_or_more_rounds,
               'E',
               nonincreasing,
               {},
               clones_epsilon});
  t.push_back({"clones.epsilon.closed-form",
               "closed-form epsilon for every eps0-local randomizer",
               Bounds::mechanism,
               Kind::upper,
               Status::proved,
               "[FMT21] Theorem 3.1",
               Adjacency::replace_one,
               {n, eps0, positive_delta, delta0},
               "O(1)",
               "balls",
               'D',
               {},
               AxiomUse{"FMT21-Theorem-3.1", {"delta", "eps0", "n"}},
               [](const Arguments& x, const Request& r) {
                 return closed_form(x, r, closed_forms::theorem_3_1_upper, approximate::Form::printed);
               }});
  t.push_back({"clones.epsilon.closed-form-sharp",
               "closed-form epsilon with the constants of our own proof",
               Bounds::mechanism,
               Kind::upper,
               Status::proved,
               "[FMT21] Theorem 3.2 and Lemma A.1, sharpened",
               Adjacency::replace_one,
               {n, eps0, positive_delta, delta0},
               "O(1)",
               "balls",
               'D',
               {},
               clones_reduction(),
               [](const Arguments& x, const Request& r) {
                 return closed_form(x, r, closed_forms::theorem_3_1_sharp_upper, approximate::Form::sharp);
               }});
  t.push_back({"clones.epsilon.lemma-a1",
               "closed-form epsilon for the pair of Lemma A.1",
               Bounds::pair,
               Kind::upper,
               Status::proved,
               "[FMT21] Lemma A.1",
               Adjacency::replace_one,
               {n, {"p", Domain::positive_probability}, positive_delta},
               "O(1)",
               "balls",
               'D',
               {},
               {},
               [](const Arguments& x, const Request& r) {
                 return from_balls(
                     [&](long bits) {
                       return closed_forms::lemma_a1_upper({x.count("n"), x.number("p"), x.number("delta")}, bits);
                     },
                     r, "closed form");
               }});
  t.push_back({"clones.epsilon.advanced-composition",
               "epsilon of several rounds by the exact composition theorem",
               Bounds::mechanism,
               Kind::upper,
               Status::proved,
               "[FMT21] Theorem 3.2 and [KOV15]",
               Adjacency::replace_one,
               {n, eps0, positive_delta, rounds},
               "two inversions",
               "balls",
               'E',
               nonincreasing,
               clones_reduction(),
               clones_epsilon_advanced});
  t.push_back({"clones.epsilon.renyi",
               "epsilon of several rounds by Renyi accounting",
               Bounds::mechanism,
               Kind::upper,
               Status::proved,
               "[FMT21] Theorem 3.2 and [CKS20] Proposition 12",
               Adjacency::replace_one,
               {n, eps0, positive_delta, {"orders", Domain::orders, "2..1500"}, rounds},
               "about 40 evaluations of clones.renyi",
               "balls",
               'C',
               {},
               clones_reduction(),
               clones_epsilon_renyi});
  t.push_back({"clones.renyi",
               "Renyi divergence of the clones pair",
               Bounds::pair,
               Kind::exact,
               Status::proved,
               "[FMT21] Theorem 3.2",
               Adjacency::replace_one,
               {n, eps0, alpha, rounds},
               "O(sqrt(n e^-eps0)) ball operations at moderate orders",
               "balls",
               'C',
               {},
               {},
               clones_renyi});
  return t;
}

}  // namespace hallmark
