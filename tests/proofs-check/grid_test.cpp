// Class B against enumeration of every sequence of outputs with exact rationals, against closed forms, and against
// itself on finer grids.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "batch/gaussian.hpp"
#include "laws/finite_base.hpp"
#include "laws/mixture_base.hpp"
#include "laws/outcome_pairs.hpp"
#include "numbers/binomial_law.hpp"
#include "random.hpp"
#include "shuffle/krr_sum.hpp"

namespace hallmark::check::test {
namespace {

/// One round: the two probabilities of every output.
using Pairs = std::vector<std::pair<Rational, Rational>>;

Number ln(const Rational& r) { return r == 1 ? Number{} : Number{Number::Kind::ln, r}; }
Number rational(const Rational& r) { return {Number::Kind::rational, r}; }
Number number(const char* text) { return parse_number(text).value(); }

/// Outputs with one likelihood ratio are one output.
Pairs merged(const Pairs& pairs) {
  std::map<Rational, std::pair<Rational, Rational>> by_ratio;
  Rational certain = 0;
  for (const auto& [p, q] : pairs) {
    if (q == 0) {
      certain += p;
    } else {
      auto& into = by_ratio[p / q];
      into = {into.first + p, into.second + q};
    }
  }
  Pairs result = {{certain, Rational(0)}};
  for (const auto& [ratio, masses] : by_ratio) result.push_back(masses);
  return result;
}

Rational hockey_stick(const Pairs& round, int rounds, const Rational& w) {
  Pairs all = {{Rational(1), Rational(1)}};
  for (int i = 0; i < rounds; ++i) {
    Pairs next;
    for (const auto& [p, q] : all) {
      for (const auto& [a, b] : round) next.emplace_back(p * a, q * b);
    }
    all = merged(next);
  }
  Rational total = 0;
  for (const auto& [p, q] : all) total += std::max(Rational(0), Rational(p - w * q));
  return total;
}

Rational choose(int n, int k) { return binomial(Integer(n), static_cast<std::uint64_t>(k)); }

Rational power(const Rational& x, int e) {
  Rational result = 1;
  for (int i = 0; i < e; ++i) result *= x;
  return result;
}

Rational pmf(int n, const Rational& p, int k) { return choose(n, k) * power(p, k) * power(Rational(1 - p), n - k); }

/// Counters x of c coins and user 1, on the first side with probability a under P and 1-a under Q.
Pairs coins(int n, const Rational& p, const Rational& a) {
  Pairs pairs;
  for (int c = 0; c < n; ++c) {
    for (int x = 0; x <= c + 1; ++x) {
      const Rational up = x == 0 ? Rational(0) : Rational(choose(c, x - 1) / power(2, c));
      const Rational stay = x == c + 1 ? Rational(0) : Rational(choose(c, x) / power(2, c));
      const Rational weight = pmf(n - 1, p, c);
      pairs.emplace_back(weight * (a * up + (1 - a) * stay), weight * (a * stay + (1 - a) * up));
    }
  }
  return pairs;
}

Pairs rr2(int n, int ones, const Rational& e, bool remove) {
  const Rational a = e / (e + 1);
  std::vector<Rational> law = {1};
  const auto convolve = [&](const Rational& p) {
    std::vector<Rational> next(law.size() + 1, Rational(0));
    for (std::size_t i = 0; i < law.size(); ++i) {
      next[i] += law[i] * (1 - p);
      next[i + 1] += law[i] * p;
    }
    return next;
  };
  for (int user = 1; user < n; ++user) law = convolve(user <= ones ? a : Rational(1 - a));
  const std::vector<Rational> p = convolve(a);
  const std::vector<Rational> q = convolve(1 - a);
  Pairs pairs;
  for (std::size_t i = 0; i < p.size(); ++i) remove ? pairs.emplace_back(p[i], q[i]) : pairs.emplace_back(q[i], p[i]);
  return pairs;
}

/// (replaced others, first count, second count), from the definition.
Pairs weak(int n, int k, const Rational& gamma) {
  Pairs pairs;
  for (int b = 0; b < n; ++b) {
    for (int n1 = 0; n1 <= b + 1; ++n1) {
      for (int n2 = 0; n1 + n2 <= b + 1; ++n2) {
        // User 1 contributes (1,0), (0,1) or neither to the counts of b uniform categories.
        const auto counts = [&](int x, int y) {
          if (x < 0 || y < 0 || x + y > b) return Rational(0);
          return Rational(choose(b, x) * choose(b - x, y) * power(Rational(1, k), x + y) *
                          power(Rational(k - 2, k), b - x - y));
        };
        const auto law = [&](bool first) {
          const Rational each = gamma / k;
          return Rational(pmf(n - 1, gamma, b) * ((each + (first ? 1 - gamma : Rational(0))) * counts(n1 - 1, n2) +
                                                  (each + (first ? Rational(0) : 1 - gamma)) * counts(n1, n2 - 1) +
                                                  (gamma - 2 * each) * counts(n1, n2)));
        };
        pairs.emplace_back(law(true), law(false));
      }
    }
  }
  return pairs;
}

/// lower <= exact <= upper, and, if asked, both near.
void check_encloses(const Cells& cells, std::uint64_t rounds, const Rational& w, const Rational& exact,
                    const PowerPlan& plan, const std::optional<Rational>& near) {
  const Interval lower = lower_delta({{[&] { return cells; }, rounds}}, ln(w), plan);
  const Interval upper = upper_delta({{[&] { return cells; }, rounds}}, ln(w), plan);
  CHECK(proved(less_equal(lower, exact)));
  CHECK(proved(less_equal(Interval(exact, 512), upper)));
  if (near) {
    CHECK(proved(less_equal(upper, Rational(exact + *near))));
    CHECK(proved(less_equal(Interval(Rational(exact - *near), 512), lower)));
  }
}

const PowerPlan kFine{128, 90};

TEST_CASE("grid: every base law against the enumeration of all sequences") {
  for (const int n : {1, 2, 4}) {
    const auto users = static_cast<std::uint64_t>(n);
    for (const Rational& e : {Rational(3, 2), Rational(4)}) {
      for (const int cells : {1, 100}) {
        const BaseSpec spec{Integer(cells), kFine.fraction};
        const std::optional<Rational> near = cells == 100 ? std::optional(Rational(1, 200)) : std::nullopt;
        const Cells clones = clones_cells(users, ln(e), spec);
        for (const int rounds : {1, 3}) {
          for (const Rational& w : {Rational(1), Rational(11, 10), Rational(e * e / 2 + 1)}) {
            CAPTURE(n, e, cells, rounds, w);
            const auto times = static_cast<std::uint64_t>(rounds);
            check_encloses(clones, times, w, hockey_stick(coins(n, 1 / e, e / (e + 1)), rounds, w), kFine, near);
            for (int ones = 0; ones < n; ones += 2) {
              const Cells remove = rr2_cells(users, static_cast<std::uint64_t>(ones), ln(e), spec);
              const Cells add = rr2_cells(users, static_cast<std::uint64_t>(n - 1 - ones), ln(e), spec);
              check_encloses(remove, times, w, hockey_stick(rr2(n, ones, e, true), rounds, w), kFine, near);
              check_encloses(add, times, w, hockey_stick(rr2(n, ones, e, false), rounds, w), kFine, near);
            }
          }
        }
      }
    }
    for (const auto& [k, gamma] : {std::pair{2, Rational(1, 3)}, std::pair{4, Rational(1, 4)}}) {
      for (const int cells : {2, 100}) {
        const BaseSpec spec{Integer(cells), kFine.fraction};
        const std::optional<Rational> near = cells == 100 ? std::optional(Rational(1, 200)) : std::nullopt;
        const auto categories = static_cast<std::uint64_t>(k);
        const Cells pair = krr_pair_cells(users, rational(gamma), categories, false, spec);
        const Cells strong = krr_pair_cells(users, rational(gamma), categories, true, spec);
        const Cells blanket = krr_weak_cells(users, rational(gamma), categories, spec);
        const Pairs pair_law = coins(n, 2 * gamma / k, Rational(1));
        Pairs strong_law = {{gamma, gamma}};
        for (const auto& [p, q] : pair_law) strong_law.emplace_back((1 - gamma) * p, (1 - gamma) * q);
        for (const int rounds : {1, 3}) {
          for (const Rational& w : {Rational(1), Rational(5, 4), Rational(6)}) {
            CAPTURE(n, k, gamma, cells, rounds, w);
            const auto times = static_cast<std::uint64_t>(rounds);
            check_encloses(pair, times, w, hockey_stick(pair_law, rounds, w), kFine, near);
            check_encloses(strong, times, w, hockey_stick(strong_law, rounds, w), kFine, near);
            check_encloses(blanket, times, w, hockey_stick(weak(n, k, gamma), rounds, w), kFine, near);
          }
        }
      }
    }
  }
}

/// exact and H_w outcome by outcome are the same up to 2^-80.
void check_listed(const Cells& cells, std::uint64_t rounds, const Rational& w, const Rational& exact) {
  const Interval found = product_delta({{[&] { return cells; }, rounds}}, ln(w), 256);
  CHECK(found.contains(exact));
  CHECK(proved(less(found.upper() - found.lower(), Rational(Integer(1), Integer(1) << 80))));
}

TEST_CASE("outcomes: every base law against the enumeration of all sequences") {
  const BaseSpec alone{std::nullopt, 128};
  for (const int n : {1, 3}) {
    const auto users = static_cast<std::uint64_t>(n);
    const Rational e(3, 2);
    const Rational gamma(1, 3);
    for (const int rounds : {1, 2, 3}) {
      // Of clones the last two are products of ratios themselves.
      for (const Rational& w : {Rational(1), Rational(11, 10), Rational(e * e), e}) {
        CAPTURE(n, rounds, w);
        const auto times = static_cast<std::uint64_t>(rounds);
        check_listed(clones_cells(users, ln(e), alone), times, w,
                     hockey_stick(coins(n, 1 / e, e / (e + 1)), rounds, w));
        check_listed(rr2_cells(users, users - 1, ln(e), alone), times, w,
                     hockey_stick(rr2(n, n - 1, e, true), rounds, w));
        for (const int k : {2, 4}) {
          const auto categories = static_cast<std::uint64_t>(k);
          const Pairs pair_law = coins(n, 2 * gamma / k, Rational(1));
          Pairs strong_law = {{gamma, gamma}};
          for (const auto& [p, q] : pair_law) strong_law.emplace_back((1 - gamma) * p, (1 - gamma) * q);
          check_listed(krr_pair_cells(users, rational(gamma), categories, false, alone), times, w,
                       hockey_stick(pair_law, rounds, w));
          check_listed(krr_pair_cells(users, rational(gamma), categories, true, alone), times, w,
                       hockey_stick(strong_law, rounds, w));
          check_listed(krr_weak_cells(users, rational(gamma), categories, alone), times, w,
                       hockey_stick(weak(n, k, gamma), rounds, w));
        }
      }
    }
  }
}

TEST_CASE("outcomes: what is missing, or known too coarsely, counts in the upper end alone") {
  const Rational third(1, 3);
  Cells cells(Integer(0), 512);
  cells.list = {{0, 1, Interval(third, 512), Interval(third, 512)},
                {0, 1, from_ends(Interval(Rational(1, 6), 512), Interval(third, 512)), Interval(third, 512)}};
  cells.missing = Interval(Rational(1, 10), 512);
  const Interval found = product_delta({{[&] { return cells; }, 2}}, number("-40"), 256);
  const Interval all = Interval(Integer(1), 512) - enclose_exp(number("-40"), 512);
  CHECK(proved(less(Interval(Rational(1, 10), 256), found.lower())));
  CHECK(proved(less_equal(found.lower(), Rational(1, 9))));
  CHECK(proved(less_equal(Interval(Rational(1, 9) + Rational(2, 3) + Rational(2, 10), 512) * all, found.upper())));
  // Infinite in one of the rounds: 1 - (2/3)^2 whatever w is.
  cells.list.pop_back();
  cells.infinite = Interval(third, 512);
  cells.missing = Interval(512);
  CHECK(product_delta({{[&] { return cells; }, 2}}, number("3"), 256).contains(Rational(5, 9)));
}

TEST_CASE("outcomes: lists that are too long are refused before they are made") {
  const auto made = [](Count n, Count rounds) {
    const Cells cells = rr2_cells(n, 0, number("1"), {std::nullopt, 100});
    return product_delta({{[&] { return cells; }, rounds}}, number("1"), 256);
  };
  CHECK_NOTHROW(made(40, 4));
  CHECK_THROWS_AS(made(1000, 8), TooMuchWork);
  CHECK_THROWS_AS(made(4, 1'000'000'000'000), TooMuchWork);
  CHECK_THROWS_AS(krr_weak_cells(300, number("1/2"), 3, {std::nullopt, 100}), TooMuchWork);
  CHECK_THROWS_AS(mixture_cells(number("1/2"), number("1"), {std::nullopt, 100}), Rejected);
}

TEST_CASE("grid: the strong view of several rounds is the mixture over the rounds in which user 1 is not exposed") {
  const Rational gamma(1, 4);
  const Rational w(3, 2);
  const Pairs pair_law = coins(4, 2 * gamma / 3, Rational(1));
  Rational mixture = 0;
  for (int j = 0; j <= 3; ++j) {
    mixture += choose(3, j) * power(Rational(1 - gamma), j) * power(gamma, 3 - j) * hockey_stick(pair_law, j, w);
  }
  const Cells strong = krr_pair_cells(4, rational(gamma), 3, true, {Integer(1000), 128});
  check_encloses(strong, 3, w, mixture, kFine, Rational(1, 100000));
}

TEST_CASE("grid: randomized response lies on the grid, only rounding remains, and it rounds to the right side") {
  const Number eps0 = number("1/2");
  for (const unsigned long fraction : {64UL, 128UL}) {
    const Interval e = enclose_exp(eps0, 512);
    const Interval one(Integer(1), 512);
    Cells cells(Integer(4), 512);
    cells.list = {{-2, -2, one / (e + one), e / (e + one)}, {2, 2, e / (e + one), one / (e + one)}};
    for (const std::uint64_t rounds : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{40}}) {
      for (const char* text : {"0", "1/3", "1", "-2"}) {
        CAPTURE(fraction, rounds, text);
        const Number eps = number(text);
        // sum over i of C(T,i) (a^i b^(T-i) - w b^i a^(T-i))^+
        Interval exact(512);
        for (std::uint64_t i = 0; i <= rounds; ++i) {
          Interval p(choose(static_cast<int>(rounds), static_cast<int>(i)), 512);
          Interval q = p;
          for (std::uint64_t t = 0; t < rounds; ++t) {
            p = p * (t < i ? e : one) / (e + one);
            q = q * (t < i ? one : e) / (e + one);
          }
          exact = exact + max(Interval(512), p - enclose_exp(eps, 512) * q);
        }
        const PowerPlan plan{fraction, fraction};  // nothing is negligible
        const Interval upper = upper_delta({{[&] { return cells; }, rounds}}, eps, plan);
        const Interval lower = lower_delta({{[&] { return cells; }, rounds}}, eps, plan);
        CHECK(proved(less_equal(exact, upper)));
        CHECK(proved(less_equal(lower, exact)));
        const Interval units = times_power_of_two(one, 20 - static_cast<long>(fraction));
        CHECK(proved(less_equal(upper - exact, units)));
        CHECK(proved(less_equal(exact - lower, units)));
      }
    }
  }
}

TEST_CASE("grid: masses are rounded up for the upper end, down and up for the lower end") {
  // Masses that no fraction represents, all at ratio 1 or infinite: T rounds of (1/3 infinite, 2/3 equal).
  Cells cells(Integer(1), 512);
  cells.list.push_back({0, 0, Interval(Rational(2, 3), 512), Interval(Rational(2, 3), 512)});
  cells.infinite = Interval(Rational(1, 3), 512);
  for (const std::uint64_t rounds : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{6}}) {
    CAPTURE(rounds);
    const Rational exact = 1 - power(Rational(2, 3), static_cast<int>(rounds));
    check_encloses(cells, rounds, 2, exact, {64, 64}, Rational(Integer(1), Integer(1) << 50));
  }
  // The same mass missing rather than infinite: lost to the lower end.
  cells.missing = cells.infinite;
  cells.infinite = Interval(512);
  CHECK(proved(less_equal(lower_delta({{[&] { return cells; }, 3}}, ln(2), {64, 64}), Rational(0))));
  CHECK(
      proved(less_equal(Interval(Rational(19, 27), 512), upper_delta({{[&] { return cells; }, 3}}, ln(2), {64, 64}))));
}

