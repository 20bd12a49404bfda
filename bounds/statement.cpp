#include "bounds/statement.hpp"

#include <algorithm>

#include "bounds/guide.hpp"
#include "bounds/within.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

// Whether the checker reads the numbers of a canonical text: integers of 10^5 digits, exp(r) within its exponents.
bool is_readable(std::string_view text) {
  constexpr std::size_t most_digits = 100'000;
  constexpr std::string_view digits = "0123456789";
  for (auto at = text.find_first_of(digits); at != std::string_view::npos;) {
    const auto end = std::min(text.find_first_not_of(digits, at), text.size());
    if (end - at > most_digits) return false;
    at = text.find_first_of(digits, end);
  }
  constexpr std::string_view opening = "exp(";
  for (auto at = text.find(opening); at != std::string_view::npos; at = text.find(opening, at)) {
    at += opening.size();
    const Rational r(text.substr(at, text.find(')', at) - at));
    if ((r.sign() < 0 ? -r : r) > Rational("1e18")) return false;
  }
  return true;
}

// Whether the certificate format has words for a value of this term at an end of a claim.
bool can_state(const Term& term, Relation relation, const Number& value) {
  constexpr slong longest_integer_bits = 330'000;  // under 10^5 digits
  if (!is_readable(value.to_string())) return false;
  // The sign of a smaller value takes the checker more bits than it has.
  if (value.sign() > 0 && less(value, Number::exp(-10'000'000)) == Truth::yes) return false;
  if (value.to_string().front() == '-' && !value.rational()) return false;
  if (value.rational() && value.rational()->height_bits() > longest_integer_bits) return false;
  const auto in_reach = term.entry->certifier->can_state;
  return in_reach == nullptr || in_reach(term.arguments, relation, value);
}

bool is_composition(const Term& term) { return term.arguments.phases() != nullptr; }

bool prepare(const Term& term, Answer& answer, Relation relation, const std::vector<Number>& values,
             const Budget& budget, std::string* obstacle) {
  ClaimedEnds ends;
  if (has_lower_end(relation)) ends.lower = values.front();
  if (has_upper_end(relation)) ends.upper = values.back();
  // At 0 nothing needs a proof, above it one of a number just beyond does; where the delta of phases is 0 the checker
  // must know itself.
  const bool knows_zero = is_composition(term) && !term.entry->inverse;
  if (relation == Relation::greater && ends.lower->sign() == 0 && !knows_zero) {
    ends.lower = Number(std::min(answer.lo / 2, pow(Rational(10), -20)));
  }
  if (const auto question = question_within(term.entry->id); question && question->counts) {
    // Of integers a strict end is a weak one at the next.
    if (relation == Relation::greater) ends.lower = *ends.lower->rational() + 1;
    if (relation == Relation::less) ends.upper = *ends.upper->rational() - 1;
  }
  const std::string_view in_the_way = obstacle_of(term);
  Prepared p = in_the_way.empty() ? term.entry->certifier->prepare(term, answer, ends, budget) : refused(in_the_way);
  if (p.witness) answer.witness = *std::move(p.witness);
  if (!p.witness && obstacle != nullptr) *obstacle = p.obstacle;
  return p.witness.has_value();
}

}  // namespace

Relation mirrored(Relation relation) {
  switch (relation) {
    case Relation::less_equal:
      return Relation::greater_equal;
    case Relation::less:
      return Relation::greater;
    case Relation::greater_equal:
      return Relation::less_equal;
    case Relation::greater:
      return Relation::less;
    case Relation::in:
    case Relation::about:
      break;
  }
  require(false, "one of the four comparisons");
  return relation;
}

Relation negated(Relation relation) {
  switch (relation) {
    case Relation::less_equal:
      return Relation::greater;
    case Relation::less:
      return Relation::greater_equal;
    case Relation::greater_equal:
      return Relation::less;
    case Relation::greater:
      return Relation::less_equal;
    case Relation::in:
    case Relation::about:
      break;
  }
  require(false, "one of the four comparisons");
  return relation;
}

bool has_lower_end(Relation relation) {
  return relation == Relation::greater_equal || relation == Relation::greater || relation == Relation::in;
}
bool has_upper_end(Relation relation) {
  return relation == Relation::less_equal || relation == Relation::less || relation == Relation::in;
}

// The parameters as a certificate can state them: a searched composition becomes the one found.
Term definite(const Term& term, const Answer& answer) {
  ParameterTexts texts = term.arguments.canonical();
  for (const auto& [name, text] : answer.chosen) texts.at(name) = text;
  return {term.entry, term.entry->arguments(texts)};
}

Statement enclosure_statement(const Term& term, const Answer& answer, const Rational& lo, const Rational& hi) {
  return {definite(term, answer), Relation::in, {lo, hi}, answer};
}

std::vector<std::string> axioms_of(const Statement& s) {
  std::vector<std::string> all;
  const auto add = [&](const Term& term, Relation relation) {
    if (!term.entry->axiom) return;
    // The lower end of a bracket, or of a supremum that is attained, rests on nothing.
    const Kind kind = kind_of(*term.entry, term.arguments);
    const bool supremum = kind == Kind::bracket || kind == Kind::exact;
    const bool infimum = symbol_of(term.entry->id) == "fpr";  // of a test on any of them
    if (supremum && !(infimum ? has_lower_end(relation) : has_upper_end(relation))) return;
    all.push_back(term.entry->instantiated_axiom(term.arguments));
  };
  add(s.left, s.relation);
  if (s.right) add(*s.right, mirrored(s.relation));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string_view obstacle_of(const Term& term) {
  const Certifier* certifier = term.entry->certifier;
  if (certifier == nullptr) return "the checker does not know this quantity";
  // What the program chose is not a parameter that a certificate could state.
  const auto& texts = term.arguments.canonical();
  if (std::any_of(texts.begin(), texts.end(), [](const auto& text) { return text.second == "best"; })) {
    return no_words;
  }
  if (!std::all_of(texts.begin(), texts.end(), [](const auto& text) { return is_readable(text.second); })) {
    return "a parameter has over 10^5 digits or is exp(r) beyond the checker's range";
  }
  return certifier->obstacle == nullptr ? "" : certifier->obstacle(term.arguments);
}

bool has_words_for_values(const Statement& s) {
  if (s.right) return can_state(s.left, s.relation, *s.pivot) && can_state(*s.right, mirrored(s.relation), *s.pivot);
  if (s.relation != Relation::in) return can_state(s.left, s.relation, s.values.front());
  return can_state(s.left, Relation::greater_equal, s.values.front()) &&
         can_state(s.left, Relation::less_equal, s.values.back());
}

bool prepare_certificate(Statement& s, const Budget& budget, std::string* obstacle) {
  if (s.right && (is_composition(s.left) || is_composition(*s.right))) {
    if (obstacle != nullptr) *obstacle = "a certificate compares compositions with numbers only";
    return false;
  }
  if (!s.right) return prepare(s.left, s.left_answer, s.relation, s.values, budget, obstacle);
  const std::vector<Number> pivot{Number(*s.pivot)};
  return prepare(s.left, s.left_answer, s.relation, pivot, budget, obstacle) &&
         prepare(*s.right, *s.right_answer, mirrored(s.relation), pivot, budget, obstacle);
}

}  // namespace hallmark
