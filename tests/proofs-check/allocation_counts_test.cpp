// Random allocation of a step with a list of outcomes, against all sequences of outputs and all subsets.
#include "allocation/allocation_counts.hpp"

#include <catch2/catch.hpp>

#include "exact_text.hpp"

namespace hallmark::check::test {
namespace {

using Masses = std::vector<Rational>;

/// H_w over all sequences, the mean over all subsets taken literally.
Rational brute(const Masses& p, const Masses& q, const SelectedSteps& s, const Rational& w) {
  Rational sum = 0;
  std::vector<std::size_t> output(s.steps, 0);
  for (;;) {
    Rational with = 0;
    Rational without = 1;
    Count subsets = 0;
    for (std::size_t i = 0; i < s.steps; ++i) without = without * q[output[i]];
    for (std::size_t set = 0; set < std::size_t{1} << static_cast<std::size_t>(s.steps); ++set) {
      Rational one = 1;
      Count size = 0;
      for (std::size_t i = 0; i < s.steps; ++i) {
        const bool in = (set >> i & 1U) != 0;
        if (in) ++size;
        one = one * (in ? p : q)[output[i]];
      }
      if (size != s.selected) continue;
      with += one;
      ++subsets;
    }
    with = with / Rational(Integer(subsets));
    sum += std::max(Rational(0), s.remove ? Rational(with - w * without) : Rational(without - w * with));
    std::size_t i = 0;
    while (i < output.size() && ++output[i] == p.size()) output[i++] = 0;
    if (i == output.size()) return sum;
  }
}

}  // namespace

TEST_CASE("allocation counts: all sequences and subsets, outcomes that one side does not have too") {
  const std::vector<std::pair<Masses, Masses>> tables{
      {{Rational(3, 5), Rational(3, 10), Rational(1, 10)}, {Rational(1, 5), Rational(3, 10), Rational(1, 2)}},
      {{Rational(1, 2), Rational(1, 2), Rational(0)}, {Rational(0), Rational(1, 3), Rational(2, 3)}}};
  for (const auto& [p, q] : tables) {
    for (std::size_t steps = 1; steps <= 4; ++steps) {
      for (std::size_t selected = 1; selected <= steps; ++selected) {
        for (const bool remove : {true, false}) {
          for (const Rational& w : {Rational(1), Rational(5, 4), Rational(4)}) {
            const SelectedSteps scheme{steps, selected, remove};
            const Rational exact = brute(p, q, scheme, w);
            CHECK(counted_delta(p, q, scheme, w) == exact);
            CHECK(counted_delta(p, q, scheme, Interval(w, 96)).contains(exact));
          }
        }
      }
    }
  }
}

TEST_CASE("allocation counts: values computed elsewhere, noise that is cut off, and too many counts") {
  const Masses p{Rational(3, 5), Rational(3, 10), Rational(1, 10)};
  const Masses q{Rational(1, 5), Rational(3, 10), Rational(1, 2)};
  const Rational w(5, 4);
  CHECK(counted_delta(p, q, {6, 3, true}, w) == Rational(85'123, 200'000));
  CHECK(counted_delta(p, q, {6, 3, false}, w) == Rational(348'537, 800'000));
  const Interval at = enclose_exp(*parse_number("1/2"), 160);
  const Outcomes noise = discrete_gaussian(*parse_number("1"), 1, 160);
  const auto near = [&](const Interval& x, const Rational& value) {
    const Rational apart(1, Integer(10'000'000'000'000));
    return proved(less(x, Rational(value + apart))) && proved(less(Interval(Rational(value - apart), 160), x));
  };
  CHECK(
      near(counted_delta(noise, {2, 1, true}, at), Rational(Integer(1'540'500'506'174), Integer(10'000'000'000'000))));
  CHECK(
      near(counted_delta(noise, {2, 1, false}, at), Rational(Integer(1'426'800'911'068), Integer(10'000'000'000'000))));
  // Without its last outcomes the enclosure is wider, and holds the number.
  Outcomes cut = noise;
  cut.list.erase(cut.list.end() - 20, cut.list.end());
  const Interval wide = counted_delta(cut, {2, 1, true}, at);
  CHECK(proved(less(wide.lower(), Rational(Integer(154'050'050'618), Integer(1'000'000'000'000)))));
  CHECK(proved(less(Interval(Rational(Integer(154'050'050'616), Integer(1'000'000'000'000)), 160), wide.upper())));
  CHECK_THROWS_AS(counted_delta(Masses(200, Rational(1, 200)), Masses(200, Rational(1, 200)), {50, 1, true}, w),
                  TooMuchWork);
}

}  // namespace hallmark::check::test
