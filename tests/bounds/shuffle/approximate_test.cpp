#include "bounds/shuffle/approximate.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/gaussian.hpp"
#include "bounds/registry.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/closed_forms.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"

using namespace hallmark;
using approximate::Form;
using test::Exact;

TEST_CASE("Theorem 3.8 bounds the worst randomizer that may also reveal its input with probability delta0") {
  // With probability d0 the report names the input, else binary randomized response: (eps0, d0)-local. Everything in
  // exact rationals: outcome = (ones, named ones, named zeros).
  using Seen = std::array<long, 3>;
  for (const char* e_text : {"2", "5"}) {
    for (const char* d_text : {"1/100", "1/10"}) {
      const Exact e(e_text);
      const Exact d0(d_text);
      for (long n = 1; n <= 4; ++n) {
        const auto law = [&](long first) {
          test::Law<Seen> all{{{0, 0, 0}, 1}};
          for (long user = 0; user < n; ++user) {
            const long input = user == 0 ? first : 0;
            test::Law<Seen> next;
            for (const auto& [seen, mass] : all) {
              for (long bit = 0; bit < 2; ++bit) {
                Seen more = seen;
                more[0] += bit;
                next[more] += mass * (1 - d0) * (bit == input ? e : Exact(1)) / (e + 1);
              }
              Seen named = seen;
              ++named[input == 1 ? 1 : 2];
              next[named] += mass * d0;
            }
            all = std::move(next);
          }
          return all;
        };
        const auto p = law(1);
        const auto q = law(0);
        for (const char* w_text : {"1", "3/2", "2"}) {
          INFO("E=" << e_text << " d0=" << d_text << " n=" << n << " w=" << w_text);
          const Number eps = Number::ln(Rational(w_text));
          const Number eps0 = Number::ln(Rational(e_text));
          const Rational truth = test::rational(
              std::max(test::hockey_stick(p, q, Exact(w_text)), test::hockey_stick(q, p, Exact(w_text))));
          const Ball pure = clones::delta({n, eps0, eps}, 128);
          const Ball sharp = approximate::slack(Form::sharp, n, eps0, Number(d_text), eps, 128);
          const Ball printed = approximate::slack(Form::printed, n, eps0, Number(d_text), eps, 128);
          // Equality for one user: balls cannot tell a tie.
          CHECK(less_equal(Ball(truth, 128), pure + sharp) != Truth::no);
          if (n > 1) CHECK(less(Ball(truth, 128), pure + sharp) == Truth::yes);
          CHECK(less_equal(sharp, printed) == Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("clones.epsilon.approximate: hi keeps delta with the slack, lo does not") {
  constexpr long digits = 12;
  for (const char* delta0 : {"1e-40", "1e-16", "1e-12"}) {
    for (const Form form : {Form::printed, Form::sharp, Form::pair}) {
      INFO("delta0=" << delta0 << " form " << static_cast<int>(form));
      const Number delta("1e-6");
      const Inversion found = approximate::epsilon_upper(form, {100'000, 3, Number(delta0), delta}, digits);
      CHECK(found.reached);
      const auto pure = [&](const Rational& eps, bool down) {
        const Ball left = delta.ball(256) - approximate::slack(form, 100'000, 3, Number(delta0), eps, 256);
        const Rational room = down ? left.upper() : left.lower();
        if (form == Form::pair) {
          const Inversion i = clones::epsilon({100'000, 3, room}, 20);
          return down ? i.bracket.lo : i.bracket.hi;
        }
        const closed_forms::Parameters p{100'000, 3, room};
        const Ball value = form == Form::printed ? closed_forms::theorem_3_1_upper(p, 256)
                                                 : closed_forms::theorem_3_1_sharp_upper(p, 256);
        return down ? value.lower() : value.upper();
      };
      CHECK(pure(found.bracket.hi, false) <= found.bracket.hi);
      CHECK(pure(found.bracket.lo, true) >= found.bracket.lo);
    }
  }
}

TEST_CASE("clones.epsilon.approximate: without room for the slack it says so; small delta0 costs little") {
  const Number delta("1e-6");
  CHECK_THROWS_WITH(approximate::epsilon_upper(Form::pair, {100'000, 3, Number("1e-10"), delta}, 10),
                    Catch::Contains("above what delta0 adds to it"));
  CHECK_THROWS_WITH(approximate::epsilon_upper(Form::pair, {100'000, 3, 0, delta}, 10), Catch::Contains("delta0 = 0"));
  CHECK_THROWS_WITH(approximate::epsilon_upper(Form::printed, {100, 3, Number("1e-12"), delta}, 10),
                    Catch::Contains("eps0 = 3"));
  const Inversion pure = clones::epsilon({100'000, 3, delta}, 10);
  const Inversion tiny = approximate::epsilon_upper(Form::pair, {100'000, 3, Number("1e-30"), delta}, 10);
  CHECK(tiny.bracket.hi >= pure.bracket.lo);
  CHECK(tiny.bracket.hi < pure.bracket.hi * Rational("1.000001"));
}

TEST_CASE("clones.delta.approximate is never more at a larger eps, and never more than any smaller eps gives") {
  const auto at = [](const Number& eps, const Number& delta0) {
    const Entry& e = entry("clones.delta.approximate");
    return evaluate(
        e, e.arguments({{"n", "5"}, {"eps0", "0.5"}, {"delta0", delta0.to_string()}, {"eps", eps.to_string()}}),
        {.digits = 12, .budget = {}});
  };
  const Rational kept[] = {0, Rational("1/100"), Rational("1/10"), Rational("2/5"), Rational("1/2"), 1, 3};
  for (const char* delta0 : {"1/100", "1e-6", "1e-12", "1/2"}) {
    Rational before = 1;
    for (const Rational& eps : kept) {
      CAPTURE(delta0, eps.to_string());
      const Answer a = at(eps, Number(delta0));
      CHECK(a.reached);
      CHECK(a.lo <= before);
      before = a.hi;
      for (const Rational& smaller : kept) {
        if (smaller > eps) continue;
        const Ball sum = clones::delta({5, Number("0.5"), smaller}, 128) +
                         approximate::slack(Form::pair, 5, Number("0.5"), Number(delta0), smaller, 128);
        CHECK(a.lo <= sum.upper() * Rational("1.0000001"));
      }
    }
  }
}

// clones.delta.approximate's sum at e^x = w, exactly: three reports with eps0 = ln(3).
Rational exact_sum(const Rational& w, const Rational& delta0) {
  const Rational pure = w >= Rational(3) ? Rational(0) : *clones::delta_exact({3, Number::ln(3), Number::ln(w)});
  return pure + (w + 1) * delta0 * Rational("13/12");
}

TEST_CASE("clones.delta.approximate is the least sum itself, at a corner of the curve as everywhere") {
  for (const char* delta0 : {"1/1000", "1/10", "1/5", "1/4", "1/3", "1e-9"}) {
    const Rational d(delta0);
    for (const char* most : {"1", "5/4", "2", "5/2", "4"}) {
      CAPTURE(delta0, most);
      // The curve is made of lines whose corners are ratios of masses: 1, 7/5 and 3.
      Rational least = exact_sum(1, d);
      for (long denominator = 1; denominator <= 24; ++denominator) {
        for (long numerator = denominator; numerator <= 3 * denominator; ++numerator) {
          const Rational w = Rational(numerator) / denominator;
          if (w <= Rational(most)) least = std::min(least, exact_sum(w, d));
        }
      }
      least = std::min(least, exact_sum(Rational(most), d));
      for (const long digits : {5L, 30L, 60L}) {
        const approximate::LeastSum found =
            approximate::delta_upper(3, Number::ln(3), d, Number::ln(Rational(most)), digits, {});
        REQUIRE(found.least.lower());
        CHECK(found.least.lower()->value() <= least);
        CHECK(found.least.upper()->value() >= least);
        CHECK(has_digits(found.least.lower()->value(), found.least.upper()->value(), digits));
      }
    }
  }
}

TEST_CASE("clones.delta.approximate: the least over smaller eps is not below its lower end") {
  // What a search to 2^-60 printed was above the least from the 25th digit on.
  const Number eps0("1.6618941013267152e-3");
  const approximate::LeastSum found =
      approximate::delta_upper(1000, eps0, Number("1e-6"), Number("8.3094705066335760e-4"), 30, {});
  REQUIRE(found.least.lower());
  CHECK(found.least.lower()->value() <= Rational("0.00299244976648502058255351766948248592"));
  CHECK(found.least.upper()->value() >= Rational("0.00299244976648502058255351766948248591"));
  CHECK(has_digits(found.least.lower()->value(), found.least.upper()->value(), 30));
  for (const long work : {0L, 5L, 50L, 200L, 1000L}) {  // the time ends in the middle
    const approximate::LeastSum cut = approximate::delta_upper(
        1000, eps0, Number("1e-6"), Number("8.3094705066335760e-4"), 30, Budget::counted(work));
    if (cut.least.lower()) CHECK(cut.least.lower()->value() <= found.least.upper()->value());
    if (cut.least.upper()) CHECK(cut.least.upper()->value() >= found.least.lower()->value());
  }
}

TEST_CASE("noisy SGD: some amplification for enough records, and every bound below the unshuffled one") {
  const approximate::NoisySgd found = approximate::noisy_sgd_upper({10'000, 10, Number("1e-6")}, 8);
  CHECK(has_digits(found.epsilon.of_the_choice().lo, found.epsilon.value(), 8));
  // One Gaussian step of sensitivity 2 alone, unshuffled.
  const Rational alone = gaussian::epsilon({10, Number("1e-6"), 4}, 8).bracket.lo;
  CHECK(found.epsilon.value() < alone);
  const approximate::NoisySgd more = approximate::noisy_sgd_upper({100'000, 10, Number("1e-6")}, 8);
  CHECK(more.epsilon.value() < found.epsilon.value());
  CHECK_THROWS_WITH(approximate::noisy_sgd_upper({10, 0, Number("1e-6")}, 8), Catch::Contains("sigma = 0"));
}
