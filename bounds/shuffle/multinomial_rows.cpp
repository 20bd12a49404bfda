// The rows of the registry for the four-category pair of [FMT21] Theorem 4.1.
#include <algorithm>
#include <chrono>

#include "bounds/rows.hpp"
#include "bounds/shuffle/certifiers.hpp"
#include "bounds/shuffle/multinomial.hpp"

namespace hallmark {
namespace {

using namespace rows;

Answer multinomial_delta(const Arguments& x, const Request& r) {
  const multinomial::DeltaParameters at{x.count("n"), x.number("p"), x.number("q"), x.number("eps")};
  if (r.exact) {
    if (const auto fraction = multinomial::delta_exact(at, r.budget)) {
      Answer a;
      a.method = "exact rational sum over the counts";
      set_exact(a, *fraction);
      return a;
    }
  }
  Answer a =
      from_balls([&](slong bits) { return multinomial::delta(at, bits, r.budget); }, r, "ball sum over N0 + N1 and N*");
  if (!a.reached) {
    // With one report more both laws are those of n reports and one more draw: delta does not increase in n.
    constexpr slong fewer = 2000;
    constexpr slong bits = 64;
    const Budget extra = r.budget.beyond(std::chrono::milliseconds(250), 20'000);
    Rational above = multinomial::delta_upper(at, bits);
    Rational below(0);
    if (const auto quick = multinomial::delta_at_mean(at, extra)) {
      above = std::min(above, quick->upper());
      below = std::min(above, quick->lower());
    } else if (at.n > fewer) {
      const Ball less = multinomial::delta({fewer, at.p, at.q, at.eps}, bits, extra);
      if (less.is_finite()) above = std::min(above, less.upper());
    }
    meet(a, Ball::between(below, above, bits), r,
         "the ends: the mean and a chord of N*, the closed form, or fewer reports");
    if (!a.reached) a.shortfall = "the double sum over N0 + N1 and N* needs more time";
  }
  return a;
}

}  // namespace

std::vector<Entry> multinomial_rows() {
  const auto closed_form = [](const Arguments& x, const Request& r) {
    return from_balls(
        [&](slong bits) {
          return multinomial::closed_form_upper({x.count("n"), x.number("p"), x.number("q"), x.number("delta")}, bits);
        },
        r, "closed form");
  };
  return {row("multinomial.delta", multinomial_delta, &four_categories_certifier),
          row("multinomial.epsilon.closed-form", closed_form, &formula_certifier)};
}

}  // namespace hallmark
