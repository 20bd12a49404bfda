#include "bounds/claim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

Truth both(Truth a, Truth b) {
  if (a == Truth::no || b == Truth::no) return Truth::no;
  return a == Truth::yes && b == Truth::yes ? Truth::yes : Truth::unknown;
}

// x R v for every x in [lo, hi] (yes), for none (no).
Truth compare(const Rational& lo, Relation relation, const Rational& hi, const Number& v) {
  const auto proved = [](Truth all, Truth none) {
    if (all == Truth::yes) return Truth::yes;
    return none == Truth::yes ? Truth::no : Truth::unknown;
  };
  switch (relation) {
    case Relation::less_equal:
      return proved(less_equal(hi, v), less(v, lo));
    case Relation::less:
      return proved(less(hi, v), less_equal(v, lo));
    case Relation::greater_equal:
      return proved(less_equal(v, lo), less(hi, v));
    case Relation::greater:
      return proved(less(v, lo), less_equal(hi, v));
    case Relation::in:
    case Relation::about:
      break;
  }
  require(false, "one of the four comparisons");
  return Truth::unknown;
}

// A relation takes one number, `in` two; only the four comparisons take another quantity in place of them.
void check_form(const Claim& claim) {
  const bool comparison = claim.relation != Relation::in && claim.relation != Relation::about;
  if (claim.right && !comparison) {
    throw InputError(claim.id, "relation", to_string(claim.relation), "<=, <, >= or > where the value is a quantity");
  }
  const std::size_t wanted = claim.right ? 0 : claim.relation == Relation::in ? 2 : 1;
  if (claim.values.size() != wanted) {
    throw InputError(claim.id, "value", fmt::format("{} numbers", claim.values.size()),
                     fmt::format("{} for the relation {}{}", wanted, to_string(claim.relation),
                                 claim.right ? " and another quantity" : ""));
  }
}

std::vector<Number> read_values(const Claim& claim) {
  check_form(claim);
  if (claim.relation == Relation::about) {
    const auto [lo, hi] = rounding_interval(claim.id, claim.values.at(0));
    return {lo, hi};
  }
  std::vector<Number> values;
  for (const std::string& text : claim.values) values.emplace_back(std::string_view(text));
  if (claim.relation == Relation::in && less_equal(values.at(0), values.at(1)) != Truth::yes) {
    throw InputError(claim.id, "value", claim.values.at(0) + ", " + claim.values.at(1), "an interval lo <= hi");
  }
  return values;
}

// A short rational strictly between two: for the pivot of a comparison of two terms.
Rational between(const Rational& lo, const Rational& hi) {
  const Rational middle = (lo + hi) / 2;
  for (slong digits = 1; digits <= 400; ++digits) {
    const Rational candidate(decimal(middle, digits, Rounding::down));
    if (candidate > lo && candidate < hi) return candidate;
  }
  return middle;
}

// What a claim may take, in questions to its budget, so that its verdict is the same on every machine: seventy times
// what the costliest of data/claims and data/register takes.
constexpr slong claim_work = 10'000'000;

std::string interval_text(const Answer& a) {
  constexpr slong digits = 10;
  return fmt::format("[{}, {}]", decimal(a.lo, digits, Rounding::down), decimal(a.hi, digits, Rounding::up));
}

std::string why_undecided(const Term& term, const Answer& answer) {
  if (!answer.reached) return fmt::format("{}: {}", term.entry->id, answer.shortfall);
  if (term.entry->kind == Kind::bracket) {
    return fmt::format(
        "between the two ends proved for {}, {} ({}): a worse mechanism would raise the lower end, a sharper theorem "
        "lower the upper one",
        term.entry->id, interval_text(answer), answer.method);
  }
  return fmt::format("{} is within {}, too close to tell", term.entry->id, interval_text(answer));
}

