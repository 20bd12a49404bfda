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

Answer krr_delta(View view, const Arguments& x, const Request& r) {
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
  const auto quantity = [&](long bits) { return krr::delta(view, p, bits, r.budget); };
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

Answer krr_epsilon(View view, const Arguments& x, const Request& r) {
  if (composition::is_composed(x, r))
    return composition::epsilon_answer(several(view, x), Direction::both, x.number("delta"), r);
  return from_inversion(
      krr::epsilon(view, {x.count("n"), x.count("k"), x.number("gamma"), x.number("delta")}, r.digits, r.budget),
      "certified inversion of krr.delta");
}

struct ViewRow {
  View view;
  std::string_view delta_id;
  std::string_view epsilon_id;
  std::string_view delta_summary;
  std::string_view epsilon_summary;
  std::string_view theorem;
  Kind kind;
  std::string_view cost;
};

constexpr ViewRow rows_of_views[] = {
    {View::strong, "krr.delta.strong", "krr.epsilon.strong",
     "shuffled k-ary randomized response, adversary who sees who was replaced",
     "smallest eps with krr.delta.strong <= delta", "[KHH21] Definition 6, corrected", Kind::exact,
     "O(sqrt(n gamma / k)) ball operations"},
    {View::strong_pair, "krr.delta.strong-pair", "krr.epsilon.strong-pair",
     "the same without the chance that the user in question was replaced",
     "smallest eps with krr.delta.strong-pair <= delta", "[KHH21] equation (3.1) for both counts", Kind::upper,
     "O(sqrt(n gamma / k)) ball operations"},
    {View::weak, "krr.delta.weak", "krr.epsilon.weak",
     "shuffled k-ary randomized response, adversary who sees who of the others was replaced",
     "smallest eps with krr.delta.weak <= delta", "[KHH21] equations (3.2) to (3.4), corrected", Kind::exact,
     "O(n gamma / sqrt k) ball operations"},
};

}  // namespace

std::vector<Entry> krr_rows() {
  std::vector<Entry> t;
  for (const ViewRow& row : rows_of_views) {
    const View view = row.view;
    t.push_back({.id = row.delta_id,
                 .summary = row.delta_summary,
                 .bounds = row.kind == Kind::exact ? Bounds::mechanism : Bounds::formula,
                 .kind = row.kind,
                 .status = Status::proved,
                 .theorem = row.theorem,
                 .adjacency = Adjacency::replace_one,
                 .parameters = {n, k, gamma, eps, rounds},
                 .cost = row.cost,
                 .routes = composition::one_or_more_rounds,
                 .certifier = &rounds_certifier,
                 .evaluate = [view](const Arguments& x, const Request& r) { return krr_delta(view, x, r); }});
    t.push_back({.id = row.epsilon_id,
                 .summary = row.epsilon_summary,
                 .bounds = row.kind == Kind::exact ? Bounds::mechanism : Bounds::formula,
                 .kind = row.kind,
                 .status = Status::proved,
                 .theorem = row.theorem,
                 .adjacency = Adjacency::replace_one,
                 .parameters = {n, k, gamma, delta, rounds},
                 .cost = "about 10 evaluations of the delta",
                 .routes = composition::one_or_more_rounds,
                 .certifier = view == View::strong_pair ? &pair_epsilon_certifier : &rounds_epsilon_certifier,
                 .inverse = InverseOf{row.delta_id, nonincreasing},
                 .evaluate = [view](const Arguments& x, const Request& r) { return krr_epsilon(view, x, r); }});
  }
  return t;
}

}  // namespace hallmark
