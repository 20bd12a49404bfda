#include "bounds/batch/truncated_poisson_gaussian.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "support/random.hpp"

using namespace hallmark;
using truncated_poisson::Mechanism;
using truncated_poisson::Rounded;

namespace {

Answer asked(const char* id, ParameterTexts texts, long digits, const char* route = "") {
  const Entry& row = entry(id);
  const Budget budget;
  return evaluate(row, row.arguments(texts), {.digits = digits, .route = route, .budget = budget});
}

double low(const Answer& a) { return Ball(a.lo, 64).to_double_down(); }
double high(const Answer& a) { return Ball(a.hi, 64).to_double_up(); }

ParameterTexts setting(const char* sigma, const char* rate, long steps, long records, long largest) {
  return {{"sigma", sigma},
          {"rate", rate},
          {"steps", std::to_string(steps)},
          {"records", std::to_string(records)},
          {"largest", std::to_string(largest)}};
}

double choose(long n, long k) {
  double r = 1;
  for (long i = 0; i < k; ++i) r *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  return r;
}

// The density of one step at z: the record holds x, all others y.
double density(double z, long n, long most, double q, double sigma, double x, double y) {
  double sum = 0;
  for (long m = 0; m < n; ++m) {
    const double drawn = choose(n - 1, m) * std::pow(q, m) * std::pow(1 - q, n - 1 - m);
    const auto normal = [&](double mean) {
      return std::exp(-(z - mean) * (z - mean) / (2 * sigma * sigma)) / (sigma * std::sqrt(2 * M_PI));
    };
    const auto others = static_cast<double>(std::min(m, most));
    const double kept = m + 1 <= most ? 1 : static_cast<double>(most) / static_cast<double>(m + 1);
    const double beside = static_cast<double>(std::min(m, most - 1));
    sum +=
        drawn * ((1 - q) * normal(others * y) + q * (kept * normal(beside * y + x) + (1 - kept) * normal(others * y)));
  }
  return sum;
}

}  // namespace

