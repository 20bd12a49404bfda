#include "exact/lattice_law.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using test::Exact;

namespace {

// A finite pair in exact rationals: atoms (p, q), q = 0 allowed.
struct Pair {
  std::vector<Exact> p;
  std::vector<Exact> q;
};

Pair random_pair(test::Random& random, int atoms, bool infinite) {
  Pair r;
  Exact sum_p = 0, sum_q = 0;
  for (int i = 0; i < atoms; ++i) {
    r.p.emplace_back(random.between(1, 40));
    r.q.emplace_back(infinite && i == 0 ? 0 : random.between(1, 40));
    if (i == 1) r.q[1] = r.p[1];  // a ratio that may be exactly 1 before normalisation
    sum_p += r.p.back();
    sum_q += r.q.back();
  }
  for (int i = 0; i < atoms; ++i) {
    r.p[static_cast<std::size_t>(i)] /= sum_p;
    r.q[static_cast<std::size_t>(i)] /= sum_q;
  }
  return r;
}

Pair times(const Pair& a, const Pair& b) {
  Pair r;
  for (std::size_t i = 0; i < a.p.size(); ++i) {
    for (std::size_t j = 0; j < b.p.size(); ++j) {
      r.p.push_back(a.p[i] * b.p[j]);
      r.q.push_back(a.q[i] * b.q[j]);
    }
  }
  return r;
}

Exact profile(const Pair& x, const Exact& w) {
  Exact sum = 0;
  for (std::size_t i = 0; i < x.p.size(); ++i) sum += std::max(Exact(0), Exact(x.p[i] - w * x.q[i]));
  return sum;
}

// Cells of the whole range, every atom in the half cell of its ratio or, next to a node, as a straddle.
RatioCells cells_of(const Pair& x, long scale, long bits) {
  std::map<long, std::pair<Exact, Exact>> cells;
  RatioCells r{.scale = scale, .p_infinite = Ball(0, bits), .p_below = Ball(0, bits), .p_missing = Ball(0, bits)};
  for (std::size_t i = 0; i < x.p.size(); ++i) {
    const Ball p(test::rational(x.p[i]), bits);
    const Ball q(test::rational(x.q[i]), bits);
    if (x.q[i] == 0) {
      r.p_infinite += p;
      continue;
    }
    Ball position = log(Ball(test::rational(x.p[i] / x.q[i]), bits));
    arb_mul_2exp_si(position.raw(), position.raw(), scale + 1);
    const long lo = floor(position.lower()).to_long();
    const long hi = floor(position.upper()).to_long();
    if (lo != hi && hi % 2 == 0) {
      r.straddles.push_back({hi / 2, p, q});
    } else {
      cells[hi].first += x.p[i];
      cells[hi].second += x.q[i];
    }
  }
  if (!cells.empty()) {
    r.first = cells.begin()->first;
    for (long i = r.first; i <= cells.rbegin()->first; ++i) {
      r.p.emplace_back(test::rational(cells.contains(i) ? cells[i].first : Exact(0)), bits);
      r.q.emplace_back(test::rational(cells.contains(i) ? cells[i].second : Exact(0)), bits);
    }
  }
  return r;
}

}  // namespace

TEST_CASE("a lattice law encloses the exact profile of products of random pairs", "[lattice]") {
  test::Random random(11);
  CAPTURE(random.seed());
  for (int trial = 0; trial < test::repetitions(25); ++trial) {
    const Pair a = random_pair(random, static_cast<int>(random.between(2, 4)), random.between(0, 2) == 0);
    const Pair b = random_pair(random, static_cast<int>(random.between(2, 3)), random.between(0, 3) == 0);
    const long rounds = random.between(1, 4);
    Pair product = b;
    for (long i = 0; i < rounds; ++i) product = times(product, a);
    const LatticeEffort effort{
        .points = random.between(30, 4000), .unit_bits = random.between(8, 128), .tail_bits = random.between(4, 90)};
    const long scale = random.between(1, 9);
    const LatticeLaw one(cells_of(a, scale, 128), effort);
    const LatticeLaw other(cells_of(b, random.between(1, 9), 128), effort);
    const auto power = one.power(rounds, effort);
    REQUIRE(power.has_value());
    const LatticeLaw law = LatticeLaw::product(*power, other, effort);
    for (const char* w : {"1/10", "1/2", "1", "9/8", "3/2", "2", "5", "40"}) {
      const Rational ratio(w);
      const Exact truth = profile(product, test::exact(ratio));
      const auto found = law.delta(Number::ln(ratio));
      CAPTURE(trial, w, rounds, scale, effort.points, effort.tail_bits);
      CHECK(test::exact(found.lo) <= truth);
      CHECK(truth <= test::exact(found.hi));
    }
  }
}

