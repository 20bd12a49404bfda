#include "bounds/route.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "bounds/session.hpp"

using namespace hallmark;

namespace {

struct Question {
  int wanted;
  bool large;
};

struct Found {
  int digits = 0;
  std::string by = {};
};

using Row = Route<Question, Found>;

template <char name, int digits, bool last>
bool give(Found& found, const Question&, const Budget&) {
  found.digits = std::max(found.digits, digits);
  found.by += name;
  return last;
}

std::string_view only_small(const Question& q, const Found&) { return q.large ? "too large" : ""; }
std::string_view after_others(const Question&, const Found& f) { return f.by.empty() ? "nothing to go on" : ""; }
double last_if_large(const Question& q) { return q.large ? 9 : 0; }

constexpr Row table[] = {{"a", applies, always<2>, give<'a', 3, false>},
                         {"b", only_small, always<1>, give<'b', 5, false>},
                         {"c", applies, last_if_large, give<'c', 1, false>},
                         {"d", after_others, always<3>, give<'d', 4, true>},
                         {"e", applies, always<4>, give<'e', 50, false>}};

Found answer(const Question& q, std::vector<Tried>* log = nullptr) {
  Found found;
  const auto enough = [&](const Found& f) { return f.digits >= q.wanted; };
  auto tried = take_routes(std::span<const Row>(table), q, found, enough, Budget());
  if (log != nullptr) *log = std::move(tried);
  return found;
}

struct Counter {
  int value = 0;
};

}  // namespace

TEST_CASE("routes: in the order of their cost, until the digits are there") {
  CHECK(answer({1, false}).by == "c");
  CHECK(answer({5, false}).by == "cb");
  CHECK(answer({3, true}).by == "a");
}

TEST_CASE("routes: one that has the answer is the last") {
  CHECK(answer({60, false}).by == "cbad");
  CHECK(answer({60, true}).by == "ad");
}

TEST_CASE("routes: each says why it was passed over") {
  std::vector<Tried> log;
  CHECK(answer({3, true}, &log).digits == 3);
  REQUIRE(log.size() == 5);
  CHECK(log[0].route == "b");
  CHECK(log[0].passed_over == "too large");
  CHECK(log[1].route == "a");
  CHECK(log[1].passed_over.empty());
  for (std::size_t i = 2; i < log.size(); ++i) CHECK(log[i].passed_over == "not needed");
}

TEST_CASE("session: one object of a type, and none of it elsewhere") {
  Session one;
  Session other;
  one.of<Counter>().value = 7;
  CHECK(one.of<Counter>().value == 7);
  CHECK(other.of<Counter>().value == 0);
}
