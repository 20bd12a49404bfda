#include "bounds/batch/shuffled_batch.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "support/random.hpp"

using namespace hallmark;
using namespace hallmark::shuffled_batch;

namespace {

constexpr Event both_events[] = {Event::some_at_least, Event::all_below};

// f(C) as the paper writes it, term by term.
Ball plain(const DeltaParameters& p, const Rational& c, Event event, long bits) {
  const Ball s = p.sigma.ball(bits);
  const auto cdf = [&](const Ball& x) { return normal_cdf(x / s); };
  const Ball others = pow(cdf(Ball(c, bits)), static_cast<unsigned long>(p.steps - 1));
  const Ball two = 1 - cdf(Ball(c - 2, bits)) * others;
  const Ball one = 1 - cdf(Ball(c - 1, bits)) * others;
  const Ball w = exponential(p.eps, bits);
  return event == Event::some_at_least ? two - w * one : (1 - one) - w * (1 - two);
}

bool overlap(const Ball& a, const Ball& b) { return arb_overlaps(a.raw(), b.raw()) != 0; }

}  // namespace

TEST_CASE("shuffled-batch: one threshold, written plainly and without cancellation") {
  for (const char* sigma : {"1/4", "1", "7"}) {
    for (const char* eps : {"0", "1/3", "6"}) {
      for (const long steps : {1L, 2L, 50L, 100'000L}) {
        const DeltaParameters p{Number(sigma), Number(eps), steps};
        for (const char* c : {"-3", "0", "1", "7/4", "2", "5", "30"}) {
          for (const Event event : both_events) {
            INFO("sigma=" << sigma << " eps=" << eps << " steps=" << steps << " C=" << c);
            const Ball value = delta_at_lower(p, Rational(c), event, 128);
            CHECK(overlap(value, plain(p, Rational(c), event, 3000)));
          }
        }
      }
    }
  }
}

TEST_CASE("shuffled-batch: no threshold beats the supremum, and the one named reaches it") {
  for (const char* sigma : {"1/3", "1", "3"}) {
    for (const char* eps : {"0", "1/50", "2"}) {
      for (const long steps : {2L, 30L, 10'000L}) {
        const DeltaParameters p{Number(sigma), Number(eps), steps};
        for (const Event event : both_events) {
          INFO("sigma=" << sigma << " eps=" << eps << " steps=" << steps);
          const Supremum best = delta_threshold_lower(p, event, 128);
          CHECK(best.delta.relative_bits() > 90);
          CHECK(overlap(best.delta, delta_threshold_lower(p, event, 500).delta));
          CHECK(overlap(best.delta, delta_at_lower(p, best.c, event, 128)));
          CHECK(less_equal(best.delta, gaussian::delta({p.sigma, p.eps}, 200)) == Truth::yes);
          for (long i = -100; i <= 200; ++i) {
            const Ball here = delta_at_lower(p, Rational(i) * 2 / 25, event, 128);
            REQUIRE(less(best.delta, here) != Truth::yes);
          }
        }
      }
    }
  }
}

TEST_CASE("shuffled-batch: limits") {
  for (const Event event : both_events) {
    // One batch: the Gaussian mechanism itself.
    CHECK(overlap(delta_threshold_lower({1, 1, 1}, event, 128).delta, gaussian::delta({1, 1}, 300)));
    // Hardly any noise: certainty. Very much noise: next to nothing, but not nothing.
    CHECK(less(Ball(Rational("0.999999"), 64), delta_threshold_lower({Number("1e-30"), 1, 100}, event, 128).delta) ==
          Truth::yes);
    const Ball small = delta_threshold_lower({Number("1e30"), 0, 1'000'000'000}, event, 400).delta;
    CHECK(is_positive(small) == Truth::yes);
    CHECK(less(small, Ball(Rational("1e-30"), 64)) == Truth::yes);
    CHECK(small.relative_bits() > 60);
  }
  // At eps = 0 the two events are complements: the same total variation distance.
  CHECK(overlap(delta_threshold_lower({2, 0, 77}, Event::some_at_least, 128).delta,
                delta_threshold_lower({2, 0, 77}, Event::all_below, 128).delta));
  // Much noise, many batches, small eps: the complement is the better event by far.
  const DeltaParameters noisy{5, Number("1/1000"), 100'000};
  CHECK(less(10 * delta_threshold_lower(noisy, Event::some_at_least, 128).delta,
             delta_threshold_lower(noisy, Event::all_below, 128).delta) == Truth::yes);
}

TEST_CASE("shuffled-batch: a threshold below 0 at an eps beyond what e^eps can be written for") {
  // f is about -e^eps: nothing near 0 may be said of it.
  for (const char* c : {"-1", "0", "-100"}) {
    const Ball f = delta_at_lower({1, 2'000'000, 3}, Rational(c), Event::some_at_least, 128);
    CHECK(less(Ball(-1, 128), f) != Truth::yes);
  }
}

TEST_CASE("shuffled-batch: more batches and a larger eps give a smaller supremum") {
  test::Random random(7);
  INFO("seed " << random.seed());
  for (int i = 0; i < test::repetitions(20); ++i) {
    const Rational sigma = Rational(random.between(1, 40)) / 10;
    const Rational eps = Rational(random.between(0, 50)) / 10;
    const long steps = random.between(1, 1000);
    INFO("sigma=" << sigma.to_string() << " eps=" << eps.to_string() << " steps=" << steps);
    for (const Event event : both_events) {
      const Ball here = delta_threshold_lower({sigma, eps, steps}, event, 128).delta;
      CHECK(less(here, delta_threshold_lower({sigma, eps + Rational("1/10"), steps}, event, 128).delta) != Truth::yes);
      CHECK(less(here, delta_threshold_lower({sigma, eps, steps + 3}, event, 128).delta) != Truth::yes);
    }
  }
}

TEST_CASE("shuffled-batch: epsilon is bracketed by delta") {
  for (const char* delta : {"1/2", "1e-6", "1e-100"}) {
    for (const char* sigma : {"1/5", "1", "20"}) {
      for (const Event event : both_events) {
        INFO("sigma=" << sigma << " delta=" << delta);
        const Number target(delta);
        const Inversion i = epsilon_threshold_lower({Number(sigma), target, 300}, event, 20);
        REQUIRE(i.reached);
        CHECK(less_equal(delta_threshold_lower({Number(sigma), i.bracket.hi, 300}, event, 2000).delta,
                         target.ball(4000)) == Truth::yes);
        if (i.bracket.hi.sign() == 0) continue;
        CHECK(less(target.ball(4000), delta_threshold_lower({Number(sigma), i.bracket.lo, 300}, event, 2000).delta) ==
              Truth::yes);
      }
    }
  }
  CHECK(epsilon_threshold_lower({Number("1e-30"), Number("1e-6"), 1000}, Event::some_at_least, 10).reached);
  CHECK(epsilon_threshold_lower({Number("1e30"), Number("1e-35"), 1000}, Event::some_at_least, 10).reached);
}

TEST_CASE("shuffled-batch: the rows") {
  const auto value = [](std::string_view id, const ParameterTexts& texts) {
    const Entry& e = entry(id);
    return evaluate(e, e.arguments(texts), {.digits = 12, .budget = {}});
  };
  const Answer bracket = value("shuffled-batch.delta", {{"sigma", "5"}, {"eps", "0.001"}, {"steps", "100000"}});
  CHECK_FALSE(std::get<witness::Event>(bracket.witness.method).some_at_least);
  CHECK(bracket.lo >
        value("shuffled-batch.delta.threshold", {{"sigma", "5"}, {"eps", "0.001"}, {"steps", "100000"}}).hi);
  const Answer eps = value("shuffled-batch.epsilon", {{"sigma", "0.5"}, {"delta", "1e-6"}, {"steps", "10000"}});
  CHECK(eps.lo > Rational("10.9947880320"));
  CHECK(eps.hi < Rational("10.99715121439"));
  // The threshold named proves the lower end to about the digits asked for.
  const DeltaParameters p{Number("0.5"), eps.lo * (1 - Rational("1e-11")), 10'000};
  CHECK(less(Ball(Rational("1e-6"), 200), delta_at_lower(p, std::get<witness::Event>(eps.witness.method).threshold,
                                                         Event::some_at_least, 200)) == Truth::yes);
  CHECK_THROWS_AS(value("shuffled-batch.delta", {{"sigma", "0"}, {"eps", "1"}, {"steps", "10"}}), InputError);
  CHECK_THROWS_AS(value("shuffled-batch.delta", {{"sigma", "1e-300"}, {"eps", "1"}, {"steps", "10"}}), InputError);
  CHECK_THROWS_AS(value("shuffled-batch.delta", {{"sigma", "1e300"}, {"eps", "1"}, {"steps", "10"}}), InputError);
  CHECK_THROWS_AS(value("shuffled-batch.delta", {{"sigma", "1"}, {"eps", "1"}, {"steps", "0"}}), InputError);
  CHECK_THROWS_AS(value("shuffled-batch.delta", {{"sigma", "1"}, {"eps", "1"}, {"steps", "9223372036854775808"}}),
                  InputError);
  CHECK_THROWS_AS(value("shuffled-batch.delta.threshold", {{"sigma", "1"}, {"eps", "-1"}, {"steps", "10"}}),
                  InputError);
  CHECK_THROWS_AS(value("shuffled-batch.epsilon", {{"sigma", "1"}, {"delta", "0"}, {"steps", "10"}}), InputError);
}

TEST_CASE("shuffled-batch: bad input") {
  CHECK_THROWS_AS(delta_threshold_lower({0, 1, 10}, Event::some_at_least, 64), InputError);
  CHECK_THROWS_AS(delta_threshold_lower({1, -1, 10}, Event::some_at_least, 64), InputError);
  CHECK_THROWS_AS(delta_threshold_lower({1, 1, 0}, Event::some_at_least, 64), InputError);
  CHECK_THROWS_AS(epsilon_threshold_lower({1, 0, 10}, Event::some_at_least, 15), InputError);
}
