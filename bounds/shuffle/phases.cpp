#include "bounds/shuffle/phases.hpp"

#include <fmt/format.h>

#include "bounds/shuffle/atoms.hpp"
#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/coin_lattices.hpp"
#include "bounds/shuffle/exact_atoms.hpp"
#include "bounds/shuffle/krr.hpp"
#include "bounds/shuffle/rr2.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

// ln(1 + k (1-gamma)/gamma), where that is a number of the grammar.
std::optional<Number> krr_eps0(slong k_categories, const Number& gamma_share) {
  const auto g = gamma_share.rational();
  if (!g) return std::nullopt;
  return Number::ln(1 + Rational(k_categories) * (1 - *g) / *g);
}

}  // namespace

Phase clones_phase(slong reports, const Number& local_eps, slong rounds) {
  return {.key = fmt::format("clones n={} eps0={}", reports, local_eps.to_string()),
          .rounds = rounds,
          .symmetric = true,
          .largest_log_ratio = local_eps,
          .atoms = atoms::clones(reports, local_eps),
          .exact_atoms = [=](const Budget& /*none is needed*/) { return atoms::exact_clones(reports, local_eps); },
          .one_round =
              [=](Direction, const Number& eps, slong bits, const Budget& budget) {
                return clones::delta({reports, local_eps, eps}, bits, budget);
              },
          .lattice = [=](Direction, const LatticeEffort& effort,
                         const Budget& budget) { return atoms::clones_lattice(reports, local_eps, effort, budget); }};
}

Phase rr2_phase(slong reports, const Number& local_eps, slong others, slong rounds) {
  return {.key = fmt::format("rr2 n={} eps0={} others={}", reports, local_eps.to_string(), others),
          .rounds = rounds,
          .largest_log_ratio = local_eps,
          .atoms = atoms::rr2(reports, local_eps, others),
          .exact_atoms = [=](const Budget& /*none is needed*/) { return atoms::exact_rr2(reports, local_eps, others); },
          .one_round =
              [=](Direction direction, const Number& eps, slong bits, const Budget& budget) {
                return rr2::delta({reports, local_eps, eps, direction, others}, bits, budget);
              }};
}

Phase krr_phase(KrrView view, slong users, slong categories, const Number& share, slong rounds) {
  Phase phase;
  phase.rounds = rounds;
  phase.symmetric = true;
  // N1/N2 with 1 <= N2 and N1 + N2 <= n.
  const Number finite = Number::ln(users);
  const std::string parameters = fmt::format("n={} k={} gamma={}", users, categories, share.to_string());
  // No report of the others in the second category: (1 - gamma/k)^(n-1).
  const auto infinite = [=](slong bits) {
    return pow(1 - share.ball(bits) / categories, static_cast<ulong>(users - 1));
  };
  constexpr slong most_bits = 100'000;
  std::optional<Rational> exact;
  if (const auto gamma = share.rational(); gamma && users - 1 <= most_bits / (1 - *gamma / categories).height_bits()) {
    exact = pow(1 - *gamma / categories, static_cast<ulong>(users - 1));
  }
  const krr::View seen = view == KrrView::weak     ? krr::View::weak
                         : view == KrrView::strong ? krr::View::strong
                                                   : krr::View::strong_pair;
  phase.one_round = [=](Direction, const Number& eps, slong bits, const Budget& budget) {
    const krr::DeltaParameters x{users, categories, share, eps};
    if (seen != krr::View::weak) return krr::delta(seen, x, bits, budget);
    // The strong view shows more, and its sum is short.
    const Ball above = krr::delta(krr::View::strong, x, bits, budget);
    const Ball value = krr::delta(seen, x, bits, budget.half());
    if (!value.is_finite() || !above.is_finite() || above.upper() >= value.upper()) return value;
    return Ball::between(value.lower(), above.upper(), bits);
  };
  phase.lattice = [=](Direction, const LatticeEffort& effort, const Budget& budget) {
    return atoms::krr_lattice(seen, users, categories, share, effort, budget);
  };
  switch (view) {
    case KrrView::strong:
      phase.exact_atoms = [=](const Budget& /*none is needed*/) {
        return atoms::exact_krr_strong(users, categories, share);
      };
      phase.key = "krr.strong " + parameters;
      phase.atoms = atoms::krr_strong(users, categories, share);
      phase.largest_finite_log_ratio = finite;
      phase.infinite = [=](slong bits) { return (1 - share.ball(bits)) * infinite(bits); };
      if (exact) phase.infinite_number = Number((1 - *share.rational()) * *exact);
      return phase;
    case KrrView::strong_pair:
      phase.exact_atoms = [=](const Budget& /*none is needed*/) {
        return atoms::exact_krr_strong_pair(users, categories, share);
      };
      phase.key = "krr.strong-pair " + parameters;
      phase.atoms = atoms::krr_strong_pair(users, categories, share);
      phase.largest_finite_log_ratio = finite;
      phase.infinite = infinite;
      if (exact) phase.infinite_number = Number(*exact);
      return phase;
    case KrrView::weak:
      phase.exact_atoms = [=](const Budget& /*none is needed*/) {
        return atoms::exact_krr_weak(users, categories, share);
      };
      phase.key = "krr.weak " + parameters;
      phase.atoms = atoms::krr_weak(users, categories, share);
      phase.largest_log_ratio = krr_eps0(categories, share);
      return phase;
  }
  require(false, "a view");
  return phase;
}

}  // namespace hallmark::composition
