// Routes: the ways to one number as a table, and the one driver that tries them.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/budget.hpp"

namespace hallmark {

/// What became of one route of several: run, or passed over and why.
struct Tried {
  std::string_view route;
  std::string_view passed_over;  // empty: run
};

/// A route of a table at one question.
struct Candidate {
  std::string_view name;
  std::size_t index;
  double cost;
};

/// One way to narrow what is proved about the number that a question asks for.
template <typename Question, typename Result>
struct Route {
  std::string_view name;
  /// Why the question goes another way, given what is proved so far; empty: the route applies.
  std::string_view (*objection)(const Question&, const Result&);
  /// Its place in the order: the smallest first.
  double (*cost)(const Question&);
  /// Narrows the result; true where this is the answer, and no other route is to be asked.
  bool (*improve)(Result&, const Question&, const Budget&);
};

/// A cost that is the same for all questions.
template <int cost, typename Question>
[[nodiscard]] double always(const Question&) {
  return cost;
}

/// No objection.
template <typename Question, typename Result>
[[nodiscard]] std::string_view applies(const Question&, const Result&) {
  return {};
}

/// The driver: tries routes in the order of their cost until one of them ends the search. `objection` says why a route
/// does not apply, `take` runs it and says whether that is the end.
/// Shape:     one line a route, in the order tried: what became of it
[[nodiscard]] std::vector<Tried> in_order_of_cost(std::vector<Candidate> candidates,
                                                  const std::function<std::string_view(std::size_t)>& objection,
                                                  const std::function<bool(std::size_t)>& take);

/// Tries the routes of a table until `enough(result)`, or until one of them says that it has the answer.
/// Kind:      encloses as the routes do: the driver chooses, it proves nothing
/// Shape:     as in_order_of_cost
template <typename Question, typename Result, typename Enough>
std::vector<Tried> take_routes(std::span<const Route<Question, Result>> table, const Question& question, Result& result,
                               const Enough& enough, const Budget& budget) {
  std::vector<Candidate> candidates;
  for (const auto& route : table) candidates.push_back({route.name, candidates.size(), route.cost(question)});
  return in_order_of_cost(
      std::move(candidates), [&](std::size_t i) { return table[i].objection(question, result); },
      [&](std::size_t i) { return table[i].improve(result, question, budget) || enough(result); });
}

}  // namespace hallmark
