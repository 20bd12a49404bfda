#include "exact/convex_law.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "support/convex_rationals.hpp"

using namespace hallmark;
using namespace hallmark::test::convex;

namespace {

struct Finite {
  std::vector<Exact> p, q;
};

Exact plus(const Exact& x) { return x > 0 ? x : Exact(0); }

Exact divergence(const Finite& pair, const Exact& factor, Slope slope) {
  Exact total = 0;
  for (std::size_t i = 0; i < pair.p.size(); ++i) {
    total += slope == Slope::rising ? plus(pair.p[i] - factor * pair.q[i]) : plus(pair.q[i] - factor * pair.p[i]);
  }
  return total;
}

/// All outcomes of `count` steps: P^count against Q^count, or one step of P hidden among count against Q^count.
Finite repeated(const Finite& one, int count, bool product) {
  Finite result;
  std::vector<std::size_t> outcome(static_cast<std::size_t>(count), 0);
  for (;;) {
    Exact q = 1;
    Exact all = 1;
    for (const std::size_t o : outcome) {
      q *= one.q[o];
      all *= one.p[o];
    }
    Exact mixture = 0;
    for (std::size_t hidden = 0; hidden < outcome.size(); ++hidden) {
      Exact term = one.p[outcome[hidden]];
      for (std::size_t other = 0; other < outcome.size(); ++other) {
        if (other != hidden) term *= one.q[outcome[other]];
      }
      mixture += term / count;
    }
    result.p.push_back(product ? all : mixture);
    result.q.push_back(q);
    std::size_t place = 0;
    while (place < outcome.size() && ++outcome[place] == one.p.size()) outcome[place++] = 0;
    if (place == outcome.size()) return result;
  }
}

double down(const Exact& x) {
  double d = x.convert_to<double>();
  while (Exact(d) > x) d = std::nextafter(d, -1.0);
  return d;
}
double up(const Exact& x) {
  double d = x.convert_to<double>();
  while (Exact(d) < x) d = std::nextafter(d, 1e300);
  return d;
}

RatioAtoms atoms_of(const Finite& pair) {
  RatioAtoms atoms;
  Exact singular = 0;
  for (std::size_t i = 0; i < pair.p.size(); ++i) {
    if (pair.q[i] == 0) {
      singular += pair.p[i];
    } else {
      const Exact ratio = pair.p[i] / pair.q[i];
      atoms.atoms.push_back({down(ratio), up(ratio), down(pair.q[i]), up(pair.q[i])});
    }
  }
  atoms.singular_lo = down(singular);
  atoms.singular_hi = up(singular);
  return atoms;
}

Finite random_pair(test::Random& random, bool corners) {
  Finite pair;
  const long size = random.between(2, 4);
  long total_p = 0;
  long total_q = 0;
  std::vector<std::pair<long, long>> weights;
  for (long i = 0; i < size; ++i) {
    weights.emplace_back(random.between(1, 20), random.between(1, 20));
    if (corners && i == 0 && random.between(0, 1) == 0) weights.back().first = 0;
    if (corners && i == 1 && random.between(0, 2) != 0) weights.back().second = 0;
    total_p += weights.back().first;
    total_q += weights.back().second;
  }
  for (const auto& [p, q] : weights) {
    pair.p.push_back(Exact(p) / total_p);
    pair.q.push_back(Exact(q) / total_q);
  }
  return pair;
}

}  // namespace

