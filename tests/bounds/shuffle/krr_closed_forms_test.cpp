#include "bounds/shuffle/krr_closed_forms.hpp"

#include <catch2/catch.hpp>

#include "bounds/shuffle/krr.hpp"
#include "exact/error.hpp"

using namespace hallmark;

namespace {

// gamma of k-RR with truth probability E/(E+k-1).
Number gamma_of(long k, const Rational& e) { return Rational(k) / (e + k - 1); }

}  // namespace

TEST_CASE("krr.epsilon.closed-form: the exact views stay below it, inside its domain") {
  int checked = 0;
  for (long k : {2L, 3L, 10L}) {
    for (const char* e : {"3/2", "3", "20"}) {
      for (const char* delta : {"1/10", "1e-4", "1e-8"}) {
        for (long n : {200L, 500L, 1200L}) {
          INFO("k=" << k << " E=" << e << " delta=" << delta << " n=" << n);
          Rational eps;
          try {
            eps = krr::corollary_4_2_upper({n, k, Number::ln(Rational(e)), Number(delta)}, 128).upper();
          } catch (const InputError&) {
            continue;
          }
          ++checked;
          const Number gamma = gamma_of(k, Rational(e));
          CHECK(less_equal(krr::delta(krr::View::weak, {n, k, gamma, eps}, 96), Rational(delta)) == Truth::yes);
        }
      }
    }
  }
  CHECK(checked >= 20);
}

TEST_CASE("krr.epsilon.bbgn19: the exact views stay below it, inside its domain") {
  int checked = 0;
  for (long k : {2L, 4L, 10L}) {
    for (const char* gamma : {"1/10", "1/2", "9/10"}) {
      for (const char* delta : {"1/10", "1e-3", "1e-6"}) {
        for (long n : {1000L, 5000L, 100'000L}) {
          INFO("k=" << k << " gamma=" << gamma << " delta=" << delta << " n=" << n);
          Rational eps;
          try {
            eps = krr::blanket_theorem_upper({n, k, Number(gamma), Number(delta)}, 128).upper();
          } catch (const InputError&) {
            continue;
          }
          ++checked;
          CHECK(eps <= Rational("1.0001"));
          const Ball strong = krr::delta(krr::View::strong, {n, k, Number(gamma), eps}, 96);
          CHECK(less_equal(strong, Rational(delta)) == Truth::yes);
        }
      }
    }
  }
  CHECK(checked >= 30);
}

TEST_CASE("closed forms of k-RR refuse outside their domains") {
  CHECK_THROWS_WITH(krr::corollary_4_2_upper({100, 10, 4, Number("1e-8")}, 64),
                    Catch::Contains("the theorem does not hold (n = 100, k = 10)"));
  CHECK_THROWS_WITH(krr::corollary_4_2_upper({100, 1, 4, Number("1e-8")}, 64), Catch::Contains("k = 1"));
  CHECK_THROWS_WITH(krr::corollary_4_2_upper({100, 2, 0, Number("1e-8")}, 64), Catch::Contains("eps0 = 0"));
  CHECK_THROWS_WITH(krr::blanket_theorem_upper({100, 10, Number("1/10"), Number("1e-8")}, 64),
                    Catch::Contains("the theorem says nothing"));
  CHECK_THROWS_WITH(krr::blanket_theorem_upper({1, 10, Number("1/10"), Number("1e-8")}, 64), Catch::Contains("n = 1"));
  CHECK_THROWS_WITH(krr::blanket_theorem_upper({100, 10, 1, Number("1e-8")}, 64), Catch::Contains("gamma = 1"));
}
