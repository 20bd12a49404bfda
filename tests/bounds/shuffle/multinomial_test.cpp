#include "bounds/shuffle/multinomial.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/krr.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using test::Exact;

namespace {

// Mult(n-1; p, p, p, 1-3p) plus user 1's report, by adding one report at a time.
using Counts = std::array<long, 3>;
test::Law<Counts> law(long n, const Exact& p, const Exact& q, std::size_t own) {
  test::Law<Counts> all{{{0, 0, 0}, 1}};
  const auto add = [&](const std::array<Exact, 4>& masses) {
    test::Law<Counts> next;
    for (const auto& [counts, mass] : all) {
      for (std::size_t j = 0; j < 4; ++j) {
        if (masses[j] == 0) continue;
        Counts more = counts;
        if (j < 3) ++more[j];
        next[more] += mass * masses[j];
      }
    }
    all = std::move(next);
  };
  for (long i = 1; i < n; ++i) add({p, p, p, 1 - 3 * p});
  std::array<Exact, 4> report{0, 0, 1 - q, 0};
  report[own] = q;
  add(report);
  return all;
}

Exact by_definition(long n, const Exact& p, const Exact& q, const Exact& w) {
  return test::hockey_stick(law(n, p, q, 0), law(n, p, q, 1), w);
}

}  // namespace

TEST_CASE("multinomial: the cheap upper end holds, and fewer reports never have a smaller delta") {
  for (const long n : {5L, 200L, 500L}) {
    for (const char* eps : {"0", "1/10", "1/2", "1"}) {
      CAPTURE(n, eps);
      const multinomial::DeltaParameters x{n, Number("1/5"), Number("1/2"), Number(eps)};
      const Ball delta = multinomial::delta(x, 96);
      CHECK(delta.lower() <= multinomial::delta_upper(x, 64));
      CHECK(delta.lower() <= multinomial::delta({n / 2 + 1, x.p, x.q, x.eps}, 96).upper());
    }
  }
}

TEST_CASE("multinomial: the cheap upper end is the least power of 1/2 that the closed form proves") {
  const Number p("1/10");
  const Number q("1/2");
  for (const char* eps : {"1/50", "1/20", "1/10"}) {
    CAPTURE(eps);
    const Rational delta = multinomial::delta_upper({1'000'000, p, q, Number(eps)}, 64);
    REQUIRE(delta < Rational("1/10"));
    const auto epsilon = [&](const Rational& at) { return multinomial::closed_form_upper({1'000'000, p, q, at}, 128); };
    CHECK(less_equal(epsilon(delta), Rational(eps)) == Truth::yes);
    CHECK(less_equal(epsilon(delta / 2), Rational(eps)) == Truth::no);
  }
}

TEST_CASE("multinomial.delta is the divergence of the four-category pair by its definition") {
  constexpr long bits = 160;
  for (const char* p : {"1/3", "1/4", "1/20"}) {
    for (const char* q : {"1", "1/2", "1/9"}) {
      for (const char* w : {"1", "11/10", "3/2", "3", "50"}) {
        for (long n = 1; n <= 6; ++n) {
          INFO("n=" << n << " p=" << p << " q=" << q << " w=" << w);
          const Rational truth = test::rational(by_definition(n, Exact(p), Exact(q), Exact(w)));
          const multinomial::DeltaParameters at{n, Number(p), Number(q), Number::ln(Rational(w))};
          CHECK(multinomial::delta_exact(at) == truth);
          const Ball value = multinomial::delta(at, bits);
          CHECK(value.contains(truth));
          CHECK(value.upper() - value.lower() < pow(Rational(2), -100));
        }
      }
    }
  }
}

TEST_CASE("multinomial.delta: q = 1 forgets the third category, and sums of many counts keep their digits") {
  // q = 1 is the strong pair of k-RR with p = gamma/k.
  for (long n : {10L, 1000L}) {
    const Ball a = multinomial::delta({n, Number("1/8"), 1, Number("1/4")}, 128);
    const Ball b = krr::delta(krr::View::strong_pair, {n, 4, Number("1/2"), Number("1/4")}, 128);
    CHECK(Ball(a - b).contains(0));
    CHECK(a.relative_bits() > 60);
  }
  test::Random random(8201);
  for (int i = 0; i < test::repetitions(12); ++i) {
    const long n = random.pick(std::vector<long>{15, 30, 45});
    const std::string p = random.pick(std::vector<std::string>{"1/3", "3/10", "1/10", "1/100"});
    const std::string q = random.fraction(0, 1, 7);
    const std::string w = random.pick(std::vector<std::string>{"1", "21/20", "5/4", "2"});
    if (Rational(q).sign() == 0) continue;
    INFO("seed " << random.seed() << ": n=" << n << " p=" << p << " q=" << q << " w=" << w);
    const multinomial::DeltaParameters at{n, Number(p), Number(q), Number::ln(Rational(w))};
    const auto truth = multinomial::delta_exact(at);
    REQUIRE(truth);
    const Ball coarse = multinomial::delta(at, 96);
    const Ball fine = multinomial::delta(at, 192);
    CHECK(coarse.contains(*truth));
    CHECK(fine.contains(*truth));
    CHECK(fine.relative_bits() > 100);
  }
}

TEST_CASE("multinomial.delta falls with eps and stays below its closed form") {
  const Number p("1/10");
  const Number q("1/2");
  for (const char* delta : {"1e-3", "1e-6", "1e-9"}) {
    const Rational eps = multinomial::closed_form_upper({4000, p, q, Number(delta)}, 128).upper();
    const Ball value = multinomial::delta({4000, p, q, eps}, 96);
    CHECK(less_equal(value, Rational(delta)) == Truth::yes);
  }
  const Ball near = multinomial::delta({300, p, q, Number("1/10")}, 96);
  const Ball far = multinomial::delta({300, p, q, Number("1/5")}, 96);
  CHECK(less(far, near) == Truth::yes);
}

TEST_CASE("multinomial: what is outside the domain is refused") {
  CHECK_THROWS_WITH(multinomial::delta({5, Number("2/5"), 1, 1}, 64), Catch::Contains("p = 2/5: must be positive"));
  CHECK_THROWS_WITH(multinomial::delta({5, Number("1/5"), 2, 1}, 64), Catch::Contains("q = 2"));
  CHECK_THROWS_WITH(multinomial::delta({0, Number("1/5"), 1, 1}, 64), Catch::Contains("n = 0"));
  CHECK_THROWS_WITH(multinomial::delta({5, Number("1/5"), 1, -1}, 64), Catch::Contains("eps = -1"));
  CHECK_THROWS_WITH(multinomial::closed_form_upper({100, Number("1/100"), 1, Number("1e-6")}, 64),
                    Catch::Contains("the theorem does not hold"));
  const Budget none{std::chrono::milliseconds(0)};
  CHECK(multinomial::delta({100'000, Number("1/5"), Number("1/2"), Number("1/10")}, 64, none).contains(1));
}
