#include "exact/binomial.hpp"

#include <catch2/catch.hpp>

#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("pmf and tails contain the exact rationals") {
  test::Random random(3);
  INFO("seed " << random.seed());
  const Budget unlimited;
  for (int i = 0; i < test::repetitions(60); ++i) {
    const long n = random.between(0, 40);
    const Rational p(random.pick(std::vector<std::string>{"1/2", "1/1000", "999/1000", "1/3", "1/54"}));
    const Rational q = 1 - p;
    Rational tail = 0;
    for (long bits : {64L, 256L}) {
      const Binomial law{n, Ball(p, bits), Ball(q, bits)};
      Rational coefficient = 1;
      tail = 0;
      for (long k = n; k >= 0; --k) {
        const Rational mass = coefficient * pow(p, k) * pow(q, n - k);
        tail += mass;
        coefficient = coefficient * k / (n - k + 1);
        const Ball point = pmf(law, k);
        CHECK(point.contains(mass));
        CHECK(point.relative_bits() > bits - 20);
        CHECK(upper_tail(law, k, unlimited).contains(tail));
      }
      CHECK(tail == Rational(1));
      CHECK(pmf(law, -1).contains(0));
      CHECK(pmf(law, n + 1).contains(0));
    }
  }
}

TEST_CASE("large n: precisions overlap, both tails sum to one") {
  const Budget unlimited;
  const Rational p("1/54");
  for (long n : {10'000L, 1'000'000L}) {
    for (double at : {0.8, 1.0, 1.2}) {
      const long k = static_cast<long>(at * static_cast<double>(n) / 54);
      const Binomial coarse{n, Ball(p, 64), Ball(1 - p, 64)};
      const Binomial fine{n, Ball(p, 400), Ball(1 - p, 400)};
      CHECK(arb_overlaps(pmf(coarse, k).raw(), pmf(fine, k).raw()) != 0);
      const Ball tail = upper_tail(fine, k, unlimited);
      CHECK(arb_overlaps(upper_tail(coarse, k, unlimited).raw(), tail.raw()) != 0);
      CHECK(tail.relative_bits() > 300);
      // Mirrored: Pr[X >= k] + Pr[n - X >= n - k + 1] = 1.
      const Binomial mirrored{n, Ball(1 - p, 400), Ball(p, 400)};
      CHECK((tail + upper_tail(mirrored, n - k + 1, unlimited)).contains(1));
    }
  }
}

TEST_CASE("a geometric rest without a proved ratio is anything") {
  CHECK_FALSE(geometric_rest(Ball(1, 64), Ball(1, 64)).is_finite());
  CHECK(geometric_rest(Ball(1, 64), Ball(Rational("1/2"), 64)).contains(1));
}
