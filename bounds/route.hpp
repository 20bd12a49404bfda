// Routes to one number: a table says when each applies, what it costs and what it proves; one driver takes them.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/bracket.hpp"
#include "exact/error.hpp"

namespace hallmark::routes {

/// Which number of a privacy profile is asked for: delta at an eps, or the least epsilon of a delta.
enum class Wanted { delta, epsilon };

/// What a route costs beside the others of its table: a proposal that orders them. `last` is for what stands in where
/// they stop short.
enum class Cost { immediate, small, moderate, costly, last };

/// How much of the time that is left a route may take.
enum class Share { all, most, half };

/// That part of the time that is left; `most` keeps a quarter for the routes that stand in.
/// Kind:      exact
[[nodiscard]] Budget part_of(const Budget& budget, Share share);

/// Whether a route answers a question, and why not.
struct Applies {
  bool yes = true;
  std::string_view why_not = {};
};
inline constexpr Applies applies{};
/// Kind:      exact
[[nodiscard]] constexpr Applies skipped(std::string_view why) { return {false, why}; }

/// What became of each route, in the order in which they were considered.
class Trail {
 public:
  enum class Fate { gave, had_no_answer, skipped };
  struct Tried {
    std::string_view route;
    Fate fate;
    std::string_view why_not;
  };

  void add(const Tried& step) { steps_.push_back(step); }
  [[nodiscard]] const std::vector<Tried>& steps() const { return steps_; }
  /// Whether a route of that name proved something.
  [[nodiscard]] bool gave(std::string_view route) const;

 private:
  std::vector<Tried> steps_;
};

/// What is proved of the number, and by which routes.
template <typename Answer>
struct SoFar {
  std::optional<Answer> answer;  // nothing: no route has given anything
  Trail trail = {};
};

/// One row of a table. An Answer has ends `lo` and `hi`, which are proved, and `reached`: enough digits are there.
template <typename Question, typename Answer>
struct Route {
  std::string_view name;
  Applies (*applies)(const Question& question, const SoFar<Answer>& so_far);
  Cost (*cost)(const Question& question);
  /// An enclosure of the number; nothing where the route proves nothing.
  std::optional<Answer> (*improve)(const SoFar<Answer>& so_far, const Question& question, const Budget& budget);
  /// None: all.
  Share (*share)(const Question& question, const SoFar<Answer>& so_far) = nullptr;
  bool alongside = false;         // goes along where another route is asked for
  std::string_view refusal = {};  // what a question must be, where the route is asked for and has no answer
};

/// The same cost whatever is asked.
/// Kind:      a proposal
template <Cost cost, typename Question>
[[nodiscard]] Cost always(const Question& /*question*/) {
  return cost;
}

/// What a caller asks of the driver.
struct Asked {
  std::string_view where;  // names the caller's mistake
  std::string_view route;  // asked for by name; empty: any
  slong digits;
  const Budget& budget;
};

/// Rows of a table from the cheapest to the costliest, each once; of equal ones the first.
class Order {
 public:
  explicit Order(std::size_t rows) : costs_(rows), taken_(rows) {}
  /// The next row, nothing after the last. Costs are asked for once, from the first row on, up to one that is immediate.
  /// Kind:      a proposal
  [[nodiscard]] std::optional<std::size_t> next(const std::function<Cost(std::size_t)>& cost);

 private:
  std::vector<std::optional<Cost>> costs_;
  std::vector<bool> taken_;
};

/// Narrows [lo, hi] to what [other_lo, other_hi] proves too: whether an end moved. Two enclosures of one number that are
/// apart are a broken invariant.
/// Kind:      encloses, as both do
/// Domain:    two enclosures of one number
bool meet(Rational& lo, Rational& hi, const Rational& other_lo, const Rational& other_hi);

/// Throws InputError: the route that is asked for by name answers only questions that are `must_be`.
[[noreturn]] void refuse(const Asked& asked, std::string_view must_be);

/// Throws InputError unless the route asked for by name applies to a question of which nothing is proved yet.
/// Kind:      exact
template <typename Question, typename Answer, std::size_t rows>
void check(const std::array<Route<Question, Answer>, rows>& table, const Question& question, const Asked& asked) {
  for (const auto& route : table) {
    if (asked.route.empty() || route.name != asked.route) continue;
    if (const Applies a = route.applies(question, {}); !a.yes) refuse(asked, a.why_not);
  }
}

/// Takes the routes of a table in the order of their cost until the digits are there, and intersects what they prove.
/// A route asked for by name goes with those alone that go alongside.
/// Kind:      encloses, as every route does: each end is one that a route, or the start, proved
/// Domain:    a start that encloses the number, or none; throws InputError where the route asked for by name is refused
/// Source:    that of each route
template <typename Question, typename Answer, std::size_t rows>
[[nodiscard]] SoFar<Answer> take(const std::array<Route<Question, Answer>, rows>& table, const Question& question,
                                 const Asked& asked, std::optional<Answer> start = std::nullopt) {
  SoFar<Answer> so_far{std::move(start)};
  Order order(rows);
  const auto ready = [&] { return so_far.answer && so_far.answer->reached; };
  while (const auto row = ready() ? std::nullopt : order.next([&](std::size_t i) { return table[i].cost(question); })) {
    const auto& route = table[*row];
    const bool named = route.name == asked.route;
    const auto pass = [&](std::string_view why) { so_far.trail.add({route.name, Trail::Fate::skipped, why}); };
    if (!asked.route.empty() && !named && !route.alongside) {
      pass("another route is asked for");
      continue;
    }
    if (const Applies a = route.applies(question, so_far); !a.yes) {
      if (named && !so_far.answer) refuse(asked, a.why_not);
      pass(a.why_not);
      continue;
    }
    const Share share = route.share == nullptr ? Share::all : route.share(question, so_far);
    std::optional<Answer> found = route.improve(so_far, question, part_of(asked.budget, share));
    if (!found) {
      if (named && !route.refusal.empty()) refuse(asked, route.refusal);
      so_far.trail.add({route.name, Trail::Fate::had_no_answer, {}});
      continue;
    }
    // One choice's number has no end in common with the least over all.
    if constexpr (requires { found->encloses; }) {
      require(!so_far.answer || found->encloses == so_far.answer->encloses, "routes enclose one number");
    }
    // What the route says of its digits holds, unless an earlier one narrows its ends.
    if (so_far.answer && meet(found->lo, found->hi, so_far.answer->lo, so_far.answer->hi)) {
      found->reached = found->reached || has_digits(found->lo, found->hi, asked.digits);
    }
    so_far.answer = std::move(found);
    so_far.trail.add({route.name, Trail::Fate::gave, {}});
  }
  return so_far;
}

}  // namespace hallmark::routes
