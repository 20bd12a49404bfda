#include "exact/turning_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark {
namespace {

__extension__ using Wide = __int128;

constexpr slong point = 62;     // bits behind the binary point of what is multiplied
constexpr slong spared = 22;    // of a product's 128, so that 2^20 terms fit
constexpr slong deepest = 100;  // a start so many powers of 2 below the largest is left out
constexpr slong most_starts = slong{1} << 20;
constexpr slong most_values = slong{1} << 14;
constexpr double widest = 0x1p-7;  // of the radii, so that their products are small beside them
constexpr double raised = 1 + 0x1p-20;

// The real and the imaginary part times 2^(point - scale), as integers.
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

std::optional<std::int64_t> fixed_part(arb_srcptr x, slong scale, double& off) {
  arf_t shifted;
  arf_init(shifted);
  arf_mul_2exp_si(shifted, arb_midref(x), point - scale);
  std::optional<std::int64_t> value;
  if (arf_is_finite(shifted) != 0 && arf_cmpabs_2exp_si(shifted, point + 1) < 0) {
    value = arf_get_si(shifted, ARF_RND_DOWN);
    constexpr std::int64_t largest = (std::int64_t{1} << point) + (std::int64_t{1} << (point - 10));
    if (*value > largest || *value < -largest) value.reset();
  }
  arf_clear(shifted);
  mag_t radius;
  mag_init(radius);
  mag_mul_2exp_si(radius, arb_radref(x), -scale);
  off += mag_get_d(radius);
  mag_clear(radius);
  return value;
}

// The numbers as integers; `off` becomes at least every radius, times 2^-scale. Nothing where one is too large.
std::optional<std::vector<Fixed>> fixed(const std::vector<ComplexBall>& numbers, slong scale, double& off) {
  std::vector<Fixed> all;
  off = 0;
  for (const ComplexBall& x : numbers) {
    double radii = 0;
    const auto re = fixed_part(acb_realref(x.raw()), scale, radii);
    const auto im = fixed_part(acb_imagref(x.raw()), scale, radii);
    if (!re || !im) return std::nullopt;
    off = std::max(off, radii);
    all.push_back({*re, *im});
  }
  return all;
}

// first turn^k, k = 0 .. count - 1, by few products each.
std::vector<ComplexBall> powers(const ComplexBall& first, const ComplexBall& turn, slong count) {
  std::vector<ComplexBall> all{ComplexBall(Ball(1, turn.bits()), Ball(0, turn.bits()))};
  for (std::size_t k = 1; k < static_cast<std::size_t>(count); ++k) {
    all.push_back(k == 1 ? turn : all[k / 2] * all[k - k / 2]);
  }
  for (ComplexBall& one : all) one *= first;
  return all;
}

struct Sums {
  std::vector<Wide> re, im;
};

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

// sum 2^scale as a ball.
Ball ball_of(Wide sum, slong scale, slong bits) {
  constexpr slong half = 64;
  Ball high(static_cast<std::int64_t>(sum >> half), bits);
  fmpz_t low;
  fmpz_init(low);
  fmpz_set_ui(low, static_cast<ulong>(sum));
  arb_mul_2exp_si(high.raw(), high.raw(), half);
  arb_add_fmpz(high.raw(), high.raw(), low, bits);
  fmpz_clear(low);
  arb_mul_2exp_si(high.raw(), high.raw(), scale);
  return high;
}

}  // namespace

TurningPlan turning_plan(slong values, double ln_error) {
  constexpr slong pieces = 4, least = 64, most = 2048;
  constexpr double off = -40.9;
  if (off + 1 >= ln_error) return {};
  return {true, least * std::clamp(values / pieces / least, slong{1}, most / least)};
}

std::optional<std::vector<ComplexBall>> turning_sums(const std::vector<ComplexBall>& starts,
                                                     const std::vector<ComplexBall>& turns, slong count, slong bits) {
  const auto n = static_cast<slong>(starts.size());
  require(starts.size() == turns.size() && count >= 1 && count <= most_values, "sums of turns");
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
  const ComplexBall one(Ball(1, bits), Ball(0, bits));
  double off = 0;  // times 2^-largest
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const slong below = largest - scales[i];
    double block_off = 0, turn_off = 0;
    const auto near = fixed(powers(one, turns[i], run), 0, turn_off);
    const auto far = fixed(powers(starts[i], pow(turns[i], static_cast<ulong>(run)), blocks), scales[i], block_off);
    if (!near || !far || !(turn_off <= widest && block_off <= widest)) return std::nullopt;
    if (below > deepest) continue;
    add(sums, *far, *near, static_cast<int>(spared + below));
    off += std::ldexp(0x1p-60 + turn_off + block_off, static_cast<int>(-below));
  }
  off = raised * 1.5 * off + static_cast<double>(n) * 0x1p-98;
  std::vector<ComplexBall> values;
  Ball error = exactly(off, bits);
  arb_mul_2exp_si(error.raw(), error.raw(), largest);
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    ComplexBall value(ball_of(sums.re[k], largest + spared - 2 * point, bits),
                      ball_of(sums.im[k], largest + spared - 2 * point, bits));
    values.push_back(std::move(value.widen(error)));
  }
  return values;
}

std::vector<ComplexBall> turning_values(const std::vector<ComplexBall>& turns,
                                        const std::function<ComplexBall(std::size_t i, slong k)>& start, slong first,
                                        slong count, slong bits, const TurningPlan& plan) {
  if (plan.fixed_point) {
    std::vector<ComplexBall> starts;
    for (std::size_t i = 0; i < turns.size(); ++i) starts.push_back(start(i, first));
    if (auto values = turning_sums(starts, turns, count, bits)) return *std::move(values);
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
