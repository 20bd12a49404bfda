#include "bounds/composition/power_grids.hpp"
#include "bounds/composition/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "bounds/witness.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

// The atoms of a finite law as convex_law takes them: ratio and Q-mass rounded outward to doubles; an atom whose
// doubles overflow counts as missing.
RatioAtoms ratio_atoms(const FiniteLaw& law) {
  RatioAtoms r;
  Ball missing_p = law.p_missing;
  Ball missing_q = law.q_missing;
  const auto down = [](const Ball& x) { return std::max(0.0, x.to_double_down()); };
  for (const Atom& a : law.atoms) {
    const Ball ratio = a.p / a.q;
    const RatioAtom atom{down(ratio), ratio.to_double_up(), down(a.q), a.q.to_double_up()};
    if (std::isfinite(atom.ratio_hi) && std::isfinite(atom.mass_hi)) {
      r.atoms.push_back(atom);
    } else {
      missing_p += a.p;
      missing_q += a.q;
    }
  }
  if (!law.q_infinite.is_zero()) {
    r.atoms.push_back({0, 0, down(law.q_infinite), law.q_infinite.to_double_up()});
  }
  r.singular_lo = down(law.p_infinite);
  r.singular_hi = std::max(0.0, law.p_infinite.to_double_up());
  r.missing_p = std::max(0.0, missing_p.to_double_up());
  r.missing_q = std::max(0.0, missing_q.to_double_up());
  return r;
}

// The grid of a law as a certificate has it: its positions but 0, in units of 2^-ratio_unit, and one beyond the last.
// The atoms of one round come to the checker as cells of 1/certificate_cells: a point on either side of each keeps them
// together.
std::vector<Rational> ratios_of(const ConvexLaw& law, bool of_one_round) {
  constexpr double beyond = 1.05;
  constexpr double beside = 4.0 / (3 * certificate_cells);
  std::vector<double> points;
  for (const double x : law.position) {
    if (of_one_round) {
      points.push_back(x * (1 - beside));
      points.push_back(x * (1 + beside));
    } else {
      points.push_back(x);
    }
  }
  if (!points.empty()) points.push_back(points.back() * beyond);
  return witness::ratios_of(points, ratio_unit);
}

// The rounds of one mechanism, product by product, with the grid of each: what the checker does again. Slope rising:
// the other direction is that of the exchanged pair.
std::optional<PowerGrids> chain(const Phase& phase, Direction direction, Resolution resolution, const Budget& budget) {
  constexpr slong tail_bits = 80;
  const auto list = listed(phase, direction, {.bits = 128, .tail_bits = tail_bits}, budget);
  if (!list) return std::nullopt;
  // What is cut off by one product comes again in every later one.
  constexpr double least = 1e-120;
  resolution.smallest_delta = std::max(resolution.smallest_delta / (8 * static_cast<double>(phase.rounds)), least);
  const RatioLaw one = atoms_law({.atoms = {{1, 1, 1, 1}}}, Slope::rising);
  const auto base = product(atoms_law(ratio_atoms(*list), Slope::rising), one, resolution, budget);
  if (!base) return std::nullopt;
  return power_grids(*base, ratios_of(base->upper, true), phase.rounds, resolution, budget);
}

// Laws small enough for a certificate know their grids.
constexpr slong most_certified_nodes = 2048;

std::optional<RatioLaw> composed(const Groups& groups, Direction direction, const Resolution& resolution,
                                 Enclosed& found, const Budget& budget) {
  const bool certified = groups.gaussian.empty() && groups.phases.size() == 1 && groups.phases.front().atoms &&
                         resolution.nodes <= most_certified_nodes;
  if (!certified) {
    found.ratios.clear();
    const Slope slope = direction == Direction::add && !groups.symmetric ? Slope::falling : Slope::rising;
    return law_of_all_rounds(groups, slope, resolution, budget);
  }
  auto links = chain(groups.phases.front(), direction, resolution, budget);
  if (!links) return std::nullopt;
  found.ratios = std::move(links->ratios);
  return std::move(links->law);
}

constexpr slong first_nodes = 512;
constexpr slong default_nodes = 8192;
constexpr slong most_nodes = 65536;

}  // namespace

std::shared_ptr<const RatioLaw> law_of_one_round(const Phase& phase, Slope slope, const Resolution& resolution,
                                                 const Budget& budget) {
  if (phase.ratio_law) return phase.ratio_law(slope, resolution, budget);
  if (!phase.atoms) throw InputError("composition", "route", "convex", "not asked for mechanisms with a lattice alone");
  constexpr slong tail_bits = 80;
  const auto list = listed(phase, Direction::remove, {.bits = 128, .tail_bits = tail_bits}, budget);
  return list ? std::make_shared<const RatioLaw>(atoms_law(ratio_atoms(*list), slope)) : nullptr;
}

