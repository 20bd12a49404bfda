// Poisson batches cut to a largest size: the rate of a cut step, and that the coin's pair dominates.
#include <string>

#include "lemmas/directed.hpp"
#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

// Three records, each drawn with 1/2, of more than one drawn one stays. It answers by randomized response with E = 3;
// nobody answers by a fair coin, and so does a record without a contribution.
constexpr int records = 3;
constexpr int kLargest = 1;
enum Record { zero, one, nothing };
Rational says_one(Record record) { return record == nothing ? ratio(1, 2) : record == one ? ratio(3, 4) : ratio(1, 4); }

/// The probability of the answer "1" where the records are x, y and z, by enumeration of who is drawn.
Rational answer(Record x, Record y, Record z) {
  const Record all[records] = {x, y, z};
  Rational sum = 0;
  for (int drawn = 0; drawn < 1 << records; ++drawn) {
    Rational said = 0;
    int many = 0;
    for (int i = 0; i < records; ++i) {
      if ((drawn >> i & 1) == 0) continue;
      said += says_one(all[i]);
      ++many;
    }
    sum += many == 0 ? says_one(nothing) : said / many;
  }
  return sum / (1 << records);
}

Rational often() { return binomial_upper_tail(records - 1, ratio(1, 2), kLargest); }

Rational place() {
  return ratio(kLargest, records) * binomial_upper_tail(records, ratio(1, 2), kLargest + 1) / often();
}

/// q' is the mean chance of the record's place over how many others are drawn, for all small n, B and three rates.
void rate(Tally& tally) {
  for (const Rational& q : {ratio(1, 10), ratio(1, 2), ratio(4, 5)}) {
    for (int n = 2; n <= 9; ++n) {
      for (int most = 1; most < n; ++most) {
        Rational sum = 0;
        for (int m = most; m < n; ++m) sum += binomial_pmf(n - 1, q, m) * q * ratio(most, m + 1);
        const Rational cut = binomial_upper_tail(n - 1, q, most);
        tally.expect(sum == ratio(most, n) * binomial_upper_tail(n, q, most + 1),
                     [&] { return "q=" + text(q) + ", n=" + std::to_string(n) + ", B=" + std::to_string(most); });
        tally.expect(sum / cut <= q, [&] { return "above the rate: " + text(sum / cut); });
      }
    }
  }
}

/// Every dataset against the coin's mean of the two steps, the step that is cut by the coupling at share q'.
void coin(Tally& tally) {
  const Rational mass = ratio(1, 4);
  const Rational r = 1 + 2 * place();  // 1 - q' + 3 q'
  const Rational equal = (1 - place()) * ratio(1, 2);
  const Pair coupled{{mass * r, mass}, {mass, mass * r}, {equal, equal}};
  tally.expect(place() == ratio(2, 9) && is_pair_of_distributions(coupled), [] { return text(place()); });
  for (const Record other : {zero, nothing}) {
    // Nobody else is drawn: the coin of nobody, and the record with 1/2.
    const Rational p = (says_one(nothing) + says_one(one)) / 2;
    const Rational q = (says_one(nothing) + says_one(other)) / 2;
    const Pair alone{{p, q}, {1 - p, 1 - q}};
    for (const Rational& w : {ratio(1, 2), ratio(9, 10), Rational(1), ratio(21, 20), ratio(11, 10), ratio(5, 4)}) {
      for (const bool turned : {false, true}) {
        const auto side = [&](const Pair& pair) { return hockey_stick(turned ? reversed(pair) : pair, w); };
        const Rational bound = (1 - often()) * side(alone) + often() * side(coupled);
        for (const Record y : {zero, one}) {
          for (const Record z : {zero, one}) {
            const Rational with = answer(one, y, z);
            const Rational without = answer(other, y, z);
            const Rational value = side({{with, without}, {1 - with, 1 - without}});
            tally.expect(value <= bound, [&] { return "w=" + text(w) + ": " + text(value) + " above " + text(bound); });
          }
        }
      }
    }
  }
}

/// Zero-out, y = x: the step with the record is N(0), without it (1-q) N(0) + q N(-1), sigma = 1. At w = 1/(1-q) the pair
/// of Poisson batches at sigma/2 has the direction add 0, and the event x < -3 tells the two apart.
void one_sided(Tally& tally) {
  const Enclosure q(ratio(1, 10));
  const Enclosure w(ratio(10, 9));
  const Enclosure with = normal_cdf(Enclosure(-3L));
  const Enclosure without = (1L - q) * with + q * normal_cdf(Enclosure(-2L));
  const Enclosure value = without - w * with;
  tally.expect(less_equal(value, Enclosure(0L)), [&] { return value.text() + " above 0"; });
}

}  // namespace

Checks truncated_poisson_gaussian_lemmas() {
  return {
      {"truncated-poisson-gaussian.rate", rate},
      {"truncated-poisson-gaussian.coin", coin},
      {"truncated-poisson-gaussian.one-sided", one_sided},
  };
}

}  // namespace hallmark::lemmas
