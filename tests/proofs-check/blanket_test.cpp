#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "blanket/reports.hpp"

using namespace hallmark::check;

namespace {

constexpr unsigned long unit = 40;
constexpr mpfr_prec_t precision = 400;

Interval number(const Rational& x) { return {x, precision}; }

/// Points 1/32 apart for every law of the sum of n.
std::vector<Ratios> grids(std::uint64_t n, std::uint64_t most) {
  Ratios points;
  for (std::uint64_t i = 1; i <= 32 * most; ++i) points.push_back(Integer(i) << (unit - 5));
  return std::vector<Ratios>(combinations(n) + 1, points);
}

Interval bound(const std::vector<std::vector<Reports>>& pairs, std::uint64_t n, Side side, const Rational& w,
               std::uint64_t most) {
  const auto pair_at = [&](std::size_t i) { return pairs[i]; };
  return reports_bound(pair_at, pairs.size(), n, side, grids(n, most), unit, Effort{}, number(w));
}

/// E (U_1 + ... + U_n)_+/n with what is never given, by all sequences.
Rational by_enumeration(const List& x, const List& y, const List& m, std::uint64_t n, const Rational& w) {
  Rational rest = 1;
  Rational alone = 0;
  std::vector<std::pair<Rational, Rational>> atoms;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Rational gain = x[i] - w * y[i];
    rest -= m[i];
    if (m[i] > 0) atoms.emplace_back(gain / m[i], m[i]);
    if (m[i] == 0) alone += std::max(Rational(0), gain);
  }
  atoms.emplace_back(0, rest);
  std::function<Rational(std::uint64_t, const Rational&)> mean = [&](std::uint64_t left, const Rational& sum) {
    if (left == 0) return std::max(Rational(0), sum);
    Rational total = 0;
    for (const auto& [u, mass] : atoms) total += mass * mean(left - 1, sum + u);
    return total;
  };
  return mean(n, 0) / n + alone;
}

/// Both ends stand around the number, not far from it.
void check_around(const std::vector<Reports>& reports, std::uint64_t n, const Rational& w, const Rational& exact,
                  std::uint64_t most) {
  const Interval upper = bound({reports}, n, Side::upper, w, most);
  const Interval lower = bound({reports}, n, Side::lower, w, most);
  CHECK(proved(less_equal(number(exact), upper.upper())));
  CHECK(proved(less_equal(lower.lower(), exact)));
  CHECK(proved(less(upper.upper() - lower.lower(), number(Rational(1, 100)))));
}

/// The reports of two rows as a table, in the order of the sets of reports.
void check_same(std::vector<Reports> reports, const List& x, const List& y, const List& m, const Rational& w) {
  Rational first = 0;
  for (std::size_t i = 0; i < x.size(); ++i) first += std::max(Rational(0), Rational(x[i] - w * y[i]));
  Interval mass(precision);
  Interval gain(precision);
  for (const Reports& r : reports) {
    mass = mass + r.reference;
    gain = gain + max(number(0), r.first - number(w) * r.second);
  }
  Rational all = 0;
  for (const Rational& p : m) all += p;
  CHECK(mass.contains(all));
  CHECK(gain.contains(first));
  const Rational exact = by_enumeration(x, y, m, 2, w);
  check_around(reports, 2, w, exact, 64);
}

}  // namespace

TEST_CASE("blanket: sums of a table's reports against all sequences") {
  const List x{Rational(1, 2), Rational(1, 4), Rational(1, 4), 0};
  const List y{Rational(1, 4), Rational(1, 2), Rational(1, 8), Rational(1, 8)};
  const List least{Rational(1, 4), Rational(1, 4), Rational(1, 8), 0};
  for (const Rational& w : {Rational(1), Rational(3, 2)}) {
    for (const std::uint64_t n : {1U, 2U, 3U, 5U}) {
      check_around(table_reports(x, y, least, number(w)), n, w, by_enumeration(x, y, least, n, w), 64);
      check_around(table_reports(x, y, y, number(w)), n, w, by_enumeration(x, y, y, n, w), 64);
      check_around(table_reports(y, x, x, number(w)), n, w, by_enumeration(y, x, x, n, w), 64);
    }
  }
}