TEST_CASE("grid: cutting the edges costs no more than is allowed, and on the right side") {
  const Rational e = 3;
  const Cells cells = rr2_cells(4, 1, ln(e), {Integer(50), 64});
  for (const int rounds : {5, 12}) {
    const auto times = static_cast<std::uint64_t>(rounds);
    for (const Rational& w : {Rational(1, 1000000), Rational(2), Rational(20)}) {
      CAPTURE(rounds, w);
      const Rational exact = hockey_stick(rr2(4, 1, e, true), rounds, w);
      for (const unsigned long negligible : {2UL, 6UL, 12UL}) {
        const PowerPlan plan{64, negligible};
        const Interval lower = lower_delta({{[&] { return cells; }, times}}, ln(w), plan);
        const Interval upper = upper_delta({{[&] { return cells; }, times}}, ln(w), plan);
        CHECK(proved(less_equal(lower, exact)));
        CHECK(proved(less_equal(Interval(exact, 256), upper)));
        const PowerPlan fine{64, 60};
        const Rational allowed(Integer(1), Integer(1) << negligible);
        CHECK(proved(less_equal(upper - upper_delta({{[&] { return cells; }, times}}, ln(w), fine), allowed)));
        CHECK(proved(less_equal(lower_delta({{[&] { return cells; }, times}}, ln(w), fine) - lower, allowed)));
      }
    }
  }
}

