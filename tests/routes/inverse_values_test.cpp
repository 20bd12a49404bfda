// The values that certificates of inverses may state: what the producer writes, the checker evaluates.
#include <catch2/catch.hpp>

#include <chrono>
#include <sstream>

#include "bounds/guide.hpp"
#include "routes/checked.hpp"

using namespace hallmark;

namespace {

/// A quantity at its parameters, and an answer that is evaluated once.
struct Asked {
  Term term;
  Answer answer;
};

Asked asked(const std::string& id, const ParameterTexts& texts) {
  const Entry& e = entry(id);
  const Arguments arguments = e.arguments(texts);
  return {{&e, arguments},
          evaluate(e, arguments, {.digits = 3, .default_effort = true, .budget = Budget(std::chrono::seconds(20))})};
}

/// True if the answer proves the claim and a certificate says so, which the checker must verify.
bool is_certified(const Asked& of, Relation relation, const Rational& value) {
  const bool upper = has_upper_end(relation);
  if (upper ? of.answer.hi >= value : of.answer.lo <= value) return false;
  Statement s{definite(of.term, of.answer), relation, {value}, of.answer};
  if (!obstacle_of(s.left).empty() || !has_words_for_values(s) ||
      !prepare_certificate(s, Budget(std::chrono::seconds(20))))
    return false;
  std::string line;
  const bool verified = test::checked(s, &line) == check::Verdict::verified;
  INFO(value.to_string() + ": " + line);
  CHECK((verified || line.starts_with("s REJECTED work:")));
  return true;
}

/// The parameters of an entry's example.
ParameterTexts example_texts(const Entry& e) {
  std::istringstream words(example(e));
  ParameterTexts texts;
  for (std::string word; words >> word;) {
    if (const auto at = word.find('='); at != std::string::npos) texts[word.substr(0, at)] = word.substr(at + 1);
  }
  return texts;
}

}  // namespace

TEST_CASE("certificates of inverses state no value beyond the domains of the checker") {
  const Rational ten(10);
  const Asked tiny = asked("clones.eps0", {{"n", "393028"}, {"eps", "0"}, {"delta", "1e-50"}});
  REQUIRE(tiny.answer.hi < pow(ten, -30));
  CHECK_FALSE(is_certified(tiny, Relation::greater_equal, tiny.answer.lo / 2));
  CHECK_FALSE(is_certified(tiny, Relation::less_equal, pow(ten, -30)));
  CHECK(is_certified(tiny, Relation::less_equal, 2 * pow(ten, -30)));
  CHECK(is_certified(tiny, Relation::greater_equal, 0));
  CHECK(is_certified(tiny, Relation::greater, -1));
  CHECK_FALSE(is_certified(tiny, Relation::greater, 0));
  for (const auto& [id, texts] : std::vector<std::pair<std::string, ParameterTexts>>{
           {"gaussian.sigma", {{"eps", "1"}, {"delta", "1e-5"}}},
           {"gdp.mu", {{"eps", "1"}, {"delta", "1e-5"}, {"direction", "remove"}}}}) {
    INFO(id);
    const Asked noise = asked(id, texts);
    CHECK_FALSE(is_certified(noise, Relation::less_equal, pow(ten, 30)));
    CHECK(is_certified(noise, Relation::less_equal, pow(ten, 30) - 1));
    CHECK_FALSE(is_certified(noise, Relation::greater_equal, pow(ten, -30)));
    CHECK_FALSE(is_certified(noise, Relation::greater_equal, pow(ten, -31)));
    CHECK(is_certified(noise, Relation::greater_equal, 2 * pow(ten, -30)));
    CHECK(is_certified(noise, Relation::greater_equal, 0));
  }
}

