// The rows of the registry for compositions of any list of mechanisms.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/certifier.hpp"
#include "bounds/composition/answers.hpp"
#include "bounds/composition/parallel.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;

using PhasesOf = std::shared_ptr<const std::vector<composition::Phase>>;

// What is composed: the parameter, or the list of --compose.
PhasesOf phases(std::string_view id, const Arguments& x, const Request& r) {
  if (x.phases() != nullptr) {
    if (r.phases != nullptr) throw InputError(fmt::format("{}: phases: must not stand beside --compose", id));
    return x.phases();
  }
  if (r.phases == nullptr) {
    throw InputError(
        fmt::format("{}: --compose FILE: must be given: a JSON list of mechanisms; or the parameter phases, "
                    "\"3*laplace(eps0=1)+gaussian(sigma=2)\"",
                    id));
  }
  return r.phases;
}

// What was composed, for the reader of the answer.
void report(Answer& a, const Arguments& x, const std::vector<composition::Phase>& list) {
  std::string text;
  for (const auto& p : list) {
    text += (text.empty() ? "" : "; ") + std::to_string(p.rounds) + " x " + p.key;
  }
  if (!x.has("phases")) a.composed = std::move(text);  // else a parameter says it
  if (composition::is_upper(list)) a.method += composition::upper_note;
}

Answer composition_delta(const Arguments& x, const Request& r) {
  const PhasesOf list = phases("composition.delta", x, r);
  Answer a = composition::delta_answer(*list, x.direction(), x.number("eps"), r);
  report(a, x, *list);
  return a;
}

Answer composition_epsilon(const Arguments& x, const Request& r) {
  const PhasesOf list = phases("composition.epsilon", x, r);
  Answer a = composition::epsilon_answer(*list, x.direction(), x.number("delta"), r);
  report(a, x, *list);
  return a;
}

}  // namespace

std::vector<Entry> composition_rows() {
  return {row("parallel.delta", parallel::delta_answer, &parallel::delta_certifier),
          row("parallel.epsilon", parallel::epsilon_answer, &parallel::epsilon_certifier),
          row("composition.delta", composition_delta, &composition_certifier),
          row("composition.epsilon", composition_epsilon, &composition_certifier)};
}

}  // namespace hallmark
