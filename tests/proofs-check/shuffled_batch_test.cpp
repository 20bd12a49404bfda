// Shuffled batches: one threshold against the normal law by another route, and the supremum against many thresholds.

#include <catch2/catch.hpp>

#include "batch/gaussian.hpp"
#include "batch/shuffled_batch.hpp"
#include "exact_text.hpp"
#include "random.hpp"

namespace hallmark::check::test {
namespace {

Number number(const std::string& text) { return parse_number(text).value(); }

constexpr mpfr_prec_t kPrecision = 400;
constexpr mpfr_prec_t kRough = 96;

/// Phi from erfc, both events from their definition, products without logarithms.
Interval direct(const char* sigma, const char* eps, std::uint64_t steps, const Rational& c, BatchEvent event) {
  const Interval s = enclose(number(sigma), kPrecision);
  const Interval w = enclose_exp(number(eps), kPrecision);
  const Interval one(Integer(1), kPrecision);
  const Interval two(Integer(2), kPrecision);
  const auto phi = [&](int shift) {
    return erfc(-((Interval(Rational(c - shift), kPrecision) / s) / sqrt(two))) / two;
  };
  const Interval r = nth_power(phi(0), steps - 1);
  const Interval p = phi(2) * r;  // all below, under P
  const Interval q = phi(1) * r;
  return event == BatchEvent::all_below ? q - w * p : one - p - w * (one - q);
}

TEST_CASE("the events on the largest coordinate, from their definition") {
  for (const char* sigma : {"2/5", "1", "3"}) {
    for (const char* eps : {"0", "1/2", "ln(3)", "4"}) {
      for (const std::uint64_t steps : {1, 2, 10, 1000}) {
        for (const Rational& c : {Rational(-3), Rational(0), Rational(3, 2), Rational(5), Rational(17, 2)}) {
          for (const BatchEvent event : {BatchEvent::some_at_least, BatchEvent::all_below}) {
            CAPTURE(sigma, eps, steps, text_of(c));
            const Interval value =
                batch_event(number(sigma), number(eps), steps, Interval(c, kPrecision), event, kPrecision);
            const Interval difference = value - direct(sigma, eps, steps, c, event);
            CHECK(less(max(difference, -difference), Rational(Integer(1), Integer(1) << 300)) == Truth::yes);
          }
        }
      }
    }
  }
}

TEST_CASE("one score is the event that some coordinate is at least C") {
  for (const char* eps : {"0", "1/2", "ln(3)"}) {
    for (const std::uint64_t steps : {1, 2, 3, 7, 1000}) {
      const BatchScores scores{{Rational(5, 2)}, {0, 1}, 1};
      const Interval value = batch_scores(number("1"), number(eps), steps, scores, {256, 64});
      const Interval c(Rational(5, 2), kPrecision);
      const Interval difference =
          value - batch_event(number("1"), number(eps), steps, c, BatchEvent::some_at_least, kPrecision);
      CAPTURE(eps, steps);
      CHECK(less(max(difference, -difference), Rational(Integer(1), Integer(1) << 240)) == Truth::yes);
    }
  }
}

TEST_CASE("scores against the sum over all runs of scores") {
  const std::vector<Rational> cuts{Rational(-1, 2), Rational(1), Rational(3, 2), Rational(3)};
  const std::vector<std::uint64_t> values{2, 0, 1, 3, 7};
  for (const char* eps : {"0", "1", "2"}) {
    const Interval s = enclose(number("4/5"), kPrecision);
    const Interval two(Integer(2), kPrecision);
    const auto mass = [&](std::size_t i, int shift) {
      const auto below = [&](std::size_t cut) {
        return erfc((Interval(Integer(shift), kPrecision) - Interval(cuts[cut], kPrecision)) / (s * sqrt(two))) / two;
      };
      const Interval up_to = i == cuts.size() ? Interval(Integer(1), kPrecision) : below(i);
      return i == 0 ? up_to : up_to - below(i - 1);
    };
    std::vector<std::vector<Interval>> masses(3);  // by the shift
    for (int shift = 0; shift < 3; ++shift) {
      for (std::size_t i = 0; i < values.size(); ++i) masses[static_cast<std::size_t>(shift)].push_back(mass(i, shift));
    }
    for (const std::uint64_t steps : {1, 2, 3, 5}) {
      for (const std::uint64_t total : {1, 2, 4, 6, 9, 40}) {
        // Under a shift of the first coordinate: all runs of the others, one after the other.
        const auto probability = [&](std::size_t shift) {
          Interval sum(kPrecision);
          std::vector<std::size_t> run(steps, 0);
          for (bool more = true; more;) {
            std::uint64_t score = 0;
            Interval product(Integer(1), kPrecision);
            for (std::size_t t = 0; t < steps; ++t) {
              score += values[run[t]];
              product = product * masses[t == 0 ? shift : 0][run[t]];
            }
            if (score >= total) sum = sum + product;
            more = false;
            for (std::size_t t = 0; t < steps && !more; ++t) {
              run[t] = run[t] + 1 == values.size() ? 0 : run[t] + 1;
              more = run[t] != 0;
            }
          }
          return sum;
        };
        if (steps == 5 && total != 6) continue;  // 3125 runs
        const Interval truth = probability(2) - enclose_exp(number(eps), kPrecision) * probability(1);
        const Interval value =
            batch_scores(number("4/5"), number(eps), steps, {cuts, {values.begin(), values.end()}, total}, {128, 64});
        CAPTURE(eps, steps, total);
        CHECK(less(value, truth) != Truth::yes);
        CHECK(less(truth, value) != Truth::yes);
        const Interval difference = value - truth;
        CHECK(less(max(difference, -difference), Rational(Integer(1), Integer(1) << 120)) == Truth::yes);
      }
    }
  }
}

TEST_CASE("the supremum is above every threshold, and one comes close to it") {
  for (const char* sigma : {"2/5", "1", "13/10"}) {
    for (const char* eps : {"0", "1/50", "2"}) {
      for (const std::uint64_t steps : {1, 100, 100000}) {
        CAPTURE(sigma, eps, steps);
        const Interval sup = batch_threshold(number(sigma), number(eps), steps, {128, 64});
        CHECK(mpfr_sgn(sup.lo()) > 0);
        const Interval width = sup.upper() - sup.lower();
        CHECK(less(times_power_of_two(width, 100), sup.lower()) == Truth::yes);
        // Thresholds from the start of the search on, in steps of sigma/40.
        Interval best(kRough);
        const Interval s = enclose(number(sigma), kRough);
        const Interval start = Interval(Rational(3, 2), kRough) + s * s * enclose(number(eps), kRough);
        for (int i = -4; i <= 400; ++i) {
          const Interval c = start + s * Interval(Rational(i, 40), kRough);
          best = max(best, batch_event(number(sigma), number(eps), steps, c, BatchEvent::some_at_least, kRough));
        }
        CHECK(less_equal(best.lower(), sup.upper()) == Truth::yes);
        CHECK(less(sup.lower(), best * Interval(Rational(11, 10), kRough)) == Truth::yes);
        CHECK(less_equal(sup.lower(), gaussian_delta(number(sigma), number(eps), 1, {128, 64})) == Truth::yes);
      }
    }
  }
}

TEST_CASE("every bracket encloses the supremum: a wide one, and one beside it") {
  for (const char* eps : {"1/50", "1", "3"}) {
    const Interval sup = batch_threshold(number("1"), number(eps), 1000, {128, 64});
    const auto bracket = threshold_bracket(number("1"), number(eps), 1000, {128, 64});
    REQUIRE(bracket.has_value());
    const mpfr_prec_t precision = bracket->low.precision();
    const auto within = [&](const Interval& low, const Interval& high) {
      return threshold_within(number("1"), number(eps), 1000, {max(low, Interval(precision)), high});
    };
    for (const long bits : {-3, 0, 3, 7}) {
      const Interval apart = times_power_of_two(integer(1, precision), -bits);
      const Interval wide = within((bracket->low - apart).lower(), (bracket->high + apart).upper());
      CAPTURE(eps, bits);
      CHECK(less(wide.lower(), sup.lower()) == Truth::yes);
      CHECK(less(sup.upper(), wide.upper()) == Truth::yes);
      for (const Interval& beside : {within((bracket->high + apart).upper(), (bracket->high + apart + apart).upper()),
                                     within((bracket->low - apart - apart).lower(), (bracket->low - apart).lower())}) {
        CHECK(less_equal(sup.upper(), beside.upper()) == Truth::yes);
      }
    }
  }
}

TEST_CASE("one batch is the Gaussian mechanism at the threshold where the densities cross") {
  for (const char* eps : {"0", "1", "5"}) {
    const Interval sup = batch_threshold(number("3/4"), number(eps), 1, {128, 64});
    const Interval gaussian = gaussian_delta(number("3/4"), number(eps), 1, {128, 64});
    CAPTURE(eps);
    CHECK(less(sup, gaussian) != Truth::yes);
    CHECK(less(gaussian, sup) != Truth::yes);
  }
}

}  // namespace
}  // namespace hallmark::check::test
