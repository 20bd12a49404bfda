#include "bounds/route.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <map>
#include <string>

#include "exact/error.hpp"

using namespace hallmark;

namespace {

// A number between the ends that fakes claim, and what became of them.
struct Claimed {
  Claimed(std::string_view from, std::string_view to, bool enough = false) : lo(from), hi(to), reached(enough) {}
  Rational lo;
  Rational hi;
  bool reached;
};

// What each fake says of itself; nothing said: it applies, costs little and gives [0, 1].
struct Fakes {
  std::map<std::string, routes::Cost, std::less<>> costs = {};
  std::map<std::string, std::string_view, std::less<>> obstacles = {};
  std::map<std::string, Claimed, std::less<>> ends = {};
  std::vector<std::string> barren = {};
  std::map<std::string, routes::Share, std::less<>> shares = {};
  mutable std::vector<std::string> asked_cost = {};
  mutable std::vector<std::string> taken = {};
  mutable std::map<std::string, long> work = {};
};

using Fake = routes::Route<Fakes, Claimed>;
using routes::Cost;
using routes::Trail;

// How much work a budget has left.
long left(const Budget& budget) {
  constexpr long most = 1000;
  long work = 0;
  while (work < most && !budget.expired()) ++work;
  return work;
}

template <char name>
struct Named {
  static std::string text() { return std::string(1, name); }
  static routes::Applies applies(const Fakes& q, const routes::SoFar<Claimed>&) {
    const auto found = q.obstacles.find(text());
    return found == q.obstacles.end() ? routes::applies : routes::skipped(found->second);
  }
  static Cost cost(const Fakes& q) {
    q.asked_cost.push_back(text());
    const auto found = q.costs.find(text());
    return found == q.costs.end() ? Cost::small : found->second;
  }
  static routes::Share share(const Fakes& q, const routes::SoFar<Claimed>&) {
    const auto found = q.shares.find(text());
    return found == q.shares.end() ? routes::Share::all : found->second;
  }
  static std::optional<Claimed> improve(const routes::SoFar<Claimed>&, const Fakes& q, const Budget& budget) {
    q.taken.push_back(text());
    q.work[text()] = left(budget);
    if (std::count(q.barren.begin(), q.barren.end(), text()) > 0) return std::nullopt;
    const auto found = q.ends.find(text());
    return found == q.ends.end() ? Claimed{"0", "1"} : found->second;
  }
};

constexpr std::string_view name_of_a = "a", name_of_b = "b", name_of_c = "c";

template <char name>
constexpr Fake fake(std::string_view text, bool alongside = false, std::string_view refusal = {}) {
  using N = Named<name>;
  return {text, N::applies, N::cost, N::improve, N::share, alongside, refusal};
}

constexpr std::array<Fake, 3> fakes{
    {fake<'a'>(name_of_a), fake<'b'>(name_of_b), fake<'c'>(name_of_c, true, "such that c gives something")}};

const Budget no_limit;

routes::SoFar<Claimed> take(const Fakes& q, std::string_view route = {}, std::optional<Claimed> start = {},
                            const Budget& budget = no_limit) {
  return routes::take(fakes, q, {"fake.delta", route, 3, budget}, std::move(start));
}

std::string fates(const Trail& trail) {
  std::string text;
  for (const Trail::Tried& s : trail.steps()) {
    text += s.route;
    text += s.fate == Trail::Fate::gave ? "+" : s.fate == Trail::Fate::had_no_answer ? "0" : "-";
  }
  return text;
}

std::string refusal(const Fakes& q, std::string_view route) {
  try {
    (void)take(q, route);
  } catch (const InputError& e) {
    return e.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("route: the cheapest first, of equal ones the first") {
  Fakes q;
  CHECK(fates(take(q).trail) == "a+b+c+");
  q.costs = {{"a", Cost::costly}, {"b", Cost::last}};
  CHECK(fates(take(q).trail) == "c+a+b+");
  q.asked_cost.clear();
  (void)take(q);
  CHECK(q.asked_cost == std::vector<std::string>{"a", "b", "c"});  // each once
}

TEST_CASE("route: what costs nothing is taken before the cost of the others is asked for") {
  Fakes q{.costs = {{"a", Cost::immediate}}, .ends = {{"a", {"0", "0", true}}}};
  CHECK(fates(take(q).trail) == "a+");
  CHECK(q.asked_cost == std::vector<std::string>{"a"});
}

TEST_CASE("route: the digits end the search") {
  Fakes q{.ends = {{"a", {"1/4", "1/2"}}, {"b", {"1/3", "1/3", true}}}};
  const auto found = take(q);
  CHECK(fates(found.trail) == "a+b+");
  CHECK(found.answer->reached);
  CHECK(found.answer->lo == Rational("1/3"));
  Fakes none;
  CHECK(fates(take(none, {}, Claimed{"0", "0", true}).trail).empty());  // known beforehand
}

TEST_CASE("route: the answer is what all of them prove, whichever proved it") {
  // Each end from another route; their digits together.
  Fakes q{.ends = {{"a", {"1/3", "1"}}, {"b", {"0", "3334/10000"}}}};
  const auto found = take(q);
  CHECK(fates(found.trail) == "a+b+");
  CHECK(found.answer->lo == Rational("1/3"));
  CHECK(found.answer->hi == Rational("3334/10000"));
  CHECK(found.answer->reached);  // 3 digits
  Fakes wide{.ends = {{"a", {"1/3", "1/2"}}, {"b", {"0", "1"}}, {"c", {"0", "3/5"}}}};
  const auto narrowed = take(wide, {}, Claimed{"1/4", "3/4"});
  CHECK(narrowed.answer->lo == Rational("1/3"));
  CHECK(narrowed.answer->hi == Rational("1/2"));
  CHECK_FALSE(narrowed.answer->reached);
}

TEST_CASE("route: the ends of two routes that are apart end the program") {
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(1);
    Fakes q{.ends = {{"a", {"0", "1/3"}}, {"b", {"1/2", "1"}}}};
    (void)take(q);
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGABRT);
}

TEST_CASE("route: what was skipped says why, what had no answer that it had none") {
  Fakes q{.obstacles = {{"a", "the moon is full"}}, .barren = {"b"}};
  const auto found = take(q);
  CHECK(fates(found.trail) == "a-b0c+");
  CHECK(found.trail.steps().front().why_not == "the moon is full");
  CHECK(found.trail.gave("c"));
  CHECK_FALSE(found.trail.gave("a"));
  CHECK_FALSE(found.trail.gave("b"));
  CHECK(q.taken == std::vector<std::string>{"b", "c"});
  Fakes barren{.barren = {"a", "b", "c"}};
  CHECK_FALSE(take(barren).answer);
}

TEST_CASE("route: one asked for by name goes with those that go alongside") {
  Fakes q;
  CHECK(fates(take(q, "b").trail) == "a-b+c+");
  CHECK(q.taken == std::vector<std::string>{"b", "c"});
  CHECK(fates(take(q, "c").trail) == "a-b-c+");
}

TEST_CASE("route: one that is asked for and does not apply, or has no answer, is the caller's mistake") {
  Fakes q{.obstacles = {{"a", "asked for at full moon"}}, .barren = {"b", "c"}};
  CHECK(refusal(q, "a") == "fake.delta: route = a: must be asked for at full moon");
  CHECK(refusal(q, "b") == "taken");  // others may answer
  CHECK(refusal(q, "c") == "fake.delta: route = c: must be such that c gives something");
  CHECK_THROWS_AS(routes::check(fakes, q, {"fake.delta", "a", 3, no_limit}), InputError);
  CHECK_NOTHROW(routes::check(fakes, q, {"fake.delta", "b", 3, no_limit}));
  CHECK_NOTHROW(routes::check(fakes, q, {"fake.delta", "", 3, no_limit}));
  // Where something has been proved already, it is no mistake.
  CHECK(fates(take(q, "a", Claimed{"0", "1"}).trail) == "a-b-c0");
}

TEST_CASE("route: a share leaves half of the time, or a quarter, to the others") {
  Fakes q{.shares = {{"a", routes::Share::half}, {"c", routes::Share::half}}};
  (void)take(q, {}, {}, Budget::counted(400));
  CHECK(q.work["a"] == 200);
  CHECK(q.work["b"] == 200);
  CHECK(q.work["c"] == 0);
  Fakes most{.shares = {{"a", routes::Share::most}}};
  (void)take(most, {}, {}, Budget::counted(400));
  CHECK(most.work["a"] == 300);
  CHECK(most.work["b"] == 100);
  Fakes all;
  (void)take(all, {}, {}, Budget::counted(400));
  CHECK(all.work["a"] == 400);
}