TEST_CASE("Convex laws: one lognormal is the Gaussian mechanism's closed form") {
  for (const char* sigma : {"1", "1/2", "3/10", "4"}) {
    const Rational s2 = Rational(1) / (Rational(sigma) * Rational(sigma));
    const Ball mu(Rational(1) / Rational(sigma), 128);
    for (const char* eps : {"-1", "0", "1/8", "1", "2", "5"}) {
      const Ball e(Rational(eps), 128);
      const Ball truth = normal_cdf(mu / 2 - e / mu) - exp(e) * normal_cdf(-mu / 2 - e / mu);
      for (const Slope slope : slopes) {
        const RatioLaw law = *lognormal_law(s2, slope, {.nodes = 500, .smallest_delta = 1e-8});
        const RationalEnds d = delta(law, Number(eps));
        INFO("sigma " << sigma << " eps " << eps);
        CHECK(less_equal(Ball(d.lo, 128), truth) != Truth::no);
        CHECK(less_equal(truth, Ball(d.hi, 128)) != Truth::no);
        if (d.lo > Rational("1e-6")) CHECK(d.hi - d.lo < d.hi / 20);
      }
    }
  }
}

TEST_CASE("Convex laws: the composition of Gaussian rounds is one Gaussian") {
  for (const Slope slope : slopes) {
    const Resolution resolution{.nodes = 700, .smallest_delta = 1e-6};
    const RatioLaw rounds = *power_product(*lognormal_law(Number("1/8"), slope, resolution), 11, resolution);
    const RatioLaw one = *lognormal_law(Number("11/8"), slope, resolution);
    for (const char* eps : {"0", "1/2", "1", "3"}) {
      const RationalEnds a = delta(rounds, Number(eps));
      const RationalEnds b = delta(one, Number(eps));
      CHECK((a.lo <= b.hi && b.lo <= a.hi));
      CHECK(a.hi - a.lo < a.hi / 30);
    }
  }
}

TEST_CASE("Convex laws: finite pairs against all outcomes, composed and hidden in a mixture") {
  test::Random random(13);
  INFO("seed " << random.seed());
  for (int repetition = 0; repetition < test::repetitions(12); ++repetition) {
    const Finite pair = random_pair(random, repetition % 2 == 1);
    const int count = static_cast<int>(random.between(1, 4));
    for (const bool multiply : {true, false}) {
      const Finite all = repeated(pair, count, multiply);
      for (const Slope slope : slopes) {
        const RatioLaw one = atoms_law(atoms_of(pair), slope);
        const Resolution fine{.nodes = 2000, .smallest_delta = 1e-10};
        const RatioLaw law = multiply ? *power_product(one, count, fine) : divided(*power_sum(one, count, fine), count);
        for (const char* factor : {"1/3", "1", "11/10", "3/2", "2", "5", "40"}) {
          const Exact truth = divergence(all, Exact(factor), slope);
          const RationalEnds d = delta(law, Number::ln(Rational(factor)));
          CHECK(exact(d.lo) <= truth);
          CHECK(truth <= exact(d.hi));
          CHECK(exact(d.hi - d.lo) <= Exact(1e-12));  // few values: the grid is made of them
        }
      }
    }
  }
}

TEST_CASE("Convex laws: atoms known only roughly") {
  test::Random random(17);
  INFO("seed " << random.seed());
  for (int repetition = 0; repetition < test::repetitions(10); ++repetition) {
    const Finite pair = random_pair(random, repetition % 2 == 1);
    RatioAtoms atoms = atoms_of(pair);
    for (RatioAtom& atom : atoms.atoms) {
      atom.ratio_lo *= 1 - 0.1 * unit(random);
      atom.ratio_hi *= 1 + 0.1 * unit(random);
      atom.mass_lo *= 1 - 1e-3 * unit(random);
      atom.mass_hi *= 1 + 1e-3 * unit(random);
    }
    for (const bool multiply : {true, false}) {
      const Finite all = repeated(pair, 2, multiply);
      for (const Slope slope : slopes) {
        const RatioLaw one = atoms_law(atoms, slope);
        const Resolution fine{.nodes = 500};
        const RatioLaw law = multiply ? *product(one, one, fine) : divided(*sum(one, one, fine), 2);
        for (const char* factor : {"1/3", "1", "11/10", "3/2", "2", "5"}) {
          const Exact truth = divergence(all, Exact(factor), slope);
          const RationalEnds d = delta(law, Number::ln(Rational(factor)));
          CHECK(exact(d.lo) <= truth);
          CHECK((truth <= exact(d.hi) || d.hi == Rational(1)));
        }
      }
    }
  }
}

