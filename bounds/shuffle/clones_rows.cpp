// The rows of the registry for the clones pair and its closed forms.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/composition/answers.hpp"
#include "bounds/composition/mechanisms.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/closed_forms.hpp"

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

Answer closed_form(const Arguments& x, const Request& r, Ball (*form)(const closed_forms::Parameters&, long)) {
  const closed_forms::Parameters p{x.count("n"), x.number("eps0"), x.number("delta")};
  return from_balls([&](long bits) { return form(p, bits); }, r, "closed form");
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
  t.push_back(
      {"clones.epsilon.closed-form",
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
       [](const Arguments& x, const Request& r) { return closed_form(x, r, closed_forms::theorem_3_1_upper); }});
  t.push_back(
      {"clones.epsilon.closed-form-sharp",
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
       [](const Arguments& x, const Request& r) { return closed_form(x, r, closed_forms::theorem_3_1_sharp_upper); }});
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
  return t;
}

}  // namespace hallmark
