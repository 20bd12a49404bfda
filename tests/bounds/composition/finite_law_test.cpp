#include "bounds/composition/finite_law.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/atoms.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/rr2.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using test::Exact;

namespace {

constexpr long bits = 256;
const Listing listing{.bits = bits, .tail_bits = 200};

FiniteLaw law(const AtomSource& source) { return *finite_law(source, listing); }

// A pair of exact laws over any outcomes, as (p, q) lists.
using Masses = std::vector<std::pair<Exact, Exact>>;

template <typename Outcome>
Masses masses(const test::Law<Outcome>& p, const test::Law<Outcome>& q) {
  std::map<Outcome, std::pair<Exact, Exact>> all;
  for (const auto& [x, m] : p) all[x].first += m;
  for (const auto& [x, m] : q) all[x].second += m;
  Masses r;
  for (const auto& [x, m] : all) r.push_back(m);
  return r;
}

Masses times(const Masses& a, const Masses& b) {
  Masses r;
  for (const auto& x : a) {
    for (const auto& y : b) r.emplace_back(x.first * y.first, x.second * y.second);
  }
  return r;
}

Masses exchanged(Masses a) {
  for (auto& x : a) std::swap(x.first, x.second);
  return a;
}

Exact profile(const Masses& x, const Exact& w) {
  Exact sum = 0;
  for (const auto& [p, q] : x) sum += std::max(Exact(0), Exact(p - w * q));
  return sum;
}

const char* const thresholds[] = {"1", "9/8", "3/2", "2", "3", "4", "9", "30"};

// One round, two rounds, and lattices of powers and of a product with another law, both directions.
void compare(const FiniteLaw& law, const Masses& exact, const FiniteLaw& other, const Masses& exact_other) {
  for (bool reverse : {false, true}) {
    const FiniteLaw a = reverse ? swapped(law) : law;
    const FiniteLaw b = reverse ? swapped(other) : other;
    const Masses x = reverse ? exchanged(exact) : exact;
    const Masses y = reverse ? exchanged(exact_other) : exact_other;
    const Masses xx = times(x, x);
    const Masses xy = times(x, y);
    const Masses xxx = times(xx, x);
    const LatticeEffort effort{.points = 2000, .unit_bits = 160, .tail_bits = 100};
    const LatticeLaw grid = lattice_law(a, effort);
    const auto cubed = grid.power(3, effort);
    const LatticeLaw mixed = LatticeLaw::product(grid, lattice_law(b, effort), effort);
    for (const char* text : thresholds) {
      const Rational w(text);
      CAPTURE(reverse, text);
      const auto contains = [&](const Ball& found, const Exact& truth) {
        CHECK(found.contains(test::rational(truth)));
        CHECK(found.upper() - found.lower() < Rational("1e-50"));
      };
      const Exact at(w.to_string());
      contains(one_round_delta(a, Ball(w, bits)), profile(x, at));
      contains(two_round_delta(a, a, Ball(w, bits)), profile(xx, at));
      contains(two_round_delta(a, b, Ball(w, bits)), profile(xy, at));
      const auto around = [&](const LatticeLaw& grid_law, const Exact& truth) {
        const auto found = grid_law.delta(Number::ln(w));
        CHECK(test::exact(found.lo) <= truth);
        CHECK(truth <= test::exact(found.hi));
        CHECK(found.hi - found.lo < Rational("1/100"));
      };
      around(grid, profile(x, at));
      around(*cubed, profile(xxx, at));
      around(mixed, profile(xy, at));
    }
  }
}

Masses clones_masses(long n, const Exact& e) {
  const auto [p, q] = test::clones_pair(n, e);
  return masses(p, q);
}

// N = Mult(n-1; g, g, 1-2g) + (1,0) against + (0,1).
Masses strong_masses(long n, const Exact& g) {
  test::Law<std::pair<long, long>> others{{{0, 0}, 1}};
  for (long i = 1; i < n; ++i) {
    test::Law<std::pair<long, long>> next;
    for (const auto& [x, m] : others) {
      next[{x.first + 1, x.second}] += m * g;
      next[{x.first, x.second + 1}] += m * g;
      next[x] += m * (1 - 2 * g);
    }
    others = next;
  }
  test::Law<std::pair<long, long>> p, q;
  for (const auto& [x, m] : others) {
    p[{x.first + 1, x.second}] += m;
    q[{x.first, x.second + 1}] += m;
  }
  return masses(p, q);
}

// The weak adversary's view by simulation of every user: (number of random reports of the others, N1, N2), all others
// truthful reports removed.
Masses weak_masses(long n, long k, const Exact& gamma) {
  using View = std::tuple<long, long, long>;
  const Exact g = gamma / k;
  test::Law<View> others{{{0, 0, 0}, 1}};
  for (long i = 1; i < n; ++i) {
    test::Law<View> next;
    for (const auto& [x, m] : others) {
      const auto [b, n1, n2] = x;
      next[{b + 1, n1 + 1, n2}] += m * g;
      next[{b + 1, n1, n2 + 1}] += m * g;
      if (k > 2) next[{b + 1, n1, n2}] += m * (gamma - 2 * g);
      next[x] += m * (1 - gamma);
    }
    others = next;
  }
  const auto with = [&](const Exact& one, const Exact& two) {
    test::Law<View> r;
    for (const auto& [x, m] : others) {
      const auto [b, n1, n2] = x;
      r[{b, n1 + 1, n2}] += m * one;
      r[{b, n1, n2 + 1}] += m * two;
      if (k > 2) r[{b, n1, n2}] += m * (1 - one - two);
    }
    return r;
  };
  return masses(with(1 - gamma + g, g), with(g, 1 - gamma + g));
}

Masses rr2_masses(long n, const Exact& e, long others) {
  const Exact a = e / (e + 1);
  test::Law<long> r{{0, 1}};
  for (long i = 0; i < n - 1; ++i) r = test::one_more(r, i < others ? a : Exact(1 - a));
  return masses(test::one_more(r, a), test::one_more(r, 1 - a));
}

}  // namespace