Verdict decided(Outcome outcome, Statement statement, std::string reason) {
  for (const Term* term : {&statement.left, statement.right ? &*statement.right : nullptr}) {
    if (term == nullptr || obstacle_of(*term).empty()) continue;
    return {.outcome = Outcome::undecided,
            .answer = statement.left_answer,
            .right_answer = statement.right_answer,
            .reason =
                fmt::format("{}, but there is no certificate of {}: {}", reason, term->entry->id, obstacle_of(*term))};
  }
  if (!has_words_for_values(statement)) {
    return {.outcome = Outcome::undecided,
            .answer = statement.left_answer,
            .right_answer = statement.right_answer,
            .reason = reason +
                      ", but a certificate cannot state the value claimed (negative exp(...), over 10^5 digits, "
                      "or beyond the checker's range)"};
  }
  Verdict v{outcome, statement.left_answer, statement.right_answer, std::move(reason), axioms_of(statement), {}};
  v.statement = std::move(statement);
  return v;
}

std::string describe(const Statement& s) {
  std::string text = fmt::format("{} lies in {}", s.left.entry->id, interval_text(s.left_answer));
  if (s.right) text += fmt::format(", {} in {}", s.right->entry->id, interval_text(*s.right_answer));
  return text;
}

// One attempt at a fixed number of digits; nothing if it does not decide.
std::optional<Verdict> attempt(const Term& left, const Answer& answer, const Claim& claim,
                               const std::vector<Number>& values) {
  const auto statement = [&](Relation relation, std::vector<Number> numbers) {
    return Statement{definite(left, answer), relation, std::move(numbers), answer};
  };
  const auto verdict = [&](Outcome outcome, Statement s) {
    std::string reason = describe(s);
    return decided(outcome, std::move(s), std::move(reason));
  };
  const Rational lower = answer.lower_end();
  if (claim.relation == Relation::in || claim.relation == Relation::about) {
    const Truth above = compare(lower, Relation::greater_equal, answer.hi, values[0]);
    const Truth below = compare(lower, Relation::less_equal, answer.hi, values[1]);
    if (both(above, below) == Truth::yes) return verdict(Outcome::certified, statement(Relation::in, values));
    if (above == Truth::no) return verdict(Outcome::refuted, statement(Relation::less, {values[0]}));
    if (below == Truth::no) return verdict(Outcome::refuted, statement(Relation::greater, {values[1]}));
    return std::nullopt;
  }
  switch (compare(lower, claim.relation, answer.hi, values[0])) {
    case Truth::yes:
      return verdict(Outcome::certified, statement(claim.relation, values));
    case Truth::no:
      return verdict(Outcome::refuted, statement(negated(claim.relation), values));
    case Truth::unknown:
      return std::nullopt;
  }
  require(false, "a truth value");
  return std::nullopt;
}

std::optional<Verdict> attempt(const Term& left, const Answer& a, const Term& right, const Answer& b,
                               Relation relation) {
  // Separated by a pivot strictly inside the gap, so that both comparisons are strict; or equal to it, both exactly.
  const Rational lower_a = a.lower_end();
  const Rational lower_b = b.lower_end();
  const bool a_below = a.hi < lower_b;
  const bool b_below = b.hi < lower_a;
  const bool equal = lower_a == a.hi && lower_b == b.hi && lower_a == lower_b;
  if (!a_below && !b_below && !equal) return std::nullopt;
  const bool wants_less = relation == Relation::less_equal || relation == Relation::less;
  const bool strict = relation == Relation::less || relation == Relation::greater;
  const Outcome outcome = (equal ? !strict : a_below == wants_less) ? Outcome::certified : Outcome::refuted;
  Statement s{definite(left, a),
              outcome == Outcome::certified ? relation : negated(relation),
              {},
              a,
              definite(right, b),
              b,
              equal ? lower_a : (a_below ? between(a.hi, lower_b) : between(b.hi, lower_a))};
  std::string reason = describe(s);
  return decided(outcome, std::move(s), std::move(reason));
}

// The verdict with what its certificate needs, or why there is none.
Verdict with_certificate(Verdict v, const Budget& budget) {
  std::string obstacle;
  if (!v.statement || prepare_certificate(*v.statement, budget, &obstacle)) return v;
  return {.outcome = Outcome::undecided,
          .answer = v.answer,
          .right_answer = v.right_answer,
          .reason = fmt::format("{}, but that is not for a certificate: {}", v.reason, obstacle)};
}

