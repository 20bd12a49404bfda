#include "bounds/shuffle/advanced_composition.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/clones.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using test::Exact;

namespace {

// `rounds` answers of randomized response, true with probability e/(e+1): every sequence enumerated.
Rational by_definition(long rounds, const Exact& e, const Exact& w) {
  test::Law<std::vector<int>> p{{{}, 1}}, q{{{}, 1}};
  for (long i = 0; i < rounds; ++i) {
    test::Law<std::vector<int>> next_p, next_q;
    for (const auto& [seen, mass] : p) {
      for (int bit = 0; bit <= 1; ++bit) {
        std::vector<int> longer = seen;
        longer.push_back(bit);
        next_p[longer] = mass * (bit == 0 ? e : Exact(1)) / (e + 1);
        next_q[longer] = q.at(seen) * (bit == 0 ? Exact(1) : e) / (e + 1);
      }
    }
    p = next_p;
    q = next_q;
  }
  return test::rational(test::hockey_stick(p, q, w));
}

}  // namespace

TEST_CASE("advanced composition: delta of pure rounds equals the enumeration, ties included") {
  for (const char* e_text : {"3/2", "2", "5"}) {
    const Rational e(e_text);
    for (long rounds = 1; rounds <= 7; ++rounds) {
      for (const Rational& w : {Rational(1), Rational("6/5"), e, e * e, e * e * e, Rational(2), Rational(1000)}) {
        const Rational truth = by_definition(rounds, test::exact(e), test::exact(w));
        INFO("E=" << e_text << " rounds=" << rounds << " w=" << w.to_string());
        for (long bits : {64L, 200L}) {
          const Ball d = clones::composition_delta({Number::ln(e), rounds, Number::ln(w)}, bits);
          CHECK(d.contains(truth));
          if (truth.sign() > 0) CHECK(d.relative_bits() > bits / 2);
        }
      }
    }
  }
}

TEST_CASE("advanced composition: one round is clones.epsilon, many rounds stand in order") {
  const Rational delta("1e-6");
  const Inversion one = clones::advanced_composition({10'000, 4, delta, 1}, 15).epsilon;
  const Inversion plain = clones::epsilon({10'000, 4, delta}, 15);
  CHECK(one.bracket.hi == plain.bracket.hi);
  Rational before = plain.bracket.hi;
  for (long rounds : {2L, 10L, 1000L, 1'000'000L}) {
    const Inversion i = clones::advanced_composition({10'000, 4, delta, rounds}, 15).epsilon;
    INFO("rounds " << rounds);
    CHECK(i.reached);
    CHECK(i.bracket.lo > before);
    // Never worse than adding up.
    const Inversion single = clones::epsilon({10'000, 4, delta / (2 * rounds)}, 15);
    CHECK(i.bracket.hi <= single.bracket.hi * rounds);
    before = i.bracket.hi;
  }
}

TEST_CASE("advanced composition: the bracket solves its own equation") {
  const Rational delta("1/1000");
  const long rounds = 5;
  const Inversion i = clones::advanced_composition({100, 2, delta, rounds}, 12).epsilon;
  REQUIRE(i.reached);
  const Rational eps1 = clones::epsilon({100, 2, delta / (2 * rounds)}, 15).bracket.hi;
  const auto total = [&](const Rational& eps) {
    const Ball keep = pow(Ball(1 - delta / (2 * rounds), 200), 5UL);
    return 1 - keep * (1 - clones::composition_delta({eps1, rounds, eps}, 200));
  };
  CHECK(less(total(i.bracket.hi * Rational("1.000001")), delta) == Truth::yes);
  CHECK(less(total(i.bracket.lo * Rational("0.999999")), delta) == Truth::no);
}

TEST_CASE("advanced composition: edges and bad input") {
  CHECK(clones::advanced_composition({10, 1, 1, 5}, 12).epsilon.bracket.hi == Rational(0));
  CHECK_THROWS_AS(clones::advanced_composition({10, 1, 0, 5}, 12).epsilon, InputError);
  CHECK_THROWS_AS(clones::advanced_composition({10, 1, Rational("1/2"), 0}, 12).epsilon, InputError);
  CHECK_THROWS_AS(clones::advanced_composition({10, 0, Rational("1/2"), 2}, 12).epsilon, InputError);
  CHECK_THROWS_AS(clones::composition_delta({1, 0, 0}, 64), InputError);
  CHECK_THROWS_AS(clones::composition_delta({1, 1, -1}, 64), InputError);
  CHECK(clones::composition_delta({1, 10, 11}, 64).contains(0));
  CHECK(clones::composition_delta({1, 10, 10}, 64).contains(0));
}