TEST_CASE("Convex laws: bounds of what the atoms leave out") {
  // Half of the atoms are withheld; the laws must still hold the whole pair.
  test::Random random(14);
  for (int repetition = 0; repetition < test::repetitions(10); ++repetition) {
    const Finite pair = repeated(random_pair(random, true), 2, true);
    Finite known;
    Exact missing_q = 0;
    Exact missing_p = 0;
    for (std::size_t i = 0; i < pair.p.size(); ++i) {
      if (i % 2 == 0) {
        known.p.push_back(pair.p[i]);
        known.q.push_back(pair.q[i]);
      } else {
        missing_q += pair.q[i];
        missing_p += pair.p[i];
      }
    }
    RatioAtoms atoms = atoms_of(known);
    atoms.missing_q = up(missing_q);
    atoms.missing_p = up(missing_p);
    const Finite both = repeated(pair, 2, true);
    for (const Slope slope : slopes) {
      const RatioLaw law = *power_product(atoms_law(atoms, slope), 2, {.nodes = 500});
      for (const char* factor : {"1/2", "1", "2", "10"}) {
        const Exact truth = divergence(both, Exact(factor), slope);
        const RationalEnds d = delta(law, Number::ln(Rational(factor)));
        CHECK(exact(d.lo) <= truth);
        CHECK((truth <= exact(d.hi) || d.hi == Rational(1)));
      }
    }
  }
}

TEST_CASE("Convex laws: more nodes overlap with fewer, and are narrower") {
  for (const Slope slope : slopes) {
    std::vector<RationalEnds> all;
    for (const long nodes : {200L, 400L, 800L}) {
      const Resolution resolution{.nodes = nodes, .smallest_delta = 1e-6};
      const RatioLaw law = divided(*power_sum(*lognormal_law(1, slope, resolution), 37, resolution), 37);
      all.push_back(delta(law, Number("1/2")));
    }
    for (const RationalEnds& a : all) {
      for (const RationalEnds& b : all) CHECK(a.lo <= b.hi);
    }
    CHECK((all[2].hi - all[2].lo) * 8 < all[0].hi - all[0].lo);
  }
}

TEST_CASE("Convex laws: one step subsampled, in both directions") {
  // 1 - q + q R for R in {3, 1/3} of randomized response at e^eps0 = 3, q = 1/4: three rounds against all outcomes.
  const Finite response{{Exact("3/4"), Exact("1/4")}, {Exact("1/4"), Exact("3/4")}};
  Finite step;
  for (int i = 0; i < 2; ++i) {
    step.q.push_back(response.q[static_cast<std::size_t>(i)]);
    step.p.push_back(Exact("3/4") * step.q.back() + Exact("1/4") * response.p[static_cast<std::size_t>(i)]);
  }
  const Finite all = repeated(step, 3, true);
  for (const Slope slope : slopes) {
    const RatioLaw one = subsampled(atoms_law(atoms_of(response), slope), Number("1/4"));
    const RatioLaw law = *power_product(one, 3, {.nodes = 100});
    for (const char* factor : {"1/2", "1", "5/4", "2"}) {
      const Exact truth = divergence(all, Exact(factor), slope);
      const RationalEnds d = delta(law, Number::ln(Rational(factor)));
      CHECK(exact(d.lo) <= truth);
      CHECK(truth <= exact(d.hi));
      CHECK(exact(d.hi - d.lo) <= Exact(1e-12));
    }
  }
}

