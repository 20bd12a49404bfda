// The rows of the registry for closed forms of k-ary randomized response and for the bounds of other papers.
#include <fmt/format.h>

#include <algorithm>

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

constexpr std::string_view no_lemma = {};

literature::EpsilonParameters local(const Arguments& x) { return {x.count("n"), x.number("eps0"), x.number("delta")}; }

Entry closed_form(std::string_view id, std::string_view summary, Status status, std::string_view theorem,
                  std::vector<Parameter> parameters, std::optional<AxiomUse> axiom,
                  std::function<Ball(const Arguments&, long)> formula) {
  return {.id = id,
          .summary = summary,
          .bounds = Bounds::formula,
          .kind = Kind::upper,
          .status = status,
          .theorem = theorem,
          .adjacency = Adjacency::replace_one,
          .parameters = std::move(parameters),
          .cost = "O(1)",
          .routes = "balls",
          .axiom = std::move(axiom),
          .evaluate = [formula = std::move(formula), source = theorem, unverified = status != Status::proved](
                          const Arguments& x, const Request& r) {
            Answer a = from_balls([&](long bits) { return formula(x, bits); }, r, "closed form");
            if (unverified) a.axioms = {fmt::format("{}, not verified by us", source)};
            return a;
          }};
}

Entry blanket(std::string_view id, std::string_view summary, Tail tail) {
  return {.id = id,
          .summary = summary,
          .bounds = Bounds::formula,
          .kind = Kind::upper,
          .status = Status::proved,
          .theorem = "[BBGN19] Theorem 5.1, Section 5",
          .adjacency = Adjacency::replace_one,
          .parameters = {n, eps0, positive_delta},
          .cost = "about 100 evaluations of a closed form",
          .routes = "balls",
          .axiom = AxiomUse{"BBGN19-privacy-blanket", {"eps0", "n"}},
          .evaluate = [tail](const Arguments& x, const Request& r) {
            const Inversion i = literature::blanket_epsilon_upper(tail, local(x), r.digits, r.budget);
            Answer a = from_inversion(i, "certified inversion of a closed form; at most eps0");
            return a;
          }};
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
  return from_balls([&](long bits) { return fmt23::delta(p, bits, r.budget); }, r, "ball sum over the clone count");
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
      from_balls([&](long bits) { return variation_ratio::delta(p, bits, r.budget); }, r, "ball sum over the counts");
  if (a.hi.sign() == 0) set_exact(a, 0);
  return a;
}

