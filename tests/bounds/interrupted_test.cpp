// Wherever the budget ends, an answer encloses: those of one question at every budget meet one another.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>

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

/// Asks with `most` questions of budget, then at so many places where it may end before; all answers meet.
void answers_meet(const Entry& e, const ParameterTexts& texts, long digits, long most, long places) {
  const Arguments arguments = e.arguments(texts);
  const auto ask = [&](const Budget& budget) -> std::optional<Answer> {
    try {
      return evaluate(e, arguments, {.digits = digits, .budget = budget});
    } catch (const InputError&) {  // too early for any bracket
      return std::nullopt;
    }
  };
  const Budget whole = Budget::counted(most);
  std::optional<Answer> best = ask(whole);
  if (best) best->lo = best->lower_end();  // an upper end of one choice says nothing of the others from below
  const long all = std::min(whole.work(), most);
  for (long i = 0; i < places; ++i) {
    const long work = i < 4 ? i : all / places * i;
    const std::optional<Answer> a = ask(Budget::counted(work));
    if (!a) continue;
    if (best) {
      INFO(e.id << ", after " << work << " questions: " << ends(*a) << ", others " << ends(*best));
      CHECK(a->lower_end() <= best->hi);
      CHECK(best->lo <= a->hi);
    }
    if (!best) {
      best = a;
      best->lo = 0;
    }
    best->lo = std::max(best->lo, a->lower_end());
    best->hi = std::min(best->hi, a->hi);
  }
}

}  // namespace

TEST_CASE("interrupted: upper bounds that choose among orders, rates and shares meet wherever the budget ends") {
  for (const std::string_view id :
       {"allocation.delta.recursive", "allocation.epsilon.recursive", "allocation.epsilon.truncated-poisson",
        "allocation.delta.laplace-add", "clones.delta.approximate", "clones.epsilon.approximate"}) {
    answers_meet(entry(id), example_of(entry(id)), 6, 10'000, 8);
  }
  // Several selected steps: the least of two bounds, of which one may not be known in time.
  const ParameterTexts several{{"delta", "5e-4"}, {"epochs", "10"},  {"orders", "3..40"},  {"selected", "2"},
                               {"sigma", "0.62"}, {"steps", "1000"}, {"direction", "both"}};
  answers_meet(entry("allocation.epsilon.renyi"), several, 30, 20'000, 60);
}

TEST_CASE("interrupted: the answers of every example meet wherever the budget ends", "[.long]") {
  for (const Entry& e : registry()) {
    if (e.status == Status::proved) answers_meet(e, example_of(e), 12, 20'000, 16);
  }
}