TEST_CASE("Convex laws: what lies beyond the last position is not lost where it is too small for a double") {
  const RatioLaw noise = *lognormal_law(100, Slope::rising, {.nodes = 512, .smallest_delta = 1e-14});
  for (const char* rate : {"1e-310", "1e-99999"}) {
    const RationalEnds d = delta(subsampled(noise, Number(rate)), Number(1));
    CHECK(d.lo == Rational(0));
    CHECK(d.hi.sign() > 0);  // 3e-1272 at the larger rate
    CHECK(d.hi < pow(Rational(10), -300));
  }
  CHECK(delta(subsampled(noise, Number(0)), Number(1)).hi == Rational(0));
  // The least double beyond, of a law of one step out of many; a lower law may lose it.
  for (const Side side : {Side::upper, Side::lower}) {
    const ConvexLaw law{Slope::rising, side, {0, 1}, {0.5, 0.5}, 0x1p-1074};
    const double infinity = divided(law, 1'000'000).infinity;
    CHECK((side == Side::upper ? infinity > 0 : infinity == 0));
  }
  CHECK(divided(ConvexLaw{Slope::rising, Side::upper, {0, 1}, {0.5, 0.5}, 0}, 3).infinity == 0);
  // 1 + 2^-250, of mass 2^-920, is above the last node 1: a moment of 2^-1170.
  const ConvexLaw one{Slope::rising, Side::upper, {0, 1}, {1, 0x1p-460}, 0};
  const ConvexLaw other{Slope::rising, Side::upper, {0, 0x1p-250}, {1, 0x1p-460}, 0};
  CHECK(traced_sum(one, other, 2, 2, {.nodes = 16})->law.infinity > 0);
  CHECK(traced_sum(one, {Slope::rising, Side::upper, {0}, {1}, 0}, 2, 2, {.nodes = 16})->law.infinity == 0);
}

TEST_CASE("Convex laws: epsilon returns only evaluated ends") {
  for (const Slope slope : slopes) {
    const RatioLaw law = *lognormal_law(1, slope, {.nodes = 1000, .smallest_delta = 1e-8});
    for (const char* text : {"1e-2", "1e-5", "1e-7"}) {
      const Rational wanted(text);
      const EpsilonBounds eps = epsilon(law, wanted);
      REQUIRE(eps.hi.has_value());
      CHECK(delta(law, *eps.hi).hi <= wanted);
      CHECK(delta(law, eps.lo).lo > wanted);
      CHECK(eps.lo < *eps.hi);
    }
    CHECK(epsilon(law, 1).hi == Rational(0));
  }
  // Pure: delta = 0 is reached at ln 3, the upper law's dust is above 0, and the flat piece gives no false lower end.
  const Finite response{{Exact("3/4"), Exact("1/4")}, {Exact("1/4"), Exact("3/4")}};
  for (const Slope slope : slopes) {
    const RatioLaw law = atoms_law(atoms_of(response), slope);
    const EpsilonBounds eps = epsilon(law, 0);
    CHECK(less_equal(Number(eps.lo), Number("ln(3)")) == Truth::yes);
    CHECK(less_equal(Number("1.0986"), Number(eps.lo)) == Truth::yes);
    CHECK((!eps.hi.has_value() || less_equal(Number("ln(3)"), Number(*eps.hi)) == Truth::yes));
  }
}