TEST_CASE("grid: the Poisson-sampled Gaussian at rate 1 is the Gaussian mechanism, in both directions") {
  for (const char* sigma : {"3/4", "exp(1)"}) {
    const Cells cells = mixture_cells(number("1"), number(sigma), {Integer(40), 128});
    for (const std::uint64_t steps : {std::uint64_t{1}, std::uint64_t{3}}) {
      for (const char* eps : {"0", "1/2", "4"}) {
        CAPTURE(sigma, steps, eps);
        const Interval exact = gaussian_delta(number(sigma), number(eps), steps, {64, 40});
        for (const Cells& direction : {cells, exchanged(cells)}) {
          const Interval lower = lower_delta({{[&] { return direction; }, steps}}, number(eps), kFine);
          const Interval upper = upper_delta({{[&] { return direction; }, steps}}, number(eps), kFine);
          CHECK(proved(less_equal(lower, exact)));
          CHECK(proved(less_equal(exact, upper)));
          CHECK(proved(less_equal(upper - lower, Interval(Rational(1, 1000), 64))));
        }
      }
    }
  }
}

TEST_CASE("grid: one Poisson-sampled step against its closed form, both directions, eps of either sign") {
  constexpr mpfr_prec_t precision = 256;
  const Interval one(Integer(1), precision);
  const Interval two(Integer(2), precision);
  const auto above = [&](const Interval& z) { return erfc(z / sqrt(two)) / two; };  // Pr[N > z]
  for (const auto& [rate, sigma] : {std::pair{"1/10", "1/2"}, std::pair{"1/1000", "4/5"}, std::pair{"2/3", "3"}}) {
    const Cells cells = mixture_cells(number(rate), number(sigma), {Integer(100), 128});
    const Interval q = enclose(number(rate), precision);
    const Interval s = enclose(number(sigma), precision);
    for (const char* eps : {"-1/20", "0", "1/30", "1"}) {
      CAPTURE(rate, sigma, eps);
      for (const bool remove : {true, false}) {
        // P/Q reaches w where x reaches sigma^2 ln((w - (1-q))/q) + 1/2; Q/P where P/Q falls to 1/w.
        const Interval w = enclose_exp(number(eps), precision);
        const Interval level = ((remove ? w : one / w) - (one - q)) / q;
        Interval exact = remove ? one - w : one - w;
        if (proved(less(Interval(precision), level))) {
          const Interval x = s * s * log(level) + one / two;
          const Interval b = remove ? above(x / s) : above(-(x / s));
          const Interval shifted = remove ? above((x - one) / s) : above(-((x - one) / s));
          const Interval a = (one - q) * b + q * shifted;
          exact = remove ? a - w * b : b - w * a;
        } else if (!remove) {
          exact = Interval(precision);  // Q/P never gets there
        }
        const Cells direction = remove ? cells : exchanged(cells);
        const Interval lower = lower_delta({{[&] { return direction; }, 1}}, number(eps), kFine);
        const Interval upper = upper_delta({{[&] { return direction; }, 1}}, number(eps), kFine);
        const Interval noise(Rational(Integer(1), Integer(1) << 100), precision);
        CHECK(proved(less_equal(lower, exact + noise)));
        CHECK(proved(less_equal(exact, upper)));
        CHECK(proved(less_equal(upper - lower, Interval(Rational(1, 200), 64))));
      }
    }
  }
}

