// Wherever the budget ends, an answer encloses: those of one question at every budget meet one another.
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <utility>

#include "bounds/guide.hpp"
#include "bounds/registry.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

using namespace hallmark;

namespace {

/// The parameters of an entry's example, the words `name=value` of a command.
ParameterTexts example_of(const Entry& e) {
  ParameterTexts texts;
  const std::string line = example(e);
  for (std::size_t at = 0; at < line.size();) {
    std::string word;
    for (bool quoted = false; at < line.size() && (quoted || line[at] != ' '); ++at) {
      if (line[at] == '"' || line[at] == '\'') {
        quoted = !quoted;
      } else {
        word += line[at];
      }
    }
    ++at;
    const auto equal = word.find('=');
    if (equal != std::string::npos) texts[word.substr(0, equal)] = word.substr(equal + 1);
  }
  return texts;
}

std::string ends(const Answer& a) {
  return "[" + decimal(a.lo, 15, Rounding::down) + ", " + decimal(a.hi, 15, Rounding::up) + "] " + a.method;
}

/// Asks at budgets of 0, 1, 2, 3, 5, ... questions until one is enough, at most `most`; the intersection of all answers.
void answers_meet(const Entry& e, const ParameterTexts& texts, const std::string& route, long digits, long most) {
  const Arguments arguments = e.arguments(texts);
  std::optional<Answer> best;
  long work = 0;
  for (long next = 1; work <= most; std::swap(work, next), next += work) {
    Answer a;
    try {
      a = evaluate(e, arguments, {.digits = digits, .route = route, .budget = Budget::counted(work)});
    } catch (const InputError&) {  // too early for any bracket
      continue;
    }
    INFO(e.id << " " << route << ", after " << work << " questions: " << ends(a)
              << (best ? ", before " + ends(*best) : ""));
    if (best) {
      CHECK(a.lo <= best->hi);
      CHECK(best->lo <= a.hi);
    }
    if (!best) best = a;
    if (a.lo > best->lo) best->lo = a.lo;
    if (a.hi < best->hi) best->hi = a.hi;
    if (a.reached) break;
  }
}

}  // namespace

TEST_CASE("interrupted: upper bounds that choose among orders, rates and shares meet wherever the budget ends") {
  for (const std::string_view id :
       {"allocation.delta.recursive", "allocation.epsilon.recursive", "allocation.epsilon.truncated-poisson",
        "clones.delta.approximate", "clones.epsilon.approximate"}) {
    answers_meet(entry(id), example_of(entry(id)), "", 6, 5'000);
  }
  // Several selected steps: the least of two bounds, of which one may not be known in time.
  const ParameterTexts several{{"delta", "5e-4"}, {"epochs", "10"},  {"orders", "3..40"},  {"selected", "2"},
                               {"sigma", "0.62"}, {"steps", "1000"}, {"direction", "both"}};
  answers_meet(entry("allocation.epsilon.renyi"), several, "", 30, 5'000);
}

TEST_CASE("interrupted: the answers of every example meet wherever the budget ends", "[.long]") {
  for (const Entry& e : registry()) {
    if (e.status == Status::proved) answers_meet(e, example_of(e), "", 12, 20'000);
  }
}