TEST_CASE("atoms of every pair give the brute-force profile of one, two and three rounds", "[composition]") {
  const auto other = finite_law(atoms::rr2(3, Number::ln(2), 1), listing);
  const Masses other_masses = rr2_masses(3, 2, 1);
  for (const char* text : {"3/2", "2", "5"}) {
    const Rational e(text);
    const Exact x(text);
    const Number eps0 = Number::ln(e);
    for (long n : {1L, 2L, 4L}) {
      CAPTURE(text, n);
      compare(law(atoms::clones(n, eps0)), clones_masses(n, x), *other, other_masses);
    }
    for (long m : {0L, 2L, 3L}) {
      CAPTURE(text, m);
      compare(law(atoms::rr2(4, eps0, m)), rr2_masses(4, x, m), *other, other_masses);
    }
  }
  for (long k : {2L, 3L, 5L}) {
    for (const char* text : {"1/4", "2/3"}) {
      const Number gamma{Rational(text)};
      const Exact x(text);
      for (long n : {1L, 3L}) {
        CAPTURE(k, n, text);
        Masses strong = strong_masses(n, x / k);
        compare(law(atoms::krr_strong_pair(n, k, gamma)), strong, *other, other_masses);
        for (auto& [p, q] : strong) {
          p *= 1 - x;
          q *= 1 - x;
        }
        strong.emplace_back(x, x);
        compare(law(atoms::krr_strong(n, k, gamma)), strong, *other, other_masses);
        compare(law(atoms::krr_weak(n, k, gamma)), weak_masses(n, k, x), *other, other_masses);
      }
    }
  }
}

TEST_CASE("one round of atoms is the pair's own delta", "[composition]") {
  const long n = 1000;
  const Number eps0(3);
  const auto clones = finite_law(atoms::clones(n, eps0), listing);
  const auto rr2 = finite_law(atoms::rr2(n, eps0, 0), listing);
  const auto mixed = finite_law(atoms::rr2(n, eps0, 300), listing);
  REQUIRE(clones.has_value());
  REQUIRE(rr2.has_value());
  REQUIRE(mixed.has_value());
  for (const char* eps : {"0", "0.1", "0.5", "1"}) {
    const Number at(eps);
    const Ball w = exponential(at, bits);
    CAPTURE(eps);
    const auto meet = [](const Ball& found, const Ball& truth) {
      CHECK(arb_overlaps(found.raw(), truth.raw()) != 0);
      CHECK(found.upper() - found.lower() < Rational("1e-40"));
    };
    meet(one_round_delta(*clones, w), hallmark::clones::delta({n, eps0, at}, bits));
    meet(one_round_delta(*rr2, w), hallmark::rr2::delta({n, eps0, at, Direction::remove}, bits));
    meet(one_round_delta(swapped(*rr2), w), hallmark::rr2::delta({n, eps0, at, Direction::add}, bits));
    meet(one_round_delta(*mixed, w), hallmark::rr2::delta({n, eps0, at, Direction::remove, 300}, bits));
  }
}

TEST_CASE("extreme ratios are paired exactly", "[composition]") {
  const Number eps0(1000);
  const auto law = finite_law(atoms::clones(3, eps0), {.bits = 6000, .tail_bits = 5000});
  REQUIRE(law.has_value());
  const Ball w = exponential(Number(1999), 6000);
  const Ball two = two_round_delta(*law, *law, w);
  // Only (E, E) exceeds e^1999: (a^2 - w b^2) times the chance of no clone in either round and the rest of x = m.
  CHECK(is_positive(two) == Truth::yes);
  CHECK(less(two, Rational(1)) == Truth::yes);
  CHECK(two_round_delta(*law, *law, exponential(Number(2001), 6000)).upper() < pow(Rational(2), -4000));
}

TEST_CASE("masses at and below the smallest double are paired exactly", "[composition]") {
  // Ratios 7/5 and nearly 1. As doubles the two small masses would lose bits, and their quotient with them.
  constexpr long fine = 5000;
  for (const long depth : {900L, 961L, 1022L, 1060L, 1072L, 1073L, 1075L, 2000L}) {
    const Rational q = pow(Rational(2), -depth);
    const Rational p = q * 7 / 5;
    FiniteLawBuilder builder(fine);
    builder.add(Ball(1 - p, fine), Ball(1 - q, fine));
    builder.add(Ball(p, fine), Ball(q, fine));
    const FiniteLaw both = builder.finish();
    for (const char* text : {"3/4", "27/20", "29/20", "19/10", "2"}) {
      CAPTURE(depth, text);
      const Rational w(text);
      Rational truth;
      const std::pair<Rational, Rational> outcomes[] = {{1 - p, 1 - q}, {p, q}};
      for (const auto& x : outcomes) {
        for (const auto& y : outcomes) truth += std::max(Rational(0), x.first * y.first - w * x.second * y.second);
      }
      const Ball found = two_round_delta(both, both, Ball(w, fine));
      CHECK(found.contains(truth));
      CHECK(found.upper() - found.lower() < pow(Rational(2), -4900));
    }
  }
}
