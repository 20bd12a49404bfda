// The class A sums against enumeration of every output with exact rationals, and against themselves.

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "exact_text.hpp"
#include "random.hpp"
#include "shuffle/clones_sum.hpp"
#include "shuffle/exact_sums.hpp"

namespace hallmark::check::test {
namespace {

Number ln(const Rational& r) { return {Number::Kind::ln, r}; }
/// ln(w), w = 1 included.
Number log_of(const Rational& w) { return w == 1 ? Number{} : ln(w); }
Number number(const char* text) { return parse_number(text).value(); }

Interval rr2_delta(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& eps, const Effort& effort) {
  return responses_delta({ones, n - 1 - ones, 1}, eps0, eps, effort);
}

std::optional<Rational> rr2_delta_exact(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& eps) {
  return responses_delta_exact({ones, n - 1 - ones, 1}, eps0, eps);
}

using Law = std::map<std::pair<int, int>, Rational>;

/// Section 1 of the paper, literally: C ~ Bin(n-1, 1/E) clones, A of them on the first side, D the user herself.
std::pair<Law, Law> clones_laws(int n, const Rational& e) {
  Law first, second;
  std::map<std::pair<int, int>, Rational> counts = {{{0, 0}, Rational(1)}};  // (A, C-A), one other user at a time
  for (int user = 1; user < n; ++user) {
    std::map<std::pair<int, int>, Rational> next;
    for (const auto& [at, mass] : counts) {
      next[at] += mass * (1 - 1 / e);
      next[{at.first + 1, at.second}] += mass / (2 * e);
      next[{at.first, at.second + 1}] += mass / (2 * e);
    }
    counts = next;
  }
  const Rational a = e / (e + 1);
  for (const auto& [at, mass] : counts) {
    first[{at.first + 1, at.second}] += mass * a;
    first[{at.first, at.second + 1}] += mass * (1 - a);
    second[{at.first, at.second + 1}] += mass * a;
    second[{at.first + 1, at.second}] += mass * (1 - a);
  }
  return {first, second};
}

/// The law of the number of ones in the output, one user after the other.
std::vector<Rational> ones_law(const std::vector<int>& data, const Rational& e) {
  std::vector<Rational> law = {1};
  for (const int bit : data) {
    const Rational one = bit == 1 ? Rational(e / (e + 1)) : Rational(1 / (e + 1));
    std::vector<Rational> next(law.size() + 1, Rational(0));
    for (std::size_t k = 0; k < law.size(); ++k) {
      next[k] += law[k] * (1 - one);
      next[k + 1] += law[k] * one;
    }
    law = next;
  }
  return law;
}

Rational positive_parts(const std::vector<Rational>& p, const std::vector<Rational>& q, const Rational& w) {
  Rational total = 0;
  for (std::size_t k = 0; k < p.size(); ++k) total += std::max(Rational(0), Rational(p[k] - w * q[k]));
  return total;
}

const std::vector<Rational>& ratios() {
  static const std::vector<Rational> values = {
      Rational(1000001, 1000000), Rational(11, 10), Rational(3, 2), 2, 3, 10, Rational(1000, 7), 1000000,
      Rational(Integer(1) << 80)};
  return values;
}

/// w from 1 to just below E.
std::vector<Rational> thresholds(const Rational& e) {
  return {1,
          Rational(1 + (e - 1) / 1000000),
          Rational(1 + (e - 1) / 3),
          Rational((1 + e) / 2),
          Rational(e - (e - 1) / 1000),
          Rational((2 * e) / (e + 1))};
}

/// |enclosure - exact| within, and the enclosure as narrow as asked.
void check_tight(const Interval& enclosure, const Rational& exact, unsigned bits, unsigned long scale) {
  CHECK(enclosure.contains(exact));
  const Interval width = enclosure.upper() - enclosure.lower();
  const Rational allowed =
      Rational(Integer(1), Integer(1) << (bits + static_cast<unsigned>(scale))) + exact / (Integer(1) << bits);
  CHECK(less_equal(width, Rational(allowed * 16)) == Truth::yes);
}

TEST_CASE("clones: exact and directed sums equal the enumeration of all outputs") {
  for (int n = 1; n <= 7; ++n) {
    for (const Rational& e : ratios()) {
      const auto [first, second] = clones_laws(n, e);
      for (const Rational& w : thresholds(e)) {
        CAPTURE(n, e, w);
        Rational brute = 0;
        Rational reverse = 0;
        for (const auto& [at, mass] : first) {
          const auto other = second.find(at);
          const Rational q = other == second.end() ? Rational(0) : other->second;
          brute += std::max(Rational(0), Rational(mass - w * q));
          reverse += std::max(Rational(0), Rational(q - w * mass));
        }
        CHECK(brute == reverse);
        const auto users = static_cast<std::uint64_t>(n);
        const std::optional<Rational> exact = clones_delta_exact(users, ln(e), log_of(w));
        REQUIRE(exact.has_value());
        CHECK(*exact == brute);
        check_tight(clones_delta(users, ln(e), log_of(w), {64, 0}), brute, 64, 0);
        check_tight(clones_delta(users, ln(e), log_of(w), {100, 300}), brute, 100, 300);
      }
    }
  }
}

TEST_CASE(
    "shuffled randomized response: exact and directed sums equal the enumeration, every dataset, both directions") {
  for (int n = 1; n <= 6; ++n) {
    for (int ones = 0; ones < n; ++ones) {
      for (const Rational& e : ratios()) {
        std::vector<int> data(static_cast<std::size_t>(n), 0);
        std::fill(data.begin() + 1, data.begin() + 1 + ones, 1);
        data[0] = 1;
        const std::vector<Rational> p = ones_law(data, e);
        data[0] = 0;
        const std::vector<Rational> q = ones_law(data, e);
        for (const Rational& w : thresholds(e)) {
          CAPTURE(n, ones, e, w);
          const auto users = static_cast<std::uint64_t>(n);
          const auto m = static_cast<std::uint64_t>(ones);
          const Rational remove = positive_parts(p, q, w);
          const Rational add = positive_parts(q, p, w);
          CHECK(rr2_delta_exact(users, m, ln(e), log_of(w)) == remove);
          CHECK(rr2_delta_exact(users, users - 1 - m, ln(e), log_of(w)) == add);
          check_tight(rr2_delta(users, m, ln(e), log_of(w), {64, 0}), remove, 64, 0);
          check_tight(rr2_delta(users, users - 1 - m, ln(e), log_of(w), {80, 200}), add, 80, 200);
        }
      }
    }
  }
}

TEST_CASE("directed sums meet the exact rationals at up to 250 users") {
  Random random;
  CAPTURE(random.seed());
  for (int i = 0; i < runs(150); ++i) {
    const auto n = static_cast<std::uint64_t>(1 + random.below(250));
    const Rational e = 1 + Rational(1 + random.below(1000), 1 + random.below(1000));
    Rational w = 1 + (e - 1) * Rational(random.below(1000), 1000);
    if (random.below(2) == 0) w = 1 + (w - 1) / 8;  // where the divergence is not tiny
    const auto m = static_cast<std::uint64_t>(random.below(static_cast<int>(n)));
    const unsigned long scale = static_cast<unsigned long>(random.below(400));
    const auto bits = static_cast<unsigned>(64 + random.below(200));
    CAPTURE(n, m, e, w, scale, bits);
    const std::optional<Rational> clones = clones_delta_exact(n, ln(e), log_of(w));
    const std::optional<Rational> rr2 = rr2_delta_exact(n, m, ln(e), log_of(w));
    REQUIRE(clones.has_value());
    REQUIRE(rr2.has_value());
    check_tight(clones_delta(n, ln(e), log_of(w), {bits, scale}), *clones, bits, scale);
    const Interval enclosure = rr2_delta(n, m, ln(e), log_of(w), {bits, scale});
    CHECK(enclosure.contains(*rr2));
    // Where the signs at the threshold can be seen at this effort the enclosure is narrow.
    if (*rr2 > Rational(Integer(1), Integer(1) << static_cast<unsigned>(scale)))
      check_tight(enclosure, *rr2, bits, scale);
  }
}

TEST_CASE("whatever the window, the threshold and the cuts, the enclosure holds") {
  Random random;
  CAPTURE(random.seed());
  const auto narrow = [](const Interval& x) { return less(x.upper() - x.lower(), Rational(9, 10)) == Truth::yes; };
  int informative = 0;
  for (int i = 0; i < runs(3000); ++i) {
    const auto n = static_cast<std::uint64_t>(2 + random.below(120));
    const Rational e = 1 + Rational(1 + random.below(3000), 1 + random.below(1000));
    const Rational w = 1 + (e - 1) * Rational(random.below(1000), 1000 * (1 + random.below(20)));
    const auto m = static_cast<std::uint64_t>(random.below(static_cast<int>(n)));
    CAPTURE(n, m, e, w);
    const Rational clones = clones_delta_exact(n, ln(e), log_of(w)).value();
    // A window around the mean, sometimes off it, of any length.
    const auto mean = static_cast<int>(roughly((n - 1) * Rational(1 / e)));
    const int lo = std::clamp(mean - random.below(10) + random.below(6), 0, static_cast<int>(n) - 1);
    const int hi = std::clamp(lo + random.below(12), lo, static_cast<int>(n) - 1);
    CAPTURE(lo, hi);
    CoinPlan plan = coin_plan(n, clones_pair(ln(e)), log_of(w), {64, 0});
    const int what = random.below(6);
    // A handful of bits: every rounding in the wrong direction shows.
    if (what >= 4) plan.fraction = plan.weight = static_cast<unsigned long>(5 + random.below(12));
    if (what != 1 && what != 4) plan.window = Window{static_cast<std::uint64_t>(lo), static_cast<std::uint64_t>(hi)};
    if (what == 1 || what == 3) plan.threshold = static_cast<unsigned long>(3 + random.below(8));
    const Interval enclosure = coin_sum(n, clones_pair(ln(e)), log_of(w), plan);
    CHECK(enclosure.contains(clones));
    if (narrow(enclosure)) ++informative;

    const Rational rr2 = rr2_delta_exact(n, m, ln(e), log_of(w)).value();
    const auto fraction = static_cast<unsigned long>(10 + random.below(40));
    const Responses responses{m, n - 1 - m, 1};
    ResponsePlan shifted = response_plan(responses, response_odds(ln(e), log_of(w)), {64, 0});
    shifted.unit = fraction;
    if (random.below(2) == 0) shifted.start += random.below(80) - 40;
    const auto walked = static_cast<int>(std::min(m, n - 1 - m));
    if (random.below(2) == 0) {
      const int first = random.below(walked + 1);
      shifted.window = Window{static_cast<std::uint64_t>(first),
                              static_cast<std::uint64_t>(first + random.below(walked + 1 - first))};
    }
    CAPTURE(fraction, shifted.start, shifted.window.lo, shifted.window.hi);
    const Interval rough = responses_sum(responses, response_odds(ln(e), log_of(w)), shifted);
    CHECK(rough.contains(rr2));
    if (narrow(rough)) ++informative;
  }
  CHECK(informative >= runs(1500));
}

TEST_CASE("a row of coins has binomial coefficients and tails, whichever way it came") {
  const auto check = [](const CoinRow& row, std::uint64_t c, std::uint64_t k, int width) {
    CAPTURE(c, k);
    REQUIRE(row.k() == k);
    Integer tail = 0;
    for (std::uint64_t j = k + 1; j <= c; ++j) tail += binomial(c, j);
    const Integer unit = Integer(1) << static_cast<unsigned>(c);
    CHECK(row.here().lo * unit <= binomial(c, k) << 100);
    CHECK(row.here().hi * unit >= binomial(c, k) << 100);
    CHECK(row.tail().lo * unit <= tail << 100);
    CHECK(row.tail().hi * unit >= tail << 100);
    CHECK(row.here().hi - row.here().lo <= width);
    CHECK(row.tail().hi - row.tail().lo <= width);
  };
  for (std::uint64_t c = 0; c <= 60; ++c) {
    for (std::uint64_t k = c / 2; k <= c; ++k) {
      const auto row_at = [&] { return CoinRow(c, Integer(k) * 4 + 3, 2, 100); };
      check(row_at(), c, k, 4);
      CHECK_FALSE(row_at().due());
      if (c % 7 != 0) continue;
      // The position goes up by 3/2 or 13/4 in each row, more than a row has: what is due waits.
      for (const std::uint64_t quarters : {6U, 13U}) {
        CoinRow row = row_at();
        for (std::uint64_t step = 1; step <= 12; ++step) {
          row.next_row(quarters);
          const std::uint64_t position = (4 * k + 3 + quarters * step) / 4;
          check(row, c + step, std::min(c + step, position), 60);
          CHECK(row.beyond() == (position > c + step));
        }
      }
    }
  }
}

TEST_CASE("a window of a binomial law encloses its sums and what it leaves out") {
  for (const Rational& odds : {Rational(1, 50), Rational(1), Rational(7, 2), Rational(0)}) {
    for (std::uint64_t lo = 0; lo <= 30; lo += 5) {
      for (std::uint64_t hi = lo; hi <= 30; hi += 6) {
        for (const unsigned long bits : {4UL, 40UL, 100UL}) {
          CAPTURE(odds, lo, hi, bits);
          BinomialWalk walk(30, Interval(odds, 300), {lo, hi}, bits, 1);
          do walk.add(0, {walk.index(), walk.index()});
          while (walk.next());
          const std::uint64_t last = walk.index();
          walk.close(100);
          Rational mean = 0, below = 0, above = 0;
          for (std::uint64_t i = 0; i <= 30; ++i) {
            const Rational mass = binomial(30, i) * pow(odds / (1 + odds), i) * pow(1 / (1 + odds), 30 - i);
            (i < lo ? below : i > last ? above : mean) += i < lo || i > last ? mass : mass * i;
          }
          const Rational unit(Integer(1), Integer(1) << 100);
          CHECK(walk.sums[0].lo * unit <= mean);
          CHECK(walk.sums[0].hi * unit >= mean);
          CHECK(walk.below().contains(below));
          CHECK(walk.above().contains(above));
        }
      }
    }
  }
}

TEST_CASE("large sums: more precision stays inside, other routes meet, and they are monotone") {
  const auto overlap = [](const Interval& a, const Interval& b) {
    return less(a, b) != Truth::yes && less(b, a) != Truth::yes;
  };
  struct Case {
    std::uint64_t n;
    const char* eps0;
    const char* eps;
    unsigned long scale;
  };
  for (const Case& c : {Case{1000, "1", "1/10", 30}, Case{100000, "4", "3/10", 50},
                        Case{1000000, "1/1000000", "1/10000000", 40}, Case{100000, "50", "4999/100", 30},
                        Case{1000000, "8", "2", 1100}, Case{50000, "ln(3)", "0", 10}, Case{3000, "10000", "9999", 10},
                        Case{1000000000000, "30", "29", 40}, Case{1000000, "ln(1000001/1000000)", "1/2000000", 40}}) {
    CAPTURE(c.n, c.eps0, c.eps);
    const Number eps0 = number(c.eps0);
    const Number eps = number(c.eps);
    const Interval coarse = clones_delta(c.n, eps0, eps, {64, c.scale});
    const Interval fine = clones_delta(c.n, eps0, eps, {300, c.scale});
    CHECK(overlap(coarse, fine));
    CHECK(mpfr_lessequal_p(fine.lo(), fine.hi()) != 0);
    CHECK(less(fine.upper() - fine.lower(),
               fine.upper() / Interval(Integer(Integer(1) << 250), 64) +
                   times_power_of_two(Interval(Integer(1), 64), -static_cast<long>(c.scale + 250))) == Truth::yes);
    // One more user, or a larger threshold, never increases the divergence.
    CHECK(less(fine, clones_delta(c.n + 1, eps0, eps, {300, c.scale})) != Truth::yes);
    for (const std::uint64_t m : {std::uint64_t{0}, c.n / 3, c.n - 1}) {
      CAPTURE(m);
      if (c.n > 1000000) continue;
      const Interval rr2 = rr2_delta(c.n, m, eps0, eps, {64, c.scale});
      const Interval rr2_fine = rr2_delta(c.n, m, eps0, eps, {128, c.scale + 60});
      CHECK(overlap(rr2, rr2_fine));
      CHECK(less(fine, rr2_fine) != Truth::yes);  // Theorem 3.2: never above the clones pair
    }
  }
}

TEST_CASE("a divergence far below the claim is still proved to be below it") {
  // The true value is far below 2^-40; the signs at the threshold cannot be seen at this effort.
  const Interval tiny = rr2_delta(1000000, 0, number("8"), number("4"), {64, 40});
  CHECK(less(tiny, Rational(Integer(1), Integer(1) << 40)) == Truth::yes);
}

}  // namespace
}  // namespace hallmark::check::test
