#include "bounds/blanket/tilted_sum.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "exact/circular_power.hpp"

using namespace hallmark;
using namespace hallmark::blanket;

namespace {

constexpr slong exact_bits = 200;

// Laws of few integers: of parts of `all`, at places that may have a common divisor.
struct Law {
  std::vector<slong> places;
  std::vector<slong> parts;

  [[nodiscard]] slong all() const {
    slong sum = 0;
    for (const slong part : parts) sum += part;
    return sum;
  }
  [[nodiscard]] Placed placed(slong bits) const {
    Placed law;
    for (std::size_t i = 0; i < places.size(); ++i) {
      law.places.push_back(places[i]);
      law.weights.push_back(Ball(parts[i], bits) / all());
    }
    return law;
  }
};

std::vector<Law> laws() {
  return {{{-1, 1}, {1, 1}},                                  // no tilt
          {{-1, 1}, {2, 1}},                                  // every second integer
          {{-64, 64}, {2, 1}},                                // peaks at 64 frequencies
          {{-70, -69, 3, 4, 50, 51}, {5, 3, 9, 1, 2, 2}},     // atoms spread to two points
          {{-3, -2, -1, 0, 1, 2, 3}, {5, 1, 1, 1, 1, 1, 1}},  // no peak but one
          {{-1000, 1, 2}, {1, 2, 3}}};
}

// The law of the sum on a circle that holds it.
std::map<slong, Ball> sum_of(const Law& law, slong rounds) {
  const slong first = law.places.front(), length = law.places.back() - first;
  slong log2_size = 1;
  while ((slong{1} << log2_size) <= length * rounds) ++log2_size;
  std::vector<Ball> masses(static_cast<std::size_t>(length) + 1, Ball(0, exact_bits));
  const Placed one = law.placed(exact_bits);
  for (std::size_t j = 0; j < one.places.size(); ++j) {
    masses[static_cast<std::size_t>(one.places[j] - first)] = one.weights[j];
  }
  const auto around = circular_power(masses, rounds, log2_size, exact_bits).value();
  std::map<slong, Ball> sum;
  for (slong i = 0; i <= length * rounds; ++i) sum.emplace(rounds * first + i, around[static_cast<std::size_t>(i)]);
  return sum;
}

}  // namespace

TEST_CASE("tilted sum: frequencies that are left out are small, whatever peaks the transform has") {
  constexpr slong log2_size = 12, bits = 70, half = slong{1} << (log2_size - 1);
  for (const Law& law : laws()) {
    for (const slong rounds : {40L, 1000L, 100000L}) {
      const Placed one = law.placed(128);
      const auto runs = large_frequencies(one, rounds, log2_size, bits, half, Budget());
      REQUIRE(runs);
      const auto values = transform_at({{0, half + 1}}, one, log2_size, 128, Budget());
      REQUIRE(values);
      std::vector<bool> kept(static_cast<std::size_t>(half) + 1);
      std::size_t count = 0;
      for (const Run& run : *runs) {
        for (slong k = run.first; k < run.first + run.count; ++k) kept.at(static_cast<std::size_t>(k)) = true;
        count += static_cast<std::size_t>(run.count);
      }
      const Ball most = Ball(1, 128).mul_2exp(-bits);
      for (std::size_t k = 0; k < kept.size(); ++k) {
        if (!kept[k]) CHECK(less_equal(abs(pow((*values)[k], static_cast<ulong>(rounds))), most) == Truth::yes);
      }
      CHECK(kept.front());
      if (rounds > 1000 && law.places.size() > 3) CHECK(count < kept.size() / 2);
      CHECK_FALSE(large_frequencies(one, rounds, log2_size, bits, half, Budget::counted(0)));
    }
  }
}

TEST_CASE("tilted sum: both functions of a sum are those of its law, term by term") {
  for (const Law& law : laws()) {
    for (const slong rounds : {1L, 3L, 60L, 2000L}) {
      if (law.places.back() - law.places.front() > 10 && rounds > 60) continue;  // enough of them take frequencies
      INFO("first place " << law.places.front() << " rounds " << rounds);
      const auto exact = sum_of(law, rounds);
      const auto sum = tilted_sum(law.placed(64), rounds, 64, Budget());
      REQUIRE(sum);
      CHECK(sum->window.empty() == (rounds > 60));
      Ball positive(0, exact_bits);
      for (const auto& [k, p] : exact) {
        if (k > 0) positive += p * k;
      }
      const Ball found = positive_part_upper(*sum, 64);
      CHECK(less(found, positive) != Truth::yes);
      CHECK(found.upper() <= positive.upper() * Rational("1000001/1000000"));

      const Placed gains{{-2, 0, 5},
                         {Ball(Rational("-1/3"), 64), Ball(Rational("1/4"), 64), Ball(Rational("1/5"), 64)}};
      const auto gain = EventGain::of(*sum, gains, 64, Budget());
      REQUIRE(gain);
      const auto direct = [&](slong total) {
        Ball value(0, exact_bits);
        for (const auto& [k, p] : exact) {
          for (std::size_t j = 0; j < gains.places.size(); ++j) {
            if (k + gains.places[j] >= total) value += p * gains.weights[j];
          }
        }
        return value;
      };
      const Ball wrapped = sum->scale * sum->outside * exp(sum->theta * 10);
      for (const slong total : {-5L, 0L, 1L, 4L}) {
        const Ball value = gain->at(total);
        CHECK(abs_upper_end(value - direct(total)).upper() <= wrapped.upper() + Rational("1/1000000000000"));
      }
      const slong best = gain->best_total(sum->low + 10, sum->high() - 10);
      CHECK((direct(best) - direct(0)).upper() >= Rational("-1/1000000000"));
      CHECK_FALSE(tilted_sum(law.placed(64), rounds, 64, Budget::counted(0)));
    }
  }
}

TEST_CASE("tilted sum: what integers mean moves the middle and no value") {
  const Law law{{-70, -69, 3, 4, 50, 51}, {5, 3, 9, 1, 2, 2}};
  const Meanings meanings{-1, -0.9, -0.2, -0.1, 0.9, 1};
  const Placed gains{{-70, 50}, {Ball(Rational("-1/3"), 64), Ball(Rational("1/4"), 64)}};
  const auto plain = tilted_sum(law.placed(64), 400, 64, Budget());
  const auto moved = tilted_sum(law.placed(64), 400, 64, Budget(), meanings);
  REQUIRE((plain && moved));
  CHECK(plain->middle() == 0);
  CHECK(moved->middle() != 0);
  const auto a = EventGain::of(*plain, gains, 64, Budget()), b = EventGain::of(*moved, gains, 64, Budget());
  REQUIRE((a && b));
  CHECK_FALSE(EventGain::of(*moved, gains, 64, Budget::counted(0)));
  for (const slong total : {-100L, 0L, 300L}) {
    const Ball x = a->at(total), y = b->at(total);
    CHECK(abs_upper_end(x - y).upper() * 1000000 <= abs_upper_end(x).upper());
  }
}
