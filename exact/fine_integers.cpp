#include "exact/fine_integers.hpp"

namespace hallmark::fine {

std::optional<Wide> part(arb_srcptr x, slong scale, double& off) {
  arf_t shifted, whole;
  arf_init(shifted);
  arf_init(whole);
  arf_mul_2exp_si(shifted, arb_midref(x), half_bits - scale);
  std::optional<Wide> value;
  if (arf_cmpabs_2exp_si(shifted, -half_bits) < 0) {
    value = arf_sgn(shifted) < 0 ? -1 : 0;  // below a unit, whatever its exponent
  } else if (arf_is_finite(shifted) != 0 && arf_cmpabs_2exp_si(shifted, half_bits + 2) < 0) {
    arf_floor(whole, shifted);
    const Wide high = arf_get_si(whole, ARF_RND_DOWN);
    arf_sub(shifted, shifted, whole, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_mul_2exp_si(shifted, shifted, half_bits);
    value = (high << half_bits) + arf_get_si(shifted, ARF_RND_DOWN);
  }
  arf_clear(shifted);
  arf_clear(whole);
  mag_t radius;
  mag_init(radius);
  mag_mul_2exp_si(radius, arb_radref(x), -scale);
  off += mag_get_d(radius);
  mag_clear(radius);
  return value;
}

std::optional<Known> known(const ComplexBall& x, slong scale) {
  double radii = 0;
  const auto re = part(acb_realref(x.raw()), scale, radii);
  const auto im = part(acb_imagref(x.raw()), scale, radii);
  if (!re || !im) return std::nullopt;
  return Known{{*re, *im}, raised * (radii + 2 * unit)};
}

Known product(const Known& a, const Known& b) {
  const double size_a = size_of(a.value), size_b = size_of(b.value);
  return {product(a.value, b.value), raised * (size_a * b.off + size_b * a.off + a.off * b.off + product_off)};
}

Ball ball_of(Wide x, slong scale, slong bits) {
  constexpr slong word = 64;
  Ball high(static_cast<std::int64_t>(x >> word), bits);
  fmpz_t low;
  fmpz_init(low);
  fmpz_set_ui(low, static_cast<ulong>(x));
  arb_mul_2exp_si(high.raw(), high.raw(), word);
  arb_add_fmpz(high.raw(), high.raw(), low, bits);
  fmpz_clear(low);
  arb_mul_2exp_si(high.raw(), high.raw(), scale);
  return high;
}

}  // namespace hallmark::fine