std::optional<RatioLaw> law_of_all_rounds(const Groups& groups, Slope slope, const Resolution& resolution,
                                          const Budget& budget) {
  std::optional<RatioLaw> law;
  const auto times = [&](std::optional<RatioLaw> next) {
    law = law && next ? product(*law, *next, resolution, budget) : std::move(next);
    return law.has_value();
  };
  // Overflow of one round is that of all of them.
  Resolution one = resolution;
  one.smallest_delta = std::max(1e-290, one.smallest_delta / static_cast<double>(groups.rounds));
  for (const Phase& p : groups.phases) {
    const auto base = law_of_one_round(p, slope, one, budget);
    if (!base || !times(power_product(*base, p.rounds, resolution, budget))) return std::nullopt;
  }
  constexpr slong bits = 192;
  if (!groups.gaussian.empty() && !times(lognormal_law(gaussian_variance(groups, bits), slope, resolution, budget))) {
    return std::nullopt;
  }
  return law;
}

std::optional<PowerGrids> power_grids(const RatioLaw& one_round, std::vector<Rational> ratios, slong count,
                                      const Resolution& resolution, const Budget& budget) {
  PowerGrids r{one_round, {std::move(ratios)}};
  const auto times = [&](const RatioLaw& factor) {
    auto next = product(r.law, factor, resolution, budget);
    if (!next) return false;
    r.law = std::move(*next);
    r.ratios.push_back(ratios_of(r.law.upper, false));
    return true;
  };
  const auto rounds = static_cast<ulong>(count);
  for (int bit = static_cast<int>(std::bit_width(rounds)) - 2; bit >= 0; --bit) {
    const RatioLaw half = r.law;
    if (!times(half)) return std::nullopt;
    if ((rounds >> static_cast<unsigned>(bit) & 1U) != 0 && !times(one_round)) return std::nullopt;
  }
  return r;
}

std::optional<PowerGrids> power_grids(const RatioLaw& one_round, slong rounds, const Resolution& resolution,
                                      const Budget& budget) {
  return power_grids(one_round, ratios_of(one_round.upper, false), rounds, resolution, budget);
}

Enclosed delta_by_convex_laws(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  const slong digits = ask.default_effort ? default_digits : ask.digits;
  const slong most = ask.default_effort ? default_nodes : most_nodes;
  Enclosed best{.lo = 0, .hi = 1, .route = "convex", .method = "products of convex laws"};
  constexpr double least = 1e-100;
  Resolution resolution{.nodes = first_nodes};
  while (resolution.nodes <= most) {
    const auto law = composed(groups, direction, resolution, best, ask.budget);
    if (!law) return best;
    const RationalEnds value = delta(*law, eps);
    best.lo = std::max(best.lo, value.lo);
    best.hi = std::min(best.hi, value.hi);
    best.method = fmt::format("products of convex laws of {} ratios", resolution.nodes);
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached || ask.budget.expired()) return best;
    // First the size of what is wanted, then the nodes.
    const double size = best.lo.sign() > 0 ? Ball(best.lo, 64).to_double_up() / 2 : resolution.smallest_delta * 1e-10;
    if (size < resolution.smallest_delta && resolution.smallest_delta > least) {
      resolution.smallest_delta = std::max(size, least);
      continue;
    }
    resolution.nodes *= 2;
  }
  return best;
}

Enclosed epsilon_by_convex_laws(const Groups& groups, Direction direction, const Number& target, const Ask& ask) {
  const slong digits = ask.default_effort ? default_digits : ask.digits;
  const slong most = ask.default_effort ? default_nodes : most_nodes;
  const auto exact = target.rational();
  if (!exact) throw InputError("composition", "delta", target.to_string(), "rational on the route convex");
  Enclosed best{.lo = 0, .hi = 0, .route = "convex", .method = "certified inversion of products of convex laws"};
  std::optional<Rational> hi = largest_epsilon(groups, target);
  for (slong nodes = first_nodes; nodes <= most; nodes *= 2) {
    const Resolution resolution{.nodes = nodes, .smallest_delta = Ball(*exact, 64).to_double_up() / 2};
    const auto law = composed(groups, direction, resolution, best, ask.budget);
    if (!law) break;
    const EpsilonBounds value = epsilon(*law, *exact);
    best.lo = std::max(best.lo, value.lo);
    if (value.hi && (!hi || *value.hi < *hi)) hi = value.hi;
    best.reached = hi && has_digits(best.lo, *hi, digits);
    if (best.reached || ask.budget.expired()) break;
  }
  if (!hi) refuse_delta(target);
  best.hi = *hi;
  return best;
}

}  // namespace hallmark::composition
