// The rows of the registry for the worst case of every eps0-local randomizer.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/certifiers.hpp"
#include "bounds/shuffle/phases.hpp"
#include "bounds/shuffle/shuffle.hpp"

namespace hallmark {
namespace {

using namespace rows;

// A bracket that cannot be closed by effort: reached means that both ends stand to the digits asked for.
Answer from_worst_case(const shuffle::WorstCase& w) {
  Answer a;
  a.lo = std::max(w.bracket.lo, Rational(0));
  a.hi = w.bracket.hi;
  a.reached = w.reached;
  a.bits = w.bits;
  a.method = fmt::format("lower end: rr2 ({}, others={}); upper end: clones", to_string(w.witness.direction),
                         w.witness.others);
  a.witness.response = witness::Response{w.witness.others, w.witness.direction};
  return a;
}

// Several rounds: clones composed above, shuffled 2RR on all-zero others composed below.
Answer composed_bracket(const Arguments& x,
                        const std::function<Answer(const std::vector<composition::Phase>&)>& answer) {
  const slong n_reports = x.count("n");
  const Number& local = x.number("eps0");
  const slong many = x.count("rounds");
  Answer a = answer({composition::clones_phase(n_reports, local, many)});
  const Answer below = answer({composition::rr2_phase(n_reports, local, 0, many)});
  if (below.lo != a.hi) a.exact.reset();
  a.lo = std::min(below.lo, a.hi);
  a.bits = std::max(a.bits, below.bits);
  if (!below.reached) a.shortfall = below.shortfall;
  a.reached = a.reached && below.reached;
  const Direction direction = *below.larger;
  a.method = fmt::format("lower end: rr2 ({}, others=0), {}; upper end: clones, {}", to_string(direction), below.method,
                         a.method);
  a.witness.response = witness::Response{0, direction};
  return a;
}

Answer shuffle_delta(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r)) {
    return composed_bracket(x, [&](const std::vector<composition::Phase>& phases) {
      return composition::delta_answer(phases, Direction::both, x.number("eps"), r);
    });
  }
  if (less_equal(x.number("eps0"), x.number("eps")) == Truth::yes) {
    Answer a;
    a.method = "exactly 0: every eps0-local randomizer stays eps0-DP when shuffled";
    a.witness.response = witness::Response{0, Direction::remove};
    set_exact(a, 0);
    return a;
  }
  return from_worst_case(shuffle::delta({x.count("n"), x.number("eps0"), x.number("eps")}, r.digits, r.budget));
}

Answer shuffle_epsilon(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r)) {
    return composed_bracket(x, [&](const std::vector<composition::Phase>& phases) {
      return composition::epsilon_answer(phases, Direction::both, x.number("delta"), r);
    });
  }
  return from_worst_case(shuffle::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget));
}

}  // namespace

std::vector<Entry> shuffle_rows() {
  return {row("shuffle.delta", shuffle_delta, &rounds_certifier),
          row("shuffle.epsilon", shuffle_epsilon, &rounds_epsilon_certifier)};
}

}  // namespace hallmark
