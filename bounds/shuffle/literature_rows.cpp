// The rows of the registry for closed forms of k-ary randomized response and for the bounds of other papers.
#include <fmt/format.h>

#include <algorithm>

#include "bounds/certifier.hpp"
#include "bounds/rows.hpp"
#include "bounds/shuffle/fmt23.hpp"
#include "bounds/shuffle/krr_closed_forms.hpp"
#include "bounds/shuffle/literature.hpp"
#include "bounds/shuffle/variation_ratio.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

using namespace rows;
using literature::Tail;

literature::EpsilonParameters local(const Arguments& x) { return {x.count("n"), x.number("eps0"), x.number("delta")}; }

Entry closed_form(std::string_view id, std::function<Ball(const Arguments&, slong)> formula,
                  const Certifier* certifier = nullptr) {
  Entry e = row(id, {}, certifier);
  e.evaluate = [formula = std::move(formula), source = e.theorem, unverified = e.status != Status::proved](
                   const Arguments& x, const Request& r) {
    Answer a = from_balls([&](slong bits) { return formula(x, bits); }, r, "closed form");
    if (unverified) a.axioms = {fmt::format("{}, not verified by us", source)};
    return a;
  };
  return e;
}

template <Tail tail>
Answer blanket(const Arguments& x, const Request& r) {
  return from_inversion(literature::blanket_epsilon_upper(tail, local(x), r.digits, r.budget),
                        "certified inversion of a closed form; at most eps0");
}

Answer fmt23_delta(const Arguments& x, const Request& r) {
  const fmt23::DeltaParameters p{x.count("n"), x.number("eps0"), x.number("eps")};
  Answer a;
  a.method = "exact rational sum over the clone count";
  if (less_equal(p.eps0, p.eps) == Truth::yes) {
    set_exact(a, 0);
    return a;
  }
  if (r.exact) {
    if (const auto fraction = fmt23::delta_exact(p, r.budget)) {
      set_exact(a, *fraction);
      return a;
    }
  }
  return from_balls([&](slong bits) { return fmt23::delta(p, bits, r.budget); }, r, "ball sum over the clone count");
}

Answer fmt23_epsilon(const Arguments& x, const Request& r) {
  return from_inversion(fmt23::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget),
                        "certified inversion of fmt23.delta");
}

Answer variation_ratio_delta(const Arguments& x, const Request& r) {
  const variation_ratio::DeltaParameters p{x.count("n"), x.number("p"), x.number("beta"), x.number("q"),
                                           x.number("eps")};
  if (r.exact) {
    if (const auto fraction = variation_ratio::delta_exact(p, r.budget)) {
      Answer a;
      a.method = "exact rational sum over the counts";
      set_exact(a, *fraction);
      return a;
    }
  }
  Answer a =
      from_balls([&](slong bits) { return variation_ratio::delta(p, bits, r.budget); }, r, "ball sum over the counts");
  if (a.hi.sign() == 0) set_exact(a, 0);
  return a;
}

Answer gddsk21(const Arguments& x, const Request& r) {
  const auto alpha = x.number("alpha").rational();
  constexpr slong most = 100'000;
  if (!alpha || !alpha->is_integer() || *alpha > Rational(most)) {
    throw InputError("shuffle.renyi.gddsk21", "alpha", x.number("alpha").to_string(), "an integer from 2 to 10^5");
  }
  const literature::RenyiParameters p{x.count("n"), x.number("eps0"), alpha->to_long()};
  Answer a = from_balls([&](slong bits) { return literature::gddsk21_renyi_upper(p, bits); }, r, "closed form");
  a.axioms = {"[GDDSK21] Theorem 1, not verified by us"};
  return a;
}

Answer gddsk21_epsilon(const Arguments& x, const Request& r) {
  constexpr std::string_view id = "shuffle.epsilon.gddsk21";
  const auto [first, last] = x.orders();
  const renyi::Conversion c =
      literature::gddsk21_epsilon_upper(local(x), x.count("rounds"), {first, last}, r.digits, r.budget);
  Answer a = from_conversion(c, id, fmt::format("Renyi order {}", c.order));
  a.axioms = {"[GDDSK21] Theorem 1, not verified by us"};
  return a;
}

}  // namespace

std::vector<Entry> literature_rows() {
  return {
      closed_form(
          "krr.epsilon.closed-form",
          [](const Arguments& x, slong bits) {
            return krr::corollary_4_2_upper({x.count("n"), x.count("k"), x.number("eps0"), x.number("delta")}, bits);
          },
          &formula_certifier),
      closed_form(
          "krr.epsilon.bbgn19",
          [](const Arguments& x, slong bits) {
            return krr::blanket_theorem_upper({x.count("n"), x.count("k"), x.number("gamma"), x.number("delta")}, bits);
          },
          &formula_certifier),
      row("shuffle.epsilon.bbgn19-hoeffding", blanket<Tail::hoeffding>, &formula_certifier),
      row("shuffle.epsilon.bbgn19-bennett", blanket<Tail::bennett>, &formula_certifier),
      closed_form("shuffle.epsilon.efmrtt19",
                  [](const Arguments& x, slong bits) { return literature::efmrtt19_upper(local(x), bits); }),
      row("shuffle.renyi.gddsk21", gddsk21),
      row("shuffle.epsilon.gddsk21", gddsk21_epsilon),
      row("fmt23.delta", fmt23_delta),
      row("fmt23.epsilon", fmt23_epsilon),
      closed_form("fmt23.epsilon.closed-form",
                  [](const Arguments& x, slong bits) {
                    return fmt23::closed_form_upper({x.count("n"), x.number("eps0"), x.number("delta")}, bits);
                  }),
      row("variation-ratio.delta", variation_ratio_delta),
  };
}

}  // namespace hallmark
