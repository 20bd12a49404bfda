// Answers of rows by their ids, and what every basic mechanism is held to.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"

namespace hallmark::test {

inline Answer answer(std::string_view id, const ParameterTexts& texts, const std::string& route = "", long digits = 15,
                     bool exact = false) {
  static const Budget no_limit;
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.digits = digits, .exact = exact, .route = route, .budget = no_limit});
}

/// Why a row refuses its arguments; "accepted" where it answers.
inline std::string refusal(std::string_view id, const ParameterTexts& texts) {
  try {
    (void)answer(id, texts);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// One outcome with its masses under P and Q.
struct MassPair {
  Exact p;
  Exact q;
};

/// H_w(P^rounds || Q^rounds) by all sequences of outcomes.
inline Exact brute_delta(const std::vector<MassPair>& one, long rounds, const Exact& w) {
  std::vector<MassPair> all{{1, 1}};
  for (long i = 0; i < rounds; ++i) {
    std::vector<MassPair> next;
    for (const MassPair& a : all) {
      for (const MassPair& b : one) next.push_back({a.p * b.p, a.q * b.q});
    }
    all = next;
  }
  Exact sum = 0;
  for (const MassPair& a : all) {
    const Exact gain = a.p - w * a.q;
    if (gain > 0) sum += gain;
  }
  return sum;
}

inline std::vector<MassPair> exchanged(std::vector<MassPair> one) {
  for (MassPair& a : one) std::swap(a.p, a.q);
  return one;
}

/// One round of it with that chance.
inline std::vector<MassPair> with_rate(std::vector<MassPair> one, const Exact& rate) {
  for (MassPair& a : one) a.p = rate * a.p + (1 - rate) * a.q;
  return one;
}

inline void check_around(const Answer& a, const Exact& truth) {
  CHECK(exact(a.lo) <= truth);
  CHECK(truth <= exact(a.hi));
}

/// The row at e^eps = w encloses the number by each of the routes.
inline void check_delta(std::string_view id, ParameterTexts texts, const Exact& w, const Exact& truth,
                        const std::vector<std::string>& routes) {
  texts["eps"] = "ln(" + w.str() + ")";
  for (const std::string& route : routes) {
    INFO(id << " route=" << route << " w=" << w.str());
    check_around(answer(id, texts, route, route.empty() ? 15 : 4), truth);
  }
}

/// Two routes of one row meet.
inline void check_meet(std::string_view id, const ParameterTexts& texts, const std::string& a, const std::string& b,
                       long digits = 4) {
  INFO(id << " routes " << a << ", " << b);
  const Answer x = answer(id, texts, a);
  const Answer y = answer(id, texts, b, digits);
  CHECK(x.lo <= y.hi);
  CHECK(y.lo <= x.hi);
}

/// delta at both ends of an answer of an epsilon or of a noise parameter stands on both sides of the target.
inline void check_inverse(std::string_view delta_id, const ParameterTexts& texts, const std::string& name,
                          const Answer& a, const Rational& target, bool grows) {
  CHECK(a.reached);
  const auto at = [&](const Rational& x) {
    ParameterTexts there = texts;
    there[name] = x.to_string();
    return answer(delta_id, there);
  };
  CHECK((grows ? at(a.lo) : at(a.hi)).lo <= target);
  if (a.lo.sign() > 0) CHECK((grows ? at(a.hi) : at(a.lo)).hi >= target);
}

}  // namespace hallmark::test