TEST_CASE("a lattice law closes on the profile as the grid becomes finer", "[lattice]") {
  const Pair a{{Exact(1, 2), Exact(1, 3), Exact(1, 6)}, {Exact(1, 5), Exact(1, 5), Exact(3, 5)}};
  Pair product = a;
  for (int i = 1; i < 5; ++i) product = times(product, a);
  const Rational w("3/2");
  const Exact truth = profile(product, test::exact(w));
  for (long scale : {4, 6, 8, 10}) {
    const LatticeEffort effort{.points = 1 << 16};
    const auto law = LatticeLaw(cells_of(a, scale, 160), effort).power(5, effort);
    const auto found = law->delta(Number::ln(w));
    CHECK(test::exact(found.lo) <= truth);
    CHECK(truth <= test::exact(found.hi));
    CHECK(found.hi - found.lo < pow(Rational(2), -scale));
  }
}

TEST_CASE("an infinite ratio composes to one minus the power of its complement", "[lattice]") {
  const Pair a{{Exact(1, 10), Exact(9, 10)}, {Exact(0), Exact(1)}};
  const LatticeEffort effort{.points = 64, .unit_bits = 160};
  for (long rounds : {1L, 2L, 7L, 10'000L, 1'000'000'000'000L}) {
    const auto law = LatticeLaw(cells_of(a, 6, 200), effort).power(rounds, effort);
    const auto found = law->delta(Number(100));
    const Rational truth = rounds > 10'000 ? Rational(1) : 1 - pow(Rational("9/10"), rounds);
    CHECK(found.lo <= truth);
    CHECK(found.hi >= truth);
    CHECK(found.hi - found.lo < Rational("1e-15"));
  }
}

TEST_CASE("P-mass that no cell holds counts in the upper end") {
  constexpr long bits = 160;
  RatioCells cells{.scale = 4, .p_infinite = Ball(0, bits), .p_below = Ball(0, bits), .p_missing = Ball(0, bits)};
  cells.p = {Ball(Rational("3/4"), bits)};
  cells.q = {Ball(Rational("3/4"), bits)};
  cells.p_missing = Ball(Rational("1/4"), bits);
  const LatticeLaw law(cells, {});
  CHECK(law.upper_delta(5) >= Rational("1/4"));
  CHECK(law.lower_delta(5) == Rational(0));
}

TEST_CASE("a law far from 0 composes to many rounds: its positions do not wrap around", "[lattice]") {
  constexpr long bits = 256;
  constexpr long rounds = 1'000'000'000'000'000;
  for (const long node : {200L, 1L << 40, 1L << 57}) {  // a grid of step 1: one outcome of log ratio `node`
    RatioCells cells{.scale = 0, .p_infinite = Ball(0, bits), .p_below = Ball(0, bits), .p_missing = Ball(0, bits)};
    cells.first = 2 * node;
    cells.p = {Ball(1, bits)};
    cells.q = {exp(Ball(-node, bits))};
    const LatticeEffort effort{.points = 64};
    const auto law = LatticeLaw(cells, effort).power(rounds, effort);
    const Rational most = Rational(node) * rounds;
    CAPTURE(node);
    CHECK(law->upper_delta(Number(0)) > Rational("999/1000"));
    CHECK(law->upper_delta(Number(most * Rational("99/100"))) > Rational("999/1000"));
    CHECK(law->lower_delta(Number(most * 2)) == Rational(0));
    const LatticeLaw twice = LatticeLaw::product(*law, *law, effort);
    CHECK(twice.upper_delta(Number(most * Rational("3/2"))) > Rational("999/1000"));
  }
}

TEST_CASE("a grid of steps of a million nats encloses, in integers no longer than the masses", "[lattice]") {
  constexpr long bits = 160;
  constexpr long count = 512;  // outcomes of log ratio 0, h/2, ..., each of P-mass 1/count
  constexpr long scale = -20;
  RatioCells cells{.scale = scale, .p_infinite = Ball(0, bits), .p_below = Ball(0, bits), .p_missing = Ball(0, bits)};
  const Rational half = pow(Rational(2), -scale - 1);
  const Ball p(Rational(1) / count, bits);
  for (long i = 0; i < count; ++i) {
    cells.p.push_back(p);
    cells.q.push_back(p * exp(Ball(half * -i, bits)));
  }
  const LatticeEffort effort{.points = 1 << 12};
  std::vector<long> ways{1};  // of a sum of half steps
  for (long rounds = 1; rounds <= 3; ++rounds) {
    std::vector<long> next(ways.size() + count - 1);
    for (std::size_t i = 0; i < ways.size(); ++i) {
      for (std::size_t j = 0; j < count; ++j) next[i + j] += ways[i];
    }
    ways = next;
    const auto law = LatticeLaw(cells, effort).power(rounds, effort);
    for (const long at : {0L, 1L, 2L, 255L, 256L, 511L, 700L, 1300L, 2000L}) {  // eps between two sums
      Rational above = 0;
      for (auto i = static_cast<std::size_t>(at) + 1; i < ways.size(); ++i) above += ways[i];
      const Rational truth = above / pow(Rational(count), rounds);
      const auto found = law->delta(Number(half * (at + Rational("1/2"))));
      CAPTURE(rounds, at);
      CHECK(found.lo <= truth);
      CHECK(found.hi >= truth - Rational("1e-20"));  // e^-h/4 less
      CHECK(found.hi - found.lo < Rational("1/64"));
    }
  }
}
