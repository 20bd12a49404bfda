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

// turn^k, k = 0 .. count - 1; nothing where one is not small.
std::optional<std::vector<Known>> powers(const Known& turn, slong count) {
  std::vector<Known> all{Known{{fine::one, 0}, 0}};
  for (std::size_t k = 1; k < static_cast<std::size_t>(count); ++k) {
    all.push_back(k == 1 ? turn : product(all[k / 2], all[k - k / 2]));
    if (!is_small(all.back())) return std::nullopt;
  }
  return all;
}

// first turn^k, k = 0 .. count - 1; nothing where one is not small.
std::optional<std::vector<Known>> powers_from(const Known& first, const Known& turn, slong count) {
  auto all = powers(turn, count);
  if (!all) return std::nullopt;
  for (Known& one : *all) {
    one = product(first, one);
    if (!is_small(one)) return std::nullopt;
  }
  return all;
}

// How many powers are near, the next is far: a power of 2, about the root of their count.
slong run_of(slong count) {
  slong run = 8;
  while (run * run < count) run *= 2;
  return run;
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

// At least the size of each.
double largest_size(const std::vector<Known>& numbers) {
  double size = 0;
  for (const Known& x : numbers) size = std::max(size, fine::size_of(x.value));
  return size;
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

// x 2^scale.
Ball scaled(double x, slong scale, slong bits) {
  Ball all = exactly(x, bits);
  arb_mul_2exp_si(all.raw(), all.raw(), scale);
  return all;
}

// x 2^scale, off by at most `error`.
ComplexBall sum_of(const fine::Complex& x, slong scale, const Ball& error) {
  ComplexBall sum(fine::ball_of(x.re, scale, error.bits()), fine::ball_of(x.im, scale, error.bits()));
  return std::move(sum.widen(error));
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
  const slong run = run_of(count);
  const slong blocks = (count + run - 1) / run;
  const auto padded = static_cast<std::size_t>(blocks * run);
  Sums sums{std::vector<Wide>(padded), std::vector<Wide>(padded)};
  const bool finely = turning == Turning::in_fine_integers;
  double off = 0;  // times 2^-largest
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const slong below = largest - scales[i];
    const auto turn = fine::known(turns[i], 0), start = fine::known(starts[i], scales[i]);
    if (!turn || !start || !is_small(*turn)) return std::nullopt;
    auto short_powers = powers(*turn, run + 1);
    if (!short_powers) return std::nullopt;
    const auto long_powers = powers_from(*start, short_powers->back(), blocks);
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
  const Ball error = scaled(off, largest, bits);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    values.push_back(sum_of({sums.re[k], sums.im[k]}, largest + sum_unit, error));
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

std::optional<TurnedSeries> TurnedSeries::of(const std::vector<ComplexBall>& values) {
  if (values.empty() || static_cast<slong>(values.size()) > most_starts) return std::nullopt;
  TurnedSeries series;
  std::optional<slong> largest;
  for (const ComplexBall& value : values) {
    const auto scale = scale_of(value);
    if (!scale) return std::nullopt;
    largest = std::max(*scale, largest.value_or(*scale));
  }
  series.scale_ = *largest;
  for (const ComplexBall& value : values) {
    const auto found = fine::known(value, *largest);
    if (!found || !(found->off <= widest)) return std::nullopt;
    series.values_.push_back(found->value);
    series.off_ += found->off;
  }
  return series;
}

std::optional<TurnedSeries::Sums> TurnedSeries::at(const ComplexBall& w, slong bits) const {
  const auto n = static_cast<slong>(values_.size());
  const slong run = run_of(n);
  const auto turn = fine::known(w, 0);
  if (!turn || !is_small(*turn)) return std::nullopt;
  const auto near = powers(*turn, run + 1);
  if (!near) return std::nullopt;
  const auto far = powers(near->back(), (n + run - 1) / run);
  if (!far) return std::nullopt;
  constexpr int spared = 16, moment_spared = 20;  // so that 2^20 terms fit, and 2^20 times as large ones
  fine::Complex sum, moment;
  auto value = values_.begin();
  for (slong k = 0; k < n; ++k, ++value) {
    const fine::Complex power =
        product((*near)[static_cast<std::size_t>(k % run)].value, (*far)[static_cast<std::size_t>(k / run)].value);
    const fine::Complex term = product(power, *value);
    const Wide re = term.re >> spared, im = term.im >> spared;
    sum.re += re;
    sum.im += im;
    moment.re += (re >> moment_spared) * k;
    moment.im += (im >> moment_spared) * k;
  }
  const auto count = static_cast<double>(n);
  const double power_off = raised * (1.43 * (largest_off(*near) + largest_off(*far)) + fine::product_off);
  const double size = raised * largest_size(*near) * largest_size(*far);
  const double off = raised * ((size + 2 * power_off) * off_ + count * (power_off + 0x1p-103));
  const double moment_off = raised * count * (off + count * 0x1p-83);
  const slong unit = scale_ - 2 * fine::half_bits + spared;
  return Sums{sum_of(sum, unit, scaled(off, scale_, bits)),
              sum_of(moment, unit + moment_spared, scaled(moment_off, scale_, bits))};
}

}  // namespace hallmark
