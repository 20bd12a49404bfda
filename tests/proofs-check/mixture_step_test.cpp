// One round of a mixture of shifts in the checker, and its transform.
#include <catch2/catch.hpp>

#include "batch/gaussian.hpp"
#include "batch/line_inversion.hpp"
#include "exact_text.hpp"

namespace hallmark::check::test {
namespace {

Number parsed(const char* text) { return *parse_number(text); }

StepPair mixtures(const char* sigma, Shifts up, Shifts down) {
  StepPair pair{parsed(sigma), {}};
  pair.mixtures = {std::move(up), std::move(down)};
  return pair;
}

bool overlap(const Interval& a, const Interval& b) {
  return !proved(less(a.upper(), b.lower())) && !proved(less(b.upper(), a.lower()));
}

const Shifts none{{Rational(1)}, {Rational(0)}};

}  // namespace

TEST_CASE("mixture step: a shift for certain is a Gaussian step, on either side") {
  const Effort effort{64, 16};
  for (const char* eps : {"0", "1/4", "2"}) {
    INFO(eps);
    const Interval whole = gaussian_delta(parsed("4"), parsed(eps), 1, effort);
    const Shifts half{{Rational(1)}, {Rational(1, 2)}};
    const Shifts parts{{Rational(1, 3), Rational(2, 3)}, {Rational(1, 8), Rational(1, 8)}};
    const Shifts rest{{Rational(1)}, {Rational(3, 8)}};
    CHECK(overlap(mixture_step(mixtures("1", half, none), parsed(eps), effort),
                  gaussian_delta(parsed("2"), parsed(eps), 1, effort)));
    CHECK(overlap(mixture_step(mixtures("2", none, half), parsed(eps), effort), whole));
    CHECK(overlap(mixture_step(mixtures("2", rest, parts), parsed(eps), effort), whole));
  }
}

TEST_CASE("mixture step: a sampled record, and 0 from the largest ratio on") {
  const Effort effort{64, 16};
  const Shifts tenth{{Rational(9, 10), Rational(1, 10)}, {Rational(0), Rational(1)}};
  // q H_v of the whole step, v = 1 + (w-1)/q (remove).
  const Interval removed = mixture_step(mixtures("1", tenth, none), parsed("ln(11/10)"), effort);
  const Interval whole = gaussian_delta(parsed("1"), parsed("ln(2)"), 1, effort);
  CHECK(overlap(removed * integer(10, 128), whole));
  const StepPair added = mixtures("1", none, tenth);
  CHECK(mixture_step(added, parsed("1/5"), effort).contains(0));
  CHECK(proved(less(Interval(64), mixture_step(added, parsed("1/10"), effort))));
  CHECK(overlap(largest_log_ratio(added, true, 128), enclose(parsed("ln(10/9)"), 128)));
  CHECK_FALSE(largest_log_ratio(added, false, 128).finite());
}

TEST_CASE("mixture step: the transform of a mixture is that of records with the same shifts") {
  const StepPair records{parsed("2"), parsed("1/10"), 2, 1};
  const Shifts two{{Rational(81, 100), Rational(18, 100), Rational(1, 100)}, {Rational(0), Rational(1), Rational(2)}};
  const Shifts one{{Rational(9, 10), Rational(1, 10)}, {Rational(0), Rational(1)}};
  const auto of_records = line_transform(records, 160);
  const auto of_shifts = line_transform(mixtures("2", two, one), 160);
  const Rule rule{Rational(1, 4), Rational(1, 2), Rational(1, 2), -80, 80};
  for (const Rational& a : {Rational(1), Rational(-2)}) {
    CHECK(overlap(of_records->value(a, rule), of_shifts->value(a, rule)));
    const auto norm = of_shifts->bound(a, rule);
    const auto here = of_records->values(a, Rational(1, 2), 5, rule, norm);
    const auto there = of_shifts->values(a, Rational(1, 2), 5, rule, norm);
    for (std::size_t k = 0; k < here.size(); ++k) {
      CHECK(overlap(here[k].re, there[k].re));
      CHECK(overlap(here[k].im, there[k].im));
    }
  }
}

}  // namespace hallmark::check::test