TEST_CASE("certificates of the least noise of Poisson batches keep to the domains of the checker") {
  const Asked noise =
      asked("poisson-gaussian.sigma",
            {{"rate", "1/100"}, {"steps", "1"}, {"eps", "1"}, {"delta", "1e-5"}, {"direction", "remove"}});
  for (const long exponent : {-30, -40}) {
    CHECK_FALSE(is_certified(noise, Relation::greater_equal, pow(Rational(10), exponent)));
    CHECK_FALSE(is_certified(noise, Relation::greater, pow(Rational(10), exponent)));
  }
  CHECK(is_certified(noise, Relation::greater_equal, 0));
  CHECK_FALSE(is_certified(noise, Relation::greater, 0));
  CHECK_FALSE(is_certified(noise, Relation::less_equal, pow(Rational(10), 30)));
}

TEST_CASE("certificates that an epsilon is above 0 prove what delta is at 0") {
  const Asked one =
      asked("allocation.epsilon", {{"sigma", "1"}, {"steps", "5"}, {"delta", "1e-3"}, {"direction", "both"}});
  CHECK(is_certified(one, Relation::greater, 0));
  CHECK(is_certified(one, Relation::greater_equal, 0));
  // Of two selected steps a lower end is an event of scores.
  const Entry& e = entry("allocation.epsilon");
  Asked two{
      {&e, e.arguments({{"sigma", "5"}, {"steps", "23"}, {"selected", "2"}, {"delta", "1e-3"}, {"direction", "add"}})},
      {}};
  two.answer.lo = Rational("1/100");
  two.answer.hi = 1;
  CHECK(is_certified(two, Relation::greater_equal, 0));
  const Asked batch = asked("shuffled-batch.epsilon", {{"sigma", "1"}, {"steps", "3"}, {"delta", "1e-3"}});
  CHECK(is_certified(batch, Relation::less_equal, 9999));
  CHECK_FALSE(is_certified(batch, Relation::less_equal, 10000));
}

TEST_CASE("certificates of every inverse at its example: far ends are verified or not written", "[.long]") {
  const auto ten_to = [](long exponent) { return pow(Rational(10), exponent); };
  std::size_t written = 0;
  for (const Entry& e : registry()) {
    if (!e.inverse || e.id.starts_with("composition.") || e.certifier == nullptr || e.status != Status::proved)
      continue;
    INFO(e.id);
    const Asked of = asked(std::string(e.id), example_texts(e));
    for (const Rational& value : {Rational(-1), Rational(0), ten_to(-31), ten_to(-30), of.answer.lo / 2}) {
      written += is_certified(of, Relation::greater, value);
      written += is_certified(of, Relation::greater_equal, value);
    }
    for (const Rational& value : {of.answer.hi * 3 / 2, Rational(1), ten_to(4), ten_to(15), ten_to(30), ten_to(31)}) {
      written += is_certified(of, Relation::less_equal, value);
    }
  }
  CHECK(written > 100);
}

TEST_CASE("certificates of counts: the four comparisons next to the answer, none of a fraction") {
  for (const auto& [id, texts] : std::vector<std::pair<std::string, ParameterTexts>>{
           {"poisson-gaussian.steps", {{"eps", "1"}, {"delta", "1e-5"}, {"rate", "1/100"}, {"sigma", "1"}}},
           {"gaussian.rounds", {{"eps", "4"}, {"delta", "1e-6"}, {"sigma", "25"}}},
           {"allocation.steps", {{"eps", "1/2"}, {"delta", "1e-3"}, {"sigma", "1"}}}}) {
    INFO(id);
    const Asked count = asked(id, texts);
    const Rational n = count.answer.lo;
    REQUIRE(n == count.answer.hi);
    CHECK(is_certified(count, Relation::less, n + 1));
    CHECK(is_certified(count, Relation::less_equal, n + 1));
    CHECK(is_certified(count, Relation::greater, n - 1));
    CHECK(is_certified(count, Relation::greater_equal, n - 1));
    CHECK_FALSE(is_certified(count, Relation::less, n + Rational("1/2")));
    CHECK_FALSE(is_certified(count, Relation::greater_equal, 0));
  }
}