TEST_CASE("grid: finer grids give enclosures that meet, and narrower ones") {
  struct Case {
    std::function<Cells(const BaseSpec&)> base;
    std::uint64_t rounds;
    const char* eps;
  };
  const std::vector<Case> cases = {
      {[&](const BaseSpec& s) { return clones_cells(300, number("3"), s); }, 8, "1"},
      {[&](const BaseSpec& s) { return rr2_cells(200, 60, number("2"), s); }, 5, "1/2"},
      {[&](const BaseSpec& s) { return krr_pair_cells(500, number("1/3"), 5, true, s); }, 3, "1/4"},
      {[&](const BaseSpec& s) { return krr_weak_cells(40, number("1/3"), 5, s); }, 3, "1/4"},
      {[&](const BaseSpec& s) { return mixture_cells(number("1/20"), number("1"), s); }, 20, "1"},
      {[&](const BaseSpec& s) { return exchanged(mixture_cells(number("1/20"), number("1"), s)); }, 20, "1/5"},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    Interval lower(128);
    Interval upper(Integer(1), 128);
    Interval last(Integer(1), 128);
    for (const int grid : {25, 50, 100}) {
      const Cells cells = cases[i].base({Integer(grid), 128});
      const Interval lo = lower_delta({{[&] { return cells; }, cases[i].rounds}}, number(cases[i].eps), kFine);
      const Interval hi = upper_delta({{[&] { return cells; }, cases[i].rounds}}, number(cases[i].eps), kFine);
      lower = max(lower, lo);
      upper = min(upper, hi);
      CHECK(proved(less_equal(lower, upper)));
      CHECK(proved(less(hi - lo, last)));
      last = (hi - lo).upper() * Interval(Rational(2, 3), 128);
    }
    CHECK(proved(less(Interval(128), lower)));
  }
}

