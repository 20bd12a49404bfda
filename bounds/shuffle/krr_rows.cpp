// The rows of the registry for shuffled k-ary randomized response.
#include "bounds/shuffle/certifiers.hpp"
#include "bounds/shuffle/krr.hpp"

#include <chrono>

#include "bounds/composition/answers.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/phases.hpp"

namespace hallmark {
namespace {

using namespace rows;
using krr::View;

// Several rounds of the same view: who was replaced is seen anew in each.
std::vector<composition::Phase> several(View view, const Arguments& x) {
  using composition::KrrView;
  const KrrView seen = view == View::weak     ? KrrView::weak
                       : view == View::strong ? KrrView::strong
                                              : KrrView::strong_pair;
  return {composition::krr_phase(seen, x.count("n"), x.count("k"), x.number("gamma"), x.count("rounds"))};
}

template <View view>
Answer krr_delta(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r))
    return composition::delta_answer(several(view, x), Direction::both, x.number("eps"), r);
  const krr::DeltaParameters p{x.count("n"), x.count("k"), x.number("gamma"), x.number("eps")};
  if (r.exact) {
    if (const auto fraction = krr::delta_exact(view, p, r.budget)) {
      Answer a;
      a.method = "exact rational sum over the counts";
      set_exact(a, *fraction);
      return a;
    }
  }
  const auto quantity = [&](slong bits) { return krr::delta(view, p, bits, r.budget); };
  if (view != View::weak) return from_balls(quantity, r, "ball sum over N1 + N2");
  Answer a = from_balls(quantity, r, "ball sum over M and N1 + N2");
  if (a.hi.sign() == 0) {
    a.method = "exactly 0: no likelihood ratio is above 1 + k (1-gamma) / gamma";
    set_exact(a, 0);
  } else if (!a.reached) {
    // The strong view shows more, and its sum takes little time.
    const Budget extra = r.budget.beyond(std::chrono::seconds(2), 20'000);
    const Ball above = krr::delta(View::strong, p, first_bits(r), extra);
    if (above.is_finite() && above.upper() < a.hi) {
      a.hi = above.upper();
      a.method = "upper end: the strong view, which shows more";
      a.shortfall = "the double sum over M and N1 + N2 needs more time; the strong view stands in for the upper end";
    }
  }
  return a;
}

template <View view>
Answer krr_epsilon(const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r))
    return composition::epsilon_answer(several(view, x), Direction::both, x.number("delta"), r);
  return from_inversion(
      krr::epsilon(view, {x.count("n"), x.count("k"), x.number("gamma"), x.number("delta")}, r.digits, r.budget),
      "certified inversion of krr.delta");
}

}  // namespace

std::vector<Entry> krr_rows() {
  return {row("krr.delta.strong", krr_delta<View::strong>, &rounds_certifier),
          row("krr.delta.strong-pair", krr_delta<View::strong_pair>, &rounds_certifier),
          row("krr.delta.weak", krr_delta<View::weak>, &rounds_certifier),
          row("krr.epsilon.strong", krr_epsilon<View::strong>, &rounds_epsilon_certifier),
          row("krr.epsilon.strong-pair", krr_epsilon<View::strong_pair>, &pair_epsilon_certifier),
          row("krr.epsilon.weak", krr_epsilon<View::weak>, &rounds_epsilon_certifier)};
}

}  // namespace hallmark
