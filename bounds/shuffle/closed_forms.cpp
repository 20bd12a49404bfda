#include "bounds/shuffle/closed_forms.hpp"

#include <fmt/format.h>

#include <string_view>

#include "bounds/shuffle/clones.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"

namespace hallmark::closed_forms {
namespace {

void check_delta(std::string_view where, const Number& delta) {
  if (delta.sign() <= 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "positive and at most 1");
  }
}

// Refuses unless load <= n is proved, where load is E (or 1/p) times 16 ln(2/delta).
template <typename Load>
void check_validity(std::string_view where, std::string_view name, const Number& value, slong n, const Load& load,
                    std::string_view condition) {
  const Budget unlimited;
  const Truth valid = decide([&](slong bits) { return less_equal(load(bits), Rational(n)); },
                             {.first_bits = 64, .last_bits = slong{1} << 16, .budget = unlimited});
  if (valid == Truth::yes) return;
  throw InputError(where, name, value.to_string(),
                   fmt::format("{}: outside this range the theorem does not hold (n = {} against {})", condition, n,
                               load(64).to_string(6)));
}

Ball ratio_q(const Number& eps0, slong bits) { return exponential_minus_1(eps0, bits) / (exponential(eps0, bits) + 1); }

// min(1, delta / q)
Ball sharp_delta(const Parameters& x, slong bits) {
  return min(Ball(1, bits), x.delta.ball(bits) / ratio_q(x.eps0, bits));
}

// ln(1 + factor (8 sqrt(l / s) + 8 / s)), s = p n.
Ball formula(const Ball& factor, const Ball& l, const Ball& s) { return log1p(factor * (8 * sqrt(l / s) + 8 / s)); }

}  // namespace

Ball theorem_3_1_upper(const Parameters& x, slong bits) {
  constexpr std::string_view where = "clones.epsilon.closed-form";
  clones::check_domain(where, x.n, x.eps0);
  check_delta(where, x.delta);
  check_validity(
      where, "eps0", x.eps0, x.n, [&](slong b) { return exponential(x.eps0, b) * 16 * log(2 / x.delta.ball(b)); },
      "at most ln(n / (16 ln(2/delta)))");
  return formula(ratio_q(x.eps0, bits), log(4 / x.delta.ball(bits)), x.n / exponential(x.eps0, bits));
}

Ball theorem_3_1_sharp_upper(const Parameters& x, slong bits) {
  constexpr std::string_view where = "clones.epsilon.closed-form-sharp";
  clones::check_domain(where, x.n, x.eps0);
  check_delta(where, x.delta);
  check_validity(
      where, "eps0", x.eps0, x.n, [&](slong b) { return exponential(x.eps0, b) * 16 * log(2 / sharp_delta(x, b)); },
      "at most ln(n / (16 ln(2/d))), d = min(1, delta (e^eps0+1)/(e^eps0-1))");
  return formula(ratio_q(x.eps0, bits), log(2 / sharp_delta(x, bits)), x.n / exponential(x.eps0, bits));
}

Ball lemma_a1_upper(const LemmaParameters& x, slong bits) {
  constexpr std::string_view where = "clones.epsilon.lemma-a1";
  clones::check_domain(where, x.n, 1);
  check_delta(where, x.delta);
  if (x.p.sign() <= 0 || less_equal(x.p, 1) != Truth::yes) {
    throw InputError(where, "p", x.p.to_string(), "positive and at most 1");
  }
  check_validity(
      where, "p", x.p, x.n, [&](slong b) { return 16 * log(2 / x.delta.ball(b)) / x.p.ball(b); },
      "at least 16 ln(2/delta) / n");
  return formula(Ball(1, bits), log(4 / x.delta.ball(bits)), x.p.ball(bits) * x.n);
}

}  // namespace hallmark::closed_forms
