// The sums of shuffled k-ary randomized response against enumeration of every view with exact rationals, and against
// themselves with badly chosen windows.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "random.hpp"
#include "shuffle/clones_sum.hpp"
#include "shuffle/exact_sums.hpp"
#include "shuffle/krr_sum.hpp"

namespace hallmark::check::test {
namespace {

using View = std::vector<int>;
using Law = std::map<View, Rational>;

Number log_of(const Rational& w) { return w == 1 ? Number{} : Number{Number::Kind::ln, w}; }
Number rational(const Rational& r) { return {Number::Kind::rational, r}; }

/// The law of the view: who is replaced (of all users, or of all but the first) and the counts of all categories. The
/// first user holds category `data`, the others hold `others`.
Law views(int n, int k, const Rational& gamma, int data, const std::vector<int>& others, bool first_exposed) {
  Law law = {{View(static_cast<std::size_t>(n + k), 0), Rational(1)}};
  for (int user = 0; user < n; ++user) {
    const int truth = user == 0 ? data : others[static_cast<std::size_t>(user - 1)];
    Law next;
    for (const auto& [view, mass] : law) {
      View honest = view;
      ++honest[static_cast<std::size_t>(n + truth)];
      next[honest] += mass * (1 - gamma);
      for (int category = 0; category < k; ++category) {
        View random = view;
        if (user > 0 || first_exposed) random[static_cast<std::size_t>(user)] = 1;
        ++random[static_cast<std::size_t>(n + category)];
        next[random] += mass * gamma / k;
      }
    }
    law = next;
  }
  return law;
}

Rational hockey_stick(const Law& p, const Law& q, const Rational& w) {
  Rational total = 0;
  for (const auto& [view, mass] : p) {
    const auto other = q.find(view);
    const Rational there = other == q.end() ? Rational(0) : other->second;
    total += std::max(Rational(0), Rational(mass - w * there));
  }
  return total;
}

/// The counts of n-1 reports of (p, p, p, 1-3p) and of one more, `own` with probability q and the third category else.
Law counts_of_four(int n, const Rational& p, const Rational& q, std::size_t own) {
  Law law{{View(4, 0), Rational(1)}};
  for (int user = 0; user < n; ++user) {
    std::vector<Rational> each{p, p, p, 1 - 3 * p};
    if (user == 0) {
      each = {0, 0, 1 - q, 0};
      each[own] = q;
    }
    Law next;
    for (const auto& [view, mass] : law) {
      for (std::size_t category = 0; category < 4; ++category) {
        View more = view;
        ++more[category];
        next[more] += mass * each[category];
      }
    }
    law = next;
  }
  return law;
}

TEST_CASE("four categories: the sum equals the divergence of the two laws of the counts") {
  for (int n = 1; n <= 5; ++n) {
    for (const Rational& p : {Rational(1, 3), Rational(1, 7)}) {
      for (const Rational& q : {Rational(1), Rational(1, 2), Rational(1, 9)}) {
        const Law first = counts_of_four(n, p, q, 0);
        const Law second = counts_of_four(n, p, q, 1);
        for (const Rational& w : {Rational(1), Rational(10, 9), Rational(2), Rational(7)}) {
          CAPTURE(n, p, q, w);
          const auto found =
              four_categories_delta_exact(static_cast<std::uint64_t>(n), rational(p), rational(q), log_of(w));
          REQUIRE(found);
          CHECK(*found == hockey_stick(first, second, w));
          CHECK(*found == hockey_stick(second, first, w));
        }
      }
    }
  }
  CHECK_FALSE(four_categories_delta_exact(41, rational(Rational(1, 8)), rational(Rational(1, 2)), {}));
  CHECK_FALSE(four_categories_delta_exact(5, rational(Rational(1, 8)), rational(Rational(1, 2)), rational(1)));
}

TEST_CASE("krr: the sums equal the divergence of the adversary's views") {
  for (int n = 1; n <= 4; ++n) {
    for (int k = 2; k <= (n == 4 ? 3 : 4); ++k) {
      for (const Rational& gamma : {Rational(1, 4), Rational(2, 3), Rational(1, 20)}) {
        std::vector<int> others;
        for (int user = 1; user < n; ++user) others.push_back(user % k);
        const Law strong_p = views(n, k, gamma, 0, others, true);
        const Law strong_q = views(n, k, gamma, 1, others, true);
        const Law weak_p = views(n, k, gamma, 0, others, false);
        const Law weak_q = views(n, k, gamma, 1, others, false);
        const auto users = static_cast<std::uint64_t>(n);
        const auto categories = static_cast<std::uint64_t>(k);
        const Rational top = 1 + k * (1 - gamma) / gamma;
        for (const Rational& w : {Rational(1), Rational(11, 10), Rational(2), Rational((1 + 2 * top) / 3)}) {
          CAPTURE(n, k, gamma, w);
          const Rational strong = hockey_stick(strong_p, strong_q, w);
          const Rational weak = hockey_stick(weak_p, weak_q, w);
          CHECK(strong == hockey_stick(strong_q, strong_p, w));
          CHECK(weak == hockey_stick(weak_q, weak_p, w));
          const auto pair = krr_pair_delta_exact(users, rational(gamma), categories, log_of(w));
          REQUIRE(pair.has_value());
          CHECK(Rational(*pair * (1 - gamma)) == strong);
          CHECK(coin_delta(users, krr_pair(rational(gamma), categories), log_of(w), {64, 0}).contains(*pair));
          const auto exact = krr_weak_delta_exact(users, rational(gamma), categories, log_of(w));
          REQUIRE(exact.has_value());
          CHECK(*exact == weak);
          const Interval enclosure =
              categories_delta(users, krr_weak_view(users, rational(gamma), categories), log_of(w), {64, 0});
          CHECK(enclosure.contains(weak));
          CHECK(less(enclosure.upper() - enclosure.lower(), Rational(Integer(1), Integer(1) << 60)) == Truth::yes);
        }
      }
    }
  }
}

/// A view of n users and its exact divergence, at some w where it is positive.
struct Drawn {
  Count n;
  Number eps;
  CategoriesAt view;
  Rational exact;
};

Drawn draw_four(Random& random) {
  const auto n = static_cast<std::uint64_t>(1 + random.below(38));
  const Number p = rational(Rational(1 + random.below(19), 60));
  const Number q = rational(Rational(1 + random.below(20), 20));
  const Number eps = log_of(Rational(1) + Rational(random.below(100), 60));
  return {n, eps, four_categories(n, p, q), four_categories_delta_exact(n, p, q, eps).value()};
}

Window any_window(std::uint64_t n, Random& random) {
  const auto a = static_cast<std::uint64_t>(random.below(static_cast<int>(n) + 1));
  const auto b = static_cast<std::uint64_t>(random.below(static_cast<int>(n) + 1));
  return {std::min(a, b), std::max(a, b)};
}

// Some of the choices of a plan otherwise.
void disturb(KrrPlan& plan, std::uint64_t n, Random& random) {
  if (random.below(2) == 0) plan.shown = any_window(n, random);
  if (random.below(2) == 0) plan.replaced = any_window(n, random);
  if (random.below(2) == 0) plan.fraction = plan.weight = static_cast<unsigned long>(8 + random.below(60));
  if (random.below(2) == 0) plan.threshold = static_cast<unsigned long>(1 + random.below(12));
}

TEST_CASE("four categories: sums contain the exact ones, whatever the window") {
  Random random;
  INFO("seed " << random.seed());
  for (int i = 0; i < runs(60); ++i) {
    const auto [n, eps, view, exact] = draw_four(random);
    CAPTURE(n, exact);
    KrrPlan plan = categories_plan(n, view, eps, {64, 10});
    const Interval narrow = categories_sum(n, view, eps, plan);
    CHECK(narrow.contains(exact));
    CHECK(less(narrow.upper() - narrow.lower(), Rational(Integer(1), Integer(1) << 50)) == Truth::yes);
    disturb(plan, n, random);
    CHECK(categories_sum(n, view, eps, plan).contains(exact));
  }
  const Interval nothing_else = categories_delta(9, four_categories(9, rational(Rational(1, 3)), rational(1)), {}, {});
  CHECK(less(nothing_else.lower(), nothing_else.upper()) == Truth::yes);
}

TEST_CASE("krr: sums of a hundred users contain the exact ones, whatever the window") {
  Random random;
  INFO("seed " << random.seed());
  for (int i = 0; i < runs(40); ++i) {
    const auto n = static_cast<std::uint64_t>(10 + random.below(30));
    const auto k = static_cast<std::uint64_t>(2 + random.below(6));
    const Rational gamma(1 + random.below(19), 20);
    const Rational top = 1 + Rational(Integer(k)) * (1 - gamma) / gamma;
    const Rational w = 1 + (top - 1) * random.below(100) / 200;
    CAPTURE(n, k, gamma, w);
    const auto exact = krr_weak_delta_exact(n, rational(gamma), k, log_of(w));
    REQUIRE(exact.has_value());
    const CategoriesAt view = krr_weak_view(n, rational(gamma), k);
    KrrPlan plan = categories_plan(n, view, log_of(w), {64, 10});
    disturb(plan, n, random);
    CHECK(categories_sum(n, view, log_of(w), plan).contains(*exact));
    const auto pair = krr_pair_delta_exact(n, rational(gamma), k, log_of(w));
    const CoinPairAt coins = krr_pair(rational(gamma), k);
    CoinPlan clones = coin_plan(n, coins, log_of(w), {64, 10});
    if (random.below(2) == 0) {
      const Window any = any_window(n, random);
      clones.window = {std::min<Count>(any.lo, n - 1), std::min<Count>(any.hi, n - 1)};
    }
    if (random.below(2) == 0) clones.fraction = clones.weight = static_cast<unsigned long>(24 + random.below(60));
    if (random.below(2) == 0) clones.threshold = static_cast<unsigned long>(1 + random.below(12));
    CHECK(coin_sum(n, coins, log_of(w), clones).contains(*pair));
  }
}

TEST_CASE("krr: columns that are cut count with their whole weight") {
  const auto check = [&](const Rational& gamma, std::uint64_t k, const Rational& w) {
    const auto exact = krr_weak_delta_exact(30, rational(gamma), k, log_of(w));
    const CategoriesAt view = krr_weak_view(30, rational(gamma), k);
    for (std::uint64_t last = 8; last <= 30; last += 2) {
      CAPTURE(last);
      // Those above gain less than those kept, those below more.
      for (const Window& window : {Window{0, last}, Window{last - 4, 30}}) {
        KrrPlan plan = categories_plan(30, view, log_of(w), {64, 10});
        plan.shown = {0, 30};
        plan.replaced = window;
        CHECK(categories_sum(30, view, log_of(w), plan).contains(*exact));
      }
    }
  };
  check(Rational(1, 3), 4, Rational(3, 2));
  check(Rational(3, 4), 3, Rational(3, 2));
}

TEST_CASE("krr: enclosures of a thousand users and more are narrow") {
  for (const auto& [n, k, gamma, eps] : {std::tuple{1000, 4, "1/4", "1/2"}, std::tuple{1000, 2, "1/3", "1/5"},
                                         std::tuple{3000, 100, "3/4", "1/5"}, std::tuple{2000, 3, "exp(-1)", "1/10"}}) {
    CAPTURE(n, k, gamma, eps);
    const auto users = static_cast<std::uint64_t>(n);
    const CategoriesAt view = krr_weak_view(users, parse_number(gamma).value(), static_cast<std::uint64_t>(k));
    const Interval delta = categories_delta(users, view, parse_number(eps).value(), {64, 40});
    CHECK(proved(less(Interval(64), delta)));
    CHECK(proved(
        less(delta.upper() - delta.lower(), delta.lower() * Interval(Rational(Integer(1), Integer(1) << 40), 64))));
  }
}

}  // namespace
}  // namespace hallmark::check::test
