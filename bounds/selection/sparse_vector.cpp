#include "bounds/selection/sparse_vector.hpp"

#include <string_view>

#include "exact/error.hpp"

namespace hallmark::sparse_vector {
namespace {

void check(const Parameters& x) {
  constexpr std::string_view where = "sparse-vector";
  if (x.threshold_scale.sign() <= 0) throw InputError(where, "b1", x.threshold_scale.to_string(), "positive");
  if (x.query_scale.sign() <= 0) throw InputError(where, "b2", x.query_scale.to_string(), "positive");
  if (x.sensitivity.sign() <= 0) throw InputError(where, "sensitivity", x.sensitivity.to_string(), "positive");
  if (x.cut < 1) throw InputError(where, "cut", Rational(x.cut).to_string(), "an integer of at least 1");
}

// How often the sensitivity moves the noise of answers "above", all of them together.
slong moves(const Parameters& x) { return x.is_monotone ? x.cut : 2 * x.cut; }

// 1 - e^((x-r)/2) for |x| <= r, 0 beyond and 1 - e^x before: of Laplace noise of scale 1/r, at any real x.
Ball laplace_profile(const Ball& reach, const Ball& x) {
  return max(-expm1(min((x - reach) / 2, x)), Ball(0, x.bits()));
}

}  // namespace

Ball epsilon(const Parameters& x, slong bits) {
  check(x);
  return x.sensitivity.ball(bits) * (1 / x.threshold_scale.ball(bits) + moves(x) / x.query_scale.ball(bits));
}

std::optional<Rational> epsilon_exact(const Parameters& x) {
  check(x);
  const auto threshold = x.threshold_scale.rational();
  const auto query = x.query_scale.rational();
  const auto s = x.sensitivity.rational();
  if (!threshold || !query || !s) return std::nullopt;
  return *s / *threshold + *s * moves(x) / *query;
}

Ball delta_upper(const Parameters& x, const Number& eps, slong bits) {
  check(x);
  if (eps.sign() < 0) throw InputError("sparse-vector.delta", "eps", eps.to_string(), "at least 0");
  const Ball answers = x.sensitivity.ball(bits) * moves(x) / x.query_scale.ball(bits);
  const Ball reach = x.sensitivity.ball(bits) / x.threshold_scale.ball(bits);
  const Ball at = eps.ball(bits);
  const Ball whole = epsilon(x, bits);
  // (e^r - e^eps)/(1 + e^r), without e^r, which may be large.
  const Ball pure = max(-expm1(at - whole) / (1 + exp(-whole)), Ball(0, bits));
  return min(laplace_profile(reach, at - answers), pure);
}

}  // namespace hallmark::sparse_vector