// A verdict within the work of a claim; it says so where time ended it before that.
template <class Decide>
Verdict within_work(const Budget& limit, const Decide& decide) {
  const Budget budget = limit.and_counted(claim_work);
  Verdict verdict = decide(budget);
  if (verdict.outcome == Outcome::undecided && budget.is_cut_by_time()) {
    verdict.reason += "; the time limit ended it before the work that a claim may take: a longer one may decide it";
  }
  return verdict;
}

// Only proved methods decide.
std::optional<Verdict> unless_proved(const Entry& e) {
  if (e.status == Status::proved) return std::nullopt;
  return Verdict{.outcome = Outcome::undecided,
                 .reason = fmt::format("{} has status {}: only proved methods decide", e.id, to_string(e.status))};
}

// A claim that the answer leaves open may follow from a method that is tried only where it is needed.
std::optional<Verdict> attempt_sharper(const Term& left, Answer answer, const Claim& claim,
                                       const std::vector<Number>& values, const Budget& budget) {
  const Certifier* certifier = left.entry->certifier;
  const bool one_value = values.size() == 1 && claim.relation != Relation::in && claim.relation != Relation::about;
  if (!one_value || certifier == nullptr || certifier->sharpen == nullptr) return std::nullopt;
  if (!certifier->sharpen(left, answer, values.front(), budget)) return std::nullopt;
  return attempt(left, answer, claim, values);
}

// Whether more digits could still help: a bracket keeps its gap, so only a value next to one of its ends would gain.
bool may_improve(const Term& term, const Answer& answer, const Request& request) {
  constexpr slong enough = 32;
  return (answer.reached || request.default_effort) && (term.entry->kind != Kind::bracket || request.digits < enough);
}

// Whether a value lies so far between the two ends of a bracket that no effort settles the claim.
bool is_in_the_gap(const Term& term, const Answer& answer, const std::vector<Number>& values) {
  if (term.entry->kind != Kind::bracket || !answer.reached) return false;
  const Rational share("1/1000");
  return std::any_of(values.begin(), values.end(), [&](const Number& v) {
    return less(Number(answer.lo * (1 + share)), v) == Truth::yes &&
           less(v, Number(answer.hi * (1 - share))) == Truth::yes;
  });
}

// The verdict by digit after digit of both sides, and by what is sharper where they leave it open.
Verdict compared(const Claim& claim, const Term& left, const std::optional<Term>& right,
                 const std::vector<Number>& values, const Budget& budget, std::string_view route) {
  std::optional<Answer> a;
  std::optional<Answer> b;
  // Convex laws that fit into a certificate are good for few digits.
  const bool convex = route == "convex";
  const slong first_digits = convex ? 2 : 8;
  const slong last_digits = convex ? 4 : 1000;
  const bool about_zero =
      !right && std::all_of(values.begin(), values.end(), [](const Number& v) { return v.sign() == 0; });
  for (slong digits = first_digits; digits <= last_digits; digits *= 2) {
    const Request request{.digits = digits,
                          .route = std::string(route),
                          .default_effort = digits == first_digits && !convex,
                          .sign_alone = about_zero,
                          .budget = budget};
    a = evaluate(*left.entry, left.arguments, request);
    if (right) b = evaluate(*right->entry, right->arguments, request);
    auto verdict = right ? attempt(left, *a, *right, *b, claim.relation) : attempt(left, *a, claim, values);
    if (verdict) return with_certificate(*std::move(verdict), budget);
    const bool improvable = may_improve(left, *a, request) || (right && may_improve(*right, *b, request));
    if (!improvable || budget.expired() || (!right && is_in_the_gap(left, *a, values))) break;
  }
  if (!right) {
    if (auto verdict = attempt_sharper(left, *a, claim, values, budget)) {
      return with_certificate(*std::move(verdict), budget);
    }
  }
  for (const Number& v : values) {
    if (v.ball(64).is_finite()) continue;
    return {.outcome = Outcome::undecided,
            .answer = a,
            .reason = fmt::format("the value {} is too large to be compared with: its exponent is beyond 2^62",
                                  shortened(v.to_string()))};
  }
  return {.outcome = Outcome::undecided,
          .answer = a,
          .right_answer = b,
          .reason = !right || !a->reached || left.entry->kind == Kind::bracket ? why_undecided(left, *a)
                                                                               : why_undecided(*right, *b)};
}

}  // namespace

