#include "bounds/shuffle/krr.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "bounds/shuffle/clones.hpp"
#include "exact/error.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"

using namespace hallmark;
using krr::View;
using test::Exact;

namespace {

// Who was replaced, as far as the adversary knows, and the histogram of the reports.
using Seen = std::pair<std::vector<int>, std::vector<int>>;

// The law of the view of data.size() users, every replacement and every report enumerated.
test::Law<Seen> view_of(const std::vector<int>& data, int k, const Exact& gamma, bool last_known) {
  test::Law<Seen> law{{{{}, std::vector<int>(static_cast<std::size_t>(k), 0)}, 1}};
  for (std::size_t user = 0; user < data.size(); ++user) {
    const bool known = last_known || user + 1 < data.size();
    test::Law<Seen> next;
    for (const auto& [seen, mass] : law) {
      for (int report = 0; report < k; ++report) {
        Seen replaced = seen;
        ++replaced.second[static_cast<std::size_t>(report)];
        Seen kept = replaced;
        if (known) {
          replaced.first.push_back(1);
          kept.first.push_back(0);
        }
        next[replaced] += mass * gamma / k;
        if (report == data[user]) next[kept] += mass * (1 - gamma);
      }
    }
    law = std::move(next);
  }
  return law;
}

// All datasets of n-1 users.
std::vector<std::vector<int>> datasets(long n, int k) {
  std::vector<std::vector<int>> all{{}};
  for (long user = 1; user < n; ++user) {
    std::vector<std::vector<int>> longer;
    for (const auto& data : all) {
      for (int value = 0; value < k; ++value) {
        longer.push_back(data);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

Exact by_definition(std::vector<int> others, int k, const Exact& gamma, const Exact& w, bool last_known) {
  std::vector<int> first = others;
  first.push_back(0);
  others.push_back(1);
  return test::hockey_stick(view_of(first, k, gamma, last_known), view_of(others, k, gamma, last_known), w);
}

const std::vector<View> views{View::strong, View::strong_pair, View::weak};

}  // namespace

TEST_CASE("krr: delta equals the enumerated views, whatever the others hold") {
  for (const char* gamma_text : {"1/4", "1/2", "9/10"}) {
    const Rational gamma(gamma_text);
    for (int k = 2; k <= 4; ++k) {
      for (long n = 1; n <= 4; ++n) {
        const Rational largest = 1 + (1 - gamma) * k / gamma;
        for (const Rational& w : {Rational(1), Rational("11/10"), Rational("3/2"), Rational(2), Rational(3),
                                  Rational(n), (1 + largest) / 2, largest, largest * 2}) {
          const krr::DeltaParameters x{n, k, gamma, Number::ln(w)};
          const auto strong = krr::delta_exact(View::strong, x);
          const auto weak = krr::delta_exact(View::weak, x);
          REQUIRE(strong.has_value());
          REQUIRE(weak.has_value());
          INFO("n=" << n << " k=" << k << " gamma=" << gamma_text << " w=" << w.to_string());
          for (const View view : views) {
            const Rational exact = *krr::delta_exact(view, x);
            CHECK(krr::delta(view, x, 64).contains(exact));
            const Ball fine = krr::delta(view, x, 200);
            CHECK(fine.contains(exact));
            if (exact.sign() > 0) CHECK(fine.relative_bits() > 150);
          }
          CHECK(*krr::delta_exact(View::strong_pair, x) * (1 - gamma) == *strong);
          // The largest of the enumerations costs most; two of the data sets show the rest.
          const auto all = datasets(n, k);
          for (std::size_t i = 0; i < all.size(); i += n == 4 && k > 2 ? 7 : 1) {
            const Exact g = test::exact(gamma);
            CHECK(test::rational(by_definition(all[i], k, g, test::exact(w), true)) == *strong);
            CHECK(test::rational(by_definition(all[i], k, g, test::exact(w), false)) == *weak);
          }
        }
      }
    }
  }
}

TEST_CASE("krr: the errata's instances") {
  CHECK(krr::delta_exact(View::strong_pair, {3, 2, Rational("1/4"), 0}) == Rational("25/32"));
  CHECK(krr::delta_exact(View::strong, {3, 2, Rational("1/4"), 0}) == Rational("75/128"));
  CHECK(krr::delta_exact(View::strong, {8, 2, Rational("1/4"), 0}) == Rational("3368985/8388608"));
  CHECK(krr::delta_exact(View::weak, {2, 3, Rational("1/4"), Number("ln(22/13)")}) == Rational("131/208"));
  // n = 1000, k = 4, gamma = 1/4.
  CHECK(krr::delta(View::strong_pair, {1000, 4, Rational("1/4"), Rational("1/2")}, 128).to_string(5) ==
        "[0.00022447 +/- 4.57e-9]");
  CHECK(krr::delta(View::strong, {1000, 4, Rational("1/4"), Rational("1/2")}, 128).to_string(4) ==
        "[0.0001683 +/- 4.91e-8]");
}

TEST_CASE("krr: exact fractions and balls agree at size") {
  for (const View view : views) {
    for (long n : {20L, 90L, 300L}) {
      for (long k : {2L, 3L, 10L, 1000L}) {
        for (const char* w : {"1", "1001/1000", "6/5", "2"}) {
          const krr::DeltaParameters x{n, k, Rational("1/3"), Number::ln(Rational(w))};
          if (view == View::weak && n == 300 && k != 3) continue;
          const auto exact = krr::delta_exact(view, x);
          REQUIRE(exact.has_value());
          INFO("n=" << n << " k=" << k << " w=" << w);
          for (long bits : {96L, 300L}) {
            const Ball ball = krr::delta(view, x, bits);
            CHECK(ball.contains(*exact));
            CHECK(ball.relative_bits() > bits / 2);
          }
        }
      }
    }
  }
  CHECK_FALSE(krr::delta_exact(View::weak, {501, 3, Rational("1/3"), 0}).has_value());
  CHECK_FALSE(krr::delta_exact(View::weak, {5, 3, Rational("1/3"), 1}).has_value());
  CHECK_FALSE(krr::delta_exact(View::strong, {5, 3, Number("exp(-1)"), 0}).has_value());
}

TEST_CASE("krr: ties of the threshold give the same value from both sides") {
  // (1+w) t = w s + (w-1) gamma m / (k (1-gamma)) at many (s, m): w = (t + c m)/(s - t + c m), c = gamma/(k (1-gamma)).
  const Rational c = Rational("1/4") / 3 / Rational("3/4");
  for (long s : {3L, 5L}) {
    for (long t = s / 2 + 1; t <= s; ++t) {
      for (long m : {s, s + 2, s + 5}) {
        const Rational w = (t + c * m) / (s - t + c * m);
        const krr::DeltaParameters x{12, 3, Rational("1/4"), Number::ln(w)};
        const auto exact = krr::delta_exact(View::weak, x);
        REQUIRE(exact.has_value());
        for (long bits : {64L, 128L}) CHECK(krr::delta(View::weak, x, bits).contains(*exact));
      }
    }
  }
}

TEST_CASE("krr: a threshold that few bits cannot tell from an integer costs width, not truth") {
  // With two categories and all three reports in them: floor(tau s + step m) + 1 is 2 or 3 by 10^-51 of eps.
  const Rational eps(
      "133335308694651878038080243803558024016516213868225938549184393556857/"
      "10000000000000000000000000000000000000000000000000000000000000000000000");
  const krr::DeltaParameters x{3, 2, Number("49/50"), Number(eps)};
  const Ball fine = krr::delta(View::weak, x, 500);
  REQUIRE(fine.relative_bits() > 400);
  for (long bits = 64; bits <= 240; ++bits) {
    const Ball coarse = krr::delta(View::weak, x, bits);
    INFO(bits << " bits: " << coarse.to_string(80));
    CHECK(arb_overlaps(coarse.raw(), fine.raw()) != 0);
  }
  // The same where every report is in the two categories, with eps drawn next to such a place.
  test::Random random(29);
  INFO("seed " << random.seed());
  const Rational c = Rational("49/50") / 2 / Rational("1/50");
  for (int i = 0; i < test::repetitions(300); ++i) {
    const long t = random.between(0, 1) + 2;
    const long bits = random.between(64, 200);
    const Rational w = (t + c * 3) / (3 - t + c * 3);
    const Rational moved = w * (1 + Rational(random.between(-1000, 1000)) / 1000 * pow(Rational(2), 4 - bits));
    const krr::DeltaParameters near{3, 2, Number("49/50"), Number(Number::ln(moved).ball(4 * bits).lower())};
    INFO(bits << " bits, eps=" << near.eps.to_string());
    CHECK(arb_overlaps(krr::delta(View::weak, near, bits).raw(), krr::delta(View::weak, near, 4 * bits).raw()) != 0);
  }
}

TEST_CASE("krr: two precisions overlap on random parameters, corners included") {
  test::Random random(17);
  INFO("seed " << random.seed());
  const std::vector<std::string> gammas{"1e-6", "1/100", "1/4", "1/2", "99/100", "exp(-1)", "ln(2)", "0.999999"};
  const std::vector<std::string> epss{"0", "1e-300", "1e-9", "1/100", "1/10", "1/2", "1", "3", "10", "1000", "ln(2)"};
  const std::vector<long> sizes{1, 2, 3, 10, 97, 500};
  const std::vector<long> categories{2, 3, 4, 17, 1000, 1'000'000'000'000'000};
  for (int i = 0; i < test::repetitions(200); ++i) {
    const krr::DeltaParameters x{random.pick(sizes), random.pick(categories), Number(random.pick(gammas)),
                                 Number(random.pick(epss))};
    const View view = random.pick(views);
    const Ball coarse = krr::delta(view, x, 96);
    const Ball fine = krr::delta(view, x, 400);
    INFO("n=" << x.n << " k=" << x.k << " gamma=" << x.gamma.to_string() << " eps=" << x.eps.to_string() << " "
              << coarse.to_string() << " " << fine.to_string());
    CHECK(arb_overlaps(coarse.raw(), fine.raw()) != 0);
    if (!fine.contains(0)) CHECK(fine.relative_bits() > 100);
  }
}

TEST_CASE("krr: the hierarchy: clones above the strong view above the weak one") {
  for (const char* gamma_text : {"1/4", "1/2"}) {
    const Rational gamma(gamma_text);
    for (long k : {2L, 3L, 7L}) {
      const Number eps0 = Number::ln(1 + (1 - gamma) * k / gamma);
      for (long n : {10L, 400L}) {
        for (const char* eps : {"0", "1/10", "1/2", "1"}) {
          const krr::DeltaParameters x{n, k, gamma, Number(eps)};
          const Ball weak = krr::delta(View::weak, x, 128);
          CHECK(less(krr::delta(View::strong, x, 128), weak) != Truth::yes);
          CHECK(less(clones::delta({n, eps0, Number(eps)}, 128), weak) != Truth::yes);
          CHECK(less(weak, krr::delta(View::weak, {n + 1, k, gamma, Number(eps)}, 128)) != Truth::yes);
          CHECK(less(weak, krr::delta(View::weak, {n, k, gamma, Number(Rational(eps) + Rational("1/1000"))}, 128)) !=
                Truth::yes);
        }
      }
    }
  }
}

TEST_CASE("krr: limits") {
  // eps beyond every finite ratio: the atom of the strong views, 0 for the weak one.
  const Rational gamma("1/4");
  const Rational atom = pow(1 - gamma / 4, 999);
  CHECK(krr::delta(View::strong_pair, {1000, 4, gamma, 1000}, 128).contains(atom));
  CHECK(krr::delta(View::strong, {1000, 4, gamma, 1000}, 128).contains(atom * (1 - gamma)));
  CHECK(krr::delta(View::strong_pair, {1000, 4, gamma, Number("ln(999)")}, 128).contains(atom));
  CHECK(krr::delta(View::strong_pair, {1000, 4, gamma, Number("ln(998)")}, 128)
            .contains(*krr::delta_exact(View::strong_pair, {1000, 4, gamma, Number("ln(998)")})));
  CHECK(krr::delta(View::weak, {1000, 4, gamma, 1000}, 128).is_exact());
  CHECK(krr::delta(View::weak, {1000, 4, gamma, Number("ln(13)")}, 128).is_exact());
  // Just below the largest ratio 13 only M = N1 = n counts: k/(gamma n) (gamma/k)^n ((1-gamma) n - (w-1) gamma n/k).
  const Rational w = 13 - pow(Rational(10), -40);
  const Rational last = pow(gamma / 4, 7) * ((1 - gamma) - (w - 1) * gamma / 4) * 16;
  CHECK(krr::delta(View::weak, {7, 4, gamma, Number::ln(w)}, 400).lower() > last * Rational("999999/1000000"));
  // One user: the weak view is randomized response itself, the strong one knows whether the answer is true.
  CHECK(krr::delta(View::weak, {1, 4, gamma, Number("ln(2)")}, 128).contains(Rational("3/4") - Rational("1/16")));
  CHECK(krr::delta(View::strong, {1, 4, gamma, Number("ln(2)")}, 128).contains(Rational("3/4")));
}

TEST_CASE("krr: at size, within a second each") {
  for (const View view : views) {
    CHECK(krr::delta(view, {1000, 4, Rational("1/4"), Rational("1/2")}, 144).relative_bits() > 80);
  }
  for (const View view : {View::strong, View::strong_pair}) {
    CHECK(krr::delta(view, {1'000'000'000, 1000, Rational("1/4"), Rational("1/100")}, 128).relative_bits() > 60);
  }
  CHECK(krr::delta(View::weak, {1'000'000, 2, Rational("1/4"), Rational("1/100")}, 128).relative_bits() > 60);
  CHECK(krr::delta(View::weak, {20'000, 4, Rational("1/4"), Rational("1/10")}, 128).relative_bits() > 60);
}

TEST_CASE("krr: an expired budget gives the trivial enclosure, not a wrong one") {
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(100), &stop);
  for (const View view : views) {
    const Ball b = krr::delta(view, {1'000'000, 5, Rational("1/4"), Rational("1/10")}, 128, expired);
    CHECK(b.contains(Rational("1/2")));
    CHECK(b.contains(Rational("1/1000000")));
  }
}

TEST_CASE("krr: epsilon is bracketed by delta") {
  for (const View view : views) {
    for (long n : {2L, 10L, 300L}) {
      for (const char* delta : {"9/10", "1/3", "1e-2", "1e-10", "1e-100"}) {
        const Rational target(delta);
        const Rational gamma("1/3");
        Rational atom = view == View::weak ? Rational(0) : pow(1 - gamma / 3, n - 1);
        if (view == View::strong) atom *= 1 - gamma;
        INFO("n=" << n << " delta=" << delta);
        if (target < atom) {
          CHECK_THROWS_AS(krr::epsilon(view, {n, 3, gamma, target}, 15), InputError);
          continue;
        }
        const Inversion i = krr::epsilon(view, {n, 3, gamma, target}, 20);
        REQUIRE(i.reached);
        CHECK(less_equal(krr::delta(view, {n, 3, gamma, i.bracket.hi}, 512), target) == Truth::yes);
        if (i.bracket.lo == i.bracket.hi) continue;
        CHECK(less(krr::delta(view, {n, 3, gamma, i.bracket.lo}, 512), target) == Truth::no);
      }
    }
  }
}

TEST_CASE("krr: epsilon at its edges") {
  const Rational gamma("1/4");
  // delta = 0: the weak view is pure, the strong ones are not.
  const Inversion pure = krr::epsilon(View::weak, {50, 4, gamma, 0}, 15);
  CHECK(pure.reached);
  CHECK(less(Number("ln(13)").ball(128), pure.bracket.lo) != Truth::yes);
  CHECK(less(Number("ln(13)").ball(128), pure.bracket.hi) != Truth::no);
  CHECK_THROWS_WITH(krr::epsilon(View::strong_pair, {3, 2, gamma, 0}, 15),
                    Catch::Contains("krr.epsilon.strong-pair: delta = 0: must be at least the mass that no finite eps "
                                    "removes, (1-gamma/k)^(n-1) = 0.765625"));
  CHECK_THROWS_AS(krr::epsilon(View::strong, {1000, 4, gamma, Number("1e-40")}, 15), InputError);
  // At the atom itself the answer is ln(n-1); a hair below there is none, a hair above it is finite.
  const Rational atom = pow(1 - gamma / 2, 5);
  const Inversion at = krr::epsilon(View::strong_pair, {6, 2, gamma, atom}, 15);
  CHECK(at.reached);
  CHECK(less(Number("ln(5)").ball(128), at.bracket.hi) != Truth::no);
  CHECK(less(Number("ln(5)").ball(128), at.bracket.lo) != Truth::yes);
  const Rational hair = pow(Rational(10), -30);
  CHECK_THROWS_AS(krr::epsilon(View::strong_pair, {6, 2, gamma, atom - hair}, 15), InputError);
  CHECK(krr::epsilon(View::strong_pair, {6, 2, gamma, atom + hair}, 15).reached);
  // Ties at eps = 0.
  for (const View view : views) {
    const Rational zero = *krr::delta_exact(view, {9, 3, gamma, 0});
    CHECK(krr::epsilon(view, {9, 3, gamma, zero}, 15).bracket.hi == Rational(0));
    CHECK(krr::epsilon(view, {9, 3, gamma, zero - hair}, 15).bracket.lo > Rational(0));
    CHECK(krr::epsilon(view, {9, 3, gamma, 1}, 15).bracket.hi == Rational(0));
  }
}

TEST_CASE("krr: bad input is refused by name") {
  const Rational half("1/2");
  CHECK_THROWS_WITH(krr::delta(View::strong, {0, 2, half, 1}, 64),
                    "krr.delta.strong: n = 0: must be an integer from 1 to 10^15");
  CHECK_THROWS_WITH(krr::delta(View::weak, {1, 1, half, 1}, 64),
                    "krr.delta.weak: k = 1: must be an integer from 2 to 10^15");
  for (const char* gamma : {"0", "1", "3/2", "-1/2"}) {
    for (const View view : views) CHECK_THROWS_AS(krr::delta(view, {5, 2, Number(gamma), 1}, 64), InputError);
    CHECK_THROWS_WITH(
        krr::epsilon(View::strong_pair, {5, 2, Number(gamma), half}, 15),
        Catch::Contains("krr.epsilon.strong-pair: gamma = ") && Catch::Contains(": must be positive and below 1"));
  }
  CHECK_THROWS_WITH(krr::delta(View::strong_pair, {1, 2, half, -1}, 64),
                    "krr.delta.strong-pair: eps = -1: must be at least 0");
  CHECK_THROWS_AS(krr::epsilon(View::weak, {5, 2, half, 2}, 15), InputError);
  CHECK_THROWS_AS(krr::epsilon(View::weak, {5, 2, half, -1}, 15), InputError);
}