TEST_CASE("blanket: sets of categories and Hadamard response are their tables") {
  const Rational w(3, 2);
  const Interval e = number(3);
  const Rational one(1, 5);  // k = 3, E = 3: 3/5, 1/5, 1/5
  const List c1{3 * one, one, one};
  const List c2{one, 3 * one, one};
  const List c3{one, one, 3 * one};
  check_same(favoured_reports(3, 1, e, Reference::blanket, number(w)), c1, c2, {one, one, one}, w);
  check_same(favoured_reports(3, 1, e, Reference::first, number(w)), c1, c2, c1, w);
  check_same(favoured_reports(3, 1, e, Reference::second, number(w)), c1, c2, c2, w);
  check_same(favoured_reports(3, 1, e, Reference::third, number(w)), c1, c2, c3, w);
  // Pairs {1,2}, {1,3}, {2,3} of three.
  const Rational low(1, 7);
  check_same(favoured_reports(3, 2, e, Reference::blanket, number(w)), {3 * low, 3 * low, low}, {3 * low, low, 3 * low},
             {low, low, low}, w);
  // K = 4: the outputs 0, 1, 2, 3; 1 favours 0 and 2, 2 favours 0 and 1, 3 favours 0 and 3.
  const Rational eighth(1, 8);
  const List h1{3 * eighth, eighth, 3 * eighth, eighth};
  const List h2{3 * eighth, 3 * eighth, eighth, eighth};
  const List h3{3 * eighth, eighth, eighth, 3 * eighth};
  check_same(favoured_reports(3, 0, e, Reference::blanket, number(w)), h1, h2, {3 * eighth, eighth, eighth, eighth}, w);
  check_same(favoured_reports(3, 0, e, Reference::first, number(w)), h1, h2, h1, w);
  check_same(favoured_reports(3, 0, e, Reference::third, number(w)), h1, h2, h3, w);
  // K = 8: 1, 2 and 4 halve the outputs three times.
  std::vector<List> h(3);
  for (unsigned y = 0; y < 8; ++y) {
    for (unsigned i = 0; i < 3; ++i) h[i].push_back((y >> i & 1U) == 0 ? Rational(3, 16) : Rational(1, 16));
  }
  check_same(favoured_reports(4, 0, e, Reference::fourth, number(w)), h[0], h[1], h[2], w);
}

TEST_CASE("blanket: one report with noise is the mechanism itself") {
  const Number one{Number::Kind::rational, 1};
  List cuts;
  for (int i = -96; i <= 128; ++i) cuts.push_back(Rational(i, 32));
  // Laplace, eps0 = 1, w = 3/2: 1 - sqrt(w/e). Gaussian, sigma = 1: Pr[Z < 1/2 - ln w] - w Pr[Z < -1/2 - ln w].
  const Interval w = number(Rational(3, 2));
  const Interval laplace = number(1) - sqrt(w / exp(number(1)));
  const Interval two = number(2);
  const Interval half = number(Rational(1, 2));
  const auto normal = [&](const Interval& z) { return erfc(-z / sqrt(two)) / two; };
  const Interval gaussian = normal(half - log(w)) - w * normal(-half - log(w));
  for (const Reference r : {Reference::blanket, Reference::first, Reference::second}) {
    for (const bool is_gaussian : {false, true}) {
      const auto reports = noise_reports(is_gaussian, one, r, cuts, w);
      const Interval& exact = is_gaussian ? gaussian : laplace;
      const Interval upper = bound({reports}, 1, Side::upper, Rational(3, 2), 192);
      const Interval lower = bound({reports}, 1, Side::lower, Rational(3, 2), 192);
      CHECK(proved(less_equal(exact, upper.upper())));
      CHECK(proved(less_equal(lower.lower(), exact)));
      CHECK(proved(less(upper.upper() - lower.lower(), number(Rational(1, 50)))));
    }
  }
}

TEST_CASE("blanket: of several pairs the largest counts") {
  const Rational w(3, 2);
  const List even{Rational(1, 2), Rational(1, 2)};
  const List far{Rational(7, 8), Rational(1, 8)};
  const std::vector<std::vector<Reports>> pairs{table_reports(even, even, even, number(w)),
                                                table_reports(far, even, even, number(w))};
  const Interval both = bound(pairs, 1, Side::upper, w, 8);
  CHECK(proved(less_equal(number(Rational(1, 8)), both.upper())));  // 7/8 - 3/4
}

TEST_CASE("blanket: of many pairs one law is above all") {
  const Rational w(3, 2);
  const List x{Rational(1, 2), Rational(1, 4), Rational(1, 4), 0};
  const List y{Rational(1, 4), Rational(1, 2), Rational(1, 8), Rational(1, 8)};
  const List z{Rational(1, 4), Rational(1, 8), Rational(5, 8), 0};
  const List least{Rational(1, 8), Rational(1, 8), Rational(1, 8), 0};
  const std::vector<std::pair<List, List>> all{{x, y}, {y, x}, {x, z}, {z, x}, {y, z}, {z, y}, {x, y}, {z, x}};
  for (const std::uint64_t n : {1U, 2U, 3U}) {
    CAPTURE(n);
    std::vector<std::vector<Reports>> pairs;
    Rational most = 0;
    for (const auto& [first, second] : all) {
      pairs.push_back(table_reports(first, second, least, number(w)));
      most = std::max(most, by_enumeration(first, second, least, n, w));
      // Eight times one pair is that pair.
      const std::vector<std::vector<Reports>> same(all.size(), pairs.back());
      const Interval one = bound({pairs.back()}, n, Side::upper, w, 64).upper();
      const Interval many = bound(same, n, Side::upper, w, 64).upper();
      CHECK(proved(less_equal(one, many + number(Rational(1, 1'000'000'000)))));
      CHECK(proved(less_equal(many, one + number(Rational(1, 1'000'000'000)))));
    }
    const Interval envelope = bound(pairs, n, Side::upper, w, 64).upper();
    CHECK(proved(less_equal(number(most), envelope)));
    if (n == 1) CHECK(proved(less_equal(envelope, number(most + Rational(1, 8)))));
  }
}
