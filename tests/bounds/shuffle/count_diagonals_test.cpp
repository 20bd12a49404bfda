#include "bounds/shuffle/count_diagonals.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "bounds/shuffle/krr.hpp"
#include "bounds/shuffle/multinomial.hpp"
#include "support/random.hpp"

using namespace hallmark;

namespace {

bool overlap(const Ball& a, const Ball& b) { return arb_overlaps(a.raw(), b.raw()) != 0; }

CountsAtBits at_bits(const ExactThreeCounts& x) {
  const auto counts = [x](long bits) {
    const auto ball = [&](const Rational& r) { return Ball(r, bits); };
    return ThreeCounts{.n = x.n,
                       .pair = ball(x.pair),
                       .third = ball(x.third),
                       .neither = ball(1 - x.pair * 2 - x.third),
                       .nothing_else = false,
                       .gain = ball(x.gain),
                       .loss = ball(x.loss),
                       .drift = ball(x.drift)};
  };
  const auto slope = [x](long bits) { return Weights{Ball(x.gain, bits), Ball(x.loss, bits), Ball(x.drift, bits)}; };
  return {counts, slope};
}

}  // namespace

TEST_CASE("count_diagonals: few counts give the exact fraction") {
  test::Random random(40118);
  const Budget unlimited;
  for (int i = 0; i < test::repetitions(40); ++i) {
    const long n = random.pick(std::vector<long>{1, 2, 3, 7, 20, 45});
    const Rational pair(random.pick(std::vector<std::string>{"1/3", "1/10", "1/40", "9/20"}));
    const Rational third = (1 - pair * 2) * Rational(random.pick(std::vector<std::string>{"1/2", "1/9", "9/10"}));
    const Rational gain(random.pick(std::vector<std::string>{"1", "3/7", "1/100"}));
    const Rational loss = gain * Rational(random.pick(std::vector<std::string>{"1", "21/20", "2", "40"}));
    const Rational drift = gain * Rational(random.pick(std::vector<std::string>{"0", "1/50", "1/2", "1", "3"}));
    const ExactThreeCounts x{n, pair, third, gain, loss, drift};
    INFO("seed " << random.seed() << ": n=" << n << " pair=" << pair.to_string() << " third=" << third.to_string()
                 << " gain=" << gain.to_string() << " loss=" << loss.to_string() << " drift=" << drift.to_string());
    const auto truth = positive_part_exact(x, unlimited);
    REQUIRE(truth);
    for (const long bits : {32L, 100L}) {
      const auto found = positive_part_by_diagonals(at_bits(x), bits, unlimited, DiagonalsAre::always);
      REQUIRE(found);
      CHECK(found->value.contains(*truth));
      CHECK(found->value.relative_bits() >= bits);
      // With the gain's own weights the slope is the value again.
      CHECK(overlap(found->slope, found->value));
    }
  }
}

TEST_CASE("count_diagonals: many counts meet the sum over all pairs") {
  const Budget unlimited;
  for (const char* loss : {"1", "21/20"}) {
    for (const char* drift : {"1/1000", "1/20"}) {
      const ExactThreeCounts x{1500, Rational("1/10"), Rational("1/5"), 1, Rational(loss), Rational(drift)};
      INFO("loss=" << loss << " drift=" << drift);
      const auto found = positive_part_by_diagonals(at_bits(x), 64, unlimited, DiagonalsAre::always);
      const auto all = positive_part(at_bits(x).counts(96), 96, unlimited);
      REQUIRE(found);
      REQUIRE(all);
      CHECK(overlap(found->value, *all));
      CHECK(found->value.relative_bits() >= 64);
      CHECK(all->relative_bits() > 50);
    }
  }
}

TEST_CASE("count_diagonals: a million users take little time") {
  const Budget short_time(std::chrono::seconds(5));
  const Ball four = multinomial::delta({1'000'000, Number("1/1000"), Number("1/2"), Number("1/20")}, 64, short_time);
  CHECK(four.relative_bits() > 40);
  const Ball weak = krr::delta(krr::View::weak, {1'000'000, 100, Number("1/7"), Number("1/50")}, 64, short_time);
  CHECK(weak.relative_bits() > 40);
  const Budget none{std::chrono::milliseconds(0)};
  CHECK_FALSE(krr::delta(krr::View::weak, {1'000'000, 100, Number("1/7"), Number("1/50")}, 64, none).relative_bits() >
              0);
}

TEST_CASE("count_diagonals: epsilon of many users stands where delta crosses") {
  const Budget unlimited;
  const Number share{Rational("4/5")};
  const Rational delta("1e-9");
  const auto at = [&](const Rational& eps) {
    return krr::delta(krr::View::weak, {20'000, 12, share, Number(eps)}, 64, unlimited);
  };
  const auto found = krr::epsilon(krr::View::weak, {20'000, 12, share, Number(delta)}, 4, unlimited);
  CHECK(found.reached);
  CHECK(at(found.bracket.lo).lower() > delta);
  CHECK(at(found.bracket.hi).upper() <= delta);
}

TEST_CASE("count_diagonals: the ends at the mean hold the sum") {
  test::Random random(77031);
  const Budget unlimited;
  for (int i = 0; i < test::repetitions(30); ++i) {
    const long n = random.pick(std::vector<long>{40, 300, 2000});
    const ExactThreeCounts x{
        .n = n,
        .pair = random.pick(std::vector<Rational>{Rational("1/10"), Rational("1/4"), Rational("2/5")}),
        .third = random.pick(std::vector<Rational>{Rational("1/10"), Rational("1/7")}),
        .gain = Rational("1/2"),
        .loss = random.pick(std::vector<Rational>{Rational("1/2"), Rational("5/9"), Rational("3/4")}),
        .drift = random.pick(std::vector<Rational>{Rational(0), Rational("1/100"), Rational("1/5")})};
    CAPTURE(n, x.pair.to_string(), x.third.to_string(), x.loss.to_string(), x.drift.to_string());
    const auto ends = positive_part_at_mean(at_bits(x), unlimited);
    const auto sum = positive_part(at_bits(x).counts(160), 160, unlimited);
    REQUIRE(ends);
    REQUIRE(sum);
    CHECK(ends->lower() <= sum->upper());
    CHECK(sum->lower() <= ends->upper());
  }
  const auto quick = multinomial::delta_at_mean({100'000, Number("1/10"), Number("1/2"), Number("1/50")}, unlimited);
  const Ball slow = multinomial::delta({100'000, Number("1/10"), Number("1/2"), Number("1/50")}, 64, unlimited);
  REQUIRE(quick);
  CHECK(quick->lower() <= slow.upper());
  CHECK(slow.lower() <= quick->upper());
  CHECK(quick->upper() < quick->lower() * Rational("3/2"));
}

TEST_CASE("diagonals: the quick ends are not for values whose windows are longer than the work is worth") {
  const Number p("1/1000");
  const Number q("69/100");
  CHECK_FALSE(multinomial::delta_at_mean({1'000'000'000'000, p, q, Number("1/10")}));  // about 2^(-10^6)
  CHECK_FALSE(multinomial::delta_at_mean({100'000'000, p, q, 1}));
}
