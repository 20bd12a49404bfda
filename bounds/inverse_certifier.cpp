#include "bounds/inverse_certifier.hpp"

#include "bounds/statement.hpp"
#include "bounds/within.hpp"

namespace hallmark {
namespace {

// One witness of what proves a lower end of delta, and an upper end; nothing for methods whose lines know no ends.
std::optional<witness::Method> joined(const witness::Method& below, const witness::Method& above) {
  return std::visit(
      [&]<typename T>(const T& lower) -> std::optional<witness::Method> {
        const T* upper = std::get_if<T>(&above);
        if (upper == nullptr) return std::nullopt;
        if constexpr (std::is_same_v<T, witness::Formula>) {
          return lower;
        } else if constexpr (std::is_same_v<T, witness::EpochLaws>) {
          if (lower.unit != upper->unit) return std::nullopt;
          return witness::EpochLaws{lower.unit, {lower.laws.lower, upper->laws.upper}};
        } else if constexpr (std::is_same_v<T, witness::Contours> || std::is_same_v<T, witness::Inversions> ||
                             std::is_same_v<T, witness::SelectedEnds>) {
          return T{lower.lower, upper->upper};
        } else {
          return std::nullopt;
        }
      },
      below);
}

// A claim about the parameter that a question asks for, by the certificates of the delta that it asks about.
class ByDelta {
 public:
  ByDelta(const Term& term, const Budget& budget)
      : term_(term), question_(*question_within(term.entry->id)), row_(entry(question_.of)), budget_(budget) {}

  Prepared prepare(const ClaimedEnds& ends) {
    const Rational beside = !question_.counts ? 0 : question_.grows ? 1 : -1;
    const std::optional<Number>& within = question_.grows ? ends.lower : ends.upper;
    const std::optional<Number>& beyond = question_.grows ? ends.upper : ends.lower;
    const auto above = within ? at(*within, true) : std::nullopt;
    const auto below = beyond ? at(beside == 0 ? *beyond : Number(*beyond->rational() + beside), false) : std::nullopt;
    if ((within && !above) || (beyond && !below)) return refused(why_);
    const auto method = joined(below ? *below : *above, above ? *above : *below);
    return method ? prepared(*method) : refused("its ends are proved by different methods");
  }

 private:
  // What proves that delta at a value of the parameter is at most (upper), or at least, the target.
  std::optional<witness::Method> at(const Number& value, bool upper) {
    const Arguments& x = term_.arguments;
    const slong least = x.has("selected") ? x.count("selected") : 1;
    if (question_.counts && less(value, least) == Truth::yes) return missing(no_words);
    const Term delta{&row_, arguments_at(row_, {{std::string(question_.parameter), value.to_string()}}, x)};
    const Certifier& certifier = *row_.certifier;
    const std::string_view obstacle = certifier.obstacle == nullptr ? "" : certifier.obstacle(delta.arguments);
    if (!obstacle.empty()) return missing(obstacle);
    ClaimedEnds ends;
    (upper ? ends.upper : ends.lower) = x.number("delta");
    const Prepared found = certifier.prepare(delta, Answer{}, ends, budget_);
    if (!found.witness) return missing(found.obstacle);
    return joined(found.witness->method, found.witness->method) ? std::optional(found.witness->method)
                                                                : missing("no method that the checker reads for it");
  }

  std::nullopt_t missing(std::string_view why) {
    why_ = why;
    return std::nullopt;
  }

  const Term& term_;
  const WithinQuestion question_;
  const Entry& row_;
  const Budget& budget_;
  std::string_view why_;
};

Prepared prepare_inverse(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  return ByDelta(term, budget).prepare(ends);
}

// An integer next to which delta is asked for, too: of a lower end at least 1.
bool is_count(const Arguments&, Relation relation, const Number& value) {
  const auto n = value.rational();
  if (!n || !n->is_integer()) return false;
  const Rational weak = relation == Relation::greater ? *n + 1 : relation == Relation::less ? *n - 1 : *n;
  return weak >= (has_upper_end(relation) ? 0 : 1) && weak < pow(Rational(10), 15);
}

// Between 10^-30 and 10^exponent.
template <slong exponent>
bool is_positive_below(const Arguments&, Relation relation, const Number& value) {
  return value.sign() > 0 && is_noise(relation, value, exponent);
}

}  // namespace

const Certifier count_certifier{
    .methods = "formula inversions contours", .prepare = prepare_inverse, .can_state = is_count};
const Certifier rate_certifier{.methods = "inversions", .prepare = prepare_inverse, .can_state = is_positive_below<0>};
const Certifier noise_certifier{
    .methods = "contours laws selected formula", .prepare = prepare_inverse, .can_state = is_positive_below<30>};

}  // namespace hallmark
