#include "batch/shuffled_batch.hpp"

#include <algorithm>
#include <bit>

#include "laws/grid_law.hpp"

namespace hallmark::check {

namespace {

/// The masses of the scores 0, ..., total - 1 under N(shift, sigma^2). What scores more is left out.
std::vector<Interval> masses(const Interval& sigma, Count shift, const BatchScores& scores, Count precision) {
  const Interval two = integer(2, precision);
  const Interval root_two = sqrt(two);
  std::vector<Interval> result(scores.total, Interval(precision));
  Interval below(precision);  // Pr[x < the cut before]
  for (std::size_t i = 0; i < scores.values.size(); ++i) {
    const bool last = i == scores.cuts.size();
    const Interval up_to =
        last ? integer(1, precision)
             : erfc((integer(shift, precision) - Interval(scores.cuts[i], precision)) / (sigma * root_two)) / two;
    if (scores.values[i] < scores.total) {
      Interval& mass = result[scores.values[i]];
      mass = mass + max(up_to - below, Interval(precision));
    }
    below = up_to;
  }
  return result;
}

}  // namespace

BatchScores read_scores(Reader& reader) {
  constexpr std::size_t most_cuts = 8192;
  const Integer most = 1'000'000;
  BatchScores scores;
  scores.total = reader.integer("total", 1, most).to_count();
  const std::vector<std::string_view> words = reader.words("scores");
  if (words.size() % 2 == 0 || words.size() / 2 > most_cuts)
    reader.fail("a score, and a cut and a score up to 8192 times");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i % 2 == 0) {
      scores.values.push_back(reader.to_integer(words[i], 0, most).to_count());
      continue;
    }
    scores.cuts.push_back(reader.to_rational(words[i]));
    if (i > 1 && scores.cuts.back() <= scores.cuts[scores.cuts.size() - 2]) reader.fail("cuts that increase");
  }
  return scores;
}

Interval batch_scores(const Number& sigma, const Number& eps, Count steps, const BatchScores& scores, Effort effort) {
  const Count w_bits = std::max<Count>(0, exponent_above(enclose_exp(eps, 64)));
  const Count wanted = effort.bits + effort.scale + w_bits + bits_of(steps) + bits_of(scores.total) + 16;
  if (wanted > (1L << 16)) throw TooMuchWork();
  const Count fraction = (wanted + 63) / 64 * 64;
  const Count precision = fraction + 64;
  const Interval s = enclose(sigma, precision);
  const Count scale = fraction;
  std::vector<Fixed> base;
  for (const Interval& mass : masses(s, 0, scores, precision)) {
    base.push_back({std::max(Integer(0), scaled_floor(mass, scale)), scaled_ceil(mass, scale)});
  }
  // Of the sum of the other coordinates' scores: at most j, for j = 0, ..., total - 1.
  std::vector<Fixed> at_most = first_terms_of_power(base, steps - 1, base.size(), fraction);
  at_most.resize(scores.total);
  for (std::size_t j = 1; j < at_most.size(); ++j) at_most[j].add(at_most[j - 1]);
  const auto some = [&](Count shift) {  // Pr[E] with the coordinate of the record around `shift`
    const std::vector<Interval> own = masses(s, shift, scores, precision);
    Interval none(precision);
    for (std::size_t j = 0; j < own.size(); ++j) {
      if (mpfr_sgn(own[j].hi()) == 0) continue;
      const Fixed& rest = at_most[own.size() - 1 - j];
      none = none + own[j] * Interval(rest.lo, rest.hi, precision);
    }
    return integer(1, precision) - times_power_of_two(none, -scale);
  };
  return some(2) - enclose_exp(eps, precision) * some(1);
}

}  // namespace hallmark::check