TEST_CASE("grid: what a coarse base law leaves out counts in the upper end") {
  const BaseSpec spec{Integer(16), 8};  // outputs below 2^-8 are left out
  const auto all_of_it = [&](const Cells& cells) {
    // At eps = -40 everything is gained: 1 - e^-40.
    for (const Cells& direction : {cells, exchanged(cells)}) {
      const Interval one(Integer(1), 256);
      const Interval upper = upper_delta({{[&] { return direction; }, 2}}, number("-40"), {128, 100});
      CHECK(proved(less_equal(one - enclose_exp(number("-40"), 256), upper)));
      CHECK(proved(less_equal(lower_delta({{[&] { return direction; }, 2}}, number("-40"), {128, 100}), one)));
    }
  };
  all_of_it(clones_cells(300, number("1"), spec));
  all_of_it(krr_weak_cells(30, number("1/4"), 4, spec));
  all_of_it(mixture_cells(number("1/10"), number("1"), spec));
  const Cells alone = clones_cells(300, number("1"), {std::nullopt, 8});
  const Interval listed = product_delta({{[&] { return alone; }, 2}}, number("-40"), 256);
  CHECK(proved(less_equal(Interval(Integer(1), 256) - enclose_exp(number("-40"), 256), listed.upper())));
  const Cells infinite = krr_pair_cells(300, number("1/4"), 3, false, spec);
  const Interval upper = upper_delta({{[&] { return infinite; }, 2}}, number("-40"), {128, 100});
  CHECK(proved(less_equal(Interval(Integer(1), 256) - enclose_exp(number("-40"), 256), upper)));
}

