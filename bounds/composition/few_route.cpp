#include <algorithm>

#include "bounds/composition/few_atoms.hpp"
#include "bounds/composition/routes.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

constexpr std::size_t most_products = 60'000;
constexpr std::size_t most_ratios = 4'000;  // of an exact law
constexpr slong certificate_scale = 14;     // of the grid a certificate is checked on
constexpr std::string_view of_products = "sum over all products of the rounds' likelihood ratios";

// The rounds of one mechanism.
const Phase* only(const Groups& groups) {
  return groups.gaussian.empty() && groups.phases.size() == 1 && groups.phases.front().atoms ? &groups.phases.front()
                                                                                             : nullptr;
}

// Fractions all through.
std::shared_ptr<const std::vector<ExactAtom>> exact_law(const Groups& groups, const Budget& budget) {
  static Memo<std::vector<ExactAtom>> memo(2);
  if (!groups.gaussian.empty()) return nullptr;
  std::string key;
  for (const Phase& phase : groups.phases) {
    constexpr slong most_rounds = 64;
    if (!phase.exact_atoms || phase.rounds > most_rounds) return nullptr;
    key += phase.key + " x" + std::to_string(phase.rounds) + " | ";
  }
  return memo.get(key, budget, [&]() -> std::optional<std::vector<ExactAtom>> {
    std::optional<std::vector<ExactAtom>> all;
    for (const Phase& phase : groups.phases) {
      const auto one = phase.exact_atoms(budget);
      if (!one) return std::nullopt;
      auto rounds = exact_power(*one, phase.rounds, most_ratios, budget);
      if (!rounds) return std::nullopt;
      all = all ? exact_product(*all, *rounds, most_ratios, budget) : std::move(rounds);
      if (!all) return std::nullopt;
    }
    return all;
  });
}

// Every product in balls, all but a tail of 2^-bits; null where they are many.
std::shared_ptr<const FiniteLaw> law_of_products(const Phase& phase, Direction direction, slong bits,
                                                 const Budget& budget) {
  static Memo<FiniteLaw> memo(2);
  const Listing listing{.bits = bits + 16, .tail_bits = bits, .most = most_products};
  const auto one = listed(phase, direction, listing, budget);
  if (!one || products_of(one->atoms.size(), phase.rounds, most_products) > most_products) return nullptr;
  const bool reverse = direction == Direction::add && !phase.symmetric;
  return memo.get(phase.key + " x" + std::to_string(phase.rounds) + " " + std::to_string(bits) + (reverse ? " r" : ""),
                  budget, [&]() -> std::optional<FiniteLaw> { return finite_power(*one, phase.rounds, bits); });
}

// With its derivative in eps, for searches.
std::optional<Sample> sample(const Phase& phase, Direction direction, const Number& eps, slong bits,
                             const Budget& budget) {
  const auto law = law_of_products(phase, direction, bits, budget);
  if (!law) return std::nullopt;
  const Ball w = exponential(eps, bits);
  Ball slope(0, bits);
  for (const Atom& a : law->atoms) {
    if (less(w * a.q, a.p) == Truth::yes) slope -= w * a.q;
  }
  return Sample{one_round_delta(*law, w), slope};
}

}  // namespace

std::optional<Enclosed> delta_of_few(const Groups& groups, Direction direction, const Number& eps, const Ask& ask) {
  Enclosed best{.lo = 0, .hi = 1, .method = std::string(of_products), .scale = certificate_scale};
  if (const auto w = eps.rational_exponential()) {
    if (const auto law = exact_law(groups, ask.budget)) {
      best.lo = best.hi = exact_delta(*law, *w, direction == Direction::add && !groups.symmetric);
      best.reached = true;
      return best;
    }
  }
  const Phase* phase = only(groups);
  if (phase == nullptr) return std::nullopt;
  constexpr slong most_bits = slong{1} << 14;
  bool any = false;
  for (slong bits = bits_of(ask.digits) + 72; bits <= most_bits; bits *= 2) {
    const auto value = sample(*phase, direction, eps, bits, ask.budget);
    if (!value) break;
    any = true;
    best.lo = std::max(best.lo, value->value.lower());
    best.hi = std::min(best.hi, value->value.upper());
    best.bits = bits;
    best.reached = has_digits(best.lo, best.hi, ask.digits);
    if (best.reached || ask.budget.expired()) break;
  }
  return any ? std::optional(best) : std::nullopt;
}

std::optional<Enclosed> epsilon_of_few(const Groups& groups, Direction direction, const Number& target,
                                       const Ask& ask) {
  const auto rational = target.rational();
  if (const auto law = exact_law(groups, ask.budget); law && rational) {
    if (exact_delta(*law, 1, direction == Direction::add && !groups.symmetric) <= *rational) {
      return Enclosed{
          .lo = 0, .hi = 0, .reached = true, .method = std::string(of_products), .scale = certificate_scale};
    }
  }
  const Phase* phase = only(groups);
  if (phase == nullptr) return std::nullopt;
  const slong bits = bits_of(ask.digits) + 72;
  if (!sample(*phase, direction, 0, bits, ask.budget)) return std::nullopt;
  Enclosed r = invert(
      [&](const Number& eps, slong at) {
        const auto value = sample(*phase, direction, eps, at, ask.budget);
        return value ? *value : Sample{Ball::between(0, 1, at), Ball::anything(at)};
      },
      target, largest_epsilon(groups, target), ask.digits, bits, ask.budget);
  r.scale = certificate_scale;
  r.method = "certified inversion of the " + std::string(of_products);
  return r;
}

}  // namespace hallmark::composition