TEST_CASE("Convex laws: absurd noise and thresholds give valid, if wide, answers") {
  for (const char* variance : {"1e-80", "1e-20", "1e-3", "1e3", "1e9", "1e80"}) {
    for (const Slope slope : slopes) {
      const Resolution resolution{.nodes = 64, .smallest_delta = 1e-6};
      const auto law = divided(*power_sum(*lognormal_law(Number(variance), slope, resolution), 3, resolution), 3);
      const auto squared = *product(law, law, resolution);
      for (const char* eps : {"-10000", "-1", "0", "1e-30", "1", "10000", "exp(1000)"}) {
        for (const RatioLaw* one : {&law, &squared}) {
          const RationalEnds d = delta(*one, Number(eps));
          INFO("variance " << variance << " eps " << eps);
          CHECK((Rational(0) <= d.lo && d.lo <= d.hi && d.hi <= Rational(1)));
          if (Number(eps).sign() < 0) CHECK(d.hi > Rational("0.63"));  // at least 1 - e^eps
        }
      }
    }
  }
  // Ratios beyond the range of positions, and none at all.
  const RatioAtoms far{.atoms = {{0, 1e-300, 0.5, 0.5}, {1, 1, 0.25, 0.25}, {1e200, 1e200, 1e-201, 1e-201}}};
  for (const Slope slope : slopes) {
    const RatioLaw law = *power_product(atoms_law(far, slope), 3, {.nodes = 16});
    CHECK(delta(law, Number(1)).hi > delta(law, Number(1)).lo);
    const RatioLaw nothing =
        *power_product(atoms_law({.atoms = {}, .missing_q = 1, .missing_p = 1}, slope), 3, {.nodes = 16});
    CHECK((delta(nothing, 0).lo == Rational(0) && delta(nothing, 0).hi == Rational(1)));
  }
}

TEST_CASE("Convex laws: where rounding outgrows the kernel there is no law") {
  // The excess of the masses, some 2^-47 an operation, is multiplied by 10^12 twice.
  constexpr long most = 1'000'000'000'000;
  const Resolution resolution{.nodes = 32};
  for (const Slope slope : slopes) {
    const RatioLaw once = divided(*power_sum(*lognormal_law(1, slope, resolution), most, resolution), most);
    const RationalEnds d = delta(once, Number("1/2"));
    CHECK((Rational(0) <= d.lo && d.lo <= d.hi && d.hi <= Rational(1)));
    CHECK(!power_product(once, most, resolution).has_value());
  }
}

TEST_CASE("Convex laws: budgets and bad input") {
  const RatioLaw law = *lognormal_law(1, Slope::rising, {.nodes = 300});
  const Budget none(std::chrono::duration<double>(0));
  CHECK(!lognormal_law(1, Slope::rising, {.nodes = 300}, none).has_value());
  CHECK(!power_sum(law, 10, {.nodes = 300}, none).has_value());
  CHECK_THROWS_WITH(lognormal_law(0, Slope::rising, {}), "lognormal_law: variance = 0: must be 0 < variance");
  CHECK_THROWS_WITH(power_sum(law, 0, {}), "power_sum: count = 0: must be in 1..10^12");
  CHECK_THROWS_WITH(power_product(law, 2, {.nodes = 7}), "power_product: nodes = 7: must be in 16..65536");
  CHECK_THROWS_AS(product(law, atoms_law({}, Slope::falling), {}), InputError);
  CHECK_THROWS_AS(atoms_law({.atoms = {{2, 1, 0, 0}}}, Slope::rising), InputError);
  CHECK_THROWS_AS(atoms_law({.atoms = {{1, 1, 0, std::nan("")}}}, Slope::rising), InputError);
  CHECK_THROWS_AS(atoms_law({.atoms = {{1, 1e308, 0, 2}}}, Slope::rising), InputError);
  CHECK_THROWS_AS(epsilon(law, Rational(2)), InputError);
  CHECK_THROWS_AS(subsampled(law, Number(2)), InputError);
}

TEST_CASE("ratios too small to keep go to the side of their law") {
  const double tiny = 1e-80;
  RatioAtoms atoms;
  atoms.atoms = {{tiny, tiny, 0.5, 0.5}, {1.5, 1.5, 0.5, 0.5}};
  for (const Slope slope : {Slope::rising, Slope::falling}) {
    const RatioLaw law = atoms_law(atoms, slope);
    const bool rising = slope == Slope::rising;
    REQUIRE(law.upper.position.size() == 2);
    REQUIRE(law.lower.position.size() == 2);
    CHECK((rising ? law.upper.position[0] >= tiny : law.upper.position[0] <= tiny));
    CHECK((rising ? law.lower.position[0] <= tiny : law.lower.position[0] >= tiny));
  }
}