TEST_CASE("grid: e^eps is rounded up where it counts against the lower end") {
  Cells cells(Integer(1), 512);
  cells.list.push_back({0, 0, Interval(Integer(1), 512), Interval(Integer(1), 512)});
  const Interval lower = lower_delta({{[&] { return cells; }, 2}}, number("-10000"), {192, 192});
  CHECK(proved(less(lower, Rational(1))));
}

TEST_CASE("grid: the base laws lose no mass") {
  const BaseSpec spec{Integer(64), 128};
  const auto whole = [](const Cells& cells) {
    Interval p = cells.infinite;
    Interval q(256);
    for (const Cell& cell : cells.list) {
      p = p + cell.p;
      q = q + cell.q;
    }
    const Interval noise(Rational(Integer(1), Integer(1) << 90), 256);
    const Interval one(Integer(1), 256);
    CHECK(proved(less_equal(one - noise, p)));
    CHECK(proved(less_equal(p, one + noise)));
    CHECK(proved(less_equal(cells.missing, noise)));
    CHECK(proved(less_equal(q, one + noise)));
  };
  whole(clones_cells(100000, number("4"), spec));
  whole(rr2_cells(100000, 30000, number("4"), spec));
  whole(krr_pair_cells(10000, number("1/4"), 4, true, spec));
  whole(krr_weak_cells(60, number("1/4"), 4, spec));
  whole(mixture_cells(number("1/1000"), number("4/5"), spec));
}

