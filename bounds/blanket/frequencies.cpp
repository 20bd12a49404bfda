#include "bounds/blanket/frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "exact/proposal.hpp"
#include "exact/turning_sums.hpp"

namespace hallmark::blanket {
namespace {

constexpr slong low_bits = 64;

// The transform at first + j stride, j < count; nothing when the budget ends.
std::optional<std::vector<ComplexBall>> along(const Placed& x, slong first, slong stride, slong count, slong log2_size,
                                              slong bits, Turning turning, const Budget& budget) {
  constexpr slong most_at_once = slong{1} << 10, least_known_bits = 10;
  std::vector<ComplexBall> turns;
  std::vector<Ball> weights;  // known to a share of themselves, as integers want them, and what they are off by
  Ball off(0, bits);
  for (std::size_t i = 0; i < x.places.size(); ++i) {
    turns.push_back(turned(Ball(1, bits), x.places[i], stride, log2_size, bits));
    weights.push_back(x.weights[i]);
    if (x.weights[i].relative_bits() >= least_known_bits || !x.weights[i].is_finite()) continue;
    weights.back() = Ball(x.weights[i].centre(bits), bits);
    off += abs_upper_end(x.weights[i] - weights.back());
  }
  const auto start = [&](std::size_t i, slong j) {
    return turned(weights[i], x.places[i], first + j * stride, log2_size, bits);
  };
  std::vector<ComplexBall> values;
  for (slong done = 0; done < count; done += most_at_once) {
    if (budget.expired()) return std::nullopt;
    const slong now = std::min(most_at_once, count - done);
    auto some = turning_values(turns, start, done, now, bits, {turning, now});
    std::move(some.begin(), some.end(), std::back_inserter(values));
  }
  for (ComplexBall& value : values) value.widen(off);
  return values;
}

// At least the variance of the law.
Ball variance_upper(const Placed& law) {
  double mean = 0;
  for (std::size_t i = 0; i < law.places.size(); ++i) {
    mean += static_cast<double>(law.places[i]) * roughly(law.weights[i]);
  }
  const slong centre = std::llround(mean);
  Ball square(0, low_bits);
  for (std::size_t i = 0; i < law.places.size(); ++i) {
    const Ball away(law.places[i] - centre, low_bits);
    square += law.weights[i].with_bits(low_bits) * away * away;
  }
  return square;
}

// Intervals of that many frequencies in whose middle |phi|^2 is not found to be at most `most`.
std::optional<std::vector<Run>> not_below(const Ball& most, const std::vector<Run>& intervals, slong width,
                                          const Placed& law, slong log2_size, const Budget& budget) {
  std::vector<Run> left;
  for (const Run& run : intervals) {
    const slong first = run.first * width + width / 2;
    const auto values = along(law, first, width, run.count, log2_size, low_bits, Turning::in_words, budget);
    if (!values) return std::nullopt;
    for (slong j = 0; j < run.count; ++j) {
      const ComplexBall& phi = (*values)[static_cast<std::size_t>(j)];
      if (less_equal(real_of_product(phi, conj(phi)), most) == Truth::yes) continue;
      const slong at = run.first + j;
      if (!left.empty() && left.back().first + left.back().count == at) {
        ++left.back().count;
      } else {
        left.push_back({at, 1});
      }
    }
  }
  return left;
}

}  // namespace

ComplexBall turned(const Ball& scale, slong a, slong b, slong log2_size, slong bits) {
  const ulong steps = static_cast<ulong>(a) * static_cast<ulong>(b) & ((ulong{1} << log2_size) - 1);
  Ball angle = Ball::pi(bits) * steps;
  const SineCosine at = sin_cos(angle.mul_2exp(1 - log2_size));
  return {scale * at.cosine, scale * at.sine};
}

std::vector<Ball> exponentials(const Ball& t, const std::vector<slong>& places, slong bits) {
  std::vector<Ball> all;
  const Ball step = exp(t.with_bits(bits));
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == 0) {
      all.push_back(exp(t.with_bits(bits) * places[i]));
    } else {
      all.push_back(all.back() * pow(step, static_cast<ulong>(places[i] - places[i - 1])));
    }
  }
  return all;
}

std::optional<std::vector<ComplexBall>> transform_at(const std::vector<Run>& runs, const Placed& x, slong log2_size,
                                                     slong bits, const Budget& budget) {
  constexpr slong spare_bits = 16;  // of a ball's, beyond what is asked of integers
  std::vector<ComplexBall> values;
  for (const Run& run : runs) {
    const Turning turning = turning_plan(run.count, -M_LN2 * static_cast<double>(bits - spare_bits)).turning;
    auto some = along(x, run.first, 1, run.count, log2_size, bits, turning, budget);
    if (!some) return std::nullopt;
    std::move(some->begin(), some->end(), std::back_inserter(values));
  }
  return values;
}

std::optional<std::vector<Run>> large_frequencies(const Placed& law, slong rounds, slong log2_size, slong bits,
                                                  slong most, const Budget& budget) {
  constexpr slong least_width = 8, parts = 16, most_intervals = slong{1} << 12;
  const slong half = slong{1} << (log2_size - 1);
  const Ball root = sqrt(log(Ball(2, low_bits)) * (2 * bits) / rounds);
  const Ball step = (Ball::pi(low_bits) * sqrt(variance_upper(law))).mul_2exp(-log2_size);  // d s where the width is 1
  const double widest = std::max(0.25 / roughly(step), static_cast<double>(half / most_intervals));
  slong width = half;
  while (width > least_width && static_cast<double>(width) > widest) width /= 2;
  std::vector<Run> runs{{0, half / width}};  // in intervals of that width
  while (width > 0) {
    const Ball d = step * width;
    const Ball limit = max(1 - pow(root + d, 2), pow(max(exp(-root * root / 2) - d, Ball(0, low_bits)), 2));
    auto left = not_below(limit, runs, width, law, log2_size, budget);
    if (!left) return std::nullopt;
    const slong split = width > least_width ? std::min(parts, width / least_width) : width;
    slong kept = 0;
    runs = *std::move(left);
    for (Run& run : runs) {
      run = {run.first * split, run.count * split};
      kept += run.count;
    }
    if (kept > most && (width <= parts || kept > parts * most)) return std::nullopt;
    width = width > least_width ? width / split : 0;
  }
  runs.push_back({half, 1});  // one frequency, not two that are conjugates
  return runs;
}

}  // namespace hallmark::blanket