Answer gddsk21(const Arguments& x, const Request& r) {
  const auto alpha = x.number("alpha").rational();
  constexpr long most = 100'000;
  if (!alpha || !alpha->is_integer() || *alpha > Rational(most)) {
    throw InputError("shuffle.renyi.gddsk21", "alpha", x.number("alpha").to_string(), "an integer from 2 to 10^5");
  }
  const literature::RenyiParameters p{x.count("n"), x.number("eps0"), alpha->to_long()};
  Answer a = from_balls([&](long bits) { return literature::gddsk21_renyi_upper(p, bits); }, r, "closed form");
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
  std::vector<Entry> t;
  t.push_back(closed_form(
      "krr.epsilon.closed-form", "closed-form epsilon for shuffled k-ary randomized response", Status::proved,
      "[FMT21] Corollary 4.2", {n, k, eps0, positive_delta}, AxiomUse{"FMT21-Theorem-4.1", {"eps0", "k", "n"}},
      [](const Arguments& x, long bits) {
        return krr::corollary_4_2_upper({x.count("n"), x.count("k"), x.number("eps0"), x.number("delta")}, bits);
      }));
  t.push_back(closed_form(
      "krr.epsilon.bbgn19", "the privacy blanket's epsilon for shuffled k-ary randomized response", Status::proved,
      "[BBGN19] Theorem 3.1", {n, k, gamma, positive_delta},
      AxiomUse{"BBGN19-Theorem-3.1", {"delta", "gamma", "k", "n"}}, [](const Arguments& x, long bits) {
        return krr::blanket_theorem_upper({x.count("n"), x.count("k"), x.number("gamma"), x.number("delta")}, bits);
      }));
  t.push_back(
      blanket("shuffle.epsilon.bbgn19-hoeffding", "the privacy blanket with Hoeffding's inequality", Tail::hoeffding));
  t.push_back(
      blanket("shuffle.epsilon.bbgn19-bennett", "the privacy blanket with Bennett's inequality", Tail::bennett));
  t.push_back(closed_form("shuffle.epsilon.efmrtt19", "closed-form epsilon for eps0 below 1/2", Status::literature,
                          "[EFMRTT19] as compared with in [FMT21]", {n, eps0, positive_delta}, {},
                          [](const Arguments& x, long bits) { return literature::efmrtt19_upper(local(x), bits); }));
  Entry renyi = closed_form("shuffle.renyi.gddsk21", "Renyi divergence for every eps0-local randomizer",
                            Status::literature, "[GDDSK21] Theorem 1", {n, eps0, alpha}, {}, {});
  renyi.cost = "O(alpha) ball operations";
  renyi.evaluate = gddsk21;
  t.push_back(std::move(renyi));
  Entry composed = closed_form("shuffle.epsilon.gddsk21", "epsilon of several rounds by Renyi accounting",
                               Status::literature, "[GDDSK21] Theorem 1 and [CKS20] Proposition 12",
                               {n, eps0, positive_delta, {"orders", Domain::orders, "2..1500"}, rounds}, {}, {});
  composed.cost = "O(order^2) ball operations";
  composed.evaluate = gddsk21_epsilon;
  t.push_back(std::move(composed));
  t.push_back({.id = "fmt23.delta",
               .summary = "hockey-stick divergence of the pair with more clones",
               .bounds = Bounds::pair,
               .kind = Kind::exact,
               .status = Status::disputed,
               .theorem = "[FMT23] Theorem 3.2",
               .adjacency = Adjacency::replace_one,
               .parameters = {n, eps0, eps},
               .cost = "O(sqrt(n e^-eps0)) ball operations",
               .routes = "balls",
               .evaluate = fmt23_delta});
  t.push_back({.id = "fmt23.epsilon",
               .summary = "smallest eps with fmt23.delta <= delta",
               .bounds = Bounds::pair,
               .kind = Kind::exact,
               .status = Status::disputed,
               .theorem = "[FMT23] Theorem 3.2",
               .adjacency = Adjacency::replace_one,
               .parameters = {n, eps0, delta},
               .cost = "about 8 evaluations of fmt23.delta",
               .routes = "balls",
               .evaluate = [](const Arguments& x, const Request& r) {
                 return from_inversion(
                     fmt23::epsilon({x.count("n"), x.number("eps0"), x.number("delta")}, r.digits, r.budget),
                     "certified inversion of fmt23.delta");
               }});
  t.push_back(closed_form("fmt23.epsilon.closed-form", "closed-form epsilon of the pair with more clones",
                          Status::disputed, "[FMT23] Theorem 3.1", {n, eps0, positive_delta}, {},
                          [](const Arguments& x, long bits) {
                            return fmt23::closed_form_upper({x.count("n"), x.number("eps0"), x.number("delta")}, bits);
                          }));
  t.push_back(
      {.id = "variation-ratio.delta",
       .summary = "hockey-stick divergence of the variation-ratio pair; no bound on k-ary randomized response, k >= 3",
       .bounds = Bounds::pair,
       .kind = Kind::exact,
       .status = Status::disputed,
       .theorem = "[Wang24] variation-ratio pair",
       .adjacency = Adjacency::replace_one,
       .parameters = {n, {"p", Domain::order}, {"beta", Domain::open_probability}, {"q", Domain::order}, eps},
       .cost = "O(sqrt(n beta / q)) ball operations",
       .routes = "balls",
       .evaluate = variation_ratio_delta});
  return t;
}

}  // namespace hallmark
