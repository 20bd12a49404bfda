// The rows of the registry for compositions of any list of mechanisms.
#include <algorithm>

#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

const std::vector<composition::Phase>& phases(std::string_view id, const Request& r) {
  if (r.phases == nullptr)
    throw InputError(std::string(id) + ": --compose FILE: must be given: a JSON list of mechanisms");
  return *r.phases;
}

// What was composed, for the reader of the answer.
void report(Answer& a, const std::vector<composition::Phase>& list) {
  std::string text;
  for (const auto& p : list) {
    text += (text.empty() ? "" : "; ") + std::to_string(p.rounds) + " x " + p.key;
  }
  a.composed = std::move(text);
  if (std::any_of(list.begin(), list.end(), [](const composition::Phase& p) { return p.upper; })) {
    a.method += "; of the least pair that dominates a class of mechanisms, so an upper bound for these";
  }
}

Answer composition_delta(const Arguments& x, const Request& r) {
  const auto& list = phases("composition.delta", r);
  Answer a = composition::delta_answer(list, x.direction(), x.number("eps"), r);
  report(a, list);
  return a;
}

Answer composition_epsilon(const Arguments& x, const Request& r) {
  const auto& list = phases("composition.epsilon", r);
  Answer a = composition::epsilon_answer(list, x.direction(), x.number("delta"), r);
  report(a, list);
  return a;
}

}  // namespace

std::vector<Entry> composition_rows() {
  std::vector<Entry> t;
  t.push_back({.id = "composition.delta",
               .summary = "delta of the pairs of a list of mechanisms, composed",
               .bounds = Bounds::pair,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[KHH21] Theorem 5",
               .adjacency = Adjacency::replace_one,
               .parameters = {eps, direction},
               .cost = "seconds; O(log rounds) products on a grid",
               .routes = composition::routes,
               .evaluate = composition_delta});
  t.push_back({.id = "composition.epsilon",
               .summary = "smallest eps with composition.delta <= delta",
               .bounds = Bounds::pair,
               .kind = Kind::exact,
               .status = Status::proved,
               .theorem = "[KHH21] Theorem 5",
               .adjacency = Adjacency::replace_one,
               .parameters = {delta, direction},
               .cost = "seconds; O(log rounds) products on a grid",
               .routes = composition::routes,
               .evaluate = composition_epsilon});
  return t;
}

}  // namespace hallmark
