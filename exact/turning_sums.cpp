#include "exact/turning_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "exact/error.hpp"
#include "exact/fine_integers.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

using fine::raised;
using fine::Wide;

constexpr slong point = 62;                                    // bits behind the binary point of what is multiplied
constexpr slong spared = 22;                                   // of a product's 128, so that 2^20 terms fit
constexpr slong sum_unit = spared - 2 * point;                 // of the sums, in powers of 2
constexpr slong fine_spared = sum_unit + 2 * fine::half_bits;  // of the products of fine integers
constexpr slong deepest = 100;  // a start so many powers of 2 below the largest is left out
constexpr slong most_starts = slong{1} << 20;
constexpr slong most_values = slong{1} << 14;
constexpr double widest = 0x1p-7;  // of the radii, so that their products are small beside them

// The real and the imaginary part times 2^point, as integers.
struct Fixed {
  std::int64_t re = 0, im = 0;
};

// The least e with |x| < 2^e, far below all others for 0; nothing where it is no machine number.
std::optional<slong> scale_of(const ComplexBall& x) {
  constexpr slong nowhere = -(slong{1} << 40);
  mag_t above;
  mag_init(above);
  acb_get_mag(above, x.raw());
  std::optional<slong> scale;
  if (mag_is_zero(above) != 0) scale = nowhere;
  if (mag_is_special(above) == 0 && fmpz_bits(MAG_EXPREF(above)) < 40) scale = fmpz_get_si(MAG_EXPREF(above));
  mag_clear(above);
  return scale;
}

using fine::Known;

// Whether the parts are at most 1 + 2^-10, and known to `widest`.
bool is_small(const Known& x) {
  constexpr Wide largest = fine::one + (fine::one >> 10);
  const auto within = [](Wide part) { return part <= largest && -part <= largest; };
  return within(x.value.re) && within(x.value.im) && x.off <= widest;
}

// first turn^k, k = 0 .. count - 1; nothing where one is not small.
std::optional<std::vector<Known>> powers(const Known& first, const Known& turn, slong count) {
  std::vector<Known> all{Known{{fine::one, 0}, 0}};
  for (std::size_t k = 1; k < static_cast<std::size_t>(count); ++k) {
    all.push_back(k == 1 ? turn : product(all[k / 2], all[k - k / 2]));
    if (!is_small(all.back())) return std::nullopt;
  }
  for (Known& one : all) {
    one = product(first, one);
    if (!is_small(one)) return std::nullopt;
  }
  return all;
}

// Rounded down to multiples of 2^-62.
std::vector<Fixed> fixed(const std::vector<Known>& numbers) {
  std::vector<Fixed> all;
  for (const Known& x : numbers) {
    constexpr int rest = 2 * fine::half_bits - point;
    all.push_back({static_cast<std::int64_t>(x.value.re >> rest), static_cast<std::int64_t>(x.value.im >> rest)});
  }
  return all;
}

// At least what one is off by.
double largest_off(const std::vector<Known>& numbers) {
  double off = 0;
  for (const Known& x : numbers) off = std::max(off, x.off);
  return off;
}

struct Sums {
  std::vector<Wide> re, im;
};

void add_fine(Sums& sums, const std::vector<Known>& blocks, const std::vector<Known>& turns, int shift) {
  Wide* re = sums.re.data();
  Wide* im = sums.im.data();
  for (const Known& block : blocks) {
    for (const Known& turn : turns) {
      const fine::Complex term = product(block.value, turn.value);
      *re++ += term.re >> shift;
      *im++ += term.im >> shift;
    }
  }
}

void add(Sums& sums, const std::vector<Fixed>& blocks, const std::vector<Fixed>& turns, int shift) {
  Wide* re = sums.re.data();
  Wide* im = sums.im.data();
  for (const Fixed& block : blocks) {
    const Wide x = block.re, y = block.im;
    for (const Fixed& turn : turns) {
      *re++ += (x * turn.re - y * turn.im) >> shift;
      *im++ += (x * turn.im + y * turn.re) >> shift;
    }
  }
}

}  // namespace