std::pair<Rational, Rational> rounding_interval(std::string_view where, const std::string& text) {
  const auto refuse = [&] { throw InputError(where, "value", text, "an integer or decimal for the relation ~"); };
  if (text.find_first_not_of("0123456789.eE+-") != std::string::npos) refuse();
  const Rational value(text);
  const auto e = text.find_first_of("eE");
  const std::string mantissa = text.substr(0, e);
  const auto dot = mantissa.find('.');
  const slong decimals = dot == std::string::npos ? 0 : static_cast<slong>(mantissa.size() - dot - 1);
  const slong exponent = e == std::string::npos
                             ? 0
                             : Rational(std::string_view(text).substr(text[e + 1] == '+' ? e + 2 : e + 1)).to_long();
  const Rational half = pow(Rational(10), exponent - decimals) / 2;
  return {value - half, value + half};
}

std::vector<std::string> claim_errors(const Claim& claim) {
  std::vector<std::string> errors;
  const auto collect = [&](std::string_view field, const auto& check) {
    try {
      check();
    } catch (const InputError& error) {
      errors.push_back(fmt::format("{}: {}", field, error.what()));
    }
  };
  const auto check_term = [](const TermTexts& t) {
    if (const Entry* e = find_entry(t.quantity)) (void)e->arguments(t.parameters);
  };
  collect("parameters", [&] { check_term(claim.left); });
  collect("value", [&] {
    (void)read_values(claim);
    if (claim.right) check_term(*claim.right);
  });
  return errors;
}

Verdict judge(const Claim& claim, const Budget& limit, std::string_view route) {
  // Everything that can be refused is refused before anything is computed.
  const std::vector<Number> values = read_values(claim);
  for (const TermTexts* term : {&claim.left, claim.right ? &*claim.right : static_cast<const TermTexts*>(nullptr)}) {
    if (term == nullptr || find_entry(term->quantity) != nullptr) continue;
    if (is_planned(term->quantity)) {
      return {.outcome = Outcome::undecided,
              .reason = fmt::format("the quantity {} is not available in this version", term->quantity)};
    }
    std::string reason;
    try {
      (void)entry(term->quantity);
    } catch (const InputError& error) {
      reason = error.what();
    }
    return {.outcome = Outcome::undecided, .reason = reason};
  }
  const auto read_term = [](const TermTexts& t) {
    const Entry& e = entry(t.quantity);
    return Term{&e, e.arguments(t.parameters)};
  };
  const Term left = read_term(claim.left);
  std::optional<Term> right;
  if (claim.right) right = read_term(*claim.right);
  for (const Term* term : {&left, static_cast<const Term*>(right ? &*right : nullptr)}) {
    if (term == nullptr) continue;
    if (auto undecided = unless_proved(*term->entry)) return *std::move(undecided);
  }

  return within_work(limit, [&](const Budget& budget) { return compared(claim, left, right, values, budget, route); });
}

Verdict certify(const Term& term, const Answer& answer, const Rational& lo, const Rational& hi, const Budget& limit) {
  if (auto undecided = unless_proved(*term.entry)) return *std::move(undecided);
  const Claim claim{.id = std::string(term.entry->id), .left = {}, .relation = Relation::in, .values = {}};
  auto verdict = attempt(term, answer, claim, {lo, hi});
  if (!verdict || verdict->outcome == Outcome::refuted) {
    return {.outcome = Outcome::undecided, .answer = answer, .reason = "the interval does not hold the answer"};
  }
  return within_work(limit, [&](const Budget& budget) { return with_certificate(*std::move(verdict), budget); });
}

}  // namespace hallmark