TEST_CASE("grid: binomial laws and normal masses against exact numbers and erfc") {
  for (const int n : {0, 1, 5, 30}) {
    for (const Rational& p : {Rational(1, 2), Rational(1, 17), Rational(9, 10)}) {
      const auto law = binomial_law(static_cast<std::uint64_t>(n), Interval(Rational(p / (1 - p)), 256), 192, 20);
      Rational outside = 1;
      for (std::size_t i = 0; i < law.masses.size(); ++i) {
        const Rational exact = pmf(n, p, static_cast<int>(law.first + i)) * Rational(Integer(1) << 192);
        CHECK(Rational(law.masses[i].lo) <= exact);
        CHECK(Rational(law.masses[i].hi) >= exact);
        outside -= exact / Rational(Integer(1) << 192);
      }
      CHECK(Rational(law.outside) >= outside * Rational(Integer(1) << 192));
    }
  }
  Random random;
  INFO("seed " << random.seed());
  constexpr mpfr_prec_t precision = 256;
  for (int i = 0; i < runs(8); ++i) {
    const Rational start(random.below(1600) - 800, 100);
    const Rational width(1 + random.below(1000), 1 << (1 + random.below(20)));
    CAPTURE(start, width);
    const Interval a(start, precision);
    const Interval b(Rational(start + width), precision);
    const Interval root = sqrt(Interval(Integer(2), 420));
    const auto tail = [&](const Rational& z) { return erfc(Interval(z, 420) / root) / Interval(Integer(2), 420); };
    const Interval exact = tail(start) - tail(Rational(start + width));
    const Interval mass = normal_mass(a, b);
    CHECK(mpfr_cmp(mass.lo(), exact.hi()) <= 0);
    CHECK(mpfr_cmp(exact.lo(), mass.hi()) <= 0);
    CHECK(proved(
        less_equal(mass.upper() - mass.lower(), exact * Interval(Rational(Integer(1), Integer(1) << 200), 420))));
  }
}

}  // namespace
}  // namespace hallmark::check::test
