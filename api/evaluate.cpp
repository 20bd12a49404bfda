#include "hallmark/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/enclosures.hpp"
#include "exact/decimal.hpp"
#include "exact/parallel.hpp"

namespace hallmark {
namespace {

// The thresholds that are asked for together, where the quantity makes one table for all of them.
std::vector<Number> thresholds_of(const Term& term, const ParameterTexts& parameters, const Options& options) {
  constexpr std::size_t most = 64;
  std::vector<Number> all;
  if (options.thresholds.empty() || !term.entry->shares_thresholds) return all;
  if (options.thresholds.size() > most) {
    throw InputError("options", "thresholds", std::to_string(options.thresholds.size()) + " of them", "at most 64");
  }
  ParameterTexts other = parameters;
  for (const std::string& text : options.thresholds) {
    other.insert_or_assign("eps", text);
    const Number eps = term.entry->arguments(other).number("eps");
    if (std::find(all.begin(), all.end(), eps) == all.end()) all.push_back(eps);
  }
  const Number& own = term.arguments.number("eps");
  if (std::find(all.begin(), all.end(), own) == all.end()) {
    throw InputError("options", "thresholds", "a list without " + own.to_string(), "one that holds the eps asked for");
  }
  if (all.size() < 2) all.clear();
  return all;
}

// The answer, and where its two ends are quoted differently at the digits asked for a finer one, so that what is quoted is
// the least number of that many digits above the truth: two digits more, then eight, as far as a second goes, or a
// hundredth of the time limit where that is more.
Answer with_guard_digits(const Entry& e, const Arguments& arguments, const Request& request, double seconds) {
  constexpr double share = 100;
  const int parts = static_cast<int>(std::clamp(seconds, 1.0, share));
  Answer answer = evaluate(e, arguments, request);
  if (kind_of(e, arguments) == Kind::bracket) return answer;
  for (const std::int64_t guard : {2, 8}) {
    const std::string quoted = decimal(answer.hi, request.digits, Rounding::up);
    const bool is_least = quoted == decimal(answer.lo, request.digits, Rounding::up);
    if (is_least || !has_digits(answer.lo, answer.hi, request.digits) || request.budget.expired()) break;
    Request more = request;
    more.digits += guard;
    more.default_effort = false;
    more.budget = request.budget.first(1, parts);
    try {
      Answer finer = evaluate(e, arguments, more);
      if (!has_digits(finer.lo, finer.hi, more.digits)) break;
      answer = std::move(finer);
    } catch (const InputError&) {
      break;  // its part of the time ended before anything was known
    }
  }
  return answer;
}

}  // namespace

void free_caches_at_thread_end() {
  struct AtEnd {
    ~AtEnd() { free_thread_caches(); }
  };
  thread_local const AtEnd at_end;
  (void)at_end;
}

Budget start(const Options& options) {
  if (!(options.seconds >= 0.001 && options.seconds <= 1e7)) {
    throw InputError("options", "seconds", fmt::format("{}", options.seconds), "a number from 0.001 to 10^7");
  }
  return Budget(std::chrono::duration<double>(options.seconds), options.stop);
}

std::shared_ptr<const Entry> shared_row(std::string_view id) { return {std::shared_ptr<const Entry>(), &entry(id)}; }

Enclosure enclosure_of(std::shared_ptr<const Proof> proof, std::int64_t digits) {
  const Entry& e = *proof->entry;
  const Arguments& x = proof->arguments;
  const Answer& answer = proof->answer;
  const Kind kind = kind_of(e, x);
  const StatedEnds text = stated_ends(answer, digits);
  const std::string of = answer.composed.empty() ? "" : fmt::format(" of {}", answer.composed);
  const auto exact_text = [](const std::optional<Rational>& end) {
    return end ? std::optional(end->to_string()) : std::nullopt;
  };
  std::vector<MethodEnds> methods;
  for (const Method& m : answer.methods) {
    methods.push_back({m.id, exact_text(m.lo), exact_text(m.hi), m.axioms, m.note});
  }
  const bool upper_end = answer.encloses == Encloses::upper_end;
  return {.statement = fmt::format("{}{}{}{} in [{}, {}]", upper_end ? "an upper end of " : "", e.id, x.text(), of,
                                   text.lo, text.hi),
          .quantity = std::string(e.id),
          .parameters = x.canonical(),
          .composed = answer.composed,
          .phases = proof->phases,
          .bounds = e.bounds,
          .kind = kind,
          .status = e.status,
          .adjacency = x.adjacency(),
          .direction = e.directional() ? x.direction() : Direction::both,
          .lo = answer.lo.to_string(),
          .hi = answer.hi.to_string(),
          .lo_decimal = text.lo,
          .hi_decimal = text.hi,
          .lo_binary64 = binary64(answer.lo, Rounding::down),
          .hi_binary64 = binary64(answer.hi, Rounding::up),
          .exact = exact_text(answer.exact),
          .upper_end = upper_end,
          .reached = answer.reached,
          .shortfall = answer.shortfall,
          .method = answer.method,
          .route = answer.route,
          .bits = answer.bits,
          .axioms = answer.axioms,
          .readings = x.readings(),
          .methods = std::move(methods),
          .proof = std::move(proof)};
}

Enclosure enclose(std::shared_ptr<const Entry> row, const ParameterTexts& parameters, const Options& options,
                  ListedPhases listed) {
  free_caches_at_thread_end();
  constexpr std::int64_t usual_digits = 6;
  const std::int64_t digits = options.digits.value_or(usual_digits);
  if (digits < 1 || digits > 1000) {
    throw InputError("options", "digits", std::to_string(digits), "an integer from 1 to 1000");
  }
  const Entry& e = *row;
  const Term term{&e, e.arguments(parameters)};
  const Budget budget = start(options);
  const Request request{.digits = digits,
                        .exact = options.exact,
                        .route = options.route,
                        .all_methods = options.all_methods,
                        .thresholds = thresholds_of(term, parameters, options),
                        .default_effort = !options.digits,
                        .phases = std::move(listed.phases),
                        .budget = budget};
  Answer answer = with_guard_digits(e, term.arguments, request, options.seconds);
  return enclosure_of(
      std::make_shared<const Proof>(Proof{std::move(row), term.arguments, std::move(answer), std::move(listed.text)}),
      digits);
}

Enclosure evaluate(std::string_view quantity, const ParameterTexts& parameters, const Options& options) {
  return enclose(shared_row(quantity), parameters, options);
}

}  // namespace hallmark
