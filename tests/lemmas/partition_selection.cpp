// Partition selection: the recursion is private, and no private rule shows a partition more often.
#include <algorithm>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

Rational first_map(const Rational& x, const Rational& e, const Rational& delta) { return e * x + delta; }
Rational second_map(const Rational& x, const Rational& e, const Rational& delta) { return 1 - (1 - x - delta) / e; }
Rational next_shown(const Rational& x, const Rational& e, const Rational& delta) {
  return std::min({first_map(x, e, delta), second_map(x, e, delta), Rational(1)});
}

/// "Shown" with x against y is (eps, delta)-private, in both directions and for both answers.
bool is_private(const Rational& x, const Rational& y, const Rational& e, const Rational& delta) {
  return x <= e * y + delta && y <= e * x + delta && 1 - x <= e * (1 - y) + delta && 1 - y <= e * (1 - x) + delta;
}

std::string place_text(const Rational& e, const Rational& delta) {
  return "E = " + text(e) + ", delta = " + text(delta);
}

template <class Function>
void each_budget(const Function& function) {
  for (const Rational& e : {ratio(11, 10), Rational(2), Rational(5)}) {
    for (const Rational& delta : {ratio(1, 1000), ratio(1, 10), ratio(2, 5), ratio(1, 2), ratio(9, 10)})
      function(e, delta);
  }
}

void optimal_rule(Tally& tally) {
  Random random("partition-selection.optimal");
  each_budget([&](const Rational& e, const Rational& delta) {
    Rational best = 0;
    for (int n = 1; n < 12; ++n) {
      const Rational here = next_shown(best, e, delta);
      tally.expect(is_private(here, best, e, delta),
                   [&] { return place_text(e, delta) + ": the recursion is not private"; });
      const Rational more = here + ratio(1, 1'000'000);
      tally.expect(more > 1 || !is_private(more, best, e, delta),
                   [&] { return place_text(e, delta) + ": more may be shown"; });
      best = here;
    }
    for (int i = 0; i < 100; ++i) {  // other private rules
      Rational rule = 0, most = 0;
      for (int n = 1; n < 8; ++n) {
        Rational tried = rule + ratio(random.below(41) - 10, 40);
        tried = std::clamp(tried, Rational(0), Rational(1));
        if (!is_private(tried, rule, e, delta)) tried = rule;
        most = next_shown(most, e, delta);
        rule = tried;
        tally.expect(rule <= most, [&] { return place_text(e, delta) + ": another rule shows more"; });
      }
    }
  });
}

/// pi(n) is the least over all orders in which the two maps are taken, and that of k times the first, then the second.
void all_orders(Tally& tally) {
  each_budget([&](const Rational& e, const Rational& delta) {
    Rational best = 0;
    constexpr int most = 7;
    for (int n = 1; n <= most; ++n) {
      best = next_shown(best, e, delta);
      Rational any = 1, sorted = 1;
      for (unsigned order = 0; order < 1U << n; ++order) {
        Rational x = 0;
        for (int i = 0; i < n; ++i) x = (order >> i & 1U) == 0 ? first_map(x, e, delta) : second_map(x, e, delta);
        any = std::min(any, x);
      }
      for (int k = 1; k <= n; ++k) {
        Rational x = 0;
        for (int i = 0; i < n; ++i) x = i < k ? first_map(x, e, delta) : second_map(x, e, delta);
        sorted = std::min(sorted, x);
      }
      tally.expect(any == best && sorted == best, [&] { return place_text(e, delta) + ", n = " + std::to_string(n); });
    }
  });
}

void printed_values(Tally& tally) {
  Rational x = 0;
  for (const Rational& value : {ratio(1, 10), ratio(3, 10), ratio(7, 10), ratio(9, 10), Rational(1)}) {
    x = next_shown(x, 2, ratio(1, 10));
    tally.expect(x == value, [&] { return text(x) + " in place of " + text(value); });
  }
}

/// Refuted: the first bound alone, cut at 1, is private.
void first_bound_alone(Tally& tally) {
  Rational x = 0;
  for (int n = 1; n < 6; ++n) {
    const Rational here = std::min(first_map(x, 2, ratio(1, 10)), Rational(1));
    tally.expect(is_private(here, x, 2, ratio(1, 10)), [&] { return "E = 2, delta = 1/10, n = " + std::to_string(n); });
    x = here;
  }
}

}  // namespace

Checks partition_selection_lemmas() {
  return {{"partition-selection.optimal", optimal_rule},
          {"partition-selection.orders", all_orders},
          {"partition-selection.values", printed_values},
          {"partition-selection.first-bound-alone", first_bound_alone}};
}

}  // namespace hallmark::lemmas