TurningPlan turning_plan(slong values, double ln_error) {
  constexpr slong pieces = 4, unit = 64, least = 512, most = 2048;  // a fresh start costs as much as hundreds of values
  constexpr double off = -40.9, off_finely = -60;
  if (off_finely + 1 >= ln_error) return {};
  return {off + 1 < ln_error ? Turning::in_words : Turning::in_fine_integers,
          std::clamp(values / pieces / unit * unit, least, most)};
}

std::optional<std::vector<ComplexBall>> turning_sums(const std::vector<ComplexBall>& starts,
                                                     const std::vector<ComplexBall>& turns, slong count, slong bits,
                                                     Turning turning) {
  const auto n = static_cast<slong>(starts.size());
  require(starts.size() == turns.size() && count >= 1 && count <= most_values, "sums of turns");
  require(turning != Turning::in_balls, "sums of turns in integers");
  if (n > most_starts) return std::nullopt;
  std::vector<slong> scales;
  for (const ComplexBall& start : starts) {
    const auto scale = scale_of(start);
    if (!scale) return std::nullopt;
    scales.push_back(*scale);
  }
  const slong largest = scales.empty() ? 0 : *std::max_element(scales.begin(), scales.end());
  slong run = 8;
  while (run * run < count) run *= 2;
  const slong blocks = (count + run - 1) / run;
  const auto padded = static_cast<std::size_t>(blocks * run);
  Sums sums{std::vector<Wide>(padded), std::vector<Wide>(padded)};
  const Known one{{fine::one, 0}, 0};
  const bool finely = turning == Turning::in_fine_integers;
  double off = 0;  // times 2^-largest
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const slong below = largest - scales[i];
    const auto turn = fine::known(turns[i], 0), start = fine::known(starts[i], scales[i]);
    if (!turn || !start || !is_small(*turn)) return std::nullopt;
    auto short_powers = powers(one, *turn, run + 1);
    if (!short_powers) return std::nullopt;
    const auto long_powers = powers(*start, short_powers->back(), blocks);
    if (!long_powers) return std::nullopt;
    short_powers->pop_back();
    if (below > deepest) continue;
    if (finely) {
      add_fine(sums, *long_powers, *short_powers, static_cast<int>(fine_spared + below));
    } else {
      add(sums, fixed(*long_powers), fixed(*short_powers), static_cast<int>(spared + below));
    }
    const double turn_off = largest_off(*short_powers), block_off = largest_off(*long_powers);
    off += std::ldexp((finely ? 0 : 0x1p-60) + turn_off + block_off, static_cast<int>(-below));
  }
  off = raised * 1.5 * off + static_cast<double>(n) * 0x1p-98;
  std::vector<ComplexBall> values;
  Ball error = exactly(off, bits);
  arb_mul_2exp_si(error.raw(), error.raw(), largest);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    ComplexBall value(fine::ball_of(sums.re[k], largest + sum_unit, bits),
                      fine::ball_of(sums.im[k], largest + sum_unit, bits));
    values.push_back(std::move(value.widen(error)));
  }
  return values;
}

std::vector<ComplexBall> turning_values(const std::vector<ComplexBall>& turns,
                                        const std::function<ComplexBall(std::size_t i, slong k)>& start, slong first,
                                        slong count, slong bits, const TurningPlan& plan) {
  if (plan.turning != Turning::in_balls) {
    std::vector<ComplexBall> starts;
    for (std::size_t i = 0; i < turns.size(); ++i) starts.push_back(start(i, first));
    if (auto values = turning_sums(starts, turns, count, bits, plan.turning)) return *std::move(values);
  }
  constexpr slong products = 16;  // before a fresh start
  std::vector<ComplexBall> values(static_cast<std::size_t>(count), ComplexBall(bits));
  for (slong begin = 0; begin < count; begin += products) {
    const slong end = std::min(begin + products, count);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      ComplexBall state = start(i, first + begin);
      values[static_cast<std::size_t>(begin)] += state;
      for (slong k = begin + 1; k < end; ++k) {
        state *= turns[i];
        values[static_cast<std::size_t>(k)] += state;
      }
    }
  }
  return values;
}

}  // namespace hallmark