TEST_CASE("truncated batches: next to no noise is answered within the budget, and so is a search for the noise") {
  const ParameterTexts cut{{"rate", "1/4"}, {"records", "20"},    {"largest", "6"},
                           {"steps", "1"},  {"direction", "add"}, {"eps", "1/2"}};
  ParameterTexts texts = cut;
  texts["sigma"] = "1/100000";
  const Entry& delta = entry("truncated-poisson-gaussian.delta");
  const Budget budget(std::chrono::seconds(1));
  const auto began = WorkClock::mine()->read();
  const Answer none = evaluate(delta, delta.arguments(texts), {.digits = 2, .budget = budget});
  CHECK(none.lo <= Rational("0.0651"));
  CHECK(none.hi >= Rational("0.0639"));
  texts = cut;
  texts["delta"] = "1/5";
  const Entry& sigma = entry("truncated-poisson-gaussian.sigma");
  const Answer a = evaluate(sigma, sigma.arguments(texts), {.digits = 2, .budget = budget});
  CHECK(a.lo <= Rational("1/100"));                           // delta is 0.0651 at most however little noise there is
  CHECK(WorkClock::mine()->read() - began < 20'000'000'000);  // nanoseconds
}

TEST_CASE("truncated batches: how often, and the rate of a cut step, by enumeration") {
  // Two others, each drawn with 1/2, one place: one of them 1/2 of the time, both 1/4.
  const auto c = truncated_poisson::cut({1, Number("1/2"), 1, 3, 1, false}, 128);
  CHECK(c.often.contains(Rational("3/4")));
  CHECK(c.place.contains(Rational("2/9")));  // (1/2 * 1/2 * 1/2 + 1/4 * 1/2 * 1/3) / (3/4)
  CHECK(c.place.to_double_up() - c.place.to_double_down() < 1e-15);
  // A place is never more probable than a fixed batch of that size gives.
  const auto many = truncated_poisson::cut({1, Number("1/10"), 1, 1000, 100, false}, 128);
  CHECK(many.place.to_double_up() < 0.1);
}

TEST_CASE("truncated batches: one step is above every dataset with equal others") {
  constexpr long n = 4;
  constexpr double sigma = 0.8;
  for (const long most : {1L, 2L}) {
    for (const bool replaced : {false, true}) {
      for (const char* eps : {"1/2"}) {
        ParameterTexts texts = setting("4/5", "2/5", 1, n, most);
        texts["eps"] = eps;
        texts["direction"] = "both";
        if (replaced) texts["adjacency"] = "replace-one";
        const Answer a = asked("truncated-poisson-gaussian.delta", texts, 2, "convex");
        for (const double y : {-1.0, 0.3, 1.0}) {
          for (const double x : {-1.0, 1.0}) {
            const double other = replaced ? -x : 0;
            for (const bool turned : {false, true}) {
              double sum = 0;
              const double h = sigma / 100;
              for (double z = -12; z < 12; z += h) {
                const double p = density(z, n, most, 0.4, sigma, turned ? other : x, y);
                const double q = density(z, n, most, 0.4, sigma, turned ? x : other, y);
                sum += h * std::max(0.0, p - std::exp(Ball(Rational(eps), 64).to_double_up()) * q);
              }
              INFO(most << " " << replaced << " " << eps << " " << x << " " << y << " " << turned << " " << sum);
              CHECK(sum <= high(a) + 1e-6);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("truncated batches: one step is the coin's mean of two closed forms") {
  for (const char* adjacency : {"zero-out", "replace-one"}) {
    ParameterTexts texts = setting("2", "1/100", 1, 1000, 10);
    texts["eps"] = "1/10";
    texts["adjacency"] = adjacency;
    texts["direction"] = "remove";
    const Answer a = asked("truncated-poisson-gaussian.delta", texts, 2);
    const auto c = truncated_poisson::cut({2, Number("1/100"), 1, 1000, 10, false}, 128);
    const poisson_gaussian::Pair whole{1, std::string(adjacency) == "zero-out" ? 0 : 1};
    const Number eps("1/10");
    const Ball first = poisson_gaussian::one_step({eps, Number("1/100"), 2, 1, Direction::remove, whole}, 128);
    const Ball second =
        poisson_gaussian::one_step({eps, Number(c.place.upper()), 2, 1, Direction::remove, {1, 1, true}}, 128);
    const double mean = ((1 - c.often) * first + c.often * second).to_double_up();
    CHECK(low(a) == Approx(mean).epsilon(2e-2));
    CHECK(high(a) == Approx(mean).epsilon(2e-2));
    CHECK(high(a) >= mean * (1 - 1e-12));
  }
}

TEST_CASE("truncated batches: two routes meet") {
  for (const char* adjacency : {"zero-out", "replace-one"}) {
    for (const char* direction : {"remove", "add"}) {
      if (std::string(adjacency) == "replace-one" && std::string(direction) == "add") continue;  // the same number
      ParameterTexts texts = setting("3/2", "1/50", 200, 5000, 110);
      texts["delta"] = "1e-5";
      texts["adjacency"] = adjacency;
      texts["direction"] = direction;
      const Answer line = asked("truncated-poisson-gaussian.epsilon", texts, 10);
      const Answer laws = asked("truncated-poisson-gaussian.epsilon", texts, 2, "convex");
      INFO(low(line) << " " << low(laws) << " " << high(laws));
      CHECK(line.reached);
      CHECK(line.lo <= laws.hi);
      CHECK(laws.lo <= line.hi);
    }
  }
}

namespace {

// Wherever both routes answer within their time they meet.
void two_routes(unsigned seed, int count, std::chrono::milliseconds each) {
  test::Random random(seed);
  const Entry& row = entry("truncated-poisson-gaussian.delta");
  for (int i = 0; i < count; ++i) {
    const long records = random.between(20, 5000);
    const long rate = random.between(2, 300);  // thousandths
    const long largest = std::max(1L, std::min(records - 1, rate * records / 1000 + random.between(-3, 10)));
    ParameterTexts texts =
        setting((Rational(random.between(10, 45)) / 10).to_string().c_str(),
                (Rational(rate) / 1000).to_string().c_str(), random.between(2, 300), records, largest);
    texts["eps"] = (Rational(random.between(0, 40)) / 20).to_string();
    texts["direction"] = random.between(0, 1) == 0 ? "remove" : "add";
    if (random.between(0, 1) == 0) texts["adjacency"] = "replace-one";
    const Arguments x = row.arguments(texts);
    const auto by = [&](const char* route, long digits) {
      const Budget budget(each);
      return evaluate(row, x, {.digits = digits, .route = route, .budget = budget});
    };
    const Answer laws = by("convex", 2);
    const Answer line = by("", 5);
    INFO(rate << " " << records << " " << largest << " " << texts["steps"] << " " << texts["sigma"] << " "
              << texts["eps"] << " " << low(line) << " " << high(line) << " " << low(laws) << " " << high(laws));
    CHECK(line.lo <= laws.hi);
    CHECK(laws.lo <= line.hi);
  }
}

}  // namespace

TEST_CASE("truncated batches: two routes on random settings", "[.long]") {
  two_routes(2301, 40, std::chrono::seconds(2));
}

TEST_CASE("truncated batches: the ends of the domain") {
  ParameterTexts texts = setting("2", "1/100", 300, 1000, 1000);
  texts["delta"] = "1e-5";
  const Answer never = asked("truncated-poisson-gaussian.epsilon", texts, 10);
  ParameterTexts poisson{{"sigma", "2"}, {"rate", "1/100"}, {"steps", "300"}, {"delta", "1e-5"}, {"direction", "both"}};
  const Answer usual = asked("poisson-gaussian.epsilon", poisson, 10);
  CHECK(never.lo <= usual.hi);
  CHECK(usual.lo <= never.hi);
  texts["largest"] = "10";  // every second batch is cut
  const Answer cut = asked("truncated-poisson-gaussian.epsilon", texts, 6);
  CHECK(cut.lo > never.hi);
  CHECK(cut.method.find("on one line") != std::string::npos);  // the first lines that are tried never end
  texts["rate"] = "1";                                         // every batch is cut, to 10 of 1000: the coupling's pair
  ParameterTexts fixed{{"sigma", "2"}, {"share", "1/100"}, {"steps", "300"}, {"delta", "1e-5"}};
  const Answer all = asked("truncated-poisson-gaussian.epsilon", texts, 4);
  const Answer upper = asked("fixed-batch-gaussian.epsilon", fixed, 8);
  CHECK(all.lo <= upper.hi);
  CHECK(upper.hi <= all.hi * Rational("1.001"));
  // Without time there is still a bound.
  const Entry& row = entry("truncated-poisson-gaussian.delta");
  ParameterTexts large = setting("2", "1/100", 300, 1'000'000'000'000'000, 10'000'000'100'000);
  large["eps"] = "1";
  const Budget little(std::chrono::milliseconds(20));
  const Answer cheap = evaluate(row, row.arguments(large), {.digits = 6, .budget = little});
  CHECK_FALSE(cheap.reached);
  CHECK(cheap.lo.sign() == 0);
}

TEST_CASE("truncated batches: an epsilon that takes too long is still a bracket") {
  // Of few steps the transform decays slowly: a contour of 2,500 nodes.
  ParameterTexts texts = setting("1", "1/100", 30, 10'000, 130);
  texts["delta"] = "1e-6";
  texts["direction"] = "remove";
  const Rational truth("2.73540088494307");
  const Entry& row = entry("truncated-poisson-gaussian.epsilon");
  const Answer immediate = evaluate(row, row.arguments(texts), {.budget = Budget::counted(0)});
  CHECK_FALSE(immediate.reached);
  CHECK(immediate.lo <= truth);
  CHECK(truth <= immediate.hi);
  CHECK(immediate.hi < 120);
  // The quarter of the time that a contour leaves is enough for convex laws.
  const auto above = truncated_poisson::phase({1, Number("1/100"), 30, 10'000, 130, false}, Rounded::up);
  REQUIRE(above.has_value());
  const Enclosed soon = composition::epsilon({*above}, Number("1e-6"),
                                             {.direction = Direction::remove, .budget = Budget::counted(5'500)});
  INFO(soon.lo.to_string() << " " << soon.hi.to_string() << " " << soon.method);
  CHECK_FALSE(soon.reached);
  CHECK(soon.lo <= truth);
  CHECK(truth <= soon.hi);
  CHECK(soon.hi < Rational("2.74"));
}

namespace {

void passes(const char* adjacency, long digits) {
  ParameterTexts texts = setting("1", "1/100", 1000, 10'000, 120);
  texts.erase("sigma");
  texts["eps"] = "2";
  texts["delta"] = "1e-5";
  texts["adjacency"] = adjacency;
  texts["direction"] = "both";
  const Answer a = asked("truncated-poisson-gaussian.sigma", texts, digits);
  INFO(adjacency << " " << low(a) << " " << high(a));
  CHECK(a.reached);
  texts.erase("delta");
  texts["sigma"] = a.hi.to_string();
  CHECK(asked("truncated-poisson-gaussian.delta", texts, digits + 3, "contour").hi <= Rational("1e-5"));
  texts["sigma"] = a.lo.to_string();
  CHECK(asked("truncated-poisson-gaussian.delta", texts, digits + 3, "contour").lo > Rational("1e-5"));
}

}  // namespace

TEST_CASE("truncated batches: the least noise passes the target") { passes("replace-one", 2); }
TEST_CASE("truncated batches: the least noise under both adjacencies", "[.long]") {
  passes("zero-out", 6);
  passes("replace-one", 6);
}

TEST_CASE("truncated batches: a record that hardly ever takes part needs no noise") {
  // 1 - (1 - a)^2 with a = 1/4 1/2 + 3/4 2/9 is 287/576.
  const auto told = truncated_poisson::told_by_taking_part({1, Number("1/2"), 2, 3, 1, true});
  CHECK(told.contains(Rational("287/576")));
  ParameterTexts small{{"rate", "1/2"}, {"steps", "2"}, {"eps", "0"}, {"records", "3"}, {"largest", "1"}};
  small["delta"] = "287/575";
  const Answer none = asked("truncated-poisson-gaussian.sigma", small, 4);
  CHECK(none.exact == Rational(0));
  CHECK(none.reached);
}
