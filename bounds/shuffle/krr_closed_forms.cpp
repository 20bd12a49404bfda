#include "bounds/shuffle/krr_closed_forms.hpp"

#include <fmt/format.h>

#include <string_view>

#include "bounds/shuffle/clones.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"

namespace hallmark::krr {
namespace {

void check(std::string_view where, slong k, const Number& delta) {
  if (k < 2 || k > clones::max_reports) {
    throw InputError(where, "k", Rational(k).to_string(), "an integer from 2 to 10^15");
  }
  if (delta.sign() <= 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "positive and at most 1");
  }
}

template <typename Condition>
bool holds(const Condition& condition) {
  const Budget unlimited;
  return decide(condition, {.first_bits = 64, .last_bits = slong{1} << 16, .budget = unlimited}) == Truth::yes;
}

}  // namespace

Ball corollary_4_2_upper(const ClosedFormParameters& x, slong bits) {
  constexpr std::string_view where = "krr.epsilon.closed-form";
  clones::check_domain(where, x.n, x.eps0);
  check(where, x.k, x.delta);
  const Rational kn = Rational(x.k) * x.n;
  const Rational above = Rational(x.k) + 1;
  const auto all = [&](slong b) { return exponential_minus_1(x.eps0, b) + x.k; };  // E + k - 1
  if (!holds(
          [&](slong b) { return less_equal(all(b) * Ball(above * 8, b) * log(2 / x.delta.ball(b)), Ball(kn, b)); })) {
    throw InputError(where, "eps0", x.eps0.to_string(),
                     fmt::format("such that e^eps0 + k - 1 <= k n / (8 (k+1) ln(2/delta)): outside this range the "
                                 "theorem does not hold (n = {}, k = {})",
                                 x.n, x.k));
  }
  const Ball root = sqrt(Ball(above * 2, bits) * log(4 / x.delta.ball(bits)) / (all(bits) * Ball(kn, bits)));
  return log1p(exponential_minus_1(x.eps0, bits) * (4 * root + Ball(above * 4 / kn, bits)));
}

Ball blanket_theorem_upper(const BlanketParameters& x, slong bits) {
  constexpr std::string_view where = "krr.epsilon.bbgn19";
  clones::check_domain(where, x.n, 1);
  check(where, x.k, x.delta);
  if (x.n < 2) throw InputError(where, "n", Rational(x.n).to_string(), "at least 2");
  if (x.gamma.sign() <= 0 || less(x.gamma, 1) != Truth::yes) {
    throw InputError(where, "gamma", x.gamma.to_string(), "positive and below 1");
  }
  const auto value = [&](slong b) {
    const Ball share = Ball(x.k, b) / (x.gamma.ball(b) * (x.n - 1));
    return max(sqrt(14 * share * log(2 / x.delta.ball(b))), 27 * share);
  };
  if (!holds([&](slong b) { return less_equal(value(b), Rational(1)); })) {
    throw InputError(where, "gamma", x.gamma.to_string(),
                     fmt::format("so large that the epsilon of the theorem is at most 1: it would be {}, where the "
                                 "theorem says nothing",
                                 value(64).to_string(6)));
  }
  return value(bits);
}

}  // namespace hallmark::krr
