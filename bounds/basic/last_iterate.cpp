#include "bounds/basic/last_iterate.hpp"

#include <fmt/format.h>

#include <string_view>

#include "bounds/basic/gdp.hpp"
#include "exact/error.hpp"

namespace hallmark::basic {

Ball last_iterate_mu(const LastIterate& x, slong bits) {
  constexpr std::string_view where = "last-iterate";
  if (x.c.sign() < 0 || less_equal(x.c, 1) != Truth::yes) throw InputError(where, "c", x.c.to_string(), "from 0 to 1");
  if (x.steps < 1) throw InputError(where, "steps", Rational(x.steps).to_string(), "an integer of at least 1");
  if (x.ratio.sign() <= 0) throw InputError(where, "ratio", x.ratio.to_string(), "positive");
  const Ball ratio = x.ratio.ball(bits);
  if (x.c.sign() == 0) return ratio;
  if (x.c == Number(1)) return ratio * sqrt(Ball(x.steps, bits));
  const Ball c = x.c.ball(bits);
  const Ball log_power = log(c) * x.steps;
  return ratio * sqrt(-expm1(log_power) * (1 + c) / ((1 + exp(log_power)) * (1 - c)));
}

Law last_iterate(const LastIterate& x) {
  return gaussian_pair(
      [=](slong bits) { return last_iterate_mu(x, bits); },
      fmt::format("last-iterate c={} steps={} ratio={}", x.c.to_string(), x.steps, x.ratio.to_string()));
}

}  // namespace hallmark::basic
